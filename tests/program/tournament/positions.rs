//! Runs from given positions.

use std::fs;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use tradewinds::arena::{NAMES, find, playable};
use tradewinds::game::{Seat, Seed, Variant};
use tradewinds::tournament::{
    Manifest, MoveRecord, Outcome, Replay, RunOptions, Shard, Tournament, merge, run,
};

use super::lab::{Count, Lab, MANIFEST, tables};
use super::race::Race;

/// A position late in the game, two openings of which the second is not legal on every deal, and a place in a record.
fn lab() -> (Lab, String) {
    let lab = Lab::new();
    lab.run(&format!("{MANIFEST}record = \"games\"\n"), "earlier", 1).unwrap();
    let text = fs::read_to_string(lab.path("earlier/records/game-3.json")).unwrap();
    let mut late = MoveRecord::parse("r", &text).unwrap().initial;
    late["state"]["points"] = json!([20, 10, 20, 0]);
    let lines = [
        format!("{late:#}"),
        json!({"decisions": ["roll", "roll"], "games": 7}).to_string(),
        String::new(),
        json!({"decisions": ["roll", "roll", "roll", "buy"]}).to_string(),
        json!({"record": "earlier/records/game-3.json", "at": 5}).to_string(),
    ];
    fs::write(lab.path("p.jsonl"), lines.join("\n")).unwrap();
    let manifest = MANIFEST.replace("deals = 4", "positions = \"p.jsonl\"") + "record = \"games\"\n";
    (lab, manifest)
}

