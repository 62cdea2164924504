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
                    "error: m.toml: found a manifest of tradewinds {kind}; allowed: one of tradewinds {command}\n"
                )
            );
        }
    }
}
