//! The array whose tasks play the parts of a run: what a folder remembers of it, so that some of its tasks can be
//! submitted again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::game::parse_toml;
use crate::report::WholeFile;
use anyhow::Context;
use serde::{Deserialize, Serialize};

/// The tasks that play a run, one part each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Array {
    /// The number of tasks.
    pub(super) tasks: u64,
    /// The number of the first task.
    pub(super) first: u64,
}

/// Returns the file in the folder of all parts; its name begins with a dot, so that `*` names the parts alone.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join(".array.toml")
}

impl Array {
    /// Reads what a folder remembers; nothing if no task has played into it.
    pub(super) fn remembered(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = file(folder);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        Ok(Some(parse_toml(path.display().to_string(), &text)?))
    }

    /// Lets a folder remember the array, whose tasks may all do this at once; `part` is the number of this one's part.
    pub(super) fn remember(self, folder: &Path, part: u64) -> anyhow::Result<()> {
        let path = file(folder);
        let text = format!("tasks = {}\nfirst = {}\n", self.tasks, self.first);
        let write = || {
            fs::create_dir_all(folder)?;
            // All of them write the same, each under a name of its own first.
            let own = folder.join(format!(".array-{part}.toml"));
            WholeFile::write(&own, text.as_bytes())?;
            fs::rename(own, &path)
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}
