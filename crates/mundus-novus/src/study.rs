//! What studies ask of announcements and offers.

use super::action::Action;
use super::cards::Class;
use super::rules::MundusNovus;
use super::state::{State, Step};
use tradewinds_game::{Facts, Seat};

/// The names of the classes, and of the relics behind them.
const CLASSES: [&str; Class::COUNT + 1] = ["common", "uncommon", "rare", "relic"];

impl MundusNovus {
    /// Notes the circumstances of an announcement or of the next card of an offer. Facts: `hand`, the cards in hand
    /// at an announcement; at an offer `announced`, the size of the offers, `class` of the card, and `held`, how
    /// many of it are in hand, 1, 2 or 3+. Other kinds of decision have none.
    pub(super) fn note_circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        let seat = state.seat;
        let hand = state.hand(seat);
        match (state.step, action) {
            (Step::Announce, Action::Announce(_)) => {
                let others = || Seat::all(self.players).filter(|&other| other != seat);
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
            (Step::Offer, Action::Offer(card)) => {
                let held = hand.count(card);
                facts.fact("announced", state.size);
                facts.fact("class", CLASSES[card.class_index()]);
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
