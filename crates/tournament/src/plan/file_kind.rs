//! The kind of a file, by its content, so that a file given to the wrong command is refused as such.
//!
//! Every reader of a user's file goes through [`FileKind`] and [`Reads`], so that a file of another kind is
//! refused as what it is before anything is written.

use std::fmt;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tradewinds_arena::game_names;
use tradewinds_game::InputError;

use crate::plan::manifest::Journaling;

/// The kind of a manifest: the command that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is called as its command")]
pub enum ManifestKind {
    Tournament,
    Choices,
    Balance,
    Restricted,
    Tune,
    Ladder,
    Learn,
}

impl ManifestKind {
    /// The fields that only manifests of one kind have.
    const OWN_FIELDS: [(Self, &[&str]); 6] = [
        (Self::Learn, &["generations", "gate"]),
        (Self::Choices, &["kinds", "worth"]),
        (Self::Restricted, &["only", "rare"]),
        (Self::Balance, &["table", "baseline", "levels", "level_deals", "gifts", "sweep", "fair"]),
        (Self::Tune, &["pool", "spsa", "race"]),
        (Self::Ladder, &["iterations"]),
    ];

    /// Returns the kind of a manifest, if its fields are of one kind for certain.
    #[must_use]
    pub fn of(table: &toml::Table) -> Option<Self> {
        let has = |field: &str| table.contains_key(field);
        let has_one = |fields: &[&str]| fields.iter().any(|field| has(field));
        let mut own = Self::OWN_FIELDS.iter().filter(|(_, fields)| has_one(fields));
        match (own.next(), own.next()) {
            (Some(&(kind, _)), None) => Some(kind),
            (Some(_), Some(_)) => None,
            // Restricted play has one bot and items, balance no bot.
            _ => match (has("bot"), has("items"), has_one(&["variants", "smallest"])) {
                (true, true, _) => Some(Self::Restricted),
                (false, false, true) => Some(Self::Balance),
                (false, false, false) if has("lineup") => Some(Self::Tournament),
                _ => None,
            },
        }
    }

    /// Returns the command that plays manifests of this kind.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Tournament => "tradewinds tournament",
            Self::Choices => "tradewinds choices",
            Self::Balance => "tradewinds balance",
            Self::Restricted => "tradewinds restricted",
            Self::Tune => "tradewinds tune",
            Self::Ladder => "tradewinds ladder",
            Self::Learn => "tradewinds learn",
        }
    }
}

/// The kind of a file that the program writes or reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A position of the game of this name, or of one that the position does not name.
    Position(Option<&'static str>),
    /// The record of a game.
    Record,
    /// A manifest.
    Manifest(ManifestKind),
    /// The preset of a bot.
    Preset,
    /// A variant of the rules.
    Variant,
    /// A learned network.
    Network,
    /// A table of `tradewinds play`.
    Table,
    /// A table of `tradewinds serve`.
    ServedTable,
    /// The decisions that a review has judged.
    Judged,
    /// The journal of a run or of a study.
    Journal,
    /// A table of results in CSV.
    Csv,
    /// A table of results as a Parquet file.
    Parquet,
    /// The output of `tradewinds bench --json`.
    Figures,
    /// The output of `tradewinds review --json`.
    Review,
    /// The output of `tradewinds analyze --json`.
    Analysis,
    /// A page in HTML.
    Page,
    /// The folder of a run.
    Run,
    /// Any other folder.
    Folder,
}

impl FileKind {
    /// Returns the kind of what is at a path; `None` where it cannot be read or is nothing that is known.
    #[must_use]
    pub fn at(path: &Path) -> Option<Self> {
        if path.is_dir() {
            return Some(if path.join("manifest.toml").is_file() { Self::Run } else { Self::Folder });
        }
        // A device or a pipe may have no end.
        if !path.is_file() {
            return None;
        }
        Self::of(&fs::read(path).ok()?)
    }

