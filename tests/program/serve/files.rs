//! Files that are refused, and files that are left behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use super::forms::{TABLE, head_of_table, write_head};
use super::server::{Server, between};

fn serve(arguments: &[&str], folder: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tradewinds"));
    program.args(["serve", "--no-browser"]).args(arguments).arg("--folder").arg(folder).output().unwrap()
}

#[test]
fn a_port_in_use_is_said_once_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let port = server.address.rsplit(':').next().unwrap();
    let other = folder.path().join("other");
    let message = String::from_utf8(serve(&["--port", port], &other).stderr).unwrap();
    assert_eq!(message.matches("os error").count(), 1, "the cause is said once: {message}");
    assert!(!other.exists(), "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_used_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text\n").unwrap();
    let output = serve(&["--port", "0"], &file.join("tables"));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.matches("os error").count()), (Some(1), 1), "{message}");
}

#[test]
fn a_record_that_is_refused_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let record = folder.path().join("game.json");
    let replayed = Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["replay", "experiments/quickstart.toml", "--game", "3", "--out"])
        .arg(&record)
        .output();
    assert!(replayed.unwrap().status.success());
    let mut swapped: Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    swapped["crc"] = Value::Null;
    swapped["actions"].as_array_mut().unwrap().swap(0, 1);
    for bad in [swapped.to_string(), "{}".to_owned(), String::new()] {
        fs::write(&record, &bad).unwrap();
        let output = serve(&["--port", "0", record.to_str().unwrap()], &tables);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("game.json") && message.lines().count() == 1, "{message}");
        assert!(!tables.exists(), "nothing is left behind: {message}");
    }
}

/// Every user of the machine sees the arguments of all programs.
#[cfg(unix)]
#[test]
fn the_browser_gets_a_file_that_only_its_user_can_read() {
    use std::io::{BufRead as _, BufReader};
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let [home, programs] = ["home", "bin"].map(|name| folder.path().join(name));
    let seen = folder.path().join("seen");
    fs::create_dir(&home).unwrap();
    fs::create_dir(&programs).unwrap();
    for name in ["xdg-open", "open"] {
        let browser = programs.join(name);
        let script =
            format!("#!/bin/sh\nprintf %s \"$*\" > '{0}.part'; mv '{0}.part' '{0}'\n", seen.display());
        fs::write(&browser, script).unwrap();
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut program = Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["serve", "--port", "0", "--folder"])
        .arg(folder.path().join("tables"))
        .env("HOME", &home)
        .env("PATH", path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut link = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut link).unwrap();
    while !seen.exists() {
        std::thread::yield_now();
    }
    let argument = fs::read_to_string(&seen).unwrap();
    let key = link.trim().rsplit('/').nth(1).unwrap();
    assert!(key.len() == 32 && !argument.contains(key), "{argument}");
    let page = fs::read_to_string(&argument).unwrap();
    assert!(page.contains(&format!("url={}\"", link.trim())), "{page}");
    assert_eq!(fs::metadata(&argument).unwrap().permissions().mode() & 0o777, 0o600);
    let id = nix::unistd::Pid::from_raw(program.id().try_into().unwrap());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(130));
    assert!(!Path::new(&argument).exists(), "Ctrl-C takes the file away");
}

#[test]
fn a_table_with_odd_screens_is_named_and_the_lobby_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    server.open("puerto-rico", &["me", "link", "bot:steady"], 1);
    drop(server);
    let head = head_of_table(folder.path());
    let screens = &head["extra"]["screens"];
    let guest = |field: &str, value: Value| {
        let mut guest = screens[1].clone();
        guest[field] = value;
        json!({ "screens": [screens[0], guest], "pace_ms": 0 })
    };
    let mut negative = head["extra"].clone();
    negative["pace_ms"] = (-1).into();
    for (extra, part) in [
        (json!({ "screens": [], "pace_ms": 0 }), "extra.screens: found no screen"),
        (json!({ "screens": [screens[1]], "pace_ms": 0 }), "found another screen first"),
        (guest("seats", json!([99])), "found 99; allowed: 0 to 2"),
        (guest("seats", json!([0])), "found 0; allowed: each seat at one screen"),
        (guest("token", screens[0]["token"].clone()), "a link of its own"),
        (guest("token", json!("abc")), "32 hexadecimal digits"),
        (json!({ "screens": screens, "pace_ms": u64::MAX }), "extra.pace_ms: found 18446744073709551615"),
        (negative, "line 1 is damaged"),
        (json!({ "pace_ms": 0 }), "screens"),
    ] {
        let mut odd = head.clone();
        odd["extra"] = extra;
        write_head(folder.path(), &odd);
        let server = Server::start(folder.path());
        let lobby = server.get(&server.lobby);
        assert_eq!(lobby.status, 200, "{part}");
        let fault = between(&lobby.body, "could not be opened: ", "</p>").unwrap_or_default();
        assert!(fault.contains("puerto-rico-1.table") && fault.contains(part), "{part}: {fault}");
        assert_eq!(server.submit(&format!("{}new", server.lobby), &TABLE).status, 303, "{part}");
        drop(server);
        fs::remove_file(folder.path().join("tables/puerto-rico-2.table")).unwrap();
    }
    // A copy has the links of another table.
    write_head(folder.path(), &head);
    let table = folder.path().join("tables/puerto-rico-1.table");
    fs::copy(&table, folder.path().join("tables/zz-copy.table")).unwrap();
    let server = Server::start(folder.path());
    let lobby = server.get(&server.lobby).body;
    assert!(lobby.contains("zz-copy.table") && lobby.contains("as in a copy of its file"), "{lobby}");
    drop(server);
    // What is no table stays as it is.
    fs::write(&table, [0; 4096]).unwrap();
    drop(Server::start(folder.path()));
    assert_eq!(fs::read(&table).unwrap(), [0; 4096]);
}
