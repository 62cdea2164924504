//! Age of Discovery (Age of Empires III, 2007) for 2 to 5 players, by
//! `docs/rules/age-of-discovery.md`, "the rules page"; section numbers (4.10), nodes (UW3) and
//! rulings (A17) in comments are those of that page.
//!
//! All players know the same. Hidden from all of them are the tiles of unexplored regions, the
//! order of the building stacks and that of the discovery cards.
//!
//! | room | content |
//! |---|---|
//! | `rules`, `variants`, `options` | the numbers of `data.toml`, variants of them, and those that a position file names |
//! | `limits`, `words`, `packed`, `buildings`, `box_list` | sizes, vocabulary, packed lists |
//! | `player`, `state`, `action` | the parts that change in play, the decisions |
//! | `play` | the walk through a turn, one file per phase or event box, and the quick random step |
//! | `hidden`, `stacks`, `score` | hidden information, hidden orders, points |
//! | `notation` | action texts, position files, the table as text, invariants |
//! | `choices`, `records` | answers to studies and tournaments |
//! | `advice` | the policy and the light one of rollouts |
//! | `speech` | actions and decisions as sentences |
//! | `features` | positions and actions as numbers: for networks and for learners in Python |

mod action;
mod advice;
mod box_list;
mod buildings;
mod choices;
mod features;
mod hidden;
mod limits;
mod notation;
mod options;
mod packed;
mod play;
mod player;
mod printed;
mod records;
mod rules;
mod score;
mod speech;
mod stacks;
mod state;
mod variants;
mod words;

pub use action::Action;
pub use advice::WeightedPolicy;
pub use notation::{
    AuctionFile, ConflictFile, ConflictKind, DiscoveryFile, ExpeditionFile, Named, PlayerFile, PositionFile,
    Target,
};
pub use player::Player;
pub use records::GameRecorder;
pub use rules::Find;
pub use state::State;
pub use words::{Building, CardId, Decision, EventBox, Figure, Good, Region, Slot, TileId};

/// The rules of Age of Discovery for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct AgeOfDiscovery {
    rules: rules::Rules,
}
