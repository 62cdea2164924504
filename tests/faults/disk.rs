//! A disk that is full, and a folder that nothing can be written to.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::place::Place;

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
        let program = assert_cmd::cargo::cargo_bin!("tradewinds").display().to_string();
        // The signal that the limit sends is ignored, so that the write fails.
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} tournament m.toml --out {folder}");
        let output = Command::new("sh").args(["-c", &script]).current_dir(place.path("")).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        let file = if blocks == 1 { "bots/" } else { "journal.frames: " };
        assert!(errors.starts_with(&format!("error: cannot use {folder}/{file}")), "{errors}");
        assert!(errors.ends_with("(os error 27)\n") && errors.lines().count() == 1, "{errors}");
        let journal = fs::read(place.path(&folder).join("journal.frames")).unwrap_or_default();
        assert!(journal.len() as u64 <= blocks * 512);
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
    let program = assert_cmd::cargo::cargo_bin!("tradewinds").display().to_string();
    let script = format!("trap '' XFSZ; ulimit -f 4; exec {program} tournament m.toml --out run");
    let output = Command::new("sh").args(["-c", &script]).current_dir(place.path("")).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    // Which of the tables is written first is of no interest, but it is named.
    let file = errors.strip_prefix("error: cannot use run/").unwrap_or_else(|| panic!("{errors}"));
    assert!(file.split_once(": ").is_some_and(|(name, _)| name.ends_with(".csv")), "{errors}");
    assert!(!place.path("run/standings.csv").exists());
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    assert_eq!(place.tables("run"), place.tables("whole"));
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
