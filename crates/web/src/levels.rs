//! The opponents for people: presets by their level, with what was measured of them.

use tradewinds_bots::Preset;
use tradewinds_presets::LEVELS;

/// A level of opponents.
pub(crate) struct Level {
    /// The name of its preset.
    pub(crate) name: &'static str,
    /// How it plays, as a sentence.
    pub(crate) about: String,
    /// How often it finishes ahead of the level below it; `None` for the weakest.
    pub(crate) ahead: Option<Ahead>,
}

/// How often a bot finishes ahead of another one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ahead {
    pub(crate) share: f64,
    /// The interval of the share, of 95 %.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The levels, from the weakest to the strongest.
const NAMES: [&str; 5] = ["beginner", "easy", "medium", "hard", "strongest"];
/// The level that a new table has at seats without a person.
const USUAL: &str = "easy";

/// Lists the levels that a game has.
pub(crate) fn levels(game: &str) -> Vec<Level> {
    let level = |(place, &name): (usize, &&'static str)| {
        let about = Preset::find(name, game).ok()?.about;
        let below = place.checked_sub(1).map(|below| NAMES[below]);
        Some(Level { name, about, ahead: below.and_then(|below| ahead(game, name, below)) })
    };
    NAMES.iter().enumerate().filter_map(level).collect()
}

/// Returns the bot that sits at a seat unless another one is chosen; a game without levels has a search.
pub(crate) fn usual(game: &str) -> &'static str {
    if Preset::find(USUAL, game).is_ok() { USUAL } else { "ismcts" }
}

/// Finds what `tradewinds gallery` has written of two levels from the committed results.
fn ahead(game: &str, level: &str, other: &str) -> Option<Ahead> {
    LEVELS.lines().skip(1).find_map(|line| {
        let rest = line.strip_prefix(&format!("{game},{level},{other},"))?;
        let mut cells = rest.split(',').map(|cell| cell.parse().ok());
        let mut number = || cells.next().flatten();
        Some(Ahead { share: number()?, low: number()?, high: number()? })
    })
}

#[cfg(test)]
mod tests {
    use tradewinds_arena::game_names;

    use super::*;

    /// The order of the names is that of the strengths.
    #[test]
    fn each_level_is_ahead_of_the_one_below_it() {
        for game in game_names() {
            let found = levels(game);
            assert_eq!(found.len(), NAMES.len(), "{game}");
            for level in &found[1..] {
                let ahead = level.ahead.unwrap_or_else(|| panic!("{game}: {} was measured", level.name));
                assert!(ahead.low > 0.5, "{game}: {} {ahead:?}", level.name);
            }
        }
    }
}
