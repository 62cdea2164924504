//! What every search does: budgets, memory, threads.

use tradewinds_game::{Seat, Seed, View};
use tradewinds_search::{
    Allowance, RewardKind, RolloutKind, RootKind, Search, SearchSettings, SelectionKind, Threads, TreeKind,
};

use super::{TREES, analyse, chosen, deal, search, settings, value};
use tradewinds_testkit::small_games::{
    Dig, Endless, Grid, Guess, Hidden, Known, Kuhn, Pennies, Rungs, TicTacToe,
};

#[test]
fn a_stopped_game_is_evaluated_and_counted() {
    let result = analyse::<Endless>(&0, settings(TreeKind::SoIsmcts, 5_000), 1);
    assert_eq!((result.truncated, result.iterations), (5_000, 5_000));
    assert!(value(&result, 1, 0) > 0.6, "{result:?}");
    let cut = settings(TreeKind::SoIsmcts, 5_000).with(|new| new.cutoff = Some(4));
    let result = analyse::<Endless>(&0, cut, 1);
    assert!(result.truncated < 5_000 && chosen(&result) == 1, "{result:?}");
}

/// Plays a whole game by search with each combination of mechanisms; the rules refuse illegal moves.
fn every_mechanism_plays<S: Known>() {
    let game = S::default();
    let ends = [
        (RewardKind::WinShare, None),
        (RewardKind::Rank, None),
        (RewardKind::Margin, None),
        (RewardKind::Blend, None),
        (RewardKind::WinShare, Some(0)),
        (RewardKind::WinShare, Some(3)),
    ];
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            for rollout in [RolloutKind::Random, RolloutKind::Heuristic] {
                for (reward, cutoff) in ends {
                    let settings = settings(tree, 99).with(|new| {
                        new.selection = selection;
                        new.rollout = rollout;
                        new.reward = reward;
                        new.cutoff = cutoff;
                        new.workers = 2;
                    });
                    let mut search = search::<S>(settings.clone());
                    let mut dice = Seed(4).rng();
                    let mut state = game.deal(&mut dice);
                    for number in 0..game.max_decisions() {
                        let Some(seat) = game.to_act(&state) else { break };
                        let result = search.run(&View::new(&game, &state, seat), Seed(number.into()));
                        assert_eq!(result.iterations, 99);
                        let visits: u64 = result.actions.iter().map(|action| action.visits).sum();
                        // Between its own iterations it plays those for the other seats.
                        assert_eq!(visits, if tree == TreeKind::ReDeterminizing { 50 } else { 99 });
                        for value in result.actions.iter().filter_map(|action| action.value) {
                            assert!(value.iter().all(|value| (0.0..=1.0).contains(value)), "{settings:?}");
                        }
                        game.play(&mut state, chosen(&result), &mut dice);
                    }
                }
            }
        }
    }
}

#[test]
fn every_mechanism_plays_every_game() {
    every_mechanism_plays::<TicTacToe>();
    every_mechanism_plays::<Rungs>();
    every_mechanism_plays::<Kuhn>();
    every_mechanism_plays::<Pennies>();
    every_mechanism_plays::<Guess>();
    every_mechanism_plays::<Dig<true>>();
    every_mechanism_plays::<Endless>();
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = Guess;
    let state = deal::<Guess>();
    for tree in TREES {
        let settings = settings(tree, 1_003).with(|new| new.workers = 5);
        let view = View::new(&game, &state, Seat::new(0));
        let found = |search: &mut Search<Guess, <Guess as Known>::Hints>| {
            let result = search.run(&view, Seed(9));
            (result.actions, result.principal_variation, result.nodes, result.depth)
        };
        let mut alone = search::<Guess>(settings.clone());
        let expected = found(&mut alone);
        assert_eq!(found(&mut alone), expected, "an earlier search leaves no trace");
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut search = search::<Guess>(settings.clone()).with_threads(Threads::Pool);
            assert_eq!(pool.install(|| found(&mut search)), expected, "{threads} threads");
        }
    }
}

