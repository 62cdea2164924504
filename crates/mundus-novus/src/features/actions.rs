//! The features of an action: its kind, what it names, and what it does to the hand of the seat that decides.

use tradewinds_game::features::Measure;
use tradewinds_game::kit::ByKey;
use tradewinds_game::{ActionFeatures, Group, Seat};

use super::{DIFFERENT, SEATS, SET};
use crate::MundusNovus;
use crate::action::{Action, Claim};
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::{
    MAX_DEVELOPMENTS, MAX_OFFER, MAX_RELICS, MAX_SET, MIN_DIFFERENT, MIN_OFFER, MIN_SET, QUEUE, SET_SIZES,
};
use crate::play::{is_pattern, most_different};
use crate::state::State;
use crate::words::{Ability, Class, Event};

/// The kinds of action.
const KINDS: usize = 28;
/// The kinds of action that bring a card and then those that part with one, see [`named_card`].
const CARD_KINDS: usize = 11;
/// The kinds of action that bring a card; they come first.
const GAINS: usize = 5;
/// The levels of copies in hand, from 0.
const COPIES: usize = 5;
/// The levels of another seat's lead in doubloons, five each.
const LEADS: usize = 8;

/// The features of an action.
pub(super) const ACTION: &[Group] = &[
    group("kind", KINDS, "The kind of action, in the order of the table of actions of an observation."),
    group(
        "card",
        CARD_KINDS * Card::COUNT,
        "Pick, buy, take, swap for, keep, discard, offer, give, convert, lay, store this type; 10 indices for a kind.",
    ),
    group(
        "copies",
        CARD_KINDS * COPIES,
        "The copies of that type in hand before: 0 to 4 or more; 5 indices for a kind.",
    ),
    group(
        "set_after",
        2 * SET,
        "Cards that can count as that good afterwards, for a relic as the one held most: 0 to 5 or more, after a gain; a loss.",
    ),
    group("different_after", 2 * DIFFERENT, "Different goods of the hand afterwards: after a gain; a loss."),
    group(
        "seat",
        3 * SEATS,
        "Places clockwise to the seat that becomes Trade Master; that is robbed; that begins; 6 indices each.",
    ),
    group(
        "lead",
        2 * LEADS,
        "Doubloons more of the new Trade Master; of the robbed seat: -20 or less to 15 or more, in fives.",
    ),
    group("pattern", 1, "Whether a swap leaves a market that pays the owner of Orellana, who swaps."),
    group("announce", (MAX_OFFER - MIN_OFFER) as usize + 1, "The size of the offers, from 2."),
    group("event", Event::COUNT, "The event bought."),
    group("ships", 2 * 5, "Caravels already in fleet a, in fleet b, when another joins it: 0 to 4 or more."),
    group("claim", Card::GOODS * SET_SIZES, "Begin a set: 3 * good + size - 3."),
    group("access", QUEUE + 1, "Places of the queue to which that set gives access."),
    group("helpers", MAX_SET as usize + 1, "Relics and conversions that it needs at least."),
    group(
        "different_left",
        DIFFERENT,
        "Different goods that can be made of the cards that it leaves at best.",
    ),
    group("different", DIFFERENT - MIN_DIFFERENT as usize, "Begin a different combination, from 4 cards."),
    group("spare", 4, "Goods that it could have more: 0 to 3 or more."),
    group("relics", MAX_RELICS as usize, "Sell this many relics, from 1."),
    group("relics_left", 4, "Relics that the sale leaves: 0 to 3 or more."),
    group("jokers", MAX_SET as usize + 1, "The relics in the set."),
    group("convert", MAX_SET as usize + 1, "The cards converted in the set."),
    group("position", QUEUE, "The set wins the card at this place of the queue, from 1."),
    group("develop", MAX_DEVELOPMENTS, "That card, in the order of the card table."),
];

const fn group(name: &'static str, size: usize, meaning: &'static str) -> Group {
    Group { name, meaning, size: size as u16, measure: Measure::Active }
}

/// The first index of each group of [`ACTION`].
const START: [u16; ACTION.len()] = {
    let mut starts = [0; ACTION.len()];
    let mut index = 1;
    while index < ACTION.len() {
        starts[index] = starts[index - 1] + ACTION[index - 1].size;
        index += 1;
    }
    starts
};

/// Returns the place of a group of [`ACTION`].
const fn place(name: &str) -> usize {
    let mut index = 0;
    while index < ACTION.len() {
        if same(ACTION[index].name.as_bytes(), name.as_bytes()) {
            return index;
        }
        index += 1;
    }
    panic!("a group has this name")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// Writes features in the order of the groups.
struct Writer<'a>(&'a mut ActionFeatures);

impl Writer<'_> {
    /// Makes an index of a group active, the last one if it lies beyond.
    fn set(&mut self, group: usize, index: usize) {
        let last = usize::from(ACTION[group].size) - 1;
        self.0.push(START[group] + index.min(last) as u16);
    }
}

/// Returns the card that an action brings or parts with, and the kind: gains come first, see [`GAINS`].
fn named_card(state: &State, action: Action) -> Option<(usize, Card)> {
    Some(match action {
        Action::Pick(card) => (0, card),
        Action::Buy(card) => (1, card),
        Action::Take(open) => (2, open.card()),
        Action::SwapFor(card) => (3, card),
        Action::Keep => (4, state.card?),
        Action::Discard(card) => (5, card),
        Action::Offer(card) => (6, card),
        Action::Give(card) => (7, card),
        Action::From(card) => (8, card),
        Action::Lay(card) => (9, card),
        Action::Store(card) => (10, card),
        _ => return None,
    })
}

