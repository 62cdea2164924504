//! Numbers and manifests of the wrong kind are refused in the user's words.

use super::place::Place;

#[test]
fn a_number_is_refused_by_what_is_allowed() {
    let place = Place::new();
    for (arguments, part) in [
        (&["bench", "--threads", "-1"][..], "'--threads <N>': allowed: a whole number from 1 to 512"),
        (
            &["tournament", "m.toml", "--seed", "-1"],
            "'--seed <N>': allowed: a whole number from 0 to 9223372036854775807",
        ),
        (&["replay", "x", "--game", "-1"], "'--game <N>': allowed: a whole number from 0 on"),
        (
            &["position", "random", "--game", "puerto-rico", "--seed", "1.5"],
            "allowed: a whole number from 0 on",
        ),
        (&["balance", "m.toml", "--deals", "0"], "'--deals <N>': allowed: a whole number from 1 on"),
    ] {
        let message = place.fail(2, arguments);
        assert!(message.contains(part), "{message}");
        assert!(!message.contains("tip:"), "{message}");
    }
}

#[test]
fn a_reason_is_said_once() {
    let place = Place::new();
    let duel = ["sprt", "--game", "puerto-rico", "--players", "4", "--a", "steady", "--b", "random"];
    for (arguments, message) in [
        (
            [&duel[..], &["--elo0", "10", "--elo1", "5"]].concat(),
            "command line: sprt.elo1: found 5; allowed: above 10, which is elo0, and up to 2000",
        ),
        (
            [&duel[..], &["--elo0", "-3000"]].concat(),
            "command line: sprt.elo0: found -3000; allowed: -2000 to 2000",
        ),
        (
            vec!["sprt", "--simulate", "9", "--alpha", "0.7"],
            "command line: --alpha: found 0.7; allowed: above 0 and below 0.5",
        ),
    ] {
        assert_eq!(place.refuse(&arguments), format!("error: {message}\n"));
    }
    // Something else has the port.
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = place.refuse(&["serve", "--no-browser", "--port", &port]);
    assert_eq!(message.matches("ddress already in use").count(), 1, "{message}");
    // So has another program a table.
    place.succeed_with_notes(&["play", "puerto-rico", "--against", "random"]);
    let table = std::fs::File::open(place.path().join("puerto-rico.table")).unwrap();
    table.lock().unwrap();
    let message = place.refuse(&["play", "puerto-rico"]);
    assert_eq!(message, "error: puerto-rico.table is open in another program\n");
}

#[test]
fn parts_that_are_not_there_are_refused_as_such() {
    let place = Place::new();
    let manifest = "name = \"m\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"duel\"\n\
                    lineup = [\"steady\", \"random\"]\n";
    place.write("m.toml", manifest);
    place.succeed_with_notes(&["tournament", "m.toml", "--out", "a"]);
    for command in [&["merge", "a", "x", "--out", "out"][..], &["export", "a", "x", "--parquet", "out"]] {
        let message = place.refuse(command);
        assert_eq!(message, "error: cannot use x: No such file or directory (os error 2)\n");
    }
}

#[test]
fn a_manifest_of_another_kind_is_refused_as_such() {
    let place = Place::new();
    let game = "name = \"x\"\ngame = \"puerto-rico\"\nplayers = 4\nseed = 1\n";
    let manifests = [
        ("tournament", "deals = 1\nformat = \"table\"\nlineup = [\"steady\"]\n"),
        ("choices", "deals = 1\nformat = \"table\"\nlineup = [\"steady\"]\nkinds = [\"role\"]\n"),
        ("balance", "deals = 1\nvariants = [\"balanced\"]\n"),
        ("tune", "bot = \"steady\"\npool = [[\"steady\"]]\n"),
        (
            "learn",
            "bot = \"ismcts\"\ngenerations = 1\ngames = 16\n[gate]\nplayers = 4\ndeals = 2\niterations = 9\n",
        ),
        ("ladder", "deals = 1\nbot = \"ismcts\"\niterations = [100, 200]\n"),
    ];
    for (kind, text) in manifests {
        place.write("m.toml", &format!("{game}{text}"));
        for (command, _) in manifests.into_iter().filter(|(command, _)| *command != kind) {
            assert_eq!(
                place.refuse(&[command, "m.toml", "--out", "out"]),
                format!(
                    "error: m.toml: found a manifest of tradewinds {kind}; allowed: a manifest of tradewinds {command}\n"
                )
            );
        }
    }
}

