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

use tradewinds_game::{Game, PerSeat, Seat};

use super::policy::future;
use super::terms::{self, Term};
use crate::MundusNovus;
use crate::state::State;
use crate::words::{Ability, Decision};

/// Estimates each seat's win share from public facts and its own hand. When the game is over it is
/// the win share itself.
pub(super) fn evaluate(game: &MundusNovus, state: &State) -> PerSeat<f32> {
    if state.decision == Decision::GameOver {
        return game.scores(state).win_share;
    }
    let players = game.rules.players;
    let rounds = game.rounds_to_come(state, terms::PACE);
    let scale = terms::SCALE * libm::sqrtf(rounds + 0.5);
    let open = PerSeat::from_fn(players, |seat| prospect(game, state, seat, rounds) / scale);
    let best = open.iter().copied().fold(f32::MIN, f32::max);
    let odds = open.map(|open| libm::expf(open - best));
    let sum: f32 = odds.iter().sum();
    PerSeat::from_fn(players, |seat| {
        let own = odds[seat] * libm::expf(own_hand(game, state, seat, scale));
        own / (own + (sum - odds[seat]).max(f32::MIN_POSITIVE))
    })
}

/// Returns the doubloons that a seat can expect, as far as all seats can know.
fn prospect(game: &MundusNovus, state: &State, seat: Seat, rounds: f32) -> f32 {
    let rules = &game.rules;
    let owned = state.owned[seat];
    let mut sum = if state.is_perfect(seat) { terms::PERFECT } else { 0.0 };
    let mut add = |term: Term, number: f32| sum += term.worth(number, rounds);
    add(terms::MONEY, state.money[seat].into());
    let offered = if state.decision.shows_offers() { state.aside[seat].len() as f32 } else { 0.0 };
    let cards = state.hidden_len(seat) as f32 + offered;
    if has_had_turn(game, state, seat) {
        add(terms::STORED, cards);
    } else {
        add(terms::TURN_TO_COME, terms::TURN + terms::CARD * cards + terms::OFFERED * offered);
    }
    if owned.is_empty() {
        return sum;
    }
    add(terms::INCOME, game.fixed_income(state, seat).into());
    let caravels = (owned & rules.caravels).len();
    add(terms::CARAVEL, caravels.min(1) as f32);
    add(terms::SECOND_CARAVEL, caravels.saturating_sub(1).min(1) as f32);
    add(terms::FURTHER_CARAVEL, caravels.saturating_sub(2) as f32);
    for (merchants, term) in rules.merchants.into_iter().zip(terms::MERCHANT) {
        add(term, (owned & merchants).len() as f32);
    }
    let slots = rules.slots(owned);
    add(terms::SLOT, slots.min(1) as f32);
    add(terms::SECOND_SLOT, slots.saturating_sub(1).min(1) as f32);
    add(terms::FURTHER_SLOT, slots.saturating_sub(2) as f32);
    add(terms::SHIPYARD, game.shipyard_income(state, seat).into());
    add(terms::COSA, f32::from(u8::from(game.has(state, seat, Ability::Cosa))));
    add(terms::ORELLANA, f32::from(u8::from(game.has(state, seat, Ability::Orellana))));
    sum
}

/// Returns what a seat's own hand adds to the logarithm of its odds, as it knows itself.
fn own_hand(game: &MundusNovus, state: &State, seat: Seat, scale: f32) -> f32 {
    let had = has_had_turn(game, state, seat);
    let hand = match state.decision {
        _ if had => terms::HAND_AFTER_TURN,
        decision if decision < Decision::Tie => terms::HAND_IN_SUPPLY,
        decision if decision < Decision::Compensate => terms::HAND_IN_TRADE,
        _ => terms::HAND_IN_PROGRESS,
    };
    let worth = if had { future::stored(game, state, seat) } else { future::turn(game, state, seat) };
    let perfect = if worth > terms::PERFECT_TURN { hand.perfect } else { 0.0 };
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
