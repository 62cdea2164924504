//! The page about a balance study.

use maud::{Markup, html};

use super::super::text::range;
use super::dials::{course, dials, not_told};
use super::fair::{FairResult, section as fair_section};
use super::gifts;
use super::lineup::TableKind;
use super::manifest::BalanceManifest;
use super::metrics::MEANINGS;
use super::result::{Arm, BalanceResult, Cell};
use super::row::MetricRow;
use super::summary::spoken;
use super::sweep::Sweep;
use tradewinds_arena::GameInfo;
use tradewinds_game::counted;
use tradewinds_report::chart::{COLOURS, LineChart, Mark, Range, Scale, Series, interval_chart};
use tradewinds_report::{Align, Page, TextTable, decimal, p_value};
use tradewinds_stats::{CONFIDENCE, Interval};

/// The maximum number of metrics of a variant that are listed at the top.
const LISTED: usize = 8;
/// The command that makes the page again.
const COMMAND: &str = "tradewinds balance balance.toml";

/// Writes the page.
pub(super) fn page(
    game: &GameInfo,
    manifest: &BalanceManifest,
    result: &BalanceResult,
    fair: Option<&FairResult>,
) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    if let Some(fair) = fair {
        page.verdict(fair.sentence());
    }
    let (by_level, headlines) = (result.by_level(), result.headlines());
    // One sentence for each variant comes first.
    let (first, later) = if by_level.is_empty() { (headlines, by_level) } else { (by_level, headlines) };
    for sentence in first.into_iter().chain(result.found()) {
        page.verdict(sentence);
    }
    page.verdict(format!("{}.", result.answers()));
    if let Some(sentence) = result.undecided() {
        page.verdict(sentence);
    }
    files(&mut page, result, fair.is_some());
    page.section("Three dials", dials(result));
    page.section("In short", in_short(manifest, result, &later));
    page.section("Seats", seats(result));
    if result.cells.iter().any(|cell| cell.kind == TableKind::Skill) {
        page.section("Skill", skill(result));
    }
    if !result.items.is_empty() {
        page.section("Items", items(manifest, result));
    }
    page.section("Course of the games", course(result));
    if !result.gifts.is_empty() {
        page.section("Gift matrix", gifts::section(&result.gifts));
    }
    if let Some(fair) = fair {
        page.section("Least changes", fair_section(fair));
    }
    page.section("What this does not tell", not_told(result));
    for cell in result.cells.iter().filter(|cell| cell.kind != TableKind::Skill) {
        let body = section(cell);
        let body = match cell.kind {
            TableKind::Bots => body,
            // The sections above say what matters of a level.
            _ => html! { details { summary { "All figures of " (cell.table) } (body) } },
        };
        page.section(&format!("{}, {} players", cell.table, cell.players), body);
    }
    if result.undecided().is_some() {
        page.section("Not decided", not_decided(result));
    }
    page.section("What the metrics mean", meanings());
    let games: u64 = result.cells.iter().map(|cell| cell.games * cell.arms.len() as u64).sum();
    page.fact("run", result.title.clone());
    page.fact("games", format!("{games} that count, in {}", counted(result.cells.len(), "table")));
    page.fact(
        "intervals",
        format!(
            "{:.0} %, over blocks: a block is one deal with every seating; differences are paired by blocks",
            CONFIDENCE * 100.0
        ),
    );
    page.fact(
        "comparisons",
        format!(
            "{} for verdicts and {} others, two families; p-values of each are corrected by Holm's method, intervals of verdicts by Bonferroni's",
            result.questions, result.comparisons
        ),
    );
    for experts in &result.experts {
        page.fact("experts", experts.clone());
    }
    page.fact("command", format!("{COMMAND}, with the manifest beside this page"));
    page.fact("explained in", "docs/balance.md of the project");
    page.fact("version", game.versions());
    page.to_html()
}

/// Names the files beside the page.
fn files(page: &mut Page, result: &BalanceResult, fair: bool) {
    page.file("verdicts.csv", "one row for each question");
    page.file("metrics.csv", "one row for each metric of each variant");
    if !result.items.is_empty() {
        page.file("items/report.html", "what a seat gains that never takes an item, or always");
    }
    if !result.gifts.is_empty() {
        page.file("gifts.csv", "one row for each two starting places");
    }
    page.file("balance.toml", "the manifest as run");
    if fair {
        page.file("fair.csv", "one row for each alternative");
    }
}

