//! What all players of Puerto Rico share: ships, the trading house, plantations, the supply.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_puerto_rico::{Building, Decision, Good, PlayerFile, Tile};

use super::super::icons::{barrel, good, heap};
use super::super::pieces::piece;
use super::super::{by_word, count, heap_of};
use super::Board;

pub(super) fn ships(board: &Board<'_>) -> Markup {
    html! {
        div.fleet.water {
            @for (spaces, cargo) in &board.position.ships {
                @let size: u32 = spaces.parse().unwrap_or(0);
                @let load = cargo.first_key_value().map(|(kind, &count)| (*kind, count));
                @let loads: Vec<String> = in_question(board, load.unzip().0).map(|kind| format!("ship {kind} {spaces}")).collect();
                (board.marked(format_args!("{}", goods_at(&format!("/ships/{spaces}"), load.unzip().0)), &loading(board, &loads, &vessel(size, load))))
            }
            @let wharf: Vec<String> = in_question(board, None).map(|kind| format!("wharf {kind}")).collect();
            @if board.position.step.decision == Decision::Load && has_wharf(board) {
                (loading(board, &wharf, &html! { span.hull { span.size { "Your wharf" } } }))
            }
        }
    }
}

/// Marks a place of goods: a click adds one of the good that lies there.
fn goods_at(place: &str, lies: Option<Good>) -> String {
    let lies = lies.map(|kind| format!("+{place}/{kind}"));
    let all = Good::ALL.iter().map(|kind| format!("{place}/{kind}"));
    lies.into_iter().chain(all).collect::<Vec<_>>().join(";")
}

/// Lists goods, those first that a reader wants to load on a ship that carries a kind: that one, then those that it has.
fn in_question(board: &Board<'_>, aboard: Option<Good>) -> impl Iterator<Item = Good> {
    let own = board.shown.reader().map(|reader| &board.position.players[reader.index()].goods);
    let mut goods = Good::ALL;
    goods.sort_by_key(|&kind| (aboard != Some(kind), own.is_none_or(|own| count(own, kind) == 0)));
    goods.into_iter()
}

/// Returns whether the reader decides and has a wharf.
fn has_wharf(board: &Board<'_>) -> bool {
    let own = board.shown.reader().filter(|reader| board.to_act == Some(reader.index()));
    own.is_some_and(|own| board.position.players[own.index()].buildings.contains_key(&Building::Wharf))
}

fn is_offered(board: &Board<'_>, action: &str) -> bool {
    board.offers.iter().any(|offer| offer.action == action)
}

/// Draws a cargo ship with the spaces of its hold.
fn vessel(size: u32, load: Option<(Good, u32)>) -> Markup {
    let at = format!("ship {size}");
    let (kind, loaded) = load.unzip();
    let loaded = loaded.unwrap_or(0);
    html! {
        span.sails aria-hidden="true" { svg viewBox="0 0 100 34" preserveAspectRatio="xMidYMax meet" { use href="#p-sails" {} } span.size { (size) } }
        span.hull {
            span.hold role="img" aria-label={ "A ship of " (counted(size, "space")) ", " @match kind { Some(kind) => { (loaded) " " (kind) }, None => "empty" } } {
                @for space in 0..size {
                    @match kind { Some(kind) if space < loaded => (barrel(kind.word(), &at)), _ => span.space {} }
                }
            }
        }
    }
}

/// Draws a ship that can be loaded: as one button if one kind can go there, otherwise with a button for each kind.
fn loading(board: &Board<'_>, loads: &[String], vessel: &Markup) -> Markup {
    let all: Vec<&str> = loads.iter().map(String::as_str).collect();
    let loads: Vec<&str> = all.iter().copied().filter(|load| is_offered(board, load)).collect();
    html! {
        @if loads.len() < 2 { (board.act_first(&all, "vessel", vessel)) } @else {
            div.vessel {
                (vessel)
                span.loads {
                    @for load in loads {
                        @let kind = load.split(' ').nth(1).unwrap_or_default();
                        (board.act(load, "pick", &good(kind, "barrel")))
                    }
                }
            }
        }
    }
}

pub(super) fn trading_house(board: &Board<'_>) -> Markup {
    let (rules, house) = (board.game.rules(), &board.position.trading_house);
    let spaces = u32::from(rules.trading_house_spaces);
    html! {
        div.trading-house {
            span.roof aria-hidden="true" {}
            span.hold role="img" data-mark=[board.mark(format_args!("{}", goods_at("/trading_house", None)))] aria-label={ (house.values().sum::<u32>()) " of " (counted(spaces, "space")) " taken" } {
                @for (kind, count) in by_word(house) { @for _ in 0..count { (barrel(kind.word(), "house")) } }
                @for _ in house.values().sum()..spaces { span.space {} }
            }
        }
        ul.prices {
            @for kind in Good::ALL {
                @let action = format!("sell {kind}");
                @let gain = board.price_of(&action).map_or(i64::from(rules.prices[kind]), |price| -price);
                @let class = if gain > i64::from(rules.prices[kind]) { "cost more" } else { "cost" };
                @let price = board.act(&action, "price plank", &html! { (good(kind.word(), "barrel")) span class=(class) { (gain) } });
                li data-about=(kind) { (board.marked(format_args!("+/trading_house/{kind}"), &price)) }
            }
        }
    }
}

