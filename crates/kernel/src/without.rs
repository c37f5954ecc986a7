//! What there is without the programs: the same functions, which say so.

use crate::{AckPolicy, Connection, Error, Path, Prefix, Result, Scheme, Settings, State, acks};
use std::net::IpAddr;

/// Why nothing can be loaded.
pub fn unavailable() -> Option<Error> {
    Some(Error::NotBuilt)
}

pub(crate) fn load(_scheme: Scheme, _settings: &Settings) -> Result<()> {
    Err(Error::NotBuilt)
}

/// Takes a scheme from the kernel.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn unload(_scheme: Scheme) -> Result<()> {
    Err(Error::NotBuilt)
}

/// Takes everything from the kernel.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn unload_all() -> Result<()> {
    Err(Error::NotBuilt)
}

/// Where a scheme stands.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn state(_scheme: Scheme) -> Result<State> {
    Err(Error::NotBuilt)
}

/// What a scheme knows of its connections.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn connections(_scheme: Scheme) -> Result<Vec<Connection>> {
    Err(Error::NotBuilt)
}

/// Sets what a device does with the ACKs that leave by it.
///
/// # Errors
///
/// A value outside of its range, or [`Error::NotBuilt`].
pub fn set_acks(_ifindex: i32, policy: &AckPolicy) -> Result<()> {
    policy.check()?;
    Err(Error::NotBuilt)
}

/// Lets a device's ACKs leave as they are again.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn clear_acks(_ifindex: i32) -> Result<bool> {
    Err(Error::NotBuilt)
}

/// Sets the longest delay of ACKs.
///
/// # Errors
///
/// A value outside of its range, or [`Error::NotBuilt`].
pub fn set_delack(delay_ms: u32) -> Result<()> {
    acks::check_delay(delay_ms)?;
    Err(Error::NotBuilt)
}

/// Gives new connections the kernel's own delay of ACKs again.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn clear_delack() -> Result<bool> {
    Err(Error::NotBuilt)
}

/// Sets what is known of the way to a destination.
///
/// # Errors
///
/// A value outside of its range, or [`Error::NotBuilt`].
pub fn set_path(path: &Path) -> Result<()> {
    path.check()?;
    Path::key(path.destination, path.source).map(|_| path.value())?;
    Err(Error::NotBuilt)
}

/// Forgets what is known of the way to a destination.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn delete_path(_destination: Prefix, _source: Option<IpAddr>) -> Result<()> {
    Err(Error::NotBuilt)
}

/// All that is known of paths.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn paths() -> Result<Vec<Path>> {
    Err(Error::NotBuilt)
}
