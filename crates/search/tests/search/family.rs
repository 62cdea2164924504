//! Each mechanism behind its setting: that it plays, and that it does what it says.

use tradewinds_game::{Actions, Game, Seat, Seed, View};
use tradewinds_search::{RootKind, SearchSettings, SelectionKind, TreeKind};

use super::known_games::{solve, win_shares};
use super::{analyse, chosen, deal, search, settings, value};
use tradewinds_testkit::small_games::{
    ConnectFour, Dig, Endless, Guess, Known, Kuhn, Pennies, Rungs, SAFE, TicTacToe,
};

/// One setting for each mechanism, on top of the plain search.
fn family(tree: TreeKind, iterations: u32) -> Vec<SearchSettings> {
    let plain = settings(tree, iterations);
    let puct = plain.clone().with(|new| new.selection = SelectionKind::Puct);
    let mut all = vec![
        plain.clone().with(|new| new.selection = SelectionKind::UcbTuned),
        puct.clone().with(|new| new.prior_uniform = 0.25),
        plain.clone().with(|new| new.root = RootKind::SequentialHalving),
        puct.with(|new| new.root = RootKind::SequentialHalving),
    ];
    if tree != TreeKind::Determinized {
        all.push(plain.with(|new| new.reuse = true));
    }
    all
}

const TREES: [TreeKind; 6] = [
    TreeKind::SoIsmcts,
    TreeKind::MoIsmcts,
    TreeKind::ReDeterminizing,
    TreeKind::OwnMoves,
    TreeKind::Determinized,
    TreeKind::Clairvoyant,
];

/// Plays a whole game with each mechanism; the rules refuse illegal moves.
fn family_plays<S: Known>() {
    let game = S::default();
    for tree in TREES {
        for settings in family(tree, 60) {
            let mut search = search::<S>(settings.clone().with(|new| new.workers = 2));
            let mut dice = Seed(4).rng();
            let mut state = game.deal(&mut dice);
            for number in 0..game.max_decisions() {
                let Some(seat) = game.to_act(&state) else { break };
                let mut actions = Actions::new();
                game.legal(&state, &mut actions);
                let result = search.run(&View::new(&game, &state, seat), Seed(number.into()));
                assert_eq!(result.iterations, 60, "{settings:?}");
                assert!(result.actions.iter().map(|report| report.action).eq(actions), "{settings:?}");
                let visits: u64 = result.actions.iter().map(|action| action.visits).sum();
                let own = if tree == TreeKind::ReDeterminizing { 30 } else { 60 };
                assert_eq!(visits, own, "{settings:?}");
                assert!(result.actions[result.chosen].visits > 0, "{settings:?}");
                game.play(&mut state, chosen(&result), &mut dice);
            }
        }
    }
}

#[test]
fn every_member_of_the_family_plays_every_game() {
    family_plays::<TicTacToe>();
    family_plays::<ConnectFour>();
    family_plays::<Rungs>();
    family_plays::<Kuhn>();
    family_plays::<Pennies>();
    family_plays::<Guess>();
    family_plays::<Dig<true>>();
    family_plays::<Endless>();
}

#[test]
fn every_member_plays_tic_tac_toe_perfectly() {
    let game = TicTacToe;
    let grids = super::known_games::grids();
    for (index, settings) in family(TreeKind::SoIsmcts, 4_000).into_iter().enumerate() {
        let mut search = search::<TicTacToe>(settings.clone());
        for grid in grids.iter().skip(index).step_by(71) {
            let seat = game.to_act(grid).unwrap();
            let mut after = *grid;
            game.play(&mut after, search.choose(&View::new(&game, grid, seat), Seed(7)), &mut Seed(0).rng());
            let [best, found] = [grid, &after].map(|grid| solve::<TicTacToe>(grid, win_shares)[seat.index()]);
            assert_eq!(found, best, "{grid:?} {settings:?}");
        }
    }
}

#[test]
fn halving_spends_the_budget_on_the_better_half() {
    let halving = settings(TreeKind::SoIsmcts, 900).with(|new| new.root = RootKind::SequentialHalving);
    let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), halving, 1);
    let mut visits: Vec<u64> = result.actions.iter().map(|action| action.visits).collect();
    visits.sort_unstable();
    // Four quarters of 225: among 9, 5, 3 and 2 actions.
    assert!(visits[..4].iter().all(|&visits| visits == 25), "{visits:?}");
    assert!(visits[4..6].iter().all(|&visits| visits == 25 + 45), "{visits:?}");
    assert!(visits[6] == 25 + 45 + 75 && visits[8] >= 25 + 45 + 75 + 112, "{visits:?}");
    assert_eq!(chosen(&result), 4, "the centre wins most often");
}

/// A search that sees hidden cards is an upper bound: it does not play worse than a fair one.
#[test]
fn the_clairvoyant_bound_sees_what_is_hidden() {
    for seed in 0..4 {
        let state = Guess.deal(&mut Seed(seed).rng());
        let result = analyse::<Guess>(&state, settings(TreeKind::Clairvoyant, 5_000), seed);
        assert!(chosen(&result) == 0 && value(&result, 0, 0) > 0.9, "{result:?}");
        let fair = analyse::<Guess>(&state, settings(TreeKind::SoIsmcts, 5_000), seed);
        assert_eq!(chosen(&fair), SAFE);
    }
}

#[test]
fn a_study_changes_nothing_and_tells_more() {
    for settings in [
        settings(TreeKind::SoIsmcts, 400).with(|new| (new.cutoff, new.workers) = (Some(0), 2)),
        settings(TreeKind::MoIsmcts, 400),
        settings(TreeKind::Determinized, 400).with(|new| new.determinizations = 5),
    ] {
        let game = TicTacToe;
        let grid = deal::<TicTacToe>();
        let view = View::new(&game, &grid, Seat::new(0));
        let plain = search::<TicTacToe>(settings.clone()).run(&view, Seed(3));
        let studied = search::<TicTacToe>(settings.clone()).study(&view, Seed(3), 10);
        assert_eq!(plain.principal_variation, studied.principal_variation);
        assert!(plain.settling.is_empty() && plain.actions[0].points.is_none());
        for (plain, studied) in plain.actions.iter().zip(&studied.actions) {
            assert_eq!((plain.visits, plain.value), (studied.visits, studied.value));
            let shares = studied.win_share.unwrap();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{shares:?}");
            assert_eq!(studied.games, studied.visits, "each game ends");
            let (mean, deviation) = (studied.points.unwrap(), studied.points_deviation.unwrap());
            // A seat has 0, 1 or 2 points, so the spread follows from the mean but for the drawn games.
            let (mean, deviation) = (mean[Seat::new(0)], deviation[Seat::new(0)]);
            assert!(
                deviation > 0.0 && deviation <= (mean * (2.0 - mean) + 0.01).sqrt(),
                "{mean} {deviation}"
            );
            assert!(shares[Seat::new(0)] > 0.3 && studied.points.unwrap()[Seat::new(0)] > 0.2, "{shares:?}");
        }
        assert_eq!(studied.settling.len(), 10);
        let last = &studied.settling[9];
        assert_eq!(last.iterations, 400);
        assert!(last.visits.iter().eq(studied.actions.iter().map(|action| &action.visits)));
        assert!(studied.settling.windows(2).all(|pair| pair[0].iterations < pair[1].iterations));
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let settings = SearchSettings::default().with(|new| new.epsilon = 2.0);
    assert!(settings.check().unwrap_err().to_string().contains("search.epsilon"));
}
