//! airhop's transports as congestion controls of the Linux kernel, in eBPF: loading, unloading, setting the paths they need, and
//! listing their connections.
//!
//! The programs are in `bpf/`; the kernel registers each as a congestion control ([`Scheme`]). They remain loaded after this process
//! has exited, pinned by files in [`ROOT`], until [`unload`] removes them.
//!
//! Building the programs requires clang and the headers of libelf and zlib; therefore they are behind the feature `bpf`. Without it,
//! the crate compiles, and its functions return [`Error::NotBuilt`].

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

/// The directory in which loaded programs are pinned.
pub const ROOT: &str = "/sys/fs/bpf/airhop";

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Loads a scheme and registers it with the kernel as a congestion control that any user may select.
///
/// # Errors
///
/// A missing requirement; the scheme is already loaded; a value out of range; or a refusal by the kernel.
pub fn load(scheme: Scheme, settings: &Settings) -> Result<()> {
    settings.check()?;
    programs::load(scheme, settings)
}
