//! The light policy of rollouts: a few sums a decision.
//!
//! Its placements are a multinomial logit fitted to those of the full policy with its default weights, of
//! which it repeats 64 %. It does not look at a preset's weights.

use tradewinds_game::first_of_best;
use tradewinds_game::kit::{Bits, ByKey};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::box_list::BoxList;
use crate::limits::LAST_TURN;
use crate::player::Player;
use crate::state::{DECK, State, regions};
use crate::words::{Building, Decision, EventBox, Figure, Good};

/// What a box is worth: always, more in turn 1 than in turn 8 by this, and more in turn 8.
const BOXES: ByKey<EventBox, [f32; 3]> = ByKey::new([
    [0.73, 0.31, 1.19],    // initiative
    [3.28, 0.76, 2.09],    // dock
    [0.80, -1.72, 1.10],   // goods
    [0.16, 0.0, 2.98],     // shipping
    [-2.50, 2.15, 2.50],   // capital
    [0.0, 0.47, 1.00],     // discovery
    [1.64, 1.04, -2.84],   // captain
    [2.81, 1.35, -3.69],   // merchant
    [2.02, 1.33, -3.12],   // missionary
    [-0.72, -2.95, -1.20], // soldier
    [1.68, -0.49, -2.81],  // training
    [-2.74, -2.25, 2.79],  // warfare
]);

/// The additional worth of the dock from a region scoring at the end of the turn.
const SCORING: f32 = 0.52;

/// The worth of the boxes by turn, from 0.
static TURNS: [ByKey<EventBox, f32>; LAST_TURN as usize + 1] = {
    let mut turns = [ByKey::new([0.0; EventBox::COUNT]); LAST_TURN as usize + 1];
    let mut turn = 1;
    while turn <= LAST_TURN {
        let left = (LAST_TURN - turn) as f32 / (LAST_TURN - 1) as f32;
        let mut worths = [0.0; EventBox::COUNT];
        let mut place = 0;
        while place < EventBox::COUNT {
            let [always, early, end] = BOXES.array()[place];
            let last = if turn == LAST_TURN { end } else { 0.0 };
            worths[place] = always + early * left + last;
            place += 1;
        }
        if turn == 3 || turn == 6 || turn == LAST_TURN {
            worths[EventBox::Dock.index()] += SCORING;
        }
        turns[turn as usize] = ByKey::new(worths);
        turn += 1;
    }
    turns
};

/// The additional worth of a figure on the dock, in shipping, in discovery and elsewhere.
const FIGURES: ByKey<Figure, [f32; 4]> = ByKey::new([
    [0.0; 4],                    // colonist
    [-3.65, -0.70, 0.33, -3.53], // captain
    [2.27, -2.42, -2.93, -3.97], // merchant
    [2.44, -2.47, -2.11, -3.80], // missionary
    [2.20, -0.06, -0.13, 1.40],  // soldier
]);

/// The length of a list that any number of four bits is an index of.
const BOXES_16: usize = 16;

/// [`FIGURES`] by box.
static PLACED: [[f32; BOXES_16]; Figure::COUNT] = {
    let mut placed = [[0.0; BOXES_16]; Figure::COUNT];
    let mut figure = 0;
    while figure < Figure::COUNT {
        let [dock, shipping, discovery, elsewhere] = FIGURES.array()[figure];
        placed[figure] = [elsewhere; BOXES_16];
        placed[figure][EventBox::Dock.index()] = dock;
        placed[figure][EventBox::Shipping.index()] = shipping;
        placed[figure][EventBox::Discovery.index()] = discovery;
        figure += 1;
    }
    placed
};

/// What a further good adds to the set income, about: to a kind with none or four counters, with one or
/// five, and with two, three or six.
const STEPS: [f32; 3] = [0.3, 1.0, 3.0];

