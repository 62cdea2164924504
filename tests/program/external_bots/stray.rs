//! A process that a program leaves behind in a session of its own, with the pipes open, costs nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use tradewinds::bots::Faults;

use super::program::Program;
use super::table::play;

/// What the files of a process lead to, such as `pipe:[123]`.
fn files_of(process: &str) -> BTreeSet<String> {
    let Ok(files) = fs::read_dir(Path::new("/proc").join(process).join("fd")) else { return BTreeSet::new() };
    let targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
    targets.map(|target| target.display().to_string()).collect()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /proc")]
fn no_pipe_to_a_stray_stays_open() {
    let program = Program::new("stray");
    let played = play(program.bot());
    assert_eq!(played.faults, Some(Faults { decisions: played.asked, ..Faults::default() }), "it plays well");
    program.assert_gone(1);
    let strays = program.strays();
    let [stray] = strays.as_slice() else { panic!("one stray: {strays:?}") };
    let kept: Vec<String> =
        files_of(&stray.to_string()).into_iter().filter(|file| file.starts_with("pipe:")).collect();
    assert!(kept.len() >= 2, "the stray keeps both pipes: {kept:?}");
    let ours = files_of("self");
    assert!(kept.iter().all(|pipe| !ours.contains(pipe)), "{kept:?} and {ours:?}");
}

/// Each of three processes answers twice and ends at its third decision, which is no time-out though its output is open.
#[test]
fn a_program_that_ended_counts_as_ended_while_a_stray_keeps_its_output() {
    let program = Program::new("stray-leave");
    let played = play(program.bot());
    program.assert_gone(3);
    let decisions = played.asked;
    assert_eq!(played.faults, Some(Faults { decisions, crashes: 3 + decisions - 9, ..Faults::default() }));
    assert_eq!(played.record, play(Program::new("leave").bot()).record);
}

/// More games than there may be open files, each with a stray.
#[test]
fn a_run_with_strays_needs_no_more_files_than_one_without() {
    let program = Program::new("stray");
    let folder = tempfile::tempdir().unwrap();
    let manifest = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = 1\ndeals = 30\n\
                    format = \"table\"\nlineup = [\"bot.toml\", \"random\"]\n";
    fs::write(folder.path().join("m.toml"), manifest).unwrap();
    fs::write(folder.path().join("bot.toml"), program.preset("evil")).unwrap();
    let output = Command::new("bash")
        .args(["-c", "ulimit -n 40; exec \"$0\" tournament \"$1/m.toml\" --out \"$1/run\" --threads 2"])
        .arg(assert_cmd::cargo::cargo_bin!("tradewinds"))
        .arg(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert_eq!(program.strays().len(), 60);
    let faults = fs::read_to_string(folder.path().join("run/faults.csv")).unwrap();
    assert_eq!(faults.lines().count(), 61);
    assert!(faults.lines().skip(1).all(|row| row.ends_with(",0,0,0")), "{faults}");
}
