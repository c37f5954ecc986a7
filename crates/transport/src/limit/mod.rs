//! Window limits: the most segments in flight, whatever the congestion window says.

mod interface;

pub(crate) use interface::Limit;

use crate::congestion::Ack;
use crate::part::parts;
use crate::path::PathInfo;

parts! {
    $ /// The window limit of a recipe.
    WindowLimit: "window limit" {
        none: Unlimited;
        fixed: Fixed;
        quarter_hops: QuarterHops;
        fifth_round_trip: FifthRoundTrip;
        bw_rtt: BwRtt;
    }
}

impl Default for WindowLimit {
    fn default() -> Self {
        Self::Unlimited(none::Unlimited)
    }
}

impl Limit for WindowLimit {
    fn segments(&self, path: &PathInfo) -> f64 {
        dispatch!(self, limit => limit.segments(path))
    }

    fn observe(&mut self, ack: &Ack) {
        dispatch!(self, limit => limit.observe(ack));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use airhop_base::BitRate;

    fn limit(word: &str, hops: u32) -> f64 {
        let path = PathInfo { hops, link_rate: BitRate::kbps(2000) };
        WindowLimit::from_word(word).expect("a known limit").segments(&path)
    }

    #[test]
    fn a_quarter_of_the_hops_to_the_nearest() {
        let hops = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, u32::MAX];
        let limits = hops.map(|h| limit("cwl=h/4", h));
        assert_eq!(limits[..11], [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0]);
        assert_eq!(limits[11], 1_073_741_824.0);
    }

    #[test]
    fn a_fifth_of_the_round_trip_never_above_it() {
        let limits = [0, 1, 4, 5, 7, 8, 12, 20].map(|h| limit("cwl=rthc/5", h));
        assert_eq!(limits, [1.0, 1.0, 1.0, 2.0, 2.0, 3.0, 4.0, 8.0]);
    }

    #[test]
    fn fixed_and_none() {
        assert_eq!(limit("cwl=3", 9), 3.0);
        assert_eq!(limit("cwl=none", 9), f64::INFINITY);
        assert!(WindowLimit::from_word("cwl=0").is_none());
        assert!(WindowLimit::from_word("cwl=-1").is_none());
        assert!(WindowLimit::from_word("cwl=h/5").is_none());
    }
}
