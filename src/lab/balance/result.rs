//! What a balance study found.

use std::io;
use std::path::Path;

use super::super::text::ends;
use super::metrics::{Metric, Value};
use super::verdict::{Question, Standard, Verdict};
use crate::bots::FaultCounts;
use crate::game::{Column, Table};
use crate::report::{CsvFile, decimal};
use crate::stats::{BlockEstimate, Blocks, Interval, holm};
use crate::tournament::{RunError, write_synced};

const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning }
}

const TABLE: Column = column("table", "name of the table of bots");
const PLAYERS: Column = column("players", "number of seats");
const VARIANT: Column = column("variant", "name of the variant, or standard");
const P_HOLM: Column = column(
    "p_holm",
    "the p-value of the difference, corrected by Holm for all comparisons of its family: those that verdicts are drawn from, or the others",
);

/// The tables of a balance study.
pub const TABLES: &[Table] = &[
    Table {
        name: "metrics",
        meaning: "one row a metric of a variant at a table with a number of seats, the baseline first; balance.md explains the metrics",
        columns: &[
            TABLE,
            PLAYERS,
            VARIANT,
            column("swept", "value of the sweep, NA for other variants"),
            column("metric", "name of the metric"),
            column("item", "starting place, kind of start, bot or item that it is about, or nothing"),
            column("games", "games that count"),
            column("blocks", "blocks that count, the same ones for all variants of the table"),
            column("estimate", "the estimate, NA where there are too few blocks"),
            column("low", "lower end of its 95 % interval over blocks, NA without one"),
            column("high", "upper end"),
            column(
                "difference",
                "the estimate less the baseline's, NA for the baseline and where no difference is judged",
            ),
            column("difference_low", "lower end of its paired 95 % interval"),
            column("difference_high", "upper end"),
            column(
                "p",
                "probability of so large a difference if there is none, two-sided, from the paired errors",
            ),
            P_HOLM,
        ],
    },
    Table {
        name: "verdicts",
        meaning: "one row a question about a variant at a table with a number of seats",
        columns: &[
            TABLE,
            PLAYERS,
            VARIANT,
            column("question", "seats, strategies or purchases: what may be more or less fair"),
            column("verdict", "fairer, not fairer, less fair, or not decided with this many games"),
            column(
                "baseline",
                "unfairness of the baseline: root of the spread, with its sign, in win shares",
            ),
            column("unfairness", "unfairness of the variant"),
            column("difference", "spread of the variant less the baseline's, in squared win shares"),
            column("difference_low", "lower end of its paired 95 % interval"),
            column("difference_high", "upper end"),
            P_HOLM,
            column("threshold", "smallest improvement of the spread that matters, in squared win shares"),
            column("deals", "deals that each line-up played"),
            column("deals_needed", "about how many would decide, NA where these do or lean to no answer"),
        ],
    },
];

/// Returns the root of a number, with the number's sign.
pub(super) fn signed_root(square: f64) -> f64 {
    square.abs().sqrt().copysign(square)
}

/// What a balance study found.
#[derive(Clone, PartialEq, Debug)]
pub struct BalanceResult {
    /// The study, the game and the seed, in words.
    pub title: String,
    /// The tables, each with each number of seats.
    pub cells: Vec<Cell>,
    /// How many differences were judged that answer a question: the first family of comparisons.
    pub questions: usize,
    /// How many others were judged: the second family.
    pub comparisons: usize,
    /// What went wrong with external bots, in all games.
    pub faults: FaultCounts,
}

/// A table of bots with a number of seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The table's name.
    pub table: String,
    /// The number of seats.
    pub players: usize,
    /// The deals that each line-up played with each variant.
    pub deals: u64,
    /// The games of each variant that count.
    pub games: u64,
    /// The blocks that count, the same ones for all variants.
    pub blocks: u64,
    /// The blocks that were left out, since some variant has a truncated game in them.
    pub left_out: u64,
    /// The variants, the baseline first.
    pub arms: Vec<Arm>,
}

/// A variant at a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The variant's name.
    pub variant: String,
    /// The value of the sweep that it is for.
    pub swept: Option<i64>,
    /// Its metrics, the same ones for all variants of a table.
    pub rows: Vec<Row>,
    /// What is said about it; nothing about the baseline.
    pub verdicts: Vec<Verdict>,
}

/// A metric.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// Its name, as in `balance.md`.
    pub metric: &'static str,
    /// What it is about: a starting place, a bot, an item; empty where it is about the game.
    pub item: String,
    /// The estimate.
    pub value: Option<f64>,
    /// The interval of the estimate.
    pub interval: Option<Interval>,
    /// The difference to the baseline, paired by blocks.
    pub difference: Option<BlockEstimate>,
    /// The p-value of the difference.
    pub p: Option<f64>,
    /// The p-value, corrected for all comparisons of its family.
    pub p_holm: Option<f64>,
}

impl Row {
    /// Makes the row of a metric, beside the same one of the baseline.
    pub(super) fn new(metric: Metric, baseline: Option<&Metric>, blocks: &Blocks) -> Self {
        let (value, interval) = match &metric.value {
            Value::Estimated(influence) => {
                let estimate = influence.estimate(blocks);
                (Some(estimate.value), estimate.interval())
            }
            Value::Root(influence) => {
                let estimate = influence.estimate(blocks);
                let root =
                    |Interval { low, high }| Interval { low: signed_root(low), high: signed_root(high) };
                (Some(signed_root(estimate.value)), estimate.interval().map(root))
            }
            Value::Plain(value) => (Some(*value), None),
            Value::Missing => (None, None),
        };
        let difference = match (&metric.value, baseline.map(|metric| &metric.value)) {
            (Value::Estimated(own), Some(Value::Estimated(other))) => Some(own.minus(other).estimate(blocks)),
            _ => None,
        };
        Self {
            metric: metric.name,
            item: metric.item,
            value,
            interval,
            p: difference.and_then(|difference| difference.p_value()),
            difference,
            p_holm: None,
        }
    }
}

