//! The arena with the nodes of all trees.
//!
#![doc = include_str!("tree/README.md")]

mod key;
mod node;
mod together;

use std::cell::RefCell;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use node::{AtomicU32, CLAIMED, DRAWN, FULLY_EXPANDED, LINK, MAX_TOGETHER, PROOF, TOGETHER, WON};

pub(crate) use key::Key;
pub(crate) use node::{NONE, Node, Proof};

/// The extra number of a node, under UCB1 without a bias, that has a child which is proven for another seat than the
/// one that chooses it.
pub(crate) const HAS_LOSS: f32 = 1.0;

/// The number of nodes that are initialised at a time.
const CHUNK: usize = 4_096;
/// The largest piece of memory that is used again by its size.
const MAX_PIECE: usize = 128;
/// The availability from which a node is counted in strides.
const OFTEN: u32 = 128;
/// The length of a stride.
const STRIDE: u32 = 8;

/// A number on a cache line of its own, so that threads that read its neighbours do not wait for the thread that
/// writes it.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// All nodes of a tree or several, addressed by number, in memory that is reserved once.
pub(crate) struct Arena {
    nodes: Vec<Node>,
    /// The number of nodes taken so far.
    used: Apart<AtomicU32>,
    /// The first of the nodes that were left when children moved together, linked as siblings; [`NONE`] if none is.
    free: AtomicU32,
    /// The same for pieces of several nodes, by their size; their first nodes are linked.
    pieces: Vec<AtomicU32>,
    /// The number of all these nodes.
    free_count: AtomicU32,
    limit: usize,
    shared: bool,
    /// Whether busy nodes are counted as available in strides.
    strides: bool,
}

thread_local! {
    /// The memory of arenas that were dropped on this thread.
    static SPARE: RefCell<Vec<Vec<Node>>> = const { RefCell::new(Vec::new()) };
}

/// The arenas whose memory a thread keeps.
const MAX_SPARE: usize = 2;

/// Returns memory for nodes, if possible that of an arena that was dropped: a review and a table make a search for each
/// decision, and of so large pieces, in turn with small ones that stay, an allocator may not get back what is freed.
fn memory(capacity: usize) -> Vec<Node> {
    let spare = SPARE.try_with(|spare| {
        let mut spare = spare.borrow_mut();
        let fitting = spare.iter().position(|nodes| nodes.capacity() == capacity)?;
        Some(spare.swap_remove(fitting))
    });
    spare.ok().flatten().unwrap_or_else(|| Vec::with_capacity(capacity))
}

impl Drop for Arena {
    fn drop(&mut self) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        // At the end of a thread there is nothing to keep it for.
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            if spare.len() == MAX_SPARE {
                spare.remove(0);
            }
            spare.push(nodes);
        });
    }
}

