//! Tables in a browser: a server on hyper and tokio, pages rendered here, and a board for each game.
//!
//! | | |
//! |---|---|
//! | `http`, `doors` | the wire, with limits on everything; the connections that are open |
//! | `message`, `events` | requests and answers, without a wire; the stream of events that a screen gets |
//! | `house`, `desk`, `permits` | the tables of a folder; a table with its session, its screens and its bots; how much is computed at one time |
//! | `picture` | what one screen shows: pages and boards are made of nothing else |
//! | `routes`, `pages` | links and the pages behind them |
//! | `reviewed`, `training` | the review of a finished game; its flagged decisions as puzzles |
//! | `position`, `study` | a position that somebody sets up; the links to what serves to learn |
//! | `boards` | a file for each game |
//!
//! Every link holds a secret of 128 bits: one for the lobby, one for each screen of a table. A request without
//! one gets nothing. `routes` are plain functions from a request to an answer: they need no socket and no runtime. The
//! true state stays in `desk`; a [`Shown`](tradewinds_sitting::Shown) holds a seat's view.

mod acts;
#[cfg(test)]
mod alike;
mod boards;
mod desk;
mod doors;
mod events;
mod form;
mod house;
mod http;
mod last_form;
mod levels;
mod message;
mod pages;
mod permits;
mod picture;
mod position;
mod reviewed;
mod routes;
mod study;
mod token;
mod training;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

pub use form::file as file_of_form;
pub use house::{HouseError, NewTable};
pub use pages::{MovingPicture, board_picture, saved_page};

use house::House;
use tradewinds_tournament::MoveRecord;

/// A server with its folder and its port, ready to serve.
pub struct Server {
    listener: TcpListener,
    house: Arc<House>,
}

/// A server that cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}{}", hint(source))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The fault.
        source: io::Error,
    },
    /// The folder cannot be used.
    #[error(transparent)]
    House(#[from] HouseError),
}

/// Returns advice on an address that cannot be used.
fn hint(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::AddrInUse => "; another program uses this port, choose another one with --port",
        _ => "",
    }
}

impl Server {
    /// Takes the port and opens the folder with its tables.
    ///
    /// # Errors
    /// The port is in use, or the folder cannot be read and written.
    pub fn open(address: SocketAddr, folder: &Path) -> Result<Self, ServeError> {
        let listener = TcpListener::bind(address).map_err(|source| ServeError::Listen { address, source })?;
        Ok(Self { listener, house: Arc::new(House::open(folder)?) })
    }

    /// Returns the link of the lobby.
    ///
    /// # Errors
    /// The system does not give the address away.
    pub fn lobby(&self) -> io::Result<String> {
        self.link(&format!("/{}/", self.house.key))
    }

    /// Opens a table; returns the path of the host's screen.
    ///
    /// # Errors
    /// The game refuses the seats or the variant, or the folder cannot be written.
    pub fn open_table(&self, new: NewTable) -> Result<String, HouseError> {
        Ok(format!("/{}/", self.house.open_table(new)?))
    }

    /// Opens a recorded game as a table, at its end; returns the path of its screen. Seats whose names are those of
    /// shipped bots stay bots, the others are the host's. A record that is open already is not opened again.
    ///
    /// # Errors
    /// The record does not replay, or the folder cannot be written.
    pub fn open_record(&self, record: &MoveRecord) -> Result<String, HouseError> {
        Ok(format!("/{}/", self.house.open_record(record)?))
    }

    /// Checks that a record can be opened as a table, before anything is written.
    ///
    /// # Errors
    /// The record does not replay.
    pub fn check_record(record: &MoveRecord) -> Result<(), HouseError> {
        house::session_of(record).map(drop)
    }

    /// Returns the whole link of a path of this server.
    ///
    /// # Errors
    /// The system does not give the address away.
    pub fn link(&self, path: &str) -> io::Result<String> {
        Ok(format!("http://{}{path}", self.listener.local_addr()?))
    }

    /// Lists the tables that could not be opened, with the reason.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.house.faults
    }

    /// Serves for ever.
    ///
    /// # Errors
    /// The port is lost.
    pub fn serve(self) -> io::Result<()> {
        let house = self.house;
        let key = Arc::clone(&house);
        let site = http::Site {
            answer: Box::new(move |request| routes::answer(&house, request)),
            takes_record: Box::new(move |path| routes::takes_record(&key, path)),
        };
        http::serve(self.listener, site)
    }
}
