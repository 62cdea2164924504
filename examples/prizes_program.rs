//! The game of `prizes.rs` in the whole program: `cargo run --release --example prizes_program -- play prizes`.
//!
//! The program also asks how the game is written, which rules of it there are, and which policy plays it. All
//! that a first version need not say has a default.

mod prizes;

use std::ops::RangeInclusive;
use std::process::ExitCode;

use prizes::{Prizes, Table, redeal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tradewinds::game::{
    Advice, Audit, Broken, Choices, Dice, Features, InputError, NoRecorder, Notation, Records, Seat, Speech,
    UniformPolicy, Variant, Variants, Weights, parse_json,
};

/// A table as a file; a hand that the reader does not know is its number of cards.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    hands: [Hand; 3],
    /// All cards of the unknown hands.
    unseen: Vec<u8>,
    played: [u8; 3],
    to_act: u8,
    prize: u8,
    points: [u8; 3],
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Hand {
    Known(Vec<u8>),
    Unknown(u32),
}

fn cards(set: u16) -> Vec<u8> {
    (1..=12).filter(|card| set >> card & 1 == 1).collect()
}

fn set(cards: &[u8]) -> u16 {
    cards.iter().filter(|&&card| card < 16).fold(0, |set, card| set | 1 << card)
}

fn written(table: &Table, knows: impl Fn(usize) -> bool) -> Value {
    let Table { hands, played, to_act, prize, points } = *table;
    let unseen = (0..3).filter(|&seat| !knows(seat)).fold(0, |all, seat| all | hands[seat]);
    let hands = std::array::from_fn(|seat| match knows(seat) {
        true => Hand::Known(cards(hands[seat])),
        false => Hand::Unknown(hands[seat].count_ones()),
    });
    json!(Position { hands, unseen: cards(unseen), played, to_act, prize, points })
}

impl Notation for Prizes {
    fn action_text(&self, _: &Table, card: u8) -> String {
        card.to_string()
    }

    fn position(&self, table: &Table) -> Value {
        written(table, |_| true)
    }

    fn view(&self, table: &Table, observer: Seat) -> Value {
        written(table, |seat| seat == observer.index())
    }

    fn read(file: &Value, _: &Variant, dice: &mut dyn Dice) -> Result<(Self, Table), InputError> {
        let Position { hands, unseen, played, to_act, prize, points } = parse_json("position", file)?;
        let mut table = Table { hands: [0; 3], played, to_act, prize, points };
        let mut unknown = Vec::new();
        let mut rest = unseen.as_slice();
        for (seat, hand) in hands.iter().enumerate() {
            table.hands[seat] = match hand {
                Hand::Known(cards) => set(cards),
                Hand::Unknown(size) => {
                    let Some((cards, others)) = rest.split_at_checked(*size as usize) else {
                        let found = format!("{} cards", unseen.len());
                        return Err(InputError::new(
                            "position",
                            "unseen",
                            found,
                            "the cards of all unknown hands",
                        ));
                    };
                    (rest, _) = (others, unknown.push(seat));
                    set(cards)
                }
            };
        }
        redeal(&mut table.hands, &unknown, dice);
        Ok((Self, table))
    }

    fn violations(&self, table: &Table) -> Vec<Broken> {
        let mut audit = Audit::default();
        let Table { hands, played, to_act, prize, .. } = *table;
        let places = hands
            .iter()
            .chain(&[set(&played) & !1])
            .fold((0, 0_u16), |(all, twice), &place| (all | place, twice | all & place));
        audit.ensure(places.1 == 0 && places.0 & !0x1ffe == 0, "cards", || format!("{hands:?}, {played:?}"));
        let held = [0, 1, 2].map(|seat| hands[seat].count_ones() + u32::from(played[seat] > 0));
        audit.ensure(held[0] == held[1] && held[1] == held[2] && held[0] <= 4, "hands", || {
            format!("{held:?}")
        });
        audit.ensure(to_act < 3 && played[usize::from(to_act.min(2))] == 0, "to_act", || to_act.to_string());
        audit.ensure((1..=6).contains(&prize), "prize", || prize.to_string());
        audit.into_broken()
    }
}

impl Variants for Prizes {
    const NAME: &'static str = "prizes";
    const PLAYERS: RangeInclusive<usize> = 3..=3;

    fn new(players: usize, _: &Variant) -> Result<Self, InputError> {
        match players {
            3 => Ok(Self),
            _ => Err(InputError::new("", "players", players.to_string(), "3")),
        }
    }
}

impl Advice for Prizes {
    type Policy = UniformPolicy;

    fn policy(&self, weights: &Weights) -> Result<UniformPolicy, InputError> {
        UniformPolicy::new(weights)
    }
}

impl Records for Prizes {
    type Recorder = NoRecorder;

    fn recorder(&self, _: &Table) -> NoRecorder {
        NoRecorder
    }
}

impl Speech for Prizes {}
impl Choices for Prizes {}
impl Features for Prizes {}

fn main() -> ExitCode {
    tradewinds::program(&[tradewinds::playable::<Prizes>()])
}

/// The same laws that the four games obey: `cargo test --example prizes_program`.
#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tradewinds_testkit::laws;
    use tradewinds_testkit::worlds::{check_worlds, permutations};

    use super::Prizes;

    laws!(Prizes);

    /// Seat 0 knows its own two cards; each of the other seats holds any two of the other four.
    #[test]
    fn prizes_deals_the_unseen_cards() {
        let position = |hands: [Value; 3], unseen: Value| {
            json!({
                "hands": hands, "unseen": unseen, "played": [0, 0, 0], "to_act": 0, "prize": 3, "points": [2, 0, 5],
            })
        };
        let truth = position([json!([1, 12]), json!([4, 7]), json!([3, 9])], json!([]));
        let worlds = permutations(&[3, 4, 7, 9]).into_iter().map(|order| {
            let hand = |a: usize, b: usize| json!([order[a].min(order[b]), order[a].max(order[b])]);
            position([json!([1, 12]), hand(0, 1), hand(2, 3)], json!([]))
        });
        check_worlds::<Prizes>(&truth, 0, worlds);
    }
}
