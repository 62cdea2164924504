//! The search for a game that agrees with its log: many games at once, entry by entry.
//!
//! Games that agree with the next entry go on, the more of them the likelier the policy finds the log; others end. What
//! no seat knows is drawn where it turns up, so that games with one past turn up different things. Where no game is left,
//! genes of those that came as far are changed and the games played again from there, until some agree. Where none does,
//! the search goes back to earlier entries, farther each time. At the end, changes bring the scores to those of the log.

use std::rc::Rc;

use tradewinds_game::{CompleteGame, Dice as _, Purpose, Rng, Scores, Seat, Seed};

use super::genes::{Gene, Stage, new_key};
use super::pattern::Matcher;
use super::shuffles;
use super::walk::{Mark, Wait, Walker};
use super::whole::whole;
use super::{Completion, GameLog, Stuck};

/// The number of games at once, equal ones counted each, and its maximum where the search goes back again and again.
const SWARM: u32 = 600;
const LARGEST: u32 = 9_600;
/// How much less likely a game may become by changes, as a logarithm.
const LOOSE: f32 = 8.0;
/// How much the logarithm of the likelihood counts.
const TEMPER: f32 = 0.5;
/// The number of games that are looked for by changes where no game is left.
const FEW: usize = 12;
/// The number of changes that are tried at an entry before the search goes back.
const CHANGES: u64 = 15_000;
/// The number of changes that are tried at the end since the last gain.
const CHANGES_AT_END: u64 = 20_000;
/// The number of games that are kept for each entry, to go back to.
const KEPT: usize = 100;
/// The number of times that the search goes back without getting farther before it gives up.
const RETURNS: u32 = 30;
/// How often a change is drawn before another game is taken.
const DRAWS: usize = 24;

/// A game after the decision of a stage, and how it came there.
pub(super) struct Node<S> {
    pub(super) mark: Mark<S>,
    pub(super) genes: Stage,
    before: Option<Game<S>>,
}

/// A game that is played through a log.
pub(super) type Game<S> = Rc<Node<S>>;

/// A game, and how many there are of it.
type Share<S> = (Game<S>, u32);

/// A search under way.
pub(super) struct Search<'a, G: CompleteGame> {
    walker: Walker<'a, G>,
    rng: Rng,
    tries: u64,
    most: u64,
    halted: &'a dyn Fn() -> bool,
    is_cut: bool,
    /// The number of games at once.
    swarm: u32,
    /// Whether all games so far agree with the entries before the one that is waited for.
    is_lossless: bool,
    /// The number of entries that the games that came farthest agree with, and one of them.
    farthest: (usize, Option<Game<G::State>>),
}

impl<'a, G: CompleteGame> Search<'a, G> {
    pub(super) fn new(
        game: &'a G,
        log: &'a GameLog,
        seed: Seed,
        most: u64,
        halted: &'a dyn Fn() -> bool,
    ) -> Self {
        let walker = Walker::new(game, log, Matcher::new(game, log, seed));
        let rng = seed.derive(Purpose::Completion, 0).rng();
        Self {
            walker,
            rng,
            tries: 0,
            most,
            halted,
            is_cut: false,
            swarm: SWARM,
            is_lossless: true,
            farthest: (0, None),
        }
    }

    /// Searches until a game agrees with everything, or it is no longer worth the while.
    pub(super) fn run(mut self) -> Result<Completion, Box<Stuck>> {
        let entries = self.walker.log.entries.len();
        // The games that are kept after each stage.
        let mut kept: Vec<Vec<Share<G::State>>> = vec![];
        let mut games = self.dealt();
        let mut returns = 0;
        loop {
            // All games agree with this number of entries.
            let agreed = kept.len();
            if agreed > self.farthest.0 || self.farthest.1.is_none() {
                self.farthest = (agreed, Some(Rc::clone(&games[0].0)));
                returns = 0;
                self.swarm = SWARM.max(self.swarm / 2);
            }
            let some = self.thinned(&games);
            kept.push(some);
            let next = if agreed < entries {
                self.next(agreed + 1, &games)
            } else {
                let game = self.ended(agreed + 1, &games);
                if let Some(completion) = game.and_then(|game| self.completion(&game)) {
                    return Ok(completion);
                }
                Vec::new()
            };
            if !next.is_empty() {
                games = next;
                continue;
            }
            returns += 1;
            if self.is_cut || self.is_lossless || self.is_over() || returns > RETURNS {
                return Err(self.stuck());
            }
            self.swarm = LARGEST.min(self.swarm * 2);
            let back = 8_usize << returns.min(6);
            let to = agreed.saturating_sub(back + self.rng.below(back as u32) as usize);
            kept.truncate(to + 1);
            games = kept.pop().expect("one stage is kept");
            if to == 0 {
                games = self.dealt();
            }
        }
    }

