//! Certain wins: Connect Four endings against a solver.

use tradewinds_game::{Actions, Dice, Game, Rng, Seat, Seed, View};
use tradewinds_search::{RewardKind, SelectionKind, TreeKind};

use super::known_games::{solve, win_shares};
use super::{analyse, chosen, deal, search, settings};
use tradewinds_testkit::small_games::{Board, ConnectFour, Kuhn};

/// The value of a position to the seat that moves: 1 won, 0 drawn, -1 lost (negamax, alpha-beta).
fn negamax(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    let Some(seat) = ConnectFour.to_act(board) else {
        // Who moved last may have won; a full board is a draw.
        return if (0..2).any(|seat| ConnectFour.scores(board).points[Seat::new(seat)] > 0) { -1 } else { 0 };
    };
    let mut actions = Actions::new();
    ConnectFour.legal(board, &mut actions);
    for &action in &actions {
        let mut after = *board;
        ConnectFour.play(&mut after, action, &mut Seed(0).rng());
        debug_assert_ne!(ConnectFour.to_act(&after), Some(seat));
        alpha = alpha.max(-negamax(&after, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn value_of(board: &Board) -> i32 {
    negamax(board, -1, 1)
}

/// A position with `empty` cells left in which a seat has a choice, from random play.
fn ending(empty: u32, rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::default();
        let mut moves = 0;
        while ConnectFour.to_act(&board).is_some() && moves < 42 - empty {
            let mut actions = Actions::new();
            ConnectFour.legal(&board, &mut actions);
            let action = actions[rng.below(actions.len() as u32) as usize];
            ConnectFour.play(&mut board, action, rng);
            moves += 1;
        }
        let mut actions = Actions::new();
        ConnectFour.legal(&board, &mut actions);
        if actions.len() > 1 {
            return board;
        }
    }
}

fn after(board: &Board, action: u8) -> Board {
    let mut after = *board;
    ConnectFour.play(&mut after, action, &mut Seed(0).rng());
    after
}

/// The solver agrees with a search of the whole tree without cut-offs.
#[test]
fn the_solver_is_right() {
    let mut rng = Seed(1).rng();
    for _ in 0..20 {
        let board = ending(7, &mut rng);
        let seat = ConnectFour.to_act(&board).unwrap();
        let share = solve::<ConnectFour>(&board, win_shares)[seat.index()];
        assert_eq!(value_of(&board) as f32, 2.0 * share - 1.0, "{board:?}");
    }
}

#[test]
fn connect_four_endings_are_solved() {
    let mut rng = Seed(11).rng();
    for number in 0..60 {
        let board = ending(8 + number % 7, &mut rng);
        let best = value_of(&board);
        for settings in [
            settings(TreeKind::SoIsmcts, 6_000),
            settings(TreeKind::SoIsmcts, 6_000).with(|new| new.prove = true),
            settings(TreeKind::MoIsmcts, 6_000)
                .with(|new| (new.prove, new.selection) = (true, SelectionKind::UcbTuned)),
        ] {
            let result = analyse::<ConnectFour>(&board, settings.clone(), u64::from(number));
            let found = -value_of(&after(&board, chosen(&result)));
            assert_eq!(found, best, "{board:?} {settings:?} {result:?}");
        }
    }
}

/// In an open game every seat's tree is the same one, and no iteration is spent on another.
#[test]
fn the_kinds_of_tree_are_one_in_an_open_game() {
    let board = ending(12, &mut Seed(3).rng());
    let proving = |tree| settings(tree, 300).with(|new| new.prove = true);
    let shared = analyse::<ConnectFour>(&board, proving(TreeKind::SoIsmcts), 1);
    for tree in [TreeKind::MoIsmcts, TreeKind::ReDeterminizing] {
        let found = analyse::<ConnectFour>(&board, proving(tree), 1);
        assert_eq!((&found.actions, found.nodes), (&shared.actions, shared.nodes), "{tree:?}");
    }
}

/// All children of a position join the tree at once then, but none is tried twice before all were tried once.
#[test]
fn every_action_is_tried_before_one_is_tried_again() {
    let board = deal::<ConnectFour>();
    for iterations in 1..=20 {
        let proving = settings(TreeKind::SoIsmcts, iterations).with(|new| new.prove = true);
        let result = analyse::<ConnectFour>(&board, proving, 1);
        let visits: Vec<u64> = result.actions.iter().map(|action| action.visits).collect();
        let (tried, all) = (visits.iter().filter(|&&visits| visits > 0).count(), visits.len());
        assert_eq!(tried, all.min(iterations as usize), "{iterations}: {visits:?}");
    }
}

/// A proof is never wrong, nearly always there, and saves the rest of the budget.
#[test]
fn what_is_proven_is_true() {
    let game = ConnectFour;
    let (mut wins, mut proven_wins, mut spent) = (0, 0, 0);
    let mut rng = Seed(5).rng();
    let mut search = search::<ConnectFour>(settings(TreeKind::SoIsmcts, 20_000).with(|new| new.prove = true));
    for number in 0..60 {
        let board = ending(6 + number % 6, &mut rng);
        let seat = game.to_act(&board).unwrap();
        let result = search.run(&View::new(&game, &board, seat), Seed(number.into()));
        for report in &result.actions {
            let value = -value_of(&after(&board, report.action));
            match report.proven {
                Some(winner) if winner == seat => assert_eq!(value, 1, "{board:?} {report:?}"),
                Some(_) => assert_eq!(value, -1, "{board:?} {report:?}"),
                None => {}
            }
        }
        if value_of(&board) == 1 {
            wins += 1;
            let found = result.actions[result.chosen].proven == Some(seat);
            proven_wins += u64::from(found);
            spent += if found { result.iterations } else { 0 };
        }
    }
    assert!(wins >= 15 && proven_wins == wins, "{proven_wins} of {wins}");
    assert!(spent < 20_000 * wins / 4, "{spent} iterations for {wins}");
}

/// A draw is proven where every other action is, which ends the search too.
#[test]
fn draws_are_proven_and_end_the_search() {
    let mut rng = Seed(9).rng();
    let (mut draws, mut proven) = (0, 0);
    for number in 0..200 {
        let board = ending(4 + number % 6, &mut rng);
        if value_of(&board) != 0 {
            continue;
        }
        draws += 1;
        for reward in [RewardKind::WinShare, RewardKind::Rank] {
            let proving =
                settings(TreeKind::SoIsmcts, 20_000).with(|new| (new.prove, new.reward) = (true, reward));
            let result = analyse::<ConnectFour>(&board, proving, u64::from(number));
            let found = value_of(&after(&board, chosen(&result)));
            assert_eq!(found, 0, "{board:?} {result:?}");
            if reward == RewardKind::WinShare {
                proven += u32::from(result.iterations < 20_000);
            } else {
                assert_eq!(result.iterations, 20_000, "only win shares are known exactly");
            }
        }
    }
    assert!(draws >= 20 && proven * 10 >= draws * 9, "{proven} of {draws}");
}

/// Whatever the budget, also where it ends with the iteration that proves the win.
#[test]
fn a_win_that_is_proven_is_played() {
    let game = ConnectFour;
    let mut rng = Seed(7).rng();
    let mut proofs = 0;
    for number in 0..30 {
        let board = ending(6 + number % 6, &mut rng);
        let seat = game.to_act(&board).unwrap();
        for workers in [1, 2] {
            for budget in workers..400 {
                let proving = settings(TreeKind::SoIsmcts, budget)
                    .with(|new| (new.prove, new.workers) = (true, workers));
                let result = analyse::<ConnectFour>(&board, proving, number.into());
                let is_won = |index: usize| result.actions[index].proven == Some(seat);
                if (0..result.actions.len()).any(is_won) {
                    proofs += 1;
                    assert!(is_won(result.chosen), "{board:?} {budget} {result:?}");
                }
                if result.iterations < budget.into() {
                    break;
                }
            }
        }
    }
    assert!(proofs >= 15, "{proofs}");
}

#[test]
fn nothing_is_proven_while_something_is_hidden() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
        let proving = settings(tree, 500).with(|new| new.prove = true);
        let result = analyse::<Kuhn>(&deal::<Kuhn>(), proving.clone(), 1);
        assert!(result.actions.iter().all(|action| action.proven.is_none()));
        let plain = analyse::<Kuhn>(&deal::<Kuhn>(), settings(tree, 500), 1);
        assert_eq!(plain.actions, result.actions);
    }
}
