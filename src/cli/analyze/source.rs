//! The subject of an analysis: a position file, or a decision of a record.

use crate::arena::{Match, Playable};
use crate::game::{InputError, Seat, Seed, Variant, from_one};
use crate::tournament::{MoveRecord, Replay};
use anyhow::Context;
use serde_json::Value;

use super::{Args, PositionFile, RulesChoice};
use crate::cli::position::seen_in;

/// A decision, and its origin.
pub(super) struct Source {
    /// The game, at the decision.
    pub(super) game: Box<dyn Match>,
    pub(super) seat: Seat,
    /// The variant that was named, if any.
    pub(super) variant: Option<String>,
    pub(super) recorded: Option<Recorded>,
    /// The variant with its numbers.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "boards are drawn with it"))]
    pub(super) rules: Variant,
    /// The names of the seats.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "boards are drawn with them"))]
    pub(super) names: Vec<String>,
    /// The position as in the file, including unknown parts.
    position: Value,
}

/// A decision as it was recorded.
#[derive(Clone)]
pub(super) struct Recorded {
    pub(super) run: String,
    pub(super) game: u64,
    pub(super) decision: usize,
    pub(super) bot: String,
    /// The action that the bot played.
    pub(super) action: String,
}

impl Source {
    /// Finds the decision that the user names.
    pub(super) fn find(
        game: &'static dyn Playable,
        args: &Args,
        file: &PositionFile,
    ) -> anyhow::Result<Self> {
        let is_record = file.position.get("record").is_some() && file.position.get("actions").is_some();
        if is_record { Self::in_record(game, args, file) } else { Self::in_position(game, args, file) }
    }

    fn in_position(game: &'static dyn Playable, args: &Args, file: &PositionFile) -> anyhow::Result<Self> {
        if let Some(at) = args.at {
            let allowed = "only with the record of a game";
            return Err(InputError::new("--at", "", at.to_string(), allowed).into());
        }
        let rules = RulesChoice::find(game, args.variant.as_deref())?;
        let game = rules.load(&file.position, Seed(args.seed)).map_err(|error| file.blame(error))?;
        let seat = game.to_act().ok_or_else(|| {
            InputError::new(&file.source, "", "a finished game", "one in which a seat is to move")
        })?;
        let variant = args.variant.as_ref().map(|_| rules.name().to_owned());
        let names = Seat::all(game.table().players()).map(|seat| format!("seat {}", seat.number())).collect();
        let (rules, position) = (rules.variant().clone(), file.position.clone());
        Ok(Self { game, seat, variant, recorded: None, rules, names, position })
    }

    fn in_record(game: &dyn Playable, args: &Args, file: &PositionFile) -> anyhow::Result<Self> {
        for (option, given) in [("--game", &args.game), ("--variant", &args.variant)] {
            if let Some(given) = given {
                let allowed = "only with a position; a record says its own";
                return Err(InputError::new(option, "", format!("{given:?}"), allowed).into());
            }
        }
        let record = MoveRecord::parse(&file.source, &file.position.to_string())?;
        let mut replay = Replay::new(game, &record).map_err(|error| error.in_file(&file.source))?;
        let decisions = replay.decisions();
        let refuse = |found: String, allowed: String| Err(InputError::new("--at", "", found, allowed).into());
        let last = decisions.saturating_sub(1);
        let Some(at) = args.at else {
            return refuse(
                "nothing".to_owned(),
                format!("0 to {last}, the decision of the record to analyze"),
            );
        };
        if at >= decisions {
            let found = if at == decisions { format!("{at}, the end of the game") } else { at.to_string() };
            return refuse(found, format!("0 to {last}"));
        }
        let differs = || format!("{} does not replay", file.source);
        replay.play_to(at).with_context(differs)?;
        let seat = replay.game().to_act();
        let seat = seat.with_context(|| format!("{} goes on after the end of the game", file.source))?;
        if forced(replay.game()) {
            let mut next = at;
            while next < decisions && forced(replay.game()) {
                next += 1;
                replay.play_to(next).with_context(differs)?;
            }
            let next = if next < decisions { format!(", as at {next}") } else { String::new() };
            let found = format!("{at}, a forced decision");
            return refuse(found, format!("a decision with more than one legal action{next}"));
        }
        let recorded = Recorded {
            run: record.run.clone(),
            game: record.number,
            decision: at,
            bot: record.bots.get(seat.index()).cloned().unwrap_or_default(),
            action: record.actions[at].action.clone(),
        };
        let variant = record.variant.as_ref().map(|variant| variant.name.clone());
        let game = replay.into_game();
        let position = game.position();
        let rules = record.variant.unwrap_or_else(Variant::standard);
        let bots = record.bots.iter().enumerate();
        let names = bots.map(|(seat, bot)| format!("seat {}, {bot}", from_one(seat))).collect();
        Ok(Self { game, seat, variant, recorded: Some(recorded), rules, names, position })
    }

    /// Lays out the position as the seat to move sees it.
    pub(super) fn shown(&self) -> Result<String, InputError> {
        let view = self.game.view(self.seat);
        self.game.show(&seen_in(&self.position, &self.game.position(), &view))
    }
}

/// Returns whether the decision at hand has one legal action.
fn forced(game: &dyn Match) -> bool {
    game.options() == 1
}
