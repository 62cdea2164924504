//! The rows that finished runs and files give the ledger.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use super::ledger::HEAD;
use super::place::Place;

/// A checkout with manifests in a commit; nothing where there is no git.
struct Checkout {
    place: Place,
    commit: String,
}

impl Checkout {
    /// Makes one with these files of the repository.
    fn with(files: &[&str]) -> Option<Self> {
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("git is missing: adding to the ledger is not tested");
            return None;
        }
        let place = Place::new();
        for file in files {
            place.write(file, &quick(file));
        }
        place.write("results/.keep", "");
        let mut checkout = Self { place, commit: String::new() };
        checkout.git(&["init", "--quiet"]);
        checkout.commit();
        Some(checkout)
    }

    fn commit(&mut self) {
        self.git(&["add", "--all"]);
        let name = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        self.git(
            &[&name[..], &["commit", "--quiet", "--message", "x", "--date", "2026-11-20T12:00:00Z"]].concat(),
        );
        self.commit = self.git(&["rev-parse", "HEAD"])[..8].to_owned();
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.current_dir(self.place.path()).args(arguments);
        command.env("GIT_COMMITTER_DATE", "2026-11-20T12:00:00Z");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// Returns the rows of the ledger, by their ids.
    fn rows(&self) -> BTreeMap<String, BTreeMap<String, String>> {
        let rows = rows_of(&self.place.read("results/ledger.csv"));
        rows.into_iter().map(|row| (row["id"].clone(), row)).collect()
    }
}

