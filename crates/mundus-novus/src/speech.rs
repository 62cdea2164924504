//! The game in words, for people.

mod barred;
mod explain;
mod joint;
mod sheet;
mod why;

use crate::action::Action;
use crate::card::Card;
use crate::developments::DevelopmentId;
use crate::rules::Rules;
use crate::words::{Decision, Event};
use crate::{MundusNovus, State};
use tradewinds_game::speech::capital;
use tradewinds_game::{Explanation, Holdings, Joint, Phrase, Put, Seat, Sheet, Speech, counted};

impl Event {
    /// Returns the event's name as people write it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::None => "no event",
            Self::King => "King's Aid",
            Self::Natives => "Natives",
            Self::Storm => "Storm",
            Self::Fire => "Fire",
            Self::Pirates => "Pirates",
        }
    }
}

impl Rules {
    /// Returns the name of a development card as people write it: with the accents that its name in positions lacks.
    #[must_use]
    pub fn title(&self, id: DevelopmentId) -> &str {
        match self.name(id) {
            "Bartolome de las Casas" => "Bartolomé de las Casas",
            "Juan Ponce de Leon" => "Juan Ponce de León",
            "Hernan Cortes" => "Hernán Cortés",
            "Buron el Catalan" => "Burón el Catalán",
            "Estefano Guante" => "Estéfano Guante",
            name => name,
        }
    }
}

impl Speech for MundusNovus {
    const TITLE: &'static str = "Mundus Novus";

    fn prompt(&self, state: &State, names: &[String]) -> String {
        let (size, good) = (state.size, state.card.map_or("", Card::word));
        match state.decision {
            Decision::Coronado => {
                let fee = counted(self.rules.effect.coronado_cost, "doubloon");
                format!("Coronado: pay {fee} for an event?")
            }
            Decision::Split => "Ponce de León: which fleet gets the next caravel?".into(),
            Decision::Pick => "Your fleet lands: pick an open card".into(),
            Decision::Sergio => {
                let fee = counted(self.rules.effect.sergio_cost, "doubloon");
                format!("Sergio: buy a market card for {fee}?")
            }
            Decision::Pirates => "Pirates: give up a card".into(),
            Decision::Announce => "Trade Master: how many cards does everybody offer?".into(),
            Decision::Offer => format!("Choose a card of your offer, of {size} in all"),
            Decision::Tie => "The offers tie: choose the new Trade Master".into(),
            Decision::Take => "Take an offered card of another player".into(),
            Decision::Swap => format!("Keep the {good}, or swap it for a market card?"),
            Decision::Compensate => {
                let due = state.other.map_or("", |seat| &names[seat.index()]);
                format!("Give a card to {due}")
            }
            Decision::FirstPlayer => "Trade Master: who begins the progress phase?".into(),
            Decision::Turn => "Your turn: lay cards, sell relics, or end it".into(),
            Decision::Jokers => format!("Your set of {size}: how many relics stand in for {good}?"),
            Decision::Convert => {
                format!("Your set of {size}: how many cards do merchants change into {good}?")
            }
            Decision::Source => "Which card does the merchant change?".into(),
            Decision::Develop => "Choose the development that you win".into(),
            Decision::Lay => "Which card do you lay?".into(),
            Decision::Store => "Store a card in a warehouse, or stop".into(),
            Decision::GameOver => capital(state.decision.word()),
        }
    }

    fn phrase(&self, state: &State, action: Action, names: &[String]) -> Phrase {
        let name = |seat: Seat| &names[seat.index()];
        let at = |decision: Decision| state.decision == decision;
        match action {
            Action::Pass if at(Decision::Coronado) => Phrase::new("buy", "no event"),
            Action::Pass => Phrase::new("pass", ""),
            Action::Event(event) => {
                let (fee, has) = (self.rules.effect.coronado_cost, state.money[state.seat]);
                Phrase::new("buy", event.title()).terms(format!("for {fee} (of {has})"))
            }
            Action::FleetA => Phrase::new("put", "the caravel into fleet A"),
            Action::FleetB => Phrase::new("put", "the caravel into fleet B"),
            Action::Pick(card) => Phrase::new("pick", card.word()),
            Action::Buy(card) => {
                let (fee, has) = (self.rules.effect.sergio_cost, state.money[state.seat]);
                Phrase::new("buy", format!("{} from the market", card.word()))
                    .terms(format!("for {fee} (of {has})"))
            }
            Action::Discard(card) => Phrase::new("give up", card.word()),
            Action::Announce(number) => Phrase::new("announce", counted(number, "card")),
            Action::Offer(card) => Phrase::new("offer", card.word()),
            Action::Done if at(Decision::Offer) => Phrase::new("offer", "no more cards").quiet(),
            Action::Done => Phrase::new("store", "no more cards").quiet(),
            Action::Master(seat) => Phrase::new("make", format!("{} the Trade Master", name(seat))),
            Action::Take(open) => {
                Phrase::new("take", format!("{} from {}", open.card().word(), name(open.from())))
            }
            Action::Keep => Phrase::new("keep", "the card").quiet(),
            Action::SwapFor(card) => Phrase::new("swap", format!("it for {} from the market", card.word())),
            Action::Give(card) => Phrase::new("give", card.word()),
            Action::First(seat) if seat == state.seat => Phrase::new("begin", "the progress phase"),
            Action::First(seat) => Phrase::new("let", format!("{} begin", name(seat))),
            Action::Set(claim) => {
                Phrase::new("lay", format!("a set of {} {}", claim.size(), claim.good().word()))
            }
            Action::Different(size) => {
                let doubloons = counted(self.different_payout(state, state.seat, size), "doubloon");
                Phrase::new("lay", format!("{size} different goods")).terms(format!("for {doubloons}"))
            }
            Action::Perfect => Phrase::new("lay", "the perfect combination"),
            Action::Relics(number) => {
                let doubloons = counted(self.rules.payout.relics[usize::from(number) - 1], "doubloon");
                Phrase::new("sell", counted(number, "relic")).terms(format!("for {doubloons}"))
            }
            Action::End => Phrase::new("end", "the turn").quiet(),
            Action::Jokers(0) => Phrase::new("use", "no relic").quiet(),
            Action::Jokers(number) => Phrase::new("use", counted(number, "relic")),
            Action::Convert(0) => Phrase::new("use", "no merchant").quiet(),
            Action::Convert(1) => Phrase::new("use", "a merchant for 1 card"),
            Action::Convert(number) => {
                Phrase::new("use", format!("merchants for {}", counted(number, "card")))
            }
            Action::From(good) => Phrase::new("change", good.word()),
            Action::Develop(place) => {
                let won = state.queue.as_slice()[usize::from(place) - 1];
                Phrase::new("win", format!("{} (place {place})", self.rules.title(won)))
            }
            Action::DevelopTop => Phrase::new("take", "the top card of the deck"),
            Action::Cash => Phrase::new("take", "doubloons for the set"),
            Action::Lay(good) => Phrase::new("lay", good.word()),
            Action::Store(card) => Phrase::new("store", card.word()),
        }
    }

