//! The findings of tuning.

use std::fmt;

use super::super::choices::LEAST_UNITS;
use super::super::folder::CsvTable;
use super::super::text::{ends, range, signed, with_width};
use super::pool::{Outcome, interval_within};
use super::race::Heat;
use super::spsa::{SpsaStep, TunedWeight};
use tradewinds_bots::FaultCounts;
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted};
use tradewinds_report::{Align, TextTable, decimal, real};
use tradewinds_stats::{Interval, Strata};

/// The tables of tuning.
pub const TABLES: &[Table] = &[
    Table {
        name: "gain",
        meaning: "one row a table of the pool that was held out, and one of all together",
        columns: &[
            column("table", "the opponents, or all"),
            column("blocks", "blocks that both bots have played: deals, each from every seat"),
            column("win_share_before", "win share of the bot as it was, 0 to 1"),
            column("win_share_after", "win share of what was found, on the same deals"),
            column("gain", "the second less the first"),
            column(
                "gain_low",
                "lower end of its 95 % interval, over blocks in pairs; NA with fewer than 8 blocks",
            ),
            column("gain_high", "upper end"),
            column("margin_gain", "gain in points less the most points of any other seat"),
            column("margin_gain_low", "lower end of its 95 % interval"),
            column("margin_gain_high", "upper end"),
        ],
    },
    Table {
        name: "weights",
        meaning: "one row a weight; only where weights were tuned",
        columns: &[
            column("weight", "its name"),
            column("before", "its value where tuning started"),
            column("after", "its value in the preset that was found"),
        ],
    },
    Table {
        name: "steps",
        meaning: "one row a step of the simultaneous perturbation",
        columns: &[
            column("step", "its number, from 1"),
            column("plus", "objective of the bot with perturbed weights, 0 to 1"),
            column("minus", "objective of its mirror image, on the same deals"),
            column("change", "change of the logarithm of each weight, without its sign"),
        ],
    },
    Table {
        name: "heats",
        meaning: "one row a candidate in a heat of the race",
        columns: &[
            column("heat", "number of the heat, from 1"),
            column("deals", "deals a table of the pool that it has played so far"),
            column("candidate", "number of the candidate, 0 for the bot as it was"),
            column("settings", "its settings, where they are others"),
            column("objective", "mean of what is maximised, 0 to 1"),
            column("objective_low", "lower end of its 95 % interval over blocks; NA with fewer than 8"),
            column("objective_high", "upper end"),
            column("win_share", "mean win share, 0 to 1"),
            column("kept", "true if it went on to the next heat or won"),
        ],
    },
];

/// The findings of tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneResult {
    /// The study, the bot, the game and the seed, in words.
    pub title: String,
    /// The name of the bot.
    pub bot: String,
    /// The course of tuning.
    pub course: Course,
    /// The gain against the held-out tables.
    pub gain: Gain,
    /// Whether the tuned bot differs from the one that it started from.
    pub is_changed: bool,
    /// The faults of external bots, in all games.
    pub faults: FaultCounts,
}

/// The course of tuning.
#[derive(Clone, PartialEq, Debug)]
pub enum Course {
    /// The steps of the simultaneous perturbation and the resulting weights.
    Spsa(Vec<SpsaStep>, Vec<TunedWeight>),
    /// The heats of the race.
    Race(Vec<Heat>),
}

/// The gain of the tuned bot over the one that it started from.
#[derive(Clone, PartialEq, Debug)]
pub struct Gain {
    /// For each table that was held out.
    pub tables: Vec<TableGain>,
    /// For all of them, each weighing the same.
    pub all: TableGain,
}

/// The gain against one table, in blocks that both have played.
#[derive(Clone, PartialEq, Debug)]
pub struct TableGain {
    /// The opponents.
    pub table: String,
    /// The win shares before and after.
    pub win_shares: [Strata; 2],
    /// The differences in win share.
    pub gain: Strata,
    /// The differences in margin.
    pub margin: Strata,
}

