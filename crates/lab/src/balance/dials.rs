//! The first sections of the page: three dials, the seats, skill, the course of the games, and what they do not tell.

use maud::{Markup, html};

use super::super::text::{range, signed};
use super::lineup::TableKind;
use super::metrics::Question;
use super::result::{BalanceResult, Cell};
use super::row::MetricRow;
use super::verdict::Verdict;
use tradewinds_report::chart::{Range, dial_chart};
use tradewinds_report::{Align, TextTable, decimal};

/// The dials: a title, the questions that it shows, the words for its axis, and why it may be empty.
const DIALS: [(&str, &[Question], &str, &str); 3] = [
    (
        "Fair seats",
        &[Question::Seats],
        "win shares: to the left fairer, to the right less fair",
        "these games say nothing about the seats",
    ),
    (
        "Live strategies",
        &[Question::Strategies, Question::Purchases],
        "win shares: to the left fairer, to the right less fair",
        "that takes a [[table]] of several bots, or more games",
    ),
    (
        "Skill pays",
        &[Question::Skill],
        "win shares: to the left skill pays less, to the right more",
        "that takes levels of play, or more games",
    ),
];

/// Draws what the variants change, each question with its interval and the smallest change that matters.
pub(super) fn dials(result: &BalanceResult) -> Markup {
    html! {
        @for players in result.seats() {
            @for (title, questions, axis, without) in DIALS {
                @let title = format!("{title}, {players} players");
                @let ranges = changes(result, players, questions);
                h3 { (title) }
                @if ranges.is_empty() {
                    p.note { "Not asked: " (without) "." }
                } @else {
                    (dial_chart(&title, axis, &ranges, result.smallest))
                }
            }
        }
        p.note {
            "Each change is against the " (result.cells[0].arms[0].rules()) ", on the same deals, with the interval that its verdict is read off. Shaded: less than "
            (result.smallest) ", the smallest change that matters."
        }
    }
}

/// Lists the verdicts on some questions, the levels of a variant below each other.
fn changes(result: &BalanceResult, players: usize, questions: &[Question]) -> Vec<Range> {
    let cells: Vec<&Cell> = result.cells.iter().filter(|cell| cell.players == players).collect();
    let arms = cells.first().map_or(0, |cell| cell.arms.len());
    let mut ranges = Vec::new();
    for (arm, cell) in (1..arms).flat_map(|arm| cells.iter().map(move |&cell| (arm, cell))) {
        let shown = cell.arms[arm].verdicts.iter().filter(|verdict| questions.contains(&verdict.question));
        ranges.extend(shown.map(|verdict| change(cell, arm, verdict, questions.len() > 1)));
    }
    ranges
}

fn change(cell: &Cell, arm: usize, verdict: &Verdict, names_question: bool) -> Range {
    let of = if names_question { format!(", {}", verdict.question.word()) } else { String::new() };
    let interval = verdict.change.map(|change| change.interval);
    let figures = verdict.change.map_or(String::new(), |change| {
        format!(" {} [{}]", signed(Some(change.value), 3), range(interval, 3))
    });
    Range {
        // The level comes first: a phone cuts what is long.
        label: format!("{} \u{b7} {}{of}", cell.strongest(), cell.arms[arm].variant),
        value: verdict.change.map_or(0.0, |change| change.value),
        ends: interval.map(tradewinds_stats::Interval::ends),
        note: format!("{}{figures}", verdict.word()),
        colour: arm,
    }
}

/// Says how long games are, how long a seat waits, and when they are decided.
pub(super) fn course(result: &BalanceResult) -> Markup {
    html! {
        @for cell in result.cells.iter().filter(|cell| cell.kind != TableKind::Skill) {
            @let title = format!("{}, {} players", cell.table, cell.players);
            h3 { (title) }
            (course_of(cell).html(&format!("Length, waiting and decision of the games, {title}")))
        }
        p.note {
            "Waiting: decisions of the others in a round. A game is decided in a third if its winner led alone from its end on, or earlier."
        }
    }
}

fn course_of(cell: &Cell) -> TextTable {
    let shown = [
        ("rounds", "rounds"),
        ("decided_third", "decided in a third"),
        ("decided_early", "in two thirds"),
        ("lead_changes", "lead changes"),
        ("winning_margin", "winning margin"),
    ];
    let shown = shown.iter().filter(|(metric, _)| cell.arms[0].row(metric, "").is_some());
    let titles = [("variant", Align::Left), ("waiting", Align::Right)].into_iter();
    let titles = titles.chain(shown.clone().map(|(_, title)| (*title, Align::Right)));
    let mut table = TextTable::new(&titles.collect::<Vec<_>>());
    for arm in &cell.arms {
        let figures = shown.clone().map(|(metric, _)| figure(arm.row(metric, "")));
        table.row([arm.variant.clone(), decimal(cell.waiting(arm), 1)].into_iter().chain(figures));
    }
    table
}

fn figure(row: Option<&MetricRow>) -> String {
    let Some(row) = row else { return "NA".to_owned() };
    let value = decimal(row.value, 2);
    if row.interval.is_some() { format!("{value} [{}]", range(row.interval, 2)) } else { value }
}

/// Lists what a reader could take these figures for.
pub(super) fn not_told(result: &BalanceResult) -> Markup {
    html! {
        ul {
            @for experts in &result.experts { li { (capital(experts)) "." } }
            li { "Bots are not people. What holds for all levels is likelier to hold for you, but nothing here is about fun." }
            @if result.items.is_empty() { li { "Owners of an item that wins often need not win by it: tradewinds restricted plays seats that never take it, or always, and says which items are dead or must-haves (docs/choices.md)." } }
            @if result.gifts.is_empty() { li { "Who gains by whose play is not seen in results: gifts in the manifest reviews games of each variant for it." } }
            li { "Waiting is counted in decisions, not in minutes." }
        }
    }
}

/// Writes a line as a sentence.
fn capital(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
