//! Moves as people make them: a whole placement in few clicks, the keyboard alone, the typed field alone.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::driver::Browser;
use super::play::READY;
use crate::serve::server::Server;

/// A decision is asked, or the game is over.
const SETTLED: &str = "(document.querySelector('.standing') || document.getElementById('act-0')) && !document.querySelector('.sending')";

/// Opens a table of Puerto Rico against two bots.
fn open(browser: &Browser, server: &Server, seed: u64) {
    browser.look(1280, "light");
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], seed);
    browser.open(&format!("http://{}{table}", server.address));
}

fn is_over(browser: &Browser) -> bool {
    let over = browser
        .act(&format!("await until(() => {SETTLED}); return Boolean(document.querySelector('.standing'))"));
    over == true
}

/// Returns the version that the page shows.
fn version(browser: &Browser) -> Value {
    browser.run("return document.querySelector('input[name=v]').value")
}

fn wait_for_another(browser: &Browser, before: &Value) {
    browser.wait_for(&format!(
        "document.querySelector('input[name=v]').value !== {before} && !document.querySelector('.sending')"
    ));
}

/// A spot of the placement: the maximum, and the number that the page begins with.
type Spots = BTreeMap<String, (u64, u64)>;

fn spots(browser: &Browser) -> Spots {
    let found = browser.run(
        "return [...document.querySelectorAll('input[data-at]')].map((one) => [one.dataset.at, Number(one.max), Number(one.value)])",
    );
    let spot = |one: &Value| {
        (one[0].as_str().unwrap().to_owned(), (one[1].as_u64().unwrap(), one[2].as_u64().unwrap()))
    };
    found.as_array().unwrap().iter().map(spot).collect()
}

/// A placement as a careful player of Puerto Rico wants it: what makes goods first, then the buildings that pay, the
/// dearest ones first, then quarries. It is not the program's own order.
fn wanted(spots: &Spots, mut colonists: u64) -> BTreeMap<String, u64> {
    let most = |key: &str| spots.get(key).map_or(0, |spot| spot.0);
    let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
    let mut put = |key: &str, count: u64| {
        let more = count.min(colonists).min(most(key) - wanted.get(key).copied().unwrap_or(0).min(most(key)));
        colonists -= more;
        *wanted.entry(key.to_owned()).or_insert(0) += more;
        more
    };
    for (tile, buildings) in [
        ("coffee", &["coffee roaster"][..]),
        ("tobacco", &["tobacco storage"]),
        ("corn", &[]),
        ("sugar", &["sugar mill", "small sugar mill"]),
        ("indigo", &["indigo plant", "small indigo plant"]),
    ] {
        let works: u64 = buildings.iter().map(|building| most(building)).sum();
        let pairs = if buildings.is_empty() { most(tile) } else { most(tile).min(works) };
        for _ in 0..pairs {
            put(tile, 1);
            let _ = buildings.iter().any(|building| put(building, 1) > 0);
        }
    }
    let goods = ["coffee", "tobacco", "corn", "sugar", "indigo"];
    let makes = |key: &str| ["plant", "mill", "storage", "roaster"].iter().any(|end| key.ends_with(end));
    for key in
        ["harbor", "factory", "wharf", "guild hall", "fortress", "residence", "customs house", "city hall"]
    {
        put(key, most(key));
    }
    for key in spots.keys().filter(|key| !goods.contains(&key.as_str()) && !makes(key) && *key != "quarry") {
        put(key, most(key));
    }
    put("quarry", most("quarry"));
    for key in spots.keys() {
        put(key, most(key));
    }
    wanted
}

