//! A mission disc with its destination, and the tiles of the admiral and the governor, as one act.

use tradewinds_game::{Joint, Pile, Put, Spot};
use tradewinds_report::title;

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, Destination, Disc, destinations};

/// Describes what is left of the act of the seat that decides.
pub(super) fn of(game: &FrancisDrake, state: &State) -> Option<Joint> {
    let player = state.player(state.seat);
    let place = |place: Destination| Spot::new(sail_key(place), title(place.word()), 1);
    let discs = || {
        let held = Disc::ALL.into_iter().filter(|disc| player.hand() >> disc.index() & 1 != 0);
        let spots = held.map(|disc| Spot::new(disc_key(disc), title(disc.word()), 1)).collect();
        Pile::new("disc", 1, 1, spots)
    };
    // A seat can place several discs in a row: each has a name of its own.
    let name = format!("disc {}", player.placed());
    match state.decision {
        Decision::Sail => {
            let spots = destinations(game.free_destinations(player)).map(place).collect();
            let pile = Pile::new("destination", 1, 1, spots);
            let prompt = "Place a mission disc, face down".to_owned();
            Some(Joint { name, prompt, piles: vec![pile, discs()] })
        }
        Decision::Disc => {
            let to = state.chosen.map_or_else(String::new, |place| title(place.word()));
            Some(Joint { name, prompt: format!("Which disc goes to {to}?"), piles: vec![discs()] })
        }
        Decision::Admiral | Decision::Governor => Some(tiles(game, state)),
        _ => None,
    }
}

/// Describes the tiles that are left: those of the lowest value fill the rest.
fn tiles(game: &FrancisDrake, state: &State) -> Joint {
    let (who, thing) = match state.decision {
        Decision::Governor => ("Governor", "troop tile"),
        _ => ("Admiral", "frigate tile"),
    };
    let (_, values) = game.rules.tiled(FrancisDrake::tiled_kind(state.decision));
    let highest = game.next_tile(state);
    let lowest = values.first().copied().unwrap_or(0);
    // The highest go first; of the value at hand some may lie already.
    let above = values.iter().filter(|&&value| value > highest).count();
    let placed = values.len() - destinations(game.tile_options(state)).count();
    let mut piles: Vec<Pile> = Vec::new();
    for value in (lowest + 1..=highest).rev() {
        let all = values.iter().filter(|&&other| other == value).count();
        let count = if value == highest { all - placed.saturating_sub(above).min(all) } else { all } as u8;
        if count > 0 {
            let free = destinations(game.tile_options(state));
            let spots = free
                .map(|place| {
                    let name = format!("{value} at {}", title(place.word()));
                    Spot::new(tile_key(value, place), name, 1)
                })
                .collect();
            piles.push(Pile::new("tile", count, count, spots));
        }
    }
    Joint { name: who.to_lowercase(), prompt: format!("{who}: where does each {thing} lie?"), piles }
}

/// Returns what an action of an act puts.
pub(super) fn put(action: Action) -> Put {
    match action {
        Action::Sail(place) => Put::new(sail_key(place), 1),
        Action::Disc(disc) => Put::new(disc_key(disc), 1),
        Action::Tile(value, place) => Put::new(tile_key(value, place), 1),
        _ => Put::default(),
    }
}

fn sail_key(place: Destination) -> String {
    format!("sail {}", place.word())
}

fn disc_key(disc: Disc) -> String {
    format!("disc {}", disc.word())
}

fn tile_key(value: u8, place: Destination) -> String {
    format!("tile {value} {}", place.word())
}
