//! Whole scenarios, from their text to the results of their runs. One program, which links once.

mod adaptive_acknowledgement;
mod adaptive_pacing;
mod capture;
mod capture_dccp;
mod captured;
mod contention_control;
mod dccp;
mod input;
mod layouts;
mod measured;
mod mobility;
mod notices;
mod over_the_air;
mod scenarios;
mod stepping;
mod window_limit;
mod wired;
mod wired_capture;
