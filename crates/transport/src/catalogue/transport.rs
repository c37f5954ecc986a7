use super::dccp::DccpParts;
use super::line::Protocol;
use super::parameters::find;
use super::presets::PRESET;
use super::recipes;
use super::tcp::{Recipe, unknown_base};
use crate::connection::Connection;
use crate::dccp;
use crate::error::TransportError;
use crate::needs::{Need, Needs, PartNeeds};
use crate::path::PathInfo;
use crate::receiver::Receiver;
use crate::recovery::Recover;
use crate::sender::Sender;
use crate::settings::Settings;

const PACED_UDP_NEEDS: PartNeeds = PartNeeds {
    kinds: &[Need::Sender, Need::Protocol, Need::Loss],
    about: "an application that sends at a fixed rate and bears loss",
    source: "tcp-ap, section 4",
};

/// The rates that paced UDP may have: what a packet source and a simulation can carry.
const PACED_RATES_KBPS: std::ops::RangeInclusive<f64> = 0.001..=10_000_000.0;

/// A transport as its name says, with its parameters: makes the two endpoints of a connection.
#[derive(Clone, Debug)]
pub struct Transport {
    name: String,
    body: Body,
    settings: Settings,
}

#[derive(Clone, Debug)]
enum Body {
    Tcp(Box<Recipe>),
    Dccp(DccpParts),
    PacedUdp(PacedRate),
}

/// What a transport is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// TCP, of whatever parts.
    Tcp,
    /// DCCP, reliable or not.
    Dccp,
    /// UDP at a constant rate.
    PacedUdp {
        /// The rate.
        rate: PacedRate,
    },
}

/// The rate of paced UDP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PacedRate {
    /// This many kbit/s of payload.
    Kbps(f64),
    /// The rate of the highest goodput; the caller has to search for it.
    Best,
}

impl Transport {
    /// The transport that `name` stands for, as `newreno+lda+cwl=h/4` or `udp-paced=330`.
    ///
    /// # Errors
    /// Names what is unknown and suggests the nearest, or says what is allowed.
    pub fn parse(name: &str) -> Result<Self, TransportError> {
        if let Some(value) = name.strip_prefix("udp-paced") {
            let rate = paced_rate(value).ok_or_else(|| TransportError::BadPart {
                name: name.to_owned(),
                part: name.to_owned(),
                allowed: format!(
                    "udp-paced=KBPS with a rate from {} to {} kbit/s of payload, or udp-paced=best; no parts",
                    PACED_RATES_KBPS.start(),
                    PACED_RATES_KBPS.end()
                ),
            })?;
            return Ok(Self { name: name.to_owned(), body: Body::PacedUdp(rate), settings: Settings::default() });
        }
        let mut words = name.split('+');
        let base = words.next().unwrap_or_default();
        let line = recipes::base(base).ok_or_else(|| unknown_base(base))?;
        let (body, settings) = match line.protocol {
            Protocol::Tcp => {
                let (recipe, settings) = Recipe::parse(name, line, words)?;
                (Body::Tcp(Box::new(recipe)), settings)
            }
            Protocol::Dccp => {
                let (parts, settings) = DccpParts::parse(name, line, words)?;
                (Body::Dccp(parts), settings)
            }
            Protocol::Udp => return Err(unknown_base(base)),
        };
        Ok(Self { name: name.to_owned(), body, settings })
    }

    /// The name as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets a parameter of the table ([`crate::parameters`]) to `value`, written as in the table. It holds for
    /// the endpoints made afterwards. A parameter of a part that this transport does not have changes nothing.
    ///
    /// # Errors
    /// For an unknown key, with the nearest; for one that has been renamed, with its new name; for a value that is not
    /// allowed, with what is.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), TransportError> {
        self.settings.set(find(key)?, value)?;
        self.settings.set_preset(self.settings.get(PRESET));
        Ok(())
    }

    /// The value of a parameter: as set, else the recipe's own, else the preset's, else the table's default. `None`
    /// for an unknown key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        find(key).ok().map(|parameter| self.settings.text(parameter))
    }

    /// What has to be changed, known or accepted to use the transport, by its name alone: parameters do not count.
    #[must_use]
    pub fn needs(&self) -> Needs {
        match &self.body {
            Body::Tcp(recipe) => recipe.needs(),
            Body::Dccp(parts) => parts.needs(),
            Body::PacedUdp(_) => Needs::of(&[PACED_UDP_NEEDS], &[], PACED_UDP_NEEDS),
        }
    }

    /// What the transport is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.body {
            Body::Tcp(_) => Kind::Tcp,
            Body::Dccp(_) => Kind::Dccp,
            Body::PacedUdp(rate) => Kind::PacedUdp { rate },
        }
    }

    /// The sending endpoint of a new connection over `path`; `None` when the transport is not TCP.
    #[must_use]
    pub fn sender(&self, path: PathInfo) -> Option<Sender> {
        match &self.body {
            Body::Tcp(recipe) => Some(Sender::new(recipe.sender.clone(), &self.settings, path)),
            Body::Dccp(_) | Body::PacedUdp(_) => None,
        }
    }

    /// The receiving endpoint of a new connection; `None` when the transport is not TCP.
    #[must_use]
    pub fn receiver(&self) -> Option<Receiver> {
        match &self.body {
            Body::Tcp(recipe) => {
                let sack = recipe.sender.recovery.wants_sack();
                Some(Receiver::new(recipe.receiver.clone(), sack, &self.settings))
            }
            Body::Dccp(_) | Body::PacedUdp(_) => None,
        }
    }

    /// A new connection over `path`; `None` for paced UDP, whose datagrams the caller knows: see [`Connection::udp`].
    #[must_use]
    pub fn connect(&self, path: PathInfo) -> Option<Connection> {
        if let Some((sender, receiver)) = self.dccp() {
            return Some(Connection::dccp(sender, receiver));
        }
        Some(Connection::tcp(self.sender(path)?, self.receiver()?))
    }

    /// Both endpoints of a new DCCP connection; `None` when the transport is not DCCP.
    #[must_use]
    pub fn dccp(&self) -> Option<(dccp::Sender, dccp::Receiver)> {
        match self.body {
            Body::Dccp(_) => Some((dccp::Sender::new(&self.settings), dccp::Receiver::new(&self.settings))),
            Body::Tcp(_) | Body::PacedUdp(_) => None,
        }
    }
}

/// The rate after `udp-paced`: `=best` or `=KBPS`.
fn paced_rate(value: &str) -> Option<PacedRate> {
    let value = value.strip_prefix('=')?;
    if value == "best" {
        return Some(PacedRate::Best);
    }
    value.parse().ok().filter(|kbps| PACED_RATES_KBPS.contains(kbps)).map(PacedRate::Kbps)
}
