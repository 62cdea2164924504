//! Why something cannot be chosen now, in a few words, and what the others wait for.

use tradewinds_game::{Actions, Game, Phrase, Seat, counted};

use crate::state::EMPTY;
use crate::words::{Building, Decision, Good, Tile};
use crate::{Action, PuertoRico, State};

/// Says what the seat that decides does.
pub(super) fn deed(state: &State) -> Phrase {
    match state.decision {
        Decision::Role => Phrase::new("choose", "a role"),
        Decision::Hacienda => Phrase::new("decide", "whether the hacienda draws a plantation"),
        Decision::Tile => Phrase::new("take", "a plantation or a quarry"),
        Decision::Hospice => Phrase::new("decide", "about the colonist of the hospice"),
        Decision::MayorBonus => Phrase::new("decide", "about the extra colonist of the mayor"),
        Decision::Place => Phrase::new("place", "colonists"),
        Decision::Build => Phrase::new("choose", "a building"),
        Decision::University => Phrase::new("decide", "about the colonist of the university"),
        Decision::CraftBonus => Phrase::new("choose", "the extra barrel of the craftsman"),
        Decision::Sell => Phrase::new("choose", "a barrel to sell"),
        Decision::Load => Phrase::new("load", "a ship"),
        Decision::Store => Phrase::new("choose", "the barrels to keep"),
        Decision::Offer => Phrase::new("decide", format!("about the {}", state.offer())),
        Decision::Over => Phrase::new("have", "finished"),
    }
}

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
            Good::ALL.map(|good| (Action::Take(good.tile()), bonus_why(state, good))).into()
        }
        Decision::Sell => Good::ALL.map(|good| (Action::Sell(good), sale_why(state, good))).into(),
        Decision::Load => loads(game, state),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(action, _)| !legal.contains(action)).collect()
}

/// Lists what the buildings cost the player who decides, or what its barrels bring. Where privileges are optional, the
/// trader's comes by a decision of its own.
pub(super) fn prices(game: &PuertoRico, state: &State) -> Vec<(Action, i64)> {
    match state.decision {
        Decision::Build => {
            let price = |building| (Action::Build(building), game.price_now(state, building).into());
            Building::ALL.map(price).into()
        }
        Decision::Sell if !game.rules.optional_privileges => {
            let gain = |good| (Action::Sell(good), -i64::from(game.income(state, state.player, good)));
            Good::ALL.map(gain).into()
        }
        _ => Vec::new(),
    }
}

fn tiles(state: &State) -> Vec<(Action, String)> {
    let quarry = match state.quarries {
        0 => "no quarry is left",
        _ => "only the settler, or a construction hut with a colonist, takes a quarry",
    };
    let plantation = |good: Good| (Action::Take(good.tile()), format!("no {good} plantation lies face up"));
    Good::ALL.map(plantation).into_iter().chain([(Action::Take(Tile::Quarry), quarry.into())]).collect()
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

fn bonus_why(state: &State, good: Good) -> String {
    let made = state.players[state.chooser.index()].production();
    if made.get(good.index()) == 0 {
        format!("you make no {good}")
    } else {
        format!("no barrel of {good} is left")
    }
}

fn sale_why(state: &State, good: Good) -> String {
    match state.current().goods.get(good.index()) {
        0 => format!("you have no {good}"),
        _ => format!("the trading house has {good} already, and you have no office with a colonist"),
    }
}

/// Lists all loads of all ships, and of the player's wharf.
fn loads(game: &PuertoRico, state: &State) -> Vec<(Action, String)> {
    let mut loads = Vec::new();
    for good in Good::ALL {
        for ship in 0..game.rules.ships.len() {
            loads.push((Action::Ship(good, ship as u8), ship_why(game, state, good, ship)));
        }
        loads.push((Action::Wharf(good), wharf_why(state, good)));
    }
    loads
}

fn ship_why(game: &PuertoRico, state: &State, good: Good, ship: usize) -> String {
    let held = state.current().goods.get(good.index());
    let spaces = &game.rules.ships;
    let hold = state.ships[ship];
    let is_full = |ship: usize| state.ships[ship].load >= spaces[ship];
    let aboard = (0..spaces.len()).find(|&other| state.ships[other].kind == good as u8);
    if held == 0 && (hold.kind == EMPTY || hold.kind == good as u8) && !is_full(ship) {
        return format!("you have no {good}");
    }
    if hold.kind != EMPTY && is_full(ship) {
        return "it is full".to_owned();
    }
    if hold.kind != EMPTY {
        return format!("it takes {} only", Good::ALL[usize::from(hold.kind)]);
    }
    match aboard {
        Some(other) if is_full(other) => {
            format!("the ship of {} is full of {good}, and no second ship takes it", spaces[other])
        }
        Some(other) => format!("{good} goes on the ship of {}, which carries some", spaces[other]),
        None => format!("another ship takes more of your {}", counted(held, &format!("barrel of {good}"))),
    }
}

fn wharf_why(state: &State, good: Good) -> String {
    let player = state.current();
    if !player.occupies(Building::Wharf) {
        "you have no wharf with a colonist".to_owned()
    } else if state.wharf_used.has(state.player) {
        "your wharf has shipped in this phase".to_owned()
    } else {
        format!("you have no {good}")
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
