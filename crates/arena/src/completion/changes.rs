//! Changes of games where a search is stuck: of a draw, rather one that has effects there.

use std::rc::Rc;

use tradewinds_game::{CompleteGame, Dice as _, Rng};

use super::effects::Draw;
use super::genes::{Gene, new_key};
use super::search::{Game, Node, Search, line};
use super::shuffles;
use super::walk::Wait;

/// How often a change is drawn before another game is taken, and how often one of the draws before it is changed.
const DRAWS: usize = 24;
const PICKS: usize = 64;

/// A game that was changed, how much more likely it is, as a logarithm, and whether it agrees with one more entry.
pub(super) type Changed<S> = (Game<S>, f32, bool);

impl<G: CompleteGame> Search<'_, G> {
    /// Changes a draw of a game and plays it again from there. Returns the draw, and a game that agrees with the entry of
    /// a stage, and true, or one that agrees with all before it, and false; and how much more likely it is, as a logarithm.
    pub(super) fn changed(
        &mut self,
        stage: usize,
        game: &Game<G::State>,
    ) -> Option<(Draw, Option<Changed<G::State>>)> {
        let line = line(game);
        let (draw, game) = self.with_a_change(&line)?;
        Some((draw, self.played_on(stage, &line, draw.stage, game)))
    }

    /// Plays a game on that was changed at a stage, as `line` was played.
    fn played_on(
        &mut self,
        stage: usize,
        line: &[&Game<G::State>],
        from: usize,
        mut game: Game<G::State>,
    ) -> Option<Changed<G::State>> {
        let mut gain = game.genes.likelihood - line[from].genes.likelihood;
        for at in from + 1..=stage {
            let mut mark = game.mark;
            let kept = line.get(at).map(|node| &node.genes);
            let (genes, wait) = self.walker.wait(at, &mut mark, kept, &mut self.rng);
            match wait {
                Wait::Agreed | Wait::Whole => {
                    game = Node::new(mark, genes, Some(game));
                    if let Some(node) = line.get(at) {
                        if self.is_seen_alike(node, &game) {
                            return None;
                        }
                        gain += game.genes.likelihood - node.genes.likelihood;
                    }
                }
                Wait::Stuck if at == stage => return Some((game, gain, false)),
                Wait::Stuck => return None,
            }
        }
        Some((game, gain, true))
    }

    /// Changes a draw of a game. Returns the draw, and the game up to its stage.
    fn with_a_change(&mut self, line: &[&Game<G::State>]) -> Option<(Draw, Game<G::State>)> {
        let thrown: Vec<usize> = (0..line.len()).filter(|&at| line[at].genes.is_thrown()).collect();
        let chosen: Vec<usize> = (0..line.len()).filter(|&at| !line[at].genes.choices.is_empty()).collect();
        if thrown.is_empty() && chosen.is_empty() {
            return None;
        }
        for _ in 0..DRAWS {
            let draw = self.draw(line, &thrown, &chosen);
            let at = draw.stage;
            let mut genes = line[at].genes.clone();
            match draw.number.checked_sub(genes.throws.len()) {
                None => self.change_throw(&mut genes.throws, draw.number),
                Some(choice) => genes.choices.truncate(choice),
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
                    self.effects.note(draw, false);
                    continue;
                }
                (genes, mark)
            };
            // What stays hidden is drawn again where it is turned up.
            let before = at.checked_sub(1).map(|before| Rc::clone(line[before]));
            let changed = Node::new(mark, genes, before);
            if !self.is_seen_alike(&changed, line[at]) {
                return Some((draw, changed));
            }
            self.effects.note(draw, false);
        }
        None
    }

    /// Picks one of the draws of a game, rather one that has effects.
    fn draw(&mut self, line: &[&Game<G::State>], thrown: &[usize], chosen: &[usize]) -> Draw {
        let mut draw = self.pick(line, thrown, chosen);
        for _ in 0..PICKS {
            if self.effects.share(draw) > new_key(&mut self.rng) as f32 / u32::MAX as f32 {
                break;
            }
            draw = self.pick(line, thrown, chosen);
        }
        draw
    }

    /// Picks one of the draws of a game, one near the end rather than another.
    fn pick(&mut self, line: &[&Game<G::State>], thrown: &[usize], chosen: &[usize]) -> Draw {
        let rng = &mut self.rng;
        let is_throw = chosen.is_empty() || !thrown.is_empty() && rng.below(2) == 0;
        let stages = if is_throw { thrown } else { chosen };
        let stage = stages[stages.len() - 1 - early(rng, stages.len())];
        let genes = &line[stage].genes;
        if !is_throw {
            let choice = rng.below(genes.choices.len() as u32) as usize;
            return Draw { stage, number: genes.throws.len() + choice };
        }
        let ranges = shuffles::shuffles(&genes.throws);
        let range = ranges[rng.below(ranges.len() as u32) as usize].clone();
        let from_end = early(rng, range.len());
        let is_first = rng.below(2) == 0;
        Draw { stage, number: if is_first { range.start + from_end } else { range.end - 1 - from_end } }
    }

    /// Changes one of the throws, or its card of a shuffle and another.
    fn change_throw(&mut self, throws: &mut [Gene], index: usize) {
        let ranges = shuffles::shuffles(throws);
        let range = ranges.into_iter().find(|range| range.contains(&index)).unwrap_or(index..index + 1);
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
}

/// Draws an index below a length: 0 every fourth time, and a low one rather than a high one.
fn early(rng: &mut Rng, len: usize) -> usize {
    let len = len as u32;
    let drawn = match rng.below(4) {
        0 => 0,
        1 => rng.below(len),
        _ => {
            let bits = rng.below(len.ilog2() + 2);
            rng.below(1 << bits).min(len - 1)
        }
    };
    drawn as usize
}
