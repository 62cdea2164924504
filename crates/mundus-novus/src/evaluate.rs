//! The evaluation of unfinished games, for rollouts that are cut off.
//!
//! A seat's chance is a softmax of the doubloons that each may expect; its own hand counts for itself alone,
//! since the others do not know it, so that the estimates of all seats need not sum up to 1 before the end.
//!
//! The weights are fitted to self-play: 8,000 games of four players by `steady`, the four styles and copies of them
//! with weights multiplied by random factors, some with random moves in between; 171,000 positions. The mean
//! log-loss of the seats' chances on a tenth of the games that the fit had not seen is 0.350; the estimate from money and
//! the policy's worth of developments that was here before had 0.409, and 0.562 is chance.

use super::developments::Ability;
use super::policy::future;
use super::rules::MundusNovus;
use super::state::{State, Step};
use tradewinds_game::{PerSeat, Seat};

/// The doubloons a round that the richest player is expected to earn, to tell the rounds to come.
const PACE: f32 = 9.16;
/// The scale in doubloons of the logistic law by which a lead decides a game, for one round to come; it grows with
/// the root of the rounds, as independent gains do.
const SCALE: f32 = 3.6;
/// More than any lead: a perfect combination wins the game.
const PERFECT: f32 = 1000.0;

/// Doubloons for each doubloon of a lead, more for each round to come.
const MONEY: [f32; 2] = [1.0, 0.055];
/// Doubloons of a turn of the Progress phase to come, and of a card in hand for it.
const TURN: f32 = 5.33;
const CARD: f32 = 1.12;
/// Doubloons of a card in hand after the turn.
const STORED: f32 = 0.15;
/// Doubloons of a card in an open offer beside that of a card in hand.
const OFFERED: f32 = -0.69;
/// Doubloons of what a seat owns: once, and for each round to come. A doubloon of fixed income, the first caravel,
/// the second, a doubloon of a shipyard.
const INCOME: [f32; 2] = [0.59, 0.89];
const CARAVEL: [f32; 2] = [1.32, 2.22];
const SECOND_CARAVEL: [f32; 2] = [0.7, 2.16];
const SHIPYARD: [f32; 2] = [0.99, 0.84];
/// The same for each round to come only: further caravels, merchants by class, the first place in a warehouse, the
/// second, further ones, de la Cosa, Orellana.
const FURTHER_CARAVEL: f32 = 1.57;
const MERCHANT: [f32; 3] = [0.53, 0.85, 1.14];
const SLOT: f32 = 1.12;
const SECOND_SLOT: f32 = 0.8;
const FURTHER_SLOT: f32 = 0.59;
const COSA: f32 = 0.21;
const ORELLANA: f32 = 1.16;

/// The own hand: doubloons beside what a hand is expected to hold, for each doubloon of the best turn with it, and
/// the logarithm of the odds for a perfect combination that it holds.
struct Hand {
    beside: f32,
    doubloon: f32,
    perfect: f32,
}
/// Until the offers are made, in the trade, from its end through the own turn, and afterwards.
const SUPPLY: Hand = Hand { beside: -4.23, doubloon: 0.311, perfect: 3.5 };
const TRADE: Hand = Hand { beside: -6.02, doubloon: 0.4, perfect: 3.6 };
const PROGRESS: Hand = Hand { beside: -8.13, doubloon: 0.553, perfect: 7.4 };
const AFTER: Hand = Hand { beside: -0.38, doubloon: 0.632, perfect: 0.0 };
/// The most doubloons of a turn that count; a perfect combination is worth more.
const BEST_TURN: f32 = 40.0;
const PERFECT_TURN: f32 = 100.0;

impl MundusNovus {
    /// Estimates each seat's win share from public facts and its own hand. When the game is over it is the win
    /// share itself.
    pub(super) fn estimate(&self, state: &State) -> PerSeat<f32> {
        if state.step == Step::GameOver {
            return self.standing(state).win_share;
        }
        let rounds = self.rounds_to_come(state, PACE);
        let scale = SCALE * libm::sqrtf(rounds + 0.5);
        let open = PerSeat::from_fn(self.players, |seat| self.prospect(state, seat, rounds) / scale);
        let best = open.iter().copied().fold(f32::MIN, f32::max);
        let odds = open.map(|open| libm::expf(open - best));
        let sum: f32 = odds.iter().sum();
        PerSeat::from_fn(self.players, |seat| {
            let own = odds[seat] * libm::expf(self.own_hand(state, seat, scale));
            own / (own + (sum - odds[seat]).max(f32::MIN_POSITIVE))
        })
    }

