//! Searches a game's opening with our library: `peer-ours plain GAME ITERATIONS SEARCHES`, or `proving`.

#[path = "../../games.rs"]
mod games;

use std::marker::PhantomData;

use games::{Board, ConnectFour, TicTacToe};
use tradewinds_game::{Actions, Dice, Game, PerSeat, Scores, Seat, Seed, UniformPolicy, View};
use tradewinds_search::{Search, SearchSettings};

/// A board as a game of the library.
#[derive(Default)]
struct Rules<B>(PhantomData<B>);

impl<B: Board> Game for Rules<B> {
    type State = B;
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn deal<D: Dice + ?Sized>(&self, _: &mut D) -> B {
        B::default()
    }

    #[inline]
    fn to_act(&self, board: &B) -> Option<Seat> {
        board.to_move().map(Seat::new)
    }

    #[inline]
    fn legal(&self, board: &B, actions: &mut Actions<u8>) {
        let mut moves = board.moves();
        while moves != 0 {
            actions.push(moves.trailing_zeros() as u8);
            moves &= moves - 1;
        }
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, board: &mut B, action: u8, _: &mut D) {
        board.play(action.into());
    }

    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, board: &mut B, dice: &mut D) {
        let skip = match board.choices() {
            1 => 0,
            count => dice.below(count),
        };
        board.play(board.choice(skip));
    }

    #[inline]
    fn scores(&self, board: &B) -> Scores {
        let winner = board.winner();
        let is_winner = |seat: Seat| winner == Some(seat.index());
        Scores {
            points: PerSeat::from_fn(2, |seat| is_winner(seat).into()),
            ties: PerSeat::new(2),
            rank: PerSeat::from_fn(2, |seat| if winner.is_none() || is_winner(seat) { 1 } else { 2 }),
            win_share: PerSeat::from_fn(2, |seat| match winner {
                None => 0.5,
                Some(_) => f32::from(u8::from(is_winner(seat))),
            }),
        }
    }

    fn max_decisions(&self) -> u32 {
        42
    }

    fn determinize<D: Dice + ?Sized>(&self, _: &mut B, _: Seat, _: &mut D) {}

    fn is_open(&self, _: &B) -> bool {
        true
    }

    #[inline]
    fn code(action: u8) -> u32 {
        action.into()
    }
}

/// Searches the opening; returns the iterations and a sum of the chosen moves.
fn run<B: Board>(prove: bool, iterations: u32, searches: u64) -> (u64, u64) {
    let rules = Rules::<B>::default();
    let opening = B::default();
    let view = View::new(&rules, &opening, Seat::new(0));
    let settings = SearchSettings::default().with(|new| (new.iterations, new.prove) = (Some(iterations), prove));
    let settings = settings.check().expect("the settings are in range");
    let mut search = Search::new(&rules, settings, UniformPolicy);
    let (mut done, mut sum) = (0, 0);
    for seed in 0..searches {
        let result = search.run(&view, Seed(seed));
        done += result.iterations;
        sum += u64::from(result.actions[result.chosen].action);
    }
    (done, sum)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, game, iterations, searches] = arguments.as_slice() else {
        panic!("KIND GAME ITERATIONS SEARCHES")
    };
    let prove = match kind.as_str() {
        "plain" => false,
        "proving" => true,
        _ => panic!("plain or proving"),
    };
    let iterations = iterations.parse().expect("a number of iterations");
    let searches = searches.parse().expect("a number of searches");
    let (done, sum) = match game.as_str() {
        "connect-four" => run::<ConnectFour>(prove, iterations, searches),
        "tic-tac-toe" => run::<TicTacToe>(prove, iterations, searches),
        _ => panic!("connect-four or tic-tac-toe"),
    };
    println!("{done} {sum}");
}
