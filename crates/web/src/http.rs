//! A small HTTP/1.1 server: a thread for each connection, limits on everything, one handler.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum size of a request's head.
const MAX_HEAD: usize = 16 << 10;
/// The maximum size of a request's body.
pub(crate) const MAX_BODY: usize = 64 << 10;
/// The maximum size of a record that is sent to the lobby.
pub(crate) const MAX_RECORD: usize = 4 << 20;
/// The maximum size of a body that is read and thrown away, so that its sender can read the refusal.
const MAX_DISCARDED: usize = 64 << 20;
/// The maximum number of connections at one time.
const MAX_CONNECTIONS: usize = 256;
/// The time in which a head, or a body, has to arrive.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest wait for one read or write.
const STALL: Duration = Duration::from_secs(10);

/// The method of a request; others are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Get,
    Post,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    /// The path without its query.
    pub(crate) path: String,
    /// The query; empty without one.
    pub(crate) query: String,
    /// Whether the page's own script asks, which takes a part of a page.
    pub(crate) from_script: bool,
    pub(crate) body: Vec<u8>,
}

/// Writes a stream of events until it fails or is done.
pub(crate) type Stream = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

/// An answer.
pub(crate) enum Reply {
    /// A whole answer.
    Whole { status: u16, kind: &'static str, body: Vec<u8>, file_name: Option<String> },
    /// The page is elsewhere, relative to this one.
    Elsewhere(String),
    /// Server-sent events.
    Events(Stream),
}

impl Reply {
    pub(crate) fn html(status: u16, body: String) -> Self {
        Self::Whole { status, kind: "text/html; charset=utf-8", body: body.into_bytes(), file_name: None }
    }