/// What differs from the baseline at each table, and the verdicts that are decided.
fn in_short(manifest: &BalanceManifest, result: &BalanceResult, sentences: &[String]) -> Markup {
    html! {
        @for sentence in sentences { p { (sentence) } }
        @for same in &result.same { p { (same) "." } }
        @for cell in &result.cells {
            p { (cell.played()) "." }
            @if let Some(sweep) = &manifest.sweep { (curves(sweep, cell)) }
            @for arm in &cell.arms[1..] {
                @let rows = cell.differing(arm);
                @if !rows.is_empty() {
                    h3 { (arm.title()) }
                    (changes(cell, &rows[..rows.len().min(LISTED)]))
                    @if rows.len() > LISTED {
                        p.note { "The " (LISTED) " that changed most of the " (rows.len()) " metrics that differ; the others are below." }
                    }
                }
            }
            @if let Some(decided) = cell.verdicts(true) { (decided.html("Verdicts that these games decide")) }
        }
        @for (columns, text) in result.legend() { p.note { b { (columns) } (text) "." } }
    }
}

/// The verdicts that are not decided.
fn not_decided(result: &BalanceResult) -> Markup {
    html! {
        @for cell in &result.cells {
            @if let Some(table) = cell.verdicts(false) {
                details {
                    summary { (cell.table) ", " (cell.players) " players: the questions that these games do not decide" }
                    (table.html("Questions that these games do not decide"))
                }
            }
        }
    }
}

/// Writes what the figures of a table are based on.
fn note(cell: &Cell) -> Markup {
    html! {
        p.note {
            (counted(cell.games, "game")) " in " (counted(cell.blocks, "block")) " with each variant; " (decimal(CONFIDENCE * 100.0, 0)) " % intervals over blocks."
        }
    }
}

/// Draws the win shares of the starting places, those of the baseline and of the variants below each other.
fn seats(result: &BalanceResult) -> Markup {
    html! {
        @for cell in result.cells.iter().filter(|cell| cell.kind != TableKind::Skill) {
            @let fair = Mark::new(1.0 / cell.players as f64, "fair");
            @let title = format!("win share by starting place, {}, {} players", cell.table, cell.players);
            (of_arms(cell, "win_share_place", &title, Some(fair)))
        }
    }
}

/// Draws how often each level wins alone among the one below.
fn skill(result: &BalanceResult) -> Markup {
    html! {
        @for cell in result.cells.iter().filter(|cell| cell.kind == TableKind::Skill) {
            @let even = Mark::new(1.0 / cell.players as f64, "even share");
            @let title = format!("win share of {}, {} players", cell.level().replace(" among", " alone among"), cell.players);
            (of_arms(cell, "skill", &title, Some(even)))
        }
    }
}

/// Says which items are dead or must-haves under each set of rules.
fn items(manifest: &BalanceManifest, result: &BalanceResult) -> Markup {
    html! {
        @for rules in &result.items { p { (rules.sentence()) "." } }
        p.note {
            "By restricted play ("
            (counted(manifest.deals, "deal"))
            ", each from every seat): what if one seat never makes the choice, or makes it whenever it can? "
            a href="items/report.html" { "What each item costs" }
        }
    }
}

fn section(cell: &Cell) -> Markup {
    let chance = 1.0 / cell.players as f64;
    html! {
        (note(cell))
        (of_arms(cell, "start_effect", "win share by how a seat starts, above the chance level", Some(Mark::new(0.0, "fair"))))
        (of_arms(cell, "win_share_bot", "win share of each bot", Some(Mark::new(chance, "equal bots"))))
        (unequal(cell))
        @for arm in &cell.arms[1..] { (differences(cell, arm)) }
    }
}

/// Writes an estimate with its interval, and whether all blocks have it.
fn noted(row: &MetricRow, places: usize) -> String {
    let value = decimal(row.value, places);
    let same = if row.is_unanimous() { ", the same in every block" } else { "" };
    match row.interval {
        Some(_) => format!("{value}{same} [{}]", range(row.interval, places)),
        None => value + same,
    }
}