#[test]
fn nothing_is_allocated_after_the_first_search() {
    let game = TicTacToe;
    let grid = deal::<TicTacToe>();
    let view = View::new(&game, &grid, Seat::new(0));
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            for iterations in [1_000, 2_000] {
                let mut search = search::<TicTacToe>(settings(tree, iterations).with(|new| {
                    new.selection = selection;
                    new.rollout = RolloutKind::Heuristic;
                    new.workers = 3 - iterations / 1_000;
                    new.stop_when_decided = true;
                    new.root_noise = if selection == SelectionKind::Puct { 0.25 } else { 0.0 };
                }));
                search.choose(&view, Seed(1));
                let counted = allocation_counter::measure(|| {
                    search.choose(&view, Seed(2));
                });
                assert_eq!(counted.count_total, 0, "{tree:?} {selection:?} {iterations}");
            }
        }
    }
}

#[test]
fn of_equal_visits_the_better_value_is_chosen() {
    let mut differ = 0;
    for workers in [1, 3] {
        for budget in 9..120 {
            let settings = settings(TreeKind::SoIsmcts, budget).with(|new| new.workers = workers);
            let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings, 1);
            let rank = |index: usize| {
                let action = &result.actions[index];
                (action.visits, action.value.map(|value| value[result.seat]))
            };
            let most = (0..9).map(|index| rank(index).0).max().unwrap();
            let first = (0..9).find(|&index| rank(index).0 == most).unwrap();
            differ += u32::from(rank(result.chosen) != rank(first));
            assert!((0..result.chosen).all(|index| rank(index) < rank(result.chosen)), "{result:?}");
            assert!((result.chosen..9).all(|index| rank(index) <= rank(result.chosen)), "{result:?}");
        }
    }
    assert!(differ > 10, "{differ}");
}

#[test]
fn a_full_memory_goes_on_without_growing() {
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            let settings = settings(tree, 20_000).with(|new| {
                new.selection = selection;
                new.max_nodes = Some(1_000);
                new.determinizations = 1;
            });
            // Seat 0 wins at cell 2; anything else loses.
            let grid = Grid([3, 48]);
            let near = analyse::<TicTacToe>(&grid, settings.clone(), 1);
            assert_eq!(chosen(&near), 2, "{near:?}");
            let far = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings, 1);
            assert!(far.full && far.nodes <= 1_000 && far.iterations == 20_000, "{far:?}");
        }
    }
}

#[test]
fn a_time_budget_ends_and_says_so() {
    for tree in TREES {
        let settings = settings(tree, 1).with(|new| (new.iterations, new.time_ms) = (None, Some(5)));
        let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings, 1);
        assert!(result.timed && result.iterations > 0);
        assert!(result.iterations_per_second() > 0.0);
    }
    let both = settings(TreeKind::SoIsmcts, 10).with(|new| new.time_ms = Some(3_600_000));
    assert_eq!(analyse::<TicTacToe>(&deal::<TicTacToe>(), both, 1).iterations, 10);
}

/// Workers that run one after the other divide the time: none takes all of it.
#[test]
fn workers_on_one_thread_share_the_time() {
    for tree in [TreeKind::SoIsmcts, TreeKind::Determinized] {
        let settings = settings(tree, 1).with(|new| {
            (new.iterations, new.time_ms) = (None, Some(60));
            (new.workers, new.max_nodes, new.determinizations) = (4, Some(4_000), 4);
        });
        let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings, 1);
        assert!(result.nodes > 3_000, "{tree:?}: {} nodes of 4 workers with 1,000 each", result.nodes);
    }
}

/// A part of the actions is searched as if the others were not legal, whatever was searched before.
#[test]
fn a_part_of_the_actions_is_searched_alone() {
    let (game, grid) = (TicTacToe, deal::<TicTacToe>());
    let view = View::new(&game, &grid, Seat::new(0));
    let part: tradewinds_game::Actions<u8> = [3, 4, 8].into_iter().collect();
    for root in [RootKind::Selection, RootKind::SequentialHalving] {
        for tree in TREES {
            let reuse = tree != TreeKind::Determinized;
            let settings = settings(tree, 400).with(|new| (new.root, new.reuse) = (root, reuse));
            let mut search = search::<TicTacToe>(settings);
            let whole = search.run(&view, Seed(1));
            let found = search.run(&view.among(&part), Seed(1));
            assert_eq!(found.actions.iter().map(|report| report.action).collect::<Vec<_>>(), part.as_slice());
            assert_eq!(
                found.actions[found.chosen].action, 4,
                "{tree:?} {root:?}: the centre is the best of them"
            );
            assert_eq!(found.principal_variation[0].action, 4);
            search.forget();
            assert_eq!(search.run(&view, Seed(1)).actions.len(), whole.actions.len());
        }
    }
}