/// Places the colonists by clicks on the buttons of the placement; returns the number of clicks.
fn place(browser: &Browser) -> usize {
    let before = version(browser);
    let difference = |spots: &Spots, wanted: &BTreeMap<String, u64>| -> u64 {
        spots.iter().map(|(key, &(_, now))| now.abs_diff(wanted.get(key).copied().unwrap_or(0))).sum()
    };
    let start = spots(browser);
    let colonists =
        browser.run("return Number(document.querySelector('[data-joint] fieldset').dataset.most)");
    let wanted = wanted(&start, colonists.as_u64().unwrap());
    let mut clicks = 0;
    if difference(&start, &wanted) > 1 {
        browser.click("[data-set=fill]");
        clicks += 1;
        if difference(&spots(browser), &wanted) + 1 > difference(&start, &wanted) {
            browser.click("[data-set=before]");
            clicks += 1;
        }
    }
    // First what is taken away: otherwise nothing is left to put.
    for step in ["-1", "1"] {
        for (key, &(_, now)) in &spots(browser) {
            let aim = wanted.get(key).copied().unwrap_or(0);
            let times = if step == "1" { aim.saturating_sub(now) } else { now.saturating_sub(aim) };
            for _ in 0..times {
                browser.click(&format!(".counter:has([data-at=\"{key}\"]) [data-step=\"{step}\"]"));
                clicks += 1;
            }
        }
    }
    browser.click("#done");
    wait_for_another(browser, &before);
    assert_eq!(browser.text(".refusal"), "");
    clicks + 1
}

/// Plays a decision as a player does who builds the dearest building that can be paid.
fn decide(browser: &Browser) {
    let script = "const version = () => document.querySelector('input[name=v]').value;
        const before = version();
        const acts = [...document.querySelectorAll('.actions button')];
        const builds = acts.filter((one) => one.value.startsWith('build '));
        const roles = ['builder', 'craftsman', 'mayor', 'captain', 'settler', 'trader'];
        const role = roles.map((role) => acts.find((one) => one.value === role)).find(Boolean);
        if (!press(builds.at(-1) ?? role ?? acts[0])) return 'covered';
        await until(() => version() !== before && !document.querySelector('.sending'));
        return 'played';";
    assert_eq!(browser.act(script), "played");
}

/// Finding N4: 7.1 clicks a phase when each decision was one of its own.
#[test]
fn the_mayor_takes_few_clicks() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut clicks, mut phases) = (0, 0);
    open(&browser, &server, 1);
    while !is_over(&browser) {
        if browser.run("return Boolean(document.querySelector('[data-joint]'))") == true {
            clicks += place(&browser);
            phases += 1;
        } else {
            decide(&browser);
        }
    }
    assert!(phases > 3 && clicks <= 3 * phases, "{clicks} clicks in {phases} phases");
}

/// The circles of the board, the buttons and the numbers say the same.
#[test]
fn a_placement_is_made_on_the_board() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    open(&browser, &server, 1);
    while browser.run("return Boolean(document.querySelector('[data-joint]'))") == false {
        assert!(!is_over(&browser));
        decide(&browser);
        browser.wait_for(SETTLED);
    }
    let filled = "return document.querySelectorAll('.live.filled, .live .filled').length";
    let most = browser.run("return Number(document.querySelector('[data-joint] fieldset').dataset.most)");
    browser.click("[data-set=fill]");
    assert_eq!(browser.run(filled), most);
    browser.click(".live.picked");
    assert_eq!(browser.run(filled), json!(most.as_u64().unwrap() - 1));
    assert!(browser.text("output.left").contains("1 colonist left"));
    browser.press("f");
    assert_eq!(browser.run(filled), most);
    // A hint marks each spot, and one button plays all of it; one undo takes it back.
    browser.press("h");
    browser.wait_for("document.getElementById('as-hinted') && !document.querySelector('.sending')");
    let hinted = "return [...document.querySelectorAll('.counter:has(.hinted)')].reduce((sum, one) => sum + Number(one.querySelector('.hinted').textContent.match(/\\d+/)[0]), 0)";
    assert_eq!(browser.run(hinted), most);
    let before = version(&browser);
    browser.click("#as-hinted");
    wait_for_another(&browser, &before);
    assert_eq!(browser.text(".refusal"), "");
    browser.wait_for(READY);
    browser.press("u");
    browser.wait_for(
        "document.querySelector('[data-joint] [data-set=before]') && !document.querySelector('.sending')",
    );
    browser.click("[data-set=before]");
    let before = version(&browser);
    browser.press("fd");
    wait_for_another(&browser, &before);
    assert_eq!(browser.text(".refusal"), "");
}

