//! The random-play statistics of section 10.5, played again with an ordinary random source.

use rayon::prelude::*;
use tradewinds_game::{Actions, Choices, Game, Notation, Purpose, Seed, Variant, Variants};
use tradewinds_puerto_rico::PuertoRico;

use super::policy::OneByOne;

/// Games played here for each number of players.
const GAMES: u64 = 12_000;
/// Games behind each column of the page.
const PAGE_GAMES: f64 = 12_000.0;

/// A column of the page's table.
struct Column {
    rounds: f64,
    rounds_seen: (u32, u32),
    decisions: f64,
    scores: &'static [f64],
    win_percent: &'static [f64],
    winner: f64,
    /// Chips, printed VP and bonus of a player.
    parts: [f64; 3],
    /// Percent of games that end by colonists, pool and city.
    ends: [f64; 3],
    ties: f64,
    /// The half-widths of rounds, decisions and scores.
    half_widths: [f64; 3],
}

/// What one game gives.
struct Sample {
    rounds: u32,
    decisions: u32,
    scores: Vec<f64>,
    win_shares: Vec<f64>,
    parts: [f64; 3],
    ends: [bool; 3],
    tie: bool,
}

fn sample(game: &PuertoRico, number: u64) -> Sample {
    let players = game.players();
    let seed = Seed(105).derive(Purpose::Sample, number * 10 + players as u64);
    let mut chance = seed.derive(Purpose::Deal, 0).rng();
    let mut draws = seed.derive(Purpose::Bot, 0).rng();
    let mut policy = OneByOne::default();
    let mut state = game.deal(&mut chance);
    let mut actions = Actions::new();
    let mut decisions = 0;
    while game.to_act(&state).is_some() {
        game.legal(&state, &mut actions);
        let (index, drawn) = policy.decide(game, &state, &actions, &mut draws);
        decisions += drawn;
        game.play(&mut state, actions[index], &mut chance);
    }
    let result = game.result(&state).expect("a finished game has a result");
    let by_player = |field: &str| -> Vec<f64> {
        let players = result["players"].as_array().expect("players");
        players.iter().map(|player| player[field].as_f64().expect("a number")).collect()
    };
    let standing = game.scores(&state);
    let (scores, chips, printed) = (by_player("total"), by_player("chips"), by_player("buildings"));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / players as f64;
    let parts = [mean(&chips), mean(&printed), mean(&scores) - mean(&chips) - mean(&printed)];
    let reason = game.end_reason(&state);
    Sample {
        rounds: game.round(&state),
        decisions,
        scores,
        win_shares: standing.win_share.iter().map(|&share| f64::from(share)).collect(),
        parts,
        ends: ["colonists", "vp", "city"].map(|trigger| reason.split('+').any(|word| word == trigger)),
        tie: standing.rank.iter().filter(|&&rank| rank == 1).count() > 1,
    }
}

/// A mean with the 95 % half-width that it has over as many games as the page played.
struct Estimate {
    mean: f64,
    page_half_width: f64,
}

fn estimate(values: impl Iterator<Item = f64> + Clone) -> Estimate {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Estimate { mean, page_half_width: 1.96 * (variance / PAGE_GAMES).sqrt() }
}

/// Holds a mean of the page, given with so many decimals, against the one found here: they may
/// differ by both half-widths and the page's rounding.
fn compare(what: &str, page: f64, decimals: i32, found: &Estimate) {
    let own_half_width = found.page_half_width * (PAGE_GAMES / GAMES as f64).sqrt();
    let tolerance = own_half_width + found.page_half_width + 0.5 * 10f64.powi(-decimals);
    let difference = (found.mean - page).abs();
    assert!(
        difference <= tolerance,
        "{what}: {:.4}, on the page {page}, tolerance {tolerance:.4}",
        found.mean
    );
}

