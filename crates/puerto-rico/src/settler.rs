//! The settler (rules page 4.1): hacienda, normal pick, hospice, refill of the row.

use super::PuertoRico;
use super::action::Action;
use super::counts::{Counts, Kinds};
use super::state::{Decision, Deck, SPACES, State};
use super::words::{Building, Good, Tile};
use tradewinds_game::{Actions, Dice, shuffle};

/// The option of taking no tile, after the tiles.
const PASS: usize = Tile::COUNT;

impl PuertoRico {
    pub(super) fn legal_tiles(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.tile_options(state).map(Self::tile_action));
    }

    /// Returns the tiles that the player who decides may take, and [`PASS`].
    #[inline]
    pub(super) fn tile_options(&self, state: &State) -> Kinds {
        let options = state.face_up.kinds().with(PASS);
        if self.may_take_quarry(state) { options.with(Tile::Quarry.index()) } else { options }
    }

    /// Returns the action of one of [`PuertoRico::tile_options`].
    #[inline]
    pub(super) fn tile_action(option: usize) -> Action {
        Tile::from_index(option).map_or(Action::Pass, Action::Take)
    }

    /// Tells whether the player who decides may take a quarry: the settler's privilege, or an
    /// occupied construction hut.
    #[inline]
    pub(super) fn may_take_quarry(&self, state: &State) -> bool {
        state.quarries > 0
            && (state.player == state.chooser || state.current().occupies(Building::ConstructionHut))
    }

    /// Begins the settler turn of `seat`, or the next one that has a decision, or refills the row.
    #[inline]
    pub(super) fn settle_from<D: Dice + ?Sized>(&self, state: &mut State, seat: u8, dice: &mut D) {
        let mut seat = seat;
        loop {
            let player = &state.players[usize::from(seat)];
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

    pub(super) fn play_hacienda<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if action == Action::Draw {
            let tile = self.draw(state, dice);
            state.current_mut().tiles.add(tile, 1);
        }
        if state.current().tiles.total() < SPACES {
            state.decision = Decision::Tile;
        } else {
            self.settle_next(state, dice);
        }
    }

    #[inline(always)]
    pub(super) fn play_tile<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
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

    pub(super) fn play_hospice<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if action == Action::TakeColonist {
            self.hospice_colonist(state);
        }
        state.detail = 0;
        self.settle_next(state, dice);
    }

    fn hospice_colonist(&self, state: &mut State) {
        let tile = usize::from(state.detail);
        state.detail = 0;
        free_colonist(state);
        state.current_mut().occupied.add(tile, 1);
    }

    /// Draws the top face-down tile.
    #[inline]
    fn draw<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> usize {
        if state.deck.known { state.deck.pop() } else { self.draw_any(state, dice) }
    }

    /// Draws a tile from the composition of the face-down tiles.
    #[cold]
    fn draw_any<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) -> usize {
        let composition = state.face_down(&self.rules);
        state.deck.len -= 1;
        let mut place = dice.below(u32::from(state.deck.len) + 1) as u8;
        for (kind, &count) in composition.iter().enumerate() {
            if place < count {
                return kind;
            }
            place -= count;
        }
        unreachable!("the face-down tiles are as many as their composition")
    }

    /// Discards the rest of the row and turns up a new one; an empty stack is made again from the
    /// discards when a tile is needed, and only then.
    fn refill_row<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.discards = state.discards.plus(state.face_up);
        state.face_up = Counts::default();
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
            let tile = self.draw(state, dice);
            state.face_up.add(tile, 1);
        }
    }

    /// Draws a whole row from a stack of known order that has enough tiles.
    #[inline]
    pub(super) fn turn_up(&self, deck: &mut Deck) -> Counts {
        let mut row = Counts::default();
        for _ in 0..self.rules.row {
            row.add(deck.pop(), 1);
        }
        row
    }
}

/// Takes a colonist from the supply, or from the ship if the supply is empty, for the player who
/// decides (hospice and university, table 2).
pub(super) fn free_colonist(state: &mut State) {
    if state.colonist_supply > 0 {
        state.colonist_supply -= 1;
    } else {
        state.colonist_ship -= 1;
    }
    state.current_mut().colonists += 1;
}

/// Makes a new stack of the discards. Where the old order was unknown the new one is, too.
fn reshuffle<D: Dice + ?Sized>(state: &mut State, dice: &mut D) {
    let discards = state.discards;
    state.discards = Counts::default();
    if state.deck.known {
        let counts: [u8; Good::COUNT] = std::array::from_fn(|kind| discards.get(kind));
        state.deck = shuffled_deck(&counts, dice);
    } else {
        state.deck = Deck::unknown(discards.total());
    }
}

/// Shuffles tiles, put in ascending order first, into a stack that is drawn from the end (10.4).
pub(super) fn shuffled_deck<D: Dice + ?Sized>(counts: &[u8; Good::COUNT], dice: &mut D) -> Deck {
    // Sixteen places are written at once, more than any kind has tiles; the next kind, or nothing at
    // the end, takes those that were too many.
    let mut tiles = [0; Deck::MOST + 22];
    let mut len = 0;
    for (kind, &count) in counts.iter().enumerate() {
        debug_assert!(count <= 16, "counts have four bits");
        tiles[len..len + 16].copy_from_slice(&[kind as u8; 16]);
        len += usize::from(count);
    }
    tiles[len..len + 16].copy_from_slice(&[0; 16]);
    shuffle(&mut tiles[..len], dice);
    Deck::packed(&tiles, len)
}
