//! Adding up the results of whole units.

use std::slice;

use litemap::LiteMap;

use crate::plan::schedule::MAX_GAMES;
use crate::plan::tournament::Tournament;
use crate::run::cursor::Fold;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::tables::doubling::{Line, SameSearch, same_searches};
use crate::tables::resample::{Figure, Found, Resample};
use crate::tables::standings::{
    BotStanding, Doubling, MeanEstimate, PairStanding, Pairing, PlaceStanding, Standings,
};
use crate::tables::told::{MAX_DEALS, Pair, Told, deals_to_tell, surely};
use crate::unit::{PerQuantity, Quantity, UnitGames, UnitResult};
use tradewinds_bots::{Cost, Faults};
use tradewinds_game::{Purpose, Seed, counted};
use tradewinds_stats::{CONFIDENCE, ShareEstimate, Strata, elo, share_of_alike, share_over_strata};

/// Adds up whole units.
///
/// # Determinism
/// The same units in the same order give the same bits.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    standings: Standings,
    blocks_per_unit: u64,
    /// The deals of each line-up, if that is the same number and fixed.
    deals: Option<u64>,
    /// The maximum number of deals that is proposed.
    max_deals: u64,
    seed: Seed,
    bots: Vec<BotTally>,
    pairs: LiteMap<(usize, usize), PairTally>,
    places: Vec<Strata>,
    resample: Resample,
    /// The bots that differ in their budget alone, each with the logarithm of the latter to base 2.
    budgets: Vec<SameSearch>,
}

/// One bot's means over units.
#[derive(Clone, Debug)]
struct BotTally {
    name: String,
    games: u64,
    means: PerQuantity<Strata>,
    places: Vec<Strata>,
    /// The number of times that it started in each place.
    visits: Vec<u64>,
    /// Its single games, by block of a unit.
    blocks: Vec<BlockTally>,
    faults: Option<Faults>,
    cost: Option<Cost>,
}

/// The single games of a bot in one of the blocks of all units.
#[derive(Clone, Debug, Default)]
struct BlockTally {
    seats: u64,
    means: PerQuantity<Strata>,
}

/// The results of the first bot of a pair against the second, over units.
#[derive(Clone, Debug, Default)]
struct PairTally {
    games: u64,
    ahead: Strata,
}

impl Tally {
    /// Starts the tally of a tournament.
    pub(crate) fn new(tournament: &Tournament) -> Self {
        let manifest = tournament.manifest();
        let schedule = tournament.schedule();
        let players = manifest.players;
        let rules = match tournament.variant_name() {
            "standard" => "standard rules".to_owned(),
            name => format!("variant {name}"),
        };
        let from = tournament.positions().map_or(String::new(), |positions| {
            format!("from {}, ", counted(positions.count(), "given position"))
        });
        let title = format!(
            "{}: {}, {players} players, {rules}, {from}seed {}",
            manifest.name,
            tournament.info().name,
            manifest.seed
        );
        let tally = |name: &str| BotTally {
            name: name.to_owned(),
            games: 0,
            means: PerQuantity::default(),
            places: vec![Strata::default(); players],
            visits: vec![0; players],
            blocks: vec![BlockTally::default(); schedule.blocks_per_unit() as usize],
            faults: None,
            cost: None,
        };
        let bots: Vec<BotTally> = tournament.bots().iter().map(|preset| tally(&preset.name)).collect();
        Self {
            standings: Standings {
                title,
                players,
                games: 0,
                blocks: 0,
                expected_blocks: None,
                truncated_games: 0,
                truncated_blocks: 0,
                bots: Vec::new(),
                pairs: Vec::new(),
                places: Vec::new(),
                pairing: Pairing::default(),
                answer: String::new(),
                summary: String::new(),
                more_deals: None,
                doublings: Vec::new(),
            },
            blocks_per_unit: schedule.blocks_per_unit(),
            deals: schedule.deals().filter(|_| !manifest.has_rule()),
            max_deals: MAX_DEALS.min(MAX_GAMES / schedule.games_per_deal()),
            seed: Seed(manifest.seed),
            resample: Resample::new(bots.len(), schedule.strata()),
            budgets: same_searches(tournament.bots()),
            bots,
            pairs: LiteMap::new(),
            places: vec![Strata::default(); players],
        }
    }

