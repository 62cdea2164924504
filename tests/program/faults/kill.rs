//! kill -9 at any moment.

use std::fs;
use std::process::Stdio;
use std::thread::yield_now;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::place::{Place, games};

/// Kills a real run at 20 random moments, from its first to its last millisecond; the same command goes
/// on each time, and every run ends with the tables of one that nobody disturbed.
#[test]
fn a_run_killed_at_random_moments_ends_with_the_same_tables() {
    let place = Place::new(100);
    let start = Instant::now();
    place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    let duration = start.elapsed();
    let mut moments = Pcg32::seed_from_u64(20);
    let (mut kills, mut runs, mut torn) = (0, 0, 0);
    while kills < 20 {
        let folder = format!("run-{runs}");
        let arguments = ["tournament", "m.toml", "--out", folder.as_str()];
        let mut finished = false;
        while kills < 20 && !finished {
            let most = duration.as_micros() as u64 * if kills < 4 { 1 } else { 4 } / 16;
            let moment = Duration::from_micros(moments.random_range(0..=most.max(1)));
            let mut command = place.command(&arguments);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            let start = Instant::now();
            while start.elapsed() < moment {
                yield_now();
            }
            match child.try_wait().unwrap() {
                Some(status) => {
                    assert!(status.success(), "{:?}", child.wait_with_output());
                    finished = true;
                }
                None => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    kills += 1;
                    let journal = fs::read(place.path(&folder).join("journal.frames")).unwrap_or_default();
                    let (_, rest) = games(&journal);
                    torn += u32::from(rest > 0);
                }
            }
        }
        place.succeed(&arguments);
        assert_eq!(place.tables(&folder), place.tables("whole"), "after {kills} kills, {torn} torn journals");
        runs += 1;
    }
    assert!(runs > 0);
}

/// Two processes that play one run at once: one of them does it.
#[test]
fn two_processes_do_not_mix() {
    let place = Place::new(200);
    let arguments = ["tournament", "m.toml", "--out", "run"];
    let spawn = || place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let first = spawn();
    while !place.path("run/journal.frames").exists() {
        yield_now();
    }
    let second = spawn().wait_with_output().unwrap();
    let errors = String::from_utf8(second.stderr).unwrap();
    // It may come when the first one has finished.
    assert!(second.status.success() || errors.contains("another process plays this run"), "{errors}");
    assert!(first.wait_with_output().unwrap().status.success());
    place.succeed(&["tournament", "m.toml", "--out", "whole"]);
    assert_eq!(place.tables("run"), place.tables("whole"));
}
