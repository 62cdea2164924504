//! Fields of forms, and names, in every page that shows them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tradewinds::tournament::{run_key, verify_checksum, with_checksum};

use super::server::{Server, actions, between, version};

/// The form of a table.
pub(crate) const TABLE: [(&str, &str); 6] = [
    ("game", "puerto-rico"),
    ("players", "3"),
    ("seat0", "me"),
    ("seat1", "bot:steady"),
    ("seat2", "bot:steady"),
    ("variant", ""),
];

/// Returns the first line of the only table's file.
pub(crate) fn head_of_table(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("tables/puerto-rico-1.table")).unwrap();
    verify_checksum(run_key(["tradewinds table"]), text.lines().next().unwrap().as_bytes()).unwrap()
}

/// Writes a file of a table that has nothing but its first line.
pub(crate) fn write_head(folder: &Path, head: &Value) {
    let text = with_checksum(run_key(["tradewinds table"]), head);
    fs::write(folder.join("tables/puerto-rico-1.table"), text).unwrap();
}

#[test]
fn a_number_that_the_form_cannot_use_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let new = format!("{}new", server.lobby);
    let open = |field: &'static str, value: &'static str| {
        server.submit(&new, &[&TABLE[..], &[("name0", "Anna"), (field, value)]].concat())
    };
    for (field, value, allowed) in [
        ("seed", "18446744073709551616", "0 to 18446744073709551615"),
        ("seed", "1.5", "0 to 18446744073709551615"),
        ("seed", "abc", "0 to 18446744073709551615"),
        ("seed", "-1", "0 to 18446744073709551615"),
        ("seed", "1e3", "0 to 18446744073709551615"),
        ("pace", "slow", "0 to 10000"),
        ("pace", "10001", "0 to 10000"),
        ("pace", "-5", "0 to 10000"),
    ] {
        let answer = open(field, value);
        assert_eq!(answer.status, 400, "{field} {value}");
        let refusal = between(&answer.body, "role=\"alert\">", "</p>").unwrap();
        let found = format!("{field}: found &quot;{value}&quot;");
        assert!(refusal.contains(&found) && refusal.contains(allowed), "{refusal}");
        assert!(answer.body.contains("value=\"Anna\""), "what was filled in stays");
    }
    assert!(!folder.path().join("tables/puerto-rico-1.table").exists(), "no table was opened");
    let field = "input type=\"text\" inputmode=\"numeric\" pattern=\"[0-9]{1,20}\"";
    assert!(server.get(&server.lobby).body.contains(field), "a field for numbers would round");
    assert_eq!(open("seed", "18446744073709551615").status, 303);
    assert_eq!(head_of_table(folder.path())["table"]["seed"], u64::MAX);
}

#[test]
fn names_lose_control_characters_and_marks_of_direction() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let marks = "\0\u{1b}\u{7f}\u{9b}\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}";
    let name = format!("A{marks}n{marks}na");
    let name = name.as_str();
    let new = format!("{}new", server.lobby);
    let named = [&TABLE[..], &[("name0", name)]].concat();
    let table = server.submit(&new, &named).place.unwrap();
    let refused = server.submit(&new, &[&named[..], &[("seed", "x")]].concat());
    assert_eq!(refused.status, 400);
    drop(server);
    let mut head = head_of_table(folder.path());
    assert_eq!(head["table"]["seats"][0]["here"]["name"], "Anna");
    // A file may have been made elsewhere.
    head["table"]["seats"][0]["here"]["name"] = name.into();
    write_head(folder.path(), &head);
    let server = Server::start(folder.path());
    let pages = [table.clone(), format!("{table}game.html"), server.lobby.clone()];
    let mut texts: Vec<String> = pages.iter().map(|page| server.get(page).body).collect();
    texts.extend([server.events(&table).next(), refused.body]);
    for text in texts {
        assert!(text.contains("Anna"), "{text}");
        assert_eq!(marks.chars().find(|&mark| text.contains(mark)), None, "{text}");
    }
}

/// In a script element `</` and `<!--` have a meaning of their own.
#[test]
fn data_in_a_saved_page_hold_no_tag() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let named = [&TABLE[..], &[("name0", "<!--<script>")]].concat();
    let opened = server.submit(&format!("{}new", server.lobby), &named);
    let table = opened.place.expect(&opened.body);
    let page = server.settled(&table);
    server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    let saved = server.get(&format!("{table}game.html")).body;
    let data = between(&saved, "application/json\">", "</script>").unwrap();
    assert!(!data.contains('<'), "{data}");
    let data: Value = serde_json::from_str(data).unwrap();
    let first = data["texts"][0].as_str().unwrap();
    assert!(first.contains("<!--<script>"), "{first}");
}
