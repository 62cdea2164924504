//! The form of a new table. What is filled in stays when the game or the number of players changes: it is one form, and
//! the lobby draws it again with all its fields.

use maud::{Markup, html};
use tradewinds_arena::{GameInfo, find, game_names};
use tradewinds_game::{Variant, from_one, without_controls};
use tradewinds_sitting::words;

use super::chosen::{chosen, sits};
use super::experts::{Bots, experts};
use super::plain_numbers;
use crate::form::Fields;
use crate::levels::{Level, levels, usual};

/// Returns the game that the form is for.
pub(super) fn game(fields: &Fields) -> &'static str {
    let chosen = game_names().iter().copied().find(|name| *name == fields.get("game"));
    chosen.unwrap_or(game_names()[0])
}

/// Draws the form; the first game of its kind has a guide unless that was chosen otherwise.
pub(super) fn form(fields: &Fields, is_first: bool) -> Markup {
    let game = game(fields);
    let Ok(playable) = find(game) else { return html! {} };
    let info = playable.info();
    let most = 4.clamp(*info.players.start(), *info.players.end());
    let players = fields.number("players").filter(|players| info.players.contains(players)).unwrap_or(most);
    let levels = levels(game);
    let bots = Bots::of(&info);
    let guides = if fields.get("shown").is_empty() { is_first } else { !fields.get("guide").is_empty() };
    html! {
        section.new #new {
            h2 { "New game" }
            form method="post" action="new" data-game=(game) {
                // Tells a box that was not ticked from one that was not there.
                input type="hidden" name="shown" value="1";
                fieldset.games data-auto="" { legend { "Game" }
                    @for name in game_names() {
                        label.game-pick { input #{ "game-" (name) } type="radio" name="game" value=(name) checked[*name == game]; span { (words::title(name)) } }
                    }
                }
                div.row data-auto="" {
                    label { "Players " select #players name="players" {
                        @for number in info.players.clone() { option value=(number) selected[number == players] { (number) } }
                    } }
                    noscript { button.tool formmethod="get" formaction="./" { "Show this game" } }
                    @if !info.shipped_variants.is_empty() { (variants(&info, fields)) }
                    a href={ "rules/" (game) } { "The rules of " (words::title(game)) }
                }
                fieldset { legend { "Seats" }
                    @for seat in 0..players { (seat_choice(seat, players, game, fields, &levels)) }
                }
                @if !levels.is_empty() { (strengths(&levels)) }
                (experts(players, game, fields, &bots))
                div.row {
                    label { "Bots’ pace " select name="pace" {
                        @for (pace, text) in PACES { option value=(pace) selected[pace == chosen(fields, "pace", "600")] { (text) } }
                    } }
                    label.check { input type="checkbox" name="guide" value="1" checked[guides]; " explain each phase as it comes" }
                    label.check { input type="checkbox" name="strict" value="1" checked[!fields.get("strict").is_empty()]; " no taking back" }
                }
                p.note { (plain_numbers(&info)) }
                button.big { "Open the table" }
            }
        }
    }
}

/// The paces of bots, in milliseconds.
const PACES: [(&str, &str); 3] = [("0", "at once"), ("600", "easy to follow"), ("2000", "slow")];

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

/// The people who may sit at a seat.
const PEOPLE: [(&str, &str); 3] =
    [("me", "me"), ("friend", "a friend at this screen"), ("link", "a friend with a link")];

/// Draws the choice of who sits at a seat.
fn seat_choice(seat: usize, players: usize, game: &str, fields: &Fields, levels: &[Level]) -> Markup {
    let who = sits(fields, seat, game);
    let is_listed =
        PEOPLE.iter().any(|(name, _)| *name == who) || levels.iter().any(|level| level.name == who);
    let who = if is_listed || levels.is_empty() { who } else { usual(game) };
    let name = without_controls(fields.get(&format!("name{seat}")));
    html! {
        div.seat-choice {
            label { (crate::boards::badge(seat)) span.sr { "Seat " (from_one(seat)) }
                select #{ "seat" (seat) } name={ "seat" (seat) } aria-label={ "Who plays seat " (from_one(seat)) } {
                    optgroup label="People" {
                        @for (person, text) in PEOPLE { option value=(person) selected[who == person] { (text) } }
                    }
                    @if levels.is_empty() { option value={ "bot:" (usual(game)) } selected[who == usual(game)] { "a bot" } }
                    @else { optgroup label="Opponents" {
                        @for level in levels { option value={ "bot:" (level.name) } title=(level.about) selected[who == level.name] { (level.name) } }
                    } }
                }
            }
            input type="text" name={ "name" (seat) } value=(name) maxlength="24" placeholder="name"
                aria-label={ "Name at seat " (from_one(seat)) " of " (players) };
        }
    }
}

/// Says how the levels play, and how far they are apart.
fn strengths(levels: &[Level]) -> Markup {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    html! {
        details.levels {
            summary { "How do the opponents play?" }
            table { caption.note { "Ahead: the share of games of four, at tables of these opponents, in which one finishes ahead of the one above it in this list, with the interval of 95 %." }
                thead { tr { th scope="col" { "Opponent" } th scope="col" { "How it plays" } th scope="col" { "Ahead" } } }
                tbody { @for level in levels { tr {
                    th scope="row" { (level.name) } td { (level.about) }
                    td { @if let Some(ahead) = level.ahead { (percent(ahead.share)) " % " small { "(" (percent(ahead.low)) " to " (percent(ahead.high)) ")" } } }
                } } }
            }
        }
    }
}