    /// Returns whether the search has to end.
    fn is_over(&mut self) -> bool {
        self.is_cut = self.is_cut || self.tries >= self.most || (self.halted)();
        self.is_cut
    }

    /// Deals games.
    fn dealt(&mut self) -> Vec<Share<G::State>> {
        let Self { walker, rng, swarm, .. } = self;
        let mut deal = || {
            let (genes, mark) = walker.deal(None, rng);
            Rc::new(Node { mark, genes, before: None })
        };
        let mut games = Vec::new();
        (0..*swarm).for_each(|_| add(&mut games, 0, deal(), 1));
        games
    }

    /// Draws some of the games.
    fn thinned(&mut self, games: &[Share<G::State>]) -> Vec<Share<G::State>> {
        if games.len() <= KEPT {
            return games.to_vec();
        }
        (0..KEPT).map(|_| (self.drawn(games), self.swarm / KEPT as u32)).collect()
    }

    /// Draws one of the games.
    fn drawn(&mut self, games: &[Share<G::State>]) -> Game<G::State> {
        let mut left = self.rng.below(games.iter().map(|(_, count)| count).sum());
        let is_it = |(_, count): &&Share<G::State>| match left.checked_sub(*count) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        Rc::clone(&games.iter().find(is_it).expect("one of the games").0)
    }

    /// Plays all games on through a stage, and returns those that agree with its entry, with changes if none does; none if
    /// the search has to end.
    fn next(&mut self, stage: usize, games: &[Share<G::State>]) -> Vec<Share<G::State>> {
        let mut next: Vec<Share<G::State>> = Vec::new();
        let mut died = false;
        for (game, count) in games {
            let first = next.len();
            for number in 0..*count {
                if self.is_over() {
                    return Vec::new();
                }
                let mut mark = game.mark;
                let (genes, wait) = self.walker.wait(stage, &mut mark, None, &mut self.rng);
                self.tries += 1;
                // Without genes all of them go on alike.
                let is_free = genes.is_free();
                if wait == Wait::Agreed {
                    let node = Node { mark, genes, before: Some(Rc::clone(game)) };
                    add(&mut next, first, Rc::new(node), if is_free { 1 } else { count - number });
                } else {
                    died = true;
                }
                if !is_free {
                    break;
                }
            }
        }
        self.is_lossless &= !died || next.is_empty();
        if next.is_empty() && !(self.is_lossless && self.is_alike(games)) {
            self.is_lossless = false;
            next = self.repaired(stage, games);
        }
        self.resampled(&next)
    }

    /// Draws games in proportion to their likelihood, with a fixed total.
    fn resampled(&mut self, games: &[Share<G::State>]) -> Vec<Share<G::State>> {
        let top = games.iter().map(|(game, _)| game.genes.likelihood).fold(f32::MIN, f32::max);
        let weight = |(game, count): &Share<G::State>| {
            f64::from(*count) * f64::from(libm::expf(TEMPER * (game.genes.likelihood - top)))
        };
        let total: f64 = games.iter().map(weight).sum();
        let mut sum = f64::from(self.rng.below(1 << 24)) / f64::from(1 << 24);
        let mut drawn = Vec::new();
        for share in games {
            let before = sum.floor();
            sum += weight(share) / total * f64::from(self.swarm);
            let count = (sum.floor() - before) as u32;
            if count > 0 {
                drawn.push((Rc::clone(&share.0), count));
            }
        }
        drawn
    }

    /// Changes games that agree with all entries before a stage until some agree with its entry.
    fn repaired(&mut self, stage: usize, games: &[Share<G::State>]) -> Vec<Share<G::State>> {
        let mut next = Vec::new();
        let mut games: Vec<(Game<G::State>, f32)> = (0..FEW).map(|_| (self.drawn(games), LOOSE)).collect();
        for tried in 0..CHANGES {
            // A few games are enough once many changes were tried.
            if next.len() >= FEW || tried > CHANGES / 8 && !next.is_empty() || self.is_over() {
                break;
            }
            let place = self.rng.below(games.len() as u32) as usize;
            match self.changed(stage, &games[place].0) {
                Some((game, _, true)) => add(&mut next, 0, game, 1),
                Some((game, gain, false)) if games[place].1 + gain >= 0.0 => {
                    games[place] = (game, LOOSE.min(games[place].1 + gain));
                }
                _ => {}
            }
        }
        next
    }

