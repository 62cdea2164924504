//! Whether the win shares of a network come true in games that it did not learn from.
//!
//! ```text
//! cargo run --release -p tradewinds-lab --example calibration -- GAME NETWORK FOLDER/part-*.samples
//! ```
//!
//! The files are those of a stage of `tradewinds learn`. Prints a line of CSV for each tenth of the predicted win shares,
//! with the standard error of what was won over games, since the samples of a game are not independent.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use tradewinds_arena::find;
use tradewinds_learn::{Sample, read_samples, read_source};
use tradewinds_network::{Network, Spec};
use tradewinds_stats::Moments;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, network, files @ ..] = &args[..] else {
        return Err("usage: calibration GAME NETWORK FILE...".into());
    };
    let info = find(game)?.info();
    let spec = Spec { game: info.name, rules: info.rules_version, features: info.features };
    let network = Network::parse(network, &fs::read_to_string(network)?, spec)?;
    // By tenth: sums of what was predicted and won, and by game the number of seats and what they won more.
    let mut tenths: [(Moments, Moments, BTreeMap<u32, f64>); 10] = Default::default();
    let mut sample = Sample::new();
    for file in files {
        let samples = read_samples(Path::new(file), &read_source(Path::new(file))?, spec)?;
        for index in 0..samples.len() {
            samples.read(index, &mut sample);
            let most = sample.points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let winners = sample.points.iter().filter(|&&points| points == most).count() as f64;
            let shares = network.shares(&sample.inputs);
            for (&share, &points) in shares.iter().zip(sample.points.iter()) {
                let won = if points == most { 1.0 / winners } else { 0.0 };
                let (predicted, all, excess) = &mut tenths[((10.0 * share) as usize).min(9)];
                predicted.push(share.into());
                all.push(won);
                *excess.entry(sample.game).or_default() += won - f64::from(share);
            }
        }
    }
    println!("tenth,seats,games,predicted,won,error");
    for (tenth, (predicted, won, excess)) in tenths.iter().enumerate() {
        let (Some(mean), Some(share)) = (predicted.mean(), won.mean()) else { continue };
        // Of a ratio of sums over games (Cochran 1977, section 2.11), about the mean excess of the tenth.
        let squares: f64 = excess.values().map(|excess| excess * excess).sum();
        let error = squares.sqrt() / predicted.count() as f64;
        println!("{tenth},{},{},{mean:.5},{share:.5},{error:.5}", predicted.count(), excess.len());
    }
    Ok(())
}
