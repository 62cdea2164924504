//! Position files, whole or as a seat sees them, and loading (rules page 13.3).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::counts::{Counts, Kinds};
use super::rules::Rules;
use super::staff::Staff;
use super::state::{Decision, Deck, EMPTY, Player, SEATS, SHIPS, SPACES, Ship, State};
use super::step::StepFile;
use super::words::{Building, Good, Role, Tile};
use super::{NAME, PuertoRico};
use tradewinds_game::{InputError, Variant, object, parse_json};

type NamedCounts = BTreeMap<String, u32>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    game: String,
    rules: Vec<String>,
    round: u32,
    picked: Vec<String>,
    role_doubloons: NamedCounts,
    step: StepFile,
    colonist_ship: u32,
    colonist_shortage: bool,
    ships: BTreeMap<String, NamedCounts>,
    trading_house: NamedCounts,
    face_up: NamedCounts,
    discards: NamedCounts,
    // `null` is a value of its own; the field is required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    deck: Option<Vec<String>>,
    players: Vec<PlayerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    doubloons: u32,
    vp: u32,
    goods: NamedCounts,
    tiles: NamedCounts,
    occupied: NamedCounts,
    buildings: NamedCounts,
    san_juan: u32,
}

impl PuertoRico {
    /// Writes the position file; `hide_deck` leaves the order of the face-down tiles unknown.
    pub(super) fn position_object(&self, state: &State, hide_deck: bool) -> Value {
        let rules = &self.rules;
        let roles = |role: &Role| role.word_for(rules.players);
        let picked: Vec<&str> = state.picked_roles().map(|role| roles(&Role::ALL[role])).collect();
        let role_doubloons: Map<String, Value> = rules
            .role_cards()
            .filter(|role| state.role_doubloons[role.index()] > 0)
            .map(|role| (roles(&role).to_owned(), state.role_doubloons[role.index()].into()))
            .collect();
        let ships: Map<String, Value> = rules
            .ships
            .iter()
            .zip(&state.ships)
            .map(|(space, ship)| {
                let cargo = match Good::from_index(usize::from(ship.kind)) {
                    Some(good) => json!({ good.word(): ship.load }),
                    None => json!({}),
                };
                (space.to_string(), cargo)
            })
            .collect();
        let deck = if hide_deck || !state.deck.known {
            Value::Null
        } else {
            state.deck.top_down().map(|kind| Good::ALL[kind].word()).collect()
        };
        let players: Vec<Value> = state.players[..rules.players].iter().map(player_object).collect();
        object([
            ("game", NAME.into()),
            ("rules", rules.named.clone().into()),
            ("round", state.round.into()),
            ("picked", picked.into()),
            ("role_doubloons", role_doubloons.into()),
            ("step", self.step_object(state)),
            ("colonist_ship", state.colonist_ship.into()),
            ("colonist_shortage", state.colonist_shortage.into()),
            ("ships", ships.into()),
            ("trading_house", goods_object(state.trading_house)),
            ("face_up", goods_object(state.face_up)),
            ("discards", goods_object(state.discards)),
            ("deck", deck),
            ("players", players.into()),
        ])
    }

