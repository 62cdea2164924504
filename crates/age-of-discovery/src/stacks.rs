//! The hidden orders of buildings and cards, shuffled from what is left of them.

use tradewinds_game::Dice;
use tradewinds_game::kit::Bits;

use crate::buildings::SECOND_SETTLERS;
use crate::packed::Order;
use crate::words::{Building, CardId};

/// Shuffles a set of buildings of an age; returns the stack and its length.
#[inline]
pub(crate) fn shuffled_stack<D: Dice + ?Sized>(age: usize, set: u64, dice: &mut D) -> (Order, u8) {
    let mut stack = [0; 16];
    // The second copy of Settlers stands first, with the number 0 as the other one.
    let mut len = usize::from(set & SECOND_SETTLERS != 0);
    for building in Bits((set & !SECOND_SETTLERS) >> Building::AGES[age]) {
        stack[len % stack.len()] = building as u8;
        len += 1;
    }
    (Order::shuffled(stack, len, dice), len as u8)
}

/// Shuffles the cards that are not won; returns the deck and its length.
pub(crate) fn shuffled_deck<D: Dice + ?Sized>(won: u16, dice: &mut D) -> (Order, u8) {
    let mut deck = [0; CardId::COUNT];
    let mut len = 0;
    // Bits of a wide word cost less to list than those of a `u16`.
    for card in Bits(u64::from(!won)) {
        deck[len % deck.len()] = card as u8;
        len += 1;
    }
    (Order::shuffled(deck, len, dice), len as u8)
}
