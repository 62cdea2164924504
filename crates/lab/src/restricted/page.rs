//! The page about a study of restricted play.

use maud::{Markup, html};

use super::super::text::range;
use super::manifest::RestrictedManifest;
use super::result::{ItemRow, ItemRules, RestrictedResult};
use super::verdict::{Hold, ItemCall};
use tradewinds_arena::GameInfo;
use tradewinds_report::chart::{Mark, Range, interval_chart};
use tradewinds_report::{Page, decimal, real};

/// Writes the page.
pub(super) fn page(game: &GameInfo, manifest: &RestrictedManifest, result: &RestrictedResult) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    for rules in &result.rules {
        page.verdict(format!("{}.", rules.sentence()));
    }
    page.file("items.csv", "one row for each item");
    page.file("restricted.toml", "the manifest as run");
    for rules in &result.rules {
        page.section(&rules.title(), section(manifest, rules));
    }
    page.fact("run", result.title.clone());
    page.fact("smallest loss that matters", format!("{} of a win share", real(manifest.smallest)));
    page.fact(
        "intervals",
        "95 % for all losses together (Bonferroni), over deals: each is played from every seat",
    );
    page.fact("judged by", format!("{}, which knows what it may not do", manifest.bot));
    page.fact("command", "tradewinds restricted restricted.toml, with the manifest beside this page");
    page.fact("explained in", "docs/choices.md of the project");
    page.fact("version", game.versions());
    page.to_html()
}

fn section(manifest: &RestrictedManifest, rules: &ItemRules) -> Markup {
    let decided = rules.table(&[ItemCall::MustHave, ItemCall::Dead]);
    let others = rules.table(&[ItemCall::NotDecided, ItemCall::Fine]);
    html! {
        @if let Some(table) = decided { (table.html("Must-haves and dead items")) }
        @for (place, hold) in Hold::ALL.into_iter().enumerate() {
            @let title = match hold {
                Hold::Never => "what a seat gains that never makes the choice",
                Hold::Always => "what a seat gains that makes it whenever it can",
            };
            @let ranges: Vec<Range> = rules.rows.iter().filter_map(|row| gain(row, place)).collect();
            (interval_chart(title, "win share above the even share", &ranges, Some(&Mark::new(0.0, "no loss"))))
        }
        p.note { "A loss below " (real(manifest.smallest)) " does not matter; a choice is rare if fewer than " (decimal(Some(manifest.rare * 100.0), 0)) " % of seats make it." }
        @if let Some(table) = others {
            details { summary { "Items that are fine, or not decided" } (table.html("The other items")) }
        }
    }
}

/// Draws what a seat gains by a restriction.
fn gain(row: &ItemRow, place: usize) -> Option<Range> {
    let (value, interval) = row.losses[place]?.gain();
    Some(Range {
        label: row.item.clone(),
        value,
        ends: Some(interval.ends()),
        note: format!("{} [{}]", decimal(Some(value), 3), range(Some(interval), 3)),
        colour: usize::from(row.call <= ItemCall::Dead),
    })
}
