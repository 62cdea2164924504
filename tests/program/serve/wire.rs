//! What goes over the wire: whole lines, limits, and connections that nobody can take away.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::server::{Server, actions, version};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum number of streams of events for each screen.
const MAX_STREAMS: usize = 8;

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends a request after which the server closes the connection; returns the whole answer.
fn ask(server: &Server, method: &str, path: &str) -> String {
    server.raw(format!("{method} {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").as_bytes())
}

fn head_of(answer: &str) -> &str {
    answer.split("\r\n\r\n").next().unwrap()
}

#[test]
fn every_line_of_a_head_ends_as_the_protocol_says() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let lobby = &server.lobby;
    for (method, path, status) in [
        ("GET", lobby.clone(), "200"),
        ("GET", format!("{lobby}style.css"), "200"),
        ("GET", table.clone(), "200"),
        ("GET", table.trim_end_matches('/').to_owned(), "303"),
        ("GET", format!("{table}game.html"), "200"),
        ("GET", format!("{table}record.json"), "409"),
        ("GET", "/".to_owned(), "404"),
        ("POST", format!("{table}act"), "409"),
        ("BREW", table.clone(), "405"),
        ("HEAD", format!("{table}events"), "200"),
    ] {
        let answer = ask(&server, method, &path);
        let head = head_of(&answer);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path}: {head}");
        for line in head.split("\r\n") {
            assert!(!line.contains(['\r', '\n']) && !line.is_empty(), "{method} {path}: {line:?}");
        }
        for header in [
            "Content-Security-Policy: default-src 'none'",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
        ] {
            assert!(head.contains(header), "{method} {path}: {header} in {head}");
        }
    }
}

