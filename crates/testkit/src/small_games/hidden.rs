//! Games with secrets or chance.

use tradewinds_game::{Actions, Dice, Edge, Game, Policy, Scores, Seat, UniformPolicy};

use super::{Known, assert_legal, score_each, scored};

/// Kuhn poker (Kuhn 1950): three cards, one each, ante 1; pass or bet 1.
#[derive(Default)]
pub struct Kuhn;

/// Passes, or folds: with [`BET`] the actions of [`Kuhn`].
pub const PASS: u8 = 0;
/// Bets, or calls a bet.
pub const BET: u8 = 1;

/// The cards, from 0 for the jack, and the decisions so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The card of each seat.
    pub cards: [u8; 2],
    /// Decisions made.
    pub moves: u8,
    /// The decisions, in order.
    pub history: [u8; 3],
}

impl Game for Kuhn {
    type State = Hand;
    type Action = u8;

    // Wide enough that rewards are nearly in proportion to chips.
    const CLEAR_LEAD: f32 = 8.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Hand {
        let first = dice.below(3) as u8;
        let second = (first + 1 + dice.below(2) as u8) % 3;
        Hand { cards: [first, second], moves: 0, history: [0; 3] }
    }

    fn to_act(&self, hand: &Hand) -> Option<Seat> {
        let seat = match &hand.history[..hand.moves.into()] {
            [] | [PASS, BET] => Some(0),
            [_] => Some(1),
            _ => None,
        };
        seat.map(Seat::new)
    }

    fn legal(&self, state: &Hand, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend([PASS, BET]);
        }
    }

    fn play<D: Dice + ?Sized>(&self, hand: &mut Hand, action: u8, _: &mut D) {
        assert_legal(self, hand, action);
        hand.history[usize::from(hand.moves)] = action;
        hand.moves += 1;
    }

    fn scores(&self, hand: &Hand) -> Scores {
        scored(2, |seat| {
            let higher = usize::from(hand.cards[1] > hand.cards[0]);
            let (winner, chips) = match &hand.history[..hand.moves.into()] {
                [BET, PASS] => (0, 1),
                [PASS, BET, PASS] => (1, 1),
                [.., BET, BET] => (higher, 2),
                _ => (higher, 1),
            };
            if seat == winner { chips } else { -chips }
        })
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, hand: &mut Hand, observer: Seat, dice: &mut D) {
        hand.cards[1 - observer.index()] = (hand.cards[observer.index()] + 1 + dice.below(2) as u8) % 3;
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for Kuhn {
    type Hints = UniformPolicy;
}

/// Matching pennies, or 40 %: the first seat may take a chance of 0.4, or hide a penny that the second seat
/// then guesses. A right guess wins with chance 0.8, a wrong one with 0.2, so hiding is worth 0.5, but 0.2
/// against an opponent that knows the penny. (Without such noise two UCB1 players alternate in step, and
/// the value depends on which of them is out of phase.)
#[derive(Default)]
pub struct Pennies;

/// Action of [`Pennies`], [`Guess`] and [`Dig`]: take a chance instead.
pub const SAFE: u8 = 2;

/// The first seat's choice, the second one's, and the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// Decisions made.
    pub moves: u8,
    /// The fact that one seat does not know.
    pub fact: u8,
    /// The seat that has won.
    pub winner: Option<u8>,
}

pub(super) fn chance(percent: u32, dice: &mut (impl Dice + ?Sized)) -> Option<u8> {
    Some(u8::from(dice.below(100) >= percent))
}

pub(super) fn won(state: &Hidden, seat: usize) -> i32 {
    (state.winner == Some(seat as u8)).into()
}

impl Game for Pennies {
    type State = Hidden;
    type Action = u8;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Hidden {
        Hidden { moves: 0, fact: 0, winner: None }
    }

    fn to_act(&self, state: &Hidden) -> Option<Seat> {
        state.winner.is_none().then_some(state.moves.into()).map(Seat::new)
    }

    fn legal(&self, state: &Hidden, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend(0..if state.moves == 0 { 3 } else { 2 });
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Hidden, action: u8, dice: &mut D) {
        assert_legal(self, state, action);
        match (state.moves, action) {
            (0, SAFE) => state.winner = chance(40, dice),
            (0, _) => state.fact = action,
            _ => state.winner = chance(if action == state.fact { 20 } else { 80 }, dice),
        }
        state.moves += 1;
    }

    fn scores(&self, state: &Hidden) -> Scores {
        scored(2, |seat| won(state, seat))
    }

    fn max_decisions(&self) -> u32 {
        2
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut Hidden, observer: Seat, dice: &mut D) {
        if observer.index() == 1 && state.moves == 1 {
            state.fact = dice.below(2) as u8;
        }
    }

    fn code(action: u8) -> u32 {
        action.into()
    }

    fn observe(&self, before: &Hidden, action: u8, _: &Hidden, observer: Seat) -> Option<Edge> {
        let hidden = before.moves == 0 && action != SAFE && observer.index() != 0;
        (!hidden).then(|| Edge::new(action.into()))
    }
}

impl Known for Pennies {
    type Hints = UniformPolicy;
}

