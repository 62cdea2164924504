//! Phase A: placing the figures (4.1), and Initiative money (4.2).

use tradewinds_game::kit::{Bits, MaybeSeat};
use tradewinds_game::{Actions, Dice, MAX_ACTIONS};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::box_list::{HALF, half_of};
use crate::state::{INITIATIVE_SEATS, State};
use crate::words::{Decision, EventBox, Figure};

/// All boxes, one bit each.
const ALL_BOXES: u32 = (1 << EventBox::COUNT) - 1;

/// The placements of each figure in each set of boxes, by the half of the table; behind the last box anything.
/// A half is copied as a whole and cut off, which costs a fifth of a loop over its boxes.
static ROWS: [[[[Action; HALF]; 1 << HALF]; 2]; Figure::COUNT] = {
    let mut rows = [[[[Action::Pass; HALF]; 1 << HALF]; 2]; Figure::COUNT];
    let mut row = 0;
    while row < (Figure::COUNT * 2) << HALF {
        let (figure, half, set) = (row >> (HALF + 1), row >> HALF & 1, row % (1 << HALF));
        let (mut place, mut len) = (0, 0);
        while place < HALF {
            if set >> place & 1 != 0 {
                rows[figure][half][set][len] =
                    Action::Place(Figure::ALL[figure], EventBox::ALL[HALF * half + place]);
                len += 1;
            }
            place += 1;
        }
        row += 1;
    }
    rows
};

const _: () =
    assert!((Figure::COUNT + 1) * EventBox::COUNT < MAX_ACTIONS, "a list of actions holds all rows");

