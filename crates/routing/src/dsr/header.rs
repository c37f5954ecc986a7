use super::config::Rules;
use super::route::Route;
use airhop_base::NodeId;

/// What DSR carries besides, or instead of, data. A packet of data that follows its default flow has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routed<T> {
    /// DSR's own headers.
    pub header: Header,
    /// The data; `None` in a message of DSR alone.
    pub data: Option<T>,
}

/// The headers of DSR in one packet (RFC 4728, sections 6 and 7; ns-2, hdr_sr.h).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The source route, or the nodes that a request has come by; empty for a packet along a flow.
    pub route: Route,
    /// The place on the route of the node that holds the packet, on the air of the node that it is sent to.
    pub at: u8,
    /// How many times the packet was salvaged.
    pub salvaged: u8,
    /// A route request.
    pub request: Option<Request>,
    /// The route that a route reply offers.
    pub reply: Option<Route>,
    /// Route errors; the packet is for the node that the last one tells.
    pub errors: Vec<RouteError>,
    /// The flow that the packet belongs to.
    pub flow: Option<FlowHeader>,
    /// The route is to be remembered as that of the flow, for so many seconds.
    pub flow_timeout_s: Option<u32>,
    /// Flows that a node on their way does not know.
    pub unknown_flows: Vec<UnknownFlow>,
}

/// A route request (RFC 4728, section 6.2). Its target is the packet's destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// The source's number of this request.
    pub id: u32,
    /// How many nodes may have passed it on.
    pub max_hops: u8,
}

/// A route error (RFC 4728, section 6.4): a node that cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RouteError {
    /// Whom it is for; `None` in a request that spreads it.
    pub tell: Option<NodeId>,
    /// The node that found out.
    pub from: NodeId,
    /// The node that it could not reach.
    pub to: NodeId,
}

/// A flow's number and how far the packet has come (RFC 4728, section 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlowHeader {
    /// The source's number of the flow; odd for one that may be the default.
    pub id: u16,
    /// Links from the source.
    pub hops: u8,
}

/// A flow error (RFC 4728, sections 7.2.3 and 7.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFlow {
    /// The flow's source, whom the error is for.
    pub src: NodeId,
    /// The flow's destination.
    pub dst: NodeId,
    /// The flow; `None` when it is the default flow that is not known.
    pub id: Option<u16>,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            route: Route::from([]),
            at: 0,
            salvaged: 0,
            request: None,
            reply: None,
            errors: Vec::new(),
            flow: None,
            flow_timeout_s: None,
            unknown_flows: Vec::new(),
        }
    }
}

impl Header {
    /// Whether it adds no bytes on the air.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.route.is_empty() && self.flow.is_none() && self.is_plain()
    }

    /// Whether it carries nothing but the way of a packet.
    pub(super) fn is_plain(&self) -> bool {
        self.request.is_none() && self.reply.is_none() && self.errors.is_empty() && self.unknown_flows.is_empty()
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self, rules: Rules) -> u32 {
        if self.is_empty() {
            return 0;
        }
        let count = |n: usize| n as u32;
        let flow = if self.flow.is_some() { 4 } else { 0 };
        let timeout = if self.flow_timeout_s.is_some() { 4 } else { 0 };
        let options = match rules {
            // hdr_sr::size.
            Rules::Ns2 => {
                let fixed = if self.route.is_empty() && timeout == 0 && self.is_plain() { 0 } else { 4 };
                let unknown = self.unknown_flows.iter().map(|u| if u.id.is_some() { 14 } else { 12 }).sum::<u32>();
                fixed
                    + 4 * count(self.route.len().saturating_sub(1))
                    + self.reply.as_ref().map_or(0, |r| 5 + 4 * count(r.len()))
                    + if self.request.is_some() { 8 } else { 0 }
                    + 16 * count(self.errors.len())
                    + timeout
                    + unknown
            }
            // Sections 6.1 to 6.7: the ends of a route stand in the IP header.
            Rules::Rfc4728 if self.route.is_empty() && timeout == 0 && self.is_plain() => 0,
            Rules::Rfc4728 => {
                let route = match self.request {
                    Some(_) => 8 + 4 * count(self.route.len().saturating_sub(1)),
                    None if self.route.is_empty() => 0,
                    None => 4 + 4 * count(self.route.len().saturating_sub(2)),
                };
                4 + route
                    + self.reply.as_ref().map_or(0, |r| 3 + 4 * count(r.len().saturating_sub(1)))
                    + 16 * count(self.errors.len() + self.unknown_flows.len())
                    + timeout
            }
        };
        options.next_multiple_of(4) + flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(nodes: u32) -> Route {
        (0..nodes).map(NodeId).collect()
    }

    fn both(header: &Header) -> [u32; 2] {
        [header.bytes(Rules::Ns2), header.bytes(Rules::Rfc4728)]
    }

    #[test]
    fn sizes() {
        assert_eq!(both(&Header::default()), [0, 0]);
        let data = Header { route: route(5), ..Header::default() };
        assert_eq!(both(&data), [20, 20]);
        let request = Some(Request { id: 1, max_hops: 0 });
        assert_eq!(both(&Header { route: route(1), request, ..Header::default() }), [12, 12]);
        assert_eq!(both(&Header { reply: Some(route(5)), ..data.clone() }), [48, 40]);
        let error = RouteError { tell: None, from: NodeId(0), to: NodeId(1) };
        assert_eq!(both(&Header { errors: vec![error], ..data.clone() }), [36, 36]);
        let flow = Some(FlowHeader { id: 1, hops: 1 });
        assert_eq!(both(&Header { flow, flow_timeout_s: Some(60), ..data }), [28, 28]);
        assert_eq!(both(&Header { flow, ..Header::default() }), [4, 4]);
    }
}
