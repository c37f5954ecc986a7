//! Routing protocols for multihop networks, sans-IO: static and AODV.
