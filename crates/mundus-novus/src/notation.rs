//! Actions, position files, views and results as text (section 12 of the rules page).
//!
//! | file | subject |
//! |---|---|
//! | `file` | the form of a position file |
//! | `write` | writing positions and views |
//! | `read`, `complete` | reading positions, and drawing what they leave unknown |
//! | `invariants` | what holds in every position |
//! | `show` | the table as text for a player |

mod complete;
mod file;
mod invariants;
mod read;
mod show;
mod write;

use serde_json::{Value, json};
use tradewinds_game::kit::Fields;
use tradewinds_game::{Audit, Broken, Dice, Game, InputError, Notation, Seat, Variant, Variants, parse_json};

use crate::MundusNovus;
use crate::action::Action;
use crate::state::State;
use crate::variants::{self, NAMED};
use crate::words::Decision;
pub use file::{DecisionFile, GiftFile, PlayerFile, PositionFile};
use read::Reader;

impl Notation for MundusNovus {
    fn action_text(&self, _: &State, action: Action) -> String {
        action.to_string()
    }

    fn position(&self, state: &State) -> Value {
        self.write_position(state, None)
    }

    fn view(&self, state: &State, seat: Seat) -> Value {
        self.write_position(state, Some(seat))
    }

    fn read(position: &Value, variant: &Variant, dice: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        Fields::POSITION.text("game", &file.game, Self::NAME)?;
        let (promo, others) = variants::without_promo(variant)?;
        if promo.is_some_and(|promo| promo != file.promo) {
            let found = format!("{} with the variant {:?}", file.promo, variant.name);
            return Err(Fields::POSITION.refuse("promo", found, "what the variant says"));
        }
        let named = NAMED.of_file(&file.rules, &others)?;
        if !Self::PLAYERS.contains(&file.players.len()) {
            return Err(Fields::POSITION.refuse("players", file.players.len().to_string(), "2 to 6 players"));
        }
        let game = Self { rules: variants::make(file.players.len(), file.promo, named, variant)? };
        let reader = Reader { game: &game, file: &file };
        let (state, mut places) = reader.read_known()?;
        let state = reader.complete(state, &mut places, dice)?;
        Ok((game, state))
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        let file: PositionFile = parse_json("position", position)?;
        Fields::POSITION.players(file.players.len(), self.rules.players)?;
        // The deciding seat is public, so that it is the same in every completion.
        let seat = Reader { game: self, file: &file }.read_known()?.0.seat;
        Ok(format!(
            "{}\n{}\n{}",
            self.show_round(&file, seat),
            self.show_table(&file),
            self.show_seats(&file)
        ))
    }

    /// Writes the result object (12.7).
    fn result(&self, state: &State) -> Option<Value> {
        let scores = self.scores(state);
        let end = if state.decision == Decision::GameOver { self.end(state) } else { None };
        let seats = || Seat::all(self.rules.players);
        let winners: Vec<usize> =
            seats().filter(|&seat| end.is_some() && scores.rank[seat] == 1).map(Seat::index).collect();
        let perfect: Vec<bool> = seats().map(|seat| state.is_perfect(seat)).collect();
        Some(json!({
            "end": end,
            "money": scores.points.as_slice(),
            "perfect": perfect,
            "places": scores.rank.as_slice(),
            "winners": winners,
        }))
    }

    fn end_reason(&self, state: &State) -> String {
        let end = if state.decision == Decision::GameOver { self.end(state) } else { None };
        end.unwrap_or_default().to_owned()
    }

    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        self.check_cards(state, &mut audit);
        self.check_supply(state, &mut audit);
        self.check_developments(state, &mut audit);
        self.check_places(state, &mut audit);
        self.check_round(state, &mut audit);
        self.check_decision(state, &mut audit);
        self.check_knowledge(state, &mut audit);
        self.check_gift(state, &mut audit);
        audit.into_broken()
    }
}
