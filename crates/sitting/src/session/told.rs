//! What happened, as people tell it: the decisions that make up one act of a seat in one sentence.

use std::sync::Arc;

use tradewinds_arena::Sight;
use tradewinds_game::{Joint, Phrase, Pieces, Seat, counted, speech};

use super::Session;
use crate::tree::{Node, NodeId};

/// One act of a seat, or the same short act of several seats in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The seat that acted, or the first of them.
    pub seat: Seat,
    /// The act in words.
    pub text: String,
    /// The number of its first decision among those that the reader saw, from 0.
    pub first: usize,
    /// The number of its decisions that the reader saw.
    pub decisions: usize,
    /// Whether the reader could tell that nothing else was legal.
    pub forced: bool,
    /// The round in which it was begun.
    pub round: u32,
}

/// What is known about runs after a decision: see [`Node`].
pub(super) struct Run {
    pub(super) stood: Option<Pieces>,
    pub(super) moved: Arc<[Phrase]>,
}

/// The decisions of one act, while they are collected.
struct Act<'a> {
    first: usize,
    nodes: Vec<&'a Node>,
    last: NodeId,
}

impl Session {
    /// Returns whether the decision at hand goes on with the one before it.
    pub(super) fn goes_on(&self, seat: Seat) -> bool {
        let before = self.tree.node(self.at);
        let is_of_run = |joint: Joint| before.joint.as_ref() == Some(&joint.name);
        before.parent.is_some()
            && before.seat == seat
            && (self.game.joint().is_some_and(is_of_run) || self.game.goes_on(before.kind))
    }

    /// Looks at the run of a decision that was just played, which is not in the tree yet; `stands` has the pieces of each
    /// seat before it.
    pub(super) fn run_after(&self, seat: Seat, joint: Option<&Joint>, stands: &[Pieces]) -> Run {
        let (next, run) = (self.game.to_act(), self.game.to_act().and_then(|_| self.game.joint()));
        let name = |joint: &Joint| joint.name.clone();
        let is_on = next == Some(seat) && joint.is_some() && run.as_ref().map(name) == joint.map(name);
        let begins = run.is_some() && !is_on;
        let stood = next.filter(|_| begins).map(|next| stands[next.index()].clone());
        let moved = joint.filter(|_| !is_on).and_then(|joint| {
            let before = self.tree.node(self.before_run(seat, &joint.name)).stood.as_ref()?;
            Some(moved(joint.piles.first()?.noun, before, &self.game.stood(seat)))
        });
        Run { stood, moved: moved.unwrap_or_default().into() }
    }

    /// Returns the position before a seat's run of this name that the current position is in.
    fn before_run(&self, seat: Seat, name: &str) -> NodeId {
        let mut at = self.at;
        loop {
            let node = self.tree.node(at);
            match node.parent.filter(|_| node.seat == seat && node.joint.as_deref() == Some(name)) {
                Some(parent) => at = parent,
                None => return at,
            }
        }
    }

    /// Lists what a reader saw happen as [`log`](Self::log) does, an act in one piece.
    #[must_use]
    pub fn told(&self, reader: Option<Seat>) -> Vec<Told> {
        self.told_from(0, reader)
    }

    /// Lists what a reader saw happen from a decision on, by its number among those that the reader saw.
    #[must_use]
    pub fn told_from(&self, first: usize, reader: Option<Seat>) -> Vec<Told> {
        let mut acts: Vec<Act<'_>> = Vec::new();
        for (index, entry) in self.log(reader).into_iter().enumerate().skip(first) {
            let node = self.tree.node(entry.node);
            // What the reader has not seen in between is of the same act.
            let steps = std::iter::successors(Some(entry.node), |&id| {
                let node = self.tree.node(id);
                node.parent.filter(|_| node.goes_on)
            });
            let is_next = |act: &&mut Act<'_>| steps.skip(1).any(|id| id == act.last);
            match acts.last_mut().filter(is_next) {
                Some(act) => {
                    act.nodes.push(node);
                    act.last = entry.node;
                }
                None => acts.push(Act { first: index, nodes: vec![node], last: entry.node }),
            }
        }
        let mut told: Vec<Told> = Vec::new();
        let mut place = 0;
        while place < acts.len() {
            let mut alike = 1;
            while acts.get(place + alike).is_some_and(|act| is_same(&acts[place..place + alike], act, reader))
            {
                alike += 1;
            }
            told.push(self.tell(&acts[place..place + alike], reader));
            place += alike;
        }
        told
    }

