//! Manifests: TOML files that say which bots play which game, and how often.

use serde::{Deserialize, Serialize};

use crate::plan::named::{NamedBots, NamesBots, parse_manifest};
use tradewinds_arena::find;
use tradewinds_bots::Sections;
use tradewinds_game::{InputError, NAME_RULE, Origin, counted, is_file_name};
use tradewinds_stats::Sprt;

/// A tournament as its manifest describes it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Manifest {
    /// The run's name: letters, digits, `.`, `_` and `-`; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The number of seats.
    pub players: usize,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The number of deals that each line-up plays, at least 1; or `games`. Without both, the number of
    /// `positions` or of the deals of `deals_of`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// The total number of games to play, rounded up to whole blocks; or `deals`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The way in which line-ups are made from the bots.
    pub format: Format,
    /// The bots: names of shipped presets or of the manifest's own, or paths of preset files.
    pub lineup: Vec<String>,
    /// The seating of a line-up.
    #[serde(default)]
    pub seating: Seating,
    /// The variant: the name of a shipped one or the path of a file; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The path of a file of positions that games begin from, instead of deals: line-ups play them in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// The folder of a run, or a list of deals: the same deals and random events are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals_of: Option<String>,
    /// Stop as soon as no bot's interval of the win share is wider than this; `deals` or `games` is then an
    /// upper limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_width: Option<f64>,
    /// Give further deals only to line-ups with a pair of bots that is still undecided; `deals` is then the
    /// maximum for each line-up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub adaptive: bool,
    /// The records that the games leave of all their actions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub record: Recording,
    /// The format of the tables of games.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tables: TableFormat,
    /// What the journal keeps of the games.
    #[serde(default, skip_serializing_if = "is_default")]
    pub journal: Journaling,
    /// Stop as soon as the test decides, with `format = "duel"`; `deals` is then an upper limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSettings>,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

/// The records that a run leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recording {
    /// None; any game can still be recorded later by its number.
    #[default]
    None,
    /// One per game.
    Games,
    /// One per game, with the position after each random event.
    Positions,
}

/// The format of the tables of a run's games; those of the standings are always CSV.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableFormat {
    /// Text, a file for each table.
    #[default]
    Csv,
    /// Typed columns, compressed, a folder for each table.
    Parquet,
}

/// What the journal of a run keeps of its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Journaling {
    /// All their rows.
    #[default]
    Rows,
    /// Their results, and a checksum of the rows: each time tables are written, the games are played again.
    Results,
}

impl Journaling {
    /// Returns the first bytes of a frame of a journal that keeps this.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Rows => *b"TWJ1",
            Self::Results => *b"TWR1",
        }
    }

    /// Returns what a journal whose content begins like this keeps; `None` if it is none.
    pub(crate) fn of(content: &[u8]) -> Option<Self> {
        [Self::Rows, Self::Results].into_iter().find(|keeps| content.starts_with(&keeps.magic()))
    }
}

/// What a build says that cannot write Parquet files.
pub(crate) const NO_PARQUET: &str =
    "this build has no Parquet files; build tradewinds with its feature parquet, which is on by default";

impl TableFormat {
    /// Refuses a format that this build cannot write.
    ///
    /// # Errors
    /// [`TableFormat::Parquet`] without the feature `parquet`.
    pub fn check_built(self) -> Result<(), InputError> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(InputError::new("", "tables", "parquet", format!("csv: {NO_PARQUET}")));
        }
        Ok(())
    }

    /// Returns the other format.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Csv => Self::Parquet,
            Self::Parquet => Self::Csv,
        }
    }
}

/// A sequential probability ratio test of the first bot of a duel against the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtSettings {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The Elo difference under the alternative, above `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative when the null hypothesis holds, below 0.5.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the alternative holds, below 0.5.
    pub beta: f64,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The way in which line-ups are made from the bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The bots are the one line-up, one per seat; a bot may be in it more than once.
    #[default]
    Table,
    /// The first bot against copies of each other one.
    OneVsRest,
    /// Each other bot alone against copies of the first.
    Challengers,
    /// Every set of as many bots as there are seats.
    RoundRobin,
    /// Two bots on the same deals: one of the first among copies of the second, and one of the second
    /// among copies of the first. With two seats these are one line-up.
    Duel,
}

