//! The arena, alone and shared.

use super::*;
use tradewinds_game::Seat;

fn keys(codes: &[u32]) -> Vec<Key> {
    codes.iter().map(|&code| Key::of_move(1, 0, code)).collect()
}

/// Returns an arena of each kind, with `roots` roots.
fn arenas(limit: usize, roots: usize) -> [Arena; 2] {
    [Arena::new(limit), Arena::shared(limit)].map(|mut arena| {
        arena.reset(roots);
        arena.make_room(limit);
        arena
    })
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
    assert!(
        all[0].is_same_decision(all[3])
            && !all[0].is_same_decision(all[1])
            && !all[0].is_same_decision(all[2])
    );
    assert!(!all[0].is_same_decision(all[4]));
}

#[test]
fn children_are_found_in_any_order() {
    for arena in arenas(8, 2) {
        let [a, b, c] = [0, 1, 2].map(|code| Key::of_move(1, 0, code));
        let first = arena.add(1, NONE, c).unwrap();
        let second = arena.add(1, NONE, a).unwrap();
        let third = arena.add(1, second, b).unwrap();
        let mut slots = [9; 3];
        assert_eq!(arena.children(1, &keys(&[0, 1, 2]), &mut slots), 3);
        assert_eq!(slots, [second, third, first]);
        assert_eq!(arena.children(1, &keys(&[2, 7, 0]), &mut slots), 2);
        assert_eq!(slots, [first, NONE, second]);
        assert_eq!((arena.child(1, b), arena.child(0, b)), (Some(third), None));
        assert!(arena.has_decision_of(1, keys(&[9])[0]) && !arena.has_decision_of(1, Key::of_move(1, 1, 0)));
    }
}

#[test]
fn children_of_other_worlds_are_passed_over() {
    // More children than there are bits that sort them out.
    let all: Vec<u32> = (0..200).collect();
    for arena in arenas(300, 2) {
        arena.add_together(1, &keys(&all)).unwrap();
        for codes in [&[3, 90, 150][..], &[150, 3, 90], &[7, 400, 8], &[500], &all[100..180]] {
            let wanted = keys(codes);
            let mut slots = vec![9; wanted.len()];
            let found = arena.children(1, &wanted, &mut slots);
            let expected: Vec<u32> = wanted.iter().map(|&key| arena.child(1, key).unwrap_or(NONE)).collect();
            assert_eq!(slots, expected, "{codes:?}");
            assert_eq!(found, codes.iter().filter(|code| all.contains(code)).count(), "{codes:?}");
        }
    }
}

#[test]
fn children_that_are_added_at_once_lie_together() {
    for arena in arenas(300, 2) {
        for (parent, codes) in [(0, &[3, 5, 8, 9][..]), (1, &(0..192).collect::<Vec<_>>())] {
            let keys = keys(codes);
            let together = |keys: &[Key]| arena.together(parent, keys);
            assert_eq!(together(&keys), None);
            let first = arena.add_together(parent, &keys).unwrap();
            // A legal list may be shorter, but not longer, nor may it leave out one before its end.
            for length in [2, 3, keys.len() - 1, keys.len()] {
                assert_eq!(together(&keys[..length]), Some(first));
            }
            assert_eq!(together(&keys[1..]), None);
            let slots: Vec<u32> = (first..).take(keys.len()).collect();
            let mut found = vec![NONE; keys.len()];
            assert_eq!(arena.children(parent, &keys, &mut found), keys.len());
            assert_eq!(found, slots);
        }
    }
}

#[test]
fn children_behind_a_later_one_do_not_lie_together() {
    for place in 0..40 {
        for arena in arenas(50, 1) {
            let codes: Vec<u32> = (0..40).map(|code| code * 2).collect();
            let first = arena.add_together(0, &keys(&codes)).unwrap();
            let later = arena.add(0, first + place, keys(&[place * 2 + 1])[0]).unwrap();
            for length in 2..=40 {
                let whole = length <= place as usize + 1;
                let keys = keys(&codes[..length]);
                assert_eq!(arena.together(0, &keys), whole.then_some(first));
            }
            let mut all = codes.clone();
            all.insert(place as usize + 1, place * 2 + 1);
            let mut found = [NONE; 41];
            assert_eq!(arena.children(0, &keys(&all), &mut found), 41);
            assert_eq!(found[place as usize + 1], later);
            assert_eq!(arena.together(0, &keys(&all)), None);
        }
    }
}

