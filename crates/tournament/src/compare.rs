//! Two runs on the same deals, compared afterwards: their games are paired.
//!
//! A pair has the same deal and random events, and corresponding bots at all seats. A deal is the unit of the
//! statistics: the difference of a bot on it is the mean over its pairs of games.

use std::collections::HashMap;
use std::path::Path;

use crate::plan::tournament::Tournament;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::run::open::OpenRun;
use crate::unit::{PerQuantity, Quantity};
use tradewinds_arena::{GameRecord, ScheduledGame};
use tradewinds_bots::{FaultCounts, Preset};
use tradewinds_game::kit::column;
use tradewinds_game::{InputError, Seat, Table, counted};
use tradewinds_report::decimal;
use tradewinds_stats::{CONFIDENCE, Interval, Strata, holm};

/// The tables of `tradewinds compare`.
pub const COMPARE_TABLES: &[Table] = &[Table {
    name: "compare",
    meaning: "one row a bot and measure; a bot of the second run that has another name stands in place of one of the first",
    columns: &[
        column("bot", "name of the bot in the second run"),
        column("replaces", "name of the bot of the first run in whose place it stands"),
        column("measure", "win_share, score, margin or rank, a seat"),
        column("pairs", "pairs of games, one of each run"),
        column("deals", "deals on which they are"),
        column("first", "mean in the first run, over these games"),
        column("second", "mean in the second run"),
        column("difference", "second less first"),
        column(
            "difference_low",
            "lower end of its 95 % interval (Student, over deals), NA with too few deals",
        ),
        column("difference_high", "upper end"),
        column(
            "pairing",
            "variance that the difference of as many games on other deals would have, over the one found; NA where it has none",
        ),
    ],
}];

/// Two runs, compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Pairs of games that count.
    pub pairs: u64,
    /// Deals on which they are.
    pub deals: u64,
    /// Deals that do not count because of a truncated game.
    pub truncated: u64,
    /// Finished games of each run.
    pub games: [u64; 2],
    /// The faults of external bots in both.
    pub faults: FaultCounts,
    /// The bots, in the order of the first run.
    pub bots: Vec<Compared>,
}

/// A bot of the first run, and the one of the second that is at its seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Its name in the first run.
    pub first: String,
    /// Its name in the second run.
    pub second: String,
    /// Whether both play alike: they have the same preset.
    pub is_same: bool,
    /// Pairs of games in which they play.
    pub pairs: u64,
    /// Deals on which they are.
    pub deals: u64,
    /// What was measured of their seats.
    pub(crate) differences: PerQuantity<Difference>,
}

/// A paired difference of means.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Difference {
    /// The mean in the first run.
    pub first: Option<f64>,
    /// The mean in the second run.
    pub second: Option<f64>,
    /// Second less first.
    pub difference: Option<f64>,
    /// Its interval over deals; `None` with fewer than two, and where all deals agree.
    pub interval: Option<Interval>,
    /// The p-value of no difference; `None` without an interval.
    pub p_value: Option<f64>,
    /// The variance that as many games on other deals would give, over the one found.
    pub gain: Option<f64>,
}

/// What makes games a pair, but for their bots: the seeds of the deal and of its random events, and the given position.
type Deal<'a> = (u64, u64, Option<&'a str>);

/// What was measured of each seat of a game; `None` if it was truncated.
type Measured = Option<Vec<PerQuantity<f64>>>;

/// The sums over the pairs of a deal, for a bot.
#[derive(Clone, Copy, Default)]
struct Sums {
    pairs: u64,
    both: [PerQuantity<f64>; 2],
}

/// The pairs of a deal.
struct OnDeal {
    /// The line-up that plays it, if one alone does.
    stratum: Option<usize>,
    /// By bot of the first run.
    bots: Vec<Sums>,
    pairs: u64,
    is_truncated: bool,
}

/// A run in its folder.
#[derive(Clone)]
struct Side<'a> {
    tournament: &'a Tournament,
    folder: &'a Path,
    /// Its given positions.
    positions: Vec<&'a str>,
}

impl<'a> Side<'a> {
    fn new((tournament, folder): (&'a Tournament, &'a Path)) -> Self {
        let positions = tournament.positions().map(|positions| positions.text().lines().collect());
        Self { tournament, folder, positions: positions.unwrap_or_default() }
    }

    /// Returns its name in messages.
    fn name(&self) -> String {
        self.folder.display().to_string()
    }

