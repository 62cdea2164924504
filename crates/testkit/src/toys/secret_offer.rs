//! Secret offer: the secret simultaneous choice of Mundus Novus in miniature.
//!
//! # Rules
//! 2 to 4 seats hold secret hands of numbered cards; the rest of the deck is a face-down pile. In
//! each round the seats, from the starter on, set aside 0 to `limit` cards in secret: `offer N` in
//! ascending order, then `done`; the `limit`-th card completes an offer by itself. When the last seat
//! has committed, all offers are revealed. A seat whose sum is alone the highest wins the value of
//! all offered cards in points and takes the highest card that another seat offered into its hand,
//! openly. The other offered cards are discarded. Then each seat draws a card while the pile lasts,
//! and the next seat starts. Most points after the last round win, then most cards left.
//!
//! # What the others know
//! That a seat has committed, not what, and not how many cards before the reveal: `offer N` is no
//! event for them. Hand and set-aside cards count together; a card taken openly is known to be among
//! them until a card of its value is revealed.

use arrayvec::ArrayVec;
use serde::Deserialize;
use tradewinds_game::{
    Actions, Choices, Dice, Edge, Game, InputError, NoRecorder, PerSeat, Records, Schema, Scores, Seat,
    Variant, Variants, overlaid, shuffle,
};

/// The maximum number of seats of the game.
pub const SEATS: usize = 4;
/// The highest number on a card; the lowest is 1.
pub const VALUES: usize = 6;
/// The maximum number of cards of a deck.
pub const DECK: usize = 24;

/// The move that the other seats see when a seat completes its offer.
pub const COMMITTED: u32 = VALUES as u32 + 1;

const DATA: &str = "copies = 3\nhand = 4\nlimit = 2\nrounds = 3\n";

/// The numbers of the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Cards of each value.
    pub copies: u8,
    /// Cards dealt to each seat.
    pub hand: u8,
    /// The maximum number of cards of an offer.
    pub limit: u8,
    /// Rounds of the game.
    pub rounds: u8,
}

/// Cards without order: the number of each value, 1 first.
pub type Hand = [u8; VALUES];

/// Returns the number of cards.
pub fn size(cards: &Hand) -> u8 {
    cards.iter().sum()
}

/// Returns the cards of both lists together.
pub fn plus(a: &Hand, b: &Hand) -> Hand {
    std::array::from_fn(|value| a[value] + b[value])
}

fn sum(cards: &Hand) -> u16 {
    (1..).zip(cards).map(|(value, &number)| value * u16::from(number)).sum()
}

/// Lists cards in ascending order, as indices of their values.
pub(super) fn listed(cards: &Hand) -> impl Iterator<Item = u8> + '_ {
    (0..).zip(cards).flat_map(|(value, &number)| std::iter::repeat_n(value, usize::from(number)))
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The cards in each hand.
    pub hand: [Hand; SEATS],
    /// Cards chosen so far, or committed, for the offer of this round.
    pub aside: [Hand; SEATS],
    /// Cards that all seats know to be in the seat's hand or set aside by it.
    pub known: [Hand; SEATS],
    /// The discarded cards.
    pub discard: Hand,
    /// The face-down pile, top last, as indices of values; unused places are 0.
    pub pile: [u8; DECK],
    /// The number of cards in the pile.
    pub pile_len: u8,
    /// The points of each seat.
    pub points: [u16; SEATS],
    /// The seat that offers first in this round.
    pub starter: u8,
    /// Seats that have committed in this round.
    pub turn: u8,
    /// From 1; one more than the last round when the game is over.
    pub round: u8,
}

const _: () = assert!(!std::mem::needs_drop::<State>() && size_of::<State>() <= 128);

impl State {
    /// Returns all cards of a seat, in hand and set aside.
    pub fn cards(&self, seat: usize) -> Hand {
        plus(&self.hand[seat], &self.aside[seat])
    }

    fn pile_push(&mut self, value: u8) {
        self.pile[usize::from(self.pile_len)] = value;
        self.pile_len += 1;
    }

    fn pile_pop(&mut self) -> Option<u8> {
        self.pile_len = self.pile_len.checked_sub(1)?;
        Some(std::mem::take(&mut self.pile[usize::from(self.pile_len)]))
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Sets aside a card of this value.
    Offer(u8),
    /// Ends the offer.
    Done,
}

const _: () = assert!(size_of::<Action>() <= 4);

/// The parts of a position that are unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gaps {
    /// Unknown cards of each seat.
    pub cards: [u8; SEATS],
    /// Whether it is unknown which of a seat's cards are set aside.
    pub split: [bool; SEATS],
    /// Whether the pile is unknown.
    pub pile: bool,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct SecretOffer {
    /// The number of players.
    pub players: usize,
    /// The numbers of the rules.
    pub data: Data,
}

impl SecretOffer {
    /// Returns the seat that commits as number `turn` of a round, from 0.
    pub fn seat_in_turn(&self, state: &State, turn: u8) -> usize {
        (usize::from(state.starter) + usize::from(turn)) % self.players
    }

