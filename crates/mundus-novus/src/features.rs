//! What a network reads of a position and of an action (`impl Features`).
//!
//! Open cards, developments and doubloons are written for every seat. Of a hand, an observer's network reads its own
//! cards, in its own block, and of each other seat the cards that the observer knows it to have (6.2) and the number
//! of the others. Cards that another seat has set aside, how many they are, and the order of the decks are never
//! written. A frozen hand-written estimate ([`standing`]) is in the blocks, whole and in its parts, so that a network
//! can say at least what it says.

mod actions;
mod potential;
mod standing;
mod terms;

use tradewinds_game::features::GroupWriter;
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Inputs, PerSeat, Seat, groups};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::{DevelopmentId, Developments};
use crate::limits::{MARKET, MAX_DEVELOPMENTS, MAX_OFFER, MAX_SET, PLAYERS, QUEUE};
use crate::state::State;
use crate::words::{Class, Decision, Event, Made};
use potential::Potential;
use standing::{Horizon, Standing, hand_worth, is_perfect, own_hand};

/// The kinds of decision that come up.
const KINDS: usize = Decision::COUNT - 1;
/// The maximum number of players.
const SEATS: usize = *PLAYERS.end();
/// The levels of cards of a type in a hand, from 1.
const HELD: usize = 4;
/// The levels of cards of a type elsewhere, from 1.
const SOME: usize = 3;
/// The levels of cards of a set, from 0.
const SET: usize = MAX_SET as usize + 1;
/// The levels of different goods, from 0.
const DIFFERENT: usize = Card::GOODS + 1;
/// The levels of what a hand is worth, two doubloons each, from 0.
const WORTH: usize = 21;
/// The stages of a round in which the worth of a hand means different things.
const STAGES: usize = 4;
/// The levels of a lead in doubloons, two each.
const LEAD: usize = 16;
/// The kinds of development card in the queue.
const QUEUED: usize = 8;

/// What all seats share.
struct Common {
    horizon: Horizon,
    standings: PerSeat<Standing>,
    /// The doubloons that each seat can expect.
    prospects: PerSeat<f32>,
    /// The maximum of them.
    best: f32,
    /// The seat that decides and may lay combinations, if the Progress phase is under way.
    in_turn: Option<Seat>,
}

impl Common {
    fn new(game: &MundusNovus, state: &State) -> Self {
        let horizon = Horizon::new(game, state);
        let standings = PerSeat::from_fn(game.rules.players, |seat| Standing::new(game, state, seat));
        let prospects = standings.map(|standing| standing.prospect(horizon.rounds));
        let best = prospects.iter().copied().fold(f32::MIN, f32::max);
        let turn = state.decision.is_progress() && state.decision != Decision::Store;
        Self { horizon, standings, prospects, best, in_turn: turn.then_some(state.seat) }
    }
}

/// One seat, with what several groups need.
struct Place<'a> {
    seat: Seat,
    standing: &'a Standing,
    /// The doubloons of the richest other seat.
    rival: u16,
    /// Other seats with more doubloons.
    richer: usize,
    /// Doubloons that the end of this round pays it.
    pay: u16,
    /// What the seat can make of the cards that the observer knows it to have.
    potential: Potential,
    /// Those cards, if the seat is not the observer.
    seen: Option<Cards>,
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
        let others = || Seat::all(game.rules.players).filter(|&other| other != seat);
        let own = (seat == observer).then(|| Own::new(game, state, common, seat));
        let seen = (seat != observer).then(|| state.known[seat][observer]);
        let cards = own.as_ref().map_or(state.known[seat][observer], |own| own.usable(state));
        let mut merchants = standing.merchants;
        if common.in_turn == Some(seat) {
            merchants = merchants.map_with_key(|class, free| free - state.used[class]);
        }
        Self {
            seat,
            standing,
            rival: others().map(|other| state.money[other]).max().unwrap_or(0),
            richer: others().filter(|&other| state.money[other] > standing.money).count(),
            pay: standing.income + standing.shipyards + game.estefano_bonus(state, seat),
            potential: Potential::new(game, state, seat, cards, merchants),
            seen,
            own,
        }
    }

    /// Returns whether the seat decides, and how many cards it still chooses is no secret from the observer.
    fn shows_left(&self, state: &State) -> bool {
        let open = state.decision == Decision::Pick;
        state.seat == self.seat && (open || state.decision.sets_aside() && self.own.is_some())
    }

    /// Returns the developments of the queue that a set of the own cards can win.
    fn reach(&self, state: &State) -> Developments {
        let reach = state.queue.as_slice().iter().take(self.potential.access);
        reach.copied().fold(Developments::EMPTY, Developments::with)
    }
}

