//! The study as a page with charts.

use std::env;

use crate::game::{InputError, counted};
use crate::report::chart::{Bar, LineChart, Scale, Series, Strip, bar_chart, strip_chart};
use crate::report::{Page, decimal};
use maud::{Markup, html};

use super::answer;
use super::source::Source;
use super::study::Study;
use super::text;
use super::worlds::Worlds;

/// The maximum number of bars in a chart.
const BARS: usize = 12;

/// Writes the page.
pub(super) fn write(study: &Study, source: &Source) -> Result<String, InputError> {
    let mut page = Page::new(study.heading(), lead(study));
    for sentence in answer::sentences(study) {
        page.verdict(sentence);
    }
    page.section("Candidates", of_candidates(study));
    page.section("How every seat fares", of_seats(study));
    page.section("Principal variation", line(study));
    if !study.result.settling.is_empty() {
        page.section("How the estimate settled", settling(study));
    }
    if let Some(worlds) = &study.worlds {
        page.section("What is hidden", hidden(study, worlds));
    }
    page.section("The position", position(source)?);
    page.fact("command", command());
    page.fact("search", study.method());
    page.fact("effort", study.effort().trim_end().replace('\n', "; "));
    page.fact(
        "version",
        format!(
            "tradewinds {}, {} rules version {}",
            env!("CARGO_PKG_VERSION"),
            study.game,
            study.rules_version
        ),
    );
    Ok(page.to_html())
}

/// Shows the position as the seat that decides sees it, as a board and as text.
fn position(source: &Source) -> Result<Markup, InputError> {
    let (text, seat) = (source.shown()?, source.seat.number());
    let board = board(source)?;
    Ok(html! {
        p.note { "As seat " (seat) " sees it." }
        @if let Some(board) = &board { (board) }
        details open[board.is_none()] { summary { "As text" } pre { (text) } }
    })
}

#[cfg(feature = "serve")]
fn board(source: &Source) -> Result<Option<Markup>, InputError> {
    crate::web::board_picture(&*source.game, &source.rules, source.seat, &source.names).map(Some)
}

/// Boards are a part of the pages that the feature `serve` brings.
#[cfg(not(feature = "serve"))]
fn board(_: &Source) -> Result<Option<Markup>, InputError> {
    Ok(None)
}

fn lead(study: &Study) -> String {
    let chosen = study.result.chosen;
    let origin = study.origin().map_or(String::new(), |origin| format!("{origin}; "));
    let share = decimal(study.share(chosen) * 100.0, 0);
    format!(
        "Round {}, {} decision; {origin}{} chooses {} after {}, with {share} % of the visits.",
        study.round,
        study.kind.replace('_', " "),
        study.bot,
        study.label(chosen),
        counted(study.result.iterations, "iteration"),
    )
}

fn of_candidates(study: &Study) -> Markup {
    let bars: Vec<Bar> = study.order.iter().take(BARS).map(|&index| bar(study, index)).collect();
    let rest = study.order.len() - bars.len();
    html! {
        p.note { "Visits of each candidate; a search returns to what it finds good." }
        (bar_chart("visits of each candidate", "visits", &bars))
        @if rest > 0 { p.note { "and " (rest) " more in the table" } }
        (text::candidates(study).html("Candidates of the search"))
        @for note in answer::notes(study) { p.note { (note) } }
    }
}

/// Returns the colour of a candidate: the same in all charts.
fn colour(study: &Study, index: usize) -> usize {
    study.order.iter().position(|&other| other == index).unwrap_or(0)
}

fn bar(study: &Study, index: usize) -> Bar {
    let report = &study.result.actions[index];
    let value = decimal(study.value(index), 3);
    Bar {
        label: study.label(index).to_owned(),
        value: report.visits as f64,
        ends: None,
        colour: colour(study, index),
        note: format!("{}, value {value}", counted(report.visits, "visit")),
        strong: index == study.result.chosen,
    }
}

fn of_seats(study: &Study) -> Markup {
    html! {
        p.note { "Mean win share and, in brackets, mean points at the end of the games that began with each candidate." }
        (text::by_seat(study).html("Win share and points of each seat after each candidate"))
    }
}

fn line(study: &Study) -> Markup {
    html! {
        ol.line {
            @for step in &study.line { li { (step) } }
        }
        p.note { "The most visited moves in one world that the seat holds possible, forced ones left out." }
    }
}

fn settling(study: &Study) -> Markup {
    let moments = &study.result.settling;
    let chart = |title: &str, figure: &dyn Fn(usize, usize) -> f64| {
        let series = study.followed().iter().map(|&index| Series {
            name: study.label(index).to_owned(),
            colour: colour(study, index),
            points: moments
                .iter()
                .enumerate()
                .map(|(number, moment)| (moment.iterations as f64, figure(number, index)))
                .collect(),
            band: Vec::new(),
        });
        let chart = LineChart {
            title: title.to_owned(),
            x_title: "iterations".to_owned(),
            y_title: title.to_owned(),
            x_scale: Scale::Log,
            y_covers: Vec::new(),
            marks: Vec::new(),
            series: series.collect(),
        };
        html! { (chart.draw()) }
    };
    let share = |number: usize, index: usize| {
        let visits = &moments[number].visits;
        visits[index] as f64 / visits.iter().sum::<u64>() as f64
    };
    let value = |number: usize, index: usize| moments[number].values[index].unwrap_or(f64::NAN);
    html! {
        (chart("Value for the seat that decides", &value))
        (chart("Share of the visits", &share))
        details { summary { "As a table: share of the visits (value)" } (text::settling(study).html("Share of the visits and value of each candidate, as the search went on")) }
    }
}

fn hidden(study: &Study, worlds: &Worlds) -> Markup {
    let strip = |&index: &usize| {
        let candidate = &worlds.candidates[index];
        Strip {
            label: study.label(index).to_owned(),
            values: candidate.values().collect(),
            note: format!("best in {} of {}", candidate.best, worlds.count),
            colour: colour(study, index),
        }
    };
    let strips: Vec<Strip> = study.followed().iter().map(strip).collect();
    html! {
        p { (worlds.verdict(&study.labels(), study.followed(), study.result.chosen)) }
        p.note { (text::of_worlds(study, worlds)) ". A dot is the value in one world, the mark the mean." }
        (strip_chart("value of each candidate in each world", "value for the seat that decides", &strips))
        (text::by_world(study, worlds).html("Value of each candidate over the worlds"))
        p.note { "sd: over the worlds; noise: the sd that the iterations alone could make" }
    }
}

/// Writes the command line as a user would type it.
fn command() -> String {
    let plain =
        |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "-_./=,:+".contains(letter));
    let words = env::args_os().skip(1).map(|word| {
        let word = word.to_string_lossy().into_owned();
        if !word.is_empty() && plain(&word) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["tradewinds".to_owned()].into_iter().chain(words).collect::<Vec<String>>().join(" ")
}