impl Arena {
    /// Creates an arena of at most `limit` nodes for a single thread. Systems that commit memory when it is first
    /// touched charge only for the nodes that a search uses.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            nodes: memory(Self::places(limit)),
            used: Apart::default(),
            free: AtomicU32::new(NONE),
            pieces: (0..=MAX_PIECE).map(|_| AtomicU32::new(NONE)).collect(),
            free_count: AtomicU32::new(0),
            limit,
            shared: false,
            strides: false,
        }
    }

    /// Returns the number of places in an arena of at most `limit` nodes for a single thread: there is room beyond
    /// the limit in which children move together.
    pub(crate) fn places(limit: usize) -> usize {
        limit + limit / 4 + MAX_PIECE
    }

    /// Creates an arena of `limit` nodes for several threads.
    pub(crate) fn shared(limit: usize) -> Self {
        let mut arena = Self::new(limit);
        arena.nodes.resize_with(limit, Node::default);
        (arena.shared, arena.pieces) = (true, Vec::new());
        arena
    }

    /// Sets whether the availability of busy nodes is counted in strides: at every eighth iteration of a thread,
    /// eight times at once. Otherwise every iteration writes to all children of the upper nodes, and threads
    /// wait for each other's cache lines.
    pub(crate) fn count_in_strides(&mut self, strides: bool) {
        self.strides = strides;
    }

    /// Returns what [`Arena::count_in_strides`] has set.
    #[inline]
    pub(crate) fn counts_in_strides(&self) -> bool {
        self.strides
    }

    /// Returns whether several threads may use the arena at a time.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Removes all nodes and makes `roots` new ones, numbered from 0.
    pub(crate) fn reset(&mut self, roots: usize) {
        for (cell, start) in [(&self.used.0, 0), (&self.free, NONE), (&self.free_count, 0)] {
            cell.store(start, Relaxed);
        }
        self.pieces.iter().for_each(|piece| piece.store(NONE, Relaxed));
        self.make_room(roots);
        for _ in 0..roots {
            self.add_root();
        }
    }

    /// Makes `count` more nodes available, as far as the limit allows.
    #[inline]
    pub(crate) fn make_room(&mut self, count: usize) {
        let wanted = self.used.0.load(Relaxed) as usize + count;
        if wanted > self.nodes.len() && self.nodes.len() < Self::places(self.limit) {
            self.lengthen(wanted);
        }
    }

    #[cold]
    fn lengthen(&mut self, wanted: usize) {
        let length = (wanted + CHUNK).min(Self::places(self.limit));
        self.nodes.resize_with(length, Node::default);
    }

    pub(crate) fn len(&self) -> usize {
        ((self.used.0.load(Relaxed) - self.free_count.load(Relaxed)) as usize).min(self.limit)
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= self.limit
    }

    /// Returns whether more than half of the memory is in use.
    pub(crate) fn is_half_full(&self) -> bool {
        self.len() > self.limit / 2
    }

    /// Returns a node.
    #[inline]
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn set_extra(&self, id: u32, value: f32) {
        self.node(id).extra.store(value.to_bits(), Relaxed);
    }

    /// Adds to the extra number.
    #[inline]
    pub(crate) fn add_extra(&self, id: u32, value: f32) {
        let cell = &self.node(id).extra;
        let sum = |bits: u32| (f32::from_bits(bits) + value).to_bits();
        if self.shared {
            // The closure always has an answer.
            let _ = cell.fetch_update(Relaxed, Relaxed, |bits| Some(sum(bits)));
        } else {
            cell.store(sum(cell.load(Relaxed)), Relaxed);
        }
    }

    /// Divides the counts of a node, rounding up; the means stay as they are. No other thread may use the node
    /// meanwhile.
    pub(crate) fn shrink(&self, id: u32, divisor: u32) {
        let node = self.node(id);
        let visits = node.visits();
        let fewer = visits.div_ceil(divisor);
        node.visits.store(fewer, Relaxed);
        node.available.store(node.available().div_ceil(divisor), Relaxed);
        if visits > 0 {
            let total = u128::from(node.total()) * u128::from(fewer) / u128::from(visits);
            node.total.store(total as u64, Relaxed);
            self.set_extra(id, node.extra() * (fewer as f32 / visits as f32));
        }
    }

    /// Adds visits; takes back virtual losses with the two's complement.
    #[inline]
    pub(crate) fn add_visits(&self, id: u32, count: u32) {
        let cell = &self.node(id).visits;
        if self.shared {
            cell.fetch_add(count, Relaxed);
        } else {
            cell.store(cell.load(Relaxed).wrapping_add(count), Relaxed);
        }
    }

    /// Counts one more iteration in which the node was available; in strides it may count none or several.
    ///
    /// It never locks the number: where two threads count at the same moment one count is lost, which changes
    /// the count less than the order of the threads does.
    #[inline]
    pub(crate) fn count_available(&self, node: &Node, iteration: u64) {
        let available = node.available();
        let more = match available {
            OFTEN.. if self.strides => match iteration % u64::from(STRIDE) {
                0 => STRIDE,
                _ => return,
            },
            _ => 1,
        };
        node.available.store(available.wrapping_add(more), Relaxed);
    }

    /// Counts one more iteration for each of these nodes.
    #[inline]
    pub(crate) fn count_all_available<'a>(&self, nodes: impl Iterator<Item = &'a Node>, iteration: u64) {
        if self.strides {
            nodes.for_each(|node| self.count_available(node, iteration));
        } else {
            nodes.for_each(|node| {
                node.count_available();
            });
        }
    }

    /// Adds visits, 0 or a two's complement as for [`Arena::add_visits`], and to the sum of rewards.
    #[inline]
    pub(crate) fn learn(&self, id: u32, visits: u32, reward: u64) {
        let node = self.node(id);
        if self.shared {
            if visits != 0 {
                node.visits.fetch_add(visits, Relaxed);
            }
            node.total.fetch_add(reward, Relaxed);
        } else {
            node.visits.store(node.visits().wrapping_add(visits), Relaxed);
            node.total.store(node.total() + reward, Relaxed);
        }
    }

    /// Adds to the sum of rewards.
    #[cfg(test)]
    pub(crate) fn add_reward(&self, id: u32, reward: u64) {
        self.learn(id, 0, reward);
    }

    /// Records what is proven about a node; it never changes.
    pub(crate) fn set_proof(&self, id: u32, proof: Proof) {
        let code = match proof {
            Proof::Won(seat) => WON + seat.index() as u32,
            Proof::Drawn => DRAWN,
        };
        self.node(id).first_child.fetch_or(code << PROOF, Relaxed);
    }

    /// Tries to lock the node for expansion; never blocks. Returns whether it succeeded.
    #[inline]
    pub(crate) fn claim(&self, id: u32) -> bool {
        !self.shared || self.node(id).first_child.fetch_or(CLAIMED, Acquire) & CLAIMED == 0
    }

    /// Unlocks a node that [`Arena::claim`] locked.
    #[inline]
    pub(crate) fn release(&self, id: u32) {
        if self.shared {
            self.node(id).first_child.fetch_and(!CLAIMED, Release);
        }
    }

    /// Adds a node without a parent.
    pub(crate) fn add_root(&self) -> Option<u32> {
        self.take(Key(0), NONE)
    }

    /// Adds a child behind its sibling `after`, or as the first with [`NONE`]. Returns `None` when the
    /// arena is full. Where threads share the arena, the caller has claimed `parent`.
    #[inline]
    pub(crate) fn add(&self, parent: u32, after: u32, key: Key) -> Option<u32> {
        if after == NONE {
            let id = self.take(key, self.first_child(parent))?;
            self.link_first(parent, id);
            return Some(id);
        }
        let link = &self.node(after).next_sibling;
        let id = self.take(key, link.load(Relaxed) & LINK)?;
        self.part(parent, after);
        link.store(id, Release);
        Some(id)
    }

    /// Makes `id` the first child of `parent`.
    #[inline]
    fn link_first(&self, parent: u32, id: u32) {
        let link = &self.node(parent).first_child;
        let old = link.load(Relaxed);
        if self.shared {
            // Only the flags above the link can change meanwhile.
            link.fetch_xor((old ^ id) & LINK, Release);
        } else {
            link.store(old & !LINK | id, Relaxed);
        }
    }

    /// Returns the number of a node's first child, or [`NONE`].
    #[inline]
    fn first_child(&self, parent: u32) -> u32 {
        self.node(parent).first_child.load(Acquire) & LINK
    }

    /// Takes a free node.
    #[inline]
    fn take(&self, key: Key, next_sibling: u32) -> Option<u32> {
        let id = match self.free.load(Relaxed) {
            NONE => self.take_next()?,
            id => {
                self.free.store(self.node(id).next_sibling.load(Relaxed), Relaxed);
                self.free_count.store(self.free_count.load(Relaxed) - 1, Relaxed);
                id
            }
        };
        self.node(id).fill(key, next_sibling);
        Some(id)
    }

    /// Takes the first node that was never used.
    #[inline]
    fn take_next(&self) -> Option<u32> {
        let id = self.used.0.load(Relaxed);
        if self.shared {
            let has_room = (id as usize) < self.limit;
            return has_room
                .then(|| self.used.0.fetch_add(1, Relaxed))
                .filter(|&id| (id as usize) < self.limit);
        }
        if self.is_full() || id as usize >= self.nodes.len() {
            return None;
        }
        self.used.0.store(id + 1, Relaxed);
        Some(id)
    }

    /// Lists the children of a node, in the order in which they are linked.
    #[inline]
    fn children_of(&self, parent: u32) -> impl Iterator<Item = (u32, &Node)> {
        let id = |link: &AtomicU32| link.load(Acquire) & LINK;
        let first = self.first_child(parent);
        std::iter::successors((first != NONE).then(|| (first, self.node(first))), move |(_, node)| {
            let next = id(&node.next_sibling);
            (next != NONE).then(|| (next, self.node(next)))
        })
    }

    /// Returns the child with this key, if there is one.
    #[inline]
    pub(crate) fn child(&self, parent: u32, key: Key) -> Option<u32> {
        let mut child = self.first_child(parent);
        while child != NONE {
            let node = self.node(child);
            if node.key.load(Relaxed) == key.0 {
                return Some(child);
            }
            child = node.next_sibling.load(Acquire) & LINK;
        }
        None
    }

    /// Returns whether some child belongs to the same decision as `key`.
    pub(crate) fn has_decision_of(&self, parent: u32, key: Key) -> bool {
        self.children_of(parent).any(|(_, node)| Key(node.key.load(Relaxed)).is_same_decision(key))
    }

    /// Returns whether a node has children.
    pub(crate) fn has_children(&self, parent: u32) -> bool {
        self.first_child(parent) != NONE
    }

    /// Finds the child of each key, or [`NONE`], and returns how many there are.
    ///
    /// Siblings are kept in the order of the game's legal lists and most of them lie together, so one pass over a piece
    /// of the arena finds nearly always all.
    #[inline]
    pub(crate) fn children(&self, parent: u32, keys: &[Key], slots: &mut [u32]) -> usize {
        let (first, nodes) = self.first_together(parent);
        let mut found = 0;
        for (id, node) in (first..).zip(nodes) {
            if node.key.load(Relaxed) == keys[found].0 {
                slots[found] = id;
                found += 1;
                if found == keys.len() {
                    return found;
                }
            }
        }
        found + self.children_in_any_order(first, &keys[found..], &mut slots[found..])
    }

    /// Finds children, from `child` on, in any order.
    fn children_in_any_order(&self, mut child: u32, keys: &[Key], slots: &mut [u32]) -> usize {
        slots.fill(NONE);
        // Most of the children that are passed over are legal in other worlds alone: a bit for each key sorts most of
        // them out, and where all keys are found, the rest of the list need not be walked.
        let wanted = keys.iter().fold(0, |bits, key| bits | key.bit());
        let mut found = 0;
        let mut expected = 0;
        while child != NONE && found < keys.len() {
            let node = self.node(child);
            let key = Key(node.key.load(Relaxed));
            let index = match keys.get(expected) {
                Some(&next) if next == key => Some(expected),
                _ if wanted & key.bit() == 0 => None,
                _ => keys.iter().position(|&other| other == key),
            };
            if let Some(index) = index {
                slots[index] = child;
                found += 1;
                expected = index + 1;
            }
            child = node.next_sibling.load(Acquire) & LINK;
        }
        found
    }
}

#[cfg(all(test, loom))]
mod orderings;
#[cfg(test)]
mod tests;
