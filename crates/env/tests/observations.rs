//! What observations and masks say: nothing that the seat does not know, and every legal action once.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeSet;

use tradewinds_arena::{Makers, NAMES, Visitor, find, visit};
use tradewinds_game::encoding::width;
use tradewinds_game::{Actions, CompleteGame, Dice as _, Encoding, Seat, Seed, Variant};

/// Calls a check with every game, number of players and shipped variant.
fn for_every_table(check: impl Fn(&str, usize, &Variant)) {
    for name in NAMES {
        let info = find(name).unwrap().info();
        for players in info.players {
            check(name, players, &Variant::standard());
            for (variant, _) in info.shipped_variants {
                let variant = Variant::shipped(variant, name, info.shipped_variants).unwrap();
                check(name, players, &variant);
            }
        }
    }
}

/// Plays random games and checks the arrays of each decision.
struct Play<'a> {
    players: usize,
    variant: &'a Variant,
    games: u64,
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: CompleteGame + Encoding>(self, _: &'static Makers<G>) {
        let game = G::new(self.players, self.variant).unwrap();
        let (features, actions) = (game.feature_count(), game.action_count());
        assert_eq!(features, width(G::TABLE_FIELDS) + self.players * width(G::SEAT_FIELDS));
        let (mut truth, mut world) = (vec![0.0; features], vec![0.0; features]);
        for seed in 0..self.games {
            let mut dice = Seed(seed).rng();
            let mut state = game.deal(&mut dice);
            let mut list = Actions::new();
            for _ in 0..game.max_decisions() {
                let to_act = game.to_act(&state);
                for seat in Seat::all(self.players) {
                    // What the array held before does not shine through.
                    truth.fill(f32::NAN);
                    game.encode(&state, seat, &mut truth);
                    assert!(truth.iter().all(|number| number.is_finite()));
                    let mut other = state;
                    game.determinize(&mut other, seat, &mut dice);
                    game.encode(&other, seat, &mut world);
                    let different = truth.iter().zip(&world).position(|(a, b)| a != b);
                    assert_eq!(
                        different,
                        None,
                        "{} peeks at {:?} of {seat:?}",
                        G::NAME,
                        field::<G>(different)
                    );
                }
                let Some(seat) = to_act else { break };
                list.clear();
                game.legal(&state, &mut list);
                let indices: BTreeSet<usize> =
                    list.iter().map(|&action| game.action_index(seat, action)).collect();
                assert_eq!(indices.len(), list.len(), "{}: {list:?}", G::NAME);
                assert!(*indices.last().unwrap() < actions);
                let action = list[dice.below(list.len() as u32) as usize];
                game.play(&mut state, action, &mut dice);
            }
        }
    }
}

/// Names the field of a number.
fn field<G: Encoding>(index: Option<usize>) -> &'static str {
    let Some(mut index) = index else { return "" };
    let seats = std::iter::repeat_n(G::SEAT_FIELDS, 6).flatten();
    for field in G::TABLE_FIELDS.iter().chain(seats) {
        if index < field.len {
            return field.name;
        }
        index -= field.len;
    }
    ""
}

#[test]
fn an_observation_holds_what_the_seat_knows_and_nothing_else() {
    for_every_table(|name, players, variant| visit(name, Play { players, variant, games: 6 }).unwrap());
}

/// Names, words and scales fit.
#[test]
fn layouts_name_every_number_once() {
    for_every_table(|name, players, variant| {
        let layout = tradewinds_env::layout(name, players, variant).unwrap();
        let names: BTreeSet<_> = layout.fields.iter().map(|at| (at.seat, at.field.name)).collect();
        assert_eq!(names.len(), layout.fields.len(), "{name}: names are distinct within a block");
        let groups: BTreeSet<_> = layout.groups.iter().map(|at| at.group.name).collect();
        assert_eq!(groups.len(), layout.groups.len());
        assert_eq!(layout.scales().len(), layout.features);
        for at in &layout.fields {
            assert!(at.field.scale > 0.0 && !at.field.meaning.is_empty() && !at.field.unit.is_empty());
            assert!(at.field.words.is_empty() || at.field.words.len() == at.field.len, "{}", at.field.name);
        }
        for at in &layout.groups {
            let words = at.group.words;
            assert!(words.is_empty() || words.len() == at.group.len, "{}", at.group.name);
        }
        assert!(layout.action_name(0).starts_with(layout.groups[0].group.name));
        assert!(layout.action_name(layout.actions as i64).starts_with("not in"));
        assert!(layout.action_name(-1).starts_with("not in"));
    });
}
