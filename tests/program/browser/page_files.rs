//! The page that needs no server: what a seat is handed, and the files of its tables where something is wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tradewinds::tournament::{run_key, with_checksum};

use super::page::{Visit, built};
use crate::serve::server::{actions, between, handed_out, version};
use crate::short_game::{short_record, steady};

/// Clicks the button that saves all tables; returns the archive.
fn archive(visit: &Visit) -> Vec<u8> {
    visit.browser.run(
        "URL.createObjectURL = (blob) => { window.archive = blob; return 'data:,'; };
         HTMLAnchorElement.prototype.click = () => {};",
    );
    visit.browser.click("#save");
    visit.browser.wait_for("window.archive");
    let archive = visit.browser.run("return archive.arrayBuffer().then((data) => [...new Uint8Array(data)])");
    serde_json::from_value(archive).unwrap()
}

/// Returns the tables of the archive by their names.
fn saved(visit: &Visit) -> BTreeMap<String, String> {
    let archive = archive(visit);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("all.tar"), archive).unwrap();
    let unpacked = Command::new("tar").args(["-xf", "all.tar"]).current_dir(folder.path()).status().unwrap();
    assert!(unpacked.success());
    let files = fs::read_dir(folder.path().join("tables")).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// Brings a file with the page's own field.
fn bring(visit: &Visit, path: &Path) {
    visit.browser.run("window.isOld = true");
    visit.browser.choose_file("#files", path);
}

fn wait_for_state(visit: &Visit, text: &str) {
    visit.browser.wait_for(&format!("document.getElementById('state').textContent.includes('{text}')"));
}

#[test]
fn tables_go_to_another_browser_and_those_of_other_rules_are_named() {
    let Some(visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    visit.open_table();
    visit.run("it.getElementById('act-0').click()");
    visit.wait("it.querySelector('.log li')");
    let files = saved(&visit);
    let [(name, table)] = files.iter().collect::<Vec<_>>()[..] else { panic!("{files:?}") };
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place(name), table).unwrap();
    let mut head: Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
    head["record"]["table"]["rules_version"] = 999.into();
    let foreign = with_checksum(run_key(["tradewinds table"]), &head["record"]);
    let other = "francis-drake-7.table";
    fs::write(place(other), foreign).unwrap();
    fs::create_dir(place("tables")).unwrap();
    fs::copy(place(name), place("tables").join(name)).unwrap();
    let packed = Command::new("tar")
        .args(["--format=ustar", "-cf", "all.tar", "tables"])
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert!(packed.success());
    let whole = fs::read(place("all.tar")).unwrap();
    // The heads of folder and file, and nothing of the file.
    fs::write(place("half.tar"), &whole[..1024]).unwrap();

    let visit = Visit::begin().unwrap();
    visit.open("");
    visit.lobby();
    bring(&visit, &place("half.tar"));
    wait_for_state(&visit, "Nothing was changed");
    bring(&visit, &place("all.tar"));
    visit.browser.wait_for("!window.isOld");
    visit.wait("it.querySelector('ul.tables a')");
    bring(&visit, &place(other));
    visit.browser.wait_for("!window.isOld");
    visit.wait("it.querySelector('.refusal')?.textContent.includes('rules_version')");
    let found = visit.run("return it.querySelector('.refusal').textContent");
    assert!(found.as_str().unwrap().contains(other), "{found}");
    let again = saved(&visit);
    assert_eq!(again.keys().collect::<Vec<_>>(), [other, name]);
    assert!(again[name].starts_with(table.as_str()), "the table is the one that was brought");
    visit.run("it.querySelector('ul.tables a').click()");
    visit.wait("it.querySelector('.log li')");
}

