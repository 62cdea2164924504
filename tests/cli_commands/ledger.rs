//! The ledger: its file, the documents that quote it, and the rows that runs give.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use super::place::Place;

const HEAD: &str =
    "id,date,commit,game,rules,players,command,bots,games,quantity,unit,value,low,high,verdict,page\n";
const SHARE: &str = "pr-learned,2026-11-20,01234567,puerto-rico,standard@1,4,tradewinds tournament a.toml,\
                     learned@89abcdef;steady@01234567,2400,win share of learned,%,43.6,41.5,45.8,Kept: it ships.,puerto-rico/learned/README.md\n";
const TRIED: &str = "pr-tried-bias,2026-11-20,01234567,puerto-rico,standard@1,4,tradewinds tournament b.toml,,1200,\
                     Elo of bias over shipped,Elo,-12,-30,6,Removed: it lost.,puerto-rico/tried.md\n";
const PAGE: &str = "# Is the learned bot better?\n\nYes: it wins 43.6 %<!--pr-learned--> of its games, not 25 <!-- chance --> in a hundred.\n\n\
                    <!-- begin ledger -->\n<!-- end ledger -->\n";

/// Makes a folder of results with a ledger, and documents above it.
fn results() -> Place {
    let place = Place::new();
    place.write("results/ledger.csv", &[HEAD, SHARE, TRIED].concat());
    place.write("results/puerto-rico/learned/README.md", PAGE);
    place.write("README.md", "# A\n\nIt wins 44 % (42 to 46)<!--pr-learned-->.\n");
    place.write("docs/search.md", "Bias lost: Elo -12<!--pr-tried-bias-->, `12 %`.\n");
    place.write("docs/rules/x.md", "12 % of the rules\n");
    place
}

