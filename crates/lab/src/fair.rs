//! What is the least that must change so that it is fair?
//!
//! The same deals, random events and seeds of bots are played under all rules, so that effects are differences of paired
//! games. First the starting rules play: if they are fair, or not shown to be unfair, they are left alone. Otherwise
//! each change is played alone, a model of the rules' numbers foretells the win shares under all combinations of a few
//! changes, and the most promising play until enough of the cheapest are shown to be fair, or the games are played. Where
//! rules have to be fair among several bots, the others play what the first ones show to be fair. The alternatives then
//! play as variants of a [balance study](super::balance), on deals that the search has not seen.

mod model;
mod play;
mod search;
mod space;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::balance::{
    Balance, BalanceManifest, BalanceResult, FairFound, FairLimits, FairMeasure, FairResult, FairRule,
    FairSettings, FairStart, FairTarget,
};
use super::folder::refuse;
use super::study::{Halt, Study, StudyWatch};
use model::{Goal, Shares};
use play::Played;
use search::{Outcome, Search};
use tradewinds_arena::Playable;
use tradewinds_game::{InputError, Origin, Purpose, Seed, Variant, counted};
use tradewinds_stats::Interval;
use tradewinds_tournament::{Manifest, Progress, RunError, Tournament};

pub use super::balance::FAIR_TABLES as TABLES;
pub use play::{Ended, Games};
pub use space::{Point, Space};

/// The log of the games of the search, in the study's folder.
const LOG: &str = "fair.jsonl";

/// A balance study that asks for the least change.
#[derive(Debug)]
pub struct Fair {
    game: &'static dyn Playable,
    manifest: BalanceManifest,
    settings: FairSettings,
    source: PathBuf,
    folder: PathBuf,
}

impl Fair {
    /// Finds and checks all that a manifest of this game names; `source` is its file, `folder` where the study is to be
    /// played. Without `[fair]` it has the default settings.
    ///
    /// # Errors
    /// Those of [`Balance::new`]; several numbers of seats; positions to begin from; wrong changes.
    pub fn new(
        game: &'static dyn Playable,
        mut manifest: BalanceManifest,
        source: &Path,
        folder: &Path,
    ) -> Result<Self, InputError> {
        let settings = manifest.fair.get_or_insert_default().clone();
        let fair = Self { game, settings, source: source.to_owned(), folder: folder.to_owned(), manifest };
        let in_file = |error: InputError| {
            if *error.origin() == Origin::Unnamed {
                error.in_file(source.display().to_string())
            } else {
                error
            }
        };
        fair.check().map_err(in_file)?;
        Ok(fair)
    }

    fn check(&self) -> Result<(), InputError> {
        let BalanceManifest { players, positions, .. } = &self.manifest;
        let [players] = players[..] else {
            let found = format!("{players:?} with [fair]");
            return refuse("players", found, "one number of seats");
        };
        if positions.is_some() {
            return refuse("positions", "positions with [fair]", "none: the search plays deals");
        }
        let balance = self.balance()?;
        self.runs(&balance)?;
        self.space(balance.start(), players).map(drop)
    }

    /// Returns the tables whose games the search plays: the name of each, its run under the starting rules, and the
    /// targets that it measures.
    fn runs(&self, balance: &Balance) -> Result<Vec<(String, Manifest, Vec<FairTarget>)>, InputError> {
        let mut runs: Vec<(String, Manifest, Vec<FairTarget>)> = Vec::new();
        for target in self.settings.goals() {
            for (table, run) in balance.runs_of(target, &self.settings.tables)? {
                match runs.iter_mut().find(|known| known.0 == table) {
                    Some(known) => known.2.push(target),
                    None => runs.push((table, run, vec![target])),
                }
            }
        }
        Ok(runs)
    }

    fn balance(&self) -> Result<Balance, InputError> {
        Balance::new(self.game, self.manifest.clone(), &self.source, &self.folder)
    }

    /// Finds what may change.
    fn space(&self, start: &Variant, players: usize) -> Result<Space, InputError> {
        let info = self.game.info();
        let declared = info.features.rules.map(|ranges| ranges.declared());
        Space::new((info.name, info.data), declared, &self.settings, start, players)
    }

