//! The gift of a round, as a bystander can imagine it: the weights are those of
//! [`hidden`](crate::hidden).

use tradewinds_game::{Dice, Seat};

use crate::card::Card;
use crate::cards::Cards;
use crate::state::Gift;

/// A gift as a bystander can imagine it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImaginedGift {
    /// Cards that stay with the giver.
    pub(crate) giver: Cards,
    /// Cards that are with the receiver for certain: what was known, and a known card if it was
    /// given.
    pub(crate) receiver: Cards,
    /// The given card; `None`: one of the receiver's other cards.
    pub(super) card: Option<Card>,
    /// Whether the receiver still has it.
    pub(super) held: bool,
    /// The pool to deal the other cards from.
    pub(crate) pool: Cards,
}

/// A bystander's knowledge of a gift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bystander {
    /// Cards known to be among the giver's cards and the given card together.
    pub(crate) known: Cards,
    /// The number of the giver's cards now.
    pub(crate) giver_len: usize,
    /// Cards known to be with the receiver.
    pub(crate) receiver: Cards,
    /// The number of the receiver's other cards.
    pub(crate) free: usize,
    /// The cards that the receiver has lost openly since.
    pub(crate) shown: Cards,
    /// All cards that the bystander has not located nor knows to be with another seat.
    pub(crate) pool: Cards,
}

impl Bystander {
    /// Draws the parts of the gift that the bystander does not know.
    pub(crate) fn imagine<D: Dice + ?Sized>(self, dice: &mut D) -> ImaginedGift {
        let Self { known, giver_len, receiver, free, shown, pool } = self;
        let was_shown = |card: Card| {
            let kept = known.minus(Cards::one(card));
            ImaginedGift { giver: kept, receiver, card: Some(card), held: false, pool: pool.minus(kept) }
        };
        // A known card that is not in the pool is counted twice: that was the gift.
        if let Some(card) = known.without(pool).lowest() {
            return was_shown(card);
        }
        let rest = pool.minus(known);
        let unknown = (giver_len + 1 - known.len()) as u32;
        let scale = rest.total() as u32 + 1;
        let shared = |card: Card| u32::from(known.count(card)) * u32::from(shown.count(card));
        let known_shown: u32 = Card::ALL.into_iter().map(shared).sum();
        let still_there = (giver_len + 1) as u32 * free as u32;
        let unknown_shown = unknown * shown.len() as u32;
        let ways = still_there + unknown_shown + known_shown * scale;
        if ways == 0 {
            // Determinizing may have credited the bystander with the given card among the
            // receiver's (6.3, 6); it is counted twice, or no bystander can know which it was.
            return match known.intersection(receiver).lowest() {
                None if unknown > 0 => {
                    ImaginedGift { giver: known, receiver, card: receiver.lowest(), held: false, pool: rest }
                }
                card => {
                    was_shown(card.or(known.lowest()).expect("without unknown cards there are known ones"))
                }
            };
        }
        loop {
            let mut drawn = dice.below(ways);
            if drawn < still_there {
                // The cards of S are taken in turn, the known ones first.
                return match known.iter().nth((drawn / free as u32) as usize) {
                    Some(card) => ImaginedGift {
                        giver: known.minus(Cards::one(card)),
                        receiver: receiver.plus(Cards::one(card)),
                        card: Some(card),
                        held: true,
                        pool: rest,
                    },
                    None => ImaginedGift { giver: known, receiver, card: None, held: true, pool: rest },
                };
            }
            drawn -= still_there;
            if drawn < unknown_shown {
                let card = shown.iter().nth((drawn / unknown) as usize);
                return ImaginedGift { giver: known, receiver, card, held: false, pool: rest };
            }
            drawn = (drawn - unknown_shown) / scale;
            for card in Card::ALL {
                if drawn < shared(card) {
                    // Drawn with the weight |U| + 1, kept once in U[t] + 1 times.
                    if dice.below(u32::from(rest.count(card)) + 1) == 0 {
                        return was_shown(card);
                    }
                    break;
                }
                drawn -= shared(card);
            }
        }
    }
}

impl Gift {
    /// Returns whether a seat saw neither side of the gift.
    pub(crate) fn has_bystander(self, seat: Seat) -> bool {
        seat != self.from && seat != self.to
    }
}
