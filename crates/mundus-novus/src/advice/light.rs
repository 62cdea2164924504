//! The rules of thumb that rollouts are played by: a hand is worth its best set, its different
//! goods and its relics, by fixed prices, and cards come and go one at a time. They use what the
//! deciding seat knows, like the full policy.

use super::policy::outlook::kept;
use super::weights::Weights;
use tradewinds_game::first_of_best;
use tradewinds_game::kit::ByKey;

use crate::MundusNovus;
use crate::action::{Action, OpenCard};
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::DevelopmentId;
use crate::limits::QUEUE;
use crate::state::State;
use crate::words::{Ability, Class, Decision, Event};

/// Doubloons of a set of three by class, of a further card in it, and of a pair.
const SET: ByKey<Class, f32> = ByKey::new([7.0, 9.5, 12.0]);
const FURTHER: f32 = 1.5;
const PAIR: ByKey<Class, f32> = ByKey::new([0.7, 1.0, 1.2]);
/// Doubloons of the set that a number of one good makes, from one card up to four; more are worth no
/// more. The place of a good is half its bit, which needs no division.
const ALIKE: [[f32; 4]; 32] = {
    let mut worth = [[0.0; 4]; 32];
    let mut good = 0;
    while good < Card::GOODS {
        let (pair, set) = (PAIR.array()[good / 3], SET.array()[good / 3]);
        worth[Card::ALL[good].bit() as usize / 2] = [0.0, pair, set, set + FURTHER];
        good += 1;
    }
    worth
};
/// Doubloons by the number of different goods.
const DIFFERENT: [f32; Card::GOODS + 1] = [0.0, 0.2, 0.6, 1.5, 5.3, 7.4, 10.6, 15.9, 21.2, 30.0];
/// Doubloons by the number of relics.
const RELICS: [f32; 6] = [0.0, 4.5, 10.0, 18.0, 27.0, 37.0];
/// More than any other action is worth: a perfect combination wins the game.
const WIN: f32 = 200.0;

/// Scores actions in doubloons, roughly.
pub(super) fn score(
    game: &MundusNovus,
    weights: &Weights,
    state: &State,
    actions: &[Action],
    scores: &mut [f32],
) {
    let hand = state.hand[state.seat];
    let thumb = Thumb { game, weights, state, hand };
    let scored = scores.iter_mut().zip(actions);
    // The frequent decisions have loops of their own.
    match state.decision {
        Decision::Offer | Decision::Pirates => thumb.part(actions, scores),
        Decision::Turn => thumb.turn(actions, scores),
        Decision::Take => {
            let hope = Hope::new(hand);
            scored.for_each(|(score, &action)| *score = thumb.take(&hope, action));
        }
        Decision::Swap => {
            let hope = Hope::new(hand);
            scored.for_each(|(score, &action)| *score = thumb.swap(&hope, action));
        }
        _ => scored.for_each(|(score, &action)| *score = thumb.worth(action)),
    }
}

/// Returns the first of the actions with the highest score, without a list; `None` at the rarer decisions.
pub(super) fn choose(game: &MundusNovus, weights: &Weights, state: &State) -> Option<Action> {
    let hand = state.hand[state.seat];
    let thumb = Thumb { game, weights, state, hand };
    match state.decision {
        Decision::Offer => thumb.choose_offer(),
        Decision::Take => thumb.choose_take(),
        Decision::Swap => Some(thumb.choose_swap()),
        Decision::Pick => {
            let hope = Hope::new(hand);
            first_of_best(game.pickable(state), |card| hope.with(card)).map(|(card, _)| Action::Pick(card))
        }
        Decision::Compensate => {
            let hope = Hope::new(hand);
            first_of_best(hand.types(), |card| hope.without(card)).map(|(card, _)| Action::Give(card))
        }
        Decision::Announce => Some(Action::Announce(game.rules.trade.fewest_offered)),
        Decision::FirstPlayer => Some(Action::First(state.seat)),
        Decision::Lay => game.only_to_lay(state).map(Action::Lay),
        _ => None,
    }
}

/// Returns the worth of the best set that a hand holds, or of its best pair.
#[inline]
fn best_alike(hand: Cards) -> f32 {
    let goods = hand.goods();
    goods.with(2).fold(0.0, |best, good| larger(best, alike(good, goods.count(good))))
}

#[inline]
fn alike(good: Card, number: u8) -> f32 {
    ALIKE[usize::from(good.bit() / 2 % 32)][usize::from(number.min(4)) - 1]
}

/// Returns the larger of two numbers; `f32::max` looks for NaN too.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline]
fn relics_worth(relics: u8) -> f32 {
    RELICS[usize::from(relics).min(RELICS.len() - 1)]
}

/// The worth of a hand before a turn, in parts: with or without one card more, only one of them has
/// to be found again.
struct Hope {
    hand: Cards,
    /// That of the best set.
    alike: f32,
    /// That of the different goods, and of one more.
    different: f32,
    more_different: f32,
    relics: f32,
}

