//! The findings of a ladder.

use std::fmt;

use super::super::choices::LEAST_UNITS;
use super::super::folder::CsvTable;
use super::super::text::{ends, range, with_width};
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted};
use tradewinds_report::{Align, TextTable, decimal};
use tradewinds_stats::{Interval, ShareEstimate, Strata, elo_of_share};
use tradewinds_tournament::{Format, Standings};

/// The tables of a ladder.
pub const TABLES: &[Table] = &[
    Table {
        name: "ladder",
        meaning: "one row a rung, the lowest first; every step is played against the rung below",
        columns: &[
            column("bot", "name of the bot of this rung"),
            column("iterations", "its iterations a decision"),
            column("below", "iterations of the rung below, NA for the lowest"),
            column("games", "games against the rung below"),
            column("blocks", "their blocks"),
            column(
                "ahead",
                "share of pairs of their seats in which it ranks ahead of the rung below, a tie counting half, 0 to 1",
            ),
            column("ahead_low", "lower end of its 95 % interval, NA with too few blocks"),
            column("ahead_high", "upper end"),
            column("elo", "that share as an Elo difference, NA where it is not finite"),
            column("elo_low", "lower end of its 95 % interval"),
            column("elo_high", "upper end"),
            column("rating", "sum of the Elo differences up to this rung, the lowest being 0"),
            column(
                "rating_low",
                "lower end of its 95 % interval, the steps being independent; NA for the lowest",
            ),
            column("rating_high", "upper end"),
        ],
    },
    Table {
        name: "times",
        meaning: "one row a rung of a ladder; times depend on the machine",
        columns: &[
            column("bot", "name of the bot of this rung"),
            column("iterations", "its iterations a decision"),
            column("decisions", "decisions that were timed, the same for all rungs"),
            column("ms", "milliseconds a decision, on one thread; on Unix of processor time"),
            column("ms_low", "lower end of its 95 % interval"),
            column("ms_high", "upper end"),
        ],
    },
];

/// The findings of a ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderResult {
    /// The ladder, the game, the variant and the seed, in words.
    pub title: String,
    /// The format that each step played.
    pub format: Format,
    /// Its rungs, the lowest first.
    pub rungs: Vec<Rung>,
}

/// A budget and its results.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The bot's name.
    pub bot: String,
    /// Its iterations per decision.
    pub iterations: u32,
    /// Its results against the rung below; `None` for the lowest.
    pub step: Option<RungGain>,
    /// The sum of the steps up to here in Elo points, the lowest rung being 0; `None` from a step on whose
    /// difference is not finite.
    pub rating: Option<f64>,
    /// The interval of the rating: the steps are independent, so the distances of their ends add up as
    /// squares.
    pub rating_interval: Option<Interval>,
    /// The milliseconds of its decisions.
    pub milliseconds: Strata,
}

/// The results of a rung against the one below.
#[derive(Clone, PartialEq, Debug)]
pub struct RungGain {
    /// Games played.
    pub games: u64,
    /// Blocks played.
    pub blocks: u64,
    /// The share of pairs of seats in which it ranks ahead.
    pub ahead: Option<ShareEstimate>,
}

impl RungGain {
    /// Returns the Elo difference; `None` where it is not finite.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_of_share(self.ahead?.share)
    }

    /// Returns whether the upper rung is shown to be stronger: its interval lies above a half, from enough blocks.
    #[must_use]
    pub fn is_stronger(&self) -> bool {
        let interval = self.ahead.and_then(|ahead| with_width(ahead.interval));
        self.blocks >= LEAST_UNITS as u64 && interval.is_some_and(|interval| interval.low > 0.5)
    }

    /// Returns the interval of the Elo difference; `None` without one, or where an end is not finite.
    #[must_use]
    pub fn elo_interval(&self) -> Option<Interval> {
        let Interval { low, high } = self.ahead?.interval?;
        Some(Interval { low: elo_of_share(low)?, high: elo_of_share(high)? })
    }
}

impl Rung {
    /// Writes a row of `times.csv`.
    fn time_row(&self) -> Vec<String> {
        let mut row = vec![self.bot.clone(), self.iterations.to_string()];
        row.push(self.milliseconds.count().to_string());
        row.push(decimal(self.milliseconds.mean(), 3));
        row.extend(ends(self.time_interval(), 3));
        row
    }

    /// Returns the interval of the mean of the milliseconds, which is not below 0.
    #[must_use]
    pub fn time_interval(&self) -> Option<Interval> {
        self.milliseconds.interval().map(|interval| Interval { low: interval.low.max(0.0), ..interval })
    }

