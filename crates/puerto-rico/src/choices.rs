//! Answers to studies about decisions: their kinds, and the circumstances of the choice of a role.

use crate::words::{Decision, Good, Role};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::Kinds8;
use tradewinds_game::{Choices, Facts, Seat};

impl Choices for PuertoRico {
    const DECISION_KINDS: &'static [&'static str] = &Decision::WORDS;

    /// Seat 0 is the first governor.
    fn start_place(&self, _: &State, seat: Seat) -> usize {
        seat.index()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn decision_kind(&self, state: &State) -> usize {
        state.decision.index()
    }

    /// Records the circumstances of the choice of a role. Facts: `pick`, the pick of the round from 1;
    /// `doubloons` on the role, 0, 1 or 2+. Situations describe the chooser's possessions before it takes the
    /// role's doubloons; other kinds of decision have none.
    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        let Action::Role(role) = action else { return };
        let player = state.current();
        let doubloons = state.role_doubloons[role];
        facts.fact("pick", state.picks + 1);
        facts.fact("doubloons", if doubloons < 2 { doubloons.to_string() } else { "2+".to_owned() });
        facts.situation("a role with 2+ doubloons", doubloons >= 2);
        let held = player.goods.kinds();
        match role {
            Role::Mayor => {
                let empty = player.all_circles().saturating_sub(player.colonists);
                facts.situation("mayor with no empty circle", empty == 0);
                facts.situation("mayor with 3+ empty circles", empty >= 3);
            }
            Role::Builder => {
                facts.situation("builder with 0 to 1 doubloons", player.doubloons <= 1);
                facts.situation("builder with 8+ doubloons", player.doubloons >= 8);
            }
            Role::Craftsman => {
                let barrels = player.production().min(state.supply).total();
                let captain_free = !state.taken.has(Role::Captain);
                facts.situation("craftsman making 0 to 1 barrels", barrels <= 1);
                facts.situation("craftsman making 4+ barrels", barrels >= 4);
                facts.situation("craftsman with the captain still free", captain_free);
            }
            Role::Trader => {
                let sellable = if state.trading_house.total() < self.rules.trading_house_spaces {
                    self.sellable(state, state.player)
                } else {
                    Kinds8::default()
                };
                let dear = [Good::Tobacco, Good::Coffee].iter().any(|good| sellable.has(good.index()));
                facts.situation("trader with nothing to sell", sellable.is_empty());
                facts.situation("trader with tobacco or coffee to sell", dear);
            }
            Role::Captain => {
                let most = Good::ALL.iter().map(|good| player.goods.get(good.index())).max().unwrap_or(0);
                facts.situation(
                    "captain with nothing that a ship takes",
                    held.and(state.shippable).is_empty(),
                );
                facts.situation("captain with 5+ goods of one kind", most >= 5);
                facts.situation("captain with 3+ kinds of goods", held.count() >= 3);
            }
            Role::Settler | Role::Prospector1 | Role::Prospector2 => {}
        }
    }
}
