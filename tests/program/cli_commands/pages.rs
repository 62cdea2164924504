//! Pages over results, and of recorded games.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
#[cfg(feature = "serve")]
use tradewinds::tournament::MoveRecord;

use super::place::Place;

/// Returns the lines of what `gallery results --check` says of the committed results.
fn faults_of_the_gallery() -> Vec<String> {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["gallery", "results", "--check"]);
    let output = output.output().unwrap();
    let faults = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), faults.is_empty(), "{faults}");
    faults.lines().map(str::to_owned).collect()
}

/// Returns whether a fault is that of a figure in a document.
fn is_of_a_figure(fault: &str) -> bool {
    fault.contains(".md: line ") && fault.contains(": found ")
}

/// The page over the committed results is that of the results; `UPDATE_DOCS=1` writes it anew.
#[test]
fn the_gallery_is_in_step_with_the_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if env::var_os("UPDATE_DOCS").is_some() {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
        let output = command.current_dir(root).arg("gallery").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut faults = faults_of_the_gallery();
    faults.retain(|fault| !is_of_a_figure(fault));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let page = fs::read_to_string(root.join("results/index.html")).unwrap();
    let links = page.split("href=\"").skip(1).filter_map(|part| part.split('"').next());
    let files: Vec<&str> = links.filter(|link| !link.starts_with('#')).collect();
    assert!(files.len() > 20, "{}", files.len());
    for file in files {
        assert!(root.join("results").join(file).is_file(), "{file}");
    }
}