impl Hope {
    #[inline]
    fn new(hand: Cards) -> Self {
        let different = hand.goods().distinct_len();
        Self {
            hand,
            alike: best_alike(hand),
            different: DIFFERENT[different],
            more_different: DIFFERENT[(different + 1).min(Card::GOODS)],
            relics: relics_worth(hand.count(Card::RELIC)),
        }
    }

    #[inline]
    fn worth(&self) -> f32 {
        self.alike + self.different + self.relics
    }

    /// Returns the worth of the hand with one card more.
    #[inline]
    fn with(&self, card: Card) -> f32 {
        let number = self.hand.count(card);
        if !card.is_good() {
            return self.alike + self.different + relics_worth(number + 1);
        }
        // The more cards of a good, the more they are worth.
        let alike = larger(self.alike, alike(card, number + 1));
        let different = if number == 0 { self.more_different } else { self.different };
        alike + different + self.relics
    }

    /// Returns the worth of the hand without one of its cards.
    #[inline]
    fn without(&self, card: Card) -> f32 {
        let number = self.hand.count(card);
        if !card.is_good() {
            self.alike + self.different + relics_worth(number - 1)
        } else if number > 1 {
            best_alike(self.hand.minus(Cards::one(card))) + self.different + self.relics
        } else {
            let different = DIFFERENT[self.hand.goods().distinct_len() - 1];
            self.alike + different + self.relics
        }
    }
}

/// What a hand loses with a card of each type.
struct Losses {
    losses: [f32; Card::COUNT],
    /// The loss up to which as many cards go as have to.
    most: f32,
}

impl Losses {
    #[inline]
    fn new(thumb: &Thumb<'_>) -> Self {
        let hope = Hope::new(thumb.hand);
        let whole = hope.worth();
        let mut losses = [f32::MAX; Card::COUNT];
        let mut sorted = [f32::MAX; Card::COUNT];
        for (len, card) in thumb.hand.types().enumerate() {
            let loss = whole - hope.without(card);
            losses[card.index()] = loss;
            // Sorted by insertion: there are few.
            let mut place = len;
            while place > 0 && sorted[place - 1] > loss {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = loss;
        }
        let most = sorted[usize::from(thumb.state.left.max(1) - 1).min(Card::COUNT - 1)];
        Self { losses, most }
    }

    /// Returns whether a card is one of those that go.
    #[inline]
    fn go(&self, card: Card) -> bool {
        self.losses[card.index()] <= self.most
    }

    /// Values giving up a card.
    #[inline]
    fn worth(&self, card: Card) -> f32 {
        if self.go(card) { (Card::COUNT - card.index()) as f32 } else { -self.losses[card.index()] }
    }
}

/// One decision as the rules of thumb see it.
struct Thumb<'a> {
    game: &'a MundusNovus,
    weights: &'a Weights,
    state: &'a State,
    hand: Cards,
}

