//! A browser of one size and scheme beside the record of a short game, with checks of each page on the way.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use tradewinds::tournament::MoveRecord;

use super::access::Axe;
use super::driver::Browser;
use crate::serve::server::Server;
use crate::short_game::{short_record, steady};

/// A browser, a server, and the record of a game of bots in a file.
pub(crate) struct Visit {
    pub(crate) browser: Browser,
    pub(crate) server: Server,
    pub(crate) record: MoveRecord,
    /// The file of the record.
    pub(crate) file: PathBuf,
    axe: Option<Axe>,
    width: u32,
    scheme: String,
    faults: RefCell<Vec<String>>,
    _folder: TempDir,
}

impl Visit {
    /// Starts it all; `None` where no browser is installed.
    pub(crate) fn begin(width: u32, scheme: &str) -> Option<Self> {
        let browser = Browser::start()?;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json");
        let record = short_record("puerto-rico", [steady(), steady(), steady()], 6);
        fs::write(&file, record.to_json()).unwrap();
        let server = Server::start(folder.path());
        browser.look(width, scheme);
        let (axe, scheme, faults) = (Axe::find(), scheme.to_owned(), RefCell::default());
        Some(Self { browser, server, record, file, axe, width, scheme, faults, _folder: folder })
    }

    /// Checks that the page is no wider than the window, and notes what axe-core finds.
    pub(crate) fn check(&self, name: &str) {
        let (width, scheme) = (self.width, &self.scheme);
        let overflow = self.browser.run("return document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_i64().unwrap() <= 0, "{name} at {width}: {overflow} too wide");
        let found = self.axe.as_ref().map_or(Vec::new(), |axe| axe.violations(&self.browser));
        let fault = |fault: String| format!("{name} at {width}, {scheme}: {fault}");
        self.faults.borrow_mut().extend(found.into_iter().map(fault));
    }

    /// Ends with what axe-core found on any page.
    pub(crate) fn end(&self) {
        let faults = self.faults.borrow();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
