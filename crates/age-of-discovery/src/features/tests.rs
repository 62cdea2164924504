//! What the blocks say of worked positions.

use tradewinds_game::features::Block;
use tradewinds_game::kit::{Counts16, MaybeSeat};
use tradewinds_game::{ActionFeatures, Features, Game, Inputs, Seat, Seed, Variant, Variants};
use tradewinds_testkit::features::{has, named};

use super::{ACTION, SEAT, TABLE};
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::packed::{Dock, SeatList};
use crate::state::State;
use crate::words::{Building, Decision, EventBox, Figure, Good, Region};

fn game(players: usize) -> AgeOfDiscovery {
    AgeOfDiscovery::new(players, &Variant::standard()).expect("the standard rules load")
}

fn inputs(game: &AgeOfDiscovery, state: &State) -> Inputs {
    let mut inputs = Inputs::new(game.players());
    game.write_features(state, Seat::new(0), &mut inputs);
    inputs
}

fn of_action(game: &AgeOfDiscovery, state: &State, action: Action) -> Vec<String> {
    let mut features = ActionFeatures::new();
    game.write_action_features(state, action, &mut features);
    let mut block = Block::new();
    features.into_iter().for_each(|index| block.push_active(index));
    named(ACTION, &block)
}

/// Five colonists each, and 10 to 13 dollars by turn order (1.2).
#[test]
fn the_opening_is_what_the_page_says() {
    let game = game(4);
    let mut state = game.deal(&mut Seed(1).rng());
    let place = format!("decides {}", Decision::Place.index());
    let blocks = inputs(&game, &state);
    let first = named(SEAT, &blocks.seats()[state.order[0].index()]);
    has(
        &first,
        &[&place, "order 0", "next_order 0", "wait 0", "hand 4", "figures 4", "dollars 10", "prices 4"],
        &["standing", "bid", "takes", "value", "buildings", "points"],
    );
    let last = named(SEAT, &blocks.seats()[state.order[3].index()]);
    has(&last, &["order 3", "wait 3", "dollars 13", "prices 5"], &["decides"]);
    has(&named(TABLE, &blocks.table), &["players 2", "turn 0", "to_place 19", "dock_free 7"], &["lands"]);

    // The last seat goes first in the next turn and is paid; the first one falls back by a place.
    state.initiative_box.push(state.order[3]);
    let blocks = inputs(&game, &state);
    let paid = usize::from(game.rules.initiative_money[0]);
    let dollars = format!("dollars {}", 13 + paid);
    let last = named(SEAT, &blocks.seats()[state.order[3].index()]);
    has(&last, &["order 3", "next_order 0", "initiative 0", &dollars], &[]);
    has(&named(SEAT, &blocks.seats()[state.order[0].index()]), &["order 0", "next_order 1"], &[]);
}

/// Returns a game of three players in turn 6, all regions open, without units and figures.
fn table() -> (AgeOfDiscovery, State) {
    let game = game(3);
    let mut state = game.deal(&mut Seed(1).rng());
    (state.undiscovered, state.tiles, state.region_goods, state.turn) = (0, 0, 0, 6);
    state.order = [0, 1, 2, 0, 0].map(Seat::new);
    for player in &mut state.players {
        player.hand = Default::default();
        player.money = 0;
    }
    state.ask_at(Decision::Place, 0);
    (game, state)
}

#[test]
fn standings_in_regions_are_compared() {
    let (game, mut state) = table();
    let [peru, brazil] = [Region::Peru.index(), Region::Brazil.index()];
    state.players[0].add_plain(peru, 3);
    state.players[0].add_soldiers(peru, 1);
    state.players[1].add_plain(peru, 2);
    state.players[2].add_plain(peru, 1);
    state.players[0].add_plain(brazil, 3);
    state.players[1].add_plain(brazil, 3);
    let blocks = inputs(&game, &state);
    let of = |seat: usize| named(SEAT, &blocks.seats()[seat]);
    let standing = |region: usize, units: usize, lead: usize| {
        format!("standing {}", 25 * region + 5 * (units - 1) + lead)
    };
    // The leads are 2, -2 and -3 in Peru, and none in Brazil.
    has(&of(0), &[&standing(peru, 4, 4), &standing(brazil, 3, 2), "attacks 0", "units 7"], &["threats"]);
    has(&of(1), &[&standing(peru, 2, 0), &standing(brazil, 3, 2), "threats 0", "units 5"], &["attacks"]);
    has(&of(2), &[&standing(peru, 1, 0), "units 1"], &["attacks"]);
    // Turn 6 ends with a scoring: the first places, the tie and the second place of 5.1.
    let vp = game.rules.region_vp;
    for (seat, scored) in [(0, vp.first + vp.tie), (1, vp.second + vp.tie)] {
        has(&of(seat), &[&format!("scored {}", scored.div_ceil(2) - 1)], &[]);
    }
    has(&of(2), &[], &["scored"]);
    state.turn = 5;
    has(&named(SEAT, &inputs(&game, &state).seats()[0]), &[], &["scored"]);
    // A move to Peru: one unit there already, three less than the most.
    state.ask(Decision::Migration, Seat::new(2));
    let to_peru = of_action(&game, &state, Action::Migrate(1, Region::Canada, Region::Peru));
    has(&to_peru, &["move 1", "from 0", "from_lead 3", "to 6", "lead 0", "held 1"], &["land"]);
}

