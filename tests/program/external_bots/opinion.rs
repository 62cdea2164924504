//! What a program says of a decision beside its choice: kept in records, shown by `replay` and `review`.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::Program;

fn tradewinds(arguments: &[&str]) -> (String, String) {
    let program = assert_cmd::cargo::cargo_bin!("tradewinds");
    let output = Command::new(program).args(arguments).output().unwrap();
    let [out, notes] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{arguments:?}: {notes}");
    (out, notes)
}

/// Plays a recorded game with a program at the first seat, and returns the folder and the path of the record.
fn recorded(program: &Program) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tested.toml"), program.preset("tested")).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ngames = 1\n\
                format = \"table\"\nlineup = [\"tested.toml\", \"random\", \"random\"]\n";
    let (manifest, run) = (folder.path().join("m.toml"), folder.path().join("run"));
    fs::write(&manifest, text).unwrap();
    let (manifest, out) = (manifest.to_str().unwrap(), run.to_str().unwrap());
    tradewinds(&["tournament", manifest, "--out", out, "--record", "--threads", "2"]);
    let record = tradewinds::tournament::record_path(&run, 0).to_str().unwrap().to_owned();
    (folder, record)
}

/// The first decision with a choice of a seat in a record.
fn first_choice(record: &Value, seat: usize) -> usize {
    let moves = record["actions"].as_array().unwrap();
    let is_told = |step: &Value| step["seat"] == seat && !step["opinion"].is_null();
    moves.iter().position(is_told).unwrap()
}

#[test]
fn an_opinion_is_kept_in_the_record_and_shown() {
    let program = Program::new("opinion");
    let (_folder, path) = recorded(&program);
    let record: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let moves = record["actions"].as_array().unwrap();
    let told: Vec<&Value> = moves.iter().filter(|step| !step["opinion"].is_null()).collect();
    assert!(told.len() > 3 && told.iter().all(|step| step["seat"] == 0), "{told:?}");
    for step in &told {
        let action = step["action"].as_str().unwrap();
        assert_eq!(step["opinion"]["visits"][action], 12);
        assert_eq!(step["opinion"]["values"], json!({ action: [0.25, 0.25, 0.25] }));
    }
    let at = first_choice(&record, 0);
    let action = moves[at]["action"].as_str().unwrap();
    tradewinds(&["replay", &path]);
    let at = at.to_string();
    let (position, note) = tradewinds(&["replay", &path, "--at", &at]);
    serde_json::from_str::<Value>(&position).unwrap();
    let expected = format!("seat 1 chose {action}; its own view: {action}: 12 visits, share 0.250; ");
    assert!(note.contains(&expected) && note.contains(": 3 visits"), "{note}");
    let little = ["--iterations", "20", "--playouts", "8", "--worlds", "0", "--events", "0", "--json"];
    let (review, _) = tradewinds(&[&["review", &path, "--at", &at][..], &little].concat());
    let review: Value = serde_json::from_str(&review).unwrap();
    assert_eq!(review["judged"][0]["opinion"]["visits"][action], 12);
    // The checksum covers it.
    fs::write(&path, fs::read_to_string(&path).unwrap().replacen(": 12", ": 13", 1)).unwrap();
    let output =
        Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(["replay", &path]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("crc"), "{output:?}");
}

#[test]
fn an_opinion_of_a_wrong_shape_is_no_fault_in_play_and_not_kept() {
    let opinions = |mode| {
        let program = Program::new(mode);
        let (folder, path) = recorded(&program);
        let faults = fs::read_to_string(folder.path().join("run/faults.csv")).unwrap();
        assert!(faults.lines().skip(1).all(|line| line.ends_with(",0,0,0")), "{faults}");
        fs::read_to_string(path).unwrap()
    };
    let plain = opinions("first");
    assert!(!plain.contains("opinion"));
    for mode in ["misjudge", "mistake", "fractions"] {
        assert_eq!(opinions(mode), plain, "{mode}");
    }
}
