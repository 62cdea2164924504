//! The block of a seat.

use tradewinds_game::{Seat, groups};

use super::standing::is_perfect;
use super::{CARDS, Common, DIFFERENT, KIND_WORDS, KINDS, Place, SEATS, SET, STAGES, write_cards};
use crate::MundusNovus;
use crate::card::Card;
use crate::limits::{MAX_DEVELOPMENTS, MAX_OFFER, QUEUE};
use crate::state::State;
use crate::words::{Class, Decision};

/// The last level of a lead in doubloons, two each.
const LEAD: u16 = 15;

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

groups! {
    /// The groups of a seat's block.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(
        game: &MundusNovus, state: &State, observer: Seat, seat: Seat; common: &Common, place: &Place<'_>,
    ) {
        sparse "decides"[KINDS] of KIND_WORDS, "The kind of decision, if the seat decides."
            => |out| out.set_if(state.decision.index(), state.seat == seat);
        dense "decides"[1], "Whether the seat decides."
            => |out| out.set_if(0, state.seat == seat && state.decision != Decision::GameOver);
        "master"[1], levels 0 to (SEATS - 1), "Places clockwise from the Trade Master."
            => |out| out.level(game.rules.distance(state.trade_master, seat));
        sparse "turns_before"[1], levels 0 to (SEATS - 1), "Turns of the Progress phase before its own, the one under way included, unless its own is over."
            => |out| if common.in_turn.is_some() && !place.standing.had_turn {
                out.level(game.rules.distance(state.seat, seat));
            };
        dense "first"[1], "Whether it began the Progress phase."
            => |out| out.set_if(0, state.first == Some(seat));
        "picks"[1], levels 1 to 6, "Cards that its fleets still pick in this round."
            => |out| if let Some((own, _)) = picks(state, seat) { out.level(own) };
        sparse "picks_before"[1], levels 0 to 5, "Cards that other fleets pick before its next one."
            => |out| if let Some((_, before)) = picks(state, seat) { out.level(before) };
        sparse "left"[1], levels 0 to 5, "Cards that it still chooses at this decision; of secret choices its own only."
            => |out| {
                let shown = state.decision == Decision::Pick || state.decision.sets_aside() && place.own.is_some();
                if state.seat == seat && shown { out.level(state.left) }
            };
        "trade"[4] of &["victim", "robbed", "last", "due"], "Whether it may be robbed; was robbed by the take at hand; made the latest take; is due a gift."
            => |out| {
                let other = state.other == Some(seat);
                out.set_if(0, state.victims.has(seat));
                out.set_if(1, other && state.decision == Decision::Swap);
                out.set_if(2, state.last == Some(seat));
                out.set_if(3, other && state.decision == Decision::Compensate);
            };
        dense "previous"[1], "Whether it made the take before the latest one."
            => |out| out.set_if(0, state.previous == Some(seat));
        "gift"[2] of &["from", "to"], "Whether it gave the secret gift of this round; whether it got it."
            => |out| if let Some(gift) = state.gift {
                out.set_if(0, gift.from == seat);
                out.set_if(1, gift.to == seat);
            };
        "perfect"[1], "Whether it has made a perfect combination in this round."
            => |out| out.set_if(0, state.is_perfect(seat));
        "owned"[MAX_DEVELOPMENTS], "Developments, in the order of the card table."
            => |out| out.bits(state.owned[seat].bits());
        sparse "caravels"[1], levels 0 to 5, "Caravels."
            => |out| out.level(place.standing.caravels);
        sparse "merchants"[Class::COUNT] of &Class::WORDS, levels 1 to 3, "Merchants of each class."
            => |out| for (class, &merchants) in place.standing.merchants.iter() {
                out.count(class.index(), merchants);
            };
        sparse "slots"[1], levels 0 to 5, "Places in warehouses."
            => |out| out.level(place.standing.slots);
        sparse "usable_slots"[1], levels 0 to 5, "Places that it may use in this round."
            => |out| out.level(game.usable_slots(state, seat));
        sparse "income"[1], levels 0 to 15, "Doubloons of fixed income."
            => |out| out.level(place.standing.income);
        sparse "shipyards"[1], levels 0 to 7, "Doubloons that its shipyards pay in a round."
            => |out| out.level(place.standing.shipyards);
        sparse "to_end"[1], levels 0 to 38, "Doubloons that it lacks to end the game, in twos."
            => |out| out.level(game.rules.end.money.saturating_sub(place.standing.money) / 2);
        sparse "finish"[1], levels 0 to 19, "The same less what the end of this round pays it, one by one; not once that is paid."
            => |out| if state.decision != Decision::Store {
                out.level(game.rules.end.money.saturating_sub(place.standing.money + place.pay));
            };
        sparse "richer"[1], levels 0 to (SEATS - 1), "Other seats with more doubloons."
            => |out| out.level(place.richer);
        sparse "behind"[1], levels 0 to LEAD, "Doubloons behind the richest other seat, in twos from 1."
            => |out| if let Some(behind) = place.rival.checked_sub(place.standing.money + 1) {
                out.level(behind / 2);
            };
        sparse "ahead"[1], levels 0 to LEAD, "Doubloons ahead of the richest other seat, in twos from 0."
            => |out| if let Some(ahead) = place.standing.money.checked_sub(place.rival) { out.level(ahead / 2) };
        sparse "cards"[1], levels 0 to 15, "Cards in hand, set aside or offered, before its turn of the round is over."
            => |out| if !place.standing.had_turn { out.level(place.standing.cards) };
        sparse "cards_after"[1], levels 0 to 7, "The same after its turn."
            => |out| if place.standing.had_turn { out.level(place.standing.cards) };
        dense "cards"[1], number 10, "Cards in hand, stored or set aside."
            => |out| out.number(0, state.hidden_len(seat));
        sparse "offered"[1], levels 0 to MAX_OFFER, "Cards of its open offer."
            => |out| if state.decision.shows_offers() { out.level(place.standing.offered) };
        "offer"[Card::COUNT] of CARDS, levels 1 to 2, "Cards of each type in its open offer."
            => |out| if state.decision.shows_offers() { write_cards(&mut out, state.aside[seat]) };
        sparse "estimate"[1], levels 0 to 24, "Its lag behind the best seat by the public part of the hand-written estimate, in thirds of log-odds."
            => |out| {
                let behind = (common.best - common.prospects[seat]) / common.horizon.scale;
                out.level((3.0 * behind) as u16);
            };
        "known"[Card::COUNT] of CARDS, levels 1 to 3, "Cards of each type that the observer knows another seat to have, a gift of this round included."
            => |out| if seat != observer { write_cards(&mut out, state.known[seat][observer]) };
        dense "knows"[Card::COUNT] of CARDS, number 2, "Cards of the observer that another seat knows."
            => |out| if seat != observer {
                for card in state.known[observer][seat].types() {
                    out.number(card.index(), state.known[observer][seat].count(card));
                }
            };
        sparse "unknown"[1], levels 0 to 11, "Cards of another seat that the observer does not know."
            => |out| if seat != observer {
                let hidden = place.standing.cards - place.standing.offered;
                out.level(hidden.saturating_sub(state.known[seat][observer].len()));
            };
        sparse "known_set"[1], levels 0 to (SET - 1), "Cards of the largest set in what the observer knows of another seat."
            => |out| if seat != observer { out.level(place.potential.largest()) };
        sparse "known_access"[1], levels 0 to QUEUE, "Places of the queue to which that set gives access."
            => |out| if seat != observer { out.level(place.potential.access) };
        sparse "known_different"[1], levels 0 to (DIFFERENT - 1), "Different goods that it can make of what the observer knows."
            => |out| if seat != observer { out.level(place.potential.different) };
        "hand"[Card::COUNT] of CARDS, levels 1 to 4, "Cards of each type in the observer's own hand."
            => |out| if seat == observer { write_cards(&mut out, state.hand[seat]) };
        "aside"[Card::COUNT] of CARDS, levels 1 to 3, "Cards of each type that the observer has set aside in secret, or has stored."
            => |out| if seat == observer && !state.decision.shows_offers() { write_cards(&mut out, state.aside[seat]) };
        sparse "sets"[Class::COUNT] of &Class::WORDS, levels 0 to (SET - 1), "Cards of the observer's largest set of each class."
            => |out| if place.own.is_some() {
                for (class, &size) in place.potential.sets.iter() { out.count(class.index(), size) }
            };
        sparse "access"[1], levels 0 to QUEUE, "Places of the queue to which the observer's best set gives access."
            => |out| if place.own.is_some() { out.level(place.potential.access) };
        sparse "reach"[MAX_DEVELOPMENTS], "The developments at those places."
            => |out| if place.own.is_some() { out.bits(place.reach(state).bits()) };
        sparse "different"[1], levels 0 to (DIFFERENT - 1), "Different goods that the observer can make."
            => |out| if place.own.is_some() { out.level(place.potential.different) };
        sparse "worth"[STAGES] of &["supply", "trade", "progress", "after"], levels 0 to 20, "Worth of the observer's cards by the policy, in two doubloons: until the reveal, in the trade, until its turn ends, after it."
            => |out| if let Some(own) = &place.own { out.count(own.stage, (own.worth / 2.0) as u16) };
        sparse "own_estimate"[1], levels 0 to 29, "What these cards add by the hand-written estimate, in thirds of log-odds from -4."
            => |out| if let Some(own) = &place.own { out.level((3.0 * (own.odds + 4.0)) as u16) };
        sparse "perfect_hand"[1], "Whether the observer can make a perfect combination."
            => |out| if let Some(own) = &place.own { out.set_if(0, is_perfect(own.worth)) };
        "doubloons"[1], number 20 to 120, "Doubloons."
            => |out| out.number(0, state.money[seat]);
        sparse "prospect"[1], number 20 to 200, "Doubloons that the hand-written estimate expects."
            => |out| out.number(0, common.prospects[seat] as u16);
        sparse "promise"[1], number 20 to 80, "Worth of the observer's cards by the policy, in half doubloons."
            => |out| if let Some(own) = &place.own { out.number(0, (2.0 * own.worth) as u16) };
    }
}
