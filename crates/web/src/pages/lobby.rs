//! The lobby: tables, and the form of a new one.

use maud::{Markup, html};
use tradewinds_arena::{GameInfo, find, game_names};
use tradewinds_bots::Preset;
use tradewinds_game::{Variant, from_one, without_controls};
use tradewinds_presets::RATINGS;
use tradewinds_sitting::{find_bot, words};

use super::shell::shell;
use crate::form::Fields;
use crate::house::House;

/// A table in the list.
struct Row {
    id: String,
    title: &'static str,
    names: Vec<String>,
    status: String,
    place: String,
    links: Vec<(String, String)>,
    is_over: bool,
}

/// Draws the lobby.
pub(crate) fn lobby(house: &House, fields: &Fields, refusal: Option<&str>) -> String {
    let rows = rows(house);
    let list = |title: &str, over: bool| {
        html! {
            @if rows.iter().any(|row| row.is_over == over) {
                section { h2 { (title) } ul.tables { @for row in rows.iter().rev().filter(|row| row.is_over == over) { li { (table(row)) } } } }
            }
        }
    };
    shell(
        "Tradewinds",
        "",
        &html! {
            main.lobby {
                header.top { h1 { "Tradewinds" } p { "Games against bots and friends." } }
                @if let Some(why) = refusal { p.refusal role="alert" { (why) } }
                @for fault in &house.faults { p.refusal { "A table could not be opened: " (fault) } }
                (new_table(fields))
                (open_record())
                (super::position::ways())
                (list("Games under way", false))
                (list("Finished games", true))
            }
        },
    )
}

fn rows(house: &House) -> Vec<Row> {
    let row = |desk: std::sync::Arc<crate::desk::Desk>| {
        let scene = desk.scene();
        let session = &scene.session;
        let names = session.names().to_vec();
        let status = match session.to_act() {
            Some(seat) => {
                let round = words::round(&session.spec().game);
                format!("{round} {}, {} to move", session.game().round(), names[seat.index()])
            }
            None => {
                let scores = session.scores();
                let won = tradewinds_game::Seat::all(names.len()).filter(|&seat| scores.rank[seat] == 1);
                let won: Vec<String> =
                    won.map(|seat| format!("{} with {}", names[seat.index()], scores.points[seat])).collect();
                format!("won by {}", won.join(" and "))
            }
        };
        let screens = &scene.extra.screens;
        let links = screens.iter().filter(|screen| !screen.is_host).map(|screen| {
            let names: Vec<String> = screen.seats.iter().map(|&seat| names[seat].clone()).collect();
            (names.join(", "), format!("/{}/", screen.token))
        });
        Row {
            id: desk.id.clone(),
            title: words::title(&session.spec().game),
            status,
            place: format!("/{}/", screens[0].token),
            links: links.collect(),
            is_over: session.to_act().is_none(),
            names,
        }
    };
    house.desks().into_iter().map(row).collect()
}

fn table(row: &Row) -> Markup {
    html! {
        a.table-link href=(row.place) { b { (row.title) } " " small { (row.id) } }
        span { (row.names.join(", ")) } span.note { (row.status) }
        @if row.is_over { span { a href={ (row.place) "review" } { "Review" span.sr { " of " (row.id) } } } }
        @for (name, place) in &row.links { span.note { "Link for " (name) ": " a href=(place) data-absolute="" { (place) } } }
    }
}

/// Draws the form of a new table: the choice of game and players first, since the rest follows from it.
fn new_table(fields: &Fields) -> Markup {
    let game =
        game_names().iter().copied().find(|name| *name == fields.get("game")).unwrap_or(game_names()[0]);
    let Ok(playable) = find(game) else { return html! {} };
    let info = playable.info();
    let usual = 4.clamp(*info.players.start(), *info.players.end());
    let players = fields.number("players").filter(|players| info.players.contains(players)).unwrap_or(usual);
    let (rated, others) = bots(&info);
    html! {
        section.new {
            h2 { "New game" }
            form method="get" action="./" data-auto="" {
                fieldset.games { legend { "Game" }
                    @for name in game_names() {
                        label.game-pick { input type="radio" name="game" value=(name) checked[*name == game]; span { (words::title(name)) } }
                    }
                }
                label { "Players " select name="players" {
                    @for number in info.players.clone() { option value=(number) selected[number == players] { (number) } }
                } }
                noscript { button.tool { "Choose" } }
            }
            form method="post" action="new" {
                input type="hidden" name="game" value=(game);
                input type="hidden" name="players" value=(players);
                @if !info.shipped_variants.is_empty() { (variants(&info, fields)) }
                fieldset { legend { "Seats" }
                    @for seat in 0..players { (seat_choice(seat, fields, &rated, &others)) }
                    @if !rated.is_empty() { p.note { "Ratings are Elo points above ismcts with 125 iterations." } }
                }
                div.row {
                    label { "Bots’ pace " select name="pace" {
                        @for (pace, text) in PACES { option value=(pace) selected[pace == chosen(fields, "pace", "600")] { (text) } }
                    } }
                    label { "Seed " input type="text" inputmode="numeric" pattern="[0-9]{1,20}" maxlength="20" name="seed"
                        value=(without_controls(fields.get("seed"))) title=(SEEDS) placeholder="any"; }
                    label.check { input type="checkbox" name="strict" value="1" checked[!fields.get("strict").is_empty()]; " no taking back" }
                }
                p.note { (plain_numbers(&info)) }
                button.big { "Open the table" }
            }
        }
    }
}

