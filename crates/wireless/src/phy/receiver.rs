use crate::config::Reception;
use crate::phy::sinr::{SinrLimits, SinrReceiver};
use crate::phy::threshold::ThresholdReceiver;

/// The receiving side, by the configured model.
#[derive(Clone, Debug)]
pub(crate) enum Receiver {
    Threshold(ThresholdReceiver),
    Sinr(Box<SinrReceiver>),
}

impl Receiver {
    pub fn new(reception: Reception) -> Self {
        match reception {
            Reception::Threshold => Self::Threshold(ThresholdReceiver::new()),
            Reception::Sinr => Self::Sinr(Box::default()),
        }
    }

    pub fn is_busy(&self, limits: &SinrLimits) -> bool {
        match self {
            Self::Threshold(r) => r.is_busy(),
            Self::Sinr(r) => r.is_busy(limits),
        }
    }

    pub fn spoil(&mut self) {
        match self {
            Self::Threshold(r) => r.spoil(),
            Self::Sinr(r) => r.spoil(),
        }
    }
}
