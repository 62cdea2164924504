//! The game in words, for people.

mod barred;
mod explain;
mod joint;
mod sheet;
mod why;

use crate::limits::WHARF_CAPACITY;
use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State, slot};
use tradewinds_game::speech::capital;
use tradewinds_game::{Explanation, Holdings, Joint, Phrase, Pieces, Put, Seat, Sheet, Speech, counted};

impl Speech for PuertoRico {
    const TITLE: &'static str = "Puerto Rico";

    fn prompt(&self, state: &State, _: &[String]) -> String {
        let detail = usize::from(state.detail);
        match state.decision {
            Decision::Role => "Choose a role".into(),
            Decision::Hacienda => "Hacienda: draw a plantation from the pile?".into(),
            Decision::Tile => "Take a plantation or a quarry".into(),
            Decision::Hospice => format!("Hospice: put a colonist on the new {}?", Tile::ALL[detail]),
            Decision::MayorBonus => "Mayor: take the extra colonist?".into(),
            Decision::Place => format!("Place your colonists: how many on {}?", slot::word(detail)),
            Decision::Build => "Build a building, or pass".into(),
            Decision::University => {
                format!("University: put a colonist on the new {}?", Building::ALL[detail])
            }
            Decision::CraftBonus => "Craftsman: take one extra barrel".into(),
            Decision::Sell => "Sell a barrel to the trading house, or pass".into(),
            Decision::Load => "Load barrels onto a ship".into(),
            Decision::Store => "Choose the barrels that you keep".into(),
            Decision::Offer => format!("Take the {}?", state.offer()),
            Decision::Over => capital(state.decision.word()),
        }
    }

    fn phrase(&self, state: &State, action: Action, _: &[String]) -> Phrase {
        let barrels = |good: Good| state.current().goods.get(good.index());
        match action {
            // Others tell the sale or the tile that a player passes on.
            Action::Pass => match state.decision {
                Decision::Hacienda | Decision::Hospice | Decision::University => {
                    Phrase::new("pass", "").quiet()
                }
                _ => Phrase::new("pass", ""),
            },
            Action::Role(role) => {
                let card = Phrase::new("take", format!("the {}", role.word_for(self.rules.players)));
                match state.role_doubloons[role] {
                    0 => card,
                    coins => card.terms(format!("with {}", counted(coins, "doubloon"))),
                }
            }
            Action::Draw => Phrase::new("draw", "a plantation with the hacienda"),
            Action::Take(kind) if state.decision == Decision::CraftBonus => {
                Phrase::new("take", format!("an extra barrel of {kind}"))
            }
            Action::Take(Tile::Quarry) => Phrase::new("take", "a quarry"),
            Action::Take(Tile::Indigo) => Phrase::new("take", "an indigo plantation"),
            Action::Take(kind) => Phrase::new("take", format!("a {kind} plantation")),
            Action::Accept if state.decision == Decision::Offer => {
                Phrase::new("take", format!("the {}", state.offer()))
            }
            Action::Accept => Phrase::new("take", "a colonist"),
            Action::Place(count) => {
                let place = slot::word(usize::from(state.detail));
                let put = Phrase::new("put", format!("{} on {place}", counted(count, "colonist")));
                if count == 0 { put.quiet() } else { put }
            }
            Action::Build(building) => {
                let (price, has) = (self.price_now(state, building), state.current().doubloons);
                Phrase::new("build", format!("the {building}")).terms(format!("for {price} (of {has})"))
            }
            Action::Sell(good) if self.rules.optional_privileges => Phrase::new("sell", good.word()),
            Action::Sell(good) => {
                Phrase::new("sell", good.word()).terms(format!("for {}", self.proceeds(state, good)))
            }
            Action::Ship(good, ship) => {
                let ship = usize::from(ship);
                let (space, load) = (self.rules.ships[ship], state.ships[ship].load);
                let barrels = barrels(good).min(space.saturating_sub(load));
                Phrase::new("load", format!("{} on the ship of {space}", counted(barrels, good.word())))
            }
            Action::Wharf(good) => {
                let barrels = barrels(good).min(WHARF_CAPACITY);
                Phrase::new("ship", format!("{} by the wharf", counted(barrels, good.word())))
            }
            Action::Store(0, one) => Phrase::new("keep", format!("one barrel of {one}")),
            Action::Store(keep, one) => {
                let kept = Good::ALL.into_iter().filter(|good| keep >> good.index() & 1 != 0);
                let kinds: Vec<&str> = kept.map(Good::word).collect();
                Phrase::new("keep", format!("all {}, and one {one}", kinds.join(" and ")))
            }
        }
    }

    fn joint(&self, state: &State) -> Option<Joint> {
        joint::of(self, state)
    }

    fn put(&self, state: &State, action: Action) -> Put {
        joint::put(state, action)
    }

    fn stood(&self, earlier: &State, seat: Seat) -> Pieces {
        joint::stood(earlier, seat)
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
        matches!(
            (before, state.decision),
            ("hacienda", Decision::Tile)
                | ("tile", Decision::Hospice)
                | ("build", Decision::University)
                | ("mayor_bonus", Decision::Place)
        )
    }

    fn explanation(&self) -> Explanation {
        explain::explanation(&self.rules)
    }

    fn ending(reason: &str) -> Option<&'static str> {
        Some(match reason {
            "colonists" => "the colonists ran out",
            "vp" => "the VP chips ran out",
            "city" => "a city is full",
            _ => return None,
        })
    }

    fn sheet(&self, state: &State, seat: Seat) -> Sheet {
        sheet::sheet(self, state, seat)
    }

    fn counters(&self, state: &State, seat: Seat) -> Vec<(&'static str, i64)> {
        let player = &state.players[seat.index()];
        vec![("doubloon", player.doubloons.into()), ("VP chip", player.vp.into())]
    }

    fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        why::holdings(state, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::speech::ending;

    #[test]
    fn all_reasons_for_the_end_make_one_sentence() {
        let sentence = "The colonists ran out, and the VP chips ran out, and a city is full.";
        assert_eq!(ending::<PuertoRico>("colonists+vp+city"), sentence);
        assert_eq!(ending::<PuertoRico>(""), "");
        assert_eq!(ending::<PuertoRico>("flood"), "Flood.");
    }
}