/// VP that a building is expected to bring in each turn after its purchase, besides those it has now.
#[rustfmt::skip]
const YIELD_OF: [(Building, f32); Building::COUNT] = [
    (Building::Settlers, 1.5),
    (Building::Monastery, 3.5),
    (Building::TradeRoutes, 2.5),
    (Building::TrainingGrounds, 1.5),
    (Building::IndenturedServitude, 2.0),
    (Building::Conquistador, 1.5),
    (Building::Navigator, 2.0),
    (Building::IncaEmpire, 1.5),
    (Building::TradingPost, 1.5),
    (Building::Cartography, 2.0),
    (Building::IndianAllies, 1.5),
    (Building::Privateers, 0.5),
    (Building::ShipYards, 2.0),
    (Building::Cathedral, 2.0),
    (Building::Taxation, 2.5),
    (Building::University, 1.0),
    (Building::WestIndiesCompany, 2.0),
    (Building::ColonizationLaws, 2.0),
    (Building::RumDistillery, 1.0),
    (Building::Marketplace, 2.5),
    (Building::MilitaryAcademy, 1.5),
    (Building::Fortress, 1.5),
    (Building::Stable, 0.5),
    (Building::Militia, 0.5),
    (Building::Mercantilism, 2.0),
    (Building::Population, 2.0),
    (Building::Navy, 2.0),
    (Building::Power, 2.0),
    (Building::Prosperity, 2.0),
    (Building::Glory, 3.0),
    (Building::Wealth, 2.0),
    (Building::Migration, 2.0),
    (Building::Factory, 5.0),
];

/// [`YIELD_OF`] by building.
static YIELDS: ByKey<Building, f32> = {
    let mut yields = [0.0; Building::COUNT];
    let mut place = 0;
    while place < Building::COUNT {
        assert!(YIELD_OF[place].0.index() == place, "the buildings stand in table order");
        yields[place] = YIELD_OF[place].1;
        place += 1;
    }
    ByKey::new(yields)
};

/// VP that the price of a building is worth while there are others to come.
const PRICE: f32 = 2.0;

/// Scores the actions of a decision; returns `false` in the auction, which it cannot score.
#[inline]
pub(crate) fn score(game: &AgeOfDiscovery, state: &State, actions: &[Action], scores: &mut [f32]) -> bool {
    let own = state.current();
    match state.decision {
        Decision::Place => score_placements(game, state, own, scores),
        Decision::Land => {
            let more = landed(game, state, own);
            each(actions, scores, |action| match action {
                Action::Land(region) => landing(game, state, region.index(), more),
                _ => 0.0,
            });
        }
        Decision::TakeGood => each(actions, scores, |action| match action {
            Action::TakeGood(good) => step(own, good),
            _ => 0.0,
        }),
        Decision::Buy => each(actions, scores, |action| match action {
            Action::Buy(building) => purchase(game, state, own, building),
            _ => 0.0,
        }),
        Decision::Cartography => each(actions, scores, |action| match action {
            Action::Discover(region) => landing(game, state, region.index(), 1),
            _ => 0.0,
        }),
        Decision::IndianAllies => each(actions, scores, |action| match action {
            Action::Reinforce(region) => {
                landing(game, state, region.index(), game.rules.effects.allied_soldiers)
            }
            _ => 0.0,
        }),
        Decision::ExploreTarget => each(actions, scores, |action| match action {
            Action::Explore(region) => spare(game, state, region as u8),
            Action::ExploreDeck => spare(game, state, DECK),
            _ => 0.0,
        }),
        Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => {
            let wanted = wanted(game, state);
            each(actions, scores, |action| match action {
                Action::Soldiers(number) | Action::Captains(number) | Action::Others(number) => {
                    -f32::from(number.abs_diff(wanted))
                }
                _ => 0.0,
            });
        }
        Decision::Train => each(actions, scores, |action| match action {
            Action::Train(_) if state.turn == LAST_TURN => -1.0,
            Action::Train(Figure::Missionary) => 2.0,
            Action::Train(_) => 1.0,
            _ => 0.0,
        }),
        Decision::Warfare => each(actions, scores, |action| match action {
            Action::Battle(region, other) => battle(own, &state.players[other.index()], region.index()),
            Action::War(_) => -1.0,
            _ => 0.0,
        }),
        Decision::AttackerKills | Decision::DefenderKills => each(actions, scores, |action| match action {
            Action::KillSoldiers(number) => number.into(),
            _ => 0.0,
        }),
        // The University waits for the Capital of a late turn; otherwise prefer to stay.
        decision => {
            let late = decision == Decision::UniversityCapital && state.turn > 5;
            each(actions, scores, |action| match action {
                Action::Keep | Action::Decline | Action::Pass if !late => 1.0,
                _ => 0.0,
            });
            return decision != Decision::Bid && decision != Decision::AuctionSpecialist;
        }
    }
    true
}

