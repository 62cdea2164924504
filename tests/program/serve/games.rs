//! Whole games through the pages, without the script.

use tradewinds::arena::{NAMES, find};
use tradewinds::tournament::{MoveRecord, Replay};

use super::server::{Server, actions, between, version};
use crate::counted_from_one::zeros;

/// The maximum weight of a page with its drawn pieces, its style and its script.
const MAX_WEIGHT: usize = 300_000;

#[test]
fn every_game_is_played_from_the_lobby_to_the_scores() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for name in NAMES {
        let table = server.open(name, &["me", "bot:steady", "bot:random", "bot:steady"], 5);
        let style = server.get(&format!("{table}style.css")).body.len();
        let script = server.get(&format!("{table}script.js")).body.len();
        let mut heaviest = 0;
        let mut turn = 0;
        let last = loop {
            let page = server.settled(&table);
            assert_eq!(zeros(&page), [""; 0], "{name}: seats and places count from 1");
            heaviest = heaviest.max(page.len());
            if page.contains("The game is over") {
                break page;
            }
            let actions = actions(&page);
            turn += 1;
            let action = &actions[turn * 7 % actions.len()];
            let answer = server.submit(&format!("{table}act"), &[("v", &version(&page)), ("a", action)]);
            assert_eq!((answer.status, answer.place.as_deref()), (303, Some("./")), "{}", answer.body);
        };
        assert!(heaviest + style + script < MAX_WEIGHT, "{name}: {heaviest} + {style} + {script}");
        assert!(between(&last, "<ol class=\"standing\">", "</ol>").unwrap().contains("points"));
        let record = server.get(&format!("{table}record.json"));
        let record = MoveRecord::parse("record", &record.body).unwrap();
        Replay::new(find(name).unwrap(), &record).unwrap().verify().unwrap();
        let saved = folder.path().join("records").join(format!("{name}-1.json"));
        assert_eq!(MoveRecord::parse("saved", &std::fs::read_to_string(saved).unwrap()).unwrap(), record);
        let lobby = server.get(&server.lobby).body;
        assert_eq!(zeros(&lobby), [""; 0], "{name}: seats count from 1 in the lobby");
        assert!(lobby.contains("Finished games") && lobby.contains("won by"));
    }
}

#[test]
fn a_saved_page_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    for _ in 0..10 {
        let page = server.settled(&table);
        server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    }
    let page = server.get(&format!("{table}game.html"));
    assert!(page.head.contains("filename=\"puerto-rico-1.html\""), "{}", page.head);
    assert!(
        !page.body.contains("http://") && !page.body.contains("https://") && !page.body.contains(" src=")
    );
    let secret = table.trim_matches('/');
    assert!(!page.body.contains(secret), "no link is in what is passed on");
}

#[test]
fn looking_back_undo_and_lines_go_through_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 2);
    let first = server.settled(&table);
    server.post(&format!("{table}act"), &[("v", &version(&first)), ("a", &actions(&first)[0])]);
    let second = server.settled(&table);
    let undone = server.post(&format!("{table}undo"), &[("v", &version(&second))]);
    assert_eq!(actions(&undone.body), actions(&first));
    server.post(&format!("{table}act"), &[("v", &version(&undone.body)), ("a", &actions(&first)[1])]);
    let other = server.settled(&table);
    assert!(other.contains("Other lines"), "the line that was left is kept");
    let saved = server.get(&format!("{table}game.html")).body;
    assert!(
        saved.contains("\"branches\":[{\"from\":0,") && saved.contains("2, leaves after move 0"),
        "{saved}"
    );
    assert!(server.get(&format!("{table}at/0")).body.contains("The beginning of the game"));
    let past = server.get(&format!("{table}at/1"));
    assert!(past.status == 200 && past.body.contains("Play on from here"));
    assert_eq!(server.get(&format!("{table}at/100000")).status, 409);
    assert_eq!(server.submit(&format!("{table}branch"), &[("seen", "0")]).status, 303);
    assert_eq!(actions(&server.settled(&table)), actions(&first));
    assert_eq!(server.post(&format!("{table}line"), &[("line", "0")]).status, 200);
}

#[test]
fn the_lobby_lists_bots_by_strength() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for name in NAMES {
        let page = server.get(&format!("{}?game={name}", server.lobby)).body;
        let list = between(&page, "<optgroup label=\"Bots by strength\">", "</optgroup>").unwrap();
        let ratings: Vec<i32> = list
            .split(" — rating ")
            .skip(1)
            .map(|part| part.split(['<', ' ']).next().unwrap().parse().unwrap())
            .collect();
        assert!(ratings.len() > 10 && ratings.is_sorted_by(|a, b| a >= b), "{name}: {ratings:?}");
        assert!(ratings.contains(&0), "{name}: the search with 125 iterations is the zero");
        for bot in ["bot:steady", "bot:ismcts", "bot:ismcts@500"] {
            assert!(list.contains(&format!("value=\"{bot}\"")), "{name}: {bot}");
        }
        let strongest = list.split("value=\"").nth(1).unwrap();
        assert!(strongest.starts_with("bot:ismcts"), "{name}: {strongest}");
    }
}

/// A table of bots is watched: nothing in it is hidden.
#[test]
fn bots_play_among_themselves_and_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for name in NAMES {
        let table = server.open(name, &["bot:random", "bot:random", "bot:steady"], 5);
        let page = server.settled(&table);
        assert!(page.contains("The game is over") && page.contains("class=\"board"), "{name}");
        assert!(server.get(&format!("{table}at/5")).body.contains("Play on from here"), "{name}");
        let saved = server.get(&format!("{table}game.html")).body;
        assert!(saved.len() < 4_000_000, "{name}: a saved page of {} bytes", saved.len());
    }
}

#[test]
fn a_hint_comes_with_win_shares_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 2);
    let before = server.settled(&table);
    let mut events = server.events(&table);
    events.next();
    assert_eq!(server.post(&format!("{table}hint"), &[]).status, 200);
    let found = loop {
        let part = events.next();
        if part.contains("Win shares: ") {
            break part;
        }
    };
    assert_eq!((version(&found), actions(&found)), (version(&before), actions(&before)));
}
