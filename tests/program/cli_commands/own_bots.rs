//! Bots that a manifest holds itself, in tables `[bots.NAME]`: the same as files of their own, in every kind of run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::place::Place;

/// Bots: name, and what its table or its file has below the name and the game.
type Bots<'a> = &'a [(&'a str, &'a str)];

const FAN: (&str, &str) =
    ("fan", "base = \"dear\" # not mine\n\n# Mine.\n[weights]\nfactory = 2.75 # thrice\n");
const DEAR: (&str, &str) = ("dear", "about = \"Dear.\"\nbase = \"steady\"\n\n[weights]\npocket = 9.5\n");
const KEEN: (&str, &str) =
    ("keen", "base = \"ismcts\"\n\n[search]\niterations = 3\n\n[value]\nnetwork = \"puerto-rico\"\n");
const QUICK: (&str, &str) =
    ("quick", "kind = \"search\"\nbase = \"steady\"\n\n[search]\nselection = \"puct\"\niterations = 4\n");

/// The files that say how long bots thought, or in which order the threads came to an end.
const JOURNALS: [&str; 4] = ["journal.frames", "times.csv", "worth.jsonl", "log.jsonl"];

const TABLE: &str = "name = \"t\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 2\nformat = \"table\"\n\
                     lineup = [\"fan\", \"keen\", \"shipper\"]\n";

/// Writes a manifest that holds its bots.
fn held(place: &Place, manifest: &str, bots: Bots<'_>) {
    let sections = bots.iter().map(|(name, text)| {
        // Tables of the bot lie in that of its name.
        let lines = text.lines().map(|line| match line.strip_prefix('[') {
            Some(table) => format!("[bots.{name}.{table}\n"),
            None => format!("{line}\n"),
        });
        format!("\n[bots.{name}]\n{}", lines.collect::<String>())
    });
    place.write("m.toml", &(manifest.to_owned() + &sections.collect::<String>()));
}

/// Writes the same manifest with a file for each bot.
fn filed(place: &Place, manifest: &str, bots: Bots<'_>) {
    let with_paths = |text: &str| {
        let quoted = |text: String, (name, _): &(&str, &str)| {
            text.replace(&format!("\"{name}\""), &format!("\"{name}.toml\""))
        };
        bots.iter().fold(text.to_owned(), quoted)
    };
    place.write("m.toml", &with_paths(manifest));
    for (name, text) in bots {
        let head = format!("name = \"{name}\"\ngame = \"puerto-rico\"\n");
        place.write(&format!("{name}.toml"), &(head + &with_paths(text)));
    }
}

/// Returns all files of a folder by their paths in it, except those of these names, and the table of times as Parquet files.
fn files(place: &Place, folder: &str, but: &[&str]) -> BTreeMap<PathBuf, Vec<u8>> {
    let root = place.path().join(folder);
    let files = place.contents().into_iter().filter_map(|(path, bytes)| {
        let is_left_out = but.iter().any(|&name| path.file_name().is_some_and(|own| own == name))
            || path.iter().any(|part| part == "times");
        (!is_left_out).then_some((path.strip_prefix(&root).ok()?.to_owned(), bytes))
    });
    files.collect()
}

/// Runs a command with held bots and with bots in files, and compares what is printed and written, apart from the
/// files `timed`, which say how long it took.
fn alike(command: &str, manifest: &str, bots: Bots<'_>, timed: &[&str]) -> Place {
    let run = ["-q", command, "m.toml", "--out", "out"];
    let [one, other] = [held, filed].map(|write| {
        let place = Place::new();
        write(&place, manifest, bots);
        let printed = place.succeed(&run);
        (place, printed)
    });
    let [found, wanted] = [&one, &other].map(|(place, _)| files(place, "out", timed));
    assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{command}");
    for (name, bytes) in &found {
        assert!(wanted[name] == *bytes, "{command} writes another {}", name.display());
    }
    if timed == JOURNALS {
        // But for the milliseconds at the end.
        let before = |printed: &str| printed.split("\na decision of each bot").next().unwrap().to_owned();
        assert_eq!(before(&one.1), before(&other.1));
    }
    // The journals belong to the same run: each goes on with the other.
    filed(&one.0, manifest, bots);
    one.0.succeed(&run);
    held(&one.0, manifest, bots);
    one.0.succeed(&run);
    assert_eq!(files(&one.0, "out", timed), found);
    one.0
}

