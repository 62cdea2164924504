//! Law 9: an open game has no dice and no secrets left.

use tradewinds_game::{CompleteGame, CountingDice, Dice};

use super::Case;

/// Plays every world of an open game on, with the same actions and other dice: no difference is allowed.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>) {
    let game = case.game;
    for (stream, observer) in case.seats().enumerate() {
        let mut truth = case.state;
        let mut world = case.determinized(&case.state, observer, stream as u64);
        let (mut first, mut second) = (case.rng(100), case.rng(101 + stream as u64));
        let (mut dice, mut choices) = (CountingDice::new(&mut first), case.rng(200 + stream as u64));
        let mut left = game.max_decisions();
        while game.to_act(&truth).is_some() && left > 0 {
            assert!(game.is_open(&truth), "law 9: the game was open, and is no longer");
            let actions = case.legal(&truth);
            assert!(actions == case.legal(&world), "law 9: in an open game a list depends on a secret");
            let action = actions[choices.below(actions.len() as u32) as usize];
            game.play(&mut truth, action, &mut dice);
            game.play(&mut world, action, &mut second);
            left -= 1;
        }
        assert_eq!(dice.throws(), 0, "law 9: dice are thrown in an open game");
        assert!(game.scores(&truth) == game.scores(&world), "law 9: a secret decides an open game");
    }
}