    /// Makes the lowest rung.
    pub(super) fn first(bot: &str, iterations: u32) -> Self {
        Self {
            bot: bot.to_owned(),
            iterations,
            step: None,
            rating: Some(0.0),
            rating_interval: Some(Interval { low: 0.0, high: 0.0 }),
            milliseconds: Strata::default(),
        }
    }

    /// Makes the rung above this one by the standings of the two.
    pub(super) fn next(&self, bot: &str, iterations: u32, standings: &Standings) -> Self {
        let pair = standings.pairs.first();
        let ahead = pair.and_then(|pair| if pair.bot == bot { pair.ahead } else { pair.reversed().ahead });
        let step = RungGain { games: standings.games, blocks: standings.blocks, ahead };
        let rating = self.rating.zip(step.elo()).map(|(below, elo)| below + elo);
        let rating_interval = || {
            let (below, own) = (self.rating_interval?, step.elo_interval()?);
            let (elo, center, rating) = (step.elo()?, self.rating?, rating?);
            let low = (center - below.low).hypot(elo - own.low);
            let high = (below.high - center).hypot(own.high - elo);
            Some(Interval { low: rating - low, high: rating + high })
        };
        Self {
            bot: bot.to_owned(),
            iterations,
            rating_interval: rating_interval(),
            rating,
            step: Some(step),
            milliseconds: Strata::default(),
        }
    }
}

impl LadderResult {
    /// Makes `times.csv` and `ladder.csv`.
    pub(super) fn tables(&self) -> Vec<CsvTable> {
        let steps = (0..self.rungs.len()).map(|rung| self.step_row(rung)).collect();
        vec![(&TABLES[1], self.rungs.iter().map(Rung::time_row).collect()), (&TABLES[0], steps)]
    }

    fn step_row(&self, index: usize) -> Vec<String> {
        let rung = &self.rungs[index];
        let step = rung.step.as_ref();
        let of = |number: Option<u64>| number.map_or("NA".to_owned(), |number| number.to_string());
        let below = index.checked_sub(1).map(|below| u64::from(self.rungs[below].iterations));
        let ahead = step.and_then(|step| step.ahead);
        let mut row = vec![rung.bot.clone(), rung.iterations.to_string(), of(below)];
        row.push(of(step.map(|step| step.games)));
        row.push(of(step.map(|step| step.blocks)));
        row.push(decimal(ahead.map(|ahead| ahead.share), 6));
        row.extend(ends(ahead.and_then(|ahead| ahead.interval), 6));
        row.push(decimal(step.and_then(RungGain::elo), 3));
        row.extend(ends(step.and_then(RungGain::elo_interval), 3));
        row.push(decimal(rung.rating, 3));
        row.extend(ends(rung.rating_interval, 3));
        row
    }

    /// Says how many steps up are shown to be stronger.
    pub(super) fn stronger(&self) -> String {
        let steps: Vec<&RungGain> = self.rungs.iter().filter_map(|rung| rung.step.as_ref()).collect();
        let stronger = steps.iter().filter(|step| step.is_stronger()).count();
        let few = match steps.iter().map(|step| step.blocks).min() {
            Some(blocks) if blocks < LEAST_UNITS as u64 => {
                format!(", since a step has only {} and needs {LEAST_UNITS}", counted(blocks, "block"))
            }
            _ => String::new(),
        };
        format!("Steps shown to be stronger than the rung below: {stronger} of {}{few}", steps.len())
    }

    /// Says what the iterations bring.
    pub(super) fn verdict(&self) -> String {
        let stronger = self.stronger();
        let (Some(first), Some(last)) = (self.rungs.first(), self.rungs.last()) else {
            return stronger + ".";
        };
        match last.rating.filter(|_| self.rungs.len() > 1) {
            Some(rating) => format!(
                "{stronger}; {} is Elo {} [{}] above {}, by the sum of the steps.",
                last.bot,
                decimal(rating, 0),
                range(last.rating_interval, 0),
                first.bot
            ),
            None => stronger + ".",
        }
    }

