//! The files of a table: a disk that was full for a moment, the rights to read them, and where they are.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::thread;
use std::time::Duration;

use super::server::{Server, actions, version};

const UNSAVED: &str = "The game is not being saved";

/// A limit on the size of files does what a full disk does: a write fails in the middle of a line.
#[test]
fn a_disk_that_was_full_loses_no_move() {
    for (game, bytes) in [("puerto-rico", 3_000), ("mundus-novus", 8_000), ("francis-drake", 16_000)] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start_limited(folder.path(), bytes);
        let table = server.open(game, &["me", "bot:steady", "bot:steady"], 4);
        let path = folder.path().join(format!("tables/{game}-1.table"));
        let play = |server: &Server| {
            let page = server.settled(&table);
            let Some(action) = actions(&page).first().cloned() else {
                assert!(page.contains("The game is over"), "{page}");
                return false;
            };
            server.post(&format!("{table}act"), &[("v", &version(&page)), ("a", &action)]);
            true
        };
        while !server.settled(&table).contains(UNSAVED) {
            assert!(play(&server), "{game}: the limit is reached before the game is over");
        }
        // The game goes on meanwhile.
        for _ in 0..3 {
            play(&server);
        }
        // The server tries again all the time: what it then writes is torn until it is cut off again.
        let is_whole = || fs::read(&path).unwrap().ends_with(b"\n");
        let mut tries = 0..100;
        while !is_whole() {
            assert!(tries.next().is_some(), "{game}: the file ends with a whole line");
            thread::sleep(Duration::from_millis(10));
        }
        server.unlimit();
        while server.settled(&table).contains(UNSAVED) {
            thread::sleep(Duration::from_millis(50));
        }
        play(&server);
        let page = server.settled(&table);
        drop(server);
        let server = Server::start(folder.path());
        let board = |page: &str| page.split_once("<div class=\"board").map(|(_, board)| board.to_owned());
        let again = server.settled(&table);
        assert!(board(&again) == board(&page), "{game}: a restart brings back what the page showed");
        assert_eq!(actions(&again), actions(&page), "{game}");
    }
}

/// A table that cannot be written at all is refused, and leaves nothing behind that the next start would refuse.
#[test]
fn a_table_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_limited(folder.path(), 100);
    let fields = [("game", "puerto-rico"), ("players", "3"), ("seat0", "me"), ("seat1", "bot:steady")];
    let answer = server.submit(
        &format!("{}new", server.lobby),
        &[&fields[..], &[("seat2", "bot:steady"), ("seed", "4"), ("pace", "0")]].concat(),
    );
    assert!(answer.body.contains("puerto-rico-1.table"), "{}", answer.body);
    assert_eq!(fs::read_dir(folder.path().join("tables")).unwrap().count(), 0);
}

/// Seats' links, the seed and hidden moves are in these files.
#[test]
fn a_servers_files_are_its_owners() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let server = Server::start(&kept);
    server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    for (name, mode) in [
        ("", 0o700),
        ("key", 0o600),
        ("tables", 0o700),
        ("records", 0o700),
        ("tables/puerto-rico-1.table", 0o600),
    ] {
        assert_eq!(fs::metadata(kept.join(name)).unwrap().permissions().mode() & 0o777, mode, "{name}");
    }
}

/// The current folder may be a repository that is published.
#[cfg(target_os = "linux")]
#[test]
fn without_a_folder_tables_are_among_the_users_data() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_for_user(data.path());
    server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 4);
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1);
    assert!(data.path().join("tradewinds/tables/puerto-rico-1.table").exists());
}
