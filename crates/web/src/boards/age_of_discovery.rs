//! The board of Age of Discovery: the map of the New World, the event boxes beside it, buildings and goods below.

mod boxes;
mod land;
mod parts;

use maud::{Markup, html};
use tradewinds_age_of_discovery::{Decision, Figure, Region};
use tradewinds_game::{counted, from_one};
use tradewinds_report::title;

use super::icons::icon;
use super::pieces::piece;
use super::{Panel, badge, by_word, noun};
use parts::{Board, building, choices, counter, crowd, discovery, in_order, money, pawn, pile, spot};

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 11] = [
    ("p-colonist", "colonists"),
    ("p-captain", "captains"),
    ("p-merchant", "merchants"),
    ("p-missionary", "missionaries"),
    ("p-soldier", "soldiers"),
    ("p-feather", "natives that an expedition meets"),
    ("compass", "VP of discoveries"),
    ("flag", "VP of regions; at a turn, that regions score at its end"),
    ("crown", "most units in a region, enough to score"),
    ("unknown", "not discovered yet"),
    ("sword", "battles and wars"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let price = board.game.price_in(board.position.turn as u8);
    let mut panels = vec![
        Panel::new("map", html! { "The New World" }, map(board)),
        Panel::new("events", html! { "Events: settling and trade" }, boxes::first(board)),
        Panel::new("events", html! { "Events: capital, discovery, war" }, boxes::later(board)),
        Panel::new("market", html! { "Goods market" }, market(board)),
        Panel::new("offer", html! { "Capital buildings, $" (price) " each" }, offer(board)),
    ];
    let order = board.position.order.as_deref().unwrap_or_default();
    for seat in board.seats() {
        let place = order.iter().position(|&other| other as usize == seat);
        let extra =
            html! { @if let Some(place) = place { span.tag { "place " (from_one(place)) " in turn" } } };
        panels.push(Panel::new(board.seat_class(seat), board.seat_title(seat, &extra), home(board, seat)));
    }
    panels
}

/// Draws the map with what stands on it.
fn map(board: &Board<'_>) -> Markup {
    let position = &board.position;
    html! {
        div.new-world {
            (land::chart(|region| position.tiles.get(region).is_none()))
            @for region in Region::ALL { (region_of(board, region)) }
            (beyond(board))
        }
        (choices(board, &["move"]))
        @if matches!(position.decision, Decision::Stable | Decision::Migration) { (choices(board, &["stay"])) }
    }
}

/// Draws a region: what it is called, its good, its discovery and who lives there.
fn region_of(board: &Board<'_>, region: Region) -> Markup {
    let position = &board.position;
    let tile = position.tiles.get(region);
    let landers = landers(board, region);
    let mut actions: Vec<String> =
        ["explore", "discover", "reinforce"].map(|verb| format!("{verb} {region}")).into();
    match landers.as_slice() {
        [] => actions.push(format!("land {region}")),
        [(_, key)] => actions.push(key.clone()),
        _ => {}
    }
    let is_legal = |action: &&String| board.offers.iter().any(|offer| offer.action == **action);
    let legal =
        actions.iter().find(is_legal).or_else(|| actions.iter().find(|key| board.spot(key).is_some()));
    let content = html! {
        @if legal.is_some() { (land::shore(region)) }
        span.region-head {
            span.name { (title(region.word())) }
            @if position.region_goods.contains(&region) { (counter(board.game.region_good(region), region.word())) }
        }
        @match tile {
            Some(Some(tile)) => (discovery(board.game.tile(*tile))),
            Some(None) => span.tile-back title="undiscovered" { (icon("unknown")) span.sr { "undiscovered" } },
            None => {}
        }
        (settlers(board, region))
        @if landers.len() > 1 { span.landers {
            @for (figure, key) in &landers {
                @let seat = board.to_act.unwrap_or(0);
                span.lander data-spot=(key) title={ (figure) " to " (title(region.word())) } { (pawn(seat, *figure, "landing")) }
            }
        } }
    };
    let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
    let mark = board.mark(format_args!("{}", settled(board, region)));
    html! {
        div class={ "place r-" (region) } data-mark=[mark] data-about=(region) data-spot=[legal] {
            (board.act_first(&actions, "region", &content))
        }
    }
}

/// Marks a region: a click puts a colonist of the seat in hand there.
fn settled(board: &Board<'_>, region: Region) -> String {
    let units = |seat: String, name: &str| {
        let at = format!("/players/{seat}/units/{region}");
        format!("{at}/0|{name}: colonists;{at}/1|{name}: soldiers")
    };
    let all = (0..board.position.players.len()).map(|seat| units(seat.to_string(), board.name(seat)));
    let all: Vec<String> = all.collect();
    // Where somebody lives, the discovery has been won.
    let (won, discovery) = match board.position.tiles.get(region) {
        Some(tile) => {
            let own = tile
                .map_or(String::new(), |tile| format!(";+/players/@/tiles#{}|Discovery won", tile.word()));
            let won = format!("-/tiles#{region}|Undiscovered;-/tiles_seen#{region}|Seen{own};");
            (won, format!(";/tiles/{region}|Discovery"))
        }
        None => (String::new(), format!(";/tiles#{region}|Undiscovered")),
    };
    let all = all.join(";");
    format!(
        "+/players/@/units/{region}/0|Colonists of the seat in hand;{won}{all}{discovery};/region_goods#{region}|Good"
    )
}

/// Lists the kinds of figures that the reader can land in a region as one act, each with its spot.
fn landers(board: &Board<'_>, region: Region) -> Vec<(Figure, String)> {
    let keys = Figure::ALL.into_iter().map(|figure| (figure, format!("land {region} {figure}")));
    keys.filter(|(_, key)| board.spot(key).is_some()).collect()
}

/// Draws who lives in a region: the seat with the most units first.
fn settlers(board: &Board<'_>, region: Region) -> Markup {
    let units = |seat: usize| board.position.players[seat].units.get(region).copied().unwrap_or_default();
    let mut seats: Vec<(usize, (u32, u32))> = (0..board.position.players.len())
        .map(|seat| (seat, units(seat)))
        .filter(|&(_, (plain, soldiers))| plain + soldiers > 0)
        .collect();
    seats.sort_by_key(|&(_, (plain, soldiers))| std::cmp::Reverse(plain + soldiers));
    let claim = u32::from(board.game.claim_units());
    let most = seats.first().map_or(0, |&(_, (plain, soldiers))| plain + soldiers);
    html! {
        @if !seats.is_empty() {
            span.settlers {
                @for (seat, (plain, soldiers)) in seats {
                    @let leads = plain + soldiers == most && most >= claim;
                    @let battle = format!("battle {region} {seat}");
                    @let class = format!("unit seat{seat}{}", if leads { " leads" } else { "" });
                    @let content = html! {
                        (badge(seat)) (crowd(seat, Figure::Colonist, plain, region.word())) (crowd(seat, Figure::Soldier, soldiers, region.word()))
                        @if leads { (icon("crown")) span.sr { "has the most units" } }
                    };
                    @if board.is_named(&battle) { (board.act(&battle, &class, &content)) } @else { span class=(class) { (content) } }
                }
            }
        }
    }
}

/// Draws the discovery cards, for which expeditions go beyond the map.
fn beyond(board: &Board<'_>) -> Markup {
    let won: usize = board.position.players.iter().map(|player| player.cards.len()).sum();
    let left = tradewinds_age_of_discovery::CardId::COUNT - won;
    html! {
        div.place.r-deck data-spot=[spot(board, "explore deck")] {
            (board.act("explore deck", "deck", &html! {
                span.stack aria-hidden="true" { span {} span {} span { (icon("compass")) } }
                span.name { "Beyond the map" } small title=(counted(left, "discovery card")) { (counted(left, "card")) }
            }))
        }
    }
}

fn market(board: &Board<'_>) -> Markup {
    html! {
        @if board.position.market.0.is_empty() { p.note { "No good is left." } }
        div.row { @for (good, count) in in_order(&board.position.market) {
            @let action = format!("take {good}");
            @let mark = board.mark(format_args!("-/market/{good};+/players/@/goods/{good};/market"));
            span.spot data-mark=[mark] data-spot=[spot(board, &action)] { (board.act(&action, "pick", &pile(good, "market", count))) }
        } }
    }
}

fn offer(board: &Board<'_>) -> Markup {
    html! {
        ul.devs { @for &name in &board.position.offer {
            @let action = format!("buy {name}");
            @let mark = format_args!("-/offer#{name};+/players/@/buildings#{name};/offer");
            li data-about=(name) data-spot=[spot(board, &action)] { (board.marked(mark, &board.act(&action, "dev", &building(board, name)))) }
        } }
    }
}

fn home(board: &Board<'_>, seat: usize) -> Markup {
    let player = &board.position.players[seat];
    html! {
        div.row.stats {
            (board.marked(format_args!("+/players/{seat}/money"), &money(player.money)))
            @if player.ships > 0 || board.asked.edits { span.stat title="ships" data-mark=[board.mark(format_args!("+/players/{seat}/ships"))] { (piece("ship").of("colour-oak").lies("ship", &format!("home {seat}")).times(player.ships)) b { "×" (player.ships) } span.sr { " " (noun(player.ships, "ship")) } } }
            (boxes::stats(board, seat))
        }
        @if !player.hand.0.is_empty() {
            div.zone.hand { span.label { "To place" } div.shelf {
                @for (name, count) in by_word(player.hand.iter()) {
                    span.kind data-mark=[board.mark(format_args!("+/players/{seat}/hand/{name};/players/{seat}/hand"))] title={ (counted(count, name.word())) } data-about=(name) {
                        @for _ in 0..count { (pawn(seat, name, &format!("home {seat}"))) }
                        span.sr { (counted(count, name.word())) }
                    }
                }
            } }
        }
        @if !player.goods.0.is_empty() {
            div.zone { span.label { "Goods" } div.shelf { @for (good, count) in in_order(&player.goods) { (board.marked(format_args!("+/players/{seat}/goods/{good};/players/{seat}/goods"), &pile(good, &format!("home {seat}"), count))) } } }
        }
        @if player.tiles.len() + player.cards.len() > 0 {
            div.zone { span.label { "Discoveries" } div.shelf {
                @for &tile in &player.tiles { span.find-mini data-mark=[board.mark(format_args!("/players/{seat}/tiles#{};/players/{seat}/tiles", tile.word()))] { span.worth { (board.game.tile(tile).vp) span.sr { " VP" } } } }
                @for &card in &player.cards { span.find-mini data-mark=[board.mark(format_args!("/players/{seat}/cards#{};/players/{seat}/cards", card.word()))] { small { (board.game.card_name(card)) } span.worth { (board.game.card(card).vp) span.sr { " VP" } } } }
            } }
        }
        @if !player.buildings.is_empty() { ul.owned { @for &name in &player.buildings { li data-about=(name) {
            (board.marked(format_args!("/players/{seat}/buildings#{name};/players/{seat}/buildings"), &html! { div.dev { (building(board, name)) } }))
        } } } }
    }
}