    /// Returns the deal of a game, and where it begins.
    fn deal_of(&self, scheduled: &ScheduledGame) -> Deal<'a> {
        let line = scheduled.position.map(|number| self.positions[number]);
        (scheduled.deal_seed.0, scheduled.chance_seed.0, line)
    }

    /// Passes the result of each game of the whole units, with its stratum.
    fn each_result(&self, mut each: impl FnMut(usize, &ScheduledGame, &GameRecord)) -> Result<(), RunError> {
        let mut run = OpenRun::read(self.tournament, self.folder)?;
        let schedule = self.tournament.schedule();
        for unit in 0..schedule.units() {
            if !schedule.games_of(unit).all(|game| run.journal.has(game)) {
                continue;
            }
            let records = run.games(schedule.games_of(unit), Parts::Result)?;
            for (game, record) in schedule.games_of(unit).zip(&records) {
                each(schedule.stratum_of(unit) as usize, &schedule.game(game), record);
            }
        }
        Ok(())
    }
}

/// Compares two runs, each with its folder.
///
/// # Errors
/// A folder holds no such run, its journal is damaged, the runs are of different rules, or none of their games pair.
pub fn compare(first: (&Tournament, &Path), second: (&Tournament, &Path)) -> Result<Comparison, RunError> {
    let (first, second) = (Side::new(first), Side::new(second));
    check_rules(&first, &second)?;
    let partners = partners(&first, &second)?;
    let mut others: HashMap<Deal<'_>, HashMap<Vec<usize>, Measured>> = HashMap::new();
    let (mut games, mut faults) = ([0; 2], FaultCounts::default());
    second.each_result(|_, scheduled, record| {
        games[1] += 1;
        add_faults(&mut faults, &second, scheduled, record);
        let bots = scheduled.bots.as_slice().to_vec();
        others.entry(second.deal_of(scheduled)).or_default().insert(bots, measured(record));
    })?;
    let mut found = Found::default();
    first.each_result(|stratum, scheduled, record| {
        games[0] += 1;
        add_faults(&mut faults, &first, scheduled, record);
        let deal = first.deal_of(scheduled);
        let Some(others) = others.get(&deal) else { return };
        let on_deal = found.on_deal(deal, stratum, partners.len());
        let seats: Vec<usize> = scheduled.bots.iter().map(|&bot| partners[bot]).collect();
        if let Some(other) = others.get(&seats) {
            on_deal.pair(scheduled, &measured(record), other);
        }
    })?;
    let (deals, truncated) = found.counted(&first, &second)?;
    let bots = partners.iter().enumerate().map(|(bot, &partner)| {
        compared(&first.tournament.bots()[bot], &second.tournament.bots()[partner], bot, &deals)
    });
    let pairs = deals.iter().map(|deal| deal.pairs).sum();
    Ok(Comparison { pairs, deals: deals.len() as u64, truncated, games, faults, bots: bots.collect() })
}

fn add_faults(counts: &mut FaultCounts, side: &Side<'_>, scheduled: &ScheduledGame, record: &GameRecord) {
    for (&bot, standing) in scheduled.bots.iter().zip(&record.seats) {
        if let Some(faults) = standing.faults {
            counts.add(&side.tournament.bots()[bot].name, faults);
        }
    }
}

/// The deals of both runs.
#[derive(Default)]
struct Found<'a> {
    places: HashMap<Deal<'a>, usize>,
    deals: Vec<OnDeal>,
}

impl<'a> Found<'a> {
    /// Returns what is known of a deal, which a line-up of this stratum has played.
    fn on_deal(&mut self, deal: Deal<'a>, stratum: usize, bots: usize) -> &mut OnDeal {
        let place = *self.places.entry(deal).or_insert(self.deals.len());
        if place == self.deals.len() {
            let bots = vec![Sums::default(); bots];
            self.deals.push(OnDeal { stratum: Some(stratum), bots, pairs: 0, is_truncated: false });
        }
        let found = &mut self.deals[place];
        found.stratum = found.stratum.filter(|own| *own == stratum);
        found
    }

    /// Returns the deals that count, and the number of those with a truncated game.
    fn counted(mut self, first: &Side<'_>, second: &Side<'_>) -> Result<(Vec<OnDeal>, u64), InputError> {
        if self.deals.is_empty() {
            return Err(no_deal_in_common(first, second));
        }
        // Line-ups that share their deals are no strata.
        if self.deals.iter().any(|deal| deal.stratum.is_none()) {
            self.deals.iter_mut().for_each(|deal| deal.stratum = None);
        }
        let shared = self.deals.len() as u64;
        let truncated = self.deals.iter().filter(|deal| deal.is_truncated).count() as u64;
        self.deals.retain(|deal| !deal.is_truncated && deal.pairs > 0);
        if !self.deals.is_empty() {
            return Ok((self.deals, truncated));
        }
        let ended = if truncated > 0 { " that were played to their end" } else { "" };
        let found = format!(
            "{} of both runs, but no two games with corresponding bots at all seats{ended}",
            counted(shared, "deal")
        );
        let allowed = "runs with the same line-ups, but for bots that stand in place of others";
        Err(InputError::conflict(second.name(), "lineup", found, allowed))
    }
}

