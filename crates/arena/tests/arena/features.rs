//! The versions of what learners read change with it, and what networks read is sparse.

use tradewinds_arena::{Makers, NAMES, Visitor, visit};
use tradewinds_game::features::{Block, Group};
use tradewinds_game::{CompleteGame, Inputs, Seat, Seed, Variant};

/// By game: the version of the features of networks, that of the layout, and the checksum of each.
const PINNED: [(&str, u32, u32, u32, u32); 4] = [
    ("puerto-rico", 1, 2, 3_631_843_612, 2_691_553_982),
    ("mundus-novus", 1, 2, 2_441_370_763, 859_778_889),
    ("age-of-discovery", 1, 2, 2_386_857_905, 2_874_784_756),
    ("francis-drake", 1, 2, 3_016_924_916, 3_288_178_663),
];

/// Returns the line of a game as its tables are now.
struct Line;

impl Visitor for Line {
    type Output = (&'static str, u32, u32, u32, u32);

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) -> Self::Output {
        let (table, game) = (G::features(), G::new(*G::PLAYERS.end(), &Variant::standard()).unwrap());
        let index = game.action_groups();
        let sparse = checksum(&[table.table, table.seat, table.action], Group::indices, |_| &[]);
        let dense = checksum(&[table.table, table.seat, &index], Group::numbers, |group| group.words);
        (G::NAME, table.version, table.layout, sparse, dense)
    }
}

/// Returns the checksum of the groups of some blocks that are in a form, in order: their names, entries and measures,
/// and the words that their readers know.
fn checksum(
    blocks: &[&[Group]],
    count: impl Fn(&Group) -> usize,
    words: impl Fn(&Group) -> &'static [&'static str],
) -> u32 {
    let mut text = String::new();
    for block in blocks {
        for group in block.iter().filter(|group| count(group) > 0) {
            text += &format!("{} {} {:?} {:?}\n", group.name, count(group), group.measure, words(group));
        }
        text += "\n";
    }
    crc32fast::hash(text.as_bytes())
}

/// A network or a program of last week would read a group that has moved as another one.
#[test]
fn a_change_of_the_groups_is_a_new_version() {
    let found: Vec<_> = NAMES.iter().map(|name| visit(name, Line).unwrap()).collect();
    for (found, pinned) in found.iter().zip(PINNED) {
        let (name, version, layout, sparse, dense) = *found;
        assert!(sparse == pinned.3 || version > pinned.1, "{name}: raise the version of its features");
        assert!(dense == pinned.4 || layout > pinned.2, "{name}: raise the version of its layout");
    }
    assert_eq!(found, PINNED, "write what was found into this test");
}

/// Plays random games of four and measures the blocks.
struct Sparse;

impl Visitor for Sparse {
    type Output = ();

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) {
        let game = G::new(4, &Variant::standard()).unwrap();
        let len = |block: &Block| block.active().len() + block.numbers().len();
        let (mut seats, mut tables, mut positions, mut largest) = (0, 0, 0, 0);
        for seed in 0..20 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            while game.to_act(&state).is_some() {
                let mut inputs = Inputs::new(4);
                game.write_features(&state, Seat::new(positions % 4), &mut inputs);
                seats += inputs.seats().iter().map(len).sum::<usize>();
                largest = inputs.seats().iter().map(len).fold(largest, usize::max);
                tables += len(&inputs.table);
                positions += 1;
                game.play_random(&mut state, &mut rng);
            }
        }
        let (seat, table) = (seats / (4 * positions), tables / positions);
        assert!(
            (15..45).contains(&seat) && largest <= 90,
            "{}: {seat} for a seat, {largest} at most",
            G::NAME
        );
        assert!((5..55).contains(&table), "{}: {table} for the table", G::NAME);
    }
}

/// Blocks are small: what a network adds up costs time in every leaf of a search.
#[test]
fn blocks_are_sparse() {
    NAMES.iter().for_each(|name| visit(name, Sparse).unwrap());
}
