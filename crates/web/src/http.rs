//! The wire: hyper reads requests and writes answers, with limits on everything.
//!
//! Limits: 2,048 connections (fewer where the system allows fewer open files), of which the one that has
//! waited longest gives way (`doors`); 16 KiB and 15 s for a head; 64 KiB, or 4 MiB for a record, for a body;
//! 8 streams of events and 1 hint for each screen; 2 saved pages or searches of positions at one time. With 500
//! idle connections, 500 streams and 200 requests a second beside a game, 99 % of the moves are answered
//! within 15 ms (two shared cores, `benches/serve/load.py`). `docs/decisions/02-server.md` says why hyper.

use std::convert::Infallible;
use std::io;
use std::net;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::doors::{Doors, Use};
use super::events::Events;
use super::message::{MAX_BODY, MAX_RECORD, Method, Reply, Request};

/// The maximum size of a request's head.
const MAX_HEAD: usize = 16 << 10;
/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;
/// The maximum size of a body that is read and thrown away, so that its sender can read the refusal.
const MAX_DISCARDED: usize = 64 << 20;
/// The maximum number of connections at one time, and the open files that are kept for everything else.
const MAX_CONNECTIONS: usize = 2048;
const OTHER_FILES: usize = 256;
/// The maximum number of answers that are made at one time, and of those among them that take long.
const MAX_ANSWERS: usize = 64;
const MAX_SLOW: usize = 2;
/// The time in which a head, or a body, has to arrive.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest wait for a reader that does not read.
const STALL: Duration = Duration::from_secs(10);
/// The pause after a connection could not be let in.
const PAUSE: Duration = Duration::from_millis(20);

/// What is behind the requests.
pub(crate) struct Site {
    pub(crate) answer: Box<dyn Fn(&Request) -> Reply + Send + Sync>,
    /// Returns whether a path takes a record, which may be longer than other bodies.
    pub(crate) takes_record: Box<dyn Fn(&str) -> bool + Send + Sync>,
}

/// A site with the connections to it.
struct Host {
    site: Site,
    doors: Doors,
    slow: Semaphore,
}

/// Serves connections for ever.
pub(crate) fn serve(listener: net::TcpListener, site: Site) -> io::Result<()> {
    let places = open_files().saturating_sub(OTHER_FILES).clamp(OTHER_FILES, MAX_CONNECTIONS);
    let host = Arc::new(Host { site, doors: Doors::new(places), slow: Semaphore::new(MAX_SLOW) });
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).max_blocking_threads(MAX_ANSWERS).enable_all();
    runtime.build()?.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => host.doors.enter(|id| {
                    let host = Arc::clone(&host);
                    tokio::spawn(converse(stream, Visit { host, id })).abort_handle()
                }),
                // Either that connection failed, which concerns nobody else, or there is no file left for it.
                Err(_) => {
                    host.doors.give_way();
                    sleep(PAUSE).await;
                }
            }
        }
    })
}

/// Lets the program have as many open files as the system allows; returns their number.
#[cfg(unix)]
fn open_files() -> usize {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return MAX_CONNECTIONS };
    let wanted = hard.min((MAX_CONNECTIONS + OTHER_FILES) as u64).max(soft);
    let raised = setrlimit(Resource::RLIMIT_NOFILE, wanted, hard);
    usize::try_from(raised.map_or(soft, |()| wanted)).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn open_files() -> usize {
    MAX_CONNECTIONS
}

/// A connection. It is counted out when it ends in any way.
struct Visit {
    host: Arc<Host>,
    id: u64,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.host.doors.leave(self.id);
    }
}

