//! The rows of a finished run: the figures that a page would publish.

mod claim;
mod command;
mod studies;
mod tournament;

use std::fs;
use std::path::{Path, PathBuf};

use tradewinds_arena::{GameInfo, find};
use tradewinds_game::{InputError, Origin, slug};
use tradewinds_tournament::{ManifestKind, RunError, SHARD, find_variant};

use crate::row::{LedgerRow, initials};
use claim::Claim;

/// The manifests of runs and studies as run, in their folders.
const MANIFESTS: [(ManifestKind, &str); 7] = [
    (ManifestKind::Tournament, tournament::MANIFEST),
    (ManifestKind::Ladder, "ladder.toml"),
    (ManifestKind::Choices, "choices.toml"),
    (ManifestKind::Balance, "balance.toml"),
    (ManifestKind::Restricted, "restricted.toml"),
    (ManifestKind::Tune, "tune.toml"),
    (ManifestKind::Learn, "learn.toml"),
];

/// A finished run or study.
#[derive(Debug)]
pub struct FinishedRun {
    kind: ManifestKind,
    folder: PathBuf,
    /// The manifest as run.
    manifest: toml::Table,
    game: GameInfo,
    rules_version: u32,
}

impl FinishedRun {
    /// Opens the folder of a run of any kind.
    ///
    /// # Errors
    /// It is no such folder, or its manifest is wrong.
    pub fn open(folder: &Path) -> Result<Self, InputError> {
        let name = folder.display().to_string();
        let here = MANIFESTS.into_iter().find(|(_, file)| folder.join(file).is_file());
        let Some((kind, file)) = here else {
            let found = "a folder without the manifest of a run";
            return Err(InputError::conflict(Origin::File(name), "", found, "the folder of a finished run"));
        };
        if let Some(part) = find_below(folder, Path::new(SHARD), DEPTH)?
            && !part.components().any(|name| name.as_os_str() == "shards")
        {
            let allowed = "a whole run; `tradewinds merge` joins the parts";
            return Err(InputError::conflict(Origin::File(name), "", "a part of a run", allowed));
        }
        let manifest = read_toml(&folder.join(file))?;
        let named = manifest.get("game").and_then(toml::Value::as_str).unwrap_or_default();
        let game = find(named).map_err(|error| error.in_file(folder.join(file).display().to_string()))?;
        let noted = match find_below(folder, Path::new("version.toml"), DEPTH)? {
            Some(file) => read_toml(&file)?.get("rules_version").and_then(toml::Value::as_integer),
            None => None,
        };
        let noted = noted.and_then(|version| u32::try_from(version).ok());
        let game = game.info();
        let rules_version = noted.unwrap_or(game.rules_version);
        Ok(Self { kind, folder: folder.to_owned(), manifest, game, rules_version })
    }

