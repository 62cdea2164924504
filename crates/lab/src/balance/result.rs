//! The findings of a balance study.

use super::super::folder::CsvTable;
use super::super::restricted::ItemRules;
use super::super::text::ends;
use super::gifts::{self, Gifts};
use super::lineup::TableKind;
use super::metrics::Question;
use super::row::MetricRow;
use super::verdict::{Standard, Verdict};
use tradewinds_bots::FaultCounts;
use tradewinds_game::kit::column;
use tradewinds_game::{Column, Table};
use tradewinds_report::{decimal, exact_p_value, real};
use tradewinds_stats::holm;

/// The name of the standard rules.
pub(super) const STANDARD: &str = "standard";

const TABLE: Column = column("table", "name of the table of bots");
const PLAYERS: Column = column("players", "number of seats");
const VARIANT: Column = column("variant", "name of the variant, or standard");
const P_HOLM: Column = column(
    "p_holm",
    "the p-value of the difference, corrected by Holm for all comparisons of its family: those that answer a question, or the others; NA where p is",
);

/// The tables of a balance study.
pub const TABLES: &[Table] = &[
    Table {
        name: "metrics",
        meaning: "one row for each metric of a variant at a table with a number of seats, the baseline first; balance.md explains the metrics",
        columns: &[
            TABLE,
            PLAYERS,
            VARIANT,
            column(
                "swept",
                "value of the sweep, also of the baseline where it has one of the values; NA for others",
            ),
            column("metric", "name of the metric"),
            column("item", "starting place from 0, kind of start, bot or item that it is about, or nothing"),
            column("games", "games that count"),
            column("blocks", "blocks that count, the same ones for all variants of the table"),
            column("estimate", "the estimate, NA where there are too few blocks"),
            column(
                "low",
                "lower end of its 95 % interval over blocks (of shares Wilson's on effective trials, or the rule of three if all blocks agree), NA without one",
            ),
            column("high", "upper end"),
            column(
                "difference",
                "the estimate less the baseline's, NA for the baseline and where no difference is judged",
            ),
            column(
                "difference_low",
                "lower end of its paired 95 % interval, NA where the difference is the same in every block",
            ),
            column("difference_high", "upper end"),
            column(
                "p",
                "probability of so large a difference if there is none, two-sided, from the paired errors, or by the sign test where the difference is the same in every block; NA where no block differs",
            ),
            P_HOLM,
        ],
    },
    Table {
        name: "verdicts",
        meaning: "one row for each question about a variant at a table with a number of seats",
        columns: &[
            TABLE,
            PLAYERS,
            VARIANT,
            column("question", "seats, strategies or purchases: what may be more or less fair; or skill"),
            column(
                "verdict",
                "fairer, less fair, no difference that matters, not fairer, or not decided with this many games; of skill, pays less, pays more or does not pay less; the same in every deal, which is no question",
            ),
            column(
                "baseline",
                "unfairness of the baseline: root of the spread, with its sign, in win shares",
            ),
            column("unfairness", "unfairness of the variant"),
            column("difference", "spread of the variant less the baseline's, in squared win shares"),
            column("difference_low", "lower end of its paired 95 % interval"),
            column("difference_high", "upper end"),
            P_HOLM,
            column(
                "threshold",
                "smallest improvement of the spread that matters, in squared win shares; NA of skill",
            ),
            column("deals", "deals that each line-up played"),
            column("deals_needed", "about how many would decide, NA where these do or none would"),
            column(
                "change",
                "unfairness of the variant less the baseline's, both at least 0, moved into the interval; in win shares, NA where no block differs",
            ),
            column(
                "change_low",
                "lower end of its interval, of 95 % for all questions of the study together (Bonferroni); verdicts are read off it",
            ),
            column("change_high", "upper end"),
            column("smallest", "smallest change that matters, in win shares"),
        ],
    },
];

/// The findings of a balance study.
#[derive(Clone, PartialEq, Debug)]
pub struct BalanceResult {
    /// The study, the game and the seed, in words.
    pub title: String,
    /// The variants that have the rules of another one or of the baseline, in words; they were not played.
    pub same: Vec<String>,
    /// By which players the variants are judged, in words.
    pub experts: Vec<String>,
    /// The tables, each with each number of seats.
    pub cells: Vec<Cell>,
    /// Which items are dead or must-haves under which rules, if the study asks for items.
    pub items: Vec<ItemRules>,
    /// Whose decisions change whose win share, if the study reviews games.
    pub gifts: Vec<Gifts>,
    /// The smallest change of unfairness that matters, in win shares.
    pub smallest: f64,
    /// The number of questions, each with a difference that was judged: the first family of comparisons.
    pub questions: usize,
    /// The number of other differences that were judged: the second family.
    pub comparisons: usize,
    /// The faults of external bots, in all games.
    pub faults: FaultCounts,
}

/// A table of bots with a number of seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The table's name.
    pub table: String,
    /// What its bots stand for.
    pub kind: TableKind,
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
    /// The names of others with the same rules, which were not played.
    pub also: Vec<String>,
    /// The value of the sweep that it stands for.
    pub swept: Option<i64>,
    /// Its metrics, the same ones for all variants of a table.
    pub rows: Vec<MetricRow>,
    /// The verdicts on it; none for the baseline.
    pub verdicts: Vec<Verdict>,
}

