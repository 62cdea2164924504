//! Puzzles, the list of moves, and a position that is set up: by clicks, on a desktop and on a phone.

use super::visit::Visit;

fn study(width: u32, scheme: &str) {
    let Some(visit) = Visit::begin(width, scheme) else { return };
    let (browser, server) = (&visit.browser, &visit.server);
    let check = |name: &str| {
        let weight = browser.run("return document.documentElement.outerHTML.length").as_i64().unwrap();
        assert!(weight < 300_000, "{name}: {weight} bytes");
        visit.check(name);
    };
    let lobby = format!("http://{}{}", server.address, server.lobby);
    browser.open(&lobby);
    browser.choose_file("input[type=file]", &visit.file);
    browser.click("button[formaction=\"open-review\"]");
    browser.wait_for("document.querySelector('a[href=\"puzzle\"]')");
    // A puzzle: the page says that an answer is wrong, and asks the next one.
    browser.click("a[href=\"puzzle\"]");
    browser.wait_for("document.querySelector('main.puzzle ol.actions')");
    assert!(!browser.text("main").contains("points of win share"), "the answer is hidden");
    check("puzzle");
    browser.click(".side button[name=a]");
    browser.wait_for("document.querySelector('.verdict.wrong')");
    assert!(browser.text(".verdict").ends_with(" is better."));
    browser.click(".judgement summary");
    browser.wait_for("document.querySelector('.judgement details[open] table')");
    assert!(browser.text(".judgement").contains("against "), "it says why: {}", browser.text(".judgement"));
    check("answer");
    browser.press("n");
    browser.wait_for("document.querySelector('main.puzzle ol.actions')");
    // By a key, as at a table.
    browser.press("1");
    browser.wait_for("document.querySelector('.verdict')");
    browser.click("nav.tools a[href=\"../review\"]");
    browser.wait_for("document.getElementById('review')");
    // The moves: one is looked for, and the table before it is shown.
    browser.click("a[href=\"./\"]");
    // The first event of the table may put its part in place between the press and the release of the button.
    browser.wait("the list of moves", || {
        browser.try_click("a[href=\"moves\"]");
        browser.run("return Boolean(document.querySelector('.movelist li'))") == true
    });
    check("moves");
    browser.run("document.querySelector('input[type=search]').value = 'captain'");
    browser.click(".filter button");
    browser.wait_for("document.querySelector('[role=status]') && location.search.includes('captain')");
    browser.click(".movelist li a[href^=\"at/\"]");
    browser.wait_for("document.getElementById('past')");
    // A position from there: changed by a field, refused, changed again, searched, played on.
    browser.click("a[href^=\"../position\"]");
    browser.wait_for("document.querySelector('main.position .board')");
    check("position");
    let set = |number: i32| {
        browser.run(&format!(
            "const field = document.querySelector('[name=\"v:/players/0/doubloons\"]') ?? document.querySelector('[name^=\"v:/players/0/vp\"]');
             field.closest('details').open = true; field.value = {number}"
        ));
        browser.click("button[value=check]");
    };
    set(-4);
    browser.wait_for("document.getElementById('wrong') && document.querySelector('[aria-invalid]')");
    check("wrong position");
    set(7);
    browser.wait_for("document.querySelector('main.position .board')");
    browser.click("button[value=search]");
    browser.wait_for("document.querySelector('.thought table')");
    assert!(browser.text(".thought").contains("points lost"));
    check("searched position");
    browser.click("button[value=play]");
    browser.wait_for("document.getElementById('table')");
    // From the lobby: a position is pasted, and the training goes on.
    browser.open(&lobby);
    browser.click("a[href=\"train\"]");
    browser.wait_for("document.querySelector('main.puzzle')");
    browser.click("nav.tools a");
    browser.wait_for("document.querySelector('main.lobby')");
    check("lobby");
    browser.click("a[href=\"mistakes\"]");
    browser.wait_for("document.querySelector('main.mistakes table')");
    check("mistakes");
    visit.end();
}

#[test]
fn games_are_studied_on_a_desktop() {
    study(1280, "light");
}

#[test]
fn games_are_studied_on_a_phone() {
    study(390, "dark");
}
