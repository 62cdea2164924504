//! The schedule: from a manifest to numbered games.
//!
//! A *block* is one deal with all seatings of its line-up, and the unit of all statistics; a duel's unit is a
//! pair of blocks on one deal. Line-ups are strata of equal weight. Truncated games stay in the tables,
//! marked and with `NA`; their whole block is left out of the standings, and the count is shown.

use std::ops::Range;

use crate::plan::deals::DealList;
use crate::plan::manifest::{Format, Manifest, Seating};
use crate::unit::{UnitGames, UnitResult};
use tradewinds_arena::ScheduledGame;
use tradewinds_game::{InputError, Origin, PerSeat, Purpose, Seat, Seed};

/// Maximum number of strata that are tracked separately; a schedule with more line-ups is treated as one
/// stratum.
pub(crate) const MAX_STRATA: u64 = 1024;

/// Maximum number of games in one run; the journal holds a bit for each in memory.
pub const MAX_GAMES: u64 = 100_000_000;

/// All games of a tournament, worked out from their numbers when asked for.
///
/// A *block* is one deal played with all seatings of its line-up: the luck of the deal and of the seat
/// cancels (duplicate scoring). Each block has its own deal, so that no two line-ups play the same one; only
/// the two blocks of a duel's pair share theirs. Games are numbered block by block, and blocks cycle through
/// the line-ups, so that any initial part of the schedule treats the line-ups alike.
///
/// # Determinism
/// Everything about a game follows from the manifest and the game's number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    seed: Seed,
    players: usize,
    format: Format,
    /// The bot of each entry of the manifest's line-up.
    entries: Vec<usize>,
    /// For each seating, which member of the line-up takes each seat.
    seatings: Vec<PerSeat<usize>>,
    lineups: u64,
    blocks: u64,
    /// The number of given positions; `None` if games begin from deals.
    positions: Option<u64>,
    /// The deals of another run, if they are played.
    list: Option<DealList>,
}

impl Schedule {
    /// Makes the schedule of a manifest; `entries` are the numbers of the bots in its line-up,
    /// equal ones for the same bot.
    ///
    /// # Errors
    /// A bot appears twice where the format forbids it, or there are more than [`MAX_GAMES`].
    ///
    /// # Panics
    /// If the manifest was not checked: it has no seat, or too few bots.
    pub fn new(manifest: &Manifest, entries: &[usize]) -> Result<Self, InputError> {
        if manifest.format != Format::Table
            && let Some(twice) = (1..entries.len()).find(|&entry| entries[..entry].contains(&entries[entry]))
        {
            let found = format!("{:?} twice", manifest.lineup[twice]);
            let allowed = "each bot once in this format";
            return Err(InputError::conflict(Origin::Manifest, "lineup", found, allowed));
        }
        let players = manifest.players;
        let lineups = match manifest.format {
            Format::Table => 1,
            Format::OneVsRest | Format::Challengers => entries.len() as u128 - 1,
            Format::RoundRobin => binomial(entries.len(), players),
            Format::Duel => {
                if players == 2 {
                    1
                } else {
                    2
                }
            }
        };
        let mut schedule = Self {
            seed: Seed(manifest.seed),
            players,
            format: manifest.format,
            entries: entries.to_vec(),
            seatings: Vec::new(),
            lineups: 0,
            blocks: 0,
            positions: None,
            list: None,
        };
        // Equal members stand at equal places in all line-ups of a format, so the first represents all.
        let first = schedule.lineup(0);
        schedule.seatings = seatings(manifest.seating, &first);
        let blocks = schedule.blocks_for(lineups, manifest);
        let games = blocks.saturating_mul(schedule.seatings.len() as u128);
        if games > u128::from(MAX_GAMES) {
            let field = if manifest.deals.is_some() { "deals" } else { "games" };
            let (found, allowed) = (format!("{games} games in all"), format!("at most {MAX_GAMES}"));
            return Err(InputError::out_of_range(Origin::Manifest, field, found, allowed));
        }
        schedule.blocks = blocks as u64;
        // Line-ups beyond the last block never play.
        schedule.lineups = u64::try_from(lineups).unwrap_or(u64::MAX);
        Ok(schedule)
    }

