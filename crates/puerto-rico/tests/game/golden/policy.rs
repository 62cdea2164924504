//! The two random policies of section 10.4.

use std::collections::BTreeMap;

use serde_json::Value;
use tradewinds_game::{Actions, Dice, Game, Notation};
use tradewinds_puerto_rico::{Action, PuertoRico, State};

/// The circles of every building, in the order of the slot types (table 2 and 4.2).
const CIRCLES: [(&str, u64); 23] = [
    ("small indigo plant", 1),
    ("small sugar mill", 1),
    ("indigo plant", 3),
    ("sugar mill", 3),
    ("tobacco storage", 3),
    ("coffee roaster", 2),
    ("small market", 1),
    ("hacienda", 1),
    ("construction hut", 1),
    ("small warehouse", 1),
    ("hospice", 1),
    ("office", 1),
    ("large market", 1),
    ("large warehouse", 1),
    ("factory", 1),
    ("university", 1),
    ("harbor", 1),
    ("wharf", 1),
    ("guild hall", 1),
    ("residence", 1),
    ("fortress", 1),
    ("customs house", 1),
    ("city hall", 1),
];

const TILES: [&str; 6] = ["corn", "indigo", "sugar", "tobacco", "coffee", "quarry"];

/// One decision as a policy made it.
pub struct Choice {
    /// Who decided.
    pub seat: usize,
    /// The options, in the policy's order.
    pub legal: Vec<String>,
    /// The choice.
    pub action: Action,
    /// The choice in notation.
    pub text: String,
    /// How often the policy stream was drawn from.
    pub draws: u32,
}

/// A policy of section 10.4.
pub trait Options {
    /// Decides the position at hand with the policy stream `draws`.
    fn choose(&mut self, game: &PuertoRico, state: &State, draws: &mut impl Dice) -> Choice;
}

/// Takes one of `n` options; a forced decision draws nothing.
fn draw(options: usize, draws: &mut impl Dice) -> (usize, u32) {
    if options > 1 { (draws.below(options as u32) as usize, 1) } else { (0, 0) }
}

fn legal(game: &PuertoRico, state: &State) -> Actions<Action> {
    let mut actions = Actions::new();
    game.legal(state, &mut actions);
    actions
}

/// The policy of the second set: every decision in ascending byte order of the texts.
pub struct ByteOrder;

impl Options for ByteOrder {
    fn choose(&mut self, game: &PuertoRico, state: &State, draws: &mut impl Dice) -> Choice {
        let mut options: Vec<(String, Action)> =
            legal(game, state).iter().map(|&action| (game.action_text(state, action), action)).collect();
        options.sort();
        let (index, draws) = draw(options.len(), draws);
        let (text, action) = options[index].clone();
        let seat = game.to_act(state).expect("a decision").index();
        Choice { seat, legal: options.into_iter().map(|(text, _)| text).collect(), action, text, draws }
    }
}

/// The policy of the first set: the canonical order, and placements drawn one colonist at a time.
#[derive(Default)]
pub struct OneByOne {
    /// The seat whose placement is under way.
    placing: Option<usize>,
    /// Its drawn allocation: colonists by slot type.
    allocation: BTreeMap<&'static str, u64>,
}

impl OneByOne {
    /// Returns the index of the choice among the legal actions, and how often the policy stream was
    /// drawn from.
    pub fn decide(
        &mut self,
        game: &PuertoRico,
        state: &State,
        legal: &[Action],
        draws: &mut impl Dice,
    ) -> (usize, u32) {
        let Action::Place(_) = legal[0] else {
            self.placing = None;
            return draw(legal.len(), draws);
        };
        let seat = game.to_act(state).expect("a decision").index();
        let mut drawn = 0;
        if self.placing != Some(seat) {
            self.placing = Some(seat);
            drawn = self.allocate(&game.position(state)["players"][seat], draws);
        }
        let first = game.action_text(state, legal[0]);
        let slot = first.splitn(3, ' ').nth(2).expect("a placement names its slot");
        let number = self.allocation.get(slot).copied().unwrap_or(0);
        let index = legal.iter().position(|&action| action == Action::Place(number as u8));
        (index.expect("the allocation is legal"), drawn)
    }

    /// Draws the whole allocation of a player who has lifted his colonists; returns the draws.
    fn allocate(&mut self, player: &Value, draws: &mut impl Dice) -> u32 {
        let tiles = TILES.iter().map(|&tile| (tile, player["tiles"][tile].as_u64().unwrap_or(0)));
        let owned = CIRCLES.iter().filter(|(building, _)| player["buildings"].get(building).is_some());
        let mut empty: Vec<(&str, u64)> =
            tiles.filter(|&(_, circles)| circles > 0).chain(owned.copied()).collect();
        let mut colonists = player["san_juan"].as_u64().expect("a number");
        let mut drawn = 0;
        self.allocation.clear();
        while colonists > 0 {
            if colonists >= empty.iter().map(|(_, circles)| circles).sum() {
                for (slot, circles) in empty {
                    *self.allocation.entry(slot).or_default() += circles;
                }
                break;
            }
            let (index, draws) = draw(empty.len(), draws);
            drawn += draws;
            *self.allocation.entry(empty[index].0).or_default() += 1;
            empty[index].1 -= 1;
            empty.retain(|&(_, circles)| circles > 0);
            colonists -= 1;
        }
        drawn
    }
}

impl Options for OneByOne {
    fn choose(&mut self, game: &PuertoRico, state: &State, draws: &mut impl Dice) -> Choice {
        let legal = legal(game, state);
        let (index, draws) = self.decide(game, state, &legal, draws);
        let texts: Vec<String> = legal.iter().map(|&action| game.action_text(state, action)).collect();
        let seat = game.to_act(state).expect("a decision").index();
        Choice { seat, action: legal[index], text: texts[index].clone(), legal: texts, draws }
    }
}
