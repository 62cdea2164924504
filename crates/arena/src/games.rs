//! The games that ship with Tradewinds, and those that the program was given.

use std::sync::OnceLock;

use super::playable::{Playable, playable};
use super::visit::{Makers, Visitor};
use tradewinds_game::{InputError, Variants};

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The games that ship with Tradewinds. A `static`, so that all their code is compiled in this crate: that
        /// of a `const` is compiled where it is used, in the program, which is not optimised.
        pub static SHIPPED: &[&dyn Playable] = &[$(playable::<$game>()),*];

        /// The names of the games that ship with Tradewinds.
        pub const NAMES: &[&str] = &[$(<$game as Variants>::NAME),*];

        /// Calls generic code with the type of the game called `name`.
        ///
        /// # Errors
        /// No game of the program has this name, or it does not ship with Tradewinds, so that its type is not known
        /// here.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, InputError> {
            match name {
                $(<$game as Variants>::NAME => {
                    static MAKERS: Makers<$game> = Makers::OF_GAME;
                    Ok(visitor.visit::<$game>(&MAKERS))
                })*
                _ => Err(no_type(name)),
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

/// The games of this process and their names.
struct Games {
    games: Vec<&'static dyn Playable>,
    names: Vec<&'static str>,
}

static GAMES: OnceLock<Games> = OnceLock::new();

impl Games {
    fn new(games: &[&'static dyn Playable]) -> Self {
        Self { games: games.to_vec(), names: games.iter().map(|game| game.info().name).collect() }
    }

    /// Returns the games of this process: those that were [given](set_games), otherwise those that ship.
    fn get() -> &'static Self {
        GAMES.get_or_init(|| Self::new(SHIPPED))
    }
}

/// Gives this process its games, in the order in which it lists them. It is done once, before anything asks for a
/// game.
///
/// # Errors
/// No games, two games of one name, or a process that has other games.
pub fn set_games(games: &[&'static dyn Playable]) -> Result<(), InputError> {
    let given = Games::new(games);
    let mut sorted = given.names.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(InputError::new("the program", "games", twice[0], "a name of its own for each game"));
    }
    if sorted.is_empty() {
        return Err(InputError::missing("the program", "games", "at least one game"));
    }
    let found = given.names.join(", ");
    let kept = &GAMES.get_or_init(|| given).names;
    if kept.join(", ") == found {
        return Ok(());
    }
    Err(InputError::new(
        "the program",
        "games",
        found,
        format!("the games of this process: {}", kept.join(", ")),
    ))
}

/// Lists the games of this process: the ones that ship with Tradewinds, or those of [`set_games`].
#[must_use]
pub fn games() -> &'static [&'static dyn Playable] {
    &Games::get().games
}

/// Lists the names of [`games()`].
#[must_use]
pub fn game_names() -> &'static [&'static str] {
    &Games::get().names
}

/// Finds the game called `name` among [`games()`].
///
/// # Errors
/// No game has this name.
pub fn find(name: &str) -> Result<&'static dyn Playable, InputError> {
    let place = game_names().iter().position(|known| *known == name);
    place.map(|place| games()[place]).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> InputError {
    InputError::unknown_name("", "game", name, game_names().iter().copied())
}

/// Refuses a game whose type is needed and not known here.
fn no_type(name: &str) -> InputError {
    match game_names().contains(&name) {
        true => InputError::unknown_name("", "game", name, NAMES.iter().copied()),
        false => unknown(name),
    }
}
