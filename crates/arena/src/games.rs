//! The only list of the games.

use super::playable::{Playable, playable};
use super::visit::{Makers, Visitor};
use tradewinds_game::{InputError, Variants};

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

        /// Calls generic code with the type of the game called `name`.
        ///
        /// # Errors
        /// No game has this name.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, InputError> {
            match name {
                $(<$game as Variants>::NAME => {
                    static MAKERS: Makers<$game> = Makers::OF_GAME;
                    Ok(visitor.visit::<$game>(&MAKERS))
                })*
                _ => Err(InputError::unknown_name("", "game", name, NAMES.iter().copied())),
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
