//! The settings of an external bot, as its preset has them.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::host::Pool;
use super::log::LogFolder;
use crate::ClockSettings;
use tradewinds_game::{InputError, Origin, Variant};

/// The default time for a decision, in milliseconds.
pub(crate) const DEFAULT_TIME_MS: u32 = 10_000;

/// The default allowance for starting the program, in milliseconds: a busy machine starts many at a time.
pub(crate) const DEFAULT_START_MS: u32 = 10_000;

/// The default margin beyond the time for a decision, in milliseconds.
pub(crate) const DEFAULT_MARGIN_MS: u32 = 250;

/// The maximum time that a preset may set, in milliseconds: an hour.
pub(crate) const MAX_TIME_MS: u32 = 3_600_000;

/// The addresses that a preset may name, for people.
const ADDRESSES: &str = "an address of this machine with a port, such as 127.0.0.1:5005 or [::1]:5005";

/// The program that an external bot asks, and how long it may think.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExternalSettings {
    /// The program and its arguments, started without a shell in the current folder. A program without a `/`
    /// is searched for in `PATH`. Empty with an address.
    pub command: Vec<String>,
    /// The address on the loopback at which the program listens already, instead of being started: each process is then
    /// a connection.
    pub address: Option<SocketAddr>,
    /// The time for one decision in milliseconds, 1 to 3,600,000.
    pub time_ms: u32,
    /// The clock for all decisions of a seat in a game; a decision has no more than is left, and no more than `time_ms`.
    pub clock: Option<ClockSettings>,
    /// The time that a decision has in addition if the program is started for it, in milliseconds, up to 3,600,000.
    pub start_ms: u32,
    /// The time by which each answer may be late, in milliseconds, up to 3,600,000: on a busy machine the program may
    /// be kept waiting, and its answer, too.
    pub margin_ms: u32,
    /// Whether the program is asked to answer at once when its time is over or the run is stopped: it then has the
    /// margin to do so.
    pub stop: bool,
    /// The options that the program receives in `start`; `None` if the preset has no table of them.
    pub options: Option<Map<String, Value>>,
    /// Whether a process serves all seats of the bot in a game, and then the next game, each in a session of its own.
    pub share: bool,
    /// What changes nothing of its play.
    pub(super) aside: Aside,
}

/// What settings carry beside the settings: all are equal, since a bot plays the same with any.
#[derive(Clone, Debug, Default)]
pub(super) struct Aside {
    /// Where conversations are logged.
    pub(super) log: LogFolder,
    /// The processes, if they are shared.
    pub(super) pool: Pool,
    /// The variant of the rules that is played, for the program; `None` for the standard rules.
    pub(super) variant: Option<Arc<Variant>>,
}

impl PartialEq for Aside {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Aside {}

impl ExternalSettings {
    /// Takes a program and its arguments, with the default times.
    #[must_use]
    pub fn new(command: Vec<String>) -> Self {
        Self {
            command,
            address: None,
            time_ms: DEFAULT_TIME_MS,
            clock: None,
            start_ms: DEFAULT_START_MS,
            margin_ms: DEFAULT_MARGIN_MS,
            stop: false,
            options: None,
            share: false,
            aside: Aside::default(),
        }
    }

    /// Has each conversation written to a file of `folder`, which is made: `game-N-seat-S.log`, or `process.log` of a
    /// shared one, with lines of the milliseconds since the start of the process, a mark (`>` to the program, `<` from
    /// it, `!` from its standard error) and the text. Settings with and without logs are equal.
    ///
    /// # Errors
    /// The folder cannot be made or written.
    pub fn log_to(&mut self, folder: &Path) -> io::Result<()> {
        self.aside.log = LogFolder::make(folder)?;
        Ok(())
    }

    /// Sets the variant of the rules that is played, which the program receives in `start`; at first the standard rules.
    pub fn play_by(&mut self, variant: &Variant) {
        self.aside.variant = (*variant != Variant::standard()).then(|| Arc::new(variant.clone()));
    }

    /// Returns the command or the address, for people.
    #[must_use]
    pub fn program(&self) -> String {
        self.address.map_or_else(|| self.command.join(" "), |address| address.to_string())
    }

