//! Whether the expected win shares come true.

use rayon::prelude::*;
use tradewinds_arena::NAMES;
use tradewinds_review::{AccountStep, ReviewSettings};
use tradewinds_stats::Moments;

use super::{PLAYERS, Result, played};

/// The calibration takes one decision of this many with a choice.
const APART: usize = 15;
/// The limits of expected win shares between which seats are counted together.
const BINS: [f64; 8] = [0.0, 0.05, 0.15, 0.25, 0.4, 0.6, 0.8, 1.01];

pub(super) fn calibration(count: u64, only: &str, jitter: f64) -> Result<()> {
    println!("game,from,to,moments,expected,won");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let forecasts = (0..count).into_par_iter().map(|number| forecasts(name, number, jitter));
        let forecasts: Vec<(f64, f64)> = forecasts.collect::<Result<Vec<_>>>()?.concat();
        for limits in BINS.windows(2) {
            let (mut expected, mut won) = (Moments::default(), Moments::default());
            for &(share, result) in
                forecasts.iter().filter(|(share, _)| (limits[0]..limits[1]).contains(share))
            {
                expected.push(share);
                won.push(result);
            }
            if let (Some(expected), Some(mean)) = (expected.mean(), won.mean()) {
                let to = limits[1].min(1.0);
                println!("{name},{},{to},{},{expected:.4},{mean:.4}", limits[0], won.count());
            }
        }
    }
    Ok(())
}

/// Returns the expected win shares of the seats at moments of a game, each with the seat's result.
fn forecasts(game: &str, number: u64, jitter: f64) -> Result<Vec<(f64, f64)>> {
    let playouts = ReviewSettings::default().playouts;
    // The search and the worlds say nothing about win shares here.
    let settings = ReviewSettings {
        iterations: 200,
        worlds: 0,
        candidates: 1,
        compared: playouts,
        jitter,
        ..ReviewSettings::default()
    };
    let reviewer = played(game, ["ismcts"; PLAYERS], number, settings)?;
    let mut judged = vec![None; reviewer.unforced()];
    for (place, judged) in judged.iter_mut().enumerate().step_by(APART) {
        *judged = reviewer.judge(place, &|| false);
    }
    let review = reviewer.review(&judged);
    let of_step = |step: &AccountStep| {
        let pair = |(seat, &share): (usize, &f64)| (share, review.seats[seat].result);
        step.before.iter().enumerate().map(pair).collect::<Vec<_>>()
    };
    Ok(review.steps.iter().flat_map(of_step).collect())
}