impl AgeOfDiscovery {
    /// Begins the placement with the first player in turn order that has a figure.
    #[inline]
    pub(crate) fn begin_placement<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for at in 0..self.rules.players {
            if !state.players[state.order[at].index()].hand.is_empty() {
                // Every box has a space, and all are empty at the start of a turn.
                state.open = ALL_BOXES;
                debug_assert_eq!(state.open, self.free_boxes(state), "no figure stands in a box");
                state.ask_at(Decision::Place, at);
                if self.rules.university_one_step {
                    self.offers_step(state, Decision::UniversityOrder, at);
                }
                return;
            }
        }
        self.begin_resolution(state, dice);
    }

    /// Returns the boxes that are open to the player to move, one bit each.
    #[inline]
    pub(crate) fn open_boxes(&self, state: &State) -> u32 {
        // Initiative has the lowest bit; it is closed to a seat that is in it.
        let inside = state.open >> (INITIATIVE_SEATS + state.to_move.index() as u32) & 1;
        state.open & ALL_BOXES & !inside
    }

    /// Returns what [`State::open`] is at `place`.
    pub(crate) fn free_boxes(&self, state: &State) -> u32 {
        let rules = &self.rules;
        let mut open = ALL_BOXES;
        for (len, spaces, place) in [
            (state.initiative_box.len(), rules.initiative_spaces, EventBox::Initiative),
            (state.dock.len(), rules.dock_spaces, EventBox::Dock),
            (state.goods_box.len(), rules.goods_spaces, EventBox::Goods),
            (state.capital_box.len(), rules.capital_spaces, EventBox::Capital),
            (state.warfare_box.len(), rules.warfare_spaces, EventBox::Warfare),
        ] {
            if len >= usize::from(spaces) {
                open &= !(1 << place.index());
            }
        }
        for (slot, owner) in state.specialists.iter() {
            if !owner.is_nobody() {
                open &= !(1 << EventBox::of_slot(slot).index());
            }
        }
        state
            .initiative_box
            .iter()
            .fold(open, |open, seat| open | 1 << (INITIATIVE_SEATS + seat.index() as u32))
    }

    pub(crate) fn legal_placements(&self, state: &State, actions: &mut Actions<Action>) {
        let open = self.open_boxes(state);
        let halves = [0, 1].map(|half| half_of(open, half));
        for figure in Bits(state.current().hand.kinds()) {
            for (rows, set) in ROWS[figure / 8].iter().zip(halves) {
                let end = actions.len() + set.count_ones() as usize;
                actions.try_extend_from_slice(&rows[set]).expect("a list of actions holds all rows");
                actions.truncate(end);
            }
        }
    }

    #[inline]
    pub(crate) fn play_placement<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Place(figure, place) = action {
            self.place(state, figure, place, dice);
        }
    }

    /// Places a figure and asks the next player in turn order that has one.
    #[inline(always)] // More than half of all decisions of a playout are placements.
    pub(crate) fn place<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        figure: Figure,
        place: EventBox,
        dice: &mut D,
    ) {
        self.put(state, figure, place);
        let players = self.rules.players;
        let mut at = usize::from(state.at);
        loop {
            at = if at + 1 == players { 0 } else { at + 1 };
            let seat = state.order[at];
            if !state.players[seat.index()].hand.is_empty() {
                // It is still `place` that is asked for.
                (state.to_move, state.at) = (seat, at as u8);
                if self.rules.university_one_step {
                    self.offers_step(state, Decision::UniversityOrder, at);
                }
                return;
            }
            if seat == state.to_move {
                return self.begin_resolution(state, dice);
            }
        }
    }

    #[inline(always)]
    fn put(&self, state: &mut State, figure: Figure, place: EventBox) {
        let (rules, seat) = (&self.rules, state.to_move);
        state.current_mut().hand.take(figure.index());
        let full = match place {
            EventBox::Initiative => {
                state.initiative_box.push(seat);
                state.open |= 1 << (INITIATIVE_SEATS + seat.index() as u32);
                state.initiative_box.len() >= usize::from(rules.initiative_spaces)
            }
            EventBox::Dock => {
                state.dock.push(seat, on_dock(figure));
                state.dock.len() >= usize::from(rules.dock_spaces)
            }
            EventBox::Goods => {
                state.goods_box.push(seat);
                state.goods_box.len() >= usize::from(rules.goods_spaces)
            }
            EventBox::Shipping => {
                state.current_mut().shipping += rules.shipping[figure];
                false
            }
            EventBox::Capital => {
                state.capital_box.push(seat);
                state.capital_box.len() >= usize::from(rules.capital_spaces)
            }
            EventBox::Discovery => {
                let player = state.current_mut();
                match figure {
                    Figure::Captain => player.captains += 1,
                    Figure::Soldier => player.explorers += 1,
                    _ => player.others += 1,
                }
                false
            }
            EventBox::Warfare => {
                state.warfare_box.push(seat);
                state.warfare_box.len() >= usize::from(rules.warfare_spaces)
            }
            EventBox::CaptainSlot
            | EventBox::MerchantSlot
            | EventBox::MissionarySlot
            | EventBox::SoldierSlot
            | EventBox::Training => {
                if let Some(slot) = place.slot() {
                    state.specialists[slot] = MaybeSeat::some(seat);
                }
                true
            }
        };
        if full {
            state.open &= !(1 << place.index());
        }
    }

    /// Ends phase A.
    pub(super) fn begin_resolution<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.open = 0;
        if self.rules.university_one_step && self.offers_box_step(state, Decision::UniversityInitiative) {
            return;
        }
        self.pay_initiative(state, dice);
    }

    /// B1 pays the Initiative, then the dock's window of the University (UW2) opens.
    pub(crate) fn pay_initiative<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let list = state.initiative_box;
        for (seat, &money) in list.iter().zip(&self.rules.initiative_money) {
            state.players[seat.index()].money += u16::from(money);
        }
        if let Some(owner) = self.dock_window(state) {
            state.ask(Decision::UniversityDock, owner);
        } else {
            self.next_landing(state, dice);
        }
    }
}

/// Returns what a figure counts as on the dock: a captain lands as a colonist does.
#[inline]
pub(super) const fn on_dock(figure: Figure) -> Figure {
    match figure {
        Figure::Captain => Figure::Colonist,
        other => other,
    }
}
