//! The metrics of a study, worked out from the sums of its runs.

use std::collections::BTreeSet;

use super::lineup::TableKind;
use super::sums::{MEASURES, OF_LEVELS, SHARE_MEASURES, Seats, Sums};
use tradewinds_stats::{Blocks, Influence, Interval, WaldTest, unanimous_share, wald};

/// Items that fewer than this share of seats own are left out of the spread.
pub(in super::super) const COMMON: f64 = 0.05;
/// Minimum number of blocks with an owner for an estimate of the owners' win share.
const OWNED_BLOCKS: usize = 30;

/// A part of the game that may be more or less fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The starting places.
    Seats,
    /// The bots, where several strategies play.
    Strategies,
    /// The items acquired, by the win share of their owners.
    Purchases,
    /// How much more often a level of play wins alone among the level below it.
    Skill,
}

impl Question {
    /// All questions.
    pub const ALL: [Self; 4] = [Self::Seats, Self::Strategies, Self::Purchases, Self::Skill];

    /// Returns its word in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Strategies => "strategies",
            Self::Purchases => "purchases",
            Self::Skill => "skill",
        }
    }

    /// Returns the metric that answers it: a mean of squared distances; of skill, a win share.
    pub(super) const fn metric(self) -> &'static str {
        match self {
            Self::Seats => "seat_spread",
            Self::Strategies => "bot_spread",
            Self::Purchases => "item_spread",
            Self::Skill => "skill",
        }
    }
}

/// A metric of one run.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Metric {
    /// Its name, one of [`MEANINGS`].
    pub(super) name: &'static str,
    /// Its subject: a starting place, a bot, an item; empty where it is about the game.
    pub(super) item: String,
    pub(super) value: Value,
}

/// The value of a metric, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// An estimate with its error.
    Estimated(Influence),
    /// A share of trials, less a constant.
    Share(Share),
    /// The largest of several shares less the smallest.
    Gap(Influence),
    /// The root of a mean square that was estimated, with the sign of the square.
    Root(Influence),
    /// A number without an interval.
    Plain(f64),
    /// Nothing: too few blocks.
    Missing,
}

/// A share of trials, such as of the seats that start in a place, less a constant such as the chance level.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Share {
    /// The share, before the constant is subtracted.
    pub(super) influence: Influence,
    /// The number of trials.
    pub(super) trials: f64,
    /// The constant.
    pub(super) less: f64,
    /// The interval of the share, before the constant is subtracted, if it is the same in every block.
    pub(super) unanimous: Option<Interval>,
}

impl Value {
    /// Returns the estimate by what each block adds to it, where differences of it are judged.
    pub(super) fn influence(&self) -> Option<Influence> {
        match self {
            Self::Estimated(influence) | Self::Gap(influence) => Some(influence.clone()),
            Self::Share(share) => Some(share.influence.clone().plus(-share.less)),
            Self::Root(_) | Self::Plain(_) | Self::Missing => None,
        }
    }
}

/// Every metric with its meaning.
pub const MEANINGS: &[(&str, &str)] = &[
    ("win_share_place", "win share of the seats that start in a place"),
    ("first_player_effect", "win share of the first starting place less the chance level"),
    ("seat_gap", "largest win share of a starting place less the smallest; noise makes it larger"),
    (
        "seat_spread",
        "mean squared distance of the places' win shares from their mean, free of what noise adds; may be below 0",
    ),
    ("seat_spread_root", "its root, negative where the spread is: a typical distance, in win shares"),
    (
        "seat_chi_squared",
        "Wald's statistic over blocks against equal win shares of the places: Hotelling's T\u{b2}, chi-squared with many blocks",
    ),
    (
        "seat_chi_squared_p",
        "probability of one as large if the places were equal, by Hotelling's distribution; NA with too few blocks",
    ),
    (
        "start_effect",
        "win share of the seats that start alike, such as with the same tile, less the chance level",
    ),
    ("win_share_bot", "win share of a bot, per seat"),
    ("bot_gap", "largest win share of a bot less the smallest"),
    ("bot_spread", "mean squared distance of the bots' win shares from their mean, free of what noise adds"),
    ("bot_spread_root", "its root, with its sign"),
    ("skill", "win share of a level of play alone among the level below it"),
    ("win_share_owners", "win share of the seats that own an item at the end"),
    ("owned", "share of all seats that own an item at the end"),
    (
        "item_gap",
        "largest win share of the owners of an item less the smallest, items that at least 5 % of seats own",
    ),
    ("item_spread", "mean squared distance of those win shares from their mean, free of what noise adds"),
    ("item_spread_root", "its root, with its sign"),
    ("rounds", "rounds of a game"),
    ("decisions", "decisions of a game, forced ones included"),
    ("score", "points per seat"),
    ("score_spread", "highest points of a game less the lowest"),
    ("winning_margin", "highest points of a game less the second highest"),
    ("lead_changes", "lead changes of a game, seen at the ends of rounds"),
    ("decided_early", "share of games whose winner led alone from the first two thirds of the rounds on"),
    ("decided_third", "the same from the first third on; levels of play alone have it"),
    ("truncated_games", "games stopped at their bound; their blocks count for no variant"),
];