fn check(players: usize, column: &Column) {
    let game = PuertoRico::new(players, &Variant::standard()).expect("the standard rules");
    let samples: Vec<Sample> = (0..GAMES).into_par_iter().map(|number| sample(&game, number)).collect();
    let over = |value: &dyn Fn(&Sample) -> f64| estimate(samples.iter().map(value));
    let percent = |holds: bool| if holds { 100.0 } else { 0.0 };

    let rounds = over(&|game| game.rounds.into());
    let decisions = over(&|game| game.decisions.into());
    compare("rounds", column.rounds, 2, &rounds);
    compare("decisions", column.decisions, 1, &decisions);
    let scores: Vec<Estimate> = (0..players).map(|seat| over(&|game| game.scores[seat])).collect();
    for (seat, score) in scores.iter().enumerate() {
        compare(&format!("score of seat {seat}"), column.scores[seat], 2, score);
        let wins = over(&|game| 100.0 * game.win_shares[seat]);
        compare(&format!("wins of seat {seat}"), column.win_percent[seat], 1, &wins);
    }
    let winner = over(&|game| game.scores.iter().copied().fold(0.0, f64::max));
    compare("winner's score", column.winner, 1, &winner);
    for (part, what) in ["chips", "printed VP", "bonus"].into_iter().enumerate() {
        compare(what, column.parts[part], 1, &over(&|game| game.parts[part]));
    }
    for (trigger, what) in ["colonists", "pool", "city"].into_iter().enumerate() {
        compare(what, column.ends[trigger], 1, &over(&|game| percent(game.ends[trigger])));
    }
    compare("ties", column.ties, 1, &over(&|game| percent(game.tie)));

    // The page's half-widths are those of 12,000 such games.
    let seats = scores.iter().map(|score| score.page_half_width).sum::<f64>() / players as f64;
    let spreads = [rounds.page_half_width, decisions.page_half_width, seats];
    for ((found, page), decimals) in spreads.into_iter().zip(column.half_widths).zip([2, 1, 2]) {
        let tolerance = 0.05 * page + 0.5 * 10f64.powi(-decimals);
        assert!((found - page).abs() <= tolerance, "half-width {found:.4}, on the page {page}");
    }
    // Few games leave the range that the page saw.
    let (low, high) = column.rounds_seen;
    let outside = samples.iter().filter(|game| !(low..=high).contains(&game.rounds)).count();
    assert!(outside <= 3, "{outside} games outside {low} to {high} rounds");
}

#[test]
fn random_play_of_two() {
    check(
        2,
        &Column {
            rounds: 13.34,
            rounds_seen: (9, 19),
            decisions: 273.5,
            scores: &[29.70, 34.17],
            win_percent: &[33.6, 66.4],
            winner: 36.4,
            parts: [18.6, 12.8, 0.6],
            ends: [98.6, 1.5, 2.3],
            ties: 0.4,
            half_widths: [0.02, 1.0, 0.15],
        },
    );
}

#[test]
fn random_play_of_three() {
    check(
        3,
        &Column {
            rounds: 22.20,
            rounds_seen: (14, 32),
            decisions: 329.0,
            scores: &[26.23, 26.28, 30.76],
            win_percent: &[24.3, 24.7, 51.0],
            winner: 34.6,
            parts: [13.5, 13.0, 1.2],
            ends: [91.0, 4.4, 8.7],
            ties: 0.5,
            half_widths: [0.05, 1.4, 0.18],
        },
    );
}

#[test]
fn random_play_of_four() {
    check(
        4,
        &Column {
            rounds: 20.75,
            rounds_seen: (13, 32),
            decisions: 470.0,
            scores: &[26.12, 26.20, 29.97, 29.69],
            win_percent: &[17.3, 17.6, 33.5, 31.6],
            winner: 35.7,
            parts: [15.1, 12.1, 0.7],
            ends: [93.9, 5.6, 4.0],
            ties: 0.6,
            half_widths: [0.04, 1.7, 0.16],
        },
    );
}

#[test]
fn random_play_of_five() {
    check(
        5,
        &Column {
            rounds: 19.85,
            rounds_seen: (14, 29),
            decisions: 593.9,
            scores: &[26.13, 26.18, 26.25, 30.00, 29.74],
            win_percent: &[14.4, 14.1, 15.0, 28.6, 27.9],
            winner: 36.4,
            parts: [15.4, 11.7, 0.6],
            ends: [95.3, 5.9, 2.1],
            ties: 0.8,
            half_widths: [0.04, 1.9, 0.16],
        },
    );
}