    /// Changes a gene of a game and plays it again from there. Returns a game that agrees with the entry of a stage,
    /// and true, or one that agrees with all before it, and false; and how much more likely it is, as a logarithm.
    fn changed(&mut self, stage: usize, game: &Game<G::State>) -> Option<(Game<G::State>, f32, bool)> {
        let line = line(game);
        let (from, mut game) = self.with_a_change(&line)?;
        let mut gain = game.genes.likelihood - line[from].genes.likelihood;
        for at in from + 1..=stage {
            let mut mark = game.mark;
            let kept = line.get(at).map(|node| &node.genes);
            let (genes, wait) = self.walker.wait(at, &mut mark, kept, &mut self.rng);
            match wait {
                Wait::Agreed => {
                    if let Some(node) = line.get(at) {
                        if node.mark == mark {
                            return None;
                        }
                        gain += genes.likelihood - node.genes.likelihood;
                    }
                    game = Rc::new(Node { mark, genes, before: Some(game) });
                }
                _ if at == stage => return Some((game, gain, false)),
                _ => return None,
            }
        }
        Some((game, gain, true))
    }

    /// Changes a gene of a game, one near the end rather than another. Returns the stage with it, played.
    fn with_a_change(&mut self, line: &[&Game<G::State>]) -> Option<(usize, Game<G::State>)> {
        let thrown: Vec<usize> = (0..line.len()).filter(|&at| line[at].genes.is_thrown()).collect();
        let chosen: Vec<usize> = (0..line.len()).filter(|&at| !line[at].genes.choices.is_empty()).collect();
        if thrown.is_empty() && chosen.is_empty() {
            return None;
        }
        for _ in 0..DRAWS {
            let is_throw = chosen.is_empty() || !thrown.is_empty() && self.rng.below(2) == 0;
            let places = if is_throw { &thrown } else { &chosen };
            let at = places[places.len() - 1 - self.early(places.len())];
            let mut genes = line[at].genes.clone();
            if is_throw {
                self.change_throw(&mut genes.throws);
            } else {
                let index = self.rng.below(genes.choices.len() as u32) as usize;
                genes.choices.truncate(index);
            }
            self.tries += 1;
            let (genes, mark) = if at == 0 {
                self.walker.deal(Some(&genes), &mut self.rng)
            } else {
                let mut mark = line[at - 1].mark;
                self.walker.is_blind = self.rng.below(2) == 0;
                let (genes, wait) = self.walker.wait(at, &mut mark, Some(&genes), &mut self.rng);
                self.walker.is_blind = false;
                if wait == Wait::Stuck {
                    continue;
                }
                (genes, mark)
            };
            if mark != line[at].mark {
                let before = at.checked_sub(1).map(|before| Rc::clone(line[before]));
                return Some((at, Rc::new(Node { mark, genes, before })));
            }
        }
        None
    }

    /// Changes one of the throws, or two cards of a shuffle.
    fn change_throw(&mut self, throws: &mut [Gene]) {
        let ranges = shuffles::shuffles(throws);
        let range = ranges[self.rng.below(ranges.len() as u32) as usize].clone();
        let from_end = self.early(range.len());
        let index = if self.rng.below(2) == 0 { range.start + from_end } else { range.end - 1 - from_end };
        if range.len() > 2 && self.rng.below(4) > 0 {
            let cards = range.len() as u32 + 1;
            let one = cards as usize - 1 - (index - range.start);
            let other = self.rng.below(cards) as usize;
            let change = if self.rng.below(3) == 0 { shuffles::move_card } else { shuffles::exchange };
            change(&mut throws[range], one, other);
        } else {
            throws[index].key = new_key(&mut self.rng);
        }
    }

    /// Draws an index below a length: 0 every fourth time, and a low one rather than a high one.
    fn early(&mut self, len: usize) -> usize {
        let len = len as u32;
        let drawn = match self.rng.below(4) {
            0 => 0,
            1 => self.rng.below(len),
            _ => {
                let bits = self.rng.below(len.ilog2() + 2);
                self.rng.below(1 << bits).min(len - 1)
            }
        };
        drawn as usize
    }

