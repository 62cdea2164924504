//! Fits a network to the samples of several studies of learning at once.
//!
//! ```text
//! cargo run --release -p tradewinds-lab --example fit -- GAME START SETTINGS NETWORK FOLDER...
//! ```
//!
//! START is the network from which the fit goes on, or `new` for random weights; SETTINGS a file with the keys of a
//! manifest's table `[fit]` (`units` and `second` count for `new` only), and NETWORK the file to write. Each FOLDER is
//! that of a stage of `tradewinds learn`, with its `part-*.samples`; one that is named n times counts n times. The
//! losses and the calibration are those of the held-out games of the first folder; of the others, the games that would
//! be held out are left out. Prints a line for each epoch.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tradewinds_arena::find;
use tradewinds_learn::fit::{Epoch, FitSettings, Progress, fit, is_held_out};
use tradewinds_learn::{Sample, Samples, read_samples, read_source};
use tradewinds_network::{Network, Size, Spec};

/// The numbers of the games of a folder lie this far from those of the one before.
const GAMES: u32 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, start, settings, network, folders @ ..] = &args[..] else {
        return Err("usage: fit GAME START SETTINGS NETWORK FOLDER...".into());
    };
    let info = find(game)?.info();
    let spec = Spec { game: info.name, rules: info.rules_version, features: info.features };
    let start = match start.as_str() {
        "new" => None,
        path => Some(Network::parse(path, &fs::read_to_string(path)?, spec)?),
    };
    let mut fitted: FitSettings = toml::from_str(&fs::read_to_string(settings)?)?;
    let start = start.as_ref().map(Network::weights);
    if let Some(Size { units, second }) = start.as_ref().map(|weights| weights.size) {
        (fitted.units, fitted.second) = (units, second);
    }

    let mut all = Samples::default();
    let mut sample = Sample::new();
    for folder in folders {
        // A folder that is named again has the same games: what is held out stays so.
        let number = (0..).zip(folders).find_map(|(number, other)| (other == folder).then_some(number));
        let number: u32 = number.expect("the folder is one of them");
        for path in parts(Path::new(folder)) {
            let found = read_samples(&path, &read_source(&path)?, spec)?;
            for index in 0..found.len() {
                found.read(index, &mut sample);
                sample.game += number * GAMES;
                if number == 0 || !is_held_out(sample.game, fitted.held_out) {
                    all.push(&sample);
                }
            }
        }
    }

    let show = |epoch: &Epoch| {
        let Epoch { epoch, value, policy, held_out, calibration, .. } = epoch;
        println!(
            "epoch {epoch}: value {value:.5}, policy {policy:.5}; held out {:.5}, {:.5}, worst tenth {:.4}",
            held_out.value,
            held_out.policy,
            calibration.worst(1000)
        );
    };
    let progress = Progress { on_epoch: &show, ..Progress::NONE };
    let fit = fit(spec, &all, &fitted, start, progress)?;
    let name = Path::new(settings).file_stem().ok_or("SETTINGS is a file")?.to_string_lossy();
    fs::write(network, Network::quantised(&fit.weights, &format!("{game}-{name}"))?.to_text())?;
    Ok(())
}

/// Returns the files of samples of a stage, in their order.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let path = |part| folder.join(format!("part-{part}.samples"));
    (0..).map(path).take_while(|path| path.exists()).collect()
}
