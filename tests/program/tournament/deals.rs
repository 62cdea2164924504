//! Runs on the deals of another run, and their comparison.

use std::collections::BTreeMap;
use std::fs;

use tradewinds::arena::playable;
use tradewinds::stats::{Interval, Strata};
use tradewinds::tournament::{Comparison, Manifest, Outcome, Tournament, compare};

use super::lab::{Lab, MANIFEST, chain, tables};
use super::race::Race;

/// The same line-ups on the same deals from another seed, with another bot in place of one.
fn changed() -> String {
    let roller = "[bots.slow]\nbase = \"roller.toml\"\nweights = { engine = 0.1 }\n";
    let manifest = MANIFEST.replace("seed = 5", "seed = 77").replace("roller.toml", "slow");
    manifest.replace("deals = 4", "deals_of = \"first\"") + roller
}

fn lab() -> Lab {
    let lab = Lab::new();
    lab.run(MANIFEST, "first", 2).unwrap();
    lab.run(&changed(), "second", 2).unwrap();
    lab
}

fn compared(lab: &Lab, [first, second]: [&str; 2]) -> Result<Comparison, String> {
    let open = |folder: &str| {
        let source = lab.path(folder).join("manifest.toml");
        let manifest = Manifest::parse("m", &fs::read_to_string(&source).unwrap()).unwrap();
        Tournament::new(playable::<Race>(), manifest, &source).unwrap()
    };
    compare((&open(first), &lab.path(first)), (&open(second), &lab.path(second))).map_err(chain)
}

fn column(lab: &Lab, file: &str, name: &str) -> Vec<String> {
    lab.rows(file).into_iter().map(|mut row| row.remove(name).unwrap()).collect()
}

#[test]
fn the_deals_of_a_run_are_played_again() {
    let lab = lab();
    let [first, second] =
        ["first", "second"].map(|run| column(&lab, &format!("{run}/games.csv"), "deal_seed"));
    assert_eq!(first, second);
    // The list is the run's own copy: another seed, the same deals and random events, and nothing of the first run.
    fs::rename(lab.path("first"), lab.path("moved")).unwrap();
    fs::create_dir_all(lab.path("elsewhere/bots")).unwrap();
    for name in ["manifest.toml", "deals.csv", "bots/spender.toml", "bots/saver.toml", "bots/slow.toml"] {
        fs::copy(lab.path("second").join(name), lab.path("elsewhere").join(name)).unwrap();
    }
    let text = fs::read_to_string(lab.path("elsewhere/manifest.toml")).unwrap();
    let text = text.replace("bots/", "elsewhere/bots/").replace("deals.csv", "elsewhere/deals.csv");
    lab.run(&text, "again", 1).unwrap();
    assert!(tables(&lab.path("again")) == tables(&lab.path("second")));
    // Random events are those of the first run, too: the record says so.
    let seeds = |manifest: &str| {
        let (_, record) = lab.tournament(manifest).unwrap().play_recorded(7, &|| false).unwrap();
        (record.deal_seed, record.chance_seed)
    };
    fs::rename(lab.path("moved"), lab.path("first")).unwrap();
    assert_eq!(seeds(MANIFEST), seeds(&changed()));
    // Fewer line-ups: each plays all deals.
    let table = changed().replace("round-robin", "table").replace("\"random\", ", "");
    let run = lab.run(&table, "table", 1).unwrap();
    assert_eq!(run.standings.games, 16 * 3);
    let mut all = first;
    all.dedup();
    let mut own = column(&lab, "table/games.csv", "deal_seed");
    own.dedup();
    assert_eq!(own, all);
    // A list of a list is that list, and fewer deals are its beginning.
    let third = changed().replace("\"first\"", "\"second/deals.csv\"");
    let third = third.replace("deals_of", "deals = 2\ndeals_of");
    lab.run(&third, "third", 1).unwrap();
    let played = column(&lab, "third/games.csv", "deal_seed");
    assert_eq!(played, second[..24]);
    assert_eq!(lab.run(&third.replace("deals = 2\n", ""), "third", 1).unwrap().outcome, Outcome::Played);
    assert_eq!(column(&lab, "third/games.csv", "deal_seed"), second);
}

/// By block and line-up: the differences of its seats.
type ByDeal = BTreeMap<(u64, usize), Vec<f64>>;

