//! *Design*: a form of a game's numbers, a study of the rules that it makes, its page, and a table by them.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use super::server::{Answer, Server, between};

/// Asks for the page of a study until it is as wanted.
fn wait(server: &Server, place: &str, part: &str) -> Answer {
    let deadline = Instant::now() + Duration::from_secs(300);
    loop {
        let answer = server.get(place);
        if answer.body.contains(part) {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited in vain for {part} at {place}: {}", answer.body);
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A dear factory, and what a form says beside it.
const ASKED: [(&str, &str); 6] = [
    ("game", "puerto-rico"),
    ("players", "3"),
    ("n:building.factory.cost", "10"),
    ("name", "dear-factory"),
    ("bot", "steady"),
    ("deals", "384"),
];

#[test]
fn changed_rules_are_judged_saved_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    assert!(server.get(&server.lobby).body.contains("href=\"design\""));
    let place = format!("{}design", server.lobby);
    let form = server.get(&format!("{place}?game=puerto-rico&players=3")).body;
    let field = between(&form, "name=\"n:building.factory.cost\"", "</label>").unwrap();
    assert!(field.contains("value=\"7\"") && field.contains("standard 7"), "{field}");
    assert!(field.contains("doubloons"), "{field}");
    let begun = Instant::now();
    let asked = server.submit(&place, &ASKED);
    assert_eq!(asked.place.as_deref(), Some("design/puerto-rico-1"), "{}", asked.body);
    let study = format!("{place}/puerto-rico-1");
    let page = wait(&server, &study, ">done.").body;
    eprintln!("a quick answer after {:?}", begun.elapsed());
    for part in [
        "building.factory.cost = 10",
        "seats: ",
        "unfairness ",
        "with 95 %",
        "new rules",
        "<h2>The answer",
        "own the factory instead of",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The report cannot reach the tables: it has no origin.
    let report = server.get(&format!("{study}/report.html"));
    assert!(report.head.contains("sandbox") && report.body.contains("dear-factory"), "{}", report.head);
    let variant = server.get(&format!("{study}/variant.toml"));
    assert!(variant.head.contains("filename=\"dear-factory.toml\""), "{}", variant.head);
    assert!(variant.body.contains("\"building.factory.cost\" = 10"), "{}", variant.body);
    // The command gives the same figures.
    let verdicts = server.get(&format!("{study}/verdicts.csv")).body;
    let manifest = folder.path().join("designs/puerto-rico-1/384-deals/balance.toml");
    assert!(
        !folder.path().join("designs/puerto-rico-1/96-deals").exists(),
        "the last answer's files are kept"
    );
    let again = folder.path().join("again");
    let played = Command::new(env!("CARGO_BIN_EXE_tradewinds"))
        .args(["balance", "--quiet", "--out"])
        .arg(&again)
        .arg(&manifest)
        .output()
        .unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert_eq!(fs::read_to_string(again.join("verdicts.csv")).unwrap(), verdicts);
    // The form goes on with them.
    let further = format!("{place}?game=puerto-rico&players=3&more=building.factory.cost+%3D+10");
    assert!(page.contains("name=\"more\" value=\"building.factory.cost = 10\""), "{page}");
    assert!(server.get(&further).body.contains(">building.factory.cost = 10</textarea>"));
    // A table by these rules.
    let table = server.submit(&format!("{study}/play"), &[]).place.unwrap();
    assert!(server.settled(&table).contains("class=\"board puerto-rico"));
    let tables = fs::read_to_string(folder.path().join("tables/puerto-rico-1.table")).unwrap();
    assert!(tables.contains("dear-factory"), "{tables}");
    assert_eq!(server.submit(&format!("{study}/delete"), &[]).status, 303);
    assert_eq!(server.get(&study).status, 404);
    assert!(!folder.path().join("designs/puerto-rico-1").exists());
}

/// By `steady`, the third of three seats wins two games in three.
#[test]
fn the_least_change_that_is_fair_is_found_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let place = format!("{}design", server.lobby);
    let mut asked = vec![("ask", "least")];
    asked.extend(ASKED.iter().filter(|(name, _)| !name.starts_with("n:")));
    assert_eq!(server.submit(&place, &asked).place.as_deref(), Some("design/puerto-rico-1"));
    let study = format!("{place}/puerto-rico-1");
    let page = wait(&server, &study, ">done.").body;
    for part in [
        "What is the least that must change",
        "The standard rules.",
        "by the standard rules",
        "the first change",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The rules of an alternative fill the form.
    let row = between(&page, "<li class=\"verdict\">", "</li>").unwrap();
    let changed = between(row, "name=\"more\" value=\"", "\"").unwrap();
    assert!(changed.contains("setup.3."), "{row}");
    assert!(row.contains("fair") || row.contains("not decided"), "{row}");
    assert!(page.contains("/fair.csv\">changes"), "{page}");
    assert!(server.get(&format!("{study}/fair.csv")).body.starts_with("rank,file,variant,changes"));
    assert!(server.get(&format!("{study}/report.html")).body.contains("Least changes"));
    // Every game says which of its numbers may change.
    for game in ["mundus-novus", "age-of-discovery", "francis-drake"] {
        let asked = [("ask", "least"), ("game", game), ("players", "3"), ("bot", "steady"), ("deals", "384")];
        assert_eq!(server.submit(&place, &asked).place, Some(format!("design/{game}-1")));
        wait(&server, &format!("{place}/{game}-1"), ">done.");
        let changes = server.get(&format!("{place}/{game}-1/fair.csv")).body;
        assert!(changes.lines().nth(1).is_some_and(|row| row.contains(",seats,")), "{changes}");
    }
}

/// Three levels of play answer: for which does it hold, and does skill pay?
#[test]
fn beginners_and_experts_judge_changed_rules() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let place = format!("{}design", server.lobby);
    let asked = ASKED.map(|(name, value)| (name, if name == "bot" { "levels" } else { value }));
    assert_eq!(server.submit(&place, &asked).place.as_deref(), Some("design/puerto-rico-1"));
    let study = format!("{place}/puerto-rico-1");
    let begun = Instant::now();
    let page = wait(&server, &study, "So far").body;
    eprintln!("a first answer at three levels after {:?}", begun.elapsed());
    for part in [
        "played by beginners and experts",
        "dear-factory: seats ",
        "skill pays",
        "<b>learned, seats: ",
        "<b>short-search among learned, skill: ",
        "% of the wins instead of ",
        "; by the first level.",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    server.submit(&format!("{study}/stop"), &[]);
    wait(&server, &study, "stopped.");
}

#[test]
fn a_study_outlives_its_server_and_others_wait_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let long = ASKED.map(|(name, value)| (name, if name == "deals" { "24576" } else { value }));
    let ask = |server: &Server| {
        let asked = server.submit(&format!("{}design", server.lobby), &long);
        format!("{}{}", server.lobby, asked.place.unwrap())
    };
    let (one, two) = (ask(&server), ask(&server));
    // The second one does not wait for all answers of the first.
    for study in [&one, &two] {
        let so_far = wait(&server, study, "So far").body;
        assert!(so_far.contains("data-running"), "{so_far}");
    }
    drop(server);
    server = Server::start(folder.path());
    for study in [&one, &two] {
        assert!(server.get(study).body.contains("So far"), "its answer was kept");
        assert_eq!(server.submit(&format!("{study}/stop"), &[]).status, 303);
        wait(&server, study, "stopped.");
    }
    server.submit(&format!("{one}/go"), &[]);
    wait(&server, &one, " left.");
    // The page's script gets the part that changes.
    let part = server.part(&one);
    assert!(part.contains("<progress") && !part.contains("<html"), "{part}");
    assert_eq!(server.submit(&format!("{one}/delete"), &[]).status, 409, "it runs");
    server.submit(&format!("{one}/stop"), &[]);
    let stopped = wait(&server, &one, "stopped.").body;
    assert!(stopped.contains("So far") && stopped.contains("Go on"), "{stopped}");
}

#[test]
fn what_cannot_be_asked_is_named_and_a_stranger_asks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let place = format!("{}design", server.lobby);
    let changed = |name: &'static str, value: &'static str| {
        let mut fields: Vec<(&str, &str)> =
            ASKED.iter().copied().filter(|(known, _)| *known != name).collect();
        fields.push((name, value));
        server.submit(&place, &fields)
    };
    for (name, value, part) in [
        ("n:building.factory.cost", "99", "building.factory.cost: found "),
        ("n:building.factory.cost", "7", "Nothing is changed"),
        ("more", "building.factory.price = 1", "building.factory.price"),
        ("more", "setup.3.colonists = -1", "setup.3.colonists"),
        ("name", "../../x", "The name: found "),
        ("bot", "/etc/passwd", "bot: found "),
        ("deals", "100000000", "deals: found "),
        ("game", "chess", "game: found "),
        ("players", "9", "players: found "),
        ("ask", "zzz", "ask: found "),
    ] {
        let answer = changed(name, value);
        assert!(answer.status == 400 && answer.body.contains(part), "{name}: {}", answer.body);
        assert!(answer.body.contains("class=\"refusal\""), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path().join("designs")).unwrap().count(), 0);
    for path in ["/../tables", "/puerto-rico-1", "/puerto-rico-1/report.html", "/.."] {
        assert_eq!(server.get(&format!("{place}{path}")).status, 404, "{path}");
    }
    // A form has the numbers of its game.
    for (game, field) in [("mundus-novus", "end.money"), ("francis-drake", "locations.crew_a.circles.4.0")] {
        let form = server.get(&format!("{place}?game={game}&players=4")).body;
        assert!(between(&form, &format!("name=\"n:{field}\""), "</label>").is_some(), "{form}");
        assert!(!form.contains("{players}"), "{form}");
    }
    // What there is not is named, and not taken for something else.
    let form = server.get(&format!("{place}?game=francis-drake&players=2")).body;
    assert!(form.contains("players: found &quot;2&quot;; allowed: 3, 4, 5"), "{form}");
    // The link of a table leads to no studies, nor does a server for the network without the option.
    let table = server.open("mundus-novus", &["me", "me"], 1);
    assert_eq!(server.get(&format!("{table}design")).status, 404);
    assert_eq!(server.submit(&format!("{table}design"), &ASKED).status, 404);
    let public = Server::start_for_network(&folder.path().join("public"), &[]);
    assert!(!public.get(&public.lobby).body.contains("href=\"design\""));
    assert_eq!(public.submit(&format!("{}design", public.lobby), &ASKED).status, 404);
    let public = Server::start_for_network(&folder.path().join("asked"), &["--design"]);
    assert_eq!(public.get(&format!("{}design", public.lobby)).status, 200);
}