/// Draws a metric of each item, the variants below each other, each variant in a colour of its own.
fn of_arms(cell: &Cell, metric: &str, title: &str, mark: Option<Mark>) -> Markup {
    // Swept values have curves; the baseline, or a variant of the manifest, may have one of them.
    let (baseline, variants) = cell.arms.split_at(1);
    let variants = variants.iter().filter(|arm| arm.swept.is_none() || !arm.also.is_empty());
    let arms: Vec<&Arm> = baseline.iter().chain(variants).collect();
    let rows = |metric: &str| -> Vec<(&str, &MetricRow)> {
        let baseline = cell.arms[0].rows.iter().filter(|row| row.metric == metric);
        let of_item = |row: &MetricRow| -> Vec<(&str, &MetricRow)> {
            arms.iter()
                .filter_map(|arm| Some((arm.variant.as_str(), arm.row(row.metric, &row.item)?)))
                .collect()
        };
        baseline.flat_map(of_item).collect()
    };
    let range_of = |(variant, row): (&str, &MetricRow)| {
        let value = row.value?;
        let item = match row.metric {
            "win_share_place" => format!("place {}", row.subject()),
            _ => row.item.rsplit(' ').next().unwrap_or_default().to_owned(),
        };
        Some(Range {
            label: format!("{item} \u{b7} {variant}"),
            value,
            ends: row.interval.map(Interval::ends),
            note: noted(row, 3),
            colour: arms.iter().position(|arm| arm.variant == variant).unwrap_or(0),
        })
    };
    let ranges: Vec<Range> = rows(metric).into_iter().filter_map(range_of).collect();
    html! {
        @if !ranges.is_empty() {
            h3 { (title) }
            (interval_chart(title, title, &ranges, mark.as_ref()))
        }
    }
}

/// Tables of how unequal the seats are, and of the game as a whole.
fn unequal(cell: &Cell) -> Markup {
    let shown = [
        ("seat_gap", "seat gap", 3),
        ("seat_spread_root", "seat spread", 3),
        ("seat_chi_squared", "\u{3c7}\u{b2}", 1),
        ("seat_chi_squared_p", "p", 4),
        ("bot_spread_root", "bot spread", 3),
        ("item_spread_root", "item spread", 3),
        ("rounds", "rounds", 2),
        ("score_spread", "score spread", 2),
        ("lead_changes", "lead changes", 2),
        ("decided_early", "decided early", 3),
    ];
    let shown: Vec<_> = shown.iter().filter(|(metric, ..)| cell.arms[0].row(metric, "").is_some()).collect();
    let titles = shown.iter().map(|(_, title, _)| (*title, Align::Right));
    let mut table = TextTable::new(&[("variant", Align::Left)].into_iter().chain(titles).collect::<Vec<_>>());
    for arm in &cell.arms {
        let cell = |row: &MetricRow, places| match row.metric {
            "seat_chi_squared_p" => p_value(row.value),
            _ => noted(row, places),
        };
        let cells = shown
            .iter()
            .map(|(metric, _, places)| arm.row(metric, "").map_or("NA".to_owned(), |row| cell(row, *places)));
        table.row([arm.variant.clone()].into_iter().chain(cells));
    }
    html! {
        h3 { "Fairness and the course of the games" }
        (table.html("Fairness and the course of the games, by variant"))
        p.note { "p: of a \u{3c7}\u{b2} at least as large if all starting places won equally often, by Hotelling's T\u{b2} over blocks." }
    }
}

/// The differences of a variant: the clear ones, then all.
fn differences(cell: &Cell, arm: &Arm) -> Markup {
    let shown = cell.differing(arm);
    let all: Vec<&MetricRow> = arm.rows.iter().filter(|row| row.difference.is_some()).collect();
    let verb = if shown.len() == 1 { "is" } else { "are" };
    html! {
        h3 { (arm.title()) " against " (cell.arms[0].title()) }
        @if shown.is_empty() {
            p { "No metric is shown to differ from the baseline in " (counted(cell.blocks, "block")) "." }
        } @else {
            p {
                (shown.len()) " of " (counted(all.len(), "metric")) " " (verb) " shown to differ from the baseline, in "
                (counted(cell.blocks, "block")) "."
            }
            details { summary { "These metrics" } (changes(cell, &shown)) }
        }
        details { summary { "All differences" } (changes(cell, &all)) }
    }
}

