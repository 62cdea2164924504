//! The notation (rules page 13): actions, position files, results, and the invariants of positions (9).

mod file;
mod invariants;
mod read;
mod show;
mod write;

use serde_json::{Value, json};

use crate::variants::rules_of_file;
use crate::words::{Decision, Good};
use crate::{Action, PuertoRico, State, slot};
pub use file::{PlayerFile, PositionFile, StepFile};
use read::POSITION;
use tradewinds_game::{
    Audit, Broken, Dice, Game, InputError, Notation, Seat, Variant, Variants, counted, parse_json,
};

impl Notation for PuertoRico {
    fn action_text(&self, state: &State, action: Action) -> String {
        match action {
            Action::Pass => "pass".to_owned(),
            Action::Role(role) => role.word_for(self.rules.players).to_owned(),
            Action::Draw => "draw".to_owned(),
            Action::Take(tile) => format!("take {tile}"),
            Action::Accept if state.decision == Decision::Offer => format!("take {}", state.offer()),
            Action::Accept => "take colonist".to_owned(),
            Action::Place(count) => format!("place {count} {}", slot::word(usize::from(state.detail))),
            Action::Build(building) => format!("build {building}"),
            Action::Sell(good) => format!("sell {good}"),
            Action::Ship(good, ship) => {
                format!("ship {good} {}", self.rules.ships[usize::from(ship)])
            }
            Action::Wharf(good) => format!("wharf {good}"),
            Action::Store(0, one) => format!("keep one {one}"),
            Action::Store(keep, one) => {
                let kept = Good::ALL.into_iter().filter(|good| keep >> good.index() & 1 != 0);
                let kinds: Vec<&str> = kept.map(Good::word).collect();
                format!("keep all {} one {one}", kinds.join(" "))
            }
        }
    }

    fn position(&self, state: &State) -> Value {
        let deck = state.deck.known.then(|| state.deck.top_down().map(|kind| Good::ALL[kind]).collect());
        self.write(state, deck)
    }

    /// Writes the position with the order of the face-down tiles unknown.
    fn view(&self, state: &State, _: Seat) -> Value {
        self.write(state, None)
    }

    /// Reads a position file; an unknown order of the face-down tiles stays unknown.
    fn read(position: &Value, variant: &Variant, _: &mut dyn Dice) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        POSITION.text("game", &file.game, Self::NAME)?;
        let players = file.players.len();
        if !Self::PLAYERS.contains(&players) {
            return Err(POSITION.refuse("players", counted(players, "player"), "2 to 5"));
        }
        let game = Self::with(rules_of_file(players, &file.rules, variant)?);
        let state = game.read_state(&file)?;
        Ok((game, state))
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        let file: PositionFile = parse_json("position", position)?;
        POSITION.players(file.players.len(), self.rules.players)?;
        // The state keeps what a file leaves unknown: the order of the face-down tiles.
        let state = self.read_state(&file)?;
        Ok(format!("{}\n{}\n{}", self.show_round(&state), self.show_board(&state), self.show_players(&state)))
    }

    /// Writes the score object of section 13.4.
    fn result(&self, state: &State) -> Option<Value> {
        let scores = self.scores(state);
        let players: Vec<Value> = Seat::all(self.rules.players)
            .map(|seat| {
                let points = self.points(&state.players[seat.index()]);
                json!({
                    "chips": points.chips,
                    "buildings": points.buildings,
                    "guild_hall": points.guild_hall,
                    "residence": points.residence,
                    "fortress": points.fortress,
                    "customs_house": points.customs_house,
                    "city_hall": points.city_hall,
                    "total": points.total(),
                    "tie_break": points.tie_break,
                    "rank": scores.rank[seat],
                })
            })
            .collect();
        Some(json!({ "players": players }))
    }

    /// The end triggers that hold: `colonists`, `vp` and `city`, joined by `+`.
    fn end_reason(&self, state: &State) -> String {
        if state.decision != Decision::Over {
            return String::new();
        }
        let triggers =
            [("colonists", state.colonist_shortage), ("vp", state.pool <= 0), ("city", state.city_full)];
        let held: Vec<&str> = triggers.iter().filter(|(_, held)| *held).map(|(name, _)| *name).collect();
        held.join("+")
    }

    fn violations(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        self.check_goods(state, &mut audit);
        self.check_people(state, &mut audit);
        self.check_tiles(state, &mut audit);
        self.check_boards(state, &mut audit);
        self.check_ships_and_house(state, &mut audit);
        self.check_roles(state, &mut audit);
        self.check_decision(state, &mut audit);
        audit.into_broken()
    }
}
