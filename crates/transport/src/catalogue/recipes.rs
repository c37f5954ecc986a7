use super::line::{Protocol, TransportInfo, combination, recipe};
use std::sync::LazyLock;

const TCP: &str = "TCP";
const FEWER_ACKS: &str = "fewer ACKs";
const WINDOW_LIMITS: &str = "window limits";
const TCP_AP: &str = "TCP-AP";
const TCTC: &str = "TCTC";
const TCP_DAA: &str = "TCP-DAA";
const DCCP: &str = "DCCP";
const MIXED: &str = "mixed";

/// The table of recipes, and of the combinations that are compared with them, family by family. A scheme made of parts
/// that exist is one line more; `contends` and `advised` enter it in `airhop matrix` and `airhop advise`.
#[rustfmt::skip]
const LINES: &[TransportInfo] = &[
    recipe("newreno", "Reno with recovery from several losses in one window", "RFC 6582", &[]).family(TCP).contends().advised(0),
    recipe("reno", "fast retransmit and fast recovery", "RFC 5681", &["reno"]).family(TCP).contends(),
    recipe("tahoe", "fast retransmit, then slow start from one segment", "Jacobson 1988", &["tahoe"]).family(TCP),
    recipe("sack", "recovery from selective ACKs", "RFC 6675, RFC 2018", &["sack"]).family(TCP).contends(),
    recipe("vegas", "delay-based window over NewReno recovery", "Brakmo & Peterson 1995", &["vegas"]).family(TCP).contends().advised(50),
    recipe("westwood", "Westwood+: windows from the estimated bandwidth", "Grieco & Mascolo 2004", &["westwood"]).family(TCP).contends(),
    recipe("cubic", "window as a cubic function of time over NewReno recovery", "RFC 9438", &["cubic"]).family(TCP).contends(),
    combination("newreno+delack").family(FEWER_ACKS).contends().advised(10),
    combination("sack+delack").family(FEWER_ACKS).advised(20),
    combination("cubic+delack").family(FEWER_ACKS).advised(30),
    combination("westwood+delack").family(FEWER_ACKS).advised(40),
    combination("vegas+delack").family(FEWER_ACKS).advised(60),
    combination("newreno+lda").family(FEWER_ACKS).contends().advised(110),
    combination("newreno+cwl=3").family(WINDOW_LIMITS).advised(70),
    combination("newreno+cwl=h/4").family(WINDOW_LIMITS).contends().advised(80),
    recipe("bw-rtt", "NewReno within the estimated bandwidth times the round-trip time", "bw-rtt, section 3", &["bwrtt"]).family(WINDOW_LIMITS).contends().advised(90),
    recipe("tcp-ap", "NewReno with adaptive pacing", "tcp-ap, section 4", &["ap", "no-backoff"]).family(TCP_AP).contends().advised(100),
    combination("tcp-ap+lda").family(TCP_AP).contends(),
    combination("tcp-ap+sync").family(TCP_AP).contends(),
    combination("tcp-ap+sync+lda").family(TCP_AP).contends(),
    recipe("tctc", "NewReno whose receiver controls contention", "tctc, section IV", &["tctc"]).family(TCTC).contends().advised(160),
    combination("tctc").family(TCTC).contends_as("tctc, rule text", &[("transport.tctc_rule", "text")]),
    recipe("tcp-daa", "NewReno with dynamic adaptive ACKs and a window of 4", "tcp-daa, section 3", &["daa"]).family(TCP_DAA).contends().advised(120),
    recipe("tcp-daap", "tcp-daa for lossy paths: single ACKs after a disturbance, shorter RTO", "tcp-daa, section 3.4", &["daap"]).family(TCP_DAA).contends(),
    recipe("tcp-daa-auto", "switches between tcp-daa and tcp-daap by the disorder that the receiver sees", "future work of tcp-daa", &["daa-auto"]).family(TCP_DAA).contends().advised(130),
    recipe("dccp", "DCCP with delay-based congestion control; what is lost stays lost", "RFC 4340; dccp, section 4", &[]).over(Protocol::Dccp).family(DCCP).contends(),
    combination("dccp+two-state").family(DCCP).contends(),
    recipe("dccp-reliable", "DCCP with retransmission and in-order delivery over the Ack Vector", "dccp, section 4", &["reliable"]).over(Protocol::Dccp).family(DCCP).contends().advised(170),
    combination("sack+daa").family(MIXED).contends(),
    combination("vegas+daa").family(MIXED).advised(140),
    combination("tcp-ap+daa").family(MIXED).contends().advised(150),
    recipe("udp-paced=KBPS", "UDP at a constant rate in kbit/s of payload; udp-paced=best searches the rate of the highest goodput", "tcp-ap, section 4", &[]).over(Protocol::Udp),
];

/// Base names, without the combinations.
static TRANSPORTS: LazyLock<Vec<TransportInfo>> =
    LazyLock::new(|| LINES.iter().filter(|line| line.is_base()).copied().collect());

static CONTENDERS: LazyLock<Vec<TransportInfo>> =
    LazyLock::new(|| LINES.iter().filter(|line| line.contender.is_some()).copied().collect());

static CANDIDATES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut placed: Vec<_> = LINES.iter().filter_map(|line| Some((line.candidate?, line.name))).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, name)| name).collect()
});

/// The base names of transports, for `airhop list`.
#[must_use]
pub fn transports() -> &'static [TransportInfo] {
    &TRANSPORTS
}

/// What `airhop matrix` compares, family by family.
#[must_use]
pub fn contenders() -> &'static [TransportInfo] {
    &CONTENDERS
}

/// The names of what `airhop advise` compares unless others are named, in order.
#[must_use]
pub fn candidates() -> &'static [&'static str] {
    &CANDIDATES
}

/// The line of a base name.
pub(super) fn base(name: &str) -> Option<&'static TransportInfo> {
    TRANSPORTS.iter().find(|line| line.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::transport::Transport;

    #[test]
    fn every_line_parses_and_those_of_a_family_stand_together() {
        let mut families: Vec<&str> = Vec::new();
        for line in LINES {
            assert!(Transport::parse(&line.name.replace("=KBPS", "=330")).is_ok(), "{}", line.name);
            if families.last() != Some(&line.family) {
                assert!(!families.contains(&line.family), "{} is apart from its family", line.name);
                families.push(line.family);
            }
        }
    }

    #[test]
    fn contenders_have_names_and_candidates_places_of_their_own() {
        let mut names: Vec<_> = contenders().iter().filter_map(|line| line.contender).collect();
        let mut places: Vec<_> = LINES.iter().filter_map(|line| line.candidate).collect();
        let counts = (names.len(), places.len());
        names.sort_unstable();
        names.dedup();
        places.sort_unstable();
        places.dedup();
        assert_eq!((names.len(), places.len()), counts);
        assert!(contenders().iter().all(|line| !line.family.is_empty()));
    }
}