/// Scores the placements: the legal list has a row of open boxes for each figure in hand.
#[inline]
fn score_placements(game: &AgeOfDiscovery, state: &State, own: &Player, scores: &mut [f32]) {
    let boxes = by_number(game, state);
    let open = BoxList::new(game.open_boxes(state));
    let mut rest = scores;
    for figure in Bits(own.hand.kinds()) {
        let Some((row, others)) = rest.split_at_mut_checked(open.len() as usize) else { break };
        rest = others;
        let placed = &PLACED[figure / 8];
        for (score, place) in row.iter_mut().zip(open.numbers()) {
            *score = boxes[place] + placed[place];
        }
    }
}

/// Returns the worth of a battle by the units that both sides lose.
fn battle(own: &Player, theirs: &Player, region: usize) -> f32 {
    let killed = own.soldiers[region].min(theirs.units_at(region));
    let lost = theirs.soldiers[region].min(own.units_at(region));
    f32::from(killed) - 1.2 * f32::from(lost)
}

/// Returns the first of the actions with the highest score, without a list; `None` at the rarer decisions.
#[inline]
pub(crate) fn choose(game: &AgeOfDiscovery, state: &State) -> Option<Action> {
    let own = state.current();
    match state.decision {
        Decision::Place => Some(choose_placement(game, state, own)),
        Decision::Land => {
            let more = landed(game, state, own);
            first_of_best(regions(state.discovered()), |region| landing(game, state, region.index(), more))
                .map(|(region, _)| Action::Land(region))
        }
        Decision::TakeGood => {
            first_of_best(state.market.kinds().map(|good| Good::ALL[good]), |good| step(own, good))
                .map(|(good, _)| Action::TakeGood(good))
        }
        Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => {
            let (least, most) = game.number_range(state);
            let number = wanted(game, state).clamp(least, most);
            Some(AgeOfDiscovery::number_action(state.decision, number))
        }
        _ => None,
    }
}

/// Places the figure of the hand in the open box that together are worth most.
fn choose_placement(game: &AgeOfDiscovery, state: &State, own: &Player) -> Action {
    let boxes = by_number(game, state);
    let open = BoxList::new(game.open_boxes(state));
    let (mut best, mut top) = ((0, 0), f32::NEG_INFINITY);
    for figure in Bits(own.hand.kinds()) {
        let placed = &PLACED[figure / 8];
        for place in open.numbers().take(open.len() as usize) {
            let worth = boxes[place] + placed[place];
            if worth > top {
                (best, top) = ((figure / 8, place), worth);
            }
        }
    }
    let (figure, place) = best;
    Action::Place(Figure::ALL[figure], EventBox::ALL[place])
}

/// Returns [`worths`] by the numbers of a [`BoxList`].
#[inline(always)]
fn by_number(game: &AgeOfDiscovery, state: &State) -> [f32; BOXES_16] {
    let mut boxes = [0.0; BOXES_16];
    boxes[..EventBox::COUNT].copy_from_slice(worths(game, state).array());
    boxes
}

