//! How many threads and processes a command takes, and what it says where it gets fewer.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::{Child, Command, Output, Stdio};
use std::thread::yield_now;

use super::place::Place;

/// Returns the most threads that the process has had by the time it ends.
#[cfg(target_os = "linux")]
fn most_threads(mut child: Child) -> usize {
    let folder = format!("/proc/{}/task", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(fs::read_dir(&folder).map_or(0, Iterator::count));
        yield_now();
    }
    assert!(child.wait().unwrap().success());
    assert!(most > 0, "no thread was seen");
    most
}

/// One thread for all that is done in parallel, beside the first one, the one that listens for Ctrl-C and the one that
/// writes progress: also for the intervals at the end, which are worked out when the games are over, and whatever the environment says.
#[cfg(target_os = "linux")]
#[test]
fn the_option_binds_all_threads() {
    let place = Place::new(60);
    let run = |arguments: &[&str]| {
        let mut command = place.command(arguments);
        let command = command.env("RAYON_NUM_THREADS", "40").stdout(Stdio::null()).stderr(Stdio::null());
        most_threads(command.spawn().unwrap())
    };
    let most = run(&["tournament", "m.toml", "--out", "run", "--threads", "1"]);
    assert!(most <= 4, "{most} threads for the run");
    // Nothing is played, so that nearly all the time goes into the intervals.
    let most = run(&["tournament", "m.toml", "--out", "run", "--threads", "1"]);
    assert!(most <= 4, "{most} threads for a run that was played before");
    let simulate = ["sprt", "--simulate", "300", "--max-deals", "2000", "--threads", "1"];
    let most = run(&simulate);
    assert!(most <= 2, "{most} threads for a simulation");
}

/// Without the option there is a thread for each core, whatever rayon reads from the environment.
#[cfg(target_os = "linux")]
#[test]
fn the_environment_sets_no_number_of_threads() {
    let place = Place::new(60);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    let cores = std::thread::available_parallelism().unwrap().get();
    for arguments in [&["tournament", "m.toml", "--out", "run"][..], &["standings", "run"]] {
        let mut command = place.command(arguments);
        let command = command.env("RAYON_NUM_THREADS", "300").stdout(Stdio::null());
        let most = most_threads(command.spawn().unwrap());
        assert!(most <= cores + 3, "{most} threads on {cores} cores: {arguments:?}");
    }
}

#[test]
fn a_number_of_threads_that_no_machine_can_use_is_refused() {
    let place = Place::new(1);
    for command in [
        &["tournament", "m.toml"][..],
        &["ladder", "m.toml"],
        &["balance", "m.toml"],
        &["tune", "m.toml"],
        &["choices", "m.toml"],
        &["sprt", "--simulate", "1"],
        &["bench"],
    ] {
        let output = place.run(&[command, &["--threads", "513"]].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(
            errors.starts_with("error: invalid value '513'") && errors.contains("from 1 to 512"),
            "{errors}"
        );
    }
}

/// Runs the program as a user with a limit on processes. The superuser is not bound by the limit, so another user
/// takes its place, of which no process runs.
fn with_processes(place: &Place, limit: u32, arguments: &str) -> Output {
    // The other user may not be allowed into the folder of the checkout.
    let program = place.path("program");
    if !program.exists() {
        fs::copy(assert_cmd::cargo::cargo_bin!("tradewinds"), &program).unwrap();
    }
    let script = format!("ulimit -u {limit} && exec {} {arguments}", program.display());
    let is_superuser = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    let mut command = Command::new(if is_superuser { "setpriv" } else { "bash" });
    if is_superuser {
        command.args(["--reuid=54321", "--clear-groups", "bash"]);
    }
    command.args(["-c", &script]).current_dir(place.path("")).output().unwrap()
}

/// Whatever number of processes is allowed, the message is one line.
#[cfg(target_os = "linux")]
#[test]
fn too_few_processes_are_a_message() {
    let place = Place::new(2);
    fs::set_permissions(place.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    for limit in 1..=6 {
        let output =
            with_processes(&place, limit, &format!("tournament m.toml --threads 2 --out run-{limit}"));
        let errors = String::from_utf8(output.stderr).unwrap();
        if output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(1), "{limit} processes: {errors}");
            assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
        }
    }
}