/// Corrects the p-values of a family for many comparisons, and returns how many there are.
fn correct(rows: Vec<&mut Row>) -> usize {
    let (judged, others): (Vec<&mut Row>, Vec<&mut Row>) = rows.into_iter().partition(|row| row.is_judged());
    let comparisons = judged.len();
    let adjusted = holm(&judged.iter().filter_map(|row| row.p).collect::<Vec<f64>>());
    for (row, p) in judged.into_iter().zip(adjusted) {
        row.p_holm = Some(p);
    }
    others.into_iter().for_each(|row| row.p_holm = row.p);
    comparisons
}

impl Row {
    /// Tells whether a verdict is drawn from it.
    fn answers_a_question(&self) -> bool {
        Question::ALL.iter().any(|question| question.metric() == self.metric)
    }

    /// Tells whether chance has a part in its difference: one that is 0 in every block is no comparison.
    fn is_judged(&self) -> bool {
        self.p.is_some() && self.difference.and_then(|difference| difference.error) != Some(0.0)
    }
}

impl Arm {
    /// Finds a metric.
    #[must_use]
    pub fn row(&self, metric: &str, item: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.metric == metric && row.item == item)
    }
}

impl BalanceResult {
    /// Corrects the p-values, those that answer a question and the others as two families, and draws the verdicts; `smallest` is the smallest change that
    /// matters, in win shares.
    pub(super) fn new(title: String, mut cells: Vec<Cell>, smallest: f64) -> Self {
        let rows = cells.iter_mut().flat_map(|cell| &mut cell.arms).flat_map(|arm| &mut arm.rows);
        let (asked, others): (Vec<&mut Row>, Vec<&mut Row>) = rows.partition(|row| row.answers_a_question());
        let (questions, comparisons) = (correct(asked), correct(others));
        for cell in &mut cells {
            let standard = Standard { smallest, questions, deals: cell.deals };
            let Some((baseline, variants)) = cell.arms.split_first_mut() else { continue };
            for arm in variants {
                let verdict = |question: Question| {
                    let metric = question.metric();
                    standard.judge(question, baseline.row(metric, "")?, arm.row(metric, "")?)
                };
                arm.verdicts = Question::ALL.into_iter().filter_map(verdict).collect();
            }
        }
        Self { title, cells, questions, comparisons, faults: FaultCounts::default() }
    }

    /// Writes `metrics.csv`, `verdicts.csv` and the page.
    pub(super) fn write(&self, folder: &Path, page: &str) -> Result<(), RunError> {
        let at = |name: &str| {
            let path = folder.join(name);
            |source| RunError::Io { path, source }
        };
        self.write_metrics(&folder.join("metrics.csv")).map_err(at("metrics.csv"))?;
        write_synced(&folder.join("report.html"), page).map_err(at("report.html"))?;
        self.write_verdicts(&folder.join("verdicts.csv")).map_err(at("verdicts.csv"))
    }

    fn write_metrics(&self, path: &Path) -> io::Result<()> {
        let mut file = CsvFile::create(path, TABLES[0].names())?;
        for (cell, arm) in self.arms() {
            for row in &arm.rows {
                let mut cells = cell.key(arm);
                cells.push(arm.swept.map_or("NA".to_owned(), |value| value.to_string()));
                cells.extend([row.metric.to_owned(), row.item.clone()]);
                cells.extend([cell.games.to_string(), cell.blocks.to_string()]);
                cells.push(decimal(row.value, 8));
                cells.extend(ends(row.interval, 8));
                cells.push(decimal(row.difference.map(|difference| difference.value), 8));
                cells.extend(ends(row.difference.and_then(|difference| difference.interval()), 8));
                cells.extend([decimal(row.p, 6), decimal(row.p_holm, 6)]);
                file.row(cells)?;
            }
        }
        file.finish()
    }

    fn write_verdicts(&self, path: &Path) -> io::Result<()> {
        let mut file = CsvFile::create(path, TABLES[1].names())?;
        for (cell, arm) in self.arms() {
            for verdict in &arm.verdicts {
                let mut cells = cell.key(arm);
                cells.extend([verdict.question.word().to_owned(), verdict.call.to_string()]);
                cells.extend([verdict.baseline, verdict.variant].map(|root| decimal(root, 6)));
                cells.push(decimal(verdict.difference.value, 8));
                cells.extend(ends(verdict.difference.interval(), 8));
                cells.extend([decimal(verdict.p_holm, 6), decimal(verdict.threshold, 8)]);
                cells.push(cell.deals.to_string());
                cells.push(verdict.deals_needed.map_or("NA".to_owned(), |deals| deals.to_string()));
                file.row(cells)?;
            }
        }
        file.finish()
    }

    fn arms(&self) -> impl Iterator<Item = (&Cell, &Arm)> {
        self.cells.iter().flat_map(|cell| cell.arms.iter().map(move |arm| (cell, arm)))
    }
}

impl Cell {
    fn key(&self, arm: &Arm) -> Vec<String> {
        vec![self.table.clone(), self.players.to_string(), arm.variant.clone()]
    }
}
