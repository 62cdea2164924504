//! Children that lie together in the arena.

use std::sync::atomic::Ordering::{Acquire, Relaxed};

use super::{Arena, FULLY_EXPANDED, Key, LINK, MAX_PIECE, MAX_TOGETHER, NONE, Node, TOGETHER};

impl Arena {
    /// The maximum number of children that [`Arena::set_fully_expanded`] records.
    pub(crate) const MAX_FULLY_EXPANDED: usize = MAX_TOGETHER as usize;

    /// Adds the first children of a node, which lie together. Returns the first one's number, or `None` if there is
    /// no room for all of them. Where threads share the arena, the caller has claimed `parent`.
    pub(crate) fn add_together(&self, parent: u32, keys: &[Key]) -> Option<u32> {
        let count = keys.len() as u32;
        let has_room = |id: u32| id as usize + keys.len() <= self.nodes.len().min(self.limit);
        let first = Some(self.used.0.load(Relaxed)).filter(|&id| has_room(id))?;
        let first = if self.shared { self.used.0.fetch_add(count, Relaxed) } else { first };
        // Other threads may have taken the room meanwhile.
        let nodes = has_room(first).then(|| &self.nodes[first as usize..][..keys.len()])?;
        if !self.shared {
            self.used.0.store(first + count, Relaxed);
        }
        for (index, (node, &key)) in nodes.iter().zip(keys).enumerate() {
            let rest = count - 1 - index as u32;
            let next = if rest == 0 { NONE } else { first + index as u32 + 1 };
            node.fill(key, next | rest.min(MAX_TOGETHER) << TOGETHER);
        }
        self.link_first(parent, first);
        Some(first)
    }

    /// Takes note that the next sibling of `last` no longer lies behind it. It goes by the links of the siblings, as
    /// only their parent is claimed.
    pub(super) fn part(&self, parent: u32, last: u32) {
        for (id, node) in self.children_of(parent).take_while(|&(id, _)| id != last) {
            let old = node.next_sibling.load(Relaxed);
            let distance = last.wrapping_sub(id);
            if distance < old >> TOGETHER {
                node.next_sibling.store(old & LINK | distance << TOGETHER, Relaxed);
            }
        }
    }

    /// Moves the children of a node so that they lie together, if there is room. Their numbers change: no node
    /// below `parent` may be on the path of an iteration. Not for an arena that threads share.
    pub(crate) fn move_together(&self, parent: u32) {
        let count = self.children_of(parent).count() as u32;
        let Some(first) = self.take_piece(count as usize) else { return };
        let mut old = self.first_child(parent);
        for index in 0..count {
            let rest = count - 1 - index;
            let next = if rest == 0 { NONE } else { first + index + 1 };
            let node = self.node(old);
            let after = node.next_sibling.load(Relaxed) & LINK;
            self.node(first + index).copy(node, next | rest.min(MAX_TOGETHER) << TOGETHER);
            node.next_sibling.store(self.free.load(Relaxed), Relaxed);
            self.free.store(old, Relaxed);
            old = after;
        }
        self.free_count.store(self.free_count.load(Relaxed) + count, Relaxed);
        self.link_first(parent, first);
    }

    /// Adds the children that `ids` lacks, each behind the one before it in the list. All children of `parent` lie
    /// together before and afterwards, but their numbers change: no node below `parent` may be on the path of an
    /// iteration. Returns whether that could be done; it cannot in an arena that threads share, and without room.
    pub(crate) fn insert_together(&self, parent: u32, keys: &[Key], ids: &mut [u32]) -> bool {
        let (old, nodes) = self.first_together(parent);
        let is_whole = nodes.last().is_some_and(|last| last.next_sibling.load(Relaxed) & LINK == NONE);
        let more = ids.iter().filter(|&&id| id == NONE).count();
        let count = nodes.len() + more;
        let has_room = self.len() + more <= self.limit;
        let Some(first) = (is_whole && has_room).then(|| self.take_piece(count)).flatten() else {
            return false;
        };
        let link = |id: u32| {
            let rest = first + count as u32 - 1 - id;
            (if rest == 0 { NONE } else { id + 1 }) | rest.min(MAX_TOGETHER) << TOGETHER
        };
        let mut id = first;
        // Adds what is missing from a place of the list on.
        let add_from = |index: usize, id: &mut u32, ids: &mut [u32]| {
            let missing = ids.iter_mut().zip(keys).skip(index).take_while(|(slot, _)| **slot == NONE);
            for (slot, &key) in missing {
                self.node(*id).fill(key, link(*id));
                *slot = *id;
                *id += 1;
            }
        };
        add_from(0, &mut id, ids);
        for (was, node) in (old..).zip(nodes) {
            self.node(id).copy(node, link(id));
            id += 1;
            if let Some(index) = ids.iter().position(|&slot| slot == was) {
                ids[index] = id - 1;
                add_from(index + 1, &mut id, ids);
            }
        }
        self.leave_piece(old, nodes.len());
        self.link_first(parent, first);
        true
    }

