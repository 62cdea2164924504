//! The worth of money, goods, ships and figures.

use tradewinds_game::Seat;

use super::judge::Judge;
use crate::limits::LAST_TURN;
use crate::player::Player;
use crate::words::{Building, Decision, Figure, Good};

/// VP of a dollar that nothing more can be bought with: it breaks ties.
const SURPLUS: f32 = 0.01;

/// What the worth of goods and ships depends on besides them.
pub(crate) struct Rates {
    /// The phases of income to come.
    paydays: f32,
    /// The VP that a dollar is worth.
    dollar: f32,
    /// The VP that a dollar of set income is worth.
    income: f32,
}

impl Judge<'_> {
    /// Returns whether a seat has the price of a building.
    fn affords(&self, seat: Seat) -> bool {
        self.state.players[seat.index()].money >= self.game.price(self.state)
    }

    /// Returns the worth of a building's price to a seat that has this many dollars: next to nothing
    /// in the last turn.
    pub(crate) fn cost(&self, seat: Seat, dollars: f32) -> f32 {
        let price = f32::from(self.game.price(self.state));
        if self.state.turn < LAST_TURN {
            return self.money(seat, dollars) - self.money(seat, dollars - price);
        }
        let wealth = self.state.players[seat.index()].owns(Building::Wealth);
        price * if wealth { 1.0 / f32::from(self.rules.effects.wealth) } else { SURPLUS }
    }

    /// Returns the VP that a dollar is worth to a seat now.
    pub(crate) fn dollar(&self, seat: Seat) -> f32 {
        let state = self.state;
        let purchases = LAST_TURN - state.turn + u8::from(state.decision <= Decision::Buy);
        let weights = self.weights;
        let worth = match purchases {
            0 => SURPLUS,
            1 if self.affords(seat) => 0.3 * weights.dollar_last,
            1 => weights.dollar_last,
            more => {
                let far = (f32::from(more - 1) / 3.0).min(1.0);
                weights.dollar_last + (weights.dollar - weights.dollar_last) * far
            }
        };
        if state.players[seat.index()].owns(Building::Wealth) {
            worth.max(1.0 / f32::from(self.rules.effects.wealth))
        } else {
            worth
        }
    }

    /// Returns the worth of a seat's own money.
    pub(crate) fn money(&self, seat: Seat, dollars: f32) -> f32 {
        let purse = self.weights.purse;
        let spare = (dollars - purse).max(0.0);
        self.dollar(seat) * (dollars - spare + self.weights.spare * spare)
    }

    /// Returns the worth of additional dollars to a seat.
    pub(crate) fn income(&self, seat: Seat, dollars: f32) -> f32 {
        let money = f32::from(self.state.players[seat.index()].money);
        self.money(seat, money + dollars) - self.money(seat, money)
    }

    /// Returns how many phases of income are to come whose money can still be spent.
    fn paydays(&self) -> f32 {
        let past = self.state.decision >= Decision::UniversityBenefits;
        f32::from((LAST_TURN - self.state.turn).saturating_sub(u8::from(past)))
    }

    /// Returns what the worth of a seat's stock depends on besides the stock; several are compared at once.
    pub(crate) fn rates(&self, seat: Seat) -> Rates {
        let state = self.state;
        let counts = state.turn < LAST_TURN || state.decision < Decision::UniversityBenefits;
        let (paydays, dollar) = (self.paydays(), self.dollar(seat));
        Rates { paydays, dollar, income: paydays * dollar + f32::from(u8::from(counts)) }
    }

    /// Returns the worth of goods and ships to a seat with these rates.
    pub(crate) fn stock(&self, rates: &Rates, player: &Player) -> f32 {
        let (weights, state) = (self.weights, self.state);
        let &Rates { paydays, dollar, income: rate } = rates;
        let mut prospect = f32::from(player.ships) * weights.ship;
        // Kinds without a counter add nothing.
        for kind in player.goods.kinds() {
            let left = state.pile.get(kind) + state.market.get(kind) > 0;
            prospect += match player.goods.get(kind) {
                1 | 5 => weights.loose,
                2 | 6 if left => weights.pair,
                3 if left => weights.triple,
                2 => weights.loose,
                _ => 0.0,
            };
        }
        let hope = (paydays / 4.0).min(1.0);
        let mut worth = rate * (self.game.set_income(player) as f32 + hope * prospect);
        let rules = &self.rules.effects;
        if player.owns(Building::Mercantilism) {
            worth += player.good_total() as f32 * f32::from(rules.mercantilism);
        }
        if player.owns(Building::RumDistillery) {
            let sugar = f32::from(player.good(Good::Sugar));
            worth += paydays * dollar * f32::from(rules.rum) * sugar;
        }
        if player.ships > 0 {
            worth += f32::from(player.ships) * self.ship_extra(player);
        }
        worth
    }

    /// Returns what a ship brings by buildings.
    fn ship_extra(&self, player: &Player) -> f32 {
        let rules = &self.rules.effects;
        let navy = match player.owns(Building::Navy) {
            true => f32::from(rules.navy),
            false if self.state.decision <= Decision::Buy || self.state.turn < LAST_TURN => self.weights.navy,
            false => 0.0,
        };
        let privateers = if player.owns(Building::Privateers) {
            self.paydays() * self.weights.dollar * f32::from(rules.privateers) * self.others()
        } else {
            0.0
        };
        navy + privateers
    }

    /// Returns how many other players there are.
    pub(crate) fn others(&self) -> f32 {
        (self.rules.players - 1) as f32
    }

    /// Returns the worth of one more good to a seat.
    pub(crate) fn good_gain(&self, seat: Seat, good: usize) -> f32 {
        let (rates, mut player) = (self.rates(seat), self.state.players[seat.index()]);
        let before = self.stock(&rates, &player);
        player.goods.add(good, 1);
        self.stock(&rates, &player) - before
    }

    /// Returns the worth of one more ship to a seat.
    pub(crate) fn ship_gain(&self, seat: Seat) -> f32 {
        let (rates, mut player) = (self.rates(seat), self.state.players[seat.index()]);
        let before = self.stock(&rates, &player);
        player.ships += 1;
        self.stock(&rates, &player) - before
    }

    /// Returns the worth of one more figure in a later turn.
    pub(crate) fn figure(&self, figure: Figure) -> f32 {
        let weights = self.weights;
        [weights.colonist, weights.captain, weights.merchant, weights.missionary, weights.soldier]
            [figure.index()]
    }

    /// Returns what a figure loses where it counts as a colonist.
    pub(crate) fn extra(&self, figure: Figure) -> f32 {
        self.weights.keep * (self.figure(figure) - self.weights.colonist)
    }
}
