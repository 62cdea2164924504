//! Decisions that are made as one, typed moves, and how long an answer takes.

use std::time::{Duration, Instant};

use super::server::{Server, actions, between, handed_out, version};

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

/// A browser without the script sends the same forms, and is led back to the table.
#[test]
fn a_placement_and_typed_words_need_no_script() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    let page = until_placement(&server, &table);
    let form = between(&page, "<form id=\"joint\"", "</form>").unwrap();
    assert!(form.contains("method=\"post\" action=\"place\"") && form.contains("name=\"v\""), "{form}");
    let before = version(&page);
    let mut left = between(&page, "data-most=\"", "\"").unwrap().parse::<u8>().unwrap();
    let spots = spots(&page);
    let mut counts: Vec<(String, String)> = Vec::new();
    for (key, most) in &spots {
        let count = left.min(*most);
        left -= count;
        counts.push((format!("p.{key}"), count.to_string()));
    }
    let send = |version: &str, counts: &[(String, String)]| {
        let mut fields = vec![("v", version)];
        fields.extend(counts.iter().map(|(name, count)| (name.as_str(), count.as_str())));
        server.submit(&format!("{table}place"), &fields)
    };
    // What is refused is said on a whole page, which has the table as it is.
    let refused = send(&before, &[]);
    assert!(refused.status == 409 && refused.body.starts_with("<!DOCTYPE html>"), "{}", refused.body);
    assert!(refused.body.contains("This cannot be played: choose") && version(&refused.body) == before);
    let done = send(&before, &counts);
    assert_eq!((done.status, done.place.as_deref()), (303, Some("./")), "{}", done.body);
    let page = server.settled(&table);
    assert_ne!(version(&page), before, "the placement was played");
    // A move in words: a part of what the list says.
    let form = between(&page, "<form id=\"say\"", "</form>").unwrap();
    assert!(
        form.contains("method=\"post\" action=\"say\"")
            && page.contains("form=\"say\" type=\"text\" name=\"t\"")
    );
    let say = |page: &str, words: &str| {
        server.submit(&format!("{table}say"), &[("v", &version(page)), ("t", words)])
    };
    let refused = say(&page, "no such thing");
    assert!(refused.status == 409 && refused.body.contains("is no move here"), "{}", refused.body);
    let order = between(&page, "id=\"act-0\"", "</button>")
        .and_then(|act| between(act, "<span>", "</span>"))
        .unwrap();
    let said = say(&page, order);
    assert_eq!((said.status, said.place.as_deref()), (303, Some("./")), "{order}: {}", said.body);
    assert_ne!(version(&server.settled(&table)), version(&page), "{order} was played");
}

/// A hint on a placement names the pieces of all of it, and a form plays them.
#[test]
fn a_hint_is_for_the_whole_placement() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    // A placement of one colonist has no whole that differs from its first act.
    let hinted_at = |seed: u64| {
        let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], seed);
        let page = until_placement(&server, &table);
        assert!(!page.contains("as-hinted") && !page.contains("id=\"hinted\""), "there is no hint yet");
        server.submit(&format!("{table}hint"), &[("v", &version(&page))]);
        let mut events = server.events(&table);
        let hinted = std::iter::repeat_with(|| events.next()).find(|part| part.contains("class=\"thought\""));
        (table, page, hinted.unwrap())
    };
    let mut all = (4..20).map(hinted_at);
    let (table, page, hinted) = all.find(|(.., hinted)| hinted.contains("id=\"hinted\"")).unwrap();
    let form = between(&hinted, "<form id=\"hinted\"", "</form>").unwrap();
    let names = ["name=\"v\" value=\"", "name=\"a\" value=\""];
    let [versions, acts] = names.map(|name| -> Vec<&str> {
        form.split(name).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
    });
    assert!(versions == [version(&page)] && acts.len() > 1, "{form}");
    assert!(hinted.contains("form=\"hinted\"") && hinted.contains("Hint for the whole act: "), "{hinted}");
    let fields: Vec<(&str, &str)> =
        [("v", versions[0])].into_iter().chain(acts.iter().map(|&act| ("a", act))).collect();
    let played = server.submit(&format!("{table}act"), &fields);
    assert_eq!(played.status, 303, "{}", played.body);
    let after = server.settled(&table);
    server.submit(&format!("{table}undo"), &[("v", &version(&after))]);
    assert_eq!(spots(&server.settled(&table)), spots(&page), "one undo takes all of it back");
}

/// A bot that searches for minutes: everything else at its table is answered meanwhile.
#[test]
fn requests_are_answered_while_a_bot_of_the_table_searches() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "link", "bot:ismcts@1000000"], 2);
    let page = server.settled(&table);
    let friend = handed_out(&page)[0].clone();
    for turn in 0.. {
        let (mut page, mut screen) = (server.get(&table).body, &table);
        if page.contains("is thinking …") {
            break;
        }
        if actions(&page).is_empty() {
            (page, screen) = (server.get(&friend).body, &friend);
        }
        let legal = actions(&page);
        if !legal.is_empty() {
            let action = &legal[turn * 7 % legal.len()];
            server.post(&format!("{screen}act"), &[("v", &version(&page)), ("a", action)]);
        }
    }
    let page = server.get(&table).body;
    let before = version(&page);
    assert!(server.events(&table).next().contains("is thinking …"));
    for place in ["", "moves", "rules", "at/1", "game.html"] {
        assert_eq!(server.get(&format!("{table}{place}")).status, 200, "{place}");
    }
    assert_eq!(server.post(&format!("{table}thoughts"), &[("v", &before)]).status, 200);
    assert_eq!(
        server.post(&format!("{table}hint"), &[("v", &before)]).status,
        409,
        "it is not the reader's turn"
    );
    assert_eq!(server.post(&format!("{table}act"), &[("v", &before), ("a", "mayor")]).status, 409);
    let still = server.get(&friend).body;
    assert!(still.contains("is thinking …"), "the search went on all the while");
    // Another table is played at.
    let other = server.open("puerto-rico", &["me", "link", "link"], 2);
    let page = server.settled(&other);
    let played = server.post(&format!("{other}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    assert_eq!(played.status, 200);
    assert!(server.get(&table).body.contains("is thinking …"), "the search went on all the while");
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
