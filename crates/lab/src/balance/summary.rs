//! A study in words and tables for people.

use std::fmt;

use super::super::text::{range, signed};
use super::result::{Arm, BalanceResult, Cell, Row};
use super::verdict::Call;
use tradewinds_report::{Align, TextTable, decimal, p_value, wrapped};
use tradewinds_stats::CONFIDENCE;

impl Cell {
    /// The verdicts on all variants.
    pub(super) fn verdicts(&self) -> TextTable {
        let mut table = TextTable::new(&[
            ("variant", Align::Left),
            ("question", Align::Left),
            ("verdict", Align::Left),
            ("baseline", Align::Right),
            ("variant", Align::Right),
            ("difference", Align::Right),
            ("interval", Align::Right),
            ("p (Holm)", Align::Right),
            ("deals to decide", Align::Right),
        ]);
        for arm in &self.arms {
            for verdict in &arm.verdicts {
                table.row([
                    arm.variant.clone(),
                    verdict.question.word().to_owned(),
                    verdict.call.to_string(),
                    decimal(verdict.baseline, 3),
                    decimal(verdict.variant, 3),
                    signed(verdict.change.map(|change| change.value), 3),
                    range(verdict.change.map(|change| change.interval), 3),
                    p_value(verdict.p_holm),
                    verdict.deals_needed.map_or(String::new(), |deals| format!("about {deals}")),
                ]);
            }
        }
        table
    }

    /// Describes the games that were played.
    pub(super) fn played(&self) -> String {
        let Self { table, players, games, blocks, left_out, .. } = self;
        let left_out = match left_out {
            0 => String::new(),
            left_out => format!("; {left_out} blocks with truncated games are left out"),
        };
        format!(
            "table {table}, {players} players: {games} games in {blocks} blocks with each variant{left_out}"
        )
    }

    /// The metrics of a variant that differ from the baseline after correction for all comparisons.
    pub(super) fn differing<'a>(&'a self, arm: &'a Arm) -> impl Iterator<Item = &'a Row> {
        arm.rows.iter().filter(|row| row.p_holm.is_some_and(|p| p < 1.0 - CONFIDENCE))
    }
}

impl BalanceResult {
    /// Counts the answers.
    pub(super) fn answers(&self) -> String {
        let verdicts = || self.cells.iter().flat_map(|cell| &cell.arms).flat_map(|arm| &arm.verdicts);
        let count = |call: Call| verdicts().filter(|verdict| verdict.call == call).count();
        let counts: Vec<String> = Call::ANSWERS
            .into_iter()
            .filter_map(|call| {
                Some(count(call)).filter(|&count| count > 0).map(|count| format!("{count} {call}"))
            })
            .collect();
        let questions = match self.questions {
            0 => "no question".to_owned(),
            1 => format!("1 question: {}", counts.join(", ")),
            number => format!("{number} questions: {}", counts.join(", ")),
        };
        match count(Call::Same) {
            0 => questions,
            same => format!("{questions}; {same} not asked, as no block differs from the baseline's"),
        }
    }

    /// The meaning of the columns of the verdicts: their names, and an explanation.
    pub(super) fn legend(&self) -> [(&'static str, String); 4] {
        let (percent, smallest) = (decimal(CONFIDENCE * 100.0, 0), self.smallest);
        let all = match self.questions {
            0 | 1 => "the one question".to_owned(),
            number => format!("all {number} questions"),
        };
        [
            (
                "baseline, variant: ",
                "how far win shares typically lie from their mean, free of what noise adds; negative where noise is \
                 all there is"
                    .to_owned(),
            ),
            (
                "interval: ",
                format!("of the paired difference, {percent} % for {all} together (Bonferroni); the verdict is read off it"),
            ),
            (
                "verdict: ",
                format!(
                    "fairer at or below -{smallest}, the smallest change that matters; less fair at or above {smallest}; no \
                     difference that matters between the two; not fairer above -{smallest}; else not decided"
                ),
            ),
            ("p: ", format!("of no difference at all, corrected for {all} (Holm)")),
        ]
    }
}

/// Writes the name of a metric for people. A root is that of a mean square, in the units of the shares themselves.
pub(super) fn spoken(metric: &str) -> String {
    let words = |name: &str| name.replace('_', " ");
    match metric.strip_suffix("_root") {
        Some(name) => words(name),
        None if metric.ends_with("_spread") && metric != "score_spread" => words(metric) + " squared",
        None => words(metric),
    }
}

impl Row {
    /// The metric with its subject.
    pub(super) fn label(&self) -> String {
        let name = spoken(self.metric);
        if self.item.is_empty() { name } else { format!("{name}: {}", self.item.replace('_', " ")) }
    }
}

/// The verdicts, with the meaning of their numbers.
impl fmt::Display for BalanceResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        self.same.iter().try_for_each(|same| writeln!(f, "{same}"))?;
        writeln!(f, "{}", self.answers())?;
        for cell in &self.cells {
            write!(f, "\n{}\n\n{}", cell.played(), cell.verdicts())?;
            for arm in &cell.arms[1..] {
                let count = cell.differing(arm).count();
                if count > 0 {
                    let plural = if count == 1 { "metric differs" } else { "metrics differ" };
                    writeln!(f, "{}: {count} {plural} from the baseline", arm.variant)?;
                }
            }
        }
        writeln!(f)?;
        let lines = self.legend().map(|(head, text)| wrapped(head, text.split(' '), " "));
        lines.iter().try_for_each(|lines| write!(f, "{lines}"))
    }
}
