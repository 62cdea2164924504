//! An expedition, its target and its figures, as one act.

use tradewinds_game::{Joint, Pile, Put, Spot};
use tradewinds_report::title;

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{State, regions};
use crate::words::{Decision, Region};

const SOLDIERS: &str = "soldiers";
const CAPTAINS: &str = "captains";
const OTHERS: &str = "others";

/// Describes what is left of the expedition of the seat that decides.
pub(super) fn of(game: &AgeOfDiscovery, state: &State) -> Option<Joint> {
    let player = state.current();
    let figures = [
        (SOLDIERS, "Soldiers", player.explorers),
        (CAPTAINS, "Captains", player.captains),
        (OTHERS, "Other figures", player.others),
    ];
    // The numbers are asked for in this order; what is behind is chosen already.
    let (skipped, is_target) = match state.decision {
        Decision::ExploreTarget => (0, true),
        Decision::ExploreSoldiers => (0, false),
        Decision::ExploreCaptains => (1, false),
        Decision::ExploreOthers => (2, false),
        _ => return None,
    };
    let left = &figures[skipped..];
    let spots: Vec<Spot> = left
        .iter()
        .filter(|(_, _, most)| *most > 0)
        .map(|&(key, name, most)| Spot::new(key, name, most))
        .collect();
    let most = spots.iter().map(|spot| spot.most).sum();
    let mut piles = Vec::new();
    if is_target {
        let mut targets = vec![Spot::new("stay", "stay at home", 1)];
        targets.extend(
            regions(state.undiscovered).map(|region| Spot::new(explore_key(region), title(region.word()), 1)),
        );
        if game.deck_is_open(state) {
            targets.push(Spot::new("explore deck", "beyond the map", 1));
        }
        piles.push(Pile::new("target", 1, 1, targets));
    }
    piles.push(Pile::new("figure", 0, most, spots));
    let prompt = "Send an expedition, or stay at home".to_owned();
    // Each seat has one expedition in a turn.
    Some(Joint { name: "expedition".to_owned(), prompt, piles })
}

/// Returns what an action of an expedition puts.
pub(super) fn put(state: &State, action: Action) -> Put {
    match action {
        Action::Stay if state.decision == Decision::ExploreTarget => Put::new("stay", 1),
        Action::Explore(region) => Put::new(explore_key(region), 1),
        Action::ExploreDeck => Put::new("explore deck", 1),
        Action::Soldiers(count) => Put::new(SOLDIERS, count),
        Action::Captains(count) => Put::new(CAPTAINS, count),
        Action::Others(count) => Put::new(OTHERS, count),
        _ => Put::default(),
    }
}

fn explore_key(region: Region) -> String {
    format!("explore {}", region.word())
}
