use crate::advertised::ContentionSample;
use crate::dccp;
use crate::part::Visit;
use crate::path::PathInfo;
use crate::receiver::Receiver;
use crate::segment::Segment;
use crate::sender::Sender;
use crate::tcb::SenderStats;
use crate::udp::{Datagram, UDP_HEADER_BYTES, Udp};
use airhop_base::Nanos;
use std::rc::Rc;

/// An end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The sender of the data.
    Sender,
    /// The receiver of the data.
    Receiver,
}

/// A packet that one end hands to the network. Its contents are shared: a network copies packets at every hop.
#[derive(Clone, Debug)]
pub enum Packet {
    /// A TCP segment.
    Tcp(Rc<Segment>),
    /// A DCCP packet.
    Dccp {
        /// The packet.
        packet: Rc<dccp::Packet>,
        /// Whether queues may mark it instead of dropping it (ECN).
        ecn_capable: bool,
    },
    /// A UDP datagram.
    Udp(Datagram),
}

impl Packet {
    /// Bytes of the packet with the header of its protocol, without IP.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        match self {
            Self::Tcp(segment) => segment.len + segment.header_bytes(),
            Self::Dccp { packet, .. } => packet.payload_bytes() + packet.header_bytes(),
            Self::Udp(datagram) => datagram.bytes + UDP_HEADER_BYTES,
        }
    }
}

/// A packet that arrives at one end.
#[derive(Clone, Copy, Debug)]
pub enum Arrived<'a> {
    /// A TCP segment, and what it met on its way if the receiver asks for that.
    Tcp(&'a Segment, Option<ContentionSample>),
    /// A DCCP packet.
    Dccp {
        /// The packet.
        packet: &'a dccp::Packet,
        /// Whether a congested queue marked it.
        is_marked: bool,
    },
    /// A UDP datagram.
    Udp(Datagram),
}

impl Arrived<'_> {
    /// The application's bytes in it.
    #[inline(always)]
    #[must_use]
    pub fn payload_bytes(&self) -> u32 {
        match self {
            Self::Tcp(segment, _) => segment.len,
            Self::Dccp { packet, .. } => packet.len,
            Self::Udp(datagram) => datagram.bytes,
        }
    }
}

/// Both ends of a connection of any protocol, driven from outside like the ends themselves: see the crate's
/// documentation. [`crate::Transport::connect`] makes it.
#[derive(Clone, Debug)]
pub struct Connection(Ends);

#[derive(Clone, Debug)]
enum Ends {
    Tcp { sender: Box<Sender>, receiver: Box<Receiver> },
    Dccp { sender: Box<dccp::Sender>, receiver: Box<dccp::Receiver> },
    Udp(Udp),
}

impl Connection {
    pub(crate) fn tcp(sender: Sender, receiver: Receiver) -> Self {
        Self(Ends::Tcp { sender: Box::new(sender), receiver: Box::new(receiver) })
    }

    pub(crate) fn dccp(sender: dccp::Sender, receiver: dccp::Receiver) -> Self {
        Self(Ends::Dccp { sender: Box::new(sender), receiver: Box::new(receiver) })
    }

    /// UDP: datagrams of this payload at this interval, which the application keeps by writing one each time.
    #[must_use]
    pub fn udp(datagram_bytes: u32, interval: Nanos) -> Self {
        Self(Ends::Udp(Udp::new(datagram_bytes, interval)))
    }

    /// The interval at which the application has to write, if the connection prescribes one: that of UDP.
    #[must_use]
    pub fn interval(&self) -> Option<Nanos> {
        match &self.0 {
            Ends::Udp(udp) => Some(udp.interval),
            Ends::Tcp { .. } | Ends::Dccp { .. } => None,
        }
    }

    /// The application hands over `bytes` to send; [`u64::MAX`] stands for endless data. Over UDP it is one datagram of the connection's
    /// size.
    pub fn write(&mut self, now: Nanos, bytes: u64) {
        match &mut self.0 {
            Ends::Tcp { sender, .. } => sender.write(now, bytes),
            Ends::Dccp { sender, .. } => sender.write(now, bytes),
            Ends::Udp(udp) => udp.write(),
        }
    }

