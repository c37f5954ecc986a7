use super::skeletons::acks::AcksSkelBuilder;
use super::{path_map, pins};
use crate::{AckPolicy, Error, Result, WindowLimit, acks, system};
use libbpf_rs::skel::{OpenSkel, SkelBuilder};
use libbpf_rs::{ErrorKind, TC_EGRESS, TC_INGRESS, TcHookBuilder};
use std::fs::{self, File};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

/// Priority that identifies the filters; any number that others are unlikely to use.
const HANDLE: u32 = 0xa1;
const PRIORITY: u32 = 0xa1;

fn hooks(program: BorrowedFd<'_>, ifindex: i32) -> TcHookBuilder<'_> {
    let mut hooks = TcHookBuilder::new(program);
    hooks.ifindex(ifindex).replace(true).handle(HANDLE).priority(PRIORITY);
    hooks
}

/// Sets or replaces the ACK policy of a device in this network namespace. It applies to connections that begin after this call, until
/// [`clear_acks`] or the removal of the device.
///
/// # Errors
///
/// A value out of range; a missing requirement; or a refusal by the kernel.
pub fn set_acks(ifindex: i32, policy: &AckPolicy) -> Result<()> {
    policy.check()?;
    system::check()?;
    pins::prepare()?;
    path_map::prepare()?;
    libbpf_rs::set_print(None);
    attach(ifindex, policy).map_err(|error| Error::refused("setting the ACK policy", error))
}

fn attach(ifindex: i32, policy: &AckPolicy) -> libbpf_rs::Result<()> {
    let mut memory = MaybeUninit::uninit();
    let mut open = AcksSkelBuilder::default().open(&mut memory)?;
    open.maps.airhop_paths.reuse_pinned_map(pins::paths())?;
    open.progs.airhop_delack.set_autoload(false);
    if let Some(rodata) = open.maps.rodata_data.as_deref_mut() {
        rodata.acks.every = policy.every;
        rodata.acks.window_segments = if let WindowLimit::Segments(segments) = policy.window { segments } else { 0 };
        rodata.acks.window_by_hops = u32::from(policy.window == WindowLimit::QuarterHops);
    }
    let loaded = open.load()?;
    // Ingress first: without it, egress would not notice a waiting sender.
    for (program, point) in [(&loaded.progs.airhop_acks_in, TC_INGRESS), (&loaded.progs.airhop_acks_out, TC_EGRESS)] {
        let mut hook = hooks(program.as_fd(), ifindex).hook(point);
        hook.create()?;
        hook.attach()?;
    }
    Ok(())
}

/// Removes the ACK policy of a device; true if there was one.
///
/// # Errors
///
/// A missing requirement, or a refusal by the kernel.
pub fn clear_acks(ifindex: i32) -> Result<bool> {
    system::check()?;
    libbpf_rs::set_print(None);
    // The program is irrelevant for the removal, but the builder requires one.
    let nothing = File::open("/dev/null").map_err(|error| Error::refused("/dev/null", error))?;
    let mut found = false;
    for point in [TC_EGRESS, TC_INGRESS] {
        match hooks(nothing.as_fd(), ifindex).hook(point).detach() {
            Ok(()) => found = true,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput) => {}
            Err(error) => return Err(Error::refused("clearing the ACK policy", error)),
        }
    }
    Ok(found)
}

/// Sets the maximum delay of ACKs for connections over known paths that begin after this call, in all network namespaces.
///
/// # Errors
///
/// A value out of range; a missing requirement; or a refusal by the kernel.
pub fn set_delack(delay_ms: u32) -> Result<()> {
    acks::check_delay(delay_ms)?;
    system::check()?;
    pins::prepare()?;
    path_map::prepare()?;
    libbpf_rs::set_print(None);
    clear_delack()?;
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let refused = |why: String| Error::Refused { what: "setting the ACK delay".to_owned(), why };
    let root = cgroup_root(&mounts).ok_or_else(|| refused("no cgroup2 file system is mounted".to_owned()))?;
    let root = File::open(root).map_err(|error| refused(error.to_string()))?;
    attach_delack(&root, delay_ms).map_err(|error| refused(format!("{error:#}")))
}

fn attach_delack(root: &File, delay_ms: u32) -> libbpf_rs::Result<()> {
    let mut memory = MaybeUninit::uninit();
    let mut open = AcksSkelBuilder::default().open(&mut memory)?;
    open.maps.airhop_paths.reuse_pinned_map(pins::paths())?;
    open.progs.airhop_acks_in.set_autoload(false);
    open.progs.airhop_acks_out.set_autoload(false);
    if let Some(rodata) = open.maps.rodata_data.as_deref_mut() {
        rodata.acks.delack_us = delay_ms * 1000;
    }
    let loaded = open.load()?;
    let mut link = loaded.progs.airhop_delack.attach_cgroup(root.as_raw_fd())?;
    link.pin(pins::delack())
}

/// Restores the kernel's delay of ACKs for new connections; true if another was set.
///
/// # Errors
///
/// A missing requirement, or a refusal by the kernel.
pub fn clear_delack() -> Result<bool> {
    system::check()?;
    pins::remove_delack()
}

/// Finds the mount point of the cgroup2 file system.
fn cgroup_root(mounts: &str) -> Option<&str> {
    mounts.lines().find_map(|line| {
        let mut fields = line.split(' ').skip(1);
        let (path, kind) = (fields.next()?, fields.next()?);
        (kind == "cgroup2").then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_groups_are_found_where_they_are_mounted() {
        let mounts = "cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\ncgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
        assert_eq!(cgroup_root(mounts), Some("/sys/fs/cgroup/unified"));
        assert_eq!(cgroup_root("proc /proc proc rw 0 0\n"), None);
    }
}
