//! What a `State` has played: its record, its text, and what a seat has seen.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::RecordedMove;
use tradewinds_env::{Layout, Situation, resume};
use tradewinds_game::{Edge, InputError, Purpose, Seat, Seed, Variant};
use tradewinds_tournament::{Completed, MoveRecord, RecordedSeat};

/// The actions of a game from a position whose random events follow from a known seed.
#[derive(Clone)]
pub(crate) struct History {
    start: Arc<dyn Situation>,
    deal_seed: Seed,
    chance_seed: Seed,
    completed: Option<Completed>,
    /// Their indices.
    actions: Vec<u32>,
}

/// A history as data. The game goes on where playing its actions again leads.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedHistory {
    deal_seed: u64,
    chance_seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    completed: Option<Completed>,
    start: Value,
    actions: Vec<u32>,
}

impl History {
    /// Begins at a position that draws its random events from the beginning of `chance_seed`.
    pub(crate) fn new(start: &dyn Situation, deal_seed: Seed, chance_seed: Seed) -> Self {
        Self { start: Arc::from(start.copy()), deal_seed, chance_seed, completed: None, actions: Vec::new() }
    }

    /// Marks the random events as completed ones, which the start shows.
    pub(crate) fn complete(&mut self, completed: Completed) {
        self.completed = Some(completed);
    }

    /// Adds an action that was played.
    pub(crate) fn note(&mut self, action: usize) {
        self.actions.push(action as u32);
    }

    /// Returns what a seat has seen of each decision: the seat that decided, and its edge.
    pub(crate) fn seen(&self, observer: Seat) -> Vec<(Seat, Edge)> {
        let mut game = self.start.copy();
        let watched = self.actions.iter().map_while(|&action| game.play_watched(action.into(), observer));
        watched.filter_map(|(seat, edge)| edge.map(|edge| (seat, edge))).collect()
    }

    /// Writes the history as data.
    pub(crate) fn save(&self) -> SavedHistory {
        SavedHistory {
            deal_seed: self.deal_seed.0,
            chance_seed: self.chance_seed.0,
            completed: self.completed.clone(),
            start: self.start.position(),
            actions: self.actions.clone(),
        }
    }

    /// Plays a saved history again; also returns where it leads.
    ///
    /// # Errors
    /// A position that is not one of the game, or an action that is not legal where it was played.
    pub(crate) fn restore(
        game: &str,
        variant: &Variant,
        saved: SavedHistory,
    ) -> Result<(Self, Box<dyn Situation>), InputError> {
        let (deal_seed, chance_seed) = (Seed(saved.deal_seed), Seed(saved.chance_seed));
        let completion = deal_seed.derive(Purpose::Completion, 0);
        let mut start = resume(game, &saved.start, variant, completion, chance_seed)?;
        if let Some(completed) = &saved.completed {
            start.show_dice(&completed.throws, chance_seed);
        }
        let (actions, completed) = (saved.actions, saved.completed);
        let history = Self { actions, completed, ..Self::new(&*start, deal_seed, chance_seed) };
        let mut situation = start;
        for (decision, &action) in history.actions.iter().enumerate() {
            if !situation.play_index(action.into()) {
                let found = format!("{action} at decision {decision}");
                return Err(InputError::new("", "actions", found, "a legal action"));
            }
        }
        Ok((history, situation))
    }

    /// Writes the game up to its current position. One that is not over is marked as truncated.
    pub(crate) fn record(&self, layout: &Layout, variant: &Variant, bots: Vec<String>) -> MoveRecord {
        let mut game = self.start.copy();
        let initial = game.position();
        let mut actions = Vec::with_capacity(self.actions.len());
        for &index in &self.actions {
            let seat = game.to_act().expect("the action was played by a seat");
            let legal = game.legal().into_iter().find(|&(legal, _)| legal == index as usize);
            let (_, action) = legal.expect("the action was legal");
            game.play_index(index.into());
            actions.push(RecordedMove {
                seat: seat.index(),
                action,
                position: None,
                opinion: None,
                left: None,
            });
        }
        let scores = game.scores();
        let seat = |seat: Seat| RecordedSeat::of(&scores, seat);
        let is_over = game.to_act().is_none();
        let mut record = MoveRecord {
            record: MoveRecord::FORM,
            tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
            game: layout.game.to_owned(),
            rules_version: layout.rules_version,
            players: layout.players,
            variant: (*variant != Variant::standard()).then(|| variant.clone()),
            run: "python".to_owned(),
            number: 0,
            deal_seed: self.deal_seed.0,
            chance_seed: self.chance_seed.0,
            bots,
            initial,
            completed: self.completed.clone(),
            actions,
            truncated: !is_over,
            end_reason: if is_over { game.end_reason() } else { "truncated".to_owned() },
            seats: Seat::all(layout.players).map(seat).collect(),
            result: if is_over { game.result().unwrap_or_default() } else { Value::Null },
            branches: Vec::new(),
            crc: None,
        };
        record.seal();
        record
    }
}