fn rows_of(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// Writes a share of a table as the ledger has it.
fn percent(share: &str) -> String {
    format!("{:.1}", share.parse::<f64>().unwrap() * 100.0)
}

/// Reads a manifest, with bots in place of searches: its figures are not looked at.
fn quick(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    let quick = text.replace("\"ismcts\", \"random\", \"ismcts-200\"", "\"steady\", \"random\", \"random\"");
    assert!(quick != text || file != TOURNAMENT, "{file} has other bots");
    quick
}

const TOURNAMENT: &str = "tests/same_files/manifests/mundus-novus.toml";

#[test]
fn the_figures_of_a_run_are_those_of_its_tables() {
    let Some(checkout) = Checkout::with(&[TOURNAMENT]) else { return };
    let place = &checkout.place;
    place.succeed(&["tournament", TOURNAMENT, "--deals", "3", "--out", "run"]);
    let printed = place.succeed(&["ledger", "add", "run"]);
    let (standings, rows) = (rows_of(&place.read("run/standings.csv")), checkout.rows());
    assert_eq!((printed.lines().count(), rows.len()), (standings.len(), standings.len()));
    for standing in &standings {
        let row =
            rows.values().find(|row| row["quantity"] == format!("win share of {}", standing["bot"])).unwrap();
        let expected =
            ["win_share", "win_share_low", "win_share_high"].map(|column| percent(&standing[column]));
        assert_eq!(["value", "low", "high"].map(|column| row[column].clone()), expected, "{row:?}");
        assert_eq!((&row["games"], &row["unit"]), (&standing["games"], &"%".to_owned()));
        for (column, cell) in [
            ("date", "2026-11-20"),
            ("commit", &checkout.commit),
            ("game", "mundus-novus"),
            ("rules", "standard@1"),
            ("page", "mundus-novus/tried.md"),
            ("command", &format!("tradewinds tournament {TOURNAMENT} --deals 3")),
        ] {
            assert_eq!(row[column], cell, "{column}");
        }
        for bot in row["bots"].split(';') {
            let (name, hash) = bot.split_once('@').unwrap();
            let file = format!("run/bots/{name}.toml");
            assert_eq!(checkout.git(&["hash-object", "--no-filters", &file])[..8], *hash);
        }
    }
    let before = place.read("results/ledger.csv");
    let message = place.refuse(&["ledger", "add", "run"]);
    assert!(message.starts_with("error: run: id: found \"mn-"), "{message}");
    assert!(message.contains("which a row has already: win share of "), "{message}");
    assert_eq!(place.read("results/ledger.csv"), before);
    place.write("results/x.md", "# X\n");
    place.succeed(&["ledger", "add", "run", "--again", "--verdict", "Kept.", "--page", "x.md"]);
    assert!(checkout.rows().values().all(|row| row["verdict"] == "Kept." && row["page"] == "x.md"));
    assert_eq!(checkout.rows().len(), standings.len());
    let shown = place.succeed(&["ledger", "show", "win share"]);
    assert_eq!(shown.lines().count(), standings.len() + 2 - usize::from(!shown.contains("\n-")), "{shown}");
    assert!(place.refuse(&["ledger", "show", "nothing"]).contains("no figure has \"nothing\" in its id"));
    // A part is no run.
    place.succeed(&["tournament", TOURNAMENT, "--deals", "3", "--shard", "1/3", "--out", "part"]);
    let message = place.refuse(&["ledger", "add", "part"]);
    assert!(message.contains("part: found a part of a run; allowed: a whole run; "), "{message}");
}

/// The win share of a bot that could not decide is none of its own.
#[test]
fn a_run_with_failed_decisions_is_no_figure() {
    let Some(checkout) = Checkout::with(&[TOURNAMENT]) else { return };
    let manifest = "name = \"m\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = 1\ndeals = 2\nformat = \"table\"\n\
                    lineup = [\"broken\", \"random\"]\n[bots.broken]\nkind = \"external\"\n\
                    command = [\"python3\", \"-c\", \"[print('x', flush=True) for _ in __import__('sys').stdin]\"]\n";
    checkout.place.write("m.toml", manifest);
    checkout.place.succeed_with_notes(&["tournament", "m.toml", "--out", "run", "--lenient"]);
    let message = checkout.place.refuse(&["ledger", "add", "run", "--command", "x"]);
    assert!(message.starts_with("error: run: found bot broken, which failed "), "{message}");
}

#[test]
fn every_kind_of_study_has_rows() {
    let manifests =
        ["ladder", "balance", "roles", "tune"].map(|name| format!("tests/same_files/manifests/{name}.toml"));
    let Some(checkout) = Checkout::with(&manifests.each_ref().map(String::as_str)) else { return };
    let place = &checkout.place;
    for (command, manifest) in ["ladder", "balance", "choices", "tune"].into_iter().zip(&manifests) {
        place.succeed(&[command, manifest, "--out", command]);
        place.succeed(&["ledger", "add", command]);
    }
    let rows = checkout.rows();
    let cell =
        |id: &str, column: &str| rows.get(id).unwrap_or_else(|| panic!("{id} in {rows:?}"))[column].clone();
    let rungs = rows_of(&place.read("ladder/ladder.csv"));
    let elo = |text: &str| format!("{:.0}", text.parse::<f64>().unwrap());
    for rung in &rungs[1..] {
        let id = format!("fd-ladder-{}", rung["iterations"]);
        assert_eq!(
            (cell(&id, "value"), cell(&id, "low"), cell(&id, "games")),
            (elo(&rung["elo"]), elo(&rung["elo_low"]), rung["games"].clone())
        );
        assert_eq!(cell(&id, "bots").split(';').count(), 2, "the two rungs");
    }
    let rating: f64 = rungs[2]["rating"].parse().unwrap();
    assert_eq!(cell("fd-ladder-doubling", "value"), elo(&(rating / 2.0).to_string()));
    for verdict in rows_of(&place.read("balance/verdicts.csv")) {
        let change = format!("mn-balance-{}-{}-steady-promo-change", verdict["question"], verdict["players"]);
        assert_eq!(cell(&change, "value"), percent(&verdict["change"]));
        assert_eq!(cell(&change, "verdict").to_lowercase(), format!("{}.", verdict["verdict"]));
        assert_eq!(
            (cell(&change, "rules"), cell(&change, "players")),
            ("promo@1".to_owned(), verdict["players"].clone())
        );
        let before =
            format!("mn-balance-{}-{}-steady-standard-unfairness", verdict["question"], verdict["players"]);
        assert_eq!(
            (cell(&before, "value"), cell(&before, "rules")),
            (percent(&verdict["baseline"]), "standard@1".to_owned())
        );
    }
    let worth = rows_of(&place.read("choices/worth.csv"));
    let worth = worth.iter().find(|row| row["choice"] == "captain" && row["condition"] == "all").unwrap();
    assert_eq!(
        (cell("pr-roles-role-captain", "value"), cell("pr-roles-role-captain", "games")),
        (percent(&worth["cost_win_share"]), worth["decisions"].clone())
    );
    let gains = rows_of(&place.read("tune/gain.csv"));
    let gain = gains.iter().find(|row| row["table"] == "all").unwrap();
    assert_eq!(cell("pr-tune", "value"), percent(&gain["gain"]));
    assert_eq!((cell("pr-tune", "high"), gain["gain_high"].as_str()), (String::new(), ""), "too few blocks");
    assert!(
        rows.values()
            .all(|row| row["command"].starts_with("tradewinds ") && row["command"].ends_with(".toml"))
    );
    fs::remove_file(place.path().join("tune/gain.csv")).unwrap();
    let message = place.refuse(&["ledger", "add", "tune", "--again"]);
    assert_eq!(
        message,
        "error: tune: found no gain.csv; allowed: a finished study; the command that began it goes on with it\n"
    );
}

#[test]
fn a_study_of_learning_has_the_gains_of_its_generations() {
    let document = fs::read_to_string("docs/learn.md").unwrap();
    let manifest =
        document.split_once("my-learning.toml <<'END'\n").unwrap().1.split_once("END\n").unwrap().0;
    let Some(mut checkout) = Checkout::with(&[]) else { return };
    checkout.place.write("experiments/learn.toml", manifest);
    checkout.commit();
    let place = &checkout.place;
    place.succeed(&["learn", "experiments/learn.toml", "--out", "learn"]);
    // Generations that lost all their games have no finite difference, and this study has no last test.
    let table = place.read("learn/generations.csv");
    let (names, generations) = table.split_once('\n').unwrap();
    let without = generations.lines().map(|line| line.rsplitn(3, ',').last().unwrap());
    let without: Vec<&str> = without.collect();
    let lost: String = without.iter().map(|line| format!("{line},,0\n")).collect();
    place.write("learn/generations.csv", &format!("{names}\n{lost}"));
    assert!(place.refuse(&["ledger", "add", "learn"]).contains("found a run without a finite figure"));
    let [warm, first] = without[..] else { panic!("{generations}") };
    place.write("learn/generations.csv", &format!("{names}\n{warm},,0\n{first},-12.6,1\n"));
    place.write(
        "duel.toml",
        "name = \"held-out\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 8\nformat = \"duel\"\n\
         lineup = [\"steady\", \"shipper\"]\n",
    );
    place.succeed(&["tournament", "duel.toml", "--out", "learn/held-out/held-out"]);
    place.succeed(&["ledger", "add", "learn"]);
    let rows = checkout.rows();
    assert_eq!(rows.keys().collect::<Vec<_>>(), ["pr-my-learning-g1", "pr-my-learning-held-out"]);
    let generation = &rows_of(&place.read("learn/generations.csv"))[1];
    let row = &rows["pr-my-learning-g1"];
    assert_eq!(row["quantity"], "Elo of ismcts-g1 over ismcts at equal time");
    assert_eq!(
        (row["value"].as_str(), row["low"].as_str(), row["verdict"].as_str()),
        ("-13", "", "Accepted.")
    );
    assert_eq!((&row["games"], row["players"].as_str()), (&generation["test_games"], "3"));
    assert_eq!(row["bots"].split(';').count(), 2, "{row:?}");
    let row = &rows["pr-my-learning-held-out"];
    assert_eq!(row["quantity"], "Elo of steady over shipper at equal time");
    let pairs = rows_of(&place.read("learn/held-out/held-out/head_to_head.csv"));
    let share: f64 = pairs[0]["ahead"].parse().unwrap();
    assert_eq!(row["value"], format!("{:.0}", tradewinds::stats::elo_of_share(share).unwrap()));
    assert_eq!(row["games"], pairs[0]["games"]);
}

#[test]
fn a_test_without_a_manifest_has_its_command() {
    let Some(checkout) = Checkout::with(&[]) else { return };
    let place = &checkout.place;
    let command = "tradewinds sprt --game puerto-rico --players 2 --a steady --b shipper --elo0 0.0 --elo1 100.0 --alpha 0.05 --beta 0.05 --max-deals 40 --seed 1";
    let arguments: Vec<&str> = command.split(' ').skip(1).chain(["--out", "run"]).collect();
    place.succeed(&arguments);
    place.succeed(&["ledger", "add", "run", "--id-prefix", "pr-steady"]);
    let rows = checkout.rows();
    let row = &rows["pr-steady"];
    assert_eq!((row["command"].as_str(), row["unit"].as_str()), (command, "Elo"));
    assert_eq!(row["quantity"], "Elo of steady over shipper");
    assert!(row["verdict"].ends_with('.'), "{row:?}");
    assert_eq!(rows["pr-steady-share"]["quantity"], "win share of steady");
}

/// The ledger names a commit that makes the figure: none with changes beside it, and none without the manifest.
#[test]
fn a_figure_needs_its_commit() {
    let Some(mut checkout) = Checkout::with(&[]) else { return };
    let manifest = quick(TOURNAMENT);
    checkout.place.write("experiments/a.toml", &manifest);
    checkout.commit();
    let place = &checkout.place;
    place.succeed(&["tournament", "experiments/a.toml", "--out", "run"]);
    place.write("experiments/a.toml", &format!("# changed\n{manifest}"));
    let message = place.refuse(&["ledger", "add", "run"]);
    assert!(
        message.contains(
            "found a change of experiments/a.toml that is in no commit; allowed: a commit with all that makes"
        ),
        "{message}"
    );
    let message = place.refuse(&["ledger", "add", "run", "--commit", "nowhere"]);
    assert!(message.starts_with("error: --commit: found \"nowhere\"; allowed: a commit of "), "{message}");
    let command =
        ["ledger", "add", "run", "--commit", "HEAD", "--command", "tradewinds tournament experiments/b.toml"];
    let message = place.refuse(&command);
    assert_eq!(
        message,
        format!(
            "error: command: found \"experiments/b.toml\"; allowed: a file that commit {} has\n",
            checkout.commit
        )
    );
    place.succeed(&["ledger", "add", "run", "--commit", "HEAD"]);
    assert!(checkout.rows().values().all(|row| row["commit"] == checkout.commit));

    let renamed = manifest.replace("name = \"mundus-novus\"", "name = \"other\"");
    place.write("other.toml", &renamed);
    place.succeed(&["tournament", "other.toml", "--out", "other"]);
    let message = place.refuse(&["ledger", "add", "other", "--commit", "HEAD"]);
    assert_eq!(
        message,
        format!(
            "error: --command: found no manifest of the run \"other\" at {}; allowed: the command that makes it\n",
            checkout.commit
        )
    );
    let outside = Place::new();
    let ledger = outside.path().join("ledger.csv");
    let message = place.refuse(&["ledger", "add", "run", "--ledger", ledger.to_str().unwrap()]);
    assert!(message.contains("found no git checkout"), "{message}");
    let message = place.refuse(&["ledger", "add", "experiments"]);
    assert_eq!(
        message,
        "error: experiments: found a folder without the manifest of a run; allowed: the folder of a finished run\n"
    );
}

/// Figures that scripts have measured come in by a file with the same columns.
#[test]
fn rows_of_a_file_are_checked_and_filled() {
    let Some(checkout) = Checkout::with(&[TOURNAMENT]) else { return };
    let place = &checkout.place;
    let row = "speed-x,,,,,,python3 {},,,speed of x,times,2.42,,,,x.md\n";
    place.write("results/x.md", "# X\n");
    for (text, expected) in [
        (
            format!("{HEAD}{}", row.replace("{}", "speed.py")),
            format!(
                "line 2: command: found \"speed.py\"; allowed: a file that commit {} has",
                checkout.commit
            ),
        ),
        (
            format!("{HEAD}{}", row.replace("{}", "x").replace("2.42", "two")),
            "line 2: value: found \"two\"; allowed: a plain number such as 43.6".to_owned(),
        ),
        (
            format!("{HEAD}{}", row.replace("{}", "x").replace("speed-x,,,", "speed-x,,00000000,")),
            "line 2: commit: found \"00000000\"; allowed: a commit of ".to_owned(),
        ),
    ] {
        place.write("rows.csv", &text);
        let message = place.refuse(&["ledger", "add", "rows.csv"]);
        assert!(message.starts_with(&format!("error: rows.csv: {expected}")), "{message}");
        assert!(!place.path().join("results/ledger.csv").exists(), "nothing is written");
    }
    place.write("rows.csv", &format!("{HEAD}{}", row.replace("{}", TOURNAMENT)));
    assert_eq!(place.succeed(&["ledger", "add", "rows.csv"]), "speed-x: speed of x, 2.42 times\n");
    let rows = checkout.rows();
    assert_eq!(
        (rows["speed-x"]["commit"].as_str(), rows["speed-x"]["date"].as_str()),
        (&*checkout.commit, "2026-11-20")
    );
    let message = place.refuse(&["ledger", "add", "rows.csv", "--verdict", "Kept."]);
    assert_eq!(
        message,
        "error: --verdict: found with rows.csv, which is a file; allowed: with the folder of a run; a file has columns\n"
    );
    let message = place.refuse(&["ledger", "add", "nowhere.csv"]);
    assert!(message.starts_with("error: nowhere.csv: cannot be read: "), "{message}");
}