#[test]
#[should_panic(expected = "iterations or time bound a search")]
fn a_search_without_a_bound_is_refused() {
    let (game, grid) = (TicTacToe, deal::<TicTacToe>());
    let endless = Allowance { iterations: None, time: None, patience: None };
    let mut search = search::<TicTacToe>(settings(TreeKind::SoIsmcts, 10));
    search.choose_within(&View::new(&game, &grid, Seat::new(0)), Seed(1), endless);
}

/// Bots get views among all actions, so that these are listed once: their trees are kept.
#[test]
fn a_view_among_all_actions_is_not_partial() {
    let (game, grid) = (TicTacToe, deal::<TicTacToe>());
    let view = View::new(&game, &grid, Seat::new(0));
    let mut all = tradewinds_game::Actions::new();
    view.legal(&mut all);
    assert!(!view.is_partial() && !view.among(&all).is_partial());
    all.pop();
    assert!(view.among(&all).is_partial());
}

#[test]
fn a_forced_decision_still_has_a_value() {
    let state = Hidden { moves: 1, fact: 0, winner: None };
    let result = analyse::<Guess>(&state, settings(TreeKind::SoIsmcts, 500), 1);
    assert_eq!((result.actions.len(), result.actions[0].visits), (1, 500));
    // The first seat does not know the fact, but this tree's owner does: it sees both guesses tried.
    assert!((0.0..=1.0).contains(&value(&result, 0, 1)));
}

/// Noise at the root sends the same search elsewhere for each seed.
#[test]
fn noise_draws_other_priors_for_each_seed() {
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::ReDeterminizing] {
        let plain = settings(tree, 40).with(|new| new.selection = SelectionKind::Puct);
        let noisy = plain.clone().with(|new| new.root_noise = 1.0);
        let state = deal::<TicTacToe>();
        let visits = |settings: &SearchSettings, seed: u64| -> Vec<u64> {
            let result = analyse::<TicTacToe>(&state, settings.clone(), seed);
            result.actions.iter().map(|action| action.visits).collect()
        };
        assert_eq!(visits(&noisy, 1), visits(&noisy, 1), "{tree:?}");
        // Uniform priors spread so few iterations evenly, those of chance do not.
        let most = |settings: &SearchSettings| {
            (0..20).map(|seed| visits(settings, seed).into_iter().max().unwrap()).sum::<u64>()
        };
        assert!(most(&noisy) > most(&plain), "{tree:?}: {} and {}", most(&noisy), most(&plain));
        let best = |seed| {
            let visits = visits(&noisy, seed);
            (0..9).max_by_key(|&index| visits[index]).unwrap()
        };
        let chosen: std::collections::BTreeSet<usize> = (0..20).map(best).collect();
        assert!(chosen.len() > 2, "{tree:?}: {chosen:?}");
    }
}

/// In each world one of the two guesses is right, so that after as many visits of each their values add up to 1.
#[test]
fn common_random_numbers_let_all_actions_meet_the_same_worlds() {
    let asked = Hidden { moves: 2, fact: 0, winner: None };
    let mut differ = 0;
    for seed in 0..20 {
        for (root, selection) in
            [(RootKind::SequentialHalving, SelectionKind::Ucb1), (RootKind::Selection, SelectionKind::Puct)]
        {
            for common_random_numbers in [false, true] {
                let settings = settings(TreeKind::SoIsmcts, 40).with(|new| {
                    new.common_random_numbers = common_random_numbers;
                    new.root = root;
                    new.selection = selection;
                    new.exploration = Some(100.0); // so that the two are visited in turn
                });
                let result = analyse::<Guess>(&asked, settings, seed);
                let visits = [0, 1].map(|index| result.actions[index].visits);
                assert_eq!(visits, [20, 20], "{result:?}");
                let sum = value(&result, 0, 0) + value(&result, 1, 0);
                if common_random_numbers {
                    assert!((sum - 1.0).abs() < 1e-6, "{root:?} {sum} {result:?}");
                } else {
                    differ += u32::from((sum - 1.0).abs() > 0.04);
                }
            }
        }
    }
    assert!(differ > 20, "{differ}");
}
