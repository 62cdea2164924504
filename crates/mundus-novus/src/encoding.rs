//! Observations and action indices for learners (`impl Encoding`).

use tradewinds_game::encoding::{
    Number, places_to, set_at, set_flag, set_number, set_one, starts, write_bits, write_counts,
};
use tradewinds_game::{ActionGroup, Encoding, Field, MAX_SEATS, Seat, fields};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::{
    MAX_DEVELOPMENTS, MAX_OFFER, MAX_RELICS, MAX_SET, MIN_DIFFERENT, MIN_OFFER, MIN_SET, QUEUE, SET_SIZES,
};
use crate::state::State;
use crate::words::{Class, Decision, Event, Made};

/// The words of the types of resource card.
const CARDS: [&str; Card::COUNT] = {
    let mut words = [""; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        words[index] = Card::ALL[index].word();
        index += 1;
    }
    words
};
/// Numbers of relics and of converted cards in a set, from none.
const IN_SET: usize = MAX_SET as usize + 1;
/// Sizes of a different combination.
const DIFFERENT: usize = Card::GOODS - MIN_DIFFERENT as usize + 1;

fields! {
    /// The fields of the table.
    const TABLE;
    /// Writes the fields of the table.
    fn write_table(state: &State, observer: Seat) {
        "decision"[Decision::COUNT] of &Decision::WORDS, 1.0, "0/1", "The kind of decision."
            => |out| set_one(out, state.decision.index());
        "round"[1], 10.0, "rounds", "The round, from 1."
            => |out| set_number(out, state.round);
        "event"[Event::COUNT] of &Event::WORDS, 1.0, "0/1", "The event of the round."
            => |out| set_one(out, state.event.index());
        "market"[Card::COUNT] of &CARDS, 2.0, "cards", "Cards in the market."
            => |out| write_cards(out, state.market);
        "supply"[Card::COUNT] of &CARDS, 2.0, "cards", "Open supply cards."
            => |out| write_cards(out, state.supply);
        "discard"[Card::COUNT] of &CARDS, 6.0, "cards", "Discarded cards."
            => |out| write_cards(out, state.discard);
        "draw"[1], 60.0, "cards", "Cards in the draw pile."
            => |out| set_number(out, state.draw.len() as u8);
        "deck"[1], 40.0, "cards", "Face-down development cards."
            => |out| set_number(out, state.deck.len() as u8);
        "queue"[MAX_DEVELOPMENTS], 5.0, "places",
            "The place of each development card in the queue, 1 to 5; 0 if not there. In the order of the card table."
            => |out| for (place, id) in state.queue.as_slice().iter().enumerate() {
                set_at(out, id.index(), (place + 1) as u8);
            };
        "set_aside"[Card::COUNT] of &CARDS, 2.0, "cards", "Cards that the observer has set aside in secret."
            => |out| if state.decision.sets_aside() { write_cards(out, state.aside[observer]) };
        "left"[1], 4.0, "cards", "Cards that the observer still has to choose, if it decides."
            => |out| if state.seat == observer { set_number(out, state.left) };
        "size"[1], 5.0, "cards", "The announced size of offers, or the cards of the combination under way."
            => |out| set_number(out, state.size);
        "card"[Card::COUNT] of &CARDS, 1.0, "0/1",
            "The good of the set under way, the card just taken, or the fleet's last pick."
            => |out| if let Some(card) = state.card { set_one(out, card.index()) };
        "jokers"[1], 5.0, "cards", "The relics of the set under way."
            => |out| set_number(out, state.jokers);
        "conversions"[1], 5.0, "cards", "The cards converted in the set under way."
            => |out| set_number(out, state.conversions);
        "merchants_used"[Class::COUNT] of &Class::WORDS, 2.0, "merchants", "The merchants used in this turn."
            => |out| write_counts(out, *state.used.array());
        "made"[Made::COUNT] of &Made::WORDS, 1.0, "0/1", "The last combination of the turn."
            => |out| if let Some(made) = state.made { set_one(out, made.index()) };
        "split"[2] of &["a", "b"], 5.0, "caravels", "Caravels given to the two fleets so far."
            => |out| {
                let b = state.split.count_ones() as u8;
                write_counts(out, [state.split_len - b.min(state.split_len), b]);
            };
        "gift_shown"[Card::COUNT] of &CARDS, 1.0, "cards",
            "Cards that the receiver of the gift has lost openly since."
            => |out| write_cards(out, state.shown);
    }
}

