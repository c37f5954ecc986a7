/// The protocol of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    Tcp,
    Dccp,
    Udp,
}

/// One line of the table of recipes: a base name and the parts that it stands for, or a combination that is compared
/// with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransportInfo {
    /// The base name; a word in capitals stands for a value. Of a combination, the name with its parts.
    pub name: &'static str,
    /// What it is, in one line; empty for a combination.
    pub about: &'static str,
    /// The paper or RFC that defines it; empty for a combination.
    pub source: &'static str,
    /// The parts, as after a `+`, that differ from `newreno+aimd+cwl=none+pace=none+every+buffer`.
    pub parts: &'static [&'static str],
    pub(super) protocol: Protocol,
    /// The family that it is shown with.
    pub family: &'static str,
    /// What it is called among the contenders of `airhop matrix`; `None` when it is not one.
    pub contender: Option<&'static str>,
    /// Scenario keys and values that the contender sets, as `transport.tctc_rule`.
    pub settings: &'static [(&'static str, &'static str)],
    /// Its place among the candidates that `airhop advise` compares unless others are named; `None` when it is not one.
    pub candidate: Option<u8>,
}

/// A name for parts.
pub(super) const fn recipe(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    parts: &'static [&'static str],
) -> TransportInfo {
    TransportInfo {
        name,
        about,
        source,
        parts,
        protocol: Protocol::Tcp,
        family: "",
        contender: None,
        settings: &[],
        candidate: None,
    }
}

/// Recipe and parts as a user writes them.
pub(super) const fn combination(name: &'static str) -> TransportInfo {
    recipe(name, "", "", &[])
}

impl TransportInfo {
    /// Its protocol is not TCP.
    pub(super) const fn over(self, protocol: Protocol) -> Self {
        Self { protocol, ..self }
    }

    /// It belongs to this family.
    pub(super) const fn family(self, family: &'static str) -> Self {
        Self { family, ..self }
    }

    /// It is a contender of `airhop matrix`.
    pub(super) const fn contends(self) -> Self {
        Self { contender: Some(self.name), ..self }
    }

    /// It is a contender of `airhop matrix` with these settings, under another name.
    pub(super) const fn contends_as(
        self,
        contender: &'static str,
        settings: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { contender: Some(contender), settings, ..self }
    }

    /// It is a candidate of `airhop advise`: those with smaller numbers come first.
    pub(super) const fn advised(self, place: u8) -> Self {
        Self { candidate: Some(place), ..self }
    }

    /// Whether it is a base name, not a recipe with parts.
    pub(super) fn is_base(&self) -> bool {
        !self.about.is_empty()
    }
}
