use super::skeletons::acks::AcksSkelBuilder;
use super::{path_map, pins};
use crate::{AckPolicy, Error, Result, WindowLimit, acks, system};
use libbpf_rs::skel::{OpenSkel, SkelBuilder};
use libbpf_rs::{ErrorKind, TC_EGRESS, TC_INGRESS, TcHookBuilder};
use std::fs::{self, File};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

/// Under which the filters are found again: any number that others hardly choose.
const HANDLE: u32 = 0xa1;
const PRIORITY: u32 = 0xa1;

fn hooks(program: BorrowedFd<'_>, ifindex: i32) -> TcHookBuilder<'_> {
    let mut hooks = TcHookBuilder::new(program);
    hooks.ifindex(ifindex).replace(true).handle(HANDLE).priority(PRIORITY);
    hooks
}

/// Sets what a device of this network namespace does with the ACKs that leave by it, instead of what was set before. It holds for
/// connections that begin from now on, until [`clear_acks`] or the end of the device.
///
/// # Errors
///
/// A value outside of its range; what the machine lacks; or why the kernel refuses.
pub fn set_acks(ifindex: i32, policy: &AckPolicy) -> Result<()> {
    policy.check()?;
    system::check()?;
    pins::prepare()?;
    path_map::prepare()?;
    libbpf_rs::set_print(None);
    attach(ifindex, policy).map_err(|error| Error::refused("setting the policy of ACKs", error))
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
    // The way in first: without it the way out would not learn of a sender that waits.
    for (program, point) in [(&loaded.progs.airhop_acks_in, TC_INGRESS), (&loaded.progs.airhop_acks_out, TC_EGRESS)] {
        let mut hook = hooks(program.as_fd(), ifindex).hook(point);
        hook.create()?;
        hook.attach()?;
    }
    Ok(())
}

/// Lets a device's ACKs leave as they are again; true if there was a policy.
///
/// # Errors
///
/// What the machine lacks, or why the kernel refuses.
pub fn clear_acks(ifindex: i32) -> Result<bool> {
    system::check()?;
    libbpf_rs::set_print(None);
    // Which program it is does not matter for taking it away, but the builder asks for one.
    let nothing = File::open("/dev/null").map_err(|error| Error::refused("/dev/null", error))?;
    let mut found = false;
    for point in [TC_EGRESS, TC_INGRESS] {
        match hooks(nothing.as_fd(), ifindex).hook(point).detach() {
            Ok(()) => found = true,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidInput) => {}
            Err(error) => return Err(Error::refused("clearing the policy of ACKs", error)),
        }
    }
    Ok(found)
}

/// Sets the longest delay of ACKs for connections over known paths that begin from now on, in all network namespaces.
///
/// # Errors
///
/// A value outside of its range; what the machine lacks; or why the kernel refuses.
pub fn set_delack(delay_ms: u32) -> Result<()> {
    acks::check_delay(delay_ms)?;
    system::check()?;
    pins::prepare()?;
    path_map::prepare()?;
    libbpf_rs::set_print(None);
    clear_delack()?;
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let refused = |why: String| Error::Refused { what: "setting the delay of ACKs".to_owned(), why };
    let root = cgroup_root(&mounts).ok_or_else(|| refused("no file system cgroup2 is mounted".to_owned()))?;
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

/// Gives new connections the kernel's own delay of ACKs again; true if another was set.
///
/// # Errors
///
/// What the machine lacks, or why the kernel refuses.
pub fn clear_delack() -> Result<bool> {
    system::check()?;
    pins::remove_delack()
}

/// Where the second version of control groups is mounted.
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
