//! The event loop that joins transport, routing and radio: scenarios, traffic, probes, results.