    /// Reads a position file.
    pub(super) fn read_position(position: &Value, variant: &Variant) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        if file.game != NAME {
            return Err(refuse("game", format!("{:?}", file.game), format!("{NAME:?}")));
        }
        let players = file.players.len();
        if !(2..=SEATS).contains(&players) {
            return Err(refuse("players", format!("{players} players"), "2 to 5"));
        }
        let game = Self::with(Rules::named(players, &file.rules, variant)?);
        let state = game.read_state(&file)?;
        Ok((game, state))
    }

    /// Reads the state of a position file of these rules.
    pub(super) fn read_table(&self, position: &Value) -> Result<State, InputError> {
        let file: PositionFile = parse_json("position", position)?;
        let (found, players) = (file.players.len(), self.rules.players);
        if found != players {
            return Err(refuse("players", format!("{found} players"), format!("{players}")));
        }
        self.read_state(&file)
    }

    fn read_state(&self, file: &PositionFile) -> Result<State, InputError> {
        let rules = &self.rules;
        let seats = rules.players as u8;
        let round = number("round", file.round, 1, 10_000)? as u16;
        let governor = ((round - 1) % u16::from(seats)) as u8;
        let mut state = State {
            players: [Player::default(); SEATS],
            deck: Deck::unknown(0),
            role_doubloons: [0; 8],
            picked: 0,
            supply: Counts::default(),
            trading_house: read_goods("trading_house", &file.trading_house)?,
            face_up: read_goods("face_up", &file.face_up)?,
            discards: read_goods("discards", &file.discards)?,
            sold_out: 0,
            shippable: Kinds::default(),
            rest: 0,
            pool: rules.victory_points,
            round,
            ships: [Ship { kind: EMPTY, load: 0 }; SHIPS],
            picks: 0,
            taken: 0,
            colonist_ship: number("colonist_ship", file.colonist_ship, 0, 255)? as u8,
            colonist_supply: 0,
            quarries: 0,
            governor,
            chooser: governor,
            player: governor,
            decision: Decision::Over,
            detail: 0,
            circles: 0,
            later: 0,
            wharf_used: 0,
            passed: 0,
            captain_loaded: false,
            colonist_shortage: file.colonist_shortage,
            city_full: false,
        };
        self.read_roles(file, &mut state)?;
        self.read_ships(file, &mut state)?;
        for (seat, player) in file.players.iter().enumerate() {
            state.players[seat] = read_player(rules, &format!("players[{seat}]"), player)?;
        }
        self.derive(&mut state);
        self.read_deck(file, &mut state)?;
        self.read_step(&file.step, &mut state)?;
        Ok(state)
    }

    fn read_roles(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let cards: Vec<(&str, Role)> =
            self.rules.role_cards().map(|role| (role.word_for(self.rules.players), role)).collect();
        let find = |field: String, word: &str| match cards.iter().find(|(known, _)| *known == word) {
            Some((_, role)) => Ok(role.index()),
            None => {
                Err(InputError::unknown_name("position", field, word, cards.iter().map(|(known, _)| *known)))
            }
        };
        if file.picked.len() > Role::COUNT {
            let allowed = format!("at most {} picks", self.rules.picks);
            return Err(refuse("picked", format!("{} picks", file.picked.len()), allowed));
        }
        for (pick, word) in file.picked.iter().enumerate() {
            let role = find(format!("picked[{pick}]"), word)?;
            state.taken |= 1 << role;
            state.picked |= (role as u32) << (4 * pick);
            state.picks += 1;
        }
        for (word, &count) in &file.role_doubloons {
            let field = format!("role_doubloons.{word}");
            let role = find(field.clone(), word)?;
            state.role_doubloons[role] = number(field, count, 0, 255)? as u8;
        }
        Ok(())
    }

    fn read_ships(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let names: Vec<String> = self.rules.ships.iter().map(u8::to_string).collect();
        if !names.iter().all(|name| file.ships.contains_key(name)) || file.ships.len() != names.len() {
            let found = format!("{:?}", file.ships.keys().collect::<Vec<_>>());
            return Err(refuse("ships", found, format!("exactly {names:?}")));
        }
        for (index, name) in names.iter().enumerate() {
            let field = format!("ships.{name}");
            let cargo = read_goods(&field, &file.ships[name])?;
            let mut kinds = cargo.kinds();
            if let Some(kind) = kinds.next() {
                let space = self.rules.ships[index];
                if !kinds.is_empty() || cargo.get(kind) > space {
                    let found = format!("{:?}", file.ships[name]);
                    return Err(refuse(field, found, format!("one kind, 1 to {space} barrels")));
                }
                state.ships[index] = Ship { kind: kind as u8, load: cargo.get(kind) };
            }
        }
        Ok(())
    }

    /// Fills in what a position file leaves out because it follows from the rest. Where more lies on the
    /// table than the game has, nothing is left, and `check` finds that it does not add up.
    fn derive(&self, state: &mut State) {
        let rules = &self.rules;
        let players = state.players;
        let left = |all: u8, there: u32| u32::from(all).saturating_sub(there) as u8;
        for good in Good::ALL {
            let kind = good.index();
            let there = players.iter().map(|player| u32::from(player.goods.get(kind))).sum::<u32>()
                + u32::from(state.trading_house.get(kind))
                + state
                    .ships
                    .iter()
                    .filter(|ship| usize::from(ship.kind) == kind)
                    .map(|ship| u32::from(ship.load))
                    .sum::<u32>();
            state.supply.set(kind, left(rules.goods[kind], there));
        }
        let mut face_down = 0;
        for tile in Tile::ALL {
            let kind = tile.index();
            let there = players.iter().map(|player| u32::from(player.tiles.get(kind))).sum::<u32>()
                + u32::from(state.face_up.get(kind))
                + u32::from(state.discards.get(kind));
            let left = left(rules.tiles[kind], there);
            match tile {
                Tile::Quarry => state.quarries = left,
                _ => face_down += left,
            }
        }
        state.deck.len = face_down;
        let colonists = players.iter().map(|player| u32::from(player.colonists)).sum::<u32>()
            + u32::from(state.colonist_ship);
        state.colonist_supply = left(rules.colonists, colonists);
        for player in &players {
            state.pool -= player.vp as i16;
            state.city_full |= player.city >= SPACES;
        }
        for id in 0..Building::COUNT {
            self.mark_sold_out(state, id);
        }
        state.shippable = self.shippable(&state.ships);
    }

    fn read_deck(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let Some(deck) = &file.deck else { return Ok(()) };
        if deck.len() > Deck::MOST {
            let allowed = format!("the {} that lie nowhere else, or null", state.deck.len);
            return Err(refuse("deck", format!("{} tiles", deck.len()), allowed));
        }
        let mut tiles = Vec::with_capacity(deck.len());
        for (index, word) in deck.iter().enumerate().rev() {
            let Some(good) = Good::from_word(word) else {
                let known = Good::ALL.map(Good::word);
                return Err(InputError::unknown_name("position", format!("deck[{index}]"), word, known));
            };
            tiles.push(good as u8);
        }
        state.deck = Deck::from_bottom_up(&tiles);
        Ok(())
    }
}

