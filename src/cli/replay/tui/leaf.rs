//! The place in a record, and what is shown there.

use std::collections::HashMap;

use crate::game::{Seat, counted};
use crate::sitting::{NodeId, Session, Thought, words};
use anyhow::Context;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The number of moves that a page key passes.
const PAGE: usize = 10;

/// What is known of the outcome at a place.
#[derive(Clone, Debug)]
pub(super) enum Estimate {
    /// It is being searched for.
    Asked,
    /// What a search found.
    Found(Box<Thought>),
    /// Why there is none.
    None(String),
}

/// A recorded game, open at one of its positions.
pub(super) struct Leaf {
    session: Session,
    /// The positions of the line, the first one included.
    nodes: Vec<NodeId>,
    /// The decision before each position, in words, and its round.
    moves: Vec<(u32, String)>,
    at: usize,
    /// The table at this place, as text.
    table: String,
    /// The number of lines of the table above the window.
    scroll: u16,
    pub(super) estimates: HashMap<usize, Estimate>,
}

impl Leaf {
    /// Opens the line that ends at the session's current position, at its beginning.
    pub(super) fn new(session: Session) -> anyhow::Result<Self> {
        let log = session.log(None);
        let nodes = std::iter::once(0).chain(log.iter().map(|entry| entry.node)).collect();
        let moves = log.iter().map(|entry| (entry.round, entry.line.to_owned())).collect();
        let mut leaf =
            Self { nodes, moves, at: 0, table: String::new(), scroll: 0, estimates: HashMap::new(), session };
        leaf.turn_to(0)?;
        Ok(leaf)
    }

    /// Opens the position after this many decisions, the last one if there are fewer.
    pub(super) fn turn_to(&mut self, place: usize) -> anyhow::Result<()> {
        self.at = place.min(self.moves.len());
        self.session.go_to(self.nodes[self.at])?;
        let game = self.session.game();
        self.table = game.show(&game.position()).context("cannot show the position")?;
        self.scroll = 0;
        Ok(())
    }

    /// Follows a key; returns whether to go on.
    pub(super) fn press(&mut self, key: KeyEvent) -> bool {
        let last = self.moves.len();
        let place = match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Left | KeyCode::Char('h') => self.at.saturating_sub(1),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.at + 1,
            KeyCode::PageUp => self.at.saturating_sub(PAGE),
            KeyCode::PageDown => self.at + PAGE,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Up => {
                self.scroll = self.scroll.saturating_sub(1);
                return true;
            }
            KeyCode::Down => {
                let lines = u16::try_from(self.table.lines().count()).unwrap_or(u16::MAX);
                self.scroll = (self.scroll + 1).min(lines.saturating_sub(1));
                return true;
            }
            _ => return true,
        };
        // Every position of the record was reached when it was opened, so it can be shown again.
        self.turn_to(place).is_ok()
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn last(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn table(&self) -> &str {
        &self.table
    }

    pub(super) fn scroll(&self) -> u16 {
        self.scroll
    }

    /// Says what happened before the position, in words.
    pub(super) fn happened(&self) -> String {
        match self.at.checked_sub(1).and_then(|place| self.moves.get(place)) {
            Some((round, line)) => format!("{} {round}: {line}", words::round(self.session.info().name)),
            None => "The beginning of the game".to_owned(),
        }
    }

    /// Lists the final standing, best first; `None` before the end.
    pub(super) fn standing(&self) -> Option<Vec<String>> {
        if self.session.to_act().is_some() {
            return None;
        }
        let (scores, names) = (self.session.scores(), self.session.names());
        let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
        seats.sort_by_key(|&seat| scores.rank[seat]);
        let line = |seat: Seat| {
            let points = counted(scores.points[seat], "point");
            format!("{}. {} with {points}", scores.rank[seat], names[seat.index()])
        };
        Some(seats.into_iter().map(line).collect())
    }
}
