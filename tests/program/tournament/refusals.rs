//! What is refused, and that nothing is lost by it.

use std::fs;

use super::lab::{Lab, MANIFEST, chain, contents, frames};
use tradewinds::tournament::{Outcome, RunOptions, Shard, merge, standings_so_far};

#[test]
fn another_run_in_the_folder_is_refused_and_kept() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 1).unwrap();
    let before = contents(&lab.path("run"));
    for (from, to, part) in [
        ("seed = 5", "seed = 6", "its manifest.toml differs in seed (5 there, 6 here)"),
        ("\"sails\"", "\"other\"", "differs in name"),
    ] {
        let error = chain(lab.run(&MANIFEST.replace(from, to), "run", 1).unwrap_err());
        assert!(error.contains(part) && error.contains("run holds another run"), "{error}");
    }
    for (to, part) in
        [("deals = 3", "in deals (4 there, 3 here)"), ("games = 5", "in games (nothing there, 6 here)")]
    {
        let error = chain(lab.run(&MANIFEST.replace("deals = 4", to), "run", 1).unwrap_err());
        let reason = format!("run holds a longer run {part}; a run can grow, but not shrink; choose");
        assert!(error.contains(&reason), "{error}");
    }
    // 48 games are the 4 deals of each line-up: the same run in other words.
    let same = lab.run(&MANIFEST.replace("deals = 4", "games = 46"), "run", 1).unwrap();
    assert_eq!(same.outcome, Outcome::PlayedBefore);

    let preset = fs::read_to_string(lab.path("saver.toml")).unwrap();
    fs::write(lab.path("saver.toml"), preset.replace("0.5", "0.75")).unwrap();
    let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
    assert!(error.contains("its bots/saver.toml differs"), "{error}");
    // A comment makes no other bot.
    fs::write(lab.path("saver.toml"), format!("# It saves.\n{preset}")).unwrap();
    assert_eq!(lab.run(MANIFEST, "run", 1).unwrap().outcome, Outcome::PlayedBefore);
    fs::write(lab.path("saver.toml"), preset).unwrap();

    let version = fs::read_to_string(lab.path("run/version.toml")).unwrap();
    fs::write(lab.path("run/version.toml"), version.replace("rules_version = 1", "rules_version = 0"))
        .unwrap();
    let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
    assert!(error.contains("its version.toml differs in rules_version (0 there, 1 here)"), "{error}");
    fs::write(lab.path("run/version.toml"), version).unwrap();
    assert_eq!(contents(&lab.path("run")), before);

    fs::create_dir(lab.path("mine")).unwrap();
    fs::write(lab.path("mine/notes.txt"), "mine").unwrap();
    let error = chain(lab.run(MANIFEST, "mine", 1).unwrap_err());
    assert!(error.contains("is not empty and has no manifest.toml of this run"), "{error}");
    assert_eq!(contents(&lab.path("mine")).len(), 1);
    // The manifest of this very run is there, but not what was played.
    fs::remove_file(lab.path("run/journal.frames")).unwrap();
    let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
    assert!(
        error.contains("run has a manifest.toml, but no journal.frames with the games of a run; "),
        "{error}"
    );
}

/// Doubled, exchanged, missing and changed frames.
#[test]
fn a_damaged_journal_is_refused_by_frame_and_kept() {
    let lab = Lab::new();
    lab.run_in_pieces(MANIFEST, "run", 10);
    let path = lab.path("run/journal.frames");
    let journal = fs::read(&path).unwrap();
    let bytes: Vec<&[u8]> = frames(&journal).into_iter().map(|(bytes, _)| &journal[bytes]).collect();
    let flipped = |place: usize| {
        let mut frame = bytes[1].to_vec();
        frame[place] ^= 4;
        [&[bytes[0], &frame], &bytes[2..]].concat().concat()
    };
    let second = bytes[0].len();
    // The number of a frame and its checksum, as after a mistake that nobody makes by accident.
    let renumbered = |frame: &[u8], number: u8| {
        let mut frame = frame.to_vec();
        frame[8] = number;
        let crc = crc32fast::hash(&frame[..40]).to_le_bytes();
        frame[40..44].copy_from_slice(&crc);
        frame
    };
    for (damaged, part) in [
        (
            [&bytes[..1], &bytes[..]].concat().concat(),
            format!("frame 2, at byte {second}, is damaged: it was written as frame 1;"),
        ),
        (
            [&[bytes[1], bytes[0]], &bytes[2..]].concat().concat(),
            "frame 1, at byte 0, is damaged: it was written as frame 2".to_owned(),
        ),
        (
            [&bytes[..1], &bytes[2..]].concat().concat(),
            format!("frame 2, at byte {second}, is damaged: it was written as frame 3"),
        ),
        (flipped(0), "frame 2, at byte".to_owned()),
        (flipped(17), "is damaged: its beginning is not that of a frame".to_owned()),
        (
            flipped(60),
            format!(
                "is damaged: its checksum does not fit; cut the file to its first {second} bytes, and what"
            ),
        ),
        (flipped(bytes[1].len() - 1), "its checksum does not fit".to_owned()),
        ([bytes[0], &renumbered(bytes[0], 1)].concat(), "is damaged: game 0 was there before".to_owned()),
    ] {
        fs::write(&path, &damaged).unwrap();
        let before = contents(&lab.path("run"));
        let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
        assert!(error.contains("journal.frames: ") && error.contains(&part), "{error}");
        assert_eq!(contents(&lab.path("run")), before);
    }
    // What the message advises.
    fs::write(&path, &flipped(60)[..second]).unwrap();
    assert_eq!(lab.run(MANIFEST, "run", 1).unwrap().outcome, Outcome::Played);
}

