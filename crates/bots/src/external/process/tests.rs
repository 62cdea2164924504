//! Connections to programs that run already; a program of the tests is a thread.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::thread::{self, JoinHandle};

use super::*;

/// Lets `talk` have the first connection.
fn program<T: Send + 'static>(
    talk: impl FnOnce(TcpStream) -> T + Send + 'static,
) -> (SocketAddr, JoinHandle<T>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    (address, thread::spawn(move || talk(listener.accept().unwrap().0)))
}

fn connect(address: SocketAddr) -> Process {
    Process::connect(address, Duration::from_secs(10), None).unwrap()
}

fn patience(millis: u64, stop: Option<&str>) -> Patience<'_> {
    let margin = Duration::from_secs(60);
    Patience { end: Instant::now() + Duration::from_millis(millis), margin, stop, halted: &|| false }
}

#[test]
fn a_program_on_a_connection_answers_and_ends_at_quit() {
    let (address, talk) = program(|mut socket| {
        let mut lines = BufReader::new(socket.try_clone().unwrap()).lines().map(Result::unwrap);
        let mut read = vec![lines.next().unwrap(), lines.next().unwrap()];
        socket.write_all(b"first\n").unwrap();
        // Nothing follows quit: the input ends.
        read.extend(lines);
        read
    });
    let mut process = connect(address);
    // The program answers when it is asked to stop.
    let answer = process.ask("choose\n", &patience(1, Some("stop\n"))).unwrap();
    assert_eq!(answer, b"first");
    let orderly = Ending { is_orderly: true, left_children: false, left_strays: false };
    assert_eq!(process.quit(true), orderly);
    assert_eq!(talk.join().unwrap(), ["choose", "stop", "{\"cmd\":\"quit\"}"]);
}

#[test]
fn a_closed_connection_is_no_answer() {
    let (address, talk) = program(|mut socket| socket.read(&mut [0; 7]).unwrap());
    let mut process = connect(address);
    assert_eq!(process.ask("choose\n", &patience(60_000, None)), Err(Unanswered::Gone));
    assert_eq!((process.end(), talk.join().unwrap()), (None, 7));
    // Nobody listens any more.
    assert!(Process::connect(address, Duration::from_secs(10), None).is_err());
}

#[test]
fn a_program_that_keeps_its_connection_is_cut_off() {
    let (address, talk) = program(|mut socket| {
        let mut all = String::new();
        socket.read_to_string(&mut all).unwrap();
        // It stays until the other end is gone: then writing fails.
        while socket.write_all(b"more\n").is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
        all
    });
    let mut process = connect(address);
    assert!(!process.quit(true).is_orderly);
    drop(process);
    assert_eq!(talk.join().unwrap(), "{\"cmd\":\"quit\"}\n");
}
