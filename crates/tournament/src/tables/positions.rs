//! `positions`: the win share of each bot from each given position.

use litemap::LiteMap;

use crate::plan::tournament::Tournament;
use crate::run::cursor::Fold;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::tables::standings::csv::{CHANCE_LEVEL, CsvTable, WIN_SHARE_HIGH, WIN_SHARE_LOW, cell, ends};
use crate::unit::{Quantity, UnitGames, UnitResult};
use tradewinds_game::Table;
use tradewinds_game::kit::column;
use tradewinds_stats::{Strata, share_over_strata};

pub(crate) const POSITIONS: Table = Table {
    name: "positions",
    meaning: "only in runs from given positions, whose games.csv has the column position behind the others: one row a bot at a \
              position",
    columns: &[
        column("position", "number of the position, from 0, as in positions.jsonl"),
        column("decisions", "decisions of the opening, joined by ;, NA for a position"),
        column("bot", "name of the bot"),
        column("games", "games from there in which it played, without blocks that have a truncated game"),
        column("win_share", "its win share from there, 0 to 1"),
        WIN_SHARE_LOW,
        WIN_SHARE_HIGH,
        CHANCE_LEVEL,
    ],
};

/// Adds up the win shares by position.
pub(crate) struct ByPosition<'a> {
    tournament: &'a Tournament,
    /// By position and bot.
    shares: LiteMap<(usize, usize), Own>,
}

#[derive(Default)]
struct Own {
    games: u64,
    shares: Strata,
}

impl<'a> ByPosition<'a> {
    pub(crate) fn new(tournament: &'a Tournament) -> Self {
        Self { tournament, shares: LiteMap::new() }
    }
}

impl Fold for ByPosition<'_> {
    /// The table; `None` in a run from deals.
    type Made = Option<CsvTable>;
    const PARTS: Parts = Parts::Result;

    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        let Some(position) = games.first().and_then(|(scheduled, _)| scheduled.position) else {
            return Ok(());
        };
        for bot in &result.bots {
            let own = self.shares.entry((position, bot.bot)).or_default();
            own.games += bot.games;
            own.shares.extend(result.stratum, bot.means[Quantity::WinShare].mean());
        }
        Ok(())
    }

    fn finish(self) -> Result<Self::Made, RunError> {
        let Some(positions) = self.tournament.positions() else { return Ok(None) };
        let chance = cell(Some(1.0 / self.tournament.manifest().players as f64));
        let row = |(&(position, bot), own): (&(usize, usize), &Own)| {
            let share = share_over_strata(&own.shares.moments(), own.games);
            let [low, high] = ends(share.and_then(|share| share.interval));
            let decisions = positions.decisions(position).map_or("NA".to_owned(), |list| list.join(";"));
            let bot = self.tournament.bots()[bot].name.clone();
            let share = cell(share.map(|share| share.share));
            vec![
                position.to_string(),
                decisions,
                bot,
                own.games.to_string(),
                share,
                low,
                high,
                chance.clone(),
            ]
        };
        let rows = self.shares.iter().map(row).collect();
        Ok(Some((POSITIONS.names().into_iter().map(str::to_owned).collect(), rows)))
    }
}
