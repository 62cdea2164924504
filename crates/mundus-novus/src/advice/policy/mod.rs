//! The heuristic policy: every action valued in doubloons by named weights.
//!
//! A [`Judge`] looks at one decision. It values hands by the best plan for the turn to come ([`hand`]) and
//! developments by what they bring in the rounds left ([`outlook`]). The knowledge is that of the rules page,
//! section 11. All that it reads is public or in the deciding seat's own hand. Rollouts are played by much simpler
//! rules ([`quick`]).

pub(super) mod future;
mod hand;
mod outlook;
mod quick;
mod trade;
mod turn;
mod weights;

use crate::MundusNovus;
use crate::action::Action;
use crate::advice::evaluate;
use crate::cards::Cards;
use crate::state::State;
use crate::words::{Class, Decision};
use hand::Appraiser;
use outlook::Outlook;
use tradewinds_game::{InputError, PerSeat, Policy, Seat, Weights as Given};
pub(super) use weights::DOCS;
use weights::Weights;

/// Scores actions in doubloons by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    ///
    /// # Errors
    /// A name that is no weight, or a number that is not finite.
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
        Ok(Self { weights: Weights::new(given)? })
    }
}

impl Policy<MundusNovus> for WeightedPolicy {
    fn score(&self, game: &MundusNovus, state: &State, actions: &[Action], scores: &mut [f32]) {
        let judge = Judge::new(game, &self.weights, state);
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = judge.worth(action);
        }
    }

    fn rollout_scores(&self, game: &MundusNovus, state: &State, actions: &[Action], scores: &mut [f32]) {
        quick::score(game, &self.weights, state, actions, scores);
    }

    fn evaluate(&self, game: &MundusNovus, state: &State) -> PerSeat<f32> {
        evaluate::evaluate(game, state)
    }
}

/// A look at one decision.
struct Judge<'a> {
    game: &'a MundusNovus,
    weights: &'a Weights,
    state: &'a State,
    seat: Seat,
    /// The deciding seat's cards in hand, without those set aside.
    hand: Cards,
    /// Its merchants that can still convert.
    merchants: [u8; Class::COUNT],
    outlook: Outlook<'a>,
    eye: Appraiser<'a>,
}

impl<'a> Judge<'a> {
    fn new(game: &'a MundusNovus, weights: &'a Weights, state: &'a State) -> Self {
        let seat = state.seat;
        let outlook = Outlook::new(game, weights, state, seat);
        let merchants = game.free_merchants(state);
        let eye = Appraiser::new(game, weights, state, seat, &outlook, merchants);
        Self { game, weights, state, seat, hand: state.hand[seat.index()], merchants, outlook, eye }
    }

    fn worth(&self, action: Action) -> f32 {
        match (self.state.decision, action) {
            (Decision::Coronado, Action::Event(event)) => self.event(Some(event)),
            (Decision::Coronado, _) => self.event(None),
            (Decision::Split, _) => self.fleet(action == Action::FleetB),
            (_, Action::Pick(card)) => self.pick(card),
            (_, Action::Buy(card)) => self.buy(Some(card)),
            (Decision::Sergio, _) => self.buy(None),
            (_, Action::Discard(card)) => self.part_with(card, self.state.left.saturating_sub(1), 0.0),
            (_, Action::Announce(number)) => self.announce(number),
            (Decision::Offer, _) => self.offer(action),
            (_, Action::Master(seat)) => self.master(seat),
            (_, Action::Take(open)) => self.take(open),
            (Decision::Swap, _) => self.state.card.map_or(0.0, |taken| {
                let wanted = if let Action::SwapFor(card) = action { Some(card) } else { None };
                self.swap(taken, wanted)
            }),
            (_, Action::Give(card)) => self.part_with(card, 0, 0.0),
            (_, Action::First(seat)) => self.begin(seat),
            (Decision::Turn, _) => self.main_step(action),
            (_, Action::Jokers(number)) => self.jokers(number),
            (_, Action::Convert(number)) => self.conversions(number),
            (_, Action::From(card)) => self.source(card),
            (Decision::Develop, _) => self.prize(action),
            (_, Action::Lay(card)) => self.lay(card),
            (_, Action::Store(card)) => self.store(Some(card)),
            _ => 0.0,
        }
    }
}
