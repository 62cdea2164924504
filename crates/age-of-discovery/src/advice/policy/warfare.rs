//! Battles and wars (4.10).

use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

use super::judge::Judge;
use crate::state::State;
use crate::words::{Building, Region};

impl Judge<'_> {
    /// Returns the worth of a battle in a region to the attacker.
    pub(crate) fn battle(&self, attacker: Seat, defender: Seat, region: usize) -> f32 {
        let (mine, theirs) = (&self.state.players[attacker.index()], &self.state.players[defender.index()]);
        let militia = if theirs.owns(Building::Militia) { self.rules.effects.militia } else { 0 };
        let killed = mine.soldiers[region].min(theirs.units_at(region));
        let lost = (theirs.soldiers[region] + militia).min(mine.units_at(region));
        let soldiers_killed = killed.min(theirs.soldiers[region]);
        let soldiers_lost = lost.min(mine.soldiers[region]);
        self.map.battle_gain(region, attacker, defender, lost, killed)
            + self.soldier_extra(defender) * self.weights.rivals * f32::from(soldiers_killed)
            - self.soldier_extra(attacker) * f32::from(soldiers_lost)
    }

    /// Returns the worth of the best battle of a seat with soldiers more in its region, 0 for none.
    pub(crate) fn best_landed_battle(&self, seat: Seat, more: u8) -> f32 {
        let open = Bits(self.state.discovered());
        open.map(|region| self.landed_battle(seat, region, more)).fold(0.0, f32::max)
    }

    /// Returns the worth of the best battle of a seat in a region after soldiers more have landed there,
    /// 0 for none.
    pub(crate) fn landed_battle(&self, seat: Seat, region: usize, more: u8) -> f32 {
        let (state, mut best) = (self.state, 0.0_f32);
        let mine = &state.players[seat.index()];
        for other in self.opponents(seat) {
            let theirs = &state.players[other.index()];
            let killed = (mine.soldiers[region] + more).min(theirs.units_at(region));
            let militia = if theirs.owns(Building::Militia) { self.rules.effects.militia } else { 0 };
            let lost = (theirs.soldiers[region] + militia).min(mine.units_at(region) + more);
            if killed > 0 {
                let gain = self.map.landed_gain(region, seat, other, [more, lost, killed]);
                best = best.max(gain - self.soldier_extra(seat) * f32::from(lost));
            }
        }
        best
    }

    /// Returns whether the deciding seat has a figure in Warfare.
    pub(crate) fn at_war(&self) -> bool {
        self.state.warfare_box.contains(self.seat)
    }

    /// Returns the VP of a seat's soldier in the New World above a plain unit.
    pub(crate) fn soldier_extra(&self, seat: Seat) -> f32 {
        let power = if self.state.players[seat.index()].owns(Building::Power) {
            f32::from(self.rules.effects.power)
        } else {
            0.0
        };
        let last = self.state.turn == crate::limits::LAST_TURN;
        power + if last { 0.1 } else { self.weights.battle }
    }

    /// Returns the worth of a war against a seat, its fee counted.
    pub(crate) fn war(&self, attacker: Seat, defender: Seat) -> f32 {
        let fields = self.fields(self.state, attacker, defender);
        let battles: f32 = Bits(fields).map(|region| self.battle(attacker, defender, region)).sum();
        battles + self.income(attacker, -f32::from(self.game.war_fee()))
    }

    fn fields(&self, state: &State, attacker: Seat, defender: Seat) -> u16 {
        state.battlefields(attacker, defender)
    }

    /// Returns the worth of the best conflict of a seat, 0 for none.
    pub(crate) fn best_conflict(&self, seat: Seat) -> f32 {
        let state = self.state;
        let mut best: f32 = 0.0;
        if state.players[seat.index()].garrisoned == 0 {
            return best;
        }
        for other in self.opponents(seat) {
            let fields = self.fields(state, seat, other) & state.players[seat.index()].garrisoned;
            if fields == 0 {
                continue;
            }
            for region in Bits(fields) {
                best = best.max(self.battle(seat, other, region));
            }
            if state.players[seat.index()].money >= self.game.war_fee() && fields.count_ones() > 1 {
                best = best.max(self.war(seat, other));
            }
        }
        best
    }

    /// Returns the worth of moving units from one region to another.
    pub(crate) fn shift(&self, seat: Seat, from: Region, to: Region, number: u8) -> f32 {
        let mut units = self.map.units[from.index()];
        let before = self.map.worth(&units, seat);
        units[seat.index()] -= number;
        self.map.worth(&units, seat) - before + self.landing(seat, to.index(), number)
    }
}
