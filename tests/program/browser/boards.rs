//! Boards with drawn pieces: what sticks out, and pieces fly without being in the way.

use super::driver::Browser;
use super::play::{READY, decide};
use crate::serve::server::Server;

/// What is wider than the panel in which it lies, but for pieces that fly.
pub(super) const TOO_WIDE: &str = "return [...document.querySelectorAll('.board > .panel')].flatMap((panel) => {
    const edge = panel.getBoundingClientRect().right + 1;
    return [...panel.querySelectorAll('*')].filter((one) => !one.closest('.sr, .road, .flying') && one.getBoundingClientRect().width > 0
        && one.getBoundingClientRect().right > edge).slice(0, 2).map((one) => panel.className + ': ' + one.outerHTML.slice(0, 90));
}).join('\\n')";

/// Counts every piece that flies, on every page that is put in place.
const COUNT: &str = "window.flights = 0; const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) { if (this.dataset.piece) window.flights += 1; return animate.apply(this, all); };";

#[test]
fn pieces_fly_unless_the_reader_wants_less_motion() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for reduced in [false, true] {
        browser.look(1280, "light");
        browser.reduce_motion(reduced);
        let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 3);
        browser.open(&format!("http://{}{table}", server.address));
        browser.run(COUNT);
        for turn in 0..20 {
            // Clicks follow as soon as there is something to click: no piece is in the way.
            decide(&browser, turn);
        }
        browser.wait_for(READY);
        let flights = browser.run("return window.flights").as_u64().unwrap();
        assert!(if reduced { flights == 0 } else { flights > 5 }, "{flights} flights");
        let longest =
            "Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))";
        assert!(browser.run(&format!("return {longest}")).as_f64().unwrap() <= 400.0);
    }
}
