//! What surrounds a game: the next one, a table that is deleted, moves that are taken back by consent, a finished game
//! that stays finished, choices that are kept, explanations.

use std::collections::BTreeSet;
use std::thread;

use tradewinds::arena::NAMES;

use super::server::{Server, actions, between, handed_out, version};

/// Plays a table of the host against bots to its end.
fn finish(server: &Server, table: &str) -> String {
    let mut turn = 0;
    loop {
        let page = server.settled(table);
        if page.contains("The game is over") {
            return page;
        }
        turn += 1;
        let actions = actions(&page);
        let action = &actions[turn * 5 % actions.len()];
        server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", action)]);
    }
}

/// Returns the names of the seats as a page lists them.
fn seats(page: &str) -> Vec<String> {
    let part = between(page, "<p class=\"seats\">", "</p>").unwrap();
    let names = part.split("</span> ").skip(1).map(|rest| rest.split('<').next().unwrap().trim().to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn a_rematch_seats_everybody_one_seat_further() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("francis-drake", &["me", "bot:steady", "bot:random"], 1);
    let early = server.submit(&format!("{table}rematch"), &[]);
    assert_eq!(early.status, 409);
    assert!(early.body.contains("The next game begins when this one is over."), "{}", early.body);
    finish(&server, &table);
    // However often it is asked for at the same moment, there is one next game.
    let ask = || server.submit(&format!("{table}rematch"), &[]).place.unwrap();
    let places: BTreeSet<String> = thread::scope(|scope| {
        let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    assert_eq!(places.len(), 1, "{places:?}");
    let next = places.into_iter().next().unwrap();
    assert_ne!(next, table);
    assert_eq!(seats(&server.settled(&next)), ["random", "P0", "steady"]);
    assert_eq!(server.submit(&format!("{table}rematch"), &[]).place.unwrap(), next, "one next game");
    let lobby = server.lobby.trim_matches('/');
    assert!(server.get(&table).body.contains(&format!("../{lobby}/")), "the host finds the way back");
    // A next game that was deleted is none.
    assert_eq!(server.submit(&format!("{}delete", server.lobby), &[("id", "francis-drake-2")]).status, 303);
    assert!(server.get(&table).body.contains("Once more"));
    let again = server.submit(&format!("{table}rematch"), &[]).place.unwrap();
    assert_eq!(server.get(&again).status, 200);
}

#[test]
fn a_guest_finds_the_next_game_and_opens_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("francis-drake", &["bot:random", "link", "bot:random"], 1);
    let page = server.get(&table).body;
    let guest = handed_out(&page)[0].clone();
    let page = finish(&server, &guest);
    assert!(!page.contains("Once more") && !page.contains("Go back at a new table"));
    assert!(!page.contains(server.lobby.trim_matches('/')), "the lobby is the host's");
    for action in ["rematch", "undo", "branch"] {
        let fields = [("v", version(&page)), ("seen", "0".to_owned())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(server.submit(&format!("{guest}{action}"), &fields).status, 409, "{action}");
    }
    let host = server.submit(&format!("{table}rematch"), &[]).place.unwrap();
    let page = server.get(&guest).body;
    let next = between(&page, "href=\"..", "\">To the next table").unwrap();
    let next = next.rsplit("href=\"..").next().unwrap();
    assert!(next != host && server.get(next).status == 200, "{next}");
    assert_eq!(seats(&server.get(next).body)[2], "P1");
}

#[test]
fn a_table_is_deleted_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:random", "bot:random"], 1);
    finish(&server, &table);
    let kept = server.open("puerto-rico", &["me", "bot:random", "bot:random"], 2);
    let asked = server.get(&format!("{}?delete=puerto-rico-1", server.lobby)).body;
    assert!(asked.contains("Delete puerto-rico-1?") && server.get(&table).status == 200);
    let delete = format!("{}delete", server.lobby);
    assert_eq!(server.submit(&delete, &[("id", "puerto-rico-1")]).status, 303);
    assert_eq!((server.get(&table).status, server.get(&kept).status), (404, 200));
    let left = |part: &str| std::fs::read_dir(folder.path().join(part)).unwrap().count();
    assert_eq!((left("tables"), left("records")), (1, 0));
    assert_eq!(server.submit(&delete, &[("id", "puerto-rico-1")]).status, 409);
    assert_eq!(server.submit(&delete, &[("id", "../key")]).status, 409);
    assert_eq!(server.submit(&format!("{kept}delete"), &[("id", "puerto-rico-2")]).status, 404);
    drop(server);
    let server = Server::start(folder.path());
    assert!(server.get(&table).status == 404 && server.get(&kept).status == 200);
}

/// A table whose files could not be removed was gone until the next start of the server.
#[test]
fn a_table_whose_files_stay_stays_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:random", "bot:random"], 1);
    let records = folder.path().join("records");
    std::fs::remove_dir_all(&records).unwrap();
    std::fs::write(&records, "in the way").unwrap();
    let delete = || server.submit(&format!("{}delete", server.lobby), &[("id", "puerto-rico-1")]);
    assert_eq!((delete().status, server.get(&table).status), (409, 200));
    assert!(server.get(&server.lobby).body.contains(&table));
    std::fs::remove_file(&records).unwrap();
    std::fs::create_dir(&records).unwrap();
    assert_eq!((delete().status, server.get(&table).status), (303, 404));
}

#[test]
fn another_person_is_asked_before_a_move_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "link", "bot:steady"], 1);
    let first = server.settled(&table);
    let link = handed_out(&first)[0].clone();
    let act =
        |page: &str| server.post(&format!("{table}act"), &[("v", &version(page)), ("a", &actions(page)[0])]);
    act(&first);
    let before = server.get(&table).body;
    assert!(before.contains("Ask to undo"));
    let ask = |page: &str| server.post(&format!("{table}undo"), &[("v", &version(page))]);
    let asked = ask(&before).body;
    assert!(asked.contains("The others are asked"), "{asked}");
    assert_eq!(version(&server.get(&table).body), version(&before), "nothing is taken back yet");
    assert!(server.get(&link).body.contains("P0 would like to take moves back"));
    assert_eq!(server.post(&format!("{table}agree"), &[]).status, 409, "not by the one who asks");
    // Nobody agrees to another wish than the one on the page.
    assert_eq!(server.post(&format!("{link}branch"), &[("seen", "0")]).status, 409);
    assert!(server.get(&link).body.contains("P0 would like to take moves back"));
    server.post(&format!("{link}refuse"), &[]);
    assert!(server.get(&table).body.contains("P1 did not agree"));
    assert_eq!(server.post(&format!("{link}agree"), &[]).status, 409, "it was answered");
    ask(&server.get(&table).body);
    server.post(&format!("{link}agree"), &[]);
    assert_eq!(actions(&server.settled(&table)), actions(&first));
}

