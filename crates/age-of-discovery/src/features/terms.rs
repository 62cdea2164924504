//! The terms that a seat's strength is made from: the input of the estimate of the win shares.

use tradewinds_game::Seat;

use super::discovery::Odds;
use super::fitted::{KNOTS, Weight};
use super::judge::Judge;
use super::quick::best_step;
use crate::limits::LAST_TURN;
use crate::player::Player;
use crate::state::age_of;
use crate::words::{Building, Decision, Figure, Good, Slot};

/// Declares the terms: `name: "meaning", [its weights at the knots of time];`.
macro_rules! terms {
    ($($name:ident: $meaning:literal, $weight:expr;)*) => {
        /// A seat's amount of each term.
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct Terms { $(#[doc = $meaning] pub(crate) $name: f32,)* }

        impl Terms {
            /// The weight of each term at the knots of time, fitted to self-play.
            const WEIGHTS: &[Weight] = &[$($weight,)*];
            /// The number of terms.
            pub(crate) const COUNT: usize = Self::WEIGHTS.len();
            /// The weights by knot: those of two knots are interpolated side by side.
            pub(crate) const AT_KNOTS: [[f32; Self::COUNT]; KNOTS.len()] = at_knots();

            /// Returns the terms in the order of their weights.
            #[inline]
            pub(crate) fn values(&self) -> [f32; Self::COUNT] { [$(self.$name,)*] }
        }
    };
}

/// Returns [`Terms::WEIGHTS`] by knot.
const fn at_knots() -> [[f32; Terms::COUNT]; KNOTS.len()] {
    let mut knots = [[0.0; Terms::COUNT]; KNOTS.len()];
    let mut term = 0;
    while term < Terms::COUNT {
        let mut knot = 0;
        while knot < KNOTS.len() {
            knots[knot][term] = Terms::WEIGHTS[term][knot];
            knot += 1;
        }
        term += 1;
    }
    knots
}

#[rustfmt::skip]
terms! {
    points: "VP as if the game ended now", [0.026, 0.130, 0.174, 0.306];
    next_regions: "VP of regions in prospect at the next scoring", [0.074, 0.179, 0.153, 0.305];
    later_regions: "VP of regions in prospect at later scorings", [0.039, -0.094, 0.160, 0.0];
    units: "units in the New World", [0.051, 0.076, -0.033, -0.003];
    regions: "regions with own units", [0.071, 0.070, -0.135, 0.049];
    soldiers: "soldiers in the New World", [0.050, 0.022, 0.158, 0.237];
    docked_units: "plain units that land from the dock", [0.112, 0.307, 0.343, 0.603];
    docked_soldiers: "soldiers that land from the dock", [0.234, 0.260, 0.577, 0.675];
    dollars: "dollars, with those of Initiative while it is still to pay and of figures on the dock", [0.032, 0.021, 0.018, -0.021];
    price_share: "share of the price of a building that the seat has, at most 1", [0.567, 0.322, 0.866, 0.440];
    spare_dollars: "dollars above two prices", [0.029, -0.008, 0.004, 0.007];
    buyers: "figures in Capital Buildings", [0.266, 0.160, 0.357, 0.746];
    able_buyers: "those of them that can pay", [0.225, 0.155, 0.297, 0.594];
    first_buyer: "whether one of them buys first", [0.581, 0.214, 0.039, 1.743];
    set_income: "set income in dollars", [0.068, 0.122, 0.215, 0.305];
    loose_kinds: "kinds of goods with a loose counter", [0.161, 0.152, 0.047, 0.013];
    pairs: "kinds of goods with a pair", [0.351, 0.437, 0.191, 0.012];
    triples: "kinds of goods with a triple", [0.486, 0.534, 0.075, -0.031];
    ships: "ships", [0.130, 0.339, 0.122, 0.009];
    takers: "figures in Trade Goods", [0.136, 0.314, 0.352, 0.370];
    best_take: "dollars that the best good of the market would add, for a seat with a figure there", [0.236, 0.031, 0.015, 0.217];
    ship_lead_now: "whether the seat would win the ship now", [-0.236, 0.519, 0.418, 0.520];
    ship_lead: "lead for the ship in shipping value, at most 3", [0.134, -0.028, 0.036, -0.020];
    ship_behind: "shipping value of a seat that would not win the ship", [-0.299, 0.143, 0.004, -0.003];
    discovery_value: "value in the Discovery box that is still of use", [0.046, 0.172, 0.073, 0.093];
    discovery_pack: "of that value the first five", [0.056, -0.022, -0.018, 0.151];
    explorers: "soldiers in the Discovery box that are still of use", [0.252, -0.119, 0.209, -0.173];
    captains: "captains in the Discovery box that are still of use", [0.051, -0.029, 0.047, -0.067];
    strike: "VP that an expedition of all would find", [-0.010, 0.091, 0.103, 0.097];
    captain_slot: "whether the seat has the Captain slot, before the last turn", [0.240, 0.386, 0.247, 0.039];
    merchant_slot: "whether the seat has the Merchant slot, before the last turn", [0.598, 0.185, 0.140, 0.447];
    missionary_slot: "whether the seat has the Missionary slot, before the last turn", [0.241, 0.520, 0.467, 0.124];
    soldier_slot: "whether the seat has the Soldier slot, before the last turn", [-0.215, 0.281, 0.221, -0.392];
    training_slot: "whether the seat has the Training slot, before the last turn", [-0.076, 0.075, 0.086, -0.211];
    warriors: "figures in Warfare of a seat with soldiers", [-0.401, 0.161, 0.306, 0.134];
    next_place: "place in the order of the next turn, from 0", [0.004, -0.080, -0.175, -0.821];
    rum: "sugar of the owner of the Rum Distillery", [0.0, 0.363, 0.189, 0.019];
    privateers: "ships of the owner of the Privateers", [0.0, 0.595, 0.478, 0.065];
    colonist_hand: "colonists in hand", [0.242, 0.284, 0.197, 0.107];
    captain_hand: "captains and merchants in hand", [0.520, 0.467, 0.355, 0.140];
    missionary_hand: "missionaries in hand", [0.395, 0.441, 0.483, 0.426];
    soldier_hand: "soldiers in hand", [0.212, 0.291, 0.209, 0.222];
}

impl Judge<'_> {
    /// Returns the terms of a seat, of which its VP of regions in prospect and the odds are given.
    pub(crate) fn terms(&self, seat: Seat, [next_regions, later_regions]: [f32; 2], odds: &Odds) -> Terms {
        let state = self.state;
        let player = &state.players[seat.index()];
        let mut terms = Terms {
            points: self.game.points(player).total() as f32,
            next_regions,
            later_regions,
            units: player.all_units() as f32,
            regions: player.occupied.count_ones() as f32,
            soldiers: player.all_soldiers() as f32,
            set_income: self.game.set_income(player) as f32,
            ships: player.ships.into(),
            ..Terms::default()
        };
        let initiative = state.initiative_box.iter().position(|other| other == seat);
        let mut money = f32::from(player.money);
        if let Some(space) = initiative
            && state.decision <= Decision::Place
        {
            money += f32::from(self.rules.initiative_money[space]);
        }
        money = self.dock_terms(seat, money, &mut terms);
        self.capital_terms(seat, money, &mut terms);
        self.goods_terms(seat, &mut terms);
        self.shipping_terms(seat, &mut terms);
        self.discovery_terms(seat, odds, &mut terms);

        let lasts = self.lasts();
        let slot = |slot: Slot| {
            if state.specialists[slot].is(seat) { lasts } else { 0.0 }
        };
        terms.captain_slot = slot(Slot::Captain);
        terms.merchant_slot = slot(Slot::Merchant);
        terms.missionary_slot = slot(Slot::Missionary);
        terms.soldier_slot = slot(Slot::Soldier);
        terms.training_slot = slot(Slot::Training);
        if player.garrisoned != 0 || terms.docked_soldiers > 0.0 {
            terms.warriors = state.warfare_box.count(seat) as f32;
        }
        terms.next_place = self.next_place(seat, initiative) as f32 * lasts;
        hand_terms(player, &mut terms);
        terms
    }

    /// Returns 1 before the last turn, 0 in it.
    fn lasts(&self) -> f32 {
        if self.state.turn < LAST_TURN { 1.0 } else { 0.0 }
    }

    /// Returns the place of a seat in the order of the next turn, by what is in Initiative now.
    fn next_place(&self, seat: Seat, initiative: Option<usize>) -> usize {
        let state = self.state;
        initiative.unwrap_or_else(|| {
            let place = state.place_of(seat);
            if state.initiative_box.is_empty() {
                return place;
            }
            let behind = &state.order[place..self.rules.players];
            place + behind.iter().filter(|&&other| state.initiative_box.contains(other)).count()
        })
    }

    /// Records the landings from the dock; returns the seat's money with their income.
    #[inline]
    fn dock_terms(&self, seat: Seat, mut money: f32, terms: &mut Terms) -> f32 {
        let (rules, state) = (self.rules, self.state);
        let player = &state.players[seat.index()];
        for (_, figure) in state.dock.iter().filter(|&(owner, _)| owner == seat) {
            match figure {
                Figure::Missionary => {
                    let cathedral = player.owns(Building::Cathedral);
                    terms.docked_units += 1.0 + f32::from(rules.missionary_units[usize::from(cathedral)]);
                }
                Figure::Soldier => terms.docked_soldiers += 1.0,
                figure => {
                    terms.docked_units += 1.0;
                    money += f32::from(rules.landing_money[figure]);
                }
            }
        }
        let extra = [state.dock_x, state.dock_y].map(|owner| u8::from(owner.is(seat)));
        terms.docked_units += f32::from(extra[0] + extra[1]);
        money
    }

    /// Records the purchases that the seat's money allows.
    #[inline]
    fn capital_terms(&self, seat: Seat, money: f32, terms: &mut Terms) {
        let (rules, state) = (self.rules, self.state);
        let age = age_of(state.turn + u8::from(state.decision > Decision::Buy)).min(2);
        let price = f32::from(rules.prices[age]);
        let buyers = state.capital_box.count(seat) as f32;
        let able = buyers.min((money / price).floor());
        terms.dollars = money;
        terms.price_share = (money / price).min(1.0);
        terms.spare_dollars = (money - 2.0 * price).max(0.0);
        terms.buyers = buyers;
        terms.able_buyers = able;
        if able > 0.0 && state.capital_box.first() == seat {
            terms.first_buyer = 1.0;
        }
    }

    /// Records the sets of goods that can grow.
    #[inline]
    fn goods_terms(&self, seat: Seat, terms: &mut Terms) {
        let state = self.state;
        let player = &state.players[seat.index()];
        for kind in player.goods.kinds() {
            match player.goods.get(kind) {
                1 | 5 => terms.loose_kinds += 1.0,
                2 | 6 => terms.pairs += 1.0,
                3 => terms.triples += 1.0,
                _ => {}
            }
        }
        let takers = state.goods_box.count(seat);
        terms.takers = takers as f32;
        if takers > 0 {
            terms.best_take = best_step(state, player);
        }
        if player.owns(Building::RumDistillery) {
            terms.rum = player.good(Good::Sugar).into();
        }
        if player.owns(Building::Privateers) {
            terms.privateers = player.ships.into();
        }
    }

    /// Records the seat's standing in the race for the ship.
    #[inline]
    fn shipping_terms(&self, seat: Seat, terms: &mut Terms) {
        let state = self.state;
        let own = state.players[seat.index()].shipping;
        if own == 0 || !state.ship_in_box {
            return;
        }
        let mut margin = 9.0_f32;
        for other in self.opponents(seat) {
            let rival = &state.players[other.index()];
            if rival.shipping > 0 {
                let earlier = state.place_of(other) < state.place_of(seat);
                let order = if earlier { -0.5 } else { 0.5 };
                margin = margin.min(f32::from(own) - f32::from(rival.shipping) + order);
            }
        }
        if margin > 0.0 {
            (terms.ship_lead_now, terms.ship_lead) = (1.0, margin.min(3.0));
        } else {
            terms.ship_behind = own.into();
        }
    }

    /// Records the figures in the Discovery box.
    #[inline]
    fn discovery_terms(&self, seat: Seat, odds: &Odds, terms: &mut Terms) {
        let state = self.state;
        let player = &state.players[seat.index()];
        let value = self.value([player.captains, player.explorers, player.others]);
        let exploring = match state.decision {
            Decision::ExploreTarget
            | Decision::ExploreSoldiers
            | Decision::ExploreCaptains
            | Decision::ExploreOthers => state.place_of(seat) >= usize::from(state.at),
            decision => decision < Decision::ExploreTarget,
        };
        if exploring {
            terms.strike = odds.vp_of(value);
        }
        let stays = if exploring || state.turn < LAST_TURN { 1.0 } else { 0.0 };
        terms.discovery_value = value as f32 * stays;
        terms.discovery_pack = (value as f32).min(5.0) * stays;
        terms.explorers = f32::from(player.explorers) * stays;
        terms.captains = f32::from(player.captains) * stays;
    }
}

/// Records the figures in a player's hand.
#[inline]
fn hand_terms(player: &Player, terms: &mut Terms) {
    let hand = |figure| f32::from(player.hand(figure));
    terms.colonist_hand = hand(Figure::Colonist);
    terms.captain_hand = hand(Figure::Captain) + hand(Figure::Merchant);
    terms.missionary_hand = hand(Figure::Missionary);
    terms.soldier_hand = hand(Figure::Soldier);
}
