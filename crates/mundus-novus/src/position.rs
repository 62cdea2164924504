//! Position files and views (12.3 to 12.5 of the rules page): their fields, and writing them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cards::{Card, Cards, Class};
use super::developments::{DevelopmentId, Developments, Event};
use super::rules::MundusNovus;
use super::state::{Made, State, Step};
use tradewinds_game::{Seat, Variants};

/// A position file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    pub(super) game: String,
    pub(super) promo: bool,
    pub(super) round: u16,
    pub(super) event: Event,
    pub(super) trade_master: usize,
    pub(super) queue: Vec<String>,
    // With `deserialize_with` a null is read, but a missing field is refused.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) development_deck: Option<Vec<String>>,
    pub(super) market: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) draw_pile: Option<String>,
    pub(super) discard_pile: String,
    pub(super) supply: String,
    pub(super) split: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) gift: Option<GiftFile>,
    pub(super) players: Vec<PlayerFile>,
    pub(super) decision: Decision,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GiftFile {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) shown: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerFile {
    pub(super) money: u16,
    pub(super) developments: Vec<String>,
    pub(super) hand: String,
    pub(super) stored: String,
    pub(super) set_aside: String,
    pub(super) offer: String,
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) known_by: Option<Vec<Option<String>>>,
    pub(super) perfect: bool,
}

/// The last combination of a turn, as it is written.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MadeWord {
    Set,
    Different,
    Relics,
}

/// The decision object (12.4).
#[derive(Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Decision {
    Coronado {},
    Split {},
    Pick {
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<char>,
    },
    Sergio {},
    Pirates {
        seat: usize,
    },
    Announce {},
    Offer {
        seat: usize,
        announced: u8,
    },
    Tie {},
    Take {
        seat: usize,
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<usize>,
        #[serde(deserialize_with = "Option::deserialize")]
        previous: Option<usize>,
    },
    Swap {
        seat: usize,
        from: usize,
        card: char,
        #[serde(deserialize_with = "Option::deserialize")]
        last: Option<usize>,
    },
    Compensate {
        to: usize,
    },
    FirstPlayer {},
    Turn {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        #[serde(deserialize_with = "Option::deserialize")]
        made: Option<MadeWord>,
    },
    Jokers {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
    },
    Convert {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
        jokers: u8,
    },
    Source {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
        jokers: u8,
        conversions: u8,
    },
    Develop {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        good: char,
        size: u8,
    },
    Lay {
        seat: usize,
        first_player: usize,
        merchants_used: String,
        size: u8,
    },
    Store {
        seat: usize,
        first_player: usize,
    },
    GameOver {},
}

/// Writes as many unknown cards.
fn unknown(cards: Cards) -> String {
    "?".repeat(cards.len())
}