/// The common features of the runs of a table, so that all have the same metrics.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shape {
    starts: BTreeSet<String>,
    bots: BTreeSet<String>,
    /// The items that were acquired in any run.
    items: BTreeSet<String>,
    /// The items with enough owners in every run for an estimate of their win share.
    owned: BTreeSet<String>,
    /// Those of them that are common in every run.
    common: BTreeSet<String>,
    kind: TableKind,
    /// The bot that plays alone among others, where nothing else is asked.
    alone: Option<String>,
}

impl Shape {
    /// Examines all runs of a table of a kind, where the bot `alone` may play alone among others.
    pub(super) fn of(runs: &[Sums], kind: TableKind, alone: Option<String>) -> Self {
        let names =
            |group: fn(&Sums) -> Vec<String>| runs.iter().flat_map(group).collect::<BTreeSet<String>>();
        let items = names(|sums| sums.items.keys().cloned().collect());
        let in_all = |enough: &dyn Fn(&Sums, &Seats) -> bool| {
            let all = |item: &&String| {
                runs.iter().all(|sums| sums.items.get(*item).is_some_and(|seats| enough(sums, seats)))
            };
            items.iter().filter(all).cloned().collect::<BTreeSet<String>>()
        };
        let blocks = |seats: &Seats| seats.seats.iter().filter(|&&seats| seats > 0.0).count();
        let share = |sums: &Sums, seats: &Seats| seats.seats.iter().sum::<f64>() / sums.all_seats();
        let owned = in_all(&|_, seats| blocks(seats) >= OWNED_BLOCKS);
        let mut common = in_all(&|sums, seats| share(sums, seats) >= COMMON);
        common.retain(|item| owned.contains(item));
        Self {
            starts: names(|sums| sums.starts.keys().cloned().collect()),
            bots: names(|sums| sums.bots.keys().cloned().collect()),
            owned,
            common,
            items,
            kind,
            alone,
        }
    }
}

impl Sums {
    /// Counts the seats of all games.
    fn all_seats(&self) -> f64 {
        self.places.iter().flat_map(|seats| &seats.seats).sum()
    }