#[test]
fn the_gallery_writes_the_pages_of_the_ledger() {
    let place = results();
    let written = place.succeed(&["gallery"]);
    let paths: Vec<&str> = written.lines().collect();
    assert_eq!(
        paths,
        ["results/index.html", "results/puerto-rico/learned/README.md", "results/puerto-rico/tried.md"]
    );
    let page = place.read("results/puerto-rico/learned/README.md");
    for part in [
        "\n|win share of learned|4|2,400|43.6 % (41.5 to 45.8)|Kept: it ships.|\n",
        "\n- `tradewinds tournament a.toml` at 01234567, 2026-11-20\n",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let tried = place.read("results/puerto-rico/tried.md");
    assert!(tried.starts_with("# What was tried in Puerto Rico?\n"), "{tried}");
    assert!(
        tried
            .contains("\n|Elo of bias over shipped|4|1,200|-12 Elo (-30 to 6)|Removed: it lost.|01234567|\n"),
        "{tried}"
    );
    let index = place.read("results/index.html");
    for part in [
        "2 results, 2 figures in the ledger.",
        "<a href=\"./puerto-rico/learned/README.md\">Is the learned bot better?</a>",
        "Yes: it wins 43.6 % of its games, not 25  in a hundred.",
        "<a href=\"./puerto-rico/tried.md\">What was tried in Puerto Rico?</a>",
        ">equal bots</text>",
    ] {
        assert!(index.contains(part), "{part} in {index}");
    }
    assert_eq!(index.matches("<figure").count(), 2, "{index}");
    place.succeed(&["gallery", "results", "--check"]);
    let before = place.contents();
    place.succeed(&["gallery"]);
    assert_eq!(before, place.contents(), "they are written once");
}

#[test]
fn what_differs_from_the_ledger_is_named() {
    let place = results();
    place.succeed(&["gallery"]);
    let page = place.read("results/puerto-rico/learned/README.md");
    let check = |name: &str, text: &str, expected: &[&str]| {
        let before = place.read(name);
        place.write(name, text);
        let message = place.fail(1, &["gallery", "--check"]);
        let lines: Vec<&str> = message.lines().map(|line| line.strip_prefix("error: ").unwrap()).collect();
        assert_eq!(lines, expected, "{name}");
        place.write(name, &before);
    };
    let unmarked =
        "without a mark; allowed: one with the mark of its row right behind it, such as <!--pr-x-->";
    check(
        "README.md",
        "# A\n\nIt wins\n45 %<!--pr-learned-->.\n",
        &["README.md: line 4: found \"45 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned"],
    );
    check(
        "docs/search.md",
        "a\n12 % and\nElo 7\n",
        &[
            &format!("docs/search.md: line 2: found \"12 %\" {unmarked}"),
            &format!("docs/search.md: line 3: found \"Elo 7\" {unmarked}"),
        ],
    );
    check(
        "results/puerto-rico/learned/README.md",
        &page.replacen("43.6 %<!--", "43.7 %<!--", 1),
        &[
            "results/index.html is out of date: `tradewinds gallery results` writes it again",
            "results/puerto-rico/learned/README.md: line 3: found \"43.7 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
        ],
    );
    check(
        "results/puerto-rico/learned/README.md",
        &page.replace("Kept", "Lost"),
        &[
            "results/puerto-rico/learned/README.md is out of date: `tradewinds gallery results` writes it again",
        ],
    );
    check(
        "results/puerto-rico/tried.md",
        "",
        &["results/puerto-rico/tried.md is out of date: `tradewinds gallery results` writes it again"],
    );
    place.write("results/ledger.csv", &[HEAD, SHARE].concat());
    let message = place.refuse(&["gallery", "--check"]);
    assert_eq!(
        message,
        "error: results/puerto-rico/tried.md: no row of the ledger is for this page; remove it\n"
    );
}

/// Each wrong ledger gets one message: the file, the line, the column, what was found and what is allowed.
#[test]
fn a_wrong_ledger_is_refused() {
    let place = results();
    let rows = |share: &str| [HEAD, share, TRIED].concat();
    for (text, expected) in [
        (String::new(), "line 1: found no column \"id\"; allowed: id,date,commit,"),
        (
            rows(SHARE).replace(",verdict", ""),
            "line 1: found no column \"verdict\"; allowed: id,date,commit,",
        ),
        (HEAD.replace("page", "page,note"), "line 1: found \"note\"; allowed: id, date, commit,"),
        (
            HEAD.replace("page", "page,page"),
            "line 1: found 17 columns, one of them twice; allowed: id,date,commit,",
        ),
        (
            [HEAD, SHARE, SHARE].concat(),
            "line 3: id: found \"pr-learned\", which a row has already: win share of learned, 43.6 % (41.5 to 45.8); allowed: an id of its own",
        ),
        (rows(&SHARE.replace("43.6", "43,6")), "line 2: found 17 cells; allowed: 16 cells"),
        (
            rows(&SHARE.replace("43.6", "~43.6")),
            "line 2: value: found \"~43.6\"; allowed: a plain number such as 43.6",
        ),
        (rows(&SHARE.replace("43.6", "46")), "line 2: high: found \"45.8\"; allowed: at least the value, 46"),
        (
            rows(&SHARE.replace("pr-", "fd-")),
            "line 2: id: found \"fd-learned\"; allowed: one that begins with pr-, or with a topic",
        ),
        (
            rows(&SHARE.replace("learned/README", "learnt/README")),
            "line 2: page: found \"puerto-rico/learnt/README.md\"; allowed: a page in results, or puerto-rico/tried.md",
        ),
        (
            rows(&SHARE.replace("puerto-rico,", "puerto-rica,")),
            "line 2: game: found \"puerto-rica\"; allowed: puerto-rico, ",
        ),
        (
            rows(&SHARE.replace("01234567,", "HEAD,")),
            "line 2: commit: found \"HEAD\"; allowed: 8 hex digits in small letters",
        ),
        (
            rows(&SHARE.replace("2026-11-20", "today")),
            "line 2: date: found \"today\"; allowed: a day such as 2026-11-28",
        ),
    ] {
        place.write("results/ledger.csv", &text);
        let message = place.refuse(&["gallery", "results"]);
        assert!(message.starts_with(&format!("error: results/ledger.csv: {expected}")), "{message}");
    }
    fs::write(place.path().join("results/ledger.csv"), [HEAD.as_bytes(), b"\xff,\n"].concat()).unwrap();
    let message = place.refuse(&["gallery", "results"]);
    assert!(message.starts_with("error: results/ledger.csv: line 2: "), "{message}");
}

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
            place.write(file, &fs::read_to_string(file).unwrap());
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
    assert_eq!(
        (cell("pr-tune", "value"), cell("pr-tune", "high")),
        (percent(&gain["gain"]), percent(&gain["gain_high"]))
    );
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
    // A test that asks for next to nothing has a finite figure and is passed.
    let manifest =
        manifest.replace("deals = 2", "deals = 8").replace("[gate]", "[held_out]\ndeals = 4\n\n[gate]");
    checkout.place.write("experiments/learn.toml", &manifest);
    checkout.commit();
    let place = &checkout.place;
    place.succeed(&["learn", "experiments/learn.toml", "--out", "learn"]);
    let generations = rows_of(&place.read("learn/generations.csv"));
    let finite: Vec<_> = generations.iter().filter(|row| !row["elo"].is_empty()).collect();
    if finite.is_empty() {
        assert!(place.refuse(&["ledger", "add", "learn"]).contains("found a run without a finite figure"));
        return;
    }
    place.succeed(&["ledger", "add", "learn"]);
    let rows = checkout.rows();
    for generation in finite {
        let row = rows
            .values()
            .find(|row| {
                row["quantity"]
                    == format!("Elo of {} over {} at equal time", generation["bot"], generation["other"])
            })
            .unwrap();
        assert_eq!(row["value"], format!("{:.0}", generation["elo"].parse::<f64>().unwrap()));
        assert_eq!((&row["games"], row["low"].as_str()), (&generation["test_games"], ""));
    }
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
    let manifest = fs::read_to_string(TOURNAMENT).unwrap();
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
