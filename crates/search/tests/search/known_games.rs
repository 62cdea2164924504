//! Games with known answers.

use tradewinds_game::{Actions, Dice, Game, Purpose, Seat, Seed, View};
use tradewinds_search::{RewardKind, RolloutKind, RootKind, SelectionKind, TreeKind};

use super::{TREES, analyse, chosen, deal, search, settings, value};
use tradewinds_testkit::small_games::{Detour, Dig, Guess, Known, Pennies, Rungs, SAFE, TicTacToe};

/// The max^n solution of a game without chance and secrets: each seat's win share, or rank reward.
pub(crate) fn solve<S: Known>(state: &S::State, reward: fn(&S, &S::State) -> Vec<f32>) -> Vec<f32> {
    let game = S::default();
    let Some(seat) = game.to_act(state) else { return reward(&game, state) };
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    let solved = actions.iter().map(|&action| {
        let mut after = *state;
        game.play(&mut after, action, &mut Seed(0).rng());
        solve::<S>(&after, reward)
    });
    solved.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()])).expect("there is a legal action")
}

pub(crate) fn win_shares<S: Known>(game: &S, state: &S::State) -> Vec<f32> {
    game.scores(state).win_share.as_slice().to_vec()
}

/// All positions in which somebody has a choice.
pub(crate) fn grids() -> Vec<<TicTacToe as Game>::State> {
    let mut all = vec![deal::<TicTacToe>()];
    let mut next = 0;
    while let Some(&grid) = all.get(next) {
        next += 1;
        let mut actions = Actions::new();
        TicTacToe.legal(&grid, &mut actions);
        for &action in &actions {
            let mut after = grid;
            TicTacToe.play(&mut after, action, &mut Seed(0).rng());
            let mut choices = Actions::new();
            TicTacToe.legal(&after, &mut choices);
            if choices.len() > 1 && !all.contains(&after) {
                all.push(after);
            }
        }
    }
    all
}

