//! The settler (rules page 4.1): hacienda, normal pick, hospice, refill of the row.

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
        actions.extend(self.tile_options(state).map(Self::tile_action));
    }

    /// Returns the tiles that the player who decides may take, and [`PASS`].
    #[inline]
    pub(crate) fn tile_options(&self, state: &State) -> Kinds8 {
        let options = state.face_up.kinds().with(PASS);
        if self.may_take_quarry(state) { options.with(Tile::Quarry.index()) } else { options }
    }

    /// Returns the action of one of [`PuertoRico::tile_options`].
    #[inline]
    pub(crate) fn tile_action(option: usize) -> Action {
        Tile::from_index(option).map_or(Action::Pass, Action::Take)
    }

    /// Returns whether the player who decides may take a quarry: the settler's privilege, or an
    /// occupied construction hut.
    #[inline]
    pub(crate) fn may_take_quarry(&self, state: &State) -> bool {
        state.quarries > 0
            && (state.player == state.chooser || state.current().occupies(Building::ConstructionHut))
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
        if let Action::Take(tile) = action {
            match tile {
                Tile::Quarry => state.quarries -= 1,
                plantation => state.face_up.take(plantation.index(), 1),
            }
            state.current_mut().tiles.add(tile.index(), 1);
            let offered = state.colonist_supply > 0 || state.colonist_ship > 0;
            if offered && state.current().occupies(Building::Hospice) {
                state.detail = tile as u8;
                if self.rules.free_colonist_optional {
                    state.decision = Decision::Hospice;
                    return;
                }
                self.hospice_colonist(state);
            }
        }
        self.settle_next(state, dice);
    }

    pub(crate) fn play_hospice<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if action == Action::TakeColonist {
            self.hospice_colonist(state);
        }
        state.detail = 0;
        self.settle_next(state, dice);
    }

    fn hospice_colonist(&self, state: &mut State) {
        let tile = usize::from(state.detail);
        state.detail = 0;
        state.take_colonist();
        state.current_mut().occupied.add(tile, 1);
    }

    /// Discards the rest of the row and turns up a new one; an empty stack is made again from the
    /// discards when a tile is needed, and only then.
    fn refill_row<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.discards = state.discards.plus(state.face_up);
        state.face_up = Counts8::default();
        if state.deck.known && state.deck.len >= self.rules.row {
            state.face_up = self.turn_up(&mut state.deck);
            return;
        }
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

    /// Draws a whole row from a stack of known order that has enough tiles.
    #[inline]
    pub(crate) fn turn_up(&self, deck: &mut Deck) -> Counts8 {
        let mut row = Counts8::default();
        for _ in 0..self.rules.row {
            row.add(deck.pop(), 1);
        }
        row
    }
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
