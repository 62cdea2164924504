//! Changes of throws, among them those that exchange or move cards of a shuffled pile.
//!
//! A shuffle from the end throws below *n*, *n* - 1, … 2 (see [`shuffle`](tradewinds_game::shuffle)). Other throws that
//! happen to look the same are changed the same way: they stay throws.

use std::ops::Range;

use super::genes::Gene;

/// Lists throws with two cards of a shuffle exchanged, and those with another value of one throw.
pub(super) fn changes(throws: &[Gene]) -> impl Iterator<Item = Vec<Gene>> + use<> {
    let mut exchanges = Vec::new();
    for range in shuffles(throws) {
        for one in (1..range.len() + 1).rev() {
            exchanges.extend((0..one).map(|other| (range.clone(), one, other)));
        }
    }
    let (one, other) = (throws.to_vec(), throws.to_vec());
    let exchanged = exchanges.into_iter().map(move |(range, first, second)| {
        let mut throws = one.clone();
        exchange(&mut throws[range], first, second);
        throws
    });
    let single = (0..throws.len()).flat_map(move |place| {
        let other = other.clone();
        (0..other[place].of).map(move |value| {
            let mut throws = other.clone();
            throws[place] = Gene::with_value(value, throws[place].of);
            throws
        })
    });
    exchanged.chain(single)
}

/// Splits throws into shuffles; one that belongs to none is a range of its own.
pub(super) fn shuffles(throws: &[Gene]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (place, throw) in throws.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if throw.of > 1 && throws[place - 1].of == throw.of + 1 => range.end += 1,
            _ => ranges.push(place..place + 1),
        }
    }
    ranges
}

/// Exchanges the cards at two places of the pile that throws shuffle.
pub(super) fn exchange(throws: &mut [Gene], one: usize, other: usize) {
    reorder(throws, |order| order.swap(one, other));
}

/// Moves a card of the pile that throws shuffle to another place.
pub(super) fn move_card(throws: &mut [Gene], from: usize, to: usize) {
    reorder(throws, |order| {
        let card = order.remove(from);
        order.insert(to, card);
    });
}

/// Changes the order of the pile that throws shuffle. Places that no throw decides, since the shuffle ends before them,
/// may differ.
fn reorder(throws: &mut [Gene], change: impl FnOnce(&mut Vec<usize>)) {
    let len = throws.first().map_or(0, |throw| throw.of as usize);
    // The first cards are left as they are if there are fewer throws.
    let first = len - throws.len().min(len);
    let mut order: Vec<usize> = (0..len).collect();
    for (last, throw) in (first..len).rev().zip(throws.iter()) {
        order.swap(last, throw.value() as usize);
    }
    let mut changed = order.split_off(first.saturating_sub(1));
    change(&mut changed);
    order.append(&mut changed);
    let mut cards: Vec<usize> = (0..len).collect();
    for (last, throw) in (first..len).rev().zip(throws.iter_mut()) {
        let Some(drawn) = cards[..=last].iter().position(|&card| card == order[last]) else { return };
        cards.swap(last, drawn);
        *throw = Gene::with_value(drawn as u32, throw.of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(throws: &[Gene]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..6).collect();
        (1..6).rev().zip(throws).for_each(|(last, throw)| order.swap(last, throw.value() as usize));
        order
    }

    #[test]
    fn cards_of_a_shuffle_are_exchanged_and_moved() {
        let throws: Vec<Gene> =
            [(5, 6), (0, 5), (3, 4), (0, 3), (1, 2)].map(|(value, of)| Gene::with_value(value, of)).to_vec();
        assert!(shuffles(&throws).iter().eq([&(0..5)]));
        let before = order(&throws);
        for (one, other) in [(5, 0), (1, 4), (2, 3)] {
            let (mut swapped, mut moved) = (throws.clone(), throws.clone());
            exchange(&mut swapped, one, other);
            move_card(&mut moved, one, other);
            let (mut by_swap, mut by_move) = (before.clone(), before.clone());
            by_swap.swap(one, other);
            let card = by_move.remove(one);
            by_move.insert(other, card);
            assert_eq!((order(&swapped), order(&moved)), (by_swap, by_move));
        }
        let exchanged = |changed: &Vec<Gene>| {
            order(changed).iter().zip(&before).filter(|(one, other)| one != other).count()
        };
        assert!(changes(&throws).take(15).all(|changed| exchanged(&changed) == 2));
    }
}