impl Gain {
    /// Compares outcomes on the same deals; blocks with a truncated game on either side are left out.
    pub(super) fn new(
        names: impl Iterator<Item = String>,
        before: &[Vec<Option<Outcome>>],
        after: &[Vec<Option<Outcome>>],
    ) -> Self {
        let mut all = TableGain::empty("all".to_owned());
        let mut tables = Vec::new();
        for (index, (name, (before, after))) in names.zip(before.iter().zip(after)).enumerate() {
            let mut table = TableGain::empty(name);
            for pair in before.iter().zip(after) {
                if let (Some(before), Some(after)) = pair {
                    table.add(0, before, after);
                    all.add(index, before, after);
                }
            }
            tables.push(table);
        }
        Self { tables, all }
    }

    /// Lists the tables and all of them together.
    pub fn rows(&self) -> impl Iterator<Item = &TableGain> {
        self.tables.iter().chain([&self.all])
    }
}

impl TableGain {
    fn empty(table: String) -> Self {
        let none = Strata::default;
        Self { table, win_shares: [none(), none()], gain: none(), margin: none() }
    }

    /// Returns the interval of the gain in win share; none with too few blocks.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        interval_within(&self.gain, -1.0..=1.0)
    }

    /// Returns the interval of the gain in margin; none with too few blocks.
    #[must_use]
    pub fn margin_interval(&self) -> Option<Interval> {
        interval_within(&self.margin, f64::NEG_INFINITY..=f64::INFINITY)
    }

    fn add(&mut self, stratum: usize, before: &Outcome, after: &Outcome) {
        self.win_shares[0].extend(stratum, [before.win_share]);
        self.win_shares[1].extend(stratum, [after.win_share]);
        self.gain.extend(stratum, [after.win_share - before.win_share]);
        self.margin.extend(stratum, [after.margin - before.margin]);
    }
}

impl TuneResult {
    /// Describes the result in a plain sentence, with the gain that it is read off.
    #[must_use]
    pub fn verdict(&self) -> String {
        let (bot, all) = (&self.bot, &self.gain.all);
        let Some(mean) = all.gain.mean().filter(|_| self.is_changed) else {
            return format!("{bot} stays as it is: nothing better was found.");
        };
        let blocks = all.gain.count();
        let interval = with_width(all.interval());
        // A gain that all blocks have is certain by its sign alone.
        let ends = interval.unwrap_or(Interval { low: mean, high: mean });
        let found = match (blocks >= LEAST_UNITS as u64, ends) {
            (true, Interval { low, .. }) if low > 0.0 => format!("is better than {bot}"),
            (true, Interval { high, .. }) if high < 0.0 => format!("is worse than {bot}"),
            _ => format!("is not shown to be better than {bot}"),
        };
        let few = if blocks < LEAST_UNITS as u64 { ", which is too few" } else { "" };
        format!(
            "What was found {found}: gain in win share {} [{}] against what was held out, {}{few}.",
            signed(Some(mean), 3),
            range(interval, 3),
            counted(blocks, "block"),
        )
    }

    /// Makes the tables.
    pub(super) fn tables(&self) -> Vec<CsvTable> {
        let [gain, weights, steps, heats] = TABLES else { unreachable!("there are four tables") };
        let course: Vec<CsvTable> = match &self.course {
            Course::Spsa(path, tuned) => vec![
                (weights, tuned.iter().map(weight_row).collect()),
                (steps, (1..).zip(path).map(step_row).collect()),
            ],
            Course::Race(list) => {
                let rows = (1..).zip(list).flat_map(|(number, heat)| heat_rows(number, heat));
                vec![(heats, rows.collect())]
            }
        };
        course.into_iter().chain([(gain, self.gain.rows().map(gain_row).collect())]).collect()
    }

    /// The gain as a table for people.
    pub(super) fn gains(&self) -> TextTable {
        let mut table = TextTable::new(&[
            ("against", Align::Left),
            ("blocks", Align::Right),
            ("before", Align::Right),
            ("after", Align::Right),
            ("gain", Align::Right),
            ("interval", Align::Right),
            ("in points", Align::Right),
            ("interval", Align::Right),
        ]);
        for gain in self.gain.rows() {
            let [before, after] = gain.win_shares.each_ref().map(|share| decimal(share.mean(), 3));
            table.row([
                gain.table.clone(),
                gain.gain.count().to_string(),
                before,
                after,
                signed(gain.gain.mean(), 3),
                range(gain.interval(), 3),
                signed(gain.margin.mean(), 2),
                range(gain.margin_interval(), 2),
            ]);
        }
        table
    }
}