    /// The application has no more data.
    pub fn close(&mut self, now: Nanos) {
        match &mut self.0 {
            Ends::Tcp { sender, .. } => sender.close(now),
            Ends::Dccp { sender, .. } => sender.close(now),
            Ends::Udp(_) => {}
        }
    }

    /// The application stops: what was written and never sent is withdrawn.
    pub fn stop(&mut self, now: Nanos) {
        match &mut self.0 {
            Ends::Tcp { sender, .. } => sender.stop(now),
            Ends::Dccp { sender, .. } => sender.stop(now),
            Ends::Udp(udp) => udp.stop(),
        }
    }

    /// True when the sender has nothing to do: everything is acknowledged, or its fate is known. Never over UDP, whose sender
    /// gets no feedback.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        match &self.0 {
            Ends::Tcp { sender, .. } => sender.is_idle(),
            Ends::Dccp { sender, .. } => sender.is_idle(),
            Ends::Udp(_) => false,
        }
    }

    /// Bytes that the receiver has given to its application.
    #[must_use]
    pub fn delivered_bytes(&self) -> u64 {
        match &self.0 {
            Ends::Tcp { receiver, .. } => receiver.delivered_bytes(),
            Ends::Dccp { receiver, .. } => receiver.delivered_bytes(),
            Ends::Udp(udp) => udp.delivered_bytes,
        }
    }

    /// A packet arrives at one end. Packets of another protocol are ignored.
    pub fn on_packet(&mut self, now: Nanos, side: Side, arrived: Arrived<'_>) {
        match (&mut self.0, side, arrived) {
            (Ends::Tcp { sender, .. }, Side::Sender, Arrived::Tcp(segment, _)) => sender.on_segment(now, segment),
            (Ends::Tcp { receiver, .. }, Side::Receiver, Arrived::Tcp(segment, contention)) => {
                if let Some(contention) = contention {
                    receiver.on_contention(now, segment, contention);
                }
                receiver.on_segment(now, segment);
            }
            (Ends::Dccp { sender, .. }, Side::Sender, Arrived::Dccp { packet, .. }) => sender.on_packet(now, packet),
            (Ends::Dccp { receiver, .. }, Side::Receiver, Arrived::Dccp { packet, is_marked }) => {
                receiver.on_packet(now, packet, is_marked);
            }
            (Ends::Udp(udp), Side::Receiver, Arrived::Udp(datagram)) => {
                udp.delivered_bytes += u64::from(datagram.bytes);
            }
            _ => {}
        }
    }

    /// The next packet that one end sends now. To be called until it returns `None` after every input of that end.
    #[inline]
    pub fn poll_transmit(&mut self, now: Nanos, side: Side) -> Option<Packet> {
        match (&mut self.0, side) {
            (Ends::Tcp { sender, .. }, Side::Sender) => sender.poll_transmit(now).map(|s| Packet::Tcp(Rc::new(s))),
            (Ends::Tcp { receiver, .. }, Side::Receiver) => {
                receiver.poll_transmit(now).map(|s| Packet::Tcp(Rc::new(s)))
            }
            (Ends::Dccp { sender, .. }, Side::Sender) => {
                let ecn_capable = sender.is_ecn_capable();
                sender.poll_transmit(now).map(|packet| Packet::Dccp { packet: Rc::new(packet), ecn_capable })
            }
            (Ends::Dccp { receiver, .. }, Side::Receiver) => {
                let packet = receiver.poll_transmit(now)?;
                Some(Packet::Dccp { packet: Rc::new(packet), ecn_capable: false })
            }
            (Ends::Udp(udp), Side::Sender) => udp.poll_transmit().map(Packet::Udp),
            (Ends::Udp(_), Side::Receiver) => None,
        }
    }

    /// [`Connection::poll_transmit`] of a sender of datagrams; `None` of all others.
    #[inline]
    pub fn poll_datagram(&mut self) -> Option<Datagram> {
        match &mut self.0 {
            Ends::Udp(udp) => udp.poll_transmit(),
            Ends::Tcp { .. } | Ends::Dccp { .. } => None,
        }
    }

    /// The earliest time at which [`Connection::on_timeout`] has something to do at this end.
    #[must_use]
    pub fn next_timeout(&self, side: Side) -> Option<Nanos> {
        match (&self.0, side) {
            (Ends::Tcp { sender, .. }, Side::Sender) => sender.next_timeout(),
            (Ends::Tcp { receiver, .. }, Side::Receiver) => receiver.next_timeout(),
            (Ends::Dccp { sender, .. }, Side::Sender) => sender.next_timeout(),
            (Ends::Dccp { receiver, .. }, Side::Receiver) => receiver.next_timeout(),
            (Ends::Udp(_), _) => None,
        }
    }

    /// Handles every timer of this end that is due at `now`; harmless when none is.
    pub fn on_timeout(&mut self, now: Nanos, side: Side) {
        match (&mut self.0, side) {
            (Ends::Tcp { sender, .. }, Side::Sender) => sender.on_timeout(now),
            (Ends::Tcp { receiver, .. }, Side::Receiver) => receiver.on_timeout(now),
            (Ends::Dccp { sender, .. }, Side::Sender) => sender.on_timeout(now),
            (Ends::Dccp { receiver, .. }, Side::Receiver) => receiver.on_timeout(now),
            (Ends::Udp(_), _) => {}
        }
    }

    /// The network tells the sender of a new path.
    pub fn set_path(&mut self, path: PathInfo) {
        if let Ends::Tcp { sender, .. } = &mut self.0 {
            sender.set_path(path);
        }
    }

    /// Whether the sender uses [`Connection::on_link_failure`].
    #[must_use]
    pub fn wants_link_failures(&self) -> bool {
        matches!(self.0, Ends::Dccp { .. })
    }

    /// The network tells the sender that a link or the route to the peer has failed.
    pub fn on_link_failure(&mut self, now: Nanos) {
        if let Ends::Dccp { sender, .. } = &mut self.0 {
            sender.on_link_failure(now);
        }
    }

    /// Whether the receiver asks for the contention that packets meet on their way.
    #[must_use]
    pub fn wants_contention(&self) -> bool {
        matches!(&self.0, Ends::Tcp { receiver, .. } if receiver.wants_contention())
    }

    /// What both ends have found, for time series: each number by its name.
    pub fn telemetry(&self, visit: &mut Visit) {
        match &self.0 {
            Ends::Tcp { sender, receiver } => {
                sender.telemetry(visit);
                receiver.telemetry(visit);
            }
            Ends::Dccp { sender, .. } => sender.telemetry(visit),
            Ends::Udp(_) => {}
        }
    }

    /// The sender's counts.
    #[must_use]
    pub fn stats(&self) -> SenderStats {
        match &self.0 {
            Ends::Tcp { sender, .. } => *sender.stats(),
            Ends::Dccp { sender, .. } => *sender.stats(),
            Ends::Udp(udp) => SenderStats { segments_sent: udp.sent, ..SenderStats::default() },
        }
    }

    /// The congestion window in segments or packets; 0 over UDP, which has none.
    #[must_use]
    pub fn cwnd_segments(&self) -> f64 {
        match &self.0 {
            Ends::Tcp { sender, .. } => sender.cwnd_segments(),
            Ends::Dccp { sender, .. } => sender.cwnd_packets(),
            Ends::Udp(_) => 0.0,
        }
    }

    /// The application's bytes in a full packet.
    #[must_use]
    pub fn payload_bytes(&self) -> u32 {
        match &self.0 {
            Ends::Tcp { sender, .. } => sender.mss(),
            Ends::Dccp { sender, .. } => sender.mss(),
            Ends::Udp(udp) => udp.datagram_bytes,
        }
    }

    /// The newest round-trip time since the last call.
    pub fn take_rtt_sample(&mut self) -> Option<Nanos> {
        match &mut self.0 {
            Ends::Tcp { sender, .. } => sender.take_rtt_sample(),
            Ends::Dccp { sender, .. } => sender.take_rtt_sample(),
            Ends::Udp(_) => None,
        }
    }
}
