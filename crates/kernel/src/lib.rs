//! airhop's transports as congestion controls of the Linux kernel, in eBPF: loading, unloading, the paths they need, and what
//! they know of each connection.
//!
//! The programs stand in `bpf/`; the kernel registers each as a congestion control of its own ([`Scheme`]). They stay loaded
//! after this process has ended, held by files under [`ROOT`], until [`unload`] takes them away.
//!
//! Building the programs needs clang and the headers of libelf and zlib, so that they are behind the feature `bpf`. Without
//! it everything here compiles all the same, and says [`Error::NotBuilt`].

mod acks;
mod connection;
mod error;
mod path;
mod scheme;
mod system;

#[cfg(feature = "bpf")]
#[path = "bpf/mod.rs"]
mod programs;
#[cfg(not(feature = "bpf"))]
#[path = "without.rs"]
mod programs;

pub use acks::{AckPolicy, WindowLimit};
pub use connection::{Connection, Pacing};
pub use error::Error;
pub use path::{Path, Prefix};
pub use programs::{clear_acks, clear_delack, set_acks, set_delack};
pub use programs::{connections, delete_path, paths, set_path, state, unavailable, unload, unload_all};
pub use scheme::{Scheme, Settings, Spread, State};

/// Where what is loaded is pinned.
pub const ROOT: &str = "/sys/fs/bpf/airhop";

/// What every function of this crate returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Loads a scheme and registers it with the kernel as a congestion control that any user may choose.
///
/// # Errors
///
/// What the machine lacks; that it is loaded already; values outside of their range; or why the kernel refuses it.
pub fn load(scheme: Scheme, settings: &Settings) -> Result<()> {
    settings.check()?;
    programs::load(scheme, settings)
}