#[test]
fn head_says_what_get_would_send() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let get = ask(&server, "GET", &server.lobby);
    let (head, body) = get.split_once("\r\n\r\n").unwrap();
    let answer = ask(&server, "HEAD", &server.lobby);
    let (only_head, nothing) = answer.split_once("\r\n\r\n").unwrap();
    let without_date = |head: &str| {
        let lines = head.lines().filter(|line| !line.starts_with("Date:"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_date(head), without_date(only_head));
    assert!(head.contains(&format!("Content-Length: {}", body.len())));
    assert_eq!(nothing, "");
}

#[test]
fn a_length_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let path = format!("{}new", server.lobby);
    for lengths in
        [&["+3"][..], &["-3"], &["three"], &["3", "4"], &["3, 4"], &["\u{0663}"], &["18446744073709551616"]]
    {
        let headers: String = lengths.iter().map(|length| format!("Content-Length: {length}\r\n")).collect();
        let answer = server.raw(format!("POST {path} HTTP/1.1\r\nHost: h\r\n{headers}\r\na=b").as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{lengths:?}: {answer}");
    }
    let chunked = "Transfer-Encoding: chunked\r\n\r\n8\r\ngame=tic\r\n0\r\n\r\n";
    let answer = server.raw(format!("POST {path} HTTP/1.1\r\nConnection: close\r\n{chunked}").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("There is no game"), "{answer}");
    let long = "a".repeat(70_000);
    let chunked = format!("Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    let answer = server.raw(format!("POST {path} HTTP/1.1\r\nConnection: close\r\n{chunked}").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[test]
fn idle_connections_and_half_heads_close_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let mut held: Vec<TcpStream> = (0..250).map(|_| connect(&server)).collect();
    for half in ["GET / HTTP/1.1\r\nHost: h\r\nX-Slow: ", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\na"] {
        held.extend((0..125).map(|_| {
            let mut stream = connect(&server);
            stream.write_all(half.as_bytes()).unwrap();
            stream
        }));
    }
    for _ in 0..3 {
        let page = server.settled(&table);
        let begun = Instant::now();
        let fields = [("v", version(&page)), ("a", actions(&page)[0].clone())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(server.post(&format!("{table}act"), &fields).status, 200);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
    assert_eq!(held.len(), 500);
}

/// Opens a stream of events and reads its first event.
fn listen(server: &Server, table: &str) -> BufReader<TcpStream> {
    let mut stream = connect(server);
    write!(stream, "GET {table}events HTTP/1.1\r\nHost: h\r\n\r\n").unwrap();
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("data: ") {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the first event comes");
    }
    stream
}

/// Returns whether the server closes a stream, after all that it sends.
fn is_closed(mut stream: BufReader<TcpStream>, within: Duration) -> bool {
    stream.get_ref().set_read_timeout(Some(within)).unwrap();
    let mut part = [0; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

#[test]
fn the_oldest_stream_of_a_link_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let mut streams: Vec<_> = (0..40).map(|_| listen(&server, &table)).collect();
    let newest = streams.split_off(40 - MAX_STREAMS);
    for stream in streams {
        assert!(is_closed(stream, PATIENCE), "an old one");
    }
    for stream in newest {
        assert!(!is_closed(stream, Duration::from_millis(50)), "one of the last {MAX_STREAMS}");
    }
    assert_eq!(server.get(&server.lobby).status, 200);
}

/// A reload closes one stream and opens another one: the closed ones hold no place, and push nobody out.
#[test]
fn a_stream_that_was_closed_is_noticed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let first = listen(&server, &table);
    for _ in 0..300 {
        drop(listen(&server, &table));
        // Another request in between, as a page that loads makes it.
        assert_eq!(server.get(&format!("{table}style.css")).status, 200);
    }
    assert!(!is_closed(first, Duration::from_millis(50)), "the stream that was never closed goes on");
}

#[test]
fn nobody_waits_while_a_page_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let long = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let act = |choice: usize| {
        let page = server.settled(&long);
        let actions = actions(&page);
        let fields = [("v", version(&page)), ("a", actions[choice % actions.len()].clone())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(server.post(&format!("{long}act"), &fields).status, 200);
    };
    for line in 0..30 {
        // Each of them is another line, by its first two choices.
        assert_eq!(server.submit(&format!("{long}branch"), &[("seen", "0")]).status, 303);
        for choice in [line % 6, line / 6, 0, 0, 0, 0, 0, 0] {
            act(choice);
        }
    }
    let saves: Vec<TcpStream> = (0..6)
        .map(|_| {
            let mut stream = connect(&server);
            write!(stream, "GET {long}game.html HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").unwrap();
            stream
        })
        .collect();
    let table = server.open("puerto-rico", &["me", "bot:steady", "bot:steady"], 1);
    let mut slowest = Duration::ZERO;
    for path in [&server.lobby, &table, &long, "/nothing/"].repeat(5) {
        let begun = Instant::now();
        server.get(path);
        slowest = slowest.max(begun.elapsed());
    }
    for mut save in saves {
        let mut page = String::new();
        save.read_to_string(&mut page).unwrap();
        assert_eq!(page.matches("leaves after move").count(), 23, "lines beside the first one");
        assert!(page.contains("A page holds at most 24 lines."), "it says that lines are left out");
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_screen_has_one_search_and_hints_of_past_moments_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let table = server.open("francis-drake", &["me", "bot:random", "bot:random"], 1);
    let found = || {
        let mut events = server.events(&table);
        server.post(&format!("{table}hint"), &[]);
        while !events.next().contains("Win shares: ") {}
    };
    server.settled(&table);
    found();
    // The pool that the first search has made is named after it.
    let pool = std::thread::available_parallelism().unwrap().get();
    let mut most = 0;
    for turn in 0..60 {
        let page = server.settled(&table);
        server.post(&format!("{table}hint"), &[]);
        let fields = [("v", version(&page)), ("a", actions(&page)[turn % 2].clone())];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(server.post(&format!("{table}act"), &fields).status, 200);
        let page = server.settled(&table);
        server.post(&format!("{table}undo"), &[("v", &version(&page))]);
        most = most.max(server.threads("hint"));
    }
    assert!(most <= pool + 1, "{most} threads search for hints");
    // What is asked for last is found, and then nothing is searched for.
    found();
    while server.threads("hint") > pool {
        std::thread::yield_now();
    }
}