/// Seat 1 is behind seat 0 in turn order, so a tie for the ship goes to seat 0 (4.4).
#[test]
fn the_race_for_the_ship_knows_ties() {
    let (game, mut state) = table();
    state.ship_in_box = true;
    (state.players[0].shipping, state.players[1].shipping) = (2, 2);
    let blocks = inputs(&game, &state);
    has(&named(SEAT, &blocks.seats()[0]), &["shipping 1", "ship_race 0"], &[]);
    has(&named(SEAT, &blocks.seats()[1]), &["shipping 1", "ship_race 7"], &[]);
    has(&named(SEAT, &blocks.seats()[2]), &[], &["shipping", "ship_race"]);
    // A merchant counts two: seat 1 then leads by two, less a half for the tie that it would lose.
    state.players[1].hand.add(Figure::Merchant.index(), 1);
    state.ask_at(Decision::Place, 1);
    let placed = of_action(&game, &state, Action::Place(Figure::Merchant, EventBox::Shipping));
    has(&placed, &["place 27", "mine 14", "race 9"], &["afford", "gain"]);
    state.ship_in_box = false;
    let placed = of_action(&game, &state, Action::Place(Figure::Merchant, EventBox::Shipping));
    has(&placed, &["race 13"], &[]);
}

#[test]
fn money_and_goods_are_counted() {
    let (game, mut state) = table();
    state.players[0].money = 20;
    state.capital_box = SeatList::default();
    for seat in [1, 0, 0] {
        state.capital_box.push(Seat::new(seat));
    }
    state.dock = Dock::default();
    state.dock.push(Seat::new(0), Figure::Merchant);
    state.players[0].own(Building::Settlers.index());
    state.players[0].own(Building::Settlers.index());
    state.players[0].own(Building::RumDistillery.index());
    state.players[0].goods.add(Good::Sugar.index(), 3);
    state.market = Counts16::default();
    state.market.add(Good::Sugar.index(), 1);
    state.goods_box = SeatList::default();
    state.goods_box.push(Seat::new(0));
    let blocks = inputs(&game, &state);
    let money = 20 + usize::from(game.rules.landing_money[Figure::Merchant]);
    let dollars = format!("dollars {}", 32 + money);
    let rum = format!("steady {}", 3 * game.rules.effects.rum - 1);
    let income = format!("set_income {}", 24 + game.set_income(&state.players[0]));
    let found = named(SEAT, &blocks.seats()[0]);
    // 25 dollars are one price of 14 and three quarters: one of two figures can pay.
    assert_eq!(money, 25);
    has(
        &found,
        &[&dollars, "prices 7", "able_buyers 0", "poor_buyers 0", "buys 1", "docked 8", &rum, &income],
        &["ships"],
    );
    let settlers = format!("buildings {}", 34 + Building::Settlers.index());
    has(&found, &[&settlers, "buildings 67", "goods 32", "takers 0", "takes 0", "best_take 2"], &[]);
    has(&named(SEAT, &blocks.seats()[1]), &["poor_buyers 0", "prices 0"], &["able_buyers", "buys"]);
}

/// An unknown tile is not read; a known one is, by its natives and by what it is worth to a seat that can take it.
#[test]
fn only_known_tiles_are_read() {
    let (game, mut state) = table();
    let peru = Region::Peru.index();
    (state.undiscovered, state.university) = (1 << peru, MaybeSeat::some(Seat::new(2)));
    state.players[1].others = 4;
    let mut blocks = Vec::new();
    for tile in [0, 11] {
        state.set_tile(peru, tile);
        blocks.push(inputs(&game, &state));
    }
    assert_eq!(blocks[0], blocks[1]);
    has(
        &named(TABLE, &blocks[0].table),
        &["region 24", "undiscovered 1", "university 0"],
        &["known", "cards"],
    );
    // T12 has four natives and 6 VP (2.3).
    state.seen = 1 << peru;
    let blocks = inputs(&game, &state);
    has(&named(TABLE, &blocks.table), &["region 25", "known 4"], &[]);
    has(&named(SEAT, &blocks.seats()[1]), &["value 3", "sure_find 6"], &["captains"]);
    state.players[1].others = 3;
    has(&named(SEAT, &inputs(&game, &state).seats()[1]), &["value 2"], &["sure_find"]);
    state.ask_at(Decision::ExploreTarget, 1);
    has(&of_action(&game, &state, Action::Explore(Region::Peru)), &["explore 6", "tile 6", "could 4"], &[]);
}
