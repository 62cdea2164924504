//! The children of a node among which is chosen.

use crate::tree::{Arena, NONE, Node};

/// Some of a node's children, one slot for each legal action.
pub(crate) trait Siblings: Copy {
    /// Returns the number of slots.
    fn slots(&self) -> usize;

    /// Returns the child in a slot, if there is one.
    fn child(&self, slot: usize) -> Option<&Node>;

    /// Lists the children with the numbers of their slots; leaves out empty slots.
    fn children(&self) -> impl Iterator<Item = (usize, &Node)>;
}

/// The children of all legal actions, which lie together.
impl Siblings for &[Node] {
    #[inline(always)]
    fn slots(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn child(&self, slot: usize) -> Option<&Node> {
        self.get(slot)
    }

    #[inline]
    fn children(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.iter().enumerate()
    }
}

/// Those of the children of all legal actions that are not proven for another seat. Which ones are proven for the
/// seat that decides need not be asked: their parent is proven then.
#[derive(Clone, Copy)]
pub(crate) struct Unlost<'a>(pub(crate) &'a [Node]);

impl Siblings for Unlost<'_> {
    #[inline]
    fn slots(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn child(&self, slot: usize) -> Option<&Node> {
        self.0.get(slot).filter(|child| !child.is_won())
    }

    #[inline]
    fn children(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.0.iter().enumerate().filter(|(_, child)| !child.is_won())
    }
}

/// Children wherever they are, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Slots<'a>(pub(crate) &'a Arena, pub(crate) &'a [u32]);

impl Siblings for Slots<'_> {
    #[inline(always)]
    fn slots(&self) -> usize {
        self.1.len()
    }

    #[inline(always)]
    fn child(&self, slot: usize) -> Option<&Node> {
        self.1.get(slot).filter(|&&id| id != NONE).map(|&id| self.0.node(id))
    }

    #[inline]
    fn children(&self) -> impl Iterator<Item = (usize, &Node)> {
        let slots = self.1.iter().enumerate().filter(|&(_, &id)| id != NONE);
        slots.map(|(index, &id)| (index, self.0.node(id)))
    }
}
