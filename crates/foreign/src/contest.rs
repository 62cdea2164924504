//! Deals with all seatings of a line-up, and standings over them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tradewinds_bots::{Bot, Conduct, Halt, Pending, play_on};
use tradewinds_game::kit::column;
use tradewinds_game::{Game, Purpose, Seat, Seed, Step, Table};
use tradewinds_stats::{Moments, ShareEstimate, share_over_blocks};

use crate::fault::guarded;
use crate::oracle::Oracle;
use crate::player::ForeignPlayer;
use crate::table::{Foreign, draw};

/// The table of the games of a tournament.
pub const TABLES: &[Table] = &[Table {
    name: "games",
    meaning: "one row a seat of a game of `tradewinds foreign tournament --csv`, whatever the name of the file",
    columns: &[
        column("game", "number of the game, from 0"),
        column("deal", "number of its deal, from 0"),
        column("deal_seed", "seed with which the program was asked for the deal, 0 to 2^32 - 1"),
        column("seat", "seat, from 0"),
        column("bot", "name of the bot that sat there, or its file"),
        column("score", "score at the end, a real number of the game's"),
        column("win_share", "1/m for each of m seats with the largest score, otherwise 0"),
        column("decisions", "decisions of the game, forced ones included"),
        column(
            "truncated",
            "true if max_decisions stopped the game, whose deal then counts for nothing; or false",
        ),
    ],
}];

/// A tournament: each deal is played with all seatings of a line-up.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The bot at each place of the line-up, by its index; as many as there are seats.
    pub lineup: Vec<usize>,
    /// The number of deals.
    pub deals: u64,
    /// Whether every order of the line-up is played, in place of its rotations.
    pub permutations: bool,
    /// All chance and all bots follow from it.
    pub seed: Seed,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The deal, from 0.
    pub deal: u64,
    /// The seed with which the game was asked for this deal.
    pub deal_seed: u32,
    /// The bot of each seat, by its index.
    pub bots: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// The share of the win of each seat.
    pub win_share: Vec<f32>,
    /// The number of decisions.
    pub decisions: u32,
    /// Whether the bound of decisions stopped it; its scores then count for nothing.
    pub truncated: bool,
}

/// A bot's result.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The bot, by its index.
    pub bot: usize,
    /// The number of seats that it played in the deals that count.
    pub seats: u64,
    /// Its share of the wins for each seat; the unit of its interval is the deal. `None` without a deal that counts.
    pub share: Option<ShareEstimate>,
    /// Its mean score.
    pub points: Option<f64>,
}

impl Contest {
    /// Lists the different seatings: the place of the line-up that takes each seat.
    fn seatings(&self) -> Vec<Vec<usize>> {
        let players = self.lineup.len();
        let all = if self.permutations {
            orders(players)
        } else {
            (0..players).map(|turn| (0..players).map(|seat| (seat + turn) % players).collect()).collect()
        };
        let mut different: Vec<Vec<usize>> = Vec::new();
        let bots = |places: &[usize]| places.iter().map(|&place| self.lineup[place]).collect::<Vec<_>>();
        for places in all {
            if !different.iter().any(|known| bots(known) == bots(&places)) {
                different.push(places);
            }
        }
        different
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.deals * self.seatings().len() as u64
    }

    /// Lists the games in order: the deal of each, and the place of the line-up that takes each seat.
    fn schedule(&self) -> impl Iterator<Item = (u64, Vec<usize>)> {
        let seatings = self.seatings();
        (0..self.deals).flat_map(move |deal| seatings.clone().into_iter().map(move |places| (deal, places)))
    }

    /// Returns the bots at these places of the line-up.
    fn bots_at(&self, places: &[usize]) -> Vec<usize> {
        places.iter().map(|&place| self.lineup[place]).collect()
    }

    /// Returns the seed with which the game is asked for a deal.
    fn deal_seed(&self, deal: u64) -> u32 {
        draw(&mut self.seed.derive(Purpose::Deal, deal).rng())
    }

    /// Returns the number of the first of these games that is no game of the tournament, played in its order.
    #[must_use]
    pub fn first_stranger(&self, games: &[PlayedGame]) -> Option<usize> {
        let mut schedule = self.schedule();
        games.iter().position(|game| {
            schedule.next().is_none_or(|(deal, places)| {
                game.deal != deal
                    || game.deal_seed != self.deal_seed(deal)
                    || game.bots != self.bots_at(&places)
            })
        })
    }
}

/// Lists all orders of `0..count`, in lexicographic order.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |orders, _| {
        let longer = |order: Vec<usize>| {
            let free: Vec<usize> = (0..count).filter(|place| !order.contains(place)).collect();
            free.into_iter().map(move |place| [order.as_slice(), &[place]].concat())
        };
        orders.into_iter().flat_map(longer).collect()
    })
}

/// Plays a tournament in order, on one thread, from the game with the number `first` on, and hands each game to `played`,
/// which may end it. Once `stop` is set, it ends too, and the game under way is dropped.
///
/// # Errors
/// The game fails, or answers what is not allowed.
pub fn play_contest<O: Oracle>(
    game: &Foreign<O>,
    contest: &Contest,
    players: &[ForeignPlayer<O>],
    first: usize,
    stop: &AtomicBool,
    mut played: impl FnMut(PlayedGame) -> ControlFlow<()>,
) -> Result<(), O::Fault> {
    let bots = contest.lineup.iter().map(|&bot| players[bot].bot(game)).collect();
    let mut seats = Seats { bots, places: Vec::new(), stop };
    for (number, (deal, places)) in contest.schedule().enumerate().skip(first) {
        seats.places = places;
        let seed = contest.seed.derive(Purpose::Bot, number as u64);
        let done = guarded(|| seats.play(game, contest, deal, seed))??;
        if done.is_none_or(|done| played(done).is_break()) {
            break;
        }
    }
    Ok(())
}

