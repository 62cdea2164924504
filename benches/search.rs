//! The search on small games, where the engine's own work is most of the time, and from the opening of
//! a real one.
//!
//! Each asserts the result that it times.
#![allow(missing_docs, reason = "the macros of criterion make public functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tradewinds::arena::{Makers, NAMES, Visitor, visit};
use tradewinds::game::{CompleteGame, Game, Policy, Seed, Variant, View, Weights};
use tradewinds::search::{CheckedSettings, Search, SearchSettings, SelectionKind, TreeKind};
use tradewinds_testkit::small_games::{ConnectFour, Known, Kuhn, TicTacToe};

const ITERATIONS: u32 = 1_000;

fn settings(tree: TreeKind, selection: SelectionKind) -> CheckedSettings {
    let settings = SearchSettings::default().with(|new| {
        new.tree = tree;
        new.selection = selection;
        new.iterations = Some(ITERATIONS);
    });
    settings.check().expect("the settings are in range")
}

/// Times a search of the opening, a new seed each time.
fn opening<G: Game, P: Policy<G>>(c: &mut Criterion, name: &str, game: &G, mut search: Search<G, P>) {
    let state = game.deal(&mut Seed(1).rng());
    let seat = game.to_act(&state).expect("somebody begins");
    let view = View::new(game, &state, seat);
    let mut group = c.benchmark_group("search");
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    let mut seed = 0;
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            seed += 1;
            let result = search.run(&view, Seed(seed));
            let visits: u64 = result.actions.iter().map(|action| action.visits).sum();
            assert_eq!(visits, u64::from(ITERATIONS));
            result.chosen
        });
    });
    group.finish();
}

fn small<S: Known>(c: &mut Criterion, name: &str, tree: TreeKind, selection: SelectionKind) {
    let game = S::default();
    let search = Search::new(&game, settings(tree, selection), S::Hints::default());
    opening(c, name, &game, search);
}

fn small_games(c: &mut Criterion) {
    small::<TicTacToe>(c, "tic-tac-toe so-ismcts", TreeKind::SoIsmcts, SelectionKind::Ucb1);
    small::<TicTacToe>(c, "tic-tac-toe so-ismcts puct", TreeKind::SoIsmcts, SelectionKind::Puct);
    small::<TicTacToe>(c, "tic-tac-toe determinized", TreeKind::Determinized, SelectionKind::Ucb1);
    small::<ConnectFour>(c, "connect four so-ismcts", TreeKind::SoIsmcts, SelectionKind::Ucb1);
    small::<ConnectFour>(c, "connect four determinized", TreeKind::Determinized, SelectionKind::Ucb1);
    small::<Kuhn>(c, "kuhn poker so-ismcts", TreeKind::SoIsmcts, SelectionKind::Ucb1);
    small::<Kuhn>(c, "kuhn poker mo-ismcts", TreeKind::MoIsmcts, SelectionKind::Ucb1);
}

struct Opening<'a>(&'a mut Criterion);

impl Visitor for Opening<'_> {
    type Output = ();

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) {
        let game = G::new(4, &Variant::standard()).expect("the standard rules allow 4 players");
        let policy = game.policy(&Weights::new()).expect("every weight has a default");
        let search = Search::new(&game, settings(TreeKind::SoIsmcts, SelectionKind::Ucb1), policy);
        opening(self.0, &format!("{} so-ismcts", G::NAME), &game, search);
    }
}

fn real_game(c: &mut Criterion) {
    visit(NAMES[0], Opening(c)).expect("the game is in the list");
}

criterion_group!(benches, small_games, real_game);
criterion_main!(benches);