fn gain_row(gain: &TableGain) -> Vec<String> {
    let mut row = vec![gain.table.clone(), gain.gain.count().to_string()];
    row.extend(gain.win_shares.iter().map(|share| decimal(share.mean(), 6)));
    let figures = [(&gain.gain, gain.interval(), 6), (&gain.margin, gain.margin_interval(), 3)];
    for (figure, interval, places) in figures {
        row.push(decimal(figure.mean(), places));
        row.extend(ends(interval, places));
    }
    row
}

fn weight_row(weight: &TunedWeight) -> Vec<String> {
    vec![weight.name.clone(), real(weight.before), real(weight.after)]
}

fn step_row((number, step): (u32, &SpsaStep)) -> Vec<String> {
    let [plus, minus] = step.sides.map(|side| decimal(side, 6));
    vec![number.to_string(), plus, minus, decimal(step.change, 6)]
}

fn heat_rows(number: u32, heat: &Heat) -> Vec<Vec<String>> {
    let row = |entry: &super::race::Contender| {
        let mut row = vec![number.to_string(), heat.deals.to_string(), entry.candidate.to_string()];
        row.push(entry.settings.clone());
        row.push(decimal(entry.objective, 6));
        row.extend(ends(entry.interval, 6));
        row.push(decimal(entry.win_share, 6));
        row.push(entry.is_kept.to_string());
        row
    };
    heat.entries.iter().map(row).collect()
}

impl fmt::Display for TuneResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\n{}", self.title, self.gains())?;
        writeln!(f, "before and after: win shares against tables that were held out, on the same deals")?;
        writeln!(f, "intervals: 95 %, over blocks in pairs\n\n{}", self.verdict())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_is_paired() {
        let outcome = |win_share: f64| Some(Outcome { win_share, margin: 10.0 * win_share, worth: 0.5 });
        let before =
            vec![vec![outcome(0.0), outcome(0.5), None], vec![outcome(1.0), outcome(0.5), outcome(0.25)]];
        let after =
            vec![vec![outcome(0.25), outcome(0.75), outcome(1.0)], vec![outcome(1.0), None, outcome(0.25)]];
        let gain = Gain::new(["a", "b"].map(str::to_owned).into_iter(), &before, &after);
        let means: Vec<_> = gain.rows().map(|row| (row.gain.count(), row.gain.mean().unwrap())).collect();
        assert_eq!(means, [(2, 0.25), (2, 0.0), (4, 0.125)]);
        assert_eq!(gain.all.margin.mean(), Some(1.25));
        assert_eq!(gain.tables[0].win_shares[1].mean(), Some(0.5));
        // All pairs of a table differ alike, which says nothing about the error.
        assert_eq!(with_width(gain.all.interval()), None);
        assert_eq!(gain_row(&gain.all)[5..7], ["NA", "NA"]);
    }

    /// Few blocks show nothing, whatever their gain; enough of them may all agree.
    #[test]
    fn a_gain_is_shown_by_share_and_count() {
        let outcome = |win_share: f64| Some(Outcome { win_share, margin: 0.0, worth: 0.5 });
        let told = |before: f64, after: f64, blocks: usize| {
            let list = |share: f64| vec![vec![outcome(share); blocks]];
            let gain = Gain::new(["a".to_owned()].into_iter(), &list(before), &list(after));
            let (title, bot) = (String::new(), "steady".to_owned());
            let course = Course::Race(Vec::new());
            TuneResult { title, bot, course, gain, is_changed: true, faults: FaultCounts::default() }
                .verdict()
        };
        let figures = "gain in win share +0.250 [NA] against what was held out";
        assert_eq!(told(0.25, 0.5, 8), format!("What was found is better than steady: {figures}, 8 blocks."));
        assert_eq!(
            told(0.25, 0.5, 1),
            format!(
                "What was found is not shown to be better than steady: {figures}, 1 block, which is too few."
            )
        );
        assert!(told(0.5, 0.25, 9).starts_with("What was found is worse than steady: "));
        assert!(told(0.5, 0.5, 9).starts_with("What was found is not shown to be better than steady: "));
    }
}