impl MundusNovus {
    fn ids<'a>(&self, ids: impl IntoIterator<Item = &'a DevelopmentId>) -> Vec<String> {
        ids.into_iter().map(|&id| self.id(id).to_owned()).collect()
    }

    fn owned_ids(&self, owned: Developments) -> Vec<String> {
        owned.iter().map(|id| self.id(id).to_owned()).collect()
    }

    /// Writes the position: whole, or as `viewer` sees it.
    pub(super) fn write_position(&self, state: &State, viewer: Option<Seat>) -> Value {
        let hidden = viewer.is_some();
        let file = PositionFile {
            game: Self::NAME.to_owned(),
            promo: self.promo,
            round: state.round,
            event: state.event,
            trade_master: state.trade_master.index(),
            queue: self.ids(state.queue.as_slice()),
            development_deck: (!hidden).then(|| self.ids(state.deck.as_slice().iter().rev())),
            market: state.market.to_string(),
            draw_pile: (!hidden).then(|| state.draw.iter().map(Card::letter).collect()),
            discard_pile: state.discard.to_string(),
            supply: state.supply.to_string(),
            split: (0..state.split_len)
                .map(|at| if state.split >> at & 1 == 1 { 'b' } else { 'a' })
                .collect(),
            gift: state.gift.map(|gift| GiftFile {
                from: gift.from.index(),
                to: gift.to.index(),
                shown: state.shown.to_string(),
            }),
            players: Seat::all(self.players).map(|seat| self.write_player(state, seat, viewer)).collect(),
            decision: self.write_decision(state),
        };
        serde_json::to_value(file).expect("a position has string keys and plain values")
    }

    fn write_player(&self, state: &State, seat: Seat, viewer: Option<Seat>) -> PlayerFile {
        let index = seat.index();
        let (hand, aside, step) = (state.hand[index], state.aside[index], state.step);
        let at = |holds: bool| if holds { aside } else { Cards::NONE };
        let (stored, set_aside, offer) = (at(step.stores()), at(step.sets_aside()), at(step.shows_offers()));
        let known = (0..self.players).map(|observer| state.known[index][observer].to_string());
        let (hand, stored, set_aside, known_by) = match viewer {
            Some(viewer) if viewer != seat => (
                // How many cards lie aside is not public before all have chosen (12.5).
                unknown(hand.plus(set_aside)),
                unknown(stored),
                String::new(),
                known.enumerate().map(|(by, cards)| (by == viewer.index()).then_some(cards)).collect(),
            ),
            _ => (hand.to_string(), stored.to_string(), set_aside.to_string(), known.map(Some).collect()),
        };
        PlayerFile {
            money: state.money[index],
            developments: self.owned_ids(state.owned[index]),
            hand,
            stored,
            set_aside,
            offer: offer.to_string(),
            known_by: Some(known_by),
            perfect: state.is_perfect(seat),
        }
    }

    fn write_decision(&self, state: &State) -> Decision {
        let seat = state.seat.index();
        let first_player = state.first.map_or(0, Seat::index);
        let merchants_used: String = Class::ALL
            .into_iter()
            .flat_map(|class| std::iter::repeat_n(class.letter(), usize::from(state.used[class.index()])))
            .collect();
        let letter = || state.card.map_or('?', Card::letter);
        let (size, jokers, conversions) = (state.size, state.jokers, state.conversions);
        let other = state.other.map_or(0, Seat::index);
        let last = state.last.map(Seat::index);
        match state.step {
            Step::Coronado => Decision::Coronado {},
            Step::Split => Decision::Split {},
            Step::Pick => Decision::Pick { last: state.card.map(Card::letter) },
            Step::Sergio => Decision::Sergio {},
            Step::Pirates => Decision::Pirates { seat },
            Step::Announce => Decision::Announce {},
            Step::Offer => Decision::Offer { seat, announced: size },
            Step::Tie => Decision::Tie {},
            Step::Take => Decision::Take { seat, last, previous: state.previous.map(Seat::index) },
            Step::Swap => Decision::Swap { seat, from: other, card: letter(), last },
            Step::Compensate => Decision::Compensate { to: other },
            Step::FirstPlayer => Decision::FirstPlayer {},
            Step::Turn => {
                let made = match state.made {
                    Made::Nothing => None,
                    Made::Set => Some(MadeWord::Set),
                    Made::Different => Some(MadeWord::Different),
                    Made::Relics => Some(MadeWord::Relics),
                };
                Decision::Turn { seat, first_player, merchants_used, made }
            }
            Step::Jokers => Decision::Jokers { seat, first_player, merchants_used, good: letter(), size },
            Step::Convert => {
                Decision::Convert { seat, first_player, merchants_used, good: letter(), size, jokers }
            }
            Step::Source => Decision::Source {
                seat,
                first_player,
                merchants_used,
                good: letter(),
                size,
                jokers,
                conversions,
            },
            Step::Develop => Decision::Develop { seat, first_player, merchants_used, good: letter(), size },
            Step::Lay => Decision::Lay { seat, first_player, merchants_used, size },
            Step::Store => Decision::Store { seat, first_player },
            Step::GameOver => Decision::GameOver {},
        }
    }
}
