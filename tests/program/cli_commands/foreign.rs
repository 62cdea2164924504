//! `tradewinds foreign`: the example of the documents, and programs that answer wrongly.

use std::collections::BTreeMap;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::{Map, Value};

use super::place::Place;

/// The game in Python that the documents name.
const PRIZES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/python/examples/prizes.py");

fn on_prizes<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["foreign"], arguments, &["--", "python3", PRIZES]].concat()
}

#[test]
fn the_example_keeps_the_laws() {
    let found = Place::new().succeed(&on_prizes(&["check", "--games", "5"]));
    assert_eq!(
        found,
        "all is well in 5 games; decisions: 60, in the longest game: 12, maximum of actions: 4; determinizations: compared \
         by what seats see\n"
    );
}

#[test]
fn a_search_says_what_it_found_and_how_fast() {
    let place = Place::new();
    let search = |arguments: &[&str]| {
        let found = place.succeed(&on_prizes(&[&["search", "--iterations", "200"], arguments].concat()));
        let (found, value) = found.trim_end().rsplit_once('\n').unwrap();
        assert!(
            value.starts_with("value: for seat ") && value.ends_with(" at the end of the games, 0 to 1"),
            "{value}"
        );
        let (table, speed) = found.rsplit_once('\n').unwrap();
        assert!(speed.starts_with("200 iterations in ") && speed.ends_with(" iterations/s"), "{speed}");
        table.to_owned()
    };
    let first = search(&["--bot", "mo-ismcts"]);
    assert!(first.starts_with("seat 1 decides\n\naction  visits  value\n"), "{first}");
    assert_eq!(first, search(&["--bot", "mo-ismcts"]), "the same seed");
    assert_ne!(first, search(&["--bot", "mo-ismcts", "--seed", "2"]));
    let card = first.lines().nth(3).unwrap().split_whitespace().next().unwrap();
    assert!(search(&["--play", card]).starts_with("seat 2 decides\n"));
    assert!(
        search(&["--play", &format!(" {card}")]).starts_with("seat 2 decides\n"),
        "JSON of the same value"
    );
    let error = place.fail(1, &on_prizes(&["search", "--play", card, "--play", "13"]));
    assert!(error.starts_with("error: --play: found \"13\"; allowed: "), "{error}");
    let error = place.fail(1, &on_prizes(&["search", "--bot", "random"]));
    assert!(error.contains("--bot: found \"random\"; allowed: a bot that searches"), "{error}");
}

#[test]
fn a_tournament_has_standings_and_a_table() {
    let place = Place::new();
    let arguments =
        ["tournament", "--bots", "ismcts-200,random,random", "--deals", "6", "--csv", "games.csv"];
    let found = place.succeed(&on_prizes(&arguments));
    let lines: Vec<Vec<&str>> = found.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["bot", "seats", "win", "share", "95", "%", "points"]);
    assert_eq!(
        (lines[1][..2].to_vec(), lines[2][..2].to_vec()),
        (vec!["ismcts-200", "18"], vec!["random", "36"])
    );
    assert!(found.ends_with("\n\n18 of 18 games\n"), "{found}");
    let table = place.read("games.csv");
    assert_eq!(table.lines().count(), 1 + 6 * 3 * 3);
    assert!(table.starts_with("game,deal,deal_seed,seat,bot,score,win_share,decisions,truncated\n0,0,"));
    place.succeed(&on_prizes(&[&arguments[..], &["--force"]].concat()));
    assert_eq!(place.read("games.csv"), table, "the same seed");
    for (bots, message) in [
        ("random,random", "--bots: found 2; allowed: 3, one for each seat"),
        ("random,random,steady", "found \"steady\"; allowed: "),
    ] {
        let error = place.fail(1, &on_prizes(&["tournament", "--bots", bots]));
        assert!(error.contains(message), "{error}");
    }
}

/// A tournament of bots that cost nothing.
fn at_random<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    on_prizes(&[&["tournament", "--bots", "random,random,random", "--csv", "games.csv"], arguments].concat())
}

