//! Python bindings of airhop.
