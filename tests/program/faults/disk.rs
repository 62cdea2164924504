//! A disk that is full, and a folder that nothing can be written to.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use super::place::{Place, games};

/// Runs what fails since its files may have at most `blocks` blocks of 512 bytes; returns its message.
fn limited(place: &Place, blocks: u64, arguments: &[&str], typed: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin!("tradewinds");
    // The signal that the limit sends is ignored, so that the write fails.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(program).args(arguments).current_dir(place.path(""));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has failed reads no more.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    errors
}

/// A limit on the size of files does what a full disk does: a write fails in the middle of a frame.
/// The message says so, and with space the same command continues and ends with the same tables.
#[test]
fn a_full_disk_loses_nothing() {
    let place = Place::new(20);
    place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    let size = fs::metadata(place.path("whole/journal.frames")).unwrap().len();
    // In units of 512 bytes: too small for the description, in the middle of the journal, near its end. Not at its end,
    // since its size depends a little on when its frames were closed.
    for blocks in [1, size / 1024, size * 3 / 2048] {
        let folder = format!("run-{blocks}");
        let errors = limited(&place, blocks, &["tournament", "m.toml", "--out", &folder], "");
        let file = if blocks == 1 { "bots/" } else { "journal.frames: " };
        assert!(errors.starts_with(&format!("error: cannot use {folder}/{file}")), "{errors}");
        assert!(errors.ends_with("(os error 27)\n") && errors.lines().count() == 1, "{errors}");
        let journal = fs::read(place.path(&folder).join("journal.frames")).unwrap_or_default();
        assert!(journal.len() as u64 <= blocks * 512);
        assert_eq!(games(&journal).1, 0, "the journal ends with a whole frame");
        place.succeed(&["tournament", "m.toml", "--out", &folder]);
        assert_eq!(place.tables(&folder), place.tables("whole"));
    }
}

/// The journal fits, but the tables do not.
#[test]
fn a_disk_that_is_full_for_the_tables_loses_nothing() {
    let place = Place::new(20);
    place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    fs::create_dir(place.path("run")).unwrap();
    for name in ["manifest.toml", "version.toml", "bots", "journal.frames"] {
        let status =
            Command::new("cp").arg("-r").arg(place.path("whole").join(name)).arg(place.path("run")).status();
        assert!(status.unwrap().success());
    }
    let errors = limited(&place, 4, &["tournament", "m.toml", "--out", "run"], "");
    // Which of the tables is written first is of no interest, but it is named.
    let file = errors.strip_prefix("error: cannot use run/").unwrap_or_else(|| panic!("{errors}"));
    assert!(file.split_once(": ").is_some_and(|(name, _)| name.ends_with(".csv")), "{errors}");
    assert!(!place.path("run/standings.csv").exists());
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    assert_eq!(place.tables("run"), place.tables("whole"));
}

/// The journals of lines: what is judged, what is valued, what is tuned, and a game in the terminal.
#[test]
fn a_full_disk_leaves_whole_lines() {
    let place = Place::new(1);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    place.succeed(&["replay", "run", "--game", "0", "--out", "game.json"]);
    place.write("choices.toml", CHOICES);
    place.write("tune.toml", TUNE);
    let review = ["review", "game.json", "--iterations", "4", "--worlds", "0", "--playouts", "8"];
    let review = [&review[..], &["--compared", "8", "--events", "8"]].concat();
    for (arguments, journal) in [
        (&[&review[..], &["--journal", "judged.review"]].concat()[..], "judged.review"),
        (&["choices", "choices.toml", "--out", "choices"], "choices/worth.jsonl"),
        (&["tune", "tune.toml", "--out", "tuned"], "tuned/log.jsonl"),
    ] {
        place.succeed(arguments);
        let path = place.path(journal);
        let blocks = fs::metadata(&path).unwrap().len() / 1024;
        fs::remove_file(&path).unwrap();
        let errors = limited(&place, blocks, arguments, "");
        assert!(errors.contains(journal) && errors.contains("(os error 27)"), "{errors}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.ends_with('\n') && text.len() as u64 <= blocks * 512, "{journal}");
        place.succeed(arguments);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&text), "{journal}");
    }
    let play = ["play", "puerto-rico", "--against", "random", "--seed", "3"];
    let errors = limited(&place, 4, &play, &"1\n".repeat(300));
    assert!(errors.contains("puerto-rico.table") && errors.contains("(os error 27)"), "{errors}");
    let text = fs::read_to_string(place.path("puerto-rico.table")).unwrap();
    assert!(text.ends_with('\n'));
    place.succeed(&play[..2]);
}