#[test]
fn each_line_up_plays_each_position() {
    let (lab, manifest) = lab();
    let run = lab.run(&manifest, "run", 2).unwrap();
    assert_eq!((run.outcome, run.standings.games), (Outcome::Played, 4 * 4 * 3));
    let rows = lab.rows("run/games.csv");
    for row in &rows {
        let (block, position) =
            (row["block"].parse::<u64>().unwrap(), row["position"].parse::<u64>().unwrap());
        assert_eq!(position, block / 4);
        let name = format!("run/records/game-{}.json", row["game"]);
        let record = MoveRecord::parse("r", &fs::read_to_string(lab.path(&name)).unwrap()).unwrap();
        Replay::new(playable::<Race>(), &record).unwrap().verify().unwrap();
        let (first, points) = (&record.actions[0].action, &record.initial["state"]["points"]);
        match position {
            0 => assert_eq!(points, &json!([20, 10, 20, 0])),
            1 => assert!(record.actions[..2].iter().all(|played| played.action == "roll")),
            2 => assert_eq!((first.as_str(), record.actions[3].action.as_str()), ("roll", "buy")),
            _ => assert_ne!(points, &json!([0, 0, 0, 0])),
        }
        let tournament = lab.tournament(&manifest).unwrap();
        let (_, again) = tournament.play_recorded(row["game"].parse().unwrap(), &|| false).unwrap();
        assert_eq!(again, record);
    }
    // The table by position is that of the rows of the seats.
    let seats = lab.rows("run/seats.csv");
    let by_position = lab.rows("run/positions.csv");
    assert_eq!(by_position.len(), 4 * 4);
    for row in by_position {
        let mut shares = Vec::new();
        for seat in seats.iter().filter(|seat| seat["bot"] == row["bot"]) {
            let game = &rows[seat["game"].parse::<usize>().unwrap()];
            if game["position"] == row["position"] {
                shares.push(seat["win_share"].parse::<f64>().unwrap());
            }
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert_eq!(shares.len().to_string(), row["games"]);
        assert!((mean - row["win_share"].parse::<f64>().unwrap()).abs() < 1e-6, "{row:?}");
        let opening = if row["position"] == "1" { "roll;roll" } else { "" };
        assert!(row["position"] == "2" || row["decisions"] == opening, "{row:?}");
    }
}

/// The copy in the folder needs no other file, and the run is the same however it was played.
#[test]
fn a_run_from_positions_is_repeated_continued_and_joined() {
    let (lab, manifest) = lab();
    lab.run(&manifest, "run", 2).unwrap();
    let whole = tables(&lab.path("run"));
    fs::create_dir(lab.path("elsewhere")).unwrap();
    for name in ["manifest.toml", "positions.jsonl", "bots"] {
        fs::rename(lab.path("run").join(name), lab.path("elsewhere").join(name)).unwrap();
    }
    let source = lab.path("elsewhere/manifest.toml");
    let copied = Manifest::parse("m", &fs::read_to_string(&source).unwrap()).unwrap();
    let again = Tournament::new(playable::<Race>(), copied, &source).unwrap();
    let options = RunOptions { threads: 1, shard: None };
    run(&again, &lab.path("again"), options, &AtomicBool::new(false), &mut Count::new(None)).unwrap();
    assert_eq!(tables(&lab.path("again")), whole);
    assert_eq!(lab.run(&manifest, "again", 1).unwrap().outcome, Outcome::PlayedBefore);

    let parts = [1, 2].map(|number| {
        let options = RunOptions { threads: 1, shard: Shard::new(number, 2) };
        let name = format!("part-{number}");
        lab.run_part(&manifest, &name, options).unwrap();
        lab.path(&name)
    });
    merge(&lab.tournament(&manifest).unwrap(), &parts, &lab.path("joined")).unwrap();
    assert_eq!(tables(&lab.path("joined")), whole);

    let results = manifest.clone() + "journal = \"results\"\n";
    lab.stop_after(&results, "stopped", 20, 1);
    lab.run(&results, "stopped", 1).unwrap();
    assert_eq!(tables(&lab.path("stopped")), whole);

    // More deals than positions: all positions again, with other random events.
    let longer = manifest.clone() + "deals = 8\n";
    lab.run(&longer, "again", 1).unwrap();
    lab.run(&longer, "longer", 2).unwrap();
    assert_eq!(tables(&lab.path("again")), tables(&lab.path("longer")));
    let rows = lab.rows("longer/games.csv");
    assert_eq!(rows[48]["position"], "0");
    assert_ne!(rows[48]["deal_seed"], rows[0]["deal_seed"]);
    // Other positions are another run.
    fs::write(lab.path("p.jsonl"), "{\"decisions\": [\"roll\"]}").unwrap();
    let refusal = lab.run(&longer, "longer", 1).unwrap_err().to_string();
    assert!(refusal.contains("its positions.jsonl differs"), "{refusal}");
}

#[test]
fn lines_at_fault_are_refused_by_their_number() {
    let (lab, manifest) = lab();
    let text = fs::read_to_string(lab.path("earlier/records/game-3.json")).unwrap();
    let good = MoveRecord::parse("r", &text).unwrap().initial;
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        value.to_string()
    };
    for (line, message) in [
        (
            "{\"decisions\": [\"rol\"]}".to_owned(),
            "decisions[0]: found \"rol\"; allowed: a decision that is legal in one of",
        ),
        ("{\"decisions\": \"roll\"}".to_owned(), "decisions: found the text \"roll\"; allowed: a list"),
        ("{\"record\": \"nowhere.json\", \"at\": 1}".to_owned(), "record \"nowhere.json\": cannot be read: "),
        (
            "{\"record\": \"earlier/records/game-3.json\", \"at\": 999}".to_owned(),
            "at: found 999; allowed: 0 to ",
        ),
        (
            text.replace('\n', " "),
            "record: found the record itself; allowed: {\"record\": \"PATH\", \"at\": N}",
        ),
        (
            changed(&|value| value["players"] = json!(4)),
            "players: found 4 players; allowed: 3, as in the manifest",
        ),
        (
            changed(&|value| value["state"]["over"] = json!(true)),
            "found a game that is over; allowed: a position with a decision",
        ),
        (changed(&|value| value["state"]["luck"] = json!(true)), "found \"luck\""),
        ("7".to_owned(), "found 7; allowed: an object"),
        (
            "{ \"decisions\":[] }".to_owned(),
            "line 3: found the position of line 1 again; allowed: each position once",
        ),
        ("{\"decisions\": [".to_owned(), "invalid JSON: EOF while parsing a list"),
    ] {
        fs::write(lab.path("p.jsonl"), format!("{{\"decisions\": []}}\n\n{line}\n")).unwrap();
        let error = lab.tournament(&manifest).unwrap_err();
        assert!(error.starts_with("p.jsonl: line ") && error.contains(message), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    for (content, message) in [("", "found nothing"), (MANIFEST, "found a manifest of tradewinds tournament")]
    {
        fs::write(lab.path("p.jsonl"), content).unwrap();
        let error = lab.tournament(&manifest).unwrap_err();
        assert!(error.starts_with("p.jsonl: ") && error.contains(message), "{error}");
    }
}

/// Positions of all games in all their stages, whole and as a seat sees them.
#[test]
fn games_begin_from_any_position() {
    for name in NAMES {
        let game = find(name).unwrap();
        let table = game.table(3, &Variant::standard()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut lines = Vec::new();
        for seed in 0..20 {
            let (found, ..) = table.random(Seed(seed), None);
            lines.push(if seed % 2 == 0 { found.position() } else { found.view(Seat::new(1)) });
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(folder.path().join("p.jsonl"), text).unwrap();
        let manifest = format!(
            "name = \"x\"\ngame = {name:?}\nplayers = 3\nseed = 1\nformat = \"one-vs-rest\"\nlineup = [\"steady\", \"random\"]\npositions = \"p.jsonl\"\n"
        );
        let tournament =
            Tournament::new(game, Manifest::parse("m", &manifest).unwrap(), &folder.path().join("m"))
                .unwrap();
        for number in 0..tournament.schedule().games() {
            let (_, record) = tournament.play_recorded(number, &|| false).unwrap();
            Replay::new(game, &record).unwrap().verify().unwrap();
            let line = &lines[number as usize / 3];
            if number / 3 % 2 == 0 {
                assert_eq!(record.initial, *line, "{name}");
            } else {
                let completed = game.load(&record.initial, &Variant::standard(), Seed(0), Seed(0)).unwrap();
                assert_eq!(completed.view(Seat::new(1)), *line, "{name}");
            }
        }
    }
}
