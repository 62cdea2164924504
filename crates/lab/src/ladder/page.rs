//! The page about a ladder.

use maud::{Markup, html};

use super::super::text::range;
use super::manifest::LadderManifest;
use super::result::{LadderResult, Rung};
use tradewinds_arena::GameInfo;
use tradewinds_game::counted;
use tradewinds_report::chart::{LineChart, Mark, Range, Scale, Series, interval_chart};
use tradewinds_report::{Page, decimal};
use tradewinds_stats::Interval;

/// Writes the page.
pub(super) fn page(game: &GameInfo, manifest: &LadderManifest, result: &LadderResult) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    page.verdict(result.verdict());
    page.file("ladder.csv", "one row for each rung");
    page.file("times.csv", "the times of the rungs");
    page.file("ladder.toml", "the manifest as run");
    page.section("Rating against iterations", ratings(result));
    page.section("What each step brings", steps(result));
    page.section("Time", times(result));
    page.fact("run", result.title.clone());
    let games: u64 = result.rungs.iter().filter_map(|rung| rung.step.as_ref()).map(|step| step.games).sum();
    page.fact("games", games.to_string());
    page.fact("step", format!("one of a rung among copies of the rung below{}", result.way_round()));
    page.fact("intervals", "95 %, over blocks: a block is one deal with every seating");
    page.fact("command", "tradewinds ladder ladder.toml, with the manifest beside this page");
    page.fact("explained in", "docs/tournaments.md of the project");
    page.fact("version", game.versions());
    page.to_html()
}

fn ratings(result: &LadderResult) -> Markup {
    let points = result.rungs.iter().filter_map(|rung| Some((f64::from(rung.iterations), rung.rating?)));
    let band = result.rungs.iter().filter_map(|rung| {
        rung.rating_interval.map(|ends| (f64::from(rung.iterations), ends.low, ends.high))
    });
    let chart = LineChart {
        title: "rating against iterations".to_owned(),
        x_title: "iterations per decision".to_owned(),
        y_title: "Elo".to_owned(),
        x_scale: Scale::Log,
        y_covers: vec![0.0],
        marks: Vec::new(),
        series: vec![Series {
            colour: 0,
            name: "Elo, the lowest rung being 0".to_owned(),
            points: points.collect(),
            band: band.collect(),
        }],
    };
    let range = |rung: &Rung| {
        let value = rung.rating?;
        let note = format!("{} [{}]", decimal(value, 0), range(rung.rating_interval, 0));
        Some(Range {
            label: rung.bot.clone(),
            value,
            ends: rung.rating_interval.map(Interval::ends),
            note,
            colour: 0,
        })
    };
    let ranges: Vec<Range> = result.rungs.iter().skip(1).filter_map(range).collect();
    html! {
        p.note { "The sum of the steps. Neighbours against each other say nothing about a rung against one far below." }
        (chart.draw())
        (interval_chart("rating of each rung", "Elo above the lowest rung", &ranges, Some(&Mark::new(0.0, "the lowest rung"))))
        (result.table().html("The rungs of the ladder"))
    }
}

fn steps(result: &LadderResult) -> Markup {
    let pairs = result.rungs.windows(2);
    let range = |pair: &[Rung]| {
        let step = pair[1].step.as_ref()?;
        let value = step.elo()?;
        Some(Range {
            label: format!("{} against {}", pair[1].iterations, pair[0].iterations),
            value,
            ends: step.elo_interval().map(Interval::ends),
            note: format!(
                "{} [{}], {}",
                decimal(value, 0),
                range(step.elo_interval(), 0),
                counted(step.games, "game")
            ),
            colour: 0,
        })
    };
    let ranges: Vec<Range> = pairs.filter_map(range).collect();
    html! {
        p { (result.stronger()) "." }
        (interval_chart("Elo of each step", "Elo above the rung below", &ranges, Some(&Mark::new(0.0, "no stronger"))))
    }
}

fn times(result: &LadderResult) -> Markup {
    let range = |rung: &Rung| {
        let value = rung.milliseconds.mean()?;
        let interval = rung.time_interval();
        let count = counted(rung.milliseconds.count(), "decision");
        let note = format!("{} [{}] ms, {count}", decimal(value, 2), range(interval, 2));
        Some(Range { label: rung.bot.clone(), value, ends: interval.map(Interval::ends), note, colour: 0 })
    };
    let ranges: Vec<Range> = result.rungs.iter().filter_map(range).collect();
    html! {
        p.note { "Milliseconds per decision with a choice, on one thread of the machine that played the ladder; all rungs at the same positions." }
        (interval_chart("milliseconds per decision", "milliseconds per decision", &ranges, None))
    }
}
