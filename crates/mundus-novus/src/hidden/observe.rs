//! Other seats' view of an action (12.5).

use tradewinds_game::{Edge, Seat};

use crate::action::Action;
use crate::cards::Cards;
use crate::state::State;
use crate::words::Decision;

/// The edge of every secret choice that has been committed.
const COMMITTED: u32 = 1 << 16;
/// The edge of cards laid one by one, once they lie open: their rank is added.
const LAID: u32 = 1 << 17;

/// Returns the rank of a multiset among those of its size (combinatorial number system).
fn rank(cards: Cards) -> u32 {
    let binomial = |n: u32, k: u32| (0..k).fold(1, |product, taken| product * (n - taken) / (taken + 1));
    // Adding its place makes each type strictly larger than the one before.
    cards.iter().zip(1..).map(|(card, place)| binomial(card.index() as u32 + place - 1, place)).sum()
}

/// Returns the edge that a seat observes; the deciding seat sees its own action.
#[inline]
pub(crate) fn observe(before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
    let decision = before.decision;
    let is_open = !decision.sets_aside() && decision != Decision::Compensate;
    if is_open || observer == before.seat {
        return Some(Edge::new(action.code()));
    }
    observe_secret(before, action, after, observer)
}

/// [`observe`] for another seat at a decision that can be secret.
fn observe_secret(before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
    match before.decision {
        // The number of cards set aside is as secret as the cards.
        Decision::Pirates | Decision::Offer | Decision::Store
            if before.left > 1 && action != Action::Done =>
        {
            None
        }
        Decision::Pirates | Decision::Offer | Decision::Store => Some(Edge::new(COMMITTED)),
        Decision::Compensate if before.other != Some(observer) => Some(Edge::new(COMMITTED)),
        Decision::Source | Decision::Lay
            if after.decision == before.decision && after.seat == before.seat =>
        {
            None
        }
        Decision::Source | Decision::Lay => Some(laid(before, action)),
        _ => Some(Edge::new(action.code())),
    }
}

/// Returns the edge of the last card laid, which shows all of them.
#[inline(never)]
fn laid(before: &State, action: Action) -> Edge {
    let (Action::From(card) | Action::Lay(card)) = action else {
        unreachable!("a card is named at these decisions");
    };
    Edge::new(LAID + rank(before.aside[before.seat].plus(Cards::one(card))))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::card::Card;

    #[test]
    fn ranks_tell_multisets_of_one_size_apart() {
        let pairs: Vec<Cards> = Card::ALL
            .into_iter()
            .flat_map(|a| Card::ALL.into_iter().map(move |b| Cards::one(a).plus(Cards::one(b))))
            .collect();
        let ranks: BTreeSet<u32> = pairs.iter().map(|&pair| rank(pair)).collect();
        assert_eq!((ranks.len(), ranks.last()), (55, Some(&54)));
    }
}
