//! Progress without a terminal: lines of words and of JSON.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use super::place::Place;

const MANIFEST: &str = "name = \"rafts\"\ngame = \"francis-drake\"\nplayers = 3\nseed = 1\ndeals = 4\n\
    format = \"table\"\nlineup = [\"random\", \"steady\", \"raider\"]\n";

fn place() -> Place {
    let place = Place::new();
    place.write("m.toml", MANIFEST);
    place
}

/// Starts a run that would take hours and returns the first lines that it writes on stderr.
fn first_lines(place: &Place, arguments: &[&str], number: usize) -> Vec<String> {
    let long = ["tournament", "m.toml", "--out", "long", "--deals", "10000000", "--progress-every", "1"];
    let mut command = place.command(&[&long, arguments].concat());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().take(number);
    let lines = lines.collect::<Result<Vec<String>, _>>().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lines.len(), number);
    lines
}

#[test]
fn a_long_run_says_in_lines_how_far_it_is() {
    // Without a terminal this is the default.
    let lines = first_lines(&place(), &["--until-width", "0.0001"], 3);
    for line in &lines[1..] {
        assert!(line.contains(" of 30000000 games ("), "{line}");
        assert!(line.contains(" left, ") && line.contains(" leads with a win share of 0."), "{line}");
        assert!(line.contains("at most ") && line.contains(", widest interval 0."), "{line}");
    }
}

#[test]
fn programs_read_objects() {
    let place = place();
    let lines = first_lines(&place, &["--progress", "json", "-q"], 3);
    let read = |line: &String| -> Value { serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")) };
    let found: Vec<Value> = lines.iter().map(read).collect();
    let done: Vec<u64> = found.iter().map(|object| object["done"].as_u64().unwrap()).collect();
    assert!(done[0] < done[1] && done[1] < done[2], "{done:?}");
    let last = &found[2];
    assert_eq!(
        (&last["progress"], &last["of"], &last["ended"]),
        (&json!(1), &json!(30_000_000), &json!(false))
    );
    assert!(last["left_s"].as_f64().unwrap() > 1.0 && last["elapsed_s"].as_f64().unwrap() > 1.0, "{last}");
    assert!(last["leader"]["win_share"].as_f64().unwrap() > 0.3, "{last}");
    // A short run has the line of its end alone, and only as JSON.
    for (form, expected) in [("json", 1), ("lines", 0), ("none", 0), ("bar", 0)] {
        let output =
            place.command(&["tournament", "m.toml", "--out", form, "--progress", form]).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && text.lines().count() == expected, "{form}: {text}");
        if let Some(line) = text.lines().next() {
            let end = read(&line.to_owned());
            assert_eq!(
                (&end["done"], &end["ended"], &end["unit"]),
                (&json!(12), &json!(true), &json!("games"))
            );
        }
    }
    let message = place.fail(2, &["tournament", "m.toml", "--progress", "dots"]);
    assert!(message.contains("possible values: bar, lines, json, none"), "{message}");
}
