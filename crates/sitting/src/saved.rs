//! A session as a record with its branches, and back.

use std::path::Path;

use serde_json::Value;
use tradewinds_arena::RecordedMove;
use tradewinds_game::{InputError, Origin, Seat};
use tradewinds_tournament::{Branch, FileKind, MoveRecord, RecordedSeat};

use super::journal::{SessionJournal, SessionJournalError};
use super::session::Session;
use super::spec::{FORM, Sitter, SittingSpec};
use super::tree::NodeId;

/// Makes the record of the game that a table of `tradewinds play` or `serve` keeps, as far as it was played; `None` if
/// the text is of another kind. Nothing is locked or changed: the game may be under way.
///
/// # Errors
/// A line is damaged, or the table is of other rules.
pub fn record_of_journal(path: &Path, text: &str) -> Result<Option<MoveRecord>, SessionJournalError> {
    // The first line alone tells, and a record's has no end of an object.
    let kind = text.lines().next().and_then(|first| FileKind::of(first.as_bytes()));
    if !matches!(kind, Some(FileKind::Table | FileKind::ServedTable)) {
        return Ok(None);
    }
    let session = SessionJournal::read(path, text.as_bytes())?;
    let run = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Some(to_record(&session, &run)))
}

/// Writes a session as a record: its latest line with all other lines as branches. A game that is not over is
/// marked as truncated.
#[must_use]
pub fn to_record(session: &Session, run: &str) -> MoveRecord {
    let spec = session.spec();
    let end = session.end_of_line();
    let line: Vec<NodeId> = std::iter::once(0).chain(session.path(end)).collect();
    let game = session.replayed(end);
    let over = game.to_act().is_none();
    let scores = game.scores();
    let seat = |seat: Seat| RecordedSeat::of(&scores, seat);
    let mut record = MoveRecord {
        record: MoveRecord::FORM,
        tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
        game: spec.game.clone(),
        rules_version: spec.rules_version,
        players: spec.players(),
        variant: spec.variant.clone(),
        run: run.to_owned(),
        number: 0,
        deal_seed: if spec.initial.is_some() { spec.seed } else { spec.deal_seed().0 },
        chance_seed: spec.chance().0,
        bots: session.names().to_vec(),
        initial: session.replayed(0).position(),
        completed: spec.completed.clone(),
        actions: line[1..].iter().map(|&id| played(session, id)).collect(),
        truncated: !over,
        end_reason: if over { game.end_reason() } else { "truncated".to_owned() },
        seats: Seat::all(spec.players()).map(seat).collect(),
        result: if over { game.result().unwrap_or_default() } else { Value::Null },
        branches: branches(session, &line),
        crc: None,
    };
    record.seal();
    record
}

fn played(session: &Session, id: NodeId) -> RecordedMove {
    let (_, seat, action) = session.step(id);
    RecordedMove { seat: seat.index(), action: action.to_owned(), position: None, opinion: None, left: None }
}

/// Lists the lines that leave a line, which is given with the position that it begins from.
fn branches(session: &Session, line: &[NodeId]) -> Vec<Branch> {
    let mut branches = Vec::new();
    for (at, &id) in line.iter().enumerate() {
        for &child in session.children(id).iter().filter(|child| line.get(at + 1) != Some(child)) {
            let mut other = vec![id, child];
            while let Some(&next) = session.children(other[other.len() - 1]).first() {
                other.push(next);
            }
            branches.push(Branch {
                at,
                actions: other[1..].iter().map(|&id| played(session, id)).collect(),
                branches: branches_after_first(session, &other),
            });
        }
    }
    branches
}

/// Lists the lines that leave a branch: at its first position its siblings leave the parent line, not the branch.
fn branches_after_first(session: &Session, line: &[NodeId]) -> Vec<Branch> {
    let later = branches(session, &line[1..]);
    later.into_iter().map(|branch| Branch { at: branch.at + 1, ..branch }).collect()
}

/// Takes up a recorded game: its position is the end of the record's line. Seats that were people's are the host's.
///
/// # Errors
/// The record is of other rules, or does not play.
pub fn from_record(record: &MoveRecord, sitters: Vec<Sitter>) -> Result<Session, InputError> {
    let spec = SittingSpec {
        form: FORM,
        game: record.game.clone(),
        rules_version: record.rules_version,
        variant: record.variant.clone(),
        seats: sitters,
        seed: record.deal_seed,
        friendly: true,
        initial: Some(record.initial.clone()),
        chance_seed: Some(record.chance_seed),
        completed: record.completed.clone(),
    };
    let mut session = Session::new(spec)?;
    follow(&mut session, &record.actions, &record.branches, 0)?;
    Ok(session)
}

/// Plays a line and then its branches from a position; the end of the line is the current position afterwards.
fn follow(
    session: &mut Session,
    actions: &[RecordedMove],
    branches: &[Branch],
    from: NodeId,
) -> Result<(), InputError> {
    let mut line = vec![from];
    for (index, step) in actions.iter().enumerate() {
        let field = format!("actions[{index}]");
        if session.to_act().map(Seat::index) != Some(step.seat) {
            let allowed = "the seat that is to move";
            return Err(InputError::conflict(Origin::Record, field, step.seat.to_string(), allowed));
        }
        let id = session.play(&step.action).map_err(|error| {
            InputError::conflict(Origin::Record, field.as_str(), error.to_string(), "a legal action")
        })?;
        line.push(id);
    }
    for branch in branches {
        let Some(&at) = line.get(branch.at) else {
            let allowed = format!("0 to {}", line.len() - 1);
            return Err(InputError::out_of_range(Origin::Record, "branches.at", branch.at, allowed));
        };
        session.go_to(at)?;
        follow(session, &branch.actions, &branch.branches, at)?;
    }
    session.go_to(line[line.len() - 1])
}
