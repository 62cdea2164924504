//! A killed server goes on where it was.

use std::fs;

use serde_json::Value;
use tradewinds::tournament::{run_key, with_checksum};

use super::server::{Server, actions, version};

#[test]
fn a_killed_server_goes_on_from_the_journal_with_the_same_links() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("francis-drake", &["me", "bot:steady", "bot:steady"], 4);
    for _ in 0..12 {
        let page = server.settled(&table);
        server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &actions(&page)[0])]);
    }
    let (page, lobby) = (server.settled(&table), server.lobby.clone());
    drop(server);
    // The last line may be torn.
    let path = folder.path().join("tables/francis-drake-1.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"run\":1,\"crc\":");
    fs::write(&path, bytes).unwrap();
    let server = Server::start(folder.path());
    assert_eq!(server.lobby, lobby);
    let again = server.settled(&table);
    assert_eq!(actions(&again), actions(&page));
    let answer = server.post(&format!("{table}act"), &[("v", &version(&again)), ("a", &actions(&again)[0])]);
    assert_eq!(answer.status, 200);
}

#[test]
fn a_table_of_other_rules_is_named_and_the_others_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 5);
    drop(server);
    let path = folder.path().join("tables/puerto-rico-2.table");
    let text = fs::read_to_string(&path).unwrap();
    let envelope: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let mut head = envelope["record"].clone();
    head["table"]["rules_version"] = 999.into();
    fs::write(&path, with_checksum(run_key(["tradewinds table"]), &head)).unwrap();
    let server = Server::start(folder.path());
    let lobby = server.get(&server.lobby).body;
    assert!(lobby.contains("puerto-rico-2.table") && lobby.contains("rules_version"), "{lobby}");
    assert!(!actions(&server.settled(&table)).is_empty());
}
