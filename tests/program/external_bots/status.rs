//! A run in which a bot failed decisions says so in every place, and by its exit status.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::program::Program;

/// A folder with a bot and a manifest of two players; commands run in it.
struct Place {
    folder: TempDir,
    _program: Program,
}

impl Place {
    fn new(mode: &str) -> Self {
        let program = Program::new(mode);
        let folder = tempfile::tempdir().unwrap();
        let script = fs::canonicalize("tests/program/external_bots/bot.py").unwrap();
        let preset =
            program.preset("tested").replace("tests/program/external_bots/bot.py", script.to_str().unwrap());
        fs::write(folder.path().join("bot.toml"), preset).unwrap();
        let manifest = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = 1\ndeals = 2\n\
                        format = \"table\"\nlineup = [\"bot.toml\", \"random\"]\n";
        fs::write(folder.path().join("m.toml"), manifest).unwrap();
        Self { folder, _program: program }
    }

    fn run(&self, command: &str) -> Output {
        Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
            .current_dir(self.folder.path())
            .args(command.split_whitespace())
            .output()
            .unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    /// Runs a command that ends with status 3 and one line that says why, which is returned with the output.
    fn fail(&self, command: &str) -> (String, String) {
        let output = self.run(command);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command}: {message}");
        assert_eq!(message.lines().count(), 1, "{command}: {message}");
        assert!(message.starts_with("error: bot tested failed "), "{command}: {message}");
        (message, String::from_utf8(output.stdout).unwrap())
    }
}

#[test]
fn a_tournament_with_a_broken_bot_has_status_3_and_marks_its_row() {
    let place = Place::new("muddle");
    let (message, text) = place.fail("tournament m.toml --out run");
    let failed = message.split(' ').nth(4).unwrap().parse::<u64>().unwrap();
    assert!(failed > 0 && message.contains(&format!("illegal answers: {failed})")), "{message}");
    assert!(message.contains("`tradewinds check-bot FILE`") && message.contains("--lenient"), "{message}");
    assert!(text.lines().any(|line| line.starts_with("tested (!) ")), "{text}");
    assert!(text.contains(&format!("\n(!) tested failed {failed} of ")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("random ") && !line.contains("(!)")), "{text}");
    assert!(place.read("run/report.html").contains("tested (!)"));
    let standings = place.read("run/standings.csv");
    assert!(standings.lines().next().unwrap().ends_with(",failed_decisions"), "{standings}");
    let row = |bot: &str| standings.lines().find(|line| line.starts_with(bot)).unwrap().to_owned();
    assert!(row("tested,").ends_with(&format!(",{failed}")) && row("random,").ends_with(",0"), "{standings}");

    // Asked for again, the same is said.
    let (again, text_again) = place.fail("tournament m.toml --out run");
    assert_eq!((again, text_again), (message.clone(), text.replace("report: ", "played before; report: ")));
    assert_eq!(place.fail("standings run").0, message);

    for command in ["tournament m.toml --out run", "standings run"] {
        let output = place.run(&format!("{command} --lenient"));
        let note = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && note.starts_with("note: bot tested failed "), "{command}: {note}");
    }
}

#[test]
fn parts_and_what_they_are_merged_to_have_status_3() {
    let place = Place::new("garbage");
    for part in [1, 2] {
        place.fail(&format!("tournament m.toml --shard {part}/2 --out part-{part}"));
    }
    place.fail("merge part-1 part-2 --out whole");
    assert!(place.run("merge part-1 part-2 --out whole --lenient").status.success());
}

/// Else what a bot could not do would be published as how strong it is.
#[test]
fn ratings_and_comparisons_of_a_broken_bot_have_status_3() {
    let place = Place::new("muddle");
    place.fail("tournament m.toml --out run");
    place.fail("tournament m.toml --out again --deals 3");
    let (message, text) = place.fail("ratings run");
    assert!(text.contains("tested failed ") && text.contains("random actions were played instead"), "{text}");
    assert!(message.contains("--lenient"), "{message}");
    place.fail("compare run again");
    for command in ["ratings run", "compare run again"] {
        assert!(place.run(&format!("{command} --lenient")).status.success());
    }
}

#[test]
fn a_sequential_test_with_a_broken_bot_has_status_3() {
    let place = Place::new("garbage");
    place.fail("sprt --game mundus-novus --players 2 --a bot.toml --b random --max-deals 3 --out run");
}

#[test]
fn studies_with_a_broken_bot_have_status_3() {
    let place = Place::new("muddle");
    let study = "name = \"s\"\ngame = \"mundus-novus\"\nseed = 1\n";
    let balance = "players = [2]\ndeals = 1\nvariants = [\"promo\"]\n[[table]]\nname = \"both\"\nbots = [\"bot.toml\", \"random\"]\n";
    place.write("balance.toml", &format!("{study}{balance}"));
    let tune = "players = 2\nbot = \"steady\"\npool = [[\"bot.toml\"]]\n[spsa]\niterations = 2\ndeals = 1\n[held_out]\n\
                deals = 2\npool = [[\"random\"]]\n";
    place.write("tune.toml", &format!("{study}{tune}"));
    let roles = "players = 2\ndeals = 1\nformat = \"table\"\nlineup = [\"bot.toml\", \"random\"]\nkinds = [\"announce\"]\n";
    place.write("choices.toml", &format!("{study}{roles}"));
    for study in ["balance", "tune", "choices"] {
        let (first, _) = place.fail(&format!("{study} {study}.toml --out {study}"));
        // From what was kept of the run.
        assert_eq!(place.fail(&format!("{study} {study}.toml --out {study}")).0, first);
        assert!(place.run(&format!("{study} {study}.toml --out {study} --lenient")).status.success());
    }
}

#[test]
fn a_good_bot_has_status_0() {
    let place = Place::new("first");
    let output = place.run("tournament m.toml --out run");
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("(!)") && text.contains("\ntested: decisions asked of the program: "), "{text}");
}
