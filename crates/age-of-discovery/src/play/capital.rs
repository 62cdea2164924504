//! B5: Capital Buildings, with Cartography and Indian Allies (4.6).

use tradewinds_game::kit::{Bits, MaybeSeat};
use tradewinds_game::{Actions, Dice, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::buildings::{self, SECOND_SETTLERS};
use crate::state::{State, regions};
use crate::words::{Building, Decision, Region, TileId};

impl AgeOfDiscovery {
    /// Has the owner of the next space buy.
    #[inline]
    pub(crate) fn next_purchase<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if self.rules.university_one_step && self.offers_box_step(state, Decision::UniversityCapital) {
            return;
        }
        if !state.capital_box.is_empty() {
            state.ask(Decision::Buy, state.capital_box.first());
        } else if let Some(owner) = self.discovery_window(state) {
            state.ask(Decision::UniversityDiscovery, owner);
        } else {
            self.next_explorer(state, 0, dice);
        }
    }

    /// Ends the turn of the figure on the first space.
    fn leave_space<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.capital_box.pop_front();
        self.next_purchase(state, dice);
    }

    /// Returns the buildings that the player to move can buy, one bit each, both Settlers at one.
    #[inline]
    pub(crate) fn affordable(&self, state: &State) -> u64 {
        if state.current().money < self.price(state) { 0 } else { state.offer & !SECOND_SETTLERS }
    }

    pub(crate) fn legal_purchases(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Pass);
        actions.extend(Bits(self.affordable(state)).map(|building| Action::Buy(Building::ALL[building])));
    }

    #[inline]
    pub(crate) fn play_purchase<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Buy(building) = action {
            let price = self.price(state);
            let (seat, undiscovered) = (state.to_move, state.undiscovered);
            buildings::take(&mut state.offer, building.index());
            let player = state.current_mut();
            player.money -= price;
            player.own(building.index());
            match building {
                Building::IncaEmpire => player.money += u16::from(self.rules.effects.inca_money),
                Building::Cartography if undiscovered != 0 => {
                    state.ask(Decision::Cartography, seat);
                    return;
                }
                Building::IndianAllies if player.occupied != 0 => {
                    state.ask(Decision::IndianAllies, seat);
                    return;
                }
                Building::University => state.university = MaybeSeat::some(seat),
                _ => {}
            }
        }
        self.leave_space(state, dice);
    }

    pub(crate) fn legal_discoveries(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(regions(state.undiscovered).map(Action::Discover));
    }

    pub(crate) fn play_cartography<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Discover(region) = action {
            self.discover(state, state.to_move, region, 0);
        }
        self.leave_space(state, dice);
    }

    pub(crate) fn legal_reinforcements(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(regions(state.current().occupied).map(Action::Reinforce));
    }

    pub(crate) fn play_indian_allies<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut D,
    ) {
        if let Action::Reinforce(region) = action {
            let seat = state.to_move;
            state.players[seat.index()].add_soldiers(region.index(), self.rules.effects.allied_soldiers);
            self.claim(state, seat, region);
        }
        self.leave_space(state, dice);
    }

    /// Opens a region: its money, plunder for the soldiers sent, the tile, a plain unit. Without risk no
    /// soldiers are sent.
    pub(crate) fn discover(&self, state: &mut State, seat: Seat, region: Region, soldiers: u8) {
        let index = region.index();
        let tile = state.tile(index);
        let find = self.rules.tiles[tile];
        state.set_tile(index, 0);
        state.undiscovered &= !(1 << index);
        state.seen &= !(1 << index);
        let player = &mut state.players[seat.index()];
        player.money += u16::from(find.money) + u16::from(find.plunder) * u16::from(soldiers);
        player.tiles |= 1 << tile;
        player.add_plain(index, 1);
        self.claim(state, seat, region);
    }

    /// Returns the owner of the University while it is unused.
    pub(crate) fn university_owner(&self, state: &State) -> MaybeSeat {
        let owner = state.players.iter().position(|player| player.owns(Building::University));
        match owner {
            Some(seat) if !state.university_used => MaybeSeat::some(Seat::new(seat)),
            _ => MaybeSeat::NOBODY,
        }
    }
}

const _: () = assert!(TileId::COUNT <= 16, "a tile fits in four bits");
