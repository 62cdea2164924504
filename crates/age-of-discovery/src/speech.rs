//! The game in words, for people.

mod barred;
mod explain;
mod joint;
mod sheet;
mod why;

use tradewinds_game::{Explanation, Holdings, Joint, Phrase, Put, Seat, Sheet, Speech, counted};
use tradewinds_report::title;

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, EventBox, Region};

impl Speech for AgeOfDiscovery {
    const TITLE: &'static str = "Age of Discovery";
    const ROUND: &'static str = "Turn";

    fn prompt(&self, state: &State, _: &[String]) -> String {
        let (_, way) = self.rules.university_moves();
        match state.decision {
            Decision::Bid => "Bid for the turn order, or pass".into(),
            Decision::AuctionSpecialist => "Choose your specialist".into(),
            Decision::Place => "Place a figure".into(),
            Decision::UniversityDock => format!("University: move a figure {way} the dock?"),
            Decision::Land => {
                let landing = self.landing_figure(state).map_or("colonist", |(_, figure)| figure.word());
                format!("Where does your {landing} land?")
            }
            Decision::TakeGood => "Take a trade good".into(),
            Decision::UniversityInitiative | Decision::UniversityReorder => {
                format!("University: move your figure {way} Initiative?")
            }
            Decision::UniversityCapital => {
                format!("University: move a figure {way} Capital Buildings?")
            }
            Decision::UniversityOrder
            | Decision::UniversityShipping
            | Decision::UniversityDiscovery
            | Decision::UniversityBenefits => match self.rules.university_one_step {
                true => format!("University: move {way} the turn order?"),
                false => "University: become first in the turn order?".into(),
            },
            Decision::Buy => "Buy a capital building, or pass".into(),
            Decision::Cartography => "Cartography: which region do you discover?".into(),
            Decision::IndianAllies => {
                let soldiers = counted(self.rules.effects.allied_soldiers, "soldier");
                format!("Indian Allies: where do the {soldiers} go?")
            }
            Decision::ExploreTarget => "Send an expedition, or stay".into(),
            Decision::ExploreSoldiers => "How many soldiers go?".into(),
            Decision::ExploreCaptains => "How many captains go?".into(),
            Decision::ExploreOthers => "How many others go?".into(),
            Decision::Train => {
                format!("Train a specialist for {}?", counted(self.training_fee(), "dollar"))
            }
            Decision::Warfare => "A battle, a war, or peace?".into(),
            Decision::AttackerKills => "You attack: how many of the dead are soldiers?".into(),
            Decision::DefenderKills => "You defend: how many of the dead are soldiers?".into(),
            Decision::Stable => "Stable: move a soldier?".into(),
            Decision::Migration => "Migration: move colonists?".into(),
            Decision::Over => title(state.decision.word()),
        }
    }

    fn phrase(&self, state: &State, action: Action, names: &[String]) -> Phrase {
        let place = |region: Region| title(region.word());
        let name = |seat: Seat| &names[seat.index()];
        let paid = |price: u16| format!("{price} (of {})", state.current().money());
        let (far, _) = self.rules.university_moves();
        let front = |space: &str| Phrase::new("move", format!("the figure on space {space} {far}"));
        match action {
            Action::Place(figure, event) => Phrase::new("put", format!("a {figure} on {}", put_on(event))),
            Action::Bid(amount) => Phrase::new("bid", counted(amount, "dollar")),
            Action::TakeSpecialist(figure) => Phrase::new("take", format!("a {figure}")),
            Action::TakeGood(good) => Phrase::new("take", good.word()),
            Action::Keep => Phrase::new("keep", "the University for later"),
            Action::Advance if self.rules.university_one_step => {
                Phrase::new("move", "one place forward in the turn order with the University")
            }
            Action::Advance => Phrase::new("become", "first in the turn order with the University"),
            Action::AdvanceSpace(space) => front(&space.to_string()),
            Action::AdvanceX => front("X"),
            Action::AdvanceY => front("Y"),
            Action::Land(region) => Phrase::new("land", format!("in {}", place(region))),
            Action::Buy(building) => {
                Phrase::new("buy", title(building.word())).terms(format!("for {}", paid(self.price(state))))
            }
            Action::Discover(region) => Phrase::new("discover", place(region)),
            Action::Reinforce(region) => {
                let soldiers = counted(self.rules.effects.allied_soldiers, "soldier");
                Phrase::new("send", format!("{soldiers} to {}", place(region)))
            }
            Action::Explore(region) => Phrase::new("explore", place(region)),
            Action::ExploreDeck => Phrase::new("explore", "beyond the map, for a discovery card"),
            Action::Soldiers(number) => sent(number, "soldier"),
            Action::Captains(number) => sent(number, "captain"),
            Action::Others(number) => sent(number, "other figure"),
            Action::Decline => Phrase::new("train", "nobody"),
            Action::Train(figure) => Phrase::new("train", format!("a {figure}"))
                .terms(format!("for {}", paid(self.training_fee()))),
            Action::Pass => match state.decision {
                Decision::Buy => Phrase::new("buy", "nothing"),
                Decision::Warfare => Phrase::new("keep", "the peace"),
                _ => Phrase::new("pass", ""),
            },
            Action::Battle(region, seat) => {
                Phrase::new("battle", format!("{} in {}", name(seat), place(region)))
            }
            Action::War(seat) => Phrase::new("declare", format!("war on {}", name(seat)))
                .terms(format!("for {}", paid(self.war_fee()))),
            Action::KillSoldiers(0) => Phrase::new("choose", "no soldier among the dead").quiet(),
            Action::KillSoldiers(number) => {
                Phrase::new("choose", format!("{} among the dead", counted(number, "soldier")))
            }
            Action::Stay if state.decision == Decision::ExploreTarget => Phrase::new("stay", "at home"),
            Action::Stay => Phrase::new("move", "nobody").quiet(),
            Action::Migrate(number, from, to) => {
                let settlers = counted(number, "colonist");
                Phrase::new("move", format!("{settlers} from {} to {}", place(from), place(to)))
            }
            Action::MoveSoldier(from, to) => {
                Phrase::new("move", format!("a soldier from {} to {}", place(from), place(to)))
            }
        }
    }

