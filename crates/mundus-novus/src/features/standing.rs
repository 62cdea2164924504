//! The doubloons that a seat can expect, by the frozen weights of [`terms`]: the shipped network has learned from
//! these values.

use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

use super::terms::{self, Term};
use crate::MundusNovus;
use crate::advice::future;
use crate::state::State;
use crate::words::{Ability, Class, Decision};

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