    /// Works out all metrics, in the order of [`MEANINGS`] and the same ones for all runs of a shape.
    pub(super) fn metrics(&self, blocks: &Blocks, shape: &Shape) -> Vec<Metric> {
        let mut list = List { blocks, metrics: Vec::new() };
        let chance = 1.0 / self.places.len() as f64;
        let share = |seats: Option<&Seats>| {
            seats.and_then(|seats| Share::new(blocks, &self.strata, &seats.wins, &seats.seats))
        };
        if let Some(alone) = &shape.alone {
            list.share("skill", alone, share(self.bots.get(alone)));
            list.plain("truncated_games", Some(self.truncated as f64));
            return list.metrics;
        }
        let places: Vec<Option<Share>> = self.places.iter().map(|seats| share(Some(seats))).collect();
        for (place, share) in places.iter().enumerate() {
            list.share("win_share_place", &place.to_string(), share.clone());
        }
        let effect = |share: Option<Share>| share.map(|share| Share { less: chance, ..share });
        list.share("first_player_effect", "", effect(places[0].clone()));
        let places: Vec<Influence> = places.into_iter().flatten().map(|share| share.influence).collect();
        list.inequality(["seat_gap", "seat_spread", "seat_spread_root"], &places);
        let deviations: Vec<Influence> =
            places.iter().skip(1).map(|share| share.clone().plus(-chance)).collect();
        let test = wald(blocks, &deviations);
        list.plain("seat_chi_squared", test.map(|test: WaldTest| test.statistic));
        list.plain("seat_chi_squared_p", test.map(|test| test.p));
        for name in &shape.starts {
            list.share("start_effect", name, effect(share(self.starts.get(name))));
        }
        if shape.bots.len() > 1 {
            let shares = shape.bots.iter().map(|bot| (bot, share(self.bots.get(bot))));
            let shares: Vec<(&String, Option<Share>)> = shares.collect();
            for (bot, share) in &shares {
                list.share("win_share_bot", bot, share.clone());
            }
            let shares: Vec<Influence> =
                shares.into_iter().filter_map(|(_, share)| Some(share?.influence)).collect();
            list.inequality(["bot_gap", "bot_spread", "bot_spread_root"], &shares);
        }
        let all: Vec<f64> =
            (0..blocks.len()).map(|block| self.places.iter().map(|seats| seats.seats[block]).sum()).collect();
        let nobody = Seats::new(blocks.len());
        for item in &shape.items {
            let owners = self.items.get(item).unwrap_or(&nobody);
            let known = Some(owners).filter(|_| shape.owned.contains(item));
            list.share("win_share_owners", item, share(known));
            list.share("owned", item, Share::new(blocks, &self.strata, &owners.seats, &all));
        }
        if !shape.items.is_empty() {
            let common = shape.common.iter().filter_map(|item| Some(share(self.items.get(item))?.influence));
            list.inequality(
                ["item_gap", "item_spread", "item_spread_root"],
                &common.collect::<Vec<Influence>>(),
            );
        }
        let games: f64 = self.places[0].seats.iter().sum();
        for (name, values) in MEASURES.into_iter().zip(&self.measures) {
            let influence = Influence::mean(blocks, values);
            if name == OF_LEVELS && shape.kind != TableKind::Level {
                continue;
            }
            if SHARE_MEASURES.contains(&name) {
                let unanimous = unanimous_share(&self.strata, values, &vec![1.0; values.len()]);
                list.share(name, "", Some(Share { influence, trials: games, less: 0.0, unanimous }));
            } else {
                list.push(name, "", Some(influence));
            }
        }
        list.plain("truncated_games", Some(self.truncated as f64));
        list.metrics
    }
}

impl Share {
    /// Estimates a share from the stratum of each block, its trials, and those that count.
    fn new(blocks: &Blocks, strata: &[u64], counting: &[f64], trials: &[f64]) -> Option<Self> {
        let influence = Influence::ratio(blocks, counting, trials)?;
        let unanimous = unanimous_share(strata, counting, trials);
        Some(Self { influence, trials: trials.iter().sum(), less: 0.0, unanimous })
    }
}

/// Metrics being collected.
struct List<'a> {
    blocks: &'a Blocks,
    metrics: Vec<Metric>,
}

impl List<'_> {
    fn value(&mut self, name: &'static str, item: &str, value: Option<Value>) {
        let value = value.filter(|_| !self.blocks.is_empty()).unwrap_or(Value::Missing);
        self.metrics.push(Metric { name, item: item.to_owned(), value });
    }

    fn push(&mut self, name: &'static str, item: &str, influence: Option<Influence>) {
        self.value(name, item, influence.map(Value::Estimated));
    }

    fn share(&mut self, name: &'static str, item: &str, share: Option<Share>) {
        self.value(name, item, share.map(Value::Share));
    }

    fn plain(&mut self, name: &'static str, value: Option<f64>) {
        let value = value.map_or(Value::Missing, Value::Plain);
        self.metrics.push(Metric { name, item: String::new(), value });
    }

    fn inequality(&mut self, [gap, spread, root]: [&'static str; 3], shares: &[Influence]) {
        self.value(gap, "", Influence::gap(shares).map(Value::Gap));
        let found = Influence::spread(shares);
        self.push(spread, "", found.clone());
        self.value(root, "", found.map(Value::Root));
    }
}
