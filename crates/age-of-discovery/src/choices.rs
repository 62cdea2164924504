//! Answers to studies: the kinds of decision, and the placements of figures with their circumstances.

use tradewinds_game::{Choices, Facts, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, EventBox, Figure};

impl Choices for AgeOfDiscovery {
    const DECISION_KINDS: &'static [&'static str] = &Decision::WORDS;

    /// The place in the order of the state, which is the first one for the state that was dealt. Under
    /// auction no seat has a place before it is over; the first to decide go round in seat order from
    /// seat 0, the youngest player (section 6), so that is their order.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        if state.decision == Decision::Bid { seat.index() } else { state.place_of(seat) }
    }

    fn round(&self, state: &State) -> u32 {
        state.turn.into()
    }

    /// The kinds are the steps of 14.2.
    fn decision_kind(&self, state: &State) -> usize {
        state.decision as usize
    }

    /// Names a placement by its box, whatever the figure; other actions by their notation.
    fn choice(&self, _: &State, action: Action) -> String {
        match action {
            Action::Place(_, place) => place.word().to_owned(),
            action => action.text(),
        }
    }

    /// Records the circumstances of a placement: the fact `figures`, how many are left to place, 1,
    /// 2, 3 or 4+, and situations of the box. Other kinds of decision have none.
    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        let Action::Place(_, place) = action else { return };
        let player = state.current();
        let figures = player.hand_total();
        facts.fact("figures", if figures < 4 { figures.to_string() } else { "4+".to_owned() });
        facts.situation("the last space of a box", self.has_one_space(state, place));
        match place {
            EventBox::Capital => {
                let price = self.price(state);
                facts.situation("capital with the price in hand", player.money() >= price);
                facts.situation("capital without the price", player.money() < price);
            }
            EventBox::Discovery => {
                facts.situation("discovery beside own figures", player.explores());
                facts.situation("discovery with a captain in hand", player.hand(Figure::Captain) > 0);
            }
            EventBox::Dock => facts.situation("dock as the first one there", state.dock().next().is_none()),
            EventBox::Warfare => {
                facts.situation("warfare with 3+ soldiers in the New World", player.all_soldiers() >= 3);
            }
            _ => {}
        }
    }
}

impl AgeOfDiscovery {
    /// Returns whether a box that is a row has one space left.
    fn has_one_space(&self, state: &State, place: EventBox) -> bool {
        let rules = &self.rules;
        let (taken, spaces) = match place {
            EventBox::Initiative => (state.initiative_box.len(), rules.initiative_spaces),
            EventBox::Dock => (state.dock.len(), rules.dock_spaces),
            EventBox::Goods => (state.goods_box.len(), rules.goods_spaces),
            EventBox::Capital => (state.capital_box.len(), rules.capital_spaces),
            EventBox::Warfare => (state.warfare_box.len(), rules.warfare_spaces),
            _ => return false,
        };
        taken + 1 == usize::from(spaces)
    }
}
