//! The evaluation of unfinished games, for rollouts that are cut off.
//!
//! A seat's chance is a softmax of the doubloons that each seat can expect. Its own hand counts for
//! itself alone, since the others do not know it, so the estimates of all seats need not sum to 1
//! before the end.
//!
//! The [`terms`] are fitted to self-play: 8,000 games of four players by `steady`, the four styles
//! and copies of them with weights multiplied by random factors, some with random moves in between;
//! 171,000 positions. The mean log-loss of the seats' chances on a tenth of the games, which the
//! fit had not seen, is 0.350. The earlier estimate, from money and the policy's worth of
//! developments, had 0.409; chance has 0.562.

use tradewinds_game::kit::ByKey;
use tradewinds_game::{Game, PerSeat, Seat};

use super::policy::future;
use super::terms::{self, Term};
use crate::MundusNovus;
use crate::state::State;
use crate::words::{Ability, Class, Decision};

/// Estimates each seat's win share from public facts and its own hand. When the game is over it is
/// the win share itself.
pub(super) fn evaluate(game: &MundusNovus, state: &State) -> PerSeat<f32> {
    if state.decision == Decision::GameOver {
        return game.scores(state).win_share;
    }
    let players = game.rules.players;
    let horizon = Horizon::new(game, state);
    let open = PerSeat::from_fn(players, |seat| {
        Standing::new(game, state, seat).prospect(horizon.rounds) / horizon.scale
    });
    let best = open.iter().copied().fold(f32::MIN, f32::max);
    let odds = open.map(|open| libm::expf(open - best));
    let sum: f32 = odds.iter().sum();
    PerSeat::from_fn(players, |seat| {
        let had = has_had_turn(game, state, seat);
        let worth = hand_worth(game, state, seat, had);
        let own = odds[seat] * libm::expf(own_hand(state, had, worth, horizon.scale));
        own / (own + (sum - odds[seat]).max(f32::MIN_POSITIVE))
    })
}

/// The expected rest of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// Rounds to come after this one.
    pub(crate) rounds: f32,
    /// Doubloons of a lead that multiply the odds by e.
    pub(crate) scale: f32,
}

impl Horizon {
    pub(crate) fn new(game: &MundusNovus, state: &State) -> Self {
        let rounds = game.rounds_to_come(state, terms::PACE);
        Self { rounds, scale: terms::SCALE * libm::sqrtf(rounds + 0.5) }
    }
}

/// What the estimate counts of a seat, all of it public.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Standing {
    pub(crate) money: u16,
    /// Whether it has made a perfect combination in this round.
    pub(crate) perfect: bool,
    /// Whether its turn of this round is over.
    pub(crate) had_turn: bool,
    /// Cards in hand, stored, set aside or offered.
    pub(crate) cards: usize,
    /// Cards of its open offer.
    pub(crate) offered: usize,
    /// Whether it owns a development; without one the fields that follow are 0.
    settled: bool,
    /// Doubloons of fixed income.
    pub(crate) income: u16,
    pub(crate) caravels: usize,
    pub(crate) merchants: ByKey<Class, u8>,
    /// Places in warehouses.
    pub(crate) slots: usize,
    /// Doubloons that its shipyards pay in a round.
    pub(crate) shipyards: u16,
    cosa: bool,
    orellana: bool,
}

impl Standing {
    pub(crate) fn new(game: &MundusNovus, state: &State, seat: Seat) -> Self {
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
    pub(crate) fn prospect(&self, rounds: f32) -> f32 {
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
pub(crate) fn hand_worth(game: &MundusNovus, state: &State, seat: Seat, had_turn: bool) -> f32 {
    if had_turn { future::stored(game, state, seat) } else { future::turn(game, state, seat) }
}

/// Returns whether a [`hand_worth`] is that of a perfect combination.
pub(crate) fn is_perfect(worth: f32) -> bool {
    worth > terms::PERFECT_TURN
}

/// Returns what a seat's own hand adds to the logarithm of its odds, as it knows itself.
pub(crate) fn own_hand(state: &State, had_turn: bool, worth: f32, scale: f32) -> f32 {
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

#[cfg(test)]
mod tests {
    use crate::MundusNovus;
    use tradewinds_game::{Actions, Advice, Game, Policy, Seat, Seed, Variant, Variants, Weights, best};

    /// The estimates of the last rounds name the winner far more often than chance, and the last
    /// one is the result.
    #[test]
    fn late_estimates_find_the_winner() {
        let game = MundusNovus::new(4, &Variant::standard()).unwrap();
        let policy = game.policy(&Weights::new()).unwrap();
        let (mut share, mut games) = (0.0, 0.0);
        for seed in 0..60 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut late = None;
            while game.to_act(&state).is_some() {
                let richest = Seat::all(4).map(|seat| state.money(seat)).max();
                if late.is_none() && richest >= Some(50) {
                    late = Some(policy.evaluate(&game, &state));
                }
                let mut actions = Actions::new();
                game.legal(&state, &mut actions);
                let mut scores = vec![0.0; actions.len()];
                policy.rollout_scores(&game, &state, &actions, &mut scores);
                game.play(&mut state, actions[best(&scores)], &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(policy.evaluate(&game, &state), result);
            if let Some(estimate) = late {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b])).unwrap();
                share += result[best];
                games += 1.0;
            }
        }
        assert!(games > 50.0, "50 doubloons in {games} games only");
        assert!(share > 0.5 * games, "{share} of {games} games won by the seat with the best estimate");
    }
}