pub(super) fn tiles(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let may = position.step.decision == Decision::Tile;
    let on_islands =
        |tile: Tile| -> u32 { position.players.iter().map(|player| count(&player.tiles, tile)).sum() };
    let left = |tile: Tile| u32::from(rules.tiles[tile]).saturating_sub(on_islands(tile));
    let discards: u32 = position.discards.values().sum();
    let plantations: u32 = Good::ALL.iter().map(|good| left(good.tile())).sum();
    let face_down = plantations.saturating_sub(position.face_up.values().sum::<u32>() + discards);
    html! {
        ul.fields {
            @for kind in Good::ALL {
                @for _ in 0..count(&position.face_up, kind) {
                    @let mark = format_args!("-/face_up/{kind};+/players/@/tiles/{kind};/face_up;/discards");
                    li data-about=(kind) { (board.marked(mark, &board.act_when(may, &format!("take {kind}"), "field", &field(kind.word(), "row", None)))) }
                }
            }
            @let quarry = board.act_when(may, "take quarry", "field", &html! { (field("quarry", "row", Some(left(Tile::Quarry)))) b.times { "×" (left(Tile::Quarry)) } });
            li data-about="quarry" { (board.marked(format_args!("+/players/@/tiles/quarry"), &quarry)) }
            li { (board.marked(format_args!("/face_up;/discards"), &board.act("draw", "field", &html! { (piece("pile")) b.times { "×" (face_down) } span.sr { "face down" } }))) }
        }
        div.note data-mark=[board.mark(format_args!("/discards"))] { (discards) " discarded" }
    }
}

/// Draws a plantation or a quarry.
pub(super) fn field(kind: &str, at: &str, heap: Option<u32>) -> Markup {
    let kinds = format!("tile {kind}");
    let tile = piece(kind).about(kind).lies(&kinds, at);
    html! { @match heap { Some(count) => (tile.times(count)), None => (tile) } }
}

pub(super) fn supply(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let players = &position.players;
    let colonists = |player: &PlayerFile| {
        player.san_juan + player.occupied.values().sum::<u32>() + player.buildings.values().sum::<u32>()
    };
    let ship = position.colonist_ship;
    let out = ship + players.iter().map(colonists).sum::<u32>();
    let chips: i64 = players.iter().map(|player| i64::from(player.vp)).sum();
    let chips = u32::try_from(i64::from(rules.victory_points) - chips).unwrap_or(0);
    let coins: u32 =
        players.iter().map(|player| player.doubloons).chain(position.role_doubloons.values().copied()).sum();
    let barrels = |kind: Good| {
        let held: u32 = players.iter().map(|player| count(&player.goods, kind)).sum();
        let shipped: u32 = position.ships.values().map(|cargo| count(cargo, kind)).sum();
        let sold = count(&position.trading_house, kind);
        u32::from(rules.goods[kind]).saturating_sub(held + shipped + sold)
    };
    html! {
        div.row { @for kind in Good::ALL {
            @let take = board.act_when(position.step.decision == Decision::CraftBonus, &format!("take {kind}"), "pick", &heap(kind.word(), "supply", barrels(kind)));
            (board.marked(format_args!("+/players/@/goods/{kind}"), &take))
        } }
        div.row {
            span.colonist-ship.water role="img" data-mark=[board.mark(format_args!("+/colonist_ship;/colonist_shortage"))] aria-label={ (counted(ship, "colonist")) " on the colonist ship" } title="colonists on the colonist ship" {
                (piece("ship").of("colour-oak tall"))
                @for _ in 0..ship { (piece("disc").of("colour-people").lies("disc", "colonist ship")) }
            }
            (board.marked(format_args!("+/players/@/san_juan"), &heap_of("disc", "colour-people", "colonists left", "supply", u32::from(rules.colonists).saturating_sub(out))))
            (board.marked(format_args!("+/players/@/vp"), &heap_of("chip", "", "VP chips left", "supply", chips)))
            // The bank has no bottom: as a heap it only has to get smaller when somebody gets a doubloon.
            span.stat data-mark=[board.mark(format_args!("+/players/@/doubloons"))] { (piece("coin").lies("coin", "bank").times(BANK.saturating_sub(coins))) small { "bank" } }
        }
    }
}

/// More doubloons than players ever hold.
const BANK: u32 = 1_000;
