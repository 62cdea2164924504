//! What the candidates of a hint lose against its choice: playouts with the same luck after each of them.

use serde::{Deserialize, Serialize};
use tradewinds_arena::{Match, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Scores, Seat, Seed};
use tradewinds_stats::{BlockEstimate, Moments};

use super::why::{EndPoints, JITTER};
use super::words::tenth;

/// The playouts after each candidate.
const PLAYOUTS: u32 = 128;

/// What a candidate loses against the choice of the search, in win share, with its 95 % interval. Below 0 it gains.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PointsLost {
    /// The mean over the playouts.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of playouts.
    pub playouts: u32,
}

impl PointsLost {
    /// Writes it in points of 100: "2.1 (0.4 to 3.8)".
    #[must_use]
    pub fn text(&self) -> String {
        let points = |share: f64| tenth(100.0 * share);
        format!("{} ({} to {})", points(self.mean), points(self.low), points(self.high))
    }
}

/// A candidate that was played out: its loss against the first one, and the points at the end of both.
pub(crate) struct Weighed {
    pub(crate) lost: Option<PointsLost>,
    /// With the first candidate, and without it: after this one.
    pub(crate) points: Option<EndPoints>,
}

/// Returns the bot that plays on in a game.
pub(crate) fn playout_bot(game: &str) -> Option<Preset> {
    Preset::find("steady", game).or_else(|_| Preset::find("random", game)).ok()
}

/// Plays the game out after each of these actions, in worlds that the seat that decides holds possible; the first action
/// is what the others are compared with, and has no loss.
pub(crate) fn weigh(game: &dyn Match, actions: &[usize], bot: &Preset, seed: Seed) -> Vec<Weighed> {
    let Some(seat) = game.to_act() else { return Vec::new() };
    let table = game.table();
    let docs = table.info().weights;
    let mut losses = vec![Moments::default(); actions.len()];
    let mut points = vec![[Moments::default(); 3]; actions.len()];
    for number in 0..PLAYOUTS {
        let luck = seed.derive(Purpose::Sample, number.into());
        let bots = [with_jitter(bot, docs, JITTER, luck.derive(Purpose::Sample, 0))];
        let Some(ends) = game.play_out(actions, &bots, luck, &|| false) else { continue };
        // A playout that is left out after one action is left out after all.
        let Some(ends) = ends.into_iter().collect::<Option<Vec<Scores>>>() else { continue };
        let first = &ends[0];
        for (place, end) in ends.iter().enumerate() {
            losses[place].push(share(first, seat) - share(end, seat));
            let [with, without] = [first, end].map(|end| f64::from(end.points[seat]));
            for (moments, value) in points[place].iter_mut().zip([with, without, with - without]) {
                moments.push(value);
            }
        }
    }
    let weighed = |(place, (loss, points)): (usize, (&Moments, &[Moments; 3]))| {
        let [with, without, change] = points;
        Weighed {
            lost: if place == 0 { None } else { lost(loss) },
            points: (|| {
                let (with, without) = (with.mean()?, without.mean()?);
                Some(EndPoints { with, without, error: change.standard_error()? })
            })(),
        }
    };
    losses.iter().zip(&points).enumerate().map(weighed).collect()
}

/// Returns a mean loss with its interval by Student's t; `None` for fewer than two playouts.
fn lost(loss: &Moments) -> Option<PointsLost> {
    let playouts = loss.count() as u32;
    let estimate = BlockEstimate {
        value: loss.mean()?,
        error: Some(loss.standard_error()?),
        freedom: f64::from(playouts.saturating_sub(1)),
    };
    let interval = estimate.interval()?;
    Some(PointsLost { mean: estimate.value, low: interval.low, high: interval.high, playouts })
}

/// Returns a seat's share of the win.
fn share(scores: &Scores, seat: Seat) -> f64 {
    let winners = scores.rank.iter().filter(|&&rank| rank == 1).count();
    if scores.rank[seat] == 1 { 1.0 / winners as f64 } else { 0.0 }
}
