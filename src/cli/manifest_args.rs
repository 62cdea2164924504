//! Arguments of every command that plays a manifest.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tradewinds::game::InputError;

use super::threads::ThreadsArg;

/// The kind of a manifest: the command that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ManifestKind {
    Tournament,
    Choices,
    Balance,
    Tune,
    Ladder,
    Learn,
}

impl ManifestKind {
    /// The fields that only manifests of one kind have; kinds that share most fields with others come last.
    const OWN_FIELDS: [(Self, &[&str]); 6] = [
        (Self::Learn, &["generations", "gate"]),
        (Self::Choices, &["kinds", "worth"]),
        (Self::Balance, &["table", "variants", "sweep", "smallest"]),
        (Self::Tune, &["pool", "spsa", "race", "held_out"]),
        (Self::Ladder, &["iterations"]),
        (Self::Tournament, &["lineup"]),
    ];

    /// Returns the kind of a manifest's text, if it has a field of some kind.
    fn of(text: &str) -> Option<Self> {
        let table: toml::Table = text.parse().ok()?;
        let found =
            Self::OWN_FIELDS.iter().find(|(_, fields)| fields.iter().any(|&own| table.contains_key(own)));
        found.map(|&(kind, _)| kind)
    }

    /// Returns the command that plays manifests of this kind.
    const fn command(self) -> &'static str {
        match self {
            Self::Tournament => "tradewinds tournament",
            Self::Choices => "tradewinds choices",
            Self::Balance => "tradewinds balance",
            Self::Tune => "tradewinds tune",
            Self::Ladder => "tradewinds ladder",
            Self::Learn => "tradewinds learn",
        }
    }
}

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
    /// Reads the manifest with `parse`, which takes the name of the file and its text. A manifest of another
    /// kind is refused as such, not because of its first field that is unknown to this command.
    pub(super) fn read<M>(
        &self,
        kind: ManifestKind,
        parse: impl FnOnce(&str, &str) -> Result<M, InputError>,
    ) -> anyhow::Result<M> {
        let source = self.source();
        let text = fs::read_to_string(&self.manifest).with_context(|| format!("cannot read {source}"))?;
        let read = parse(&source, &text).map_err(|error| match ManifestKind::of(&text) {
            Some(other) if other != kind => {
                let found = format!("a manifest of {}", other.command());
                InputError::conflict(source, "", found, format!("one of {}", kind.command()))
            }
            _ => error,
        });
        Ok(read?)
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
}

/// Returns the folder of a run: `out`, or the default folder for the run's name.
pub(super) fn folder_of(out: Option<&Path>, name: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results/runs").join(name), Path::to_owned)
}
