//! Positions of every game.

use serde_json::Value;
use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Dice, Variant};

use super::all_games::{GameVisitor, with_game};
use super::{exercise, refusal};

pub fn attempt(input: &[u8]) -> u64 {
    let Ok(position) = serde_json::from_slice::<Value>(input) else { return 0 };
    let named = position.get("game").and_then(Value::as_str);
    let names =
        NAMES.iter().filter(|name| named.is_none_or(|named| named == **name || !NAMES.contains(&named)));
    names.map(|name| with_game(name, Load { input, position: &position }).unwrap()).sum()
}

struct Load<'a> {
    input: &'a [u8],
    position: &'a Value,
}

impl GameVisitor for Load<'_> {
    type Output = u64;

    fn visit<G: CompleteGame>(self) -> u64 {
        let mut rng = exercise::rng(self.input);
        let shipped = G::shipped_variants();
        let (_, text) = shipped[rng.below(shipped.len() as u32) as usize];
        let variants = [Variant::standard(), Variant::parse("shipped", text, G::NAME).unwrap()];
        let mut accepted = 0;
        for variant in &variants {
            // What reads is judged and shown, valid or not.
            if let Ok((game, state)) = G::read(self.position, variant, &mut rng) {
                assert_eq!(game.check(&state).err(), game.violations(&state).into_iter().next());
                let _ = game.show(self.position);
            }
            match G::load(self.position, variant, &mut rng) {
                Ok((game, mut state)) => {
                    accepted += 1;
                    exercise::ask(&game, &state, variant, &mut rng);
                    exercise::roll_out(&game, &state, &mut rng);
                    exercise::play(&game, &mut state, variant, 8, &mut rng);
                }
                Err(error) => refusal::check(&error),
            }
        }
        accepted
    }
}
