//! What changed most, in one sentence for each variant, and what these games do not decide.

use super::super::needed::rounded_up;
use super::super::text::range;
use super::lineup::TableKind;
use super::result::{Arm, BalanceResult, Cell, STANDARD};
use super::row::MetricRow;
use super::verdict::{Call, Verdict};
use tradewinds_game::{counted, from_one};
use tradewinds_report::decimal;
use tradewinds_stats::{CONFIDENCE, Interval};

/// Minimum number of blocks for a change to be told: with fewer, chance alone makes many differences look certain.
pub(super) const LEAST_BLOCKS: u64 = 8;
/// The maximum number of times that the deals of a study are worth playing for a question.
const MOST_TIMES: u64 = 1000;
/// The maximum number of changes in a sentence.
const CHANGES: usize = 4;
/// The maximum number of variants or questions that a list names.
const NAMED: usize = 6;

/// The kinds of change, those that come first in a sentence first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// The win shares of starting places.
    Places,
    /// The win shares of the seats that start alike.
    Starts,
    Bots,
    Owners,
    /// The share of seats that own an item.
    Owned,
    /// The length and the course of the games.
    Course,
    /// Figures that follow from others, such as gaps; no sentence has them.
    Derived,
}

impl Kind {
    /// Returns the maximum number of changes of this kind in a sentence: what one place or one item wins, another
    /// one loses.
    const fn told(self) -> usize {
        if matches!(self, Self::Places | Self::Bots | Self::Owners) { 2 } else { 1 }
    }
}

/// A change with its size: changes of shares in points of the share, others as a part of the baseline's figure.
#[derive(Clone, PartialEq, Debug)]
struct Effect {
    kind: Kind,
    size: f64,
}

impl Effect {
    fn of(row: &MetricRow, before: &MetricRow) -> Self {
        let kind = match row.metric {
            "win_share_place" => Kind::Places,
            "start_effect" => Kind::Starts,
            "win_share_bot" | "skill" => Kind::Bots,
            "win_share_owners" => Kind::Owners,
            "owned" => Kind::Owned,
            "rounds" | "decisions" | "score" | "score_spread" | "winning_margin" | "lead_changes"
            | "decided_early" | "decided_third" => Kind::Course,
            _ => Kind::Derived,
        };
        let difference = row.difference.map_or(0.0, |difference| difference.value.abs());
        let is_share = kind < Kind::Course || matches!(row.metric, "decided_early" | "decided_third");
        let unit = if is_share { 1.0 } else { before.value.map_or(0.0, f64::abs) };
        Self { kind, size: if unit > 0.0 { difference / unit } else { difference } }
    }

    /// The order of changes: win shares first, of these the largest.
    fn key(&self) -> (u8, f64) {
        let class = match self.kind {
            Kind::Places | Kind::Starts | Kind::Bots | Kind::Owners => 0,
            Kind::Owned => 1,
            Kind::Course => 2,
            Kind::Derived => 3,
        };
        (class, -self.size)
    }
}

/// Compares keys of effects.
fn in_order(one: (u8, f64), other: (u8, f64)) -> std::cmp::Ordering {
    one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
}

impl Cell {
    /// Lists the metrics of a variant that are shown to differ from the baseline, after correction for all
    /// comparisons, the largest changes first; none if there are too few blocks.
    pub(super) fn differing<'a>(&'a self, arm: &'a Arm) -> Vec<&'a MetricRow> {
        let mut found: Vec<(&MetricRow, Effect)> =
            self.effects(arm).map(|(row, _, effect)| (row, effect)).collect();
        found.sort_by(|a, b| in_order(a.1.key(), b.1.key()));
        found.into_iter().map(|(row, _)| row).collect()
    }

    /// Lists these metrics with those of the baseline and the sizes of the changes.
    fn effects<'a>(&'a self, arm: &'a Arm) -> impl Iterator<Item = (&'a MetricRow, &'a MetricRow, Effect)> {
        let baseline = &self.arms[0];
        let shown = |row: &&MetricRow| row.p_holm.is_some_and(|p| p < 1.0 - CONFIDENCE);
        let rows = arm.rows.iter().filter(|_| self.blocks >= LEAST_BLOCKS).filter(shown);
        rows.filter_map(|row| {
            let before = baseline.row(row.metric, &row.item)?;
            Some((row, before, Effect::of(row, before)))
        })
    }
}

impl Arm {
    /// Names its rules in a sentence.
    pub(super) fn rules(&self) -> String {
        if self.variant == STANDARD { "standard rules".to_owned() } else { self.title() }
    }

