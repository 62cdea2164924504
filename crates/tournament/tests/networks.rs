//! Bots with different networks in one tournament, and what its folder holds of them.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use tradewinds_arena::find;
use tradewinds_game::{Dice as _, Seed};
use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Size};
use tradewinds_tournament::{Manifest, Progress, Run, RunOptions, Tournament, Watch, find_preset, run};

struct Blind;

impl Watch for Blind {
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Makes a network of chance.
fn network(seed: u64) -> String {
    let info = find("puerto-rico").unwrap().info();
    let spec = NetworkSpec { game: info.name, rules: info.rules_version, features: info.features };
    let mut weights = NetworkWeights::zero(spec, Size { units: 32, second: 16 });
    let mut rng = Seed(seed).rng();
    weights.values.iter_mut().for_each(|weight| *weight = rng.below(200) as f32 / 2000.0 - 0.05);
    Network::quantised(&weights, "chance").unwrap().to_text()
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
    fs::write(folder.join(name), text).unwrap();
}

fn played(folder: &Path, manifest: &str, out: &Path) -> Result<Run, String> {
    let text = fs::read_to_string(folder.join(manifest)).unwrap();
    let read = Manifest::parse(manifest, &text).map_err(|error| error.to_string())?;
    let tournament = Tournament::new(find("puerto-rico").unwrap(), read, &folder.join(manifest))
        .map_err(|error| error.to_string())?;
    let options = RunOptions { threads: 2, shard: None };
    run(&tournament, out, options, &AtomicBool::new(false), &mut Blind).map_err(|error| error.to_string())
}

#[test]
fn bots_with_two_networks_and_one_without_meet() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    for seed in [1, 2] {
        write(folder, &format!("bots/nets/{seed}.network"), &network(seed));
        let text = format!(
            "name = \"taught-{seed}\"\ngame = \"puerto-rico\"\nbase = \"ismcts\"\n[search]\niterations = 12\n\
             [value]\nnetwork = \"nets/{seed}.network\"\npriors = true\n"
        );
        write(folder, &format!("bots/taught-{seed}.toml"), &text);
    }
    // One that builds on another: the network lies beside the file that names it.
    let base =
        "name = \"own\"\ngame = \"puerto-rico\"\nbase = \"bots/taught-1.toml\"\n[search]\niterations = 6\n";
    write(folder, "own.toml", base);
    let manifest = "name = \"nets\"\ngame = \"puerto-rico\"\nplayers = 4\nseed = 1\ndeals = 2\nformat = \"table\"\n\
                    lineup = [\"bots/taught-1.toml\", \"bots/taught-2.toml\", \"own.toml\", \"steady\"]\n";
    write(folder, "nets.toml", manifest);
    let first = played(folder, "nets.toml", &folder.join("out")).unwrap();
    assert_eq!((first.standings.games, first.standings.bots.len()), (8, 4));
    // The folder holds the networks: it can be played again without the files.
    for (name, seed) in [("taught-1", 1), ("taught-2", 2), ("own", 1)] {
        let info = find("puerto-rico").unwrap().info();
        let entry = folder.join(format!("out/bots/{name}.toml"));
        let preset = find_preset(&info, entry.to_str().unwrap(), Path::new("")).unwrap();
        assert_eq!(preset.value.value.unwrap().text(), network(seed), "{name}");
    }
    fs::remove_dir_all(folder.join("bots")).unwrap();
    let again = played(&folder.join("out"), "manifest.toml", &folder.join("again")).unwrap();
    assert_eq!(again.standings, first.standings);
    for file in ["games.csv", "standings.csv"] {
        let read = |run: &str| fs::read(folder.join(run).join(file)).unwrap();
        assert_eq!(read("out"), read("again"), "{file}");
    }
}

#[test]
fn a_wrong_network_is_refused_before_a_game_is_played() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let bot = |network: &str| {
        format!(
            "name = \"taught\"\ngame = \"puerto-rico\"\nbase = \"ismcts\"\n[value]\nnetwork = \"{network}\"\n"
        )
    };
    write(folder, "taught.toml", &bot("mine.network"));
    let manifest = "name = \"nets\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"table\"\n\
                    lineup = [\"taught.toml\", \"steady\", \"steady\"]\n";
    write(folder, "nets.toml", manifest);
    let refusal = || {
        let error = played(folder, "nets.toml", &folder.join("out")).unwrap_err();
        assert!(!folder.join("out").exists() && !error.contains('\n'), "{error}");
        error
    };
    assert!(refusal().contains("value.network \"mine.network\""), "{}", refusal());
    let whole = network(1);
    write(folder, "mine.network", &whole[..whole.len() - 9]);
    assert!(refusal().contains("value.network.checksum"), "{}", refusal());
    write(folder, "mine.network", &whole.replace("features = ", "features = 10"));
    assert!(refusal().contains("value.network."), "{}", refusal());
    write(folder, "mine.network", &"x\n".repeat(300_000));
    assert!(refusal().contains("512 KiB"), "{}", refusal());
    write(folder, "taught.toml", &bot("no-such-network"));
    assert!(refusal().contains("value.network: found \"no-such-network\""), "{}", refusal());
}
