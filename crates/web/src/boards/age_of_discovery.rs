//! The board of Age of Discovery.

use maud::{Markup, html};
use tradewinds_age_of_discovery::{
    AgeOfDiscovery, Building, EventBox, Figure, Find, Good, Named, PositionFile, Region, Slot,
};
use tradewinds_game::from_one;
use tradewinds_game::speech::capital;
use tradewinds_report::title;

use super::icons::{goods, icon};
use super::{Panel, badge, by_word, stat};

type Board<'a> = super::Board<'a, AgeOfDiscovery, PositionFile>;

/// The regions, from north to south, with their places on a grid of three columns.
const REGIONS: [(Region, &str); Region::COUNT] = [
    (Region::Canada, "at-1-2"),
    (Region::NewEngland, "at-1-3"),
    (Region::NewSpain, "at-2-1"),
    (Region::Florida, "at-2-2"),
    (Region::Caribbean, "at-2-3"),
    (Region::NewGranada, "at-3-1"),
    (Region::Brazil, "at-3-3"),
    (Region::Peru, "at-3-2"),
    (Region::Argentina, "at-4-2"),
];

const fn shape(figure: Figure) -> &'static str {
    match figure {
        Figure::Colonist => "person",
        Figure::Captain => "anchor",
        Figure::Merchant => "scales",
        Figure::Missionary => "cross",
        Figure::Soldier => "sword",
    }
}

