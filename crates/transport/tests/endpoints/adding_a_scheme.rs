//! The worked example of `docs/adding-a-scheme.md`: its code is the code of the crate, and it works.

use airhop_base::{BitRate, Nanos};
use airhop_transport::{PathInfo, Segment, Transport, TransportError};

const PAGE: &str = include_str!("../../../../docs/adding-a-scheme.md");
const SOURCES: [(&str, &str); 4] = [
    ("crates/transport/src/congestion/sca.rs", include_str!("../../src/congestion/sca.rs")),
    ("crates/transport/src/congestion/mod.rs", include_str!("../../src/congestion/mod.rs")),
    ("crates/transport/src/catalogue/recipes.rs", include_str!("../../src/catalogue/recipes.rs")),
    ("crates/transport/tests/endpoints/adding_a_scheme.rs", include_str!("adding_a_scheme.rs")),
];

/// The window after a hundred ACKs in congestion avoidance.
fn window_after_a_hundred(name: &str, sca_parameter: &str) -> Result<f64, TransportError> {
    let mut transport = Transport::parse(name)?;
    transport.set("sca_parameter", sca_parameter)?;
    let path = PathInfo { hops: 4, link_rate: BitRate::kbps(2000) };
    let mut sender = transport.sender(path).expect("a TCP transport");
    sender.write(Nanos::ZERO, u64::MAX);
    let mut now = Nanos::ZERO;
    let mut acked = 0;
    while acked < 100 * 1460 {
        while sender.poll_transmit(now).is_some() {}
        if acked == 0 {
            // The first segment is lost: from here on the threshold is 2 segments.
            now = sender.next_timeout().expect("the retransmission timer");
            sender.on_timeout(now);
            while sender.poll_transmit(now).is_some() {}
        }
        acked += 1460;
        now += Nanos::from_millis(10);
        sender.on_segment(now, &Segment { ack: Some(acked), window: 65_536, ..Segment::default() });
    }
    Ok(sender.cwnd_segments())
}

#[test]
fn sca_grows_more_slowly() -> Result<(), TransportError> {
    let newreno = window_after_a_hundred("newreno", "4")?;
    let sca = window_after_a_hundred("newreno+sca", "4")?;
    assert!(sca < newreno / 1.5, "{sca} against {newreno}");
    assert_eq!(window_after_a_hundred("newreno+sca", "1")?, newreno, "with 1 it is NewReno");
    Ok(())
}

/// The blocks of code of the page, each with the file that the comment above it names.
fn blocks() -> Vec<(&'static str, &'static str)> {
    PAGE.split("<!-- ")
        .skip(1)
        .map(|rest| {
            let (file, rest) = rest.split_once(" -->\n```rust\n").expect("a block under each comment");
            (file, rest.split_once("```").expect("an end to each block").0)
        })
        .collect()
}

#[test]
fn the_page_quotes_the_code() {
    let blocks = blocks();
    assert_eq!(blocks.len(), SOURCES.len());
    for (file, block) in blocks {
        let (_, source) = SOURCES.iter().find(|(name, _)| *name == file).expect("a file that the test knows");
        // A quotation may be indented less than the source is.
        let unindented = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        assert!(unindented(source).contains(&unindented(block)), "the page differs from {file}:\n{block}");
    }
    let (code, _) = SOURCES[0].1.split_once("\n#[cfg(test)]").expect("tests behind the code");
    assert!(PAGE.contains(code.trim_end()), "the page shows the whole file");
}