/// A table of metrics of a variant beside those of the baseline.
fn changes(cell: &Cell, rows: &[&MetricRow]) -> Markup {
    let titles =
        ["baseline", "variant", "difference", "interval", "p (Holm)"].map(|title| (title, Align::Right));
    let mut table = TextTable::new(&[("metric", Align::Left)].into_iter().chain(titles).collect::<Vec<_>>());
    for row in rows {
        let baseline = cell.arms[0].row(row.metric, &row.item).and_then(|row| row.value);
        let places = if row.metric.ends_with("_spread") && row.metric != "score_spread" { 5 } else { 3 };
        table.row([
            row.label(),
            decimal(baseline, places),
            decimal(row.value, places),
            decimal(row.difference.map(|difference| difference.value), places),
            range(row.difference_interval(), places),
            p_value(row.p_holm),
        ]);
    }
    table.html("Metrics of a variant beside those of the baseline")
}

/// Draws the metrics over the swept value, with the bands of their intervals.
fn curves(sweep: &Sweep, cell: &Cell) -> Markup {
    let charted = [
        ("seat_spread_root", "how far win shares of the seats lie from their mean"),
        ("bot_spread_root", "how far win shares of the bots lie from their mean"),
        ("item_spread_root", "how far win shares of owners lie from their mean"),
        ("win_share_place", "win share by starting place"),
        ("start_effect", "win share by how a seat starts, above the chance level"),
        ("win_share_bot", "win share of each bot"),
    ];
    let about = |metric: &str, row: &MetricRow| row.metric == metric && sweep.is_about(&row.item);
    html! {
        @for (metric, title) in charted {
            (curve(sweep, cell, title, |row| row.metric == metric))
        }
        (curve(sweep, cell, "win share of owners", |row| about("win_share_owners", row)))
        (curve(sweep, cell, "share of seats that own it", |row| about("owned", row)))
    }
}

fn curve(sweep: &Sweep, cell: &Cell, title: &str, chosen: impl Fn(&MetricRow) -> bool) -> Markup {
    let mut arms: Vec<(i64, &Arm)> = cell.arms.iter().filter_map(|arm| Some((arm.swept?, arm))).collect();
    arms.sort_by_key(|(value, _)| *value);
    let rows: Vec<&MetricRow> = cell.arms[0].rows.iter().filter(|row| chosen(row)).collect();
    let series = |(index, row): (usize, &&MetricRow)| {
        let of = |(value, arm): &(i64, &Arm)| {
            let found = arm.row(row.metric, &row.item)?;
            Some((*value as f64, found.value?, found.interval))
        };
        let found: Vec<_> = arms.iter().filter_map(of).collect();
        let name = match row.metric {
            "win_share_place" => format!("place {}", row.subject()),
            _ if row.item.is_empty() => row.label(),
            _ => row.subject(),
        };
        let band = found.iter().filter_map(|(x, _, interval)| interval.map(|ends| (*x, ends.low, ends.high)));
        let points = found.iter().map(|(x, y, _)| (*x, *y)).collect();
        Series { name, colour: index, band: band.collect(), points }
    };
    let series: Vec<Series> =
        rows.iter().enumerate().map(series).filter(|series| !series.points.is_empty()).collect();
    html! {
        @for part in series.chunks(COLOURS) {
            h3 { (title) }
            (LineChart {
                title: format!("{title} over {}", sweep.name),
                x_title: sweep.name.clone(),
                y_title: title.to_owned(),
                x_scale: Scale::Linear,
                y_covers: series_ends(&series),
                marks: Vec::new(),
                series: part.to_vec(),
            }.draw())
        }
    }
}

/// Lists the ends of lines and bands, so that several charts have one vertical axis.
fn series_ends(series: &[Series]) -> Vec<f64> {
    let points = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let bands = series.iter().flat_map(|series| series.band.iter().flat_map(|(_, low, high)| [*low, *high]));
    points.chain(bands).collect()
}

fn meanings() -> Markup {
    html! {
        details {
            summary { "All metrics" }
            dl { @for (name, meaning) in MEANINGS { dt { (spoken(name)) } dd { (meaning) } } }
        }
    }
}