/// Draws a seat's figure.
fn figure(seat: u32, name: Figure) -> Markup {
    let number = seat + 1;
    html! { span class={ "figure seat" (seat) } { (icon(shape(name))) b aria-hidden="true" { (number) } span.sr { (name) " of seat " (number) } } }
}

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 12] = [
    ("coin", "dollars"),
    ("ship", "ships"),
    ("compass", "VP of discoveries"),
    ("flag", "VP of regions"),
    ("person", "colonists"),
    ("anchor", "captains"),
    ("scales", "merchants"),
    ("cross", "missionaries"),
    ("sword", "soldiers"),
    ("hammer", "training: a colonist becomes a specialist"),
    ("house", "a capital building"),
    ("unknown", "not discovered yet"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let price = board.game.price_in(board.position.turn as u8);
    let mut panels = vec![
        Panel::new("events", html! { "Event boxes" }, boxes(board)),
        Panel::new("map", html! { "The New World" }, map(board)),
        Panel::new("market", html! { "Goods market" }, market(board)),
        Panel::new("offer", html! { "Capital buildings, " (price) " dollars each" }, offer(board)),
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

/// Draws buttons for the figures that can be put on a box.
fn placements(board: &Board<'_>, place: &str) -> Markup {
    html! {
        span.placements { @for figure in Figure::ALL {
            @let action = format!("{figure} {place}");
            @if board.offers.iter().any(|offer| offer.action == action) {
                (board.act(&action, "put", &html! { (icon(shape(figure))) span.sr { (figure) } }))
            }
        } }
    }
}

fn event_box(board: &Board<'_>, title: &str, place: &str, content: &Markup) -> Markup {
    html! { div.event { h3 { (title) } div.row { (content) } (placements(board, place)) } }
}

/// Draws the seats of a list as figures.
fn row_of(seats: &[u32]) -> Markup {
    html! { @for &seat in seats { (figure(seat, Figure::Colonist)) } }
}

fn boxes(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let dock = html! {
        @for (space, &(seat, landing)) in position.dock.iter().enumerate() {
            (board.act(&format!("advance {}", from_one(space)), "inline", &figure(seat, landing)))
        }
        @for _ in position.dock.len()..board.game.dock_spaces() { span.space {} }
        @for (owner, letter) in [(position.dock_x, "X"), (position.dock_y, "Y")] {
            @if let Some(seat) = owner { span.tag { (letter) " " (figure(seat, Figure::Colonist)) } }
        }
    };
    let shipping = html! {
        @for (seat, player) in position.players.iter().enumerate() {
            @if player.shipping > 0 { span.tag { (badge(seat)) " " (player.shipping) } }
        }
        @if position.ship_in_box { (stat("ship", "a ship to win", 1)) }
    };
    let discovery = html! {
        @for (seat, player) in (0..).zip(&position.players) {
            @let sent = &player.discovery;
            @for (name, count) in [(Figure::Captain, sent.captain), (Figure::Colonist, sent.other), (Figure::Soldier, sent.soldier)] {
                @if count > 0 { span.tag { (figure(seat, name)) "×" (count) } }
            }
        }
    };
    html! {
        div.boxes {
            (event_box(board, "Initiative", "initiative", &row_of(&position.initiative_box)))
            (event_box(board, "Colonist Dock", "dock", &dock))
            (event_box(board, "Trade Goods", "goods", &row_of(&position.goods_box)))
            (event_box(board, "Merchant Shipping", "shipping", &shipping))
            (event_box(board, "Capital Buildings", "capital", &row_of(&position.capital_box)))
            (event_box(board, "Discovery", "discovery", &discovery))
            div.event.specialists { h3 { "Specialists" } div.row {
                @for slot in Slot::ALL {
                    @let (shape, place) = slot_of(slot);
                    span.slot { (icon(shape)) span.sr { (slot) }
                        @if let Some(&seat) = position.specialists_box.get(slot) { (badge(seat as usize)) }
                        (placements(board, place))
                    }
                }
            } }
            (event_box(board, "Warfare", "warfare", &row_of(&position.warfare_box)))
        }
    }
}

/// Returns the icon of a slot of Specialists, and its box in the notation of a placement.
const fn slot_of(slot: Slot) -> (&'static str, &'static str) {
    let place = EventBox::of_slot(slot).word();
    match slot {
        Slot::Captain => (shape(Figure::Captain), place),
        Slot::Merchant => (shape(Figure::Merchant), place),
        Slot::Missionary => (shape(Figure::Missionary), place),
        Slot::Soldier => (shape(Figure::Soldier), place),
        Slot::Training => ("hammer", place),
    }
}

fn map(board: &Board<'_>) -> Markup {
    let position = &board.position;
    html! {
        div.regions {
            @for (region, place) in REGIONS {
                @let tile = position.tiles.get(region);
                @let actions = ["land", "explore", "discover", "reinforce"].map(|verb| format!("{verb} {region}"));
                @let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
                (board.act_first(&actions, &format!("region {place}{}", if tile.is_some() { " unknown" } else { "" }), &html! {
                    span.name { (title(region.word())) }
                    span.good-of { (capital(board.game.region_good(region).word())) @if !position.region_goods.contains(&region) { " (taken)" } }
                    @match tile {
                        Some(Some(tile)) => span.tag { (natives(board.game.tile(*tile))) },
                        Some(None) => span.tag { (icon("unknown")) " undiscovered" },
                        None => {}
                    }
                    span.units { @for (seat, player) in position.players.iter().enumerate() {
                        @if let Some(&(plain, soldiers)) = player.units.get(region) {
                            span class={ "unit seat" (seat) } { (badge(seat)) @if plain > 0 { " " (plain) (icon("person")) } @if soldiers > 0 { " " (soldiers) (icon("sword")) } }
                        }
                    } }
                }))
            }
        }
        div.row {
            (board.act("explore deck", "inline", &html! { (icon("card")) " Discovery cards beyond the map" }))
            (battles(board))
        }
    }
}

/// Draws what an expedition meets and wins.
fn natives(find: Find) -> Markup {
    let Find { natives, vp, money, plunder } = find;
    html! { (natives) " natives, " (vp) " VP, $" (money) "+" (plunder) " a soldier" }
}

/// Draws the conflicts that can be begun.
fn battles(board: &Board<'_>) -> Markup {
    html! {
        @for offer in board.offers.iter().filter(|offer| offer.action.starts_with("battle ") || offer.action.starts_with("war ")) {
            (board.act(&offer.action, "inline", &html! { (icon("sword")) " " (offer.order) }))
        }
    }
}

/// Lists goods in the order of the table.
fn in_order(goods: &Named<Good, u32>) -> impl Iterator<Item = (Good, u32)> {
    Good::ALL.into_iter().filter_map(|good| Some((good, *goods.get(good)?)))
}

fn market(board: &Board<'_>) -> Markup {
    html! {
        div.row { @for (good, count) in in_order(&board.position.market) {
            (board.act(&format!("take {good}"), "pick", &goods(good.word(), "barrel", count)))
        } }
    }
}

fn offer(board: &Board<'_>) -> Markup {
    html! {
        ul.devs { @for &building in &board.position.offer {
            li { (board.act(&format!("buy {building}"), "dev", &described(building))) }
        } }
    }
}

/// Draws the name of a building, and what it does.
fn described(building: Building) -> Markup {
    html! { (icon("house")) span.what { b { (title(building.word())) } small { (effect(building)) } } }
}

/// Describes a building in a few words.
const fn effect(building: Building) -> &'static str {
    match building {
        Building::Settlers => "+1 colonist each turn",
        Building::Monastery => "+1 missionary each turn",
        Building::TradeRoutes | Building::Marketplace => "+1 merchant each turn",
        Building::TrainingGrounds | Building::MilitaryAcademy | Building::Fortress => "+1 soldier each turn",
        Building::IndenturedServitude => "a colonist on dock space X each turn",
        Building::Conquistador => "a soldier to Discovery each turn",
        Building::Navigator => "a captain to Discovery each turn",
        Building::IncaEmpire => "$20 once",
        Building::TradingPost => "$5 each turn",
        Building::Cartography => "a free discovery; 4 VP",
        Building::IndianAllies => "two soldiers once",
        Building::Privateers => "$1 from each player for each ship, each turn",
        Building::ShipYards => "+1 captain each turn",
        Building::Cathedral => "missionaries bring one more colonist",
        Building::Taxation => "$10 each turn; 2 VP",
        Building::University => "one figure to the front, once; 5 VP",
        Building::WestIndiesCompany => "a trade good each turn",
        Building::ColonizationLaws => "a colonist on dock space Y each turn",
        Building::RumDistillery => "$3 for each sugar, each turn",
        Building::Stable => "may move a soldier each turn",
        Building::Militia => "a soldier more in defence",
        Building::Mercantilism => "1 VP for each trade good",
        Building::Population => "1 VP for 2 units",
        Building::Navy => "VP for each ship",
        Building::Power => "2 VP for each soldier",
        Building::Prosperity => "2 VP for each building",
        Building::Glory => "2 VP for each region with a unit",
        Building::Wealth => "1 VP for each $5",
        Building::Migration => "may move 2 colonists each turn",
        Building::Factory => "$25 each turn; 5 VP",
    }
}

fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (game, player) = (board.game, &board.position.players[seat]);
    let finds = player
        .tiles
        .iter()
        .map(|&tile| game.tile(tile))
        .chain(player.cards.iter().map(|&card| game.card(card)));
    let won: u32 = finds.map(|find| u32::from(find.vp)).sum();
    let names: Vec<&str> = player.cards.iter().map(|&card| game.card_name(card)).collect();
    html! {
        div.row.stats {
            (stat("coin", "dollars", player.money))
            (stat("ship", "ships", player.ships))
            (stat("compass", "VP of discoveries", won))
            (stat("flag", "VP of regions", player.region_vp.iter().sum::<u32>()))
        }
        @if !player.hand.0.is_empty() {
            div.zone { span.label { "To place" } div.row { @for (name, count) in by_word(player.hand.iter()) { span.tag { (figure(seat as u32, name)) " " (count) " " (name) } } } }
        }
        @if !player.goods.0.is_empty() {
            div.zone { span.label { "Goods" } div.row { @for (good, count) in in_order(&player.goods) { (goods(good.word(), "barrel", count)) } } }
        }
        @if !player.buildings.is_empty() { ul.owned { @for &building in &player.buildings { li.dev { (described(building)) } } } }
        @if !names.is_empty() { p.note { "Discovery cards: " (names.join(", ")) } }
    }
}
