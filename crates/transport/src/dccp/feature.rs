use super::reset::ResetCode;
use super::sequence::SequenceNumber;

/// Feature numbers (RFC 4340, section 6.4).
pub(super) mod number {
    /// The congestion control of a half-connection.
    pub const CCID: u8 = 1;
    /// Width of the window of valid sequence numbers.
    pub const SEQUENCE_WINDOW: u8 = 3;
    /// Whether acknowledgements carry an Ack Vector.
    pub const SEND_ACK_VECTOR: u8 = 6;
}

/// The identifier of the delay-based congestion control: the first of those that RFC 4340, section 10, keeps for
/// experiments.
pub const DELAY_BASED_CCID: u8 = 248;
/// Width of the sequence window before anything is agreed (RFC 4340, section 7.5.2).
pub(super) const DEFAULT_SEQUENCE_WINDOW: u64 = 100;
/// The widths that are valid (RFC 4340, section 7.5.2).
const SEQUENCE_WINDOWS: std::ops::RangeInclusive<u64> = 32..=(1 << 46) - 1;
/// Bytes in which a sequence window is written.
const SEQUENCE_WINDOW_BYTES: usize = 6;

/// The four options of feature negotiation (RFC 4340, section 6.1). L stands for the feature's own end, R for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureKind {
    /// The feature's end proposes values.
    ChangeL,
    /// The feature's end agrees.
    ConfirmL,
    /// The other end proposes values.
    ChangeR,
    /// The other end agrees.
    ConfirmR,
}

impl FeatureKind {
    /// The option's number (RFC 4340, table 3).
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::ChangeL => 32,
            Self::ConfirmL => 33,
            Self::ChangeR => 34,
            Self::ConfirmR => 35,
        }
    }

    /// The kind of an option's number.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            32 => Some(Self::ChangeL),
            33 => Some(Self::ConfirmL),
            34 => Some(Self::ChangeR),
            35 => Some(Self::ConfirmR),
            _ => None,
        }
    }

    /// The kind that answers a Change.
    const fn answer(self) -> Self {
        match self {
            Self::ChangeL | Self::ConfirmL => Self::ConfirmR,
            Self::ChangeR | Self::ConfirmR => Self::ConfirmL,
        }
    }
}

/// One option of feature negotiation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureOption {
    /// Change or Confirm, and of which end.
    pub kind: FeatureKind,
    /// The feature's number.
    pub feature: u8,
    /// Its value, or the values preferred, best first.
    pub value: Vec<u8>,
    /// Whether a Mandatory option precedes it.
    pub mandatory: bool,
}

impl FeatureOption {
    /// Bytes on the wire.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        3 + self.value.len() as u32 + u32::from(self.mandatory)
    }
}

/// One end's part in agreeing on features: the changes it wants until they are confirmed, and the answers it owes.
#[derive(Clone, Debug)]
pub(super) struct Negotiation {
    is_server: bool,
    wanted: Vec<FeatureOption>,
    answers: Vec<FeatureOption>,
    /// The number of the newest packet with changes, so that an old one changes nothing back (RFC 4340, 6.6.1).
    newest_change: Option<SequenceNumber>,
    /// The width of the peer's sequence window.
    pub peer_sequence_window: u64,
}

impl Negotiation {
    /// What the end that sends data proposes: its congestion control, without which it cannot go on, Ack Vectors from
    /// the peer, and its sequence window.
    pub fn client(sequence_window: u64) -> Self {
        let mut wanted = vec![
            option(FeatureKind::ChangeL, number::CCID, vec![DELAY_BASED_CCID], true),
            option(FeatureKind::ChangeR, number::SEND_ACK_VECTOR, vec![1], true),
        ];
        wanted.extend(window_option(sequence_window));
        Self::new(false, wanted)
    }

    /// What the end that receives data proposes: its sequence window.
    pub fn server(sequence_window: u64) -> Self {
        Self::new(true, window_option(sequence_window).into_iter().collect())
    }

    /// After an agreement without packets: both ends know what the other would have said.
    pub fn settled(is_server: bool, sequence_window: u64) -> Self {
        Self { peer_sequence_window: sequence_window, ..Self::new(is_server, Vec::new()) }
    }