    /// Lets games begin from this many given positions, which each line-up plays in turn, each as a deal, or from the
    /// deals of a list; `None` for those of the seed.
    pub(crate) fn beginning_from(self, positions: Option<u64>, list: Option<DealList>) -> Self {
        Self { positions, list, ..self }
    }

    /// Returns the seeds of a block's deal and of its random events, and its given position.
    fn dealt(&self, block: u64) -> ([Seed; 2], Option<usize>) {
        let unit = block / self.blocks_per_unit();
        if let Some(list) = &self.list {
            let dealt = list.of(self.stratum_of(unit), self.strata(), unit / self.strata());
            return (dealt.seeds(), dealt.position);
        }
        let seeds = [Purpose::Deal, Purpose::Chance].map(|purpose| self.seed.derive(purpose, unit));
        (seeds, self.positions.map(|positions| (block / self.lineups % positions) as usize))
    }

    /// Returns the number of blocks that a manifest asks for.
    fn blocks_for(&self, lineups: u128, manifest: &Manifest) -> u128 {
        match (manifest.deals, manifest.games) {
            (Some(deals), _) => u128::from(deals).saturating_mul(lineups),
            (None, games) => {
                let blocks = u128::from(games.unwrap_or_default()).div_ceil(self.seatings.len() as u128);
                // The blocks of a duel come in pairs.
                if self.format == Format::Duel { blocks.next_multiple_of(lineups) } else { blocks }
            }
        }
    }

