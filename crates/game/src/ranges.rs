//! What a variant may set and what matters in play, declared beside a game's `data.toml`: meaning, unit and range of
//! each number, for networks that read the rules, for rules that are drawn, and for people who change them.
//!
//! `ranges.toml` has
//! - `[[entry]]`s: paths of `data.toml` with one meaning, unit, range, step, scale and chance. In a path `*` stands for
//!   any key or place in a list, and `{players}` for the number of players;
//! - `[[group]]`s: entries that designers move together;
//! - `[left_out]`: paths that no network needs to read, each with the reason;
//! - `[unread]`: paths that matter in play and that no network reads, each with the reason.
//!
//! The numbers and switches of the entries are the *block of rules*, a [`RuleBlock`] for each set of rules: 0 for each
//! number that is as in the standard rules for the number of players.

mod block;
mod draw;
mod parse;
mod path;

pub use block::RuleBlock;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use super::InputError;
use super::data::value_at;
use path::for_players;

/// The declared ranges of a game, read when they are first asked for.
pub struct Ranges {
    data: &'static str,
    text: &'static str,
    declared: OnceLock<Declared>,
}

impl Ranges {
    /// Takes the texts of a game's `data.toml` and `ranges.toml`.
    #[must_use]
    pub const fn new(data: &'static str, text: &'static str) -> Self {
        Self { data, text, declared: OnceLock::new() }
    }

    /// Checks that the texts fit together, which takes longer than to read them: a test does it.
    ///
    /// # Errors
    /// Those of [`Declared::parse`].
    pub fn check(&self) -> Result<(), InputError> {
        Declared::parse(self.data, self.text).map(drop)
    }

    /// Returns what is declared.
    ///
    /// # Panics
    /// If the texts cannot be read together; [`Ranges::check`] says why, in a test of the game.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        let read = || parse::read(self.data, self.text).unwrap_or_else(|error| panic!("{error}"));
        self.declared.get_or_init(read)
    }
}

impl PartialEq for Ranges {
    fn eq(&self, other: &Self) -> bool {
        (self.data, self.text) == (other.data, other.text)
    }
}

impl Eq for Ranges {}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranges").field("declared", &self.declared).finish_non_exhaustive()
    }
}

/// The numbers that an entry may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// From one number to another.
    Values(i64, i64),
    /// From one difference from the standard to another, with a least and a greatest number.
    Offset(i64, i64, (i64, i64)),
    /// A switch: 0 is off, 1 is on.
    Switch,
}

/// A number or switch of `data.toml` that a variant may set and that matters in play: one input of the block of rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its path; `{players}` stands for the number of players, and a number at the end for a place in a list, from 0.
    pub path: String,
    /// Its meaning, as words that go on after the path's last name.
    pub meaning: String,
    /// Its unit; empty for a switch.
    pub unit: String,
    /// The numbers that it may have in drawn rules.
    pub span: Span,
    /// The step from one of them to the next, at least 1.
    pub step: i64,
    /// The difference from the standard that makes an input of 1.
    pub scale: u16,
    /// The chance to move alone in drawn rules, 0 to 1.
    pub chance: f64,
    /// The numbers of players with which it matters; empty for all.
    pub players: Vec<usize>,
}

impl Entry {
    /// Returns its path for a number of players.
    #[must_use]
    pub fn path_for(&self, players: usize) -> String {
        for_players(&self.path, players)
    }

    /// Returns whether it matters with this number of players.
    #[must_use]
    pub fn matters_with(&self, players: usize) -> bool {
        self.players.is_empty() || self.players.contains(&players)
    }
}

/// Entries that designers move together.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryGroup {
    /// The name, `snake_case`.
    pub name: String,
    /// The meaning, as a sentence.
    pub meaning: String,
    /// The places of its entries.
    pub entries: Vec<usize>,
    /// The chance to move in drawn rules, 0 to 1.
    pub chance: f64,
    /// How its entries move.
    pub moves: GroupMoves,
}

/// How the entries of a group move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GroupMoves {
    /// All by one number of their own steps, from the first to the second.
    Together(i64, i64),
    /// Each alone, with this chance.
    Each(f64),
}

/// What a game declares of the numbers of its `data.toml`.
#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    /// Changes whenever an input of the block changes its place, its meaning or its scale; a network states it.
    pub version: u32,
    /// The decisions of a game of random or heuristic play beyond which drawn rules count as endless.
    pub decisions: u32,
    /// The chance that drawn rules begin with a shipped variant.
    pub shipped: f64,
    /// Factors of all other chances, one of which is drawn for each set of rules: from few changes to many.
    pub breadth: Vec<f64>,
    /// The entries, in the order of the block.
    pub entries: Vec<Entry>,
    /// The groups.
    pub groups: Vec<EntryGroup>,
    /// Paths that no network needs to read, with the reasons.
    pub left_out: BTreeMap<String, String>,
    /// Paths that matter in play and that no network reads, with the reasons.
    pub unread: BTreeMap<String, String>,
    standard: toml::Table,
}

impl Declared {
    /// Reads the ranges of a game beside its data.
    ///
    /// # Errors
    /// A text that is not of this form, an entry whose path the data does not have or which is there twice, a standard
    /// outside its range, or a number or switch of the data that is neither declared nor left out.
    pub fn parse(data: &str, text: &str) -> Result<Self, InputError> {
        let declared = parse::read(data, text)?;
        declared.check()?;
        Ok(declared)
    }

    /// Returns the standard of an entry for a number of players; `None` where the data has none.
    #[must_use]
    pub fn standard(&self, entry: &Entry, players: usize) -> Option<i64> {
        number(value_at(&self.standard, &entry.path_for(players))?)
    }

    /// Returns the numbers that an entry may have in drawn rules, the standard among them; `None` where the data has
    /// none or it does not matter with this number of players.
    #[must_use]
    pub fn range(&self, entry: &Entry, players: usize) -> Option<RangeInclusive<i64>> {
        let standard = self.standard(entry, players).filter(|_| entry.matters_with(players))?;
        Some(match entry.span {
            Span::Values(low, high) => low..=high,
            Span::Offset(low, high, (least, most)) => {
                (standard + low).max(least).min(standard)..=(standard + high).min(most).max(standard)
            }
            Span::Switch => 0..=1,
        })
    }
}

/// Returns a whole number or switch as a number.
fn number(value: &toml::Value) -> Option<i64> {
    match value {
        toml::Value::Integer(number) => Some(*number),
        toml::Value::Boolean(on) => Some(i64::from(*on)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
