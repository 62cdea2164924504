//! In an open game, and after public steps, selection goes by the tree alone where it can; it has to find the same.

use tradewinds_game::{
    Actions, Dice, Edge, Game, Scores, Seat, Seed, UniformPolicy, Variant, Variants, View,
};
use tradewinds_search::{RolloutKind, RootKind, Search, SearchSettings, SelectionKind, TreeKind};
use tradewinds_testkit::small_games::{Board, ConnectFour, Known, TicTacToe};
use tradewinds_testkit::toys::HiddenTile;

use super::settings;

/// A game that does not say that it is open, or which steps are public.
#[derive(Default)]
struct Closed<G>(G);

impl<G: Game> Game for Closed<G> {
    type State = G::State;
    type Action = G::Action;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> G::State {
        self.0.deal(dice)
    }

    fn to_act(&self, state: &G::State) -> Option<Seat> {
        self.0.to_act(state)
    }

    fn legal(&self, state: &G::State, actions: &mut Actions<G::Action>) {
        self.0.legal(state, actions);
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut G::State, action: G::Action, dice: &mut D) {
        self.0.play(state, action, dice);
    }

    fn scores(&self, state: &G::State) -> Scores {
        self.0.scores(state)
    }

    fn max_decisions(&self) -> u32 {
        self.0.max_decisions()
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut G::State, observer: Seat, dice: &mut D) {
        self.0.determinize(state, observer, dice);
    }

    fn code(action: G::Action) -> u32 {
        G::code(action)
    }

    fn observe(
        &self,
        before: &G::State,
        action: G::Action,
        after: &G::State,
        observer: Seat,
    ) -> Option<Edge> {
        self.0.observe(before, action, after, observer)
    }
}

/// Plays a game from `state` on by search and returns all that the searches found.
fn game<G: Game>(game: &G, mut state: G::State, settings: &SearchSettings) -> Vec<String> {
    let settings = settings.clone().check().expect("the settings are in range");
    let mut search = Search::new(game, settings, UniformPolicy);
    let mut found = Vec::new();
    let mut dice = Seed(1).rng();
    while let Some(seat) = game.to_act(&state) {
        let result = search.run(&View::new(game, &state, seat), Seed(found.len() as u64));
        let visits: Vec<_> = result.actions.iter().map(|action| (action.visits, action.value)).collect();
        found.push(format!("{visits:?} {} nodes, depth {}", result.nodes, result.depth));
        let (before, action) = (state, result.actions[result.chosen].action);
        game.play(&mut state, action, &mut dice);
        search.notice(seat, game.observe(&before, action, &state, seat));
    }
    found
}

/// Compares the searches of an open game with those of the same game, closed.
fn finds_the_same<S: Known>(state: S::State, iterations: u32) {
    finds_as_closed(&S::default(), &Closed(S::default()), state, iterations);
}

/// Compares the searches of a game with those of the same game, closed.
fn finds_as_closed<G: Game>(game_as_it_is: &G, closed: &Closed<G>, state: G::State, iterations: u32) {
    let plain = settings(TreeKind::SoIsmcts, iterations);
    let cases = [
        plain.clone(),
        settings(TreeKind::Determinized, iterations),
        plain.clone().with(|new| new.reuse = true),
        plain.clone().with(|new| (new.selection, new.reuse) = (SelectionKind::Puct, true)),
        plain.clone().with(|new| new.selection = SelectionKind::UcbTuned),
        plain.clone().with(|new| new.root = RootKind::SequentialHalving),
        plain.clone().with(|new| (new.rollout, new.workers) = (RolloutKind::Heuristic, 2)),
        // The arena is full before the budget is spent.
        plain.with(|new| new.max_nodes = Some(1_000)),
    ];
    for settings in cases {
        assert_eq!(game(game_as_it_is, state, &settings), game(closed, state, &settings), "{settings:?}");
    }
}

#[test]
fn an_open_game_is_searched_as_a_closed_one() {
    finds_the_same::<TicTacToe>(TicTacToe.deal(&mut Seed(1).rng()), 3_000);
    finds_the_same::<ConnectFour>(Board::default(), 600);
    // Two columns are left, so that moves soon are forced.
    finds_the_same::<ConnectFour>(Board::after("122152441331114332324324555455"), 2_000);
}

#[test]
fn public_steps_are_searched_as_others() {
    let game = || HiddenTile::new(3, &Variant::standard()).unwrap();
    let (game, closed) = (game(), Closed(game()));
    for seed in 1..4 {
        finds_as_closed(&game, &closed, game.deal(&mut Seed(seed).rng()), 600);
    }
}
