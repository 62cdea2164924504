//! A server: its folder, its port, and what it opens before it serves.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tradewinds_tournament::MoveRecord;

use crate::design::{self, Designs, Referee};
use crate::house::{self, House, HouseError, NewTable};
use crate::{http, routes};

/// A server with its folder and its port, ready to serve.
pub struct Server {
    listener: TcpListener,
    house: Arc<House>,
    folder: PathBuf,
    designs: Option<Arc<Designs>>,
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
        let house = Arc::new(House::open(folder)?);
        Ok(Self { listener, house, folder: folder.to_owned(), designs: None })
    }

    /// Lets whoever has the lobby's link ask whether changed rules are fairer; the referee plays the games. Studies that
    /// were under way go on.
    ///
    /// # Errors
    /// The folder cannot be read and written.
    pub fn with_referee(mut self, referee: Box<dyn Referee>) -> Result<Self, ServeError> {
        let path = self.folder.join("designs");
        let opened = house::private_folder(&path).and_then(|()| Designs::open(&path, referee));
        self.designs = Some(opened.map_err(|source| HouseError::Io { path, source })?);
        self.house.has_designs.store(true, Ordering::Relaxed);
        Ok(self)
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
        let (key, designs) = (Arc::clone(&house), self.designs);
        let site = http::Site {
            answer: Box::new(move |request| {
                let designs = designs.as_deref();
                let asked = designs.and_then(|designs| design::answer(&house, designs, request));
                asked.unwrap_or_else(|| routes::answer(&house, request))
            }),
            takes_record: Box::new(move |path| routes::takes_record(&key, path)),
        };
        http::serve(self.listener, site)
    }
}
