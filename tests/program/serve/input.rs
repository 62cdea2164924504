//! Bad input: a clear answer, and the game goes on.

use std::process::Command;

use super::server::{Server, actions, handed_out, version};

#[test]
fn strangers_get_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "link", "bot:steady"], 1);
    let forged = |path: &str| {
        let last = if path.ends_with("0/") { "1/" } else { "0/" };
        format!("{}{last}", &path[..path.len() - 2])
    };
    let zeros = format!("/{}/", "0".repeat(32));
    let mut answers = Vec::new();
    for path in [
        "/",
        "/style.css",
        "/favicon.ico",
        "/new",
        "//",
        "/..%2f",
        &zeros,
        &forged(&table),
        &forged(&server.lobby),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        answers.push(answer.body);
    }
    answers.dedup();
    assert_eq!(answers, ["Nothing is here.\n"], "one answer for all");
    assert_eq!(server.post(&format!("{}act", forged(&table)), &[("a", "mayor")]).status, 404);
    // A link of a seat opens that seat and neither the lobby nor another one.
    let page = server.get(&table).body;
    let link = &handed_out(&page)[0];
    let other = server.get(link);
    assert_eq!(other.status, 200);
    assert!(
        !other.body.contains(server.lobby.trim_matches('/')) && !other.body.contains(table.trim_matches('/'))
    );
    assert_eq!(server.post(&format!("{link}new"), &[("game", "puerto-rico")]).status, 404);
}

#[test]
fn a_stale_click_an_action_out_of_turn_and_nonsense_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "link", "bot:steady"], 1);
    let page = server.settled(&table);
    let link = handed_out(&page)[0].clone();
    let act = |path: &str, version: &str, action: &str| {
        server.post(&format!("{path}act"), &[("v", version), ("a", action)])
    };
    let waiting = server.get(&link).body;
    assert!(actions(&waiting).is_empty(), "only the seat to move is offered actions");
    let refused = act(&link, &version(&waiting), "mayor");
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("It is not your turn."), "{}", refused.body);
    for nonsense in ["", "sail panama", "mayor ", "<script>alert(1)</script>"] {
        let refused = act(&table, &version(&page), nonsense);
        assert_eq!(refused.status, 409, "{nonsense}");
        assert!(!refused.body.contains("<script>alert"));
        assert_eq!(actions(&refused.body), actions(&page), "the refusal shows the table as it is");
    }
    assert_eq!(act(&table, &version(&page), "mayor").status, 200);
    let second = act(&table, &version(&page), "mayor");
    assert_eq!(second.status, 409, "a second click on the same action");
    assert!(second.body.contains("The table has changed") || second.body.contains("not your turn"));
    assert_eq!(server.get(&format!("{table}record.json")).status, 409, "it holds what is hidden");
    assert_eq!(server.post(&format!("{table}unknown"), &[]).status, 404);
    assert_eq!(server.get(&format!("{table}at/x")).status, 404);
}

#[test]
fn what_is_too_large_is_refused_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let body = "a".repeat(10_000_000);
    let answer = server.post(&format!("{table}act"), &[("a", &body)]);
    assert_eq!(answer.status, 413);
    assert!(answer.body.contains("at most 64 KiB"));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(40_000));
    assert!(server.raw(long.as_bytes()).starts_with("HTTP/1.1 431"));
    assert!(server.raw(b"\x16\x03\x01 not HTTP\r\n\r\n").starts_with("HTTP/1.1 400"));
    assert!(server.raw(b"DELETE / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    let page = server.settled(&table);
    assert_eq!(server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", "mayor")]).status, 200);
}

#[test]
fn a_table_that_cannot_be_is_refused_in_the_lobby() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for (fields, part) in [
        (&[("game", "chess")][..], "There is no game"),
        (&[("game", "puerto-rico"), ("players", "9")], "2 to 5 players"),
        (&[("game", "puerto-rico"), ("players", "3"), ("variant", "balancd")], "did you mean"),
        (&[("game", "puerto-rico"), ("players", "3"), ("seat0", "bot:raider")], "raider"),
    ] {
        let answer = server.submit(&format!("{}new", server.lobby), fields);
        assert_eq!(answer.status, 400);
        assert!(answer.body.contains(part) && answer.body.contains("New game"), "{part}: {}", answer.body);
    }
    assert!(!server.get(&server.lobby).body.contains("Games under way"), "no table was opened");
}

#[test]
fn a_port_in_use_is_a_clear_message() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let port = server.address.rsplit(':').next().unwrap();
    let other = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["serve", "--no-browser", "--port", port, "--folder"])
        .arg(other.path())
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("another program uses this port") && message.lines().count() == 1, "{message}");
}
