//! Rules that are drawn by chance from the ranges of a game.

use tradewinds_game::ranges::Declared;
use tradewinds_game::{Dice as _, InputError, Purpose, Rng, Seed, Variant};

use super::playable::Playable;

/// The games of random play that show whether rules come to an end.
const GAMES: u64 = 2;
/// The draws that are refused before drawing is given up.
const TRIES: u64 = 1000;

/// Draws rules of a game.
pub struct DrawnRules<'a> {
    game: &'a dyn Playable,
    declared: &'static Declared,
    name: &'static str,
    shipped: Vec<Variant>,
}

/// The shares of the games of a study by their rules, in 0 to 1; the rest has drawn rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RulesMix {
    /// Games of the standard rules.
    pub standard: f64,
    /// Games of a shipped variant, each as often as another.
    pub shipped: f64,
}

impl<'a> DrawnRules<'a> {
    /// Prepares to draw rules of a game.
    ///
    /// # Errors
    /// A game that declares no ranges, or a shipped variant that cannot be read.
    pub fn new(game: &'a dyn Playable) -> Result<Self, InputError> {
        let info = game.info();
        let Some(ranges) = info.features.rules else {
            return Err(InputError::new("", "game", info.name, "a game whose ranges are declared"));
        };
        let shipped = info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name));
        let shipped = shipped.collect::<Result<_, _>>()?;
        Ok(Self { game, declared: ranges.declared(), name: info.name, shipped })
    }

    /// Returns what the game declares of its numbers.
    #[must_use]
    pub fn declared(&self) -> &'static Declared {
        self.declared
    }

    /// Draws the rules number `index` of a seed for a number of players: the same ones each time. Impossible rules, and
    /// rules by which random play comes to no end, are drawn again.
    ///
    /// # Errors
    /// A wrong number of players, or ranges of which too few rules are possible.
    pub fn drawn(&self, players: usize, seed: Seed, index: u64) -> Result<Variant, InputError> {
        if !self.game.info().players.contains(&players) {
            self.game.table(players, &Variant::standard())?;
        }
        let seed = seed.derive(Purpose::Rules, index);
        for attempt in 0..TRIES {
            let seed = seed.derive(Purpose::Rules, attempt);
            let name = (self.name, format!("drawn-{index:06}"));
            let variant = self.declared.draw(name, players, &self.shipped, &mut seed.rng())?;
            if self.are_playable(players, &variant, seed) {
                return Ok(variant);
            }
        }
        Err(InputError::refused("ranges.toml", "entry", format!("{TRIES} drawn rules were impossible")))
    }

    /// Returns the rules of game `index` of a study: standard, shipped or drawn.
    ///
    /// # Errors
    /// As [`DrawnRules::drawn`].
    pub fn mixed(
        &self,
        mix: RulesMix,
        players: usize,
        seed: Seed,
        index: u64,
    ) -> Result<Variant, InputError> {
        let mut rng = seed.derive(Purpose::Rules, index).rng();
        let share = share(&mut rng);
        let fitting = || {
            let fits = |variant: &&Variant| self.game.table(players, variant).is_ok();
            self.shipped.iter().filter(fits).collect::<Vec<_>>()
        };
        if share < mix.standard {
            return Ok(Variant::standard());
        }
        if share < mix.standard + mix.shipped {
            let shipped = fitting();
            if !shipped.is_empty() {
                return Ok(shipped[rng.index(shipped.len() as u32) as usize].clone());
            }
        }
        self.drawn(players, seed, index)
    }

    /// Returns whether the game accepts the rules, and random games by them end.
    fn are_playable(&self, players: usize, variant: &Variant, seed: Seed) -> bool {
        let Ok(table) = self.game.table(players, variant) else { return false };
        (0..GAMES).all(|game| {
            let most = self.declared.decisions;
            let (end, _, _) = table.random(seed.derive(Purpose::Sample, game), Some(most));
            end.to_act().is_none()
        })
    }
}

impl std::fmt::Debug for DrawnRules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DrawnRules").field("game", &self.name).finish_non_exhaustive()
    }
}

/// Draws a number in 0 to 1.
fn share(rng: &mut Rng) -> f64 {
    const STEPS: u32 = 1 << 24;
    f64::from(rng.below(STEPS)) / f64::from(STEPS)
}