/// Says which numbers of a game are reconstructed.
pub(super) fn plain_numbers(info: &GameInfo) -> String {
    info.numbers().replace('`', "")
}

/// Draws the form that takes a record.
fn open_record() -> Markup {
    html! {
        section.new {
            h2 { "Open a record" }
            form method="post" action="open" enctype="multipart/form-data" {
                label { "A recorded game, by this program or another of the same rules " input type="file" name="record" accept=".json,application/json" required; }
                div.row { button.tool { "Open it" } button.tool formaction="open-review" { "Open and review it" } }
            }
        }
    }
}

fn variants(info: &GameInfo, fields: &Fields) -> Markup {
    let about = |name: &str, text: &str| {
        Variant::parse(name, text, info.name).map_or(String::new(), |variant| variant.about)
    };
    html! {
        label { "Rules " select name="variant" {
            option value="" { "standard" }
            @for (name, text) in info.shipped_variants { option value=(name) title=(about(name, text)) selected[*name == fields.get("variant")] { (name) } }
        } }
    }
}

/// The seeds that a table can have. A field for numbers could not hold them all: it rounds above 2^53.
const SEEDS: &str = "A whole number from 0 to 18446744073709551615";

/// The paces of bots, in milliseconds.
const PACES: [(&str, &str); 3] = [("0", "at once"), ("600", "easy to follow"), ("2000", "slow")];

/// Returns what was chosen in a field of the form, or the usual choice.
fn chosen<'a>(fields: &'a Fields, name: &str, usual: &'a str) -> &'a str {
    Some(fields.get(name)).filter(|text| !text.is_empty()).unwrap_or(usual)
}

/// Draws the choice of who sits at a seat.
fn seat_choice(seat: usize, fields: &Fields, rated: &[Rated], others: &[Rated]) -> Markup {
    let usual = if seat == 0 { "me".to_owned() } else { format!("bot:{USUAL}") };
    let sits = |who: &str| who == chosen(fields, &format!("seat{seat}"), &usual);
    let option = |bot: &Rated| {
        html! {
            option value={ "bot:" (bot.entry) } title=(bot.about) selected[sits(&format!("bot:{}", bot.entry))] {
                (bot.title)
                @if let Some(rating) = bot.rating { " — rating " (format!("{rating:+.0}")) }
                @if bot.is_named { " — " (short(&bot.about)) }
            }
        }
    };
    html! {
        div.seat-choice {
            label { (crate::boards::badge(seat)) span.sr { "Seat " (from_one(seat)) }
                select name={ "seat" (seat) } aria-label={ "Who plays seat " (from_one(seat)) } {
                    optgroup label="People" {
                        option value="me" selected[sits("me")] { "me" }
                        option value="friend" selected[sits("friend")] { "a friend at this screen" }
                        option value="link" selected[sits("link")] { "a friend with a link" }
                    }
                    optgroup label="Bots by strength" { @for bot in rated { (option(bot)) } }
                    @if !others.is_empty() { optgroup label="Other bots" { @for bot in others { (option(bot)) } } }
                }
            }
            input type="text" name={ "name" (seat) } value=(without_controls(fields.get(&format!("name{seat}")))) maxlength="24" placeholder="name"
                aria-label={ "Name at seat " (from_one(seat)) };
        }
    }
}

/// The bot that sits at a seat unless another one is chosen.
const USUAL: &str = "ismcts";

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
}

/// Lists the bots of a game, the strongest first; those that were not rated are in the second list.
fn bots(info: &GameInfo) -> (Vec<Rated>, Vec<Rated>) {
    let (budgets, ratings): (Vec<_>, Vec<_>) =
        measured(info.name).partition(|measured| !measured.iterations.is_empty());
    let presets = Preset::shipped(info.name);
    let mut named: Vec<&str> = presets.iter().map(|preset| preset.name.as_str()).collect();
    named.dedup();
    let about = |name: &str| {
        // A game's own preset of a name takes precedence.
        let own =
            presets.iter().filter(|preset| preset.name == name).max_by_key(|preset| preset.game == info.name);
        own.map_or(String::new(), |preset| preset.about.clone())
    };
    let searching = budgets.iter().map(|&Measured { iterations, rating, .. }| {
        let entry = if iterations == "1000" { USUAL.to_owned() } else { format!("{USUAL}@{iterations}") };
        Rated {
            about: find_bot(&entry, info.name).map_or(String::new(), |bot| bot.about),
            entry,
            title: format!("ismcts, {iterations} iterations"),
            rating: Some(rating),
            is_named: false,
        }
    });
    let others = named.iter().filter(|name| budgets.is_empty() || **name != USUAL).map(|&name| Rated {
        entry: name.to_owned(),
        title: name.to_owned(),
        about: about(name),
        rating: ratings.iter().find(|measured| measured.bot == name).map(|measured| measured.rating),
        is_named: true,
    });
    let (mut rated, others): (Vec<Rated>, Vec<Rated>) =
        searching.chain(others).partition(|bot| bot.rating.is_some());
    rated.sort_by(|a, b| b.rating.unwrap_or(0.0).total_cmp(&a.rating.unwrap_or(0.0)));
    (rated, others)
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
