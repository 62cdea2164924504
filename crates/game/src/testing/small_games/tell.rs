//! A game in which what a seat does tells what it holds.

use crate::{Actions, Dice, Edge, Game, Policy, Scores, Seat};

use super::hidden::{Hidden, SAFE, chance, won};
use super::{Known, assert_legal, score_each, scored};

/// Raises that tell what a seat holds.
///
/// The first seat holds 1, something good, or 0. Twice it may raise, or pass, which leaves everything to an even
/// chance. After two raises the second seat may call, which wins exactly if the first one holds 0, or take a chance
/// of 0.4. A first seat that holds 1 loses nothing by raising, and its [policy](TellHints) raises with a probability of
/// 0.9; one that holds 0 loses to a call, and raises with 0.1. So it holds 1 with a probability of 81 / 82 after two
/// raises, and a second seat that thinks nothing of it calls, since 0.5 is more than 0.4.
#[derive(Default)]
pub struct Tell;

impl Tell {
    /// Raises, or calls: an action of [`Tell`] beside [`SAFE`].
    pub const RAISE: u8 = 1;
    /// Passes.
    pub const PASS: u8 = 0;
}

impl Game for Tell {
    type State = Hidden;
    type Action = u8;

    const CLEAR_LEAD: f32 = 1.0;
    const REWINDS: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Hidden {
        Hidden { moves: 0, fact: dice.below(2) as u8, winner: None }
    }

    fn to_act(&self, state: &Hidden) -> Option<Seat> {
        state.winner.is_none().then_some(Seat::new(usize::from(state.moves == 2)))
    }

    fn legal(&self, state: &Hidden, actions: &mut Actions<u8>) {
        if self.to_act(state).is_some() {
            actions.extend([if state.moves == 2 { SAFE } else { Self::PASS }, Self::RAISE]);
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut Hidden, action: u8, dice: &mut D) {
        assert_legal(self, state, action);
        match (action, state.moves) {
            (Self::RAISE, 2) => state.winner = Some(1 - state.fact),
            (Self::RAISE, _) => {}
            (Self::PASS, _) => state.winner = chance(50, dice),
            _ => state.winner = chance(60, dice),
        }
        state.moves += 1;
    }

    fn scores(&self, state: &Hidden) -> Scores {
        scored(2, |seat| won(state, seat))
    }

    fn max_decisions(&self) -> u32 {
        3
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut Hidden, observer: Seat, dice: &mut D) {
        if observer.index() == 1 {
            state.fact = dice.below(2) as u8;
        }
    }

    fn code(action: u8) -> u32 {
        action.into()
    }

    fn rewind(
        &self,
        before: &mut Hidden,
        after: &Hidden,
        _: Seat,
        _: Edge,
        _: &mut Actions<u8>,
    ) -> Option<f32> {
        before.fact = after.fact;
        Some(1.0)
    }
}

/// The policy of [`Tell`].
#[derive(Default)]
pub struct TellHints;

impl Policy<Tell> for TellHints {
    fn score(&self, _: &Tell, state: &Hidden, actions: &[u8], scores: &mut [f32]) {
        let raises: f32 = if state.fact == 1 { 0.9 } else { 0.1 };
        score_each(actions, scores, |action| match (state.moves, action) {
            (2, _) => 0.0,
            (_, Tell::RAISE) => raises.ln(),
            _ => (1.0 - raises).ln(),
        });
    }
}

impl Known for Tell {
    type Hints = TellHints;
}
