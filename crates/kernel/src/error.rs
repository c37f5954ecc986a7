use thiserror::Error;

/// A missing requirement, an invalid value, or a refusal by the kernel.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The feature `bpf` is off.
    #[error("this airhop was built without kernel programs; `make kernel` builds them (needs clang and libelf)")]
    NotBuilt,
    /// This process lacks capabilities.
    #[error("the kernel programs need root, or the capabilities {0}")]
    NotPermitted(&'static str),
    /// The kernel has no type information.
    #[error("the kernel has no /sys/kernel/btf/vmlinux: it must be built with CONFIG_DEBUG_INFO_BTF")]
    NoBtf,
    /// The kernel is too old.
    #[error("the kernel version is {found}, required is {needed} or newer")]
    KernelTooOld {
        /// The running version, as in `uname -r`.
        found: String,
        /// The first sufficient version.
        needed: &'static str,
    },
    /// No BPF file system, which keeps programs loaded after this process has exited.
    #[error("/sys/fs/bpf has no BPF file system, and mounting one failed: {0}")]
    NoBpfFileSystem(String),
    /// An unknown scheme.
    #[error("unknown kernel scheme {found}; expected one of {allowed}")]
    UnknownScheme {
        /// The name given.
        found: String,
        /// All names.
        allowed: String,
    },
    /// The scheme is already loaded.
    #[error("{0} is already loaded; unload it first to load it again")]
    AlreadyLoaded(&'static str),
    /// The kernel has a congestion control of this name that is not pinned in our directory.
    #[error(
        "the kernel has a congestion control {0} that is not pinned in /sys/fs/bpf/airhop: is this another mount namespace, \
             as in `ip netns exec`?"
    )]
    HeldElsewhere(&'static str),
    /// The scheme is not loaded.
    #[error("{0} is not loaded")]
    NotLoaded(&'static str),
    /// A value outside of its range.
    #[error("{what}: {found} is not allowed: expected {allowed}")]
    OutOfRange {
        /// Which value.
        what: &'static str,
        /// The one given.
        found: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// No path is set for the destination.
    #[error("no path is set for {0}")]
    NoSuchPath(String),
    /// The kernel or libbpf refused an operation.
    #[error("{what}: {why}")]
    Refused {
        /// The operation.
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
