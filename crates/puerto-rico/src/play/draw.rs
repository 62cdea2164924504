//! Draws of an option of a mask, without making a list.

use tradewinds_game::Dice;
use tradewinds_game::kit::{Kinds8, Ranked, draw_index};

/// Draws one of some kinds.
#[inline]
pub(super) fn any_of<D: Dice + ?Sized>(kinds: Kinds8, dice: &mut D) -> usize {
    kinds.at(draw_index(dice, kinds.count() as u32))
}

/// Draws one of the set bits of a mask.
#[inline]
pub(super) fn any_bit<D: Dice + ?Sized>(mask: u32, dice: &mut D) -> usize {
    if mask.is_power_of_two() {
        return mask.trailing_zeros() as usize;
    }
    let mask = Ranked::new(mask);
    mask.at(dice.below(mask.count()))
}
