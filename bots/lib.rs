//! The bots that ship, as data: presets (`NAME.toml` for any game, `GAME.NAME.toml` for one), the networks
//! that they name, and their ratings. The crate `tradewinds-bots` reads them.

use include_dir::{Dir, include_dir};

#[cfg(not(target_os = "wasi"))]
static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR");
// In a page, each network is loaded when a bot needs it: a file of `crates/page/build.sh` names the place instead.
#[cfg(target_os = "wasi")]
static FILES: Dir<'static> = include_dir!("$TRADEWINDS_PRESETS");

/// The ratings of shipped bots as CSV with the columns `game`, `bot`, `iterations` (empty for a preset as it
/// is shipped) and `rating`, in Elo points above the search with the smallest budget of each game.
pub const RATINGS: &str = include_str!("ratings.csv");

/// How often each of the opponents for people finishes ahead of another one, as CSV with the columns `game`, `bot`,
/// `opponent`, `ahead`, and the ends of its interval.
pub const LEVELS: &str = include_str!("levels.csv");

/// Returns the presets, each with the name of its file and its text.
pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    files(".toml").filter(|(name, _)| *name != "Cargo.toml")
}

/// Returns the networks, each with the name of its file without its ending, and its text.
pub fn networks() -> impl Iterator<Item = (&'static str, &'static str)> {
    const ENDING: &str = ".network";
    files(ENDING).filter_map(|(name, text)| Some((name.strip_suffix(ENDING)?, text)))
}

fn files(ending: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES
        .files()
        .filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
        .filter(move |(name, _)| name.ends_with(ending))
}