    fn tell(&self, acts: &[Act<'_>], reader: Option<Seat>) -> Told {
        let (act, node) = (&acts[0], acts[0].nodes[0]);
        let observer = reader.unwrap_or(node.seat);
        let sight = |node: &Node| node.sights[observer] == Sight::Whole || reader.is_none();
        let seats: Vec<&str> =
            acts.iter().map(|act| self.names[act.nodes[0].seat.index()].as_str()).collect();
        let name = speech::joined(&seats);
        let is_whole = act.nodes.iter().all(|node| sight(node));
        let moved = act.nodes.last().map_or(&[][..], |last| &last.moved);
        let mut phrases: Vec<&Phrase> = match is_whole && !moved.is_empty() {
            true => moved.iter().collect(),
            false => act.nodes.iter().map(|node| &node.phrases[usize::from(!sight(node))]).collect(),
        };
        if !is_whole {
            // What others see of several secret choices is one thing.
            phrases.dedup();
        }
        let mut text = speech::told(&name, seats.len() > 1, &phrases);
        let mut after: Vec<&str> = act.nodes.iter().map(|node| node.after.as_str()).collect();
        after.retain(|after| !after.is_empty());
        if !after.is_empty() {
            text += &format!(": {}", after.join("; "));
        }
        let decisions = acts.iter().map(|act| act.nodes.len()).sum();
        let forced = acts.iter().flat_map(|act| &act.nodes).all(|node| node.forced[observer]);
        Told { seat: node.seat, text, first: act.first, decisions, forced, round: node.round }
    }
}

/// Says which pieces stand elsewhere than before, whether a decision put them there or the rules did.
fn moved(noun: &str, before: &Pieces, after: &Pieces) -> Vec<Phrase> {
    let count = |pieces: &Pieces, key: &str| pieces.get(key).copied().unwrap_or(0);
    let more = |key: &String| {
        let more = count(after, key).saturating_sub(count(before, key));
        (more > 0).then(|| Phrase::new("put", format!("{} on {key}", counted(more, noun))))
    };
    let less = |key: &String| {
        let less = count(before, key).saturating_sub(count(after, key));
        (less > 0).then(|| Phrase::new("take", format!("{} from {key}", counted(less, noun))))
    };
    after.keys().filter_map(more).chain(before.keys().filter_map(less)).collect()
}

/// Returns whether a seat did just what others did, in one decision that changed no number.
fn is_same(others: &[Act<'_>], act: &Act<'_>, reader: Option<Seat>) -> bool {
    // What the reader sees of the act, if that is one thing: a secret act of several decisions is one, too.
    let short = |act: &Act<'_>| {
        let node = act.nodes[0];
        let is_whole = reader.is_none_or(|reader| node.sights[reader] == Sight::Whole);
        let phrase = &node.phrases[usize::from(!is_whole)];
        let is_one = match is_whole {
            true => act.nodes.len() == 1,
            false => act.nodes.iter().all(|other| other.phrases[1] == *phrase),
        };
        let is_still = act.nodes.iter().all(|node| node.after.is_empty() && node.moved.is_empty());
        (is_one && is_still && reader != Some(node.seat)).then(|| (node.round, node.kind, phrase.clone()))
    };
    let is_new = others.iter().all(|other| other.nodes[0].seat != act.nodes[0].seat);
    is_new && short(act).is_some() && short(&others[0]) == short(act)
}
