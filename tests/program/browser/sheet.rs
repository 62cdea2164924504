//! The score sheet at the end of a game, and the points beside each name during it.

use super::driver::Browser;

/// Lists the cells of the sheet: a row of texts each, the heads without their hidden words.
const SHEET: &str = "return [...document.querySelectorAll('.scores tr')].map((row) => \
                     [...row.children].slice(1).map((cell) => Number(cell.textContent)))";

/// Checks a game that has just begun: each seat's panel has its points, and there is no sheet yet.
pub(super) fn is_open(browser: &Browser, game: &str, seats: u64) {
    browser.wait_for("document.querySelector('.panel.player .points')");
    let beside = browser.run("return document.querySelectorAll('.panel.player .points').length");
    assert_eq!(beside, seats, "{game}: each seat's panel has its points");
    assert_eq!(browser.run("return document.querySelector('.scores')"), serde_json::Value::Null);
}

/// Checks that the sheet of a game that is over adds up to the standing.
pub(super) fn adds_up(browser: &Browser, game: &str) {
    let rows = browser.run(SHEET);
    let rows: Vec<Vec<i64>> = rows
        .as_array()
        .unwrap()
        .iter()
        .skip(1)
        .map(|row| row.as_array().unwrap().iter().map(|cell| cell.as_i64().unwrap()).collect())
        .collect();
    let (total, rows) = rows.split_last().unwrap();
    let standing = browser
        .run("return [...document.querySelectorAll('.standing li')].map((place) => place.textContent)");
    for (place, total) in total.iter().enumerate() {
        assert_eq!(rows.iter().map(|row| row[place]).sum::<i64>(), *total, "{game}: {rows:?}");
        let text = standing[place].as_str().unwrap();
        assert!(text.contains(&format!(" {total} point")), "{game}: {total} in {text}");
    }
    for width in [390, 1280] {
        browser.look(width, "light");
        let hidden = browser.run("return document.documentElement.scrollWidth > innerWidth");
        assert_eq!(hidden, false, "{game}: nothing is wider than {width} pixels");
    }
}
