//! A game under way in words.

use tradewinds_game::{CompleteGame, Holdings, Joint, Phrase, Pieces, Put, Seat, Sheet, speech};

use super::seam::Spoken;
use super::under_way::UnderWay;

impl<G: CompleteGame> Spoken for UnderWay<G> {
    fn prompt(&self, names: &[String]) -> String {
        self.game().prompt(&self.state, names)
    }

    fn phrase(&self, action: usize, names: &[String]) -> Phrase {
        self.game().phrase(&self.state, self.actions()[action], names)
    }

    fn phrases(&self, names: &[String]) -> Vec<Phrase> {
        let phrase = |&action: &G::Action| self.game().phrase(&self.state, action, names);
        self.actions().iter().map(phrase).collect()
    }

    fn joint(&self) -> Option<Joint> {
        self.game().joint(&self.state)
    }

    fn puts(&self) -> Vec<Put> {
        self.actions().iter().map(|&action| self.game().put(&self.state, action)).collect()
    }

    fn stood(&self, seat: Seat) -> Pieces {
        self.game().stood(&self.state, seat)
    }

    fn barred(&self) -> Vec<(String, String)> {
        let barred = self.game().barred(&self.state).into_iter();
        barred.map(|(action, why)| (self.game().action_text(&self.state, action), why)).collect()
    }

    fn prices(&self) -> Vec<(String, i64)> {
        let prices = self.game().prices(&self.state).into_iter();
        prices.map(|(action, price)| (self.game().action_text(&self.state, action), price)).collect()
    }

    fn deed(&self) -> Phrase {
        self.game().deed(&self.state)
    }

    fn goes_on(&self, before: &str) -> bool {
        self.game().goes_on(before, &self.state)
    }

    fn hidden(&self) -> Phrase {
        self.game().hidden(&self.state)
    }

    fn counters(&self) -> Vec<Vec<(&'static str, i64)>> {
        Seat::all(self.game().players()).map(|seat| self.game().counters(&self.state, seat)).collect()
    }

    fn holdings(&self) -> Vec<Holdings> {
        Seat::all(self.game().players()).map(|seat| self.game().holdings(&self.state, seat)).collect()
    }

    fn sheets(&self) -> Vec<Sheet> {
        Seat::all(self.game().players()).map(|seat| self.game().sheet(&self.state, seat)).collect()
    }

    fn ending(&self) -> String {
        speech::ending::<G>(&self.game().end_reason(&self.state))
    }

    fn notation(&self, action: &str) -> String {
        speech::with_seat_number::<G>(action)
    }
}
