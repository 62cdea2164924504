//! Two runs on the same deals.

use super::place::Place;

#[test]
fn two_runs_are_compared() {
    let place = Place::new();
    let manifest = "name = \"m\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 20\nformat = \"table\"\nlineup = [\"random\", \"steady\", \"beginner\"]\n";
    place.write("one.toml", manifest);
    let other = manifest.replace("beginner", "builder").replace("seed = 1", "seed = 2");
    place.write("two.toml", &other.replace("deals = 20", "deals_of = \"one\""));
    place.write("three.toml", &other);
    for run in ["one", "two", "three"] {
        place.succeed(&["tournament", &format!("{run}.toml"), "--out", run]);
    }
    let printed = place.succeed(&["compare", "one", "two", "--out", "c.csv"]);
    assert!(printed.starts_with("builder in place of beginner has a win share of "), "{printed}");
    assert!(
        printed.contains("60 pairs of games, on 20 deals; the first run has 60, the second 60"),
        "{printed}"
    );
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let table = place.read("c.csv");
    assert_eq!(table.lines().count(), 1 + 3 * 4);
    assert!(
        table.starts_with("bot,replaces,measure,pairs,deals,")
            && table.contains("\nbuilder,beginner,win_share,60,20,")
    );
    for (arguments, message) in [
        (
            &["compare", "one", "three"][..],
            "three: deals_of: found no deal of one: the deals of seed 1 there",
        ),
        (&["compare", "one", "two.toml"], "two.toml: found a manifest of tradewinds tournament"),
        (&["compare", "one", "two", "--out", "c.csv"], "--force"),
        // A folder is not replaced, with or without it.
        (&["compare", "one", "two", "--out", "one"], "error: cannot write one: is a directory\n"),
        (&["compare", "one", "two", "--out", "one", "--force"], "error: cannot write one: is a directory\n"),
    ] {
        let found = place.refuse(arguments);
        assert!(found.contains(message), "{found}");
    }
    // A run under way is compared as far as it is, and noted.
    place.write("one/manifest.toml", &place.read("one/manifest.toml").replace("deals = 20", "deals = 40"));
    let (_, notes) = place.succeed_with_notes(&["compare", "one", "two"]);
    assert!(notes.contains("one is unfinished: 20 of 40 blocks were played; "), "{notes}");
}
