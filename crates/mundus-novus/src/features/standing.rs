//! The doubloons that a seat can expect, by the frozen weights of [`terms`]: the shipped network has learned from
//! these values.

use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

use crate::MundusNovus;
use crate::advice::future;
use crate::state::State;
use crate::words::{Ability, Class, Decision};
use terms::Term;

/// The expected rest of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon {
    /// Rounds to come after this one.
    pub(super) rounds: f32,
    /// Doubloons of a lead that multiply the odds by e.
    pub(super) scale: f32,
}

impl Horizon {
    pub(super) fn new(game: &MundusNovus, state: &State) -> Self {
        let rounds = game.rounds_to_come(state, terms::PACE);
        Self { rounds, scale: terms::SCALE * libm::sqrtf(rounds + 0.5) }
    }
}

/// What counts of a seat, all of it public.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Standing {
    pub(super) money: u16,
    /// Whether it has made a perfect combination in this round.
    pub(super) perfect: bool,
    /// Whether its turn of this round is over.
    pub(super) had_turn: bool,
    /// Cards in hand, stored, set aside or offered.
    pub(super) cards: usize,
    /// Cards of its open offer.
    pub(super) offered: usize,
    /// Whether it owns a development; without one the fields that follow are 0.
    settled: bool,
    /// Doubloons of fixed income.
    pub(super) income: u16,
    pub(super) caravels: usize,
    pub(super) merchants: ByKey<Class, u8>,
    /// Places in warehouses.
    pub(super) slots: usize,
    /// Doubloons that its shipyards pay in a round.
    pub(super) shipyards: u16,
    cosa: bool,
    orellana: bool,
}

impl Standing {
    pub(super) fn new(game: &MundusNovus, state: &State, seat: Seat) -> Self {
        let rules = &game.rules;
        let owned = state.owned[seat];
        let offered = if state.decision.shows_offers() { state.aside[seat].len() } else { 0 };
        let bare = Self {
            money: state.money[seat],
            perfect: state.is_perfect(seat),
            had_turn: has_had_turn(game, state, seat),
            cards: state.hidden_len(seat) + offered,
            offered,
            ..Self::default()
        };
        if owned.is_empty() {
            return bare;
        }
        Self {
            settled: true,
            income: game.fixed_income(state, seat),
            caravels: (owned & rules.caravels).len(),
            merchants: rules.merchants.map(|merchants| (owned & merchants).len() as u8),
            slots: rules.slots(owned),
            shipyards: game.shipyard_income(state, seat),
            cosa: game.has(state, seat, Ability::Cosa),
            orellana: game.has(state, seat, Ability::Orellana),
            ..bare
        }
    }

    /// Returns the doubloons that the seat can expect with this many rounds to come, as far as all seats can
    /// know.
    pub(super) fn prospect(&self, rounds: f32) -> f32 {
        let mut sum = if self.perfect { terms::PERFECT } else { 0.0 };
        let mut add = |term: Term, number: f32| sum += term.worth(number, rounds);
        add(terms::MONEY, self.money.into());
        let (cards, offered) = (self.cards as f32, self.offered as f32);
        if self.had_turn {
            add(terms::STORED, cards);
        } else {
            add(terms::TURN_TO_COME, terms::TURN + terms::CARD * cards + terms::OFFERED * offered);
        }
        if !self.settled {
            return sum;
        }
        add(terms::INCOME, self.income.into());
        add(terms::CARAVEL, self.caravels.min(1) as f32);
        add(terms::SECOND_CARAVEL, self.caravels.saturating_sub(1).min(1) as f32);
        add(terms::FURTHER_CARAVEL, self.caravels.saturating_sub(2) as f32);
        for (&merchants, term) in self.merchants.values().zip(terms::MERCHANT) {
            add(term, merchants.into());
        }
        add(terms::SLOT, self.slots.min(1) as f32);
        add(terms::SECOND_SLOT, self.slots.saturating_sub(1).min(1) as f32);
        add(terms::FURTHER_SLOT, self.slots.saturating_sub(2) as f32);
        add(terms::SHIPYARD, self.shipyards.into());
        add(terms::COSA, f32::from(u8::from(self.cosa)));
        add(terms::ORELLANA, f32::from(u8::from(self.orellana)));
        sum
    }
}

/// Returns the doubloons that a seat's own cards promise: its best turn, or after it what it may store.
pub(super) fn hand_worth(game: &MundusNovus, state: &State, seat: Seat, had_turn: bool) -> f32 {
    if had_turn { future::stored(game, state, seat) } else { future::turn(game, state, seat) }
}

/// Returns whether a [`hand_worth`] is that of a perfect combination.
pub(super) fn is_perfect(worth: f32) -> bool {
    worth > terms::PERFECT_TURN
}

/// Returns what a seat's own hand adds to the logarithm of its odds, as it knows itself.
pub(super) fn own_hand(state: &State, had_turn: bool, worth: f32, scale: f32) -> f32 {
    let hand = match state.decision {
        _ if had_turn => terms::HAND_AFTER_TURN,
        decision if decision < Decision::Tie => terms::HAND_IN_SUPPLY,
        decision if decision < Decision::Compensate => terms::HAND_IN_TRADE,
        _ => terms::HAND_IN_PROGRESS,
    };
    let perfect = if is_perfect(worth) { hand.perfect } else { 0.0 };
    (hand.base + hand.doubloon * worth.min(terms::MAX_TURN)) / scale + perfect
}

/// Returns whether a seat's turn of this round is over; the turn under way counts as one to come.
fn has_had_turn(game: &MundusNovus, state: &State, seat: Seat) -> bool {
    let Some(first) = state.first else { return false };
    let place = |seat| game.rules.distance(first, seat);
    state.decision == Decision::Store || state.decision.is_progress() && place(seat) < place(state.seat)
}

mod terms {
    //! What each thing is worth to a seat, in doubloons. The numbers were fitted to 171,000 positions of self-play, and
    //! are frozen.

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
}
