//! `--log-bots`: the conversations with programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::program::Program;

/// The most bytes of a log.
const MAX_LOG: u64 = 1_000_000;

fn tradewinds(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(arguments).output().unwrap()
}

/// Plays a deal of Mundus Novus with a program at a seat of three, and returns the folder of all.
fn played(program: &Program, options: &[&str]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tested.toml"), program.preset("tested")).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ngames = 1\n\
                format = \"table\"\nlineup = [\"tested.toml\", \"random\", \"random\"]\n";
    let manifest = folder.path().join("m.toml");
    fs::write(&manifest, text).unwrap();
    let (manifest, run) = (manifest.to_str().unwrap(), folder.path().join("run"));
    let arguments = ["tournament", manifest, "--out", run.to_str().unwrap(), "--threads", "2"];
    let output = tradewinds(&[&arguments, options].concat());
    (folder, output)
}

/// The logs of a folder by name.
fn logs(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let name = |file: &fs::DirEntry| file.file_name().into_string().unwrap();
    files.map(|file| (name(&file), fs::read_to_string(file.path()).unwrap())).collect()
}

/// The lines with a mark, without time and mark.
fn marked<'a>(log: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    log.lines().filter_map(move |line| {
        let (time, rest) = line.split_once(' ').unwrap();
        assert!(time.parse::<u64>().is_ok(), "{line}");
        rest.strip_prefix(mark)
    })
}

#[test]
fn a_conversation_is_logged_and_changes_no_table() {
    let program = Program::new("mutter");
    let logs_at = tempfile::tempdir().unwrap();
    let option = ["--log-bots", logs_at.path().to_str().unwrap()];
    let (logged, output) = played(&program, &option);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let asked = program.log();
    let logs = logs(&logs_at.path().join("tested"));
    assert_eq!(logs.len(), 3, "one game in each seat: {:?}", logs.keys());
    let sent: Vec<&str> = logs.values().flat_map(|log| marked(log, "> ")).collect();
    let (mut sent, mut asked): (Vec<_>, Vec<_>) = (sent, asked.lines().collect());
    sent.sort_unstable();
    asked.sort_unstable();
    assert_eq!(sent, asked);
    for log in logs.values() {
        let choices = marked(log, "> {\"cmd\":\"choose\"").count();
        assert!(choices > 3);
        assert_eq!(marked(log, "< {\"action\":").count(), choices);
        assert_eq!(marked(log, "! ").collect::<Vec<_>>(), ["hm\\u{7}", "no end"]);
    }
    let (plain, output) = played(&program, &[]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("no end"));
    for table in ["games.csv", "seats.csv", "faults.csv", "standings.csv", "costs.csv", "manifest.toml"] {
        let read = |folder: &TempDir| fs::read(folder.path().join("run").join(table)).unwrap();
        assert_eq!(read(&plain), read(&logged), "{table}");
    }
}

#[test]
fn each_process_has_a_log_of_its_own_that_ends_at_a_size() {
    let logs_at = tempfile::tempdir().unwrap();
    let option = ["--log-bots", logs_at.path().to_str().unwrap()];
    let (_folder, output) = played(&Program::new("leave"), &option);
    assert_eq!(output.status.code(), Some(3));
    let names: Vec<String> = logs(&logs_at.path().join("tested")).into_keys().collect();
    assert_eq!(names[..3], ["game-0-seat-0.2.log", "game-0-seat-0.3.log", "game-0-seat-0.log"]);
    // The folder of the run is a new one, so that its games are played again: no log is lost.
    let (_folder, _) = played(&Program::new("chatty"), &option);
    let log = fs::read_to_string(logs_at.path().join("tested/game-0-seat-0.4.log")).unwrap();
    assert!(log.len() as u64 > MAX_LOG - 100_000 && log.len() as u64 <= MAX_LOG + 100, "{}", log.len());
    assert!(log.ends_with(" cut: a log has at most 1000000 bytes\n"));
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_the_first_game() {
    let program = Program::new("first");
    let file = program.folder().join("file");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let (folder, output) = played(&program, &["--log-bots", file]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains(&format!("--log-bots: found {file:?} (")), "{message}");
    assert!(!folder.path().join("run").exists() && program.processes().is_empty());
}

#[test]
fn check_bot_logs_each_game() {
    let program = Program::new("first");
    let preset = program.folder().join("bot.toml");
    fs::write(&preset, program.preset("tested")).unwrap();
    let logs_at = program.folder().join("logs");
    let options = ["--game", "mundus-novus", "--players", "3", "--log-bots", logs_at.to_str().unwrap()];
    let output = tradewinds(&[&["check-bot", preset.to_str().unwrap()][..], &options].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let logs = logs(&logs_at.join("mundus-novus/tested"));
    assert_eq!(logs.keys().collect::<Vec<_>>(), ["game-0-seat-0.log", "game-1-seat-1.log"]);
    assert!(logs.values().all(|log| marked(log, "< ").count() >= 2));
}
