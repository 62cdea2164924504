//! The game in words, for people.

mod barred;
mod explain;
mod joint;
mod sheet;
mod why;

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, Destination, Look, Stop};
use tradewinds_game::{Explanation, Holdings, Joint, Phrase, Put, Seat, Sheet, Speech, counted};
use tradewinds_report::title;

impl Speech for FrancisDrake {
    const TITLE: &'static str = "Francis Drake";
    const ROUND: &'static str = "Voyage";

    fn prompt(&self, state: &State, _: &[String]) -> String {
        let chosen = || state.chosen.map_or_else(String::new, name);
        match state.decision {
            Decision::Plymouth => "Plymouth: choose your next stop, or depart".into(),
            Decision::Admiral => "Admiral: place a frigate tile at a galleon".into(),
            Decision::Governor => "Governor: place a troop tile at a fort".into(),
            Decision::Sail => "Choose a destination for a mission disc".into(),
            Decision::Disc => format!("Which disc goes to {}? It lies face down", chosen()),
            Decision::Informer => "Informer: what do you look at?".into(),
            Decision::Look => "Informer: where do you look?".into(),
            Decision::Exchange => "Informer: exchange two of your discs?".into(),
            Decision::ExchangeWith => format!("Exchange the disc at {} with which one?", chosen()),
            Decision::Move => "Informer: move your disc?".into(),
            Decision::Mission => match self.mission(state) {
                Some((_, place)) => format!("Your mission at {}", name(place)),
                None => "Your mission".into(),
            },
            Decision::Press => "The defence is revealed: attack?".into(),
            Decision::Return => "Return home now, or stay?".into(),
            Decision::Over => title(state.decision.word()),
        }
    }

    fn phrase(&self, state: &State, action: Action, _: &[String]) -> Phrase {
        match action {
            Action::Stop(stop) => self.phrase_of_stop(stop),
            Action::Depart => Phrase::new("leave", "Plymouth"),
            Action::Tile(value, place) => {
                Phrase::new("put", format!("the tile of {value} at {}", name(place)))
            }
            Action::Sail(place) => Phrase::new("send", format!("a disc to {}", name(place))),
            Action::Disc(disc) => Phrase::new("use", format!("disc {}", title(disc.word()))),
            Action::Pass => Phrase::new("look", "at nothing"),
            Action::LookDiscs => Phrase::new("look", "at the discs of a destination").quiet(),
            Action::LookTile => Phrase::new("look", "at a defence tile").quiet(),
            Action::Look(place) => {
                let what = if state.look == Some(Look::Tile) { "tile" } else { "discs" };
                Phrase::new("look", format!("at the {what} of {}", name(place)))
            }
            Action::Keep => Phrase::new("change", "nothing").quiet(),
            Action::Exchange(place) => {
                Phrase::new("exchange", format!("the disc at {}", name(place))).quiet()
            }
            Action::With(place) => {
                let first = state.chosen.map_or_else(String::new, name);
                Phrase::new("exchange", format!("the disc at {first} with the one at {}", name(place)))
            }
            Action::Move(place) => Phrase::new("move", format!("the disc to {}", name(place))),
            Action::Attack => match self.mission(state) {
                Some((_, place)) => Phrase::new("attack", name(place)).terms(self.attack_terms(state, place)),
                None => Phrase::new("attack", ""),
            },
            Action::Trade(good) => {
                let has = state.current().items.trade_goods();
                Phrase::new("trade", format!("for {good}")).terms(format!("with 1 trade good (of {has})"))
            }
            Action::Decline => Phrase::new("decline", "the mission"),
            Action::Stay => Phrase::new("stay", "at sea").quiet(),
            Action::Return => Phrase::new("return", "home"),
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

    fn deed(&self, state: &State) -> Phrase {
        barred::deed(state)
    }

    fn goes_on(&self, before: &str, state: &State) -> bool {
        match state.decision {
            Decision::Look | Decision::Exchange | Decision::ExchangeWith | Decision::Move => true,
            Decision::Press => before == "mission",
            Decision::Return => matches!(before, "mission" | "press"),
            _ => false,
        }
    }

    fn hidden(&self, state: &State) -> Phrase {
        match state.decision {
            Decision::Disc => Phrase::new("lay", "a disc face down"),
            Decision::Admiral => Phrase::new("place", "the frigate tiles face down"),
            Decision::Governor => Phrase::new("place", "the troop tiles face down"),
            _ => Phrase::new("decide", "in secret"),
        }
    }

    fn outcome(&self, state: &State, outcome: u8) -> &'static str {
        match (state.decision, outcome) {
            (Decision::Mission | Decision::Press, 1) => "the attack fails",
            _ => "",
        }
    }

    fn explanation(&self) -> Explanation {
        explain::explanation(&self.rules)
    }

    fn ending(reason: &str) -> Option<&'static str> {
        (reason == "voyages").then_some("the last voyage is over")
    }

