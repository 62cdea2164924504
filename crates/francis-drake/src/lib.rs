//! Francis Drake by Peter Hawes (2013), 3 to 5 players.
//!
//! The law is `docs/rules/francis-drake.md`, "the rules page"; section numbers (3.3) and rulings (R12) in
//! comments are those of that page. Numbers of placed mission discs and face-down tiles are secret.
//!
//! | room | what is in it |
//! |---|---|
//! | `rules`, `limits`, `variants` | the numbers of the game, from `data.toml` and a variant |
//! | `words`, `items`, `list`, `player`, `state`, `action` | vocabulary and state |
//! | `play` | legal actions and their effects, a file for each phase |
//! | `hidden`, `score` | what a seat knows, points |
//! | `notation` | position files, views, text, invariants |
//! | `advice` | the heuristic policy |
//! | `speech` | actions and decisions as sentences |
//! | `features` | positions and actions as numbers: for networks and for learners in Python |
//! | `choices`, `records` | what studies compare, what tournaments write |

mod action;
mod advice;
mod choices;
mod features;
mod hidden;
mod items;
mod limits;
mod list;
mod notation;
mod play;
mod player;
mod records;
mod rules;
mod score;
mod speech;
mod state;
mod variants;
mod words;

pub use action::Action;
pub use advice::WeightedPolicy;
pub use items::Items;
pub use limits::VOYAGES;
pub use notation::{DecisionFile, InformerFile, PlayerFile, PositionFile};
pub use records::VoyageRecorder;
pub use rules::Rules;
pub use state::State;
pub use words::{
    Commodity, Decision, Destination, DestinationKind, Disc, GalleonTile, Item, Look, Stone, Stop,
};

/// The rules of Francis Drake for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct FrancisDrake {
    rules: Rules,
    prospects: advice::Prospects,
}