#[test]
fn children_are_added_together_or_not_at_all() {
    for arena in arenas(4, 1) {
        assert_eq!(arena.add_together(0, &keys(&[1, 2, 3, 4])), None);
        assert_eq!((arena.len(), arena.has_children(0)), (1, false));
        assert_eq!(arena.add_together(0, &keys(&[1, 2, 3])), Some(1));
        assert!(arena.is_full());
    }
}

#[test]
fn children_move_together_with_all_they_know() {
    let mut arena = Arena::new(8);
    arena.reset(1);
    arena.make_room(8);
    let all = keys(&[0, 1, 2]);
    let last = arena.add(0, NONE, all[2]).unwrap();
    let below = arena.add(last, NONE, all[1]).unwrap();
    let first = arena.add(0, NONE, all[0]).unwrap();
    arena.add(0, first, all[1]).unwrap();
    for (id, visits) in [(first, 1), (last, 3)] {
        arena.add_visits(id, visits);
        arena.add_reward(id, 10 + u64::from(visits));
        arena.set_extra(id, 0.5);
    }
    assert_eq!(arena.together(0, &all), None);
    arena.move_together(0);
    let moved = arena.together(0, &all).unwrap();
    let known = |node: &Node| (node.visits(), node.total(), node.extra());
    let children: Vec<_> = arena.nodes(moved, 3).iter().map(known).collect();
    assert_eq!(children, [(1, 11, 0.5), (0, 0, 0.0), (3, 13, 0.5)]);
    assert_eq!(arena.child(moved + 2, all[1]), Some(below));
    // It takes no more nodes than before, and those that it left are used again.
    assert_eq!(arena.len(), 5);
    let [a, b, c] = [4, 5, 6].map(|code| arena.add(below, NONE, keys(&[code])[0]));
    assert!(arena.is_full() && arena.add(below, NONE, keys(&[7])[0]).is_none());
    assert_eq!([4, 5, 6].map(|code| arena.child(below, keys(&[code])[0])), [a, b, c]);
    assert_eq!(arena.children_of(0).count(), 3);
}

#[test]
fn children_are_inserted_among_those_that_lie_together() {
    let mut arena = Arena::new(400);
    arena.reset(2);
    arena.make_room(400);
    // Each legal list in turn has a child for each action. The order of all children is as if they were added one by one.
    let lists: [&[u32]; 7] = [&[2, 5, 8], &[1, 2, 3], &[8, 9], &[5, 6, 7, 8], &[9, 2, 4], &[0], &[1, 7, 9]];
    let orders: [&[u32]; 7] = [
        &[2, 5, 8],
        &[1, 2, 3, 5, 8],
        &[1, 2, 3, 5, 8, 9],
        &[1, 2, 3, 5, 6, 7, 8, 9],
        &[1, 2, 4, 3, 5, 6, 7, 8, 9],
        &[0, 1, 2, 4, 3, 5, 6, 7, 8, 9],
        &[0, 1, 2, 4, 3, 5, 6, 7, 8, 9],
    ];
    for parent in [0, 1] {
        for (codes, order) in lists.into_iter().zip(orders) {
            let (keys, all) = (keys(codes), keys(order));
            let mut ids = vec![NONE; keys.len()];
            let known = |(_, node): (u32, &Node)| (node.key.load(Relaxed), node.visits());
            let before: Vec<_> = arena.children_of(parent).map(known).collect();
            let found = arena.children(parent, &keys, &mut ids);
            if before.is_empty() {
                arena.add_together(parent, &keys).unwrap();
            } else if found < keys.len() {
                assert!(arena.insert_together(parent, &keys, &mut ids));
                let at: Vec<u32> = keys.iter().map(|&key| arena.child(parent, key).unwrap()).collect();
                assert_eq!(ids, at);
            }
            assert!(arena.together(parent, &all).is_some(), "{codes:?}");
            let after: Vec<_> = arena.children_of(parent).map(known).collect();
            assert_eq!(after.len(), order.len());
            assert!(before.iter().all(|child| after.contains(child)), "{before:?} {after:?}");
            arena.children_of(parent).for_each(|(id, _)| arena.add_visits(id, id + 1));
        }
    }
    // The second node has used what the first one left.
    assert_eq!((arena.len(), arena.used.0.load(Relaxed)), (22, 2 + 3 + 3 + 5 + 6 + 8 + 9 + 10 + 10));
}

