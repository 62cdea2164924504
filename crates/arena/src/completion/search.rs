//! The search for a game that agrees with its log: many games at once, entry by entry.
//!
//! Games that agree with the next entry go on, the more of them the likelier the policy finds the log; others end. What
//! no seat knows is drawn where it turns up, so that games with one past turn up different things. Where no game is left,
//! genes of those that came as far are changed and the games played again from there, until some agree. Where none does,
//! the search goes back to earlier entries, farther each time. At the end, changes bring the scores to those of the log.

use std::cell::OnceCell;
use std::rc::Rc;

use tradewinds_game::{CompleteGame, Dice as _, Purpose, Rng, Scores, Seat, Seed};

use super::effects::{Draw, Effects};
use super::genes::Stage;
use super::pattern::Matcher;
use super::walk::{Mark, Offer, Wait, Walker};
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
/// A game after the decision of a stage, and how it came there.
pub(super) struct Node<S> {
    pub(super) mark: Mark<S>,
    pub(super) genes: Stage,
    pub(super) before: Option<Game<S>>,
    /// The mark as all seats together know it, once it is needed.
    seen: OnceCell<Mark<S>>,
}

impl<S: Copy + PartialEq> Node<S> {
    pub(super) fn new(mark: Mark<S>, genes: Stage, before: Option<Game<S>>) -> Game<S> {
        Rc::new(Self { mark, genes, before, seen: OnceCell::new() })
    }
}

/// A game that is played through a log.
pub(super) type Game<S> = Rc<Node<S>>;

/// A game, and how many there are of it.
type Share<S> = (Game<S>, u32);

/// What the end of a whole game lacks, and the game.
type Whole<S> = (u32, Game<S>);

/// A search under way.
pub(super) struct Search<'a, G: CompleteGame> {
    pub(super) walker: Walker<'a, G>,
    pub(super) rng: Rng,
    pub(super) tries: u64,
    most: u64,
    halted: &'a dyn Fn() -> bool,
    is_cut: bool,
    /// The number of games at once.
    swarm: u32,
    /// Which draws have an effect where games are stuck.
    pub(super) effects: Effects,
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
            effects: Effects::default(),
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
            let mut next = self.next(agreed + 1, &games);
            if agreed == entries {
                if let Some((game, _)) = next.first() {
                    self.farthest.1 = Some(Rc::clone(game));
                }
                let game = self.ended(agreed + 1, &next);
                if let Some(completion) = game.and_then(|game| self.completion(&game)) {
                    return Ok(completion);
                }
                next.clear();
            }
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
        let mut games = Vec::new();
        for _ in 0..self.swarm {
            let (genes, mark) = self.walker.deal(None, &mut self.rng);
            self.add(&mut games, 0, Node::new(mark, genes, None), 1);
        }
        games
    }

    /// Adds a game to those from `first` on, or its number to one of the latest of which all seats together know the same.
    fn add(&self, games: &mut Vec<Share<G::State>>, first: usize, game: Game<G::State>, count: u32) {
        const LATEST: usize = 32;
        let first = first.max(games.len().saturating_sub(LATEST));
        match games[first..].iter_mut().find(|(other, _)| self.is_seen_alike(other, &game)) {
            Some((_, number)) => *number += count,
            None => games.push((game, count)),
        }
    }

    /// Returns whether all seats together know the same in two games.
    pub(super) fn is_seen_alike(&self, one: &Game<G::State>, other: &Game<G::State>) -> bool {
        let [one, other] = [one, other].map(|game| game.seen.get_or_init(|| self.walker.seen(&game.mark)));
        one == other
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
                if wait != Wait::Stuck {
                    let node = Node::new(mark, genes, Some(Rc::clone(game)));
                    self.add(&mut next, first, node, if is_free { 1 } else { count - number });
                } else {
                    died = true;
                }
                if !is_free {
                    break;
                }
            }
        }
        self.is_lossless &= !died || next.is_empty();
        // That no game is over yet is certain, whatever is legal there.
        let is_end = stage > self.walker.log.entries.len();
        if next.is_empty() && !(self.is_lossless && (is_end || self.is_alike(games))) {
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
        self.effects = Effects::default();
        let mut games: Vec<(Game<G::State>, f32, Offer)> = (0..FEW)
            .map(|_| {
                let game = self.drawn(games);
                let mut mark = game.mark;
                self.walker.wait(stage, &mut mark, None, &mut self.rng);
                (game, LOOSE, self.walker.offer())
            })
            .collect();
        for tried in 0..CHANGES {
            // A few games are enough once many changes were tried.
            if next.len() >= FEW || tried > CHANGES / 8 && !next.is_empty() || self.is_over() {
                break;
            }
            let (game, budget, offer) = &mut games[self.rng.below(FEW as u32) as usize];
            let Some((draw, changed)) = self.changed(stage, game) else { continue };
            match changed {
                Some((changed, _, true)) => {
                    self.effects.note(draw, true);
                    self.add(&mut next, 0, changed, 1);
                }
                Some((changed, gain, false)) => {
                    let offered = self.walker.offer();
                    self.effects.note(draw, offered != *offer);
                    if *budget + gain >= 0.0 {
                        (*game, *budget, *offer) = (changed, LOOSE.min(*budget + gain), offered);
                    }
                }
                None => self.effects.note(draw, false),
            }
        }
        next
    }

    /// Changes games that are played to the end of the log until one has its scores.
    fn ended(&mut self, stage: usize, games: &[Share<G::State>]) -> Option<Game<G::State>> {
        let lack = |state: &G::State| distance(self.walker.log, &self.walker.game.scores(state));
        let mut whole: Vec<Whole<G::State>> =
            games.iter().map(|(game, _)| (lack(&game.mark.state), Rc::clone(game))).collect();
        whole.sort_by_key(|(lack, _)| *lack);
        whole.truncate(FEW);
        self.effects = Effects::default();
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
            let (before, game) = &whole[place];
            let Some((draw, changed)) = self.changed_end(stage, game) else { continue };
            self.effects.note(draw, changed.as_ref().is_some_and(|(lack, _)| lack != before));
            let slack = if self.rng.below(16) == 0 { self.rng.below(3) } else { 0 };
            if let Some((lack, game)) = changed
                && lack <= before + slack
                && (place > 0 || lack <= whole[0].0)
            {
                whole[place] = (lack, game);
                if lack < whole[0].0 {
                    whole.swap(0, place);
                    vain = 0;
                }
            }
        }
    }

    /// Changes a draw of a whole game; returns it, and the game with what its end lacks, if it is whole again.
    fn changed_end(
        &mut self,
        stage: usize,
        game: &Game<G::State>,
    ) -> Option<(Draw, Option<Whole<G::State>>)> {
        let (draw, changed) = self.changed(stage, game)?;
        let whole = changed
            .filter(|(.., is_whole)| *is_whole)
            .map(|(game, ..)| (distance(self.walker.log, &self.walker.game.scores(&game.mark.state)), game));
        Some((draw, whole))
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

/// Lists the stages of a game, from the deal on.
pub(super) fn line<S>(game: &Game<S>) -> Vec<&Game<S>> {
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
