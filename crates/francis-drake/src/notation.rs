//! Notation: texts of actions, position files and views, results, and the invariants of positions (rules
//! page 8, 13).

mod file;
mod invariants;
mod read;
mod show;
mod write;

use serde_json::{Value, json};

use crate::FrancisDrake;
use crate::action::Action;
use crate::advice::Prospects;
use crate::limits::{MAX_PLAYERS, MIN_PLAYERS};
use crate::player::Player;
use crate::rules::Rules;
use crate::state::State;
use crate::words::Decision;
pub use file::{DecisionFile, InformerFile, PlayerFile, PositionFile};
use tradewinds_game::kit::Fields;
use tradewinds_game::{
    Audit, Broken, Dice, Game, InputError, Notation, Seat, Variant, Variants, counted, parse_json,
};

impl Notation for FrancisDrake {
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
        let players = file.players.len();
        if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&players) {
            return Err(Fields::POSITION.refuse("players", counted(players, "player"), "3 to 5"));
        }
        let rules = Rules::named(players, &file.rules, variant)?;
        let game = Self { rules, prospects: Prospects::default() };
        Fields::POSITION.text("dataset", &file.dataset, &game.rules.dataset)?;
        let state = game.read_state(&file, dice)?;
        Ok((game, state))
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        let (state, unknown) = self.read_unknown(position)?;
        let mut text = self.show_voyage(&state);
        if state.decision == Decision::Plymouth {
            text = format!("{text}\n{}", self.show_street(&state));
        }
        Ok(format!(
            "{text}\n{}\n{}\n{}",
            self.show_map(&state, &unknown),
            self.show_players(&state),
            self.show_seats(&state, &unknown)
        ))
    }

    /// The object of 13.7.
    fn result(&self, state: &State) -> Option<Value> {
        if state.decision != Decision::Over {
            return None;
        }
        let scores = self.scores(state);
        let players = Seat::all(self.rules.players).map(|seat| {
            let [track, commodities, treasure] = self.points(state, seat);
            let dock = state.homebound.find(seat).map(|dock| dock + 1);
            json!({
                "track": track,
                "commodities": commodities,
                "treasure": treasure,
                "total": scores.points[seat],
                "dock": dock,
                "rank": scores.rank[seat],
            })
        });
        Some(json!({ "players": players.collect::<Vec<_>>() }))
    }

    fn end_reason(&self, state: &State) -> String {
        if state.decision == Decision::Over { "voyages".to_owned() } else { String::new() }
    }

    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        self.check_docks(state, &mut audit);
        self.check_street(state, &mut audit);
        self.check_successes(state, &mut audit);
        for seat in Seat::all(MAX_PLAYERS) {
            let player = state.player(seat);
            if seat.index() >= self.rules.players {
                audit.ensure(*player == Player::default(), "players", || {
                    format!("{} is not empty", seat.in_file())
                });
                continue;
            }
            self.check_stops(state, seat, &mut audit);
            self.check_discs(state, seat, &mut audit);
            self.check_spoils(player, seat, &mut audit);
        }
        self.check_tiles(state, &mut audit);
        self.check_pools(state, &mut audit);
        self.check_look(state, &mut audit);
        self.check_decision(state, &mut audit);
        audit.into_broken()
    }
}
