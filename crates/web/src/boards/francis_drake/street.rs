//! Plymouth: a street that bends, with its stops.

use maud::{Markup, html};
use tradewinds_francis_drake::{Decision, PlayerFile, Stop};
use tradewinds_report::title;

use super::super::icons::icon;
use super::super::pieces::piece;
use super::{Board, pieces_of, words_of};

/// Returns whether an action of the street belongs to a place of it.
fn is_at(action: &str, place: &str) -> bool {
    action == place || action.strip_prefix(place).is_some_and(|rest| rest.starts_with(' '))
}

/// The stops of a place where one of several is chosen.
const INVESTOR: [Stop; 3] = [Stop::InvestorGuns, Stop::InvestorCrew, Stop::InvestorGalleon];
const DOCKSIDE: [Stop; 3] = [Stop::DocksideCrew, Stop::DocksideGun, Stop::DocksideBarrel];
const DRAKE: [Stop; 2] = [Stop::DrakeCrew, Stop::DrakeGun];

/// Draws the street: the road bends at the end of each row, and the row after runs back.
pub(super) fn street(board: &Board<'_>) -> Markup {
    let stops = board.position.street.iter().map(|&stop| (stop.word(), stop));
    let places: Vec<_> =
        stops.chain([("investor", Stop::InvestorGuns), ("dockside", Stop::DocksideCrew)]).collect();
    let own = board.shown.reader().map(|reader| &board.position.players[reader.index()]);
    let last = own.and_then(|player| player.stops.last());
    let reached = last.and_then(|last| places.iter().position(|(name, _)| is_at(last.word(), name)));
    let in_town = board.position.decision.step == Decision::Plymouth;
    html! {
        div.town-ground {
            svg.road.wide viewBox="0 0 600 300" preserveAspectRatio="none" aria-hidden="true" { path d=(WIDE) {} path d=(WIDE) {} }
            svg.road.narrow viewBox="0 0 300 600" preserveAspectRatio="none" aria-hidden="true" { path d=(NARROW) {} path d=(NARROW) {} }
            ol.street {
                @for (index, (name, stop)) in places.iter().enumerate() {
                    @let passed = in_town && reached.is_some_and(|reached| index < reached);
                    li class=[passed.then_some("passed")] data-about=(stop) { (board.marked(format_args!("{}", visited(name, *stop)), &place(board, name, *stop))) }
                }
            }
        }
        @if board.offers.iter().any(|offer| offer.action == "depart") {
            div.leave { (board.act("depart", "inline", &html! { (icon("anchor")) " Leave Plymouth" })) }
        }
    }
}

/// The road with six stops a row, and with three.
const WIDE: &str = "M50 50H550C612 50 612 150 550 150H50C-12 150 -12 250 50 250H550";
const NARROW: &str = "M50 50H250C312 50 312 150 250 150H50C-12 150 -12 250 50 250H250C312 250 312 350 250 350H50C-12 350 -12 450 50 450H250C312 450 312 550 250 550H50";

/// Lists what a visitor of a stop may choose.
const fn choices_of(stop: Stop) -> &'static [Stop] {
    match stop {
        Stop::InvestorGuns => &INVESTOR,
        Stop::DocksideCrew => &DOCKSIDE,
        Stop::Drake => &DRAKE,
        _ => &[],
    }
}

/// Marks a stop: a click puts a disc of the seat in hand there, or takes it back.
fn visited(name: &str, stop: Stop) -> String {
    let choices = choices_of(stop);
    let sign = if choices.is_empty() || stop == Stop::Drake { "~" } else { "" };
    let own = if sign.is_empty() { None } else { Some(format!("{sign}/players/@/stops#{name}")) };
    let more = choices.iter().map(|choice| format!("/players/@/stops#{choice}"));
    own.into_iter().chain(more).chain(["/players/@/stops".to_owned()]).collect::<Vec<_>>().join(";")
}

fn place(board: &Board<'_>, name: &str, stop: Stop) -> Markup {
    let choices = choices_of(stop);
    let content = html! {
        span.picture { (emblem(stop)) }
        span.what { b { (title(name)) } small { (about(board, stop)) } }
        span.visitors { (visitors(board, name, stop)) }
    };
    if choices.is_empty() {
        return board.act(name, "stop plank", &content);
    }
    let first = board.offers.iter().any(|offer| offer.action == name);
    let is_open = stop != Stop::Drake || visitors_of(board, name).is_empty();
    let is_asked = board.offers.iter().any(|offer| is_at(&offer.action, name));
    // The whole place is chosen, or says why it cannot be; otherwise each of its gifts is.
    let is_whole = first || (!is_asked && board.is_named(name));
    let gifts = html! {
        @if is_open || is_asked {
            span.visitors.choices {
                @for &choice in choices {
                    @let gift = gift(board, choice, 0);
                    @if is_whole { span.gift { (gift) } } @else { (board.act(choice.word(), "gift", &gift)) }
                }
            }
        }
    };
    if is_whole {
        return board.act(name, "stop plank", &html! { (content) (gifts) });
    }
    html! { div.stop.plank { (content) (gifts) } }
}