/// The journal of another seed, bot or variant, and a single frame of it, are refused where they are: in a finished
/// run, in one that goes on, and in a part that is to be merged.
#[test]
fn frames_of_another_run_are_refused_and_kept() {
    let lab = Lab::new();
    let shard = |number| RunOptions { threads: 1, shard: Shard::new(number, 2) };
    lab.run_in_pieces(MANIFEST, "run", 10);
    lab.run_part(MANIFEST, "part", shard(1)).unwrap();
    lab.run_part(MANIFEST, "rest", shard(2)).unwrap();
    let path = lab.path("run/journal.frames");
    let own = fs::read(&path).unwrap();
    let first = frames(&own)[0].0.clone();
    for (number, (from, to)) in [
        ("seed = 5", "seed = 6"),
        ("\"random\"", "\"other.toml\""),
        ("seed = 5", "seed = 5\nvariant = \"short\""),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(lab.path("other.toml"), "name = \"other\"\ngame = \"race\"\nkind = \"random\"\n").unwrap();
        let folder = format!("other-{number}");
        lab.run_in_pieces(&MANIFEST.replace(from, to), &folder, 10);
        let other = fs::read(lab.path(&folder).join("journal.frames")).unwrap();
        let second = frames(&other)[1].0.clone();
        let exchanged = [&own[first.clone()], &other[second]].concat();
        for (journal, frame, byte) in [(&other, 1, 0), (&exchanged, 2, first.end)] {
            fs::write(&path, journal).unwrap();
            let reason = format!(
                "journal.frames: frame {frame}, at byte {byte}, is of another run; put back the file of this run"
            );
            for is_finished in [true, false] {
                let before = contents(&lab.path("run"));
                let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
                assert!(error.contains(&reason), "{error}");
                let tournament = lab.tournament(MANIFEST).unwrap();
                let error = chain(standings_so_far(&tournament, &lab.path("run")).unwrap_err());
                assert!(error.contains(&reason), "{error}");
                assert_eq!(contents(&lab.path("run")), before);
                if is_finished {
                    fs::remove_file(lab.path("run/standings.csv")).unwrap();
                }
            }
            fs::write(&path, &own).unwrap();
            lab.run(MANIFEST, "run", 1).unwrap();
        }
        let part = lab.path("part/journal.frames");
        let kept = fs::read(&part).unwrap();
        fs::write(&part, &other).unwrap();
        let tournament = lab.tournament(MANIFEST).unwrap();
        let parts = [lab.path("part"), lab.path("rest")];
        let error = chain(merge(&tournament, &parts, &lab.path("joined")).unwrap_err());
        assert!(error.contains("part/journal.frames: frame 1, at byte 0, is of another run"), "{error}");
        assert!(!lab.path("joined").exists());
        fs::write(&part, kept).unwrap();
    }
}

/// A journal of lines, which was never released, is refused with the last commit that reads it, and kept.
#[test]
fn a_journal_of_lines_is_refused() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 1).unwrap();
    fs::rename(lab.path("run/journal.frames"), lab.path("run/journal.jsonl")).unwrap();
    let before = contents(&lab.path("run"));
    for standings in [true, false] {
        let error = chain(lab.run(MANIFEST, "run", 1).unwrap_err());
        assert!(
            error.contains("has journal.jsonl, a journal that was never released; go on with"),
            "{error}"
        );
        assert!(!standings || contents(&lab.path("run")) == before);
        let _ = fs::remove_file(lab.path("run/standings.csv"));
    }
}