/// The seating of a line-up; a block plays each different seating once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Every rotation of the line-up; each bot keeps its neighbours.
    #[default]
    Rotations,
    /// Every order of the line-up.
    Permutations,
}

impl Manifest {
    /// Makes a manifest with the defaults, to which deals and a line-up are to be added.
    #[must_use]
    pub fn new(name: impl Into<String>, game: impl Into<String>, players: usize, seed: u64) -> Self {
        Self { name: name.into(), game: game.into(), players, seed, ..Self::default() }
    }

    /// Sets the number of deals that each line-up plays.
    #[must_use]
    pub fn with_deals(self, deals: u64) -> Self {
        Self { deals: Some(deals), games: None, ..self }
    }

    /// Sets the bots, and the way in which line-ups are made from them.
    #[must_use]
    pub fn with_lineup(self, format: Format, lineup: Vec<String>) -> Self {
        Self { format, lineup, ..self }
    }

    /// Sets the variant: the name of a shipped one or the path of a file; none for the standard rules.
    #[must_use]
    pub fn with_variant(self, variant: Option<String>) -> Self {
        Self { variant, ..self }
    }

    /// Sets the file of the positions that games begin from; none for deals.
    #[must_use]
    pub fn with_positions(self, positions: Option<String>) -> Self {
        Self { positions, ..self }
    }

    /// Reads a manifest from TOML text.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        parse_manifest(source_name, text, Self::check)
    }

    /// Checks everything that does not depend on a game.
    ///
    /// # Errors
    /// A value that is out of range or does not go with another.
    pub fn check(&self) -> Result<(), InputError> {
        if !is_file_name(&self.name) {
            return Err(InputError::new(Origin::Manifest, "name", format!("{:?}", self.name), NAME_RULE));
        }
        // A number of seats that the game does not have explains what else is wrong.
        if let Ok(game) = find(&self.game) {
            let seats = game.info().players;
            InputError::check_range(Origin::Manifest, "players", self.players, *seats.start(), *seats.end())?;
        }
        let none = |field: &str| Err(InputError::out_of_range(Origin::Manifest, field, 0, "1 or more"));
        match (self.deals, self.games) {
            (Some(0), _) => return none("deals"),
            (_, Some(0)) => return none("games"),
            (Some(_), Some(_)) => return conflict("games", "deals as well", "deals or games"),
            (None, None) if self.positions.is_none() && self.deals_of.is_none() => {
                return conflict("deals", "neither deals nor games", "one of them");
            }
            _ => {}
        }
        let (bots, seats) = (self.lineup.len(), self.players);
        let refuse = |allowed: &str| conflict("lineup", &counted(bots, "bot"), allowed);
        match self.format {
            Format::Table if bots != seats => {
                let fits = find(&self.game).map_or(bots > 1, |game| game.info().players.contains(&bots));
                let or = if fits { format!("; or players = {bots}") } else { String::new() };
                refuse(&format!("{seats}, one a seat, with format = \"table\"{or}"))
            }
            Format::OneVsRest | Format::Challengers if bots < 2 => refuse("2 or more with this format"),
            Format::RoundRobin if bots < seats => {
                refuse(&format!("{seats} or more with format = \"round-robin\""))
            }
            Format::Duel if bots != 2 => refuse("2 with format = \"duel\""),
            _ => self.check_stopping(),
        }
    }

    /// Returns which of the rules by which a run may stop early it has.
    fn rules(&self) -> [bool; 3] {
        [self.until_width.is_some(), self.adaptive, self.sprt.is_some()]
    }

    /// Returns whether the run may stop early.
    pub(crate) fn has_rule(&self) -> bool {
        self.rules().contains(&true)
    }

    /// Checks the rules by which a run may stop early.
    fn check_stopping(&self) -> Result<(), InputError> {
        let outside = |field: &str, found: f64, allowed: &str| {
            Err(InputError::out_of_range(Origin::Manifest, field, found, allowed))
        };
        let rules = self.rules();
        if rules.into_iter().filter(|&rule| rule).count() > 1 {
            return conflict("until_width", "several rules", "one of until_width, adaptive and sprt");
        }
        if let Some(width) = self.until_width.filter(|&width| !(width > 0.0 && width < 1.0)) {
            return outside("until_width", width, "above 0 and below 1");
        }
        if self.adaptive && self.games.is_some() {
            return conflict("adaptive", "games", "with deals, the most for each line-up");
        }
        let Some(sprt) = self.sprt else {
            return Ok(());
        };
        if self.format != Format::Duel {
            return conflict("sprt", "another format", "only with format = \"duel\"");
        }
        let SprtSettings { elo0, elo1, alpha, beta } = sprt;
        if let Err(error) = Sprt::new(elo0, elo1, alpha, beta) {
            let (name, found, allowed) = error.refusal();
            return outside(&format!("sprt.{name}"), found, &allowed);
        }
        Ok(())
    }

    /// Returns the manifest without what says how long the run is and how its files are written: the number of
    /// deals or games, the rule by which it stops, the format of the tables and what the journal keeps. Runs that
    /// differ in these alone play the same games, one more of them than the other.
    pub(crate) fn unlimited(&self) -> Self {
        let (tables, journal) = (TableFormat::default(), Journaling::default());
        Self {
            deals: None,
            games: None,
            until_width: None,
            adaptive: false,
            sprt: None,
            tables,
            journal,
            ..self.clone()
        }
    }
}

