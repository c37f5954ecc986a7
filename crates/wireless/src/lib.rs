//! The 802.11 network: channel, propagation, reception, DCF, interface queue, energy.
