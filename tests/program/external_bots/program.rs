//! The program of the tests: `bot.py` in one of its modes, with a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use tradewinds::bots::{BotKind, ExternalBot, ExternalSettings, Preset};

/// A mode of the program and the folder in which it leaves its traces.
pub(crate) struct Program {
    folder: TempDir,
    command: Vec<String>,
    time_ms: u32,
    allowances: [u32; 2],
    keys: String,
}

impl Program {
    /// Takes a mode of `bot.py`, with time enough on a busy machine.
    pub(crate) fn new(mode: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("pids")).unwrap();
        fs::create_dir(folder.path().join("strays")).unwrap();
        let path = folder.path().to_str().unwrap();
        let command =
            ["python3", "tests/program/external_bots/bot.py", mode, path].map(str::to_owned).to_vec();
        Self { folder, command, time_ms: 60_000, allowances: [0; 2], keys: String::new() }
    }

    /// Gives a bot that will not answer little time.
    pub(crate) fn in_a_hurry(mode: &str) -> Self {
        let mut program = Self::new(mode);
        program.time_ms = 200;
        program
    }

    /// Sets the time for a decision, in milliseconds.
    pub(crate) fn hurry(&mut self, time_ms: u32) {
        self.time_ms = time_ms;
    }

    /// Gives time to start and a margin.
    pub(crate) fn with_allowances(mut self, start_ms: u32, margin_ms: u32) -> Self {
        self.allowances = [start_ms, margin_ms];
        self
    }

    /// Adds lines to the preset.
    pub(crate) fn with_keys(mut self, keys: &str) -> Self {
        self.keys.push_str(keys);
        self
    }

    /// Takes another program than `bot.py`.
    pub(crate) fn with_command(mut self, command: &[&str]) -> Self {
        self.command = command.iter().map(|&word| word.to_owned()).collect();
        self
    }

    pub(crate) fn settings(&self) -> ExternalSettings {
        let preset = Preset::parse("tested.toml", &self.preset("tested")).unwrap();
        let BotKind::External(settings) = preset.kind else { panic!("an external bot") };
        settings
    }

    pub(crate) fn bot(&self) -> ExternalBot {
        ExternalBot::new(self.settings())
    }

    /// Writes a preset of this program.
    pub(crate) fn preset(&self, name: &str) -> String {
        let (command, time_ms, [start_ms, margin_ms]) = (&self.command, self.time_ms, self.allowances);
        let keys = &self.keys;
        format!(
            "name = \"{name}\"\ngame = \"any\"\nkind = \"external\"\ncommand = {command:?}\ntime_ms = {time_ms}\n\
             start_ms = {start_ms}\nmargin_ms = {margin_ms}\n{keys}"
        )
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The processes that were started, with the group of each.
    pub(crate) fn processes(&self) -> BTreeMap<i32, String> {
        self.numbers("pids")
    }

    /// The processes that were left behind in sessions of their own.
    pub(crate) fn strays(&self) -> Vec<i32> {
        self.numbers("strays").into_keys().collect()
    }

    /// The processes with a file in a folder, and what it says.
    fn numbers(&self, folder: &str) -> BTreeMap<i32, String> {
        let entries = fs::read_dir(self.folder().join(folder)).unwrap().map(Result::unwrap);
        let process = |path: &Path| path.file_name().unwrap().to_str().unwrap().parse().unwrap();
        entries.map(|entry| (process(&entry.path()), fs::read_to_string(entry.path()).unwrap())).collect()
    }

    /// Checks that this number of processes were started, each the first of its own group, and that nothing is
    /// left of them, no zombie either.
    pub(crate) fn assert_gone(&self, started: usize) {
        let processes = self.processes();
        assert_eq!(processes.len(), started, "{processes:?}");
        for (process, group) in processes {
            assert_eq!(group, process.to_string());
            assert_eq!(kill(Pid::from_raw(process), None), Err(Errno::ESRCH), "process {process} is there");
        }
    }

    /// All that the processes read.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder().join("log")).unwrap()
    }
}

/// Nothing that a test started outlives it.
impl Drop for Program {
    fn drop(&mut self) {
        for stray in self.strays() {
            let _ = kill(Pid::from_raw(stray), Signal::SIGKILL);
        }
    }
}
