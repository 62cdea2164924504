//! Decisions that are made as one, typed moves, and how long an answer takes.

use std::time::{Duration, Instant};

use super::server::{Server, actions, version};

/// Plays until the host is asked to place colonists; returns the page.
fn until_placement(server: &Server, table: &str) -> String {
    for turn in 0..400 {
        let page = server.settled(table);
        assert!(!page.contains("The game is over"), "a placement comes before the end");
        if page.contains("data-joint") {
            return page;
        }
        let legal = actions(&page);
        let action = &legal[turn * 7 % legal.len()];
        server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", action)]);
    }
    panic!("no placement");
}

/// Lists the spots with the maximum of each.
fn spots(page: &str) -> Vec<(String, u8)> {
    let inputs = page.split("<input").skip(1).map(|rest| rest.split('>').next().unwrap());
    let inputs = inputs.filter(|input| input.contains("data-at="));
    let value = |input: &str, name: &str| {
        input.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    inputs.map(|input| (value(input, "data-at"), value(input, "max").parse().unwrap())).collect()
}

#[test]
fn a_placement_is_sent_as_one_form_and_taken_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    let page = until_placement(&server, &table);
    let before = version(&page);
    let place = |version: &str, counts: &[u8]| {
        let names: Vec<(String, String)> = spots(&page)
            .iter()
            .zip(counts)
            .map(|((key, _), count)| (format!("p.{key}"), count.to_string()))
            .collect();
        let mut fields = vec![("v", version)];
        fields.extend(names.iter().map(|(name, count)| (name.as_str(), count.as_str())));
        server.post(&format!("{table}place"), &fields)
    };
    let most: Vec<u8> = spots(&page).iter().map(|&(_, most)| most).collect();
    let nothing = vec![0; most.len()];
    // A fresh request for each: a refusal names what is wrong, and nothing is played.
    for (counts, why) in [(&nothing, "more"), (&most, "back"), (&vec![9; most.len()], "at most")] {
        let answer = place(&before, counts);
        assert_eq!(answer.status, 409);
        assert!(answer.body.contains("This cannot be played: ") && answer.body.contains(why), "{why}");
        assert_eq!(version(&server.settled(&table)), before, "nothing was played");
    }
    assert_eq!(place("0.0", &nothing).status, 409, "an old version is refused");
    let typed = |text: &str| {
        let page = server.settled(&table);
        server.post(&format!("{table}say"), &[("v", &version(&page)), ("t", text)])
    };
    assert_eq!(typed("no such thing").status, 409);
    assert_eq!(typed("place 0; no such thing").status, 409);
    assert_eq!(version(&server.settled(&table)), before, "nothing was played");
    assert_eq!(typed("fill").status, 200);
    let after = server.settled(&table);
    assert_ne!(version(&after), before);
    server.post(&format!("{table}undo"), &[("v", &version(&after))]);
    let again = server.settled(&table);
    assert_eq!(spots(&again), spots(&page), "one undo takes the whole placement back");
}

/// What a move's answer takes while three searching bots play: half of the answers within a tenth of a second.
#[test]
fn a_move_is_answered_at_once_while_bots_search() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:ismcts", "bot:ismcts", "bot:ismcts"], 2);
    let mut times = Vec::new();
    for turn in 0..25 {
        let page = server.settled(&table);
        if page.contains("The game is over") {
            break;
        }
        let legal = actions(&page);
        let action = &legal[turn * 7 % legal.len()];
        let start = Instant::now();
        let answer = server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", action)]);
        times.push(start.elapsed());
        assert_eq!(answer.status, 200);
    }
    times.sort_unstable();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("a move's answer: median {median:?}, slowest {slowest:?} of {}", times.len());
    assert!(median < Duration::from_millis(100), "median {median:?}");
}