    /// Names the variant, together with the others that have its rules.
    pub(super) fn title(&self) -> String {
        match &self.also[..] {
            [] => self.variant.clone(),
            also => format!("{}, the same rules as {}", self.variant, also.join(" and ")),
        }
    }
}

impl BalanceResult {
    /// Says of each variant in one sentence what changed most; the variants with the largest changes come first, and
    /// those without a change that is shown last.
    pub(super) fn headlines(&self) -> Vec<String> {
        let variants = self.cells.first().map_or(0, |cell| cell.arms.len());
        let mut found: Vec<((u8, f64), String)> = (1..variants).map(|arm| self.headline(arm)).collect();
        found.sort_by(|a, b| in_order(a.0, b.0));
        found.into_iter().map(|(_, sentence)| sentence).collect()
    }

    fn headline(&self, arm: usize) -> ((u8, f64), String) {
        let mut all: Vec<(Effect, String)> = Vec::new();
        for cell in &self.cells {
            for (row, before, effect) in cell.effects(&cell.arms[arm]) {
                if let Some(text) = in_words(row, before, cell.players) {
                    all.push((effect, text + &self.place(cell)));
                }
            }
        }
        all.sort_by(|a, b| in_order(a.0.key(), b.0.key()));
        let key = all.first().map_or((u8::MAX, 0.0), |(effect, _)| effect.key());
        let mut told: Vec<(Kind, String)> = Vec::new();
        for (Effect { kind, .. }, text) in all {
            let same = told.iter().filter(|(known, _)| *known == kind).count();
            // The only seat that starts with corn and the third seat are one and the same.
            let figures =
                |text: &str| text.split_once(" win").map(|(_, rest)| rest.trim_start_matches('s').to_owned());
            let again = told
                .iter()
                .any(|(_, known)| figures(known).is_some_and(|known| figures(&text) == Some(known)));
            if told.len() < CHANGES && same < kind.told() && !again {
                told.push((kind, text));
            }
        }
        let told: Vec<String> = told.into_iter().map(|(_, text)| text).collect();
        let told = if told.is_empty() { self.nothing(arm) } else { told.join("; ") };
        (key, format!("{}: {told}.", self.cells[0].arms[arm].title()))
    }

    /// Says that nothing is shown to have changed under a variant, and why.
    fn nothing(&self, arm: usize) -> String {
        let differs = |row: &MetricRow| {
            row.difference.is_some_and(|difference| difference.value != 0.0) || row.is_judged()
        };
        let blocks = self.cells.iter().map(|cell| cell.blocks).max().unwrap_or(0);
        if blocks == 0 {
            "no block was played to its end".to_owned()
        } else if !self.cells.iter().any(|cell| cell.arms[arm].rows.iter().any(differs)) {
            format!("nothing differs from the baseline in {}", counted(blocks, "block"))
        } else if blocks < LEAST_BLOCKS {
            let verb = if blocks == 1 { "is" } else { "are" };
            format!(
                "{} {verb} too few to show a change, which takes {LEAST_BLOCKS}",
                counted(blocks, "block")
            )
        } else if self.cells.iter().any(|cell| cell.effects(&cell.arms[arm]).next().is_some()) {
            "only figures that follow from others are shown to differ".to_owned()
        } else {
            format!("no change is shown in {}", counted(blocks, "block"))
        }
    }

