//! Drawing subsets of cards, of a given size or a random one.

use tradewinds_game::Dice;

use crate::cards::Cards;
use crate::pool::Pool;

/// Draws `number` of the cards, each set of physical cards equally likely.
pub(super) fn subset<D: Dice + ?Sized>(cards: Cards, number: usize, dice: &mut D) -> Cards {
    Pool::new(cards).cards(number, dice)
}

/// Draws a size up to `most` for a subset of `of` cards, in proportion to the number of such
/// subsets.
pub(super) fn subset_size<D: Dice + ?Sized>(of: usize, most: usize, dice: &mut D) -> usize {
    let sets =
        |size: usize| (0..size).fold(1_u64, |sets, taken| sets * (of - taken) as u64 / (taken as u64 + 1));
    let most = most.min(of);
    let mut drawn = below(dice, (0..=most).map(sets).sum());
    for size in 0..most {
        let sets = sets(size);
        if drawn < sets {
            return size;
        }
        drawn -= sets;
    }
    most
}

/// Draws uniformly from `0..n`, where `n` can be too large for one throw.
fn below<D: Dice + ?Sized>(dice: &mut D, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => u64::from(dice.below(n)),
        Err(_) => {
            const HALF: u32 = 1 << 31;
            let fair = (1_u64 << 62) / n * n;
            loop {
                let drawn = u64::from(dice.below(HALF)) << 31 | u64::from(dice.below(HALF));
                if drawn < fair {
                    return drawn % n;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::Seed;

    use super::*;

    #[test]
    fn sizes_come_by_the_number_of_sets() {
        let mut dice = Seed(1).rng();
        let mut counts = [0_i32; 3];
        for _ in 0..22_000 {
            counts[subset_size(4, 2, &mut dice)] += 1;
        }
        // 1, 4 and 6 sets of 11.
        for (count, expected) in counts.into_iter().zip([2000, 8000, 12000]) {
            assert!((count - expected).abs() < 350, "{counts:?}");
        }
        assert!(below(&mut dice, 1 << 40) < 1 << 40);
    }
}