    /// Returns the kind of a file with this content; `None` for one that is nothing that is known.
    #[must_use]
    pub fn of(content: &[u8]) -> Option<Self> {
        if content.starts_with(b"PAR1") {
            return Some(Self::Parquet);
        }
        if Journaling::of(content).is_some() {
            return Some(Self::Journal);
        }
        let text = std::str::from_utf8(content).ok()?.trim_start();
        if text.starts_with('{') {
            return Self::of_lines(text).or_else(|| Self::of_json(&serde_json::from_str(text).ok()?));
        }
        if text.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) {
            return Some(Self::Page);
        }
        if text.starts_with("# A network of Tradewinds") {
            return Some(Self::Network);
        }
        match text.parse() {
            Ok(table) => Self::of_toml(&table),
            Err(_) => is_csv(text).then_some(Self::Csv),
        }
    }

    /// Returns the kind of a file of lines with checksums, by the first line.
    fn of_lines(text: &str) -> Option<Self> {
        let first: Value = serde_json::from_str(text.lines().next()?).ok()?;
        first.get("crc")?;
        Some(match first.get("record")? {
            Value::Object(head) if head.contains_key("table") => {
                let is_kept_by_play = head.get("extra").is_none_or(Value::is_null);
                if is_kept_by_play { Self::Table } else { Self::ServedTable }
            }
            Value::Array(pair) if pair.get(1).is_some_and(|passage| passage.get("judged").is_some()) => {
                Self::Judged
            }
            Value::Number(_) => return None,
            _ => Self::Journal,
        })
    }

    fn of_json(value: &Value) -> Option<Self> {
        let has = |names: &[&str]| names.iter().all(|&name| value.get(name).is_some());
        if has(&["record"]) || has(&["deal_seed"]) || has(&["bots", "actions"]) {
            return Some(Self::Record);
        }
        if has(&["version", "bot", "results"]) || has(&["version", "bot", "parallel"]) {
            return Some(Self::Figures);
        }
        if has(&["review", "judged"]) {
            return Some(Self::Review);
        }
        if has(&["answer", "actions", "settings"]) {
            return Some(Self::Analysis);
        }
        // Other objects have a number of players.
        value.get("players").filter(|players| players.is_array())?;
        let named = value.get("game").and_then(Value::as_str);
        Some(Self::Position(game_names().iter().copied().find(|&name| Some(name) == named)))
    }

    fn of_toml(table: &toml::Table) -> Option<Self> {
        let has_one = |names: &[&str]| names.iter().any(|&name| table.contains_key(name));
        if let Some(kind) = ManifestKind::of(table) {
            return Some(Self::Manifest(kind));
        }
        if has_one(&["kind", "base", "weights", "search", "command"]) {
            return Some(Self::Preset);
        }
        (has_one(&["set"]) || has_one(&["rules"]) && has_one(&["game"])).then_some(Self::Variant)
    }

    /// Returns whether a recorded game can be made of such a file.
    const fn is_game(&self) -> bool {
        matches!(self, Self::Record | Self::Table | Self::ServedTable)
    }

    /// Returns which command takes such a file, as a clause; empty where its name says so.
    const fn taker(&self) -> &'static str {
        match self {
            Self::Position(_) => "`tradewinds analyze` takes positions",
            Self::Record => "`tradewinds replay` and `tradewinds review` take records",
            Self::Manifest(_) | Self::Folder => "",
            Self::Preset => "`tradewinds bots show` takes presets, and manifests name them",
            Self::Variant => "`tradewinds play --variant` takes variants, and manifests name them",
            Self::Network => "presets name networks, and `tradewinds bots show` takes presets",
            Self::Table => "`tradewinds play --file`, `tradewinds replay` and `tradewinds review` take it",
            Self::ServedTable => {
                "`tradewinds serve --folder` takes the folder above it, `tradewinds replay` and `tradewinds review` take it"
            }
            Self::Judged => "`tradewinds review --journal` takes it",
            Self::Journal | Self::Csv | Self::Parquet => "`tradewinds standings` takes the run's folder",
            Self::Figures => "`tradewinds bench --compare` takes them",
            Self::Review => "`tradewinds review` takes the record",
            Self::Analysis => "`tradewinds analyze` takes the position or the record",
            Self::Page => "a browser shows it, and `tradewinds gallery` takes the folder of results",
            Self::Run => "`tradewinds standings` takes it",
        }
    }
}

/// Writes what the file is, such as *a position of a game*.
impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position(Some(game)) => return write!(f, "a position of {game}"),
            Self::Manifest(kind) => return write!(f, "a manifest of {}", kind.command()),
            Self::Position(None) => "a position",
            Self::Record => "the record of a game",
            Self::Preset => "the preset of a bot",
            Self::Variant => "a variant of the rules",
            Self::Network => "a network",
            Self::Table => "a table of tradewinds play",
            Self::ServedTable => "a table of tradewinds serve",
            Self::Judged => "the journal of a review",
            Self::Journal => "the journal of a run",
            Self::Csv => "a table of results in CSV",
            Self::Parquet => "a table of results in Parquet",
            Self::Figures => "the figures of tradewinds bench",
            Self::Review => "the review of a game in JSON",
            Self::Analysis => "an analysis in JSON",
            Self::Page => "a page in HTML",
            Self::Run => "the folder of a run",
            Self::Folder => "a folder",
        })
    }
}