#[test]
fn a_tournament_is_the_same_as_with_files() {
    let bots = [FAN, DEAR, KEEN];
    let place = alike("tournament", TABLE, &bots, &JOURNALS);
    assert!(place.read("out/bots/fan.toml").starts_with("name = \"fan\"\ngame = \"puerto-rico\"\n"));
    assert!(place.read("out/bots/fan.toml").contains("factory = 2.75 # thrice\n"));
    assert!(!place.path().join("out/bots/dear.toml").exists(), "a base does not play");
    let as_run = place.table("out/manifest.toml");
    assert_eq!((as_run.get("bots"), as_run["lineup"][0].as_str()), (None, Some("bots/fan.toml")));

    // The folder alone goes on, and so do the manifest, its parts, and its records.
    let whole = files(&place, "out", &JOURNALS);
    place.succeed(&["tournament", "out/manifest.toml", "--out", "out"]);
    place.succeed(&["tournament", "m.toml", "--out", "out"]);
    assert_eq!(files(&place, "out", &JOURNALS), whole);
    for part in ["1/2", "2/2"] {
        let folder = format!("part-{}", &part[..1]);
        place.succeed(&["tournament", "m.toml", "--shard", part, "--out", &folder]);
    }
    place.succeed(&["merge", "part-1", "part-2", "--out", "merged"]);
    assert_eq!(files(&place, "merged", &JOURNALS), whole);
    let columns = [held, filed].map(|write| {
        write(&place, TABLE, &bots);
        place.succeed(&["tournament", "m.toml", "--tables", "parquet", "--out", "columns"]);
        let columns = files(&place, "columns", &JOURNALS);
        fs::remove_dir_all(place.path().join("columns")).unwrap();
        columns
    });
    assert!(columns[0].contains_key(Path::new("games/shard=1/part.parquet")) && columns[0] == columns[1]);
    held(&place, TABLE, &bots);
    let records = ["m.toml", "out"].map(|source| place.succeed(&["replay", source, "--game", "4"]));
    assert_eq!(records[0], records[1]);

    held(&place, TABLE, &[FAN, (DEAR.0, &DEAR.1.replace("9.5", "9.75")), KEEN]);
    let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
    let difference = "its bots/fan.toml differs in weights.pocket (9.5 there, 9.75 here)";
    assert!(message.contains(difference), "{message}");
}

#[test]
fn studies_are_the_same_as_with_files() {
    let head = |rest: &str| format!("name = \"s\"\ngame = \"puerto-rico\"\nseed = 1\n{rest}");
    let choices = head(
        "players = 3\ndeals = 2\nformat = \"table\"\nlineup = [\"fan\", \"random\", \"steady\"]\nkinds = [\"role\"]\n\
         [worth]\ndecisions = 2\nplayouts = 2\nbot = \"dear\"\njudge = \"keen\"\n",
    );
    alike("choices", &choices, &[FAN, DEAR, KEEN], &JOURNALS);
    let balance = head(
        "players = [3]\ndeals = 2\nvariants = [\"strict\"]\n\n\
         [[table]]\nname = \"mixed\"\nbots = [\"fan\", \"keen\", \"steady\"]\n\n[[table]]\nname = \"one\"\nbots = [\"dear\"]\n",
    );
    alike("balance", &balance, &[FAN, DEAR, KEEN], &JOURNALS);
    let weights = head(
        "players = 3\nbot = \"fan\"\npool = [[\"dear\"], [\"keen\", \"shipper\"]]\n\
         spsa = { iterations = 2, deals = 1, weights = [\"factory\"] }\nheld_out = { pool = [[\"quick\"]], deals = 2 }\n",
    );
    alike("tune", &weights, &[FAN, DEAR, KEEN, QUICK], &JOURNALS);
    let race = head(
        "players = 3\nbot = \"quick\"\npool = [[\"steady\"]]\nheld_out = { pool = [[\"shipper\"]], deals = 2 }\n\
         [race]\ncandidates = 2\ndeals = 1\nweights = [\"fan\"]\nsearch = { exploration = [0.5, 1.0] }\n",
    );
    alike("tune", &race, &[FAN, DEAR, QUICK], &JOURNALS);
    let timed = ["journal.frames", "times.csv", "report.html"];
    let ladder = head("players = 2\ndeals = 2\nbot = \"keen\"\niterations = [1, 2]\n");
    let place = alike("ladder", &ladder, &[KEEN], &timed);
    // What a ladder is made from lies in its folder, so that it can be climbed from there.
    place.succeed(&["ladder", "out/ladder.toml", "--out", "again"]);
    assert_eq!(files(&place, "again", &timed), files(&place, "out", &timed));
    let learn = head(
        "players = [2]\nbot = \"keen\"\nothers = [\"fan\"]\nopeners = [\"dear\"]\nwarm_games = 16\ngenerations = 1\ngames = 16\n\
         [play]\niterations = 4\nquick_iterations = 2\n[fit]\nunits = 32\nsecond = 16\nepochs = 1\ncalibrated = false\n\
         [gate]\nplayers = 2\ndeals = 2\niterations = 4\npace = 1.0\n",
    );
    alike("learn", &learn, &[FAN, DEAR, KEEN], &JOURNALS);
}

