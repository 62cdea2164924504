//! The decision point of a position file: its `step` object (rules page 13.3).

use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::POSITION;
use crate::words::{Building, Decision, Good, Offer, Tile};
use crate::{PuertoRico, State, slot};
use tradewinds_game::kit::{KeySet, present};
use tradewinds_game::{InputError, Seat};

/// The object as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepFile {
    decision: String,
    #[serde(default, deserialize_with = "present")]
    player: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    tile: Option<String>,
    #[serde(default, deserialize_with = "present")]
    slot: Option<String>,
    #[serde(default, deserialize_with = "present")]
    building: Option<String>,
    #[serde(default, deserialize_with = "present")]
    wharf_used: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present")]
    passed: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present")]
    captain_loaded: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    offer: Option<String>,
    #[serde(default, deserialize_with = "present")]
    kinds: Option<u32>,
}

/// The fields that an offer has besides the player and what is offered.
const fn fields_of(offer: Offer) -> &'static [&'static str] {
    match offer {
        Offer::Colonists | Offer::Goods => &["passed"],
        Offer::FactoryMoney => &["passed", "kinds"],
        Offer::CaptainPoint | Offer::HarborPoint => &["wharf_used", "passed", "captain_loaded"],
        Offer::TraderMoney | Offer::SmallMarketMoney | Offer::LargeMarketMoney | Offer::ProspectorMoney => {
            &[]
        }
    }
}

/// Writes the object.
pub(super) fn step_object(state: &State) -> Value {
    let decision = state.decision.word();
    let player = state.player.index();
    let seats = |set: KeySet<Seat>| -> Vec<usize> { set.iter().map(Seat::index).collect() };
    match state.decision {
        Decision::Role | Decision::MayorBonus | Decision::CraftBonus | Decision::Over => {
            json!({ "decision": decision })
        }
        Decision::Hacienda | Decision::Tile | Decision::Build | Decision::Sell | Decision::Store => {
            json!({ "decision": decision, "player": player })
        }
        Decision::Hospice => {
            let tile = Tile::ALL[usize::from(state.detail)].word();
            json!({ "decision": decision, "player": player, "tile": tile })
        }
        Decision::Place => {
            let slot = slot::word(usize::from(state.detail));
            json!({ "decision": decision, "player": player, "slot": slot })
        }
        Decision::University => {
            let building = Building::ALL[usize::from(state.detail)].word();
            json!({ "decision": decision, "player": player, "building": building })
        }
        Decision::Load => json!({
            "decision": decision,
            "player": player,
            "wharf_used": seats(state.wharf_used),
            "passed": seats(state.passed),
            "captain_loaded": state.captain_loaded,
        }),
        Decision::Offer => {
            let offer = state.offer();
            let mut step = json!({ "decision": decision, "player": player, "offer": offer.word() });
            for &field in fields_of(offer) {
                step[field] = match field {
                    "kinds" => state.offered_kinds().into(),
                    "captain_loaded" => state.captain_loaded.into(),
                    "wharf_used" => seats(state.wharf_used).into(),
                    _ => seats(state.passed).into(),
                };
            }
            step
        }
    }
}

impl PuertoRico {
    /// Reads the object into a state whose other fields are read.
    pub(super) fn read_step(&self, step: &StepFile, state: &mut State) -> Result<(), InputError> {
        let decision: Decision = POSITION.word("step.decision", &step.decision)?;
        state.decision = decision;
        let offer = match &step.offer {
            Some(word) => Some(POSITION.word::<Offer>("step.offer", word)?),
            None => None,
        };
        let wants = |field: &str| match decision {
            Decision::Role | Decision::MayorBonus | Decision::CraftBonus | Decision::Over => false,
            Decision::Hospice => matches!(field, "player" | "tile"),
            Decision::Place => matches!(field, "player" | "slot"),
            Decision::University => matches!(field, "player" | "building"),
            Decision::Load => matches!(field, "player" | "wharf_used" | "passed" | "captain_loaded"),
            Decision::Offer => {
                matches!(field, "player" | "offer")
                    || offer.is_some_and(|offer| fields_of(offer).contains(&field))
            }
            _ => field == "player",
        };
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
            if there != wants(field) {
                let (found, allowed) =
                    if there { ("the field", "no such field") } else { ("nothing", "the field") };
                let allowed = match offer {
                    Some(offer) if decision == Decision::Offer => format!("{allowed} at an offer of {offer}"),
                    _ => format!("{allowed} at {:?}", step.decision),
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
        if let Some(word) = &step.tile {
            state.detail = POSITION.word::<Tile>("step.tile", word)? as u8;
        }
        if let Some(word) = &step.building {
            state.detail = POSITION.word::<Building>("step.building", word)? as u8;
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
}

fn read_seats(field: &str, seats: Option<&[u32]>, players: usize) -> Result<KeySet<Seat>, InputError> {
    let seats = seats.unwrap_or_default();
    if !seats.is_sorted_by(|a, b| a < b) || seats.iter().any(|&seat| seat as usize >= players) {
        let allowed = format_args!("ascending seats below {players}");
        return Err(POSITION.refuse(field, format_args!("{seats:?}"), allowed));
    }
    Ok(seats.iter().map(|&seat| Seat::new(seat as usize)).collect())
}
