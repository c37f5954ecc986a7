//! Files of the BPF file system: objects pinned there outlive this process.

use crate::{Error, ROOT, Result, Scheme};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MOUNT_POINT: &str = "/sys/fs/bpf";

/// Ensures that a BPF file system with our directory exists.
pub(super) fn prepare() -> Result<()> {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    if !has_bpf(&mounts) {
        let mounted = Command::new("mount").args(["-t", "bpf", "bpf", MOUNT_POINT]).output();
        match mounted {
            Ok(done) if done.status.success() => {}
            Ok(done) => return Err(Error::NoBpfFileSystem(String::from_utf8_lossy(&done.stderr).trim().to_owned())),
            Err(error) => return Err(Error::NoBpfFileSystem(format!("mount: {error}"))),
        }
    }
    make_directory(Path::new(ROOT))
}

fn has_bpf(mounts: &str) -> bool {
    mounts.lines().any(|line| {
        let mut fields = line.split(' ').skip(1);
        fields.next() == Some(MOUNT_POINT) && fields.next() == Some("bpf")
    })
}

pub(super) fn make_directory(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| Error::refused(path.display().to_string(), error))
}

/// The map of paths, shared by all schemes.
pub(super) fn paths() -> PathBuf {
    Path::new(ROOT).join("paths")
}

/// The directory of a scheme.
pub(super) fn directory(scheme: Scheme) -> PathBuf {
    Path::new(ROOT).join(scheme.kernel_name())
}

/// The registration with the kernel.
pub(super) fn link(scheme: Scheme) -> PathBuf {
    directory(scheme).join("link")
}

/// The listing of connections: reading the file runs the program.
pub(super) fn listing(scheme: Scheme) -> PathBuf {
    directory(scheme).join("connections")
}

/// The maximum delay of ACKs.
pub(super) fn delack() -> PathBuf {
    Path::new(ROOT).join("delack")
}

/// Removes the maximum delay of ACKs; true if it was set.
pub(super) fn remove_delack() -> Result<bool> {
    let there = delack().exists();
    ignore_absence(fs::remove_file(delack()), &delack())?;
    Ok(there)
}

/// Removes files and directories that may not exist.
pub(super) fn remove(scheme: Scheme) -> Result<()> {
    for file in [link(scheme), listing(scheme)] {
        ignore_absence(fs::remove_file(&file), &file)?;
    }
    ignore_absence(fs::remove_dir(directory(scheme)), &directory(scheme))
}

/// Removes the maximum delay of ACKs, the paths and our directory.
pub(super) fn remove_root() -> Result<()> {
    remove_delack()?;
    ignore_absence(fs::remove_file(paths()), &paths())?;
    ignore_absence(fs::remove_dir(ROOT), Path::new(ROOT))
}

fn ignore_absence(done: std::io::Result<()>, path: &Path) -> Result<()> {
    match done {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::refused(format!("removing {}", path.display()), error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mounted_bpf_file_system_is_seen() {
        assert!(has_bpf("proc /proc proc rw 0 0\nbpf /sys/fs/bpf bpf rw,nosuid 0 0\n"));
        assert!(!has_bpf("bpf /tmp/bpf bpf rw 0 0\ntmpfs /sys/fs/bpf tmpfs rw 0 0\n"));
    }
}
