//! A game as data.

use std::ops::RangeInclusive;

use tradewinds_game::{
    CompleteGame, FeatureTable, InputError, Reconstructed, Reconstruction, Schema, WeightDoc,
};

/// The facts that plans, tables and pages need about a game: plain data, made once from its traits.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: &'static str,
    /// What it calls a round.
    pub round: &'static str,
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
    /// What of these numbers no source gives, in words.
    pub reconstruction: Reconstruction,
}

impl GameInfo {
    /// What is said of the numbers of games that mark none.
    const NONE: &'static str = "No number is marked as reconstructed.";

    /// Makes the data of a game.
    #[must_use]
    pub fn of<G: CompleteGame>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            round: G::ROUND,
            players: G::PLAYERS,
            rules_version: G::RULES_VERSION,
            clear_lead: G::CLEAR_LEAD,
            schema: G::schema(),
            decision_kinds: G::DECISION_KINDS,
            weights: G::weights(),
            features: G::features(),
            shipped_variants: G::shipped_variants(),
            data: G::data(),
            reconstruction: G::reconstruction(),
        }
    }

    /// Lists the parts of the data that are reconstructed.
    ///
    /// # Errors
    /// The data is not that of a shipped game.
    pub fn reconstructed(&self) -> Result<Vec<Reconstructed>, InputError> {
        Reconstructed::list(self.data)
    }

    /// Counts the reconstructed parts, such as *24 entries and 2 single lists*; `None` if each number has a source.
    fn count_reconstructed(&self) -> Option<String> {
        let parts = self.reconstructed().unwrap_or_default();
        let alone = parts.iter().filter(|part| part.stands_alone()).count();
        let count = |number: usize, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {many}"),
        };
        let entries = count(parts.len() - alone, "entry", "entries");
        match (parts.len(), alone) {
            (0, _) => None,
            (_, 0) => Some(entries),
            _ => Some(format!("{entries} and {}", count(alone, "single list", "single lists"))),
        }
    }

    /// Says in one line which numbers of the game are reconstructed, what rests on them, and where the true ones go.
    #[must_use]
    pub fn numbers(&self) -> String {
        let Reconstruction { numbers, subjects } = self.reconstruction;
        let Some(count) = self.count_reconstructed() else {
            if subjects.is_empty() {
                return Self::NONE.to_owned();
            }
            return format!("The rules are exact, and no number is reconstructed: {subjects}.");
        };
        format!(
            "The rules are exact, but not all numbers of the board are: no source that we could read prints {numbers}, so {count} \
             of the data are reconstructed. What is said of {subjects} rests on them. An owner of the game can set the \
             true numbers in a variant file, by the paths that `tradewinds games {} --reconstructed` lists.",
            self.name
        )
    }

    /// Says the same of several games in one line.
    pub fn numbers_of<'a>(games: impl IntoIterator<Item = &'a Self>) -> String {
        let counted = games.into_iter().filter_map(|game| Some((game, game.count_reconstructed()?)));
        let parts: Vec<String> = counted
            .map(|(game, count)| {
                format!(
                    "{count} of {} (findings on {} rest on them)",
                    game.name, game.reconstruction.subjects
                )
            })
            .collect();
        if parts.is_empty() {
            return Self::NONE.to_owned();
        }
        format!(
            "The rules are exact, but not all numbers of the boards are: no source that we could read prints some. Reconstructed \
             are {}. An owner of a game can set the true numbers in a variant file, by the paths that \
             `tradewinds games GAME --reconstructed` lists.",
            parts.join(", ")
        )
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