    /// Searches, or goes on with the search: the alternatives, and their variants.
    fn search(
        &self,
        balance: &Balance,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<(FairFound, Vec<Variant>), Halt> {
        balance.begin_fair()?;
        let players = self.manifest.players[0];
        let space = self.space(balance.start(), players)?;
        let runs = self.runs(balance)?;
        let mut tournaments = Vec::new();
        for (_, run, _) in &runs {
            tournaments.push(balance.prepared(run.clone())?);
        }
        let (mut goals, mut tables, mut courses) = (Vec::new(), Vec::new(), Vec::new());
        for (course, ((table, _, targets), tournament)) in runs.iter().zip(&tournaments).enumerate() {
            let mut games = self.games(tournament, players, threads, stop)?;
            let first = courses.first().filter(|first: &&Games<'_>| first.items() > 0);
            if let (true, Some(first)) = (targets.contains(&FairTarget::Items), first) {
                games = games.with_items_of(first);
            } else if targets.contains(&FairTarget::Items) {
                games = games.with_common_items(&space).ok_or(Halt::Stopped)?;
                if games.items() < 2 {
                    let found = counted(games.items(), "item");
                    let file = self.source.display().to_string();
                    let allowed = "two or more that are common, for items";
                    return Err(InputError::new(file, "fair.targets", found, allowed).into());
                }
            }
            goals.extend(targets.iter().map(|&target| self.goal(target, course, (players, games.items()))));
            tables.extend(targets.iter().map(|_| table.clone()));
            courses.push(games);
        }
        let played = Played::open(courses, &space, &self.folder.join(LOG), balance.key())?;
        watch.begin("games", "the search for rules");
        let total = self.settings.games;
        let mut done = |games: u64| watch.progress(&Progress::counted(games, total));
        let follows = |(course, (.., targets)): (usize, &(_, _, Vec<FairTarget>))| {
            course > 0 && targets.iter().all(|target| runs[0].2.contains(target))
        };
        let (followers, leaders) = (0..runs.len()).partition(|&course| follows((course, &runs[course])));
        let mut search = Search {
            played,
            leaders,
            followers,
            settings: &self.settings,
            smallest: self.manifest.smallest,
            goals,
            refused: BTreeSet::new(),
            done: &mut done,
        };
        let outcome = search.run()?;
        let (used, goals) = (search.played.used, search.goals);
        self.found(balance.start_name(), &space, (&goals, tables), outcome, used).map_err(Halt::from)
    }

    /// Says how the search measures a target, with a number of players and of items.
    fn goal(&self, target: FairTarget, course: usize, (players, items): (usize, usize)) -> Goal {
        let numbers = match target {
            FairTarget::Seats | FairTarget::Strategies => players,
            FairTarget::Items => items,
            FairTarget::Skill | FairTarget::Length => 1,
        };
        let smallest = self.manifest.smallest;
        let (middle, far, is_fixed) = match self.settings.limits(target, smallest) {
            FairLimits::Below(most) => (0.0, most, false),
            FairLimits::Share([from, to]) | FairLimits::Rounds([from, to]) => {
                (f64::midpoint(from, to), (to - from) / 2.0, true)
            }
        };
        Goal { target, course, numbers, middle, unit: far / smallest, is_fixed }
    }

    fn games<'a>(
        &self,
        tournament: &'a Tournament,
        players: usize,
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Result<Games<'a>, RunError> {
        // Other deals than those that confirm what is found.
        let seed = Seed(self.manifest.seed).derive(Purpose::Rules, 0).0 >> 1;
        Games::new(self.game, tournament.bots(), (players, seed), threads, stop)
    }

    /// Writes down what was found.
    fn found(
        &self,
        name: &str,
        space: &Space,
        (goals, tables): (&[Goal], Vec<String>),
        outcome: Outcome,
        games: u64,
    ) -> Result<(FairFound, Vec<Variant>), InputError> {
        let Some(start) = &outcome.start else {
            return refuse("fair.games", "no two games that were played to their end", "more games");
        };
        let (mut rules, mut variants) = (Vec::new(), Vec::new());
        for (index, point) in outcome.found.iter().enumerate() {
            let variant = format!("fair-{}", index + 1);
            variants.extend(space.variant(point, &variant));
            rules.push(FairRule {
                variant,
                file: format!("fair/{}.toml", index + 1),
                words: space.words(point),
                numbers: space.numbers(point),
                cost: space.cost(point),
            });
        }
        let start = FairStart {
            name: name.to_owned(),
            call: outcome.call,
            measures: goals.iter().zip(start).map(|(goal, shares)| self.measured(goal, shares)).collect(),
        };
        Ok((FairFound { start, rules, changes: space.changes(), games, tables }, variants))
    }

    /// Puts what the search measured under the starting rules into the units of the answer.
    fn measured(&self, goal: &Goal, shares: &Shares) -> FairMeasure {
        let limits = self.settings.limits(goal.target, self.manifest.smallest);
        if goal.is_fixed {
            let own = |number: f64| goal.middle + number * goal.unit;
            let (value, far) = (shares.shares[0], search::Z_OF_LOOKS * shares.variance.sqrt());
            let interval = Interval { low: own(value - far), high: own(value + far) };
            return FairMeasure::new(goal.target, limits, own(value), interval);
        }
        let own = |square: f64| square * goal.unit * goal.unit;
        let (low, high) = shares.spread().ends(search::Z_OF_LOOKS);
        let interval = Interval { low: own(low), high: own(high) };
        FairMeasure::new(goal.target, limits, own(shares.spread().square), interval)
    }
}

impl Fair {
    /// Searches, or goes on: the study of the alternatives that were found, which machines may play in parts; `None` if it
    /// was stopped.
    ///
    /// # Errors
    /// Those of [`Study::run`].
    pub fn found_by(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Balance>, RunError> {
        let balance = self.balance()?;
        let searched = self.search(&balance, threads, stop, watch);
        let Some((found, variants)) = Halt::findings(searched)? else { return Ok(None) };
        balance.with_found(found, variants).map(Some)
    }

    /// Takes over the search of a part of the study, unless there is one.
    ///
    /// # Errors
    /// The part has no search, or the folder cannot be used.
    pub fn take_search(&self, part: &Path) -> Result<(), RunError> {
        self.balance()?.begin_fair()?;
        let (log, own) = (part.join(LOG), self.folder.join(LOG));
        if !own.exists() {
            fs::copy(&log, &own).map_err(|source| RunError::Io { path: log, source })?;
        }
        Ok(())
    }
}

impl Study for Fair {
    type Findings = (FairResult, BalanceResult);

    fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn StudyWatch,
    ) -> Result<Option<Self::Findings>, RunError> {
        let Some(balance) = self.found_by(threads, stop, watch)? else { return Ok(None) };
        let Some(result) = balance.run(threads, stop, watch)? else { return Ok(None) };
        let answer = balance.answer(&result).expect("the alternatives were given");
        Ok(Some((answer, result)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"
name = "unfair"
game = "puerto-rico"
players = [2]
seed = 8
deals = 4
[[table]]
name = "random"
bots = ["random"]
[fair]
games = 600
most = 1
[[fair.change]]
paths = ["setup.2.handicap.1"]
values = [0, 9]
"#;

    /// How many games are done, each time that a search said so.
    #[derive(Default)]
    struct Counts(Vec<u64>);

    impl StudyWatch for Counts {
        fn begin(&mut self, _: &'static str, _: &str) {}

        fn progress(&mut self, progress: &Progress<'_>) {
            self.0.push(progress.finished);
        }
    }

    /// Else they would seem to take no time, and the rest as little.
    #[test]
    fn games_from_the_log_are_no_progress() {
        let folder = tempfile::tempdir().unwrap();
        let game = tradewinds_arena::find("puerto-rico").unwrap();
        let manifest = BalanceManifest::parse("m.toml", MANIFEST).unwrap();
        let fair = Fair::new(game, manifest, Path::new("m.toml"), folder.path()).unwrap();
        let counts = || {
            let mut counts = Counts::default();
            fair.found_by(1, &AtomicBool::new(false), &mut counts).unwrap();
            counts.0
        };
        let all = counts();
        assert!(all.len() > 3, "{all:?}");
        let log = folder.path().join(LOG);
        let lines = fs::read_to_string(&log).unwrap();
        let half: String = lines.split_inclusive('\n').take(lines.lines().count() / 2).collect();
        fs::write(&log, half).unwrap();
        let rest = counts();
        assert!(rest.len() < all.len() && all.ends_with(&rest), "{all:?}, {rest:?}");
        assert_eq!(fs::read_to_string(&log).unwrap(), lines);
        assert_eq!(counts(), all[all.len() - 1..]);
    }
}
