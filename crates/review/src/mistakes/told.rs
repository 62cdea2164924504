//! Mistakes over many games, in the terminal and as a page.

use std::fmt;

use maud::{Markup, html};
use tradewinds_game::{counted, from_one};
use tradewinds_report::{Align, Page, TextTable, decimal, wrapped};
use tradewinds_sitting::words;

use super::{GameMistakes, Mistakes, OverGames};
use crate::text::{points, signed};
use crate::verdict::Judgement;

/// Writes a mean in points of 100 with its interval.
fn with_interval(figure: OverGames, digits: usize) -> String {
    let text = |share: f64| decimal(100.0 * share, digits).replace('-', "−");
    match figure.interval {
        Some([low, high]) => format!("{} ({} to {})", text(figure.mean), text(low), text(high)),
        None => text(figure.mean),
    }
}

/// Writes one sentence or two about a game: the answer.
fn verdict(found: &GameMistakes) -> String {
    let (records, decisions) = (counted(found.records, "game"), counted(found.decisions, "decision"));
    let mut text = format!(
        "{}, {records} of {}: {} points of win share lost per decision in {decisions}; {} flagged.",
        list(&found.names),
        words::title(&found.game),
        with_interval(found.loss, 2),
        if found.flagged == 1 { "1 is".to_owned() } else { format!("{} are", found.flagged) },
    );
    if let Some(kind) = found.kinds.first().filter(|kind| kind.per_record > 0.0) {
        text += &format!(
            " Most is lost in decisions of the kind {}: {} points a game.",
            kind.kind.replace('_', " "),
            points(kind.per_record)
        );
    }
    text
}

/// The maximum number of names in a sentence.
const NAMES: usize = 5;

fn list(names: &[String]) -> String {
    match names.len() {
        0..=NAMES => names.join(", "),
        more => format!("{} and {} others", names[..NAMES].join(", "), more - NAMES),
    }
}

fn of_kinds(found: &GameMistakes) -> TextTable {
    let mut table = TextTable::new(&[
        ("kind", Align::Left),
        ("games", Align::Right),
        ("decisions", Align::Right),
        ("flagged", Align::Right),
        ("loss per game", Align::Right),
        ("per decision (95 %)", Align::Right),
    ]);
    for kind in &found.kinds {
        table.row([
            kind.kind.replace('_', " "),
            kind.records.to_string(),
            kind.decisions.to_string(),
            kind.flagged.to_string(),
            points(kind.per_record),
            with_interval(kind.loss, 2),
        ]);
    }
    table
}

fn of_worst(found: &GameMistakes) -> TextTable {
    let mut table = TextTable::new(&[
        ("record", Align::Left),
        ("decision", Align::Right),
        ("round", Align::Right),
        ("seat", Align::Left),
        ("loss (95 %)", Align::Right),
        ("flag", Align::Left),
        ("made (what would have been better)", Align::Left),
    ]);
    for worst in &found.worst {
        let loss = &worst.loss;
        let by = if worst.by_points { " *" } else { "" };
        table.row([
            worst.record.clone(),
            worst.decision.to_string(),
            worst.round.to_string(),
            format!("{} {}", from_one(worst.seat), worst.name),
            format!("{} ({} to {}){by}", points(loss.mean), points(loss.low), points(loss.high)),
            worst.flag.map_or("", Judgement::word).to_owned(),
            format!("{} (better: {})", worst.made, worst.best),
        ]);
    }
    table
}

fn of_openings(found: &GameMistakes) -> TextTable {
    let mut table = TextTable::new(&[
        ("first decision", Align::Left),
        ("games", Align::Right),
        ("win share (95 %)", Align::Right),
        ("its loss (95 %)", Align::Right),
    ]);
    for opening in &found.openings {
        table.row([
            opening.order.clone(),
            opening.records.to_string(),
            with_interval(opening.result, 1),
            with_interval(opening.loss, 2),
        ]);
    }
    table
}

/// Returns the tables of a game with their titles.
fn tables(found: &GameMistakes) -> Vec<(&'static str, TextTable)> {
    let mut tables = vec![("Losses by kind of decision", of_kinds(found))];
    if !found.worst.is_empty() {
        tables.push(("The worst decisions", of_worst(found)));
    }
    if !found.openings.is_empty() {
        tables.push(("Openings", of_openings(found)));
    }
    tables
}

/// What all tables say.
const METHOD: &str = "Losses are in points of win share: 100 are a win. The interval of a mean takes each game as one \
                      unit; of one game alone it is that of its playouts. Without a flag \
                      the loss is too small, or within the error of the playouts. A game that was stopped counts with the win share \
                      at its last decision. A star marks a decision that is judged by points \
                      of the score, at what they count, because the game was won or lost.";

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for found in &self.games {
            writeln!(f, "{}", wrapped("", [verdict(found)], " "))?;
            for (title, table) in tables(found) {
                writeln!(f, "{title}\n{table}")?;
            }
        }
        write!(f, "{}", wrapped("", METHOD.split(' '), ""))
    }
}

/// Draws mistakes over many games as one HTML file that needs no network.
#[must_use]
pub fn mistakes_page(mistakes: &Mistakes) -> Page {
    let records: usize = mistakes.games.iter().map(|found| found.records).sum();
    let mut page = Page::new("Mistakes over many games", format!("{}.", counted(records, "game")));
    for found in &mistakes.games {
        page.section(words::title(&found.game), of_game(found));
    }
    page.fact("method", METHOD);
    page.fact("version", format!("tradewinds {}", mistakes.tradewinds));
    page
}

/// Draws mistakes over many games for another page, each game with its title.
#[must_use]
pub fn mistakes_sections(mistakes: &Mistakes) -> Vec<(&'static str, Markup)> {
    mistakes.games.iter().map(|found| (words::title(&found.game), of_game(found))).collect()
}

fn of_game(found: &GameMistakes) -> Markup {
    html! {
        p { (verdict(found)) }
        p { "Win share: " (with_interval(found.result, 1)) "." }
        (bars(found))
        @for (title, table) in tables(found) { h3 { (title) } (table.html(title)) }
        p.note { (METHOD) }
    }
}

/// Draws the loss per game by kind as bars.
fn bars(found: &GameMistakes) -> Markup {
    let most = found.kinds.iter().map(|kind| kind.per_record).fold(0.0, f64::max);
    let shown: Vec<_> = found.kinds.iter().filter(|kind| kind.per_record > 0.0).collect();
    let height = 22 * shown.len();
    let text: Vec<String> = shown
        .iter()
        .map(|kind| format!("{} {}", kind.kind.replace('_', " "), signed(kind.per_record)))
        .collect();
    html! {
        @if !shown.is_empty() {
            svg viewBox=(format!("0 0 600 {height}")) role="img"
                aria-label={ "Points lost per game by kind of decision: " (text.join(", ")) } {
                @for (row, (kind, text)) in shown.iter().zip(&text).enumerate() {
                    rect x="220" y=(22 * row + 4) width=(format!("{:.1}", 300.0 * kind.per_record / most)) height="14"
                        fill="currentColor" fill-opacity="0.45" {}
                    text x="210" y=(22 * row + 16) text-anchor="end" font-size="13" fill="currentColor" { (text) }
                }
            }
        }
    }
}