/// Returns the units of the landing at hand.
#[inline]
fn landed(game: &AgeOfDiscovery, state: &State, own: &Player) -> u8 {
    let figure = game.landing_figure(state).map_or(Figure::Colonist, |(_, figure)| figure);
    let cathedral = usize::from(own.owns(Building::Cathedral));
    1 + if figure == Figure::Missionary { game.rules.missionary_units[cathedral] } else { 0 }
}

/// Returns the worth of a further good.
#[inline]
fn step(own: &Player, good: Good) -> f32 {
    match own.good(good) {
        0 | 4 => STEPS[0],
        1 | 5 => STEPS[1],
        _ => STEPS[2],
    }
}

/// Writes the worth of each action.
#[inline(always)]
fn each(actions: &[Action], scores: &mut [f32], worth: impl Fn(Action) -> f32) {
    for (score, &action) in scores.iter_mut().zip(actions) {
        *score = worth(action);
    }
}

/// Returns the worth of each box to the seat that places; of those that are closed it does not matter.
#[inline(always)]
fn worths(game: &AgeOfDiscovery, state: &State) -> ByKey<EventBox, f32> {
    let (rules, seat, own) = (&game.rules, state.to_move, state.current());
    let mut boxes = TURNS[usize::from(state.turn)];
    let ends = state.turn == LAST_TURN;

    boxes[EventBox::Initiative] += 0.98 * state.initiative_box.len() as f32;
    boxes[EventBox::Dock] -= 0.25 * (f32::from(rules.dock_spaces) - state.dock.len() as f32);

    let takers = state.goods_box.count(seat);
    let goods = if takers == 0 { 0.74 * best_step(state, own) } else { 1.02 * takers as f32 };
    boxes[EventBox::Goods] += goods - 0.30 * state.goods_box.len() as f32;

    // Ties for the ship go to the seat that is earlier in turn order.
    let (mut rival, mut held, mut enemies, mut tie) = (0, 0, 0, 1);
    for &other in &state.order[..rules.players] {
        if other == seat {
            tie = -1;
            continue;
        }
        let player = &state.players[other.index()];
        rival = rival.max(2 * i32::from(player.shipping) + tie);
        held |= player.hand.0;
        enemies |= player.occupied;
    }
    boxes[EventBox::Shipping] += if state.ship_in_box {
        let lead = (2 * i32::from(own.shipping) - rival).clamp(-6, 6);
        0.15 * lead as f32 - if held != 0 { 1.0 } else { 0.0 }
    } else {
        -9.0
    };

    let (price, buyers) = (game.price(state), state.capital_box.count(seat));
    let money = own.money.saturating_sub(price * buyers as u16);
    if money >= price {
        let sure = if ends { 9.53 } else { 7.26 };
        boxes[EventBox::Capital] += sure - 0.67 * buyers as f32 - 1.24 * state.capital_box.len() as f32;
    } else if money + 6 >= price {
        boxes[EventBox::Capital] += 2.70;
    }
    if own.money < game.training_fee() {
        boxes[EventBox::Training] -= 3.17;
    }

    let value = expedition_value(game, own);
    let each = if ends { 0.54 } else { 0.38 };
    boxes[EventBox::Discovery] += each * f32::from(value.min(6)) - 0.77 * f32::from(value.saturating_sub(4));
    if own.garrisoned & enemies != 0 {
        boxes[EventBox::Warfare] += if ends { 2.13 } else { 0.50 };
    }
    boxes
}

/// Returns the maximum of [`STEPS`] over the goods of the market for a player; 0 for an empty market.
#[inline]
pub(crate) fn best_step(state: &State, player: &Player) -> f32 {
    let [low, middle, _] = player.goods.planes();
    let kinds = state.market.kinds();
    match () {
        () if !kinds.and(middle).is_empty() => STEPS[2],
        () if !kinds.and(low).is_empty() => STEPS[1],
        () if !kinds.is_empty() => STEPS[0],
        () => 0.0,
    }
}

