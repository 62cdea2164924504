//! Requests that cannot be met: one error each, and nothing changes.

use serde_json::{Value, json};

use super::client::Client;

fn started() -> Client {
    let mut client = Client::start();
    let new = json!({ "cmd": "new", "game": "puerto-rico", "players": 3, "seed": 7 });
    assert_eq!(client.ask(&new), json!({ "ok": true }));
    client
}

#[test]
fn a_wrong_request_is_refused_and_changes_nothing() {
    let mut client = started();
    let before = client.position();
    for (line, parts) in [
        ("", &["request", "JSON object"][..]),
        ("legal", &["JSON object"]),
        ("{\"cmd\":\"legal\"", &["EOF", "JSON object"]),
        ("{\"cmd\":\"legal\"} x", &["trailing characters"]),
        ("{\"cmd\":\"legal\",\"cmd\":\"quit\"}", &["the key \"cmd\" is there twice", "JSON object"]),
        (
            "{\"cmd\":\"new\",\"game\":\"puerto-rico\",\"players\":4,\"players\":3}",
            &["the key \"players\" is there twice"],
        ),
        (
            "{\"cmd\":\"load\",\"game\":\"puerto-rico\",\"position\":{\"round\":1,\"round\":2}}",
            &["the key \"round\" is there twice"],
        ),
        ("[\"legal\"]", &["sequence", "JSON object"]),
        ("null", &["null", "JSON object"]),
        ("{}", &["cmd: found nothing", "determinize"]),
        ("{\"cmd\":null}", &["cmd: found null"]),
        ("{\"cmd\":\"leagl\"}", &["cmd: found \"leagl\"", "did you mean legal?"]),
        ("{\"cmd\":\"legal\",\"seat\":1}", &["seat: found \"seat\"", "no field of legal"]),
        ("{\"cmd\":\"quit\",\"now\":true}", &["now: found \"now\""]),
        ("{\"cmd\":\"play\"}", &["action: found nothing"]),
        ("{\"cmd\":\"play\",\"action\":7}", &["action: found 7"]),
        ("{\"cmd\":\"play\",\"action\":\"bilder\"}", &["illegal action \"bilder\"", "builder"]),
        ("{\"cmd\":\"play\",\"action\":\"pass\"}", &["illegal action \"pass\"", "builder"]),
        ("{\"cmd\":\"play\",\"acton\":\"pass\"}", &["acton", "did you mean action?"]),
        ("{\"cmd\":\"view\"}", &["seat: found nothing"]),
        ("{\"cmd\":\"view\",\"seat\":3}", &["seat: found 3; allowed: 0 to 2"]),
        ("{\"cmd\":\"view\",\"seat\":-1}", &["seat: found -1"]),
        ("{\"cmd\":\"view\",\"seat\":18446744073709551615}", &["allowed: 0 to 2"]),
        ("{\"cmd\":\"determinize\",\"seat\":4}", &["seat: found 4"]),
        ("{\"cmd\":\"determinize\",\"seat\":1,\"seed\":1.5}", &["seed: found 1.5"]),
        ("{\"cmd\":\"analyze\"}", &["bot: found nothing"]),
        ("{\"cmd\":\"analyze\",\"bot\":\"ismtcs\"}", &["bot: found \"ismtcs\"", "did you mean"]),
        ("{\"cmd\":\"analyze\",\"bot\":\"random\"}", &["kind: found \"random\"; allowed: \"search\""]),
        ("{\"cmd\":\"analyze\",\"bot\":\"no/such.toml\"}", &["no/such.toml", "cannot be read: "]),
        ("{\"cmd\":\"analyze\",\"bot\":\"ismcts\",\"iterations\":0}", &["search.iterations: found 0"]),
        ("{\"cmd\":\"new\",\"game\":\"puerto-rico\"}", &["players: found nothing"]),
        ("{\"cmd\":\"new\",\"players\":3}", &["game: found nothing"]),
        ("{\"cmd\":\"new\",\"game\":\"chess\",\"players\":3}", &["game: found \"chess\"", "puerto-rico"]),
        ("{\"cmd\":\"new\",\"game\":\"puerto-rico\",\"players\":6}", &["players: found 6; allowed: 2 to 5"]),
        ("{\"cmd\":\"new\",\"game\":\"puerto-rico\",\"players\":\"3\"}", &["players: found the text \"3\""]),
        ("{\"cmd\":\"new\",\"game\":\"puerto-rico\",\"players\":3,\"seed\":-1}", &["seed: found -1"]),
        (
            "{\"cmd\":\"new\",\"game\":\"puerto-rico\",\"players\":3,\"variant\":\"strickt\"}",
            &["variant: found \"strickt\"", "did you mean strict?"],
        ),
        ("{\"cmd\":\"load\",\"game\":\"puerto-rico\"}", &["position: found nothing"]),
        ("{\"cmd\":\"load\",\"game\":\"puerto-rico\",\"position\":[]}", &["position"]),
        ("{\"cmd\":\"load\",\"game\":\"puerto-rico\",\"position\":null}", &["position"]),
    ] {
        let error = client.refused(line.as_bytes());
        for part in parts {
            assert!(error.contains(part), "{line}: {error}");
        }
        assert!(!error.contains("internal"), "{line}: {error}");
    }
    assert!(client.refused(b"{\"cmd\":\"\xff\"}").contains("JSON object"));
    let deep = format!("{{\"cmd\":\"load\",\"position\":{}", "[".repeat(100_000));
    assert!(client.refused(deep.as_bytes()).contains("recursion limit"));
    assert_eq!(client.position(), before);
    client.close();
}

