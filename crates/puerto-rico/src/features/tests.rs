//! What the blocks say of a worked position.

use super::*;
use tradewinds_game::{Game, Seed, Variant, Variants};
use tradewinds_testkit::features::{has, named};

#[test]
fn the_opening_is_what_the_table_says() {
    let game = PuertoRico::new(4, &Variant::standard()).unwrap();
    let mut rng = Seed(1).rng();
    let mut state = game.deal(&mut rng);
    let seats = |state: &State| {
        let mut inputs = Inputs::new(4);
        game.write_features(state, Seat::new(0), &mut inputs);
        [0, 1].map(|seat| named(SEAT, &inputs.seats()[seat]))
    };
    let [first, second] = seats(&state);
    // Seat 0 has indigo and 3 doubloons (rules page 2, set-up), is governor and picks a role.
    has(
        &first,
        &["decides 0", "wait 0", "governor 0", "tiles 5", "doubloons 3", "empty 1", "builder_free 3"],
        &[],
    );
    has(&second, &["wait 1", "governor 1", "loads 0", "trader_free 0"], &["decides"]);
    // The builder: seat 0 decides what to build, the others are still to act.
    game.play(&mut state, Action::Role(Role::Builder), &mut rng);
    let [first, second] = seats(&state);
    let build = format!("decides {}", Decision::Build.index());
    has(&first, &[&build, "due 2", "chooser 0", "wait 3", "builder_due 3"], &["builder_free"]);
    has(&second, &["due 2", "wait 0", "builder_due 3"], &[]);
}