    /// Returns whether the game is over.
    pub fn over(&self, state: &State) -> bool {
        state.round > self.data.rounds
    }

    /// Returns whether a seat has committed or is choosing, so that it may have set cards aside.
    pub fn may_have_set_aside(&self, state: &State, seat: usize) -> bool {
        !self.over(state) && (0..=state.turn).any(|turn| self.seat_in_turn(state, turn) == seat)
    }

    /// Returns the maximum number of cards that a seat can have set aside at this point.
    pub fn most_aside(&self, state: &State, seat: usize) -> u8 {
        let choosing = self.seat_in_turn(state, state.turn) == seat;
        self.data.limit - u8::from(choosing)
    }

    /// Returns the cards that lie nowhere yet, or a value (from 0) of which there are too many.
    pub fn unseen(&self, state: &State) -> Result<Hand, usize> {
        let mut left = [self.data.copies; VALUES];
        let mut take = |value: usize, number: u8| {
            left[value] = left[value].checked_sub(number).ok_or(value)?;
            Ok::<(), usize>(())
        };
        for value in 0..VALUES {
            take(value, state.discard[value])?;
            for seat in 0..self.players {
                take(value, state.hand[seat][value])?;
                take(value, state.aside[seat][value])?;
            }
        }
        for &value in &state.pile[..usize::from(state.pile_len)] {
            take(usize::from(value), 1)?;
        }
        Ok(left)
    }

    /// Fills the gaps, uniformly over the worlds of physical cards.
    pub fn complete<D: Dice + ?Sized>(&self, state: &mut State, gaps: &Gaps, dice: &mut D) {
        let unseen = self.unseen(state).expect("no value has more cards than the deck");
        let mut pool: ArrayVec<u8, DECK> = listed(&unseen).collect();
        shuffle(&mut pool, dice);
        for seat in 0..self.players {
            for value in pool.drain(..usize::from(gaps.cards[seat])) {
                state.hand[seat][usize::from(value)] += 1;
            }
        }
        if gaps.pile {
            pool.iter().for_each(|&value| state.pile_push(value));
        }
        for seat in (0..self.players).filter(|&seat| gaps.split[seat]) {
            self.split(state, seat, dice);
        }
    }

    /// Sets aside some of a seat's cards, each possible set of cards with equal chance.
    fn split<D: Dice + ?Sized>(&self, state: &mut State, seat: usize, dice: &mut D) {
        let mut cards: ArrayVec<u8, DECK> = listed(&state.hand[seat]).collect();
        let most = cards.len().min(usize::from(self.most_aside(state, seat)));
        let mut drawn = dice.below((0..=most).map(|number| choose(cards.len(), number)).sum());
        let mut number = 0;
        while drawn >= choose(cards.len(), number) {
            drawn -= choose(cards.len(), number);
            number += 1;
        }
        shuffle(&mut cards, dice);
        for &value in &cards[..number] {
            state.hand[seat][usize::from(value)] -= 1;
            state.aside[seat][usize::from(value)] += 1;
        }
    }

    fn reveal(&self, state: &mut State) {
        let sums = state.aside.map(|aside| sum(&aside));
        let highest = sums.into_iter().max().unwrap_or(0);
        let mut winners = (0..self.players).filter(|&seat| sums[seat] == highest && highest > 0);
        let winner = winners.next().filter(|_| winners.next().is_none());
        for seat in 0..self.players {
            for value in 0..VALUES {
                let number = state.aside[seat][value];
                state.known[seat][value] = state.known[seat][value].saturating_sub(number);
                state.discard[value] += number;
            }
        }
        if let Some(winner) = winner {
            state.points[winner] += sums.iter().sum::<u16>();
            let others = (0..self.players).filter(|&seat| seat != winner);
            let prize = others.filter_map(|seat| listed(&state.aside[seat]).last()).max();
            if let Some(value) = prize.map(usize::from) {
                state.discard[value] -= 1;
                state.hand[winner][value] += 1;
                state.known[winner][value] += 1;
            }
        }
        state.aside = [[0; VALUES]; SEATS];
        for turn in 0..self.players as u8 {
            if let Some(value) = state.pile_pop() {
                state.hand[self.seat_in_turn(state, turn)][usize::from(value)] += 1;
            }
        }
        state.turn = 0;
        state.starter = self.seat_in_turn(state, 1) as u8;
        state.round += 1;
    }
}

/// Returns the binomial coefficient.
pub(super) fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u32 / (i as u32 + 1))
}

impl Game for SecretOffer {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 10.0;

