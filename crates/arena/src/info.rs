//! A game as data.

use std::ops::RangeInclusive;

use tradewinds_game::{CompleteGame, FeatureTable, Schema, WeightDoc};

/// The facts that plans, tables and pages need about a game: plain data, made once from its traits.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// The numbers of players that its rules allow.
    pub players: RangeInclusive<usize>,
    /// The version of its rules, action codes and notation.
    pub rules_version: u32,
    /// The lead in points that counts as a clear win.
    pub clear_lead: f32,
    /// The columns and tables that it adds to a tournament's files.
    pub schema: &'static Schema,
    /// Its kinds of decision.
    pub decision_kinds: &'static [&'static str],
    /// The named weights of its policy.
    pub weights: &'static [WeightDoc],
    /// What a learned network reads of its positions and actions; empty for a game that has none.
    pub features: &'static FeatureTable,
    /// The variants shipped with it: name and TOML text.
    pub shipped_variants: &'static [(&'static str, &'static str)],
    /// The text of its `data.toml`, which lists what a variant can set.
    pub data: &'static str,
}

impl GameInfo {
    /// Makes the data of a game.
    #[must_use]
    pub fn of<G: CompleteGame>() -> Self {
        Self {
            name: G::NAME,
            players: G::PLAYERS,
            rules_version: G::RULES_VERSION,
            clear_lead: G::CLEAR_LEAD,
            schema: G::schema(),
            decision_kinds: G::DECISION_KINDS,
            weights: G::weights(),
            features: G::features(),
            shipped_variants: G::shipped_variants(),
            data: G::data(),
        }
    }

    /// Writes the versions of the program and of the rules, for the foot of a page.
    #[must_use]
    pub fn versions(&self) -> String {
        format!(
            "tradewinds {}, {} rules version {}",
            env!("CARGO_PKG_VERSION"),
            self.name,
            self.rules_version
        )
    }
}