    fn sheet(&self, state: &State, seat: Seat) -> Sheet {
        sheet::sheet(self, state, seat)
    }

    fn counters(&self, state: &State, seat: Seat) -> Vec<(&'static str, i64)> {
        let player = state.player(seat);
        vec![
            ("VP", player.vp.into()),
            ("crew", player.items.crew().into()),
            ("gun", player.items.guns().into()),
            ("barrel", player.items.barrels().into()),
            ("trade good", player.items.trade_goods().into()),
        ]
    }

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        why::holdings(state, seat)
    }
}

impl FrancisDrake {
    fn phrase_of_stop(&self, stop: Stop) -> Phrase {
        let gain = || format!("for {}", explain::gain(self.rules.stop_items(stop, 0)));
        match stop {
            Stop::CrewA => Phrase::new("take", "crew (stop A)"),
            Stop::CrewB => Phrase::new("take", "crew (stop B)"),
            Stop::GunsA => Phrase::new("take", "guns (stop A)"),
            Stop::GunsB => Phrase::new("take", "guns (stop B)"),
            Stop::SuppliesA => Phrase::new("take", "supplies (stop A)"),
            Stop::SuppliesB => Phrase::new("take", "supplies (stop B)"),
            Stop::Trade => Phrase::new("load", "trade goods"),
            Stop::Tavern => Phrase::new("go", "to the Tavern"),
            Stop::Shipyard => Phrase::new("get", "a galleon at the Shipyard"),
            Stop::Pinnace => Phrase::new("get", "a Pinnace"),
            Stop::Drake => Phrase::new("visit", "Drake"),
            Stop::DrakeCrew => Phrase::new("take", "crew from Drake").terms(gain()),
            Stop::DrakeGun => Phrase::new("take", "guns from Drake").terms(gain()),
            Stop::Queen => Phrase::new("visit", "the Queen"),
            Stop::Admiral => Phrase::new("become", "the Admiral"),
            Stop::Governor => Phrase::new("become", "the Governor"),
            Stop::Informer => Phrase::new("hire", "the Informer"),
            Stop::GoldenHind => Phrase::new("take", "the Golden Hind"),
            Stop::InvestorGalleon => {
                Phrase::new("take", "a galleon from the Investor").terms(self.investor_terms())
            }
            Stop::InvestorGuns | Stop::InvestorCrew => {
                Phrase::new("use", "the Investor").terms(format!("{}, {}", gain(), self.investor_terms()))
            }
            Stop::DocksideCrew | Stop::DocksideGun | Stop::DocksideBarrel => {
                Phrase::new("stop", "at the Dockside").terms(gain())
            }
        }
    }

    /// Says what the Investor costs.
    fn investor_terms(&self) -> String {
        format!("paid with {}", counted(self.rules.investor_cost(), "VP"))
    }

    /// Says what an attack costs; a tile that lies face down can make it dearer.
    fn attack_terms(&self, state: &State, place: Destination) -> String {
        let tile = state.open_tile(place);
        let cost = self.attack_cost(state, state.seat, place, tile.unwrap_or(0));
        let items = state.current().items;
        let part = |cost: u16, has: u16, words: String| (cost > 0).then(|| format!("{words} (of {has})"));
        let parts: Vec<String> = [
            part(cost.crew(), items.crew(), format!("{} crew", cost.crew())),
            part(cost.guns(), items.guns(), counted(cost.guns(), "gun")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let more = if tile.is_none() && self.rules.guarded() & place.bit() != 0 { ", or more" } else { "" };
        match parts.join(" and ") {
            parts if parts.is_empty() => format!("for nothing{more}"),
            parts => format!("for {parts}{more}"),
        }
    }
}

fn name(place: Destination) -> String {
    title(place.word())
}
