//! Mundus Novus by Serge Laget and Bruno Cathala (2011), 2 to 6 players.
//!
//! The law is `docs/rules/mundus-novus.md`, "the rules page"; section numbers (4.3.2), states (S11)
//! and rulings (J12) in comments are those of that page. Hands are secret, offers are secret and
//! simultaneous.
//!
//! | room | subject |
//! |---|---|
//! | `rules`, `limits`, `words` | the numbers of `data.toml`, sizes, and the words of the game |
//! | `state`, `card`, `cards`, `draw_pile`, `pool`, `developments`, `action` | the parts that change in play, decisions |
//! | `play` | the rules: a file for each phase |
//! | `hidden` | what each seat knows, and the worlds that agree with it |
//! | `score` | the standing of a position |
//! | `notation` | position files, views and results |
//! | `variants`, `choices`, `records` | what tournaments and studies ask |
//! | `advice` | the heuristic policy |
//! | `speech` | actions and decisions as sentences |
//! | `features` | positions and actions as numbers: for networks and for learners in Python |

mod action;
mod advice;
mod card;
mod cards;
mod choices;
mod developments;
mod draw_pile;
mod features;
mod hidden;
mod limits;
mod notation;
mod play;
mod pool;
mod printed;
mod records;
mod rules;
mod score;
mod speech;
mod state;
mod variants;
mod words;

pub use action::{Action, Claim, OpenCard};
pub use advice::WeightedPolicy;
pub use card::Card;
pub use cards::{Cards, Types};
pub use developments::{DevelopmentId, Developments};
pub use notation::{DecisionFile, GiftFile, PlayerFile, PositionFile};
pub use records::GameRecorder;
pub use rules::Rules;
pub use state::State;
pub use words::{Ability, Class, Decision, Event, Kind, Made};

/// Mundus Novus for one number of players and one variant.
#[derive(Clone, Debug)]
pub struct MundusNovus {
    rules: Rules,
}
