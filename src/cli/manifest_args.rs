//! Arguments of every command that plays a manifest.

use std::path::{Path, PathBuf};

use crate::game::InputError;
pub(crate) use crate::tournament::ManifestKind;
use crate::tournament::Reads;

use super::input_file;
use super::progress::{Meter, ProgressArgs};
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
    #[command(flatten)]
    progress: ProgressArgs,
}

impl ManifestArgs {
    /// Reads the manifest with `parse`, which takes the name of the file and its text. A manifest of another
    /// kind is refused as such, not because of its first field that is unknown to this command.
    pub(super) fn read<M>(
        &self,
        kind: ManifestKind,
        parse: impl FnOnce(&str, &str) -> Result<M, InputError>,
    ) -> anyhow::Result<M> {
        input_file::read(&self.manifest, Reads::Manifest(kind), parse)
    }

    /// Returns the name used for the manifest in messages.
    pub(super) fn source(&self) -> String {
        self.manifest.display().to_string()
    }

    /// Returns the folder to write to, for a manifest of this name.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        folder_of(self.out.as_deref(), name)
    }

    /// Returns the number of threads; 0 means one for each core.
    pub(super) fn threads(&self) -> usize {
        self.threads.number()
    }

    /// Makes what shows the progress.
    pub(super) fn meter(&self) -> Meter {
        self.progress.meter()
    }
}

/// Returns the folder of a run: `out`, or the default folder for the run's name.
pub(super) fn folder_of(out: Option<&Path>, name: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results/runs").join(name), Path::to_owned)
}
