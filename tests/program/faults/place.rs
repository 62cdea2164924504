//! A folder that the program runs in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::cli_commands::place::files_below;

/// Four bots and a number of deals.
pub(crate) fn manifest(deals: u32) -> String {
    format!(
        "name = \"raid\"\ngame = \"puerto-rico\"\nplayers = 4\nseed = 3\ndeals = {deals}\nformat = \"table\"\n\
         lineup = [\"steady\", \"shipper\", \"random\", \"raft.toml\"]\n"
    )
}

/// Counts the games in the whole frames of a journal, and the bytes behind these.
pub(crate) fn games(journal: &[u8]) -> (u64, usize) {
    let mut rest = journal;
    let mut games = 0;
    loop {
        let word = |place: usize| {
            rest.get(place..place + 4).map(|bytes| u32::from_le_bytes(bytes.try_into().unwrap()) as usize)
        };
        let lengths: Option<Vec<usize>> = [20, 24, 32].into_iter().map(word).collect();
        let length = lengths.map(|lengths| 44 + lengths.iter().sum::<usize>() + 4);
        let Some(behind) = length.and_then(|length| rest.get(length..)) else {
            return (games, rest.len());
        };
        games += word(16).unwrap() as u64;
        rest = behind;
    }
}

pub(crate) struct Place(TempDir);

impl Place {
    /// Makes the folder with a manifest of this number of deals.
    pub(crate) fn new(deals: u32) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write("m.toml", &manifest(deals));
        place.write("raft.toml", "name = \"raft\"\ngame = \"any\"\nkind = \"random\"\n");
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs what succeeds.
    pub(crate) fn succeed(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Returns the names of all files, with those of the folders that they are in.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let name = |path: PathBuf| path.strip_prefix(self.0.path()).unwrap().display().to_string();
        files_below(self.0.path()).into_iter().map(name).collect()
    }

    /// Returns the tables of a run, by name.
    pub(crate) fn tables(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).unwrap().map(|entry| entry.unwrap());
        let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
        entries
            .filter(|entry| name(entry).ends_with(".csv"))
            .map(|entry| (name(&entry), fs::read(entry.path()).unwrap()))
            .collect()
    }
}
