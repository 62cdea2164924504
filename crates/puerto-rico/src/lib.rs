//! Puerto Rico for 2 to 5 players, by `docs/rules/puerto-rico.md`, "the rules page"; section numbers in
//! comments are those of that page.
//!
//! Everything but the order of the face-down plantations is public.
//!
//! | room | content |
//! |---|---|
//! | `limits`, `words`, `rules`, `variants` | sizes, vocabulary, numbers from `data.toml`, variants |
//! | `state`, `player`, `deck`, `action` | the parts that change in play, among them `staff` and `slot` |
//! | `play` | the rules: one file per phase, named after the role, and the quick random step |
//! | `hidden`, `score` | information hidden from all seats; final points |
//! | `notation` | actions, position files, the table as text, invariants |
//! | `choices`, `records` | answers to studies, and a tournament's records |
//! | `advice` | the heuristic policy |
//! | `speech` | actions and decisions as sentences |
//! | `features` | positions and actions as numbers: for networks and for learners in Python |

mod action;
mod advice;
mod choices;
mod deck;
mod features;
mod hidden;
mod limits;
mod notation;
mod play;
mod player;
mod records;
mod rules;
mod score;
mod slot;
mod speech;
mod staff;
mod state;
mod variants;
mod words;

pub use action::Action;
pub use advice::WeightedPolicy;
pub use notation::{PlayerFile, PositionFile, StepFile};
pub use records::RoleRecorder;
pub use rules::Rules;
pub use state::State;
pub use words::{Building, Decision, Good, Offer, Role, Tile};

/// The rules of Puerto Rico for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct PuertoRico {
    rules: rules::Rules,
    /// A game that is set up but for the tiles: none is face up or face down.
    opening: State,
}
