//! Setup (1.3) and the initial draws.

use super::AgeOfDiscovery;
use super::hidden::{shuffled_deck, shuffled_stack};
use super::packed::SeatList;
use super::state::{Conflict, Dock, Expedition, NOBODY, Player, SEATS, State, Step, add_building};
use super::words::{Building, Region, TileId};
use tradewinds_game::{Dice, shuffle};

impl AgeOfDiscovery {
    /// Returns a position without anything in it.
    pub(super) fn empty(&self) -> State {
        State {
            players: [Player::default(); SEATS],
            market: Default::default(),
            pile: Default::default(),
            tiles: 0,
            stacks: Default::default(),
            deck: Default::default(),
            offer: 0,
            dock: Dock::default(),
            initiative_box: SeatList::default(),
            goods_box: SeatList::default(),
            capital_box: SeatList::default(),
            warfare_box: SeatList::default(),
            passed: SeatList::default(),
            open: 0,
            undiscovered: 0,
            seen: 0,
            region_goods: 0,
            stack_len: [0; 3],
            deck_len: 0,
            order: [0; SEATS],
            bids: [0; SEATS],
            specialists: [NOBODY; 5],
            dock_x: NOBODY,
            dock_y: NOBODY,
            university: NOBODY,
            university_used: false,
            ship_in_box: false,
            turn: 1,
            step: Step::Over,
            to_move: 0,
            at: 0,
            expedition: Expedition::default(),
            conflict: Conflict::default(),
        }
    }

    /// Sets up a game in the order of section 1.3.
    pub(super) fn set_up<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let rules = &self.rules;
        let mut state = self.empty();
        let mut tiles: [u8; TileId::COUNT] = std::array::from_fn(|tile| tile as u8);
        shuffle(&mut tiles, dice);
        for (region, &tile) in tiles[..Region::COUNT].iter().enumerate() {
            if region != rules.home || rules.auction {
                state.undiscovered |= 1 << region;
                state.set_tile(region, tile.into());
            }
        }
        state.pile = rules.counters;
        for region in 0..Region::COUNT {
            state.region_goods |= 1 << region;
            state.pile.take(rules.region_good[region].into(), 1);
        }
        for age in 0..3 {
            let (stack, len) = shuffled_stack(age, all_of_age(age), dice);
            state.stacks[age] = stack;
            state.stack_len[age] = len;
        }
        self.fill_offer(&mut state, 0);
        self.fill_market(&mut state, dice);
        state.ship_in_box = true;
        (state.deck, state.deck_len) = shuffled_deck(0, dice);
        if rules.auction {
            for player in &mut state.players[..rules.players] {
                player.money = rules.auction_money.into();
            }
            state.ask(Step::Bid, 0);
            return state;
        }
        for (seat, place) in state.order[..rules.players].iter_mut().enumerate() {
            *place = seat as u8;
        }
        shuffle(&mut state.order[..rules.players], dice);
        for at in 0..rules.players {
            state.players[usize::from(state.order[at])].money = rules.start_money[at].into();
        }
        self.deal_colonists(&mut state);
        self.begin_turn(&mut state, dice);
        state
    }
}

/// Returns all buildings of an age, a bit each, with both Settlers.
pub(super) fn all_of_age(age: usize) -> u64 {
    let mut all = 0;
    for building in Building::AGES[age]..Building::AGES[age + 1] {
        add_building(&mut all, building);
    }
    if age == 0 {
        add_building(&mut all, Building::Settlers.index());
    }
    all
}
