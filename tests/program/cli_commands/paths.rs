//! Paths that are not text: taken wherever a file is meant, and refused by the argument's name where text is.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::process::Output;

use super::place::Place;

fn run(place: &Place, arguments: &[&OsStr]) -> Output {
    place.command(&[]).args(arguments).output().unwrap()
}

/// Returns a name that is not text.
fn name(rest: &str) -> OsString {
    let mut name = OsStr::from_bytes(b"b\xff").to_owned();
    name.push(rest);
    name
}

#[test]
fn files_may_have_any_name() {
    let place = Place::new();
    place.write(
        "m.toml",
        "name = \"m\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 1\ndeals = 1\nformat = \"table\"\nlineup = [\"steady\", \"random\", \"shipper\"]\n",
    );
    std::fs::rename(place.path().join("m.toml"), place.path().join(name(".toml"))).unwrap();
    let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
    let few = words("--iterations 2 --playouts 8 --compared 8 --worlds 0 --events 0");
    let search = words("--at 0 --iterations 2 --worlds 0");
    let (manifest, run_folder, record) = (name(".toml"), name("-run"), name(".json"));
    for arguments in [
        [words("tournament"), vec![manifest], words("--out"), vec![run_folder.clone()]].concat(),
        [words("standings"), vec![run_folder.clone()]].concat(),
        [words("export"), vec![run_folder.clone()], words("--parquet"), vec![name("-parquet")]].concat(),
        [words("replay"), vec![run_folder.clone()], words("--game 0 --out"), vec![record.clone()]].concat(),
        [words("replay"), vec![record.clone()]].concat(),
        [words("replay"), vec![record.clone()], words("--html"), vec![name(".html")]].concat(),
        [
            words("review"),
            vec![record.clone()],
            few,
            words("--journal"),
            vec![name(".review")],
            words("--html"),
            vec![name("-r.html")],
        ]
        .concat(),
        [words("analyze"), vec![record], search, words("--html"), vec![name("-a.html")]].concat(),
        [words("position random --game puerto-rico"), vec![name("-p.json")]].concat(),
        [words("position check"), vec![name("-p.json")]].concat(),
        [words("position show"), vec![name("-p.json")]].concat(),
        [words("gallery"), vec![run_folder]].concat(),
    ] {
        let output = run(&place, &arguments.iter().map(OsString::as_os_str).collect::<Vec<_>>());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_has_to_be_text_is_refused_by_its_name() {
    let place = Place::new();
    let bad = OsStr::from_bytes(b"b\xff");
    let joined = OsStr::from_bytes(b"--bot=b\xff");
    for (arguments, argument) in [
        (&["analyze", "x.json", "--bot"][..], "--bot"),
        (&["play"], "<GAME>"),
        (&["play", "puerto-rico", "--variant"], "--variant"),
        (&["analyze", "x.json", "--at"], "--at"),
        (&["tournament", "m.toml", "--shard"], "--shard"),
    ] {
        let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).chain([bad]).collect();
        let output = run(&place, &arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.starts_with(&format!("error: {argument}: found b\u{fffd}, which is not valid UTF-8")),
            "{errors}"
        );
    }
    // A path beside it is not to blame.
    let output = run(&place, &[OsStr::new("analyze"), bad, joined]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("error: --bot: found b"), "{errors}");
}
