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
use tradewinds_learn::fit::{Epoch, FitProgress, FitSettings, Mixture, fit};
use tradewinds_learn::{read_samples, read_source};
use tradewinds_network::{Network, NetworkSpec, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, start, settings, network, folders @ ..] = &args[..] else {
        return Err("usage: fit GAME START SETTINGS NETWORK FOLDER...".into());
    };
    let info = find(game)?.info();
    let spec = NetworkSpec { game: info.name, rules: info.rules_version, features: info.features };
    let start = match start.as_str() {
        "new" => None,
        path => Some(Network::parse(path, &fs::read_to_string(path)?, spec)?),
    };
    let mut fitted: FitSettings = toml::from_str(&fs::read_to_string(settings)?)?;
    let start = start.as_ref().map(Network::weights);
    if let Some(Size { units, second }) = start.as_ref().map(|weights| weights.size) {
        (fitted.units, fitted.second) = (units, second);
    }

    let mut mixture = Mixture::new(fitted.held_out);
    for folder in folders {
        let part = |path: PathBuf| read_samples(&path, &read_source(&path)?, spec);
        mixture.add(folder, parts(Path::new(folder)).map(part))?;
    }
    let samples = mixture.into_samples();

    let show = |epoch: &Epoch| {
        let Epoch { epoch, value, policy, held_out, calibration, .. } = epoch;
        println!(
            "epoch {epoch}: value {value:.5}, policy {policy:.5}; held out {:.5}, {:.5}, worst tenth {:.4?}",
            held_out.value,
            held_out.policy,
            calibration.worst(1000)
        );
    };
    let progress = FitProgress { on_epoch: &show, ..FitProgress::NONE };
    let fit = fit(spec, &samples, &fitted, start, progress)?;
    let name = Path::new(settings).file_stem().ok_or("SETTINGS is a file")?.to_string_lossy();
    fs::write(network, Network::quantised(&fit.weights, &format!("{game}-{name}"))?.to_text())?;
    Ok(())
}

/// Returns the files of samples of a stage, in their order.
fn parts(folder: &Path) -> impl Iterator<Item = PathBuf> {
    (0..).map(|part| folder.join(format!("part-{part}.samples"))).take_while(|path| path.exists())
}
