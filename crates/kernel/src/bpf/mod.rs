//! The kernel side: loaded programs, and the files in [`ROOT`](crate::ROOT) that pin them.

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

/// Returns why schemes cannot be loaded; `None` if they can.
pub fn unavailable() -> Option<Error> {
    system::check().err()
}