#[test]
fn a_fault_is_named_where_the_kind_of_a_manifest_is_not_certain() {
    let place = Place::new();
    let game =
        "name = \"x\"\ngame = \"puerto-rico\"\nseed = 1\ndeals = 4\nplayers = [3]\nitems = [\"build\"]\n";
    let table = "[[table]]\nname = \"t\"\nbots = [\"steady\"]\n";
    for (command, lines, part) in [
        ("balance", "smalest = 0.05\n", "(did you mean smallest?)"),
        ("balance", "variants = [\"balanced\"]\nsmalest = 0.05\n", "(did you mean smallest?)"),
        ("balance", &format!("smalest = 0.05\n{table}"), "(did you mean smallest?)"),
        ("balance", &format!("rare = 0.05\n{table}"), "rare: found \"rare\""),
        ("restricted", "variants = [\"balanced\"]\n", "bot: found nothing"),
        ("balance", "bot = \"steady\"\n", "found a manifest of tradewinds restricted"),
    ] {
        place.write("m.toml", &format!("{game}{lines}"));
        let message = place.refuse(&[command, "m.toml", "--out", "out"]);
        assert!(message.starts_with("error: m.toml: ") && message.contains(part), "{message}");
    }
}

/// A refusal names the field of the manifest, or the option, that the user has to change.
#[test]
fn the_field_or_option_at_fault_is_named() {
    let place = Place::new();
    let manifest = "name = \"x\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"table\"\n\
        lineup = [\"steady\", \"steady\", \"steady\"]\n";
    let out_of_range = "; allowed: a whole number from -9223372036854775808 to 9223372036854775807\n";
    for (from, to, expected) in [
        ("deals = 1", "positions = \"\"", "m.toml: positions \"\": cannot be read: "),
        ("deals = 1", "positions = \"none\"", "m.toml: positions \"none\": cannot be read: "),
        ("deals = 1", "deals_of = \"\"", "m.toml: deals_of \"\": cannot be read: "),
        ("players = 3", "players = 0", "m.toml: players: found 0; allowed: 2 to 5\n"),
        ("players = 3", "players = 6", "m.toml: players: found 6; allowed: 2 to 5\n"),
        (
            "seed = 1",
            "seed = 9223372036854775808",
            &format!("m.toml: line 4: found 9223372036854775808{out_of_range}"),
        ),
        (
            "seed = 1",
            "seed = 18446744073709551616",
            &format!("m.toml: line 4: found 18446744073709551616{out_of_range}"),
        ),
        (
            "seed = 1",
            "seed = -9223372036854775809",
            &format!("m.toml: line 4: found -9223372036854775809{out_of_range}"),
        ),
        ("seed = 1", "seed = -", "m.toml: line 4: invalid TOML: "),
    ] {
        place.write("m.toml", &manifest.replace(from, to));
        let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
        assert!(message.starts_with(&format!("error: {expected}")), "{message}");
    }
    place.write("m.toml", manifest);
    let message = place.refuse(&["tournament", "m.toml", "--out", "out", "--until-width", "0"]);
    assert_eq!(message, "error: --until-width: found 0; allowed: above 0 and below 1\n");
    place.write("m.toml", &format!("until_width = 0.0\n{manifest}"));
    let message = place.refuse(&["tournament", "m.toml", "--out", "out"]);
    assert_eq!(message, "error: m.toml: until_width: found 0; allowed: above 0 and below 1\n");
    let balance = "name = \"x\"\ngame = \"puerto-rico\"\nplayers = [3]\nseed = 1\ndeals = 1\n\
        variants = [\"balanced\"]\nlevels = [\"random\", \"steady\"]\n";
    place.write("b.toml", &format!("positions = \"none\"\n{balance}"));
    let message = place.refuse(&["balance", "b.toml", "--out", "out"]);
    assert!(message.starts_with("error: b.toml: positions \"none\": cannot be read: "), "{message}");
    place.write("b.toml", balance);
    let message = place.fail(2, &["balance", "b.toml", "--gifts", "1000000000000"]);
    assert!(message.contains("'--gifts <N>': allowed: a whole number from 0 to 100000000"), "{message}");
}

/// A position of another game is refused by its game, not by the first field that this game does not have.
#[test]
fn a_position_of_another_game_is_refused_by_its_game() {
    let place = Place::new();
    place.position("puerto-rico", "3", ["--decisions", "9"]);
    let reason = "game: found \"puerto-rico\"; allowed: \"mundus-novus\"";
    let message = place.refuse(&["analyze", "p.json", "--game", "mundus-novus"]);
    assert_eq!(message, format!("error: p.json: {reason}\n"));
    let position: serde_json::Value = serde_json::from_str(&place.read("p.json")).unwrap();
    let request = serde_json::json!({ "cmd": "load", "game": "mundus-novus", "position": position });
    let answer = place.succeed_with(&["protocol"], &format!("{request}\n"));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["error"], format!("position: {reason}"));
}
