//! Notation: action texts, position files and views, results, the table as text, and invariants.

mod fields;
mod file;
mod invariants;
mod read;
mod show;
mod write;

use serde_json::{Value, json};
use tradewinds_game::{
    Actions, Audit, Broken, Dice, Game, IllegalAction, InputError, Notation, Seat, Seed, Variant, Variants,
    counted, parse_json,
};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::limits::SEATS;
use crate::options::Options;
use crate::state::State;
use crate::variants::rules_of_file;
use crate::words::Decision;
use fields::POSITION;
pub use file::{
    AuctionFile, ConflictFile, ConflictKind, DiscoveryFile, ExpeditionFile, Named, PlayerFile, PositionFile,
    Target,
};
use read::Unknown;

impl Notation for AgeOfDiscovery {
    fn action_text(&self, _: &State, action: Action) -> String {
        action.text()
    }

    /// Compares the text with those of the legal actions, without a string for each of them.
    fn parse_action(&self, state: &State, text: &str) -> Result<Action, IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        let mut legal = String::new();
        for &action in &actions {
            let start = legal.len();
            action.write(&mut legal);
            if &legal[start..] == text {
                return Ok(action);
            }
            legal.push_str(", ");
        }
        let reason = match legal.strip_suffix(", ") {
            Some(legal) => format!("legal here: {legal}"),
            None => "the game is over".to_owned(),
        };
        Err(IllegalAction { action: text.to_owned(), reason })
    }

    fn position(&self, state: &State) -> Value {
        self.write(state, false)
    }

    fn view(&self, state: &State, _: Seat) -> Value {
        self.write(state, true)
    }

    /// Reads a position file and draws its unknown parts.
    fn read(position: &Value, variant: &Variant, dice: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        POSITION.text("game", &file.game, Self::NAME)?;
        let players = file.players.len();
        if !(2..=SEATS).contains(&players) {
            return Err(POSITION.refuse("players", counted(players, "player"), "2 to 5"));
        }
        let options = Options::of_position(&file.options)?;
        let game = Self { rules: rules_of_file(players, options, variant)? };
        let state = game.read_state(&file, dice)?;
        Ok((game, state))
    }

    /// Shows one completion of the position and marks the unknown parts of the file.
    fn show(&self, position: &Value) -> Result<String, InputError> {
        let file: PositionFile = parse_json("position", position)?;
        POSITION.players(file.players.len(), self.rules.players)?;
        let unknown = Unknown::of(&file);
        let state = self.read_state(&file, &mut Seed(0).rng())?;
        Ok(format!(
            "{}\n{}\n{}\n{}\n{}",
            self.show_turn(&state),
            show::boxes(&state),
            self.show_supplies(&state, &unknown),
            self.show_regions(&state, &unknown),
            self.show_players(&state)
        ))
    }

    /// Writes the result object of section 14.4.
    fn result(&self, state: &State) -> Option<Value> {
        if state.decision != Decision::Over {
            return None;
        }
        let standing = self.scores(state);
        let players: Vec<Value> = Seat::all(self.rules.players)
            .map(|seat| {
                let points = self.points(state.player(seat));
                json!({
                    "regions": points.regions,
                    "tiles": points.tiles,
                    "cards": points.cards,
                    "fixed_buildings": points.fixed_buildings,
                    "formula_buildings": points.formula_buildings,
                    "economy": points.economy,
                    "total": points.total(),
                    "rank": standing.rank[seat],
                })
            })
            .collect();
        Some(json!({ "players": players }))
    }

    fn end_reason(&self, state: &State) -> String {
        if state.decision == Decision::Over { "turns".to_owned() } else { String::new() }
    }

    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        self.check_goods(state, &mut audit);
        self.check_discoveries(state, &mut audit);
        self.check_buildings(state, &mut audit);
        self.check_players(state, &mut audit);
        self.check_order(state, &mut audit);
        self.check_boxes(state, &mut audit);
        self.check_hands(state, &mut audit);
        self.check_decision(state, &mut audit);
        audit.into_broken()
    }
}
