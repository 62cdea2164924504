//! Reading position files (rules page 13.3).

use std::fmt::Display;

use super::file::{Named, PlayerFile, PositionFile, StepFile, wants};
use crate::deck::Deck;
use crate::limits::{MAX_COUNT, MAX_TILES, SPACES};
use crate::player::Player;
use crate::rules::Rules;
use crate::staff::Staff;
use crate::state::Ship;
use crate::words::{Building, Decision, Good, Role, Tile};
use crate::{PuertoRico, State, slot};
use tradewinds_game::kit::{Counts8, Fields, KeySet, Word};
use tradewinds_game::{InputError, Seat, counted};

/// The fields of position files.
pub(super) const POSITION: Fields<'_> = Fields::POSITION;

impl PuertoRico {
    /// Reads the state of a position file of these rules.
    pub(super) fn read_state(&self, file: &PositionFile) -> Result<State, InputError> {
        let rules = &self.rules;
        let round: u16 = POSITION.number("round", file.round, 1..=10_000)?;
        let governor = Seat::new(usize::from(round - 1) % rules.players);
        let mut state = State {
            trading_house: read_counts("trading_house", &file.trading_house)?,
            face_up: read_counts("face_up", &file.face_up)?,
            discards: read_counts("discards", &file.discards)?,
            pool: rules.victory_points,
            round,
            colonist_ship: POSITION.number("colonist_ship", file.colonist_ship, 0..=255)?,
            governor,
            chooser: governor,
            player: governor,
            colonist_shortage: file.colonist_shortage,
            ..State::blank()
        };
        self.read_roles(file, &mut state)?;
        self.read_ships(file, &mut state)?;
        for (seat, player) in file.players.iter().enumerate() {
            state.players[seat] = read_player(rules, &format!("players[{seat}]"), player)?;
        }
        self.derive(&mut state);
        read_deck(file, &mut state)?;
        self.read_step(&file.step, &mut state)?;
        Ok(state)
    }

    fn read_roles(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let rules = &self.rules;
        let cards = || rules.roles.iter().map(|role| (role.word_for(rules.players), role));
        let find = |field: &dyn Display, word: &str| match cards().find(|(known, _)| *known == word) {
            Some((_, role)) => Ok(role),
            None => Err(POSITION.unknown(field, word, cards().map(|(known, _)| known))),
        };
        if file.picked.len() > Role::COUNT {
            let found = counted(file.picked.len(), "pick");
            return Err(POSITION.refuse("picked", found, format_args!("at most {} picks", rules.picks)));
        }
        for (pick, word) in file.picked.iter().enumerate() {
            let role = find(&format_args!("picked[{pick}]"), word)?;
            state.taken.insert(role);
            state.picked |= (role as u32) << (4 * pick);
            state.picks += 1;
        }
        for (word, &count) in &file.role_doubloons {
            let field = format_args!("role_doubloons.{word}");
            let role = find(&field, word)?;
            state.role_doubloons[role] = POSITION.number(field, count, 0..=255)?;
        }
        Ok(())
    }

    fn read_ships(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let names: Vec<String> = self.rules.ships.iter().map(u8::to_string).collect();
        if !names.iter().all(|name| file.ships.contains_key(name)) || file.ships.len() != names.len() {
            let found = file.ships.keys().collect::<Vec<_>>();
            let allowed = format_args!("exactly {names:?}");
            return Err(POSITION.refuse("ships", format_args!("{found:?}"), allowed));
        }
        for (index, name) in names.iter().enumerate() {
            let field = format!("ships.{name}");
            let cargo = read_counts(&field, &file.ships[name])?;
            let mut kinds = cargo.kinds();
            if let Some(kind) = kinds.next() {
                let space = self.rules.ships[index];
                if !kinds.is_empty() || cargo.get(kind) > space {
                    let found = format_args!("{:?}", file.ships[name]);
                    let allowed = format_args!("one kind, 1 to {space} barrels");
                    return Err(POSITION.refuse(field, found, allowed));
                }
                state.ships[index] = Ship { kind: kind as u8, load: cargo.get(kind) };
            }
        }
        Ok(())
    }