/// Wherever the file of games ends, the same command goes on and writes the same bytes.
#[test]
fn a_tournament_goes_on_where_its_file_ends() {
    let place = Place::new();
    let command = at_random(&["--deals", "4"]);
    let whole = place.succeed(&command);
    let table = place.read("games.csv");
    let standings = whole.split("\n\n").next().unwrap();
    for end in [0, 20, 70, 100, table.len() / 2, table.len() - 1, table.len()] {
        place.write("games.csv", &table[..end]);
        let found = place.succeed(&command);
        assert!(found.starts_with(standings) && found.ends_with("4 of 4 games\n"), "{found}");
        assert_eq!(place.read("games.csv"), table, "after {end} bytes");
    }
    assert!(place.succeed(&command).contains("\n\nwent on after 4 games; 4 of 4 games\n"));
    place.succeed(&at_random(&["--deals", "6"]));
    assert!(place.read("games.csv").starts_with(&table), "more deals");
    place.write("games.csv", &table);
    let swapped = |old: &str, new: &str| table.replacen(old, new, 1);
    // The rows agree with the schedule, but the last game is played otherwise.
    let better = table.replacen("2,random,0.0,0.0,12,false\n", "2,random,9.0,0.0,12,false\n", 1);
    assert!(better != table && better.starts_with(&table[..table.len() - 30]));
    for (changed, arguments, message) in [
        (table.clone(), vec!["--deals", "3"], "games: found 4; allowed: 3, or another file"),
        (table.clone(), vec!["--deals", "4", "--seed", "2"], "game 0: found another game"),
        (swapped(",random,", ",steady,"), vec!["--deals", "4"], "game 0: found another game"),
        (swapped("game,deal", "game,deals"), vec!["--deals", "4"], "line 1: found game,deals,deal_seed,"),
        (
            "my only copy".to_owned(),
            vec!["--deals", "4"],
            "line 1: found my only copy; allowed: the columns game,",
        ),
        (swapped("\n0,0,", "\n0,none,"), vec!["--deals", "4"], "line 2: found another text; allowed: a row"),
        (better, vec!["--deals", "4"], "game 3: found another game"),
    ] {
        place.write("games.csv", &changed);
        let error = place.fail(1, &at_random(&arguments));
        assert!(error.starts_with("error: games.csv: ") && error.contains(message), "{error}");
        assert!(error.trim_end().ends_with("or another file; --force plays all games anew"), "{error}");
        assert_eq!(place.read("games.csv"), changed);
    }
}

/// Ctrl-C and a kill lose no game that was played.
#[cfg(unix)]
#[test]
fn a_tournament_that_is_stopped_keeps_its_games() {
    for signal in ["-INT", "-KILL"] {
        let place = Place::new();
        let mut command = place.command(&at_random(&["--deals", "100000"]));
        let child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let rows =
            || std::fs::read_to_string(place.path().join("games.csv")).map_or(0, |text| text.lines().count());
        while rows() < 10 {
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let games = (rows() - 1) / 3;
        if signal == "-INT" {
            let message = format!("interrupted after {games} of 100000 games; the same command goes on\n");
            assert!(errors.ends_with(&message) && output.status.code() == Some(1), "{errors}");
        }
        let deals = (games + 2).to_string();
        let found = place.succeed(&at_random(&["--deals", &deals]));
        assert!(found.contains(&format!("\nwent on after {games} games; ")), "{found}");
        let table = place.read("games.csv");
        place.succeed(&at_random(&["--deals", &deals, "--force"]));
        assert_eq!(place.read("games.csv"), table);
    }
}

/// A game that stops to answer in the middle of a tournament: what was played before stays.
#[test]
fn the_games_before_a_failure_are_written() {
    let place = Place::new();
    let lines = "for number in $(seq 100); do read -r line; echo \"$line\"; done";
    let script = format!("({lines}) | python3 {PRIZES}");
    let arguments = ["foreign", "tournament", "--bots", "random,random,random", "--csv", "games.csv", "--"];
    let error = place.fail(1, &[&arguments[..], &["sh", "-c", &script]].concat());
    assert!(error.contains("no answer: the program had ended"), "{error}");
    let rows = place.read("games.csv").lines().count();
    assert!(rows > 10 && rows < 100 && rows % 3 == 1, "{rows} rows");
}

#[test]
fn wrong_answers_are_named() {
    let place = Place::new();
    let start = "{\"players\":2}";
    for (answers, message) in [
        (vec!["{\"players\":7}"], "players: found 7; allowed: 1 to 6"),
        (
            vec!["{}"],
            "start: found no players in {}; allowed: players, and perhaps max_decisions and answers",
        ),
        (vec!["hello"], "start: found hello (expected value at line 1 column 1); allowed: an object of JSON"),
        (vec!["{\"error\":\"no such game\"}"], "start: found the error no such game; allowed: an answer"),
        (
            vec!["{\"players\":2,\"answers\":[\"views\"]}"],
            "start: answers: found \"views\"; allowed: determinize, view, playout",
        ),
        (
            vec![],
            "start: found no answer: the program had ended with exit status: 0; allowed: a line of JSON",
        ),
        (vec![start, "{\"to_act\":0}"], "deal: found no state in {\"to_act\":0}; allowed: state, to_act"),
        (
            vec![start, "{\"state\":1,\"to_act\":0}"],
            "deal: found no legal in {\"state\":1,\"to_act\":0}; allowed",
        ),
        (
            vec![start, "{\"state\":1,\"to_act\":2,\"legal\":[1]}"],
            "deal: to_act: found 2; allowed: a seat from 0 to 1",
        ),
        (
            vec![start, "{\"state\":1,\"to_act\":0,\"legal\":[]}"],
            "deal: legal: found 0 actions; allowed: 1 to 192",
        ),
        (
            vec![start, "{\"state\":1,\"to_act\":0,\"legals\":[]}"],
            "deal: legals: found \"legals\"; allowed: error, players, ",
        ),
        (
            vec![start, "{\"state\":1,\"to_act\":0,\"legal\":[1],\"outcome\":\"six\"}"],
            "deal: outcome: found the text \"six\"; allowed: a whole number from 0 to 255",
        ),
        (vec![start, "{\"state\":1,\"to_act\":0,\"legal\":[\"a\",\"a\"]}"], "legal: found a twice; allowed"),
    ] {
        let lines = answers.iter().map(|line| format!("read request; echo '{line}'; "));
        let script = lines.collect::<String>() + if answers.is_empty() { "" } else { "read request" };
        for command in [&["search"][..], &["tournament", "--bots", "random,random"]] {
            let arguments = [&["foreign"], command, &["--", "sh", "-c", &script]].concat();
            let error = place.fail(1, &arguments);
            assert!(error.starts_with("error: sh -c ") && error.contains(message), "{message}: {error}");
        }
    }
    let error = place.fail(1, &["foreign", "check", "--answer-ms", "100", "--", "sleep", "9"]);
    assert!(error.contains("sleep 9: start: found no answer in time; allowed: one within 100 ms"), "{error}");
    let error = place.fail(1, &["foreign", "check", "--", "/no/such/program"]);
    assert!(error.starts_with("error: /no/such/program: cannot be started: "), "{error}");
    place.fail(2, &["foreign", "check"]);
}

/// The section of the protocol's page.
fn section() -> &'static str {
    let page = include_str!("../../../docs/protocol.md");
    page.split("\n## ").find(|section| section.starts_with("A game of your own\n")).unwrap()
}

