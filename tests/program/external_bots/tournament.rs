//! Tournaments with external bots: the example that we ship, and programs with faults.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;
use tradewinds::arena::playable;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;
use tradewinds::tournament::{Manifest, Outcome, Progress, Run, RunOptions, Tournament, Watch, run};

use super::program::Program;

struct Nobody;

impl Watch for Nobody {
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Plays a tournament into a folder.
fn play(tournament: &Tournament, folder: &Path, threads: usize) -> Run {
    run(tournament, folder, RunOptions { threads, shard: None }, &AtomicBool::new(false), &mut Nobody)
        .unwrap()
}

/// The rows of a table by the names of the columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(Result::unwrap).collect()
}

/// The CSV files of a run, by their names.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    // A clock decides times.csv.
    let is_table = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "csv") && !path.ends_with("times.csv")
    };
    let tables = paths.filter(is_table);
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    tables.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

#[test]
fn the_example_in_python_plays_a_tournament_on_any_number_of_threads() {
    let source = Path::new("experiments/external/example.toml");
    let text = fs::read_to_string(source).unwrap().replace("deals = 10", "deals = 2");
    let manifest = Manifest::parse("example.toml", &text).unwrap();
    assert_eq!((manifest.players, manifest.deals), (3, Some(2)));
    let tournament = Tournament::new(playable::<PuertoRico>(), manifest, source).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let runs = [1, 2].map(|threads| {
        let path = folder.path().join(threads.to_string());
        assert_eq!(play(&tournament, &path, threads).outcome, Outcome::Played);
        path
    });
    assert_eq!(tables(&runs[0]), tables(&runs[1]));

    let faults = rows(&runs[0].join("faults.csv"));
    assert_eq!(faults.len(), 6, "one row a game");
    for (game, row) in faults.iter().enumerate() {
        assert_eq!((row["game"].as_str(), row["bot"].as_str()), (game.to_string().as_str(), "python"));
        let none = ["timeouts", "crashes", "illegal"].map(|fault| row[fault].as_str());
        assert_eq!(none, ["0"; 3], "game {game}");
        assert!(row["decisions"].parse::<u32>().unwrap() > 10, "game {game}");
    }
    let seats = rows(&runs[0].join("seats.csv"));
    let python: Vec<_> = seats.iter().filter(|row| row["bot"] == "python").collect();
    let place = |row: &BTreeMap<String, String>| (row["game"].clone(), row["seat"].clone());
    assert!(python.iter().map(|row| place(row)).eq(faults.iter().map(place)));

    assert_eq!(play(&tournament, &runs[0], 2).outcome, Outcome::PlayedBefore);
}

/// A folder with a manifest of Mundus Novus for three players and a bot called `tested`.
struct Lab(TempDir);

impl Lab {
    fn new(preset: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("tested.toml"), preset).unwrap();
        Self(folder)
    }

    fn tournament(&self) -> Result<Tournament, String> {
        let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ndeals = 1\n\
                    format = \"table\"\nlineup = [\"tested.toml\", \"tested.toml\", \"steady\"]\n";
        let manifest = Manifest::parse("m.toml", text).unwrap();
        Tournament::new(playable::<MundusNovus>(), manifest, &self.0.path().join("m.toml"))
            .map_err(|error| error.to_string())
    }

    /// Plays on two threads and returns the folder of the run.
    fn run(&self) -> PathBuf {
        let folder = self.0.path().join("run");
        assert_eq!(play(&self.tournament().unwrap(), &folder, 2).outcome, Outcome::Played);
        folder
    }
}

/// The decisions that programs were asked for in a run.
fn all_decisions(folder: &Path) -> String {
    let rows = rows(&folder.join("faults.csv"));
    rows.iter().map(|row| row["decisions"].parse::<u64>().unwrap()).sum::<u64>().to_string()
}