/// What a command takes at a place of its command line or of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// The record of a game, or a table, of which one is made.
    Record,
    /// A position.
    Position,
    /// A position, or what `Record` is.
    PositionOrRecord,
    /// A file of positions to begin games from.
    Positions,
    /// A manifest of one kind.
    Manifest(ManifestKind),
    /// A manifest of any kind.
    AnyManifest,
    /// The folder of a run, or its manifest.
    Run,
    /// The folder of a run.
    RunFolder,
    /// The preset of a bot.
    Preset,
    /// A variant of the rules.
    Variant,
    /// A learned network.
    Network,
    /// A table of `tradewinds play`.
    Table,
    /// A table of `tradewinds serve`.
    ServedTable,
    /// The decisions that a review has judged.
    Judged,
    /// The output of `tradewinds bench --json`.
    Figures,
    /// A folder.
    Folder,
    /// The name of a game, no file.
    Game,
    /// The name of a shipped bot, no file.
    Bot,
}

impl Reads {
    /// Returns whether files of a kind are taken.
    fn takes(self, kind: &FileKind) -> bool {
        match self {
            Self::Record => kind.is_game(),
            Self::Position => matches!(kind, FileKind::Position(_)),
            Self::Positions => matches!(kind, FileKind::Position(_) | FileKind::Record),
            Self::PositionOrRecord => kind.is_game() || matches!(kind, FileKind::Position(_)),
            Self::Manifest(own) => *kind == FileKind::Manifest(own),
            Self::AnyManifest => matches!(kind, FileKind::Manifest(_)),
            Self::Run => matches!(kind, FileKind::Run | FileKind::Manifest(ManifestKind::Tournament)),
            Self::RunFolder => *kind == FileKind::Run,
            Self::Preset => *kind == FileKind::Preset,
            Self::Variant => *kind == FileKind::Variant,
            Self::Network => *kind == FileKind::Network,
            Self::Table => *kind == FileKind::Table,
            Self::ServedTable => *kind == FileKind::ServedTable,
            Self::Judged => *kind == FileKind::Judged,
            Self::Figures => *kind == FileKind::Figures,
            Self::Folder => matches!(kind, FileKind::Run | FileKind::Folder),
            Self::Game | Self::Bot => false,
        }
    }

    /// Refuses a file of a known kind that is not taken; `source` names it.
    #[must_use]
    pub fn refusal(self, source: &str, kind: Option<FileKind>) -> Option<InputError> {
        let kind = kind.filter(|kind| !self.takes(kind))?;
        let clause = kind.taker();
        let separator = if clause.is_empty() { "" } else { "; " };
        Some(InputError::conflict(source, "", kind.to_string(), format!("{self}{separator}{clause}")))
    }
}

/// Writes what is taken.
impl fmt::Display for Reads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manifest(kind) => return write!(f, "a manifest of {}", kind.command()),
            Self::AnyManifest => "a manifest of a tournament or of a study",
            Self::Record => "the record or the table of a game",
            Self::Position => "a position, as `tradewinds position random` prints it",
            Self::Positions => "a file of positions, records with at, or openings, one a line",
            Self::PositionOrRecord => "a position, or the record or the table of a game",
            Self::Run => "the folder or the manifest of a run",
            Self::RunFolder => "the folder of a run",
            Self::Preset => "the preset of a bot",
            Self::Variant => "a variant of the rules",
            Self::Network => "a network",
            Self::Table => "a table of tradewinds play",
            Self::ServedTable => "a table of tradewinds serve",
            Self::Judged => "the journal of a review",
            Self::Figures => "the figures that bench --json prints",
            Self::Folder => "a folder",
            Self::Game => "the name of a game",
            Self::Bot => "the name of a shipped bot",
        })
    }
}

/// Returns whether a text has lines of the same number of cells, below a line of names as the program's tables have
/// them.
fn is_csv(text: &str) -> bool {
    let is_name = |cell: &str| {
        !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let Some(head) = text.lines().next() else { return false };
    head.contains(',') && head.split(',').all(is_name)
}
