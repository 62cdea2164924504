//! Two browsers at one table, a killed server, looking back, a page that was saved.

use std::fs;

use super::driver::Browser;
use super::play::{READY, decide};
use crate::serve::server::Server;

#[test]
fn two_browsers_play_at_one_table() {
    let (Some(one), Some(other)) = (Browser::start(), Browser::start()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("francis-drake", &["me", "link", "bot:steady"], 3);
    one.open(&format!("http://{}{table}", server.address));
    one.wait_for("document.querySelector('[data-absolute]')");
    let link = one.run("return document.querySelector('[data-absolute]').href");
    other.open(link.as_str().unwrap());
    let mut moved = [0_usize; 2];
    for _ in 0..30 {
        for (index, browser) in [&one, &other].into_iter().enumerate() {
            if browser.run(&format!("return Boolean({READY})")) == true {
                let log = "document.querySelector('.log')?.textContent";
                let before = browser.run(&format!("return {log} ?? null"));
                decide(browser, moved[index]);
                browser.wait_for(&format!(
                    "({log} ?? null) !== {before} || document.querySelector('.standing')"
                ));
                moved[index] += 1;
            }
        }
    }
    assert!(
        moved[0] > 2 && moved[1] > 2,
        "{moved:?}: each is told of the other's moves without loading anew"
    );
}

#[test]
fn a_server_that_was_killed_goes_on_under_an_open_page() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 3);
    browser.open(&format!("http://{}{table}", server.address));
    for turn in 0..4 {
        decide(&browser, turn);
    }
    browser.wait_for(READY);
    let before = browser.text(".now");
    let address = server.address.clone();
    drop(server);
    browser.wait_for("document.querySelector('.lost')");
    browser.run("document.getElementById('act-0').click()");
    browser.wait_for("document.getElementById('notice').textContent === 'Not played: the server did not answer. Choose again.'");
    let port = address.rsplit(':').next().unwrap();
    let server = Server::start_at(folder.path(), port);
    browser.wait_for("!document.querySelector('.lost')");
    assert_eq!(browser.text(".now"), before);
    decide(&browser, 4);
    browser.wait("the next decision", || browser.text(".now") != before);
    drop(server);
}

#[test]
fn a_game_is_leafed_through_and_saved() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("mundus-novus", &["me", "bot:steady", "bot:steady"], 3);
    browser.open(&format!("http://{}{table}", server.address));
    for turn in 0..8 {
        decide(&browser, turn);
    }
    // Another line leaves the first one at the last decision.
    browser.wait_for(READY);
    browser.wait_for("document.getElementById('act-1')");
    let left = number(&browser, "Number(document.querySelector('.log').start)");
    browser.click("#act-0");
    browser.wait_for(&format!("Number(document.querySelector('.log').start) > {left}"));
    browser.wait_for(READY);
    browser.press("u");
    browser.wait_for(&format!("Number(document.querySelector('.log').start) === {left}"));
    browser.wait_for(READY);
    browser.click("#act-1");
    browser.wait_for(&format!("Number(document.querySelector('.log').start) > {left}"));
    browser.wait_for(READY);
    let now = browser.run("return location.href");
    browser.click("a[href^=\"at/\"]");
    browser.wait_for("document.getElementById('slider')");
    let last = browser.run("return Number(document.getElementById('slider').value)").as_i64().unwrap();
    assert!(last > 4);
    browser.press("\u{e012}");
    browser.wait_for(&format!("Number(document.getElementById('slider').value) === {}", last - 1));
    assert!(!browser.text(".happened").is_empty());
    browser.run("const slider = document.getElementById('slider'); slider.value = 0; slider.dispatchEvent(new Event('input', { bubbles: true }))");
    browser.wait_for("document.querySelector('.happened')?.innerText === 'The beginning of the game'");
    // The page that can be passed on: no server, no network.
    let page = server.get(&format!("{table}game.html")).body;
    let file = folder.path().join("game.html");
    fs::write(&file, page).unwrap();
    browser.open(&format!("file://{}", file.display()));
    browser.wait_for("document.querySelectorAll('#board .panel').length > 3");
    browser.click("#before");
    browser.wait_for(&format!("document.getElementById('number')?.innerText === '{}'", last - 1));
    let moves = "Number(document.getElementById('moves')?.innerText)";
    assert_eq!(number(&browser, moves), last);
    let happened = browser.text("#happened");
    browser.click("#line option[value=\"1\"]");
    browser.wait_for(&format!("Number(document.getElementById('number')?.innerText) === {left} + 1"));
    assert!(number(&browser, moves) > left && browser.text("#happened") != happened);
    browser.click("#line option[value=\"0\"]");
    browser.wait_for(&format!("document.getElementById('number')?.innerText === '{last}'"));
    browser.open(now.as_str().unwrap());
    browser.wait_for("document.getElementById('act-0')");
}

fn number(browser: &Browser, script: &str) -> i64 {
    browser.run(&format!("return {script}")).as_i64().unwrap()
}