/// Digits, and Enter where there are more moves than digits: from the first decision to the scores.
#[test]
fn a_game_is_played_by_keyboard_alone() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    open(&browser, &server, 5);
    let (mut numbers, mut turn) = (0, 0);
    while !is_over(&browser) {
        let shown = browser.run(
            "return [document.querySelector('input[name=v]').value, document.querySelectorAll('.actions li').length,
                Boolean(document.querySelector('[data-joint]'))]",
        );
        let (before, count) = (&shown[0], shown[1].as_u64().unwrap());
        let number = turn % count + 1;
        if shown[2] == true {
            browser.press("fd");
        } else if count > 9 {
            browser.press(&format!("{number}\u{e007}"));
            numbers += u64::from(number > 9);
        } else {
            browser.press(&number.to_string());
        }
        wait_for_another(&browser, before);
        assert_eq!(browser.text(".refusal"), "", "move {number} of {count}");
        turn += 1;
    }
    assert!(turn > 20 && numbers > 0, "{turn} turns, {numbers} numbers beyond 9");
    assert!(browser.text(".standing").contains("points"));
    assert!(browser.text("#heard").contains("The game is over"), "what happens is announced");
}

/// Words of the list, sent with Enter: Tab and the letters of the alphabet would do.
#[test]
fn moves_are_made_by_the_typed_field_alone() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    open(&browser, &server, 6);
    for turn in 0..30 {
        assert!(!is_over(&browser), "{turn}");
        let shown = browser.run(&format!(
            "const all = [...document.querySelectorAll('.actions button')];
             return [document.querySelector('input[name=v]').value, document.querySelector('[data-joint]') ? 'fill'
                : all[{turn} * 7 % all.length].querySelector('span').textContent.toLowerCase()]"
        ));
        let (before, words) = (&shown[0], shown[1].as_str().unwrap());
        browser.press(&format!("/{words}\u{e007}"));
        wait_for_another(&browser, before);
        assert_eq!(browser.text(".refusal"), "", "{words}");
    }
}

/// What cannot be chosen says why where the focus is; a click during a request is answered, not dropped.
#[test]
fn nothing_is_refused_without_a_word() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    open(&browser, &server, 1);
    while browser.run("return Boolean(document.querySelector('.cannot[data-why^=costs]'))") == false {
        assert!(!is_over(&browser));
        decide(&browser);
        browser.wait_for(SETTLED);
    }
    let why = browser.run(
        "const one = document.querySelector('.cannot[data-why^=costs]'); one.focus(); return one.dataset.why",
    );
    let shown = browser.run("return getComputedStyle(document.activeElement, '::after').content");
    assert!(shown.as_str().unwrap().contains(why.as_str().unwrap()), "{shown}");
    browser.press("/nonsense\u{e007}");
    browser.wait_for("document.querySelector('.refusal')?.textContent.includes('no move here')");
    browser.wait_for(READY);
    // Two clicks at once: the second one is not played, and the page says so; a hint that is asked for follows.
    browser.run("document.getElementById('act-0').click(); document.getElementById('act-0').click()");
    browser.wait_for("document.getElementById('notice').textContent.startsWith('Not played')");
    browser.wait_for(READY);
    browser.run("document.getElementById('act-0').click(); document.querySelector('[data-key=h]').click()");
    browser.wait_for("document.querySelector('.thought') || document.getElementById('notice').textContent");
}
