use crate::parameters::Parameter;
use crate::settings::Settings;

/// A part of a recipe, for listings: what to write behind the `+`, what it does and where it comes from.
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
}

/// How one choice of a part presents itself: the text of its [`PartInfo`].
pub(crate) struct Info {
    pub form: &'static str,
    pub about: &'static str,
    pub source: &'static str,
}

/// What every choice of every part has in common. The default value is the choice as its plain form names it.
pub(crate) trait Choice: Default {
    /// The choice's line in listings.
    const INFO: Info;
    /// The parameters that only this choice reads.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Parts of other kinds that come along with this one, as behind a `+`, unless the name has one of their kind.
    const BRINGS: &'static [&'static str] = &[];

    /// The choice that `word`, written behind a `+`, stands for; `None` when it is another's.
    fn from_word(word: &str) -> Option<Self> {
        (word == Self::INFO.form).then(Self::default)
    }

    /// Takes the parameters, once, when a connection is made.
    fn start(&mut self, settings: &Settings) {
        let _ = settings;
    }
}

/// Makes an enum of the choices of one part, each of them in a file of its own named on one line, and `dispatch!` to
/// call the same method of whichever is there. The `$` in front lets the inner macro have variables.
macro_rules! choices {
    ($d:tt $(#[$meta:meta])* $Enum:ident: $group:literal { $($module:ident::$Variant:ident,)* }) => {
        $(mod $module;)*

        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub(crate) enum $Enum {
            $($Variant($module::$Variant),)*
        }

        impl $Enum {
            /// What kind of part this is.
            pub(crate) const GROUP: &'static str = $group;

            /// The choices, for listings.
            pub(crate) const INFOS: &'static [$crate::choice::PartInfo] = &[$({
                let info = <$module::$Variant as $crate::choice::Choice>::INFO;
                $crate::choice::PartInfo { group: $group, form: info.form, about: info.about, source: info.source }
            },)*];

            /// The parameters of each choice.
            pub(crate) const PARAMETERS: &'static [&'static [$crate::parameters::Parameter]] =
                &[$(<$module::$Variant as $crate::choice::Choice>::PARAMETERS,)*];

            /// The choice that a word of a name stands for.
            pub(crate) fn from_word(word: &str) -> Option<Self> {
                $(if let Some(choice) = <$module::$Variant as $crate::choice::Choice>::from_word(word) {
                    return Some(Self::$Variant(choice));
                })*
                None
            }

            /// The parts that come along with the choice.
            pub(crate) fn brings(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$Variant(_) => <$module::$Variant as $crate::choice::Choice>::BRINGS,)*
                }
            }

            /// Takes the parameters, once, when a connection is made.
            pub(crate) fn start(&mut self, settings: &$crate::settings::Settings) {
                match self {
                    $(Self::$Variant(choice) => $crate::choice::Choice::start(choice, settings),)*
                }
            }
        }

        macro_rules! dispatch {
            ($d part:expr, $d choice:ident => $d body:expr) => {
                match $d part {
                    $($Enum::$Variant($d choice) => $d body,)*
                }
            };
        }
    };
}
pub(crate) use choices;
