//! axe-core on every kind of page. `TRADEWINDS_AXE` names the file `axe.min.js`; without it nothing is tested.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::driver::Browser;
use super::play::decide;
use crate::serve::server::Server;

/// Both widths and both schemes: no rule of the pages' styles depends on a pair of them.
pub(crate) const LOOKS: [(u32, &str); 2] = [(1280, "light"), (390, "dark")];

/// The program that looks for violations.
pub(crate) struct Axe(String);

impl Axe {
    /// Reads the file that `TRADEWINDS_AXE` names; `None` if it names none.
    pub(crate) fn find() -> Option<Self> {
        let path = std::env::var_os("TRADEWINDS_AXE");
        if path.is_none() {
            eprintln!("TRADEWINDS_AXE is not set: accessibility is not tested");
        }
        path.map(|path| Self(fs::read_to_string(path).unwrap()))
    }

    /// Lists the violations of the page as it is.
    pub(crate) fn violations(&self, browser: &Browser) -> Vec<String> {
        if browser.run("return Boolean(window.axe)") == false {
            browser.run(&self.0);
        }
        let script = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations.map(
                (one) => one.id + ': ' + one.help + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | '))));";
        let found = browser.run_until_called(script);
        found.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn no_page_has_a_violation() {
    let Some(axe) = Axe::find() else { return };
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut found = Vec::new();
    let mut check = |name: &str| {
        for (width, scheme) in LOOKS {
            browser.look(width, scheme);
            for violation in axe.violations(&browser) {
                found.push(format!("{name} at {width}, {scheme}: {violation}"));
            }
        }
    };
    for game in tradewinds::arena::NAMES {
        let table = server.open(game, &["me", "bot:steady", "bot:steady"], 3);
        browser.open(&format!("http://{}{table}", server.address));
        for turn in 0..12 {
            decide(&browser, turn);
        }
        browser.wait_for("document.querySelector('.standing') || document.getElementById('act-0')");
        if browser.try_click("[data-key=\"h\"]") {
            browser.wait_for("document.querySelector('.thought')");
        }
        check(game);
        browser.open(&format!("http://{}{table}at/3", server.address));
        check(&format!("{game}, looking back"));
    }
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    check("lobby");
    let shared = server.open("mundus-novus", &["me", "friend", "bot:steady"], 3);
    browser.open(&format!("http://{}{shared}", server.address));
    check("cover");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The pages that need no server: a saved game, an analysis, a tournament, each study and the gallery of results.
#[test]
fn no_page_in_a_file_has_a_violation() {
    let Some(axe) = Axe::find() else { return };
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tradewinds"));
        let output = command.current_dir(root).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let path = |name: &str| made(name).to_str().unwrap().to_owned();
    let quickstart = "experiments/quickstart.toml";
    run(&["replay", quickstart, "--game", "3", "--out", &path("game.json")]);
    run(&["replay", &path("game.json"), "--html", &path("game.html")]);
    let decision = ["--at", "40", "--iterations", "100", "--worlds", "4"];
    run(&[&["analyze", &path("game.json"), "--html", &path("analysis.html")], &decision[..]].concat());
    run(&["tournament", quickstart, "--games", "8", "--out", &path("run")]);
    let studies = [
        ("choices", "roles"),
        ("balance", "balance"),
        ("balance", "levels"),
        ("ladder", "ladder"),
        ("tune", "tune"),
    ];
    for (study, manifest) in studies {
        run(&[study, &format!("tests/same_files/manifests/{manifest}.toml"), "--out", &path(manifest)]);
    }
    let mut pages = vec![made("game.html"), made("analysis.html"), root.join("results/index.html")];
    let folders = studies.map(|(_, manifest)| manifest);
    pages.extend(["run"].into_iter().chain(folders).map(|folder| made(folder).join("report.html")));
    let mut found = Vec::new();
    for page in &pages {
        browser.open(&format!("file://{}", page.display()));
        for (width, scheme) in LOOKS {
            browser.look(width, scheme);
            let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
            assert!(overflow.as_i64().unwrap() <= 0, "{} at {width}: {overflow} too wide", page.display());
            for violation in axe.violations(&browser) {
                found.push(format!("{} at {width}, {scheme}: {violation}", page.display()));
            }
        }
    }
    // The board of the analysis is drawn apart from the page's own style.
    browser.open(&format!("file://{}", path("analysis.html")));
    let panels = "document.querySelector('[data-board]').shadowRoot.querySelectorAll('.panel').length";
    assert!(browser.run(&format!("return {panels}")).as_i64().unwrap() > 5);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
