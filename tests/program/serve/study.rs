//! Puzzles, positions that are set up, and lists of moves.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::server::{Answer, Server, actions, between, version};
use crate::short_game::{short_record, steady};

/// Asks for a page until it is as wanted.
fn wait(server: &Server, place: &str, is_so: impl Fn(&Answer) -> bool) -> Answer {
    let deadline = Instant::now() + Duration::from_secs(300);
    loop {
        let answer = server.get(place);
        if is_so(&answer) {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited in vain at {place}: {}", answer.body);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Returns the best choice of a flagged decision, as its page in the review names it.
fn best(review: &str) -> &str {
    let answer = between(review, "What would have been better?", "</table>").expect("it was flagged");
    between(answer, "<b>", "</b>").unwrap()
}

/// Returns the action of a button with these words.
fn action_of(page: &str, order: &str) -> String {
    let list = between(page, "<ol class=\"actions\">", "</ol>").unwrap();
    let button = list.split("<li>").find(|item| item.contains(&format!("<span>{order}</span>"))).unwrap();
    between(button, "value=\"", "\"").unwrap().to_owned()
}

fn texts(page: &str) -> Vec<&str> {
    let list = between(page, "<ol class=\"plain movelist\">", "</ol>").unwrap();
    list.split("<li class=\"seat").skip(1).collect()
}

#[test]
fn the_mistakes_of_a_reviewed_game_are_puzzles_until_they_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let record = short_record("puerto-rico", [steady(), steady(), steady()], 6);
    let review = server.upload_to("open-review", &record.to_json()).place.unwrap();
    let table = review.strip_suffix("review").unwrap().to_owned();
    assert_eq!(server.get(&format!("{table}puzzle/0")).status, 404, "nothing is judged yet");
    let page = wait(&server, &review, |answer| answer.body.contains("href=\"review.html\"")).body;
    assert!(page.contains("href=\"puzzle\""), "{page}");
    let place = server.get(&format!("{table}puzzle")).place.unwrap();
    let number: usize = place.strip_prefix("puzzle/").unwrap().parse().unwrap();
    let puzzle = format!("{table}{place}");
    let question = server.get(&puzzle).body;
    for told in ["(best)", "(made)", "win share", "inaccuracy", "mistake", "blunder"] {
        assert!(!question.contains(told), "{told} gives the answer away: {question}");
    }
    assert!(actions(&question).len() > 1 && question.contains("class=\"board"));
    let judged = server.get(&format!("{table}review/{number}")).body;
    assert!(judged.contains("Played on to the end it makes "), "the review says why: {judged}");
    let wrong = server.submit(&puzzle, &[("a", "")]);
    assert!(wrong.status == 200 && wrong.body.contains("class=\"verdict wrong\""), "{}", wrong.body);
    assert!(wrong.body.contains(&format!("{} is better", best(&judged))), "{}", wrong.body);
    let right = server.submit(&puzzle, &[("a", &action_of(&question, best(&judged)))]);
    assert!(right.body.contains("class=\"verdict right\"") && right.body.contains("(best)"));
    moves(&server, &table);
    // The answers survive, and so do the reviews.
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    drop(server);
    assert_eq!(fs::read_to_string(folder.path().join("training")).unwrap().lines().count(), 2);
    let server = Server::start_at(folder.path(), &port);
    // Nobody has opened the review yet: the table reads it itself, and does not say that nothing is flagged.
    let at_table = server.get(&format!("{table}puzzle"));
    let waits = at_table.body.contains("1 review is being read or made now");
    assert!(at_table.status == 303 || waits, "{}", at_table.body);
    assert!(server.get(&server.lobby).body.contains("href=\"train\""));
    let train = format!("{}train", server.lobby);
    let first = wait(&server, &train, |answer| answer.status == 303);
    let mut answered = 1;
    let mut next = first.place;
    while let Some(place) = next {
        let (page, at) = (format!("{}{place}", server.lobby), place.rsplit('/').next().unwrap());
        assert_ne!(at, number.to_string(), "what was answered rightly is not due today");
        let question = server.get(&page).body;
        let judged = server.get(&format!("{table}review/{at}")).body;
        let answer = server.submit(&page, &[("a", &action_of(&question, best(&judged)))]);
        assert!(answer.body.contains("class=\"verdict right\""), "{}", answer.body);
        answered += 1;
        next = server.get(&train).place;
    }
    assert!(answered > 2, "{answered} puzzles");
    let done = server.get(&train).body;
    assert!(done.contains(&format!("0 of {answered} are solved.")) && done.contains("in 1 day"), "{done}");
    assert_eq!(server.get(&format!("{train}?all=1")).status, 303);
    let at_table = server.get(&format!("{table}puzzle"));
    assert!(at_table.status == 200 && at_table.body.contains("are solved"), "{}", at_table.body);
    let mistakes = format!("{}mistakes", server.lobby);
    let all = server.get(&mistakes).body;
    for part in ["Losses by kind of decision", "The worst decisions on the board", &format!("{table}review/")]
    {
        assert!(all.contains(part), "{part} in {all}");
    }
    let other = server.get(&format!("{mistakes}?name=steady+2")).body;
    assert!(other.contains("selected>steady 2<") && other != all, "{other}");
    // A file that was changed is named, and nothing else is lost.
    let kept = folder.path().join("training");
    fs::write(&kept, fs::read_to_string(&kept).unwrap().replacen("true", "false", 1)).unwrap();
    let refused = server.get(&train);
    assert!(
        refused.status == 409 && refused.body.contains("training: line 2 is damaged"),
        "{}",
        refused.body
    );
    assert_eq!(server.get(&table).status, 200);
}

/// The list of the moves of a reviewed game, by what is looked for.
fn moves(server: &Server, table: &str) {
    let list = |query: &str| server.get(&format!("{table}moves{query}")).body;
    let all = list("");
    let number = texts(&all).len();
    assert!(number > 20 && all.contains("href=\"at/0\"") && all.contains("Round "), "{all}");
    let own = list("?seat=1");
    assert!(texts(&own).len() < number && texts(&own).iter().all(|text| text.starts_with('1')), "{own}");
    let flagged = list("?flagged=1");
    assert!(
        !texts(&flagged).is_empty() && texts(&flagged).iter().all(|text| text.contains("class=\"flag\""))
    );
    let kind = between(&all, "<option value=\"role\"", "</option>");
    assert!(kind.is_some() && texts(&list("?kind=role")).iter().all(|text| text.contains(" takes the ")));
    let found = list("?q=CAPTAIN+takes");
    assert!(texts(&found).iter().all(|text| text.contains("takes the captain")), "{found}");
    let nothing = list("?q=%3Cscript%3E");
    assert!(texts(&nothing).is_empty() && !nothing.contains("<script>"), "{nothing}");
}

/// Returns the position in the form of a page.
fn position(page: &str) -> Value {
    let text = between(page, "<textarea name=\"base\"", "</textarea>").unwrap();
    serde_json::from_str(&text.split_once('>').unwrap().1.replace("&quot;", "\"")).unwrap()
}

#[test]
fn a_position_is_set_up_checked_searched_saved_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let place = format!("{}position", server.lobby);
    let start = server.get(&format!("{place}?game=puerto-rico&players=3")).body;
    assert!(start.contains("The game takes this position") && start.contains("class=\"board puerto-rico"));
    let base = position(&start).to_string();
    let send = |more: &[(&str, &str)]| {
        let fields = [&[("game", "puerto-rico"), ("base", &base)][..], more].concat();
        server.submit(&place, &fields)
    };
    let rich = send(&[("v:/players/0/doubloons", "9"), ("do", "check")]).body;
    assert_eq!(position(&rich)["players"][0]["doubloons"], 9, "{rich}");
    let wrong = send(&[("v:/players/0/doubloons", "-3"), ("do", "check")]).body;
    assert!(
        wrong.contains("does not take this position: ") && wrong.contains("seat 1, doubloons"),
        "{wrong}"
    );
    assert!(wrong.contains("aria-invalid=\"true\"") && !wrong.contains("Play on from it"), "{wrong}");
    let built = send(&[("do", "add:/players/0/buildings"), ("new:/players/0/buildings", "factory")]).body;
    assert!(position(&built)["players"][0]["buildings"]["factory"].is_number(), "{built}");
    let searched = send(&[("do", "search")]).body;
    for part in ["What the search found", "points lost", "Played on to the end it makes "] {
        assert!(searched.contains(part), "{part} in {searched}");
    }
    let saved = send(&[("v:/players/0/doubloons", "9"), ("do", "save")]);
    assert!(saved.head.contains("puerto-rico-position.json"), "{}", saved.head);
    let saved: Value = serde_json::from_str(&saved.body).unwrap();
    assert_eq!(saved["players"][0]["doubloons"], 9);
    fs::write(folder.path().join("saved.json"), saved.to_string()).unwrap();
    checked(&folder.path().join("saved.json"));
    let opened = send(&[("v:/players/0/doubloons", "9"), ("do", "play"), ("me", "0")]).place.unwrap();
    let page = server.settled(&opened);
    assert!(!actions(&page).is_empty() && page.contains("You"), "{page}");
    let at_table = server.get(&format!("{opened}position")).body;
    assert_eq!(position(&at_table)["players"][0]["doubloons"], 9);
    server.post(&format!("{opened}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    let before = server.get(&format!("{opened}position?seen=0")).body;
    assert_eq!(position(&before), position(&at_table));
    // What is pasted is a position or a record; what is neither is refused.
    let pasted = server.upload_to("paste", &saved.to_string().replace(',', ",\r\n"));
    assert_eq!(position(&pasted.body), saved);
    let record = short_record("puerto-rico", [steady(), steady(), steady()], 6).to_json();
    let pasted = server.upload_to("paste", &record.replace('\n', "\r\n"));
    assert_eq!(pasted.status, 303, "{}", pasted.body);
    assert!(server.get(&pasted.place.unwrap()).body.contains("The game is over"));
    // A position with 100,000 players made a page of 13 MB.
    let mut crowd = saved.clone();
    crowd["players"] = vec![saved["players"][0].clone(); 2_000].into();
    let refused = server.upload_to("paste", &crowd.to_string().replace(',', ",\r\n"));
    assert!(refused.status == 400 && refused.body.contains("players: found 2000"), "{}", refused.body);
    let refused = server.upload_to("paste", "a game");
    assert!(refused.status == 400 && refused.body.contains("class=\"refusal\""), "{}", refused.body);
    for (fields, part) in [
        (&[("game", "chess")][..], "no such game"),
        (&[("game", "puerto-rico"), ("base", "{")], "is not JSON"),
    ] {
        let answer = server.submit(&place, fields);
        assert!(answer.status == 400 && answer.body.contains(part), "{part}: {}", answer.body);
    }
}

/// The file is one that the program's own commands take.
fn checked(path: &Path) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["position", "check"])
        .arg(path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