    /// Checks the settings; the refusal names no file.
    pub(crate) fn validate(&self) -> Result<(), InputError> {
        let words = "a list of strings: the program and its arguments";
        match self.command.first() {
            Some(_) if self.address.is_some() => {
                let allowed = "either a command or an address";
                return Err(InputError::conflict(Origin::Unnamed, "address", "a command as well", allowed));
            }
            None if self.address.is_some() => {}
            None => {
                let allowed = format!("{words}; or an address");
                return Err(InputError::missing(Origin::Unnamed, "command", allowed));
            }
            Some(program) if program.is_empty() => {
                return Err(InputError::new(Origin::Unnamed, "command", "\"\"", words));
            }
            Some(_) => {}
        }
        if let Some(address) =
            self.address.filter(|address| !address.ip().is_loopback() || address.port() == 0)
        {
            return Err(InputError::new(
                Origin::Unnamed,
                "address",
                format!("{:?}", address.to_string()),
                ADDRESSES,
            ));
        }
        if let Some(word) = self.command.iter().find(|word| word.contains('\0')) {
            let allowed = "strings without a zero byte";
            return Err(InputError::new(Origin::Unnamed, "command", format!("{word:?}"), allowed));
        }
        if !(1..=MAX_TIME_MS).contains(&self.time_ms) {
            let allowed = format!("1 to {MAX_TIME_MS}");
            return Err(InputError::out_of_range(Origin::Unnamed, "time_ms", self.time_ms, allowed));
        }
        for (field, found) in [("start_ms", self.start_ms), ("margin_ms", self.margin_ms)] {
            if found > MAX_TIME_MS {
                let allowed = format!("0 to {MAX_TIME_MS}");
                return Err(InputError::out_of_range(Origin::Unnamed, field, found, allowed));
            }
        }
        if let Some(clock) = &self.clock {
            clock.check_timed()?;
        }
        if self.stop && self.margin_ms == 0 {
            let allowed = format!("1 to {MAX_TIME_MS} with stop = true: the program answers within it");
            return Err(InputError::conflict(Origin::Unnamed, "margin_ms", "0", allowed));
        }
        Ok(())
    }

    /// Searches for the program as starting it would; the refusal names no file.
    pub(crate) fn find_program(&self) -> Result<(), InputError> {
        if self.address.is_some() {
            return Ok(());
        }
        let program = self.command.first().map_or("", String::as_str);
        match which::which(program) {
            Ok(_) => Ok(()),
            Err(_) => {
                let allowed = "a program in PATH, or the path of one from the current folder";
                Err(InputError::new(Origin::Unnamed, "command", format!("{program:?}"), allowed))
            }
        }
    }
}

/// Reads an address; [`ExternalSettings::validate`] sees whether it may be used.
///
/// # Errors
/// It is none; the refusal names no file.
pub(crate) fn address(text: &str) -> Result<SocketAddr, InputError> {
    let refusal = |_| InputError::new(Origin::Unnamed, "address", format!("{text:?}"), ADDRESSES);
    text.parse().map_err(refusal)
}

/// Returns a preset's options as JSON.
///
/// # Errors
/// A number that JSON does not have; the refusal names no file.
pub(crate) fn options(table: &toml::Table) -> Result<Map<String, Value>, InputError> {
    members("options", table)
}

/// Returns an option as JSON. Dates are text; the reader of presets refuses them before.
fn option(field: &str, value: &toml::Value) -> Result<Value, InputError> {
    Ok(match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) if number.is_finite() => (*number).into(),
        toml::Value::Float(number) => {
            return Err(InputError::new(Origin::Unnamed, field, number.to_string(), "a finite number"));
        }
        toml::Value::Boolean(is_so) => (*is_so).into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => {
            let item = |(index, item)| option(&format!("{field}[{index}]"), item);
            items.iter().enumerate().map(item).collect::<Result<Vec<Value>, _>>()?.into()
        }
        toml::Value::Table(table) => members(field, table)?.into(),
    })
}

fn members(field: &str, table: &toml::Table) -> Result<Map<String, Value>, InputError> {
    let member = |(key, value): (&String, _)| Ok((key.clone(), option(&format!("{field}.{key}"), value)?));
    table.iter().map(member).collect()
}