/// Makes one index active for each type that is there: its count, from 1 to `most`.
#[inline(always)]
fn each_card(out: &mut GroupWriter<'_, '_>, cards: Cards, most: usize) {
    for card in cards.types() {
        out.set(most * card.index() + usize::from(cards.count(card)).min(most) - 1);
    }
}

/// Returns the cards that a seat's fleets still pick, and those that others pick before its next one.
fn picks(state: &State, seat: Seat) -> Option<(usize, usize)> {
    let (mut own, mut before) = (0, 0);
    let (mut fleets, mut picks) = (state.fleets, usize::from(state.left));
    while fleets != 0 {
        if (fleets & 7) as usize == seat.index() {
            own += picks;
        } else if own == 0 {
            before += picks;
        }
        fleets >>= 8;
        picks = (fleets >> 3 & 31) as usize;
    }
    (own > 0).then_some((own, before))
}

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
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat(game: &MundusNovus, state: &State, common: &Common, place: &Place<'_>) {
        "decides"[KINDS], "The kind of decision, if the seat decides."
            => |out| out.set_if(state.decision.index(), state.seat == place.seat);
        "master"[SEATS], "Places clockwise from the Trade Master."
            => |out| out.level(game.rules.distance(state.trade_master, place.seat));
        "turns_before"[SEATS], "Turns of the Progress phase before its own, the one under way included, unless its own is over."
            => |out| if common.in_turn.is_some() && !place.standing.had_turn {
                out.level(game.rules.distance(state.seat, place.seat));
            };
        "picks"[6], "Cards that its fleets still pick in this round: 1 to 6 or more."
            => |out| if let Some((own, _)) = picks(state, place.seat) { out.level(own - 1) };
        "picks_before"[6], "Cards that other fleets pick before its next one, from 0 to 5 or more."
            => |out| if let Some((_, before)) = picks(state, place.seat) { out.level(before) };
        "left"[6], "Cards that it still chooses at this decision, from 0 to 5 or more; of secret choices its own only."
            => |out| if place.shows_left(state) { out.level(state.left.into()) };
        "trade"[4], "Whether it may be robbed; was robbed by the take at hand; made the latest take; is due a gift."
            => |out| {
                let other = state.other == Some(place.seat);
                out.set_if(0, state.victims.has(place.seat));
                out.set_if(1, other && state.decision == Decision::Swap);
                out.set_if(2, state.last == Some(place.seat));
                out.set_if(3, other && state.decision == Decision::Compensate);
            };
        "gift"[2], "Whether it gave the secret gift of this round; whether it got it."
            => |out| if let Some(gift) = state.gift {
                out.set_if(0, gift.from == place.seat);
                out.set_if(1, gift.to == place.seat);
            };
        "perfect"[1], "Whether it has made a perfect combination in this round."
            => |out| out.set_if(0, place.standing.perfect);
        "owned"[MAX_DEVELOPMENTS], "Developments, in the order of the card table."
            => |out| out.bits(state.owned[place.seat].bits());
        "caravels"[6], "Caravels, from 0 to 5 or more."
            => |out| out.level(place.standing.caravels);
        "merchants"[3 * Class::COUNT], "Merchants of each class: 1 to 3 or more; 3 indices for a class."
            => |out| for (class, &merchants) in place.standing.merchants.iter() {
                if merchants > 0 { out.set(3 * class.index() + usize::from(merchants).min(3) - 1) }
            };
        "slots"[6], "Places in warehouses, from 0 to 5 or more."
            => |out| out.level(place.standing.slots);
        "usable_slots"[6], "Places that it may use in this round, from 0 to 5 or more."
            => |out| out.level(game.usable_slots(state, place.seat).into());
        "income"[16], "Doubloons of fixed income, from 0 to 15 or more."
            => |out| out.level(place.standing.income.into());
        "shipyards"[8], "Doubloons that its shipyards pay in a round, from 0 to 7 or more."
            => |out| out.level(place.standing.shipyards.into());
        "to_end"[39], "Doubloons that it lacks to end the game, in twos from 0 to 76 or more."
            => |out| out.level(usize::from(game.rules.end.money.saturating_sub(place.standing.money)) / 2);
        "finish"[20], "The same less what the end of this round pays it, one by one to 19 or more; not once that is paid."
            => |out| if state.decision != Decision::Store {
                out.level(game.rules.end.money.saturating_sub(place.standing.money + place.pay).into());
            };
        "richer"[SEATS], "Other seats with more doubloons."
            => |out| out.level(place.richer);
        "behind"[LEAD], "Doubloons behind the richest other seat, in twos from 1 to 31 or more."
            => |out| if let Some(behind) = place.rival.checked_sub(place.standing.money + 1) {
                out.level(usize::from(behind) / 2);
            };
        "ahead"[LEAD], "Doubloons ahead of the richest other seat, in twos from 0 to 30 or more."
            => |out| if let Some(ahead) = place.standing.money.checked_sub(place.rival) {
                out.level(usize::from(ahead) / 2);
            };
        "cards"[16], "Cards in hand, set aside or offered, before its turn of the round is over: 0 to 15 or more."
            => |out| if !place.standing.had_turn { out.level(place.standing.cards) };
        "cards_after"[8], "The same after its turn: 0 to 7 or more."
            => |out| if place.standing.had_turn { out.level(place.standing.cards) };
        "offered"[MAX_OFFER as usize + 1], "Cards of its open offer, from 0."
            => |out| if state.decision.shows_offers() { out.level(place.standing.offered) };
        "offer"[2 * Card::COUNT], "Cards of each type in its open offer: 1, 2 or more; 2 indices for a type."
            => |out| if state.decision.shows_offers() { each_card(&mut out, state.aside[place.seat], 2) };
        "estimate"[25], "Its lag behind the best seat by the public part of the hand-written estimate, in thirds of log-odds: 0 to 24 or more."
            => |out| {
                let behind = (common.best - common.prospects[place.seat]) / common.horizon.scale;
                out.level((3.0 * behind) as usize);
            };
        "known"[SOME * Card::COUNT], "Cards of each type that the observer knows another seat to have, a gift of this round included: 1 to 3 or more."
            => |out| if let Some(known) = place.seen { each_card(&mut out, known, SOME) };
        "unknown"[12], "Cards of another seat that the observer does not know, from 0 to 11 or more."
            => |out| if let Some(known) = place.seen {
                let hidden = place.standing.cards - place.standing.offered;
                out.level(hidden.saturating_sub(known.len()));
            };
        "known_set"[SET], "Cards of the largest set in what the observer knows of another seat, from 0."
            => |out| if place.seen.is_some() { out.level(place.potential.largest()) };
        "known_access"[QUEUE + 1], "Places of the queue to which that set gives access."
            => |out| if place.seen.is_some() { out.level(place.potential.access) };
        "known_different"[DIFFERENT], "Different goods that it can make of what the observer knows."
            => |out| if place.seen.is_some() { out.level(place.potential.different) };
        "hand"[HELD * Card::COUNT], "Cards of each type in the observer's own hand: 1 to 4 or more."
            => |out| if let Some(own) = &place.own { each_card(&mut out, own.hand, HELD) };
        "aside"[SOME * Card::COUNT], "Cards of each type that the observer has set aside in secret: 1 to 3 or more."
            => |out| if let Some(own) = &place.own { each_card(&mut out, own.aside, SOME) };
        "sets"[SET * Class::COUNT], "Cards of the observer's largest set of each class, from 0; 6 indices for a class."
            => |out| if place.own.is_some() {
                for (class, &size) in place.potential.sets.iter() {
                    out.set(SET * class.index() + usize::from(size));
                }
            };
        "access"[QUEUE + 1], "Places of the queue to which the observer's best set gives access."
            => |out| if place.own.is_some() { out.level(place.potential.access) };
        "reach"[MAX_DEVELOPMENTS], "The developments at those places."
            => |out| if place.own.is_some() { out.bits(place.reach(state).bits()) };
        "different"[DIFFERENT], "Different goods that the observer can make."
            => |out| if place.own.is_some() { out.level(place.potential.different) };
        "worth"[WORTH * STAGES], "Worth of the observer's cards by the policy, in two doubloons: until the reveal, in the trade, until its turn ends, after it."
            => |out| if let Some(own) = &place.own {
                out.set(WORTH * own.stage + (own.worth / 2.0).clamp(0.0, (WORTH - 1) as f32) as usize);
            };
        "own_estimate"[30], "What these cards add by the hand-written estimate, in thirds of log-odds: -4 or less to 5.7 or more."
            => |out| if let Some(own) = &place.own {
                out.set((3.0 * (own.odds + 4.0)).clamp(0.0, 29.0) as usize);
            };
        "perfect_hand"[1], "Whether the observer can make a perfect combination."
            => |out| if let Some(own) = &place.own { out.set_if(0, is_perfect(own.worth)) };
        "doubloons"[1] of 20, 120, "Doubloons; 20 make an input of 1."
            => |out| out.number(0, place.standing.money);
        "prospect"[1] of 20, 200, "Doubloons that the hand-written estimate expects; 20 make an input of 1."
            => |out| out.number(0, common.prospects[place.seat] as u32);
        "promise"[1] of 20, 80, "Worth of the observer's cards by the policy, in half doubloons; 20 make an input of 1."
            => |out| if let Some(own) = &place.own { out.number(0, (2.0 * own.worth.max(0.0)) as u32) };
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table(game: &MundusNovus, state: &State, common: &Common) {
        "players"[SEATS - 1], "Players, from 2."
            => |out| out.level(game.rules.players - 2);
        "decision"[KINDS], "The kind of decision."
            => |out| out.set(state.decision.index());
        "round"[20], "The round, from 1 to 20 or more."
            => |out| out.level(usize::from(state.round.saturating_sub(1)));
        "rounds_left"[20], "Rounds after this one, by the doubloons of the richest seat, in halves from 0."
            => |out| out.level((2.0 * common.horizon.rounds) as usize);
        "event"[Event::COUNT], "The event of the round."
            => |out| out.set(state.event.index());
        "ends"[3], "Whether the game ends with this round by perfection; by doubloons; by a short queue."
            => |out| {
                out.set_if(0, !state.perfect.is_empty());
                out.set_if(1, state.money.values().any(|&money| money >= game.rules.end.money));
                out.set_if(2, state.queue.len() < QUEUE);
            };
        "queue"[MAX_DEVELOPMENTS], "Developments in the queue, in the order of the card table."
            => |out| out.bits(state.queue.set().bits());
        "queued"[QUEUED * QUEUE], "At each place of the queue: caravel, 3 classes of merchants, small and large warehouse, shipyard, or another."
            => |out| for (position, &id) in state.queue.as_slice().iter().enumerate() {
                out.set(QUEUED * position + queued(game, id));
            };
        "next_event"[Event::COUNT], "The event that the head of the queue would bring in the next round."
            => |out| if let Some(&head) = state.queue.as_slice().first() {
                out.set(game.rules.printed(head).icon.index());
            };
        "deck"[20], "Face-down developments, from 0 to 19 or more."
            => |out| out.level(state.deck.len());
        "caravels"[12], "Caravels of all seats, from 0 to 11 or more."
            => |out| out.level(common.standings.iter().map(|standing| standing.caravels).sum());
        "market"[MARKET * Card::COUNT], "Cards of each type in the market: 1 to 3; 3 indices for a type."
            => |out| each_card(&mut out, state.market, MARKET);
        "supply"[SOME * Card::COUNT], "Open supply cards of each type: 1 to 3 or more."
            => |out| each_card(&mut out, state.supply, SOME);
        "announced"[MAX_OFFER as usize + 1], "The size of the offers, while they are made."
            => |out| if state.decision == Decision::Offer { out.level(state.size.into()) };
        "size"[SET + 4], "Cards of the set or the different combination under way."
            => |out| if state.decision.is_progress() && state.size > 0 { out.level(state.size.into()) };
        "good"[Card::GOODS], "The good of the set under way."
            => |out| if let Some(good) = state.card.filter(|_| state.decision.is_progress()) { out.set(good.index()) };
        "taken"[Card::COUNT], "The card that was just taken."
            => |out| if state.decision == Decision::Swap && let Some(card) = state.card { out.set(card.index()) };
        "jokers"[SET], "Relics of the set under way, once chosen."
            => |out| if matches!(state.decision, Decision::Convert | Decision::Source) {
                out.level(state.jokers.into());
            };
        "made"[Made::COUNT], "The last combination of the turn."
            => |out| if let Some(made) = state.made { out.set(made.index()) };
        "used"[3 * Class::COUNT], "Merchants of each class used in this turn: 1 to 3 or more; 3 indices for a class."
            => |out| for (class, &used) in state.used.iter() {
                if used > 0 { out.set(3 * class.index() + usize::from(used).min(3) - 1) }
            };
        "draw"[14], "Cards in the draw pile in tens, rounded down, to 130 or more."
            => |out| out.level(state.draw.len() / 10);
        "discarded"[4] of 10, 60, "Discarded common, uncommon, rare goods and relics; 10 make an input of 1."
            => |out| {
                for (index, cards) in Card::ALL.chunks(Class::COUNT).enumerate() {
                    let count = |&card: &Card| u32::from(state.discard.count(card));
                    out.number(index, cards.iter().map(count).sum::<u32>());
                }
            };
    }
}

static FEATURES: FeatureTable =
    FeatureTable { version: 1, seat: SEAT, table: TABLE, action: actions::ACTION };

impl Features for MundusNovus {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(self, state, &common, seat, observer);
            write_seat(self, state, &common, &place, out.seat_mut(seat));
        }
        write_table(self, state, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        actions::write(self, state, action, out);
    }
}

#[cfg(test)]
mod tests;
