//! One rating list of several runs.
//!
//! The ranks of all games of all runs go into one Plackett-Luce fit, in which each game weighs the same. Intervals are
//! by bootstrap over blocks within the line-ups of each run, as those of standings. Bots that no chain of games
//! connects, and bots that were ahead of all others in every game, have no common scale: each set of bots that has
//! one is a list of its own.

mod known;
mod lists;
mod shown;

pub(crate) use shown::RATINGS;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use crate::plan::tournament::Tournament;
use crate::run::cursor::{Fold, JournalCursor};
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::run::open::OpenRun;
use crate::tables::resample::{Figure, Resample};
use crate::unit::{UnitGames, UnitResult};
use tradewinds_bots::FaultCounts;
use tradewinds_game::{InputError, Purpose, Seed, counted};
use tradewinds_stats::Interval;

use known::Known;
use lists::{Ahead, lists_of};

/// The seed of the bootstrap: the ratings of the same runs are the same.
const SEED: Seed = Seed(1);

/// The ratings of all bots of several runs of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The game, the number of players, the variant and the rules, in words.
    pub title: String,
    /// The number of runs.
    pub runs: usize,
    /// Games in whole blocks, without truncated ones.
    pub games: u64,
    /// The bots by list, those without a list last, and there by rating, the best first.
    pub bots: Vec<BotRating>,
    /// What cannot be compared, games that several runs have, and bots that failed decisions, a sentence each.
    pub notes: Vec<String>,
    /// The faults of external bots in these games.
    pub faults: FaultCounts,
}

/// The rating of one bot.
#[derive(Clone, PartialEq, Debug)]
pub struct BotRating {
    /// Its name, followed by its preset's number where runs have different presets of the name.
    pub bot: String,
    /// CRC-32 of the text of its preset in the first run that has it.
    pub preset: u32,
    /// Games in which it played.
    pub games: u64,
    /// Runs in which it played.
    pub runs: usize,
    /// Its list, from 1; ratings of different lists cannot be compared. `None` where it has no rating.
    pub list: Option<usize>,
    /// Its Plackett-Luce rating on the Elo scale. The anchors of its list have their ratings on average; without one,
    /// the mean of the list is 0.
    pub rating: Option<f64>,
    /// The interval of the rating; `None` with too few blocks.
    pub interval: Option<Interval>,
}

/// A bot whose rating is fixed.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// Its name as [`BotRating::bot`] has it.
    pub bot: String,
    /// Its rating.
    pub rating: f64,
}

/// Rates the bots of runs, each in its folder, or of parts of them. Parallel work uses the threads of the pool that this
/// is called in.
///
/// # Errors
/// The runs are not of one game, number of players and variant, a folder holds no such run, its journal is damaged, two
/// share a part of a unit, there is no bot of an anchor's name with a rating, or two anchors name one bot.
///
/// # Panics
/// If there are no runs.
pub fn ratings(runs: &[(Tournament, PathBuf)], anchors: &[Anchor]) -> Result<Ratings, RunError> {
    let mut open: Vec<OpenRun<'_>> = runs
        .iter()
        .map(|(tournament, folder)| OpenRun::read(tournament, folder))
        .collect::<Result<_, _>>()?;
    check(&open)?;
    let mut known = Known::default();
    let numbers: Vec<Vec<usize>> = open.iter().map(|run| known.add(run.tournament)).collect();
    let (twins, once) = twins(&open, &numbers)?;
    let mut ahead = Ahead::new(known.len());
    let (mut games, mut faults) = (0, FaultCounts::default());
    for ((run, numbers), twins) in open.iter_mut().zip(&numbers).zip(&twins) {
        let mut played = vec![0; known.len()];
        let bots = run.tournament.bots();
        each_unit(run, twins, |result| {
            result.faults.iter().for_each(|(&bot, &own)| faults.add(&bots[bot].name, own));
            for ranking in &result.rankings {
                games += 1;
                let ranking: Vec<(usize, u32)> =
                    ranking.iter().map(|&(bot, rank)| (numbers[bot], rank)).collect();
                ahead.game(&ranking);
                let mut bots: Vec<usize> = ranking.iter().map(|&(bot, _)| bot).collect();
                bots.sort_unstable();
                bots.dedup();
                bots.into_iter().for_each(|bot| played[bot] += 1);
            }
        })?;
        known.count(&played);
    }
    let labels = known.labels();
    let (lists, mut notes) = lists_of(&ahead, &labels);
    notes.extend(once);
    let mut bots = known.unrated(&labels);
    let anchors = found(anchors, &labels, &lists)?;
    for (index, list) in lists.iter().enumerate() {
        let own: Vec<(usize, f64)> = anchors
            .iter()
            .filter_map(|&(bot, rating)| Some((list.iter().position(|&member| member == bot)?, rating)))
            .collect();
        for (&bot, (rating, interval)) in list.iter().zip(rated(&mut open, &numbers, &twins, list, own)?) {
            let row = &mut bots[bot];
            (row.list, row.rating, row.interval) = (rating.map(|_| index + 1), rating, interval);
        }
    }
    bots.sort_by(|a, b| {
        let key = |row: &BotRating| row.list.unwrap_or(usize::MAX);
        key(a).cmp(&key(b)).then(b.rating.unwrap_or(0.0).total_cmp(&a.rating.unwrap_or(0.0)))
    });
    notes.extend(faults.failed().map(|(bot, faults)| {
        format!("{bot} failed {faults}; random actions were played instead, and its rating is theirs, too.")
    }));
    Ok(Ratings { title: title(open[0].tournament), runs: runs.len(), games, bots, notes, faults })
}

