//! An argument whose bytes are no text, where text is needed: refused by its name.
//!
//! Paths may have any bytes. For everything else, the parser of the command line only says that some argument is wrong.

use std::ffi::{OsStr, OsString};

use crate::game::quoted;
use clap::error::{Error, ErrorKind};
use clap::{ArgMatches, Command};

/// Reads the command line `arguments`, the first of which is the program.
pub(super) fn matches(command: &Command, arguments: &[OsString]) -> Result<ArgMatches, Error> {
    let parse = |arguments: &[OsString]| command.clone().try_get_matches_from(arguments);
    let is_about_text = |error: &Error| error.kind() == ErrorKind::InvalidUtf8;
    parse(arguments).map_err(|error| {
        if !is_about_text(&error) {
            return error;
        }
        // The one that is to blame is wrong even if all others are made text.
        let texts: Vec<OsString> =
            arguments.iter().map(|argument| argument.to_string_lossy().into_owned().into()).collect();
        let blamed = (1..arguments.len()).find(|&place| {
            let one = texts.iter().enumerate();
            let one: Vec<OsString> = one
                .map(|(at, text)| if at == place { arguments[at].clone() } else { text.clone() })
                .collect();
            texts[place] != arguments[place] && parse(&one).is_err_and(|error| is_about_text(&error))
        });
        blamed.map_or(error, |place| refusal(command, &texts, place))
    })
}

/// Refuses the argument at a place.
fn refusal(command: &Command, texts: &[OsString], place: usize) -> Error {
    let text = |place: usize| texts[place].to_string_lossy().into_owned();
    let argument = text(place);
    let (name, value) = match argument.split_once('=') {
        Some((name, value)) if name.starts_with('-') => (name.to_owned(), value.to_owned()),
        _ if place > 1 && text(place - 1).starts_with("--") => (text(place - 1), argument),
        _ => {
            let parsed = command.clone().try_get_matches_from(texts).ok();
            let name = parsed.and_then(|matches| positional(command, &matches, &texts[place]));
            (name.unwrap_or_else(|| format!("argument {place}")), argument)
        }
    };
    let message = format!("{name}: found {}, which is not valid UTF-8; allowed: text\n", quoted(&value));
    command.clone().error(ErrorKind::InvalidUtf8, message)
}

/// Returns the name of the argument without an option that has a value.
fn positional(command: &Command, matches: &ArgMatches, value: &OsStr) -> Option<String> {
    if let Some((name, matches)) = matches.subcommand() {
        return positional(command.find_subcommand(name)?, matches, value);
    }
    let has_value = |argument: &&clap::Arg| {
        matches
            .try_get_raw(argument.get_id().as_str())
            .ok()
            .flatten()
            .is_some_and(|mut found| found.any(|own| own == value))
    };
    command.get_positionals().find(has_value).map(ToString::to_string)
}
