//! Names of transports and their parameters: refused with a message, or the two ends carry data over a lossy path.

#![no_main]

use airhop_base::{BitRate, Nanos};
use airhop_fuzz::path::{self, Ends};
use airhop_fuzz::words::{Setting, Word};
use airhop_transport::{Kind, Parameter, PathInfo, Transport, parameters, parts, transports};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static BASES: LazyLock<Vec<&'static str>> = LazyLock::new(|| transports().iter().map(|line| line.name).collect());
static PARTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| parts().iter().map(|part| part.form).collect());
static PARAMETERS: LazyLock<Vec<&'static Parameter>> = LazyLock::new(|| parameters().iter().collect());
static KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| PARAMETERS.iter().map(|p| p.key).collect());
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| PARAMETERS.iter().map(|p| p.default).collect());

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    base: Word<'a>,
    parts: Vec<(Word<'a>, u8)>,
    settings: Vec<(Word<'a>, Setting<'a>)>,
    hops: u8,
    rate_bps: u32,
    /// What the path does with one packet after the other.
    path: &'a [u8],
}

/// A word of the tables with its capital letters, which stand for a value, replaced by one.
fn with_value(form: &str, value: u8) -> String {
    match form.find(|c: char| c.is_ascii_uppercase()) {
        Some(at) => {
            format!("{}{value}{}", &form[..at], form[at..].trim_start_matches(|c: char| c.is_ascii_uppercase()))
        }
        None => form.to_owned(),
    }
}

fuzz_target!(|input: Input| {
    let words = input.parts.iter().take(6).map(|(part, value)| with_value(part.pick(&PARTS), *value));
    let name = words.fold(input.base.pick(&BASES).to_owned(), |name, part| name + "+" + &part);
    let Ok(mut transport) = Transport::parse(&name) else { return };
    assert_eq!(transport.name(), name);
    for (key, value) in input.settings.iter().take(8) {
        let key = key.pick(&KEYS);
        let default = PARAMETERS.iter().find(|p| p.key == key).map_or("", |p| p.default);
        let value = value.text(default, &WORDS);
        if transport.set(key, &value).is_ok() {
            assert_eq!(transport.value(key), Some(value.as_str()), "{key} is not what it was set to");
        }
    }
    let link_rate = BitRate::from_bps(u64::from(input.rate_bps).max(1000)).expect("above 0");
    let path = PathInfo { hops: input.hops.into(), link_rate };
    let ends = match transport.kind() {
        Kind::PacedUdp { .. } => return,
        Kind::Tcp => Ends::Tcp(
            Box::new(transport.sender(path).expect("it is TCP")),
            Box::new(transport.receiver().expect("it is TCP")),
        ),
        Kind::Dccp => {
            let (sender, receiver) = transport.dccp().expect("it is DCCP");
            Ends::Dccp(Box::new(sender), Box::new(receiver))
        }
    };
    path::carry(ends, input.path, Nanos::from_millis(20));
});