const CHOICES: &str = "name = \"study\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 4\ndeals = 3\nformat = \"one-vs-rest\"\n\
                       lineup = [\"random\", \"steady\"]\nkinds = [\"role\"]\n\n[worth]\ndecisions = 40\nplayouts = 6\n\
                       bot = \"steady\"\njudge = \"steady\"\nchoices = 5\n";
const TUNE: &str = "name = \"weights\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 4\nbot = \"steady\"\n\
                    pool = [[\"shipper\"], [\"trader\", \"builder\"]]\n\n[spsa]\niterations = 12\ndeals = 2\n\n\
                    [held_out]\npool = [[\"factory\"], [\"factory\", \"trader\"]]\ndeals = 7\n";

/// A command that writes a file for its user leaves all of it or nothing, so that the next try needs no `--force`.
#[test]
fn a_full_disk_leaves_no_half_of_a_file() {
    let place = Place::new(20);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    place.succeed(&["replay", "run", "--game", "0", "--out", "game.json"]);
    let program = assert_cmd::cargo::cargo_bin!("tradewinds").display().to_string();
    let before = place.names();
    // A table that cannot be begun is not there.
    let script =
        format!("trap '' XFSZ; ulimit -f 0; exec {program} play puerto-rico < /dev/null > /dev/null");
    let failed = Command::new("sh").args(["-c", &script]).current_dir(place.path("")).output().unwrap();
    let errors = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(failed.status.code(), Some(1), "{errors}");
    assert_eq!(errors, "error: puerto-rico.table: File too large (os error 27)\n");
    assert_eq!(place.names(), before);
    for (arguments, output) in [
        ("export run --parquet parquet", "parquet"),
        ("replay run --game 1 --out other.json", "other.json"),
        ("replay game.json --html game.html", "game.html"),
        ("position random --game age-of-discovery --seed 1 position.json", "position.json"),
        ("analyze game.json --at 0 --iterations 5 --worlds 0 --html analysis.html", "analysis.html"),
        ("gallery run", "run/index.html"),
    ] {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {program} {arguments}");
        let failed = Command::new("sh").args(["-c", &script]).current_dir(place.path("")).output().unwrap();
        let errors = String::from_utf8(failed.stderr).unwrap();
        assert_eq!(failed.status.code(), Some(1), "{arguments}: {errors}");
        assert!(
            errors.contains(output) && errors.matches("(os error 27)").count() == 1,
            "{arguments}: {errors}"
        );
        let left = place.names().into_iter().filter(|name| !before.contains(name));
        assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new(), "{arguments}");
        place.succeed(&arguments.split(' ').collect::<Vec<_>>());
        fs::remove_dir_all(place.path("parquet")).ok();
        for file in ["other.json", "game.html", "position.json", "analysis.html", "run/index.html"] {
            fs::remove_file(place.path(file)).ok();
        }
    }
}

#[test]
fn a_read_only_folder_is_refused_before_any_game() {
    let place = Place::new(20);
    fs::create_dir(place.path("locked")).unwrap();
    fs::set_permissions(place.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser may write there all the same; nobody may in /proc.
    let writable = fs::write(place.path("locked/probe"), "").is_ok();
    let folder = if writable { "/proc/locked".to_owned() } else { "locked/run".to_owned() };
    let output = place.run(&["tournament", "m.toml", "--out", &folder]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with(&format!("error: cannot use {folder}")), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// A finished run can be looked at where nothing can be written.
#[test]
fn a_finished_run_is_read_where_nothing_can_be_written() {
    let place = Place::new(2);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    for (name, mode) in [("run/journal.frames", 0o444), ("run", 0o555)] {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    place.succeed(&["standings", "run"]);
}