    /// Returns its name, as in its manifest.
    #[must_use]
    pub fn name(&self) -> &str {
        self.manifest.get("name").and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// Returns how its ids begin unless the user says otherwise: the game's initials and its name.
    #[must_use]
    pub fn id_prefix(&self) -> String {
        let name = slug(self.name());
        let own = slug(&name.replacen(self.game.name, "", 1));
        format!("{}-{}", initials(self.game.name), if own.is_empty() { name } else { own })
    }

    /// Returns the file of a bot, which a run keeps.
    ///
    /// # Errors
    /// It keeps none of this name.
    pub fn bot(&self, name: &str) -> Result<PathBuf, InputError> {
        let file = Path::new("bots").join(format!("{name}.toml"));
        find_below(&self.folder, &file, DEPTH)?.ok_or_else(|| {
            let path = self.folder.join(&file).display().to_string();
            InputError::unreadable(Origin::File(path), "the run has not kept the preset")
        })
    }

    /// Lists the rows that it gives, without date, commit, command, verdict of the user's and page. Of bots they have
    /// the names alone, joined by `;`.
    ///
    /// # Errors
    /// It is not finished, or a file of it is wrong.
    pub fn rows(&self, id_prefix: &str) -> Result<Vec<LedgerRow>, RunError> {
        let claims = match self.kind {
            ManifestKind::Tournament => tournament::claims(self)?,
            ManifestKind::Ladder => studies::ladder(self)?,
            ManifestKind::Choices => studies::choices(self)?,
            ManifestKind::Balance => studies::balance(self)?,
            ManifestKind::Restricted => studies::restricted(self)?,
            ManifestKind::Tune => studies::tune(self)?,
            ManifestKind::Learn => studies::learn(self)?,
        };
        if claims.is_empty() {
            let name = Origin::File(self.folder.display().to_string());
            return Err(
                InputError::conflict(name, "", "a run without a finite figure", "one with figures").into()
            );
        }
        let (rules, players) = (self.rules(self.text("variant"))?, self.players());
        let all =
            self.bot_names().map_err(|source| RunError::Io { path: self.folder.join("bots"), source })?;
        let is_alone = claims.len() == 1;
        let row = |claim: Claim| {
            let Claim { id, rules: own_rules, players: own_players, bots, mut row } = claim;
            row.id = if is_alone || id.is_empty() {
                id_prefix.to_owned()
            } else {
                format!("{id_prefix}-{}", slug(&id))
            };
            self.game.name.clone_into(&mut row.game);
            row.rules = match own_rules {
                Some(name) => format!("{}@{}", self.variant_name(Some(&name))?, self.rules_version),
                None => rules.clone(),
            };
            row.players = own_players.unwrap_or_else(|| players.clone());
            row.bots = if bots.is_empty() { all.join(";") } else { bots.join(";") };
            Ok(row)
        };
        claims.into_iter().map(row).collect()
    }

    /// Returns a text of the manifest.
    fn text(&self, key: &str) -> Option<&str> {
        self.manifest.get(key).and_then(toml::Value::as_str)
    }

    /// Returns the number of seats; empty where the study has several.
    fn players(&self) -> String {
        let gate = || self.manifest.get("gate")?.get("players");
        let own = self.manifest.get("players").filter(|players| players.is_integer());
        own.or_else(gate).map_or(String::new(), ToString::to_string)
    }

    /// Returns the rules by the manifest's entry.
    fn rules(&self, variant: Option<&str>) -> Result<String, InputError> {
        Ok(format!("{}@{}", self.variant_name(variant)?, self.rules_version))
    }

    /// Returns the name of the variant of a manifest's entry.
    fn variant_name(&self, entry: Option<&str>) -> Result<String, InputError> {
        match entry.filter(|entry| *entry != STANDARD) {
            None => Ok(STANDARD.to_owned()),
            // A sweep's variants have no file and are known by their names alone.
            Some(entry) if !entry.ends_with(".toml") => Ok(entry.to_owned()),
            Some(entry) => Ok(find_variant(&self.game, entry, &self.folder)?.value.name),
        }
    }

    /// Lists the bots that it keeps.
    fn bot_names(&self) -> std::io::Result<Vec<String>> {
        let mut names = Vec::new();
        for item in fs::read_dir(self.folder.join("bots"))? {
            let path = item?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
            }
        }
        names.sort();
        Ok(names)
    }
}

/// The name of the standard rules.
const STANDARD: &str = "standard";

/// Finds a file in a folder or, in the order of their names, in those below it down to a depth.
fn find_below(folder: &Path, file: &Path, depth: u32) -> Result<Option<PathBuf>, InputError> {
    let path = folder.join(file);
    if path.is_file() || depth == 0 {
        return Ok(path.is_file().then_some(path));
    }
    let unreadable = |error| InputError::unreadable(Origin::File(folder.display().to_string()), error);
    let mut below = Vec::new();
    for item in fs::read_dir(folder).map_err(unreadable)? {
        below.push(item.map_err(unreadable)?.path());
    }
    below.sort();
    for folder in below.iter().filter(|path| path.is_dir()) {
        if let Some(found) = find_below(folder, file, depth - 1)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// How deep the runs of a study lie in its folder.
const DEPTH: u32 = 2;

fn read_toml(path: &Path) -> Result<toml::Table, InputError> {
    let file = || Origin::File(path.display().to_string());
    let text = fs::read_to_string(path).map_err(|error| InputError::unreadable(file(), error))?;
    text.parse().map_err(|error: toml::de::Error| InputError::syntax(file(), "", "TOML", error.message()))
}
