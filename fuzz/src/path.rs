//! A sender and a receiver joined by a path that does to each packet what a script says.

use airhop_base::Nanos;
use airhop_transport::{Receiver, Segment, Sender, dccp};

/// Bytes that the application writes.
const WRITTEN: u64 = 30_000;
/// The most events of a connection.
const MOST_EVENTS: u32 = 2_000;
/// The most packets that one event may release: more than there are bytes is an endless loop.
const MOST_AT_ONCE: u64 = 2 * WRITTEN;
/// The most timeouts in a row at one moment.
const MOST_TIMEOUTS: u32 = 100;

/// Both ends of a connection.
pub enum Ends {
    /// TCP.
    Tcp(Box<Sender>, Box<Receiver>),
    /// DCCP.
    Dccp(Box<dccp::Sender>, Box<dccp::Receiver>),
}

enum Message {
    Segment(Segment),
    Packet(dccp::Packet),
}

impl Ends {
    fn write(&mut self, now: Nanos) {
        match self {
            Self::Tcp(sender, _) => sender.write(now, WRITTEN),
            Self::Dccp(sender, _) => sender.write(now, WRITTEN),
        }
    }

    fn close(&mut self, now: Nanos) {
        match self {
            Self::Tcp(sender, _) => sender.close(now),
            Self::Dccp(sender, _) => sender.close(now),
        }
    }

    fn take(&mut self, now: Nanos, forward: bool, is_marked: bool, message: &Message) {
        match (self, message) {
            (Self::Tcp(_, receiver), Message::Segment(segment)) if forward => receiver.on_segment(now, segment),
            (Self::Tcp(sender, _), Message::Segment(segment)) => sender.on_segment(now, segment),
            (Self::Dccp(_, receiver), Message::Packet(packet)) if forward => receiver.on_packet(now, packet, is_marked),
            (Self::Dccp(sender, _), Message::Packet(packet)) => sender.on_packet(now, packet),
            _ => unreachable!("a connection carries its own messages"),
        }
    }

    /// The next message that an end sends, and whether it is the sender's.
    fn poll(&mut self, now: Nanos) -> Option<(bool, Message)> {
        match self {
            Self::Tcp(sender, receiver) => {
                let forward = sender.poll_transmit(now).map(|segment| (true, Message::Segment(segment)));
                forward.or_else(|| receiver.poll_transmit(now).map(|segment| (false, Message::Segment(segment))))
            }
            Self::Dccp(sender, receiver) => {
                let forward = sender.poll_transmit(now).map(|packet| (true, Message::Packet(packet)));
                forward.or_else(|| receiver.poll_transmit(now).map(|packet| (false, Message::Packet(packet))))
            }
        }
    }

    fn next_timeout(&self) -> Option<Nanos> {
        let timers = match self {
            Self::Tcp(sender, receiver) => [sender.next_timeout(), receiver.next_timeout()],
            Self::Dccp(sender, receiver) => [sender.next_timeout(), receiver.next_timeout()],
        };
        timers.into_iter().flatten().min()
    }

    fn on_timeout(&mut self, now: Nanos) {
        match self {
            Self::Tcp(sender, receiver) => {
                sender.on_timeout(now);
                receiver.on_timeout(now);
            }
            Self::Dccp(sender, receiver) => {
                sender.on_timeout(now);
                receiver.on_timeout(now);
            }
        }
    }

    /// Bytes delivered and acknowledged.
    fn progress(&self) -> (u64, u64) {
        match self {
            Self::Tcp(sender, receiver) => (receiver.delivered_bytes(), sender.acked_bytes()),
            Self::Dccp(sender, receiver) => (receiver.delivered_bytes(), sender.acked_bytes()),
        }
    }
}

/// Lets the sender send over a path with a one-way delay of `delay`. Each byte of the script is for one packet: dropped,
/// doubled, marked or late.
///
/// # Panics
/// More is delivered than was written, more acknowledged than was delivered, or the connection goes round in a circle.
pub fn carry(mut ends: Ends, script: &[u8], delay: Nanos) {
    let mut script = script.iter();
    let mut under_way: Vec<(Nanos, bool, bool, Message)> = Vec::new();
    let (mut now, mut timeouts) = (Nanos::ZERO, 0);
    ends.write(now);
    ends.close(now);
    for _ in 0..MOST_EVENTS {
        let mut released = 0;
        while let Some((forward, message)) = ends.poll(now) {
            released += 1;
            assert!(released < MOST_AT_ONCE, "packets without end at one moment");
            let fate = script.next().copied().unwrap_or_default();
            let late = delay * (1 + u64::from(fate >> 3));
            match fate & 7 {
                1 => {}
                2 => {
                    let again = match &message {
                        Message::Segment(segment) => Message::Segment(*segment),
                        Message::Packet(packet) => Message::Packet(packet.clone()),
                    };
                    under_way.push((now + delay, forward, false, again));
                    under_way.push((now + late, forward, false, message));
                }
                fate => under_way.push((now + late, forward, fate == 3, message)),
            }
        }
        let arrival = under_way.iter().enumerate().min_by_key(|(place, (at, ..))| (*at, *place));
        let arrival = arrival.map(|(place, (at, ..))| (*at, place));
        match (arrival, ends.next_timeout()) {
            (Some((at, place)), timer) if timer.is_none_or(|timer| at <= timer) => {
                now = at;
                timeouts = 0;
                let (_, forward, is_marked, message) = under_way.remove(place);
                ends.take(now, forward, is_marked, &message);
            }
            (_, Some(timer)) => {
                timeouts = if timer > now { 0 } else { timeouts + 1 };
                assert!(timeouts < MOST_TIMEOUTS, "timeouts without end at one moment");
                now = now.max(timer);
                ends.on_timeout(now);
            }
            _ => return,
        }
        let (delivered, acknowledged) = ends.progress();
        assert!(delivered <= WRITTEN, "more is delivered than was written");
        assert!(acknowledged <= WRITTEN, "more is acknowledged than was written");
    }
}
