//! B8: Warfare (4.10).

use tradewinds_game::kit::Bits;
use tradewinds_game::{Actions, Dice, MAX_ACTIONS, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{Conflict, State, regions};
use crate::words::{Building, Decision};

/// The hits of a battle and the numbers they are chosen from (the table of 4.10).
struct Hits {
    /// Units that the attacker removes.
    attacker: u8,
    /// Units that the defender removes.
    defender: u8,
    attacker_soldiers: u8,
    attacker_plain: u8,
    defender_soldiers: u8,
    defender_plain: u8,
}

impl AgeOfDiscovery {
    /// Has the owner of the next Warfare figure decide.
    #[inline]
    pub(crate) fn next_conflict<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if state.warfare_box.is_empty() {
            self.collect_income(state, dice);
        } else {
            state.ask(Decision::Warfare, state.warfare_box.first());
        }
    }

    /// Returns the regions in which the player to move can fight a seat, one bit each; none against itself.
    #[inline]
    pub(crate) fn targets(&self, state: &State, opponent: Seat) -> u16 {
        if opponent == state.to_move {
            return 0;
        }
        state.battlefields(state.to_move, opponent)
    }

    /// Returns whether the player to move can pay for a war.
    #[inline]
    pub(crate) fn can_afford_war(&self, state: &State) -> bool {
        state.current().money >= self.war_fee()
    }

    pub(crate) fn legal_conflicts(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        let war = self.can_afford_war(state);
        for opponent in Seat::all(self.rules.players) {
            let targets = self.targets(state, opponent);
            actions.extend(regions(targets).map(|region| Action::Battle(region, opponent)));
            if war && targets != 0 {
                actions.push(Action::War(opponent));
            }
        }
    }

    #[inline]
    pub(crate) fn play_conflict<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let conflict = match action {
            Action::Battle(region, opponent) => {
                Conflict { war: false, opponent, region: region as u8, killed: 0 }
            }
            Action::War(opponent) => {
                let region = self.targets(state, opponent).trailing_zeros() as u8;
                let fee = self.war_fee();
                state.current_mut().money -= fee;
                Conflict { war: true, opponent, region, killed: 0 }
            }
            _ => {
                state.warfare_box.pop_front();
                self.next_conflict(state, dice);
                return;
            }
        };
        state.conflict = conflict;
        state.decision = Decision::AttackerKills;
    }

    fn hits(&self, state: &State) -> Hits {
        let region = usize::from(state.conflict.region);
        let attacker = &state.players[state.warfare_box.first().index()];
        let defender = &state.players[state.conflict.opponent.index()];
        let militia = if defender.owns(Building::Militia) { self.rules.effects.militia } else { 0 };
        Hits {
            attacker: attacker.soldiers[region].min(defender.units_at(region)),
            defender: (defender.soldiers[region] + militia).min(attacker.units_at(region)),
            attacker_soldiers: attacker.soldiers[region],
            attacker_plain: attacker.plain[region],
            defender_soldiers: defender.soldiers[region],
            defender_plain: defender.plain[region],
        }
    }

    /// Returns the minimum and maximum number of soldiers among the victims that are chosen now; no
    /// more than a list of actions holds.
    #[inline]
    pub(crate) fn kill_range(&self, state: &State) -> (u8, u8) {
        let hits = self.hits(state);
        let (kills, soldiers, plain) = if state.decision == Decision::AttackerKills {
            (hits.attacker, hits.defender_soldiers, hits.defender_plain)
        } else {
            (hits.defender, hits.attacker_soldiers, hits.attacker_plain)
        };
        let least = kills.saturating_sub(plain);
        (least, kills.min(soldiers).min(least.saturating_add(MAX_ACTIONS as u8 - 1)))
    }

    pub(crate) fn legal_kills(&self, state: &State, actions: &mut Actions<Action>) {
        let (least, most) = self.kill_range(state);
        actions.extend((least..=most).map(Action::KillSoldiers));
    }

    #[inline]
    pub(crate) fn play_kills<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let Action::KillSoldiers(killed) = action else { return };
        if state.decision == Decision::AttackerKills {
            state.conflict.killed = killed;
            state.ask(Decision::DefenderKills, state.conflict.opponent);
        } else {
            self.end_battle(state, killed, dice);
        }
    }

    /// Removes the victims of both sides together; a war continues in the next region.
    fn end_battle<D: Dice + ?Sized>(&self, state: &mut State, attackers_killed: u8, dice: &mut D) {
        let hits = self.hits(state);
        let Conflict { war, opponent, region, killed } = state.conflict;
        let attacker = state.warfare_box.first();
        let place = usize::from(region);
        state.players[opponent.index()].remove(place, hits.attacker - killed, killed);
        state.players[attacker.index()].remove(place, hits.defender - attackers_killed, attackers_killed);
        state.ask(Decision::Warfare, attacker);
        // Battles of one war do not influence each other: the later ones are still to be found on the map.
        let later = if war { self.targets(state, opponent) & !((2 << region) - 1) } else { 0 };
        if let Some(next) = Bits(u64::from(later)).next() {
            state.conflict = Conflict { war, opponent, region: next as u8, killed: 0 };
            state.decision = Decision::AttackerKills;
        } else {
            state.conflict = Conflict::NONE;
            state.warfare_box.pop_front();
            self.next_conflict(state, dice);
        }
    }
}