/// Each figure of our documents is quoted from the ledger.
#[test]
fn the_documents_quote_the_ledger() {
    let ledger = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/ledger.csv");
    assert!(ledger.is_file(), "the ledger is there");
    let mut faults = faults_of_the_gallery();
    faults.retain(|fault| is_of_a_figure(fault));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_gallery_of_other_folders_is_written_and_checked() {
    let place = Place::new();
    place.write("mine/one/README.md", "# One\n\nWhat was <found>.\n");
    place.write("mine/one/report.html", "<h1>one</h1><div class=\"verdict\"><p>a beats b.</p></div>");
    assert_eq!(place.succeed(&["gallery", "mine"]), "mine/index.html\n");
    let page = place.read("mine/index.html");
    for part in ["href=\"./one/report.html\"", "What was &lt;found&gt;.", "a beats b.", "1 result, 1 of them"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    place.succeed(&["gallery", "mine", "--check"]);
    place.write("mine/two/standings.csv", "bot\na\n");
    let message = place.fail(1, &["gallery", "mine", "--check"]);
    assert!(
        message.contains("mine/index.html is out of date: `tradewinds gallery mine` writes it"),
        "{message}"
    );
    place.write("empty/x.txt", "");
    assert!(place.fail(1, &["gallery", "empty"]).contains("found no README.md, report.html or CSV file"));
    assert!(place.fail(1, &["gallery", "nowhere"]).contains("cannot read nowhere"));
}

/// Makes the record of a game.
/// Folders may have any names, and files be anything: each link leads to its file, nothing runs and nothing hangs.
#[cfg(unix)]
#[test]
fn a_gallery_takes_odd_names_and_odd_files() {
    let place = Place::new();
    let folders = ["javascript:alert(1)", "a#b", "c?d", "50%41", "e\u{1b}[31m f"];
    for folder in folders {
        place.write(&format!("mine/{folder}/report.html"), "<title>t</title>");
    }
    place.write("mine/g/README.md", "# G\n\nText with \u{1b} in it.\n");
    let mine = place.path().join("mine");
    let pipe = mine.join("g/report.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", mine.join("a#b/zero.csv")).unwrap();
    fs::File::create(mine.join("c?d/large.csv")).unwrap().set_len(1 << 40).unwrap();
    fs::File::create(mine.join("50%41/README.md")).unwrap().set_len(1 << 40).unwrap();
    place.succeed(&["gallery", "mine"]);
    place.succeed(&["gallery", "mine", "--check"]);
    let page = place.read("mine/index.html");
    for link in [
        "./javascript%3Aalert%281%29/report.html",
        "./a%23b/report.html",
        "./c%3Fd/report.html",
        "./50%2541/report.html",
        "./e%1B%5B31m%20f/report.html",
        "./g/README.md",
    ] {
        assert!(page.contains(&format!("href=\"{link}\"")), "{link} in {page}");
    }
    assert!(
        !page.contains('\u{1b}') && page.contains("e\\u{1b}[31m f") && !page.contains("zero.csv"),
        "{page}"
    );
    fs::remove_file(mine.join("index.html")).unwrap();
    assert!(Command::new("mkfifo").arg(mine.join("index.html")).status().unwrap().success());
    for arguments in [&["gallery", "mine"][..], &["gallery", "mine", "--check"]] {
        assert!(place.fail(1, arguments).contains("index.html: found no file in its place"));
    }
}

/// Whatever somebody is called, the page with the game shows it.
#[cfg(feature = "serve")]
#[test]
fn a_name_cannot_end_the_data_of_a_page() {
    let place = Place::new();
    record(&place);
    let mut record = MoveRecord::parse("game.json", &place.read("game.json")).unwrap();
    record.bots[0] = "<!--<script>".to_owned();
    record.bots[1] = "</script><b>".to_owned();
    record.seal();
    place.write("named.json", &record.to_json());
    place.succeed(&["replay", "named.json", "--html", "game.html"]);
    let page = place.read("game.html");
    let data = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap().1;
    let (data, rest) = data.split_once("</script>").unwrap();
    assert!(!data.contains('<') && rest.starts_with("<script>"), "the data end where they should");
    let data: Value = serde_json::from_str(data).unwrap();
    let texts = data["texts"].as_array().unwrap();
    assert!(texts.iter().any(|text| text.as_str().unwrap().starts_with("<!--<script> ")));
}

fn record(place: &Place) -> Value {
    place.write("quickstart.toml", include_str!("../../../experiments/quickstart.toml"));
    place.succeed(&["replay", "quickstart.toml", "--game", "3", "--out", "game.json"]);
    serde_json::from_str(&place.read("game.json")).unwrap()
}

#[cfg(feature = "serve")]
#[test]
fn a_recorded_game_is_a_page_with_a_slider() {
    let place = Place::new();
    let record = record(&place);
    place.succeed(&["replay", "game.json", "--html", "game.html"]);
    let page = place.read("game.html");
    let data = page.split_once("type=\"application/json\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    let moves = record["actions"].as_array().unwrap().len();
    assert_eq!(data["steps"].as_array().unwrap().len(), moves + 1);
    assert_eq!(data["texts"].as_array().unwrap().len(), moves);
    assert!(page.contains(&format!("type=\"range\" min=\"0\" max=\"{moves}\"")));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains(" src="), "no network");
    let message = place.fail(1, &["replay", "game.json", "--html", "game.html"]);
    assert!(message.contains("--force replaces a file that is there"), "{message}");
    place.succeed(&["replay", "game.json", "--html", "game.html", "--force"]);
    let seen = place.succeed(&["replay", "game.json", "--html", "-", "--seat", "1"]);
    assert!(seen.starts_with("<!DOCTYPE html>"));
    place.succeed(&["replay", "game.json", "--svg", "game.svg", "--frames", "3", "--size", "800", "600"]);
    let picture = place.read("game.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("width=\"800\" height=\"600\""));
    assert!(!picture.contains("<script") && !picture.contains("href=\"http") && !picture.contains(" src="));
    let message = place.fail(1, &["replay", "game.json", "--html", "-", "--seat", "9"]);
    assert!(message.contains("--seat: found 9; allowed: 1 to 4"), "{message}");
}

#[test]
fn leafing_through_in_the_terminal_needs_one() {
    let place = Place::new();
    record(&place);
    let message = place.fail(1, &["replay", "game.json", "--tui"]);
    let expected = match cfg!(feature = "tui") {
        true => "--tui: found no terminal to leaf through the record in; --moves lists the moves",
        false => "--tui: this program was built without the feature tui",
    };
    assert!(message.contains(expected), "{message}");
}

/// Leafs through a record inside a terminal multiplexer; does nothing where there is none.
#[cfg(all(unix, feature = "tui"))]
#[test]
fn a_record_is_leafed_through_in_a_terminal() {
    if Command::new("tmux").arg("-V").output().is_err() {
        eprintln!("tmux is missing: the terminal is not tested");
        return;
    }
    let place = Place::new();
    record(&place);
    let terminal = Terminal(format!("tradewinds-{}", std::process::id()));
    let tmux = |arguments: &[&str]| terminal.tell(arguments);
    let folder = place.path();
    let program = assert_cmd::cargo::cargo_bin!("tradewinds");
    let command = format!(
        "cd '{}' && '{}' replay game.json --tui; echo status $?; cat",
        folder.display(),
        program.display()
    );
    tmux(&["new-session", "-d", "-x", "130", "-y", "50", &command]);
    // Every look is a process of its own, so that this waits a minute or more before it gives up.
    let wait_for = |wanted: &str| {
        let found = (0..20_000).map(|_| tmux(&["capture-pane", "-p"])).find(|screen| screen.contains(wanted));
        found.unwrap_or_else(|| panic!("{wanted} in {}", tmux(&["capture-pane", "-p"])))
    };
    assert!(wait_for("move 0 of ").contains("The beginning of the game"));
    tmux(&["send-keys", "Right"]);
    wait_for("move 1 of ");
    let screen = wait_for("tries of ismcts:");
    assert!(screen.contains("Estimate") && screen.contains(" % "), "{screen}");
    tmux(&["send-keys", "End"]);
    wait_for("The game is over:");
    tmux(&["send-keys", "q"]);
    wait_for("status 0");
}

/// A server of the multiplexer of its own, which ends with the test.
#[cfg(all(unix, feature = "tui"))]
struct Terminal(String);

#[cfg(all(unix, feature = "tui"))]
impl Terminal {
    fn tell(&self, arguments: &[&str]) -> String {
        let all = [&["-u", "-L", &self.0, "-f", "/dev/null"], arguments].concat();
        let output = Command::new("tmux").args(all).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

#[cfg(all(unix, feature = "tui"))]
impl Drop for Terminal {
    fn drop(&mut self) {
        self.tell(&["kill-server"]);
    }
}