    fn new(is_server: bool, wanted: Vec<FeatureOption>) -> Self {
        let peer_sequence_window = DEFAULT_SEQUENCE_WINDOW;
        Self { is_server, wanted, answers: Vec::new(), newest_change: None, peer_sequence_window }
    }

    /// Whether answers wait for a packet that may carry them.
    pub fn owes_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Whether everything that was proposed has been confirmed.
    #[cfg(test)]
    pub fn is_settled(&self) -> bool {
        self.wanted.is_empty()
    }

    /// The options for a packet that is about to leave; one with data alone may have none (RFC 4340, section 6.6.8).
    pub fn options(&mut self) -> Vec<FeatureOption> {
        let mut options = std::mem::take(&mut self.answers);
        options.extend(self.wanted.iter().cloned());
        options
    }

    /// Reads the options of a packet that arrived.
    ///
    /// # Errors
    /// The code with which the connection has to be reset.
    pub fn read(&mut self, seq: SequenceNumber, options: &[FeatureOption]) -> Result<(), ResetCode> {
        let is_old = self.newest_change.is_some_and(|newest| seq.is_before(newest));
        for option in options {
            match option.kind {
                FeatureKind::ChangeL | FeatureKind::ChangeR if is_old => {}
                FeatureKind::ChangeL | FeatureKind::ChangeR => {
                    self.newest_change = Some(seq);
                    let answer = self.answer(option)?;
                    self.answers.retain(|old| (old.kind, old.feature) != (answer.kind, answer.feature));
                    self.answers.push(answer);
                }
                FeatureKind::ConfirmL | FeatureKind::ConfirmR => self.confirmed(option)?,
            }
        }
        Ok(())
    }

    /// The peer's answer to a Change of this end's. A congestion control or an Ack Vector that it does not have ends the
    /// connection: there is nothing to fall back to.
    fn confirmed(&mut self, confirm: &FeatureOption) -> Result<(), ResetCode> {
        let is_of = |change: &FeatureOption| change.feature == confirm.feature && change.kind.answer() == confirm.kind;
        let Some(place) = self.wanted.iter().position(is_of) else { return Ok(()) };
        let change = self.wanted.remove(place);
        let agreed = confirm.value.first() == change.value.first();
        if change.mandatory && !agreed { Err(ResetCode::OptionError) } else { Ok(()) }
    }

    fn answer(&mut self, change: &FeatureOption) -> Result<FeatureOption, ResetCode> {
        let kind = change.kind.answer();
        let value = match (change.feature, change.kind) {
            (number::CCID, FeatureKind::ChangeL) => self.preferred(&change.value, &[DELAY_BASED_CCID]),
            (number::SEND_ACK_VECTOR, FeatureKind::ChangeR) => self.preferred(&change.value, &[1]),
            (number::SEQUENCE_WINDOW, FeatureKind::ChangeL) => self.take_window(&change.value),
            _ => None,
        };
        match value {
            Some(value) => Ok(option(kind, change.feature, value, false)),
            None if change.mandatory => Err(ResetCode::MandatoryError),
            // An empty Confirm: not understood, or not valid (RFC 4340, section 6.6.7).
            None => Ok(option(kind, change.feature, Vec::new(), false)),
        }
    }

    /// The first value of the server's list that is on the client's too (RFC 4340, section 6.3.1), with the list of this
    /// end behind it.
    fn preferred(&self, theirs: &[u8], own: &[u8]) -> Option<Vec<u8>> {
        let (server, client) = if self.is_server { (own, theirs) } else { (theirs, own) };
        let agreed = *server.iter().find(|value| client.contains(value))?;
        Some([&[agreed], own].concat())
    }

    fn take_window(&mut self, value: &[u8]) -> Option<Vec<u8>> {
        if value.len() > 8 {
            return None;
        }
        let width = value.iter().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        if value.is_empty() || !SEQUENCE_WINDOWS.contains(&width) {
            return None;
        }
        self.peer_sequence_window = width;
        Some(value.to_vec())
    }
}

