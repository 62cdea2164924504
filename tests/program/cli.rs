//! The program as its users run it: exit status, standard output, files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::yield_now;

use tempfile::TempDir;

const MANIFEST: &str = r#"
name = "rafts"
game = "puerto-rico"
players = 3
seed = 1
deals = 2
format = "table"
lineup = ["random", "random", "raft.toml"]
"#;

/// A folder that the program runs in.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("m.toml", MANIFEST);
        place.write("raft.toml", "name = \"raft\"\ngame = \"any\"\nkind = \"random\"\n");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs what succeeds and says nothing on stderr, and returns its output.
    fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && errors.is_empty(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs what fails with this status, and returns its message.
    fn fail(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(status));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn a_tournament_prints_its_verdict_its_standings_and_where_its_report_is() {
    let place = Place::new();
    let output = place.succeed(&["tournament", "m.toml"]);
    assert!(
        output.contains("\n\nrafts: puerto-rico, 3 players, standard rules, seed 1\n6 games in 2 blocks")
    );
    let parts: Vec<&str> = output.split("\n\n").collect();
    let [verdict, _, table, report] = parts[..] else { panic!("{output}") };
    assert!(verdict.contains(" % (") || verdict.contains(" too few blocks "), "{output}");
    assert!(table.starts_with("bot ") && table.lines().count() == 3, "{output}");
    assert!(["random", "raft"].iter().all(|bot| table.lines().any(|line| line.starts_with(bot))), "{output}");
    assert_eq!(report, "report: results/runs/rafts/report.html\n");
    assert!(place.read("results/runs/rafts/report.html").contains("<html"));
    for (table, lines) in [("games", 1 + 6), ("seats", 1 + 6 * 3), ("standings", 1 + 2)] {
        assert_eq!(place.read(&format!("results/runs/rafts/{table}.csv")).lines().count(), lines);
    }
    assert!(
        place.read("results/runs/rafts/roles.csv").starts_with("game,round,pick,seat,bot,role,doubloons\n")
    );

    let again = place.succeed(&["tournament", "m.toml"]);
    assert_eq!(again, output.replace("report:", "played before; report:"));
    assert_eq!(place.succeed(&["standings", "results/runs/rafts"]), output);
    let detailed = place.succeed(&["standings", "results/runs/rafts", "--details"]);
    assert!(detailed.contains("\nrating: Plackett-Luce ") && detailed.ends_with(report), "{detailed}");
    assert!(detailed.starts_with(output.strip_suffix(report).unwrap()), "{detailed}");
}

#[test]
fn options_override_the_manifest() {
    let place = Place::new();
    let run = ["tournament", "m.toml", "--games", "7", "--seed", "9", "--threads", "2", "--out", "a/b"];
    assert!(place.succeed(&run).contains("seed 9\n9 games in 3 blocks"));
    let manifest = place.read("a/b/manifest.toml");
    assert!(manifest.contains("seed = 9") && manifest.contains("deals = 3"), "{manifest}");
    assert!(manifest.contains("\"bots/raft.toml\""), "{manifest}");
    let one = ["tournament", "a/b/manifest.toml", "--threads", "1", "--out", "c"];
    place.succeed(&one);
    for table in ["games", "seats", "roles", "standings"] {
        assert_eq!(place.read(&format!("a/b/{table}.csv")), place.read(&format!("c/{table}.csv")));
    }
}

#[test]
fn bad_input_is_refused_with_one_line_and_nothing_is_written() {
    let place = Place::new();
    for (from, to, part) in [
        ("puerto-rico", "puerto-rica", "m.toml: game: found \"puerto-rica\""),
        ("puerto-rico", "puerto-rica", "did you mean puerto-rico?"),
        ("\"random\",", "\"randon\",", "m.toml: lineup[0]: found \"randon\""),
        ("deals", "deels", "did you mean deals?"),
        (
            "players = 3",
            "players = 4",
            "m.toml: lineup: found 3 bots; allowed: 4, one a seat, with format = \"table\"; or players = 3",
        ),
        ("players = 3", "players = 6\nseating = \"rotation\"", "did you mean rotations?"),
        ("\"table\"", "\"round-robin\"", "\"random\" twice"),
        ("seed = 1", "seed = 1\nvariant = \"v.toml\"", "error: v.toml: building.factory.cost: found -1"),
        (
            "seed = 1",
            "seed = 1\nvariant = \"dear.toml\"",
            "error: dear.toml: building.factory.cost: found 99",
        ),
        ("seed = 1", "seed = one", "bad.toml: line 5: invalid TOML: "),
    ] {
        place
            .write("v.toml", "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = -1\n");
        place.write(
            "dear.toml",
            "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 99\n",
        );
        place.write("bad.toml", &MANIFEST.replace(from, to));
        let message = place.fail(1, &["tournament", "bad.toml"]);
        assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message}");
        assert!(message.contains(&part.replace("m.toml", "bad.toml")), "{message}");
        assert!(!place.path("results").exists());
    }
    let many = MANIFEST.replace("3", "7").replace("\"random\", \"random\",", &"\"random\", ".repeat(6));
    place.write("bad.toml", &many);
    assert!(place.fail(1, &["tournament", "bad.toml"]).contains("players: found 7; allowed: 2 to 5"));
    assert!(place.fail(1, &["tournament", "none.toml"]).contains("cannot read none.toml: "));
}

