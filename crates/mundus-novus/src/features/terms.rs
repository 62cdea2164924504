//! What each thing is worth to a seat, in doubloons. The numbers were fitted to 171,000 positions of self-play, and are
//! frozen.

use tradewinds_game::kit::ByKey;

use crate::words::Class;

/// The worth of one unit of something to a seat, in doubloons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// Now.
    once: f32,
    /// For each round to come after this one.
    per_round: f32,
}

impl Term {
    const fn new(once: f32, per_round: f32) -> Self {
        Self { once, per_round }
    }

    /// Returns the worth of `number` units with this many rounds to come.
    #[inline]
    pub(super) fn worth(self, number: f32, rounds: f32) -> f32 {
        (self.once + self.per_round * rounds) * number
    }
}

/// A doubloon of money.
pub(super) const MONEY: Term = Term::new(1.0, 0.055);
/// A doubloon that the turn of this round is expected to bring, by [`TURN`], [`CARD`] and
/// [`OFFERED`].
pub(super) const TURN_TO_COME: Term = Term::new(1.0, 0.0);
/// A card in hand after the seat's turn of this round.
pub(super) const STORED: Term = Term::new(0.15, 0.0);
/// A doubloon of fixed income.
pub(super) const INCOME: Term = Term::new(0.59, 0.89);
/// The first caravel.
pub(super) const CARAVEL: Term = Term::new(1.32, 2.22);
/// The second caravel.
pub(super) const SECOND_CARAVEL: Term = Term::new(0.7, 2.16);
/// A caravel after the second.
pub(super) const FURTHER_CARAVEL: Term = Term::new(0.0, 1.57);
/// A merchant of each class, in the order of [`Class::ALL`].
pub(super) const MERCHANT: ByKey<Class, Term> =
    ByKey::new([Term::new(0.0, 0.53), Term::new(0.0, 0.85), Term::new(0.0, 1.14)]);
/// The first place in a warehouse.
pub(super) const SLOT: Term = Term::new(0.0, 1.12);
/// The second place in a warehouse.
pub(super) const SECOND_SLOT: Term = Term::new(0.0, 0.8);
/// A place in a warehouse after the second.
pub(super) const FURTHER_SLOT: Term = Term::new(0.0, 0.59);
/// A doubloon that shipyards pay in a round.
pub(super) const SHIPYARD: Term = Term::new(0.99, 0.84);
/// De la Cosa.
pub(super) const COSA: Term = Term::new(0.0, 0.21);
/// Orellana.
pub(super) const ORELLANA: Term = Term::new(0.0, 1.16);

/// Doubloons of a turn of the Progress phase to come, whatever the hand.
pub(super) const TURN: f32 = 5.33;
/// Doubloons of a card for that turn, in hand or in an open offer.
pub(super) const CARD: f32 = 1.12;
/// Doubloons of a card in an open offer besides those of [`CARD`].
pub(super) const OFFERED: f32 = -0.69;
/// Doubloons of a perfect combination: more than any lead, since it wins the game.
pub(super) const PERFECT: f32 = 1000.0;

/// The contribution of a seat's own hand to its own odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandTerms {
    /// Doubloons that balance what an unknown hand counts.
    pub(super) base: f32,
    /// Doubloons for each doubloon of the best turn with the hand.
    pub(super) doubloon: f32,
    /// Logarithm of the odds for a perfect combination in the hand.
    pub(super) perfect: f32,
}

/// The hand until the offers are revealed.
pub(super) const HAND_IN_SUPPLY: HandTerms = HandTerms { base: -4.23, doubloon: 0.311, perfect: 3.5 };
/// The hand during the takes of the trade.
pub(super) const HAND_IN_TRADE: HandTerms = HandTerms { base: -6.02, doubloon: 0.4, perfect: 3.6 };
/// The hand from the end of the trade through the seat's own turn.
pub(super) const HAND_IN_PROGRESS: HandTerms = HandTerms { base: -8.13, doubloon: 0.553, perfect: 7.4 };
/// The hand after the seat's own turn.
pub(super) const HAND_AFTER_TURN: HandTerms = HandTerms { base: -0.38, doubloon: 0.632, perfect: 0.0 };
/// Maximum number of doubloons of a turn that count.
pub(super) const MAX_TURN: f32 = 40.0;
/// A turn worth more than this number of doubloons holds a perfect combination.
pub(super) const PERFECT_TURN: f32 = 100.0;

/// Doubloons per round that the richest player is expected to earn, for the number of rounds to
/// come.
pub(super) const PACE: f32 = 9.16;
/// The scale in doubloons of the logistic law by which a lead decides a game, for one round to
/// come; it grows with the root of the rounds, as independent gains do.
pub(super) const SCALE: f32 = 3.6;
