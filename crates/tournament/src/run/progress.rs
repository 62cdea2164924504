//! The progress of a run, shown while it is played.

use crate::plan::stopping::RuleState;
use crate::plan::tournament::Tournament;
use tradewinds_arena::GameRecord;
use tradewinds_game::Seat;

/// The progress of a run, or of a step of a study, which may count something other than games.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress<'a> {
    /// Games finished.
    pub finished: u64,
    /// Games in the schedule, or in its part that is played; the maximum where the run may stop early.
    pub games: u64,
    /// The bots with their win shares per seat so far, best first; for display only.
    pub shares: Vec<(&'a str, f64)>,
    /// Where the run's stopping rule stands, if it has one.
    pub rule: Option<RuleState>,
}

impl Progress<'_> {
    /// Makes the progress of work that has no bots to show.
    #[must_use]
    pub const fn counted(finished: u64, of: u64) -> Self {
        Self { finished, games: of, shares: Vec::new(), rule: None }
    }
}

/// Watches a run while it is played.
pub trait Watch {
    /// Called after each finished game has been written to the journal.
    fn progress(&mut self, progress: &Progress<'_>);
}

/// Keeps the win shares so far, in order of finishing; for display only.
pub(crate) struct WinShares<'a> {
    tournament: &'a Tournament,
    /// Wins and seats of each bot.
    bots: Vec<(f64, u64)>,
}

impl<'a> WinShares<'a> {
    pub(crate) fn new(tournament: &'a Tournament) -> Self {
        Self { tournament, bots: vec![(0.0, 0); tournament.bots().len()] }
    }

    pub(crate) fn add(&mut self, record: &GameRecord) {
        let bots = self.tournament.schedule().game(record.game).bots;
        for seat in Seat::all(bots.len()) {
            if let Some(share) = record.win_share(seat.index()) {
                let (wins, seats) = &mut self.bots[bots[seat]];
                *wins += share;
                *seats += 1;
            }
        }
    }

    pub(crate) fn list(&self) -> Vec<(&'a str, f64)> {
        let names = self.tournament.bots().iter().map(|bot| bot.name.as_str());
        let played = names.zip(&self.bots).filter(|(_, (_, seats))| *seats > 0);
        let mut shares: Vec<_> = played.map(|(name, (wins, seats))| (name, wins / *seats as f64)).collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        shares
    }
}