fn option(kind: FeatureKind, feature: u8, value: Vec<u8>, mandatory: bool) -> FeatureOption {
    FeatureOption { kind, feature, value, mandatory }
}

fn window_option(width: u64) -> Option<FeatureOption> {
    let bytes = width.to_be_bytes()[8 - SEQUENCE_WINDOW_BYTES..].to_vec();
    (width != DEFAULT_SEQUENCE_WINDOW).then(|| option(FeatureKind::ChangeL, number::SEQUENCE_WINDOW, bytes, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seq(number: u64) -> SequenceNumber {
        SequenceNumber::new(number)
    }

    #[test]
    fn request_response_and_acknowledgement_settle_everything() {
        let (mut client, mut server) = (Negotiation::client(500), Negotiation::server(700));
        server.read(seq(1), &client.options()).unwrap();
        let response = server.options();
        assert_eq!(response[0], option(FeatureKind::ConfirmR, number::CCID, vec![248, 248], false));
        assert_eq!(response[1], option(FeatureKind::ConfirmL, number::SEND_ACK_VECTOR, vec![1, 1], false));
        client.read(seq(1), &response).unwrap();
        assert!(client.is_settled() && !server.is_settled());
        server.read(seq(2), &client.options()).unwrap();
        assert!(server.is_settled());
        assert_eq!((client.peer_sequence_window, server.peer_sequence_window), (700, 500));
        assert!(client.options().is_empty() && server.options().is_empty());
    }

    #[test]
    fn changes_are_repeated_until_they_are_confirmed() {
        let mut client = Negotiation::client(DEFAULT_SEQUENCE_WINDOW);
        assert_eq!(client.options(), client.options());
        assert_eq!(client.options().len(), 2, "the default needs no word");
    }

    #[test]
    fn an_unknown_congestion_control_ends_the_connection() {
        let mut server = Negotiation::server(100);
        let change = |mandatory| option(FeatureKind::ChangeL, number::CCID, vec![2, 3], mandatory);
        assert_eq!(server.read(seq(1), &[change(true)]), Err(ResetCode::MandatoryError));
        server.read(seq(1), &[change(false)]).unwrap();
        assert_eq!(server.options(), [option(FeatureKind::ConfirmR, number::CCID, vec![], false)]);
        let mut client = Negotiation::client(100);
        let refusal = option(FeatureKind::ConfirmR, number::CCID, vec![2, 2], false);
        assert_eq!(client.read(seq(1), &[refusal]), Err(ResetCode::OptionError));
    }

    #[test]
    fn unknown_features_and_bad_windows_get_an_empty_confirm() {
        let mut server = Negotiation::server(100);
        for (feature, value) in
            [(9, vec![1]), (number::SEQUENCE_WINDOW, vec![0, 31]), (number::SEQUENCE_WINDOW, vec![])]
        {
            server.read(seq(1), &[option(FeatureKind::ChangeL, feature, value, false)]).unwrap();
            assert_eq!(server.options(), [option(FeatureKind::ConfirmR, feature, vec![], false)]);
        }
        assert_eq!(server.peer_sequence_window, DEFAULT_SEQUENCE_WINDOW);
    }

    #[test]
    fn an_old_change_does_not_undo_a_newer_one() {
        let mut server = Negotiation::server(100);
        let window = |width: u8| [option(FeatureKind::ChangeL, number::SEQUENCE_WINDOW, vec![width], false)];
        server.read(seq(9), &window(200)).unwrap();
        server.read(seq(8), &window(100)).unwrap();
        assert_eq!(server.peer_sequence_window, 200);
    }

    proptest! {
        #[test]
        fn no_option_panics(kind in 32u8..36, feature in any::<u8>(), value in prop::collection::vec(any::<u8>(), 0..20),
                            mandatory in any::<bool>(), is_client in any::<bool>()) {
            let mut end = if is_client { Negotiation::client(500) } else { Negotiation::server(500) };
            let kind = FeatureKind::from_number(kind).unwrap();
            let _ = end.read(seq(1), &[option(kind, feature, value, mandatory)]);
        }
    }
}
