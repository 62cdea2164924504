//! Notation: any text in positions of random games.

use std::any::Any;
use std::sync::LazyLock;

use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Dice, Game, Seed, Variant};

use super::all_games::{GameVisitor, with_game};
use super::{exercise, refusal};

/// Positions of each game in which an input is read.
const TABLES: usize = 300;

/// Positions that one input is read in, in each game.
const READINGS: u32 = 12;

type Tables<G> = Vec<(G, <G as Game>::State)>;

/// The positions of each game, in the order of [`NAMES`].
static POSITIONS: LazyLock<Vec<Box<dyn Any + Send + Sync>>> =
    LazyLock::new(|| NAMES.iter().map(|name| with_game(name, Deal).unwrap()).collect());

pub fn attempt(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let games = NAMES.iter().zip(POSITIONS.iter());
    games.map(|(name, tables)| with_game(name, Read { text: &text, tables: &**tables }).unwrap()).sum()
}

struct Deal;

impl GameVisitor for Deal {
    type Output = Box<dyn Any + Send + Sync>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let mut tables: Tables<G> = Vec::new();
        let mut rng = Seed(1).rng();
        for table in 0..TABLES {
            let players = G::PLAYERS.start() + table % G::PLAYERS.count();
            let game = G::new(players, &Variant::standard()).unwrap();
            let mut state = game.deal(&mut rng);
            for _ in 0..rng.below(300) {
                if game.to_act(&state).is_some() {
                    game.play_random(&mut state, &mut rng);
                }
            }
            tables.push((game, state));
        }
        Box::new(tables)
    }
}

struct Read<'a> {
    text: &'a str,
    tables: &'a (dyn Any + Send + Sync),
}

impl GameVisitor for Read<'_> {
    type Output = u64;

    fn visit<G: CompleteGame>(self) -> u64 {
        let tables: &Tables<G> = self.tables.downcast_ref().unwrap();
        let mut rng = exercise::rng(self.text.as_bytes());
        let mut accepted = 0;
        for _ in 0..READINGS {
            let (game, state) = &tables[rng.below(TABLES as u32) as usize];
            match game.parse_action(state, self.text) {
                Ok(action) => {
                    accepted += 1;
                    assert_eq!(game.action_text(state, action), self.text, "{}: another text", G::NAME);
                    let mut after = *state;
                    game.try_play(&mut after, action, &mut rng)
                        .unwrap_or_else(|error| panic!("{} reads what it does not play: {error}", G::NAME));
                }
                Err(error) => refusal::check_text(&error.to_string()),
            }
        }
        accepted
    }
}
