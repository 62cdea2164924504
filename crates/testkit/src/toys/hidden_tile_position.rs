//! Position files and views of the hidden tile: an unknown tile is null.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tradewinds_game::{Audit, Broken, Dice, Game, InputError, Notation, Seat, Variant, Variants, parse_json};

use super::hidden_tile::{Action, HiddenTile, PLACES, Phase, SEATS, State};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    round: u8,
    first: u8,
    step: Phase,
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

impl Notation for HiddenTile {
    fn violations(&self, state: &State) -> Vec<Broken> {
        let found = || format!("{state:?}");
        let mut audit = Audit::default();
        audit.ensure(self.others(&state.tiles.map(Some)).is_ok(), "tiles", found);
        let turn = usize::from(state.first) < self.players
            && usize::from(state.turn) < self.players
            && (1..=self.data.rounds).contains(&state.round)
            && (state.turn == 0 || !matches!(state.step, Phase::Look | Phase::Over))
            && (state.step != Phase::Over || state.round == self.data.rounds);
        if !audit.ensure(turn, "turn", found) {
            return audit.into_broken();
        }
        let scout_chosen = state.scout.is_some_and(|seat| usize::from(seat) < self.players);
        let scout = scout_chosen == state.scout.is_some()
            && (scout_chosen || state.step != Phase::Look)
            && (state.looked.is_none() || scout_chosen && state.step > Phase::Look);
        audit.ensure(scout, "scout", found);
        let bets_lie = state.bets.iter().any(Option::is_some);
        let bet_on_open = state.bets.iter().flatten().any(|&place| state.face_up[usize::from(place)]);
        let no_bet_to_open = state.step == Phase::Open && state.bets[self.seat_in_turn(state)].is_none();
        let time_of_bets = !bets_lie || matches!(state.step, Phase::Bet | Phase::Open);
        audit.ensure(!bet_on_open && !no_bet_to_open && time_of_bets, "bets", found);
        audit.ensure(!state.face_up.contains(&true) || state.step >= Phase::Open, "face up", found);
        audit.into_broken()
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        let with_place = |word, place| format!("{word} {}", PLACES[usize::from(place)]);
        match action {
            Action::Scout => "scout".to_owned(),
            Action::Trade => "trade".to_owned(),
            Action::Leave => "leave".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Look(place) => with_place("look", place),
            Action::Bet(place) => with_place("bet", place),
            Action::Open(place) => with_place("open", place),
        }
    }

    fn position(&self, state: &State) -> Value {
        write(self, state, None)
    }

    fn view(&self, state: &State, seat: Seat) -> Value {
        write(self, state, Some(seat))
    }

    fn read(position: &Value, variant: &Variant, dice: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let (game, mut state, shown) = read(position, variant)?;
        game.lay(&mut state, &shown, dice);
        Ok((game, state))
    }

    fn result(&self, state: &State) -> Option<Value> {
        (state.step == Phase::Over).then(|| json!({"coins": state.coins[..self.players]}))
    }

    fn end_reason(&self, state: &State) -> String {
        if state.step == Phase::Over { "rounds".to_owned() } else { String::new() }
    }
}

/// Writes a position, whole or as one seat sees it.
fn write(game: &HiddenTile, state: &State, observer: Option<Seat>) -> Value {
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
fn read(position: &Value, variant: &Variant) -> Result<(HiddenTile, State, [Option<u8>; 3]), InputError> {
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
    if let (Phase::Role | Phase::Bet | Phase::Open, Some(seat)) = (file.step, file.seat) {
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