/// A guess that looks good to a search that assumes it will know the answer (strategy fusion; Frank and
/// Basin 1998).
///
/// The second seat holds 0 or 1. The first one may take a chance of 0.7 or continue. Then the second one
/// passes; with a 1 it could also give up, which it never should. Then the first one guesses the second
/// seat's number: worth 0.5, and 1 to a search that forgets that it does not know the number. With a 0 the
/// pass is forced, and the first seat must not learn whether it was.
#[derive(Default)]
pub struct Guess;

impl Game for Guess {
    type State = Hidden;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Hidden {
        Hidden { moves: 0, fact: dice.below(2) as u8, winner: None }
    }

    fn to_act(&self, state: &Hidden) -> Option<Seat> {
        state.winner.is_none().then_some(usize::from(state.moves) % 2).map(Seat::new)
    }

    fn legal(&self, state: &Hidden, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            match (state.moves, state.fact) {
                (0, _) => actions.extend([0, SAFE]),
                (1, 0) => actions.push(0),
                _ => actions.extend(0..2),
            }
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Hidden, action: u8, dice: &mut D) {
        assert_legal(self, state, action);
        state.winner = match (state.moves, action) {
            (0, SAFE) => chance(70, dice),
            (1, 1) => Some(0),
            (2, guess) => Some(u8::from(guess != state.fact)),
            _ => None,
        };
        state.moves += 1;
    }

    fn scores(&self, state: &Hidden) -> Scores {
        scored(2, |seat| won(state, seat))
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut Hidden, observer: Seat, dice: &mut D) {
        // A world in which the second seat gave up is over, so its other moves reveal nothing.
        if observer.index() == 0 {
            state.fact = dice.below(2) as u8;
        }
    }

    fn code(action: u8) -> u32 {
        action.into()
    }
}

impl Known for Guess {
    type Hints = UniformPolicy;
}

/// A find that decides the next action: digging reveals 0 or 1 to all seats, and naming it wins; or there
/// is a chance of 0.7 instead. Worth 1 to a tree that branches on the find, 0.5 otherwise. With `FORCED`
/// the find comes with a forced move after the decision to dig.
#[derive(Default)]
pub struct Dig<const FORCED: bool>;

impl<const FORCED: bool> Dig<FORCED> {
    const FIND: u8 = FORCED as u8;
}

impl<const FORCED: bool> Game for Dig<FORCED> {
    type State = Hidden;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Hidden {
        Hidden { moves: 0, fact: 0, winner: None }
    }

    fn to_act(&self, state: &Hidden) -> Option<Seat> {
        state.winner.is_none().then_some(Seat::new(0))
    }

    fn legal(&self, state: &Hidden, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            match state.moves {
                0 => actions.extend([0, SAFE]),
                moves if moves <= Self::FIND => actions.push(0),
                _ => actions.extend(0..2),
            }
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Hidden, action: u8, dice: &mut D) {
        assert_legal(self, state, action);
        match (state.moves, action) {
            (0, SAFE) => state.winner = chance(70, dice),
            (moves, _) if moves > Self::FIND => state.winner = Some(u8::from(action != state.fact)),
            (moves, _) if moves == Self::FIND => state.fact = dice.below(2) as u8,
            _ => {}
        }
        state.moves += 1;
    }

    fn scores(&self, state: &Hidden) -> Scores {
        scored(2, |seat| won(state, seat))
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn code(action: u8) -> u32 {
        action.into()
    }

    fn observe(&self, before: &Hidden, action: u8, after: &Hidden, _: Seat) -> Option<Edge> {
        let edge = Edge::new(action.into());
        let found = before.moves == Self::FIND && action != SAFE;
        Some(if found { edge.with_outcome(1 + after.fact) } else { edge })
    }
}

impl<const FORCED: bool> Known for Dig<FORCED> {
    type Hints = UniformPolicy;
}

/// A choice between two equal chances, of which the policy prefers the one that equals the fact. All seats
/// know the fact, but no edge shows it, so a search that keeps its tree meets another policy in it.
#[derive(Default)]
pub struct Turning;

impl Game for Turning {
    type State = Hidden;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> Hidden {
        Hidden { moves: 0, fact: 0, winner: None }
    }

    fn to_act(&self, state: &Hidden) -> Option<Seat> {
        state.winner.is_none().then_some(Seat::new(0))
    }

    fn legal(&self, state: &Hidden, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend(0..2);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Hidden, action: u8, dice: &mut D) {
        assert_legal(self, state, action);
        state.winner = chance(50, dice);
    }

    fn scores(&self, state: &Hidden) -> Scores {
        scored(2, |seat| won(state, seat))
    }

    fn max_decisions(&self) -> u32 {
        1
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut Self::State, _: Seat, _: &mut D) {}

    fn code(action: u8) -> u32 {
        action.into()
    }
}

/// The policy of [`Turning`].
#[derive(Default)]
pub struct TurningHints;

impl Policy<Turning> for TurningHints {
    fn score(&self, _: &Turning, state: &Hidden, actions: &[u8], scores: &mut [f32]) {
        score_each(actions, scores, |action| if action == state.fact { 5.0 } else { 0.0 });
    }
}

impl Known for Turning {
    type Hints = TurningHints;
}
