//! The rules of the games of a series.

use tradewinds_arena::{DrawnRules, RulesMix, find};
use tradewinds_game::{CompleteGame, InputError, Purpose, Variant};

use super::SelfPlay;

/// The rules of the games of a series.
#[derive(Clone, PartialEq, Debug)]
pub enum GameRules {
    /// All games have these.
    Fixed(Variant),
    /// Each game has its own: standard, shipped or drawn ones, by the series' seed and its number.
    Mixed {
        /// How often they are of which kind.
        mix: RulesMix,
        /// Rules that no game has.
        left_out: Vec<Variant>,
    },
}

/// The rules that are drawn for a game before it is given up.
const TRIES: u32 = 1000;

/// The tables of a series.
pub(super) struct Tables<'a, G> {
    series: &'a SelfPlay,
    /// One for each of the series' numbers of players, if all games have the same rules.
    shared: Vec<G>,
    /// What draws the rules of each game otherwise.
    drawn: Option<(DrawnRules<'static>, RulesMix, &'a [Variant])>,
}

impl<'a, G: CompleteGame> Tables<'a, G> {
    pub(super) fn new(series: &'a SelfPlay) -> Result<Self, InputError> {
        Ok(match &series.rules {
            GameRules::Fixed(variant) => {
                let shared = series.players.iter().map(|&players| G::new(players, variant));
                Self { series, shared: shared.collect::<Result<_, _>>()?, drawn: None }
            }
            GameRules::Mixed { mix, left_out } => {
                let rules = DrawnRules::new(find(&series.game)?)?;
                Self { series, shared: Vec::new(), drawn: Some((rules, *mix, left_out)) }
            }
        })
    }

    /// Returns the table that games share, of the number of players at this place; where none has its own.
    pub(super) fn shared(&self, place: usize) -> &G {
        &self.shared[place]
    }

    /// Makes the table of a game that has rules of its own; it has the number of players at this place.
    pub(super) fn own(&self, place: usize, index: u32) -> Result<Option<G>, InputError> {
        let Some((rules, mix, left_out)) = &self.drawn else { return Ok(None) };
        let players = self.series.players[place];
        let mut seed = self.series.seed;
        for _ in 0..TRIES {
            let variant = rules.mixed(*mix, players, seed, index.into())?;
            if left_out.iter().all(|other| other.set != variant.set) {
                return G::new(players, &variant).map(Some);
            }
            seed = seed.derive(Purpose::Rules, u64::MAX);
        }
        Err(InputError::refused("", "drawn.left_out", format!("{TRIES} rules in turn were among them")))
    }
}