#[test]
fn what_is_wrong_with_a_held_bot_is_said_with_its_place() {
    let place = Place::new();
    for (bots, part) in [
        (
            &[("fan", "base = \"stedy\"\n")][..],
            "error: m.toml: bots.fan: base: found \"stedy\"; allowed: fan, keen, beginner, builder",
        ),
        (&[("fan", "base = \"raider\"\n")], "m.toml: bots.fan: base: found \"raider\"; allowed: "),
        (
            &[("fan", "base = \"none.toml\"\n")],
            "m.toml: bots.fan: base \"none.toml\": cannot be read: No such file",
        ),
        (&[("fan", "base = \"m.toml\"\n")], "m.toml: bots.fan: base \"m.toml\": found a manifest of"),
        (
            &[("fan", "base = \"ismcts\"\n[search]\nbias = 1.0\n")],
            "m.toml: bots.fan: search.bias: found 1.0; allowed: nothing: it won no race",
        ),
        (
            &[("fan", "base = \"ismcts\"\n[search]\ncutof = 1\n")],
            "m.toml: bots.fan: search.cutof: found \"cutof\"",
        ),
        (
            &[("fan", "base = \"steady\"\n[weights]\nfactori = 1.0\n")],
            "m.toml: bots.fan: weights: found \"factori\" (did you mean factory?)",
        ),
        (
            &[("fan", "kid = \"random\"\n")],
            "m.toml: bots.fan: kid: found \"kid\"; allowed: name, game, about, base",
        ),
        (
            &[("fan", "[weights]\nfactory = 1.0\n")],
            "m.toml: bots.fan: kind: found nothing; allowed: heuristic",
        ),
        (
            &[("fan", "base = \"fan\"\n")],
            "bots.fan: base: found a cycle: m.toml: bots.fan -> m.toml: bots.fan; allowed: a chain",
        ),
        (
            &[("fan", "base = \"dear\"\n"), ("dear", "base = \"fan\"\n")],
            "m.toml: bots.dear: base: found a cycle: m.toml: bots.fan -> m.toml: bots.dear -> m.toml: bots.fan",
        ),
        (
            &[("fan", "base = \"dear\"\n"), ("dear", "base = \"steady\"\nweights = 5\n")],
            "m.toml: bots.dear: weights: found 5; allowed: a table",
        ),
        (
            &[("fan", "base = \"ismcts\"\nvalue.network = \"no.network\"\n")],
            "m.toml: bots.fan: value.network \"no.network\": cannot be read",
        ),
        (&[("fan", "kind = \"external\"\ncommand = [\"./no-such-bot\"]\n")], "m.toml: bots.fan: command"),
        (
            &[("fan", "base = \"steady\"\nname = \"fan\"\n")],
            "m.toml: bots.fan.name: found \"fan\"; allowed: nothing: the bot has the name of its table",
        ),
        (
            &[FAN, DEAR, ("steady", "base = \"random\"\n")],
            "m.toml: bots.steady: found the name of a shipped bot; allowed: another name",
        ),
        (
            &[FAN, DEAR, ("spare", "base = \"fan\"\n")],
            "m.toml: bots.spare: found a bot that no line names; allowed: only bots that the manifest names",
        ),
        (
            &[("fan", "base = \"steady\"\nfirst = 1979-05-27\n")],
            "m.toml: bots.fan.first: found the date 1979-05-27",
        ),
        (&[DEAR], "m.toml: bots.dear: found a bot that no line names"),
    ] {
        held(&place, TABLE, &[bots, &[KEEN]].concat());
        let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
        assert!(message.contains(part), "{message}");
        assert!(!place.path().join("out").exists(), "{part}");
    }
    for (tables, part) in [
        ("bots = 5\n", "m.toml: bots: found 5; allowed: a table"),
        ("[bots]\nfan = \"steady\"\n", "m.toml: bots.fan: found the text \"steady\"; allowed: a table"),
        ("[bots.\"a/b\"]\nbase = \"steady\"\n", "m.toml: bots: found \"a/b\"; allowed: letters, digits"),
        (
            "[bots.\"fan.toml\"]\nbase = \"steady\"\n",
            "m.toml: bots: found \"fan.toml\"; allowed: a name without .toml",
        ),
        ("[bots.fan]\n[bots.fan]\n", "m.toml: line 9: invalid TOML: duplicate key"),
    ] {
        place.write("m.toml", &format!("{TABLE}{tables}"));
        let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
        assert!(message.contains(part), "{message}");
    }
    // More bots that build on each other than files may.
    let names: Vec<String> = (0..40).map(|number| format!("b{number}")).collect();
    let texts: Vec<String> = (1..41).map(|number| format!("base = \"b{number}\"\n")).collect();
    let mut bots: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    bots.push(("b40", "base = \"steady\"\n"));
    held(&place, &TABLE.replace("fan", "b0").replace("keen", "random"), &bots);
    let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
    assert!(message.contains("base: found too long a chain: "), "{message}");
}

