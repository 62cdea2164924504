//! Decisions that people make as one: played together, and taken back together.

use tradewinds_arena::Match;
use tradewinds_game::{IllegalAction, Joint, Pieces, Seat, next_put};

use super::{NodeId, Session};

impl Session {
    /// Describes the run of decisions that the decision at hand belongs to, from here on, for the seat that decides.
    #[must_use]
    pub fn joint(&self) -> Option<Joint> {
        self.to_act()?;
        self.game.joint()
    }

    /// Describes that run where it is worth one act: pieces can be put, and more than one decision is left. The last one is
    /// made in the list of its actions.
    #[must_use]
    pub fn act(&self) -> Option<Joint> {
        let (seat, joint) = (self.to_act()?, self.joint()?);
        let has_spots = joint.piles.iter().any(|pile| !pile.spots.is_empty());
        let goes_on = || {
            self.game.legal().iter().any(|action| {
                let mut game = self.game.copied();
                game.play(action).is_ok() && is_of_run(&*game, seat, &joint.name)
            })
        };
        (has_spots && goes_on()).then_some(joint)
    }

    /// Returns the pieces of the seat that decides as they stood before the run under way.
    #[must_use]
    pub fn stood(&self) -> Pieces {
        let (Some(seat), Some(joint)) = (self.to_act(), self.joint()) else { return Pieces::new() };
        let begin = self.begin_of_run(self.at, seat, &joint.name);
        let earlier = self.tree.node(begin).parent;
        earlier.map_or_else(Pieces::new, |earlier| self.replayed(earlier).stood(seat))
    }

    /// Returns the first position of a seat's run of this name that ends before a decision at `id`.
    pub(super) fn begin_of_run(&self, id: NodeId, seat: Seat, name: &str) -> NodeId {
        let mut begin = id;
        let is_of_run = |id: NodeId| {
            let node = self.tree.node(id);
            node.seat == seat && node.joint.as_deref() == Some(name)
        };
        while let Some(earlier) = self.tree.node(begin).parent.filter(|_| is_of_run(begin)) {
            begin = earlier;
        }
        begin
    }

    /// Finds the actions that put the chosen pieces of the run at hand, in the order of the rules.
    ///
    /// # Errors
    /// A sentence for the seat that decides: there is no run, or its pieces cannot be put like that.
    pub fn sequence(&self, chosen: &Pieces) -> Result<Vec<String>, String> {
        let none = "one decision at a time is asked for now";
        let (seat, joint) = (self.to_act().ok_or(none)?, self.joint().ok_or(none)?);
        joint.check(chosen)?;
        let (mut game, mut left, mut actions) = (self.game.copied(), chosen.clone(), Vec::new());
        while is_of_run(&*game, seat, &joint.name) {
            let puts = game.puts();
            let index = next_put(&puts, &left).ok_or("the rules do not allow this choice")?;
            if let Some(count) = left.get_mut(&puts[index].key) {
                *count -= puts[index].count;
            }
            let action = game.legal().swap_remove(index);
            game.play(&action).map_err(|error| error.to_string())?;
            actions.push(action);
        }
        // Pieces that are left over may have gone on their spots without a decision.
        let stood = game.stood(seat);
        let stands = |(key, &count): (&String, &u8)| stood.get(key).copied().unwrap_or(0) == count;
        let is_done = left.values().all(|&count| count == 0) || chosen.iter().all(stands);
        if is_done {
            Ok(actions)
        } else {
            Err(format!("the rest leaves no place for {}", named(&joint, &left)))
        }
    }

    /// Plays actions of the run at hand one after the other, or none of them. One action needs no run.
    ///
    /// # Errors
    /// One of them is not legal, or is not of the run; nothing changes.
    pub fn play_all(&mut self, actions: &[String]) -> Result<(), IllegalAction> {
        self.try_all(actions)?;
        for action in actions {
            self.play(action)?;
        }
        Ok(())
    }

    /// Plays the actions on a copy of the game. All but the last lie within one run, in which nothing random or new
    /// comes up: a refusal tells only what the seat knows.
    fn try_all(&self, actions: &[String]) -> Result<(), IllegalAction> {
        let refuse = |action: &String, reason: &str| {
            Err(IllegalAction { action: action.clone(), reason: reason.to_owned() })
        };
        let (seat, run) = (self.to_act(), self.joint().map(|joint| joint.name));
        let mut game = self.game.copied();
        for (index, action) in actions.iter().enumerate() {
            let is_of_run =
                run.is_some() && game.to_act() == seat && game.joint().map(|joint| joint.name) == run;
            if index > 0 && !is_of_run {
                return refuse(action, "it belongs to another decision: play it when that is asked for");
            }
            if let Err(IllegalAction { reason, .. }) = game.play(action) {
                return refuse(action, &reason);
            }
        }
        Ok(())
    }
}

/// Names the pieces that are left over.
fn named(joint: &Joint, left: &Pieces) -> String {
    let spots = joint.piles.iter().flat_map(|pile| &pile.spots);
    let over = spots.filter_map(|spot| match left.get(&spot.key) {
        None | Some(0) => None,
        Some(1) => Some(format!("“{}”", spot.name)),
        Some(count) => Some(format!("{count} × “{}”", spot.name)),
    });
    over.collect::<Vec<_>>().join(", ")
}

/// Returns whether the decision at hand is this seat's, and of its run of this name.
pub(crate) fn is_of_run(game: &dyn Match, seat: Seat, name: &str) -> bool {
    game.to_act() == Some(seat) && game.joint().is_some_and(|joint| joint.name == name)
}
