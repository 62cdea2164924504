//! Ctrl-C once and twice, and the signal by which schedulers end a program.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::yield_now;

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

/// A bot that thinks for a minute keeps the first Ctrl-C waiting; the second one ends the program at once,
/// and what had reached the journal stays.
#[test]
fn a_second_interrupt_exits_at_once() {
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
    let manifest = super::place::manifest(20).replace("\"raft.toml\"", "\"slow.toml\"");
    place.write("m.toml", &manifest);
    let arguments = ["tournament", "m.toml", "--out", "run", "--threads", "2"];
    let mut child = start(&place, &arguments);
    place.write("wait", "");
    while !place.path("waiting").exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        yield_now();
    }
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
    let output = place.run(&arguments);
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
