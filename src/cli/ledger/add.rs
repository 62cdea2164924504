//! `tradewinds ledger add`: rows of a finished run, or of figures that a script has measured.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::game::{InputError, printable};
use crate::ledger::{FinishedRun, Ledger, LedgerRow, at_line, read_rows};
use anyhow::Context;

use super::LedgerArg;
use super::checkout::{Checkout, Commit};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of a finished run or study; or a CSV file with the columns of the ledger, whose empty dates and commits
    /// are filled
    #[arg(value_name = "RUN")]
    source: PathBuf,
    #[command(flatten)]
    ledger: LedgerArg,
    /// Page of the rows, below the ledger's folder [default: that of `ledger tried`]
    #[arg(long, value_name = "PAGE")]
    page: Option<String>,
    /// Verdict of the rows, a sentence [default: what the run says]
    #[arg(long, value_name = "SENTENCE")]
    verdict: Option<String>,
    /// Beginning of the rows' ids [default: the game's initials and the run's name]
    #[arg(long, value_name = "ID")]
    id_prefix: Option<String>,
    /// Commit that made the figures [default: the one that is checked out]
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
    /// Command that makes the run, in the root of a checkout [default: that of the manifest of its name]
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Replace rows with the same ids
    #[arg(long)]
    again: bool,
}

/// Adds the rows of `args` and prints them.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = &args.ledger.path;
    let mut ledger = if path.exists() { Ledger::read(path)? } else { Ledger::new(path) };
    let checkout = Checkout::of(ledger.folder())?;
    let mut proof = Proof { checkout: &checkout, commits: BTreeMap::new(), files: BTreeMap::new() };
    let mut added = Vec::new();
    if args.source.is_dir() {
        for row in rows_of_run(args, &checkout)? {
            proof.check(&row)?;
            added.push(row.clone());
            let hint = |error: InputError| error.with_origin(args.source.display().to_string());
            ledger.add(row, args.again).map_err(hint)?;
        }
    } else {
        args.check_no_run()?;
        for (line, row) in read_rows(&args.source)? {
            let row = filled(row, args, &checkout).map_err(|error| on_line(&args.source, line, error))?;
            proof.check(&row).map_err(|error| on_line(&args.source, line, error))?;
            added.push(row.clone());
            ledger.add(row, args.again).map_err(|error| at_line(&args.source, line, error))?;
        }
    }
    ledger.write().with_context(|| format!("cannot write {}", path.display()))?;
    for row in &added {
        let line = printable(&format!("{}: {}, {}", row.id, row.quantity, row.shown()));
        writeln!(io::stdout(), "{line}").context("cannot print the rows")?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// Refuses options that a file of rows has no use for.
    fn check_no_run(&self) -> Result<(), InputError> {
        let options = [
            ("--page", &self.page),
            ("--verdict", &self.verdict),
            ("--id-prefix", &self.id_prefix),
            ("--command", &self.command),
        ];
        match options.into_iter().find(|(_, value)| value.is_some()) {
            Some((option, _)) => {
                let found = format!("with {}, which is a file", self.source.display());
                Err(InputError::conflict(option, "", found, "with the folder of a run; a file has columns"))
            }
            None => Ok(()),
        }
    }

    /// Finds the commit of new figures.
    fn commit(&self, checkout: &Checkout) -> anyhow::Result<Commit> {
        match &self.commit {
            Some(name) => checkout.commit(name).map_err(|error| match error.downcast::<InputError>() {
                Ok(refusal) => refusal.with_field("").with_origin("--commit").into(),
                Err(error) => error,
            }),
            None => checkout.head(),
        }
    }
}

