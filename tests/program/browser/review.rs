//! Reviews: of a record that was uploaded, and of a game that was played to its end at a table.

use tradewinds::sitting::Sitter;

use super::driver::Browser;
use super::play::decide;
use super::visit::Visit;
use crate::serve::server::Server;
use crate::short_game::short_record;

/// Waits until all decisions are judged.
fn wait_for_review(browser: &Browser) {
    browser.wait_for(
        "document.getElementById('review') && !document.querySelector('[data-running]')
            && document.querySelector('a[href=\"review.html\"]')",
    );
}

fn number(browser: &Browser) -> i64 {
    browser.run("return Number(document.getElementById('slider').value)").as_i64().unwrap()
}

/// Does something that leads to another decision, and returns its number.
fn step(browser: &Browser, act: impl FnOnce()) -> i64 {
    let before = number(browser);
    act();
    browser.wait_for(&format!("Number(document.getElementById('slider').value) !== {before}"));
    browser.wait_for("location.pathname.endsWith('/' + document.getElementById('slider').value)");
    number(browser)
}

fn leaf_through(width: u32, scheme: &str) {
    let Some(visit) = Visit::begin(width, scheme) else { return };
    let (browser, server, record) = (&visit.browser, &visit.server, &visit.record);
    let check = |name: &str| visit.check(name);
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    browser.choose_file("input[type=file]", &visit.file);
    browser.click("button[formaction=\"open-review\"]");
    wait_for_review(browser);
    let page = browser.text("#review");
    for part in ["points of win share", "Win shares over the game", "Who paid for whose decisions"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let flagged = browser.run("return document.querySelectorAll('article').length").as_i64().unwrap();
    assert!(flagged > 1, "the last actions of a list are seldom the best ones: {flagged} are flagged");
    browser.click("article summary");
    browser.wait_for("document.querySelector('article details[open] table')?.checkVisibility()");
    check("review");
    // Through the flagged decisions by keys, and back by clicks.
    browser.click("a[href^=\"review/\"].tool");
    browser.wait_for("document.querySelector('.judgement article')");
    let title = browser.text(".judgement h3");
    let losses = [" points of win share (", " points of the score ("].map(|loss| title.matches(loss).count());
    assert_eq!(losses.iter().sum::<usize>(), 1, "{title}");
    let is_open = "document.querySelector('.judgement details').open";
    browser.wait_for(&format!("!{is_open}"));
    browser.press("o");
    browser.wait_for(is_open);
    assert!(browser.text(".judgement table").contains("(made)"));
    check("decision");
    let first = number(browser);
    let second = step(browser, || browser.press("n"));
    assert!(second > first);
    browser.wait_for(&format!("!{is_open}"));
    assert_eq!(step(browser, || browser.press("p")), first);
    assert_eq!(step(browser, || browser.click("#flag-next")), second);
    let next = step(browser, || browser.press("\u{e014}"));
    assert!(next > second);
    assert_eq!(step(browser, || browser.click("#before")), second);
    // The focus stays where it was: Enter goes on.
    browser.run("document.getElementById('next').focus()");
    assert_eq!(step(browser, || browser.press("\u{e007}")), next);
    assert_eq!(browser.run("return document.activeElement.id"), "next");
    let slide = |place: &str| {
        browser.run(&format!(
            "const slider = document.getElementById('slider'); slider.value = {place};
             slider.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ));
    };
    let end = step(browser, || slide("slider.max"));
    assert_eq!(usize::try_from(end).unwrap(), record.actions.len());
    assert_eq!(browser.text(".judgement p"), "The game is over.");
    check("end");
    assert_eq!(step(browser, || slide("0")), 0);
    assert_eq!(browser.text(".happened"), "The beginning of the game");
    browser.click("a[href=\"../review\"]");
    browser.wait_for("document.getElementById('review')");
    browser.click("a[href=\"./\"]");
    browser.wait_for("document.querySelector('.standing')");
    visit.end();
}

#[test]
fn an_uploaded_record_is_reviewed_on_a_desktop() {
    leaf_through(1280, "light");
}

#[test]
fn an_uploaded_record_is_reviewed_on_a_phone() {
    leaf_through(390, "dark");
}

#[test]
fn a_game_is_finished_at_a_table_and_reviewed() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let people = ["Anna", "Ben", "Cleo"].map(|name| Sitter::Here { name: name.to_owned() });
    let record = short_record("puerto-rico", people, 6);
    let server = Server::start(folder.path());
    let table = server.upload(&record.to_json()).place.unwrap();
    // The last decisions are made anew, by clicks, at a table of their own: the finished game stays.
    browser.open(&format!("http://{}{table}at/{}", server.address, record.actions.len() - 9));
    browser.click("nav.slider button");
    let mut turn = 0;
    while decide(&browser, turn) {
        turn += 1;
    }
    assert!(turn > 1);
    let own = browser.run("return location.pathname");
    assert_ne!(own, table.as_str());
    let table = own.as_str().unwrap();
    browser.click("button[formaction=\"review\"]");
    wait_for_review(&browser);
    assert!(browser.text("#review ul").contains("Anna "));
    // Who asks again gets the same review, and so does everybody who comes from the lobby.
    let text = browser.text("#review");
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    browser.click(&format!("a[href$=\"{table}review\"]"));
    wait_for_review(&browser);
    assert_eq!(browser.text("#review"), text);
    // After a restart nothing is judged again: the journal has it all.
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    drop(server);
    let server = Server::start_at(folder.path(), &port);
    browser.open(&format!("http://{}{table}review", server.address));
    browser.click("#review button.big");
    wait_for_review(&browser);
    assert_eq!(browser.text("#review"), text);
    let saved = server.get(&format!("{table}review.html"));
    assert!(saved.status == 200 && saved.body.len() < 300_000 && saved.body.contains("Verdict"));
}
