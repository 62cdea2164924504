use super::*;
use crate::words::{Decision, Destination, Disc};
use tradewinds_game::features::Block;
use tradewinds_game::{Game, Notation, Seed, Variant, Variants};
use tradewinds_testkit::features::{has, named};

/// The second example of 13.8, an exchange in the second voyage; `tests/game/` reads the page itself.
const EXCHANGE: &str = r#"
{
  "game": "francis-drake", "dataset": "reconstruction-1", "rules": {}, "voyage": 2,
  "decision": {"step": "exchange with", "first": "galleon a"},
  "start": [2, 0, 1, 3],
  "street": ["guns b", "supplies b", "tavern", "crew a", "queen", "golden hind", "trade", "informer", "drake",
    "crew b", "shipyard", "guns a", "governor", "admiral", "pinnace", "supplies a"],
  "galleon_tiles": {"galleon a": "G2", "galleon b": "G3", "galleon c": "G1"},
  "outbound": [2, 0, 1, 3], "homebound": [],
  "troop_tiles": {"trinidad": 0, "cartagena": 0, "panama": 2, "veracruz": 1},
  "frigate_tiles": {"galleon a": 0, "galleon b": 2, "galleon c": 1},
  "face_up": [], "informer": {"kind": "discs", "destination": "trinidad"},
  "players": [
    {"vp": 13, "crew": 2, "guns": 5, "barrels": 3, "trade_goods": 2,
     "stops": ["guns b", "supplies b", "tavern", "crew a", "trade", "investor guns", "dockside barrel"],
     "ghost_ship": true, "investor_tile": false,
     "missions": {"trinidad": "3", "cartagena": "1", "portobelo": "4", "panama": "2", "gran granada": "ghost ship"},
     "attacks": [], "trades": {}, "goods": {}, "chest": {"silver": 1, "gold": 1}},
    {"vp": 17, "crew": 5, "guns": 5, "barrels": 4, "trade_goods": 3,
     "stops": ["supplies b", "crew a", "trade", "drake", "drake gun", "shipyard", "guns a", "governor", "pinnace", "supplies a"],
     "ghost_ship": false, "investor_tile": true,
     "missions": {"san juan": "2", "galleon a": "4", "galleon b": "1", "campeche": "3"},
     "attacks": [], "trades": {}, "goods": {}, "chest": {"jewel": 1}},
    {"vp": 6, "crew": 4, "guns": 3, "barrels": 3, "trade_goods": 2,
     "stops": ["supplies b", "queen", "golden hind", "informer", "crew b", "investor crew", "dockside gun"],
     "ghost_ship": false, "investor_tile": false,
     "missions": {"trinidad": "4", "puerto cabello": "1", "galleon a": "golden hind", "portobelo": "2", "panama": "3"},
     "attacks": [], "trades": {}, "goods": {}, "chest": {"silver": 1}},
    {"vp": 20, "crew": 5, "guns": 5, "barrels": 3, "trade_goods": 0,
     "stops": ["guns b", "crew a", "crew b", "shipyard", "guns a", "supplies a", "dockside barrel"],
     "ghost_ship": false, "investor_tile": true,
     "missions": {"trinidad": "1", "puerto cabello": "2", "galleon a": "4", "galleon b": "3"},
     "attacks": [], "trades": {}, "goods": {}, "chest": {"silver": 1}}
  ]
}
"#;

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
    let position = serde_json::from_str(EXCHANGE).unwrap();
    let (game, state) = FrancisDrake::load(&position, &Variant::standard(), &mut Seed(1).rng()).unwrap();
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