fields! {
    /// The fields of a seat.
    const SEAT;
    /// Writes the fields of a seat.
    fn write_seat(state: &State, observer: Seat, seat: Seat) {
        "decides"[1], 1.0, "0/1", "Whether the seat decides."
            => |out| set_flag(out, state.seat == seat && state.decision != Decision::GameOver);
        "trade_master"[1], 1.0, "0/1", "Whether it is the Trade Master."
            => |out| set_flag(out, state.trade_master == seat);
        "first"[1], 1.0, "0/1", "Whether it began the Progress phase."
            => |out| set_flag(out, state.first == Some(seat));
        "last"[1], 1.0, "0/1", "Whether it made the latest take."
            => |out| set_flag(out, state.last == Some(seat));
        "previous"[1], 1.0, "0/1", "Whether it made the take before that."
            => |out| set_flag(out, state.previous == Some(seat));
        "other"[1], 1.0, "0/1", "Whether it was robbed by the take at hand, or is due a gift."
            => |out| set_flag(out, state.other == Some(seat));
        "gift"[2] of &["from", "to"], 1.0, "0/1", "Whether it gave or got the secret gift of the round."
            => |out| {
                if let Some(gift) = state.gift {
                    write_counts(out, [gift.from, gift.to].map(|other| u8::from(other == seat)));
                }
            };
        "perfect"[1], 1.0, "0/1", "Whether it made a perfect combination in this round."
            => |out| set_flag(out, state.perfect.has(seat));
        "money"[1], 50.0, "doubloons", "Doubloons."
            => |out| set_number(out, state.money[seat]);
        "developments"[MAX_DEVELOPMENTS], 1.0, "0/1", "Owned developments, in the order of the card table."
            => |out| write_bits(out, state.owned[seat].bits());
        "cards"[1], 10.0, "cards", "Cards in hand, stored or set aside."
            => |out| set_number(out, state.hidden_len(seat) as u8);
        "known"[Card::COUNT] of &CARDS, 2.0, "cards",
            "Cards that the observer knows among them: for its own seat the hand."
            => |out| {
                let known = if seat == observer { state.hand[seat] } else { state.known[seat][observer] };
                write_cards(out, known);
            };
        "knows"[Card::COUNT] of &CARDS, 2.0, "cards", "Cards of the observer that this seat knows."
            => |out| if seat != observer { write_cards(out, state.known[observer][seat]) };
        "offer"[Card::COUNT] of &CARDS, 1.0, "cards", "Cards of its open offer."
            => |out| if state.decision.shows_offers() { write_cards(out, state.aside[seat]) };
        "stored"[Card::COUNT] of &CARDS, 1.0, "cards", "Cards that the observer's own seat has stored."
            => |out| if seat == observer && state.decision.stores() { write_cards(out, state.aside[seat]) };
        "picks"[1], 5.0, "caravels", "Caravels of its fleets that have not picked a card."
            => |out| set_number(out, picks_left(state.fleets, seat));
    }
}

fn write_cards<N: Number>(out: &mut [N; Card::COUNT], cards: Cards) {
    write_counts(out, Card::ALL.map(|card| cards.count(card)));
}

/// Returns the caravels of a seat's fleets that have not picked: a byte per fleet, the seat in its low bits.
fn picks_left(fleets: u64, seat: Seat) -> u8 {
    fleets
        .to_le_bytes()
        .into_iter()
        .filter(|fleet| usize::from(fleet & 7) == seat.index())
        .map(|fleet| fleet >> 3)
        .sum()
}

