//! Names of transports and values of parameters: what is taken, and what the errors say.

use airhop_transport::{Kind, PacedRate, Transport, TransportError, parameters, parts, transports};
use proptest::prelude::*;

fn error(name: &str) -> String {
    Transport::parse(name).map(|_| ()).expect_err(name).to_string()
}

#[test]
fn names_of_the_specification() {
    for name in [
        "newreno",
        "reno",
        "tahoe",
        "sack",
        "vegas",
        "westwood",
        "cubic",
        "newreno+lda",
        "newreno+cwl=3",
        "newreno+cwl=h/4",
        "newreno+cwl=rthc/5",
        "newreno+bwrtt",
        "bw-rtt",
        "bw-rtt+cwl=none",
        "sack+bwrtt",
        "vegas+bwrtt",
        "tcp-ap+bwrtt",
        "sack+delack",
        "newreno+delack+cwl=3",
        "cubic+sack",
        "newreno+pace=330.5",
        "sack+daa",
        "vegas+daa",
        "tcp-ap+daa",
        "sack+daa-auto",
        "newreno+rto-floor-factor=2",
        "tcp-daa+sack",
        "sack+daa+dupthresh=3+rto-factor=1+cwl=none",
        "newreno+dupthresh=2+rto-factor=5+no-backoff",
        "tctc",
        "newreno+tctc",
        "sack+tctc",
        "tcp-ap+tctc",
        "newreno+delack+tctc",
    ] {
        let transport = Transport::parse(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((transport.name(), transport.kind()), (name, Kind::Tcp));
        assert!(transport.receiver().is_some());
    }
    for name in ["dccp", "dccp-reliable", "dccp+reliable+two-state", "dccp-reliable+two-state", "dccp+dupthresh=5"] {
        let transport = Transport::parse(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((transport.name(), transport.kind(), transport.receiver().is_none()), (name, Kind::Dccp, true));
        assert!(transport.dccp().is_some());
    }
    let udp = |name| Transport::parse(name).map(|transport| (transport.kind(), transport.receiver().is_none()));
    assert_eq!(udp("udp-paced=330"), Ok((Kind::PacedUdp { rate: PacedRate::Kbps(330.0) }, true)));
    assert_eq!(udp("udp-paced=best"), Ok((Kind::PacedUdp { rate: PacedRate::Best }, true)));
}

#[test]
fn errors_name_the_word_and_what_would_do() {
    assert_eq!(error("newrno"), "unknown transport `newrno`; did you mean `newreno`?");
    assert_eq!(error("upd-paced=3"), "unknown transport `upd-paced=3`; did you mean `udp-paced`?");
    assert_eq!(error("newreno+delak"), "unknown part `+delak` in transport `newreno+delak`; did you mean `+delack`?");
    assert_eq!(error("newreno+cvl=3"), "unknown part `+cvl=3` in transport `newreno+cvl=3`; did you mean `+cwl=none`?");
    assert_eq!(
        error("newreno+cwl=0"),
        "`cwl=0` in transport `newreno+cwl=0`: allowed is cwl=none, cwl=N, cwl=h/4, cwl=rthc/5"
    );
    assert_eq!(error("newreno+lda=2"), "`lda=2` in transport `newreno+lda=2`: allowed is lda");
    assert_eq!(
        error("newreno+dupthresh=0"),
        "`dupthresh=0` in transport `newreno+dupthresh=0`: allowed is a whole number from 1 to 100 (ACKs)"
    );
    assert_eq!(
        error("newreno+lda+delack"),
        "transport `newreno+lda+delack` names two parts of one kind (ACK policy): `+lda` and `+delack`"
    );
    assert_eq!(
        error("dccp+lda"),
        "`lda` in transport `dccp+lda`: allowed is reliable, two-state or dupthresh=N behind a dccp"
    );
    assert_eq!(
        error("newreno+reliable"),
        "`reliable` in transport `newreno+reliable`: allowed is this part behind dccp or dccp-reliable alone"
    );
    assert_eq!(error("dcp"), "unknown transport `dcp`; did you mean `dccp`?");
    for rate in ["udp-paced", "udp-paced=", "udp-paced=0", "udp-paced=-3", "udp-paced=nan", "udp-paced=330+lda"] {
        assert!(error(rate).contains("allowed is udp-paced=KBPS"), "{rate}");
    }
    for name in ["", "+", "newreno+", "+lda", "newreno lda"] {
        error(name);
    }
}

#[test]
fn parameters_are_checked() {
    let mut transport = Transport::parse("newreno").expect("a known transport");
    for parameter in parameters() {
        assert_eq!(transport.set(parameter.key, parameter.default), Ok(()));
    }
    let refused = |key: &str, value: &str| {
        Transport::parse("newreno").and_then(|mut t| t.set(key, value)).expect_err(key).to_string()
    };
    assert_eq!(refused("rto_mni", "1"), "unknown transport parameter `rto_mni`; did you mean `rto_min`?");
    assert_eq!(
        refused("rto_min", "-1"),
        "transport parameter `rto_min` = `-1`: allowed is a number from 0.001 to 60 (s)"
    );
    assert_eq!(refused("handshake", "yes"), "transport parameter `handshake` = `yes`: allowed is on or off");
    assert_eq!(
        refused("rtt_samples", "all"),
        "transport parameter `rtt_samples` = `all`: allowed is one of ack, window"
    );
}

#[test]
fn what_was_set_last_holds_over_the_name() {
    let mut transport = Transport::parse("newreno+dupthresh=2").expect("a known transport");
    assert_eq!(transport.set("dupthresh", "4"), Ok(()));
    assert!(matches!(transport.set("dupthresh", "x"), Err(TransportError::BadValue { .. })));
}

#[test]
fn a_preset_holds_for_what_neither_the_name_nor_a_parameter_sets() {
    let value = |transport: &Transport, key: &str| transport.value(key).map(str::to_owned);
    let mut transport = Transport::parse("tcp-ap").expect("a known transport");
    let keys = ["limited_transmit", "rtt_samples", "rto_min", "initial_window", "backoff"];
    let found = |transport: &Transport| keys.map(|key| value(transport, key).expect("a known key"));
    assert_eq!(found(&transport), ["on", "ack", "0.2", "2", "off"], "no-backoff is TCP-AP's own");
    assert_eq!(transport.set("rto_min", "0.3"), Ok(()));
    assert_eq!(transport.set("preset", "ns2"), Ok(()));
    assert_eq!(found(&transport), ["ns2", "window", "0.3", "2", "off"]);
    assert_eq!(transport.set("preset", "rfc"), Ok(()));
    assert_eq!(found(&transport), ["on", "ack", "0.3", "10", "off"]);
    let refused = transport.set("preset", "ns3").expect_err("no such preset").to_string();
    assert_eq!(refused, "transport parameter `preset` = `ns3`: allowed is one of airhop, ns2, rfc");
}

#[test]
fn a_renamed_parameter_is_told_by_its_new_name() {
    let mut transport = Transport::parse("newreno").expect("a known transport");
    let refused = transport.set("careful", "on").expect_err("renamed").to_string();
    assert_eq!(refused, "transport parameter `careful` is now called `avoid_multiple_fast_retransmits`");
}

#[test]
fn listings_are_complete() {
    assert!(transports().iter().all(|line| !line.about.is_empty() && !line.source.is_empty()));
    let names: Vec<&str> = transports().iter().map(|line| line.name).collect();
    assert_eq!(
        names,
        [
            "newreno",
            "reno",
            "tahoe",
            "sack",
            "vegas",
            "westwood",
            "cubic",
            "bw-rtt",
            "tcp-ap",
            "tctc",
            "tcp-daa",
            "tcp-daap",
            "tcp-daa-auto",
            "dccp",
            "dccp-reliable",
            "udp-paced=KBPS"
        ]
    );
    assert!(parts().iter().any(|part| part.form == "lda"));
}

/// Words near the grammar, and any text.
fn name() -> impl Strategy<Value = String> {
    let words: Vec<String> = transports()
        .iter()
        .map(|line| line.name.to_owned())
        .chain(parts().iter().map(|part| part.form.to_owned()))
        .chain(["cwl=", "=", "cwl=99999999999", "pace=1e300", "udp-paced=1e-9", ""].map(str::to_owned))
        .collect();
    let word = prop_oneof![4 => prop::sample::select(words), 1 => any::<String>()];
    prop_oneof![any::<String>(), prop::collection::vec(word, 0..6).prop_map(|words| words.join("+")),]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_name_panics(name in name()) {
        match Transport::parse(&name) {
            Ok(transport) => prop_assert_eq!(transport.name(), name),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn no_value_panics(index in 0..parameters().len(), value in any::<String>()) {
        let mut transport = Transport::parse("newreno").expect("a known transport");
        let _ = transport.set(parameters()[index].key, &value);
        let _ = transport.set(&value, "1");
    }
}
