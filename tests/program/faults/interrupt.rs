//! Ctrl-C once and twice, and the signal by which schedulers end a program.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::yield_now;
use std::time::{Duration, Instant};

use super::place::{Place, games};

/// Starts a run and waits until some games have finished.
fn start(place: &Place, arguments: &[&str]) -> Child {
    let mut command = place.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::metadata(place.path("run/journal.frames")).map_or(0, |file| file.len()) == 0 {
        yield_now();
    }
    child
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// A place in which a bot answers in a minute, once there is a file `wait`; its margin, in milliseconds.
fn with_slow_bot(margin_ms: u32) -> (Place, String) {
    let place = Place::new(20);
    place.write(
        "slow.py",
        "import json, os, sys, time\n\
         for line in sys.stdin:\n\
         \x20   request = json.loads(line)\n\
         \x20   if request['cmd'] == 'choose':\n\
         \x20       if os.path.exists('wait'):\n\
         \x20           open('waiting', 'w').close()\n\
         \x20           time.sleep(60)\n\
         \x20       print(json.dumps({'action': request['legal'][0]}), flush=True)\n",
    );
    place.write(
        "slow.toml",
        "name = \"slow\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"python3\", \"slow.py\"]\ntime_ms = 120000\n",
    );
    let preset = fs::read_to_string(place.path("slow.toml")).unwrap();
    place.write("slow.toml", &format!("{preset}margin_ms = {margin_ms}\n"));
    let manifest = super::place::manifest(20).replace("\"raft.toml\"", "\"slow.toml\"");
    place.write("m.toml", &manifest);
    (place, manifest)
}

const ARGUMENTS: [&str; 6] = ["tournament", "m.toml", "--out", "run", "--threads", "2"];

/// Starts a run and waits until a bot thinks for a minute.
fn start_slow(place: &Place) -> Child {
    let mut child = start(place, &ARGUMENTS);
    place.write("wait", "");
    while !place.path("waiting").exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        yield_now();
    }
    child
}

/// The answers that are waited for have the margin after the first Ctrl-C, and their games are dropped.
#[test]
fn an_interrupt_does_not_wait_for_slow_bots() {
    let (place, _) = with_slow_bot(250);
    let child = start_slow(&place);
    let asked = Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(30), "{:?}", asked.elapsed());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("\nerror: interrupted after "), "{text}");
    // Nothing was played for the bot, and nothing counts as its fault.
    let faults = fs::read_to_string(place.path("run/faults.csv")).unwrap();
    assert!(faults.lines().skip(1).all(|row| row.ends_with(",0,0,0")), "{faults}");
}

/// A bot with a long margin keeps the first Ctrl-C waiting; the second one ends the program at once, and what had
/// reached the journal stays.
#[test]
fn a_second_interrupt_exits_at_once() {
    let (place, manifest) = with_slow_bot(120_000);
    let mut child = start_slow(&place);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    signal(&child, "-INT");
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert_eq!(line, "stopping: the games under way are dropped; once more to exit at once\n");
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (before, rest) = games(&fs::read(place.path("run/journal.frames")).unwrap());
    assert!((1..80).contains(&before) && rest == 0);
    // With the games that were there before, the run goes on to its end.
    let _ = fs::remove_file(place.path("wait"));
    place.write("m.toml", &manifest);
    let output = place.run(&ARGUMENTS);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(&format!("went on after {before} games")), "{text}");
    assert!(
        text.contains("\nslow: decisions asked of the program: ") && text.contains(", all answered\n"),
        "{text}"
    );
}

/// A scheduler's signal does what the first Ctrl-C does.
#[test]
fn a_request_to_end_keeps_whole_blocks() {
    let place = Place::new(1_000_000);
    let child = start(&place, &["tournament", "m.toml", "--out", "run"]);
    signal(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("unfinished: ") && text.ends_with("report: run/report.html\n"), "{text}");
    assert!(place.path("run/standings.csv").exists());
}
