//! A file given to a command that does not take it is refused as what it is, with a command that takes it, and is left
//! as it was.

use std::fs;
use std::path::PathBuf;

use super::place::Place;

/// A file, what messages call it, and the commands that they may name.
struct Case {
    file: &'static str,
    kind: &'static str,
    takers: &'static [&'static str],
}

const fn case(file: &'static str, kind: &'static str, takers: &'static [&'static str]) -> Case {
    Case { file, kind, takers }
}

const ANALYZE: &[&str] = &["tradewinds analyze"];
const RECORD: &[&str] = &["tradewinds replay", "tradewinds review"];
const STANDINGS: &[&str] = &["tradewinds standings"];

const CASES: [Case; 27] = [
    case("puerto-rico.json", "a position of puerto-rico", ANALYZE),
    case("mundus-novus.json", "a position of mundus-novus", ANALYZE),
    case("age-of-discovery.json", "a position of age-of-discovery", ANALYZE),
    case("francis-drake.json", "a position of francis-drake", ANALYZE),
    case("nameless.json", "a position", ANALYZE),
    case("rec.json", "the record of a game", RECORD),
    case("tournament.toml", "a manifest of tradewinds tournament", &["tradewinds tournament"]),
    case("choices.toml", "a manifest of tradewinds choices", &["tradewinds choices"]),
    case("balance.toml", "a manifest of tradewinds balance", &["tradewinds balance"]),
    case("tune.toml", "a manifest of tradewinds tune", &["tradewinds tune"]),
    case("learn.toml", "a manifest of tradewinds learn", &["tradewinds learn"]),
    case("ladder.toml", "a manifest of tradewinds ladder", &["tradewinds ladder"]),
    case("preset.toml", "the preset of a bot", &["tradewinds bots show"]),
    case("variant.toml", "a variant of the rules", &["tradewinds play --variant"]),
    case("pr.network", "a network", &["tradewinds bots show"]),
    case("mine.table", "a table of tradewinds play", &["tradewinds play --file"]),
    case("served.table", "a table of tradewinds serve", &["tradewinds serve --folder"]),
    case("judged.review", "the journal of a review", &["tradewinds review --journal"]),
    case("journal.frames", "the journal of a run", STANDINGS),
    case("games.csv", "a table of results in CSV", STANDINGS),
    case("games.parquet", "a table of results in Parquet", STANDINGS),
    case("bench.json", "the figures of tradewinds bench", &["tradewinds bench --compare"]),
    case("review.json", "the review of a game in JSON", &["tradewinds review"]),
    case("analysis.json", "an analysis in JSON", ANALYZE),
    case("report.html", "a page in HTML", &["tradewinds gallery"]),
    case("run", "the folder of a run", STANDINGS),
    case("empty", "a folder", &[]),
];