/// A rating and its interval.
type Rated = (Option<f64>, Option<Interval>);

/// Rates the bots of a list.
fn rated(
    runs: &mut [OpenRun<'_>],
    numbers: &[Vec<usize>],
    twins: &[HashSet<u64>],
    list: &[usize],
    anchors: Vec<(usize, f64)>,
) -> Result<Vec<Rated>, RunError> {
    let strata: u64 = runs.iter().map(|run| run.tournament.schedule().strata()).sum();
    let mut resample = Resample::of_games(list.len(), strata, anchors);
    let mut first = 0;
    for ((run, numbers), twins) in runs.iter_mut().zip(numbers).zip(twins) {
        each_unit(run, twins, |result| {
            let place = |bot: usize| list.iter().position(|&member| member == numbers[bot]);
            let of_list = |ranking: &Vec<(usize, u32)>| {
                let seats = ranking.iter().filter_map(|&(bot, rank)| Some((place(bot)?, rank)));
                seats.collect::<Vec<_>>()
            };
            let rankings: Vec<_> =
                result.rankings.iter().map(of_list).filter(|seats| seats.len() > 1).collect();
            if !rankings.is_empty() {
                resample.rankings_of(first + result.stratum, &rankings);
            }
        })?;
        first += run.tournament.schedule().strata() as usize;
    }
    let found = resample.resample(SEED.derive(Purpose::Bootstrap, 0).0, &[]);
    let ratings = resample.anchored(&resample.ratings());
    Ok(ratings
        .into_iter()
        .enumerate()
        .map(|(bot, rating)| (rating, found.interval(bot, Figure::Rating)))
        .collect())
}

/// Passes the whole units of a run that count to `each`, without its `twins`.
fn each_unit(
    run: &mut OpenRun<'_>,
    twins: &HashSet<u64>,
    each: impl FnMut(&UnitResult),
) -> Result<(), RunError> {
    JournalCursor::fold(run, Each(twins, each)).map(|_| ())
}

struct Each<'a, F>(&'a HashSet<u64>, F);

impl<F: FnMut(&UnitResult)> Fold for Each<'_, F> {
    type Made = ();
    const PARTS: Parts = Parts::Result;

    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        if result.truncated == 0 && !self.0.contains(&games[0].0.game) {
            (self.1)(result);
        }
        Ok(())
    }

    fn finish(self) -> Result<(), RunError> {
        Ok(())
    }
}