/// Returns the worth of more units in a region: VP by the chance of the first place, and a good that
/// they claim. A region scores, more or less, when all together weigh as much as the units it takes.
#[inline]
pub(crate) fn landing(game: &AgeOfDiscovery, state: &State, region: usize, more: u8) -> f32 {
    let rules = &game.rules;
    let all: f32 =
        state.players[..rules.players].iter().map(|player| power_of(player.units_at(region))).sum();
    let (before, claim) = (state.current().units_at(region), rules.claim_units);
    let after = before + more;
    let (power, grown) = (power_of(before), power_of(after));
    let (scores, grown_all) = (power_of(claim), all - power + grown);
    let likely = |all: f32, units: u8| if all >= scores { 1.0 } else { 0.25 * f32::from(units) };
    let had = if before > 0 { likely(all, before) * power / all } else { 0.0 };
    let first = likely(grown_all, after) * grown / grown_all - had;
    let good = before < claim && after >= claim && state.region_goods >> region & 1 != 0;
    f32::from(rules.region_vp.first) * first + if good { 1.5 } else { 0.0 }
}

/// Returns the weight of units in the race for a region.
#[inline]
fn power_of(units: u8) -> f32 {
    POWERS[usize::from(units)]
}

/// The fourth power of the units, at most 15, and a third of one more: about what the full policy reckons
/// with when one dock is to come.
static POWERS: [f32; 256] = {
    let mut powers = [0.0; 256];
    let mut units = 0;
    while units < powers.len() {
        let own = if units < 15 { units as f32 + 0.35 } else { 15.35 };
        powers[units] = own * own * own * own;
        units += 1;
    }
    powers
};

/// Returns the worth of a building above its price.
fn purchase(game: &AgeOfDiscovery, state: &State, own: &Player, building: Building) -> f32 {
    let turns = f32::from(LAST_TURN - state.turn);
    let fixed = f32::from(game.rules.building_vp[building]);
    let formula =
        if building >= Building::Mercantilism { game.formula_vp(own, building) as f32 } else { 0.0 };
    let price = if turns > 0.0 { PRICE } else { 0.01 };
    fixed + formula + YIELDS[building] * turns - price
}

/// Returns the natives that an expedition has to reckon with.
pub(crate) fn natives(game: &AgeOfDiscovery, state: &State, target: u8) -> u8 {
    let region = usize::from(target);
    if target != DECK && state.seen >> region & 1 != 0 {
        game.rules.tiles[state.tile(region)].natives
    } else {
        4 + u8::from(target == DECK)
    }
}

/// Returns how much the value in the box is above what an expedition there needs; the last turn takes
/// risks.
fn spare(game: &AgeOfDiscovery, state: &State, target: u8) -> f32 {
    let value = expedition_value(game, state.current());
    let risk = if state.turn == LAST_TURN { 3.5 } else { 0.5 };
    f32::from(value) - f32::from(natives(game, state, target)) + risk
}

/// Returns how many figures of the kind that is asked for go along: all soldiers for the plunder, and of
/// captains and others as many as it takes.
fn wanted(game: &AgeOfDiscovery, state: &State) -> u8 {
    let [captain, soldier, _] = game.rules.discovery;
    let needed = match state.turn {
        LAST_TURN => u8::MAX,
        _ => natives(game, state, state.expedition.target) + 1,
    };
    let [soldiers, captains] = state.expedition_figures();
    let rest = needed.saturating_sub(soldier * soldiers);
    match state.decision {
        Decision::ExploreSoldiers => u8::MAX,
        Decision::ExploreCaptains => rest.div_ceil(captain.max(1)),
        _ => rest.saturating_sub(captain * captains),
    }
}

/// Returns the value of a player's figures in the Discovery box.
pub(crate) fn expedition_value(game: &AgeOfDiscovery, player: &Player) -> u8 {
    let [captain, soldier, other] = game.rules.discovery;
    captain * player.captains + soldier * player.explorers + other * player.others
}
