//! The search on small games with known answers.

mod small_games;

use small_games::{
    BET, Dig, Endless, Guess, Hand, Kuhn, Ladder, PASS, Pennies, SAFE, Small, SmallPolicy, Table, TicTacToe,
};
use tradewinds::game::{Actions, Dice, Game, Purpose, Seat, Seed, View};
use tradewinds::search::{
    RewardKind, RolloutKind, Search, SearchResult, SearchSettings, SelectionKind, Threads, TreeKind,
};

const TREES: [TreeKind; 3] = [TreeKind::SoIsmcts, TreeKind::MoIsmcts, TreeKind::Determinized];

fn settings(tree: TreeKind, iterations: u32) -> SearchSettings {
    SearchSettings { tree, iterations: Some(iterations), ..SearchSettings::default() }
}

fn search<S: Small>(settings: SearchSettings) -> Search<Table<S>> {
    Search::new(&Table::rules(), settings, SmallPolicy).expect("the test's settings are in range")
}

/// Searches a position for the seat that decides.
fn analyse<S: Small>(state: &S::State, settings: SearchSettings, seed: u64) -> SearchResult<u8> {
    let game = Table::<S>::rules();
    let seat = game.to_act(state).expect("somebody decides");
    search::<S>(settings).run(&View::new(&game, state, seat), Seed(seed))
}

fn deal<S: Small>() -> S::State {
    S::deal(&mut Seed(1).rng())
}

fn chosen(result: &SearchResult<u8>) -> u8 {
    result.actions[result.chosen].action
}

/// The value of an action to a seat.
fn value(result: &SearchResult<u8>, action: u8, seat: usize) -> f64 {
    let report = result.actions.iter().find(|report| report.action == action).expect("it is legal");
    report.value.expect("it was tried")[Seat::new(seat)]
}