/// Makes the rows of a run, all cells filled.
fn rows_of_run(args: &Args, checkout: &Checkout) -> anyhow::Result<Vec<LedgerRow>> {
    let run = FinishedRun::open(&args.source)?;
    let commit = args.commit(checkout)?;
    let command = match &args.command {
        Some(command) => command.clone(),
        None => command_of(&run, &commit, checkout)?,
    };
    let mut rows = run.rows(&args.id_prefix.clone().unwrap_or_else(|| run.id_prefix()))?;
    let mut hashes: BTreeMap<String, String> = BTreeMap::new();
    for row in &mut rows {
        row.date.clone_from(&commit.date);
        row.commit.clone_from(&commit.hash);
        row.command.clone_from(&command);
        row.page = args.page.clone().unwrap_or_else(|| row.tried_page());
        if let Some(verdict) = &args.verdict {
            row.verdict.clone_from(verdict);
        }
        let mut bots = Vec::new();
        for name in row.bots.split(';') {
            let hash = match hashes.get(name) {
                Some(hash) => hash.clone(),
                None => checkout.hash_of(&run.bot(name)?)?,
            };
            bots.push(format!("{name}@{hash}"));
            hashes.insert(name.to_owned(), hash);
        }
        row.bots = bots.join(";");
    }
    Ok(rows)
}

/// Finds the command of a run: that of the manifest of its name at the commit, or of a sequential test without one.
fn command_of(run: &FinishedRun, commit: &Commit, checkout: &Checkout) -> anyhow::Result<String> {
    let mut found: Vec<String> = Vec::new();
    for name in run.manifest_names() {
        let files = checkout.files_with(&commit.hash, &name)?;
        found.extend(files.iter().filter_map(|(path, text)| run.command_of(path, text)));
    }
    if found.is_empty() {
        found.extend(run.command_of_test());
    }
    match &found[..] {
        [command] => Ok(command.clone()),
        [] => {
            let found = format!("no manifest of the run {:?} at {}", run.name(), commit.hash);
            Err(InputError::conflict("--command", "", found, "the command that makes it").into())
        }
        several => {
            let found = format!("{} manifests of the run {:?} at {}", several.len(), run.name(), commit.hash);
            Err(InputError::conflict("--command", "", found, several.join("; ")).into())
        }
    }
}

/// Fills the commit and the date of a row of a file.
fn filled(mut row: LedgerRow, args: &Args, checkout: &Checkout) -> anyhow::Result<LedgerRow> {
    if row.commit.is_empty() {
        row.commit = args.commit(checkout)?.hash;
    }
    if row.date.is_empty() {
        row.date = checkout.commit(&row.commit)?.date;
    }
    Ok(row)
}

/// What is known of the commits and their files.
struct Proof<'a> {
    checkout: &'a Checkout,
    commits: BTreeMap<String, Result<(), InputError>>,
    files: BTreeMap<(String, String), bool>,
}

impl Proof<'_> {
    /// Checks that the commit of a row is there, and has the manifests and scripts of its command.
    fn check(&mut self, row: &LedgerRow) -> anyhow::Result<()> {
        if !self.commits.contains_key(&row.commit) {
            let found = match self.checkout.commit(&row.commit).map_err(anyhow::Error::downcast) {
                Ok(_) => Ok(()),
                Err(Ok(refusal)) => Err(refusal),
                Err(Err(error)) => return Err(error),
            };
            self.commits.insert(row.commit.clone(), found);
        }
        self.commits[&row.commit].clone()?;
        let words = row.command.split_whitespace().map(|word| word.trim_matches(['\'', '"']));
        let is_file = |word: &&str| {
            let extension = Path::new(word).extension();
            extension.is_some_and(|extension| extension == "toml" || extension == "py")
        };
        for path in words.filter(is_file) {
            let key = (row.commit.clone(), path.to_owned());
            let has = match self.files.get(&key) {
                Some(has) => *has,
                None => self.checkout.has(&row.commit, path)?,
            };
            self.files.insert(key, has);
            if !has {
                let allowed = format!("a file that commit {} has", row.commit);
                return Err(InputError::conflict("", "command", format!("{path:?}"), allowed).into());
            }
        }
        Ok(())
    }
}

/// Names the line of a file in a refusal of one of its cells.
fn on_line(path: &Path, line: u64, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<InputError>() {
        Ok(refusal) => at_line(path, line, refusal).into(),
        Err(error) => error,
    }
}