    fn joint(&self, state: &State) -> Option<Joint> {
        joint::of(self, state)
    }

    fn put(&self, state: &State, action: Action) -> Put {
        joint::put(self, state, action)
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
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => true,
            Decision::Cartography | Decision::IndianAllies => before == "buy",
            Decision::AttackerKills => before == "warfare",
            Decision::Migration => before == "stable",
            _ => false,
        }
    }

    fn outcome(&self, _: &State, outcome: u8) -> &'static str {
        match outcome {
            1 => "the expedition succeeds",
            2 => "the expedition fails",
            _ => "",
        }
    }

    fn explanation(&self) -> Explanation {
        explain::explanation(&self.rules)
    }

    fn ending(reason: &str) -> Option<&'static str> {
        (reason == "turns").then_some("the last turn is over")
    }

    fn sheet(&self, state: &State, seat: Seat) -> Sheet {
        sheet::sheet(self, state, seat)
    }

    fn counters(&self, state: &State, seat: Seat) -> Vec<(&'static str, i64)> {
        let player = state.player(seat);
        vec![("dollar", player.money.into()), ("ship", player.ships.into())]
    }

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        why::holdings(state, seat)
    }

    fn ends_in_seat(action: &[&str]) -> bool {
        matches!(action, ["battle", _, _] | ["war", _])
    }
}

/// Says how many figures of a kind go on an expedition.
fn sent(number: u8, figure: &str) -> Phrase {
    let phrase = Phrase::new("send", counted(number, figure));
    if number == 0 { phrase.quiet() } else { phrase }
}

/// Names an event box as the place of a figure.
const fn put_on(event: EventBox) -> &'static str {
    match event {
        EventBox::Initiative => "Initiative",
        EventBox::Dock => "the Colonist Dock",
        EventBox::Goods => "Trade Goods",
        EventBox::Shipping => "Merchant Shipping",
        EventBox::Capital => "Capital Buildings",
        EventBox::Discovery => "Discovery",
        EventBox::CaptainSlot => "Specialists for a captain",
        EventBox::MerchantSlot => "Specialists for a merchant",
        EventBox::MissionarySlot => "Specialists for a missionary",
        EventBox::SoldierSlot => "Specialists for a soldier",
        EventBox::Training => "Specialists to train",
        EventBox::Warfare => "Warfare",
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::{Game as _, Seed};
    use tradewinds_testkit::explained::game_of;

    use super::*;

    /// The University of the variant moves by one place, and in Initiative a figure.
    #[test]
    fn a_window_says_what_moves_and_how_far() {
        let words = |variant: &str, decision: Decision, action: Action| {
            let game = game_of::<AgeOfDiscovery>(4, variant);
            let mut state = game.deal(&mut Seed(1).rng());
            state.decision = decision;
            (game.prompt(&state, &[]), game.phrase(&state, action, &[]).order())
        };
        let (order, one) = (Decision::UniversityShipping, "university-one-step");
        let (prompt, action) = words("", order, Action::Advance);
        assert_eq!(prompt, "University: become first in the turn order?");
        assert_eq!(action, "Become first in the turn order with the University");
        let (prompt, action) = words(one, order, Action::Advance);
        assert_eq!(prompt, "University: move one place forward in the turn order?");
        assert_eq!(action, "Move one place forward in the turn order with the University");
        let (prompt, action) = words("", Decision::UniversityDock, Action::AdvanceSpace(3));
        assert_eq!(prompt, "University: move a figure to the front of the dock?");
        assert_eq!(action, "Move the figure on space 3 to the front");
        let (prompt, action) = words(one, Decision::UniversityReorder, Action::AdvanceSpace(2));
        assert_eq!(prompt, "University: move your figure one place forward in Initiative?");
        assert_eq!(action, "Move the figure on space 2 one place forward");
    }
}
