//! What one does with runs: parts, sequential tests, standings, records.

use super::place::Place;

const MANIFEST: &str = "name = \"rafts\"\ngame = \"francis-drake\"\nplayers = 3\nseed = 1\ndeals = 4\n\
    format = \"table\"\nlineup = [\"random\", \"steady\", \"raider\"]\n";

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    place
}

/// What the scheduler's variables say is tested beside the code that reads them.
#[test]
fn outside_of_a_job_array_no_part_is_known() {
    let place = place();
    let message = place.refuse(&["tournament", "m.toml", "--shard", "auto"]);
    assert!(message.contains("--shard auto: this is no task of a job array"), "{message}");
    let message = place.fail(2, &["tournament", "m.toml", "--shard", "auto/x"]);
    assert!(message.contains("allowed: auto, or auto/N with N from 1"), "{message}");
    let message = place.fail(2, &["tournament", "m.toml", "--shard", "3"]);
    assert!(message.contains("allowed: I/N with I from 1 to N, such as 3/16, or auto"), "{message}");
}

/// A task of an array that began at 0 is submitted again alone: it plays its own part, and the parts are those of a run.
#[test]
fn a_task_that_is_submitted_again_plays_its_own_part() {
    let place = place();
    let task = |arguments: &[&str], variables: [&str; 4]| {
        let names =
            ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT"];
        let mut command =
            place.command(&[&["tournament", "m.toml", "--out", "parts", "--shard"], arguments].concat());
        let output = command.envs(names.into_iter().zip(variables)).output().unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    // The third of four does not get on.
    for id in ["0", "1", "3"] {
        let (_, text) = task(&["auto"], [id, "0", "3", "4"]);
        assert!(text.contains("report: parts/"), "{text}");
    }
    for again in ["auto", "auto/4"] {
        let (is_well, text) = task(&[again], ["2", "2", "2", "1"]);
        assert!(is_well && text.contains("report: parts/3-of-4"), "{text}");
    }
    let parts = ["1", "2", "3", "4"].map(|part| format!("parts/{part}-of-4"));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert!(
        place
            .succeed(&[&["merge"], &parts[..], &["--out", "merged"]].concat())
            .contains("12 games in 4 blocks")
    );
    // Another array, and one of which nothing is known.
    let (is_well, text) = task(&["auto"], ["2", "1", "8", "8"]);
    assert!(
        !is_well && text.contains("parts has parts of the tasks 0 to 3, but those of this array are 1 to 8"),
        "{text}"
    );
    std::fs::remove_file(place.path().join("parts/.array.toml")).unwrap();
    let (is_well, text) = task(&["auto/4"], ["2", "2", "2", "1"]);
    assert!(!is_well && text.contains("say the part with --shard I/4"), "{text}");
}

#[test]
fn a_run_grows_and_is_exported() {
    let place = place();
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    let text =
        place.succeed(&["tournament", "m.toml", "--deals", "6", "--tables", "parquet", "--out", "run"]);
    assert!(text.contains("18 games in 6 blocks") && text.contains("went on after 12 games"), "{text}");
    assert!(!place.succeeds(&["tournament", "m.toml", "--out", "run"]));
    let text = place.succeed(&["export", "run", "--parquet", "tables"]);
    assert_eq!(text, "18 games; files: tables\n");
    for table in ["games", "seats", "stops", "missions"] {
        let file = format!("{table}/shard=1/part.parquet");
        assert_eq!(place.bytes(&format!("tables/{file}")), place.bytes(&format!("run/{file}")));
    }
    let message = place.refuse(&["export", "nowhere", "--parquet", "tables"]);
    assert!(message.contains("nowhere"), "{message}");
}

#[test]
fn parts_are_played_and_merged() {
    let place = place();
    let whole = place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    for part in ["1", "2", "3"] {
        place.succeed(&[
            "tournament",
            "m.toml",
            "--shard",
            &format!("{part}/3"),
            "--out",
            &format!("part-{part}"),
        ]);
    }
    let message = place.refuse(&["merge", "part-1", "part-4", "--out", "merged"]);
    assert_eq!(message, "error: cannot use part-4: No such file or directory (os error 2)\n");
    let message = place.fail(1, &["merge", "part-1", "part-3", "--out", "merged"]);
    assert!(message.contains("game 3 is in none of the parts, which hold 9 of 12 games"), "{message}");
    let merged = place.succeed(&["merge", "part-1", "part-2", "part-3", "--out", "merged"]);
    assert_eq!(merged, whole.replace("report: whole", "report: merged"));
    for table in ["games", "seats", "stops", "missions", "places", "head_to_head", "standings"] {
        assert_eq!(place.read(&format!("merged/{table}.csv")), place.read(&format!("whole/{table}.csv")));
    }
    // A part's own standings say that they are no result of the whole.
    let part = place.succeed(&["standings", "part-2"]);
    assert!(part.contains("3 games in 1 block ") && part.contains("\npart 2/3 of a run: "), "{part}");
}

#[test]
fn a_sequential_test_is_played_and_kept() {
    let place = place();
    let arguments = ["sprt", "--game", "francis-drake", "--players", "3", "--a", "steady", "--b", "random"];
    let options = ["--elo0", "0", "--elo1", "100", "--seed", "2"];
    let text = place.succeed(&[&arguments[..], &options[..]].concat());
    assert!(text.contains("it accepts H1, Elo 100 rather than 0"), "{text}");
    assert!(text.ends_with("report: results/runs/sprt-francis-drake-steady-random/report.html\n"), "{text}");
    let manifest = place.read("results/runs/sprt-francis-drake-steady-random/manifest.toml");
    assert!(manifest.contains("format = \"duel\"") && manifest.contains("elo1 = 100.0"), "{manifest}");
    let again = place.succeed(&[&arguments[..], &options[..]].concat());
    assert_eq!(again, text.replace("report:", "played before; report:"));
    // The manifest in the folder plays the same test.
    let folder = "results/runs/sprt-francis-drake-steady-random";
    place.succeed(&["tournament", &format!("{folder}/manifest.toml"), "--out", "copy"]);
    assert_eq!(place.read(&format!("{folder}/games.csv")), place.read("copy/games.csv"));
    let message = place.fail(1, &[&arguments[..], &["--elo0", "5", "--elo1", "5"]].concat());
    assert!(message.starts_with("error: command line: sprt.elo1: found 5; allowed: "), "{message}");
    let message = place.fail(1, &[&arguments[..7], &["--b", "randon"]].concat());
    assert!(
        message.contains("lineup[1]: found \"randon\"") && message.contains("did you mean random?"),
        "{message}"
    );
}

#[test]
fn the_risks_of_a_test_are_simulated() {
    let place = place();
    let text = place.succeed(&["sprt", "--simulate", "200", "--elo0", "0", "--elo1", "60"]);
    assert!(text.lines().count() > 5 && text.contains("H1 taken"), "{text}");
}

#[test]
fn records_are_written_replayed_and_made_anew() {
    let place = place();
    place.succeed(&["tournament", "m.toml", "--out", "run", "--record=positions"]);
    let record = "run/records/game-7.json";
    let text = place.succeed(&["replay", record]);
    assert!(text.contains("francis-drake, 3 players, game 7 of rafts: "), "{text}");
    assert!(text.contains("decisions replayed without a difference\n"), "{text}");
    let position = place.succeed(&["replay", record, "--at", "5"]);
    place.write("p.json", &position);
    place.succeed(&["position", "check", "p.json"]);
    let message = place.fail(1, &["replay", record, "--at", "100000"]);
    assert!(message.starts_with("error: --at: found 100000; allowed: 0 to "), "{message}");

    assert_eq!(place.succeed(&["replay", "run", "--game", "7", "--positions"]), place.read(record));
    place.succeed(&["replay", "m.toml", "--game", "7", "--positions", "--out", "made.json"]);
    assert_eq!(place.read("made.json"), place.read(record));
    let message = place.fail(1, &["replay", "run", "--game", "12"]);
    assert!(message.starts_with("error: --game: found 12; allowed: 0 to 11"), "{message}");
    let message = place.fail(1, &["replay", "run"]);
    assert!(message.starts_with("error: --game: found nothing; allowed: the number of a game "), "{message}");
    for (command, file, kind) in [
        (&["replay", record, "--game", "1"][..], record, "the record of a game"),
        (&["standings", "run/games.csv"], "run/games.csv", "a table of results in CSV"),
    ] {
        let message = place.fail(1, command);
        assert!(
            message.starts_with(&format!("error: {file}: found {kind}; allowed: the folder ")),
            "{message}"
        );
    }

    let changed = place.read(record).replacen("\"rank\": 1", "\"rank\": 2", 1);
    place.write("changed.json", &changed);
    let message = place.fail(1, &["replay", "changed.json"]);
    assert!(message.starts_with("error: changed.json: crc: found "), "{message}");
}