    /// Names the place of a cell in the study, in parentheses, if there are several.
    fn place(&self, cell: &Cell) -> String {
        let differs = |other: fn(&Cell, &Cell) -> bool| self.cells.iter().any(|known| other(known, cell));
        let table = differs(|one, other| one.table != other.table).then(|| cell.table.clone());
        let players =
            differs(|one, other| one.players != other.players).then(|| counted(cell.players, "player"));
        let parts: Vec<String> = [table, players].into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    /// Lists the verdicts of a kind, with their places in the study.
    fn called(&self, call: Call) -> impl Iterator<Item = (&Cell, &Arm, &Verdict)> {
        let arms = self.cells.iter().flat_map(|cell| cell.arms.iter().map(move |arm| (cell, arm)));
        let verdicts =
            arms.flat_map(|(cell, arm)| arm.verdicts.iter().map(move |verdict| (cell, arm, verdict)));
        verdicts.filter(move |(.., verdict)| verdict.call == call)
    }

    /// Names the variants that are fairer, and those that are less fair.
    pub(super) fn found(&self) -> Vec<String> {
        let list = |call: Call| {
            let name = |(cell, arm, verdict): (&Cell, &Arm, &Verdict)| {
                format!("{}, {}{}", arm.variant, verdict.question.word(), self.place(cell))
            };
            // What holds for which level is said of all levels together.
            let own = self.called(call).filter(|(cell, ..)| cell.kind == TableKind::Bots);
            own.map(name).collect::<Vec<String>>()
        };
        let sentences = [(Call::Fairer, "Fairer"), (Call::LessFair, "Less fair")];
        sentences.into_iter().filter_map(|(call, word)| named(word, &list(call))).collect()
    }

    /// Names the questions that are not decided, with the number of deals that they need; `None` if all are decided.
    pub(super) fn undecided(&self) -> Option<String> {
        let name = |(cell, arm, verdict): (&Cell, &Arm, &Verdict)| {
            format!(
                "{}, {}{}: {}",
                arm.variant,
                verdict.question.word(),
                self.place(cell),
                verdict.more(cell.deals)
            )
        };
        named("Not decided", &self.called(Call::NotDecided).map(name).collect::<Vec<String>>())
    }
}

impl Verdict {
    /// Says about how many more deals would decide, if `deals` were played.
    #[must_use]
    pub fn more(&self, deals: u64) -> String {
        match self.deals_needed {
            Some(needed) if needed / MOST_TIMES <= deals => {
                let more = rounded_up(needed.saturating_sub(deals).max(1) as f64);
                format!("about {}", counted(more, "more deal"))
            }
            _ => format!("over {MOST_TIMES} times as many deals"),
        }
    }
}

/// Writes a word and a list in a sentence, if there is anything in the list.
fn named(word: &str, list: &[String]) -> Option<String> {
    let more = list.len().saturating_sub(NAMED);
    let shown = list[..list.len() - more].join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!list.is_empty()).then(|| format!("{word}: {shown}{more}."))
}

/// Says what became of a metric; `None` for those that follow from others.
fn in_words(row: &MetricRow, before: &MetricRow, players: usize) -> Option<String> {
    let item = row.item.replace('_', " ");
    let share = |less: f64| figure(row, before, less, (100.0, " %"), 0);
    let number = |fewest: usize| figure(row, before, 0.0, (1.0, ""), fewest);
    Some(match row.metric {
        "win_share_place" => {
            format!("the {} seat wins {}", ordinal(from_one(row.item.parse().ok()?)), share(0.0))
        }
        "start_effect" => {
            let kind = item.split_once(' ').map_or(item.as_str(), |(_, kind)| kind);
            format!("seats that start with {kind} win {}", share(1.0 / players as f64))
        }
        "win_share_bot" => format!("{} wins {}", row.item, share(0.0)),
        "skill" => format!("{} alone among the level below wins {}", row.item, share(0.0)),
        "win_share_owners" => format!("owners of the {item} win {}", share(0.0)),
        "owned" => format!("the share of seats that own the {item} is {}", share(0.0)),
        "decided_early" => format!("the share of games that are decided early is {}", share(0.0)),
        "decided_third" => {
            format!("the share of games that are decided in their first third is {}", share(0.0))
        }
        "rounds" => format!("rounds of a game: {}", number(1)),
        "decisions" => format!("decisions of a game: {}", number(0)),
        "score" => format!("points of a seat: {}", number(1)),
        "score_spread" => format!("points between the first and the last: {}", number(1)),
        "winning_margin" => format!("points between the first and the second: {}", number(1)),
        "lead_changes" => format!("changes of the lead in a game: {}", number(1)),
        _ => return None,
    })
}

/// Returns how many decimal places show the change of a metric in a unit: at least `fewest`, at most two more.
fn places(row: &MetricRow, unit: f64, fewest: usize) -> usize {
    let change = unit * row.difference.map_or(0.0, |difference| difference.value.abs());
    (fewest..fewest + 2).find(|&places| change >= 2.0 * 0.1_f64.powi(places as i32)).unwrap_or(fewest + 2)
}

/// Writes a metric, from which `less` was taken, in a unit with its sign, with its interval, and the one of the
/// baseline.
fn figure(
    row: &MetricRow,
    before: &MetricRow,
    less: f64,
    (unit, sign): (f64, &str),
    fewest: usize,
) -> String {
    let places = places(row, unit, fewest);
    let shown = |value: f64| unit * (value + less);
    let [now, earlier] = [row.value, before.value].map(|value| decimal(value.map(shown), places));
    let interval = row.interval.map(|Interval { low, high }| Interval { low: shown(low), high: shown(high) });
    let range = match interval {
        _ if row.is_unanimous() => " (the same in every block)".to_owned(),
        Some(_) => format!(" ({})", range(interval, places)),
        None => String::new(),
    };
    format!("{now}{sign}{range} instead of {earlier}{sign}")
}

/// Writes the number of a place in words.
fn ordinal(number: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    number
        .checked_sub(1)
        .and_then(|index| WORDS.get(index))
        .map_or(format!("{number}th"), |&word| word.to_owned())
}