    /// Reads the decision point into a state whose other fields are read.
    fn read_step(&self, step: &StepFile, state: &mut State) -> Result<(), InputError> {
        let (decision, offer) = (step.decision, step.offer);
        state.decision = decision;
        for (field, there) in [
            ("player", step.player.is_some()),
            ("tile", step.tile.is_some()),
            ("slot", step.slot.is_some()),
            ("building", step.building.is_some()),
            ("wharf_used", step.wharf_used.is_some()),
            ("passed", step.passed.is_some()),
            ("captain_loaded", step.captain_loaded.is_some()),
            ("offer", offer.is_some()),
            ("kinds", step.kinds.is_some()),
        ] {
            if there != wants(decision, offer, field) {
                let (found, allowed) =
                    if there { ("the field", "no such field") } else { ("nothing", "the field") };
                let allowed = match offer {
                    Some(offer) if decision == Decision::Offer => format!("{allowed} at an offer of {offer}"),
                    _ => format!("{allowed} at {:?}", decision.word()),
                };
                return Err(POSITION.refuse(format_args!("step.{field}"), found, allowed));
            }
        }
        let seats = self.rules.players;
        let picks_before =
            if decision == Decision::Role { state.picks } else { state.picks.saturating_sub(1) };
        state.chooser = state.governor.after(usize::from(picks_before), seats);
        state.player = match step.player {
            Some(seat) => POSITION.seat("step.player", seat, seats)?,
            None => state.chooser,
        };
        if decision == Decision::Over {
            state.chooser = state.governor;
            state.player = state.governor;
        }
        if let Some(tile) = step.tile {
            state.detail = tile as u8;
        }
        if let Some(building) = step.building {
            state.detail = building as u8;
        }
        if let Some(word) = &step.slot {
            let unknown = || POSITION.unknown("step.slot", word, (0..slot::COUNT).map(slot::word));
            state.detail = slot::from_word(word).ok_or_else(unknown)? as u8;
            state.circles = state.current().slot_circles(usize::from(state.detail));
            state.rest = state.current().slots() & u32::MAX << (state.detail + 1);
            state.later = self.circles_of(state, state.rest);
        }
        if let Some(offer) = offer {
            let kinds: u8 = POSITION.number("step.kinds", step.kinds.unwrap_or(0), 0..=Good::COUNT as u32)?;
            state.detail = offer as u8 | kinds << 4;
        }
        state.wharf_used = read_seats("step.wharf_used", step.wharf_used.as_deref(), seats)?;
        state.passed = read_seats("step.passed", step.passed.as_deref(), seats)?;
        state.captain_loaded = step.captain_loaded.unwrap_or(false);
        Ok(())
    }

    /// Fills in what a position file leaves out because it follows from the rest. Where more lies on the
    /// table than the game has, nothing is left, and `check` finds the wrong sum.
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
            state.supply.set(kind, left(rules.goods[good], there));
        }
        let mut face_down = 0;
        for tile in Tile::ALL {
            let kind = tile.index();
            let there = players.iter().map(|player| u32::from(player.tiles.get(kind))).sum::<u32>()
                + u32::from(state.face_up.get(kind))
                + u32::from(state.discards.get(kind));
            let left = left(rules.tiles[tile], there);
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
        for building in Building::ALL {
            self.mark_sold_out(state, building);
        }
        state.shippable = self.shippable(&state.ships);
    }
}

/// Reads counts by word; none above [`MAX_COUNT`].
fn read_counts<K: Word>(field: &str, counts: &Named<K>) -> Result<Counts8, InputError> {
    Ok(Counts8::from_slice(POSITION.counts(field, counts, MAX_COUNT)?.as_slice()))
}

fn read_deck(file: &PositionFile, state: &mut State) -> Result<(), InputError> {
    let Some(deck) = &file.deck else { return Ok(()) };
    if deck.len() > MAX_TILES {
        let allowed = format_args!("the {} that lie nowhere else, or null", state.deck.len);
        return Err(POSITION.refuse("deck", counted(deck.len(), "tile"), allowed));
    }
    let mut tiles = Vec::with_capacity(deck.len());
    tiles.extend(deck.iter().rev().map(|&good| good as u8));
    state.deck = Deck::from_bottom_up(&tiles);
    Ok(())
}

fn read_player(rules: &Rules, field: &str, file: &PlayerFile) -> Result<Player, InputError> {
    let mut player = Player::default();
    player.doubloons = POSITION.number(format_args!("{field}.doubloons"), file.doubloons, 0..=10_000)?;
    player.vp = POSITION.number(format_args!("{field}.vp"), file.vp, 0..=5_000)?;
    player.goods = read_counts(&format!("{field}.goods"), &file.goods)?;
    player.tiles = read_counts(&format!("{field}.tiles"), &file.tiles)?;
    player.occupied = read_counts(&format!("{field}.occupied"), &file.occupied)?;
    player.san_juan = POSITION.number(format_args!("{field}.san_juan"), file.san_juan, 0..=200)?;
    let mut staffed = 0;
    for (&building, &colonists) in &file.buildings {
        let field = format_args!("{field}.buildings.{building}");
        let id = building.index();
        // `check` compares the number with the circles.
        let colonists: u8 = POSITION.number(field, colonists, 0..=Staff::max(id).into())?;
        player.build(rules, building);
        player.set_staff(id, colonists);
        staffed += colonists;
    }
    let occupied = player.occupied.total();
    player.colonists = (u32::from(player.san_juan) + u32::from(staffed) + u32::from(occupied)).min(255) as u8;
    Ok(player)
}

fn read_seats(field: &str, seats: Option<&[u32]>, players: usize) -> Result<KeySet<Seat>, InputError> {
    let seats = seats.unwrap_or_default();
    if !seats.is_sorted_by(|a, b| a < b) || seats.iter().any(|&seat| seat as usize >= players) {
        let allowed = format_args!("ascending seats below {players}");
        return Err(POSITION.refuse(field, format_args!("{seats:?}"), allowed));
    }
    Ok(seats.iter().map(|&seat| Seat::new(seat as usize)).collect())
}