#[test]
fn a_finished_game_stays_finished() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("mundus-novus", &["me", "bot:random", "bot:random"], 1);
    let page = finish(&server, &table);
    assert!(page.contains("Go back at a new table"));
    let record = server.get(&format!("{table}record.json")).body;
    let answer = server.submit(&format!("{table}undo"), &[("v", &version(&page))]);
    let other = answer.place.unwrap();
    assert!(answer.status == 303 && other != table);
    assert!(!actions(&server.settled(&other)).is_empty());
    assert_eq!(server.get(&format!("{table}record.json")).body, record);
    let lobby = server.get(&server.lobby).body;
    let finished = lobby.split("Finished games").nth(1).unwrap();
    assert!(finished.contains("mundus-novus-1") && finished.contains("won by"), "{finished}");
    assert!(between(&lobby, "Games under way", "</section>").unwrap().contains("mundus-novus-2"));
}

#[test]
fn the_lobby_keeps_what_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = server.get(&server.lobby).body;
    let selected = |page: &str, seat: usize| {
        let part = between(page, &format!("<select id=\"seat{seat}\""), "</select>").unwrap();
        let chosen = part.split(" selected").next().unwrap().rsplit("value=\"").next().unwrap();
        chosen.split('"').next().unwrap().to_owned()
    };
    assert_eq!((selected(&first, 0), selected(&first, 1)), ("me".to_owned(), "bot:easy".to_owned()));
    assert!(first.contains("name=\"guide\" value=\"1\" checked"), "the first game has a guide");
    // Another game and number of players, as the form asks for them.
    let chosen = "shown=1&players=3&seat0=me&name0=Anna&seat1=bot%3Ahard&seat2=link&expert2=bot%3Asteady";
    for game in NAMES {
        let page = server.get(&format!("{}?game={game}&{chosen}", server.lobby)).body;
        assert_eq!(selected(&page, 1), "bot:hard", "{game}");
        assert!(
            page.contains("value=\"Anna\"") && page.contains("<details class=\"experts\" open"),
            "{game}"
        );
        assert!(!page.contains("name=\"guide\" value=\"1\" checked"), "{game}");
        for level in ["beginner", "easy", "medium", "hard", "strongest"] {
            assert!(page.contains(&format!("<option value=\"bot:{level}\"")), "{game}: {level}");
        }
    }
    let fields = [
        ("game", "mundus-novus"),
        ("players", "3"),
        ("seat0", "me"),
        ("name0", "Anna"),
        ("seat1", "bot:medium"),
        ("seat2", "bot:hard"),
        ("seed", "77"),
    ];
    assert_eq!(server.submit(&format!("{}new", server.lobby), &fields).status, 303);
    drop(server);
    let server = Server::start(folder.path());
    let page = server.get(&server.lobby).body;
    assert!(page.contains("data-game=\"mundus-novus\"") && page.contains("value=\"Anna\""), "{page}");
    assert_eq!(selected(&page, 1), "bot:medium");
    assert!(!page.contains("value=\"77\""), "the same seed would deal the same game");
}

