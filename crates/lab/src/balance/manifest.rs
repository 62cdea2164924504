//! Manifests of balance studies.

use serde::{Deserialize, Serialize};

use super::super::folder::{check_name, distinct, distinct_names, range, refuse};
use super::fair::FairSettings;
use super::sweep::Sweep;
use tradewinds_bots::Sections;
use tradewinds_game::{InputError, counted};
use tradewinds_tournament::{MAX_GAMES, NamedBots, NamesBots, Seating, parse_manifest};

/// A balance study as its manifest describes it.
///
/// ```
/// use tradewinds_lab::balance::BalanceManifest;
/// let text = r#"
/// name = "swap"
/// game = "puerto-rico"
/// seed = 1
/// deals = 1000
/// players = [3, 4, 5]
/// variants = ["factory-university-swap"]
///
/// [[table]]
/// name = "steady"
/// bots = ["steady"]
/// "#;
/// assert_eq!(BalanceManifest::parse("swap.toml", text).unwrap().smallest, 0.02);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BalanceManifest {
    /// The study's name; also the name of its folder.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// The seed of everything random, at most 2^63 - 1.
    pub seed: u64,
    /// The number of deals that each line-up of a table plays with each variant.
    pub deals: u64,
    /// The numbers of seats.
    pub players: Vec<usize>,
    /// The variant that the others are compared with: the name of a shipped one or the path of a file; absent
    /// for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
    /// The variants: names of shipped ones or paths of files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The path of a file of positions that the games of all variants begin from, as in the manifest of a tournament;
    /// absent for deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// The seating of a line-up of several bots.
    #[serde(default)]
    pub seating: Seating,
    /// The smallest change of unfairness that matters, in win shares: above 0 and below 1.
    #[serde(default = "smallest")]
    pub smallest: f64,
    /// The levels of play, the weakest first: names of shipped presets or paths of preset files. Each plays at all
    /// seats, and each but the first alone among the one below.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// The number of deals of each level; absent for a quarter of those of the level below, at least 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub level_deals: Vec<u64>,
    /// The kinds of decision of which a study of restricted play says what is dead or a must-have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    /// The number of games of each variant that are reviewed: whose decisions change whose win share? 0 for none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub gifts: u64,
    /// The bots that play.
    #[serde(default, rename = "table", skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<BalanceTable>,
    /// Numbers of the rules that take one value after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
    /// What is the least that must change so that it is fair? Absent where that is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<FairSettings>,
    /// The bots that the manifest holds, each a preset without `name` and `game`.
    #[serde(default, skip_serializing_if = "Sections::is_empty")]
    pub bots: Sections,
}

/// Bots that play all variants of a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalanceTable {
    /// The table's name.
    pub name: String,
    /// Names of shipped presets or paths of preset files: one for all seats, one per seat, or more, of which
    /// every set that fills the seats plays.
    pub bots: Vec<String>,
    /// The number of deals that each of its line-ups plays, if it differs from the study's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
}

/// The levels of a study that names no bots.
const LEVELS: [&str; 3] = ["learned", "short-search", "long-search"];
/// The two of them that no game ships under such a name.
const SEARCHES: &str = r#"
[bots.short-search]
base = "ismcts"
kind = "search"
search = { iterations = 125 }

[bots.long-search]
base = "ismcts"
kind = "search"
search = { iterations = 1_000 }
"#;
/// A level plays at least this many deals, if the study has them: with fewer no change is shown.
const LEAST_DEALS: u64 = 8;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(games: &u64) -> bool {
    *games == 0
}

fn smallest() -> f64 {
    0.02
}

impl NamesBots for BalanceManifest {
    fn sections(&mut self) -> &mut Sections {
        &mut self.bots
    }

    fn named(&self) -> NamedBots<'_> {
        let tables = self.tables.iter().flat_map(|table| &table.bots);
        let entries = self.levels.iter().chain(tables).collect();
        NamedBots { game: &self.game, sections: &self.bots, entries }
    }
}