    /// Adds a whole unit; one with a truncated game does not count, since its seats would not be balanced
    /// without that game, but the faults of external bots in it and the costs do.
    fn add(&mut self, result: &UnitResult) {
        for (&bot, &faults) in &result.faults {
            *self.bots[bot].faults.get_or_insert_default() += faults;
        }
        for (&bot, cost) in &result.costs {
            *self.bots[bot].cost.get_or_insert_default() += cost;
        }
        if result.truncated > 0 {
            self.standings.truncated_games += result.truncated;
            self.standings.truncated_blocks += self.blocks_per_unit;
            return;
        }
        self.standings.games += result.games;
        self.standings.blocks += self.blocks_per_unit;
        let stratum = result.stratum;
        for own in &result.bots {
            let bot = &mut self.bots[own.bot];
            bot.games += own.games;
            for (quantity, means) in own.means.iter() {
                bot.means[quantity].extend(stratum, means.mean());
            }
            for (place, shares) in own.places.iter().enumerate() {
                bot.places[place].extend(stratum, shares.mean());
                bot.visits[place] += shares.count();
            }
            for (block, games) in bot.blocks.iter_mut().zip(&own.blocks) {
                block.seats += games.seats;
                for (quantity, means) in games.means.iter() {
                    block.means[quantity].merge(stratum, means);
                }
            }
        }
        for found in &result.pairs {
            let pair = self.pairs.entry((found.a, found.b)).or_default();
            pair.games += found.games;
            pair.ahead.extend(stratum, found.ahead.mean());
        }
        for (place, shares) in self.places.iter_mut().zip(&result.places) {
            place.extend(stratum, shares.mean());
        }
        self.resample.unit(result);
    }

    /// Works out the standings.
    fn standings(self) -> Standings {
        let lines = self.lines();
        let found = self.resample.resample(self.seed.derive(Purpose::Bootstrap, 0).0, &lines);
        let ratings = self.resample.ratings();
        let doublings = self.doublings(&lines, &ratings, &found);
        let estimate = |number: usize, quantity: Quantity| {
            let strata = &self.bots[number].means[quantity];
            let interval = found.interval(number, Figure::Mean(quantity));
            MeanEstimate {
                mean: strata.mean(),
                // Units that all agree say nothing about the uncertainty of their mean.
                standard_error: strata.standard_error().filter(|&error| error > 0.0),
                interval: interval.filter(|_| strata.standard_error() != Some(0.0)),
            }
        };
        let mut bots = Vec::new();
        let mut places = Vec::new();
        for (number, bot) in self.bots.iter().enumerate() {
            for (place, shares) in bot.places.iter().enumerate() {
                let share = share_over_strata(&shares.moments(), bot.visits[place]);
                places.push(PlaceStanding { bot: Some(bot.name.clone()), place, share });
            }
            bots.push(BotStanding {
                bot: bot.name.clone(),
                games: bot.games,
                seats: bot.visits.iter().sum(),
                blocks: bot.means[Quantity::WinShare].count() * self.blocks_per_unit,
                win_share: bot.share(),
                design_effect: gain(slice::from_ref(bot), Quantity::WinShare).map(f64::recip),
                score: estimate(number, Quantity::Score),
                margin: estimate(number, Quantity::Margin),
                rank: estimate(number, Quantity::Rank),
                rating: MeanEstimate {
                    mean: ratings[number].map(elo),
                    standard_error: None,
                    interval: found.interval(number, Figure::Rating),
                },
                alpha_rank: found.mean(number, Figure::AlphaRank),
                by_place: bot.places.iter().map(Strata::mean).collect(),
                faults: bot.faults,
                cost: bot.cost.clone(),
            });
        }
        for (place, shares) in self.places.iter().enumerate() {
            let share = share_over_strata(&shares.moments(), self.standings.games);
            places.push(PlaceStanding { bot: None, place, share });
        }
        let share = |bot: &BotStanding| bot.win_share.map_or(-1.0, |estimate| estimate.share);
        // A stable sort: bots of equal share stay in the manifest's order.
        bots.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let leader = bots.first().map(|bot| bot.bot.as_str());
        let (pairs, more_deals) = self.pairs(leader);
        let pairing = Pairing {
            win_share: gain(&self.bots, Quantity::WinShare),
            score: gain(&self.bots, Quantity::Score),
        };
        Standings { pairs, bots, places, pairing, more_deals, doublings, ..self.standings }
    }

    /// Lists for each search of several budgets the ratings by the logarithm of the budget, and by that of the time that a
    /// decision took.
    fn lines(&self) -> Vec<Line> {
        let time = |bot: usize| Some(self.bots[bot].cost.as_ref()?.mean_time()?.max(1.0).log2());
        let timed = |search: &SameSearch| {
            search.bots.iter().map(|&(bot, _)| Some((bot, time(bot)?))).collect::<Option<Vec<_>>>()
        };
        let both = |search: &SameSearch| {
            let times = timed(search).unwrap_or_default();
            [Line(search.bots.clone()), Line(times)]
        };
        self.budgets.iter().flat_map(both).collect()
    }