/// Draws the picture of a stop: what it gives, or the emblem of the person.
pub(super) fn emblem(stop: Stop) -> Markup {
    let medallion = |name: &str| html! { span.emblem { (icon(name)) } };
    match stop {
        Stop::CrewA | Stop::CrewB => html! { (piece("cube").of("colour-crew")) },
        Stop::GunsA | Stop::GunsB => html! { (piece("cannon").of("colour-guns")) },
        Stop::SuppliesA | Stop::SuppliesB => html! { (piece("barrel").of("colour-oak")) },
        Stop::Trade => html! { (piece("crate").of("colour-trade")) },
        Stop::Tavern => html! { (piece("tavern")) },
        Stop::Shipyard => html! { (piece("ship").of("colour-oak")) },
        Stop::Pinnace => html! { (piece("boat").of("colour-oak")) },
        Stop::Queen => html! { (piece("queen")) },
        Stop::Admiral => html! { (piece("hat")) },
        Stop::GoldenHind => html! { (piece("ship").of("colour-gold")) },
        Stop::Drake | Stop::DrakeCrew | Stop::DrakeGun => medallion("sword"),
        Stop::Governor => medallion("flag"),
        Stop::Informer => medallion("mask"),
        Stop::InvestorGuns | Stop::InvestorCrew | Stop::InvestorGalleon => html! { (piece("coin")) },
        Stop::DocksideCrew | Stop::DocksideGun | Stop::DocksideBarrel => medallion("anchor"),
    }
}

/// Says what a stop is for, where its gifts do not.
fn about(board: &Board<'_>, stop: Stop) -> Markup {
    html! { @match stop {
        Stop::Tavern => "crew by a die, or the Ghost Ship",
        Stop::Shipyard => "an own galleon",
        Stop::Pinnace => "forts without guns",
        Stop::Drake => "two discs, one after the other",
        Stop::Admiral => "places the frigate tiles",
        Stop::Governor => "places the troop tiles",
        Stop::Informer => "looks at tiles or discs",
        Stop::GoldenHind => "a disc that comes first",
        Stop::InvestorGuns => { "once, for " (board.game.rules().investor_cost()) " VP" },
        Stop::DocksideCrew => "the last stop",
        _ => {}
    } }
}

/// Draws what a visitor gets after this number of others.
fn gift(board: &Board<'_>, stop: Stop, visits: u8) -> Markup {
    let rules = board.game.rules();
    let items = rules.stop_items(stop, visits);
    html! {
        @if rules.gives_galleon(stop) { (piece("ship").of("colour-oak")) span.sr { "a galleon" } }
        @if stop == Stop::Pinnace { (piece("boat").of("colour-oak")) span.sr { "a pinnace" } }
        @if stop == Stop::Tavern { "≈" (format!("{:.1}", rules.tavern_mean(visits == 0).0)) (piece("cube").of("colour-crew")) span.sr { " crew on average" } }
        (pieces_of(items)) span.sr { (words_of(items)) }
    }
}

/// Lists the seats that were at a stop.
fn visitors_of(board: &Board<'_>, name: &str) -> Vec<usize> {
    let was_there = |player: &PlayerFile| player.stops.iter().any(|stop| is_at(stop.word(), name));
    let players = board.position.players.iter().enumerate();
    players.filter(|(_, player)| was_there(player)).map(|(seat, _)| seat).collect()
}

/// Draws the circles of a stop: the discs of those that were there, and what the free ones give.
fn visitors(board: &Board<'_>, name: &str, stop: Stop) -> Markup {
    let there = visitors_of(board, name);
    let circles = if stop.is_location() { board.game.rules().circles(stop) } else { 0 };
    html! {
        @for &seat in &there { (disc(board, seat, name)) }
        @if there.len() < usize::from(circles) && stop != Stop::Drake {
            @for visits in there.len() as u8..circles { span.gift { (gift(board, stop, visits)) } }
        }
    }
}

/// Draws a player disc with the number of its seat; the last one of a player is marked.
fn disc(board: &Board<'_>, seat: usize, name: &str) -> Markup {
    let kind = format!("disc {seat}");
    let is_last = board.position.players[seat].stops.last().is_some_and(|last| is_at(last.word(), name));
    let class = if is_last { "marker last" } else { "marker" };
    html! { span class={ (class) " seat" (seat) } title=(board.name(seat)) data-piece=(kind) data-at=(name) { (piece("disc")) span.mark aria-hidden="true" { (tradewinds_game::from_one(seat)) } span.sr { (board.name(seat)) } } }
}
