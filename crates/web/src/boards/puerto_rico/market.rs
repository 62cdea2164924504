//! The buildings of Puerto Rico, as they lie on their board.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_game::speech::capital;
use tradewinds_puerto_rico::{Building, Rules};

use super::super::noun;
use super::super::pieces::piece;
use super::Board;

/// Describes a building in a few words.
fn about(building: Building, rules: &Rules) -> String {
    let number = rules.effect(building);
    let words = match building {
        Building::SmallIndigoPlant | Building::IndigoPlant => "makes indigo",
        Building::SmallSugarMill | Building::SugarMill => "makes sugar",
        Building::TobaccoStorage => "makes tobacco",
        Building::CoffeeRoaster => "makes coffee",
        Building::SmallMarket | Building::LargeMarket => {
            return format!("+{} with a sale", counted(number, "doubloon"));
        }
        Building::SmallWarehouse | Building::LargeWarehouse => {
            return format!("keep all of {}", counted(number, "kind"));
        }
        Building::Harbor => return format!("+{number} VP with each load"),
        Building::Hacienda => "an extra plantation from the pile",
        Building::ConstructionHut => "a quarry instead of a plantation",
        Building::Hospice => "a colonist with a new tile",
        Building::Office => "sell what is in the house already",
        Building::Factory => "doubloons for different goods",
        Building::University => "a colonist with a new building",
        Building::Wharf => "an own ship",
        Building::GuildHall => "VP for production buildings",
        Building::Residence => "VP for filled island spaces",
        Building::Fortress => "VP for colonists",
        Building::CustomsHouse => "VP for VP chips",
        Building::CityHall => "VP for violet buildings",
    };
    words.to_owned()
}

/// Returns the classes of a building: the colour of its good, or violet.
pub(super) fn facade(building: Building) -> String {
    building.good().map_or("building violet".to_owned(), |good| format!("building g-{good}"))
}

/// Draws the places of colonists: those that are there first.
pub(super) fn rings(places: u32, filled: u32, at: &str) -> Markup {
    html! {
        @for place in 0..places {
            span.ring { @if place < filled { (piece("disc").of("colour-people").lies("disc", at)) } }
        }
    }
}

/// Draws the building board: a column for each number of quarries that count, the price growing downwards.
pub(super) fn market(board: &Board<'_>) -> Markup {
    let rules = board.game.rules();
    html! {
        div.columns {
            @for place in 1..=4 {
                div.column {
                    h3 { "Up to " (place) @if place == 1 { " quarry" } @else { " quarries" } }
                    ul {
                        @let mut column: Vec<Building> = Building::ALL.into_iter().filter(|building| rules.column[*building] == place).collect();
                        ({ column.sort_by_key(|&building| rules.cost[building]); "" })
                        @for building in column { li { (sale(board, building)) } }
                    }
                }
            }
        }
    }
}

fn sale(board: &Board<'_>, building: Building) -> Markup {
    let rules = board.game.rules();
    let owned =
        board.position.players.iter().filter(|player| player.buildings.contains_key(&building)).count();
    let left = u32::from(rules.copies[building]).saturating_sub(owned as u32);
    let class = format!(
        "sale {}{}{}",
        facade(building),
        if building.spaces() > 1 { " large" } else { "" },
        if left == 0 { " gone" } else { "" }
    );
    let mine = board
        .shown
        .reader()
        .is_some_and(|reader| board.position.players[reader.index()].buildings.contains_key(&building));
    let action = format!("build {building}");
    let tile = board.act(
        &action,
        &class,
        &html! {
            (cost(board, building, board.price_of(&action)))
            span.what { b { (capital(building.word())) } small { (about(building, rules)) } }
            span.staff { (rings(u32::from(rules.circles[building]), 0, "")) }
            span.worth { (rules.vp[building]) span.sr { " VP" } }
            span.left { @if mine { "yours" } @else { "×" (left) } }
        },
    );
    let mark = board.mark(format_args!("~/players/@/buildings#{building}"));
    html! { div.stock data-mark=[mark] data-about=(building) data-piece=(building) data-at="market" data-heap=(left) { (tile) } }
}

/// Draws what a building costs: while the reader builds, what it pays now, and of how much.
fn cost(board: &Board<'_>, building: Building, price: Option<i64>) -> Markup {
    let printed = i64::from(board.game.rules().cost[building]);
    let has = board.shown.reader().map_or(0, |reader| board.position.players[reader.index()].doubloons);
    html! {
        @match price {
            None => span.cost { (printed) span.sr { " " (noun(printed, "doubloon")) } },
            Some(price) => span.pays {
                span class={ "cost" @if price < printed { " less" } } { (price) }
                small { @if price < printed { s { span.sr { " instead of " } (printed) } " " } "of " (has) } span.sr { " " (noun(has, "doubloon")) }
            },
        }
    }
}
