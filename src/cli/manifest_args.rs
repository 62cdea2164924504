//! What all commands are told that play a manifest.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::threads::ThreadsArg;

/// The manifest, and where and with what to play it.
#[derive(clap::Args)]
pub(crate) struct ManifestArgs {
    /// Manifest to play, a TOML file
    #[arg(value_name = "MANIFEST")]
    pub(super) manifest: PathBuf,
    /// Folder to write to [default: results/runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl ManifestArgs {
    /// Reads the manifest: how messages call it, and its text.
    pub(super) fn read(&self) -> anyhow::Result<(String, String)> {
        let source = self.manifest.display().to_string();
        let text = fs::read_to_string(&self.manifest).with_context(|| format!("cannot read {source}"))?;
        Ok((source, text))
    }

    /// Returns the folder to write to, for a manifest of this name.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        folder_of(self.out.as_deref(), name)
    }

    /// Returns the number of threads; 0 is one for each core.
    pub(super) fn threads(&self) -> usize {
        self.threads.number()
    }
}

/// Returns the folder of a run: `out`, or one of the run's name.
pub(super) fn folder_of(out: Option<&Path>, name: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results/runs").join(name), Path::to_owned)
}
