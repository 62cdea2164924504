//! Whole games by clicks, from the lobby to the final scores.

use super::boards::TOO_WIDE;
use super::driver::Browser;
use super::sheet;
use crate::serve::server::Server;

/// Opens a table through the lobby: the reader against three bots.
pub(crate) fn open_from_lobby(browser: &Browser, server: &Server, game: &str) {
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    if !browser.try_click(&format!("input[value=\"{game}\"]:checked + span")) {
        browser.click(&format!("input[value=\"{game}\"] + span"));
    }
    browser.wait_for(&format!("document.querySelector('form[data-game={game}]')"));
    browser.run("document.querySelector('details.experts').open = true");
    for seat in 1..4 {
        browser.click(&format!("select[name=\"expert{seat}\"] option[value=\"bot:steady\"]"));
    }
    browser.click("select[name=\"pace\"] option[value=\"0\"]");
    browser.click("button.big");
    browser.wait_for("document.getElementById('table')");
}

/// Plays one decision by a click on the board where that is possible, else in the list; returns whether the game
/// goes on.
pub(crate) fn decide(browser: &Browser, turn: usize) -> bool {
    // What is clicked is chosen by the turn.
    let went_on = browser.act(&format!(
        "const version = () => document.querySelector('input[name=v]')?.value;
         await until(() => (document.querySelector('.standing') || document.getElementById('act-0')) && !document.querySelector('.sending'));
         if (document.querySelector('.standing')) return false;
         const before = version();
         const choose = () => {{
             const board = [...document.querySelectorAll('.board button.can')];
             const list = [...document.querySelectorAll('.actions button')];
             const done = document.getElementById('done');
             if (!done) {{
                 const some = {turn} % 3 && board.length ? board : list;
                 return some[({turn} * 7) % some.length];
             }}
             document.querySelector('[data-set=fill]')?.click();
             const all = [...document.querySelectorAll('[data-joint] fieldset')].map((pile) => [...pile.querySelectorAll('input[type=radio]')]);
             // The first of several may be to stay at home, with nobody left to send.
             all.filter((pile) => pile.length > 1).forEach((pile, index) => pile.at(1 + ({turn} + index) % (pile.length - 1)).click());
             return done;
         }};
         // The table may be drawn anew meanwhile.
         await until(() => version() !== before || press(choose()));
         await until(() => version() !== before && !document.querySelector('.sending'));
         return true;"
    ));
    went_on.as_bool().unwrap_or_else(|| panic!("turn {turn}: {went_on} at {}", browser.address()))
}

/// Whole games, on a phone and on a desktop in turn; nothing sticks out on either, nor in between.
#[test]
fn every_game_is_played_by_clicks() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (phone, desktop) = ((390, "dark"), (1280, "light"));
    for game in tradewinds::arena::NAMES {
        browser.look(phone.0, phone.1);
        open_from_lobby(&browser, &server, game);
        sheet::is_open(&browser, game, 4);
        let mut turn = 0;
        while decide(&browser, turn) {
            if turn % 6 == 0 {
                for width in [390, 700, 1280] {
                    browser.look(width, "light");
                    let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
                    assert!(overflow.as_i64().unwrap() <= 0, "{game} at {width}: {overflow} too wide");
                    assert_eq!(browser.run(TOO_WIDE), "", "{game} at {width}, turn {turn}");
                }
                assert_eq!(browser.text(".refusal"), "", "{game}");
                let (width, scheme) = if turn % 12 == 0 { phone } else { desktop };
                browser.look(width, scheme);
            }
            turn += 1;
        }
        let standing = browser.text(".standing");
        assert!(turn > 5 && standing.lines().count() >= 4 && standing.contains("points"), "{standing}");
        sheet::adds_up(&browser, game);
    }
}

/// A decision is asked, and the one before has arrived: until then the page takes no other.
pub(crate) const READY: &str = "document.getElementById('act-0') && !document.querySelector('.sending')";

#[test]
fn the_keyboard_alone_suffices() {
    let Some(browser) = Browser::start() else { return };
    browser.look(1280, "light");
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 3);
    browser.open(&format!("http://{}{table}", server.address));
    for _ in 0..10 {
        browser.wait_for(READY);
        let before = browser.run("return document.querySelector('input[name=v]').value");
        let keys = browser.run(
            "return document.querySelector('[data-joint]') ? 'fd' : document.getElementById('act-9') ? '1\\ue007' : '1'",
        );
        browser.press(keys.as_str().unwrap());
        browser.wait_for(&format!("document.querySelector('input[name=v]').value !== {before}"));
    }
    browser.wait_for(READY);
    // Tab and Enter: the first thing that can be reached in the list.
    browser.run("document.getElementById('prompt').focus()");
    let before = browser.run("return document.querySelector('input[name=v]').value");
    browser.press("\u{e004}\u{e007}");
    browser.wait_for(&format!("document.querySelector('input[name=v]').value !== {before}"));
    browser.wait_for(READY);
    browser.press("h");
    browser.wait_for("document.querySelector('.thought .bar') && !document.querySelector('.sending')");
    let lines = browser.run("return Number(document.querySelector('.log').start)");
    browser.press("u");
    browser.wait_for(&format!("Number(document.querySelector('.log').start) < {lines}"));
}
