//! Draws that every game's quick random step makes.

use crate::Dice;

/// Draws an index below `n`, without a throw if 0 is the only one.
#[inline]
pub fn draw_index<D: Dice + ?Sized>(dice: &mut D, n: u32) -> u32 {
    dice.index(n)
}

#[cfg(test)]
mod tests {
    use super::draw_index;
    use crate::{CountingDice, Seed};

    #[test]
    fn a_single_index_takes_no_throw() {
        let mut rng = Seed(1).rng();
        let mut dice = CountingDice::new(&mut rng);
        assert_eq!((draw_index(&mut dice, 0), draw_index(&mut dice, 1), dice.throws()), (0, 0, 0));
        assert!(draw_index(&mut dice, 5) < 5);
        assert_eq!(dice.throws(), 1);
    }
}