impl BalanceManifest {
    /// Reads a manifest from TOML text. One that names no bots has three levels: `learned`, and a short and a long
    /// search by `ismcts`.
    ///
    /// # Errors
    /// The text is not TOML; a key is unknown, missing or of a wrong type; a value is out of range.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let mut manifest = parse_manifest(source_name, text, Self::check)?;
        if manifest.tables.is_empty() && manifest.levels.is_empty() {
            manifest.levels = LEVELS.map(str::to_owned).to_vec();
            manifest.bots.read(SEARCHES);
        }
        Ok(manifest)
    }

    /// Returns the number of deals of each level.
    pub(super) fn deals_of_levels(&self) -> Vec<u64> {
        let quartered =
            |level: u32| self.deals.checked_shr(2 * level).unwrap_or(0).max(self.deals.min(LEAST_DEALS));
        if self.level_deals.is_empty() {
            (0..).map(quartered).take(self.levels.len()).collect()
        } else {
            self.level_deals.clone()
        }
    }

    fn check_levels(&self) -> Result<(), InputError> {
        let Self { levels, level_deals, .. } = self;
        if levels.len() == 1 || !distinct(levels) {
            return refuse("levels", format!("{levels:?}"), "2 or more different bots, the weakest first");
        }
        let count = if levels.is_empty() && self.tables.is_empty() { LEVELS.len() } else { levels.len() };
        let fitting = level_deals.len() == count && !level_deals.contains(&0);
        if !level_deals.is_empty() && !fitting {
            return refuse(
                "level_deals",
                format!("{level_deals:?}"),
                "a number of 1 or more for each of levels",
            );
        }
        Ok(())
    }

    /// Checks everything that does not depend on the game, except whether there is something to compare.
    fn check(&self) -> Result<(), InputError> {
        check_name("name", &self.name)?;
        if self.deals == 0 {
            return refuse("deals", "0", "1 or more");
        }
        let least = match self.players.iter().min() {
            Some(&least) if distinct(&self.players) => least,
            _ => return refuse("players", format!("{:?}", self.players), "different numbers of seats"),
        };
        if !(self.smallest > 0.0 && self.smallest < 1.0) {
            return refuse("smallest", self.smallest.to_string(), "above 0 and below 1");
        }
        range("gifts", self.gifts, 0, MAX_GAMES)?;
        self.check_levels()?;
        if !distinct(&self.items) {
            return refuse("items", format!("{:?}", self.items), "different kinds of decision");
        }
        let names: Vec<&str> = self.tables.iter().map(|table| table.name.as_str()).collect();
        if !distinct_names(&names) {
            return refuse("table", format!("{names:?}"), "tables of different names, not in case alone");
        }
        for (index, table) in self.tables.iter().enumerate() {
            check_name(&format!("table[{index}].name"), &table.name)?;
            if table.deals == Some(0) {
                return refuse(&format!("table[{index}].deals"), "0", "1 or more");
            }
            let field = format!("table[{index}].bots");
            let bots = table.bots.len();
            if let Some(players) = self.players.iter().find(|&&players| bots != 1 && bots < players) {
                let allowed = format!("1, which takes all seats, or at least {players}, the number of seats");
                return refuse(&field, counted(bots, "bot"), allowed);
            }
            if bots > least && !distinct(&table.bots) {
                return refuse(
                    &field,
                    format!("{:?}", table.bots),
                    "each bot once where they are more than seats",
                );
            }
        }
        self.fair.as_ref().map_or(Ok(()), FairSettings::check)?;
        self.sweep.as_ref().map_or(Ok(()), Sweep::check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
name = "x"
game = "g"
seed = 1
deals = 2
players = [3, 4]
variants = ["v"]
levels = ["a", "b"]
level_deals = [8, 4]
items = ["build"]
[[table]]
name = "t"
bots = ["a"]
[sweep]
name = "s"
values = [1, 2]
[sweep.set]
"a.b" = 0
"#;

    #[test]
    fn a_manifest_round_trips() {
        let manifest = BalanceManifest::parse("m", GOOD).unwrap();
        assert_eq!(BalanceManifest::parse("n", &manifest.to_toml()), Ok(manifest));
    }

    #[test]
    fn a_manifest_without_bots_has_three_levels() {
        let text = "name = \"x\"\ngame = \"g\"\nseed = 1\ndeals = 100\nplayers = [3]\n";
        let manifest = BalanceManifest::parse("m", text).unwrap();
        assert_eq!(manifest.levels, LEVELS);
        assert_eq!(manifest.deals_of_levels(), [100, 25, 8]);
        let few = BalanceManifest { deals: 5, ..manifest.clone() };
        assert_eq!(few.deals_of_levels(), [5, 5, 5]);
        assert_eq!(BalanceManifest::parse("n", &manifest.to_toml()), Ok(manifest));
        let own = BalanceManifest::parse("m", &format!("{text}level_deals = [9, 8, 7]\n")).unwrap();
        assert_eq!((own.deals_of_levels(), own.levels), (vec![9, 8, 7], LEVELS.map(str::to_owned).to_vec()));
        let given = BalanceManifest::parse("m", GOOD).unwrap();
        assert_eq!((given.deals_of_levels(), given.levels.len()), (vec![8, 4], 2));
        let tables = GOOD.replace("levels = [\"a\", \"b\"]\nlevel_deals = [8, 4]\n", "");
        assert!(BalanceManifest::parse("m", &tables).unwrap().levels.is_empty(), "a table is enough");
    }

    #[test]
    fn wrong_manifests_are_refused() {
        for (from, to, part) in [
            ("name = \"x\"", "name = \"../x\"", "m: name: found \"../x\""),
            ("deals = 2", "deals = 0", "m: deals: found 0; allowed: 1 or more"),
            (
                "deals = 2",
                "deals = 2\ngifts = 1000000000000",
                "m: gifts: found 1000000000000; allowed: 0 to 1",
            ),
            ("[3, 4]", "[]", "m: players: found []"),
            ("[3, 4]", "[3, 3]", "m: players: found [3, 3]; allowed: different"),
            ("players", "smallest = 0\nplayers", "m: smallest: found 0; allowed: above 0"),
            ("[\"a\", \"b\"]", "[\"a\"]", "m: levels: found [\"a\"]; allowed: 2 or more different bots"),
            ("[\"a\", \"b\"]", "[\"a\", \"a\"]", "m: levels: found [\"a\", \"a\"]; allowed: 2 or more"),
            (
                "[\"build\"]",
                "[\"build\", \"build\"]",
                "m: items: found [\"build\", \"build\"]; allowed: different",
            ),
            ("[8, 4]", "[8, 4, 2]", "m: level_deals: found [8, 4, 2]; allowed: a number of 1 or more"),
            ("[8, 4]", "[8, 0]", "m: level_deals: found [8, 0]; allowed: a number of 1 or more for each"),
            (
                "levels = [\"a\", \"b\"]",
                "",
                "m: level_deals: found [8, 4]; allowed: a number of 1 or more for",
            ),
            ("name = \"t\"", "name = \"t/\"", "m: table[0].name: found \"t/\""),
            ("[\"a\"]", "[\"a\", \"b\", \"c\"]", "m: table[0].bots: found 3 bots; allowed: 1, which"),
            ("[\"a\"]", "[\"a\", \"a\", \"b\", \"c\"]", "each bot once"),
            ("[\"a\"]", "[\"a\"]\ndeals = 0", "m: table[0].deals: found 0"),
            (
                "[\"a\"]",
                "[\"a\"]\n[[table]]\nname = \"T\"\nbots = [\"a\"]",
                "m: table: found [\"t\", \"T\"]; allowed: tables of different names, not in case alone",
            ),
            ("[\"a\"]", "[\"a\"]\nbot = 0", "(did you mean bots?)"),
            ("[1, 2]", "[2, 2]", "m: sweep.values: found [2, 2]"),
            ("[1, 2]", "[]", "m: sweep.values: found []"),
            ("\"a.b\" = 0", "", "m: sweep.set: found nothing"),
            ("name = \"s\"", "name = \"s s\"", "m: sweep.name: found \"s s\""),
        ] {
            let error = BalanceManifest::parse("m", &GOOD.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