pub(super) fn refuse(
    field: impl Into<String>,
    found: impl Into<String>,
    allowed: impl Into<String>,
) -> InputError {
    InputError::new("position", field, found, allowed)
}

pub(super) fn number(field: impl Into<String>, found: u32, low: u32, high: u32) -> Result<u32, InputError> {
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(refuse(field, found.to_string(), format!("{low}..={high}")))
    }
}

/// Reads counts whose names are `words`, in that order; none may be above 15.
fn read_counts(field: &str, counts: &NamedCounts, words: &[&str]) -> Result<Counts, InputError> {
    let mut packed = Counts::default();
    for (word, &count) in counts {
        let field = format!("{field}.{word}");
        let Some(index) = words.iter().position(|known| known == word) else {
            return Err(InputError::unknown_name("position", field, word, words.iter().copied()));
        };
        packed.set(index, number(field, count, 0, 15)? as u8);
    }
    Ok(packed)
}

fn read_goods(field: &str, counts: &NamedCounts) -> Result<Counts, InputError> {
    read_counts(field, counts, &Good::ALL.map(Good::word))
}

fn read_player(rules: &Rules, field: &str, file: &PlayerFile) -> Result<Player, InputError> {
    let tile_words = Tile::ALL.map(Tile::word);
    let mut player = Player::default();
    player.doubloons = number(format!("{field}.doubloons"), file.doubloons, 0, 10_000)? as u16;
    player.vp = number(format!("{field}.vp"), file.vp, 0, 5_000)? as u16;
    player.goods = read_goods(&format!("{field}.goods"), &file.goods)?;
    player.tiles = read_counts(&format!("{field}.tiles"), &file.tiles, &tile_words)?;
    player.occupied = read_counts(&format!("{field}.occupied"), &file.occupied, &tile_words)?;
    player.san_juan = number(format!("{field}.san_juan"), file.san_juan, 0, 200)? as u8;
    let mut staffed = 0;
    for (word, &colonists) in &file.buildings {
        let field = format!("{field}.buildings.{word}");
        let Some(building) = Building::from_word(word) else {
            let known = Building::ALL.map(Building::word);
            return Err(InputError::unknown_name("position", field, word, known));
        };
        let id = building.index();
        // `check` compares it with the circles.
        let colonists = number(field, colonists, 0, u32::from(Staff::most(id)))? as u8;
        player.build(rules, id);
        player.set_staff(id, colonists);
        staffed += colonists;
    }
    let occupied = player.occupied.total();
    player.colonists = (u32::from(player.san_juan) + u32::from(staffed) + u32::from(occupied)).min(255) as u8;
    Ok(player)
}

fn named(counts: impl Iterator<Item = (&'static str, u8)>) -> Value {
    counts
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| (word.to_owned(), count.into()))
        .collect::<Map<_, _>>()
        .into()
}

fn goods_object(counts: Counts) -> Value {
    named(Good::ALL.into_iter().map(|good| (good.word(), counts.get(good.index()))))
}

fn tiles_object(counts: Counts) -> Value {
    named(Tile::ALL.into_iter().map(|tile| (tile.word(), counts.get(tile.index()))))
}

fn player_object(player: &Player) -> Value {
    let buildings: Map<String, Value> = Building::ALL
        .into_iter()
        .filter(|&building| player.owns(building))
        .map(|building| (building.word().to_owned(), player.staff(building.index()).into()))
        .collect();
    object([
        ("doubloons", player.doubloons.into()),
        ("vp", player.vp.into()),
        ("goods", goods_object(player.goods)),
        ("tiles", tiles_object(player.tiles)),
        ("occupied", tiles_object(player.occupied)),
        ("buildings", buildings.into()),
        ("san_juan", player.san_juan.into()),
    ])
}
