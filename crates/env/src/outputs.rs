//! The arrays that a batch writes into.

use super::EnvError;

/// The sizes of a batch's arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Games.
    pub games: usize,
    /// Players.
    pub players: usize,
    /// Numbers of an observation.
    pub features: usize,
    /// Action indices.
    pub actions: usize,
    /// Bytes of a packed observation.
    pub packed: usize,
    /// Words of 64 bits of a packed mask.
    pub words: usize,
}

/// The caller's arrays: rows in the order of the games, C order. `None` where the caller does not want one.
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// Observations: games x features.
    pub obs: Option<&'a mut [f32]>,
    /// Observations as bytes, numbers below 0 as 0 and above 255 as 255: games x features.
    pub obs_bytes: Option<&'a mut [u8]>,
    /// [Packed](super::Packing) observations: games x packed.
    pub obs_packed: Option<&'a mut [u8]>,
    /// Legal actions, 0 or 1: games x actions.
    pub mask: Option<&'a mut [u8]>,
    /// The same, a bit each, the lowest first: games x words.
    pub bits: Option<&'a mut [u64]>,
    /// The seat that decides: games.
    pub seat: Option<&'a mut [u8]>,
    /// Rewards of this step: games x players.
    pub reward: Option<&'a mut [f32]>,
    /// Whether a game ended in this step, and a new one has begun: games.
    pub done: Option<&'a mut [u8]>,
    /// Whether the game that ended was stopped at its bound: games.
    pub truncated: Option<&'a mut [u8]>,
    /// Points of the last game that ended: games x players.
    pub final_points: Option<&'a mut [f32]>,
    /// Ranks of the last game that ended, 1 for the winners; 0 before: games x players.
    pub final_rank: Option<&'a mut [u8]>,
    /// Win shares of the last game that ended: games x players.
    pub final_share: Option<&'a mut [f32]>,
    /// Decisions of the last game that ended, those of bots included: games.
    pub final_decisions: Option<&'a mut [u32]>,
    /// The observation of the end of the last game, as the seat that decided last in the caller's seats sees
    /// it: games x features.
    pub final_obs: Option<&'a mut [f32]>,
    /// The same as bytes: games x features.
    pub final_bytes: Option<&'a mut [u8]>,
    /// The same, packed: games x packed.
    pub final_packed: Option<&'a mut [u8]>,
}

/// Applies a macro to each field with the number of its elements a game.
macro_rules! each_output {
    ($apply:ident, $shape:expr) => {
        $apply!(obs, $shape.features);
        $apply!(obs_bytes, $shape.features);
        $apply!(obs_packed, $shape.packed);
        $apply!(mask, $shape.actions);
        $apply!(bits, $shape.words);
        $apply!(seat, 1);
        $apply!(reward, $shape.players);
        $apply!(done, 1);
        $apply!(truncated, 1);
        $apply!(final_points, $shape.players);
        $apply!(final_rank, $shape.players);
        $apply!(final_share, $shape.players);
        $apply!(final_decisions, 1);
        $apply!(final_obs, $shape.features);
        $apply!(final_bytes, $shape.features);
        $apply!(final_packed, $shape.packed);
    };
}

impl<'a> Outputs<'a> {
    /// Checks the lengths of all arrays.
    ///
    /// # Errors
    /// The first array of another length than the shape says.
    pub fn check(&self, shape: Shape) -> Result<(), EnvError> {
        macro_rules! check {
            ($field:ident, $width:expr) => {
                if let Some(array) = &self.$field {
                    let allowed = shape.games * $width;
                    if array.len() != allowed {
                        return Err(EnvError::Length {
                            name: stringify!($field),
                            found: array.len(),
                            allowed,
                        });
                    }
                }
            };
        }
        each_output!(check, shape);
        Ok(())
    }

    /// Splits off the rows of the first `games` games.
    pub(crate) fn split_off(&mut self, games: usize, shape: Shape) -> Outputs<'a> {
        let mut first = Outputs::default();
        macro_rules! split {
            ($field:ident, $width:expr) => {
                if let Some(array) = self.$field.take() {
                    let (head, tail) = array.split_at_mut(games * $width);
                    (first.$field, self.$field) = (Some(head), Some(tail));
                }
            };
        }
        each_output!(split, shape);
        first
    }
}
