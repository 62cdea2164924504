//! The placement of colonists as one act.

use std::cmp::Reverse;

use tradewinds_game::kit::Bits;
use tradewinds_game::speech::capital;
use tradewinds_game::{Joint, Pieces, Pile, Put, Seat, Spot};

use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State, slot};

/// Describes what is left of the placement of the player who decides.
pub(super) fn of(game: &PuertoRico, state: &State) -> Option<Joint> {
    if state.decision != Decision::Place {
        return None;
    }
    let here = usize::from(state.detail);
    let slots = 1 << here | state.rest;
    let spots = Bits(slots)
        .map(|slot| {
            let name = slot::word(slot);
            Spot::new(name, capital(name), state.current().slot_circles(slot))
        })
        .collect();
    let colonists = state.current().san_juan.min(game.circles_of(state, slots));
    let order = order(game, state, slots);
    let pile = Pile { noun: "colonist", least: colonists, most: colonists, spots, order };
    let prompt = "Mayor: place your colonists".to_owned();
    Some(Joint { name: "placement".to_owned(), prompt, piles: vec![pile] })
}

/// Orders the slot types as a player fills them who wants goods first: corn, which needs no building, a plantation and a
/// circle of its building in turn, the dearest good first, quarries, then the violet buildings.
fn order(game: &PuertoRico, state: &State, slots: u32) -> Vec<usize> {
    let circles = |slot: usize| if slots >> slot & 1 == 0 { 0 } else { state.current().slot_circles(slot) };
    let mut goods = Good::ALL;
    goods.sort_by_key(|&good| (good != Good::Corn, Reverse(game.rules.prices[good])));
    let mut order: Vec<usize> = Vec::new();
    for good in goods {
        let tile = good.tile().index();
        let buildings = Building::ALL.into_iter().filter(|building| building.good() == Some(good));
        let mut works = buildings.flat_map(|building| {
            let slot = Tile::COUNT + building.index();
            std::iter::repeat_n(slot, usize::from(circles(slot)))
        });
        for _ in 0..circles(tile) {
            match works.next() {
                Some(work) => order.extend([tile, work]),
                None if good == Good::Corn => order.push(tile),
                None => {}
            }
        }
    }
    let quarry = Tile::Quarry.index();
    order.extend(std::iter::repeat_n(quarry, usize::from(circles(quarry))));
    for building in Building::ALL.into_iter().filter(|building| building.good().is_none()) {
        let slot = Tile::COUNT + building.index();
        order.extend(std::iter::repeat_n(slot, usize::from(circles(slot))));
    }
    let place = |slot: usize| Bits(slots).position(|other| other == slot);
    order.into_iter().filter_map(place).collect()
}

/// Returns what an action of the placement puts.
pub(super) fn put(state: &State, action: Action) -> Put {
    match action {
        Action::Place(count) => Put::new(slot::word(usize::from(state.detail)), count),
        _ => Put::default(),
    }
}

/// Returns where a player's colonists are at work.
pub(super) fn stood(state: &State, seat: Seat) -> Pieces {
    let player = &state.players[seat.index()];
    let placed = Bits(player.slots()).map(|slot| (slot::word(slot).to_owned(), player.placed_on(slot)));
    placed.collect()
}