/// Programs that never give a legal answer leave the same tables, those of a bot that plays at random, and their faults
/// beside them.
#[test]
fn faults_are_counted_and_change_no_other_row() {
    let random = Lab::new("name = \"tested\"\ngame = \"any\"\nkind = \"random\"\n");
    assert!(!tables(&random.run()).contains_key("faults.csv"), "nobody can fail");
    let mut expected = None;
    for (mode, started) in [("garbage", 6), ("hang", 0)] {
        let program = if mode == "hang" { Program::in_a_hurry(mode) } else { Program::new(mode) };
        let lab = Lab::new(&program.preset("tested"));
        let folder = lab.run();
        let mut found = tables(&folder);
        let faults = String::from_utf8(found.remove("faults.csv").unwrap()).unwrap();
        let standings = rows(&folder.join("standings.csv"));
        let failed =
            |bot: &str| standings.iter().find(|row| row["bot"] == bot).unwrap()["failed_decisions"].clone();
        assert_eq!((failed("tested"), failed("steady")), (all_decisions(&folder), "0".to_owned()), "{mode}");
        assert_eq!(found, *expected.get_or_insert_with(|| found.clone()), "{mode}");
        assert!(faults.starts_with("game,seat,bot,decisions,timeouts,crashes,illegal\n"), "{faults}");
        let rows = rows(&folder.join("faults.csv"));
        assert_eq!(rows.len(), 6, "two seats in each of three games");
        for row in rows {
            let count = |column: &str| row[column].parse::<u64>().unwrap();
            let decisions = count("decisions");
            let expected = match mode {
                "hang" => (decisions, 0, 0),
                _ => (0, 0, decisions),
            };
            assert_eq!((count("timeouts"), count("crashes"), count("illegal")), expected, "{mode}");
        }
        if mode == "hang" {
            program.assert_gone(program.processes().len());
        } else {
            program.assert_gone(started);
        }
    }
}

/// The first game of a program that never starts ends the run, with one message, before anything is kept; with the
/// program in its place the same command plays it. One that answered in an earlier game is given time.
#[test]
fn a_program_that_never_starts_ends_the_run() {
    let place = tempfile::tempdir().unwrap();
    let script = fs::read_to_string("experiments/external/bot.py").unwrap();
    fs::write(
        place.path().join("bot.toml"),
        "name = \"lost\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"python3\", \"bot.py\"]\n",
    )
    .unwrap();
    let manifest = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = 1\ndeals = 20\nformat = \"table\"\n\
                    lineup = [\"bot.toml\", \"random\"]\n";
    fs::write(place.path().join("m.toml"), manifest).unwrap();
    let command = |more: &[&str]| {
        std::process::Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
            .current_dir(place.path())
            .args(["tournament", "m.toml", "--out", "run", "--threads", "2"])
            .args(more)
            .output()
            .unwrap()
    };
    let failed = command(&[]);
    let text = String::from_utf8(failed.stderr).unwrap();
    // What the program itself prints stands before it.
    let message = text.lines().last().unwrap();
    assert_eq!(failed.status.code(), Some(1), "{text}");
    assert!(
        message.starts_with("error: bot lost: its program (python3 bot.py) started at none of "),
        "{text}"
    );
    assert!(message.contains("check-bot") && text.matches("error: ").count() == 1, "{text}");
    assert!(!place.path().join("run/standings.csv").exists());
    fs::write(place.path().join("bot.py"), script).unwrap();
    let done = command(&[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // It is lost again, but it has played: what is missing is played at random and counted.
    fs::remove_file(place.path().join("bot.py")).unwrap();
    let longer = command(&["--deals", "22"]);
    assert_eq!(longer.status.code(), Some(3), "{}", String::from_utf8_lossy(&longer.stderr));
}

#[test]
fn a_tournament_whose_program_is_not_there_does_not_start() {
    let program = Program::new("first").with_command(&["no-such-program-anywhere"]);
    let refusal = Lab::new(&program.preset("tested")).tournament().unwrap_err();
    assert_eq!(
        refusal,
        "tested.toml: command: found \"no-such-program-anywhere\"; allowed: a program in PATH, or the path of \
         one from the current folder"
    );
}
