//! The hot paths of each game: a whole random game, a copy, one decision, a determinization.
//!
//! Each asserts the result that it times.
#![allow(missing_docs, reason = "the macros of criterion make public functions")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tradewinds::arena::{Makers, NAMES, Visitor, visit};
use tradewinds::game::{Actions, CompleteGame, Rng, Seat, Seed, Variant};

fn rules<G: CompleteGame>(players: usize) -> G {
    G::new(players, &Variant::standard()).expect("the standard rules allow these players")
}

/// Plays at random until the end or for this number of decisions; returns the number of decisions.
fn play<G: CompleteGame>(game: &G, state: &mut G::State, decisions: u32, rng: &mut Rng) -> u32 {
    for decision in 0..decisions {
        if game.to_act(state).is_none() {
            return decision;
        }
        game.play_random(state, rng);
    }
    decisions
}

/// Returns a position half-way through a random game where there is a choice.
fn middle<G: CompleteGame>(game: &G) -> G::State {
    let deal = || {
        let mut rng = Seed(1).rng();
        (game.deal(&mut rng), rng)
    };
    let (mut state, mut rng) = deal();
    let decisions = play(game, &mut state, game.max_decisions(), &mut rng);
    let (mut state, mut rng) = deal();
    play(game, &mut state, decisions / 2, &mut rng);
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    while actions.len() < 2 {
        assert_eq!(play(game, &mut state, 1, &mut rng), 1, "the game goes on");
        game.legal(&state, &mut actions);
    }
    state
}

fn random_games<G: CompleteGame>(c: &mut Criterion) {
    let mut group = c.benchmark_group(format!("{} random game", G::NAME));
    for players in G::PLAYERS {
        let game: G = rules(players);
        let mut rng = Seed(1).rng();
        group.bench_function(format!("{players} players"), |bencher| {
            bencher.iter(|| {
                let mut state = game.deal(&mut rng);
                play(&game, &mut state, game.max_decisions(), &mut rng);
                let scores = game.scores(&state);
                assert!(scores.rank.iter().any(|&rank| rank == 1));
                scores
            });
        });
    }
    group.finish();
}

fn middle_of_a_game<G: CompleteGame>(c: &mut Criterion) {
    let game: G = rules(4);
    let state = middle(&game);
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let choices = actions.len();
    let mut rng = Seed(2).rng();

    c.bench_function(&format!("{} copy", G::NAME), |bencher| {
        bencher.iter(|| *black_box(&state));
    });
    let copy = *black_box(&state);
    assert_eq!(copy, state);

    c.bench_function(&format!("{} legal and play", G::NAME), |bencher| {
        bencher.iter(|| {
            let mut after = state;
            game.legal(&after, &mut actions);
            assert_eq!(actions.len(), choices);
            game.play(&mut after, actions[choices - 1], &mut rng);
            assert!(after != state);
            after
        });
    });

    c.bench_function(&format!("{} determinize", G::NAME), |bencher| {
        bencher.iter(|| {
            let mut world = state;
            game.determinize(&mut world, Seat::new(0), &mut rng);
            assert_eq!(game.to_act(&world), game.to_act(&state));
            world
        });
    });
}

struct Benches<'a>(&'a mut Criterion);

impl Visitor for Benches<'_> {
    type Output = ();

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) {
        random_games::<G>(self.0);
        middle_of_a_game::<G>(self.0);
    }
}

fn games(c: &mut Criterion) {
    for name in NAMES {
        visit(name, Benches(c)).expect("the game is in the list");
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
