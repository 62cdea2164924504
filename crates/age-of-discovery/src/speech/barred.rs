//! Why something cannot be chosen now, in a few words, and what the others wait for.

use tradewinds_game::kit::Bits;
use tradewinds_game::{Actions, Game, Phrase, Seat, counted};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::buildings::SECOND_SETTLERS;
use crate::state::{State, regions};
use crate::words::{Building, Decision, EventBox, Figure, Region, university};

/// Says what the seat that decides does.
pub(super) fn deed(state: &State) -> Phrase {
    match state.decision {
        Decision::Bid => Phrase::new("bid", "for the turn order"),
        Decision::AuctionSpecialist => Phrase::new("choose", "a specialist"),
        Decision::Place => Phrase::new("place", "a figure"),
        Decision::Land => Phrase::new("choose", "where a figure lands"),
        Decision::TakeGood => Phrase::new("take", "a trade good"),
        university!() => Phrase::new("decide", "about the University"),
        Decision::Buy => Phrase::new("choose", "a capital building"),
        Decision::Cartography => Phrase::new("choose", "the region that Cartography discovers"),
        Decision::IndianAllies => Phrase::new("choose", "the region of the Indian Allies"),
        Decision::ExploreTarget
        | Decision::ExploreSoldiers
        | Decision::ExploreCaptains
        | Decision::ExploreOthers => Phrase::new("prepare", "an expedition"),
        Decision::Train => Phrase::new("decide", "whether to train a specialist"),
        Decision::Warfare => Phrase::new("choose", "between battle, war and peace"),
        Decision::AttackerKills | Decision::DefenderKills => Phrase::new("choose", "who dies in the battle"),
        Decision::Stable => Phrase::new("decide", "whether a soldier moves"),
        Decision::Migration => Phrase::new("decide", "whether colonists move"),
        Decision::Over => Phrase::new("have", "finished"),
    }
}

/// Lists the actions of the decision's kind that are not legal, with the reason.
pub(super) fn list(game: &AgeOfDiscovery, state: &State) -> Vec<(Action, String)> {
    let mut legal = Actions::new();
    game.legal(state, &mut legal);
    let of_regions = |action: fn(Region) -> Action, why: &str| -> Vec<(Action, String)> {
        Region::ALL.into_iter().map(|region| (action(region), why.to_owned())).collect()
    };
    let money = state.current().money;
    let all = match state.decision {
        Decision::Place => placements(game, state),
        Decision::Land => of_regions(Action::Land, "not discovered yet"),
        Decision::Buy => {
            let why = format!("costs {}, you have {money}", game.price(state));
            let offered = Bits(state.offer & !SECOND_SETTLERS);
            offered.map(|building| (Action::Buy(Building::ALL[building]), why.clone())).collect()
        }
        Decision::Cartography => of_regions(Action::Discover, "discovered already"),
        Decision::IndianAllies => of_regions(Action::Reinforce, "you have no unit there"),
        Decision::ExploreTarget => {
            let mut targets = of_regions(Action::Explore, "discovered already");
            let left = regions(state.undiscovered).count();
            let deck = match left {
                0 => "no discovery card is left".to_owned(),
                _ => format!("{} to discover first", counted(left, "region")),
            };
            targets.push((Action::ExploreDeck, deck));
            targets
        }
        Decision::Train => {
            let why = format!("costs {}, you have {money}", game.training_fee());
            Figure::SPECIALISTS.map(|figure| (Action::Train(figure), why.clone())).into()
        }
        Decision::Warfare => conflicts(game, state),
        Decision::UniversityDock
        | Decision::UniversityCapital
        | Decision::UniversityInitiative
        | Decision::UniversityReorder => advances(game, state),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(action, _)| !legal.contains(action)).collect()
}

