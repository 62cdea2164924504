//! The rules of the [README](super) in every order in which two threads may run, and with every value that a load may
//! see, as loom finds them: `RUSTFLAGS="--cfg loom" cargo test --release -p tradewinds-search --lib orderings`.

use loom::sync::Arc;
use loom::thread;
use tradewinds_game::Seat;

use super::*;

const PARENT: u32 = 0;

fn key(code: u32) -> Key {
    Key::of_move(1, 0, code + 1) // no key is 0, as that of a node that is not filled in
}

/// Runs two threads on an arena that `prepare` has filled, and then `check`, in all orders.
fn explore<T: 'static>(
    nodes: usize,
    prepare: fn(&Arena) -> T,
    threads: [fn(&Arena, &T); 2],
    check: fn(&Arena, &T),
) {
    loom::model(move || {
        let mut arena = Arena::shared(nodes);
        arena.reset(1);
        let prepared = prepare(&arena);
        let shared = Arc::new((arena, prepared));
        let [one, other] = threads;
        let copy = Arc::clone(&shared);
        let running = thread::spawn(move || one(&copy.0, &copy.1));
        other(&shared.0, &shared.1);
        running.join().expect("a thread ends");
        check(&shared.0, &shared.1);
    });
}

/// Adds a child as a search does, unless it is there or another thread adds children.
fn add_once(arena: &Arena, code: u32) {
    if arena.child(PARENT, key(code)).is_none() && arena.claim(PARENT) {
        // Another thread may have added it before this one got the lock.
        if arena.child(PARENT, key(code)).is_none() {
            arena.add(PARENT, last(arena), key(code)).expect("there is room");
        }
        arena.release(PARENT);
    }
}

/// Returns the last child, or [`NONE`].
fn last(arena: &Arena) -> u32 {
    arena.children_of(PARENT).last().map_or(NONE, |(id, _)| id)
}

/// Returns the codes of the children, and requires that each is filled in.
fn codes(arena: &Arena) -> Vec<u32> {
    arena
        .children_of(PARENT)
        .map(|(_, node)| {
            let found = node.key.load(Relaxed);
            assert_ne!(found, 0, "a node that a link leads to is not filled in");
            found - key(0).0
        })
        .collect()
}

fn nothing(_: &Arena) {}

#[test]
fn rule_1_no_sum_loses_a_number() {
    let learn = |arena: &Arena, &child: &u32| {
        arena.learn(child, 1, 10);
        arena.add_extra(child, 0.5);
        arena.count_available(arena.node(child), 1);
    };
    explore(
        3,
        |arena| arena.add(PARENT, NONE, key(0)).expect("there is room"),
        [learn; 2],
        |arena, &child| {
            let node = arena.node(child);
            assert_eq!((node.visits(), node.total(), node.extra()), (2, 20, 1.0));
            assert!((1..=2).contains(&node.available()), "availability may lose a count, but no more");
        },
    );
}

#[test]
fn rule_2_a_link_leads_to_a_node_that_is_filled_in() {
    // Two children at once, and then one between them.
    let grow = |arena: &Arena, (): &()| {
        assert!(arena.claim(PARENT));
        let first = arena.add_together(PARENT, &[key(0), key(2)]).expect("there is room");
        arena.add(PARENT, first, key(1)).expect("there is room");
        arena.release(PARENT);
    };
    let read = |arena: &Arena, (): &()| {
        let is_grown = arena.has_children(PARENT);
        assert!([&[][..], &[0, 2], &[0, 1, 2]].contains(&&*codes(arena)));
        if let Some(first) = arena.together(PARENT, &[key(0), key(2)]) {
            assert_eq!(first, 1);
        }
        let mut slots = [NONE; 3];
        let found = arena.children(PARENT, &[0, 1, 2].map(key), &mut slots);
        assert_eq!(found, slots.iter().filter(|&&slot| slot != NONE).count());
        let mut backwards = [NONE; 2];
        arena.children(PARENT, &[2, 0].map(key), &mut backwards);
        let is_found =
            slots[2] != NONE && arena.child(PARENT, key(2)).is_some() && !backwards.contains(&NONE);
        assert!(!is_grown || is_found, "no child is lost");
    };
    explore(4, nothing, [grow, read], |arena, ()| assert_eq!(codes(arena), [0, 1, 2]));
}

