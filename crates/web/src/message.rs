//! Requests and answers, without a wire.

use super::events::Events;

/// The maximum size of a request's body.
pub(crate) const MAX_BODY: usize = 64 << 10;
/// The maximum size of a record that is sent to the lobby.
pub(crate) const MAX_RECORD: usize = 4 << 20;

/// The method of a request; others are refused. HEAD is answered as GET, without the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Get,
    Post,
}

/// A request.
#[derive(Clone, Debug)]
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

/// An answer.
pub(crate) enum Reply {
    /// A whole answer.
    Whole { status: u16, kind: &'static str, body: Vec<u8>, file_name: Option<String> },
    /// The page is elsewhere, relative to this one.
    Elsewhere(String),
    /// A page of a study, with a style and a script of its own in it.
    Report(String),
    /// Server-sent events.
    Events(Events),
    /// An answer that takes long: few of them are made at one time. A form is all that [`Task::Search`] needs to make it.
    ///
    /// [`Task::Search`]: crate::order::Task::Search
    Slow { make: Box<dyn FnOnce() -> Reply + Send>, form: Option<Vec<u8>> },
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
