//! What there is without the programs: the same functions, which say so.

use crate::{Connection, Error, Path, Prefix, Result, Scheme, Settings, State};
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
