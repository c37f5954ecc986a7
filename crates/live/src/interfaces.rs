//! The TUN interfaces: one whole IP packet per read or write.

use crate::error::LiveError;
use airhop_base::{Nanos, NodeId};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read, write};
use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
use std::os::fd::OwnedFd;

/// Maximum size of an IPv4 packet in bytes.
pub(crate) const MOST_BYTES: usize = 65_535;

/// Open TUN interfaces, those of the radio nodes first, then those of the wired hosts.
#[derive(Debug)]
pub struct Interfaces {
    tuns: Vec<OwnedFd>,
}

impl Interfaces {
    /// Duplicates file descriptors of this process, which must be open, non-blocking and without packet information.
    ///
    /// # Errors
    /// A descriptor that is not open; a system without `pidfd_getfd` (before Linux 5.6), or one that forbids it.
    pub fn duplicate(numbers: &[i32]) -> Result<Self, LiveError> {
        let failed = |what: &str, cause: Errno| LiveError::Interface { what: what.to_owned(), cause: cause.into() };
        let process = pidfd_open(getpid(), PidfdFlags::empty()).map_err(|e| failed("pidfd_open", e))?;
        let duplicate = |number: &i32| {
            pidfd_getfd(&process, *number, PidfdGetfdFlags::empty())
                .map_err(|e| failed(&format!("cannot duplicate file descriptor {number}"), e))
        };
        Ok(Self { tuns: numbers.iter().map(duplicate).collect::<Result<_, _>>()? })
    }

    /// Number of interfaces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tuns.len()
    }

    /// Whether there are no interfaces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tuns.is_empty()
    }

    /// Reads the next waiting packet of an interface into `buffer`; `None` if there is none.
    pub(crate) fn read(&self, node: NodeId, buffer: &mut [u8]) -> Result<Option<usize>, LiveError> {
        match read(&self.tuns[node.index()], buffer) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Errno::AGAIN | Errno::INTR) => Ok(None),
            Err(cause) => Err(LiveError::Interface {
                what: format!("cannot read the interface of node {node}"),
                cause: cause.into(),
            }),
        }
    }

    /// Writes a packet to an interface; returns whether the interface accepted it.
    pub(crate) fn write(&self, node: NodeId, packet: &[u8]) -> bool {
        self.tuns.get(node.index()).is_some_and(|tun| write(tun, packet).is_ok())
    }

    /// Waits for a packet, at most for the given time. Fills `ready` with the nodes that have a waiting packet.
    pub(crate) fn wait(&self, longest: Nanos, ready: &mut Vec<NodeId>) -> Result<(), LiveError> {
        ready.clear();
        let mut watched: Vec<PollFd<'_>> = self.tuns.iter().map(|tun| PollFd::new(tun, PollFlags::IN)).collect();
        let (secs, nanos) = (longest.as_nanos() / 1_000_000_000, longest.as_nanos() % 1_000_000_000);
        let longest = Timespec { tv_sec: secs as i64, tv_nsec: nanos as i64 };
        match poll(&mut watched, Some(&longest)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => {
                let with = watched.iter().enumerate().filter(|(_, fd)| !fd.revents().is_empty());
                ready.extend(with.map(|(node, _)| NodeId(node as u32)));
            }
            Err(cause) => {
                return Err(LiveError::Interface { what: "cannot wait for packets".into(), cause: cause.into() });
            }
        }
        Ok(())
    }
}