#[test]
fn children_are_inserted_only_where_there_is_room() {
    for (arena, limit) in [(arenas(5, 1), 5), (arenas(6, 1), 6)]
        .into_iter()
        .flat_map(|(both, limit)| both.map(|arena| (arena, limit)))
    {
        let all = keys(&[1, 2, 3, 4, 5]);
        arena.add_together(0, &all[..3]).unwrap();
        let mut ids = [NONE; 5];
        assert_eq!(arena.children(0, &all, &mut ids), 3);
        let can = limit == 6 && !arena.is_shared();
        assert_eq!((arena.insert_together(0, &all, &mut ids), arena.len()), (can, if can { 6 } else { 4 }));
        assert_eq!(arena.together(0, &all).is_some(), can);
    }
}

#[test]
fn a_node_is_fully_expanded_once_it_is_recorded() {
    for arena in arenas(60, 1) {
        let all = keys(&[3, 4, 5]);
        let first = arena.add_together(0, &all).unwrap();
        assert!(arena.fully_expanded(0).is_none() && !arena.set_fully_expanded(0, first, 2));
        assert!(
            arena.set_fully_expanded(0, first, 3) && !arena.set_fully_expanded(0, first, 3),
            "it is new once"
        );
        let (number, children) = arena.fully_expanded(0).unwrap();
        assert_eq!((number, children.len(), children[1].mover()), (first, 3, Seat::new(1)));
        let many = keys(&(0..40).collect::<Vec<_>>());
        let large = arena.add_together(first, &many).unwrap();
        assert!(!arena.set_fully_expanded(first, large, 40), "it is longer than a count of neighbours");
    }
}

#[test]
fn a_full_arena_stays_as_it_is() {
    for arena in arenas(2, 1) {
        assert_eq!(arena.add(0, NONE, Key::of_move(0, 0, 3)), Some(1));
        assert_eq!(arena.add(0, NONE, Key::of_move(0, 0, 4)), None);
        assert_eq!((arena.len(), arena.is_full()), (2, true));
        assert_eq!(arena.child(0, Key::of_move(0, 0, 4)), None);
    }
}

#[test]
fn what_is_known_of_a_node_does_not_disturb_its_links() {
    for arena in arenas(8, 1) {
        let [a, b] = [0, 1].map(|code| Key::of_move(1, 0, code));
        assert!(arena.claim(0));
        let first = arena.add(0, NONE, b).unwrap();
        arena.set_proof(0, Proof::Won(Seat::new(5)));
        let second = arena.add(0, NONE, a).unwrap();
        arena.release(0);
        arena.set_proof(first, Proof::Drawn);
        let proofs = [0, first, second].map(|id| arena.node(id).proof());
        assert_eq!(proofs, [Some(Proof::Won(Seat::new(5))), Some(Proof::Drawn), None]);
        assert_eq!([0, first, second].map(|id| arena.node(id).is_won()), [true, false, false]);
        assert_eq!((arena.child(0, a), arena.child(0, b)), (Some(second), Some(first)));
        arena.add_visits(first, 3);
        arena.add_visits(first, 1_u32.wrapping_sub(3));
        arena.add_reward(first, 7);
        arena.add_extra(first, 0.25);
        arena.add_extra(first, 0.5);
        let node = arena.node(first);
        assert_eq!((node.visits(), node.total(), node.extra()), (1, 7, 0.75));
        arena.count_available(node, 1);
        assert_eq!(node.available(), 1);
    }
}