/// The max^n solution of a game without chance and secrets: each seat's win share, or rank reward.
fn solve<S: Small>(state: &S::State, reward: fn(&Table<S>, &S::State) -> Vec<f32>) -> Vec<f32> {
    let game = Table::<S>::rules();
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

fn win_shares<S: Small>(game: &Table<S>, state: &S::State) -> Vec<f32> {
    game.scores(state).win_share.as_slice().to_vec()
}

/// All positions in which somebody has a choice.
fn grids() -> Vec<<TicTacToe as Small>::State> {
    let mut all = vec![deal::<TicTacToe>()];
    let mut next = 0;
    while let Some(&grid) = all.get(next) {
        next += 1;
        let mut actions = Actions::new();
        Table::<TicTacToe>::rules().legal(&grid, &mut actions);
        for &action in &actions {
            let mut after = grid;
            TicTacToe::play(&mut after, action, &mut Seed(0).rng());
            let mut choices = Actions::new();
            Table::<TicTacToe>::rules().legal(&after, &mut choices);
            if choices.len() > 1 && !all.contains(&after) {
                all.push(after);
            }
        }
    }
    all
}

#[test]
fn tic_tac_toe_is_played_perfectly() {
    let game = Table::<TicTacToe>::rules();
    let rosters = [
        settings(TreeKind::SoIsmcts, 2_000),
        settings(TreeKind::MoIsmcts, 2_000),
        SearchSettings { determinizations: 2, ..settings(TreeKind::Determinized, 4_000) },
        SearchSettings { selection: SelectionKind::Puct, ..settings(TreeKind::SoIsmcts, 2_000) },
        SearchSettings {
            selection: SelectionKind::Puct,
            rollout: RolloutKind::Heuristic,
            reward: RewardKind::Margin,
            ..settings(TreeKind::MoIsmcts, 2_000)
        },
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
    let ranks = |game: &Table<Ladder>, state: &_| {
        game.scores(state).rank.iter().map(|&rank| f32::from(3 - rank) / 2.0).collect()
    };
    assert_eq!(solve::<Ladder>(&deal::<Ladder>(), ranks), [1.0, 0.0, 0.5]);
    for tree in TREES {
        let settings =
            SearchSettings { reward: RewardKind::Rank, determinizations: 2, ..settings(tree, 20_000) };
        let result = analyse::<Ladder>(&deal::<Ladder>(), settings, 3);
        assert_eq!(chosen(&result), 0, "{result:?}");
        for (seat, solved) in [1.0, 0.0, 0.5].into_iter().enumerate() {
            assert!((value(&result, 0, seat) - solved).abs() < 0.08, "{result:?}");
        }
        let line: Vec<u8> = result.principal_variation.iter().map(|line| line.action).collect();
        assert!(line == [0, 0, 0] || line == [0, 1, 1], "{line:?}");
    }
}

/// Choices that are right against every play of the other seat.
#[test]
fn kuhn_poker_is_played_without_blunders() {
    let hand = |card: u8, history: &[u8]| {
        let mut hand = Hand { cards: [(card + 1) % 3; 2], moves: history.len() as u8, history: [0; 3] };
        hand.cards[history.len() % 2] = card;
        hand.history[..history.len()].copy_from_slice(history);
        hand
    };
    for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
        let settings =
            SearchSettings { reward: RewardKind::Margin, exploration: Some(0.3), ..settings(tree, 20_000) };
        for (card, history, expected) in [
            (0, &[BET][..], PASS),
            (2, &[BET], BET),
            (2, &[PASS], BET),
            (0, &[PASS, BET], PASS),
            (2, &[PASS, BET], BET),
        ] {
            let result = analyse::<Kuhn>(&hand(card, history), settings.clone(), 5);
            assert_eq!(chosen(&result), expected, "card {card} after {history:?}: {result:?}");
        }
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
        let explore = |tree| SearchSettings { exploration: Some(2.0), ..settings(tree, 20_000) };
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
        for tree in [TreeKind::SoIsmcts, TreeKind::MoIsmcts] {
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

#[test]
fn a_stopped_game_is_evaluated_and_counted() {
    let result = analyse::<Endless>(&0, settings(TreeKind::SoIsmcts, 5_000), 1);
    assert_eq!((result.truncated, result.iterations), (5_000, 5_000));
    assert!(value(&result, 1, 0) > 0.6, "{result:?}");
    let cut = SearchSettings { cutoff: Some(4), ..settings(TreeKind::SoIsmcts, 5_000) };
    let result = analyse::<Endless>(&0, cut, 1);
    assert!(result.truncated < 5_000 && chosen(&result) == 1, "{result:?}");
}

/// Plays a whole game by search with each combination of mechanisms; the rules refuse illegal moves.
fn every_mechanism_plays<S: Small>() {
    let game = Table::<S>::rules();
    let rewards = [RewardKind::WinShare, RewardKind::Rank, RewardKind::Margin, RewardKind::Blend];
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            for rollout in [RolloutKind::Random, RolloutKind::Heuristic] {
                for (reward, cutoff) in rewards.into_iter().zip([None, Some(0), Some(3), None]) {
                    let settings = SearchSettings {
                        selection,
                        rollout,
                        reward,
                        cutoff,
                        workers: 2,
                        ..settings(tree, 99)
                    };
                    let mut search = search::<S>(settings.clone());
                    let mut dice = Seed(4).rng();
                    let mut state = game.deal(&mut dice);
                    for number in 0..game.bound() {
                        let Some(seat) = game.to_act(&state) else { break };
                        let result = search.run(&View::new(&game, &state, seat), Seed(number.into()));
                        assert_eq!(result.iterations, 99);
                        assert_eq!(result.actions.iter().map(|action| action.visits).sum::<u64>(), 99);
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
    every_mechanism_plays::<Ladder>();
    every_mechanism_plays::<Kuhn>();
    every_mechanism_plays::<Pennies>();
    every_mechanism_plays::<Guess>();
    every_mechanism_plays::<Dig<true>>();
    every_mechanism_plays::<Endless>();
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = Table::<Guess>::rules();
    let state = deal::<Guess>();
    for tree in TREES {
        let settings = SearchSettings { workers: 5, ..settings(tree, 1_003) };
        let view = View::new(&game, &state, Seat::new(0));
        let found = |search: &mut Search<Table<Guess>>| {
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
    let game = Table::<TicTacToe>::rules();
    let grid = deal::<TicTacToe>();
    let view = View::new(&game, &grid, Seat::new(0));
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            for iterations in [1_000, 2_000] {
                let mut search = search::<TicTacToe>(SearchSettings {
                    selection,
                    rollout: RolloutKind::Heuristic,
                    workers: 2,
                    ..settings(tree, iterations)
                });
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
fn a_full_memory_goes_on_without_growing() {
    for tree in TREES {
        for selection in [SelectionKind::Ucb1, SelectionKind::Puct] {
            let settings =
                SearchSettings { selection, max_nodes: 1_000, determinizations: 1, ..settings(tree, 20_000) };
            // Seat 0 wins at cell 2; anything else loses.
            let grid =
                serde_json::from_str("[[3, 48]]").or_else(|_| serde_json::from_str("[3, 48]")).unwrap();
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
        let settings = SearchSettings { iterations: None, time_ms: Some(5), ..settings(tree, 1) };
        let result = analyse::<TicTacToe>(&deal::<TicTacToe>(), settings, 1);
        assert!(result.timed && result.iterations > 0);
        assert!(result.iterations_per_second() > 0.0);
    }
    let both = SearchSettings { time_ms: Some(3_600_000), ..settings(TreeKind::SoIsmcts, 10) };
    assert_eq!(analyse::<TicTacToe>(&deal::<TicTacToe>(), both, 1).iterations, 10);
}

#[test]
fn a_forced_decision_still_has_a_value() {
    let state = serde_json::from_str(r#"{"moves": 1, "fact": 0, "winner": null}"#).unwrap();
    let result = analyse::<Guess>(&state, settings(TreeKind::SoIsmcts, 500), 1);
    assert_eq!((result.actions.len(), result.actions[0].visits), (1, 500));
    // The first seat does not know the fact, but this tree's owner does: it sees both guesses tried.
    assert!((0.0..=1.0).contains(&value(&result, 0, 1)));
}

/// The search beats a random player, and never loses, whoever begins.
#[test]
fn the_search_never_loses_tic_tac_toe() {
    let game = Table::<TicTacToe>::rules();
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