/// Corrects the p-values of a family for many comparisons, and returns the number of comparisons.
fn correct(rows: Vec<&mut MetricRow>) -> usize {
    let judged: Vec<&mut MetricRow> = rows.into_iter().filter(|row| row.is_judged()).collect();
    let comparisons = judged.len();
    let adjusted = holm(&judged.iter().filter_map(|row| row.p).collect::<Vec<f64>>());
    for (row, p) in judged.into_iter().zip(adjusted) {
        row.p_holm = Some(p);
    }
    comparisons
}

impl Arm {
    /// Finds a metric.
    #[must_use]
    pub fn row(&self, metric: &str, item: &str) -> Option<&MetricRow> {
        self.rows.iter().find(|row| row.metric == metric && row.item == item)
    }

    /// Finds the metric that answers a question.
    fn answer(&self, question: Question) -> Option<&MetricRow> {
        self.rows.iter().find(|row| row.metric == question.metric())
    }
}

impl BalanceResult {
    /// Corrects the p-values, those that answer a question and the others as two families, and draws the
    /// verdicts; `smallest` is the smallest change that matters, in win shares.
    pub(super) fn new(title: String, same: Vec<String>, mut cells: Vec<Cell>, smallest: f64) -> Self {
        let rows = cells.iter_mut().flat_map(|cell| &mut cell.arms).flat_map(|arm| &mut arm.rows);
        let (asked, others): (Vec<&mut MetricRow>, Vec<&mut MetricRow>) =
            rows.partition(|row| row.answers_a_question());
        let (questions, comparisons) = (correct(asked), correct(others));
        for cell in &mut cells {
            let standard = Standard { smallest, questions, deals: cell.deals };
            let Some((baseline, variants)) = cell.arms.split_first_mut() else { continue };
            for arm in variants {
                let verdict = |question: Question| {
                    standard.judge(question, baseline.answer(question)?, arm.answer(question)?)
                };
                arm.verdicts = Question::ALL.into_iter().filter_map(verdict).collect();
            }
        }
        Self {
            title,
            same,
            experts: Vec::new(),
            cells,
            items: Vec::new(),
            gifts: Vec::new(),
            smallest,
            questions,
            comparisons,
            faults: FaultCounts::default(),
        }
    }

    /// Makes `metrics.csv` and `verdicts.csv`, and `gifts.csv` where games were reviewed.
    pub(super) fn tables(&self) -> Vec<CsvTable> {
        let metrics =
            self.arms().flat_map(|(cell, arm)| arm.rows.iter().map(move |row| cell.metric(arm, row)));
        let verdicts = self.arms().flat_map(|(cell, arm)| {
            arm.verdicts.iter().map(move |verdict| cell.verdict(arm, verdict, self.smallest))
        });
        let mut tables = vec![(&TABLES[0], metrics.collect()), (&TABLES[1], verdicts.collect())];
        tables.extend((!self.gifts.is_empty()).then(|| gifts::csv(&self.gifts)));
        tables
    }

    fn arms(&self) -> impl Iterator<Item = (&Cell, &Arm)> {
        self.cells.iter().flat_map(|cell| cell.arms.iter().map(move |arm| (cell, arm)))
    }
}

impl Cell {
    /// Returns how many decisions of the others a seat sees in a round, on average.
    pub(super) fn waiting(&self, arm: &Arm) -> Option<f64> {
        let of = |metric: &str| arm.row(metric, "").and_then(|row| row.value);
        let others = (self.players - 1) as f64 / self.players as f64;
        of("decisions").zip(of("rounds")).map(|(decisions, rounds)| others * decisions / rounds)
    }

    fn key(&self, arm: &Arm) -> Vec<String> {
        vec![self.table.clone(), self.players.to_string(), arm.variant.clone()]
    }

    /// Writes a row of `metrics.csv`.
    fn metric(&self, arm: &Arm, row: &MetricRow) -> Vec<String> {
        let mut cells = self.key(arm);
        cells.push(arm.swept.map_or("NA".to_owned(), |value| value.to_string()));
        cells.extend([row.metric.to_owned(), row.item.clone()]);
        cells.extend([self.games.to_string(), self.blocks.to_string()]);
        cells.push(decimal(row.value, 8));
        cells.extend(ends(row.interval, 8));
        cells.push(decimal(row.difference.map(|difference| difference.value), 8));
        cells.extend(ends(row.difference_interval(), 8));
        cells.extend([row.p, row.p_holm].map(exact_p_value));
        cells
    }

    /// Writes a row of `verdicts.csv`.
    fn verdict(&self, arm: &Arm, verdict: &Verdict, smallest: f64) -> Vec<String> {
        let mut cells = self.key(arm);
        cells.extend([verdict.question.word().to_owned(), verdict.word()]);
        cells.extend([verdict.baseline, verdict.variant].map(|root| decimal(root, 6)));
        cells.push(decimal(verdict.difference.value, 8));
        let interval = verdict.difference.interval().filter(|_| verdict.change.is_some());
        cells.extend(ends(interval, 8));
        cells.extend([exact_p_value(verdict.p_holm), decimal(verdict.threshold, 8)]);
        cells.push(self.deals.to_string());
        cells.push(verdict.deals_needed.map_or("NA".to_owned(), |deals| deals.to_string()));
        cells.push(decimal(verdict.change.map(|change| change.value), 6));
        cells.extend(ends(verdict.change.map(|change| change.interval), 6));
        cells.push(real(smallest));
        cells
    }
}
