//! The page about learning.

use maud::html;

use super::super::text::range;
use super::manifest::LearnManifest;
use super::result::{Generation, LearnResult};
use tradewinds_arena::GameInfo;
use tradewinds_report::chart::{Mark, Range, interval_chart};
use tradewinds_report::{Page, decimal};
use tradewinds_stats::Interval;

/// Writes the page.
pub(super) fn page(game: &GameInfo, manifest: &LearnManifest, result: &LearnResult) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    page.verdict(result.verdict());
    page.file("generations.csv", "one row for each generation");
    page.file("learned.toml", "the best bot");
    page.file("learned.network", "its network");
    page.file("learn.toml", "the manifest as run");
    let range = |found: &Generation| {
        let value = found.test.elo()?;
        let note = format!("{} [{}]", decimal(value, 0), range(found.test.elo_interval(), 0));
        let label = format!("{} against {}", found.bot, found.test.other);
        Some(Range { label, value, ends: found.test.elo_interval().map(Interval::ends), note, colour: 0 })
    };
    let ranges: Vec<Range> = result.generations.iter().filter_map(range).collect();
    page.section(
        "Generations",
        html! {
            p.note { "Each against the best bot before it, at equal time. A test stops as soon as it decides, so its interval is too far from 0." }
            (interval_chart("Elo of each generation", "Elo above the best bot before", &ranges, Some(&Mark::new(0.0, "equal strength"))))
            (result.table().html("Generations, each against the best bot before it"))
        },
    );
    page.fact("run", result.title.clone());
    page.fact("log-loss", "cross-entropy of the win shares in games that are held out, in nats");
    page.fact(
        "equal time",
        "iterations by the measured times of one decision on one thread, or by gate.pace",
    );
    page.fact("command", "tradewinds learn learn.toml, with the manifest beside this page");
    page.fact("explained in", "docs/learn.md of the project");
    page.fact("version", game.versions());
    page.to_html()
}
