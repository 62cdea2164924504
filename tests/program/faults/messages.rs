//! Messages: one line, without control characters, of a sane length; and standard output and error that take nothing.

use std::fs::{self, File, OpenOptions};

use super::place::Place;

/// The longest message that any of the wrong inputs here may bring about, in bytes.
const LONG: usize = 3_000;

/// Runs what fails, and returns its one line without its end.
fn refused(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let line = errors.strip_suffix('\n').unwrap();
    assert!(line.starts_with("error: ") && !line.contains(char::is_control), "{line:?}");
    assert!(line.len() < LONG, "{} bytes: {}", line.len(), &line[..200]);
    line.to_owned()
}

#[test]
fn control_characters_of_files_are_escaped() {
    let place = Place::new(1);
    for (name, field, shown) in
        [("n", "x\\ny", r"x\ny"), ("e", "\\u001b[31m", r"\u{1b}[31m"), ("d", "\\u009b", r"\u{9b}")]
    {
        let file = format!("{name}.json");
        place.write(&file, &format!("{{\"game\":\"puerto-rico\",\"{field}\":1}}"));
        let message = refused(&place, &["position", "check", &file]);
        assert!(message.contains(&format!("{file}: {shown}: found \"")), "{message}");
    }
    place.write("m.toml", &(super::place::manifest(1) + "\"\\u001b[2J\" = 1\n"));
    assert!(refused(&place, &["tournament", "m.toml"]).contains(r"m.toml: \u{1b}[2J: found "));
    // A path is the user's text as well.
    assert!(
        refused(&place, &["tournament", "no\n\u{1b}[31m.toml"])
            .contains(r"cannot read no\n\u{1b}[31m.toml: ")
    );
}

#[test]
fn a_variant_whose_name_is_no_name_is_refused() {
    let place = Place::new(1);
    place.write("m.toml", &(super::place::manifest(1) + "variant = \"v.toml\"\n"));
    for name in ["=1+1", "@x", "\\u001b[31m"] {
        place.write(
            "v.toml",
            &format!("name = \"{name}\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 8\n"),
        );
        let message = refused(&place, &["tournament", "m.toml", "--out", "run"]);
        assert!(
            message.starts_with("error: v.toml: name: found \"") && message.contains("letters, digits"),
            "{message}"
        );
        assert!(!place.path("run").exists());
    }
}

#[test]
fn long_values_are_cut() {
    let place = Place::new(1);
    let long = "x".repeat(70_000);
    place.write("m.toml", &super::place::manifest(1).replace("\"steady\"", &format!("\"{long}\"")));
    assert!(refused(&place, &["tournament", "m.toml"]).contains("m.toml: lineup[0]: found \"xxx"));
    place.write("m.toml", &format!("{long} = 1\n{}", super::place::manifest(1)));
    assert!(refused(&place, &["tournament", "m.toml"]).contains("…: found \"xxx"));
    place.write("p.json", &format!("{{\"game\":\"puerto-rico\",\"players\":\"{long}\"}}"));
    assert!(refused(&place, &["position", "check", "p.json"]).contains("xxx…"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked_to() {
    let place = Place::new(1);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    let manifest = fs::read_to_string(place.path("m.toml")).unwrap();
    for arguments in [
        &["replay", "run", "--game", "1", "--out", "m.toml"][..],
        &["position", "random", "m.toml", "--game", "puerto-rico"],
    ] {
        let message = refused(&place, arguments);
        assert!(
            message.starts_with("error: cannot write m.toml (--force replaces a file that is there): "),
            "{message}"
        );
        assert_eq!(fs::read_to_string(place.path("m.toml")).unwrap(), manifest);
    }
    place.succeed(&["replay", "run", "--game", "1", "--out", "r.json"]);
    let record = fs::read(place.path("r.json")).unwrap();
    place.write("r.json", &" ".repeat(2 * record.len()));
    place.succeed(&["replay", "run", "--game", "1", "--out", "r.json", "--force"]);
    assert_eq!(fs::read(place.path("r.json")).unwrap(), record);
    place.succeed(&["replay", "r.json"]);
}

#[test]
fn the_hint_about_force_is_given_only_where_a_file_is_there() {
    let place = Place::new(1);
    let random = ["position", "random", "no/x.json", "--game", "puerto-rico"];
    assert!(refused(&place, &random).starts_with("error: cannot write no/x.json: No such file"));
    place.succeed(&["position", "random", "p.json", "--game", "puerto-rico"]);
    let analyze = ["analyze", "p.json", "--iterations", "5", "--html", "no/x.html"];
    assert!(refused(&place, &analyze).starts_with("error: cannot write no/x.html: No such file"));
}

/// `-` is standard output, as it is standard input where files are read.
#[test]
fn a_dash_writes_to_standard_output() {
    let place = Place::new(1);
    place.succeed(&["tournament", "m.toml", "--out", "run"]);
    for (dash, plain) in [
        (
            &["position", "random", "-", "--game", "puerto-rico"][..],
            &["position", "random", "--game", "puerto-rico"][..],
        ),
        (&["replay", "run", "--game", "1", "--out", "-"], &["replay", "run", "--game", "1"]),
    ] {
        let output = place.run(dash);
        assert!(
            output.status.success() && output.stdout == place.run(plain).stdout && !output.stdout.is_empty()
        );
        assert!(!place.path("-").exists());
    }
}

/// A full disk under the output is a failure, one under the messages does no more harm.
#[cfg(target_os = "linux")]
#[test]
fn outputs_that_take_nothing_are_a_failure_and_no_panic() {
    let place = Place::new(1);
    let full = || -> File { OpenOptions::new().write(true).open("/dev/full").unwrap() };
    for arguments in
        [&["games"][..], &["bots"], &["--help"], &["--version"], &["tournament", "--help"], &["help", "sprt"]]
    {
        let mut command = place.command(arguments);
        let output = command.stdout(full()).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: cannot print ") && errors.lines().count() == 1, "{errors}");
        let status = place.command(arguments).stdout(full()).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
    for (arguments, status) in [(&["tournament", "none.toml"][..], 1), (&["turnament"], 2)] {
        assert_eq!(place.command(arguments).stderr(full()).status().unwrap().code(), Some(status));
    }
}