async fn converse(stream: TcpStream, visit: Visit) {
    // Only a little slower without it.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(STALL));
    let visit = Arc::new(visit);
    let service = service_fn(|request| {
        let turn = Turn(Arc::clone(&visit));
        async move { Ok::<_, Infallible>(answer(request, turn).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .title_case_headers(true)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // The other side has gone, or does not speak HTTP: there is nobody to tell.
    let _ = served.await;
}

/// A request under way. When it is dropped, the connection waits for the next one.
struct Turn(Arc<Visit>);

impl Turn {
    fn set(&self, used: Use) {
        self.0.host.doors.set(self.0.id, used);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.set(Use::Waits);
    }
}

async fn answer(request: hyper::Request<Incoming>, turn: Turn) -> Response<Sent> {
    let is_head = request.method() == hyper::Method::HEAD;
    let host = Arc::clone(&turn.0.host);
    let reply = match read(request, &host.site).await {
        Err(refused) => refused,
        Ok(request) => {
            turn.set(Use::Answers);
            let asked = Arc::clone(&host);
            let made = spawn_blocking(move || (asked.site.answer)(&request)).await;
            match made {
                Ok(Reply::Slow { make, .. }) => {
                    let _permit = host.slow.acquire().await;
                    spawn_blocking(make).await
                }
                made => made,
            }
            .unwrap_or_else(|_| {
                Reply::text(500, "This page could not be made: that is a fault of the program.\n")
            })
        }
    };
    response(reply, is_head, turn)
}

/// Reads a request; one that is not taken is answered at once.
async fn read(request: hyper::Request<Incoming>, site: &Site) -> Result<Request, Reply> {
    let (head, body) = request.into_parts();
    let method = match head.method {
        hyper::Method::GET | hyper::Method::HEAD => Method::Get,
        hyper::Method::POST => Method::Post,
        _ => return Err(Reply::text(405, "Only GET, HEAD and POST are answered.\n")),
    };
    let path = head.uri.path().to_owned();
    let (limit, why) = match (site.takes_record)(&path) {
        true => (MAX_RECORD, "The body of the request is too long: at most 4 MiB are read.\n"),
        false => (MAX_BODY, "The body of the request is too long: at most 64 KiB are read.\n"),
    };
    if body.size_hint().lower() > limit as u64 {
        discard(body).await;
        return Err(Reply::text(413, why));
    }
    let body = match timeout(PATIENCE, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => body.to_bytes().to_vec(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => return Err(Reply::text(413, why)),
        Ok(Err(_)) => return Err(Reply::text(400, "The body of the request cannot be read.\n")),
        Err(_) => return Err(Reply::text(408, "The body of the request did not arrive in time.\n")),
    };
    Ok(Request {
        method,
        path,
        query: head.uri.query().unwrap_or_default().to_owned(),
        from_script: head.headers.contains_key("x-tradewinds"),
        body,
    })
}

/// Reads what nobody wants.
async fn discard(mut body: Incoming) {
    let read = async {
        let mut left = MAX_DISCARDED;
        while let Some(Ok(frame)) = body.frame().await {
            left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
            if left == 0 {
                break;
            }
        }
    };
    // Whoever has not sent it by then does not get the refusal.
    let _ = timeout(PATIENCE, read).await;
}

/// What every answer says to the browser: nothing from elsewhere, no guessing, no traces of the links, nothing kept.
const SAFETY: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// What a page with a style and a script of its own may do: it cannot ask for anything here.
const OF_REPORT: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
     sandbox allow-scripts allow-modals allow-downloads; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn response(reply: Reply, is_head: bool, turn: Turn) -> Response<Sent> {
    let mut response = Response::new(Sent { part: Part::Whole(Full::default()), _turn: None });
    let headers = response.headers_mut();
    headers.extend(SAFETY.map(|(name, value)| (name, HeaderValue::from_static(value))));
    let (status, part) = match reply {
        Reply::Whole { status, kind, body, file_name } => {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            if let Some(Ok(name)) = file_name.map(|name| attachment(&name)) {
                headers.insert(header::CONTENT_DISPOSITION, name);
            }
            // What is left of a request that was not taken is not read.
            if matches!(status, 400 | 405 | 408 | 413) {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            (StatusCode::from_u16(status).unwrap_or_default(), Part::Whole(Full::from(body)))
        }
        Reply::Elsewhere(place) => {
            headers.extend(HeaderValue::try_from(place).ok().map(|place| (header::LOCATION, place)));
            (StatusCode::SEE_OTHER, Part::Whole(Full::default()))
        }
        Reply::Report(page) => {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(OF_REPORT));
            (StatusCode::OK, Part::Whole(Full::from(page)))
        }
        Reply::Events(events) => {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
            if is_head {
                (StatusCode::OK, Part::Whole(Full::default()))
            } else {
                turn.set(Use::Listens(events.screen()));
                (StatusCode::OK, Part::Events(Box::pin(next_of(events))))
            }
        }
        Reply::Slow { .. } => (StatusCode::INTERNAL_SERVER_ERROR, Part::Whole(Full::default())),
    };
    *response.status_mut() = status;
    *response.body_mut() = Sent { part, _turn: Some(turn) };
    response
}

fn attachment(name: &str) -> Result<HeaderValue, header::InvalidHeaderValue> {
    HeaderValue::try_from(format!("attachment; filename=\"{name}\""))
}

/// The body of an answer, on its way.
struct Sent {
    part: Part,
    _turn: Option<Turn>,
}

enum Part {
    Whole(Full<Bytes>),
    Events(Pin<Box<NextEvent>>),
}

/// The time after which a stream of events shows that it is alive.
const BEAT: Duration = Duration::from_secs(15);

/// Waits for the next event of a stream; returns it with the rest, or `None` where the stream ends.
async fn next_of(mut events: Events) -> Option<(Events, String)> {
    loop {
        events.changes.mark_unchanged();
        let drawn = spawn_blocking(move || {
            let event = events.now();
            (events, event)
        });
        let event;
        (events, event) = drawn.await.ok()?;
        if let Some(event) = event {
            return Some((events, event));
        }
        match timeout(BEAT, events.changes.changed()).await {
            Ok(changed) => changed.ok()?,
            Err(_) => return Some((events, ": still here\n\n".to_owned())),
        }
    }
}

/// The next event, with the rest of the stream.
type NextEvent = dyn Future<Output = Option<(Events, String)>> + Send;

impl Body for Sent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.get_mut().part {
            Part::Whole(body) => Pin::new(body).poll_frame(context),
            Part::Events(next) => next.as_mut().poll(context).map(|event| {
                let (events, event) = event?;
                *next = Box::pin(next_of(events));
                Some(Ok(Frame::data(event.into())))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.part, Part::Whole(body) if body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.part {
            Part::Whole(body) => body.size_hint(),
            Part::Events(_) => SizeHint::default(),
        }
    }
}