    /// Takes a piece of memory for some nodes, if possible one that was left.
    fn take_piece(&self, count: usize) -> Option<u32> {
        if self.shared || count > MAX_PIECE {
            return None;
        }
        let piece = &self.pieces[count];
        let left = piece.load(Relaxed);
        if left != NONE {
            piece.store(self.node(left).next_sibling.load(Relaxed), Relaxed);
            self.free_count.store(self.free_count.load(Relaxed) - count as u32, Relaxed);
            return Some(left);
        }
        // So much has to stay free that the arena can be filled.
        let first = self.used.0.load(Relaxed);
        let to_come = self.limit - self.len();
        let until = first as usize + count;
        let has_room = until <= self.nodes.len() && until + to_come <= Self::places(self.limit);
        has_room.then(|| self.used.0.store(until as u32, Relaxed))?;
        Some(first)
    }

    /// Leaves nodes that lie together to others.
    fn leave_piece(&self, first: u32, count: usize) {
        let piece = if count == 1 { &self.free } else { &self.pieces[count] };
        self.node(first).next_sibling.store(piece.load(Relaxed), Relaxed);
        piece.store(first, Relaxed);
        self.free_count.store(self.free_count.load(Relaxed) + count as u32, Relaxed);
    }

    /// Returns the children of a node that lie together with the first one, and the first one's number.
    #[inline]
    pub(super) fn first_together(&self, parent: u32) -> (u32, &[Node]) {
        let first = self.first_child(parent);
        if first == NONE {
            return (NONE, &[]);
        }
        let mut last = first;
        loop {
            match self.node(last).next_sibling.load(Acquire) >> TOGETHER {
                0 => return (first, &self.nodes[first as usize..=last as usize]),
                rest => last += rest,
            }
        }
    }

    /// Returns the first of a node's children if the `count` first ones lie together and have these keys in this
    /// order. This is the case at nearly every visit of a node whose children were added at once.
    #[inline]
    pub(crate) fn together(&self, parent: u32, keys: &[Key]) -> Option<u32> {
        let count = keys.len();
        let first = self.first_child(parent);
        let nodes = self.nodes.get(first as usize..first as usize + count).filter(|_| first != NONE)?;
        let mut last = 0;
        while last + 1 < count {
            match nodes[last].next_sibling.load(Acquire) >> TOGETHER {
                0 => return None,
                rest => last += rest as usize,
            }
        }
        let agree = nodes.iter().zip(keys).all(|(node, key)| node.key.load(Relaxed) == key.0);
        agree.then_some(first)
    }

    /// Records that the `count` children from `first` on, which lie together, are all that `parent` will ever have;
    /// returns whether it is so and was not recorded before.
    pub(crate) fn set_fully_expanded(&self, parent: u32, first: u32, count: usize) -> bool {
        let is_complete = count <= Self::MAX_FULLY_EXPANDED
            && self.node(first + count as u32 - 1).next_sibling.load(Relaxed) & LINK == NONE;
        is_complete && self.node(parent).first_child.fetch_or(FULLY_EXPANDED, Relaxed) & FULLY_EXPANDED == 0
    }

    /// Takes back what [`Arena::set_fully_expanded`] recorded.
    pub(crate) fn clear_fully_expanded(&self, parent: u32) {
        self.node(parent).first_child.fetch_and(!FULLY_EXPANDED, Relaxed);
    }

    /// Returns the first child of a node and all its children, if [`Arena::set_fully_expanded`] recorded them.
    #[inline]
    pub(crate) fn fully_expanded(&self, parent: u32) -> Option<(u32, &[Node])> {
        self.children_if_fully_expanded(self.node(parent))
    }

    /// Does what [`Arena::fully_expanded`] does, by the node itself.
    #[inline]
    pub(crate) fn children_if_fully_expanded(&self, parent: &Node) -> Option<(u32, &[Node])> {
        let link = parent.first_child.load(Relaxed);
        if link & FULLY_EXPANDED == 0 {
            return None;
        }
        let first = link & LINK;
        let rest = self.node(first).next_sibling.load(Relaxed) >> TOGETHER;
        Some((first, self.nodes(first, rest as usize + 1)))
    }

    /// Returns `count` nodes that lie together.
    #[inline]
    pub(crate) fn nodes(&self, first: u32, count: usize) -> &[Node] {
        &self.nodes[first as usize..first as usize + count]
    }
}