/// Returns the cards that can count as one good, relics included; for a relic as the good that is held most.
fn set_with(hand: Cards, card: Card, merchants: ByKey<Class, u8>) -> u8 {
    let (goods, relics) = (hand.goods(), hand.count(Card::RELIC));
    if !card.is_good() {
        return relics + Card::ALL[..Card::GOODS].iter().map(|&good| goods.count(good)).max().unwrap_or(0);
    }
    let held = goods.count(card);
    relics + held + merchants[card.class()].min(goods.len() as u8 - held)
}

/// Writes the features of an action.
pub(super) fn write(game: &MundusNovus, state: &State, action: Action, out: &mut ActionFeatures) {
    let mut out = Writer(out);
    out.set(const { place("kind") }, (action.code() >> 8) as usize);
    if let Some((kind, card)) = named_card(state, action) {
        write_card(game, state, (kind, card), &mut out);
    }
    let seat = state.seat;
    let hand = state.hand[seat];
    let about_seat = |kind: usize, other: Seat, out: &mut Writer<'_>| {
        out.set(const { place("seat") }, SEATS * kind + game.rules.distance(seat, other));
        if kind < 2 {
            let lead = i32::from(state.money[other]) - i32::from(state.money[seat]);
            let level = (lead + 20).div_euclid(5).clamp(0, LEADS as i32 - 1);
            out.set(const { place("lead") }, LEADS * kind + level as usize);
        }
    };
    match action {
        Action::Master(other) => about_seat(0, other, &mut out),
        Action::Take(open) => about_seat(1, open.from(), &mut out),
        Action::First(other) => about_seat(2, other, &mut out),
        Action::SwapFor(wanted) => {
            if let Some(taken) = state.card
                && game.has(state, seat, Ability::Orellana)
                && is_pattern(state.market.minus(Cards::one(wanted)).plus(Cards::one(taken)))
            {
                out.set(const { place("pattern") }, 0);
            }
        }
        Action::Announce(number) => {
            out.set(const { place("announce") }, usize::from(number.saturating_sub(MIN_OFFER)));
        }
        Action::Event(event) => out.set(const { place("event") }, event.index()),
        Action::FleetA | Action::FleetB => {
            let in_second = state.split.count_ones() as usize;
            let in_first = usize::from(state.split_len).saturating_sub(in_second);
            let (fleet, ships) = if action == Action::FleetA { (0, in_first) } else { (1, in_second) };
            out.set(const { place("ships") }, 5 * fleet + ships.min(4));
        }
        Action::Set(claim) => write_claim(game, state, claim, &mut out),
        Action::Different(number) => {
            out.set(const { place("different") }, usize::from(number.saturating_sub(MIN_DIFFERENT)));
            let most = most_different(hand, game.free_merchants(state));
            out.set(const { place("spare") }, most.saturating_sub(number).into());
        }
        Action::Relics(number) => {
            out.set(const { place("relics") }, usize::from(number.saturating_sub(1)));
            out.set(const { place("relics_left") }, hand.count(Card::RELIC).saturating_sub(number).into());
        }
        Action::Jokers(number) => out.set(const { place("jokers") }, number.into()),
        Action::Convert(number) => out.set(const { place("convert") }, number.into()),
        Action::Develop(position) => {
            let position = usize::from(position.saturating_sub(1));
            out.set(const { place("position") }, position);
            if let Some(id) = state.queue.as_slice().get(position) {
                out.set(const { place("develop") }, id.index());
            }
        }
        _ => {}
    }
}

/// Writes what a card that comes or goes means for the hand.
fn write_card(game: &MundusNovus, state: &State, (kind, card): (usize, Card), out: &mut Writer<'_>) {
    let hand = state.hand[state.seat];
    let merchants = game.free_merchants(state);
    let one = Cards::one(card);
    let (way, after) = if kind < GAINS { (0, hand.plus(one)) } else { (1, hand.without(one)) };
    out.set(const { place("card") }, Card::COUNT * kind + card.index());
    out.set(const { place("copies") }, COPIES * kind + usize::from(hand.count(card)).min(COPIES - 1));
    let set = usize::from(set_with(after, card, merchants)).min(SET - 1);
    out.set(const { place("set_after") }, SET * way + set);
    let different = usize::from(most_different(after, merchants));
    out.set(const { place("different_after") }, DIFFERENT * way + different);
}

/// Writes what a set wins and leaves.
fn write_claim(game: &MundusNovus, state: &State, claim: Claim, out: &mut Writer<'_>) {
    let (good, size) = (claim.good(), claim.size());
    let hand = state.hand[state.seat];
    let storm = game.event_for(state, state.seat) == Event::Storm;
    let access = usize::from(game.rules.access(good.class(), size, storm)).min(state.queue.len());
    out.set(const { place("claim") }, SET_SIZES * good.index() + usize::from(size - MIN_SET));
    out.set(const { place("access") }, access);
    let natural = size.min(hand.count(good));
    out.set(const { place("helpers") }, usize::from(size - natural));
    let rest = hand.minus(Cards::of(good, natural));
    out.set(const { place("different_left") }, most_different(rest, game.free_merchants(state)).into());
}
