//! The block of the table.

use tradewinds_game::{Seat, groups};

use super::{CARDS, Common, KIND_WORDS, KINDS, SEATS, SET, write_cards};
use crate::MundusNovus;
use crate::card::Card;
use crate::developments::DevelopmentId;
use crate::limits::{MARKET, MAX_DEVELOPMENTS, MAX_OFFER, QUEUE};
use crate::state::State;
use crate::words::{Class, Decision, Event, Made};

/// The kinds of development card in the queue.
const QUEUED: usize = 8;

/// Returns the kind of a card in the queue, see [`QUEUED`].
fn queued(game: &MundusNovus, id: DevelopmentId) -> usize {
    let rules = &game.rules;
    if rules.caravels.has(id) {
        0
    } else if rules.all_merchants.has(id) {
        1 + rules.printed(id).class.index()
    } else if rules.warehouses.has(id) {
        if rules.printed(id).slots < 2 { 4 } else { 5 }
    } else if rules.shipyards.has(id) {
        6
    } else {
        7
    }
}

groups! {
    /// The groups of the table's block.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(game: &MundusNovus, state: &State, observer: Seat; common: &Common) {
        sparse "players"[1], levels 0 to (SEATS - 2), "Players beyond 2."
            => |out| out.level(game.rules.players - 2);
        "decision"[KINDS] of KIND_WORDS, "The kind of decision."
            => |out| out.set(state.decision.index());
        "round"[1], levels 1 to 20, "The round, from 1."
            => |out| out.level(state.round.max(1));
        sparse "rounds_left"[1], levels 0 to 19, "Rounds after this one, by the doubloons of the richest seat, in halves."
            => |out| out.level((2.0 * common.horizon.rounds) as u16);
        "event"[Event::COUNT] of &Event::WORDS, "The event of the round."
            => |out| out.set(state.event.index());
        sparse "ends"[3] of &["perfection", "doubloons", "queue"], "Whether the game ends with this round by perfection; by doubloons; by a short queue."
            => |out| {
                out.set_if(0, !state.perfect.is_empty());
                out.set_if(1, state.money.values().any(|&money| money >= game.rules.end.money));
                out.set_if(2, state.queue.len() < QUEUE);
            };
        sparse "queue"[MAX_DEVELOPMENTS], "Developments in the queue, in the order of the card table."
            => |out| out.bits(state.queue.set().bits());
        dense "queue"[MAX_DEVELOPMENTS], number 5, "The place of each development card in the queue, 1 to 5; 0 if not there. In the order of the card table."
            => |out| for (place, id) in state.queue.as_slice().iter().enumerate() { out.number(id.index(), place + 1) };
        sparse "queued"[QUEUED * QUEUE], "At each place of the queue: caravel, 3 classes of merchants, small and large warehouse, shipyard, or another."
            => |out| for (position, &id) in state.queue.as_slice().iter().enumerate() {
                out.set(QUEUED * position + queued(game, id));
            };
        sparse "next_event"[Event::COUNT] of &Event::WORDS, "The event that the head of the queue would bring in the next round."
            => |out| if let Some(&head) = state.queue.as_slice().first() {
                out.set(game.rules.printed(head).icon.index());
            };
        "deck"[1], levels 0 to 19, "Face-down development cards."
            => |out| out.level(state.deck.len());
        sparse "caravels"[1], levels 0 to 11, "Caravels of all seats."
            => |out| out.level(common.standings.iter().map(|standing| standing.caravels).sum::<usize>());
        "market"[Card::COUNT] of CARDS, levels 1 to MARKET, "Cards of each type in the market."
            => |out| write_cards(&mut out, state.market);
        "supply"[Card::COUNT] of CARDS, levels 1 to 3, "Open supply cards of each type."
            => |out| write_cards(&mut out, state.supply);
        sparse "announced"[1], levels 0 to MAX_OFFER, "The size of the offers, while they are made."
            => |out| if state.decision == Decision::Offer { out.level(state.size) };
        sparse "size"[1], levels 0 to (SET + 3), "Cards of the set or the different combination under way."
            => |out| if state.decision.is_progress() && state.size > 0 { out.level(state.size) };
        dense "size"[1], number 5, "The announced size of offers, or the cards of the combination under way."
            => |out| out.number(0, state.size);
        dense "left"[1], number 4, "Cards that the observer still has to choose, if it decides."
            => |out| if state.seat == observer { out.number(0, state.left) };
        sparse "good"[Card::GOODS], "The good of the set under way."
            => |out| if let Some(good) = state.card.filter(|_| state.decision.is_progress()) { out.set(good.index()) };
        sparse "taken"[Card::COUNT] of CARDS, "The card that was just taken."
            => |out| if state.decision == Decision::Swap && let Some(card) = state.card { out.set(card.index()) };
        dense "card"[Card::COUNT] of CARDS, "The good of the set under way, the card just taken, or the fleet's last pick."
            => |out| if let Some(card) = state.card { out.set(card.index()) };
        sparse "jokers"[1], levels 0 to (SET - 1), "Relics of the set under way, once chosen."
            => |out| if matches!(state.decision, Decision::Convert | Decision::Source) { out.level(state.jokers) };
        dense "jokers"[1], number 5, "Relics of the set under way."
            => |out| out.number(0, state.jokers);
        dense "conversions"[1], number 5, "Cards converted in the set under way."
            => |out| out.number(0, state.conversions);
        "made"[Made::COUNT] of &Made::WORDS, "The last combination of the turn."
            => |out| if let Some(made) = state.made { out.set(made.index()) };
        "used"[Class::COUNT] of &Class::WORDS, levels 1 to 3, "Merchants of each class used in this turn."
            => |out| for (class, &used) in state.used.iter() { out.count(class.index(), used) };
        "draw"[1], levels 0 to 13 by 10, "Cards in the draw pile."
            => |out| out.graded(0, state.draw.len() / 10, state.draw.len());
        sparse "discarded"[4] of &["common", "uncommon", "rare", "relics"], number 10 to 60, "Discarded common, uncommon, rare goods and relics."
            => |out| for (index, cards) in Card::ALL.chunks(Class::COUNT).enumerate() {
                let count = |&card: &Card| u32::from(state.discard.count(card));
                out.number(index, cards.iter().map(count).sum::<u32>());
            };
        dense "discard"[Card::COUNT] of CARDS, number 6, "Discarded cards."
            => |out| for card in Card::ALL { out.number(card.index(), state.discard.count(card)) };
        dense "split"[2] of &["a", "b"], number 5, "Caravels given to the two fleets so far."
            => |out| {
                let b = state.split.count_ones() as u8;
                out.number(0, state.split_len - b.min(state.split_len));
                out.number(1, b);
            };
        dense "gift_shown"[Card::COUNT] of CARDS, number 1, "Cards that the receiver of the gift has lost openly since."
            => |out| for card in state.shown.types() { out.number(card.index(), state.shown.count(card)) };
    }
}
