//! The example that uses options, stop, sessions, visits and values.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

const PRESET: &str = "experiments/external/sampler.toml";

fn tradewinds(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(arguments).output().unwrap()
}

#[test]
fn the_example_passes_its_check_in_every_game() {
    let program = fs::read_to_string("experiments/external/sampler.py").unwrap();
    assert!(program.lines().count() <= 60);
    let output = tradewinds(&["check-bot", PRESET, "--players", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{text}");
    assert!(text.ends_with("sampler does what a bot has to in 4 games\n"), "{text}");
}

/// With more samples than it can draw it thinks until it is asked to stop.
#[test]
fn the_example_answers_when_it_is_asked_to_stop() {
    let preset = fs::read_to_string(PRESET).unwrap();
    let preset = preset.replace("samples = 100", "samples = 1_000_000_000");
    let preset = preset.replace("stop = true", "stop = true\ntime_ms = 10\nstart_ms = 0\nmargin_ms = 60_000");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.toml"), preset).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = 4\ngames = 1\n\
                format = \"table\"\nlineup = [\"bot.toml\", \"random\"]\n";
    let (manifest, run) = (folder.path().join("m.toml"), folder.path().join("run"));
    fs::write(&manifest, text).unwrap();
    let (manifest, out) = (manifest.to_str().unwrap(), run.to_str().unwrap());
    let output = tradewinds(&["tournament", manifest, "--out", out, "--record", "--threads", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = fs::read_to_string(tradewinds::tournament::record_path(&run, 0)).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    let moves = record["actions"].as_array().unwrap();
    let told: Vec<&Value> = moves.iter().filter(|step| !step["opinion"].is_null()).collect();
    assert!(told.len() > 20, "{}", told.len());
    for step in told {
        let visits = step["opinion"]["visits"].as_object().unwrap();
        let most = visits.values().filter_map(Value::as_u64).max().unwrap();
        assert_eq!(visits[step["action"].as_str().unwrap()].as_u64(), Some(most));
        let shares = step["opinion"]["values"][step["action"].as_str().unwrap()].as_array().unwrap();
        assert!((shares.iter().filter_map(Value::as_f64).sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
    }
}
