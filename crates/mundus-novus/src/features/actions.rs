//! The groups that name an action to a network (its kind, what it names, and what it does to the hand of the seat that
//! decides), and those of the action indices.

use tradewinds_game::features::places_to;
use tradewinds_game::kit::ByKey;
use tradewinds_game::{ActionFeatures, MAX_SEATS, Seat, index_groups};

use super::{CARDS, DIFFERENT, SEATS, SET};
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

/// Numbers of relics and of converted cards in a set, from none.
const IN_SET: usize = MAX_SET as usize + 1;

index_groups! {
    /// The groups that name an action to a network.
    enum Part = ACTION;
    Kind "kind"[KINDS], "The kind of action, in the order of the table of actions of an observation.";
    Card "card"[CARD_KINDS * Card::COUNT], "Pick, buy, take, swap for, keep, discard, offer, give, convert, lay, store this type; 10 indices for a kind.";
    Copies "copies"[CARD_KINDS * COPIES], "The copies of that type in hand before: 0 to 4 or more; 5 indices for a kind.";
    SetAfter "set_after"[2 * SET], "Cards that can count as that good afterwards, for a relic as the one held most: 0 to 5 or more, after a gain; a loss.";
    DifferentAfter "different_after"[2 * DIFFERENT], "Different goods of the hand afterwards: after a gain; a loss.";
    Seat "seat"[3 * SEATS], "Places clockwise to the seat that becomes Trade Master; that is robbed; that begins; 6 indices each.";
    Lead "lead"[2 * LEADS], "Doubloons more of the new Trade Master; of the robbed seat: -20 or less to 15 or more, in fives.";
    Pattern "pattern"[1], "Whether a swap leaves a market that pays the owner of Orellana, who swaps.";
    Announce "announce"[(MAX_OFFER - MIN_OFFER) as usize + 1], "The size of the offers, from 2.";
    Event "event"[Event::COUNT], "The event bought.";
    Ships "ships"[2 * 5], "Caravels already in fleet a, in fleet b, when another joins it: 0 to 4 or more.";
    Claim "claim"[Card::GOODS * SET_SIZES], "Begin a set: 3 * good + size - 3.";
    Access "access"[QUEUE + 1], "Places of the queue to which that set gives access.";
    Helpers "helpers"[MAX_SET as usize + 1], "Relics and conversions that it needs at least.";
    DifferentLeft "different_left"[DIFFERENT], "Different goods that can be made of the cards that it leaves at best.";
    Different "different"[DIFFERENT - MIN_DIFFERENT as usize], "Begin a different combination, from 4 cards.";
    Spare "spare"[4], "Goods that it could have more: 0 to 3 or more.";
    Relics "relics"[MAX_RELICS as usize], "Sell this many relics, from 1.";
    RelicsLeft "relics_left"[4], "Relics that the sale leaves: 0 to 3 or more.";
    Jokers "jokers"[MAX_SET as usize + 1], "The relics in the set.";
    Convert "convert"[MAX_SET as usize + 1], "The cards converted in the set.";
    Position "position"[QUEUE], "The set wins the card at this place of the queue, from 1.";
    Develop "develop"[MAX_DEVELOPMENTS], "That card, in the order of the card table.";
}