    fn joint(&self, state: &State) -> Option<Joint> {
        joint::of(self, state)
    }

    fn put(&self, _: &State, action: Action) -> Put {
        joint::put(action)
    }

    fn barred(&self, state: &State) -> Vec<(Action, String)> {
        barred::list(self, state)
    }

    fn prices(&self, state: &State) -> Vec<(Action, i64)> {
        barred::prices(self, state)
    }

    fn deed(&self, state: &State) -> Phrase {
        barred::deed(state)
    }

    fn goes_on(&self, before: &str, state: &State) -> bool {
        match state.decision {
            Decision::Swap => before == "take",
            Decision::Jokers | Decision::Convert | Decision::Source | Decision::Develop | Decision::Lay => {
                true
            }
            Decision::Turn => state.made.is_some(),
            Decision::Pick => before == "pick" && state.card.is_some(),
            Decision::Split | Decision::Pirates | Decision::Offer | Decision::Store => {
                before == state.decision.word()
            }
            _ => false,
        }
    }

    fn hidden(&self, state: &State) -> Phrase {
        match state.decision {
            Decision::Offer => Phrase::new("choose", "the offer in secret"),
            Decision::Pirates => Phrase::new("choose", "the cards for the pirates in secret"),
            Decision::Store => Phrase::new("store", "cards face down"),
            Decision::Compensate => Phrase::new("give", "a card face down"),
            // The cards are seen when all of them lie.
            Decision::Jokers | Decision::Convert | Decision::Source | Decision::Lay => {
                Phrase::new("lay", "cards").quiet()
            }
            _ => Phrase::new("decide", "in secret"),
        }
    }

    fn explanation(&self) -> Explanation {
        explain::explanation(&self.rules)
    }

    fn ending(reason: &str) -> Option<&'static str> {
        Some(match reason {
            "perfect" => "a perfect combination was laid",
            "money" => "somebody has doubloons enough to end the game",
            "queue" => "the developments ran out",
            _ => return None,
        })
    }

    fn sheet(&self, state: &State, seat: Seat) -> Sheet {
        sheet::sheet(self, state, seat)
    }

    fn counters(&self, state: &State, seat: Seat) -> Vec<(&'static str, i64)> {
        vec![("doubloon", state.money[seat].into())]
    }

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        why::holdings(self, state, seat)
    }

    fn ends_in_seat(action: &[&str]) -> bool {
        matches!(action, ["take", _, "from", _] | ["master" | "first", _])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_DEVELOPMENTS;
    use tradewinds_game::speech::{ending, with_seat_number};
    use tradewinds_game::{Variant, Variants as _};

    #[test]
    fn every_reason_for_the_end_has_a_sentence() {
        for (reason, sentence) in [
            ("perfect", "A perfect combination was laid."),
            ("money", "Somebody has doubloons enough to end the game."),
            ("queue", "The developments ran out."),
        ] {
            assert_eq!(ending::<MundusNovus>(reason), sentence);
        }
    }

    #[test]
    fn a_seat_in_notation_has_its_number_for_people() {
        for (action, text) in [
            ("take potato from 2", "take potato from seat 3"),
            ("master 0", "master seat 1"),
            ("develop 2", "develop 2"),
        ] {
            assert_eq!(with_seat_number::<MundusNovus>(action), text);
        }
    }

    #[test]
    fn five_names_have_accents() {
        let game = MundusNovus::new(4, &Variant::standard()).unwrap();
        let ids = (0..MAX_DEVELOPMENTS).map(DevelopmentId::new);
        let titles: Vec<&str> = ids.map(|id| game.rules.title(id)).collect();
        assert_eq!(titles.iter().filter(|title| !title.is_ascii()).count(), 5, "{titles:?}");
    }
}