/// The bots of the line-up, and which of them sits where.
struct Seats<'a, O: Oracle> {
    /// The bot of each place of the line-up.
    bots: Vec<Box<dyn Bot<Foreign<O>> + 'a>>,
    /// The place that takes each seat.
    places: Vec<usize>,
    /// Whether nobody needs the game under way any more.
    stop: &'a AtomicBool,
}

impl<O: Oracle> Seats<'_, O> {
    /// Plays a game; `None` if it was stopped.
    fn play(
        &mut self,
        game: &Foreign<O>,
        contest: &Contest,
        deal: u64,
        seed: Seed,
    ) -> Result<Option<PlayedGame>, O::Fault> {
        for (seat, &place) in self.places.iter().enumerate() {
            self.bots[place].reseed(seed.derive(Purpose::Bot, seat as u64));
            self.bots[place].begin(deal, Seat::new(seat));
        }
        let mut state = game.deal(&mut contest.seed.derive(Purpose::Deal, deal).rng());
        let mut chance = contest.seed.derive(Purpose::Chance, deal).rng();
        let (halt, decisions) = play_on(game, &mut state, &mut chance, self);
        if halt == Halt::Stopped {
            return Ok(None);
        }
        let (deal_seed, bots) = (contest.deal_seed(deal), contest.bots_at(&self.places));
        let (scores, truncated) = (game.points(state)?, halt == Halt::Bound);
        let win_share = game.scores(&state).win_share.as_slice().to_vec();
        Ok(Some(PlayedGame { deal, deal_seed, bots, scores, win_share, decisions, truncated }))
    }
}

impl<O: Oracle> Conduct<Foreign<O>> for Seats<'_, O> {
    fn choose(&mut self, pending: &Pending<'_, Foreign<O>>) -> Option<u32> {
        let bot = &mut self.bots[self.places[pending.seat.index()]];
        let halted = || self.stop.load(Ordering::Relaxed);
        let chosen = pending.forced().or_else(|| bot.choose_unless(&pending.view(), &halted));
        chosen.filter(|_| !halted())
    }

    fn is_attentive(&self) -> bool {
        self.bots.iter().any(|bot| bot.is_attentive())
    }

    fn observe(&mut self, game: &Foreign<O>, step: &Step<'_, Foreign<O>>, _: bool) {
        for (seat, &place) in self.places.iter().enumerate() {
            let edge = game.observe(step.before, step.action, step.after, Seat::new(seat));
            self.bots[place].notice(step.seat, edge);
        }
    }
}

/// Works out each bot's result; `bots` is their number. A deal counts if all its seatings were played to their ends.
#[must_use]
pub fn standings(contest: &Contest, bots: usize, games: &[PlayedGame]) -> Vec<Standing> {
    let seatings = contest.seatings().len();
    let counts = |block: &&[PlayedGame]| block.len() == seatings && block.iter().all(|game| !game.truncated);
    let blocks: Vec<&[PlayedGame]> =
        games.chunk_by(|one, other| one.deal == other.deal).filter(counts).collect();
    let standing = |bot: usize| {
        let (mut shares, mut points, mut seats) = (Moments::default(), Moments::default(), 0);
        for block in &blocks {
            let mut own = Moments::default();
            for game in *block {
                for (seat, _) in game.bots.iter().enumerate().filter(|(_, sits)| **sits == bot) {
                    own.push(game.win_share[seat].into());
                    points.push(game.scores[seat]);
                }
            }
            seats += own.count();
            shares.extend(own.mean());
        }
        Standing { bot, seats, share: share_over_blocks(&shares, seats), points: points.mean() }
    };
    (0..bots).map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_plays_each_different_seating_once() {
        let seatings = |lineup: &[usize], permutations| {
            Contest { lineup: lineup.to_vec(), deals: 1, permutations, seed: Seed(1) }.seatings()
        };
        assert_eq!(seatings(&[0, 1, 2], false), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(seatings(&[0, 1, 1], true), [[0, 1, 2], [1, 0, 2], [1, 2, 0]]);
        assert_eq!(seatings(&[0, 1, 2, 3], true).len(), 24);
        assert_eq!(seatings(&[0, 0, 0], true), [[0, 1, 2]]);
    }

    #[test]
    fn a_deal_without_an_end_does_not_count() {
        let contest = Contest { lineup: vec![0, 1], deals: 3, permutations: false, seed: Seed(1) };
        let game = |deal, winner: usize, truncated| PlayedGame {
            deal,
            deal_seed: 0,
            bots: vec![winner, 1 - winner],
            scores: vec![2.0, 1.0],
            win_share: vec![1.0, 0.0],
            decisions: 1,
            truncated,
        };
        let games = [
            game(0, 0, false),
            game(0, 0, false),
            game(1, 0, false),
            game(1, 1, false),
            game(2, 1, false),
            game(2, 1, true),
        ];
        let found = standings(&contest, 2, &games);
        assert_eq!((found[0].seats, found[0].points), (4, Some(1.75)));
        assert_eq!(found[0].share.unwrap().share, 0.75);
        // The third deal is not over.
        assert_eq!(standings(&contest, 2, &games[..5])[1].seats, 4);
        assert_eq!(standings(&contest, 2, &[])[0].share, None);
    }
}