    /// Returns the doubloons that a seat may expect, as far as everybody can tell.
    fn prospect(&self, state: &State, seat: Seat, rounds: f32) -> f32 {
        let owned = state.owned[seat.index()];
        let mut sum = if state.is_perfect(seat) { PERFECT } else { 0.0 };
        let mut add = |worth: [f32; 2], number: f32| sum += (worth[0] + worth[1] * rounds) * number;
        add(MONEY, state.money[seat.index()].into());
        let offered = if state.step.shows_offers() { state.aside[seat.index()].len() as f32 } else { 0.0 };
        let cards = state.hidden_len(seat) as f32 + offered;
        if self.has_had_turn(state, seat) {
            add([STORED, 0.0], cards);
        } else {
            add([1.0, 0.0], TURN + CARD * cards + OFFERED * offered);
        }
        if owned.is_empty() {
            return sum;
        }
        add(INCOME, self.fixed_income(state, seat).into());
        let caravels = owned.and(self.caravels).len();
        add(CARAVEL, caravels.min(1) as f32);
        add(SECOND_CARAVEL, caravels.saturating_sub(1).min(1) as f32);
        add([0.0, FURTHER_CARAVEL], caravels.saturating_sub(2) as f32);
        for (merchants, worth) in self.merchants.iter().zip(MERCHANT) {
            add([0.0, worth], owned.and(*merchants).len() as f32);
        }
        let slots = self.slots(owned);
        add([0.0, SLOT], slots.min(1) as f32);
        add([0.0, SECOND_SLOT], slots.saturating_sub(1).min(1) as f32);
        add([0.0, FURTHER_SLOT], slots.saturating_sub(2) as f32);
        add(SHIPYARD, self.shipyard_income(state, seat).into());
        add([0.0, COSA], f32::from(u8::from(self.has(state, seat, Ability::Cosa))));
        add([0.0, ORELLANA], f32::from(u8::from(self.has(state, seat, Ability::Orellana))));
        sum
    }

    /// Returns what a seat's own hand adds to the logarithm of its odds, as it knows itself.
    fn own_hand(&self, state: &State, seat: Seat, scale: f32) -> f32 {
        let had = self.has_had_turn(state, seat);
        let hand = match state.step {
            _ if had => AFTER,
            step if step < Step::Tie => SUPPLY,
            step if step < Step::Compensate => TRADE,
            _ => PROGRESS,
        };
        let worth = if had { future::stored(self, state, seat) } else { future::turn(self, state, seat) };
        let perfect = if worth > PERFECT_TURN { hand.perfect } else { 0.0 };
        (hand.beside + hand.doubloon * worth.min(BEST_TURN)) / scale + perfect
    }

    /// Tells whether a seat's turn of this round is over; the turn under way counts as one to come.
    fn has_had_turn(&self, state: &State, seat: Seat) -> bool {
        let Some(first) = state.first else { return false };
        let place = |seat: Seat| (seat.index() + self.players - first.index()) % self.players;
        state.step == Step::Store || state.step.is_progress() && place(seat) < place(state.seat)
    }
}

#[cfg(test)]
mod tests {
    use crate::MundusNovus;
    use tradewinds_game::{Actions, Advice, Game, Policy, Seat, Seed, Variant, Variants, Weights, best};

    /// The estimates of the last rounds name the winner far more often than chance, and the last one is the result.
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
                    late = Some(game.estimate(&state));
                }
                let mut actions = Actions::new();
                game.legal(&state, &mut actions);
                let mut scores = vec![0.0; actions.len()];
                policy.rollout_scores(&game, &state, &actions, &mut scores);
                game.play(&mut state, actions[best(&scores)], &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(game.estimate(&state), result);
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