impl Thumb<'_> {
    fn with(&self, card: Card) -> f32 {
        Hope::new(self.hand).with(card)
    }

    #[inline]
    fn take(&self, hope: &Hope, action: Action) -> f32 {
        let Action::Take(open) = action else { return 0.0 };
        hope.with(open.card()) - self.weights.starve * f32::from(self.state.money[open.from()])
    }

    #[inline]
    fn swap(&self, hope: &Hope, action: Action) -> f32 {
        let card = if let Action::SwapFor(wanted) = action { Some(wanted) } else { self.state.card };
        card.map_or(0.0, |card| hope.with(card))
    }

    /// Takes the best open card, the first one among equals.
    #[inline(never)]
    fn choose_take(&self) -> Option<Action> {
        let hope = Hope::new(self.hand);
        let (mut best, mut top) = (None, f32::NEG_INFINITY);
        for from in self.state.victims {
            let loss = self.weights.starve * f32::from(self.state.money[from]);
            for card in self.state.aside[from].types() {
                let worth = hope.with(card) - loss;
                if worth > top {
                    (best, top) = (Some(Action::Take(OpenCard::new(card, from))), worth);
                }
            }
        }
        best
    }

    /// Keeps the card taken, or swaps it for one that is worth more.
    #[inline(never)]
    fn choose_swap(&self) -> Action {
        let hope = Hope::new(self.hand);
        let kept = self.state.card.map_or(0.0, |card| hope.with(card));
        match first_of_best(self.state.market.types(), |card| hope.with(card)) {
            Some((card, worth)) if worth > kept => Action::SwapFor(card),
            _ => Action::Keep,
        }
    }

    /// Offers the first card that is to go; las Casas, who may stop, is left to the list.
    #[inline(never)]
    fn choose_offer(&self) -> Option<Action> {
        if self.game.has(self.state, self.state.seat, Ability::Casas) {
            return None;
        }
        let open = self.game.offerable(self.state);
        let losses = Losses::new(self);
        // Of cards that go, the lowest has the highest score.
        let go = open.clone().find(|&card| losses.go(card));
        go.or_else(|| first_of_best(open, |card| losses.worth(card)).map(|(card, _)| card)).map(Action::Offer)
    }

    /// Gives up the least valuable cards, the lowest first, which is the order of the choices.
    #[inline(never)]
    fn part(&self, actions: &[Action], scores: &mut [f32]) {
        let losses = Losses::new(self);
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Offer(card) | Action::Discard(card) => losses.worth(card),
                _ => 0.0,
            };
        }
    }

    /// Returns the worth of a development to the deciding seat, this round's income still to come.
    fn development(&self, id: DevelopmentId, rounds: f32) -> f32 {
        let (game, w) = (self.game, self.weights);
        let owned = self.state.owned[self.state.seat];
        let effect = if game.rules.caravels.has(id) {
            w.caravel / (1.0 + 0.3 * (owned & game.rules.caravels).len() as f32)
        } else if game.rules.all_merchants.has(id) {
            w.merchant_uncommon
        } else if game.rules.warehouses.has(id) {
            w.slot * f32::from(game.rules.printed(id).slots)
                / (1 + (owned & game.rules.warehouses).len()) as f32
        } else if game.rules.shipyards.has(id) {
            w.shipyard
        } else {
            w.pizarro
        };
        w.income * f32::from(game.rules.printed(id).income) * (rounds + 1.0) + effect * rounds
    }

    /// Values the combinations: the best card that a set wins, what the cards left still earn.
    #[inline(never)]
    fn turn(&self, actions: &[Action], scores: &mut [f32]) {
        let (game, state, hand) = (self.game, self.state, self.hand);
        let mut best = [0.0_f32; QUEUE + 1];
        let mut storm = false;
        if matches!(actions[0], Action::Set(_)) {
            let rounds = game.rounds_to_come(state, self.weights.pace);
            storm = game.event_for(state, state.seat) == Event::Storm;
            for (position, &id) in state.queue.as_slice().iter().enumerate() {
                best[position + 1] = best[position].max(self.development(id, rounds));
            }
        }
        let natives = game.event_for(state, state.seat) == Event::Natives;
        let different = |number: usize| if natives { number as f32 } else { DIFFERENT[number] };
        let relics = usize::from(hand.count(Card::RELIC));
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Set(claim) => {
                    let (good, size) = (claim.good(), claim.size());
                    let limit = usize::from(game.rules.access(good.class(), size, storm)).min(QUEUE);
                    let rest = hand.without(Cards::of(good, size));
                    let jokers = usize::from(size.saturating_sub(hand.count(good))).min(relics);
                    let left = RELICS[(relics - jokers).min(RELICS.len() - 1)];
                    best[limit] + left + different(rest.goods().distinct_len()) - 0.1 * f32::from(size)
                }
                Action::Different(number) => different(number.into()) + RELICS[relics.min(RELICS.len() - 1)],
                Action::Perfect => WIN,
                Action::Relics(number) => RELICS[usize::from(number).min(RELICS.len() - 1)],
                _ => 0.0,
            };
        }
    }

    /// Values all other actions.
    #[inline(never)]
    fn worth(&self, action: Action) -> f32 {
        let (game, state, hand) = (self.game, self.state, self.hand);
        match action {
            Action::Pick(card) => self.with(card),
            Action::Buy(card) => self.with(card) - f32::from(game.rules.effect.sergio_cost),
            Action::Pass if state.decision == Decision::Sergio => Hope::new(hand).worth(),
            Action::Event(_) => -1.0,
            Action::Announce(number) => -f32::from(number),
            Action::Master(seat) => -f32::from(state.money[seat]),
            Action::Give(card) => Hope::new(hand).without(card),
            Action::First(seat) => f32::from(u8::from(seat == state.seat)),
            Action::Jokers(number) | Action::Convert(number) => -f32::from(number),
            Action::From(card) => f32::from(hand.count(card)) - 0.1 * card.index() as f32,
            Action::Develop(position) => {
                let rounds = game.rounds_to_come(state, self.weights.pace);
                let queue = state.queue.as_slice();
                queue.get(usize::from(position) - 1).map_or(0.0, |&id| self.development(id, rounds))
            }
            Action::Lay(card) => -kept(self.weights, card),
            Action::Store(card) => kept(self.weights, card),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::MundusNovus;
    use tradewinds_testkit::laws::rollout_win_share;

    /// Rollouts play by rules of thumb: far better than random play.
    #[test]
    fn rules_of_thumb_beat_random_play() {
        let won: f32 = (0..40).map(rollout_win_share::<MundusNovus>).sum();
        assert!(won > 36.0, "{won} of 40 games won");
    }
}
