//! A game at a table with its tree of moves.
//!
//! A forced choice is played without asking, and shown as forced, only where every person's view equals that
//! of the seat that decides. Elsewhere a person is asked, and a bot that searches spends its budget: class,
//! order, delay, length and version are those of a free choice (`Session::unasked`, `Turn`;
//! `crates/web/src/alike.rs` compares worlds that a seat cannot tell apart). A session repeats a move with
//! the same luck, so a line that is played again is taken up again.

pub(crate) mod joint;
mod said;
mod told;

use std::sync::Arc;

use serde_json::Value;
use tradewinds_arena::{GameInfo, Match, Sight};
use tradewinds_game::{IllegalAction, InputError, PerSeat, Pieces, Scores, Seat, speech};

use super::shown::Shown;
use super::spec::SittingSpec;
use super::tree::{Node, NodeId, Tree};

pub use said::read_action;
pub use told::Told;

/// A legal action with its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalAction {
    /// The action in notation.
    pub action: String,
    /// The action as an order: "Take the mayor".
    pub order: String,
}

/// A decision as a reader saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenDecision<'a> {
    /// The position after it.
    pub node: NodeId,
    /// The seat that decided.
    pub seat: Seat,
    /// The decision in words.
    pub line: &'a str,
    /// Whether it was the only legal one, and the reader could tell.
    pub forced: bool,
    /// The round in which it was made.
    pub round: u32,
    /// The kind of the decision, in the game's own word; empty where the reader did not see the whole of it.
    pub kind: &'static str,
}

/// A game at a table: its current position and everything that was played.
pub struct Session {
    spec: Arc<SittingSpec>,
    info: Arc<GameInfo>,
    names: Arc<[String]>,
    tree: Tree,
    at: NodeId,
    game: Box<dyn Match>,
    /// How often the current position was changed by other means than a move.
    jumps: u32,
}

impl Clone for Session {
    fn clone(&self) -> Self {
        Self {
            spec: Arc::clone(&self.spec),
            info: Arc::clone(&self.info),
            names: Arc::clone(&self.names),
            tree: self.tree.clone(),
            at: self.at,
            game: self.game.copied(),
            jumps: self.jumps,
        }
    }
}

impl Session {
    /// Sets a game up.
    ///
    /// # Errors
    /// The game refuses the number of seats, the variant or the position, or a bot does not play it.
    pub fn new(spec: SittingSpec) -> Result<Self, InputError> {
        let game = spec.start()?;
        let info = Arc::new(game.table().info());
        let (names, tree) = (spec.names().into(), Tree::new(spec.players()));
        Ok(Self { spec: Arc::new(spec), info, names, tree, at: 0, game, jumps: 0 })
    }

    /// Returns what the table plays, and who sits where.
    #[must_use]
    pub fn spec(&self) -> &SittingSpec {
        &self.spec
    }

    /// Returns the names of the seats.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the game as data.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// Returns the game in its current position.
    #[must_use]
    pub fn game(&self) -> &dyn Match {
        &*self.game
    }

    /// Returns the current position's place in the tree.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// Returns the current position's place in the tree, and the number of jumps so far: equal values mean that
    /// nothing was played or taken back in between.
    #[must_use]
    pub fn moment(&self) -> (NodeId, u32) {
        (self.at, self.jumps)
    }