#[test]
fn rule_3_a_list_has_one_writer_at_a_time() {
    let grow = |arena: &Arena, (): &()| [0, 1].into_iter().for_each(|code| add_once(arena, code));
    let grow_back = |arena: &Arena, (): &()| [1, 0].into_iter().for_each(|code| add_once(arena, code));
    explore(6, nothing, [grow, grow_back], |arena, ()| {
        let mut codes = codes(arena);
        codes.sort_unstable();
        // A thread that does not get the lock goes on without its child.
        assert!(codes == [0] || codes == [1] || codes == [0, 1], "{codes:?}");
        assert_eq!(arena.len(), 1 + codes.len(), "no node is taken that no link leads to");
        assert!(arena.claim(PARENT), "the lock was released");
    });
}

#[test]
fn rule_3_who_has_the_lock_sees_what_was_written_under_it() {
    let add_one = |arena: &Arena, &child: &u32| {
        if arena.claim(PARENT) {
            arena.set_extra(child, arena.node(child).extra() + 1.0);
            arena.release(PARENT);
            arena.add_visits(child, 1);
        }
    };
    explore(
        3,
        |arena| arena.add(PARENT, NONE, key(0)).expect("there is room"),
        [add_one; 2],
        |arena, &child| {
            let node = arena.node(child);
            assert_eq!(node.extra(), node.visits() as f32, "one for each time that the lock was had");
        },
    );
}

#[test]
fn rule_4_no_flag_beside_a_link_is_lost() {
    let grow = |arena: &Arena, (): &()| add_once(arena, 0);
    let prove = |arena: &Arena, (): &()| arena.set_proof(PARENT, Proof::Won(Seat::new(2)));
    explore(3, nothing, [grow, prove], |arena, ()| {
        assert_eq!(arena.node(PARENT).proof(), Some(Proof::Won(Seat::new(2))));
        assert_eq!(codes(arena), [0]);
    });
}

#[test]
fn rule_5_a_full_arena_gives_no_node_twice() {
    // Room for two children at once, or for two single ones.
    let take_two = |arena: &Arena, &[one, _]: &[u32; 2]| {
        let _ = arena.add_together(one, &[key(0), key(1)]);
    };
    let take_one = |arena: &Arena, &[_, other]: &[u32; 2]| {
        let first = arena.add(other, NONE, key(2));
        let _ = first.and_then(|first| arena.add(other, first, key(3)));
    };
    let prepare = |arena: &Arena| {
        let one = arena.add(PARENT, NONE, key(8)).expect("there is room");
        [one, arena.add(PARENT, one, key(9)).expect("there is room")]
    };
    explore(5, prepare, [take_two, take_one], |arena, parents| {
        let mut taken: Vec<u32> =
            parents.iter().flat_map(|&parent| arena.children_of(parent).map(|(id, _)| id)).collect();
        taken.sort_unstable();
        let count = taken.len();
        taken.dedup();
        assert_eq!(taken.len(), count, "{taken:?}");
        assert!(arena.len() <= 5 && taken.iter().all(|&id| (3..5).contains(&id)), "{taken:?}");
    });
}

#[test]
fn rule_6_a_virtual_loss_is_taken_back() {
    let visit = |arena: &Arena, &child: &u32| {
        arena.add_visits(child, 3);
        arena.learn(child, 1_u32.wrapping_sub(3), 7);
    };
    explore(
        3,
        |arena| arena.add(PARENT, NONE, key(0)).expect("there is room"),
        [visit; 2],
        |arena, &child| {
            assert_eq!((arena.node(child).visits(), arena.node(child).total()), (2, 14));
        },
    );
}
