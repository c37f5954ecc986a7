//! The kernel's side: what is loaded, and the files under [`ROOT`](crate::ROOT) that hold it.

mod acks;
mod loading;
mod path_map;
mod pins;
mod skeletons;

pub use acks::{clear_acks, clear_delack, set_acks, set_delack};
pub(crate) use loading::load;
pub use loading::{connections, state, unload, unload_all};
pub use path_map::{delete_path, paths, set_path};

use crate::{Error, system};

/// Why nothing can be loaded here; `None` if it can.
pub fn unavailable() -> Option<Error> {
    system::check().err()
}
