//! Decisions that any sensible player would take, asked of the policy with its default weights.

use tradewinds_game::kit::{Counts16, MaybeSeat};
use tradewinds_game::{Actions, Game, MAX_ACTIONS, Policy, Seat, Seed, Variant, Variants, best};
use tradewinds_testkit::laws::rollout_win_share;

use super::WeightedPolicy;
use super::regions::{Map, powers};
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::advice::weights::Weights;
use crate::packed::{Dock, SeatList};
use crate::state::State;
use crate::words::{Building, Decision, Figure, Good, Region, Slot};

/// A game of four players in the given turn: all regions open, no units, no figures.
fn table(turn: u8) -> (AgeOfDiscovery, State) {
    let game = AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load");
    let mut state = game.deal(&mut Seed(1).rng());
    state.undiscovered = 0;
    state.tiles = 0;
    state.region_goods = 0;
    state.turn = turn;
    state.order = [0, 1, 2, 3, 0].map(Seat::new);
    for player in &mut state.players {
        player.hand = Default::default();
    }
    (game, state)
}

fn choice(game: &AgeOfDiscovery, state: &State) -> Action {
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    let mut scores = [0.0; MAX_ACTIONS];
    let scores = &mut scores[..actions.len()];
    WeightedPolicy::default().score(game, state, &actions, scores);
    assert!(scores.iter().all(|score| score.is_finite()), "{actions:?} have the scores {scores:?}");
    actions[best(scores)]
}

#[test]
fn the_last_landing_breaks_a_tie_for_the_first_place() {
    let (game, mut state) = table(8);
    let [peru, brazil] = [Region::Peru.index(), Region::Brazil.index()];
    for (seat, units) in [(0, [3, 6]), (1, [3, 1])] {
        state.players[seat].add_plain(peru, units[0]);
        state.players[seat].add_plain(brazil, units[1]);
    }
    state.dock = Dock::default();
    state.dock.push(Seat::new(0), Figure::Colonist);
    state.ask(Decision::Land, Seat::new(0));
    assert_eq!(choice(&game, &state), Action::Land(Region::Peru));
}

#[test]
fn a_good_completes_a_set_of_four() {
    let (game, mut state) = table(4);
    state.players[2].goods.add(Good::Sugar.index(), 3);
    state.market = Counts16::default();
    for good in [Good::Rice, Good::Sugar, Good::Gold] {
        state.market.add(good.index(), 1);
    }
    state.goods_box = SeatList::default();
    state.goods_box.push(Seat::new(2));
    state.ask(Decision::TakeGood, Seat::new(2));
    assert_eq!(choice(&game, &state), Action::TakeGood(Good::Sugar));
}

#[test]
fn the_last_money_buys_the_building_with_the_most_points() {
    let (game, mut state) = table(8);
    state.offer = [Building::Mercantilism, Building::Navy, Building::Power, Building::Militia]
        .iter()
        .fold(0, |offer, building| offer | 1 << building.index());
    let player = &mut state.players[1];
    (player.money, player.ships) = (20, 4);
    state.capital_box = SeatList::default();
    state.capital_box.push(Seat::new(1));
    state.ask(Decision::Buy, Seat::new(1));
    assert_eq!(choice(&game, &state), Action::Buy(Building::Navy));
}

/// The tile needs four, and figures left behind stay useful.
#[test]
fn a_known_tile_is_taken_with_no_more_than_it_needs() {
    let (game, mut state) = table(5);
    let peru = Region::Peru.index();
    state.undiscovered = 1 << peru;
    state.seen = 1 << peru;
    state.set_tile(peru, 11);
    state.players[3].others = 6;
    state.ask_at(Decision::ExploreTarget, 3);
    let mut dice = Seed(2).rng();
    for expected in
        [Action::Explore(Region::Peru), Action::Soldiers(0), Action::Captains(0), Action::Others(4)]
    {
        assert_eq!(choice(&game, &state), expected);
        game.play(&mut state, expected, &mut dice);
    }
    assert_eq!((state.undiscovered, state.players[3].others), (0, 2));
}

#[test]
fn nobody_is_trained_in_the_last_turn() {
    let (game, mut state) = table(8);
    state.players[0].money = 30;
    state.specialists[Slot::Training] = MaybeSeat::some(Seat::new(0));
    state.ask(Decision::Train, Seat::new(0));
    assert_eq!(choice(&game, &state), Action::Decline);
}

/// With one soldier against two colonists the lone battle wins the region in the last turn.
#[test]
fn a_battle_without_losses_is_fought() {
    let (game, mut state) = table(8);
    let canada = Region::Canada.index();
    state.players[0].add_soldiers(canada, 1);
    state.players[0].add_plain(canada, 2);
    state.players[1].add_plain(canada, 3);
    state.warfare_box = SeatList::default();
    state.warfare_box.push(Seat::new(0));
    state.ask(Decision::Warfare, Seat::new(0));
    assert_eq!(choice(&game, &state), Action::Battle(Region::Canada, Seat::new(1)));
}

/// With the weights of `steady`, the race of 16 units against 11 overflowed.
#[test]
fn the_race_for_a_region_is_a_number_however_sharp_it_is() {
    let (game, mut state) = table(8);
    let canada = Region::Canada.index();
    state.players[0].add_soldiers(canada, 23);
    state.players[1].add_soldiers(canada, 22);
    state.ask(Decision::Warfare, Seat::new(0));
    for sharp in [17.2, 1000.0] {
        let weights = Weights { sharp, ..Weights::DEFAULT };
        let powers = powers(&weights);
        let map = Map::new(&game.rules, &weights, &powers, &state);
        let worth = map.worth(&map.units[canada], Seat::new(0));
        assert!(worth.is_finite() && worth > 0.0, "{worth} at {sharp}");
    }
}

/// Every placement of the last turn has a finite worth, and no figure goes to a slot of Specialists
/// while anything else is open.
#[test]
fn no_specialist_is_hired_in_the_last_turn() {
    let (game, mut state) = table(8);
    state.players[0].hand.add(Figure::Colonist.index(), 5);
    state.ask_at(Decision::Place, 0);
    let Action::Place(_, place) = choice(&game, &state) else { panic!("a placement is a placement") };
    assert_eq!(place.slot(), None);
}

/// In games of the full policy the light one makes six of ten placements alike.
#[test]
fn quick_placements_are_mostly_those_of_the_full_policy() {
    let game = AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load");
    let policy = WeightedPolicy::default();
    let (mut placements, mut alike) = (0, 0);
    for seed in 0..20 {
        let mut rng = Seed(seed).rng();
        let mut state = game.deal(&mut rng);
        while game.to_act(&state).is_some() {
            let mut actions = Actions::new();
            game.legal(&state, &mut actions);
            let mut scores = [[0.0; MAX_ACTIONS]; 2];
            let [full, quick] = scores.each_mut().map(|scores| &mut scores[..actions.len()]);
            policy.score(&game, &state, &actions, full);
            policy.rollout_scores(&game, &state, &actions, quick);
            if state.decision == Decision::Place {
                placements += 1;
                alike += usize::from(best(full) == best(quick));
            }
            game.play(&mut state, actions[best(full)], &mut rng);
        }
    }
    assert!(alike * 10 > placements * 6, "{alike} of {placements} are alike");
}

/// One light policy wins every game against three random players.
#[test]
fn the_quick_policy_beats_random_players() {
    for seed in 0..20 {
        assert_eq!(rollout_win_share::<AgeOfDiscovery>(seed), 1.0, "seed {seed}");
    }
}