#[test]
fn each_study_refuses_a_held_bot_that_is_wrong_or_not_used() {
    let place = Place::new();
    let head = "name = \"s\"\ngame = \"puerto-rico\"\nseed = 1\n";
    for (command, rest) in [
        (
            "choices",
            "players = 3\ndeals = 2\nformat = \"table\"\nlineup = [\"steady\", \"random\", \"steady\"]\nkinds = [\"role\"]\nworth = { decisions = 2, playouts = 2, bot = \"fan\" }\n",
        ),
        (
            "balance",
            "players = [3]\ndeals = 2\nvariants = [\"strict\"]\ntable = [{ name = \"one\", bots = [\"fan\"] }]\n",
        ),
        (
            "tune",
            "players = 3\nbot = \"steady\"\npool = [[\"shipper\"]]\nspsa = { iterations = 2, deals = 1 }\nheld_out = { pool = [[\"fan\"]], deals = 2 }\n",
        ),
        ("ladder", "players = 2\ndeals = 2\nbot = \"fan\"\niterations = [1, 2]\n"),
        (
            "learn",
            "players = [2]\nbot = \"ismcts\"\nopeners = [\"fan\"]\ngenerations = 1\ngames = 16\ngate = { players = 2, deals = 2, iterations = 4 }\n",
        ),
    ] {
        let run = [command, "m.toml", "--out", "out"];
        let manifest = format!("{head}{rest}");
        held(&place, &manifest, &[("fan", "base = \"ismcts\"\n[search]\ncutof = 1\n")]);
        let message = place.refuse(&run);
        assert!(
            message.starts_with("error: m.toml: bots.fan: search.cutof: found \"cutof\""),
            "{command}: {message}"
        );
        held(&place, &manifest, &[("fan", "base = \"ismcts\"\n[weights]\nfactori = 1.0\n")]);
        let message = place.refuse(&run);
        assert!(
            message.starts_with("error: m.toml: bots.fan: weights: found \"factori\""),
            "{command}: {message}"
        );
        held(&place, &manifest, &[("fan", "base = \"ismcts\"\n"), ("spare", "base = \"fan\"\n")]);
        let message = place.refuse(&run);
        assert!(
            message.starts_with("error: m.toml: bots.spare: found a bot that no line"),
            "{command}: {message}"
        );
        place.write("m.toml", &manifest);
        let message = place.refuse(&run);
        assert!(message.contains("found \"fan\"; allowed: "), "{command}: {message}");
        assert!(!place.path().join("out").exists(), "{command}");
    }
}

