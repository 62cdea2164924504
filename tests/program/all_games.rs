//! Tests of all games that need their types.

use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Variants};
use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

/// Something to do with a game that is known by its name.
pub(crate) trait GameVisitor {
    /// Its result.
    type Output;

    /// Does it with a game.
    fn visit<G: CompleteGame>(self) -> Self::Output;
}

/// Does it with the game of this name; `None` if there is none.
pub(crate) fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
    assert_eq!(NAMES, [PuertoRico::NAME, MundusNovus::NAME, AgeOfDiscovery::NAME, FrancisDrake::NAME]);
    match name {
        PuertoRico::NAME => Some(visitor.visit::<PuertoRico>()),
        MundusNovus::NAME => Some(visitor.visit::<MundusNovus>()),
        AgeOfDiscovery::NAME => Some(visitor.visit::<AgeOfDiscovery>()),
        FrancisDrake::NAME => Some(visitor.visit::<FrancisDrake>()),
        _ => None,
    }
}
