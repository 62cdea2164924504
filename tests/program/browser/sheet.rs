//! The score sheet at the end of a game, and the points beside each name during it.

use super::driver::Browser;
use super::play::decide;
use crate::serve::server::Server;

/// Lists the cells of the sheet: a row of texts each, the heads without their hidden words.
const SHEET: &str = "return [...document.querySelectorAll('.scores tr')].map((row) => \
                     [...row.children].slice(1).map((cell) => Number(cell.textContent)))";

#[test]
fn the_sheet_adds_up_to_the_standing() {
    let Some(browser) = Browser::start() else { return };
    for (width, game) in [(1280, "francis-drake"), (390, "puerto-rico")] {
        browser.look(width, "light");
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let table = server.open(game, &["me", "bot:random", "bot:random"], 3);
        browser.open(&format!("http://{}{table}", server.address));
        browser.wait_for("document.querySelector('.panel.player .points')");
        let beside = browser.run("return document.querySelectorAll('.panel.player .points').length");
        assert_eq!(beside, 3, "{game}: each seat's panel has its points");
        assert_eq!(browser.run("return document.querySelector('.scores')"), serde_json::Value::Null);
        let mut turn = 0;
        while decide(&browser, turn) {
            turn += 1;
        }
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
        let hidden = browser.run("return document.documentElement.scrollWidth > innerWidth");
        assert_eq!(hidden, false, "{game}: nothing is wider than {width} pixels");
    }
}
