//! Variants, and a random game by the rules that they make.

use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Dice, Variant};

use super::all_games::{GameVisitor, with_game};
use super::{exercise, refusal};

pub fn attempt(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else { return 0 };
    NAMES.iter().map(|name| with_game(name, Play { input, text }).unwrap()).sum()
}

struct Play<'a> {
    input: &'a [u8],
    text: &'a str,
}

impl GameVisitor for Play<'_> {
    type Output = u64;

    fn visit<G: CompleteGame>(self) -> u64 {
        let variant = match Variant::parse("variant.toml", self.text, G::NAME) {
            Ok(variant) => variant,
            Err(error) => {
                refusal::check(&error);
                return 0;
            }
        };
        let mut rng = exercise::rng(self.input);
        let chosen = rng.below(G::PLAYERS.count() as u32) as usize;
        let mut accepted = 0;
        for players in G::PLAYERS {
            let game = match G::new(players, &variant) {
                Ok(game) => game,
                Err(error) => {
                    refusal::check(&error);
                    continue;
                }
            };
            accepted += 1;
            let mut state = game.deal(&mut rng);
            if let Err(broken) = game.check(&state) {
                panic!("{}: the deal: {broken}", G::NAME);
            }
            // One game through and through, of the others the deal and a rollout.
            exercise::roll_out(&game, &state, &mut rng);
            if players == G::PLAYERS.start() + chosen {
                exercise::ask(&game, &state, &variant, &mut rng);
                while game.to_act(&state).is_some() {
                    let before = game.max_decisions().min(200);
                    exercise::play(&game, &mut state, &variant, before, &mut rng);
                    if rng.below(8) == 0 {
                        break;
                    }
                }
            }
        }
        accepted
    }
}
