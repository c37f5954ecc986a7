/// The routes that are looked at for notices of lost ones.
#[derive(Clone, Debug)]
pub(super) struct WatchedRoutes {
    /// The flows whose packets each node's router is the first to route, and whether that had a route at the last check.
    pub of_node: Vec<Vec<(u32, bool)>>,
}
