//! The page about tuning.

use maud::{Markup, html};

use super::super::choices::LEAST_UNITS;
use super::super::text::{range, signed};
use super::manifest::TuneManifest;
use super::race::{Contender, Heat};
use super::result::{Course, TableGain, TuneResult};
use super::spsa::{SpsaStep, TunedWeight};
use tradewinds_arena::GameInfo;
use tradewinds_game::counted;
use tradewinds_report::chart::{LineChart, Mark, Range, Scale, Series, interval_chart};
use tradewinds_report::{Align, Page, TextTable, decimal};
use tradewinds_stats::Interval;

/// Maximum number of points of the chart, each the mean of several consecutive steps.
const POINTS: usize = 40;

/// Writes the page.
pub(super) fn page(game: &GameInfo, manifest: &TuneManifest, result: &TuneResult) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    page.verdict(result.verdict());
    page.file("gain.csv", "the gain against what was held out");
    match &result.course {
        Course::Spsa(..) => {
            page.file("weights.csv", "the weights before and after");
            page.file("steps.csv", "the steps of the search");
        }
        Course::Race(_) => page.file("heats.csv", "the candidates in each heat"),
    }
    page.file("tuned.toml", "the bot that was found");
    page.file("tune.toml", "the manifest as run");
    page.section("Gain against what was held out", gains(result));
    match &result.course {
        Course::Spsa(steps, weights) => {
            page.section("Course", course(steps));
            page.section("Weights", changes(weights));
        }
        Course::Race(heats) => {
            let candidates = html! { @for heat in heats.iter().take(1) { (candidates(heat)) } };
            page.section("Candidates", candidates);
            page.section(
                "Heats",
                html! { @for (number, heat) in (1..).zip(heats) { (self::heat(number, heat)) } },
            );
        }
    }
    page.fact("study", result.title.clone());
    page.fact("pool", tables(&manifest.pool));
    page.fact(
        "held out",
        format!(
            "{}; {} per table",
            tables(&manifest.held_out.pool),
            counted(manifest.held_out.deals, "deal")
        ),
    );
    let blend = manifest.blend;
    page.fact("maximised", format!("{blend} x worth of the lead + {} x win share", 1.0 - blend));
    page.fact("intervals", format!("95 %, over blocks: a block is one deal against one table, from every seat; NA with fewer than {LEAST_UNITS}"));
    page.fact("command", "tradewinds tune tune.toml, with the manifest beside this page");
    page.fact("explained in", "docs/tune.md of the project");
    page.fact("version", game.versions());
    page.to_html()
}

fn tables(pool: &[Vec<String>]) -> String {
    pool.iter().map(|table| table.join(", ")).collect::<Vec<_>>().join("; ")
}

fn gains(result: &TuneResult) -> Markup {
    let range = |gain: &TableGain| {
        let (value, interval) = (gain.gain.mean()?, gain.interval());
        let note = format!(
            "{} [{}], {}",
            signed(Some(value), 3),
            range(interval, 3),
            counted(gain.gain.count(), "block")
        );
        Some(Range { label: gain.table.clone(), value, ends: interval.map(Interval::ends), note, colour: 0 })
    };
    let ranges: Vec<Range> = result.gain.rows().filter_map(range).collect();
    html! {
        p { (result.verdict()) }
        p.note { "Win share of what was found less that of " (result.bot) " as it was, on the same deals against the same opponents. Neither these tables nor these deals were played while it was tuned." }
        (interval_chart("gain in win share", "gain in win share", &ranges, Some(&Mark::new(0.0, "as it was"))))
        (result.gains().html("Gain in win share at each table"))
    }
}

fn changes(weights: &[TunedWeight]) -> Markup {
    let mut order: Vec<&TunedWeight> = weights.iter().collect();
    let factor = |weight: &TunedWeight| weight.after / weight.before;
    let size = |weight: &TunedWeight| factor(weight).ln().abs();
    order.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let mut table = TextTable::new(&[
        ("weight", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("factor", Align::Right),
    ]);
    for weight in order {
        let numbers = [weight.before.to_string(), weight.after.to_string(), decimal(factor(weight), 2)];
        table.row([weight.name.clone()].into_iter().chain(numbers));
    }
    html! {
        p.note { "Those that changed most come first." }
        (table.html("Weights before and after"))
    }
}

fn course(steps: &[SpsaStep]) -> Markup {
    let length = steps.len().div_ceil(POINTS).max(1);
    let point = |(index, chunk): (usize, &[SpsaStep])| {
        let mean = chunk.iter().flat_map(|step| step.sides).sum::<f64>() / (2 * chunk.len()) as f64;
        ((index * length + chunk.len()) as f64, mean)
    };
    let chart = LineChart {
        title: "objective by step".to_owned(),
        x_title: "step".to_owned(),
        y_title: "objective".to_owned(),
        x_scale: Scale::Linear,
        y_covers: Vec::new(),
        marks: Vec::new(),
        series: vec![Series {
            colour: 0,
            name: "objective against the pool".to_owned(),
            points: steps.chunks(length).enumerate().map(point).collect(),
            band: Vec::new(),
        }],
    };
    html! {
        p.note { "Mean of both sides of " (counted(length, "step")) " at a time. Each step has deals of its own." }
        (chart.draw())
    }
}

/// Lists the candidates of the first heat with their settings.
fn candidates(heat: &Heat) -> Markup {
    let mut entries: Vec<&Contender> = heat.entries.iter().collect();
    entries.sort_by_key(|entry| entry.candidate);
    let mut table = TextTable::new(&[("candidate", Align::Right), ("settings", Align::Left)]);
    for entry in entries {
        table.row([entry.candidate.to_string(), entry.settings.clone()]);
    }
    table.html("Settings of each candidate")
}

fn heat(number: u32, heat: &Heat) -> Markup {
    let range = |entry: &Contender| {
        let note = format!(
            "{} [{}], win share {}",
            decimal(entry.objective, 3),
            range(entry.interval, 3),
            decimal(entry.win_share, 3)
        );
        let name = match entry.candidate {
            0 => "as it was".to_owned(),
            number => format!("candidate {number}"),
        };
        let kept = if entry.is_kept { "" } else { " (out)" };
        Range {
            label: name + kept,
            value: entry.objective,
            ends: entry.interval.map(Interval::ends),
            note,
            colour: entry.candidate,
        }
    };
    let ranges: Vec<Range> = heat.entries.iter().map(range).collect();
    html! {
        h3 { "Heat " (number) ", " (counted(heat.deals, "deal")) " per table" }
        (interval_chart("objective of each candidate", "objective", &ranges, None))
    }
}