/// Command lines with `FILE` where the file is named, and the files that they take.
const COMMANDS: [(&[&str], &[&str]); 36] = [
    (&["tournament", "FILE", "--out", "out"], &["tournament.toml"]),
    (&["choices", "FILE", "--out", "out"], &["choices.toml"]),
    (&["balance", "FILE", "--out", "out"], &["balance.toml"]),
    (&["tune", "FILE", "--out", "out"], &["tune.toml"]),
    (&["learn", "FILE", "--out", "out"], &["learn.toml"]),
    (&["ladder", "FILE", "--out", "out"], &["ladder.toml"]),
    (&["standings", "FILE"], &["run"]),
    (&["merge", "FILE", "--out", "out"], &["run"]),
    (&["merge", "run", "FILE", "--out", "out"], &["run"]),
    (&["export", "FILE", "--parquet", "out"], &["run"]),
    (&["export", "run", "FILE", "--parquet", "out"], &["run"]),
    (&["gallery", "FILE"], &["run", "empty"]),
    (&["replay", "FILE"], &["RECORDS", "run"]),
    (&["replay", "FILE", "--game", "0"], &["run", "tournament.toml"]),
    (&["review", "FILE", "--iterations", "1"], &["RECORDS"]),
    (&["train", "FILE", "--iterations", "1"], &["RECORDS"]),
    (&["review", "rec.json", "--journal", "FILE"], &["judged.review"]),
    (&["review", "rec.json", "--bot", "FILE"], &["preset.toml"]),
    (&["review", "rec.json", "--playout-bot", "FILE"], &["preset.toml"]),
    (&["analyze", "FILE"], &["POSITIONS", "RECORDS"]),
    (&["analyze", "puerto-rico.json", "--bot", "FILE"], &["preset.toml"]),
    (&["analyze", "puerto-rico.json", "--variant", "FILE"], &["variant.toml"]),
    (&["position", "check", "FILE"], &["POSITIONS"]),
    (&["position", "show", "FILE"], &["POSITIONS"]),
    (&["position", "random", "--game", "puerto-rico", "--variant", "FILE"], &["variant.toml"]),
    (&["bench", "--seconds", "0.01", "--compare", "FILE"], &["bench.json"]),
    (&["bench", "--seconds", "0.01", "--bot", "FILE"], &["preset.toml"]),
    (&["play", "puerto-rico", "--file", "FILE"], &["mine.table"]),
    (&["play", "puerto-rico", "--new", "--file", "FILE"], &["mine.table"]),
    (&["play", "FILE"], &[]),
    (&["play", "puerto-rico", "--file", "x.table", "--against", "FILE"], &[]),
    (&["play", "puerto-rico", "--file", "x.table", "--variant", "FILE"], &["variant.toml"]),
    (&["serve", "FILE", "--no-browser", "--port", "0"], &["RECORDS"]),
    (&["serve", "--no-browser", "--port", "0", "--folder", "FILE"], &["run", "empty"]),
    (&["bots", "show", "FILE", "--game", "puerto-rico"], &["preset.toml"]),
    (&["check-bot", "FILE", "--game", "puerto-rico"], &["preset.toml"]),
];

/// Makes all files of the cases, without an end of the last line, in which a torn line could be seen.
fn make_files(place: &Place) {
    let game = "name = \"m\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\n";
    for (name, rest) in [
        ("tournament", "deals = 1\nformat = \"table\"\nlineup = [\"steady\", \"random\", \"shipper\"]\n"),
        ("choices", "deals = 1\nformat = \"table\"\nlineup = [\"steady\"]\nkinds = [\"role\"]\n"),
        ("balance", "deals = 1\nvariants = [\"balanced\"]\n"),
        ("tune", "bot = \"steady\"\npool = [[\"steady\"]]\n"),
        ("learn", "bot = \"ismcts\"\ngenerations = 1\ngames = 16\n"),
        ("ladder", "deals = 1\nbot = \"ismcts\"\niterations = [100, 200]\n"),
    ] {
        place.write(&format!("{name}.toml"), &format!("{game}{rest}"));
    }
    for game in tradewinds::arena::NAMES {
        let position = place.succeed(&["position", "random", "--game", game, "--seed", "1"]);
        place.write(&format!("{game}.json"), &position);
        if *game == "puerto-rico" {
            place.write("nameless.json", &position.replace("\"game\": \"puerto-rico\",", ""));
        }
    }
    place.succeed_with_notes(&["tournament", "tournament.toml", "--out", "run"]);
    place.succeed_with_notes(&["replay", "run", "--game", "0", "--out", "rec.json"]);
    place.succeed_with_notes(&["export", "run", "--parquet", "parquet"]);
    let least = ["--iterations", "1", "--playouts", "8", "--compared", "8", "--worlds", "0"];
    let review = ["review", "rec.json", "--json", "--journal", "judged.review"];
    place.write("review.json", &place.succeed_with_notes(&[&review[..], &least].concat()).0);
    let analysis = ["analyze", "puerto-rico.json", "--json", "--iterations", "2", "--worlds", "0"];
    place.write("analysis.json", &place.succeed_with_notes(&analysis).0);
    let bench = ["bench", "--game", "puerto-rico", "--players", "3", "--seconds", "0.01", "--json"];
    place.write("bench.json", &place.succeed_with_notes(&bench).0);
    place.succeed_with_notes(&["play", "puerto-rico", "--against", "random", "--file", "mine.table"]);
    place.write(
        "served.table",
        &place.read("mine.table").replace("\"extra\":null", "\"extra\":{\"screens\":[]}"),
    );
    place.write("preset.toml", "name = \"p\"\ngame = \"puerto-rico\"\nbase = \"steady\"\n");
    place.write(
        "variant.toml",
        "name = \"v\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 8\n",
    );
    place.write("pr.network", include_str!("../../../bots/puerto-rico.network"));
    for (name, from) in [
        ("journal.frames", "run/journal.frames"),
        ("games.csv", "run/games.csv"),
        ("report.html", "run/report.html"),
        ("games.parquet", "parquet/games/shard=1/part.parquet"),
    ] {
        fs::copy(place.path().join(from), place.path().join(name)).unwrap();
    }
    fs::create_dir(place.path().join("empty")).unwrap();
    for case in &CASES {
        if let Ok(text) = fs::read_to_string(place.path().join(case.file)) {
            place.write(case.file, text.trim_end());
        }
    }
}