#[test]
fn the_commands_of_the_page_work() {
    let place = Place::new();
    let (_, block) = section().split_once("```sh\n").unwrap();
    let (commands, _) = block.split_once("```\n").unwrap();
    for command in commands.lines() {
        let words = command.split_whitespace().map(|word| match word {
            "crates/python/examples/prizes.py" => PRIZES,
            word => word,
        });
        let words: Vec<&str> = words.collect();
        assert_eq!(words[..2], ["tradewinds", "foreign"]);
        place.succeed(&words[1..]);
    }
    assert_eq!(commands.lines().count(), 3);
}

/// The program sends the requests of the table with these fields and no others; the example answers as the table says.
#[test]
fn the_table_has_all_requests() {
    let rows = section().lines().filter_map(|line| line.strip_prefix("| `"));
    let cells: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let listed: BTreeMap<&str, Vec<&str>> = cells[1..]
        .iter()
        .map(|row| {
            (row[0].trim_matches('`'), row[1].split(", ").map(|field| field.trim_matches('`')).collect())
        })
        .collect();
    let place = Place::new();
    let script = format!("tee requests | python3 {PRIZES} | tee answers");
    place.succeed(&["foreign", "check", "--games", "1", "--", "sh", "-c", &script]);
    let lines = |name: &str| -> Vec<Map<String, Value>> {
        place.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let mut sent: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mut request in lines("requests") {
        let name = request.remove("cmd").unwrap().as_str().unwrap().to_owned();
        let mut fields: Vec<String> = request.keys().cloned().collect();
        if fields.is_empty() {
            fields.push(String::new());
        }
        let known = sent.entry(name).or_insert_with(|| fields.clone());
        assert_eq!(*known, fields);
    }
    assert_eq!(sent.len(), listed.len());
    for (name, mut fields) in listed {
        fields.sort_unstable();
        assert_eq!(sent[name], fields, "{name}");
    }
    let start = cells[1][2].trim_matches('`');
    assert_eq!(lines("answers")[0], serde_json::from_str(start).unwrap());
}
