//! Records that were made elsewhere are opened as tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tradewinds::tournament::MoveRecord;

use super::server::{Server, actions, version};

/// Makes the record of a game of bots.
fn record(folder: &Path, number: &str) -> PathBuf {
    let path = folder.join(format!("made-{number}.json"));
    let output = Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["replay", "experiments/quickstart.toml", "--game", number, "--out"])
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
}

fn parsed(text: &str) -> MoveRecord {
    MoveRecord::parse("record", text).unwrap()
}

#[test]
fn a_record_on_the_command_line_is_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(folder.path(), "3");
    let made = parsed(&fs::read_to_string(&path).unwrap());
    let (server, table) = Server::start_with(folder.path(), &path);
    let page = server.get(&table);
    assert!(page.status == 200 && page.body.contains("The game is over"), "{}", page.body);
    assert!(server.get(&format!("{table}at/7")).body.contains("Play on from here"));
    let kept = parsed(&server.get(&format!("{table}record.json")).body);
    assert_eq!((&kept.actions, &kept.initial, &kept.bots), (&made.actions, &made.initial, &made.bots));
    assert_eq!(kept.result, made.result);
    // The same record is the same table, also after the server was killed.
    drop(server);
    let (server, again) = Server::start_with(folder.path(), &path);
    assert_eq!(again, table);
    let (other, text) = (record(folder.path(), "4"), fs::read_to_string(&path).unwrap());
    assert_eq!(server.upload(&text).place.as_deref(), Some(table.as_str()));
    let answer = server.upload(&fs::read_to_string(other).unwrap());
    let second = answer.place.unwrap();
    assert!(answer.status == 303 && second != table);
    assert!(server.get(&second).body.contains("The game is over"));
    assert_eq!(server.get(&server.lobby).body.matches("class=\"table-link\"").count(), 2);
}

#[test]
fn a_game_with_other_lines_keeps_them_and_goes_on_from_any_place() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(here.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 6);
    let play = |server: &Server, table: &str, choice: usize| {
        let page = server.settled(table);
        let actions = actions(&page);
        server
            .post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions[choice % actions.len()])]);
    };
    play(&server, &table, 0);
    let page = server.settled(&table);
    server.post(&format!("{table}undo"), &[("v", &version(&page))]);
    let mut turn = 1;
    while !server.settled(&table).contains("The game is over") {
        play(&server, &table, turn);
        turn += 1;
    }
    let text = server.get(&format!("{table}record.json")).body;
    let made = parsed(&text);
    assert!(!made.branches.is_empty());
    drop(server);
    let server = Server::start(there.path());
    let opened = server.upload(&text).place.unwrap();
    let kept = parsed(&server.get(&format!("{opened}record.json")).body);
    assert_eq!((&kept.actions, &kept.branches), (&made.actions, &made.branches));
    // The person of the record is the host now, and plays on from an earlier place.
    let branch = server.submit(&format!("{opened}branch"), &[("seen", "0")]);
    assert_eq!(branch.status, 303);
    let other = branch.place.unwrap();
    assert!(!actions(&server.settled(&other)).is_empty());
    assert!(server.get(&opened).body.contains("The game is over"), "a finished game stays as it is");
    drop(server);
    let server = Server::start(there.path());
    assert!(!actions(&server.settled(&other)).is_empty(), "the journal holds all lines and the jump");
    assert!(server.get(&server.lobby).body.contains("Finished games"));
}

/// A table that was kept in another folder, in mid-game.
#[test]
fn a_table_is_opened_like_a_record() {
    let [folder, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    let page = server.settled(&table);
    server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    let page = server.settled(&table);
    let text = fs::read_to_string(folder.path().join("tables/puerto-rico-1.table")).unwrap();
    let elsewhere = Server::start(other.path());
    let answer = elsewhere.upload(&text);
    assert_eq!(answer.status, 303, "{}", answer.body);
    assert_eq!(actions(&elsewhere.settled(&answer.place.unwrap())), actions(&page));
}

#[test]
fn what_is_no_record_is_refused_and_the_lobby_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(record(folder.path(), "3")).unwrap();
    let server = Server::start(folder.path());
    let mut changed: Value = serde_json::from_str(&text).unwrap();
    changed["actions"][0]["action"] = "mayor".into();
    let mut sealed = parsed(&text);
    sealed.actions.swap(0, 1);
    sealed.seal();
    let mut foreign = parsed(&text);
    foreign.rules_version = 999;
    foreign.seal();
    for (file, part) in [
        (String::new(), "No record was sent"),
        ("<script>alert(1)</script>".to_owned(), "invalid JSON"),
        (
            parsed(&text).initial.to_string(),
            "the file: found a position of puerto-rico; allowed: the record or the table of a game",
        ),
        (
            "a,b\n1,2\n".to_owned(),
            "found a table of results in CSV; allowed: the record or the table of a game",
        ),
        ("<!DOCTYPE html>".to_owned(), "found a page in HTML"),
        (changed.to_string(), "crc"),
        (sealed.to_json(), "does not replay"),
        (foreign.to_json(), "rules_version"),
    ] {
        for button in ["open", "open-review"] {
            let answer = server.upload_to(button, &file);
            assert_eq!(answer.status, 400, "{button}, {part}: {}", answer.body);
            assert!(
                answer.body.contains(part) && !answer.body.contains("<script>alert"),
                "{button}, {part}: {}",
                answer.body
            );
        }
    }
    assert_eq!(server.submit(&format!("{}open", server.lobby), &[("record", "x")]).status, 400);
    let answer = server.upload(&" ".repeat(5 << 20));
    assert!(answer.status == 413 && answer.body.contains("at most 4 MiB"), "{}", answer.body);
    // A stranger, or somebody with the link of a table, cannot send so much, nor open a record.
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let body = "a".repeat(100_000);
    for path in [format!("/{}/open", "0".repeat(32)), format!("{table}open")] {
        assert_eq!(server.submit(&path, &[("record", &body)]).status, 413, "{path}");
        assert_eq!(server.submit(&path, &[("record", "{}")]).status, 404, "{path}");
    }
    assert_eq!(server.get(&server.lobby).status, 200);
}
