//! A position and an action as numbers (`impl Features`).
//!
//! Open cards, developments and doubloons are written for every seat. Of a hand, an observer reads its own
//! cards, in its own block, and of each other seat the cards that the observer knows it to have (6.2) and the number
//! of the others. Cards that another seat has set aside, how many they are, and the order of the decks are never
//! written. For a network, a frozen hand-written estimate ([`standing`]) is in the blocks, whole and in its parts, so
//! that it can say at least what the estimate says.

mod actions;
mod potential;
mod seat;
mod standing;
mod table;
#[cfg(test)]
mod tests;

use tradewinds_game::features::{Number, WriteGroup};
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Group, Inputs, PerSeat, RuleBlock, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::Developments;
use crate::limits::{MAX_SET, PLAYERS};
use crate::rules::RANGES;
use crate::state::State;
use crate::words::Decision;
use actions::{ACTION, INDEX, index_of, write_action};
use potential::Potential;
use seat::{SEAT, observe_seat, write_seat};
use standing::{Horizon, Standing, hand_worth, own_hand};
use table::{TABLE, observe_table, write_table};

/// The kinds of decision that come up.
const KINDS: usize = Decision::COUNT - 1;
/// The words of these kinds.
const KIND_WORDS: &[&str] = Decision::WORDS.split_at(KINDS).0;
/// The maximum number of players.
const SEATS: usize = *PLAYERS.end();
/// The levels of cards of a set, from 0.
const SET: usize = MAX_SET as usize + 1;
/// The levels of different goods, from 0.
const DIFFERENT: usize = Card::GOODS + 1;
/// The stages of a round in which the worth of a hand means different things.
const STAGES: usize = 4;
/// The words of the types of resource card.
const CARDS: &[&str] = &{
    let mut words = [""; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        words[index] = Card::ALL[index].word();
        index += 1;
    }
    words
};

/// What all seats share.
struct Common {
    horizon: Horizon,
    standings: PerSeat<Standing>,
    /// The doubloons that each seat can expect.
    prospects: PerSeat<f32>,
    /// The maximum of them.
    best: f32,
    /// The doubloons of the richest seat and of the next one.
    richest: [u16; 2],
    /// The seat that decides and may lay combinations, if the Progress phase is under way.
    in_turn: Option<Seat>,
}

impl Common {
    fn new(game: &MundusNovus, state: &State) -> Self {
        let horizon = Horizon::new(game, state);
        let standings = PerSeat::from_fn(game.rules.players, |seat| Standing::new(game, state, seat));
        let prospects = PerSeat::from_fn(game.rules.players, |seat| standings[seat].prospect(horizon.rounds));
        let best = prospects.iter().copied().fold(f32::MIN, f32::max);
        let richest = standings.iter().fold([0; 2], |[first, second], standing| {
            [standing.money.max(first), standing.money.min(first).max(second)]
        });
        let turn = state.decision.is_progress() && state.decision != Decision::Store;
        Self { horizon, standings, prospects, best, richest, in_turn: turn.then_some(state.seat) }
    }
}

/// One seat, with what several groups need.
struct Place<'a> {
    standing: &'a Standing,
    /// The doubloons of the richest other seat.
    rival: u16,
    /// Other seats with more doubloons.
    richer: usize,
    /// Doubloons that the end of this round pays it.
    pay: u16,
    /// What the seat can make of the cards that the observer knows it to have.
    potential: Potential,
    /// What the observer knows of itself, if the seat is the observer.
    own: Option<Own>,
}

/// What the observer alone knows of its own seat.
struct Own {
    hand: Cards,
    /// Cards that it has set aside or stored in secret.
    aside: Cards,
    /// The stage of the round, see [`STAGES`].
    stage: usize,
    /// The doubloons that its cards promise.
    worth: f32,
    /// What its cards add to the logarithm of its odds.
    odds: f32,
}

impl Own {
    fn new(game: &MundusNovus, state: &State, common: &Common, seat: Seat) -> Self {
        let had_turn = common.standings[seat].had_turn;
        let worth = hand_worth(game, state, seat, had_turn);
        let stage = match state.decision {
            _ if had_turn => 3,
            decision if decision < Decision::Tie => 0,
            decision if decision < Decision::Compensate => 1,
            _ => 2,
        };
        let aside = if state.decision.shows_offers() { Cards::NONE } else { state.aside[seat] };
        let odds = own_hand(state, had_turn, worth, common.horizon.scale);
        Self { hand: state.hand[seat], aside, stage, worth, odds }
    }

    /// Returns the cards that the seat may use in its turn: those laid or given to the pirates are gone.
    fn usable(&self, state: &State) -> Cards {
        match state.decision {
            Decision::Pirates | Decision::Source | Decision::Lay => self.hand,
            _ => self.hand.plus(self.aside),
        }
    }
}

impl<'a> Place<'a> {
    fn new(game: &MundusNovus, state: &State, common: &'a Common, seat: Seat, observer: Seat) -> Self {
        let standing = &common.standings[seat];
        let own = (seat == observer).then(|| Own::new(game, state, common, seat));
        let cards = own.as_ref().map_or(state.known[seat][observer], |own| own.usable(state));
        let mut merchants = standing.merchants;
        if common.in_turn == Some(seat) {
            merchants = merchants.map_with_key(|class, free| free - state.used[class]);
        }
        Self {
            standing,
            rival: if standing.money == common.richest[0] { common.richest[1] } else { common.richest[0] },
            richer: common.standings.iter().filter(|other| other.money > standing.money).count(),
            pay: standing.income + standing.shipyards + game.estefano_bonus(state, seat),
            potential: Potential::new(game, state, seat, cards, merchants),
            own,
        }
    }

    /// Returns the developments of the queue that a set of the own cards can win.
    fn reach(&self, state: &State) -> Developments {
        let reach = state.queue.as_slice().iter().take(self.potential.access);
        reach.copied().fold(Developments::EMPTY, Developments::with)
    }
}

/// Writes the count of each type of card.
#[inline(always)]
fn write_cards(out: &mut impl WriteGroup, cards: Cards) {
    for card in cards.types() {
        out.count(card.index(), cards.count(card));
    }
}

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 2, seat: SEAT, table: TABLE, action: ACTION, rules: Some(&RANGES) };

impl Features for MundusNovus {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn rule_block(&self) -> &RuleBlock {
        &self.rules.block
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(self, state, &common, seat, observer);
            write_seat(self, state, observer, seat, &common, &place, out.seat_mut(seat));
        }
        write_table(self, state, observer, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        write_action(self, state, action, out);
    }

    #[inline]
    fn observe_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        observe_table(self, state, observer, out);
    }

    #[inline]
    fn observe_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(self, state, observer, seat, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        INDEX.to_vec()
    }

    #[inline]
    fn action_index(&self, seat: Seat, action: Action) -> usize {
        index_of(self, seat, action)
    }
}