/// Returns whether a command takes a file.
fn takes(taken: &[&str], case: &Case) -> bool {
    let is_record = case.kind.starts_with("the record") || case.kind.starts_with("a table of tradewinds ");
    taken.contains(&case.file)
        || taken.contains(&"POSITIONS") && case.kind.starts_with("a position")
        || taken.contains(&"RECORDS") && is_record
}

/// Runs a command line on the file of a case, and checks that it is refused as what it is.
fn check(place: &Place, command: &[&str], case: &Case) {
    let arguments: Vec<&str> =
        command.iter().map(|&word| if word == "FILE" { case.file } else { word }).collect();
    let message = place.refuse(&arguments);
    assert!(message.contains(&format!("found {}; allowed: ", case.kind)), "{arguments:?}: {message}");
    let is_named = case.takers.is_empty() || case.takers.iter().any(|taker| message.contains(taker));
    assert!(is_named, "{arguments:?}: {message}");
    assert!(message.contains(case.file), "{arguments:?}: {message}");
}

#[test]
fn every_command_refuses_every_file_of_another_kind() {
    let place = Place::new();
    make_files(&place);
    let before = place.contents();
    for (command, taken) in COMMANDS {
        for case in CASES.iter().filter(|case| !takes(taken, case)) {
            check(&place, command, case);
        }
    }
    let changed = place.contents().into_iter().filter(|(path, bytes)| before.get(path) != Some(bytes));
    assert_eq!(changed.map(|(path, _)| path).collect::<Vec<_>>(), Vec::<PathBuf>::new());
    assert_eq!(place.contents().len(), before.len(), "no file was removed");
}

#[test]
fn a_file_that_names_another_of_the_wrong_kind_is_refused() {
    let place = Place::new();
    make_files(&place);
    let tournament = place.read("tournament.toml");
    let balance = place.read("balance.toml").replace("players = 3", "players = [3]")
        + "\n[[table]]\nname = \"t\"\nbots = [\"steady\"]\n";
    let preset = "name = \"p\"\ngame = \"puerto-rico\"\n";
    for case in &CASES {
        let file = case.file;
        for (name, text, command, taken) in [
            ("m.toml", tournament.replace("shipper", file), &["tournament", "m.toml"][..], "preset.toml"),
            (
                "m.toml",
                format!("{tournament}\nvariant = {file:?}\n"),
                &["tournament", "m.toml"],
                "variant.toml",
            ),
            ("m.toml", balance.replace("balanced", file), &["balance", "m.toml"], "variant.toml"),
            (
                "p.toml",
                format!("{preset}base = \"./{file}\"\n"),
                &["bots", "show", "p.toml", "--game", "puerto-rico"],
                "preset.toml",
            ),
            (
                "p.toml",
                format!("{preset}base = \"ismcts\"\n[value]\nnetwork = \"./{file}\"\n"),
                &["bots", "show", "p.toml", "--game", "puerto-rico"],
                "pr.network",
            ),
        ] {
            if file != taken {
                place.write(name, &text);
                check(&place, command, case);
            }
        }
    }
}
