//! The data that a study takes from the games of a run: sums by block.

use std::collections::BTreeMap;
use std::path::Path;

use tradewinds_arena::{GameInfo, GameRecord, ScheduledGame};
use tradewinds_game::Seat;
use tradewinds_tournament::{RunError, Tournament, each_game};

/// The numbers of a game that are averaged, by their metric's name.
pub(super) const MEASURES: [&str; 8] = [
    "rounds",
    "decisions",
    "score",
    "score_spread",
    "winning_margin",
    "lead_changes",
    "decided_early",
    "decided_third",
];

/// Those of [`MEASURES`] that are shares of games.
pub(super) const SHARE_MEASURES: [&str; 2] = ["decided_early", OF_LEVELS];

/// The one of [`MEASURES`] that tables of levels of play alone have.
pub(super) const OF_LEVELS: &str = "decided_third";

/// Win shares and numbers of the seats of a kind, by block.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Seats {
    pub(super) wins: Vec<f64>,
    pub(super) seats: Vec<f64>,
}

impl Seats {
    pub(super) fn new(blocks: usize) -> Self {
        Self { wins: vec![0.0; blocks], seats: vec![0.0; blocks] }
    }

    fn add(&mut self, block: usize, share: f64) {
        self.wins[block] += share;
        self.seats[block] += 1.0;
    }

    fn retain(&mut self, kept: &[bool]) {
        retain(&mut self.wins, kept);
        retain(&mut self.seats, kept);
    }
}

/// Keeps the values of blocks that are kept.
fn retain(values: &mut Vec<f64>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(false));
}

/// The sums of a run.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sums {
    /// The stratum of each block: its line-up.
    pub(super) strata: Vec<u64>,
    /// The blocks without a truncated game.
    pub(super) whole: Vec<bool>,
    /// All games, and how many of them were truncated.
    pub(super) games: u64,
    pub(super) truncated: u64,
    /// By starting place.
    pub(super) places: Vec<Seats>,
    /// By the way in which a seat starts, such as its first tile.
    pub(super) starts: BTreeMap<String, Seats>,
    pub(super) bots: BTreeMap<String, Seats>,
    /// By the items that a seat acquired.
    pub(super) items: BTreeMap<String, Seats>,
    /// The means over a block's games of [`MEASURES`].
    pub(super) measures: Vec<Vec<f64>>,
}

impl Sums {
    /// Reads a run that was played in a folder.
    pub(super) fn read(tournament: &Tournament, folder: &Path) -> Result<Self, RunError> {
        let schedule = tournament.schedule();
        let blocks = schedule.blocks() as usize;
        let mut sums = Self {
            strata: (0..schedule.units()).map(|unit| schedule.stratum_of(unit)).collect(),
            whole: vec![true; blocks],
            games: 0,
            truncated: 0,
            places: vec![Seats::new(blocks); tournament.table().players()],
            starts: BTreeMap::new(),
            bots: BTreeMap::new(),
            items: BTreeMap::new(),
            measures: vec![vec![0.0; blocks]; MEASURES.len()],
        };
        let names: Vec<&str> = tournament.bots().iter().map(|bot| bot.name.as_str()).collect();
        each_game(tournament, folder, |scheduled, record| {
            sums.games += 1;
            if record.truncated {
                sums.truncated += 1;
                sums.whole[scheduled.block as usize] = false;
                return;
            }
            sums.game(tournament.info(), scheduled, record, &names);
            for (sum, value) in sums.measures.iter_mut().zip(measures(record)) {
                sum[scheduled.block as usize] += value / schedule.games_per_block() as f64;
            }
        })?;
        Ok(sums)
    }

    fn game(&mut self, game: &GameInfo, scheduled: &ScheduledGame, record: &GameRecord, names: &[&str]) {
        let block = scheduled.block as usize;
        for (seat, standing) in record.seats.iter().enumerate() {
            let share = record.win_share(seat).unwrap_or_default();
            self.places[standing.start_place].add(block, share);
            let bot = names[scheduled.bots[Seat::new(seat)]];
            self.add(|sums| &mut sums.bots, bot, block, share);
            game.schema.each_acquired(&standing.cells, |item| {
                self.add(|sums| &mut sums.items, item, block, share);
            });
            for (column, cell) in game.schema.seats.iter().zip(&standing.cells) {
                if column.is_start() {
                    let kind = column.name.trim_start_matches("start_");
                    self.add(|sums| &mut sums.starts, &format!("{kind} {cell}"), block, share);
                }
            }
        }
    }

    fn add(
        &mut self,
        group: fn(&mut Self) -> &mut BTreeMap<String, Seats>,
        name: &str,
        block: usize,
        share: f64,
    ) {
        let blocks = self.whole.len();
        let group = group(self);
        match group.get_mut(name) {
            Some(seats) => seats.add(block, share),
            None => group.entry(name.to_owned()).or_insert(Seats::new(blocks)).add(block, share),
        }
    }

    /// Leaves out blocks.
    pub(super) fn retain(&mut self, kept: &[bool]) {
        let groups = [&mut self.starts, &mut self.bots, &mut self.items];
        let named = groups.into_iter().flat_map(|group| group.values_mut());
        self.places.iter_mut().chain(named).for_each(|seats| seats.retain(kept));
        self.measures.iter_mut().for_each(|values| retain(values, kept));
        let mut kept = kept.iter();
        self.strata.retain(|_| kept.next().copied().unwrap_or(false));
    }
}

/// Returns the [`MEASURES`] of a game that was not truncated.
fn measures(record: &GameRecord) -> [f64; MEASURES.len()] {
    let mut scores: Vec<i32> = record.seats.iter().map(|seat| seat.score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let (highest, lowest) = (scores[0], scores[scores.len() - 1]);
    let second = scores.get(1).copied().unwrap_or(highest);
    let mean = scores.iter().map(|&score| f64::from(score)).sum::<f64>() / scores.len() as f64;
    let changes = record.lead.map_or(0, |lead| lead.changes);
    let soon = record.lead.is_some_and(|lead| 3 * u64::from(lead.decided_round) <= u64::from(record.rounds));
    let early = record.lead.is_some_and(|lead| lead.is_early(record.rounds));
    [
        record.rounds.into(),
        record.decisions.into(),
        mean,
        (highest - lowest).into(),
        (highest - second).into(),
        changes.into(),
        u8::from(early).into(),
        u8::from(soon).into(),
    ]
}
