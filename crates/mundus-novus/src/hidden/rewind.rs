//! Taking a world back over a decision (law 11): within a round, from the picks on.
//!
//! The cards of the other seats follow from those that they have afterwards and from what they gained and lost in
//! between, openly or as the world says. Chance has no part in that window: the supply is dealt before it, and the
//! steps that turn up cards or show those of several seats at once (Sergio's purchase, the pirates, the store, a trade
//! that is closed as soon as the offers are open) close it.
//!
//! # The gift
//! A bystander's world says which card was given as long as the receiver has it, or if the bystander knew it of the
//! giver. Otherwise the receiver has shown it, the world does not say which of the shown cards it was, and the gift
//! cannot be taken back. A world can also say that the receiver has shown the gift where it has shown the only such card
//! that it was known to have before: bystanders are not credited with such deductions (6.2). The giver then knows less
//! before that decision, and the gift cannot be taken back either.
//!
//! # How often worlds are drawn
//! Worlds are drawn by physical cards. A seat that holds C cards of a type, of which the observer knows K, is drawn
//! choose(C, A) times with A of them set aside. Before A of them are shown it is drawn choose(C - K, A - K) times for each
//! time that the rest is drawn afterwards, since known cards count as shown first (6.2). What a bystander knows of giver
//! and gift together counts as the giver's, which is a small approximation.