/// The differences are those of the rows, deal by deal.
#[test]
fn games_on_the_same_deals_are_paired() {
    let lab = lab();
    let found = compared(&lab, ["first", "second"]).unwrap();
    assert_eq!((found.pairs, found.deals, found.games), (48, 16, [48, 48]));
    let mut differences: BTreeMap<(String, String), ByDeal> = BTreeMap::new();
    let [one, other] = ["first", "second"].map(|run| lab.rows(&format!("{run}/seats.csv")));
    for (one, other) in one.iter().zip(&other) {
        let block = one["game"].parse::<u64>().unwrap() / 3;
        let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<f64>().unwrap();
        for (measure, name) in [("win_share", "win_share"), ("score", "score"), ("rank", "rank")] {
            let bots = differences.entry((other["bot"].clone(), measure.to_owned())).or_default();
            let deal = bots.entry((block, (block % 4) as usize)).or_default();
            deal.push(number(other, name) - number(one, name));
        }
    }
    for bot in &found.bots {
        assert_eq!((bot.is_same, bot.first != bot.second), (bot.first != "roller", bot.first == "roller"));
        for (measure, difference) in bot.differences().filter(|(measure, _)| *measure != "margin") {
            let mut strata = Strata::default();
            for ((_, lineup), values) in &differences[&(bot.second.clone(), measure.to_owned())] {
                strata.extend(*lineup, [values.iter().sum::<f64>() / values.len() as f64]);
            }
            let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-5,
                (a, b) => a == b,
            };
            assert!(near(difference.difference, strata.mean()), "{bot:?} {measure}");
            let low = |interval: Option<Interval>| interval.map(|interval| interval.low);
            assert!(near(low(difference.interval), low(strata.interval())), "{bot:?} {measure}");
        }
    }
    let [sentence] = &found.verdict()[..] else { panic!("one bot is another") };
    assert!(sentence.starts_with("slow in place of roller has "), "{sentence}");
    // A run and itself do not differ, and nothing is replaced.
    let same = compared(&lab, ["first", "first"]).unwrap();
    assert!(
        same.bots.iter().flat_map(|bot| bot.differences()).all(|(_, found)| found.difference == Some(0.0))
    );
    assert!(same.verdict()[0].starts_with("All bots are the same"));
}

#[test]
fn runs_that_do_not_pair_are_refused() {
    let lab = lab();
    lab.run(&MANIFEST.replace("seed = 5", "seed = 6"), "other", 1).unwrap();
    let fewer = MANIFEST.replace("round-robin", "table").replace("\"random\", ", "");
    lab.run(&fewer, "fewer", 1).unwrap();
    let two = MANIFEST.replace("players = 3", "players = 2");
    lab.run(&two, "two", 1).unwrap();
    for (runs, message) in [
        (
            ["first", "other"],
            "the deals of seed 5 there, the deals of seed 6 here; allowed: a run with deals_of = ",
        ),
        (["first", "fewer"], "lineup: found 0 other bots in place of 1 of the first run"),
        (["first", "two"], "players: found 2; allowed: 3, as in "),
    ] {
        let error = compared(&lab, runs).unwrap_err();
        assert!(error.contains(message) && !error.contains('\n'), "{error}");
    }
    for (entry, content, message) in [
        ("deals_of = \"two\"", "", "manifest.toml: players: found 2; allowed: 3, as in the manifest"),
        ("deals_of = \"nowhere.csv\"", "", "m.toml: deals_of \"nowhere.csv\": cannot be read: "),
        (
            "deals_of = \"first\"\ndeals = 5",
            "",
            "m.toml: deals: found 5 deals a line-up; allowed: up to 4, those of deals_of",
        ),
        (
            "deals_of = \"first\"\npositions = \"p\"",
            "",
            "m.toml: deals_of: found a run, and positions as well",
        ),
        (
            "deals_of = \"d.csv\"",
            "lineup,deal_seed\n0,1\n",
            "d.csv: line 2: found missing field `chance_seed`; allowed: a table with",
        ),
        ("deals_of = \"d.csv\"", "lineup,deal_seed,chance_seed,position\n0,1,-2,\n", "d.csv: line 2: found "),
        (
            "deals_of = \"d.csv\"",
            "lineup,deal_seed,chance_seed,position\n0,1,2,3\n",
            "d.csv: line 2: position: found 3",
        ),
        (
            "deals_of = \"d.csv\"",
            "lineup,deal_seed,chance_seed,position\n",
            "d.csv: found nothing; allowed: a deal",
        ),
        (
            "deals_of = \"d.csv\"",
            "lineup,deal_seed,chance_seed,position\n0,1,2,\n1,1,2,\n0,1,2,\n",
            "d.csv: line 4: found the deal of line 2 again; allowed: each deal of a line-up once",
        ),
    ] {
        fs::write(lab.path("d.csv"), content).unwrap();
        let error = lab.tournament(&MANIFEST.replace("deals = 4", entry)).unwrap_err();
        assert!(error.contains(message) && !error.contains('\n'), "{error}");
    }
}

/// A run from positions gives them with its deals.
#[test]
fn positions_go_with_their_deals() {
    let lab = Lab::new();
    fs::write(
        lab.path("p.jsonl"),
        "{\"decisions\": [\"roll\"]}\n{\"decisions\": [\"roll\", \"roll\", \"roll\", \"buy\"]}\n",
    )
    .unwrap();
    lab.run(&MANIFEST.replace("deals = 4", "positions = \"p.jsonl\"\ndeals = 4"), "first", 1).unwrap();
    lab.run(&changed(), "second", 1).unwrap();
    for name in ["deal_seed", "position"] {
        assert_eq!(column(&lab, "first/games.csv", name), column(&lab, "second/games.csv", name));
    }
    let found = compared(&lab, ["first", "second"]).unwrap();
    assert_eq!((found.pairs, found.deals), (48, 16));
}
