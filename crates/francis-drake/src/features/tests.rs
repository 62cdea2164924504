use super::*;
use crate::words::{Decision, Destination, Disc};
use tradewinds_game::features::Block;
use tradewinds_game::{Game, Notation, Seed, Variant, Variants};
use tradewinds_testkit::features::{has, named};

const PAGE: &str = include_str!("../../../../docs/rules/francis-drake.md");

fn seat_of(game: &FrancisDrake, state: &State, observer: usize, seat: usize) -> Vec<String> {
    let mut inputs = Inputs::new(game.players());
    game.write_features(state, Seat::new(observer), &mut inputs);
    named(SEAT, &inputs.seats()[seat])
}

fn table(game: &FrancisDrake, state: &State) -> Vec<String> {
    let mut inputs = Inputs::new(game.players());
    game.write_features(state, Seat::new(0), &mut inputs);
    named(TABLE, &inputs.table)
}

fn action(game: &FrancisDrake, state: &State, action: Action) -> Vec<String> {
    let mut features = ActionFeatures::new();
    game.write_action_features(state, action, &mut features);
    let mut block = Block::new();
    features.into_iter().for_each(|index| block.push_active(index));
    named(ACTION, &block)
}

/// Loads an example of 13.8: 0 is the start of a game, 1 an exchange in the second voyage.
fn example(index: usize) -> (FrancisDrake, State) {
    let (_, examples) = PAGE.split_once("### 13.8 Examples").unwrap();
    let blocks: Vec<&str> = examples.split("```json").collect();
    let (text, _) = blocks[index + 1].split_once("```").unwrap();
    let position = serde_json::from_str(text).unwrap();
    FrancisDrake::load(&position, &Variant::standard(), &mut Seed(1).rng()).unwrap()
}

#[test]
fn the_opening_is_what_the_table_says() {
    let game = FrancisDrake::new(4, &Variant::standard()).unwrap();
    let mut rng = Seed(1).rng();
    let mut state = game.deal(&mut rng);
    let order: Vec<usize> = state.starting_order().map(Seat::index).collect();
    let (first, last) = (order[0], order[3]);
    has(
        &seat_of(&game, &state, first, first),
        // 4 VP; the tables of 2.2: crew a has 2, supplies b 3, nobody has been at the tavern.
        &[
            "decides 0",
            "queue 0",
            "points = 4",
            "investor 0",
            "guns 0",
            "player_discs 10",
            "ahead 1",
            "ahead 17",
            "ahead 21",
        ],
        &["homebound", "discs", "gain", "numbers", "hand"],
    );
    // The last one in the starting order has a gun (1.2).
    has(&seat_of(&game, &state, first, last), &["queue 3", "guns 1", "crew 0"], &["decides"]);
    has(
        &table(&game, &state),
        &["players 1", "decision 0", "stage 0", "departed 0", "open 16"],
        &["rulings"],
    );
    // Crew b lies behind seven open locations in the printed order (2.1).
    let stop = Action::Stop(crate::Stop::CrewB);
    has(&action(&game, &state, stop), &["stop 5", "have 0", "passed 7", "behind 3"], &["last", "upgrade"]);
    game.play(&mut state, stop, &mut rng);
    has(
        &seat_of(&game, &state, first, first),
        &["queue 3", "crew 3", "player_discs 9", "ahead 21"],
        &["decides"],
    );
    let passed = seat_of(&game, &state, first, first);
    assert!(!passed.iter().any(|name| name == "ahead 1"), "crew a is behind: {passed:?}");
    // The next visitor of crew b gets 2.
    has(&seat_of(&game, &state, first, last), &["queue 2", "ahead 4"], &[]);
}

/// The second example of 13.8: in the second voyage seat 2, the informer's owner, has looked at Trinidad and
/// exchanges discs; seat 1 has placed the troop tiles.
#[test]
fn secrets_are_in_the_block_of_their_owner() {
    let (game, state) = example(1);
    assert_eq!(state.decision(), Decision::ExchangeWith);
    let owner = state.seat.index();
    let holder = state.governor().unwrap().index();
    let number = |disc: Disc, place: Destination| {
        format!("numbers {}", Destination::COUNT * disc.index() + place.index())
    };
    let own = seat_of(&game, &state, owner, owner);
    let trinidad = state.player(state.seat).disc_at(Destination::Trinidad).unwrap();
    has(&own, &[&number(trinidad, Destination::Trinidad)], &["known"]);
    // It has seen the discs of the others there.
    let mut seen = 0;
    for seat in Seat::all(4).filter(|&seat| seat != state.seat) {
        if let Some(disc) = state.player(seat).disc_at(Destination::Trinidad) {
            has(&own, &[&format!("seen {}", disc.index())], &[]);
            seen += 1;
        }
    }
    assert!(seen > 0);
    for observer in (0..4).filter(|&observer| observer != owner) {
        let secret = ["numbers", "hand", "races", "known", "seen"];
        has(&seat_of(&game, &state, observer, owner), &[], &secret);
        has(&seat_of(&game, &state, observer, observer), &[], &["seen"]);
    }
    // The holder knows the four troop tiles: 0 at Trinidad, 0 at Cartagena, 2 at Panama, 1 at Veracruz.
    let known: Vec<String> = seat_of(&game, &state, holder, holder);
    has(&known, &["known 0", "known 3", "known 11", "known 16"], &["seen"]);
    has(&seat_of(&game, &state, holder, owner), &[], &["known"]);
}
