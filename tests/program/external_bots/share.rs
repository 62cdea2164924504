//! `share = true`: a process that plays several seats and games, each in a session of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;
use tradewinds::bots::Bot;
use tradewinds::game::{Actions, Game as _, Seed, Variant, Variants as _, View};
use tradewinds::games::mundus_novus::MundusNovus;

use super::program::Program;

fn tradewinds(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(arguments).output().unwrap()
}

/// Plays two deals of Mundus Novus, each three times, with a program at two seats of three.
fn played(program: &Program, threads: &str, options: &[&str]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tested.toml"), program.preset("tested")).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ndeals = 2\n\
                format = \"table\"\nlineup = [\"tested.toml\", \"tested.toml\", \"random\"]\n";
    let (manifest, run) = (folder.path().join("m.toml"), folder.path().join("run"));
    fs::write(&manifest, text).unwrap();
    let arguments =
        ["tournament", manifest.to_str().unwrap(), "--out", run.to_str().unwrap(), "--threads", threads];
    let output = tradewinds(&[&arguments, options].concat());
    (folder, output)
}

fn table(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join("run").join(name)).unwrap()
}

/// The sum of a column of `faults.csv`.
fn sum(folder: &TempDir, column: &str) -> u64 {
    let mut reader = csv::Reader::from_path(folder.path().join("run/faults.csv")).unwrap();
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    rows.map(|row| row.unwrap()[column].parse::<u64>().unwrap()).sum()
}

fn shared(mode: &str) -> Program {
    Program::new(mode).with_keys("share = true\n")
}

#[test]
fn a_shared_process_plays_as_a_process_for_each_seat() {
    let alone = Program::new("any");
    let (apart, output) = played(&alone, "2", &[]);
    assert!(output.status.success());
    alone.assert_gone(12);
    for threads in ["1", "2"] {
        let program = shared("any");
        let (together, output) = played(&program, threads, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let processes = program.processes().len();
        assert!(processes == 1 || threads == "2" && processes == 2, "{processes} for {threads} threads");
        program.assert_gone(processes);
        for name in ["games.csv", "seats.csv", "faults.csv", "standings.csv"] {
            assert_eq!(table(&together, name), table(&apart, name), "{name}, {threads} threads");
        }
        let asked = program.log();
        let messages: Vec<Value> = asked.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let sessions = |cmd: &str| -> Vec<&str> {
            let all = messages.iter().filter(|message| message["cmd"] == cmd);
            all.map(|message| message["session"].as_str().unwrap()).collect()
        };
        let started = sessions("start");
        assert!(started.len() == 12 && started.contains(&"game-5-seat-2"), "{started:?}");
        let different: BTreeSet<&str> = started.iter().copied().collect();
        assert_eq!((different.len(), sessions("end").len()), (12, 12));
        assert_eq!(different, sessions("choose").into_iter().collect());
    }
}

/// It ends at each 200th decision: that decision is lost, and both seats begin again with the next process.
#[test]
fn a_shared_process_that_ends_loses_one_decision() {
    let program = shared("mortal");
    let logs = tempfile::tempdir().unwrap();
    let (folder, output) = played(&program, "1", &["--log-bots", logs.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let decisions = sum(&folder, "decisions");
    let lost = decisions / 200;
    assert!(lost > 2, "{decisions}");
    assert_eq!((sum(&folder, "crashes"), sum(&folder, "timeouts"), sum(&folder, "illegal")), (lost, 0, 0));
    program.assert_gone(lost as usize + 1);
    // A log for each process.
    let log =
        |number: u64| fs::read_to_string(logs.path().join(format!("tested/process.{number}.log"))).unwrap();
    assert!(log(2).contains(" > {\"cmd\":\"start\"") && log(lost).contains(" < {\"action\":"));
    assert_eq!(fs::read_dir(logs.path().join("tested")).unwrap().count() as u64, lost + 1);
}

/// Timings ask one bot for all seats.
#[test]
fn a_bot_that_is_asked_for_all_seats_has_one_session() {
    let game = MundusNovus::new(2, &Variant::standard()).unwrap();
    let mut state = game.deal(&mut Seed(7).rng());
    let program = shared("any");
    let mut bot = program.bot();
    let mut asked = BTreeSet::new();
    while asked.len() < 2 {
        let seat = game.to_act(&state).unwrap();
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let mut action = actions[0];
        if actions.len() > 1 {
            action = bot.choose(&View::new(&game, &state, seat));
            asked.insert(seat.index());
        }
        game.play(&mut state, action, &mut Seed(8).rng());
    }
    assert_eq!(Bot::<MundusNovus>::faults(&bot).unwrap().failed(), 0);
    drop(bot);
    assert_eq!(program.log().matches("\"cmd\":\"start\"").count(), 1);
    program.assert_gone(1);
}

fn check(program: &Program) -> (Option<i32>, String) {
    let preset = program.folder().join("bot.toml");
    fs::write(&preset, program.preset("tested")).unwrap();
    let options = ["--game", "mundus-novus", "--players", "3"];
    let output = tradewinds(&[&["check-bot", preset.to_str().unwrap()][..], &options].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn check_bot_plays_all_seats_and_a_second_game() {
    let program = shared("any");
    let (status, text) = check(&program);
    assert_eq!(status, Some(0), "{text}");
    // One whose input ends, and one that plays two games.
    program.assert_gone(2);
    let started = program.log().lines().filter(|line| line.contains("\"cmd\":\"start\"")).count();
    assert!(started >= 6, "{started}");
    let (status, text) = check(&shared("single"));
    assert_eq!(status, Some(3));
    assert!(text.contains("the program had ended with exit status: 1"), "{text}");
}

#[test]
fn check_bot_asks_to_stop() {
    let with_times = |mode, time_ms, [start_ms, margin_ms]: [u32; 2]| {
        let mut program = Program::new(mode).with_allowances(start_ms, margin_ms).with_keys("stop = true\n");
        program.hurry(time_ms);
        check(&program)
    };
    let (status, text) = with_times("pondering", 20, [0, 60_000]);
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = with_times("slow", 60_000, [0, 1]);
    assert_eq!(status, Some(3));
    assert!(text.contains("seat 1: no answer to decision 2 within 1 ms (margin_ms) of stop\n"), "{text}");
}
