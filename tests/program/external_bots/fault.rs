//! Each fault is counted, costs its own decision and nothing else, and leaves no process behind.

use std::fs::File;
use std::io::Read as _;
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tradewinds::bots::{Faults, RandomBot};
use tradewinds::game::Seed;

use super::program::Program;
use super::table::{Played, play};

/// Plays a game with a program and checks that its processes, this number of them, are gone.
fn play_with(program: &Program, started: usize) -> Played {
    let played = play(program.bot());
    program.assert_gone(started);
    assert_eq!(played.faults.unwrap().decisions, played.asked);
    played
}

/// Checks that the game was that of a bot of which every decision was played at random, for it has no program: all its
/// rows, and those of the others.
fn assert_random(played: &Played) {
    let random = play(Program::new("first").with_command(&["./no/such/program"]).bot());
    assert_eq!(random.faults.unwrap().crashes, random.asked);
    assert_eq!((&played.record, played.asked), (&random.record, random.asked));
}

fn assert_all_illegal(mode: &str) {
    let program = Program::new(mode);
    let played = play_with(&program, 1);
    let decisions = played.asked;
    assert!(decisions > 10, "{mode}: {decisions} decisions");
    let faults = Faults { decisions, illegal: decisions, ..Faults::default() };
    assert_eq!(played.faults, Some(faults), "{mode}");
    assert_random(&played);
}

#[test]
fn a_good_program_has_no_faults() {
    let [first, chatty] = ["first", "chatty"].map(|mode| {
        let program = Program::new(mode);
        let played = play_with(&program, 1);
        assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }), "{mode}");
        played.record
    });
    // Other fields, a long line and a carriage return are no faults.
    assert_eq!(first, chatty);
    let random = play(Program::new("first").with_command(&["./no/such/program"]).bot()).record;
    assert_ne!(first, random, "it plays by itself");
    assert_ne!(play(RandomBot::new(Seed(5))).record, random, "and what is random has draws of its own");
}

#[test]
fn answers_that_are_no_legal_action_are_illegal() {
    assert_all_illegal("unknown");
    assert_all_illegal("number");
    assert_all_illegal("list");
}

#[test]
fn answers_that_are_no_json_are_illegal() {
    assert_all_illegal("garbage");
    assert_all_illegal("bytes");
    assert_all_illegal("empty");
}

#[test]
fn answers_that_are_too_long_are_illegal() {
    assert_all_illegal("long");
}

/// A time-out costs the process; the fourth would be one too many, and what it costs are time-outs, too.
#[test]
fn programs_that_hang_or_never_read_time_out_and_are_started_three_times() {
    for mode in ["hang", "deaf"] {
        let program = Program::in_a_hurry(mode);
        let played = play(program.bot());
        let decisions = played.asked;
        let faults = Faults { decisions, timeouts: decisions, crashes: 0, illegal: 0 };
        assert_eq!(played.faults, Some(faults), "{mode}");
        assert_random(&played);
        // On a busy machine a process may be killed before it leaves its trace.
        let started = program.processes().len();
        assert!(started <= 3, "{mode}: {started} processes");
        program.assert_gone(started);
    }
}

/// A program that takes longer to start than to answer is given the time for that, once for each process.
#[test]
fn starting_is_no_thinking() {
    let program = Program::in_a_hurry("sleepy").with_allowances(60_000, 5_000);
    let played = play_with(&program, 1);
    assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }));
}

/// The margin alone makes an answer good that is late by less.
#[test]
fn an_answer_may_be_late_by_the_margin() {
    let mut program = Program::new("slow").with_allowances(60_000, 60_000);
    program.hurry(1);
    let played = play_with(&program, 1);
    assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }));
}

/// A program that knows `stop` gets it when its time is over, and then has the margin; one that is in time gets none.
#[test]
fn a_program_that_is_asked_to_stop_answers_with_what_it_has() {
    let mut program = Program::new("pondering").with_allowances(0, 60_000).with_keys("stop = true\n");
    program.hurry(20);
    let played = play_with(&program, 1);
    assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }));
    let stops = |program: &Program| program.log().matches("{\"cmd\":\"stop\"}\n").count() as u64;
    assert_eq!(stops(&program), played.asked);
    let quick = Program::new("first").with_allowances(0, 60_000).with_keys("stop = true\n");
    let record = play_with(&quick, 1).record;
    assert_eq!((record, stops(&quick)), (played.record, 0));
}

/// One that does not answer then has timed out, as without `stop`.
#[test]
fn a_program_that_does_not_stop_times_out() {
    let program = Program::in_a_hurry("hang").with_allowances(0, 50).with_keys("stop = true\n");
    let played = play(program.bot());
    let decisions = played.asked;
    assert_eq!(played.faults, Some(Faults { decisions, timeouts: decisions, crashes: 0, illegal: 0 }));
    assert_random(&played);
    program.assert_gone(program.processes().len());
}

/// Each of three processes answers twice and ends at its third decision.
#[test]
fn a_program_that_ends_in_the_game_is_started_three_times() {
    let games = ["leave", "torn"].map(|mode| {
        let program = Program::new(mode);
        let played = play_with(&program, 3);
        let decisions = played.asked;
        let faults = Faults { decisions, crashes: 3 + decisions - 9, ..Faults::default() };
        assert_eq!(played.faults, Some(faults), "{mode}");
        played.record
    });
    // Half an answer is none.
    assert_eq!(games[0], games[1]);
}

/// Each of three processes answers three times and ends; its end costs the next decision.
#[test]
fn a_last_answer_counts_though_the_program_ends_behind_it() {
    let program = Program::new("last-words");
    let played = play_with(&program, 3);
    let decisions = played.asked;
    assert_eq!(played.faults, Some(Faults { decisions, crashes: 3 + decisions - 12, ..Faults::default() }));
}

#[test]
fn a_program_that_cannot_start_crashes_at_every_decision() {
    let program = Program::new("first").with_command(&["./no/such/program"]);
    let played = play_with(&program, 0);
    let decisions = played.asked;
    assert_eq!(played.faults, Some(Faults { decisions, crashes: decisions, ..Faults::default() }));
}

/// Lines without end, which answer nothing: they are held up, and the game goes on. When the pipe to the
/// program is full, which depends on its size, its decisions time out.
#[test]
fn a_flood_is_held_up() {
    let program = Program::in_a_hurry("flood");
    let played = play(program.bot());
    let faults = played.faults.unwrap();
    assert_eq!(faults.illegal + faults.timeouts + faults.crashes, played.asked);
    assert_random(&played);
    program.assert_gone(program.processes().len());
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let program = Program::new("stubborn");
    let played = play_with(&program, 1);
    assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }));
    assert!(program.log().ends_with("{\"cmd\":\"quit\"}\n"), "it was told to");
}

/// What a program has started goes with it. Both hold a pipe open that ends when both are gone.
#[test]
fn the_children_of_a_program_are_ended_too() {
    let program = Program::new("first");
    let pipe = program.folder().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = "exec 3> \"$0\"; sleep 1000 & while read line; do echo; done";
    let program = program.with_command(&["sh", "-c", script, pipe.to_str().unwrap()]);
    let (sender, ended) = channel();
    thread::spawn(move || {
        let read = File::open(pipe).and_then(|mut pipe| pipe.read_to_end(&mut Vec::new()));
        sender.send(read.unwrap()).unwrap();
    });
    let played = play(program.bot());
    let faults = played.faults.unwrap();
    // An empty line answers each request, and one more the first line of all.
    assert_eq!((faults.decisions, faults.illegal), (played.asked, played.asked));
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(0));
}