index_groups! {
    /// The groups of the action indices.
    enum Index = INDEX;
    Pass "pass"[1], "Coronado, Sergio: buy nothing.";
    Event "event"[Event::COUNT] of &Event::WORDS, "Coronado: pay for this event; none is never legal.";
    Fleet "fleet"[2] of &["a", "b"], "The next caravel goes to this fleet.";
    Pick "pick"[Card::COUNT] of CARDS, "Take this open supply card.";
    Buy "buy"[Card::COUNT] of CARDS, "Sergio: pay for this market card.";
    Discard "discard"[Card::COUNT] of CARDS, "Give up this card to the pirates.";
    Announce "announce"[(MAX_OFFER - MIN_OFFER) as usize + 1], "The size of the offers, from 2.";
    Offer "offer"[Card::COUNT] of CARDS, "Add this card to the own offer.";
    Done "done"[1], "Offer (las Casas), store: no more cards.";
    Master "master"[MAX_SEATS], "The tied seat this many places clockwise becomes Trade Master.";
    Take "take"[MAX_SEATS * Card::COUNT], "Take an open card: 10 * places clockwise to the seat that offers it + type.";
    Keep "keep"[1], "The card taken goes to the hand.";
    SwapFor "swap_for"[Card::COUNT] of CARDS, "The card taken goes to the market for this one.";
    Give "give"[Card::COUNT] of CARDS, "Give this card to the due player.";
    First "first"[MAX_SEATS], "The seat this many places clockwise starts the Progress phase.";
    Set "set"[Card::GOODS * SET_SIZES], "Begin a set: 3 * good + size - 3.";
    Different "different"[DIFFERENT - MIN_DIFFERENT as usize], "Begin a different combination, from 4 cards.";
    Perfect "perfect"[1], "Lay the perfect combination.";
    Relics "relics"[MAX_RELICS as usize], "Sell this many relics, from 1.";
    End "end"[1], "End the turn.";
    Jokers "jokers"[IN_SET], "The relics in the set, from 0.";
    Convert "convert"[IN_SET], "The cards converted in the set, from 0.";
    From "from"[Card::COUNT] of CARDS, "Convert this card.";
    Develop "develop"[QUEUE], "The set wins the card at this queue position, from 1.";
    DevelopTop "develop_top"[1], "The set wins the top of the deck.";
    Cash "cash"[1], "The set is cashed.";
    Lay "lay"[Card::COUNT] of CARDS, "Lay this printed card.";
    Store "store"[Card::COUNT] of CARDS, "Put this card into the warehouse.";
}