#[test]
fn without_a_game_there_is_nothing_to_ask() {
    let mut client = Client::start();
    for line in [
        "{\"cmd\":\"position\"}",
        "{\"cmd\":\"legal\"}",
        "{\"cmd\":\"play\",\"action\":\"builder\"}",
        "{\"cmd\":\"scores\"}",
        "{\"cmd\":\"view\",\"seat\":0}",
        "{\"cmd\":\"determinize\",\"seat\":0}",
        "{\"cmd\":\"analyze\",\"bot\":\"ismcts\"}",
    ] {
        assert!(client.refused(line.as_bytes()).contains("no game; allowed: new or load first"));
    }
    client.close();
}

/// Loads a position with one field changed, by its JSON pointer.
fn changed(position: &Value, pointer: &str, value: Value) -> Vec<u8> {
    let mut position = position.clone();
    *position.pointer_mut(pointer).unwrap() = value;
    json!({ "cmd": "load", "game": "puerto-rico", "position": position }).to_string().into_bytes()
}

#[test]
fn an_impossible_position_is_refused() {
    let mut client = started();
    let before = client.position();
    for (pointer, value, part) in [
        ("/game", json!("chess"), "position: game: found \"chess\""),
        ("/round", json!(0), "position: round: found 0"),
        ("/players/1/goods", json!({ "corn": 15 }), "barrels of corn"),
        ("/players/1/goods", json!({ "maize": 1 }), "players[1].goods.maize"),
        ("/players/2/doubloons", json!(-1), "players[2].doubloons: found -1"),
        ("/players/0/occupied", json!({ "quarry": 1 }), "broken invariant"),
        ("/step", json!({ "decision": "roles" }), "did you mean role?"),
        ("/players", json!([]), "players: found 0 players"),
    ] {
        let error = client.refused(&changed(&before, pointer, value));
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(client.position(), before);
    assert_eq!(client.send(&changed(&before, "/round", json!(1))), json!({ "ok": true }));
}

#[test]
fn very_long_lines_are_read() {
    let mut client = started();
    let padding = " ".repeat(5_000_000);
    let line = format!("{{\"cmd\":{padding}\"legal\"}}");
    assert_eq!(client.send(line.as_bytes())["to_move"], 0);
    let line = json!({ "cmd": "play", "action": "x".repeat(1_000_000) }).to_string();
    assert!(client.refused(line.as_bytes()).contains("illegal action"));
    client.close();
}

/// The last line needs no end, and a line may end as on Windows.
#[test]
fn line_ends_may_differ() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
        .arg("protocol")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let requests = b"{\"cmd\":\"legal\"}\r\n{\"cmd\":\"quit\"}";
    child.stdin.take().unwrap().write_all(requests).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() == 2 && text.ends_with("{\"ok\":true}\n"), "{text}");
}
