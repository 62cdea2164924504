//! Files with any values in any places are refused or judged, never a panic.

use serde_json::{Value, json};
use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Dice, Purpose, Rng, Seat, Seed, Variant};

use crate::all_games::{GameVisitor, with_game};

/// Random games of each number of players.
const GAMES: u64 = 5;
/// Spoilt copies of each sampled position.
const COPIES: u32 = 12;
/// A position is sampled at one of this number of decisions, on average.
const EVERY: u32 = 30;

struct Noise;

/// How many spoilt positions were not readable, broken, and valid all the same.
#[derive(Default)]
struct Verdicts([usize; 3]);

impl GameVisitor for Noise {
    type Output = Verdicts;

    fn visit<G: CompleteGame>(self) -> Verdicts {
        let mut verdicts = Verdicts::default();
        for players in G::PLAYERS {
            let game = G::new(players, &Variant::standard()).unwrap();
            for index in 0..GAMES {
                let mut rng = Seed(index).derive(Purpose::Sample, players as u64).rng();
                let mut state = game.deal(&mut rng);
                while game.to_act(&state).is_some() {
                    if rng.below(EVERY) == 0 {
                        let position = game.position(&state);
                        for _ in 0..COPIES {
                            verdicts.0[judge::<G>(&spoilt(&position, &mut rng))] += 1;
                        }
                        // One view: to complete one that nothing can complete takes many attempts.
                        let view = game.view(&state, Seat::new(0));
                        verdicts.0[judge::<G>(&spoilt(&view, &mut rng))] += 1;
                    }
                    let action = game.random_action(&state, &mut rng);
                    game.play(&mut state, action, &mut rng);
                }
            }
        }
        verdicts
    }
}

/// Reads and judges a position; a valid one is shown, too.
fn judge<G: CompleteGame>(position: &Value) -> usize {
    let standard = Variant::standard();
    let Ok((game, state)) = G::read(position, &standard, &mut Seed(1).rng()) else {
        assert!(G::load(position, &standard, &mut Seed(1).rng()).is_err());
        return 0;
    };
    let broken = game.violations(&state);
    assert_eq!(G::load(position, &standard, &mut Seed(1).rng()).is_ok(), broken.is_empty(), "{position}");
    if broken.is_empty() {
        for line in game.show(position).unwrap().lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        return 2;
    }
    assert!(broken.iter().all(|broken| !broken.name.is_empty() && !broken.found.is_empty()), "{position}");
    1
}

/// Changes one to three leaves of a position.
fn spoilt(position: &Value, rng: &mut Rng) -> Value {
    let mut position = position.clone();
    for _ in 0..1 + rng.below(3) {
        let mut leaves = Vec::new();
        collect(&mut position, &mut leaves);
        let other = (*leaves[rng.below(leaves.len() as u32) as usize]).clone();
        let place = rng.below(leaves.len() as u32) as usize;
        let leaf = &mut *leaves[place];
        *leaf = match (&*leaf, rng.below(4)) {
            (Value::Number(number), 0) => json!(number.as_u64().unwrap_or(0) + 1),
            (Value::Number(number), 1) => json!(number.as_u64().unwrap_or(0).saturating_sub(1)),
            (Value::Number(_), 2) => json!(rng.below(16)),
            (Value::Bool(flag), _) => json!(!flag),
            (Value::Array(_), 0) => json!([]),
            (Value::Object(_), 0) => json!({}),
            (Value::Array(items), _) if !items.is_empty() => {
                let mut items = items.clone();
                let index = rng.below(items.len() as u32) as usize;
                if rng.below(2) == 0 {
                    items.remove(index);
                } else {
                    items.insert(index, items[index].clone());
                }
                items.into()
            }
            (Value::String(text), 1) => json!(text.chars().skip(1).collect::<String>()),
            _ => other,
        };
    }
    position
}

/// Lists the numbers, texts and lists of a position, however deep they lie.
fn collect<'a>(value: &'a mut Value, leaves: &mut Vec<&'a mut Value>) {
    let is_leaf = match &*value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => !items.iter().any(Value::is_object),
        _ => true,
    };
    match value {
        leaf if is_leaf => leaves.push(leaf),
        Value::Object(fields) => fields.values_mut().for_each(|field| collect(field, leaves)),
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, leaves)),
        leaf => leaves.push(leaf),
    }
}

#[test]
fn no_file_makes_a_reader_panic() {
    for name in NAMES {
        let Verdicts([refused, broken, valid]) = with_game(name, Noise).unwrap();
        assert!(refused >= 100 && broken >= 20 && valid >= 10, "{name}: {refused}, {broken}, {valid}");
    }
}
