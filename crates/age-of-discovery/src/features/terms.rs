//! What a seat has and can expect, as the features read it: the shipped network has learned from these values.

use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

use crate::advice::{Judge, Odds, best_step};
use crate::limits::LAST_TURN;
use crate::words::{Decision, Figure};

/// What a seat has and can expect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    /// VP as if the game ended now.
    pub(super) points: u32,
    /// VP of regions in prospect at the next scoring.
    pub(super) next_regions: f32,
    /// VP of regions in prospect at later scorings.
    pub(super) later_regions: f32,
    /// Units in the New World.
    pub(super) units: u32,
    /// Dollars, with those of Initiative while it is still to pay and of figures on the dock.
    pub(super) dollars: u32,
    /// Figures in Capital Buildings.
    pub(super) buyers: u32,
    /// Those of them that can pay.
    pub(super) able_buyers: u32,
    /// Set income in dollars.
    pub(super) set_income: u32,
    /// Dollars that the best good of the market would add, for a seat with a figure there.
    pub(super) best_take: f32,
    /// Lead for the ship in shipping value, at most 3, of a seat that would win it now.
    pub(super) ship_lead: f32,
    /// Shipping value of a seat that would not win the ship.
    pub(super) ship_behind: u8,
    /// Value in the Discovery box that is still of use.
    pub(super) discovery_value: usize,
    /// Soldiers in the Discovery box that are still of use.
    pub(super) explorers: u8,
    /// Captains in the Discovery box that are still of use.
    pub(super) captains: u8,
    /// VP that an expedition of all would find.
    pub(super) strike: f32,
    /// Figures in Warfare of a seat with soldiers.
    pub(super) warriors: u32,
    /// Place in the order of the next turn, from 0.
    pub(super) next_place: usize,
}

impl Terms {
    /// Finds the terms of a seat, of which its VP of regions in prospect and its figures on the dock are given; the price
    /// of the next building and the odds are those of all seats.
    pub(super) fn new(
        judge: &Judge<'_>,
        seat: Seat,
        [next_regions, later_regions]: [f32; 2],
        docked: &ByKey<Figure, u8>,
        price: u16,
        odds: &Odds,
    ) -> Self {
        let (rules, state) = (judge.rules, judge.state);
        let player = &state.players[seat.index()];
        let mut terms = Self {
            points: judge.game.points(player).total(),
            next_regions,
            later_regions,
            units: player.all_units(),
            dollars: player.money.into(),
            set_income: judge.game.set_income(player),
            ..Self::default()
        };
        let initiative = state.initiative_box.iter().position(|other| other == seat);
        if let Some(space) = initiative
            && state.decision <= Decision::Place
        {
            terms.dollars += u32::from(rules.initiative_money[space]);
        }
        for (figure, &count) in docked.iter() {
            if !matches!(figure, Figure::Missionary | Figure::Soldier) {
                terms.dollars += u32::from(count) * u32::from(rules.landing_money[figure]);
            }
        }
        terms.count_buyers(judge, seat, price);
        if state.goods_box.count(seat) > 0 {
            terms.best_take = best_step(state, player);
        }
        terms.race_for_the_ship(judge, seat);
        terms.explore(judge, seat, odds);
        if player.garrisoned != 0 || docked[Figure::Soldier] > 0 {
            terms.warriors = state.warfare_box.count(seat);
        }
        if state.turn < LAST_TURN {
            terms.next_place = next_place(judge, seat, initiative);
        }
        terms
    }

    /// Records the purchases that the seat's money allows.
    #[inline]
    fn count_buyers(&mut self, judge: &Judge<'_>, seat: Seat, price: u16) {
        self.buyers = judge.state.capital_box.count(seat);
        let sold = self.dollars.checked_div(price.into());
        self.able_buyers = sold.map_or(self.buyers, |sold| sold.min(self.buyers));
    }

    /// Records the seat's standing in the race for the ship.
    #[inline]
    fn race_for_the_ship(&mut self, judge: &Judge<'_>, seat: Seat) {
        let state = judge.state;
        let own = state.players[seat.index()].shipping;
        if own == 0 || !state.ship_in_box {
            return;
        }
        let mut margin = 9.0_f32;
        for other in judge.opponents(seat) {
            let rival = &state.players[other.index()];
            if rival.shipping > 0 {
                let earlier = state.place_of(other) < state.place_of(seat);
                let order = if earlier { -0.5 } else { 0.5 };
                margin = margin.min(f32::from(own) - f32::from(rival.shipping) + order);
            }
        }
        if margin > 0.0 {
            self.ship_lead = margin.min(3.0);
        } else {
            self.ship_behind = own;
        }
    }

    /// Records the figures in the Discovery box.
    #[inline]
    fn explore(&mut self, judge: &Judge<'_>, seat: Seat, odds: &Odds) {
        let state = judge.state;
        let player = &state.players[seat.index()];
        let value = judge.value([player.captains, player.explorers, player.others]);
        let exploring = match state.decision {
            Decision::ExploreTarget
            | Decision::ExploreSoldiers
            | Decision::ExploreCaptains
            | Decision::ExploreOthers => state.place_of(seat) >= usize::from(state.at),
            decision => decision < Decision::ExploreTarget,
        };
        if exploring {
            self.strike = odds.vp_of(value);
        }
        if exploring || state.turn < LAST_TURN {
            self.discovery_value = value;
            self.explorers = player.explorers;
            self.captains = player.captains;
        }
    }
}

/// Returns the place of a seat in the order of the next turn, by what is in Initiative now.
fn next_place(judge: &Judge<'_>, seat: Seat, initiative: Option<usize>) -> usize {
    let state = judge.state;
    initiative.unwrap_or_else(|| {
        let place = state.place_of(seat);
        if state.initiative_box.is_empty() {
            return place;
        }
        let behind = &state.order[place..judge.rules.players];
        place + behind.iter().filter(|&&other| state.initiative_box.contains(other)).count()
    })
}
