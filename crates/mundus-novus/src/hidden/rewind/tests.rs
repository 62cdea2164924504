use std::collections::BTreeMap;

use tradewinds_game::{Dice, Game, Rng, Seed, Variant, Variants};

use super::*;

/// Worlds drawn on either side of a decision.
const WORLDS: u32 = 20_000;
/// Decisions of each kind that are compared.
const CASES: u32 = 12;

/// A decision, from the first part that others did not see to the last.
struct Seen {
    start: State,
    after: State,
    chooser: Seat,
    edge: Edge,
    /// Whether the observer still does not know it.
    is_secret: bool,
}

/// The number of cards of each type, summed over worlds with weights, and of their squares.
#[derive(Default)]
struct Counts {
    weight: f64,
    squares: f64,
    sums: BTreeMap<Card, (f64, f64)>,
}

impl Counts {
    fn add(&mut self, world: &State, seat: Seat, weight: f64) {
        self.weight += weight;
        self.squares += weight * weight;
        for card in Card::ALL {
            let count = f64::from(world.hand[seat].count(card));
            let sums = self.sums.entry(card).or_default();
            *sums = (sums.0 + weight * count, sums.1 + weight * count * count);
        }
    }

    /// Returns the number of equally weighted worlds that say as much.
    fn effective(&self) -> f64 {
        self.weight * self.weight / self.squares
    }

    /// Returns the mean number of cards of a type, and the variance of this mean; that of a mean near 0 is not too small.
    fn mean(&self, card: Card) -> (f64, f64) {
        let (sum, squares) = self.sums[&card];
        let mean = sum / self.weight;
        (mean, (squares / self.weight - mean * mean).max(0.02) / self.effective())
    }
}

fn legal(game: &MundusNovus, state: &State) -> Actions<Action> {
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    actions
}

/// Returns the probability that random play from `state` makes these decisions.
fn by_chance(game: &MundusNovus, state: &State, made: &[Action]) -> f64 {
    let (mut state, mut probability) = (*state, 1.0);
    for &action in made {
        let actions = legal(game, &state);
        if !actions.contains(&action) {
            return 0.0;
        }
        probability /= actions.len() as f64;
        game.play(&mut state, action, &mut Seed(0).rng());
    }
    probability
}

/// Compares the cards of the seat that decided in worlds before the decision with those in worlds after it, taken back.
/// Both are weighed by random play, for which the rules of probability make them equal. Returns whether the worlds could
/// be compared.
fn compare(game: &MundusNovus, seen: &Seen, observer: Seat, rng: &mut Rng) -> bool {
    let mut back = Counts::default();
    // The decision, if the observer knows it now.
    let mut known: Option<Vec<Action>> = None;
    for _ in 0..WORLDS {
        let (mut before, mut world, mut hidden) = (seen.start, seen.after, Actions::new());
        game.determinize(&mut before, observer, rng);
        game.determinize(&mut world, observer, rng);
        let ratio = game.rewind(&mut before, &world, observer, seen.edge, &mut hidden);
        let Some(ratio) = ratio else { return false };
        let code = seen.edge.without_outcome().bits();
        let made: Vec<Action> = match hidden.is_empty() {
            true => legal(game, &before)
                .iter()
                .copied()
                .filter(|&action| MundusNovus::code(action) == code)
                .collect(),
            false => hidden.to_vec(),
        };
        back.add(&before, seen.chooser, f64::from(ratio) * by_chance(game, &before, &made));
        known = Some(made);
    }
    let made = known.expect("there are worlds");
    let mut drawn = Counts::default();
    for _ in 0..WORLDS {
        let mut before = seen.start;
        game.determinize(&mut before, observer, rng);
        if before.decision.sets_aside() {
            // The world may have begun to choose.
            let aside = std::mem::take(&mut before.aside[seen.chooser]);
            before.hand[seen.chooser] = before.hand[seen.chooser].plus(aside);
            before.left = game.needed(&before, seen.chooser);
        }
        drawn.add(&before, seen.chooser, if seen.is_secret { 1.0 } else { by_chance(game, &before, &made) });
    }
    if drawn.effective() < 100.0 {
        return false;
    }
    for card in Card::ALL {
        let ((before, a), (after, b)) = (drawn.mean(card), back.mean(card));
        let errors = (before - after).abs() / (a + b).sqrt();
        assert!(
            errors < 5.0,
            "{:?}: {before} and {after} of {card:?}, {errors} standard errors",
            seen.start.decision
        );
    }
    true
}

#[test]
fn worlds_are_as_likely_before_a_decision_as_after_it() {
    let mut compared = BTreeMap::<(Decision, bool), u32>::new();
    for (players, games) in [(2, 40), (3, 40)] {
        let game = MundusNovus::new(players, &Variant::standard()).expect("the standard rules");
        for seed in 0..games {
            let (mut dice, mut rng) = (Seed(seed).rng(), Seed(!seed).rng());
            let mut state = game.deal(&mut dice);
            let mut start = None;
            while let Some(chooser) = game.to_act(&state) {
                let actions = legal(&game, &state);
                let action = actions[dice.below(actions.len() as u32) as usize];
                let before = state;
                game.play(&mut state, action, &mut dice);
                let observer = Seat::new((chooser.index() + 1) % players);
                let first = *start.get_or_insert(before);
                let Some(edge) = game.observe(&before, action, &state, observer) else { continue };
                start = None;
                let decision = before.decision;
                let is_secret = match decision {
                    Decision::Offer => state.decision == Decision::Offer,
                    Decision::Compensate => edge != Edge::new(MundusNovus::code(action)),
                    _ => false,
                };
                // With three seats a reveal shows more than the decision, and what a bystander knows of seats between
                // which a card was given is weighed approximately.
                let fits = match decision {
                    Decision::Offer => is_secret || players == 2,
                    Decision::Compensate => true,
                    Decision::Turn | Decision::Lay => players == 2 && action != Action::End,
                    _ => false,
                };
                if !fits {
                    continue;
                }
                let count = compared.entry((decision, is_secret)).or_default();
                if *count < CASES {
                    let seen = Seen { start: first, after: state, chooser, edge, is_secret };
                    *count += u32::from(compare(&game, &seen, observer, &mut rng));
                }
            }
        }
    }
    assert!(compared.len() == 6 && compared.values().all(|&count| count >= 4), "{compared:?}");
}
