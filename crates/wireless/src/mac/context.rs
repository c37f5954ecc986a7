//! What a station acts through.

use crate::carried::{Carried, Content};
use crate::config::WirelessConfig;
use crate::event::{Schedule, Upcall};
use crate::flight::{Flight, Flights};
use crate::frame::Header;
use crate::mac::timing::Timing;
use crate::phy::links::Links;
use crate::phy::sinr::SinrLimits;
use crate::tap::{TapDirection, TapRecord};
use airhop_base::Nanos;

/// What stays the same through a run.
#[derive(Clone, Debug)]
pub(crate) struct Air {
    pub config: WirelessConfig,
    pub timing: Timing,
    pub links: Links,
    pub capture_ratio: f64,
    pub limits: SinrLimits,
    /// Whether stations hand up unicast packets to others that they decode.
    pub promiscuous: bool,
}

/// What a station acts through: the moment, the event queue, the results, the frames on the air.
pub(crate) struct Io<'a, P, S> {
    pub now: Nanos,
    pub schedule: &'a mut S,
    pub upcalls: &'a mut Vec<Upcall<P>>,
    pub flights: &'a mut Flights<P>,
    pub tap: &'a mut Option<Vec<TapRecord<P>>>,
    /// A frame that was put on the air just now and has not reached anyone yet.
    pub launched: Option<u32>,
}

impl<P: Carried, S: Schedule> Io<'_, P, S> {
    /// Puts a frame on the air.
    #[inline(always)]
    pub fn launch(&mut self, air: &Air, header: Header, airtime: Nanos, rate_kbps: u64, content: Option<Content<P>>) {
        let links = air.links.range(header.from);
        let flight = Flight { header, start: self.now, airtime, rate_kbps, links, next: 0, arriving: true };
        if let Some(tap) = self.tap {
            let power_w = air.config.radio.tx_power_w;
            let record = TapRecord::new(header.from, TapDirection::Sent, self.now, power_w, &flight, content.as_ref());
            tap.push(record);
        }
        if !air.links.get(links).is_empty() {
            debug_assert!(self.launched.is_none(), "a station sends one frame at a time");
            self.launched = Some(self.flights.add(flight, content));
        }
    }
}