    /// Says what a doubling of each budget was worth.
    fn doublings(&self, lines: &[Line], ratings: &[Option<f64>], found: &Found) -> Vec<Doubling> {
        let ratings: Vec<Option<f64>> = ratings.iter().map(|rating| rating.map(elo)).collect();
        let slope = |line: usize| MeanEstimate {
            mean: lines[line].slope(&ratings),
            standard_error: None,
            interval: found.slope(line),
        };
        let name = |&(bot, _): &(usize, f64)| self.bots[bot].name.clone();
        let doubling = |(number, search): (usize, &SameSearch)| Doubling {
            bots: search.bots.iter().map(name).collect(),
            of_time: search.of_time,
            of_budget: slope(2 * number),
            of_clock: lines[2 * number + 1].ascends().then(|| slope(2 * number + 1)),
        };
        self.budgets.iter().enumerate().map(doubling).collect()
    }

    /// Lists the pairs that met, with the number of deals that would probably tell the leader from those bots of which
    /// it is not sure.
    fn pairs(&self, leader: Option<&str>) -> (Vec<PairStanding>, Option<(u64, Vec<String>)>) {
        let name = |bot: usize| self.bots[bot].name.clone();
        let compared: Vec<Pair> = self
            .pairs
            .values()
            .map(|pair| Pair { strata: pair.ahead.moments(), games: pair.games })
            .collect();
        let sure = surely(&compared);
        let pairs =
            self.pairs.keys().zip(compared.iter().zip(&sure)).map(|(&(a, b), (pair, &sure))| PairStanding {
                bot: name(a),
                opponent: name(b),
                games: pair.games,
                ahead: share_over_strata(&pair.strata, pair.games),
                is_sure: sure != Told::Open,
            });
        let pairs: Vec<PairStanding> = pairs.collect();
        // The pairs of the leader that are open, each with the number of deals that it needs.
        let open = pairs.iter().zip(&compared).filter(|(pair, _)| !pair.is_sure);
        let needs = open.filter_map(|(pair, compared)| {
            let other = match leader {
                Some(leader) if leader == pair.bot => &pair.opponent,
                Some(leader) if leader == pair.opponent => &pair.bot,
                _ => return None,
            };
            Some((deals_to_tell(compared, self.deals?, self.max_deals, pairs.len())?, other.clone()))
        });
        let needs: Vec<(u64, String)> = needs.collect();
        let most = needs.iter().map(|(deals, _)| *deals).max();
        let more_deals = most.map(|deals| (deals, needs.into_iter().map(|(_, bot)| bot).collect()));
        (pairs, more_deals)
    }
}

impl Fold for Tally {
    type Made = Standings;
    const PARTS: Parts = Parts::Result;

    fn unit(&mut self, _: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        self.add(result);
        Ok(())
    }

    fn finish(self) -> Result<Standings, RunError> {
        Ok(self.standings())
    }
}

impl BotTally {
    /// Estimates its win share. Where all its games with each line-up agree, as those of three copies of a bot that
    /// always win the game among them, the interval is that of so many games that agree.
    fn share(&self) -> Option<ShareEstimate> {
        let shares = &self.means[Quantity::WinShare];
        let share = share_over_strata(&shares.moments(), self.games)?;
        let seats_of =
            |block: &BlockTally| block.seats as f64 / block.means[Quantity::WinShare].count() as f64;
        let played = || self.blocks.iter().filter(|block| block.seats > 0);
        if share.interval.is_none()
            || !played().all(|block| block.means[Quantity::WinShare].standard_error() == Some(0.0))
        {
            return Some(share);
        }
        let highest = played().map(|block| seats_of(block).recip()).sum::<f64>() / played().count() as f64;
        let freedom = shares.freedom();
        Some(share_of_alike([share.share, highest], self.games as f64, freedom, CONFIDENCE))
    }
}

/// Returns the variance ratio of independent games to blocks: over all bots, the squared standard error of a quantity
/// as if their games were independent, divided by the one found between blocks.
fn gain(bots: &[BotTally], quantity: Quantity) -> Option<f64> {
    // One block of a line-up says nothing about the variance between its blocks.
    if bots.iter().flat_map(|bot| bot.means[Quantity::WinShare].moments()).any(|blocks| blocks.count() < 2) {
        return None;
    }
    let square = |strata: &Strata| strata.standard_error().unwrap_or(0.0).powi(2);
    // The blocks of a unit are line-ups of the same weight.
    let independent = |bot: &BotTally| {
        let played = || bot.blocks.iter().filter(|block| block.seats > 0);
        played().map(|block| square(&block.means[quantity])).sum::<f64>()
            / (played().count().max(1) as f64).powi(2)
    };
    let independent: f64 = bots.iter().map(independent).sum();
    let found: f64 = bots.iter().map(|bot| square(&bot.means[quantity])).sum();
    (independent > 0.0 && found > 0.0).then(|| independent / found)
}