    /// Returns the number of positions in the tree.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.tree.len()
    }

    /// Returns the number of decisions before the current position.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.tree.node(self.at).depth
    }

    /// Returns the seat that decides; `None` when the game is over, or has reached the bound of its rules.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.game.to_act()
    }

    /// Returns the standing.
    #[must_use]
    pub fn scores(&self) -> Scores {
        self.game.scores()
    }

    /// Returns the kind of the decision at hand, in the game's own word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.info.decision_kinds[self.game.decision_kind()]
    }

    /// Returns the only legal action, if there is one only.
    #[must_use]
    pub fn forced(&self) -> Option<String> {
        self.to_act()?;
        (self.game.options() == 1).then(|| self.game.legal().remove(0))
    }

    /// Returns the action that is played without asking: the only legal one, where nobody who watches learns from it
    /// that there was no choice. A secret decision with one choice looks and takes as long as any other one.
    #[must_use]
    pub fn unasked(&self) -> Option<String> {
        let (action, seat) = (self.forced()?, self.to_act()?);
        let others = self.persons().filter(|&other| other != seat);
        let own = self.game.view(seat);
        let is_settled = others.into_iter().all(|other| self.game.view(other) == own);
        is_settled.then_some(action)
    }

    /// Lists the seats of people.
    fn persons(&self) -> impl Iterator<Item = Seat> {
        let seats = Seat::all(self.spec.players());
        seats.filter(|seat| self.spec.seats[seat.index()].is_person())
    }

    /// Lists the legal actions of the seat that decides, for that seat alone: they may follow from its secrets.
    #[must_use]
    pub fn offers(&self) -> Vec<LegalAction> {
        said::offers_of(&*self.game, &self.names)
    }

    /// Asks the seat that decides for its decision, in words for that seat.
    #[must_use]
    pub fn prompt(&self) -> String {
        self.to_act().map_or_else(String::new, |_| self.game.prompt(&self.names))
    }

    /// Puts an action of the decision at hand into words for the seat that decides.
    #[must_use]
    pub fn order(&self, action: &str) -> String {
        match self.game.index_of(action) {
            Ok(index) => self.game.phrase(index, &self.names).order(),
            Err(_) => action.to_owned(),
        }
    }

    /// Returns what a seat may be shown.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Shown {
        Shown::to_seat(&*self.game, seat)
    }

    /// Returns the whole position, if nothing in it is hidden from anybody who watches: at a table of bots, and
    /// after the end of the game.
    #[must_use]
    pub fn open(&self) -> Option<Shown> {
        self.is_open().then(|| Shown::to_all(&*self.game))
    }

    /// Returns whether the whole position may be shown to everybody.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.to_act().is_none() || !self.spec.seats.iter().any(super::Sitter::is_person)
    }

    /// Plays an action and returns the position after it. Where the same action was played before from this
    /// position, that line is taken up again.
    ///
    /// # Errors
    /// The text is not the notation of a legal action; nothing changes.
    pub fn play(&mut self, action: &str) -> Result<NodeId, IllegalAction> {
        let seat = self.to_act().ok_or_else(|| IllegalAction {
            action: action.to_owned(),
            reason: "the game is over".to_owned(),
        })?;
        let (is_forced, round, kind) = (self.game.options() == 1, self.game.round(), self.kind());
        let known = self.tree.child(self.at, action);
        if let Some(id) = known {
            self.game.play(action)?;
            self.at = id;
            self.tree.visit(id);
            return Ok(id);
        }
        let seats = || Seat::all(self.spec.players());
        let before: Vec<Value> = seats().map(|seat| self.game.view(seat)).collect();
        let phrase = self.game.phrase(self.game.index_of(action)?, &self.names);
        let (hidden, counters) = (self.game.hidden(), self.game.counters());
        let goes_on = self.goes_on(seat);
        let joint = self.game.joint();
        let stands: Vec<Pieces> = seats().map(|seat| self.game.stood(seat)).collect();
        let played = self.game.play_seen(action)?;
        // A seat that knows no less than the one that decided can tell what that one could do.
        let mut forced = PerSeat::new(self.spec.players());
        for observer in seats() {
            forced[observer] = is_forced && before[observer.index()] == before[seat.index()];
        }
        let unasked = is_forced && self.persons().all(|observer| forced[observer]);
        let changes = speech::changes(seat, &counters, &self.game.counters(), &self.names).join("; ");
        let mut after = vec![played.outcome, &changes];
        after.retain(|part| !part.is_empty());
        let after = after.join(": ");
        let line = |observer: Seat| {
            let phrase = match played.sights[observer] {
                Sight::Nothing => return String::new(),
                Sight::Part => &hidden,
                Sight::Whole => &phrase,
            };
            let line = phrase.report(&self.names[seat.index()]);
            if after.is_empty() { line } else { format!("{line}: {after}") }
        };
        let lines = seats().map(line).collect();
        let run = self.run_after(seat, joint.as_ref(), &stands);
        let node = Node {
            seat,
            action: action.to_owned(),
            forced,
            unasked,
            goes_on,
            joint: joint.map(|joint| joint.name),
            sights: played.sights,
            lines,
            phrases: Arc::new([phrase, hidden]),
            after,
            moved: run.moved,
            stood: run.stood,
            round,
            kind,
            ..Node::root(self.spec.players())
        };
        self.at = self.tree.add(self.at, node);
        self.tree.visit(self.at);
        Ok(self.at)
    }

    /// Makes a position of the tree the current one.
    ///
    /// # Errors
    /// The tree has no such position.
    pub fn go_to(&mut self, id: NodeId) -> Result<(), InputError> {
        if id >= self.tree.len() {
            let allowed = format!("0 to {}", self.tree.len() - 1);
            return Err(InputError::out_of_range("position", "", id, allowed));
        }
        self.game = self.replayed(id);
        self.at = id;
        self.tree.visit(id);
        self.jumps += 1;
        Ok(())
    }

    /// Returns the position before the last decision that this seat was asked for, or before the run that it is of.
    #[must_use]
    pub fn before_last_of(&self, seat: Seat) -> Option<NodeId> {
        let own = |&id: &NodeId| self.tree.node(id).seat == seat && !self.tree.node(id).unasked;
        let last = self.tree.path(self.at).into_iter().rev().find(own)?;
        let node = self.tree.node(last);
        match &node.joint {
            Some(name) => Some(self.begin_of_run(last, seat, name)),
            None => node.parent,
        }
    }

    /// Lists actions in notation that are not legal now, with the reason for the seat that decides.
    #[must_use]
    pub fn barred(&self) -> Vec<(String, String)> {
        self.to_act().map_or_else(Vec::new, |_| self.game.barred())
    }

    /// Lists actions in notation with what the seat that decides pays for them now; what it gets is negative.
    #[must_use]
    pub fn prices(&self) -> Vec<(String, i64)> {
        self.to_act().map_or_else(Vec::new, |_| self.game.prices())
    }

    /// Says what the seat that decides does now, for everybody: "Anna chooses a role". Empty when the game is over.
    #[must_use]
    pub fn deed(&self) -> String {
        self.to_act().map_or_else(String::new, |seat| self.game.deed().report(&self.names[seat.index()]))
    }

    /// Plays the game again up to a position of the tree.
    ///
    /// # Panics
    /// If the tree has no such position.
    #[must_use]
    pub fn replayed(&self, id: NodeId) -> Box<dyn Match> {
        let mut game = self.spec.start().expect("the game was set up before");
        for step in self.tree.path(id) {
            game.play(&self.tree.node(step).action).expect("it was played before");
        }
        game
    }

    /// Returns what a seat was shown at a position of the tree.
    ///
    /// # Panics
    /// If the tree has no such position.
    #[must_use]
    pub fn shown_at(&self, id: NodeId, seat: Seat) -> Shown {
        Shown::to_seat(&*self.replayed(id), seat)
    }

    /// Returns a whole position of the tree, if nothing is hidden from anybody who watches.
    ///
    /// # Panics
    /// If the tree has no such position.
    #[must_use]
    pub fn open_at(&self, id: NodeId) -> Option<Shown> {
        self.is_open().then(|| Shown::to_all(&*self.replayed(id)))
    }

    /// Plays the line to the last of these positions once, and calls `visit` with what a reader may see at each of
    /// them, which lie on that line in this order. Without a seat the reader is everybody, as in
    /// [`open_at`](Self::open_at).
    ///
    /// Returns `None` where something is hidden from everybody.
    ///
    /// # Panics
    /// If the tree has no such position.
    pub fn shown_along(
        &self,
        positions: &[NodeId],
        seat: Option<Seat>,
        mut visit: impl FnMut(Shown),
    ) -> Option<()> {
        let mut wanted = positions.iter().peekable();
        let mut game = self.replayed(0);
        let line = self.tree.path(positions.last().copied().unwrap_or(0));
        for id in std::iter::once(0).chain(line) {
            if id > 0 {
                game.play(&self.tree.node(id).action).expect("it was played before");
            }
            if wanted.next_if(|&&next| next == id).is_some() {
                visit(match seat {
                    Some(seat) => Shown::to_seat(&*game, seat),
                    None => self.is_open().then(|| Shown::to_all(&*game))?,
                });
            }
        }
        Some(())
    }

    /// Lists the decisions up to the current position as a seat observed them; those of which it observed nothing
    /// are left out. Without a seat, all of them as the seats that made them saw them: for open games.
    pub fn log(&self, seat: Option<Seat>) -> Vec<SeenDecision<'_>> {
        self.log_to(self.at, seat)
    }

    /// Lists the decisions up to a position of the tree as [`log`](Self::log) does.
    ///
    /// # Panics
    /// If the tree has no such position.
    pub fn log_to(&self, id: NodeId, seat: Option<Seat>) -> Vec<SeenDecision<'_>> {
        self.tree.path(id).into_iter().filter_map(|id| self.entry(id, seat)).collect()
    }

    fn entry(&self, id: NodeId, reader: Option<Seat>) -> Option<SeenDecision<'_>> {
        let node = self.tree.node(id);
        let reader = reader.unwrap_or(node.seat);
        let line = &node.lines[reader.index()];
        let kind = if node.sights[reader] == Sight::Whole || reader == node.seat { node.kind } else { "" };
        let (seat, forced, round) = (node.seat, node.forced[reader], node.round);
        let entry = SeenDecision { node: id, seat, line, forced, round, kind };
        (!line.is_empty()).then_some(entry)
    }

    /// Names the current position for a reader: another text whenever the reader observed a change, the same one
    /// while nothing that the reader may know has changed.
    #[must_use]
    pub fn version(&self, reader: Option<Seat>) -> String {
        format!("{}.{}", self.jumps, self.log(reader).len())
    }

    /// Lists the ends of the lines other than the current one, each with the last position that it shares with it.
    #[must_use]
    pub fn branches(&self) -> Vec<(NodeId, NodeId)> {
        let path = self.tree.path(self.tree.end_of_line(self.at));
        let on_path = |id: NodeId| id == 0 || path.contains(&id);
        let fork = |mut id: NodeId| {
            while !on_path(id) {
                id = self.tree.node(id).parent.unwrap_or(0);
            }
            id
        };
        self.tree.ends().into_iter().filter(|&end| !on_path(end)).map(|end| (end, fork(end))).collect()
    }

    /// Returns the end of the latest line through the current position.
    #[must_use]
    pub fn end_of_line(&self) -> NodeId {
        self.tree.end_of_line(self.at)
    }

    /// Returns the number of decisions before a position.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> usize {
        self.tree.node(id).depth
    }

    /// Returns the position before another one, and the action between them.
    pub(crate) fn step(&self, id: NodeId) -> (Option<NodeId>, Seat, &str) {
        let node = self.tree.node(id);
        (node.parent, node.seat, &node.action)
    }

    /// Lists the positions from the one after the first to this one.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        self.tree.path(id)
    }

    /// Lists the positions that follow a position.
    pub(crate) fn children(&self, id: NodeId) -> &[NodeId] {
        &self.tree.node(id).children
    }

    /// Returns what each seat observed of the decision that led to a position.
    #[must_use]
    pub fn sights(&self, id: NodeId) -> PerSeat<Sight> {
        self.tree.node(id).sights
    }
}