impl NamesBots for Manifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let entries = self.lineup.iter().collect();
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

/// Refuses values of a manifest that do not go together.
fn conflict(field: &str, found: &str, allowed: &str) -> Result<(), InputError> {
    Err(InputError::conflict(Origin::Manifest, field, found, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
name = "quickstart"
game = "some-game"
players = 3
seed = 1
deals = 20
format = "table"
lineup = ["a", "b", "c"]
"#;

    #[test]
    fn a_manifest_round_trips() {
        let manifest = Manifest::parse("x.toml", GOOD).unwrap();
        assert_eq!(manifest.seating, Seating::Rotations);
        assert_eq!(Manifest::parse("y.toml", &manifest.to_toml()), Ok(manifest));
    }

    #[test]
    fn wrong_manifests_are_refused_in_one_line() {
        for (from, to, part) in [
            ("deals", "deels", "x.toml: deels: found \"deels\"; allowed: name, "),
            ("deals", "deels", "(did you mean deals?)"),
            ("\"table\"", "\"tabel\"", "x.toml: format: found \"tabel\""),
            ("\"table\"", "\"one-vs-all\"", "(did you mean one-vs-rest?)"),
            ("\"table\"", "\"round-robin\"\nseating = \"rotation\"", "(did you mean rotations?)"),
            ("seed = 1", "seed = -1", "x.toml: seed: found -1; allowed: a whole number, 0 or more"),
            ("seed = 1", "", "x.toml: seed: found nothing"),
            ("players = 3", "players = 3 4", "x.toml: line 4: "),
            (
                "players = 3",
                "players = 4",
                "x.toml: lineup: found 3 bots; allowed: 4, one a seat, with format = \"table\"; or players = 3",
            ),
            ("\"quickstart\"", "\"../quick\"", "x.toml: name: found \"../quick\""),
            ("deals = 20", "deals = 0", "x.toml: deals: found 0"),
            ("deals = 20", "deals = 20\ngames = 5", "deals or games"),
            ("deals = 20", "", "x.toml: deals: found neither"),
            ("lineup = [\"a\", ", "lineup = [1, ", "x.toml: lineup[0]: "),
            ("lineup", "bots", "x.toml: bots: found a list; allowed: tables [bots.NAME], "),
            // Which TOML's own rules refuse.
            ("]\n", "]\nbots=[\"a\"]\n[bots.a]\nbase = \"b\"\n", "stand under another key, such as lineup"),
        ] {
            let error = Manifest::parse("x.toml", &GOOD.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
        // No game has 0 players.
        let none = GOOD.replace("\"a\", \"b\", \"c\"", "");
        let error = Manifest::parse("x.toml", &none).unwrap_err().to_string();
        assert_eq!(error, "x.toml: lineup: found 0 bots; allowed: 3, one a seat, with format = \"table\"");
    }
}
