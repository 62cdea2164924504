//! The tables of `docs/features.md` are those of the games, and what networks read is sparse.
//! `UPDATE_DOCS=1 cargo test --release -p tradewinds-arena --test arena features` writes the page.

use std::path::Path;
use std::{env, fs};

use tradewinds_arena::{Makers, NAMES, Visitor, visit};
use tradewinds_game::features::Block;
use tradewinds_game::{CompleteGame, Inputs, Seat, Seed, Variant};

const BEGIN: &str = "<!-- features: begin -->\n";

/// Writes the section of a game; empty without features.
struct Section;

impl Visitor for Section {
    type Output = String;

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) -> String {
        let (table, game) = (G::features(), G::new(4, &Variant::standard()).unwrap());
        if table.is_empty() {
            return String::new();
        }
        let (name, version, layout) = (G::NAME, table.version, table.layout);
        let tables = table.to_markdown(&game.action_groups());
        format!("\n## {name}\n\nNetworks: version {version}. Layout: version {layout}.\n\n{tables}")
    }
}

#[test]
fn the_page_has_the_features_of_the_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/features.md");
    let page = fs::read_to_string(&path).unwrap();
    let tables: String = NAMES.iter().map(|name| visit(name, Section).unwrap()).collect();
    let (head, found) = page.split_once(BEGIN).unwrap();
    let tables = tables.trim_end().to_owned() + "\n";
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{head}{BEGIN}{tables}")).unwrap();
    } else {
        assert_eq!(found, tables, "UPDATE_DOCS=1 writes the tables");
    }
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
