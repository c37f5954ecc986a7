use airhop_base::NodeId;
use std::rc::Rc;

/// A source route: the nodes from its beginning to its end, both included, none of them twice. Shared, for packets are
/// copied at every hop.
pub type Route = Rc<[NodeId]>;

/// The place of `node` on `route`.
pub(super) fn place(route: &[NodeId], node: NodeId) -> Option<usize> {
    route.iter().position(|n| *n == node)
}

/// Whether the route goes over the link `from` - `to`, in that direction.
pub(super) fn uses(route: &[NodeId], from: NodeId, to: NodeId) -> bool {
    route.windows(2).any(|link| link == [from, to])
}

/// The route with one more node at its end.
pub(super) fn extended(route: &[NodeId], node: NodeId) -> Route {
    route.iter().copied().chain([node]).collect()
}

/// The route the other way round.
pub(super) fn reversed(route: &[NodeId]) -> Route {
    route.iter().rev().copied().collect()
}

/// The first route and then the second, without the detours that lead back to a node: A B C B D becomes A B D.
pub(super) fn joined(first: &[NodeId], second: &[NodeId]) -> Vec<NodeId> {
    let mut route: Vec<NodeId> = Vec::with_capacity(first.len() + second.len());
    for &node in first.iter().chain(second) {
        match place(&route, node) {
            Some(before) => route.truncate(before + 1),
            None => route.push(node),
        }
    }
    route
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(nodes: &[u32]) -> Vec<NodeId> {
        nodes.iter().map(|n| NodeId(*n)).collect()
    }

    #[test]
    fn joined_routes_have_no_loops() {
        assert_eq!(joined(&route(&[1, 2, 3]), &route(&[4, 5])), route(&[1, 2, 3, 4, 5]));
        assert_eq!(joined(&route(&[1, 2]), &route(&[3, 2, 4])), route(&[1, 2, 4]));
        assert_eq!(joined(&route(&[1, 2, 3]), &route(&[2, 1, 4])), route(&[1, 4]));
    }

    #[test]
    fn links_have_a_direction() {
        assert!(uses(&route(&[1, 2, 3]), NodeId(2), NodeId(3)));
        assert!(!uses(&route(&[1, 2, 3]), NodeId(3), NodeId(2)));
        assert!(!uses(&route(&[1, 2, 3]), NodeId(1), NodeId(3)));
    }
}
