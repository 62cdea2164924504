//! A node of the arena, and the numbers that share its links.

use std::sync::atomic::Ordering::Relaxed;

use tradewinds_game::{MAX_SEATS, Seat};

use super::key::Key;

#[cfg(loom)]
pub(super) use loom::sync::atomic::AtomicU32;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;
#[cfg(not(loom))]
pub(super) use std::sync::atomic::AtomicU32;
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;

/// No node: number 0 is a root, which is never a child.
pub(crate) const NONE: u32 = 0;

/// A node: a seat's knowledge after the moves that lead to it.
#[derive(Default, Debug)]
#[repr(align(32))] // no node lies on two cache lines
pub(crate) struct Node {
    pub(super) key: AtomicU32,
    /// The first child's number, and flags in the bits above [`LINK`].
    pub(super) first_child: AtomicU32,
    /// The next sibling's number, and in the bits above [`LINK`] how many siblings that follow lie together with
    /// this node: the next one has the next number, and so on.
    pub(super) next_sibling: AtomicU32,
    pub(super) visits: AtomicU32,
    pub(super) available: AtomicU32,
    /// An `f32`: the weight of the policy's prior, or the sum of squared rewards, as the rule of
    /// selection needs.
    pub(super) extra: AtomicU32,
    pub(super) total: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Node>() <= 32);

impl Node {
    /// Returns the iterations that passed through.
    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Returns the iterations that could have chosen this node from its parent.
    #[inline]
    pub(crate) fn available(&self) -> u32 {
        self.available.load(Relaxed)
    }

    /// Counts one more such iteration, and returns their number.
    #[inline]
    pub(crate) fn count_available(&self) -> u32 {
        let available = self.available().wrapping_add(1);
        self.available.store(available, Relaxed);
        available
    }

    /// Returns the sum of the rewards of the seat that moved here, in the fixed point of
    /// [`crate::reward`].
    #[inline]
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Relaxed)
    }

    /// Returns the weight of the policy's prior, relative to the siblings', 0 without priors; under
    /// UCB-Tuned the sum of the squared rewards.
    #[inline]
    pub(crate) fn extra(&self) -> f32 {
        f32::from_bits(self.extra.load(Relaxed))
    }

    /// Makes this a new node.
    #[inline]
    pub(super) fn fill(&self, key: Key, next_sibling: u32) {
        self.key.store(key.0, Relaxed);
        self.first_child.store(NONE, Relaxed);
        self.next_sibling.store(next_sibling, Relaxed);
        self.visits.store(0, Relaxed);
        self.available.store(0, Relaxed);
        self.extra.store(0, Relaxed);
        self.total.store(0, Relaxed);
    }

    /// Makes this a copy of another node, with another link to the next sibling.
    pub(super) fn copy(&self, other: &Self, next_sibling: u32) {
        self.key.store(other.key.load(Relaxed), Relaxed);
        self.first_child.store(other.first_child.load(Relaxed), Relaxed);
        self.next_sibling.store(next_sibling, Relaxed);
        self.visits.store(other.visits(), Relaxed);
        self.available.store(other.available(), Relaxed);
        self.extra.store(other.extra.load(Relaxed), Relaxed);
        self.total.store(other.total(), Relaxed);
    }

    /// Returns the seat that moved here.
    #[inline]
    pub(crate) fn mover(&self) -> Seat {
        Key(self.key.load(Relaxed)).mover()
    }

    /// Returns whether the node is [fully expanded](super::Arena::set_fully_expanded).
    #[inline]
    pub(crate) fn is_fully_expanded(&self) -> bool {
        self.first_child.load(Relaxed) & FULLY_EXPANDED != 0
    }

    /// Returns what is proven about this node.
    #[inline]
    pub(crate) fn proof(&self) -> Option<Proof> {
        match self.first_child.load(Relaxed) >> PROOF & ANY_PROOF {
            0 => None,
            DRAWN => Some(Proof::Drawn),
            code => Some(Proof::Won(Seat::new((code - WON) as usize))),
        }
    }

    /// Returns whether some seat is proven to win after this node.
    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.first_child.load(Relaxed) & (ANY_PROOF - DRAWN) << PROOF != 0
    }

    /// Returns the seat that is proven to win after this node.
    #[inline]
    pub(crate) fn winner(&self) -> Option<Seat> {
        match self.proof() {
            Some(Proof::Won(seat)) => Some(seat),
            _ => None,
        }
    }
}

/// What is certain about the end of the game after a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// This seat has a way to win alone, whatever the others do.
    Won(Seat),
    /// In a game of two: both seats have a way not to lose.
    Drawn,
}

/// The bits of a link; 100 million nodes need 27.
pub(super) const LINK: u32 = (1 << 27) - 1;
/// The lowest bit of the part of `first_child` that stores what is proven: 0, [`DRAWN`], or [`WON`] plus the seat that
/// wins. Only a win has one of the upper two bits, for which selection asks every child.
pub(super) const PROOF: u32 = 27;
pub(super) const DRAWN: u32 = 1;
pub(super) const WON: u32 = 2;
const ANY_PROOF: u32 = 7;
const _: () = assert!(MAX_SEATS <= (ANY_PROOF - WON + 1) as usize, "a win of any seat fits");
/// The lowest bit of the part of `next_sibling` that counts the siblings that lie together.
pub(super) const TOGETHER: u32 = 27;
/// The largest such count.
pub(super) const MAX_TOGETHER: u32 = 31;
/// Set in `first_child` of a fully expanded node: it will never have other children, and they lie together.
pub(super) const FULLY_EXPANDED: u32 = 1 << 30;
/// Set in `first_child` while a thread adds children.
pub(super) const CLAIMED: u32 = 1 << 31;
