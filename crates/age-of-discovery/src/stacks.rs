//! The hidden orders of buildings and cards, shuffled from what is left of them.

use tradewinds_game::kit::Bits;
use tradewinds_game::{Dice, shuffle};

use crate::buildings;
use crate::packed::Order;
use crate::words::{Building, CardId};

/// Shuffles a set of buildings of an age; returns the stack and its length.
pub(crate) fn shuffled_stack<D: Dice + ?Sized>(age: usize, set: u64, dice: &mut D) -> (Order, u8) {
    let mut stack = [0; 16];
    let mut len = 0;
    for building in buildings::list(set) {
        stack[len] = (building.index() - Building::AGES[age]) as u8;
        len += 1;
    }
    shuffle(&mut stack[..len], dice);
    (Order::from_slice(&stack[..len]), len as u8)
}

/// Shuffles the cards that are not won; returns the deck and its length.
pub(crate) fn shuffled_deck<D: Dice + ?Sized>(won: u16, dice: &mut D) -> (Order, u8) {
    let mut deck = [0; CardId::COUNT];
    let mut len = 0;
    for card in Bits(u64::from(!won)) {
        deck[len] = card as u8;
        len += 1;
    }
    shuffle(&mut deck[..len], dice);
    (Order::from_slice(&deck[..len]), len as u8)
}
