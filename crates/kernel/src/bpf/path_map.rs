use super::pins;
use crate::{Error, Path, Prefix, Result, system};
use libbpf_rs::{ErrorKind, MapCore, MapFlags, MapHandle, MapType, libbpf_sys};
use std::net::IpAddr;

/// Sizes of `struct path_key` and `struct path` in `bpf/paths.h`, and the maximum number of paths.
const KEY_BYTES: u32 = 36;
const VALUE_BYTES: u32 = 8;
const PATHS_MAX: u32 = 65_536;

/// Creates and pins the map if it does not exist.
pub(super) fn prepare() -> Result<()> {
    if pins::paths().exists() {
        return Ok(());
    }
    let options = libbpf_sys::bpf_map_create_opts {
        sz: size_of::<libbpf_sys::bpf_map_create_opts>() as libbpf_sys::size_t,
        map_flags: libbpf_sys::BPF_F_NO_PREALLOC,
        ..Default::default()
    };
    let made = MapHandle::create(MapType::LpmTrie, Some("airhop_paths"), KEY_BYTES, VALUE_BYTES, PATHS_MAX, &options);
    let mut map = made.map_err(|error| Error::refused("creating the map of paths", error))?;
    map.pin(pins::paths()).map_err(|error| Error::refused(format!("pinning {}", pins::paths().display()), error))
}

fn open() -> Result<MapHandle> {
    MapHandle::from_pinned_path(pins::paths())
        .map_err(|error| Error::refused(format!("opening {}", pins::paths().display()), error))
}

/// Sets the path to a destination. It takes effect with the next ACK of each connection; no scheme needs to be loaded.
///
/// # Errors
///
/// A value out of range; a missing requirement; or a refusal by the kernel.
pub fn set_path(path: &Path) -> Result<()> {
    path.check()?;
    let key = Path::key(path.destination, path.source)?;
    system::check()?;
    pins::prepare()?;
    prepare()?;
    let set = open()?.update(&key, &path.value(), MapFlags::ANY);
    set.map_err(|error| Error::refused(format!("setting the path to {}", path.destination), error))
}

/// Deletes the path to a destination.
///
/// # Errors
///
/// There is no path for exactly this destination and source; a missing requirement; or a refusal by the kernel.
pub fn delete_path(destination: Prefix, source: Option<IpAddr>) -> Result<()> {
    let key = Path::key(destination, source)?;
    system::check()?;
    let unknown = || Error::NoSuchPath(destination.to_string());
    if !pins::paths().exists() {
        return Err(unknown());
    }
    open()?.delete(&key).map_err(|error| match error.kind() {
        ErrorKind::NotFound => unknown(),
        _ => Error::refused(format!("deleting the path to {destination}"), error),
    })
}

/// Lists all paths by destination.
///
/// # Errors
///
/// A missing requirement, or a refusal by the kernel.
pub fn paths() -> Result<Vec<Path>> {
    system::check()?;
    if !pins::paths().exists() {
        return Ok(Vec::new());
    }
    let map = open()?;
    let mut paths = Vec::new();
    for key in map.keys() {
        let value =
            map.lookup(&key, MapFlags::ANY).map_err(|error| Error::refused("reading the map of paths", error))?;
        // The path may have been deleted meanwhile.
        paths.extend(value.and_then(|value| Path::from_bytes(&key, &value)));
    }
    paths.sort_by_key(|path| (path.destination, path.source));
    Ok(paths)
}