#[test]
fn a_held_bot_is_shown_and_noted_like_a_file() {
    let place = Place::new();
    held(&place, TABLE, &[FAN, DEAR, KEEN]);
    let shown = place.succeed(&["bots", "show", "fan", "--manifest", "m.toml"]);
    assert!(shown.starts_with("bot    fan\ngame   puerto-rico\nkind   heuristic\n\nweight "), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("pocket ") && line.contains(" 9.5 ")), "{shown}");
    let text = place.succeed(&["bots", "show", "fan", "--manifest", "m.toml", "--toml"]);
    place.succeed(&["tournament", "m.toml", "--out", "out"]);
    assert_eq!(text, place.read("out/bots/fan.toml"));
    // A base that does not play is shown, too, and so is any bot that the manifest may name.
    let dear = place.succeed(&["bots", "show", "dear", "--manifest", "m.toml"]);
    assert!(dear.contains("\nabout  Dear.\n"), "{dear}");
    let steady = ["bots", "show", "steady"];
    let of_game = place.succeed(&[&steady[..], &["--game", "puerto-rico"]].concat());
    assert_eq!(place.succeed(&[&steady[..], &["--manifest", "m.toml"]].concat()), of_game);
    let message = place.refuse(&["bots", "show", "fam", "--manifest", "m.toml"]);
    assert!(
        message.contains("bot: found \"fam\"; allowed: dear, fan, keen, beginner, builder")
            && message.contains("fan?"),
        "{message}"
    );
    let message = place.refuse(&["bots", "show", "fan", "--manifest", "out/bots/fan.toml"]);
    assert!(message.contains("found the preset of a bot; allowed: a manifest of a tournament"), "{message}");
    let message = place.fail(2, &["bots", "show", "fan", "--manifest", "m.toml", "--game", "puerto-rico"]);
    assert!(message.contains("cannot be used with"), "{message}");

    held(&place, TABLE, &[("fan", "kind = \"heuristic\"\n"), KEEN]);
    let (_, notes) = place.succeed_with_notes(&["tournament", "m.toml", "--out", "noted"]);
    assert!(notes.starts_with("note: m.toml: bots.fan leaves out "), "{notes}");
}

#[test]
fn a_choice_that_the_game_lacks_is_refused() {
    let place = Place::new();
    let manifest = TABLE.replace("\"fan\", \"keen\"", "\"own\", \"steady\"");
    let write =
        |lines: &str| place.write("m.toml", &format!("{manifest}[bots.own]\nbase = \"steady\"\n{lines}"));
    for (lines, parts) in [
        (
            "never = { build = [\"small sugar mill\"] }\n",
            ["bots.own: never.build: found \"small sugar mill\"", "(did you mean build small sugar mill?)"],
        ),
        (
            "never = { build = [\"build zzz\"] }\n",
            ["never.build: found \"build zzz\"", "allowed: build city hall, "],
        ),
        (
            "always = { role = [\"Craftsman\"] }\n",
            ["always.role: found \"Craftsman\"; allowed: builder, captain, ", "(did you mean craftsman?)"],
        ),
        (
            "never = { role = [\"mayor\"] }\nalways = { role = [\"mayor\"] }\n",
            ["always.role: found \"mayor\", which is in never, too", "allowed: it in one of the two"],
        ),
    ] {
        write(lines);
        let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
        assert!(parts.iter().all(|part| message.contains(part)) && message.lines().count() == 1, "{message}");
    }
    // Only four and five players have the prospector: a preset is for all numbers of players.
    write("never = { role = [\"prospector\"], build = [\"build office\"] }\n");
    place.succeed(&["tournament", "m.toml", "--out", "out"]);
}
