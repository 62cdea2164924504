//! Searches a game's opening with another crate: `peer-others LIBRARY GAME ITERATIONS SEARCHES`.

#[path = "../../games.rs"]
mod games;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::AltBoard;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use games::{Board, ConnectFour, TicTacToe};
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTSManager, SearchHandle, ThreadData, MCTS};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// The exploration constant of all libraries, for rewards from 0 to 1.
const EXPLORATION: f32 = 0.7;

/// Searches by board-game, which brings both games; returns the iterations and the visits of the chosen moves.
fn board_game<B: AltBoard + Default>(iterations: u64, searches: u64) -> (u64, u64) {
    let (mut done, mut sum) = (0, 0);
    for seed in 0..searches {
        let mut rng = SmallRng::seed_from_u64(seed);
        let tree = mcts_build_tree(&B::default(), iterations, EXPLORATION, &mut rng);
        // It ends early when it has solved the game.
        done += tree[0].visits as u64;
        sum += tree[tree.best_child()].visits as u64;
    }
    (done, sum)
}

/// A board as a game of mcts.
#[derive(Clone)]
struct Position<B>(B);

impl<B: Board> GameState for Position<B> {
    type Move = u8;
    type Player = usize;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> usize {
        self.0.to_move().unwrap_or(0)
    }

    fn available_moves(&self) -> Vec<u8> {
        let mut list = Vec::new();
        if self.0.to_move().is_some() {
            let mut moves = self.0.moves();
            list.reserve_exact(moves.count_ones() as usize);
            while moves != 0 {
                list.push(moves.trailing_zeros() as u8);
                moves &= moves - 1;
            }
        }
        list
    }

    fn make_move(&mut self, number: &u8) {
        self.0.play((*number).into());
    }
}

/// Plays a new leaf out at random.
struct Rollouts;

/// The generator of a thread.
struct Dice(SmallRng);

impl Default for Dice {
    fn default() -> Self {
        Self(SmallRng::seed_from_u64(1))
    }
}

struct Settings<B>(std::marker::PhantomData<fn() -> B>);

impl<B: Board> MCTS for Settings<B> {
    type State = Position<B>;
    type Eval = Rollouts;
    type NodeData = ();
    type ExtraThreadData = Dice;
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();
}

/// Returns twice the first player's share of the win.
fn value<B: Board>(board: &B) -> i64 {
    board.winner().map_or(1, |winner| if winner == 0 { 2 } else { 0 })
}

impl<B: Board> Evaluator<Settings<B>> for Rollouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Position<B>,
        moves: &Vec<u8>,
        handle: Option<SearchHandle<Settings<B>>>,
    ) -> (Vec<()>, i64) {
        let mut board = state.0;
        if let Some(mut handle) = handle {
            let rng: &mut SmallRng = &mut { let data: &mut ThreadData<Settings<B>> = handle.thread_data(); data }.extra_data.0;
            while board.to_move().is_some() {
                board.play(board.choice(rng.gen_range(0..board.choices())));
            }
        }
        (vec![(); moves.len()], value(&board))
    }

    fn evaluate_existing_state(&self, _: &Position<B>, value: &i64, _: SearchHandle<Settings<B>>) -> i64 {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &i64, player: &usize) -> i64 {
        if *player == 0 {
            *value
        } else {
            2 - *value
        }
    }
}

/// Searches by mcts; returns the iterations and a sum of the chosen moves.
fn mcts<B: Board>(iterations: u64, searches: u64) -> (u64, u64) {
    let mut sum = 0;
    for _ in 0..searches {
        // Its formula is mean + c · 2 √(ln total / visits), and rewards here go up to 2.
        let policy = UCTPolicy::new(EXPLORATION.into());
        let settings = Settings(std::marker::PhantomData);
        let mut search = MCTSManager::new(Position(B::default()), settings, Rollouts, policy, ());
        search.playout_n(iterations);
        sum += u64::from(search.best_move().expect("the opening has moves"));
    }
    (iterations * searches, sum)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [library, game, iterations, searches] = arguments.as_slice() else {
        panic!("LIBRARY GAME ITERATIONS SEARCHES")
    };
    let iterations = iterations.parse().expect("a number of iterations");
    let searches = searches.parse().expect("a number of searches");
    let (done, sum) = match (library.as_str(), game.as_str()) {
        ("board-game", "connect-four") => board_game::<Connect4>(iterations, searches),
        ("board-game", "tic-tac-toe") => board_game::<TTTBoard>(iterations, searches),
        ("mcts", "connect-four") => mcts::<ConnectFour>(iterations, searches),
        ("mcts", "tic-tac-toe") => mcts::<TicTacToe>(iterations, searches),
        _ => panic!("board-game or mcts; connect-four or tic-tac-toe"),
    };
    println!("{done} {sum}");
}