#[test]
fn tic_tac_toe_is_played_perfectly() {
    let game = TicTacToe;
    let rosters = [
        settings(TreeKind::SoIsmcts, 2_000),
        settings(TreeKind::MoIsmcts, 2_000),
        settings(TreeKind::Determinized, 4_000).with(|new| new.determinizations = 2),
        settings(TreeKind::SoIsmcts, 2_000).with(|new| new.selection = SelectionKind::Puct),
        settings(TreeKind::MoIsmcts, 2_000).with(|new| {
            new.selection = SelectionKind::Puct;
            new.rollout = RolloutKind::Heuristic;
            new.reward = RewardKind::Margin;
        }),
        settings(TreeKind::SoIsmcts, 2_000)
            .with(|new| (new.selection, new.root) = (SelectionKind::Puct, RootKind::SequentialHalving)),
    ];
    for (index, settings) in rosters.iter().enumerate() {
        let mut search = search::<TicTacToe>(settings.clone());
        for grid in grids().iter().skip(index).step_by(31) {
            let seat = game.to_act(grid).unwrap();
            let action = search.choose(&View::new(&game, grid, seat), Seed(7));
            let mut after = *grid;
            game.play(&mut after, action, &mut Seed(0).rng());
            let best = solve::<TicTacToe>(grid, win_shares)[seat.index()];
            assert_eq!(
                solve::<TicTacToe>(&after, win_shares)[seat.index()],
                best,
                "{grid:?} {action} {settings:?}"
            );
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings(TreeKind::SoIsmcts, 50_000), 1);
    for seat in 0..2 {
        let value = value(&result, chosen(&result), seat);
        assert!((value - 0.5).abs() < 0.08, "{value}");
    }
    let line = &result.principal_variation;
    assert_eq!((line[0].seat, line[0].action, line[1].seat), (Seat::new(0), chosen(&result), Seat::new(1)));
    assert!(line.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    assert!(result.depth >= 7 && !result.full && !result.timed && result.truncated == 0);
}

#[test]
fn three_seats_find_the_max_n_solution() {
    let ranks = |game: &Rungs, state: &_| {
        game.scores(state).rank.iter().map(|&rank| f32::from(3 - rank) / 2.0).collect()
    };
    assert_eq!(solve::<Rungs>(&deal::<Rungs>(), ranks), [1.0, 0.0, 0.5]);
    for tree in TREES {
        let settings =
            settings(tree, 20_000).with(|new| (new.reward, new.determinizations) = (RewardKind::Rank, 2));
        let result = analyse::<Rungs>(&deal::<Rungs>(), settings, 3);
        assert_eq!(chosen(&result), 0, "{result:?}");
        for (seat, solved) in [1.0, 0.0, 0.5].into_iter().enumerate() {
            assert!((value(&result, 0, seat) - solved).abs() < 0.08, "{result:?}");
        }
        let line: Vec<u8> = result.principal_variation.iter().map(|line| line.action).collect();
        assert!(line == [0, 0, 0] || line == [0, 1, 1], "{line:?}");
    }
}

#[test]
fn a_later_committer_does_not_know_the_earlier_choice() {
    // A shared tree shows it, so hiding a penny looks lost.
    let shared = analyse::<Pennies>(&deal::<Pennies>(), settings(TreeKind::SoIsmcts, 20_000), 1);
    assert_eq!(chosen(&shared), SAFE);
    assert!(value(&shared, 0, 0) < 0.3, "{shared:?}");
    // A tree a seat does not. Much exploration keeps the two seats from chasing each other.
    for seed in 0..5 {
        let explore = |tree| settings(tree, 20_000).with(|new| new.exploration = Some(2.0));
        let result = analyse::<Pennies>(&deal::<Pennies>(), explore(TreeKind::MoIsmcts), seed);
        assert_ne!(chosen(&result), SAFE, "{result:?}");
        let visits = |action: usize| result.actions[action].visits as f64;
        let hidden =
            (value(&result, 0, 0) * visits(0) + value(&result, 1, 0) * visits(1)) / (visits(0) + visits(1));
        assert!((hidden - 0.5).abs() < 0.12, "{result:?}");
        let auto = analyse::<Pennies>(&deal::<Pennies>(), explore(TreeKind::Auto), seed);
        assert_eq!(auto.actions, result.actions);
    }
}

#[test]
fn what_is_not_known_is_not_used() {
    for seed in 0..5 {
        for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::OwnMoves] {
            let result = analyse::<Guess>(&deal::<Guess>(), settings(tree, 20_000), seed);
            assert_eq!(chosen(&result), SAFE, "{tree:?} {result:?}");
            assert!(value(&result, 0, 0) < 0.6, "{tree:?} {result:?}");
        }
        // The ensemble is known to fall for it.
        let fused = analyse::<Guess>(&deal::<Guess>(), settings(TreeKind::Determinized, 20_000), seed);
        assert_eq!(chosen(&fused), 0, "{fused:?}");
    }
}

#[test]
fn a_public_outcome_is_a_branch() {
    fn digs<const FORCED: bool>(tree: TreeKind) {
        let result = analyse::<Dig<FORCED>>(&deal::<Dig<FORCED>>(), settings(tree, 10_000), 1);
        assert_eq!(chosen(&result), 0, "{result:?}");
        assert!(value(&result, 0, 0) > 0.9, "{result:?}");
    }
    for tree in TREES {
        digs::<false>(tree);
        digs::<true>(tree);
    }
}

/// After a forced move a seat stays at its node. The choice that it makes there next must not be played in place of the
/// forced move.
#[test]
fn a_forced_move_before_a_choice_is_played() {
    for tree in TREES.into_iter().chain([TreeKind::OwnMoves]) {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            let settings = settings(tree, 4_000).with(|new| new.selection = selection);
            let result = analyse::<Detour>(&deal::<Detour>(), settings, 1);
            assert!(value(&result, chosen(&result), 0) > 0.8, "{tree:?} {result:?}");
        }
    }
}

/// The search beats a random player, and never loses, from either seat.
#[test]
fn the_search_never_loses_tic_tac_toe() {
    let game = TicTacToe;
    let mut search = search::<TicTacToe>(settings(TreeKind::SoIsmcts, 1_000));
    let mut dice = Seed(1).rng();
    for number in 0..20 {
        let searcher = Seat::new(number % 2);
        let mut grid = deal::<TicTacToe>();
        while let Some(seat) = game.to_act(&grid) {
            let mut actions = Actions::new();
            game.legal(&grid, &mut actions);
            let action = if seat == searcher {
                search.choose(&View::new(&game, &grid, seat), Seed(1).derive(Purpose::Sample, number as u64))
            } else {
                actions[dice.below(actions.len() as u32) as usize]
            };
            game.play(&mut grid, action, &mut dice);
        }
        assert!(game.scores(&grid).win_share[searcher] > 0.0);
    }
}
