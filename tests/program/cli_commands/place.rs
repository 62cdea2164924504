//! A folder that the program runs in.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::described;

/// Returns the paths of all files in a folder and below.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns the folder.
    pub(crate) fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Reads a file; a page says everything in words.
    pub(crate) fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.0.path().join(name)).unwrap();
        if name.ends_with(".html") {
            described::require(name, &text);
        }
        text
    }

    /// Returns the bytes of all files in the folder and below, by their paths.
    pub(crate) fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let with_bytes = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
        files_below(self.0.path()).into_iter().map(with_bytes).collect()
    }

    /// Makes the program with these arguments, to run in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Runs what succeeds and says nothing on stderr, and returns its output.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        self.succeed_with(arguments, "")
    }

    /// Runs what succeeds with this standard input.
    pub(crate) fn succeed_with(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs what succeeds, and returns its output and the notes that it prints on stderr.
    pub(crate) fn succeed_with_notes(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments, "");
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {notes}");
        assert!(notes.lines().all(|line| line.starts_with("note: ")), "{arguments:?}: {notes}");
        (String::from_utf8(output.stdout).unwrap(), notes)
    }

    /// Writes a random position of a game to `p.json`.
    pub(crate) fn position(&self, game: &str, players: &str, option: [&str; 2]) {
        let of = ["position", "random", "p.json", "--game", game, "--players", players];
        self.succeed(&[&of[..], &option[..]].concat());
    }

    /// Returns a table of the user's.
    pub(crate) fn table(&self, name: &str) -> toml::Table {
        self.read(name).parse().unwrap()
    }

    /// Tells whether a command succeeds.
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> bool {
        self.run(arguments, "").status.success()
    }

    /// Runs what says nothing on stderr, and returns its status and output.
    pub(crate) fn judge(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(arguments, "");
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    }

    /// Runs what fails with status 1, and returns its message, which is one line.
    pub(crate) fn refuse(&self, arguments: &[&str]) -> String {
        let message = self.fail(1, arguments);
        assert_eq!(message.lines().count(), 1, "{message}");
        message
    }

    /// Runs what fails with this status and prints nothing, and returns its message.
    pub(crate) fn fail(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && message.starts_with("error: "), "{message}");
        message
    }
}
