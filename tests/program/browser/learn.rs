//! Learning a game at the table: explanations by pointer, focus and long press, the guide, the page of rules; and the
//! lobby by keyboard.

use super::access::{Axe, LOOKS};
use super::driver::Browser;
use crate::serve::server::Server;

#[test]
fn things_say_what_they_do() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 3);
    for (width, scheme) in LOOKS {
        browser.look(width, scheme);
        browser.open(&format!("http://{}{table}", server.address));
        browser.wait_for("document.getElementById('act-0')");
        let shown = "document.getElementById('about').hidden === false";
        // By focus, from the keyboard.
        browser.run("document.getElementById('prompt').focus()");
        browser.press("\u{e004}");
        browser.wait_for(shown);
        let text = browser.text("#about");
        assert!(text.starts_with("Settler") && text.contains("plantations"), "{text}");
        let described = "return document.activeElement.getAttribute('aria-describedby')";
        assert_eq!(browser.run(described), "about");
        browser.press("\u{e00c}");
        browser.wait_for("document.getElementById('about').hidden");
        // By pointer.
        let over = |pointer: &str| {
            format!(
                "document.querySelector('.board button[value=mayor]').dispatchEvent(new PointerEvent('{pointer}', \
                 {{ bubbles: true, pointerType: '{}' }}))",
                if pointer == "pointerover" { "mouse" } else { "touch" }
            )
        };
        browser.run(&over("pointerover"));
        browser.wait_for(shown);
        assert!(browser.text("#about").starts_with("Mayor"));
        // By a long press, which plays nothing.
        let version = "return document.querySelector('input[name=v]').value";
        let before = browser.run(version);
        browser
            .run("document.getElementById('prompt').focus(); document.getElementById('about').hidden = true");
        browser.run(&over("pointerdown"));
        browser.wait_for(shown);
        browser.run("document.querySelector('.board button[value=mayor]').click()");
        assert_eq!(browser.run(version), before);
        // A tap explains while the reader asks.
        browser.click("#explain");
        browser.click("#act-2");
        browser.wait_for(shown);
        assert!(browser.text("#about").starts_with("Builder"), "{}", browser.text("#about"));
        assert_eq!(browser.run(version), before);
        let fits = "const box = document.getElementById('about').getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight";
        assert_eq!(browser.run(fits), true);
    }
}

#[test]
fn another_game_keeps_the_form_and_the_focus() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    browser.run("document.querySelector('[name=name0]').value = 'Anna'");
    browser.click("select[name=seat1] option[value=\"bot:hard\"]");
    browser.run("document.getElementById('game-puerto-rico').focus()");
    for game in ["mundus-novus", "age-of-discovery"] {
        browser.press("\u{e014}");
        browser.wait_for(&format!("document.querySelector('form[data-game={game}]')"));
        assert_eq!(browser.run("return document.activeElement.id"), format!("game-{game}"));
    }
    browser.click("#players option[value=\"3\"]");
    browser.wait_for("!document.getElementById('seat3')");
    assert_eq!(browser.run("return document.querySelector('[name=name0]').value"), "Anna");
    assert_eq!(browser.run("return document.getElementById('seat1').value"), "bot:hard");
    browser.click("button.big");
    browser.wait_for("document.getElementById('table')");
    assert!(browser.text(".seats").contains("Anna") && browser.text(".seats").contains("hard"));
}

#[test]
fn rules_guide_and_lobby_have_no_violation() {
    let Some(axe) = Axe::find() else { return };
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut found = Vec::new();
    let mut check = |name: &str| {
        for (width, scheme) in LOOKS {
            browser.look(width, scheme);
            let is_wide = browser.run("return document.documentElement.scrollWidth > innerWidth");
            assert_eq!(is_wide, false, "{name} at {width}");
            found.extend(axe.violations(&browser).iter().map(|one| format!("{name} at {width}: {one}")));
        }
    };
    for game in tradewinds::arena::NAMES {
        browser.open(&format!("http://{}{}rules/{game}", server.address, server.lobby));
        check(&format!("the rules of {game}"));
    }
    browser.open(&format!("http://{}{}", server.address, server.lobby));
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    check("the lobby");
    browser.click("select[name=pace] option[value=\"0\"]");
    browser.click("button.big");
    browser.wait_for("document.querySelector('.guide')");
    browser.click("#explain");
    browser.run("document.querySelector('.board button').click()");
    browser.wait_for("document.getElementById('about').hidden === false");
    check("a guide and an explanation");
    assert_eq!(found, [""; 0]);
}
