//! What a batch of games is made with.

use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Scores, Seat, Seed, Variant, worth_of_lead};

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

    /// All rewards, in the order of their names.
    const ALL: [Self; 3] = [Self::WinShare, Self::Margin, Self::Points];

    /// Finds a reward by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|&known| known == name).map(|index| Self::ALL[index])
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
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
    /// Everything random follows from it until a reset brings another one.
    pub seed: Seed,
    /// The bot at each seat; `None` where the caller decides.
    pub opponents: Vec<Option<Preset>>,
    /// The seats whose decisions the caller answers one by one, by [`Batch::answer`](super::Batch::answer), between the
    /// steps of the others; forced ones are played without asking.
    pub answered: Vec<bool>,
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
            answered: vec![false; players],
            reward: Reward::default(),
            skip_forced: false,
            scaled: false,
            threads: 1,
        }
    }
}

/// The seeds with which games begin anew.
///
/// # Determinism
/// What a row plays from then on, the bots of the other seats included, follows from its seed and its actions.
#[derive(Clone, Copy, Debug)]
pub enum Seeds<'a> {
    /// None: each row goes on with its random numbers and plays the next game.
    Next,
    /// One for all: the seed of a row follows from it and from the row's number.
    All(Seed),
    /// One for each row. A row with a seed plays what the first row plays with [`Seeds::All`] of this seed; one
    /// without goes on.
    Each(&'a [Option<Seed>]),
}

impl Seeds<'_> {
    /// Returns the seed of a row; `None` if it goes on.
    pub(crate) fn of(self, row: usize) -> Option<Seed> {
        match self {
            Self::Next => None,
            Self::All(seed) => Some(seed.derive(Purpose::Sample, row as u64)),
            Self::Each(seeds) => seeds[row].map(|seed| seed.derive(Purpose::Sample, 0)),
        }
    }
}