/// Refuses runs that do not go together.
fn check(runs: &[OpenRun<'_>]) -> Result<(), RunError> {
    let first = &runs[0];
    let file = |run: &OpenRun<'_>| run.folder.path().join("manifest.toml").display().to_string();
    for run in runs {
        let (own, wanted) = (run.tournament.manifest(), first.tournament.manifest());
        let of_first = |allowed: String| format!("{allowed}, as in {}", first.folder.path().display());
        let refuse = |field: &str, found: String, allowed: String| {
            Err(InputError::conflict(file(run), field, found, of_first(allowed)).into())
        };
        if own.game != wanted.game {
            return refuse("game", format!("{:?}", own.game), format!("{:?}", wanted.game));
        }
        if own.players != wanted.players {
            return refuse("players", own.players.to_string(), wanted.players.to_string());
        }
        if run.tournament.variant() != first.tournament.variant() {
            let name = |run: &OpenRun<'_>| format!("{:?}", run.tournament.variant_name());
            return refuse("variant", name(run), format!("{} with the same numbers", name(first)));
        }
    }
    Ok(())
}

/// What makes two games one: the seeds of the deal and of its random events, the given position, and the bots of the seats.
type Identity<'a> = (u64, u64, Option<&'a str>, Vec<usize>);

/// Finds the units of each run, by the number of their first game, whose games a run before it has, too, whatever their
/// manifests say: they would count twice. `numbers` has the bots of each run. Also says so, a sentence for each run.
fn twins(runs: &[OpenRun<'_>], numbers: &[Vec<usize>]) -> Result<(Vec<HashSet<u64>>, Vec<String>), RunError> {
    let mut known: HashMap<Identity<'_>, usize> = HashMap::new();
    let (mut twins, mut notes) = (Vec::new(), Vec::new());
    for (index, (run, numbers)) in runs.iter().zip(numbers).enumerate() {
        let positions = run.tournament.positions().map(|positions| positions.text().lines().collect());
        let positions: Vec<&str> = positions.unwrap_or_default();
        let schedule = run.tournament.schedule();
        let (mut own, mut games, mut first) = (HashSet::new(), 0, index);
        for unit in 0..schedule.units() {
            let numbered = || schedule.games_of(unit);
            if !numbered().all(|game| run.journal.has(game)) {
                continue;
            }
            let key = |game| {
                let game = schedule.game(game);
                let bots = game.bots.iter().map(|&bot| numbers[bot]).collect();
                let position = game.position.map(|number| positions[number]);
                (game.deal_seed.0, game.chance_seed.0, position, bots)
            };
            let before: Vec<usize> = numbered()
                .filter_map(|game| {
                    let other = *known.entry(key(game)).or_insert(index);
                    (other != index).then_some(other)
                })
                .collect();
            let Some(&other) = before.first() else { continue };
            if before.len() < numbered().count() {
                let other = runs[other].folder.path().display();
                let reason =
                    format!("has some games of a deal that {other} has, too, and others that it has not");
                return Err(run.folder.refuse(reason));
            }
            own.extend(numbered().next());
            (games, first) = (games + before.len() as u64, first.min(other));
        }
        if games > 0 {
            let [run, other] = [run, &runs[first]].map(|run| run.folder.path().display());
            notes.push(format!("{} of {run} count once: {other} has them, too.", counted(games, "game")));
        }
        twins.push(own);
    }
    Ok((twins, notes))
}

/// Finds the bots of the anchors.
fn found(
    anchors: &[Anchor],
    labels: &[String],
    lists: &[Vec<usize>],
) -> Result<Vec<(usize, f64)>, InputError> {
    let find = |anchor: &Anchor| {
        let bot = labels.iter().position(|label| *label == anchor.bot);
        let bot = bot.filter(|bot| lists.iter().any(|list| list.contains(bot)));
        bot.map(|bot| (bot, anchor.rating)).ok_or_else(|| {
            let rated = lists.iter().flatten().map(|&bot| labels[bot].as_str()).collect::<Vec<_>>();
            let allowed = format!("a bot with a rating: {}", rated.join(", "));
            InputError::new("--anchor", "", format!("{:?}", anchor.bot), allowed)
        })
    };
    let twice = anchors
        .iter()
        .enumerate()
        .find(|(index, anchor)| anchors[..*index].iter().any(|other| other.bot == anchor.bot));
    if let Some((_, anchor)) = twice {
        let found = format!("{:?} twice", anchor.bot);
        return Err(InputError::conflict("--anchor", "", found, "each bot once"));
    }
    anchors.iter().map(find).collect()
}

fn title(tournament: &Tournament) -> String {
    let rules = match tournament.variant_name() {
        "standard" => "standard rules".to_owned(),
        name => format!("variant {name}"),
    };
    let (info, players) = (tournament.info(), tournament.manifest().players);
    format!("{}, {players} players, {rules} of version {}", info.name, info.rules_version)
}
