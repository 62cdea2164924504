//! Phase A: placing the figures (4.1), and Initiative money (4.2).

use super::AgeOfDiscovery;
use super::action::Action;
use super::packed::Bits;
use super::state::{NOBODY, State, Step};
use super::words::{EventBox, Figure};
use crate::game::{Actions, Dice};

impl AgeOfDiscovery {
    /// Begins the placement with the first player in turn order who has a figure.
    #[inline]
    pub(super) fn begin_placement<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        for at in 0..self.rules.players {
            if !state.players[usize::from(state.order[at])].hand.is_empty() {
                state.ask_at(Step::Place, at);
                return;
            }
        }
        self.begin_resolution(state, dice);
    }

    /// Returns the boxes that are open to the player to move, a bit each.
    #[inline]
    pub(super) fn open_boxes(&self, state: &State) -> u64 {
        let (rules, seat) = (&self.rules, state.to_move);
        let free =
            |len: usize, spaces: u8, place: EventBox| u64::from(len < usize::from(spaces)) << place.index();
        let mut open = 1 << EventBox::Shipping.index() | 1 << EventBox::Discovery.index();
        open |= free(state.dock.len(), rules.dock_spaces, EventBox::Dock)
            | free(state.goods_box.len(), rules.goods_spaces, EventBox::Goods)
            | free(state.capital_box.len(), rules.capital_spaces, EventBox::Capital)
            | free(state.warfare_box.len(), rules.warfare_spaces, EventBox::Warfare);
        if !state.initiative_box.contains(seat) {
            open |= free(state.initiative_box.len(), rules.initiative_spaces, EventBox::Initiative);
        }
        for (slot, &owner) in state.specialists.iter().enumerate() {
            open |= u64::from(owner == NOBODY) << (EventBox::CaptainSlot.index() + slot);
        }
        open
    }

    pub(super) fn legal_placements(&self, state: &State, actions: &mut Actions<Action>) {
        let open = self.open_boxes(state);
        for figure in Bits(state.current().hand.kinds()) {
            let figure = Figure::ALL[figure / 8];
            actions.extend(Bits(open).map(|place| Action::Place(figure, EventBox::ALL[place])));
        }
    }

    #[inline]
    pub(super) fn play_placement<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        if let Action::Place(figure, place) = action {
            self.put(state, figure, place);
        }
        let players = self.rules.players;
        let mut at = usize::from(state.at);
        for _ in 0..players {
            at = if at + 1 == players { 0 } else { at + 1 };
            if !state.players[usize::from(state.order[at])].hand.is_empty() {
                state.ask_at(Step::Place, at);
                return;
            }
        }
        self.begin_resolution(state, dice);
    }

    #[inline]
    fn put(&self, state: &mut State, figure: Figure, place: EventBox) {
        let seat = state.to_move;
        state.current_mut().hand.take(figure.index());
        match place {
            EventBox::Initiative => state.initiative_box.push(seat),
            EventBox::Dock => state.dock.push(seat, on_dock(figure)),
            EventBox::Goods => state.goods_box.push(seat),
            EventBox::Shipping => state.current_mut().shipping += self.rules.shipping[figure.index()],
            EventBox::Capital => state.capital_box.push(seat),
            EventBox::Discovery => {
                let player = state.current_mut();
                match figure {
                    Figure::Captain => player.captains += 1,
                    Figure::Soldier => player.explorers += 1,
                    _ => player.others += 1,
                }
            }
            EventBox::Warfare => state.warfare_box.push(seat),
            EventBox::CaptainSlot
            | EventBox::MerchantSlot
            | EventBox::MissionarySlot
            | EventBox::SoldierSlot
            | EventBox::Training => {
                state.specialists[place.index() - EventBox::CaptainSlot.index()] = seat;
            }
        }
    }

    /// Ends phase A: B1 pays the Initiative, then the dock's window of the University (UW2) opens.
    fn begin_resolution<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let list = state.initiative_box;
        for (seat, &money) in list.iter().zip(&self.rules.initiative_money) {
            state.players[usize::from(seat)].money += u16::from(money);
        }
        if self.dock_window(state) {
            state.ask(Step::UniversityDock, state.university);
        } else {
            self.next_landing(state, dice);
        }
    }
}

/// Returns what a figure counts as on the dock: a captain lands as a colonist does.
#[inline]
const fn on_dock(figure: Figure) -> Figure {
    match figure {
        Figure::Captain => Figure::Colonist,
        other => other,
    }
}
