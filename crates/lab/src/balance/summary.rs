//! A study in words and tables for people.

use std::fmt;

use super::super::text::{range, signed};
use super::metrics::Question;
use super::result::{Arm, BalanceResult, Cell};
use super::row::MetricRow;
use super::verdict::{Call, Verdict};
use tradewinds_game::{counted, from_one};
use tradewinds_report::{Align, TextTable, decimal, p_value, wrapped};
use tradewinds_stats::CONFIDENCE;

impl Cell {
    /// The verdicts on all variants: those that are decided, or the others; `None` if there
    /// are no such verdicts.
    pub(super) fn verdicts(&self, decided: bool) -> Option<TextTable> {
        let mut table = TextTable::new(&[
            ("variant", Align::Left),
            ("question", Align::Left),
            ("verdict", Align::Left),
            ("baseline", Align::Right),
            ("variant", Align::Right),
            ("difference", Align::Right),
            ("interval", Align::Right),
            ("p (Holm)", Align::Right),
            ("to decide", Align::Right),
        ]);
        let mut rows = 0;
        for arm in &self.arms {
            for verdict in arm.verdicts.iter().filter(|verdict| (verdict.call != Call::NotDecided) == decided)
            {
                rows += 1;
                table.row([
                    arm.variant.clone(),
                    verdict.question.word().to_owned(),
                    verdict.word(),
                    decimal(verdict.baseline, 3),
                    decimal(verdict.variant, 3),
                    signed(verdict.change.map(|change| change.value), 3),
                    range(verdict.change.map(|change| change.interval), 3),
                    p_value(verdict.p_holm),
                    if decided { String::new() } else { verdict.more(self.deals) },
                ]);
            }
        }
        (rows > 0).then_some(table)
    }

    /// Describes the games that were played.
    pub(super) fn played(&self) -> String {
        let Self { table, kind, players, games, blocks, left_out, .. } = self;
        let left_out = match left_out {
            0 => String::new(),
            1 => "; 1 block with truncated games is left out".to_owned(),
            left_out => format!("; {left_out} blocks with truncated games are left out"),
        };
        let [games, blocks] = [counted(games, "game"), counted(blocks, "block")];
        let kind = kind.word();
        format!("{kind} {table}, {players} players: {games} in {blocks} with each variant{left_out}")
    }

    /// Names the metrics of a variant that are shown to differ from the baseline, those that changed most first;
    /// `None` if there are none.
    fn named(&self, arm: &Arm) -> Option<String> {
        let rows = self.differing(arm);
        let verb = if rows.len() == 1 { "differs" } else { "differ" };
        let head = format!("{}: {} {verb} from the baseline:", arm.variant, counted(rows.len(), "metric"));
        let mut names: Vec<String> = rows.iter().take(NAMED).map(|row| row.label()).collect();
        if rows.len() > NAMED {
            names.push(format!("and {} more", rows.len() - NAMED));
        }
        let words = format!("{head} {}", names.join(", "));
        (!rows.is_empty()).then(|| wrapped("", words.split(' '), " "))
    }
}

impl BalanceResult {
    /// Counts the answers.
    pub(super) fn answers(&self) -> String {
        let verdicts = || self.cells.iter().flat_map(|cell| &cell.arms).flat_map(|arm| &arm.verdicts);
        let same = verdicts().filter(|verdict| verdict.call == Call::Same).count();
        let mut counts: Vec<(String, u64)> = Vec::new();
        for call in Call::ANSWERS {
            // Fairness first, then skill, which has words of its own.
            for is_skill in [false, true] {
                let of = |verdict: &&Verdict| {
                    verdict.call == call && (verdict.question == Question::Skill) == is_skill
                };
                for word in verdicts().filter(of).map(Verdict::word) {
                    match counts.iter_mut().find(|(known, _)| *known == word) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((word, 1)),
                    }
                }
            }
        }
        let counts: Vec<String> = counts.into_iter().map(|(word, count)| format!("{count} {word}")).collect();
        let questions = match self.questions {
            0 => "no question".to_owned(),
            1 => format!("1 question: {}", counts.join(", ")),
            number => format!("{number} questions: {}", counts.join(", ")),
        };
        match same {
            0 => questions,
            same => format!("{questions}; {same} not asked, as no block differs from the baseline's"),
        }
    }

    /// The meaning of the columns of the verdicts: their names, and an explanation.
    pub(super) fn legend(&self) -> Vec<(&'static str, String)> {
        let (percent, smallest) = (decimal(CONFIDENCE * 100.0, 0), self.smallest);
        let all = match self.questions {
            0 | 1 => "the one question".to_owned(),
            number => format!("all {number} questions"),
        };
        let mut legend = vec![
            (
                "seats, places: ",
                format!(
                    "counted from 1 in the order of play at the start; a change is named if its p is below 0.05 \
                     after correction, in parentheses the interval of {percent} %"
                ),
            ),
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
        ];
        legend.extend(self.levels_in_words());
        legend
    }
}

/// The maximum number of metrics that the terminal names for a variant.
const NAMED: usize = 12;

/// Writes the name of a metric for people. A root is that of a mean square, in the units of the shares themselves.
pub(super) fn spoken(metric: &str) -> String {
    let words = |name: &str| name.replace('_', " ");
    match metric.strip_suffix("_root") {
        Some(name) => words(name),
        None if metric.ends_with("_spread") && metric != "score_spread" => words(metric) + " squared",
        None => words(metric),
    }
}

impl MetricRow {
    /// The metric with its subject.
    pub(super) fn label(&self) -> String {
        let name = spoken(self.metric);
        if self.item.is_empty() { name } else { format!("{name}: {}", self.subject()) }
    }

    /// Its subject for people, who count places from 1.
    pub(super) fn subject(&self) -> String {
        match self.item.parse() {
            Ok(place) if self.metric == "win_share_place" => from_one(place).to_string(),
            _ => self.item.replace('_', " "),
        }
    }
}

/// What changed, then the verdicts, with the meaning of their numbers.
impl fmt::Display for BalanceResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = |sentence: &str| wrapped("", sentence.split(' '), " ");
        writeln!(f, "{}", self.title)?;
        self.same.iter().chain(&self.experts).try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f)?;
        for text in self.by_level().iter().chain(&self.headlines()).chain(&self.found()) {
            write!(f, "{}", sentence(text))?;
        }
        for items in &self.items {
            write!(f, "{}", sentence(&format!("Items, {}.", items.sentence())))?;
        }
        writeln!(f, "\n{}", self.answers())?;
        self.undecided().map_or(Ok(()), |text| write!(f, "{}", sentence(&text)))?;
        for cell in &self.cells {
            writeln!(f, "\n{}", cell.played())?;
            for names in cell.arms[1..].iter().filter_map(|arm| cell.named(arm)) {
                write!(f, "{names}")?;
            }
            cell.verdicts(true).map_or(Ok(()), |table| write!(f, "\n{table}"))?;
        }
        for cell in &self.cells {
            if let Some(table) = cell.verdicts(false) {
                write!(
                    f,
                    "\nnot decided at {} {}, {} players\n\n{table}",
                    cell.kind.word(),
                    cell.table,
                    cell.players
                )?;
            }
        }
        writeln!(f)?;
        let mut lines = self.legend().into_iter().map(|(head, text)| wrapped(head, text.split(' '), " "));
        lines.try_for_each(|lines| write!(f, "{lines}"))
    }
}
