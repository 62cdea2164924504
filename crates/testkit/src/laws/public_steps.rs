//! Law 10: after public steps the same is legal in every world.

use tradewinds_game::{CompleteGame, Dice, Seat};

use super::Case;

/// Plays worlds of the seat that decides on, with the same actions and other dice, as long as the steps are public.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>, seat: Seat) {
    let game = case.game;
    for stream in 300..304 {
        let mut truth = case.state;
        let mut world = case.determinized(&case.state, seat, stream);
        let (mut first, mut second, mut choices) =
            (case.rng(stream), case.rng(stream + 10), case.rng(stream + 20));
        // That the first list is the same is law 8.
        let mut actions = case.legal(&truth);
        while !actions.is_empty() && actions == case.legal(&world) {
            let action = actions[choices.below(actions.len() as u32) as usize];
            let before = (truth, world);
            game.play(&mut truth, action, &mut first);
            game.play(&mut world, action, &mut second);
            let is_public = game.is_public_step(&before.0, action, &truth);
            let also_there = game.is_public_step(&before.1, action, &world);
            assert_eq!(is_public, also_there, "law 10: a secret decides whether a step is public");
            if !is_public {
                break;
            }
            assert_eq!(game.to_act(&truth), game.to_act(&world), "law 10: a public step hides who decides");
            actions = case.legal(&truth);
            assert!(actions == case.legal(&world), "law 10: a list after public steps depends on a secret");
        }
    }
}