    /// Plays all games to the end of the log, and changes them until one has its scores.
    fn ended(&mut self, stage: usize, games: &[Share<G::State>]) -> Option<Game<G::State>> {
        let mut whole: Vec<(u32, Game<G::State>)> = Vec::new();
        for (game, _) in games {
            let mut mark = game.mark;
            let (genes, wait) = self.walker.wait(stage, &mut mark, None, &mut self.rng);
            if wait == Wait::Whole {
                let lack = distance(self.walker.log, &self.walker.game.scores(&mark.state));
                whole.push((lack, Rc::new(Node { mark, genes, before: Some(Rc::clone(game)) })));
            }
        }
        whole.sort_by_key(|(lack, _)| *lack);
        whole.truncate(FEW);
        let mut vain = 0;
        loop {
            let (least, best) = whole.first()?;
            if *least == 0 {
                return Some(Rc::clone(best));
            }
            if vain == CHANGES_AT_END || self.is_over() {
                return None;
            }
            vain += 1;
            let place = self.rng.below(whole.len() as u32) as usize;
            if let Some((lack, game)) = self.changed_end(stage, &whole[place].1) {
                let slack = if self.rng.below(16) == 0 { self.rng.below(3) } else { 0 };
                if lack <= whole[place].0 + slack && (place > 0 || lack <= whole[0].0) {
                    whole[place] = (lack, game);
                    if lack < whole[0].0 {
                        whole.swap(0, place);
                        vain = 0;
                    }
                }
            }
        }
    }

    /// Changes a gene of a whole game; returns it with what its end lacks, if it is whole again.
    fn changed_end(&mut self, stage: usize, game: &Game<G::State>) -> Option<(u32, Game<G::State>)> {
        let line = line(game);
        let last = &line[stage].genes;
        let (before, _, is_told) = self.changed(stage - 1, line[stage - 1])?;
        if !is_told {
            return None;
        }
        let mut mark = before.mark;
        let (genes, wait) = self.walker.wait(stage, &mut mark, Some(last), &mut self.rng);
        let lack = distance(self.walker.log, &self.walker.game.scores(&mark.state));
        (wait == Wait::Whole).then(|| (lack, Rc::new(Node { mark, genes, before: Some(before) })))
    }

    /// Writes a whole game.
    fn completion(&mut self, game: &Game<G::State>) -> Option<Completion> {
        self.walker.moves = Some(Vec::new());
        let line = line(game);
        let mut mark = line[0].mark;
        let deal = mark.state;
        for (stage, node) in line.iter().enumerate().skip(1) {
            self.walker.wait(stage, &mut mark, Some(&node.genes), &mut self.rng);
        }
        let played = self.walker.moves.take().unwrap_or_default();
        whole(self.walker.game, &self.walker.log.variant, &deal, &played, self.tries)
    }

    /// Returns whether the same seat has the same actions in all of these games.
    fn is_alike(&mut self, games: &[Share<G::State>]) -> bool {
        let mut offer = |(game, _): &Share<G::State>| {
            let state = &game.mark.state;
            (self.walker.game.to_act(state), self.walker.legal(state))
        };
        let first = games.first().map(&mut offer);
        games.iter().all(|game| Some(offer(game)) == first)
    }

    /// Describes the end of the search.
    fn stuck(mut self) -> Box<Stuck> {
        let game = self.walker.game;
        let state = self.farthest.1.as_ref().map(|node| node.mark.state);
        let scores = state.as_ref().map(|state| game.scores(state));
        Box::new(Stuck {
            entry: self.farthest.0,
            seat: state.as_ref().and_then(|state| game.to_act(state)),
            legal: state.as_ref().map_or(Vec::new(), |state| self.walker.legal(state)),
            points: scores.iter().flat_map(|scores| scores.points.as_slice().to_vec()).collect(),
            is_certain: self.is_lossless && !self.is_cut,
            is_cut: self.is_cut,
            tries: self.tries,
        })
    }
}

/// Adds a game to those from `first` on, or its number to an equal one of the latest.
fn add<S: PartialEq>(games: &mut Vec<Share<S>>, first: usize, game: Game<S>, count: u32) {
    const LATEST: usize = 32;
    let first = first.max(games.len().saturating_sub(LATEST));
    match games[first..].iter_mut().find(|(other, _)| other.mark == game.mark) {
        Some((_, number)) => *number += count,
        None => games.push((game, count)),
    }
}

/// Lists the stages of a game, from the deal on.
fn line<S>(game: &Game<S>) -> Vec<&Game<S>> {
    let mut line = vec![game];
    let mut at = game;
    while let Some(before) = &at.before {
        line.push(before);
        at = before;
    }
    line.reverse();
    line
}

/// Returns how far the standing at the end is from that of a log, in points and ranks.
fn distance(log: &GameLog, scores: &Scores) -> u32 {
    let mut distance = 0;
    for (index, points) in log.scores.iter().flatten().enumerate() {
        distance += scores.points[Seat::new(index)].abs_diff(*points);
    }
    for (index, rank) in log.ranks.iter().flatten().enumerate() {
        distance += u32::from(scores.rank[Seat::new(index)].abs_diff(*rank));
    }
    distance
}