#[test]
fn without_webassembly_the_page_says_so_and_gives_the_tables() {
    let Some(visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    visit.open_table();
    let files = saved(&visit);
    let source = json!({ "source": "delete globalThis.WebAssembly" });
    visit.browser.develop("Page.addScriptToEvaluateOnNewDocument", &source);
    visit.open("");
    wait_for_state(&visit, "runs no WebAssembly");
    assert_eq!(saved(&visit).keys().collect::<Vec<_>>(), files.keys().collect::<Vec<_>>());
}

/// Returns the files in the browser's storage as text, but the key of the lobby and what was chosen there.
fn stored(visit: &Visit) -> BTreeMap<String, String> {
    let files = visit.browser.run_until_called(
        "const done = arguments[arguments.length - 1];
         import('./storage.js').then(({ Storage }) => Storage.all())
           .then((files) => done(Object.fromEntries([...files].map(([path, data]) => [path, new TextDecoder().decode(data)]))));",
    );
    let mut files: BTreeMap<String, String> = serde_json::from_value(files).unwrap();
    files.retain(|path, _| path != "key" && path != "choices");
    files
}

#[test]
fn a_record_its_review_and_answers_to_puzzles_go_to_another_browser() {
    let Some(visit) = Visit::begin() else { return };
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let record = short_record("puerto-rico", [steady(), steady(), steady()], 6);
    fs::write(place("game.json"), record.to_json()).unwrap();
    fs::write(place("damaged.json"), "{").unwrap();
    fs::write(place("other.txt"), "").unwrap();
    visit.open("");
    visit.lobby();
    visit.browser.choose_file("#files", &place("other.txt"));
    wait_for_state(&visit, "other.txt: what can be brought is archives");
    visit.browser.choose_file("#files", &place("damaged.json"));
    visit.wait("it.querySelector('.refusal')");
    visit.browser.choose_file("#files", &place("game.json"));
    visit.wait("it.querySelector('button[formaction=review]')");
    visit.run("it.querySelector('button[formaction=review]').click()");
    visit.wait("it.querySelector('a[href=\"review.html\"]') && it.querySelector('a[href=puzzle]')");
    visit.run("it.querySelector('a[href=puzzle]').click()");
    visit.wait("it.querySelector('main.puzzle form button[name=a][value=\"\"]')");
    visit.run("it.querySelector('main.puzzle form button[name=a][value=\"\"]').click()");
    visit.wait("it.querySelector('main.puzzle a[data-key=n]')");
    visit.browser.wait("the answer in the storage", || stored(&visit).contains_key("training"));
    let files = stored(&visit);
    assert!(files.keys().any(|path| path.ends_with(".review")), "{:?}", files.keys());
    fs::write(place("all.tar"), archive(&visit)).unwrap();
    let mut damaged = fs::read(place("all.tar")).unwrap();
    damaged[0] ^= 1;
    fs::write(place("damaged.tar"), damaged).unwrap();

    let visit = Visit::begin().unwrap();
    visit.open("");
    visit.lobby();
    visit.browser.choose_file("#files", &place("damaged.tar"));
    wait_for_state(&visit, "damaged.tar: it is damaged. Nothing was changed.");
    visit.open("");
    visit.lobby();
    bring(&visit, &place("all.tar"));
    visit.browser.wait_for("!window.isOld");
    wait_for_state(&visit, "Brought here: 1 table, 1 review, 1 answer to puzzles.");
    assert_eq!(stored(&visit), files);
    visit.browser.choose_file("#files", &place("all.tar"));
    wait_for_state(&visit, "Nothing is new");
    // The review is there without being made again.
    visit.wait("it.querySelector('ul.tables a')");
    visit.run("it.querySelector('ul.tables a').click()");
    visit.wait("it.querySelector('button[formaction=review]')");
    visit.run("it.querySelector('button[formaction=review]').click()");
    visit.wait("it.querySelector('a[href=\"review.html\"]')");
    assert_eq!(stored(&visit), files);
}

/// A browser that has room for the first version of each file alone.
const FULL: &str = "const put = IDBObjectStore.prototype.put, seen = new Set();
IDBObjectStore.prototype.put = function (data, path) {
  const request = put.call(this, data, path);
  if (seen.has(path)) this.transaction.abort();
  seen.add(path);
  return request;
};
";

#[test]
fn a_full_storage_is_named_and_what_it_has_is_given() {
    let Some(page) = built() else { return };
    let folder = tempfile::tempdir().unwrap();
    let copied = Command::new("cp").arg("-r").arg(page).arg(folder.path().join("page")).status().unwrap();
    assert!(copied.success());
    let script = folder.path().join("page/storage.js");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, format!("{FULL}{text}")).unwrap();
    let Some(visit) = Visit::of(folder.path().join("page")) else { return };
    visit.open("");
    visit.lobby();
    visit.open_table();
    visit.run("it.getElementById('act-0').click()");
    visit.wait("it.querySelector('.log li')");
    wait_for_state(&visit, "The games are not being saved: the storage is full");
    wait_for_state(&visit, "still gives you the files of your tables");
    assert_eq!(saved(&visit).len(), 1, "the table as it began");
    // The game goes on.
    visit.wait("it.getElementById('act-0')");
    let seen = visit.run("return it.querySelectorAll('.log li').length");
    visit.run("it.getElementById('act-0').click()");
    visit.wait(&format!("it.querySelectorAll('.log li').length > {seen}"));
}

