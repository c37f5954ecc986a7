use crate::needs::PartNeeds;
use crate::settings::Settings;
use airhop_base::Parameter;

/// A part of a recipe, for listings: what to write after the `+`, what it does and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartInfo {
    /// What kind of part it is; a recipe has one of each kind.
    pub group: &'static str,
    /// How it is written in a name, without the `+`; a word in capitals stands for a value.
    pub form: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The paper or RFC that defines it.
    pub source: &'static str,
    /// What has to be changed or known to use it.
    pub needs: PartNeeds,
}

/// How a part presents itself: the text of its [`PartInfo`].
pub(crate) struct Info {
    pub form: &'static str,
    pub about: &'static str,
    pub source: &'static str,
    pub needs: PartNeeds,
}

impl Info {
    /// The line of a part of this kind.
    pub(crate) const fn of(&self, group: &'static str) -> PartInfo {
        PartInfo { group, form: self.form, about: self.about, source: self.source, needs: self.needs }
    }
}

/// A visitor of the named numbers of a time series: a name with its unit, as `rate_kbps`, and the value.
pub type Visit<'a> = dyn FnMut(&'static str, f64) + 'a;

/// One of the numbers that `telemetry` visits.
pub(crate) fn number(name: &str, telemetry: impl FnOnce(&mut Visit)) -> Option<f64> {
    let mut found = None;
    telemetry(&mut |visited, value| found = if visited == name { Some(value) } else { found });
    found
}

/// What all parts have in common. The default value is the part as its plain form names it.
pub(crate) trait Part: Default {
    /// The part's line in listings.
    const INFO: Info;
    /// The parameters that only this part reads.
    const PARAMETERS: &'static [Parameter] = &[];
    /// Parts of other kinds that the part implies, as after a `+`, unless the name has one of their kind.
    const IMPLIES: &'static [&'static str] = &[];

    /// The part that `word`, written after a `+`, stands for; `None` when it belongs to another kind.
    fn from_word(word: &str) -> Option<Self> {
        (word == Self::INFO.form).then(Self::default)
    }

    /// Takes the parameters, once, when a connection is made.
    fn start(&mut self, settings: &Settings) {
        let _ = settings;
    }

    /// What the part has found, for time series: each number by its name. Called only when series are recorded.
    fn telemetry(&self, visit: &mut Visit) {
        let _ = visit;
    }
}

/// Makes an enum of the parts of one kind, each module on one line with the parts that it holds, and `dispatch!` to call
/// the same method of whichever is there. The `$` in front lets the inner macro have variables.
macro_rules! parts {
    ($d:tt $(#[$meta:meta])* $Enum:ident: $group:literal { $($module:ident: $($Part:ident),+;)* }) => {
        $(mod $module;)*

        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub(crate) enum $Enum {
            $($($Part($module::$Part),)+)*
        }

        impl $Enum {
            /// What kind of part this is.
            pub(crate) const GROUP: &'static str = $group;

            /// The parts, for listings.
            pub(crate) const INFOS: &'static [$crate::part::PartInfo] =
                &[$($(<$module::$Part as $crate::part::Part>::INFO.of($group),)+)*];

            /// The parameters of each part.
            pub(crate) const PARAMETERS: &'static [&'static [airhop_base::Parameter]] =
                &[$($(<$module::$Part as $crate::part::Part>::PARAMETERS,)+)*];

            /// The part that a word of a name stands for.
            pub(crate) fn from_word(word: &str) -> Option<Self> {
                $($(if let Some(part) = <$module::$Part as $crate::part::Part>::from_word(word) {
                    return Some(Self::$Part(part));
                })+)*
                None
            }

            /// The parts of other kinds that this one implies.
            pub(crate) fn implies(&self) -> &'static [&'static str] {
                match self {
                    $($(Self::$Part(_) => <$module::$Part as $crate::part::Part>::IMPLIES,)+)*
                }
            }

            /// What has to be changed or known to use the part.
            pub(crate) fn needs(&self) -> $crate::needs::PartNeeds {
                match self {
                    $($(Self::$Part(_) => <$module::$Part as $crate::part::Part>::INFO.needs,)+)*
                }
            }

            /// Takes the parameters, once, when a connection is made.
            pub(crate) fn start(&mut self, settings: &$crate::settings::Settings) {
                match self {
                    $($(Self::$Part(part) => $crate::part::Part::start(part, settings),)+)*
                }
            }

            /// What the part has found, for time series.
            pub(crate) fn telemetry(&self, visit: &mut $crate::part::Visit) {
                match self {
                    $($(Self::$Part(part) => $crate::part::Part::telemetry(part, visit),)+)*
                }
            }
        }

        macro_rules! dispatch {
            ($d part:expr, $d found:ident => $d body:expr) => {
                match $d part {
                    $($($Enum::$Part($d found) => $d body,)+)*
                }
            };
        }
    };
}
pub(crate) use parts;