#[test]
fn a_wrong_command_line_has_status_2() {
    let place = Place::new();
    for arguments in [
        ["tournament", "m.toml", "--games", "0"],
        ["tournament", "m.toml", "--threads", "0"],
        ["tournament", "m.toml", "--seed", "9223372036854775808"],
        ["tournament", "m.toml", "--sed", "1"],
        ["turnament", "m.toml", "--seed", "1"],
    ] {
        assert!(place.fail(2, &arguments).starts_with("error: "));
    }
}

#[test]
fn a_folder_of_another_run_is_refused_and_kept() {
    let place = Place::new();
    place.succeed(&["tournament", "m.toml"]);
    let before = place.read("results/runs/rafts/games.csv");
    let message = place.fail(1, &["tournament", "m.toml", "--seed", "2"]);
    let reason = "results/runs/rafts holds another run: its manifest.toml differs in seed (1 there, 2 here)";
    assert!(message.contains(reason) && message.lines().count() == 1, "{message}");
    assert_eq!(place.read("results/runs/rafts/games.csv"), before);

    // The last frame is torn, which is the only one of so short a run.
    let journal = fs::read(place.path("results/runs/rafts/journal.frames")).unwrap();
    fs::write(place.path("results/runs/rafts/journal.frames"), &journal[..journal.len() - 9]).unwrap();
    let output = place.succeed(&["tournament", "m.toml"]);
    assert!(output.ends_with("\nreport: results/runs/rafts/report.html\n"), "{output}");
    assert_eq!(place.read("results/runs/rafts/games.csv"), before);
    place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    for table in ["games", "seats", "roles", "places", "head_to_head", "standings"] {
        assert_eq!(
            place.read(&format!("results/runs/rafts/{table}.csv")),
            place.read(&format!("whole/{table}.csv"))
        );
    }
}

#[test]
fn an_unwritable_folder_is_refused() {
    let place = Place::new();
    place.write("file", "mine");
    let message = place.fail(1, &["tournament", "m.toml", "--out", "file/run"]);
    assert!(message.starts_with("error: cannot use file/run") && message.lines().count() == 1, "{message}");
    assert_eq!(place.read("file"), "mine");
}

/// The first Ctrl-C ends the run, with whole blocks in the tables and standings on the terminal.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_whole_blocks() {
    let place = Place::new();
    let mut command = place.command(&["tournament", "m.toml", "--games", "3000000", "--out", "run"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = place.path("run/journal.frames");
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 100_000 {
        assert_eq!(child.try_wait().unwrap(), None, "the run goes on");
        yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let (text, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(text.contains("unfinished: ") && text.ends_with("report: run/report.html\n"), "{text}");
    assert!(errors.contains("error: interrupted after ") && errors.contains("of 3000000 games"), "{errors}");
    let games = place.read("run/games.csv").lines().count() - 1;
    assert!(games > 0 && games.is_multiple_of(3));
    assert_eq!(place.read("run/seats.csv").lines().count() - 1, games * 3);

    // The standings of an unfinished run say that they are not a result.
    let text = place.succeed(&["standings", "run"]);
    assert!(
        text.contains("of 1000000 blocks were played; a look at an unfinished run is\nnot a result"),
        "{text}"
    );
}
