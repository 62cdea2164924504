//! A folder to run tournaments in.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;
use tradewinds::arena::playable;
use tradewinds::tournament::{
    Journal, Manifest, Outcome, Progress, RuleState, Run, RunError, RunOptions, Tournament, Watch, run,
};

use super::race::Race;

/// A folder with presets and manifests of the toy game.
pub(crate) struct Lab(TempDir);

/// Counts games, and stops the run after some.
pub(crate) struct Count<'a> {
    pub(crate) games: u64,
    pub(crate) stop: Option<(u64, &'a AtomicBool)>,
    last: u64,
    /// Where the stopping rule stood last.
    pub(crate) rule: Option<RuleState>,
}

impl<'a> Count<'a> {
    pub(crate) fn new(stop: Option<(u64, &'a AtomicBool)>) -> Self {
        Self { games: 0, stop, last: 0, rule: None }
    }
}

impl Watch for Count<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.games += 1;
        assert!(self.last == 0 || progress.finished == self.last + 1);
        self.last = progress.finished;
        self.rule = progress.rule;
        if let Some((after, stop)) = self.stop
            && self.games == after
        {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

pub(crate) const MANIFEST: &str = r#"
name = "sails"
game = "race"
players = 3
seed = 5
deals = 4
format = "round-robin"
lineup = ["random", "spender.toml", "saver.toml", "roller.toml"]
"#;

impl Lab {
    pub(crate) fn new() -> Self {
        let lab = Self(tempfile::tempdir().unwrap());
        for (name, engine) in [("spender", 2.0), ("saver", 0.5), ("roller", 0.25)] {
            let preset = format!(
                "name = \"{name}\"\ngame = \"race\"\nkind = \"heuristic\"\n[weights]\nengine = {engine}\n"
            );
            fs::write(lab.path(&format!("{name}.toml")), preset).unwrap();
        }
        lab
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn tournament(&self, manifest: &str) -> Result<Tournament, String> {
        let manifest = Manifest::parse("m.toml", manifest).map_err(|error| error.to_string())?;
        Tournament::new(playable::<Race>(), manifest, &self.path("m.toml")).map_err(|error| error.to_string())
    }

    pub(crate) fn run(&self, manifest: &str, folder: &str, threads: usize) -> Result<Run, RunError> {
        self.run_part(manifest, folder, RunOptions { threads, shard: None })
    }

    pub(crate) fn run_part(
        &self,
        manifest: &str,
        folder: &str,
        options: RunOptions,
    ) -> Result<Run, RunError> {
        let tournament = self.tournament(manifest).unwrap();
        let mut count = Count::new(None);
        let result = run(&tournament, &self.path(folder), options, &AtomicBool::new(false), &mut count);
        match &result {
            Ok(Run { outcome: Outcome::Played, .. }) => assert!(count.games > 0),
            _ => assert_eq!(count.games, 0, "no game is played"),
        }
        result
    }

    /// Plays until this number of games have finished, and drops the rest as Ctrl-C does.
    pub(crate) fn stop_after(&self, manifest: &str, folder: &str, games: u64, threads: usize) -> Run {
        let tournament = self.tournament(manifest).unwrap();
        let stop = AtomicBool::new(false);
        let mut count = Count::new(Some((games, &stop)));
        let options = RunOptions { threads, shard: None };
        run(&tournament, &self.path(folder), options, &stop, &mut count).unwrap()
    }

    /// Plays a run whose journal has frames of this many games.
    pub(crate) fn run_in_pieces(&self, manifest: &str, folder: &str, games: u64) {
        self.run(manifest, folder, 2).unwrap();
        let form = self.tournament(manifest).unwrap().journal_form();
        let path = self.path(folder).join("journal.frames");
        let whole = self.path("whole.frames");
        fs::rename(&path, &whole).unwrap();
        let mut journal = Journal::look_at(&whole, form).unwrap();
        let mut pieces = Journal::create(&path, form).unwrap();
        for game in 0..form.games {
            pieces.append(&journal.read(game).unwrap()).unwrap();
            if game % games == games - 1 {
                pieces.flush().unwrap();
            }
        }
        pieces.flush().unwrap();
        fs::remove_file(whole).unwrap();
    }

    pub(crate) fn rows(&self, file: &str) -> Vec<BTreeMap<String, String>> {
        csv::Reader::from_path(self.path(file)).unwrap().deserialize().map(Result::unwrap).collect()
    }
}

/// All files below a folder with their bytes.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(contents(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

/// The frames of a journal: their bytes and the number of their games.
pub(crate) fn frames(journal: &[u8]) -> Vec<(Range<usize>, u64)> {
    let word = |place: usize| u32::from_le_bytes(journal[place..place + 4].try_into().unwrap());
    let (mut frames, mut start) = (Vec::new(), 0);
    while start < journal.len() {
        let parts = [20, 24, 32].map(|place| word(start + place) as usize);
        let end = start + 44 + parts.iter().sum::<usize>() + 4;
        frames.push((start..end, word(start + 16).into()));
        start = end;
    }
    frames
}

/// The CSV files and the page of a run, by name.
pub(crate) fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    contents(folder)
        .into_iter()
        .filter(|(path, _)| {
            path.extension().is_some_and(|extension| extension == "csv" || extension == "html")
        })
        .map(|(path, bytes)| (name(path), bytes))
        .collect()
}

/// The reason of an error with those below it, as the program prints it.
pub(crate) fn chain(error: RunError) -> String {
    format!("{:#}", anyhow::Error::from(error))
}
