//! A study in words and tables for people.

use std::fmt;

use super::result::{Arm, BalanceResult, Cell, Row};
use super::verdict::Call;
use crate::report::{Align, TextTable, decimal};
use crate::stats::CONFIDENCE;

impl Cell {
    /// The verdicts on all variants.
    pub(super) fn verdicts(&self) -> TextTable {
        let mut table = TextTable::new(&[
            ("variant", Align::Left),
            ("question", Align::Left),
            ("verdict", Align::Left),
            ("baseline", Align::Right),
            ("variant", Align::Right),
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
                    decimal(verdict.p_holm, 3),
                    verdict.deals_needed.map_or(String::new(), |deals| format!("about {deals}")),
                ]);
            }
        }
        table
    }

    /// Says what was played.
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

    /// The metrics of a variant that differ from the baseline when all comparisons are corrected for.
    pub(super) fn differing<'a>(&'a self, arm: &'a Arm) -> impl Iterator<Item = &'a Row> {
        arm.rows.iter().filter(|row| row.p_holm.is_some_and(|p| p < 1.0 - CONFIDENCE))
    }
}

impl BalanceResult {
    /// Counts the answers.
    pub(super) fn answers(&self) -> String {
        let verdicts = || self.cells.iter().flat_map(|cell| &cell.arms).flat_map(|arm| &arm.verdicts);
        let count = |call: Call| {
            let count = verdicts().filter(|verdict| verdict.call == call).count();
            (count > 0).then(|| format!("{count} {call}"))
        };
        let counts: Vec<String> = Call::ALL.into_iter().filter_map(count).collect();
        format!("{} questions: {}", verdicts().count(), counts.join(", "))
    }
}

impl Row {
    /// The metric with what it is about.
    pub(super) fn label(&self) -> String {
        let name = self.metric.replace('_', " ");
        if self.item.is_empty() { name } else { format!("{name}: {}", self.item.replace('_', " ")) }
    }
}

/// The verdicts, with what their numbers mean.
impl fmt::Display for BalanceResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
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
        write!(
            f,
            "\nbaseline, variant: how far win shares typically lie from their mean, free of what noise adds and negative\n\
             where noise is all there is; p: of the paired difference over blocks, corrected for all {} questions (Holm)\n",
            self.questions
        )
    }
}