    /// The part of a step besides one bot of the upper rung among copies of the lower, for people.
    pub(super) fn way_round(&self) -> &'static str {
        if self.format == Format::Duel { ", and the other way round" } else { "" }
    }

    /// The rungs as a table for people.
    pub(super) fn table(&self) -> TextTable {
        let columns =
            ["iterations", "games", "ahead", "interval", "Elo step", "interval", "rating", "interval", "ms"];
        let mut table = TextTable::new(&columns.map(|title| (title, Align::Right)));
        for rung in &self.rungs {
            let step = rung.step.as_ref();
            let ahead = step.and_then(|step| step.ahead);
            table.row([
                rung.iterations.to_string(),
                step.map_or("NA".to_owned(), |step| step.games.to_string()),
                decimal(ahead.map(|ahead| ahead.share), 3),
                range(ahead.and_then(|ahead| ahead.interval), 3),
                decimal(step.and_then(RungGain::elo), 0),
                range(step.and_then(RungGain::elo_interval), 0),
                decimal(rung.rating, 0),
                range(rung.rating_interval, 0),
                decimal(rung.milliseconds.mean(), 2),
            ]);
        }
        table
    }
}

impl fmt::Display for LadderResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n{}\neach rung against the one below: one of it among copies of that one{}\n\n{}\n\
             ahead: the share of seat pairs in which it ranks ahead of the one below; Elo step: the same on the Elo\n\
             scale; rating: the sum of the steps; 95 % intervals over blocks; ms: milliseconds a decision, one thread\n",
            self.title,
            self.verdict(),
            self.way_round(),
            self.table()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(bot: &str, share: f64) -> Standings {
        use tradewinds_tournament::{PairStanding, Pairing};
        let interval = Some(Interval { low: share - 0.1, high: share + 0.1 });
        let ahead = ShareEstimate { share, interval, design_effect: None, effective_games: None };
        let pair = PairStanding {
            bot: bot.to_owned(),
            opponent: "b".to_owned(),
            games: 8,
            ahead: Some(ahead),
            is_sure: true,
        };
        Standings {
            title: String::new(),
            players: 4,
            games: 8,
            blocks: 2,
            expected_blocks: None,
            truncated_games: 0,
            truncated_blocks: 0,
            bots: Vec::new(),
            pairs: vec![pair],
            places: Vec::new(),
            pairing: Pairing::default(),
            answer: String::new(),
            summary: String::new(),
            more_deals: None,
            doublings: Vec::new(),
        }
    }

    #[test]
    fn ratings_add_the_steps_up() {
        let first = Rung::first("a", 1);
        let second = first.next("c", 2, &standings("c", 0.6));
        // 400 log10(0.6 / 0.4) = 70.437
        assert!((second.rating.unwrap() - 70.437).abs() < 1e-3);
        assert_eq!(second.rating_interval, second.step.as_ref().unwrap().elo_interval());
        let third = second.next("d", 4, &standings("d", 0.6));
        let (one, both) = (second.rating_interval.unwrap(), third.rating_interval.unwrap());
        assert!((third.rating.unwrap() - 140.873).abs() < 1e-3);
        assert!((both.high - 140.873 - 2f64.sqrt() * (one.high - 70.437)).abs() < 1e-2);
        assert!((both.low - 140.873 - 2f64.sqrt() * (one.low - 70.437)).abs() < 1e-2);
    }

    /// A step needs blocks as well as a share; and one that wins everything counts, though its Elo is infinite.
    #[test]
    fn a_step_is_stronger_by_share_and_count() {
        let told = |share: f64, blocks: u64| {
            let standings = Standings { blocks, ..standings("c", share) };
            let rungs = vec![Rung::first("a", 1), Rung::first("a", 1).next("c", 2, &standings)];
            LadderResult { title: String::new(), format: Format::Duel, rungs }.verdict()
        };
        let stronger = "Steps shown to be stronger than the rung below:";
        assert!(told(0.8, 8).starts_with(&format!("{stronger} 1 of 1; c is Elo 241 ")), "{}", told(0.8, 8));
        assert!(told(0.55, 8).starts_with(&format!("{stronger} 0 of 1; ")), "{}", told(0.55, 8));
        let few = format!("{stronger} 0 of 1, since a step has only 1 block and needs 8; ");
        assert!(told(0.8, 1).starts_with(&few), "{}", told(0.8, 1));
        assert_eq!(told(1.0, 8), format!("{stronger} 1 of 1."));
    }

    #[test]
    fn a_pair_is_read_from_either_side() {
        let step = Rung::first("b", 1).next("c", 2, &standings("b", 0.3)).step.unwrap();
        let ahead = step.ahead.unwrap();
        assert!((ahead.share - 0.7).abs() < 1e-12 && (ahead.interval.unwrap().low - 0.6).abs() < 1e-12);
    }

    #[test]
    fn an_infinite_step_ends_the_ratings() {
        let second = Rung::first("a", 1).next("c", 2, &standings("c", 1.0));
        assert_eq!((second.rating, second.rating_interval), (None, None));
        assert_eq!(second.next("d", 4, &standings("d", 0.6)).rating, None);
    }
}