#[test]
fn counts_shrink_and_means_stay() {
    for arena in arenas(8, 1) {
        let id = arena.add(0, NONE, Key::of_move(0, 0, 1)).unwrap();
        arena.shrink(id, 8);
        assert_eq!((arena.node(id).visits(), arena.node(id).available()), (0, 0));
        arena.add_visits(id, 17);
        arena.add_reward(id, 17 << 30);
        arena.add_extra(id, 8.5);
        (0..40).for_each(|_| arena.count_available(arena.node(id), 1));
        arena.shrink(id, 8);
        let node = arena.node(id);
        assert_eq!((node.visits(), node.available(), node.total(), node.extra()), (3, 5, 3 << 30, 1.5));
    }
}

#[test]
fn strides_count_as_much() {
    for (mut arena, strides) in arenas(2, 1).into_iter().zip([false, true]) {
        arena.count_in_strides(strides);
        let id = arena.add(0, NONE, Key::of_move(0, 0, 1)).unwrap();
        for iteration in 0..u64::from(OFTEN) + 800 {
            arena.count_available(arena.node(id), iteration);
        }
        assert_eq!(arena.node(id).available(), OFTEN + 800);
    }
}

#[test]
fn only_one_thread_may_add_children() {
    let [_, arena] = arenas(8, 1);
    assert!(arena.claim(0) && !arena.claim(0));
    arena.release(0);
    assert!(arena.claim(0));
}

/// Threads add the same children to one node; none is lost or added twice.
#[test]
fn threads_add_to_one_node() {
    let mut arena = Arena::shared(2_000);
    arena.reset(1);
    let arena = &arena;
    std::thread::scope(|scope| {
        for offset in [0, 250, 500, 750] {
            scope.spawn(move || {
                for code in (0..1_000).map(|code| (code + offset) % 1_000) {
                    let key = Key::of_move(0, 0, code);
                    while arena.child(0, key).is_none() {
                        if arena.claim(0) {
                            if arena.child(0, key).is_none() {
                                arena.add(0, NONE, key).unwrap();
                            }
                            arena.release(0);
                        }
                    }
                    arena.add_visits(arena.child(0, key).unwrap(), 1);
                }
            });
        }
    });
    assert_eq!((arena.len(), arena.children_of(0).count()), (1_001, 1_000));
    assert!(arena.children_of(0).all(|(_, node)| node.visits() == 4));
}

/// Threads add children to nodes of their own and insert into them; what earlier searches left disturbs none.
#[test]
fn threads_insert_children_side_by_side() {
    const STEPS: u32 = 40;
    // The number of children, and the place behind which one more child is inserted.
    let shape = |number: u32| (3 + number % 9, number % (3 + number % 9));
    let mut arena = Arena::shared(10_000);
    for round in 0..20 {
        arena.reset(4);
        let arena = &arena;
        std::thread::scope(|scope| {
            for root in 0..4 {
                scope.spawn(move || {
                    let mut parent = root;
                    for step in 0..STEPS {
                        let (count, place) = shape(round + root + step);
                        let codes: Vec<u32> = (0..count).map(|code| code * 2).collect();
                        assert!(arena.claim(parent));
                        let first = arena.add_together(parent, &keys(&codes)).unwrap();
                        let late = arena.add(parent, first + place, keys(&[place * 2 + 1])[0]).unwrap();
                        arena.release(parent);
                        parent = late;
                    }
                });
            }
        });
        for root in 0..4 {
            let mut parent = root;
            for step in 0..STEPS {
                let (count, place) = shape(round + root + step);
                let codes: Vec<u32> =
                    (0..count * 2).filter(|code| code % 2 == 0 || *code == place * 2 + 1).collect();
                let found: Vec<u32> =
                    arena.children_of(parent).map(|(_, node)| node.key.load(Relaxed)).collect();
                assert_eq!(found, keys(&codes).iter().map(|key| key.0).collect::<Vec<_>>());
                parent = arena.child(parent, keys(&[place * 2 + 1])[0]).unwrap();
            }
        }
    }
}

#[test]
fn the_memory_of_a_dropped_arena_is_taken_again() {
    let arena = Arena::new(1_000);
    let place = arena.nodes.as_ptr();
    drop(arena);
    // What would take its place if it was free.
    let between = Arena::new(2_000);
    assert_eq!(Arena::new(1_000).nodes.as_ptr(), place);
    assert_ne!(between.nodes.as_ptr(), place);
}
