//! Position files and views of the hidden tile: an unknown tile is null.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_game::{Game, InputError, Seat, Variant, Variants, parse_json};

use super::hidden_tile::{HiddenTile, PLACES, SEATS, State, Step};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    round: u8,
    first: u8,
    step: Step,
    seat: Option<u8>,
    scout: Option<u8>,
    looked: Option<String>,
    tiles: Tiles,
    face_up: Vec<String>,
    players: Vec<Player>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tiles {
    left: Option<u8>,
    middle: Option<u8>,
    right: Option<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    coins: u8,
    bet: Option<String>,
}

/// Writes a position, whole or as one seat sees it.
pub(super) fn write(game: &HiddenTile, state: &State, observer: Option<Seat>) -> Value {
    let name = |place: u8| PLACES[usize::from(place)].to_owned();
    let [left, middle, right] = std::array::from_fn(|place| {
        observer.is_none_or(|seat| state.knows(seat, place)).then_some(state.tiles[place])
    });
    let file = File {
        game: HiddenTile::NAME.to_owned(),
        round: state.round,
        first: state.first,
        step: state.step,
        seat: game.to_act(state).map(|seat| seat.index() as u8),
        scout: state.scout,
        looked: state.looked.map(name),
        tiles: Tiles { left, middle, right },
        face_up: (0..3).filter(|&place| state.face_up[usize::from(place)]).map(name).collect(),
        players: (0..game.players)
            .map(|seat| Player { coins: state.coins[seat], bet: state.bets[seat].map(name) })
            .collect(),
    };
    serde_json::to_value(file).expect("a position is plain JSON")
}

/// Reads a position; tiles that are not shown are still to be laid.
pub(super) fn read(
    position: &Value,
    variant: &Variant,
) -> Result<(HiddenTile, State, [Option<u8>; 3]), InputError> {
    let file: File = parse_json("position", position)?;
    let refuse =
        |field: &str, found: String, allowed: &str| Err(InputError::new("position", field, found, allowed));
    if file.game != HiddenTile::NAME {
        return refuse("game", file.game, HiddenTile::NAME);
    }
    let game = HiddenTile::new(file.players.len(), variant)?;
    let place = |field: &str, name: &str| match PLACES.iter().position(|place| *place == name) {
        Some(place) => Ok(place as u8),
        None => Err(InputError::unknown_name("position", field, name, PLACES)),
    };
    let mut state = State {
        tiles: [0; 3],
        face_up: [false; 3],
        scout: file.scout,
        looked: file.looked.map(|name| place("looked", &name)).transpose()?,
        coins: [0; SEATS],
        bets: [None; SEATS],
        first: file.first,
        step: file.step,
        turn: 0,
        round: file.round,
    };
    for name in &file.face_up {
        state.face_up[usize::from(place("face_up", name)?)] = true;
    }
    for (seat, player) in file.players.iter().enumerate() {
        state.coins[seat] = player.coins;
        state.bets[seat] =
            player.bet.as_ref().map(|name| place(&format!("players[{seat}].bet"), name)).transpose()?;
        if player.coins > 99 {
            return refuse(&format!("players[{seat}].coins"), player.coins.to_string(), "0 to 99");
        }
    }
    for (field, seat) in [("first", Some(file.first)), ("scout", file.scout)] {
        if let Some(seat) = seat.filter(|&seat| usize::from(seat) >= game.players) {
            return refuse(field, seat.to_string(), "a seat of the table");
        }
    }
    if let (Step::Role | Step::Bet | Step::Open, Some(seat)) = (file.step, file.seat) {
        let players = game.players as u8;
        state.turn = (seat % players + players - file.first) % players;
    }
    if game.to_act(&state).map(|seat| seat.index() as u8) != file.seat {
        return refuse("seat", format!("{:?}", file.seat), "the seat to act, null at the end");
    }
    let shown = [file.tiles.left, file.tiles.middle, file.tiles.right];
    if let Err(tile) = game.others(&shown) {
        return refuse("tiles", format!("{tile}"), "the tiles of the game, each as often as there are");
    }
    Ok((game, state, shown))
}
