//! The settler (rules page 4.1): hacienda, normal pick, hospice, refill of the row.

use super::draw::any_of;
use crate::deck::Deck;
use crate::limits::SPACES;
use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::{ByKey, Counts8, Kinds8};
use tradewinds_game::{Actions, Dice, Seat};

/// The option of taking no tile, after the tiles.
const PASS: usize = Tile::COUNT;

impl PuertoRico {
    pub(crate) fn legal_tiles(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.tile_options(state, state.player).map(Self::tile_action));
    }

    /// Returns the tiles that a player may take, and [`PASS`].
    #[inline]
    pub(crate) fn tile_options(&self, state: &State, seat: Seat) -> Kinds8 {
        let quarry = u32::from(self.may_take_quarry(state, seat)) << (4 * Tile::Quarry.index());
        Counts8::from_bits(state.face_up.kinds().with(PASS).bits() | quarry).kinds()
    }

    /// Returns the action of one of [`PuertoRico::tile_options`].
    #[inline]
    pub(crate) fn tile_action(option: usize) -> Action {
        Tile::from_index(option).map_or(Action::Pass, Action::Take)
    }

    /// Returns whether a player may take a quarry: the settler's privilege, or an occupied construction hut.
    #[inline]
    pub(crate) fn may_take_quarry(&self, state: &State, seat: Seat) -> bool {
        (state.quarries > 0)
            & ((seat == state.chooser) | state.players[seat.index()].occupies(Building::ConstructionHut))
    }

    /// Begins the settler turn of `seat`, or the next one that has a decision, or refills the row.
    #[inline]
    pub(crate) fn settle_from<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, dice: &mut D) {
        let mut seat = seat;
        loop {
            let player = &state.players[seat.index()];
            if player.tiles.total() < SPACES {
                if player.occupies(Building::Hacienda) && state.deck.len > 0 {
                    state.ask(Decision::Hacienda, seat);
                } else {
                    state.ask(Decision::Tile, seat);
                }
                return;
            }
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        self.refill_row(state, dice);
        self.end_role(state);
    }

    #[inline(always)]
    fn settle_next<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        match self.next_turn(state, state.player) {
            Some(next) => self.settle_from(state, next, dice),
            None => {
                self.refill_row(state, dice);
                self.end_role(state);
            }
        }
    }

    pub(crate) fn play_hacienda<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if action == Action::Draw {
            let tile = self.draw_tile(state, dice);
            state.current_mut().tiles.add(tile, 1);
        }
        if state.current().tiles.total() < SPACES {
            state.decision = Decision::Tile;
        } else {
            self.settle_next(state, dice);
        }
    }

    #[inline(always)]
    pub(crate) fn play_tile<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Take(tile) = action
            && take_tile(state, state.player, tile.index())
        {
            state.detail = tile as u8;
            if self.rules.free_colonist_optional {
                state.decision = Decision::Hospice;
                return;
            }
            hospice_colonist(state);
        }
        self.settle_next(state, dice);
    }

    /// Plays the phase at random; returns the number of decisions.
    #[inline(never)]
    pub(super) fn random_settling<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> u32 {
        let (mut played, mut seat) = (0, state.chooser);
        loop {
            played += self.random_settler(state, seat, dice);
            match self.next_turn(state, seat) {
                Some(next) => seat = next,
                None => break,
            }
        }
        self.refill_row(state, dice);
        self.end_role(state);
        played
    }

    /// Plays one player's part of the phase at random; returns the number of decisions.
    #[inline(always)]
    fn random_settler<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, dice: &mut D) -> u32 {
        let mut played = 1;
        let player = &state.players[seat.index()];
        if player.tiles.total() >= SPACES {
            return 0;
        }
        if player.occupies(Building::Hacienda) & (state.deck.len > 0) {
            if dice.below(2) == 0 {
                let tile = self.draw_tile(state, dice);
                let player = &mut state.players[seat.index()];
                player.tiles.add(tile, 1);
                if player.tiles.total() >= SPACES {
                    return 1;
                }
            }
            played = 2;
        }
        let option = any_of(self.tile_options(state, seat), dice);
        if take_tile(state, seat, option) {
            let is_choice = self.rules.free_colonist_optional;
            if !is_choice || dice.below(2) == 0 {
                house_on_tile(state, seat, option);
            }
            played += u32::from(is_choice);
        }
        played
    }

    pub(crate) fn play_hospice<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if action == Action::Accept {
            hospice_colonist(state);
        }
        state.detail = 0;
        self.settle_next(state, dice);
    }

    /// Discards the rest of the row and turns up a new one; an empty stack is made again from the
    /// discards when a tile is needed, and only then.
    #[inline]
    fn refill_row<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.discards = state.discards.plus(state.face_up);
        if state.deck.known && state.deck.len >= self.rules.row {
            state.face_up = state.deck.pop_row(self.rules.row);
        } else {
            self.refill_row_singly(state, dice);
        }
    }

    #[cold]
    fn refill_row_singly<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.face_up = Counts8::default();
        for _ in 0..self.rules.row {
            if state.deck.len == 0 {
                if state.discards.is_empty() {
                    return;
                }
                reshuffle(state, dice);
            }
            let tile = self.draw_tile(state, dice);
            state.face_up.add(tile, 1);
        }
    }
}

/// Puts a tile on an island, if the option is not [`PASS`]; returns whether the hospice offers a colonist for it.
#[inline(always)]
fn take_tile(state: &mut State, seat: Seat, option: usize) -> bool {
    // By numbers, since no processor can predict what is taken.
    let (is_quarry, is_tile) = (u8::from(option == Tile::Quarry.index()), u8::from(option != PASS));
    state.quarries -= is_quarry;
    state.face_up.take(option, is_tile - is_quarry);
    let player = &mut state.players[seat.index()];
    player.tiles.add(option, is_tile);
    (option != PASS)
        & player.occupies(Building::Hospice)
        & ((state.colonist_supply > 0) | (state.colonist_ship > 0))
}

/// Puts the hospice's colonist on the tile just taken.
fn hospice_colonist(state: &mut State) {
    let tile = usize::from(state.detail);
    state.detail = 0;
    house_on_tile(state, state.player, tile);
}

/// Puts a colonist that is not on the island yet on a tile.
#[inline]
fn house_on_tile(state: &mut State, seat: Seat, tile: usize) {
    state.take_colonist(seat);
    state.players[seat.index()].occupied.add(tile, 1);
}

/// Makes a new stack of the discards. Where the old order was unknown the new one is, too.
fn reshuffle<D: Dice + ?Sized>(state: &mut State, dice: &mut D) {
    let discards = state.discards;
    state.discards = Counts8::default();
    if state.deck.known {
        let counts = ByKey::from_fn(|good: Good| discards.get(good.index()));
        state.deck = Deck::shuffled(&counts, dice);
    } else {
        state.deck = Deck::unknown(discards.total());
    }
}
