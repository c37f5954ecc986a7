//! The public functions without the feature `bpf`; all return [`Error::NotBuilt`].

use crate::{AckPolicy, Connection, Error, Path, Prefix, Result, Scheme, Settings, State, acks};
use std::net::IpAddr;

/// Returns why schemes cannot be loaded.
pub fn unavailable() -> Option<Error> {
    Some(Error::NotBuilt)
}

pub(crate) fn load(_scheme: Scheme, _settings: &Settings) -> Result<()> {
    Err(Error::NotBuilt)
}

/// Unloads a scheme.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn unload(_scheme: Scheme) -> Result<()> {
    Err(Error::NotBuilt)
}

/// Unloads all schemes and deletes all paths.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn unload_all() -> Result<()> {
    Err(Error::NotBuilt)
}

/// Returns the state of a scheme.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn state(_scheme: Scheme) -> Result<State> {
    Err(Error::NotBuilt)
}

/// Lists the connections of a scheme.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn connections(_scheme: Scheme) -> Result<Vec<Connection>> {
    Err(Error::NotBuilt)
}

/// Sets the ACK policy of a device.
///
/// # Errors
///
/// A value out of range, or [`Error::NotBuilt`].
pub fn set_acks(_ifindex: i32, policy: &AckPolicy) -> Result<()> {
    policy.check()?;
    Err(Error::NotBuilt)
}

/// Removes the ACK policy of a device.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn clear_acks(_ifindex: i32) -> Result<bool> {
    Err(Error::NotBuilt)
}

/// Sets the maximum delay of ACKs.
///
/// # Errors
///
/// A value out of range, or [`Error::NotBuilt`].
pub fn set_delack(delay_ms: u32) -> Result<()> {
    acks::check_delay(delay_ms)?;
    Err(Error::NotBuilt)
}

/// Restores the kernel's delay of ACKs for new connections.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn clear_delack() -> Result<bool> {
    Err(Error::NotBuilt)
}

/// Sets the path to a destination.
///
/// # Errors
///
/// A value out of range, or [`Error::NotBuilt`].
pub fn set_path(path: &Path) -> Result<()> {
    path.check()?;
    Path::key(path.destination, path.source).map(|_| path.value())?;
    Err(Error::NotBuilt)
}

/// Deletes the path to a destination.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn delete_path(_destination: Prefix, _source: Option<IpAddr>) -> Result<()> {
    Err(Error::NotBuilt)
}

/// Lists all paths.
///
/// # Errors
///
/// [`Error::NotBuilt`].
pub fn paths() -> Result<Vec<Path>> {
    Err(Error::NotBuilt)
}
