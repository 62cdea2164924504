//! The turn (3.2): what comes after what, and the phases S and E to J between two turns.

use tradewinds_game::kit::{Bits, Counts16};
use tradewinds_game::{Dice, Seat};

use crate::AgeOfDiscovery;
use crate::buildings::{self};
use crate::limits::{LAST_TURN, SCORING_TURNS, SEATS};
use crate::packed::{Order, SeatList, kind_of_item};
use crate::state::{State, age_of};
use crate::words::{Building, Decision, Figure, Region};

impl AgeOfDiscovery {
    /// Begins phase A, with its window of the University (UW1).
    pub(crate) fn begin_turn<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if let Some(owner) = self.order_window(state) {
            state.ask(Decision::UniversityOrder, owner);
        } else {
            self.begin_placement(state, dice);
        }
    }

    /// Ends a turn after phase D: region scoring, then the end of the game or phases E to J.
    pub(crate) fn end_turn<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        if let Some(scoring) = scoring_of(state.turn) {
            let awards = self.region_awards(state);
            for (player, award) in state.players.iter_mut().zip(awards) {
                player.region_vp[scoring] = award;
            }
        }
        if state.turn == LAST_TURN {
            state.ask(Decision::Over, Seat::new(0));
            return;
        }
        self.refresh_buildings(state);
        self.refresh_market(state, dice);
        state.ship_in_box |= state.ship_supply(self.rules.ships) > 0;
        self.deal_colonists(state);
        self.reorder(state);
        state.turn += 1;
        self.begin_turn(state, dice);
    }

    /// Phase E: at a change of age the unsold buildings and their stack leave the game.
    fn refresh_buildings(&self, state: &mut State) {
        let (age, next) = (state.age(), age_of(state.turn + 1));
        if next != age {
            state.offer = 0;
            state.stacks[age] = Order::default();
            state.stack_len[age] = 0;
        }
        self.fill_offer(state, next);
    }

    /// Turns up buildings of an age until the offer is full or the stack is empty.
    pub(crate) fn fill_offer(&self, state: &mut State, age: usize) {
        let mut offered = state.offer.count_ones();
        while offered < u32::from(self.rules.buildings_on_offer) && state.stack_len[age] > 0 {
            let building = state.stacks[age].pop_front();
            state.stack_len[age] -= 1;
            buildings::add(&mut state.offer, Building::AGES[age] + building);
            offered += 1;
        }
    }

    /// Phase F: unsold goods go back into the pile, and the market is drawn again.
    fn refresh_market<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.pile = state.pile.plus(state.market);
        state.market = Counts16::default();
        self.fill_market(state, dice);
    }

    /// Draws the market from the pile; all of it, without a throw, if there is no more.
    pub(crate) fn fill_market<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let mut left = u32::from(state.pile.total());
        let shown = u32::from(self.rules.market_goods);
        if left <= shown {
            std::mem::swap(&mut state.market, &mut state.pile);
            return;
        }
        for _ in 0..shown {
            let good = kind_of_item(state.pile, dice.below(left));
            state.pile.take(good, 1);
            state.market.add(good, 1);
            left -= 1;
        }
    }

    /// Draws a good from the pile for a player; nothing if the pile is empty.
    pub(crate) fn draw_good<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, dice: &mut D) {
        let good = match state.pile.total() {
            0 => return,
            1 => kind_of_item(state.pile, 0),
            left => kind_of_item(state.pile, dice.below(left.into())),
        };
        state.pile.take(good, 1);
        state.players[seat.index()].goods.add(good, 1);
    }

    /// Phase H.
    pub(crate) fn deal_colonists(&self, state: &mut State) {
        for player in &mut state.players[..self.rules.players] {
            player.hand.add(Figure::Colonist.index(), self.rules.colonists_per_turn);
        }
    }

    /// Phase I: the players of Initiative come first, in the order of their spaces.
    fn reorder(&self, state: &mut State) {
        if state.initiative_box.is_empty() {
            return;
        }
        let old = state.order;
        let mut moved = 0_u8;
        let mut places = 0;
        for seat in state.initiative_box.iter() {
            state.order[places] = seat;
            places += 1;
            moved |= 1 << seat.index();
        }
        for &seat in &old[..self.rules.players] {
            if moved >> seat.index() & 1 == 0 {
                state.order[places] = seat;
                places += 1;
            }
        }
        state.initiative_box = SeatList::default();
    }

    /// Returns the VP that a region scoring of the map would give now (5.1), by seat: 6 and 2 for
    /// the most and the second most units of a region in which a player has three units, with the
    /// page's rules for ties.
    #[must_use]
    pub fn region_awards(&self, state: &State) -> [u8; SEATS] {
        let (vp, least) = (self.rules.region_vp, self.rules.claim_units);
        let players = &state.players[..self.rules.players];
        let mut awards = [0; SEATS];
        for region in Bits(u64::from(state.held())) {
            // The most and the second most units, the number of players with them, and the first
            // such player.
            let (mut first, mut second) = ((0, 0, 0), (0, 0, 0));
            for (seat, player) in players.iter().enumerate() {
                let units = player.units_at(region);
                if units > first.0 {
                    second = first;
                    first = (units, 1, seat);
                } else if units == first.0 {
                    first.1 += 1;
                } else if units > second.0 {
                    second = (units, 1, seat);
                } else if units == second.0 {
                    second.1 += 1;
                }
            }
            match first.1 {
                _ if first.0 < least => {}
                1 => {
                    awards[first.2] += vp.first;
                    if second.0 > 0 && second.1 == 1 {
                        awards[second.2] += vp.second;
                    }
                }
                2 => {
                    for (award, player) in awards.iter_mut().zip(players) {
                        if player.units_at(region) == first.0 {
                            *award += vp.tie;
                        }
                    }
                }
                _ => {}
            }
        }
        awards
    }

    /// Lets a player whose units in a region have grown claim its good (4.9).
    #[inline]
    pub(crate) fn claim(&self, state: &mut State, seat: Seat, region: Region) {
        let player = &mut state.players[seat.index()];
        let index = region.index();
        if state.region_goods >> index & 1 != 0 && player.units_at(index) >= self.rules.claim_units {
            state.region_goods &= !(1 << index);
            player.goods.add(self.rules.region_good[region].index(), 1);
        }
    }
}

