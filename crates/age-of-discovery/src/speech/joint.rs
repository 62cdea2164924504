//! An expedition, its target and its figures, as one act; and the figures of a seat that land one after the other.
//!
//! The losses of a war are no act of one seat: after each choice of the attacker the defender chooses (4.10).

use tradewinds_game::{Joint, Pile, Put, Spot};
use tradewinds_report::title;

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::{State, regions};
use crate::words::{Decision, Figure, Region};

const SOLDIERS: &str = "soldiers";
const CAPTAINS: &str = "captains";
const OTHERS: &str = "others";

/// Describes what is left of the act of the seat that decides.
pub(super) fn of(game: &AgeOfDiscovery, state: &State) -> Option<Joint> {
    match state.decision {
        Decision::Land => landing(game, state),
        _ => expedition(game, state),
    }
}

/// Describes the figures that land before one of another seat does.
fn landing(game: &AgeOfDiscovery, state: &State) -> Option<Joint> {
    // With the steps of the University its owner is asked before each landing.
    if game.rules.university_one_step {
        return None;
    }
    let dock = (0..state.dock.len()).map(|space| state.dock.get(space));
    let extra = [state.dock_x, state.dock_y].into_iter().filter_map(|extra| extra.get());
    let all = dock
        .map(|(seat, figure)| (seat, Figure::ALL[figure]))
        .chain(extra.map(|seat| (seat, Figure::Colonist)));
    let own: Vec<Figure> =
        all.take_while(|(seat, _)| *seat == state.to_move).map(|(_, figure)| figure).collect();
    let pile = |figure: Figure| {
        let count = own.iter().filter(|&&other| other == figure).count() as u8;
        let spots = regions(state.discovered())
            .map(|region| Spot::new(land_key(region, figure), title(region.word()), count));
        (count > 0).then(|| Pile::new(figure.word(), count, count, spots.collect()))
    };
    let piles = Figure::ALL.into_iter().filter_map(pile).collect();
    // The dock lands once in a turn.
    Some(Joint { name: "landing".to_owned(), prompt: "Where do your figures land?".to_owned(), piles })
}

/// Describes what is left of an expedition.
fn expedition(game: &AgeOfDiscovery, state: &State) -> Option<Joint> {
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
    if !spots.is_empty() {
        piles.push(Pile::new("figure", 0, most, spots));
    }
    let prompt = "Send an expedition, or stay at home".to_owned();
    // Each seat has one expedition in a turn.
    Some(Joint { name: "expedition".to_owned(), prompt, piles })
}

/// Returns what an action of an act puts.
pub(super) fn put(game: &AgeOfDiscovery, state: &State, action: Action) -> Put {
    match action {
        Action::Land(region) => {
            let figure = game.landing_figure(state).map_or(Figure::Colonist, |(_, figure)| figure);
            Put::new(land_key(region, figure), 1)
        }
        Action::Stay if state.decision == Decision::ExploreTarget => Put::new("stay", 1),
        Action::Explore(region) => Put::new(explore_key(region), 1),
        Action::ExploreDeck => Put::new("explore deck", 1),
        Action::Soldiers(count) => Put::new(SOLDIERS, count),
        Action::Captains(count) => Put::new(CAPTAINS, count),
        Action::Others(count) => Put::new(OTHERS, count),
        _ => Put::default(),
    }
}

fn land_key(region: Region, figure: Figure) -> String {
    format!("land {} {}", region.word(), figure.word())
}

fn explore_key(region: Region) -> String {
    format!("explore {}", region.word())
}
