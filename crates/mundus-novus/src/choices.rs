//! Answers to studies about decisions.

use tradewinds_game::{Choices, Facts, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::state::State;
use crate::words::Decision;

impl Choices for MundusNovus {
    const DECISION_KINDS: &'static [&'static str] = Decision::KINDS;

    /// The Trade Master's seat is place 0. A state knows the Trade Master of its own round only, so
    /// this is the first playing order for the state that was dealt.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        self.rules.distance(state.trade_master, seat)
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    /// The kinds are the steps of 12.1.
    fn decision_kind(&self, state: &State) -> usize {
        state.decision as usize
    }

    /// Records the circumstances of an announcement or of the next card of an offer. Facts: `hand`,
    /// the cards in hand at an announcement; at an offer `announced`, the size of the offers,
    /// `class` of the card, and `held`, how many of it are in hand, 1, 2 or 3+. Other kinds of
    /// decision have none.
    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        let seat = state.seat;
        let hand = state.hand(seat);
        match (state.decision, action) {
            (Decision::Announce, Action::Announce(_)) => {
                let others = || Seat::all(self.rules.players).filter(|&other| other != seat);
                let money = state.money(seat);
                facts.fact("hand", hand.len());
                facts.situation(
                    "3+ cards of one good in hand",
                    hand.goods().iter().any(|good| hand.count(good) >= 3),
                );
                facts.situation("6+ different goods in hand", hand.goods().distinct_len() >= 6);
                facts.situation("most doubloons of all", others().all(|other| state.money(other) < money));
                facts.situation("fewest doubloons of all", others().all(|other| state.money(other) > money));
            }
            (Decision::Offer, Action::Offer(card)) => {
                let held = hand.count(card);
                facts.fact("announced", state.size);
                facts.fact("class", if card.is_good() { card.class().word() } else { "relic" });
                facts.fact("held", if held < 3 { held.to_string() } else { "3+".to_owned() });
                facts.situation("the Trade Master's own offer", seat == state.trade_master);
                facts.situation("one of 3+ cards of one good", held >= 3 && card.is_good());
                facts.situation(
                    "a good held once, with 6+ different ones",
                    held == 1 && card.is_good() && hand.goods().distinct_len() >= 6,
                );
            }
            _ => {}
        }
    }
}
