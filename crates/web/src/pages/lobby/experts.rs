//! The part of the form for those who know the bots: any preset or budget at a seat, and the seed.

use maud::{Markup, html};
use tradewinds_arena::GameInfo;
use tradewinds_bots::Preset;
use tradewinds_game::{from_one, without_controls};
use tradewinds_presets::RATINGS;
use tradewinds_sitting::find_bot;

use super::chosen::sits;
use crate::form::Fields;

/// The search whose budgets were rated.
const SEARCH: &str = "ismcts";
/// The seeds that a table can have. A field for numbers could not hold them all: it rounds above 2^53.
const SEEDS: &str = "A whole number from 0 to 18446744073709551615";

/// Draws the part; it is open where something in it was chosen.
pub(super) fn experts(players: usize, game: &str, fields: &Fields, bots: &Bots) -> Markup {
    let chosen: Vec<Option<&str>> = (0..players)
        .map(|seat| {
            let own = fields.get(&format!("expert{seat}")).trim_start_matches("bot:");
            let who = if own.is_empty() { sits(fields, seat, game) } else { own };
            bots.all().find(|bot| bot.entry == who && !bot.is_level).map(|bot| bot.entry.as_str())
        })
        .collect();
    let is_open = chosen.iter().any(Option::is_some) || !fields.get("seed").is_empty();
    let option = |bot: &Rated, chosen: Option<&str>| {
        html! {
            option value={ "bot:" (bot.entry) } title=(bot.about) selected[chosen == Some(bot.entry.as_str())] {
                (bot.title)
                @if let Some(rating) = bot.rating { " — rating " (format!("{rating:+.0}")) }
                @if bot.is_named { " — " (short(&bot.about)) }
            }
        }
    };
    html! {
        details.experts open[is_open] {
            summary { "For experts: any bot, and the seed" }
            @for (seat, chosen) in chosen.iter().enumerate() {
                div.seat-choice { label { (crate::boards::badge(seat)) span.sr { "Seat " (from_one(seat)) }
                    select #{ "expert" (seat) } name={ "expert" (seat) } aria-label={ "Bot for experts at seat " (from_one(seat)) } {
                        option value="" { "as chosen above" }
                        optgroup label="Bots by strength" { @for bot in &bots.rated { (option(bot, *chosen)) } }
                        @if !bots.others.is_empty() { optgroup label="Other bots" { @for bot in &bots.others { (option(bot, *chosen)) } } }
                    }
                } }
            }
            @if !bots.rated.is_empty() { p.note { "Ratings are Elo points above ismcts with 125 iterations." } }
            label { "Seed " input type="text" inputmode="numeric" pattern="[0-9]{1,20}" maxlength="20" name="seed"
                value=(without_controls(fields.get("seed"))) title=(SEEDS) placeholder="any"; }
        }
    }
}

/// The bots of a game, the strongest first; those that were not rated stand apart.
pub(super) struct Bots {
    rated: Vec<Rated>,
    others: Vec<Rated>,
}

/// A bot that can sit at a seat.
struct Rated {
    /// Its name as a table takes it.
    entry: String,
    title: String,
    about: String,
    /// Its rating in Elo points above the search with the smallest budget that was measured.
    rating: Option<f64>,
    /// Whether it is known by its name rather than by its budget.
    is_named: bool,
    /// Whether the form has it above, as a level.
    is_level: bool,
}

impl Bots {
    /// Lists the bots of a game.
    pub(super) fn of(info: &GameInfo) -> Self {
        let levels = crate::levels::levels(info.name);
        let is_level = |name: &str| levels.iter().any(|level| level.name == name);
        let (budgets, ratings): (Vec<_>, Vec<_>) =
            measured(info.name).partition(|measured| !measured.iterations.is_empty());
        let presets = Preset::shipped(info.name);
        let mut named: Vec<&str> = presets.iter().map(|preset| preset.name.as_str()).collect();
        named.dedup();
        let about = |name: &str| {
            // A game's own preset of a name takes precedence.
            let own = presets.iter().filter(|preset| preset.name == name);
            let own = own.max_by_key(|preset| preset.game == info.name);
            own.map_or(String::new(), |preset| preset.about.clone())
        };
        let searching = budgets.iter().map(|&Measured { iterations, rating, .. }| {
            let entry =
                if iterations == "1000" { SEARCH.to_owned() } else { format!("{SEARCH}@{iterations}") };
            Rated {
                about: find_bot(&entry, info.name).map_or(String::new(), |bot| bot.about),
                entry,
                title: format!("{SEARCH}, {iterations} iterations"),
                rating: Some(rating),
                is_named: false,
                is_level: false,
            }
        });
        let others = named.iter().filter(|name| budgets.is_empty() || **name != SEARCH).map(|&name| Rated {
            entry: name.to_owned(),
            title: name.to_owned(),
            about: about(name),
            rating: ratings.iter().find(|measured| measured.bot == name).map(|measured| measured.rating),
            is_named: true,
            is_level: is_level(name),
        });
        let (mut rated, others): (Vec<Rated>, Vec<Rated>) =
            searching.chain(others).partition(|bot| bot.rating.is_some());
        rated.sort_by(|a, b| b.rating.unwrap_or(0.0).total_cmp(&a.rating.unwrap_or(0.0)));
        Self { rated, others: others.into_iter().filter(|bot| !bot.is_level).collect() }
    }

    fn all(&self) -> impl Iterator<Item = &Rated> {
        self.rated.iter().chain(&self.others)
    }
}

/// A row of the ratings.
struct Measured {
    bot: &'static str,
    /// The budget of a search; empty for a preset as it is shipped.
    iterations: &'static str,
    rating: f64,
}

/// Lists the ratings of a game's bots, which `tradewinds gallery` writes from the committed results.
fn measured(game: &str) -> impl Iterator<Item = Measured> {
    RATINGS.lines().skip(1).filter_map(move |line| {
        let mut cells = line.split(',');
        let is_of_game = cells.next()? == game;
        let (bot, iterations, rating) = (cells.next()?, cells.next()?, cells.next()?.parse().ok()?);
        is_of_game.then_some(Measured { bot, iterations, rating })
    })
}

/// Cuts a description to its beginning.
fn short(about: &str) -> String {
    let end = about.char_indices().nth(60).map_or(about.len(), |(end, _)| end);
    if end < about.len() { format!("{}…", &about[..end]) } else { about.to_owned() }
}
