//! Whether the win shares of a network come true in games that it did not learn from.
//!
//! ```text
//! cargo run --release -p tradewinds-lab --example calibration -- GAME NETWORK FOLDER/part-*.samples
//! ```
//!
//! The files are those of a stage of `tradewinds learn`. Prints a line of CSV for each tenth of the predicted win
//! shares, with the standard error of what was won over games, since the samples of a game are not independent; first
//! for the positions by the view of the seat that decides, then for those by the view of another seat
//! (`play.other_views`). The last lines, whose tenth is `observer`, are for the shares of the seats whose view it is,
//! of all sizes.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use tradewinds_arena::find;
use tradewinds_game::{PerSeat, Seat};
use tradewinds_learn::{Sample, read_samples, read_source};
use tradewinds_network::{Network, NetworkSpec};
use tradewinds_stats::Moments;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, network, files @ ..] = &args[..] else {
        return Err("usage: calibration GAME NETWORK FILE...".into());
    };
    let info = find(game)?.info();
    let spec = NetworkSpec { game: info.name, rules: info.rules_version, features: info.features };
    let mut network = Network::parse(network, &fs::read_to_string(network)?, spec)?;
    let mut views = [View::default(), View::default()];
    let (mut sample, mut rules) = (Sample::new(), Vec::new());
    for file in files {
        let samples = read_samples(Path::new(file), &read_source(Path::new(file))?, spec)?;
        for index in 0..samples.len() {
            samples.read(index, &mut sample);
            if rules != sample.rules {
                rules.clone_from(&sample.rules);
                network = network.for_rules(&rules);
            }
            // Only the seat that decides is taught a policy.
            views[usize::from(sample.actions.is_empty())].add(&sample, &network.shares(&sample.inputs));
        }
    }
    println!("view,tenth,seats,games,predicted,won,error");
    for (name, view) in ["decides", "another"].into_iter().zip(&views) {
        for (tenth, sums) in view.tenths.iter().enumerate() {
            sums.print(name, &tenth.to_string());
        }
        view.observer.print(name, "observer");
    }
    Ok(())
}

/// What was predicted and won in the positions by one kind of view.
#[derive(Default)]
struct View {
    tenths: [Sums; 10],
    observer: Sums,
}

impl View {
    fn add(&mut self, sample: &Sample, shares: &PerSeat<f32>) {
        let most = sample.points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let winners = sample.points.iter().filter(|&&points| points == most).count() as f64;
        for seat in Seat::all(shares.len()) {
            let won = if sample.points[seat] == most { 1.0 / winners } else { 0.0 };
            let share = shares[seat];
            self.tenths[((10.0 * share) as usize).min(9)].add(sample.game, share.into(), won);
            if seat == sample.seat {
                self.observer.add(sample.game, share.into(), won);
            }
        }
    }
}

/// Sums of what was predicted and won, and by game of what was won more.
#[derive(Default)]
struct Sums {
    predicted: Moments,
    won: Moments,
    excess: BTreeMap<u32, f64>,
}

impl Sums {
    fn add(&mut self, game: u32, share: f64, won: f64) {
        self.predicted.push(share);
        self.won.push(won);
        *self.excess.entry(game).or_default() += won - share;
    }

    fn print(&self, view: &str, tenth: &str) {
        let (Some(mean), Some(share)) = (self.predicted.mean(), self.won.mean()) else { return };
        // Of a ratio of sums over games (Cochran 1977, section 2.11), about the mean excess.
        let squares: f64 = self.excess.values().map(|excess| excess * excess).sum();
        let error = squares.sqrt() / self.predicted.count() as f64;
        let (seats, games) = (self.predicted.count(), self.excess.len());
        println!("{view},{tenth},{seats},{games},{mean:.5},{share:.5},{error:.5}");
    }
}
