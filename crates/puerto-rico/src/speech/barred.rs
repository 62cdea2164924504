//! Why something cannot be chosen now, in a few words.

use tradewinds_game::{Actions, Game, Seat, counted};

use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State};

/// Lists the actions of the decision's kind that are not legal, with the reason.
pub(super) fn list(game: &PuertoRico, state: &State) -> Vec<(Action, String)> {
    let mut legal = Actions::new();
    game.legal(state, &mut legal);
    let all = match state.decision {
        Decision::Role => {
            let taken =
                game.rules.roles.iter().map(|role| (Action::Role(role), "taken in this round".into()));
            taken.collect()
        }
        Decision::Tile => tiles(state),
        Decision::Build => Building::ALL
            .map(|building| (Action::Build(building), building_why(game, state, building)))
            .into(),
        Decision::CraftBonus => {
            let barrel =
                |good: Good| (Action::Take(good.tile()), "none that you have just made is left".into());
            Good::ALL.map(barrel).into()
        }
        Decision::Sell => Good::ALL.map(|good| (Action::Sell(good), sale_why(state, good))).into(),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(action, _)| !legal.contains(action)).collect()
}

fn tiles(state: &State) -> Vec<(Action, String)> {
    let quarry = match state.quarries {
        0 => "no quarry is left",
        _ => "only the settler, or a construction hut with a colonist, takes a quarry",
    };
    vec![(Action::Take(Tile::Quarry), quarry.into())]
}

fn building_why(game: &PuertoRico, state: &State, building: Building) -> String {
    let (player, price) = (state.current(), u16::from(game.price_now(state, building)));
    if player.owns(building) {
        "you have it already".into()
    } else if state.sold_out.has(building) {
        "none is left".into()
    } else if price > player.doubloons {
        format!("costs {price}, you have {}", player.doubloons)
    } else {
        format!("needs {} in your city", counted(building.spaces(), "free space"))
    }
}

fn sale_why(state: &State, good: Good) -> String {
    match state.current().goods.get(good.index()) {
        0 => format!("you have no {good}"),
        _ => format!("the trading house has {good} already, and you have no office with a colonist"),
    }
}

impl PuertoRico {
    /// Returns what the player who decides pays for a building now.
    pub(super) fn price_now(&self, state: &State, building: Building) -> u8 {
        let quarries = state.current().occupied.get(Tile::Quarry.index());
        let is_builder: bool = state.player == state.chooser;
        self.rules.price(building, quarries, if is_builder { self.rules.builder_discount } else { 0 })
    }

    /// Returns what the sale of a barrel brings the player who decides now.
    pub(super) fn proceeds(&self, state: &State, good: Good) -> String {
        let seat: Seat = state.player;
        counted(self.income(state, seat, good), "doubloon")
    }
}
