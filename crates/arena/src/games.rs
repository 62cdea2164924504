//! The only list of the games.

use super::playable::{Playable, playable};
use tradewinds_game::{CompleteGame, InputError, Variants};

/// Something to do with a game that is known by its name only when the program runs.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with the game of that name.
    fn visit<G: CompleteGame>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as Variants>::NAME),*];

        /// Finds the game called `name`.
        ///
        /// # Errors
        /// No game has this name.
        pub fn find(name: &str) -> Result<&'static dyn Playable, InputError> {
            match name {
                $(<$game as Variants>::NAME => Ok(playable::<$game>()),)*
                _ => Err(InputError::unknown_name("", "game", name, NAMES.iter().copied())),
            }
        }

        /// Calls `visitor` with the game called `name`.
        ///
        /// # Errors
        /// No game has this name.
        pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Output, InputError> {
            match name {
                $(<$game as Variants>::NAME => Ok(visitor.visit::<$game>()),)*
                _ => Err(unknown(name, visitor)),
            }
        }
    };
}

games![
    tradewinds_puerto_rico::PuertoRico,
    tradewinds_mundus_novus::MundusNovus,
    tradewinds_age_of_discovery::AgeOfDiscovery,
    tradewinds_francis_drake::FrancisDrake,
];

/// Refuses a name; the visitor has nobody to visit.
fn unknown<V>(name: &str, _visitor: V) -> InputError {
    InputError::unknown_name("", "game", name, NAMES.iter().copied())
}
