use thiserror::Error;

/// What was missing, wrong or refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The feature `bpf` is off.
    #[error("this airhop was built without its kernel programs; `make kernel` builds it with them (clang, libelf)")]
    NotBuilt,
    /// Capabilities that this process does not have.
    #[error("the kernel's programs need root, or the capabilities {0}")]
    NotPermitted(&'static str),
    /// The kernel tells no types.
    #[error("the kernel has no /sys/kernel/btf/vmlinux: it needs CONFIG_DEBUG_INFO_BTF")]
    NoBtf,
    /// The kernel is too old.
    #[error("the kernel is {found}: {needed} or newer is needed")]
    KernelTooOld {
        /// What runs, as `uname -r` has it.
        found: String,
        /// The first version that will do.
        needed: &'static str,
    },
    /// No file system for what outlives this process.
    #[error("/sys/fs/bpf has no BPF file system, and mounting one failed: {0}")]
    NoBpfFileSystem(String),
    /// A name that is no scheme's.
    #[error("there is no kernel scheme {found}: {allowed} are there")]
    UnknownScheme {
        /// What was given.
        found: String,
        /// All names.
        allowed: String,
    },
    /// It is there.
    #[error("{0} is loaded already; unload it first to load it anew")]
    AlreadyLoaded(&'static str),
    /// The kernel knows the name, but not through the files that hold it.
    #[error(
        "the kernel has a congestion control {0} that is not held under /sys/fs/bpf/airhop: is this another mount namespace, \
             as in `ip netns exec`?"
    )]
    HeldElsewhere(&'static str),
    /// It is not there.
    #[error("{0} is not loaded")]
    NotLoaded(&'static str),
    /// A value outside of its range.
    #[error("{what}: {found} is not allowed: {allowed}")]
    OutOfRange {
        /// Which value.
        what: &'static str,
        /// The one given.
        found: String,
        /// What would have been right.
        allowed: &'static str,
    },
    /// No path of that destination.
    #[error("no path is set for {0}")]
    NoSuchPath(String),
    /// The kernel or libbpf refuses.
    #[error("{what}: {why}")]
    Refused {
        /// What was tried.
        what: String,
        /// The whole chain of reasons.
        why: String,
    },
}

impl Error {
    /// A refusal with its chain of reasons.
    #[cfg(feature = "bpf")]
    pub(crate) fn refused(what: impl Into<String>, why: impl std::fmt::Display) -> Self {
        Self::Refused { what: what.into(), why: format!("{why:#}") }
    }
}