/// Lists what the player to move pays for buildings, specialists and wars.
pub(super) fn prices(game: &AgeOfDiscovery, state: &State) -> Vec<(Action, i64)> {
    match state.decision {
        Decision::Buy => {
            let price = i64::from(game.price(state));
            let offered = Bits(state.offer & !SECOND_SETTLERS);
            offered.map(|building| (Action::Buy(Building::ALL[building]), price)).collect()
        }
        Decision::Train => {
            Figure::SPECIALISTS.map(|figure| (Action::Train(figure), game.training_fee().into())).into()
        }
        Decision::Warfare => {
            let others = Seat::all(game.rules.players).filter(|&seat| seat != state.to_move);
            others.map(|seat| (Action::War(seat), game.war_fee().into())).collect()
        }
        _ => Vec::new(),
    }
}

fn placements(game: &AgeOfDiscovery, state: &State) -> Vec<(Action, String)> {
    let mut all = Vec::new();
    for event in EventBox::ALL {
        for figure in Figure::ALL {
            let why = if state.current().hand.get(figure.index()) == 0 {
                format!("you have no {figure} to place")
            } else {
                box_why(game, state, event)
            };
            all.push((Action::Place(figure, event), why));
        }
    }
    all
}

/// Says why no figure can be put on a box.
fn box_why(game: &AgeOfDiscovery, state: &State, event: EventBox) -> String {
    if event == EventBox::Initiative && state.initiative_box.contains(state.to_move) {
        return "each seat puts one figure on Initiative, and yours is there".to_owned();
    }
    match (game.spaces(event), event.slot()) {
        (Some(1), _) => "its space is taken".to_owned(),
        (Some(spaces), _) => format!("all {spaces} spaces are taken"),
        (None, Some(_)) => "this space is taken".to_owned(),
        (None, None) => "closed".to_owned(),
    }
}

fn conflicts(game: &AgeOfDiscovery, state: &State) -> Vec<(Action, String)> {
    let (fee, money) = (game.war_fee(), state.current().money);
    let mut all = Vec::new();
    for opponent in Seat::all(game.rules.players).filter(|&seat| seat != state.to_move) {
        for region in Region::ALL {
            let own = state.current().units_at(region.index());
            let why = if own == 0 {
                "you have no unit there"
            } else if state.player(opponent).units_at(region.index()) == 0 {
                "that player has no unit there"
            } else {
                "neither side has a soldier there"
            };
            all.push((Action::Battle(region, opponent), why.to_owned()));
        }
        let why = if game.targets(state, opponent) == 0 {
            "no region has units of both of you and a soldier".to_owned()
        } else {
            format!("costs {fee}, you have {money}")
        };
        all.push((Action::War(opponent), why));
    }
    all
}

/// Lists the figures that the University cannot move to the front.
fn advances(game: &AgeOfDiscovery, state: &State) -> Vec<(Action, String)> {
    let owners: Vec<Seat> = match state.decision {
        Decision::UniversityDock => state.dock.iter().map(|(seat, _)| seat).collect(),
        Decision::UniversityCapital => state.capital_box.iter().collect(),
        _ => state.initiative_box.iter().collect(),
    };
    let why = |owner: Seat, is_first: bool| {
        if owner != state.to_move {
            "this figure is not yours"
        } else if is_first {
            "it is the first one already"
        } else if game.rules.university_one_step {
            "the University moves a figure by one place, past another player's"
        } else {
            "it cannot move"
        }
    };
    let rows = owners.iter().enumerate();
    let mut all: Vec<(Action, String)> = rows
        .map(|(space, &owner)| (Action::AdvanceSpace(space as u8 + 1), why(owner, space == 0).to_owned()))
        .collect();
    if state.decision == Decision::UniversityDock {
        let is_alone = owners.is_empty();
        for (owner, action) in [(state.dock_x, Action::AdvanceX), (state.dock_y, Action::AdvanceY)] {
            if let Some(owner) = owner.get() {
                let is_first = is_alone && (action == Action::AdvanceX || state.dock_x.is_nobody());
                all.push((action, why(owner, is_first).to_owned()));
            }
        }
    }
    all
}
