//! Whole networks, driven by hand. One program, which links once.

mod bench;
mod contention;
mod exchange;
mod measured;
mod moving;
mod profiles;
mod rules;