#[test]
fn all_games_are_explained_with_the_numbers_of_the_variant() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for game in NAMES {
        let page = server.get(&format!("{}rules/{game}", server.lobby));
        assert_eq!(page.status, 200, "{game}");
        assert!(page.body.matches("<section class=\"chapter\"").count() > 5, "{game}");
        assert!(page.body.contains("class=\"panel"), "{game}: parts of the board are shown");
        let table = server.open(game, &["me", "bot:steady", "bot:steady"], 1);
        let body = server.settled(&table);
        assert!(body.contains("href=\"rules\"") && body.matches("data-key=").count() > 20, "{game}");
        assert_eq!(server.get(&format!("{table}rules")).status, 200, "{game}");
    }
    assert_eq!(server.get(&format!("{}rules/chess", server.lobby)).status, 404);
    let rules = |variant: &str| {
        let query = format!("?game=puerto-rico&players=4&variant={variant}");
        server.get(&format!("{}rules/puerto-rico{query}", server.lobby)).body
    };
    let factory = |page: &str| between(page, "id=\"thing-factory\"", "</dd>").unwrap().to_owned();
    assert!(factory(&rules("")).contains("Costs 7 doubloons"));
    assert!(factory(&rules("factory-university-swap")).contains("Costs 8 doubloons"));
}

#[test]
fn the_guide_can_be_switched_off_and_stays_off() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let fields = [
        ("game", "puerto-rico"),
        ("players", "3"),
        ("seat0", "me"),
        ("seat1", "bot:random"),
        ("seat2", "bot:random"),
        ("guide", "1"),
        ("shown", "1"),
        ("pace", "0"),
    ];
    let table = server.submit(&format!("{}new", server.lobby), &fields).place.unwrap();
    assert!(server.settled(&table).contains("Choose a role: you carry it out first"));
    server.post(&format!("{table}guide"), &[]);
    assert!(!server.settled(&table).contains("you carry it out first"));
    assert!(!server.get(&server.lobby).body.contains("name=\"guide\" value=\"1\" checked"));
}