/// Refuses runs of different rules.
fn check_rules(first: &Side<'_>, second: &Side<'_>) -> Result<(), InputError> {
    let of = |side: &Side<'_>| {
        [
            ("game", side.tournament.info().name.to_owned()),
            ("players", side.tournament.manifest().players.to_string()),
            ("variant", side.tournament.variant_name().to_owned()),
        ]
    };
    for ((field, one), (_, other)) in of(first).into_iter().zip(of(second)) {
        if one != other {
            return Err(InputError::conflict(
                second.name(),
                field,
                other,
                format!("{one}, as in {}", first.name()),
            ));
        }
    }
    if first.tournament.variant() != second.tournament.variant() {
        let found = format!("other rules of the name {}", second.tournament.variant_name());
        let allowed = format!("those of {}", first.name());
        return Err(InputError::conflict(second.name(), "variant", found, allowed));
    }
    Ok(())
}

/// Finds for each bot of the first run the one of the second that corresponds: the one of its name, or else, of those
/// left, the one in the same place of the order.
fn partners(first: &Side<'_>, second: &Side<'_>) -> Result<Vec<usize>, InputError> {
    let (ours, theirs) = (first.tournament.bots(), second.tournament.bots());
    let place = |name: &str| theirs.iter().position(|other| other.name == name);
    let is_left = |&bot: &usize| ours.iter().all(|own| own.name != theirs[bot].name);
    let mut left = (0..theirs.len()).filter(is_left);
    let mut found: Vec<Option<usize>> = ours.iter().map(|own| place(&own.name)).collect();
    let missing = found.iter().filter(|partner| partner.is_none()).count();
    let spare = left.clone().count();
    if missing != spare {
        let found = format!("{} in place of {missing} of the first run", counted(spare as u64, "other bot"));
        let allowed = "one bot in place of each that is left out";
        return Err(InputError::conflict(second.name(), "lineup", found, allowed));
    }
    found.iter_mut().filter(|partner| partner.is_none()).for_each(|partner| *partner = left.next());
    Ok(found.into_iter().flatten().collect())
}

fn measured(record: &GameRecord) -> Measured {
    let of_seat = |seat| PerQuantity::from_fn(|quantity: Quantity| quantity.of(record, seat));
    (!record.truncated).then(|| (0..record.seats.len()).map(of_seat).collect())
}

impl OnDeal {
    /// Takes in a pair of games; `scheduled` is that of the first run.
    fn pair(&mut self, scheduled: &ScheduledGame, first: &Measured, second: &Measured) {
        let (Some(first), Some(second)) = (first, second) else {
            self.is_truncated = true;
            return;
        };
        self.pairs += 1;
        for (bot, sums) in self.bots.iter_mut().enumerate() {
            let seats: Vec<usize> =
                Seat::all(first.len()).filter(|&seat| scheduled.bots[seat] == bot).map(Seat::index).collect();
            if seats.is_empty() {
                continue;
            }
            sums.pairs += 1;
            for (both, game) in sums.both.iter_mut().zip([first, second]) {
                for quantity in Quantity::ALL {
                    let sum: f64 = seats.iter().map(|&seat| game[seat][quantity]).sum();
                    both[quantity] += sum / seats.len() as f64;
                }
            }
        }
    }
}

/// Works out the differences between a bot of the first run and its partner.
fn compared(one: &Preset, other: &Preset, bot: usize, deals: &[OnDeal]) -> Compared {
    let with_sums = |deal: &OnDeal| (deal.stratum.unwrap_or_default(), deal.bots[bot]);
    let played = || deals.iter().map(with_sums).filter(|(_, sums)| sums.pairs > 0);
    let difference = |quantity: Quantity| {
        let mut strata = [Strata::default(), Strata::default(), Strata::default()];
        for (stratum, sums) in played() {
            let [one, other] = sums.both.map(|both| both[quantity] / sums.pairs as f64);
            for (strata, value) in strata.iter_mut().zip([one, other, other - one]) {
                strata.extend(stratum, [value]);
            }
        }
        let square = |strata: &Strata| strata.standard_error().map(|error| error * error);
        let [one, other, both] = [0, 1, 2].map(|place| square(&strata[place]));
        let gain = one.zip(other).zip(both).map(|((one, other), both)| (one + other) / both);
        let interval = strata[2].interval();
        Difference {
            first: strata[0].mean(),
            second: strata[1].mean(),
            difference: strata[2].mean(),
            interval,
            p_value: strata[2].p_value(),
            gain: gain.filter(|_| interval.is_some()),
        }
    };
    Compared {
        first: one.name.clone(),
        second: other.name.clone(),
        is_same: one == other,
        pairs: played().map(|(_, sums)| sums.pairs).sum(),
        deals: played().count() as u64,
        differences: PerQuantity::from_fn(difference),
    }
}

