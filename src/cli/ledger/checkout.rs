//! The git checkout whose commits the ledger names.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::game::InputError;
use anyhow::{Context, bail};

/// The tracked files that make figures: a change of another file leaves them as they are.
const SOURCES: [&str; 6] = ["Cargo.lock", "Cargo.toml", "bots", "crates", "experiments", "src"];

/// A checkout, by its root.
pub(super) struct Checkout {
    root: PathBuf,
}

/// A commit: the beginning of its hash, and its day.
#[derive(Clone)]
pub(super) struct Commit {
    pub(super) hash: String,
    pub(super) date: String,
}

impl Checkout {
    /// Finds the checkout that a folder is in.
    pub(super) fn of(folder: &Path) -> anyhow::Result<Self> {
        let here = Self { root: folder.to_owned() };
        let Some(root) = here.answer(&["rev-parse", "--show-toplevel"])? else {
            bail!(
                "{}: found no git checkout, but the ledger names the commit of each figure",
                folder.display()
            );
        };
        Ok(Self { root: root.into() })
    }

    /// Returns the commit that is checked out, if no file that makes figures differs from it.
    pub(super) fn head(&self) -> anyhow::Result<Commit> {
        let mut arguments = vec!["status", "--porcelain", "--untracked-files=no", "--"];
        arguments.extend(SOURCES);
        let changed = self.answer(&arguments)?.unwrap_or_default();
        if let Some(file) = changed.lines().next().and_then(|line| line.get(3..).or(Some(line))) {
            let found = format!("a change of {file} that is in no commit");
            let allowed = "a commit with all that makes the figure; commit the change, or name the commit with --commit";
            return Err(InputError::conflict(self.root.display().to_string(), "", found, allowed).into());
        }
        self.commit("HEAD")
    }

    /// Finds a commit by a name or a hash.
    pub(super) fn commit(&self, name: &str) -> anyhow::Result<Commit> {
        let hash = self.answer(&[
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &format!("{name}^{{commit}}"),
        ])?;
        let shown = match &hash {
            Some(hash) => self.answer(&["show", "--no-patch", "--format=%cs", hash])?,
            None => None,
        };
        let (Some(hash), Some(date)) = (hash, shown) else {
            let allowed = format!("a commit of {}", self.root.display());
            return Err(InputError::conflict("", "commit", format!("{name:?}"), allowed).into());
        };
        Ok(Commit { hash: hash.chars().take(8).collect(), date })
    }

    /// Returns whether a commit has a file.
    pub(super) fn has(&self, commit: &str, path: &str) -> anyhow::Result<bool> {
        Ok(self.answer(&["cat-file", "-e", &format!("{commit}:{path}")])?.is_some())
    }

    /// Lists the TOML files of a commit that have a text, and their whole texts.
    pub(super) fn files_with(&self, commit: &str, part: &str) -> anyhow::Result<Vec<(String, String)>> {
        let found =
            self.answer(&["grep", "--name-only", "--fixed-strings", "-e", part, commit, "--", "*.toml"])?;
        let mut files = Vec::new();
        for name in found.unwrap_or_default().lines() {
            let Some((_, path)) = name.split_once(':') else { continue };
            if let Some(text) = self.answer(&["show", name])? {
                files.push((path.to_owned(), text));
            }
        }
        Ok(files)
    }

    /// Returns the beginning of git's hash of a file as it is.
    pub(super) fn hash_of(&self, file: &Path) -> anyhow::Result<String> {
        let cannot = || format!("cannot read {}", file.display());
        let whole = file.canonicalize().with_context(cannot)?;
        let output = self
            .git()
            .args(["hash-object", "--no-filters", "--"])
            .arg(whole)
            .output()
            .with_context(cannot)?;
        if !output.status.success() {
            bail!(cannot());
        }
        Ok(text(output).chars().take(8).collect())
    }

    /// Asks git; nothing where it refuses.
    fn answer(&self, arguments: &[&str]) -> anyhow::Result<Option<String>> {
        let output =
            self.git().args(arguments).output().context("cannot run git, which knows the commits")?;
        Ok(output.status.success().then(|| text(output)))
    }

    fn git(&self) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.root);
        command
    }
}

fn text(output: Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}
