//! The folders of studies: one that holds anything else is refused, and nothing in it is touched.

use super::place::Place;

const CHOICES: &str = "name = \"roles\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 3\ndeals = 1\nformat = \"table\"\n\
    lineup = [\"steady\", \"steady\", \"steady\"]\nkinds = [\"role\"]\n";
const BALANCE: &str = "name = \"swap\"\ngame = \"puerto-rico\"\nseed = 3\ndeals = 1\nplayers = [3]\n\
    variants = [\"balanced\"]\n[[table]]\nname = \"steady\"\nbots = [\"steady\"]\n";
const RESTRICTED: &str = "name = \"items\"\ngame = \"puerto-rico\"\nseed = 3\ndeals = 2\nplayers = [3]\n\
    bot = \"steady\"\nitems = [\"role\"]\nonly = [\"mayor\"]\n";
const TUNE: &str = "name = \"tuned\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 4\nbot = \"tuned.toml\"\n\
    pool = [[\"random\"]]\n[spsa]\niterations = 2\ndeals = 1\n[held_out]\npool = [[\"shipper\"]]\ndeals = 2\n";
const LADDER: &str = "name = \"rungs\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ndeals = 1\nbot = \"ismcts\"\n\
    iterations = [1, 2]\n";
const LEARN: &str = include_str!("../../../experiments/mundus-novus/learn.toml");
const TOURNAMENT: &str = "name = \"run\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 3\ndeals = 1\nformat = \"table\"\n\
    lineup = [\"steady\", \"steady\", \"steady\"]\n";

/// The studies: the command, the manifest, and the file of the manifest in the folder.
const STUDIES: [(&str, &str, &str); 5] = [
    ("balance", BALANCE, "balance.toml"),
    ("choices", CHOICES, "choices.toml"),
    ("tune", TUNE, "tune.toml"),
    ("ladder", LADDER, "ladder.toml"),
    ("restricted", RESTRICTED, "restricted.toml"),
];

fn place() -> Place {
    let place = Place::new();
    for (command, manifest, _) in STUDIES {
        place.write(&format!("{command}-of-mine.toml"), manifest);
    }
    place.write("learn-of-mine.toml", LEARN);
    place.write(
        "tuned.toml",
        "name = \"tuned\"\ngame = \"puerto-rico\"\nbase = \"steady\"\n[weights]\ncaptain = 1.5\n",
    );
    place
}

#[test]
fn a_study_refuses_a_folder_that_holds_anything_else() {
    let place = place();
    place.write("others/report.html", "mine");
    place.write("tournament.toml", TOURNAMENT);
    place.succeed(&["tournament", "tournament.toml", "--out", "run"]);
    for (command, _, file) in STUDIES.into_iter().chain([("learn", LEARN, "learn.toml")]) {
        let manifest = format!("{command}-of-mine.toml");
        for folder in ["others", "run", "."] {
            let before = place.contents();
            let message = place.fail(1, &[command, &manifest, "--out", folder]);
            let last = message.trim_end().lines().last().unwrap();
            let study = if command == "ladder" { command } else { "study" };
            assert_eq!(
                last.trim_start_matches("error: "),
                format!(
                    "{folder} is not empty and has no {file} of this {study}; choose another folder or remove this one"
                )
            );
            assert!(place.contents() == before, "{command} in {folder}");
        }
    }
}

/// A folder of another study of the same kind, too, is left as it was.
#[test]
fn a_study_of_one_kind_refuses_the_folder_of_another() {
    let place = place();
    place.succeed(&["balance", "balance-of-mine.toml", "--out", "out"]);
    let before = place.contents();
    let message = place.fail(1, &["choices", "choices-of-mine.toml", "--out", "out"]);
    assert!(message.contains("out is not empty and has no choices.toml of this study"), "{message}");
    place.write("more.toml", &BALANCE.replace("\"steady\"]", "\"shipper\"]"));
    let message = place.fail(1, &["balance", "more.toml", "--out", "out"]);
    assert!(message.contains("out holds another study"), "{message}");
    std::fs::remove_file(place.path().join("more.toml")).unwrap();
    assert!(place.contents() == before);
}

/// Where a study was stopped while it wrote what describes it, the same command goes on; so it does in an empty folder.
#[test]
fn a_folder_that_was_only_begun_is_used() {
    let place = place();
    for (command, _, file) in STUDIES {
        let manifest = format!("{command}-of-mine.toml");
        let study = [command, &manifest, "--quiet", "--out"];
        let run = |folder: &str| assert!(place.succeeds(&[&study[..], &[folder]].concat()), "{command}");
        let whole = format!("{command}-whole");
        std::fs::create_dir(place.path().join(&whole)).unwrap();
        run(&whole);
        // Of the manifest as run, and nothing else, a part was written.
        let begun = format!("{command}-begun");
        let text = place.read(&format!("{whole}/{file}"));
        place.write(&format!("{begun}/{file}"), &text[..text.len() / 2]);
        run(&begun);
        run(&begun);
        assert_eq!(place.read(&format!("{begun}/{file}")), text);
        assert!(place.path().join(&begun).join("report.html").exists());
    }
}
