//! Positions that are set up by clicks alone, in all games: on a desktop by the pointer, on a phone by taps, and by keys.

use serde_json::Value;

use super::access::Axe;
use super::driver::Browser;
use crate::serve::server::Server;

/// What is clicked for seat 2, and where that is seen in the position: a pointer, and the value or the growth there.
struct Case {
    game: &'static str,
    clicks: &'static [(&'static str, &'static str)],
    /// Clicks after which the game refuses the position.
    wrong: &'static [&'static str],
}

const CASES: [Case; 4] = [
    Case {
        game: "puerto-rico",
        clicks: &[
            ("[data-mark='~/players/@/buildings#factory']", "/players/1/buildings/factory"),
            ("[data-mark='+/players/@/doubloons']", "/players/1/doubloons"),
            ("[data-mark='+/players/@/goods/corn']", "/players/1/goods/corn"),
            ("[data-mark='+/players/1/doubloons']", "/players/1/doubloons"),
            ("[data-mark^='/ships/5/']", ""),
            ("button[value='change:+1/ships/5/corn']", "/ships/5/corn"),
        ],
        // No two ships carry the same good.
        wrong: &["[data-mark^='/ships/6/']", "button[value='change:+1/ships/6/corn']"],
    },
    Case {
        game: "mundus-novus",
        clicks: &[
            ("[data-mark='+/players/1/money']", "/players/1/money"),
            ("[data-mark='/players/1/hand']", ""),
            ("button[value='change:+1/players/1/hand#R']", "/players/1/hand"),
        ],
        wrong: &["[data-mark^='-/queue#']"],
    },
    Case {
        game: "age-of-discovery",
        clicks: &[
            ("[data-mark='+/players/1/money']", "/players/1/money"),
            ("[data-mark^='-/offer#']", "/players/1/buildings"),
            ("[data-mark^='-/market/']", "/players/1/goods"),
            ("[data-mark^='+/players/@/units/florida/']", "/players/1/units/florida"),
        ],
        // Nobody lives where nothing is discovered.
        wrong: &["button[value='change:+1/tiles#florida']"],
    },
    Case {
        game: "francis-drake",
        clicks: &[
            ("[data-mark='+/players/1/crew']", "/players/1/crew"),
            ("[data-mark='+/players/1/vp']", "/players/1/vp"),
            ("[data-mark^='~/players/@/stops#queen']", "/players/1/stops"),
        ],
        wrong: &["[data-mark^='~/players/@/missions#trinidad']"],
    },
];

/// Returns the position of the page.
fn position(browser: &Browser) -> Value {
    let text = browser.run("return document.querySelector('textarea[name=base]').value");
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

/// Clicks a thing of the page, or presses Enter on it, and waits until the page is drawn anew.
fn press(browser: &Browser, selector: &str, by_key: bool) {
    let quoted = Value::from(selector);
    let is_there = browser.run(&format!("return Boolean(document.querySelector({quoted}))"));
    assert_eq!(is_there, true, "{selector} at {}", browser.address());
    browser.run(&format!("document.querySelector('main').firstElementChild.id = 'before'; document.querySelector({quoted}).scrollIntoView({{ block: 'center' }})"));
    if by_key {
        browser.run(&format!("document.querySelector({quoted}).focus({{ preventScroll: true }})"));
        browser.press("\u{e007}");
    } else {
        browser.click(selector);
    }
    browser.wait_for("!document.getElementById('before') && !document.querySelector('.sending')");
}

fn set_up(width: u32, scheme: &str) {
    let Some(browser) = Browser::start() else { return };
    let axe = Axe::find();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    browser.look(width, scheme);
    let mut faults = Vec::new();
    let mut check = |name: &str| {
        let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_i64().unwrap() <= 0, "{name} at {width}: {overflow} too wide");
        let script = "document.querySelector('.sheet').outerHTML.length";
        let weight =
            format!("const all = document.documentElement.outerHTML.length; return [all, all - {script}]");
        let weight = browser.run(&weight);
        assert!(
            weight[0].as_i64() < Some(500_000) && weight[1].as_i64() < Some(300_000),
            "{name}: {weight} bytes"
        );
        let found = axe.as_ref().map_or(Vec::new(), |axe| axe.violations(&browser));
        faults.extend(found.into_iter().map(|fault| format!("{name} at {width}, {scheme}: {fault}")));
    };
    for Case { game, clicks, wrong } in CASES {
        browser.open(&format!("http://{}{}position?game={game}&players=3", server.address, server.lobby));
        browser.wait_for("document.querySelector('[data-mark][tabindex]')");
        press(&browser, "input[name=seat][value='1'] + span", false);
        for (number, (selector, place)) in clicks.iter().enumerate() {
            let before = position(&browser);
            press(&browser, selector, number % 2 == 1);
            let after = position(&browser);
            assert!(
                browser.text(".palette .state").contains("takes this position"),
                "{game}: {selector}: {}",
                browser.text(".palette")
            );
            match *place {
                "" => assert_eq!(before, after, "{game}: {selector} only shows"),
                place => assert_ne!(before.pointer(place), after.pointer(place), "{game}: {selector}"),
            }
        }
        check(game);
        // What breaks a rule says so beside the board, which stays; it is undone.
        let (right, board) = (position(&browser), browser.text(".board"));
        for selector in wrong {
            press(&browser, selector, false);
        }
        assert!(browser.text("#wrong").starts_with("The game does not take this position: "), "{game}");
        assert!(
            !browser.text("#wrong").contains('\n') && browser.text("#stale").contains("last position"),
            "{game}"
        );
        assert_eq!(browser.text(".board"), board, "{game}");
        assert_ne!(position(&browser), right, "{game}: what was clicked is kept");
        check(&format!("{game}, a broken rule"));
        press(&browser, "button[value=undo]", false);
        assert_eq!(position(&browser), right, "{game}");
        // The file that is saved is this position.
        let saved = browser.run_until_called(
            "const done = arguments[arguments.length - 1], body = new URLSearchParams(new FormData(document.querySelector('form')));
             body.set('do', 'save'); fetch('position', { method: 'POST', body }).then((answer) => answer.json()).then(done)",
        );
        assert_eq!(saved, right, "{game}");
        press_play(&browser);
        let table = browser.address();
        browser.open(&format!("{table}position?seen=0"));
        browser.wait_for("document.querySelector('main.position .board')");
        for (_, place) in
            clicks.iter().filter(|(_, place)| place.starts_with("/players/1/") && !place.ends_with("hand"))
        {
            assert_eq!(position(&browser).pointer(place), right.pointer(place), "{game}: {place}");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Plays on from the position of the page.
fn press_play(browser: &Browser) {
    browser.run("document.querySelector('button[value=play]').scrollIntoView({ block: 'center' })");
    browser.click("button[value=play]");
    browser.wait_for("document.getElementById('table')");
}

#[test]
fn positions_are_set_up_by_clicks_on_a_desktop() {
    set_up(1280, "light");
}

#[test]
fn positions_are_set_up_by_taps_on_a_phone() {
    set_up(390, "dark");
}
