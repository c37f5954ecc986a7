use airhop_base::NodeId;

/// What captures need to know about a flow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlowFacts {
    /// Payload of a full segment in bytes; 0 without TCP.
    pub mss_bytes: u32,
    pub src: NodeId,
    pub dst: NodeId,
}
