//! The origins of input.

use std::fmt;

use crate::text::is_file_name;

/// The origin of input, which a message names first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Origin {
    /// Not known here; a caller that knows it adds it with
    /// [`InputError::with_origin`](super::InputError::with_origin).
    #[default]
    Unnamed,
    /// A bot's name that is looked up among the shipped ones.
    Bot,
    /// The preset of the bot of this name.
    Preset(String),
    /// A variant's name that is looked up among the shipped ones.
    Variant,
    /// The changes of the variant of this name.
    Changes(String),
    /// A game's numbers with a variant laid over them. The game's own are right, so a wrong one is the variant's.
    Data,
    /// A position.
    Position,
    /// The record of a game.
    Record,
    /// A tournament's or a study's manifest.
    Manifest,
    /// The settings of a search.
    Settings,
    /// The weights of a policy.
    Policy,
    /// A request of the protocol.
    Request,
    /// The command line.
    CommandLine,
    /// An option of the command line, such as `--game`.
    Flag(String),
    /// A file.
    File(String),
    /// Anything else, by its name.
    Other(String),
}

impl Origin {
    /// Returns whether a variant is at fault, not the file or the position that goes with it.
    #[must_use]
    pub fn is_variant(&self) -> bool {
        matches!(self, Self::Variant | Self::Changes(_) | Self::Data)
    }

    /// The origins without a name of their own.
    const PLAIN: [Self; 11] = [
        Self::Unnamed,
        Self::Bot,
        Self::Variant,
        Self::Data,
        Self::Position,
        Self::Record,
        Self::Manifest,
        Self::Settings,
        Self::Policy,
        Self::Request,
        Self::CommandLine,
    ];

    /// Returns the name of an origin without its own name, as messages write it.
    const fn word(&self) -> Option<&'static str> {
        Some(match self {
            Self::Unnamed => "",
            Self::Bot => "bot",
            Self::Variant => "variant",
            Self::Data => "data.toml",
            Self::Position => "position",
            Self::Record => "record",
            Self::Manifest => "manifest",
            Self::Settings => "settings",
            Self::Policy => "policy",
            Self::Request => "request",
            Self::CommandLine => "command line",
            _ => return None,
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => write!(f, "bot {name}"),
            Self::Changes(name) => write!(f, "variant {name:?}"),
            Self::Flag(name) | Self::File(name) | Self::Other(name) => f.write_str(name),
            plain => f.write_str(plain.word().unwrap_or_default()),
        }
    }
}

/// Parses the output of `Display`, for games that give the origin of their input in words.
impl From<&str> for Origin {
    fn from(text: &str) -> Self {
        if let Some(plain) = Self::PLAIN.into_iter().find(|plain| plain.word() == Some(text)) {
            return plain;
        }
        let changes = text.strip_prefix("variant \"").and_then(|rest| rest.strip_suffix('"'));
        match changes {
            Some(name) if name.is_empty() || is_file_name(name) => Self::Changes(name.to_owned()),
            _ if text.starts_with("--") => Self::Flag(text.to_owned()),
            _ => Self::Other(text.to_owned()),
        }
    }
}

impl From<String> for Origin {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for Origin {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let named = [
            Origin::Changes("rivers-1".to_owned()),
            Origin::Changes(String::new()),
            Origin::Flag("--seed".to_owned()),
            Origin::Other("a-game".to_owned()),
        ];
        for origin in Origin::PLAIN.into_iter().chain(named) {
            assert_eq!(Origin::from(origin.to_string()), origin);
        }
        assert_eq!(Origin::from("variants.toml"), Origin::Other("variants.toml".to_owned()));
    }

    #[test]
    fn a_variant_is_at_fault_where_its_name_or_its_numbers_are() {
        for origin in ["variant", "variant \"x\"", "data.toml"] {
            assert!(Origin::from(origin).is_variant(), "{origin}");
        }
        for origin in ["", "position", "bot", "variants.toml"] {
            assert!(!Origin::from(origin).is_variant(), "{origin}");
        }
    }
}
