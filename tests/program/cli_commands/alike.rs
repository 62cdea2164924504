//! Bots that play alike, and bots that always win: what no game of a run tells is `NA`, and never a number of
//! rounding errors or an interval without width.

use super::place::Place;

/// The bots of a game that play alike: `steady` and copies of it.
fn twins(place: &Place, game: &str, number: usize) -> Vec<String> {
    let twin = |number: usize| {
        let file = format!("twin-{number}.toml");
        place.write(&file, &format!("name = \"twin-{number}\"\ngame = \"{game}\"\nbase = \"steady\"\n"));
        file
    };
    ["steady".to_owned()].into_iter().chain((1..number).map(twin)).collect()
}

fn rows(place: &Place, file: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = place.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

/// Checks the tables, the output and the page of a run in which all blocks agree about the win shares.
fn nothing_misleads(place: &Place, folder: &str, text: &str) {
    for row in rows(place, &format!("{folder}/standings.csv")) {
        for column in ["effective_games", "design_effect", "rating_low", "rating_high"] {
            assert_eq!(row[column], "", "{column}: {row:?}");
        }
    }
    for table in ["standings", "head_to_head", "places"] {
        for row in rows(place, &format!("{folder}/{table}.csv")) {
            for (name, low) in row.iter().filter(|(name, _)| name.ends_with("_low")) {
                let high = &row[&name.replace("_low", "_high")];
                assert!(low.is_empty() && high.is_empty() || low != high, "{table}, {name}: {row:?}");
            }
        }
    }
    let page = place.read(&format!("{folder}/report.html"));
    for text in [text, page.as_str()] {
        for nothing in [" 0 to 0 ", "[0 to 0]", ">0 to 0<", " 0-0 ", ">0-0<"] {
            assert!(!text.contains(nothing), "{nothing}: {text}");
        }
        let longest = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
        assert!(longest.unwrap() < 20, "{text}");
    }
    assert!(text.contains("the win shares as NA") || !text.contains("pairing by blocks"), "{text}");
}

/// A manifest of a run.
fn manifest(game: &str, players: usize, deals: u64, format: &str, lineup: &[String]) -> String {
    format!(
        "name = \"m\"\ngame = \"{game}\"\nplayers = {players}\nseed = 3\ndeals = {deals}\nformat = \"{format}\"\n\
         lineup = {lineup:?}\n"
    )
}

#[test]
fn a_table_of_copies_tells_nothing_about_them() {
    let games = [
        ("puerto-rico", 2..=5),
        ("mundus-novus", 2..=6),
        ("age-of-discovery", 2..=5),
        ("francis-drake", 3..=5),
    ];
    for (game, numbers) in games {
        for players in numbers {
            let place = Place::new();
            let lineup = twins(&place, game, players);
            place.write("m.toml", &manifest(game, players, 11, "table", &lineup));
            let text = place.succeed(&["tournament", "m.toml", "--out", "run"]);
            nothing_misleads(&place, "run", &text);
            // All have the same share of the wins, so none of them leads.
            assert!(text.contains(" share the lead"), "{game}, {players}: {text}");
        }
    }
}

#[test]
fn stopping_rules_and_other_formats_hold_with_copies() {
    let place = Place::new();
    let lineup = twins(&place, "puerto-rico", 3);
    place.write("table.toml", &manifest("puerto-rico", 3, 16, "table", &lineup));
    let text = place.succeed(&["tournament", "table.toml", "--until-width", "0.2", "--out", "width"]);
    nothing_misleads(&place, "width", &text);
    place.write("pairs.toml", &manifest("puerto-rico", 2, 16, "round-robin", &lineup));
    let text = place.succeed(&["tournament", "pairs.toml", "--adaptive", "--out", "adaptive"]);
    nothing_misleads(&place, "adaptive", &text);
    assert!(text.contains("undecided: steady ? twin-1"), "{text}");
    place.write("rest.toml", &manifest("puerto-rico", 3, 12, "one-vs-rest", &lineup));
    let text = place.succeed(&["tournament", "rest.toml", "--out", "rest"]);
    nothing_misleads(&place, "rest", &text);
    for players in ["2", "3", "4", "5"] {
        let duel =
            ["sprt", "--game", "puerto-rico", "--players", players, "--a", "twin-1.toml", "--b", "steady"];
        let text =
            place.succeed(&[&duel[..], &["--elo1", "60", "--max-deals", "20", "--out", players]].concat());
        nothing_misleads(&place, players, &text);
    }
}

/// One bot among three that it always beats wins every game, three of them share every win: neither is noise.
#[test]
fn the_lineups_of_a_duel_are_strata() {
    let place = Place::new();
    let duel = ["sprt", "--game", "puerto-rico", "--players", "4", "--a", "steady", "--b", "random"];
    let text = place.succeed(&[&duel[..], &["--elo0", "0", "--elo1", "100", "--out", "run"]].concat());
    let [steady, random] = <[_; 2]>::try_from(rows(&place, "run/standings.csv")).unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    // The mean of 1 and 1/3, and the same share of what it can be at least in so many games.
    assert_eq!((steady["win_share"].as_str(), random["win_share"].as_str()), ("0.666667", "0.000000"));
    assert_eq!((steady["design_effect"].as_str(), steady["effective_games"].as_str()), ("", ""));
    let (low, high) = (number(&steady["win_share_low"]), number(&steady["win_share_high"]));
    assert!(low > 0.62 && low < 0.66 && (high - 2.0 / 3.0).abs() < 1e-6, "{steady:?}");
    assert!(text.starts_with("steady is stronger than random: "), "{text}");
    let note =
        "win shares are per seat: they add up to 0.667, not to 1, as not every bot has one seat in each game";
    assert!(text.contains(&format!("\n{note}\n")), "{text}");
    assert!(place.read("run/report.html").contains(note));
    // Where not all is won, the interval is that of the mean of both line-ups over pairs of blocks.
    let duel = ["sprt", "--game", "puerto-rico", "--players", "4", "--a", "steady", "--b", "builder"];
    let options = ["--elo0", "0", "--elo1", "1", "--max-deals", "40", "--out", "close"];
    place.succeed(&[&duel[..], &options[..]].concat());
    let seats = rows(&place, "close/seats.csv");
    let units: Vec<f64> = (0..40)
        .map(|unit| {
            let share = |block: usize| {
                let games = 4 * (2 * unit + block)..4 * (2 * unit + block) + 4;
                let own = |row: &&std::collections::BTreeMap<String, String>| {
                    row["bot"] == "steady" && games.contains(&row["game"].parse().unwrap())
                };
                let shares: Vec<f64> =
                    seats.iter().filter(own).map(|row| number(&row["win_share"])).collect();
                shares.iter().sum::<f64>() / shares.len() as f64
            };
            (share(0) + share(1)) / 2.0
        })
        .collect();
    let mean = units.iter().sum::<f64>() / 40.0;
    let variance = units.iter().map(|unit| (unit - mean).powi(2)).sum::<f64>() / 39.0 / 40.0;
    let [steady] = <[_; 1]>::try_from(
        rows(&place, "close/standings.csv")
            .into_iter()
            .filter(|row| row["bot"] == "steady")
            .collect::<Vec<_>>(),
    )
    .unwrap();
    assert!((number(&steady["win_share"]) - mean).abs() < 1e-6, "{steady:?}, {mean}");
    let width = number(&steady["win_share_high"]) - number(&steady["win_share_low"]);
    assert!((width / (2.0 * 2.0227 * variance.sqrt()) - 1.0).abs() < 0.06, "{steady:?}, {variance}");
}
