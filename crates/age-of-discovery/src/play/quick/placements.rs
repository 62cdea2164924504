//! The random placement in a loop, without a branch for the box or the figure: which ones are drawn cannot be predicted,
//! and more than half of all decisions are placements.

use crate::AgeOfDiscovery;
use crate::box_list::BoxList;
use crate::packed::SeatList;
use crate::state::{INITIATIVE_SEATS, State};
use crate::words::{EventBox, Figure, Slot};
use tradewinds_game::kit::{MaybeSeat, draw_index};
use tradewinds_game::{Dice, Seat};

/// As many places for boxes as four bits number, so that an index needs no check.
const PLACES: usize = 16;

/// The boxes of which only the seats of their figures are kept.
const LISTED: u32 = (1 << EventBox::COUNT)
    - 1
    - (1 << EventBox::Dock.index())
    - (1 << EventBox::Shipping.index())
    - (1 << EventBox::Discovery.index());

/// The boxes during a placement.
struct Boxes {
    /// The seats in the listed boxes, in order; specialists' slots have those of this placement.
    lists: [SeatList; PLACES],
    /// The spaces of each box.
    spaces: [usize; PLACES],
}

impl Boxes {
    fn new(game: &AgeOfDiscovery, state: &State) -> Self {
        let rules = &game.rules;
        let mut boxes = Self { lists: [SeatList::default(); PLACES], spaces: [1; PLACES] };
        for (place, list, spaces) in [
            (EventBox::Initiative, state.initiative_box, rules.initiative_spaces),
            (EventBox::Goods, state.goods_box, rules.goods_spaces),
            (EventBox::Capital, state.capital_box, rules.capital_spaces),
            (EventBox::Warfare, state.warfare_box, rules.warfare_spaces),
        ] {
            boxes.lists[place.index()] = list;
            boxes.spaces[place.index()] = usize::from(spaces);
        }
        boxes
    }

    /// Puts a figure of the seat to move into a box, as [`AgeOfDiscovery::put`] does.
    #[inline(always)]
    fn put(&mut self, game: &AgeOfDiscovery, state: &mut State, figure: Figure, place: EventBox) {
        let (seat, index) = (state.to_move, place.index() % PLACES);
        let is = |other: EventBox| place as u8 == other as u8;
        let player = state.current_mut();
        player.hand.take(figure.index());
        player.shipping += u8::from(is(EventBox::Shipping)) * game.rules.shipping[figure];
        let explores = u8::from(is(EventBox::Discovery));
        let captain = u8::from(figure as u8 == Figure::Captain as u8);
        let soldier = u8::from(figure as u8 == Figure::Soldier as u8);
        player.captains += explores & captain;
        player.explorers += explores & soldier;
        player.others += explores & !(captain | soldier);
        state.dock.push_if(is(EventBox::Dock), seat, super::super::placement::on_dock(figure));
        let list = &mut self.lists[index];
        list.push_if(LISTED >> index & 1 != 0, seat);
        let dock_is_full = state.dock.len() >= usize::from(game.rules.dock_spaces);
        let full = (list.len() >= self.spaces[index]) | (is(EventBox::Dock) & dock_is_full);
        state.open &= !(u32::from(full) << index);
        state.open |= u32::from(is(EventBox::Initiative)) << (INITIATIVE_SEATS + seat.index() as u32);
    }

    /// Writes the lists back.
    fn store(&self, state: &mut State) {
        let list = |place: EventBox| self.lists[place.index()];
        state.initiative_box = list(EventBox::Initiative);
        state.goods_box = list(EventBox::Goods);
        state.capital_box = list(EventBox::Capital);
        state.warfare_box = list(EventBox::Warfare);
        for slot in Slot::ALL {
            let placed = list(EventBox::of_slot(slot));
            if !placed.is_empty() {
                state.specialists[slot] = MaybeSeat::some(placed.first());
            }
        }
    }
}

/// Plays the rest of the placement, at most `most` decisions; returns their number.
#[inline(never)]
pub(super) fn random_placements<D: Dice + ?Sized>(
    game: &AgeOfDiscovery,
    state: &mut State,
    most: u32,
    dice: &mut D,
) -> u32 {
    if most == 1 || game.rules.university_one_step {
        let (figure, place) = any_placement(game, state, dice);
        game.place(state, figure, place, dice);
        return 1;
    }
    let players = game.rules.players;
    // A bit for each place in turn order whose seat has figures.
    let has_figures = |seat: Seat| u32::from(!state.players[seat.index()].hand.is_empty());
    let mut left = state.order[..players].iter().rev().fold(0, |left, &seat| left << 1 | has_figures(seat));
    let (mut at, mut played, mut boxes) = (u32::from(state.at), 0, Boxes::new(game, state));
    loop {
        let (figure, place) = any_placement(game, state, dice);
        boxes.put(game, state, figure, place);
        played += 1;
        left &= !(u32::from(state.current().hand.is_empty()) << at);
        if left == 0 {
            break;
        }
        let next = at + 1 + ((left | left << players) >> (at + 1)).trailing_zeros();
        at = if next < players as u32 { next } else { next - players as u32 };
        (state.to_move, state.at) = (state.order[at as usize], at as u8);
        if played == most {
            break;
        }
    }
    boxes.store(state);
    if left == 0 {
        game.begin_resolution(state, dice);
    }
    played
}

/// Draws a figure of the hand and an open box.
#[inline(always)]
fn any_placement<D: Dice + ?Sized>(game: &AgeOfDiscovery, state: &State, dice: &mut D) -> (Figure, EventBox) {
    let (hand, boxes) = (state.current().hand, BoxList::new(game.open_boxes(state)));
    let nth = draw_index(dice, hand.kind_count() * boxes.len());
    let kind = boxes.quotient(nth);
    (hand.kind(kind), boxes.get(nth - kind * boxes.len()))
}