    fn players(&self) -> usize {
        self.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let mut state = State {
            hand: [[0; VALUES]; SEATS],
            aside: [[0; VALUES]; SEATS],
            known: [[0; VALUES]; SEATS],
            discard: [0; VALUES],
            pile: [0; DECK],
            pile_len: 0,
            points: [0; SEATS],
            starter: dice.below(self.players as u32) as u8,
            turn: 0,
            round: 1,
        };
        let mut gaps = Gaps { pile: true, ..Gaps::default() };
        gaps.cards[..self.players].fill(self.data.hand);
        self.complete(&mut state, &gaps, dice);
        state
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        (!self.over(state)).then(|| Seat::new(self.seat_in_turn(state, state.turn)))
    }

    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        let Some(seat) = self.to_act(state).map(Seat::index) else { return };
        let last = listed(&state.aside[seat]).last().map_or(0, usize::from);
        for value in last..VALUES {
            if state.hand[seat][value] > 0 {
                actions.push(Action::Offer(value as u8 + 1));
            }
        }
        actions.push(Action::Done);
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, _: &mut D) {
        let seat = self.seat_in_turn(state, state.turn);
        let complete = match action {
            Action::Offer(value) => {
                let value = usize::from(value) - 1;
                state.hand[seat][value] -= 1;
                state.aside[seat][value] += 1;
                size(&state.aside[seat]) == self.data.limit
            }
            Action::Done => true,
        };
        if complete {
            state.turn += 1;
            if usize::from(state.turn) == self.players {
                self.reveal(state);
            }
        }
    }

    fn scores(&self, state: &State) -> Scores {
        let points = PerSeat::from_fn(self.players, |seat| i32::from(state.points[seat.index()]));
        let ties = PerSeat::from_fn(self.players, |seat| [i32::from(size(&state.cards(seat.index()))), 0, 0]);
        Scores::ranked(points, ties)
    }

    fn max_decisions(&self) -> u32 {
        self.players as u32 * u32::from(self.data.limit) * u32::from(self.data.rounds) + 1
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        let mut gaps = Gaps { pile: true, ..Gaps::default() };
        for seat in (0..self.players).filter(|&seat| seat != observer.index()) {
            gaps.cards[seat] = size(&state.cards(seat)) - size(&state.known[seat]);
            gaps.split[seat] = self.may_have_set_aside(state, seat);
            state.hand[seat] = state.known[seat];
            state.aside[seat] = [0; VALUES];
        }
        state.pile = [0; DECK];
        state.pile_len = 0;
        self.complete(state, &gaps, dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        (state.pile, state.pile_len) = ([0; DECK], 0);
        self.complete(state, &Gaps { pile: true, ..Gaps::default() }, dice);
    }

    fn code(action: Action) -> u32 {
        match action {
            Action::Done => 0,
            Action::Offer(value) => u32::from(value),
        }
    }

    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        if self.to_act(before) == Some(observer) {
            return Some(Edge::new(Self::code(action)));
        }
        // Not "another seat is to act": with two seats the last of a round starts the next one.
        let committed = (before.round, before.turn) != (after.round, after.turn);
        committed.then_some(Edge::new(COMMITTED))
    }
}

impl Variants for SecretOffer {
    const NAME: &'static str = "secret-offer";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=SEATS;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        if !Self::PLAYERS.contains(&players) {
            return Err(InputError::new(Self::NAME, "players", players.to_string(), "2 to 4"));
        }
        let data: Data = overlaid(DATA, [variant])?;
        let deck = usize::from(data.copies) * VALUES;
        if deck > DECK || players * usize::from(data.hand) > deck || data.limit == 0 || data.rounds == 0 {
            return Err(InputError::new(
                Self::NAME,
                "",
                format!("{data:?}"),
                "a deck for all, at most 24 cards",
            ));
        }
        Ok(Self { players, data })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[("long-offer", "name = \"long-offer\"\ngame = \"secret-offer\"\n[set]\nlimit = 3\nrounds = 2\n")]
    }
}

impl Choices for SecretOffer {
    const DECISION_KINDS: &'static [&'static str] = &["offer"];

    fn start_place(&self, state: &State, seat: Seat) -> usize {
        let rounds_done = usize::from(state.round) - 1;
        let first = (usize::from(state.starter) + self.players * rounds_done - rounds_done) % self.players;
        (seat.index() + self.players - first) % self.players
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round.min(self.data.rounds))
    }

    fn decision_kind(&self, _: &State) -> usize {
        0
    }
}

impl Records for SecretOffer {
    type Recorder = NoRecorder;

    fn schema() -> &'static Schema {
        &Schema { seats: &[], tables: &[] }
    }

    fn recorder(&self, _: &State) -> NoRecorder {
        NoRecorder
    }
}
