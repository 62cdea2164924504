//! Clocks of programs for a whole game, and what records keep of any clock.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use super::program::Program;

fn tradewinds(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(arguments).output().unwrap()
}

/// Plays a recorded game of Mundus Novus with a bot at the first seat; returns the folder, the record and its path.
fn recorded(preset: &str, threads: &str) -> (TempDir, Value, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tested.toml"), preset).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ngames = 1\n\
                format = \"table\"\nlineup = [\"tested.toml\", \"random\", \"random\"]\n";
    let (manifest, run) = (folder.path().join("m.toml"), folder.path().join("run"));
    fs::write(&manifest, text).unwrap();
    let (manifest, out) = (manifest.to_str().unwrap(), run.to_str().unwrap());
    let output = tradewinds(&["tournament", manifest, "--out", out, "--record", "--threads", threads]);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
    let path = tradewinds::tournament::record_path(&run, 0).to_str().unwrap().to_owned();
    let record = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    (folder, record, path)
}

/// What each decision of the record left, in a unit; the first seat alone has a clock.
fn left(record: &Value, unit: &str) -> Vec<u64> {
    let moves = record["actions"].as_array().unwrap().iter().filter(|step| !step["left"].is_null());
    let of_bot = |step: &Value| (step["seat"] == 0).then(|| step["left"][unit].as_u64().unwrap());
    moves.map(|step| of_bot(step).expect("a seat with a clock")).collect()
}

/// The field of each request that has it.
fn told(program: &Program, field: &str) -> Vec<u64> {
    let log = program.log();
    let messages = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    messages.filter_map(|message| message[field].as_u64()).collect()
}

#[test]
fn a_program_reads_what_is_left_and_records_keep_it() {
    let program = Program::new("slow").with_keys("clock = { game_ms = 3_000_000, increment_ms = 5 }\n");
    let (_folder, record, path) = recorded(&program.preset("tested"), "1");
    let left = left(&record, "ms");
    let told = told(&program, "left_ms");
    let own = &told[..left.len()];
    assert!(left.len() > 20 && own[0] == 3_000_005, "{own:?}");
    // Each answer takes 20 ms at least.
    assert!(own.iter().zip(&left).all(|(told, left)| left + 20 <= *told), "{own:?} {left:?}");
    assert!(left.iter().zip(&own[1..]).all(|(left, told)| told.abs_diff(left + 5) <= 1), "{own:?} {left:?}");
    let moves = record["actions"].as_array().unwrap();
    let at = moves.iter().position(|step| step["left"]["ms"] == left[1]).unwrap();
    let output = tradewinds(&["replay", &path, "--at", &at.to_string()]);
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(note.contains(&format!("; left on its clock: {} ms\n", left[1])), "{note}");
}

/// Its time is over after some 25 decisions; what follows are time-outs, as with `time_ms`.
#[test]
fn a_program_whose_clock_has_run_out_times_out() {
    let program = Program::new("slow").with_allowances(60_000, 0).with_keys("clock = { game_ms = 500 }\n");
    let (folder, record, _) = recorded(&program.preset("tested"), "1");
    let faults = fs::read_to_string(folder.path().join("run/faults.csv")).unwrap();
    for row in faults.lines().skip(1) {
        let counts: Vec<u64> = row.split(',').skip(3).map(|cell| cell.parse().unwrap()).collect();
        let [decisions, timeouts, crashes, illegal] = counts[..] else { panic!("{row}") };
        assert!(timeouts > 20 && decisions - timeouts <= 30 && crashes + illegal == 0, "{row}");
    }
    assert_eq!(left(&record, "ms").last(), Some(&0));
    program.assert_gone(9);
    // An answer that is late by less than the margin counts.
    let program =
        Program::new("slow").with_allowances(60_000, 60_000).with_keys("clock = { game_ms = 500 }\n");
    let (folder, record, _) = recorded(&program.preset("tested"), "1");
    let faults = fs::read_to_string(folder.path().join("run/faults.csv")).unwrap();
    assert!(faults.lines().skip(1).all(|row| row.ends_with(",0,0,0")), "{faults}");
    assert_eq!(left(&record, "ms").last(), Some(&0));
}

#[test]
fn records_of_a_clock_of_iterations_are_the_same_on_any_number_of_threads() {
    let preset = "name = \"tested\"\ngame = \"any\"\nkind = \"search\"\n[search]\n\
                  [clock]\ngame_iterations = 2_000\nincrement_iterations = 10\n";
    let [(_first, record, path), (_second, _, other)] = ["1", "2"].map(|threads| recorded(preset, threads));
    assert_eq!(fs::read(path).unwrap(), fs::read(other).unwrap());
    let left = left(&record, "iterations");
    assert!(left.len() > 20 && left[0] < 2_010 && left.last() < left.first(), "{left:?}");
}

#[test]
fn check_bot_shows_what_was_left() {
    let check = |clock: &str| {
        let program = Program::new("slow").with_allowances(60_000, 0).with_keys(clock);
        let preset = program.folder().join("bot.toml");
        fs::write(&preset, program.preset("tested")).unwrap();
        let options = ["--game", "mundus-novus", "--players", "3"];
        let output = tradewinds(&[&["check-bot", preset.to_str().unwrap()][..], &options].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, text) = check("clock = { game_ms = 600_000 }\n");
    let left = text.split_once("least left on the clock: ").and_then(|(_, rest)| rest.split_once(" ms\n"));
    let left: u64 = left.unwrap_or_else(|| panic!("{text}")).0.parse().unwrap();
    assert!(status == Some(0) && (300_000..600_000).contains(&left), "{text}");
    let (status, text) = check("clock = { game_ms = 100 }\n");
    assert!(status == Some(3) && text.contains(" ms (left on its clock); does it flush"), "{text}");
}