/// The action indices.
const GROUPS: [ActionGroup; 28] = [
    ActionGroup::new("pass", 1, "Coronado, Sergio: buy nothing."),
    ActionGroup::of("event", &Event::WORDS, "Coronado: pay for this event; none is never legal."),
    ActionGroup::of("fleet", &["a", "b"], "The next caravel goes to this fleet."),
    ActionGroup::of("pick", &CARDS, "Take this open supply card."),
    ActionGroup::of("buy", &CARDS, "Sergio: pay for this market card."),
    ActionGroup::of("discard", &CARDS, "Give up this card to the pirates."),
    ActionGroup::new("announce", (MAX_OFFER - MIN_OFFER) as usize + 1, "The size of the offers, from 2."),
    ActionGroup::of("offer", &CARDS, "Add this card to the own offer."),
    ActionGroup::new("done", 1, "Offer (las Casas), store: no more cards."),
    ActionGroup::new("master", MAX_SEATS, "The tied seat this many places clockwise becomes Trade Master."),
    ActionGroup::new(
        "take",
        MAX_SEATS * Card::COUNT,
        "Take an open card: 10 * places clockwise to the seat that offers it + type.",
    ),
    ActionGroup::new("keep", 1, "The card taken goes to the hand."),
    ActionGroup::of("swap_for", &CARDS, "The card taken goes to the market for this one."),
    ActionGroup::of("give", &CARDS, "Give this card to the due player."),
    ActionGroup::new("first", MAX_SEATS, "The seat this many places clockwise starts the Progress phase."),
    ActionGroup::new("set", Card::GOODS * SET_SIZES, "Begin a set: 3 * good + size - 3."),
    ActionGroup::new("different", DIFFERENT, "Begin a different combination, from 4 cards."),
    ActionGroup::new("perfect", 1, "Lay the perfect combination."),
    ActionGroup::new("relics", MAX_RELICS as usize, "Sell this many relics, from 1."),
    ActionGroup::new("end", 1, "End the turn."),
    ActionGroup::new("jokers", IN_SET, "The relics in the set, from 0."),
    ActionGroup::new("convert", IN_SET, "The cards converted in the set, from 0."),
    ActionGroup::of("from", &CARDS, "Convert this card."),
    ActionGroup::new("develop", QUEUE, "The set wins the card at this queue position, from 1."),
    ActionGroup::new("develop_top", 1, "The set wins the top of the deck."),
    ActionGroup::new("cash", 1, "The set is cashed."),
    ActionGroup::of("lay", &CARDS, "Lay this printed card."),
    ActionGroup::of("store", &CARDS, "Put this card into the warehouse."),
];
const START: [usize; GROUPS.len()] = starts(&GROUPS);

impl Encoding for MundusNovus {
    const ENCODING_VERSION: u32 = 1;
    const TABLE_FIELDS: &'static [Field] = TABLE;
    const SEAT_FIELDS: &'static [Field] = SEAT;

    fn action_groups(&self) -> Vec<ActionGroup> {
        GROUPS.to_vec()
    }

    #[inline]
    fn action_index(&self, seat: Seat, action: Action) -> usize {
        let places = |to: Seat| places_to(seat, to, self.rules.players);
        let (group, place) = match action {
            Action::Pass => (0, 0),
            Action::Event(event) => (1, event.index()),
            Action::FleetA => (2, 0),
            Action::FleetB => (2, 1),
            Action::Pick(card) => (3, card.index()),
            Action::Buy(card) => (4, card.index()),
            Action::Discard(card) => (5, card.index()),
            Action::Announce(number) => (6, usize::from(number - MIN_OFFER)),
            Action::Offer(card) => (7, card.index()),
            Action::Done => (8, 0),
            Action::Master(to) => (9, places(to)),
            Action::Take(open) => (10, Card::COUNT * places(open.from()) + open.card().index()),
            Action::Keep => (11, 0),
            Action::SwapFor(card) => (12, card.index()),
            Action::Give(card) => (13, card.index()),
            Action::First(to) => (14, places(to)),
            Action::Set(claim) => {
                (15, SET_SIZES * claim.good().index() + usize::from(claim.size() - MIN_SET))
            }
            Action::Different(number) => (16, usize::from(number - MIN_DIFFERENT)),
            Action::Perfect => (17, 0),
            Action::Relics(number) => (18, usize::from(number - 1)),
            Action::End => (19, 0),
            Action::Jokers(number) => (20, usize::from(number)),
            Action::Convert(number) => (21, usize::from(number)),
            Action::From(card) => (22, card.index()),
            Action::Develop(position) => (23, usize::from(position - 1)),
            Action::DevelopTop => (24, 0),
            Action::Cash => (25, 0),
            Action::Lay(card) => (26, card.index()),
            Action::Store(card) => (27, card.index()),
        };
        START[group] + place
    }

    #[inline]
    fn encode_table<N: Number>(&self, state: &State, observer: Seat, out: &mut [N]) {
        write_table(state, observer, out);
    }

    #[inline]
    fn encode_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        write_seat(state, observer, seat, out);
    }
}
