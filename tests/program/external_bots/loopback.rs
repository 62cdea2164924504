//! Programs that listen on the loopback already, instead of being started.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tradewinds::bots::{BotKind, Preset};

use super::program::Program;

/// A listening program that plays the first legal action.
struct Listening {
    address: SocketAddr,
    /// The connections that it has had, and those that have ended.
    begun: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
}

impl Listening {
    /// Starts it; it keeps a connection for this time after the end of its input.
    fn new(stay: Duration) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let [begun, ended] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
        let counts = [Arc::clone(&begun), Arc::clone(&ended)];
        thread::spawn(move || {
            for socket in listener.incoming().map(Result::unwrap) {
                let [begun, ended] = counts.clone();
                begun.fetch_add(1, Ordering::SeqCst);
                thread::spawn(move || {
                    talk(&socket);
                    thread::sleep(stay);
                    ended.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        Self { address, begun, ended }
    }

    fn preset(&self) -> String {
        preset(self.address)
    }
}

fn preset(address: SocketAddr) -> String {
    format!(
        "name = \"tested\"\ngame = \"any\"\nkind = \"external\"\naddress = \"{address}\"\ntime_ms = 60_000\n"
    )
}

/// Answers until the input ends.
fn talk(mut socket: &TcpStream) {
    for line in BufReader::new(socket).lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if request["cmd"] == "choose" {
            let answer = json!({ "action": request["legal"][0] });
            socket.write_all(format!("{answer}\n").as_bytes()).unwrap();
        }
    }
}

/// Plays a deal of Mundus Novus with a bot at a seat of three, and returns the folder of all.
fn played(preset: &str, options: &[&str]) -> (TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tested.toml"), preset).unwrap();
    let text = "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 3\nseed = 4\ngames = 1\n\
                format = \"table\"\nlineup = [\"tested.toml\", \"random\", \"random\"]\n";
    let (manifest, run) = (folder.path().join("m.toml"), folder.path().join("run"));
    fs::write(&manifest, text).unwrap();
    let arguments =
        ["tournament", manifest.to_str().unwrap(), "--out", run.to_str().unwrap(), "--threads", "2"];
    let output = tradewinds(&[&arguments, options].concat());
    (folder, output)
}

fn tradewinds(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("tradewinds")).args(arguments).output().unwrap()
}

#[test]
fn a_program_that_listens_plays_as_one_that_is_started() {
    let program = Listening::new(Duration::ZERO);
    let logs = tempfile::tempdir().unwrap();
    let (folder, output) = played(&program.preset(), &["--log-bots", logs.path().to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let [begun, ended] = [&program.begun, &program.ended].map(|count| count.load(Ordering::SeqCst));
    assert_eq!((begun, ended), (3, 3), "a connection for each game, which is closed at its end");
    let log = fs::read_to_string(logs.path().join("tested/game-0-seat-0.log")).unwrap();
    assert!(log.contains(" > {\"cmd\":\"start\"") && log.contains(" < {\"action\":\""), "{log}");
    assert!(log.ends_with(" > {\"cmd\":\"quit\"}\n"), "{log}");
    let (started, _) = played(&Program::new("first").preset("tested"), &[]);
    for table in ["games.csv", "seats.csv", "faults.csv", "standings.csv"] {
        let read = |folder: &TempDir| fs::read_to_string(folder.path().join("run").join(table)).unwrap();
        assert_eq!(read(&folder), read(&started), "{table}");
    }
}

#[test]
fn an_address_at_which_nobody_listens_ends_the_run() {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    let (folder, output) = played(&preset(free), &[]);
    let message = String::from_utf8_lossy(&output.stderr);
    let expected = format!("error: bot tested: its program ({free}) started at none of ");
    assert!(output.status.code() == Some(1) && message.contains(&expected), "{message}");
    assert!(message.contains("a program at an `address` listens before the run starts"), "{message}");
    let (status, text) = check(folder.path());
    assert_eq!(status, Some(3));
    assert!(text.contains("at decision 1 the program could not be started: Connection refused"), "{text}");
}

/// Checks the bot of a folder; returns status and output.
fn check(folder: &Path) -> (Option<i32>, String) {
    let preset = folder.join("tested.toml");
    let output =
        tradewinds(&["check-bot", preset.to_str().unwrap(), "--game", "mundus-novus", "--players", "3"]);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn check_bot_sees_whether_a_connection_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    for (stay, expected) in [
        (Duration::ZERO, "tested does what a bot has to in 1 game"),
        (Duration::from_secs(60), "it did not end within 200 ms of quit, and was killed or cut off"),
    ] {
        fs::write(folder.path().join("tested.toml"), Listening::new(stay).preset()).unwrap();
        let (status, text) = check(folder.path());
        assert_eq!(status, Some(if stay.is_zero() { 0 } else { 3 }), "{text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn an_address_takes_the_place_of_a_bases_command() {
    let base = Program::new("first").preset("base");
    let parsed = Preset::parse("base.toml", &base).unwrap();
    let own = "name = \"own\"\ngame = \"any\"\nbase = \"base.toml\"\naddress = \"127.0.0.1:5005\"\n";
    let text = Preset::text_on_base("own.toml", own, &parsed, &base).unwrap();
    let BotKind::External(settings) = Preset::parse("own.toml", &text).unwrap().kind else {
        panic!("{text}")
    };
    assert_eq!((settings.command.len(), settings.program().as_str()), (0, "127.0.0.1:5005"));
    assert_eq!(settings.time_ms, 60_000, "the rest is the base's");
}
