//! What libbpf-cargo generates of `bpf/`.

#![allow(unsafe_code, missing_docs, unused_qualifications, dead_code, clippy::all, reason = "generated")]

pub(super) mod acks {
    include!(concat!(env!("OUT_DIR"), "/acks.skel.rs"));
}
pub(super) mod tcp_ap {
    include!(concat!(env!("OUT_DIR"), "/tcp_ap.skel.rs"));
}
pub(super) mod cwl {
    include!(concat!(env!("OUT_DIR"), "/cwl.skel.rs"));
}
pub(super) mod bwrtt {
    include!(concat!(env!("OUT_DIR"), "/bwrtt.skel.rs"));
}
