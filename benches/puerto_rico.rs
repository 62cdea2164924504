//! The hot paths of Puerto Rico: a whole random game, a copy, one decision, a determinization.
//!
//! Each asserts the result that it times.
#![allow(missing_docs, reason = "the macros of criterion make public functions")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tradewinds::game::{Actions, Game, Rng, Seat, Seed, Variant};
use tradewinds::games::puerto_rico::{PuertoRico, State};

/// The decisions before the position that the small benches use: about the middle of a game.
const MIDDLE: u32 = 190;

fn game(players: usize) -> PuertoRico {
    PuertoRico::new(players, &Variant::standard()).expect("the standard rules allow 2 to 5 players")
}

/// Plays at random until the end or for so many decisions; returns how many there were.
fn play(game: &PuertoRico, state: &mut State, decisions: u32, rng: &mut Rng) -> u32 {
    for decision in 0..decisions {
        if game.to_act(state).is_none() {
            return decision;
        }
        game.play_random(state, rng);
    }
    decisions
}

/// Returns a position in the middle of a game where there is a choice.
fn middle(game: &PuertoRico) -> State {
    let mut rng = Seed(1).rng();
    let mut state = game.deal(&mut rng);
    play(game, &mut state, MIDDLE, &mut rng);
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    while actions.len() < 2 {
        assert_eq!(play(game, &mut state, 1, &mut rng), 1, "the game goes on");
        game.legal(&state, &mut actions);
    }
    state
}

fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("puerto-rico random game");
    for players in PuertoRico::PLAYERS {
        let game = game(players);
        let mut rng = Seed(1).rng();
        group.bench_function(format!("{players} players"), |bencher| {
            bencher.iter(|| {
                let mut state = game.deal(&mut rng);
                play(&game, &mut state, game.bound(), &mut rng);
                let scores = game.scores(&state);
                assert!(scores.rank.iter().any(|&rank| rank == 1));
                scores
            });
        });
    }
    group.finish();
}

fn middle_of_a_game(c: &mut Criterion) {
    let game = game(4);
    let state = middle(&game);
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let choices = actions.len();
    let mut rng = Seed(2).rng();

    c.bench_function("puerto-rico copy", |bencher| {
        bencher.iter(|| *black_box(&state));
    });
    let copy = *black_box(&state);
    assert_eq!(copy, state);

    c.bench_function("puerto-rico legal and play", |bencher| {
        bencher.iter(|| {
            let mut after = state;
            game.legal(&after, &mut actions);
            assert_eq!(actions.len(), choices);
            game.play(&mut after, actions[choices - 1], &mut rng);
            assert!(after != state);
            after
        });
    });

    c.bench_function("puerto-rico determinize", |bencher| {
        bencher.iter(|| {
            let mut world = state;
            game.determinize(&mut world, Seat::new(0), &mut rng);
            assert_eq!(game.to_act(&world), game.to_act(&state));
            world
        });
    });
}

criterion_group!(benches, random_games, middle_of_a_game);
criterion_main!(benches);