/// A table at which each seat has a page of its own.
struct Seats<'a> {
    visit: &'a Visit,
    links: Vec<String>,
}

impl<'a> Seats<'a> {
    fn new(visit: &'a Visit) -> Self {
        let page = visit.run(
            "const fields = new URLSearchParams({ game: 'mundus-novus', players: 3, seed: 11, pace: 0 });
             for (const seat of [0, 1, 2]) { fields.set(`seat${seat}`, 'link'); fields.set(`name${seat}`, `P${seat}`); }
             return it.defaultView.fetch('new', { method: 'POST', body: fields }).then((answer) => answer.text())",
        );
        let links = handed_out(page.as_str().unwrap());
        assert_eq!(links.len(), 3, "{page}");
        Self { visit, links }
    }

    /// Returns all that a seat gets: what comes from the worker that has the tables.
    fn everything(&self, seat: usize) -> Vec<String> {
        let pages = ["", "game.html", "record.json", "at/0", "at/100000", "position"];
        let mut all: Vec<String> = pages.map(|rest| self.get(seat, rest)).into();
        all.push(self.events(seat));
        all
    }

    /// Listens to the events of a seat from now on.
    fn listen(&self, seat: usize) {
        let link = &self.links[seat];
        self.visit.run(&format!(
            "window.heard ??= {{}};
             window.heard['{link}'] = '';
             fetch('/play{link}events').then(async ({{ body }}) => {{
               const text = body.pipeThrough(new TextDecoderStream()).getReader();
               for (let part = await text.read(); !part.done; part = await text.read()) window.heard['{link}'] += part.value;
             }})"
        ));
        self.visit.browser.wait_for(&format!("window.heard['{link}'].endsWith('\\n\\n')"));
    }

    /// Returns the events that a seat has heard. An event is sent before the next answer, to whichever page.
    fn events(&self, seat: usize) -> String {
        let heard = self.visit.run(&format!("return window.heard['{}']", self.links[seat]));
        heard.as_str().unwrap().to_owned()
    }

    fn get(&self, seat: usize, rest: &str) -> String {
        let link = &self.links[seat];
        let script = format!("return fetch('/play{link}{rest}').then((answer) => answer.text())");
        self.visit.run(&script).as_str().unwrap().to_owned()
    }

    fn act(&self, seat: usize, action: &str) {
        let fields = json!({ "v": version(&self.get(seat, "")), "a": action });
        let link = &self.links[seat];
        let status = self.visit.run(&format!(
            "return fetch('/play{link}act', {{ method: 'POST', body: new URLSearchParams({fields}) }}).then(({{ status }}) => status)"
        ));
        assert_eq!(status, 200);
    }
}

/// Two tables that differ in a secret choice: the worker hands the other seats the same bytes.
#[test]
fn a_seat_is_handed_its_picture_alone() {
    let Some(visit) = Visit::begin() else { return };
    visit.open("");
    visit.lobby();
    let twins = [0, 1].map(|_| Seats::new(&visit));
    twins.iter().for_each(|twin| (0..3).for_each(|seat| twin.listen(seat)));
    let mut compared = 0;
    for _ in 0..40 {
        let pages = [0, 1, 2].map(|seat| twins[0].get(seat, ""));
        let seat = pages.iter().position(|page| !actions(page).is_empty()).unwrap();
        let choices = actions(&pages[seat]);
        let is_secret =
            between(&pages[seat], "<h2 id=\"prompt\"", "</h2>").unwrap().contains("Choose your offer");
        if !is_secret || choices.len() < 2 {
            twins.iter().for_each(|twin| twin.act(seat, &choices[0]));
            continue;
        }
        twins[0].act(seat, &choices[0]);
        twins[1].act(seat, &choices[1]);
        assert_ne!(twins[0].everything(seat), twins[1].everything(seat), "seat {seat} sees its own choice");
        for reader in (0..3).filter(|&reader| reader != seat) {
            // The tables have different names, and nothing else.
            let [one, other] = [0, 1].map(|twin| {
                let all = twins[twin].everything(reader);
                all.iter().map(|text| text.replace("mundus-novus-2", "mundus-novus-1")).collect::<Vec<_>>()
            });
            assert_eq!(one, other, "seat {reader} after seat {seat}");
            compared += 1;
        }
        break;
    }
    assert_eq!(compared, 2);
}