    /// Returns whether a manifest that differs in its length alone asks for more blocks than there are.
    pub(crate) fn is_exceeded_by(&self, manifest: &Manifest) -> bool {
        self.blocks_for(self.lineups.into(), manifest) > self.blocks.into()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns how many deals each line-up plays, or `None` if some play one more than others.
    #[must_use]
    pub fn deals(&self) -> Option<u64> {
        self.blocks.is_multiple_of(self.lineups).then(|| self.blocks / self.lineups)
    }

    /// Returns the number of seatings, which is the number of games in a block.
    #[must_use]
    pub fn games_per_block(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// Returns the number of games of a deal with every line-up.
    pub(crate) fn games_per_deal(&self) -> u64 {
        self.lineups.saturating_mul(self.games_per_block())
    }

    /// Returns the number of line-ups; blocks cycle through them, each on its own deal.
    #[must_use]
    pub fn lineups(&self) -> u64 {
        self.lineups
    }

    /// Returns how many blocks share their deal and are one unit of statistics: a duel's pair, otherwise 1.
    #[must_use]
    pub fn blocks_per_unit(&self) -> u64 {
        if self.format == Format::Duel { self.lineups } else { 1 }
    }

    /// Returns the number of units of statistics.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.blocks / self.blocks_per_unit()
    }

    /// Returns the numbers of the games of a unit.
    #[must_use]
    pub fn games_of(&self, unit: u64) -> Range<u64> {
        let games = self.games_per_block() * self.blocks_per_unit();
        unit * games..(unit + 1) * games
    }

    /// Returns the stratum of a unit, from 0: units of the same line-ups are alike but for luck.
    #[must_use]
    pub fn stratum_of(&self, unit: u64) -> u64 {
        unit % self.strata()
    }

    /// Returns the number of strata.
    #[must_use]
    pub fn strata(&self) -> u64 {
        self.lineups / self.blocks_per_unit()
    }

    /// Sums up the games of a unit.
    pub(crate) fn result_of(&self, unit: u64, games: &UnitGames) -> UnitResult {
        let stratum = if self.strata() > MAX_STRATA { 0 } else { self.stratum_of(unit) };
        UnitResult::new(stratum as usize, self.blocks_per_unit() as usize, games)
    }

    /// Works out the game with this number, in time independent of the number of games.
    ///
    /// # Panics
    /// If the number is not below [`Schedule::games`].
    #[must_use]
    pub fn game(&self, number: u64) -> ScheduledGame {
        assert!(number < self.games(), "game {number} of {}", self.games());
        let block = number / self.games_per_block();
        let seating = (number % self.games_per_block()) as usize;
        let lineup = self.lineup(block % self.lineups);
        let places = &self.seatings[seating];
        let ([deal_seed, chance_seed], position) = self.dealt(block);
        ScheduledGame {
            game: number,
            block,
            seating,
            deal_seed,
            position,
            chance_seed,
            bots: PerSeat::from_fn(self.players, |seat| lineup[Seat::new(places[seat])]),
            bots_seed: self.seed.derive(Purpose::Bot, number),
        }
    }

    /// Returns the bots of a line-up.
    fn lineup(&self, number: u64) -> PerSeat<usize> {
        let places = match self.format {
            Format::Table => PerSeat::from_fn(self.players, Seat::index),
            Format::OneVsRest => {
                PerSeat::from_fn(self.players, |seat| if seat.index() == 0 { 0 } else { number as usize + 1 })
            }
            Format::Challengers => {
                PerSeat::from_fn(self.players, |seat| if seat.index() == 0 { number as usize + 1 } else { 0 })
            }
            Format::Duel => PerSeat::from_fn(self.players, |seat| {
                let first = number as usize;
                if seat.index() == 0 { first } else { 1 - first }
            }),
            Format::RoundRobin => subset(u128::from(number), self.entries.len(), self.players),
        };
        places.map(|place| self.entries[place])
    }
}

/// Lists the different seatings of a line-up: for each, which member takes each seat.
fn seatings(seating: Seating, lineup: &PerSeat<usize>) -> Vec<PerSeat<usize>> {
    let players = lineup.len();
    let all: Vec<PerSeat<usize>> = match seating {
        Seating::Rotations => (0..players)
            .map(|turn| PerSeat::from_fn(players, |seat| (seat.index() + turn) % players))
            .collect(),
        Seating::Permutations => permutations(players),
    };
    let mut different: Vec<PerSeat<usize>> = Vec::new();
    let mut seen: Vec<PerSeat<usize>> = Vec::new();
    for places in all {
        let bots = places.map(|place| lineup[Seat::new(place)]);
        if !seen.contains(&bots) {
            seen.push(bots);
            different.push(places);
        }
    }
    different
}

/// Lists all orders of `0..players`, in lexicographic order.
fn permutations(players: usize) -> Vec<PerSeat<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..players {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                let free = (0..players).filter(|place| !order.contains(place));
                free.map(|place| [order.as_slice(), &[place]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    orders.iter().map(|order| PerSeat::from_fn(players, |seat| order[seat.index()])).collect()
}

/// Returns the subset of `size` items of `0..items` with this number in lexicographic order.
fn subset(mut number: u128, items: usize, size: usize) -> PerSeat<usize> {
    let mut item = 0;
    PerSeat::from_fn(size, |seat| {
        let rest = size - seat.index() - 1;
        while number >= binomial(items - item - 1, rest) {
            number -= binomial(items - item - 1, rest);
            item += 1;
        }
        item += 1;
        item - 1
    })
}

/// Returns the number of subsets of `size` of `items` items.
fn binomial(items: usize, size: usize) -> u128 {
    (0..size).fold(1, |product, k| product * items.saturating_sub(k) as u128 / (k as u128 + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn manifest(format: Format, players: usize, bots: usize, seating: Seating) -> Manifest {
        Manifest {
            name: "x".to_owned(),
            game: "x".to_owned(),
            players,
            seed: 7,
            deals: Some(3),
            games: None,
            format,
            lineup: (0..bots).map(|bot| format!("b{bot}")).collect(),
            seating,
            variant: None,
            ..Manifest::default()
        }
    }

    fn schedule(format: Format, players: usize, bots: usize, seating: Seating) -> Schedule {
        let entries: Vec<usize> = (0..bots).collect();
        Schedule::new(&manifest(format, players, bots, seating), &entries).unwrap()
    }

    fn all(schedule: &Schedule) -> Vec<ScheduledGame> {
        (0..schedule.games()).map(|number| schedule.game(number)).collect()
    }

    #[test]
    fn formats_and_seatings_have_their_numbers_of_games() {
        for (format, players, bots, seating, games) in [
            (Format::Table, 4, 4, Seating::Rotations, 3 * 4),
            (Format::Table, 4, 4, Seating::Permutations, 3 * 24),
            (Format::OneVsRest, 5, 3, Seating::Rotations, 3 * 2 * 5),
            (Format::OneVsRest, 5, 3, Seating::Permutations, 3 * 2 * 5),
            (Format::Challengers, 4, 3, Seating::Rotations, 3 * 2 * 4),
            (Format::RoundRobin, 3, 6, Seating::Rotations, 3 * 20 * 3),
            (Format::RoundRobin, 2, 4, Seating::Permutations, 3 * 6 * 2),
        ] {
            assert_eq!(schedule(format, players, bots, seating).games(), games);
        }
    }

    /// In each block every bot sits as often at each seat as at any other.
    #[test]
    fn every_bot_meets_every_seat_equally() {
        for format in [Format::Table, Format::OneVsRest, Format::Challengers, Format::RoundRobin] {
            for seating in [Seating::Rotations, Seating::Permutations] {
                for players in 2..=5 {
                    let bots = if format == Format::Table { players } else { players + 2 };
                    let mut visits: BTreeMap<(u64, usize), Vec<u32>> = BTreeMap::new();
                    for game in all(&schedule(format, players, bots, seating)) {
                        for seat in Seat::all(players) {
                            let row = visits.entry((game.block, game.bots[seat])).or_default();
                            row.resize(players, 0);
                            row[seat.index()] += 1;
                        }
                    }
                    assert!(visits.values().all(|row| row.iter().all(|&count| count == row[0])));
                }
            }
        }
    }

    #[test]
    fn permutations_balance_neighbours_too() {
        let mut follows: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for game in all(&schedule(Format::Table, 4, 4, Seating::Permutations)) {
            for seat in Seat::all(4) {
                *follows.entry((game.bots[seat], game.bots[seat.next(4)])).or_default() += 1;
            }
        }
        assert_eq!(follows.len(), 12);
        assert!(follows.values().all(|&count| count == 3 * 24 * 4 / 12));
    }

    #[test]
    fn a_block_shares_its_deal_and_bots_have_their_own_streams() {
        let games = all(&schedule(Format::RoundRobin, 3, 5, Seating::Rotations));
        for (first, second) in games.iter().zip(&games[1..]) {
            let same = first.block == second.block;
            assert_eq!(first.deal_seed == second.deal_seed, same);
            assert_eq!(first.chance_seed == second.chance_seed, same);
        }
        let mut seeds: Vec<Seed> =
            games.iter().flat_map(|game| Seat::all(3).map(|seat| game.bot_seed(seat))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), games.len() * 3);
        assert!(games.iter().all(|game| !seeds.contains(&game.deal_seed)));
    }

    /// The numbered games against plain loops over deals, line-ups and seatings.
    #[test]
    fn lookup_by_number_equals_enumeration() {
        let schedule = schedule(Format::RoundRobin, 3, 5, Seating::Rotations);
        let mut number = 0;
        for _deal in 0..3 {
            for a in 0..5 {
                for b in a + 1..5 {
                    for c in b + 1..5 {
                        for seating in [[a, b, c], [b, c, a], [c, a, b]] {
                            let game = schedule.game(number);
                            assert_eq!(game.bots.as_slice(), seating);
                            assert_eq!((game.game, game.block), (number, number / 3));
                            number += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(number, schedule.games());
    }

    #[test]
    fn the_focal_bot_meets_copies_of_each_other() {
        let schedule = schedule(Format::OneVsRest, 4, 3, Seating::Rotations);
        let bots: Vec<Vec<usize>> =
            (0..8).map(|number| schedule.game(number).bots.as_slice().to_vec()).collect();
        assert_eq!(bots[..4], [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]);
        assert!(bots[4..].iter().all(|seats| seats.iter().filter(|&&bot| bot == 2).count() == 3));
    }

    #[test]
    fn each_challenger_meets_copies_of_the_first() {
        let schedule = schedule(Format::Challengers, 4, 3, Seating::Rotations);
        let bots: Vec<Vec<usize>> =
            (0..8).map(|number| schedule.game(number).bots.as_slice().to_vec()).collect();
        assert_eq!(bots[..4], [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]]);
        assert!(bots[4..].iter().all(|seats| seats.iter().filter(|&&bot| bot == 2).count() == 1));
    }

    #[test]
    fn a_duel_plays_both_ways_on_the_same_deals() {
        let duel = schedule(Format::Duel, 3, 2, Seating::Rotations);
        let games = all(&duel);
        assert_eq!(games.len(), 3 * 2 * 3);
        let bots: Vec<Vec<usize>> = games[..6].iter().map(|game| game.bots.as_slice().to_vec()).collect();
        assert_eq!(bots, [[0, 1, 1], [1, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0]]);
        for pair in games.chunks(6) {
            assert!(pair.iter().all(|game| game.deal_seed == pair[0].deal_seed));
            assert!(pair.iter().all(|game| game.chance_seed == pair[0].chance_seed));
        }
        assert_ne!(games[0].deal_seed, games[6].deal_seed);
        // With two seats both ways are one line-up.
        assert_eq!(schedule(Format::Duel, 2, 2, Seating::Rotations).games(), 3 * 2);
        let games =
            Manifest { deals: None, games: Some(7), ..manifest(Format::Duel, 3, 2, Seating::Rotations) };
        assert_eq!(Schedule::new(&games, &[0, 1]).unwrap().games(), 12);
    }

    #[test]
    fn a_repeated_bot_has_each_different_seating_once() {
        let manifest = manifest(Format::Table, 4, 4, Seating::Rotations);
        let rotations = |entries: &[usize]| Schedule::new(&manifest, entries).unwrap().games_per_block();
        assert_eq!(rotations(&[0, 1, 0, 1]), 2);
        assert_eq!(rotations(&[0, 0, 1, 1]), 4);
        assert_eq!(rotations(&[0, 0, 0, 0]), 1);
        let manifest = Manifest { seating: Seating::Permutations, ..manifest };
        assert_eq!(Schedule::new(&manifest, &[0, 0, 1, 1]).unwrap().games_per_block(), 6);
    }

    #[test]
    fn games_are_rounded_up_to_whole_blocks() {
        let manifest = manifest(Format::RoundRobin, 3, 5, Seating::Rotations);
        for (games, rounded, deals) in [(1, 3, None), (3, 3, None), (30, 30, Some(1)), (31, 33, None)] {
            let manifest = Manifest { deals: None, games: Some(games), ..manifest.clone() };
            let schedule = Schedule::new(&manifest, &[0, 1, 2, 3, 4]).unwrap();
            assert_eq!((schedule.games(), schedule.deals()), (rounded, deals));
            assert_eq!(schedule.game(0).bots.as_slice(), [0, 1, 2]);
        }
    }

    #[test]
    fn a_large_schedule_is_looked_up_and_a_too_large_one_refused() {
        let mut manifest = manifest(Format::RoundRobin, 4, 60, Seating::Rotations);
        let entries: Vec<usize> = (0..60).collect();
        manifest.deals = Some(1);
        let schedule = Schedule::new(&manifest, &entries).unwrap();
        assert_eq!(schedule.games(), 487_635 * 4);
        assert_eq!(schedule.game(schedule.games() - 4).bots.as_slice(), [56, 57, 58, 59]);
        manifest.deals = Some(u64::MAX);
        assert!(Schedule::new(&manifest, &entries).unwrap_err().to_string().contains("at most"));
    }

    #[test]
    fn a_bot_twice_in_a_round_robin_is_refused() {
        let manifest = manifest(Format::RoundRobin, 2, 3, Seating::Rotations);
        let error = Schedule::new(&manifest, &[0, 1, 0]).unwrap_err().to_string();
        assert!(error.contains("\"b2\" twice"), "{error}");
    }
}