    pub(crate) fn text(status: u16, body: &str) -> Self {
        Self::Whole {
            status,
            kind: "text/plain; charset=utf-8",
            body: body.as_bytes().to_vec(),
            file_name: None,
        }
    }
}

/// Answers requests.
pub(crate) type Handler = dyn Fn(&Request) -> Reply + Send + Sync;

/// Returns whether a path takes a record, which may be longer than other bodies.
pub(crate) type TakesRecord = dyn Fn(&str) -> bool + Send + Sync;

/// What is behind the requests.
pub(crate) struct Site {
    pub(crate) answer: Box<Handler>,
    pub(crate) takes_record: Box<TakesRecord>,
}

/// Serves connections for ever.
pub(crate) fn serve(listener: &TcpListener, site: &Arc<Site>) -> io::Result<()> {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        // A connection that fails at once concerns nobody else.
        let Ok(stream) = stream else { continue };
        if open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (counted, site) = (Arc::clone(&open), Arc::clone(site));
        let spawned = thread::Builder::new().name("connection".to_owned()).spawn(move || {
            let _leave = Leave(counted);
            // The other side has gone, or does not speak HTTP: there is nobody to tell.
            let _ = converse(stream, &site);
        });
        if spawned.is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Counts a connection out, also after a panic.
struct Leave(Arc<AtomicUsize>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What came of reading a request.
enum Heard {
    Request(Request),
    Refused(u16, &'static str),
    Closed,
}

fn converse(mut stream: TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(STALL))?;
    stream.set_write_timeout(Some(STALL))?;
    stream.set_nodelay(true)?;
    let mut kept = Vec::new();
    loop {
        match hear(&mut stream, &mut kept, &*site.takes_record)? {
            Heard::Closed => return Ok(()),
            Heard::Refused(status, why) => return write_reply(&mut stream, Reply::text(status, why), false),
            Heard::Request(request) => {
                let reply = (site.answer)(&request);
                let streams = matches!(reply, Reply::Events(_));
                write_reply(&mut stream, reply, !streams)?;
                if streams {
                    return Ok(());
                }
            }
        }
    }
}

/// Reads the next request; bytes of the one after it are kept.
fn hear(stream: &mut TcpStream, kept: &mut Vec<u8>, takes_record: &TakesRecord) -> io::Result<Heard> {
    let deadline = Instant::now() + PATIENCE;
    let end = loop {
        if let Some(place) = kept.windows(4).position(|window| window == b"\r\n\r\n") {
            break place + 4;
        }
        if kept.len() > MAX_HEAD {
            return Ok(Heard::Refused(431, "The head of the request is too long.\n"));
        }
        if Instant::now() > deadline || !read_more(stream, kept)? {
            return Ok(Heard::Closed);
        }
    };
    if end > MAX_HEAD {
        return Ok(Heard::Refused(431, "The head of the request is too long.\n"));
    }
    let (mut request, length) = match head(&kept[..end]) {
        Ok(found) => found,
        Err((status, why)) => return Ok(Heard::Refused(status, why)),
    };
    kept.drain(..end);
    let (limit, why) = match takes_record(&request.path) {
        true => (MAX_RECORD, "The body of the request is too long: at most 4 MiB are read.\n"),
        false => (MAX_BODY, "The body of the request is too long: at most 64 KiB are read.\n"),
    };
    if length > limit {
        discard(stream, length.saturating_sub(kept.len()).min(MAX_DISCARDED))?;
        return Ok(Heard::Refused(413, why));
    }
    let deadline = Instant::now() + PATIENCE;
    while kept.len() < length {
        if Instant::now() > deadline || !read_more(stream, kept)? {
            return Ok(Heard::Closed);
        }
    }
    request.body = kept.drain(..length).collect();
    Ok(Heard::Request(request))
}

fn read_more(stream: &mut TcpStream, kept: &mut Vec<u8>) -> io::Result<bool> {
    let mut part = [0; 4096];
    let count = stream.read(&mut part)?;
    kept.extend_from_slice(&part[..count]);
    Ok(count > 0)
}

/// Reads what nobody wants.
fn discard(stream: &mut TcpStream, mut length: usize) -> io::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let mut part = vec![0; 64 << 10];
    while length > 0 && Instant::now() < deadline {
        let count = stream.read(&mut part)?;
        if count == 0 {
            break;
        }
        length = length.saturating_sub(count);
    }
    Ok(())
}

type Refusal = (u16, &'static str);

/// Reads the head of a request, and the length of its body.
fn head(bytes: &[u8]) -> Result<(Request, usize), Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Request::new(&mut headers);
    match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        _ => return Err((400, "This is not an HTTP request.\n")),
    }
    let header = |name: &str| {
        let found = parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.and_then(|header| std::str::from_utf8(header.value).ok())
    };
    let method = match parsed.method {
        Some("GET") => Method::Get,
        Some("POST") => Method::Post,
        _ => return Err((405, "Only GET and POST are answered.\n")),
    };
    if header("transfer-encoding").is_some() {
        return Err((411, "The request needs a Content-Length.\n"));
    }
    let length = match header("content-length") {
        None => 0,
        Some(text) => text.trim().parse().map_err(|_| (400, "The Content-Length is not a number.\n"))?,
    };
    let target = parsed.path.unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let request = Request {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        from_script: header("x-tradewinds").is_some(),
        body: Vec::new(),
    };
    Ok((request, length))
}

/// What every answer says to the browser: nothing from elsewhere, no guessing, no traces of the links.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n\
     X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
     Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n";

fn write_reply(stream: &mut TcpStream, reply: Reply, keep: bool) -> io::Result<()> {
    let connection = if keep { "keep-alive" } else { "close" };
    match reply {
        Reply::Whole { status, kind, body, file_name } => {
            let mut head = format!(
                "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: {connection}\r\n",
                reason(status),
                body.len(),
            );
            head += "Cache-Control: no-store
";
            if let Some(name) = file_name {
                head += &format!("Content-Disposition: attachment; filename=\"{name}\"\r\n");
            }
            head += SAFETY;
            head += "\r\n";
            stream.write_all(&[head.as_bytes(), &body].concat())?;
        }
        Reply::Elsewhere(place) => {
            let head = format!(
                "HTTP/1.1 303 See Other\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: {connection}\r\n\
                 Cache-Control: no-store\r\n{SAFETY}\r\n"
            );
            stream.write_all(head.as_bytes())?;
        }
        Reply::Events(events) => {
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\
                 Cache-Control: no-store\r\n{SAFETY}\r\n"
            );
            stream.write_all(head.as_bytes())?;
            events(stream)?;
        }
    }
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read() {
        let text = b"POST /a/act?x=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\nX-Tradewinds: 1\r\n\r\n";
        let (request, length) = head(text).unwrap();
        assert_eq!((request.path.as_str(), request.query.as_str(), length), ("/a/act", "x=1", 7));
        assert!(request.from_script && request.method == Method::Post);
    }

    #[test]
    fn what_is_not_asked_properly_is_refused() {
        for (text, status) in [
            (&b"nonsense\r\n\r\n"[..], 400),
            (b"BREW / HTTP/1.1\r\n\r\n", 405),
            (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
            (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ] {
            assert_eq!(head(text).unwrap_err().0, status);
        }
    }
}
