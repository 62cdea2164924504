//! What a manifest gives instead of the deals of its own seed: positions, and the deals of another run.

use std::path::Path;

use crate::plan::deals::{DEALS, DealList, Dealt, MOST_DEALS};
use crate::plan::inputs::{beside, in_field, read_up_to};
use crate::plan::manifest::Manifest;
use crate::plan::positions::{POSITIONS, Positions, Rules};
use crate::plan::schedule::Schedule;
use tradewinds_game::{InputError, counted};

/// The file of the manifest in the folder of a run.
pub(crate) const MANIFEST: &str = "manifest.toml";

/// Maximum size of a manifest, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// What is given.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) positions: Option<Positions>,
    pub(crate) deals: Option<DealList>,
}

impl Given {
    /// Finds what a manifest names: paths are looked for in `folder` first. `file` is the manifest's.
    ///
    /// # Errors
    /// Something cannot be read or is wrong, or does not go with the rest of the manifest.
    pub(crate) fn find(
        manifest: &mut Manifest,
        file: &str,
        folder: &Path,
        rules: Rules<'_>,
    ) -> Result<Self, InputError> {
        let mut given = Self::default();
        let entry = manifest.deals_of.clone();
        let run = entry.as_deref().filter(|entry| !entry.is_empty() && beside(entry, folder).is_dir());
        if let Some(entry) = run {
            let other = beside(entry, folder);
            if manifest.positions.is_some() {
                let allowed = "one of them: a run has the positions of its deals";
                return Err(InputError::conflict(file, "deals_of", "a run, and positions as well", allowed));
            }
            let played = read_run(entry, &other, manifest)?;
            manifest.positions.clone_from(&played.positions);
            given.positions = find_positions(manifest, entry, &other, rules)?;
            given.deals = Some(deals_of_run(entry, &other, &played, &given)?);
            return Ok(given);
        }
        given.positions = find_positions(manifest, file, folder, rules)?;
        let count = given.positions.as_ref().map(Positions::count);
        let read = |entry: String| {
            DealList::read(&entry, folder, count).map_err(|error| in_field(file, "deals_of", &entry, error))
        };
        given.deals = entry.map(read).transpose()?;
        Ok(given)
    }

    /// Makes the schedule of a manifest, which gets a length if it has none: a deal for each that is given.
    ///
    /// # Errors
    /// As for [`Schedule::new`], or there are more deals than are given.
    pub(crate) fn schedule(
        &self,
        manifest: &mut Manifest,
        entries: &[usize],
    ) -> Result<Schedule, InputError> {
        if manifest.deals.is_none() && manifest.games.is_none() {
            manifest.deals = self.positions.as_ref().map(Positions::count);
            if let Some(list) = &self.deals {
                let one = Schedule::new(&manifest.clone().with_deals(1), entries)?;
                manifest.deals = Some(list.per_lineup(one.strata()));
            }
        }
        let schedule = Schedule::new(manifest, entries)?;
        if let Some(list) = &self.deals {
            let (asked, there) =
                (schedule.units().div_ceil(schedule.strata()), list.per_lineup(schedule.strata()));
            if asked > there {
                let field = if manifest.deals.is_some() { "deals" } else { "games" };
                let found = format!("{} a line-up", counted(asked, "deal"));
                let allowed = format!("up to {there}, those of deals_of");
                return Err(InputError::out_of_range("manifest", field, found, allowed));
            }
        }
        let positions = self.positions.as_ref().map(Positions::count);
        Ok(schedule.beginning_from(positions, self.deals.clone()))
    }

    /// Names the copies in the manifest as run, and adds them to its files.
    pub(crate) fn copy(&self, as_run: &mut Manifest, files: &mut Vec<(String, String)>) {
        if let Some(found) = &self.positions {
            as_run.positions = Some(POSITIONS.to_owned());
            files.push((POSITIONS.to_owned(), found.text().to_owned()));
        }
        if let Some(found) = &self.deals {
            as_run.deals_of = Some(DEALS.to_owned());
            files.push((DEALS.to_owned(), found.to_csv()));
        }
    }
}

fn find_positions(
    manifest: &Manifest,
    file: &str,
    folder: &Path,
    rules: Rules<'_>,
) -> Result<Option<Positions>, InputError> {
    let read = |entry: &String| {
        Positions::read(entry, folder, rules).map_err(|error| in_field(file, "positions", entry, error))
    };
    manifest.positions.as_ref().map(read).transpose()
}

/// Reads the manifest of a run in its folder, which has to be one of the same game and number of players.
fn read_run(entry: &str, folder: &Path, own: &Manifest) -> Result<Manifest, InputError> {
    let source = Path::new(entry).join(MANIFEST).display().to_string();
    let text = read_up_to(&source, &folder.join(MANIFEST), MOST_BYTES)?;
    let played = Manifest::parse(&source, &text)?;
    if played.game != own.game {
        let allowed = format!("{:?}, as in the manifest", own.game);
        return Err(InputError::conflict(source, "game", format!("{:?}", played.game), allowed));
    }
    if played.players != own.players {
        let allowed = format!("{}, as in the manifest", own.players);
        return Err(InputError::conflict(source, "players", played.players.to_string(), allowed));
    }
    Ok(played)
}

/// Lists the deals of a run by its manifest, whether they were played or not.
fn deals_of_run(entry: &str, folder: &Path, played: &Manifest, own: &Given) -> Result<DealList, InputError> {
    let source = Path::new(entry).join(MANIFEST).display().to_string();
    // A manifest as run names each bot in one way.
    let first = |name: &String| played.lineup.iter().position(|other| other == name).unwrap_or_default();
    let entries: Vec<usize> = played.lineup.iter().map(first).collect();
    let schedule = Schedule::new(played, &entries).map_err(|error| error.in_file(source.as_str()))?;
    if schedule.units() > MOST_DEALS {
        let found = counted(schedule.units(), "deal");
        return Err(InputError::out_of_range(source, "deals", found, format!("up to {MOST_DEALS}")));
    }
    let positions = own.positions.as_ref().map(Positions::count);
    let list = played.deals_of.as_ref().map(|entry| DealList::read(entry, folder, positions)).transpose()?;
    let schedule = schedule.beginning_from(positions, list);
    let dealt = |unit: u64| {
        let game = schedule.game(schedule.games_of(unit).start);
        let (deal_seed, chance_seed) = (game.deal_seed.0, game.chance_seed.0);
        Dealt { lineup: unit % schedule.strata(), deal_seed, chance_seed, position: game.position }
    };
    Ok(DealList::new((0..schedule.units()).map(dealt).collect()))
}
