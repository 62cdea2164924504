//! The rules that a game offers: numbers of players and variants.
//!
//! A variant lays new values over `data.toml` by path. What a position file can name in its field of rules is
//! looked up among the shipped variants.

use std::ops::RangeInclusive;

use super::{Game, InputError, Reconstruction, Variant};

/// A game that is made by name, number of players and variant.
pub trait Variants: Game {
    /// The game's name in files and on the command line, such as `hidden-tile`.
    const NAME: &'static str;
    /// The numbers of players that the rules allow.
    const PLAYERS: RangeInclusive<usize>;
    /// Changes whenever rules, action codes or notation change; written into every record.
    const RULES_VERSION: u32 = 1;

    /// Makes the rules for `players` seats.
    ///
    /// # Errors
    /// A wrong number of players, or a variant that does not fit the game's data.
    fn new(players: usize, variant: &Variant) -> Result<Self, InputError>;

    /// The variants shipped with the game: name and TOML text.
    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The text of the game's `data.toml`, which lists what a variant can set; empty for a game without one.
    fn data() -> &'static str {
        ""
    }

    /// What of these numbers no source gives, in words; `data.toml` marks each.
    fn reconstruction() -> Reconstruction {
        Reconstruction { numbers: "", subjects: "" }
    }
}