/// Names of variants stand in tables, so that they follow the rule of all names.
#[test]
fn a_variant_whose_name_is_a_formula_or_a_control_character_is_refused() {
    let lab = Lab::new();
    for name in ["=1+1", "@x", "+1", "a b", "\\u001b[31m", ""] {
        let variant = format!("name = \"{name}\"\ngame = \"race\"\n[set]\n\"engine.price\" = 5\n");
        fs::write(lab.path("v.toml"), variant).unwrap();
        let error = lab.tournament(&format!("{MANIFEST}variant = \"v.toml\"\n")).unwrap_err();
        assert!(
            error.starts_with("v.toml: name: found \"") && error.contains("; allowed: letters"),
            "{error}"
        );
        assert!(!error.contains(char::is_control), "{error}");
    }
}

#[test]
fn an_unwritable_folder_is_refused_before_any_game() {
    let lab = Lab::new();
    fs::write(lab.path("file"), "mine").unwrap();
    for folder in ["file", "file/run"] {
        let error = chain(lab.run(MANIFEST, folder, 1).unwrap_err());
        assert!(error.contains("cannot use ") && error.contains("file"), "{error}");
    }
    assert_eq!(fs::read_to_string(lab.path("file")).unwrap(), "mine");
}

#[test]
fn wrong_inputs_are_refused_in_one_line() {
    let lab = Lab::new();
    let write = |name: &str, text: &str| fs::write(lab.path(name), text).unwrap();
    write("typo.toml", "name = \"typo\"\ngame = \"race\"\nkind = \"heuristic\"\n[weights]\nengin = 1\n");
    write("chess.toml", "name = \"chess\"\ngame = \"chess\"\nkind = \"random\"\n");
    write("twin.toml", "name = \"saver\"\ngame = \"race\"\nkind = \"random\"\n");
    write("case.toml", "name = \"Saver\"\ngame = \"race\"\nkind = \"random\"\n");
    write("path.toml", "name = \"../x\"\ngame = \"race\"\nkind = \"random\"\n");
    write("cheap.toml", "name = \"cheap\"\ngame = \"race\"\n[set]\n\"engine.price\" = -1\n");
    write("key.toml", "name = \"key\"\ngame = \"race\"\n[set]\n\"engine.prise\" = 1\n");
    write("std.toml", "name = \"standard\"\ngame = \"race\"\n[set]\n\"engine.price\" = 1\n");
    let file = lab.path("m.toml").display().to_string();
    for (from, to, parts) in [
        ("\"random\"", "\"randon\"", [file.as_str(), "lineup[0]: found \"randon\"", "did you mean random?"]),
        ("saver.toml", "server.toml", ["server.toml", "cannot be read", ""]),
        ("saver.toml", "saver", [file.as_str(), ": found \"saver\"", "did you mean saver.toml?"]),
        ("saver.toml", "typo.toml", ["typo", "engin", "did you mean engine?"]),
        ("saver.toml", "chess.toml", ["chess.toml: game", "found \"chess\"", "\"race\" or \"any\""]),
        ("\"random\"", "\"twin.toml\"", [file.as_str(), "lineup[2]", "another bot called \"saver\""]),
        ("\"random\"", "\"case.toml\"", [file.as_str(), "lineup[2]", "another bot called \"Saver\""]),
        ("saver.toml", "path.toml", ["path.toml: name", "../x", "letters"]),
        ("\"random\"", "\"saver.toml\"", [file.as_str(), "lineup", "\"saver.toml\" twice"]),
        ("players = 3", "players = 5\nseating = \"rotations\"", ["lineup", "found 4 bots", "5 or more"]),
        ("players = 3", "players = 1", [file.as_str(), "players: found 1", "2 to 4"]),
        ("game = \"race\"", "game = \"rase\"", [file.as_str(), "game", "\"race\""]),
        (
            "seed = 5",
            "seed = 5\nvariant = \"shirt\"",
            [file.as_str(), "variant: found", "did you mean short?"],
        ),
        ("seed = 5", "seed = 5\nvariant = \"cheap.toml\"", ["cheap.toml: ", "engine.price", "-1"]),
        (
            "seed = 5",
            "seed = 5\nvariant = \"std.toml\"",
            ["std.toml: name", "found \"standard\"", "another name"],
        ),
        ("seed = 5", "seed = 5\nvariant = \"key.toml\"", ["key.toml", "engine.prise", "did you mean price?"]),
    ] {
        let error = lab.tournament(&MANIFEST.replace(from, to)).unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)) && !error.contains('\n'), "{error}");
    }
    assert!(lab.tournament(&format!("{MANIFEST}variant = \"short\"")).is_ok());
}
