//! The arena that the nodes of all trees live in.

/// No node: number 0 is a root, which is nobody's child.
pub(super) const NONE: u32 = 0;

/// What leads from a node to its child: a move or a public outcome.
///
/// A move is told by who makes it, by how many decisions the tree's owner has noticed since the root
/// (modulo 16), and by its code, so codes need to differ only within one decision, as
/// [`Game::code`](crate::game::Game::code) promises. Bits 0 to 23 are the code or outcome, 24 to 26 the
/// seat, 27 to 30 the count; bit 31 tells an outcome from a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key(u32);

impl Key {
    #[inline]
    pub(super) const fn of_move(seat: usize, noticed: u8, code: u32) -> Self {
        Self((noticed as u32 & 15) << 27 | (seat as u32) << 24 | code)
    }

    #[inline]
    pub(super) const fn of_outcome(noticed: u8, outcome: u8) -> Self {
        Self(1 << 31 | (noticed as u32 & 15) << 27 | outcome as u32)
    }
}

/// A node: what one seat knows after the moves that lead to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    key: Key,
    first_child: u32,
    next_sibling: u32,
    /// The iterations that passed through.
    pub(super) visits: u32,
    /// The iterations that could have chosen this node from its parent.
    pub(super) available: u32,
    /// The weight of the policy's prior, relative to the siblings'; 0 without priors.
    pub(super) prior: f32,
    /// The sum of the rewards of the seat that moved here, in the fixed point of [`super::reward`].
    pub(super) total: u64,
}

const _: () = assert!(size_of::<Node>() <= 32);

impl Node {
    const fn new(key: Key) -> Self {
        Self { key, first_child: NONE, next_sibling: NONE, visits: 0, available: 0, prior: 0.0, total: 0 }
    }
}

/// All nodes of a worker, addressed by number, in memory that is reserved once.
pub(super) struct Arena {
    nodes: Vec<Node>,
    limit: usize,
}

impl Arena {
    /// Reserves room for `limit` nodes. Systems that commit memory when it is first touched charge
    /// only for what a search uses.
    pub(super) fn new(limit: usize) -> Self {
        Self { nodes: Vec::with_capacity(limit), limit }
    }

    /// Removes all nodes and makes `roots` new ones, numbered from 0.
    pub(super) fn reset(&mut self, roots: usize) {
        self.nodes.clear();
        self.nodes.resize(roots, Node::new(Key(0)));
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.limit
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Adds a child behind its sibling `after`, or as the first with [`NONE`]. Returns `None` when the
    /// arena is full.
    #[inline]
    pub(super) fn add(&mut self, parent: u32, after: u32, key: Key) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        let id = self.nodes.len() as u32;
        let link = match after {
            NONE => &mut self.nodes[parent as usize].first_child,
            _ => &mut self.nodes[after as usize].next_sibling,
        };
        let next_sibling = std::mem::replace(link, id);
        self.nodes.push(Node { next_sibling, ..Node::new(key) });
        Some(id)
    }

    /// Returns the child with this key, if there is one.
    #[inline]
    pub(super) fn child(&self, parent: u32, key: Key) -> Option<u32> {
        let mut child = self.node(parent).first_child;
        while child != NONE && self.node(child).key != key {
            child = self.node(child).next_sibling;
        }
        (child != NONE).then_some(child)
    }

    /// Finds the child of each key, or [`NONE`], and returns how many there are.
    ///
    /// Siblings are kept in the order of the game's legal lists, so the next key is nearly always the
    /// next child's, and the whole costs about as many steps as there are keys and children.
    #[inline]
    pub(super) fn children(&self, parent: u32, keys: &[Key], slots: &mut [u32]) -> usize {
        slots.fill(NONE);
        let mut found = 0;
        let mut expected = 0;
        let mut child = self.node(parent).first_child;
        while child != NONE {
            let node = self.node(child);
            let index = match keys.get(expected) {
                Some(&key) if key == node.key => Some(expected),
                _ => keys.iter().position(|&key| key == node.key),
            };
            if let Some(index) = index {
                slots[index] = child;
                found += 1;
                expected = index + 1;
            }
            child = node.next_sibling;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(codes: &[u32]) -> Vec<Key> {
        codes.iter().map(|&code| Key::of_move(1, 0, code)).collect()
    }

    #[test]
    fn keys_tell_moves_and_outcomes_apart() {
        let all = [
            Key::of_move(0, 0, 1),
            Key::of_move(1, 0, 1),
            Key::of_move(0, 1, 1),
            Key::of_move(0, 0, 2),
            Key::of_outcome(0, 1),
            Key::of_outcome(1, 1),
        ];
        for (index, key) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other != key));
        }
        assert_eq!(Key::of_move(5, 16, (1 << 24) - 1), Key::of_move(5, 0, (1 << 24) - 1));
    }

    #[test]
    fn children_are_found_in_any_order() {
        let mut arena = Arena::new(8);
        arena.reset(2);
        let [a, b, c] = [0, 1, 2].map(|code| Key::of_move(1, 0, code));
        let first = arena.add(1, NONE, c).unwrap();
        let second = arena.add(1, NONE, a).unwrap();
        let third = arena.add(1, second, b).unwrap();
        let mut slots = [9; 3];
        assert_eq!(arena.children(1, &keys(&[0, 1, 2]), &mut slots), 3);
        assert_eq!(slots, [second, third, first]);
        assert_eq!(arena.children(1, &keys(&[2, 7, 0]), &mut slots), 2);
        assert_eq!(slots, [first, NONE, second]);
        assert_eq!(arena.child(1, b), Some(third));
        assert_eq!(arena.child(0, b), None);
    }

    #[test]
    fn a_full_arena_stays_as_it_is() {
        let mut arena = Arena::new(2);
        arena.reset(1);
        assert_eq!(arena.add(0, NONE, Key::of_move(0, 0, 3)), Some(1));
        assert_eq!(arena.add(0, NONE, Key::of_move(0, 0, 4)), None);
        assert_eq!((arena.len(), arena.is_full()), (2, true));
        assert_eq!(arena.child(0, Key::of_move(0, 0, 4)), None);
    }
}