/// Returns the index of an action that a seat may play.
#[inline]
pub(super) fn index_of(game: &MundusNovus, seat: Seat, action: Action) -> usize {
    let places = |to: Seat| places_to(seat, to, game.rules.players);
    let (group, place) = match action {
        Action::Pass => (Index::Pass, 0),
        Action::Event(event) => (Index::Event, event.index()),
        Action::FleetA => (Index::Fleet, 0),
        Action::FleetB => (Index::Fleet, 1),
        Action::Pick(card) => (Index::Pick, card.index()),
        Action::Buy(card) => (Index::Buy, card.index()),
        Action::Discard(card) => (Index::Discard, card.index()),
        Action::Announce(number) => (Index::Announce, usize::from(number - MIN_OFFER)),
        Action::Offer(card) => (Index::Offer, card.index()),
        Action::Done => (Index::Done, 0),
        Action::Master(to) => (Index::Master, places(to)),
        Action::Take(open) => (Index::Take, Card::COUNT * places(open.from()) + open.card().index()),
        Action::Keep => (Index::Keep, 0),
        Action::SwapFor(card) => (Index::SwapFor, card.index()),
        Action::Give(card) => (Index::Give, card.index()),
        Action::First(to) => (Index::First, places(to)),
        Action::Set(claim) => {
            (Index::Set, SET_SIZES * claim.good().index() + usize::from(claim.size() - MIN_SET))
        }
        Action::Different(number) => (Index::Different, usize::from(number - MIN_DIFFERENT)),
        Action::Perfect => (Index::Perfect, 0),
        Action::Relics(number) => (Index::Relics, usize::from(number - 1)),
        Action::End => (Index::End, 0),
        Action::Jokers(number) => (Index::Jokers, usize::from(number)),
        Action::Convert(number) => (Index::Convert, usize::from(number)),
        Action::From(card) => (Index::From, card.index()),
        Action::Develop(position) => (Index::Develop, usize::from(position - 1)),
        Action::DevelopTop => (Index::DevelopTop, 0),
        Action::Cash => (Index::Cash, 0),
        Action::Lay(card) => (Index::Lay, card.index()),
        Action::Store(card) => (Index::Store, card.index()),
    };
    group.at(place)
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
pub(super) fn write_action(game: &MundusNovus, state: &State, action: Action, out: &mut ActionFeatures) {
    Part::Kind.push(out, (action.code() >> 8) as usize);
    if let Some((kind, card)) = named_card(state, action) {
        write_card(game, state, (kind, card), out);
    }
    let seat = state.seat;
    let hand = state.hand[seat];
    let about_seat = |kind: usize, other: Seat, out: &mut ActionFeatures| {
        Part::Seat.push(out, SEATS * kind + game.rules.distance(seat, other));
        if kind < 2 {
            let lead = i32::from(state.money[other]) - i32::from(state.money[seat]);
            let level = (lead + 20).div_euclid(5).clamp(0, LEADS as i32 - 1);
            Part::Lead.push(out, LEADS * kind + level as usize);
        }
    };
    match action {
        Action::Master(other) => about_seat(0, other, out),
        Action::Take(open) => about_seat(1, open.from(), out),
        Action::First(other) => about_seat(2, other, out),
        Action::SwapFor(wanted) => {
            if let Some(taken) = state.card
                && game.has(state, seat, Ability::Orellana)
                && is_pattern(state.market.minus(Cards::one(wanted)).plus(Cards::one(taken)))
            {
                Part::Pattern.push(out, 0);
            }
        }
        Action::Announce(number) => {
            Part::Announce.push(out, usize::from(number.saturating_sub(MIN_OFFER)));
        }
        Action::Event(event) => Part::Event.push(out, event.index()),
        Action::FleetA | Action::FleetB => {
            let in_second = state.split.count_ones() as usize;
            let in_first = usize::from(state.split_len).saturating_sub(in_second);
            let (fleet, ships) = if action == Action::FleetA { (0, in_first) } else { (1, in_second) };
            Part::Ships.push(out, 5 * fleet + ships.min(4));
        }
        Action::Set(claim) => write_claim(game, state, claim, out),
        Action::Different(number) => {
            Part::Different.push(out, usize::from(number.saturating_sub(MIN_DIFFERENT)));
            let most = most_different(hand, game.free_merchants(state));
            Part::Spare.push(out, most.saturating_sub(number).into());
        }
        Action::Relics(number) => {
            Part::Relics.push(out, usize::from(number.saturating_sub(1)));
            Part::RelicsLeft.push(out, hand.count(Card::RELIC).saturating_sub(number).into());
        }
        Action::Jokers(number) => Part::Jokers.push(out, number.into()),
        Action::Convert(number) => Part::Convert.push(out, number.into()),
        Action::Develop(position) => {
            let position = usize::from(position.saturating_sub(1));
            Part::Position.push(out, position);
            if let Some(id) = state.queue.as_slice().get(position) {
                Part::Develop.push(out, id.index());
            }
        }
        _ => {}
    }
}

/// Writes what a card that comes or goes means for the hand.
fn write_card(game: &MundusNovus, state: &State, (kind, card): (usize, Card), out: &mut ActionFeatures) {
    let hand = state.hand[state.seat];
    let merchants = game.free_merchants(state);
    let one = Cards::one(card);
    let (way, after) = if kind < GAINS { (0, hand.plus(one)) } else { (1, hand.without(one)) };
    Part::Card.push(out, Card::COUNT * kind + card.index());
    Part::Copies.push(out, COPIES * kind + usize::from(hand.count(card)).min(COPIES - 1));
    let set = usize::from(set_with(after, card, merchants)).min(SET - 1);
    Part::SetAfter.push(out, SET * way + set);
    let different = usize::from(most_different(after, merchants));
    Part::DifferentAfter.push(out, DIFFERENT * way + different);
}

/// Writes what a set wins and leaves.
fn write_claim(game: &MundusNovus, state: &State, claim: Claim, out: &mut ActionFeatures) {
    let (good, size) = (claim.good(), claim.size());
    let hand = state.hand[state.seat];
    let storm = game.event_for(state, state.seat) == Event::Storm;
    let access = usize::from(game.rules.access(good.class(), size, storm)).min(state.queue.len());
    Part::Claim.push(out, SET_SIZES * good.index() + usize::from(size - MIN_SET));
    Part::Access.push(out, access);
    let natural = size.min(hand.count(good));
    Part::Helpers.push(out, usize::from(size - natural));
    let rest = hand.minus(Cards::of(good, natural));
    Part::DifferentLeft.push(out, most_different(rest, game.free_merchants(state)).into());
}
