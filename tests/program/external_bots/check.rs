//! `tradewinds check-bot` finds each fault, in words, and none in a good bot.

use std::fs;
use std::process::Command;

use super::program::Program;

/// Checks a program in one game with three players; returns status and output.
fn check(program: &Program) -> (i32, String) {
    check_with(program, &["--game", "mundus-novus", "--players", "3"])
}

fn check_with(program: &Program, options: &[&str]) -> (i32, String) {
    let preset = program.folder().join("bot.toml");
    fs::write(&preset, program.preset("tested")).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
    let output = command.arg("check-bot").arg(&preset).args(options).output().unwrap();
    // What the program itself says for people, such as where it failed, passes through.
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_good_bot_passes_in_every_game_with_every_number_of_players() {
    let program = Program::new("first");
    let (status, text) = check_with(&program, &[]);
    assert_eq!(status, 0, "{text}");
    for (game, players) in [
        ("puerto-rico", "2 3 4 5"),
        ("mundus-novus", "2 3 4 5 6"),
        ("age-of-discovery", "2 3 4 5"),
        ("francis-drake", "3 4 5"),
    ] {
        let line =
            text.lines().find(|line| line.starts_with(game)).unwrap_or_else(|| panic!("{game} in {text}"));
        assert!(line.contains(": all is well; ") && line.contains(&format!("players: {players},")), "{line}");
    }
    assert!(text.ends_with("tested does what a bot has to in 4 games\n"), "{text}");
    program.assert_gone(program.processes().len());
}

#[test]
fn the_bot_that_we_ship_as_an_example_passes() {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
        .args(["check-bot", "experiments/external/bot.toml", "--game", "puerto-rico", "--players", "3"])
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// What each mode of the program does wrong.
#[test]
fn every_fault_is_named() {
    for (mode, expected) in [
        (
            "unknown",
            "illegal answers; the first one, at decision 1: it answered \"{\\\"action\\\":\\\"scuttle the ship\\\"}\", which names none of the legal actions",
        ),
        ("muddle", "at decision 2: it answered"),
        ("garbage", "which is no JSON"),
        ("number", "which has no text in a field \"action\""),
        ("long", "it answered with a line of more than 65536 bytes"),
        ("leave", "at decision 3 the program had ended with exit status: 0"),
        ("greeting", "it answered \"hello\", which is no JSON"),
        ("babble", "it wrote lines that nobody asked for ("),
        ("babble", ", the first \"what next?\")"),
        ("misjudge", "at decision 1 it gave \"values\" that are not a share from 0 to 1 for each seat"),
        ("mistake", "at decision 1 it gave visits or values for \"scuttle the ship\", which is not legal"),
        ("fractions", "at decision 1 it gave \"visits\" that are no whole numbers by action"),
        ("stubborn", "it did not end within 200 ms of quit"),
        ("heedless", "it did not end within 200 ms of the end of its input"),
        ("child", "it ended without the processes that it had started"),
        ("stray", "it left a process behind that keeps its standard output open"),
    ] {
        let program = Program::new(mode);
        let (status, text) = check(&program);
        assert_eq!(status, 3, "{mode}: {text}");
        assert!(text.contains(expected), "{mode}: {text}");
        assert!(text.starts_with("mundus-novus, 3 players, seat "), "{mode}: {text}");
        assert!(text.contains("tested fails in 1 of 1 game: mundus-novus; "), "{mode}: {text}");
        program.assert_gone(program.processes().len());
    }
}

#[test]
fn a_bot_that_hangs_is_left_after_one_decision_of_each_game() {
    let program = Program::in_a_hurry("hang");
    let (status, text) = check_with(&program, &[]);
    assert_eq!(status, 3, "{text}");
    assert_eq!(text.matches("no answer to decision 1 within 200 ms (time_ms)").count(), 4, "{text}");
    assert_eq!(text.lines().count(), 5, "{text}");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let refuse = |arguments: &[&str]| {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
            .arg("check-bot")
            .args(arguments)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{message}");
        assert!(output.stdout.is_empty());
        message
    };
    let message = refuse(&["bots/random.toml"]);
    assert!(
        message.contains("bots/random.toml: kind: found \"random\"; allowed: \"external\"; "),
        "{message}"
    );
    let message = refuse(&["no-such.toml"]);
    assert!(message.contains("no-such.toml"), "{message}");
    let shipped = "experiments/external/bot.toml";
    let message = refuse(&[shipped, "--game", "puerto-rica"]);
    assert!(
        message.contains("--game: found \"puerto-rica\"") && message.contains("did you mean"),
        "{message}"
    );
    let message = refuse(&[shipped, "--game", "puerto-rico", "--players", "9"]);
    assert!(message.contains("--players: found 9; "), "{message}");
    let program = Program::new("first").with_command(&["no-such-program-anywhere"]);
    let preset = program.folder().join("bot.toml");
    fs::write(&preset, program.preset("tested")).unwrap();
    let message = refuse(&[preset.to_str().unwrap()]);
    assert!(message.contains("command: found \"no-such-program-anywhere\""), "{message}");
}
