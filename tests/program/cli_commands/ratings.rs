//! One rating list of several runs.

use std::collections::BTreeMap;

use super::place::Place;

fn manifest(name: &str, players: usize, seed: u64, lineup: &str, more: &str) -> String {
    format!(
        "name = \"{name}\"\ngame = \"francis-drake\"\nplayers = {players}\nseed = {seed}\ndeals = 12\nformat = \"table\"\n\
         lineup = [{lineup}]\n{more}"
    )
}

/// Plays a run of three bots into a folder of its name.
fn play(place: &Place, name: &str, seed: u64, lineup: &str, more: &str) {
    place.write(&format!("{name}.toml"), &manifest(name, 3, seed, lineup, more));
    place.succeed(&["tournament", &format!("{name}.toml"), "--out", name]);
}

/// The rows of a table by the bot.
fn rows(place: &Place, file: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let text = place.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    rows.into_iter().map(|row| (row["bot"].clone(), row)).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

#[test]
fn one_run_has_the_ratings_of_its_standings() {
    let place = Place::new();
    play(&place, "a", 1, "\"privateer\", \"steady\", \"raider\"", "");
    let text = place.succeed(&["ratings", "a", "--out", "list"]);
    assert!(text.starts_with("francis-drake, 3 players, standard rules of version "), "{text}");
    assert!(text.contains("36 games in 1 run") && text.contains("files: list"), "{text}");
    let (ratings, standings) = (rows(&place, "list/ratings.csv"), rows(&place, "a/standings.csv"));
    for (bot, row) in &ratings {
        assert_eq!((row["list"].as_str(), row["games"].as_str(), row["runs"].as_str()), ("1", "36", "1"));
        let difference = number(row, "rating") - number(&standings[bot], "rating");
        assert!(difference.abs() < 1e-5, "{bot}: {difference}");
        assert!(number(row, "rating_low") < number(row, "rating"), "{row:?}");
        assert!(number(row, "rating_high") > number(row, "rating"), "{row:?}");
    }
    assert_eq!(ratings.len(), 3);
    // Files that are there are replaced only with --force.
    for name in ["ratings.csv", "ratings.html"] {
        place.write(&format!("kept/{name}"), "mine");
        let message = place.refuse(&["ratings", "a", "--out", "kept"]);
        let expected = format!("error: cannot write kept/{name} (--force replaces a file that is there): ");
        assert!(message.starts_with(&expected), "{message}");
        assert_eq!(std::fs::read_dir(place.path().join("kept")).unwrap().count(), 1);
        assert_eq!(place.bytes(&format!("kept/{name}")), b"mine");
        std::fs::remove_dir_all(place.path().join("kept")).unwrap();
    }
    assert_eq!(place.succeed(&["ratings", "a", "--out", "list", "--force"]), text);
    assert!(place.read("list/ratings.html").contains("rating of each bot"));
}

#[test]
fn runs_are_joined_over_the_bots_that_they_share() {
    let place = Place::new();
    play(&place, "a", 1, "\"privateer\", \"steady\", \"raider\"", "");
    play(&place, "b", 2, "\"steady\", \"merchant\", \"privateer\"", "");
    let all = |anchors: &[&str], out: &str| {
        place.succeed(&[&["ratings", "a", "b", "--out", out], anchors].concat());
        rows(&place, &format!("{out}/ratings.csv"))
    };
    let (free, fixed) = (all(&[], "free"), all(&["--anchor", "steady=100"], "fixed"));
    assert_eq!(
        (free.len(), free["steady"]["games"].as_str(), free["steady"]["runs"].as_str()),
        (4, "72", "2")
    );
    assert!(free.values().map(|row| number(row, "rating")).sum::<f64>().abs() < 1e-4);
    assert_eq!(number(&fixed["steady"], "rating"), 100.0);
    // The anchor has no interval, since it is fixed, and the differences are the same.
    assert_eq!(fixed["steady"]["rating_low"], "");
    for bot in ["privateer", "raider", "merchant"] {
        let lead = |rows: &BTreeMap<String, BTreeMap<String, String>>| {
            number(&rows[bot], "rating") - number(&rows["steady"], "rating")
        };
        assert!((lead(&free) - lead(&fixed)).abs() < 1e-4, "{bot}");
        assert!(number(&fixed[bot], "rating_low") < number(&fixed[bot], "rating_high"));
    }
    // The parts of a run are as good as the run, and the order of runs changes no rating.
    for part in ["1/2", "2/2"] {
        place.succeed(&["tournament", "a.toml", "--out", &part[..1], "--shard", part]);
    }
    place.succeed(&["ratings", "b", "2", "1", "--out", "parts"]);
    for (bot, row) in rows(&place, "parts/ratings.csv") {
        assert!((number(&row, "rating") - number(&free[&bot], "rating")).abs() < 1e-4, "{bot}");
    }
}

#[test]
fn what_cannot_be_compared_is_named() {
    let place = Place::new();
    let weights = |name: &str, game: &str| format!("[bots.{name}]\nbase = \"{game}\"\n");
    let own = |base: &str| weights("x", base) + &weights("y", "raider") + &weights("z", "steady");
    play(&place, "a", 1, "\"x\", \"y\", \"z\"", &own("privateer"));
    play(&place, "b", 2, "\"x\", \"privateer\", \"merchant\"", &weights("x", "allrounder"));
    let text = place.succeed(&["ratings", "a", "b"]);
    // The name x stands for two bots, and no bot is in both runs.
    assert_eq!(text.matches("x#").count(), 4, "in the note and in the table: {text}");
    assert!(text.contains("never met, not even through others: "), "{text}");
    assert!(text.contains("\n   1  ") && text.contains("\n   2  "), "{text}");
}

/// A game is known by its seeds and its bots, whatever its run is called.
#[test]
fn games_of_two_runs_count_once() {
    let place = Place::new();
    play(&place, "a", 1, "\"privateer\", \"steady\", \"raider\"", "");
    let alone = place.succeed(&["ratings", "a"]);
    let table = |text: &str| text.split_once("\n\n").unwrap().1.replace("     2\n", "     1\n");
    play(&place, "other", 1, "\"privateer\", \"steady\", \"raider\"", "");
    let text = place.succeed(&["ratings", "a", "other"]);
    assert!(text.contains("36 games in 2 runs"), "{text}");
    assert!(text.contains("36 games of other count once: a has them, too."), "{text}");
    assert_eq!(table(&text), table(&alone));
    // Two tournaments of all against all share the line-ups of the bots that play in both.
    for (name, more) in [("first", "merchant"), ("second", "random")] {
        let bots = format!("[\"privateer\", \"steady\", \"raider\", \"{more}\"]");
        let text = format!(
            "name = \"{name}\"\ngame = \"francis-drake\"\nplayers = 3\nseed = 1\ndeals = 6\nformat = \"round-robin\"\nlineup = {bots}\n"
        );
        place.write(&format!("{name}.toml"), &text);
        place.succeed(&["tournament", &format!("{name}.toml"), "--out", name]);
    }
    let text = place.succeed(&["ratings", "first", "second", "--out", "both"]);
    assert!(text.contains("18 games of second count once: first has them, too."), "{text}");
    let games = rows(&place, "both/ratings.csv");
    let games = ["privateer", "merchant", "random"].map(|bot| games[bot]["games"].clone());
    assert_eq!(games, ["90", "54", "54"]);
}

#[test]
fn what_has_no_rating_is_named_or_refused() {
    let place = Place::new();
    play(&place, "a", 1, "\"privateer\", \"steady\", \"raider\"", "");
    place.write("four.toml", &manifest("four", 4, 1, "\"random\", \"steady\", \"raider\", \"merchant\"", ""));
    place.succeed(&["tournament", "four.toml", "--out", "four"]);
    let message = place.refuse(&["ratings", "a", "four"]);
    assert!(message.contains("four/manifest.toml: players: found 4; allowed: 3, as in a"), "{message}");
    let message = place.refuse(&["ratings", "a", "--anchor", "nobody=3"]);
    assert!(
        message.contains("--anchor: found \"nobody\"; allowed: a bot with a rating: privateer"),
        "{message}"
    );
    let message = place.refuse(&["ratings", "a", "--anchor", "steady=0", "--anchor", "steady=500"]);
    assert_eq!(message, "error: --anchor: found \"steady\" twice; allowed: each bot once\n");
    for anchor in ["steady", "steady=1e300", "steady=NaN", "=5"] {
        let message = place.fail(2, &["ratings", "a", "--anchor", anchor]);
        assert!(
            message.contains("allowed: BOT=ELO, ELO from -100000 to 100000, such as steady=0"),
            "{message}"
        );
    }
    // A bot that loses every game has no finite rating, and is named.
    play(&place, "c", 3, "\"random\", \"steady\", \"raider\"", "");
    let text = place.succeed(&["ratings", "c"]);
    assert!(
        text.contains("in every game behind steady, raider, so without a rating among them: random\n"),
        "{text}"
    );
    // A run under way is rated as far as it is, and noted.
    place.write("c/manifest.toml", &place.read("c/manifest.toml").replace("deals = 12", "deals = 24"));
    let (_, notes) = place.succeed_with_notes(&["ratings", "c", "a"]);
    assert!(notes.contains("c is unfinished: 12 of 24 blocks were played; "), "{notes}");
    let message = place.refuse(&["ratings", "nowhere"]);
    assert!(message.contains("nowhere"), "{message}");
}
