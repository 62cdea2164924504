//! Each group of action indices holds the actions that it names: `actions.txt` has an action of every group that random
//! games reach. `UPDATE_DOCS=1 cargo test --release -p tradewinds-env --test env actions` writes it; read it then.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::{env, fs};

use tradewinds_arena::{Makers, NAMES, Visitor, find, visit};
use tradewinds_env::Layout;
use tradewinds_game::{Actions, CompleteGame, Dice as _, Seed, Variant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/actions.txt");

/// Games of a table; with fewer, the rarest groups stay empty.
const GAMES: u64 = 40;

/// Plays random games and keeps the text of the lowest index of each group that is legal at some decision.
struct Play<'a> {
    layout: &'a Layout,
    players: usize,
    found: &'a mut BTreeMap<usize, (usize, String)>,
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: CompleteGame>(self, _: &'static Makers<G>) {
        let game = G::new(self.players, &Variant::standard()).unwrap();
        for seed in 0..GAMES {
            let mut dice = Seed(seed).rng();
            let mut state = game.deal(&mut dice);
            let mut list = Actions::new();
            while let Some(seat) = game.to_act(&state) {
                list.clear();
                game.legal(&state, &mut list);
                for &action in &list {
                    let index = game.action_index(seat, action);
                    let group = self.layout.groups.partition_point(|at| at.offset <= index) - 1;
                    let text = || game.action_text(&state, action);
                    let lowest = self.found.entry(group).or_insert_with(|| (index, text()));
                    if index < lowest.0 {
                        *lowest = (index, text());
                    }
                }
                let action = list[dice.below(list.len() as u32) as usize];
                game.play(&mut state, action, &mut dice);
            }
        }
    }
}

#[test]
fn each_group_holds_the_actions_that_it_names() {
    let mut text = String::new();
    for name in NAMES {
        let players = *find(name).unwrap().info().players.end();
        let layout = tradewinds_env::layout(name, players, &Variant::standard()).unwrap();
        let mut found = BTreeMap::new();
        visit(name, Play { layout: &layout, players, found: &mut found }).unwrap();
        writeln!(text, "{name}").unwrap();
        for (group, at) in layout.groups.iter().enumerate() {
            let shown = match found.get(&group) {
                Some((index, action)) => format!("{} = {action}", layout.action_name(*index as i64)),
                None => "no action in these games".to_owned(),
            };
            writeln!(text, "  {}: {shown}", at.group.name).unwrap();
        }
    }
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(FILE, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(FILE).unwrap(), text, "UPDATE_DOCS=1 writes {FILE} anew");
}

#[test]
fn layouts_name_every_number_and_index_once() {
    for name in NAMES {
        let info = find(name).unwrap().info();
        let shipped = info.shipped_variants.iter();
        let shipped =
            shipped.map(|(variant, _)| Variant::shipped(variant, name, info.shipped_variants).unwrap());
        for variant in shipped.chain([Variant::standard()]) {
            for players in info.players.clone() {
                check(&tradewinds_env::layout(name, players, &variant).unwrap());
            }
        }
    }
}

/// The groups lie one behind the other, and have names and scales.
fn check(layout: &Layout) {
    for (placed, count) in [(&layout.fields, layout.features), (&layout.groups, layout.actions)] {
        let names: BTreeSet<_> = placed.iter().map(|at| (at.seat, at.group.name)).collect();
        assert_eq!(names.len(), placed.len(), "names are distinct within a block");
        let end = placed.iter().fold(0, |end, at| {
            assert_eq!(at.offset, end);
            end + at.group.len
        });
        assert_eq!(end, count);
    }
    assert_eq!(layout.scales().len(), layout.features);
    assert!(layout.scales().iter().all(|&scale| scale > 0.0));
    assert!(layout.action_name(0).starts_with(layout.groups[0].group.name));
    assert!(layout.action_name(layout.actions as i64).starts_with("not in"));
    assert!(layout.action_name(-1).starts_with("not in"));
}