/// Says that two runs share no deal, and how they could.
fn no_deal_in_common(first: &Side<'_>, second: &Side<'_>) -> InputError {
    let own = |side: &Side<'_>| {
        let manifest = side.tournament.manifest();
        match &manifest.deals_of {
            Some(_) => "a list of deals".to_owned(),
            None => format!("the deals of seed {}", manifest.seed),
        }
    };
    let found = format!("no deal of {}: {} there, {} here", first.name(), own(first), own(second));
    let allowed = format!("a run with deals_of = {:?}", first.name());
    InputError::conflict(second.name(), "deals_of", found, allowed)
}

impl Comparison {
    /// Says in a sentence for each bot that plays otherwise in the second run what changed. What is sure is so by Holm's
    /// method: with 95 % confidence no such word is wrong.
    #[must_use]
    pub fn verdict(&self) -> Vec<String> {
        let others: Vec<&Compared> = self.bots.iter().filter(|bot| !bot.is_same).collect();
        if others.is_empty() {
            return vec![
                "All bots are the same in both runs, so that all differences are chance.".to_owned(),
            ];
        }
        let values = others.iter().map(|bot| bot.differences[Quantity::WinShare].p_value.unwrap_or(1.0));
        let sure = holm(&values.collect::<Vec<_>>()).into_iter().map(|value| value < 1.0 - CONFIDENCE);
        others.into_iter().zip(sure).map(|(bot, is_sure)| bot.sentence(is_sure)).collect()
    }
}

impl Compared {
    /// Returns what was measured, by the names of the columns of CSV files: win share, points, margin, rank.
    pub fn differences(&self) -> impl Iterator<Item = (&'static str, &Difference)> {
        Quantity::ALL.into_iter().map(|quantity| (quantity.word(), &self.differences[quantity]))
    }

    fn sentence(&self, is_sure: bool) -> String {
        let Difference { first, second, difference, interval, .. } = self.differences[Quantity::WinShare];
        let percent = |value: Option<f64>| decimal(value.map(|value| 100.0 * value), 1);
        let bot = if self.first == self.second {
            format!("{} as it is in the second run", self.second)
        } else {
            format!("{} in place of {}", self.second, self.first)
        };
        let on = counted(self.deals, "deal");
        let shares = format!("a win share of {} % rather than {} %", percent(second), percent(first));
        let Some((difference, Interval { low, high })) = difference.zip(interval) else {
            return format!("{bot} has {shares}, on {on}: too few, or all alike, to say more.");
        };
        let sure = if is_sure { "surely" } else { "which may be chance" };
        let word = if difference < 0.0 { "fewer" } else { "more" };
        let size = percent(Some(difference.abs()));
        let ends = if difference < 0.0 { [-high, -low] } else { [low, high] };
        let [low, high] = ends.map(|end| percent(Some(end)));
        format!("{bot} has {shares} on the same {on}: {size} points {word} ({low} to {high}), {sure}.")
    }

    /// Lists its rows of `compare.csv`.
    pub fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.differences().map(|(measure, found)| {
            let Difference { first, second, difference, interval, gain, .. } = *found;
            let ends = [interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
            let numbers = [first, second, difference, ends[0], ends[1], gain].map(|value| decimal(value, 6));
            [self.second.clone(), self.first.clone(), measure.to_owned()]
                .into_iter()
                .chain([self.pairs.to_string(), self.deals.to_string()])
                .chain(numbers)
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Holm's method a word is as sure beside others as alone.
    #[test]
    fn what_is_sure_depends_on_the_other_bots() {
        let of = |values: &[f64]| {
            let bot = |&p_value: &f64| {
                let interval = Some(Interval { low: 0.01, high: 0.05 });
                let found = Difference {
                    difference: Some(0.03),
                    interval,
                    p_value: Some(p_value),
                    ..Difference::default()
                };
                Compared {
                    first: "one".to_owned(),
                    second: "other".to_owned(),
                    is_same: false,
                    pairs: 9,
                    deals: 9,
                    differences: PerQuantity::from_fn(|_| found),
                }
            };
            let sentences = Comparison {
                pairs: 9,
                deals: 9,
                truncated: 0,
                games: [9, 9],
                faults: FaultCounts::default(),
                bots: values.iter().map(bot).collect(),
            }
            .verdict();
            sentences.iter().map(|sentence| sentence.contains("surely")).collect::<Vec<_>>()
        };
        assert_eq!(of(&[0.03]), [true]);
        assert_eq!(of(&[0.03, 0.04]), [false, false]);
        assert_eq!(of(&[0.02, 0.04]), [true, true]);
        assert_eq!(of(&[0.02, 0.4, 0.01]), [true, false, true]);
    }
}