/// Returns the number, from 0, of the region scoring at the end of a turn, if there is one.
const fn scoring_of(turn: u8) -> Option<usize> {
    let [first, second, third] = SCORING_TURNS;
    match () {
        () if turn == first => Some(0),
        () if turn == second => Some(1),
        () if turn == third => Some(2),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};

    /// Cases X20 and R14.
    #[test]
    fn regions_score_as_the_page_says() {
        let game = AgeOfDiscovery::new(5, &Variant::standard()).expect("the standard rules load");
        for (units, expected) in [
            ([4, 2, 1, 0, 0], [6, 2, 0, 0, 0]),
            ([3, 3, 1, 0, 0], [2, 2, 0, 0, 0]),
            ([3, 3, 3, 0, 0], [0; 5]),
            ([5, 2, 2, 0, 0], [6, 0, 0, 0, 0]),
            ([2, 2, 1, 0, 0], [0; 5]),
            ([3, 1, 1, 0, 0], [6, 0, 0, 0, 0]),
            ([4, 3, 1, 1, 0], [6, 2, 0, 0, 0]),
            ([3, 3, 3, 3, 1], [0; 5]),
            ([1, 2, 3, 4, 5], [0, 0, 0, 2, 6]),
            ([2, 5, 0, 5, 0], [0, 2, 0, 2, 0]),
            ([3, 0, 0, 0, 0], [6, 0, 0, 0, 0]),
        ] {
            let mut state = game.deal(&mut Seed(1).rng());
            for seat in Seat::all(5) {
                if units[seat.index()] > 0 {
                    state.players[seat.index()].add_plain(2, units[seat.index()]);
                }
            }
            assert_eq!(game.region_awards(&state), expected, "{units:?}");
        }
    }

    /// Case R01.
    #[test]
    fn the_initiative_goes_before_the_others() {
        let game = AgeOfDiscovery::new(4, &Variant::standard()).expect("the standard rules load");
        let mut state = game.deal(&mut Seed(1).rng());
        state.order = [0, 1, 2, 3, 0].map(Seat::new);
        state.initiative_box.push(Seat::new(2));
        state.initiative_box.push(Seat::new(3));
        game.reorder(&mut state);
        assert_eq!(state.order, [2, 3, 0, 1, 0].map(Seat::new));
    }
}