use tradewinds_game::{Actions, Edge, PerSeat, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::state::State;
use crate::words::{Decision, Made};

/// Puts into `before` what `after` says was hidden, see [`Game::rewind`](tradewinds_game::Game::rewind).
pub(crate) fn rewind(
    game: &MundusNovus,
    before: &mut State,
    after: &State,
    observer: Seat,
    edge: Edge,
    hidden: &mut Actions<Action>,
) -> Option<f32> {
    if before.round != after.round || after.decision == Decision::GameOver {
        return None;
    }
    let (players, chooser) = (game.rules.players, before.seat);
    let is_own = chooser == observer;
    let was_open = after.decision.shows_offers();
    // All cards of the seats but open offers; afterwards, then before.
    let mut cards = PerSeat::from_fn(players, |seat| match was_open {
        true => after.hand[seat],
        false => after.hand[seat].plus(after.aside[seat]),
    });
    let code = edge.without_outcome().bits();
    let mut ratio = 1.0;
    match before.decision {
        Decision::Split
        | Decision::Announce
        | Decision::Tie
        | Decision::Take
        | Decision::FirstPlayer
        | Decision::Jokers
        | Decision::Develop => {}
        Decision::Pick => {
            if !take(&mut cards[chooser], before.supply.without(after.supply)) {
                return None;
            }
        }
        Decision::Offer => {
            if was_open {
                for seat in Seat::all(players) {
                    cards[seat] = cards[seat].plus(after.aside[seat]);
                    if seat != observer {
                        ratio *= ways(cards[seat], after.aside[seat]);
                        ratio /= ways_to_show(before, observer, seat, cards[seat], after.aside[seat]);
                    }
                }
            } else if after.decision != Decision::Offer {
                // The trade was closed at once.
                return None;
            }
        }
        Decision::Swap => {
            let gained = match before.card {
                Some(taken) if code == Action::Keep.code() => taken,
                _ => Card::from_index((code & 0xFF) as usize).expect("an edge of a swap names the card"),
            };
            if !take(&mut cards[chooser], Cards::one(gained)) {
                return None;
            }
            if after.decision != Decision::Take {
                // The trade is over: the robbed seat took back its offer, and a barred one its own (J12).
                for seat in Seat::all(players) {
                    if !take(&mut cards[seat], before.aside[seat]) {
                        return None;
                    }
                }
            }
        }
        Decision::Compensate => {
            let to = before.other?;
            let given = match is_own || to == observer {
                true => Card::from_index((code & 0xFF) as usize),
                // The giver alone knows it of the receiver, as long as the receiver has it.
                false => Some(after.known[to][chooser].without(after.known[to][observer]))
                    .filter(|held| held.len() == 1)
                    .and_then(Cards::lowest),
            };
            let card = given?;
            if !take(&mut cards[to], Cards::one(card)) {
                return None;
            }
            cards[chooser] = cards[chooser].plus(Cards::one(card));
            if to == observer {
                ratio /= ways_to_show(before, observer, chooser, cards[chooser], Cards::one(card));
            } else if !is_own {
                ratio /= ways(cards[chooser], Cards::one(card));
                hidden.push(Action::Give(card));
            }
        }
        Decision::Turn | Decision::Convert | Decision::Source | Decision::Lay => {
            let laid = after.discard.without(before.discard);
            cards[chooser] = cards[chooser].plus(laid);
            if !is_own {
                ratio /= ways_to_show(before, observer, chooser, cards[chooser], laid);
                list_laid(before, laid, hidden);
            }
        }
        Decision::Coronado | Decision::Sergio | Decision::Pirates | Decision::Store | Decision::GameOver => {
            return None;
        }
    }

    let is_offer = before.decision == Decision::Offer;
    for seat in Seat::all(players).filter(|&seat| seat != observer) {
        if is_offer && game.has_committed(before, seat) {
            before.aside[seat] = after.aside[seat];
        } else if !before.decision.shows_offers() {
            before.aside[seat] = Cards::NONE;
        }
        let aside = if before.decision.shows_offers() { Cards::NONE } else { before.aside[seat] };
        if !cards[seat].contains(aside) {
            return None;
        }
        before.hand[seat] = cards[seat].minus(aside);
    }
    before.draw = after.draw;
    if !is_own && before.decision.sets_aside() {
        before.left = game.needed(before, chooser);
        if is_offer {
            ratio /= ways(cards[chooser], after.aside[chooser]);
            hidden.extend(after.aside[chooser].iter().map(Action::Offer));
            if hidden.len() < usize::from(before.size) {
                hidden.push(Action::Done);
            }
        }
    }
    // A seat that had to make a combination did not go on without one (J1).
    let goes_on = code == Action::End.code() || matches!(after.made, Some(Made::Relics));
    if before.decision == Decision::Turn && goes_on && game.owes_combination(before) {
        return None;
    }
    spread_gift(before, after, observer);
    Some(ratio)
}

/// Returns the number of ways to choose `chosen` from a seat's physical cards. Worlds are drawn by physical cards, and
/// policies choose types.
fn ways(cards: Cards, chosen: Cards) -> f32 {
    let ways = |card: Card| {
        let (of, number) = (u32::from(cards.count(card)), u32::from(chosen.count(card)));
        (0..number).fold(1, |ways, taken| ways * (of - taken) / (taken + 1))
    };
    Card::ALL.into_iter().map(ways).product::<u32>() as f32
}

/// Returns how often a seat's cards are drawn before it shows some of them, for each time that the rest is drawn
/// afterwards, up to a factor that the shown cards alone determine: cards that the observer knows count as shown first,
/// and `ways` are those of the others.
fn ways_to_show(before: &State, observer: Seat, seat: Seat, cards: Cards, shown: Cards) -> f32 {
    let known = before.known[seat][observer];
    ways(cards.without(known), shown.without(known))
}

/// Takes cards away; returns whether they were there.
fn take(from: &mut Cards, cards: Cards) -> bool {
    let has = from.contains(cards);
    if has {
        *from = from.minus(cards);
    }
    has
}

/// Lists the cards that another seat chose one by one, where the others only see them together.
fn list_laid(before: &State, laid: Cards, hidden: &mut Actions<Action>) {
    match before.decision {
        Decision::Lay => hidden.extend(laid.iter().map(Action::Lay)),
        Decision::Source => {
            let good = before.card.expect("a set under way has a good");
            let held = Cards::of(good, before.size - before.jokers - before.conversions)
                .plus(Cards::of(Card::RELIC, before.jokers));
            hidden.extend(laid.without(held).iter().map(Action::From));
        }
        _ => {}
    }
}

/// Makes what giver and receiver know of each other fit the world, where `observer` did not see the gift.
fn spread_gift(before: &mut State, after: &State, observer: Seat) {
    let Some(gift) = before.gift.filter(|gift| gift.has_bystander(observer)) else { return };
    let (from, to) = (gift.from, gift.to);
    // The receiver no longer counts the given card among the giver's, if the observer still does.
    let missing = after.known[from][observer].without(after.known[from][to]);
    let known = before.known[to][observer];
    let mut held = after.known[to][from].without(after.known[to][observer]);
    let is_laid = after.shown.contains(missing) && before.shown.intersection(missing).is_empty();
    if held.is_empty() && is_laid && before.hand[to].contains(known.plus(missing)) {
        // The receiver loses it with this decision.
        held = missing;
    }
    before.known[to][from] = known.plus(held);
    before.known[from][to] = before.known[from][observer].without(missing);
}

#[cfg(test)]
mod tests;
