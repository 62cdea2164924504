//! The program of the page: messages come in, and an answer to each goes out.
//!
//! A message is a line of JSON and the bytes that it announces. In a browser it runs as WebAssembly
//! (`wasm32-wasip1`): a worker calls `main` for each message, and the tables stay in memory between the calls. The files
//! are the worker's, which keeps them in the browser's storage. Another instance of the program does the work of bots; it
//! has no files, and gets a game's journal with each order.

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tradewinds_web::{Answer, Ask, Order, Tables};

/// A message, without its bytes.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Message {
    /// Open the tables.
    Open,
    /// Answer a request; the bytes are its body.
    Ask { post: bool, path: String, query: String, script: bool },
    /// Return the next order.
    Order,
    /// Do the work of an order; the bytes are what came with it.
    Work(Order),
    /// Take what was found for an order: the bytes, or the reason why there is nothing.
    Found { order: Order, fault: Option<String> },
}

/// A line that announces the number of bytes behind it.
#[derive(Deserialize)]
struct Head<T> {
    message: T,
    bytes: usize,
}

/// The line of an answer.
#[derive(Serialize, Default)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'a Order>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    /// Tables that could not be opened.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    faults: &'a [String],
    bytes: usize,
}

/// Answers all messages of a reader, for the tables of a folder, which is made if it is not there. The tables stay in memory
/// for the next call: those of the first folder.
///
/// # Errors
/// The answers cannot be written.
pub fn converse(mut input: impl BufRead, mut output: impl Write, folder: &Path) -> Result<()> {
    loop {
        match answer_next(&mut input, &mut output, folder) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                let fault = format!("{error:#}");
                write(&mut output, &Line { fault: Some(&fault), ..Line::default() }, &[])?;
            }
        }
        output.flush()?;
    }
}

/// Answers the next message; returns whether there was one.
fn answer_next(input: &mut impl BufRead, output: &mut impl Write, folder: &Path) -> Result<bool> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(false);
    }
    let head: Head<Message> = serde_json::from_str(&line).context("the line of a message")?;
    let mut bytes = Vec::new();
    input.take(head.bytes as u64).read_to_end(&mut bytes)?;
    if bytes.len() != head.bytes {
        bail!("a message ends after {} of {} bytes", bytes.len(), head.bytes);
    }
    match head.message {
        Message::Open => {
            let tables = tables(folder)?;
            let lobby = tables.lobby();
            write(output, &Line { place: Some(&lobby), faults: tables.faults(), ..Line::default() }, &[])
        }
        Message::Ask { post, path, query, script } => {
            let ask = Ask { is_post: post, path: &path, query: &query, from_script: script, body: &bytes };
            let Answer { status, kind, place, file_name, order, body } = tables(folder)?.answer(&ask);
            let line = Line {
                status: Some(status),
                kind,
                place: place.as_deref(),
                file: file_name.as_deref(),
                order: order.as_ref(),
                ..Line::default()
            };
            write(output, &line, &body)
        }
        Message::Order => match tables(folder)?.order()? {
            Some((order, with)) => write(output, &Line { order: Some(&order), ..Line::default() }, &with),
            None => write(output, &Line::default(), &[]),
        },
        Message::Work(order) => match order.work(&bytes) {
            Ok(found) => write(output, &Line::default(), found.as_bytes()),
            Err(fault) => write(output, &Line { fault: Some(&fault), ..Line::default() }, &[]),
        },
        Message::Found { order, fault } => {
            let found = match fault {
                Some(fault) => Err(fault),
                None => std::str::from_utf8(&bytes).map_err(|error| error.to_string()),
            };
            tables(folder)?.found(&order, found);
            write(output, &Line::default(), &[])
        }
    }?;
    Ok(true)
}

fn write(output: &mut impl Write, line: &Line<'_>, body: &[u8]) -> Result<()> {
    let line = Line { bytes: body.len(), ..*line };
    serde_json::to_writer(&mut *output, &line)?;
    output.write_all(b"\n")?;
    output.write_all(body)?;
    Ok(())
}

/// Returns the tables, which are opened once.
fn tables(folder: &Path) -> Result<&'static Tables> {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    if let Some(tables) = TABLES.get() {
        return Ok(tables);
    }
    let tables = Tables::open(folder)?;
    Ok(TABLES.get_or_init(|| tables))
}
