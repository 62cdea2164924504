//! *Design* by keys, on a desktop and on a phone.

use super::access::LOOKS;
use super::visit::Visit;

#[test]
fn rules_are_changed_and_judged_by_keys() {
    for (width, scheme) in LOOKS {
        let Some(visit) = Visit::begin(width, scheme) else { return };
        let (browser, server) = (&visit.browser, &visit.server);
        browser.open(&format!("http://{}{}", server.address, server.lobby));
        browser.click("a[href=design]");
        browser.wait_for("document.querySelector('main.design')");
        browser.run("document.querySelector('select[name=game]').value = 'puerto-rico'");
        browser.click("form[method=get] button");
        browser.wait_for("document.querySelector('[name=\"n:building.factory.cost\"]')");
        browser.run("for (const one of document.querySelectorAll('main details')) one.open = true");
        visit.check("the form of all numbers");
        browser.run(
            "const one = document.querySelector('[name=\"n:building.factory.cost\"]');
             one.focus(); one.select();
             document.querySelector('[name=bot]').value = 'steady';
             document.querySelector('[name=deals]').value = '384';",
        );
        browser.press("9");
        // Enter asks.
        browser.press("\u{E007}");
        browser.wait_for("document.querySelector('main[data-study] table')");
        browser.wait_for("!document.querySelector('[data-running]')");
        assert!(browser.text("main").contains("The answer"), "{}", browser.text("main"));
        visit.check("an answer");
        browser.open(&(browser.address() + "/report.html"));
        browser.wait_for("document.querySelector('.verdict')");
        browser.open(&format!(
            "http://{}{}design?game=puerto-rico&players=3&ask=least&bot=steady&deals=384",
            server.address, server.lobby
        ));
        browser.click("button.big");
        browser.wait_for("document.querySelector('main[data-study] ul.plain form button')");
        browser.wait_for("!document.querySelector('[data-running]')");
        visit.check("the least changes");
        browser.click("ul.plain form button");
        browser.wait_for("document.querySelector('textarea[name=more]')?.value.includes('setup.3.')");
        visit.end();
    }
}
