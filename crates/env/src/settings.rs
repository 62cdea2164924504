//! What a batch of games is made with.

use tradewinds_bots::Preset;
use tradewinds_game::{Scores, Seat, Seed, Variant, worth_of_lead};

/// What the seats are paid at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reward {
    /// The share of the win: 1 for a winner alone, 1/m for each of m winners, otherwise 0.
    #[default]
    WinShare,
    /// The worth of the lead over the best other seat, from 0 to 1; 0.5 when level.
    Margin,
    /// The game's points.
    Points,
}

impl Reward {
    /// The names of all rewards.
    pub const NAMES: [&'static str; 3] = ["win_share", "margin", "points"];

    /// Finds a reward by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::WinShare, Self::Margin, Self::Points];
        Self::NAMES.iter().position(|&known| known == name).map(|index| all[index])
    }

    /// Returns the reward of a seat.
    #[must_use]
    pub fn of(self, scores: &Scores, seat: Seat, clear_lead: f32) -> f32 {
        match self {
            Self::WinShare => scores.win_share[seat],
            Self::Margin => worth_of_lead(scores.margin(seat), clear_lead),
            Self::Points => scores.points[seat] as f32,
        }
    }
}

/// What a batch of games is made with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game's name.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The variant.
    pub variant: Variant,
    /// The number of games.
    pub games: usize,
    /// Everything random follows from it.
    pub seed: Seed,
    /// The bot at each seat; `None` where the caller decides.
    pub opponents: Vec<Option<Preset>>,
    /// What the seats are paid at the end of a game.
    pub reward: Reward,
    /// Whether decisions with one legal action are played without asking the caller.
    pub skip_forced: bool,
    /// Whether each number of an observation is divided by its field's scale.
    pub scaled: bool,
    /// The number of threads; 0 for one per processor. It does not change any result.
    pub threads: usize,
}

impl Settings {
    /// Makes the settings of `games` games in which the caller decides for all seats.
    #[must_use]
    pub fn new(game: &str, players: usize, games: usize) -> Self {
        Self {
            game: game.to_owned(),
            players,
            variant: Variant::standard(),
            games,
            seed: Seed(0),
            opponents: vec![None; players],
            reward: Reward::default(),
            skip_forced: false,
            scaled: false,
            threads: 1,
        }
    }
}
