//! Taking a world back over a decision (law 11): within a round, from the picks on.
//!
//! The cards of the other seats follow from those that they have afterwards and from what they gained and lost in
//! between, openly or as the world says. Chance has no part in that window: the supply is dealt before it, and the
//! steps that turn up cards or show those of several seats at once (Sergio's purchase, the pirates, the store) close
//! it.

use tradewinds_game::{Actions, Edge, PerSeat, Seat};

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::state::State;
use crate::words::Decision;

/// Puts into `before` what `after` says was hidden, see [`Game::rewind`](tradewinds_game::Game::rewind).
pub(crate) fn rewind(
    game: &MundusNovus,
    before: &mut State,
    after: &State,
    observer: Seat,
    edge: Edge,
    hidden: &mut Actions<Action>,
) -> bool {
    if before.round != after.round || after.decision == Decision::GameOver {
        return false;
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
                return false;
            }
        }
        Decision::Offer => {
            if was_open {
                Seat::all(players).for_each(|seat| cards[seat] = cards[seat].plus(after.aside[seat]));
            } else if after.decision != Decision::Offer {
                // The trade was closed at once.
                return false;
            }
        }
        Decision::Swap => {
            let gained = match before.card {
                Some(taken) if code == Action::Keep.code() => taken,
                _ => Card::from_index((code & 0xFF) as usize).expect("an edge of a swap names the card"),
            };
            if !take(&mut cards[chooser], Cards::one(gained)) {
                return false;
            }
            if after.decision != Decision::Take {
                // The trade is over: the robbed seat took back its offer.
                let Some(due) = before.other else { return false };
                if !take(&mut cards[due], before.aside[due]) {
                    return false;
                }
            }
        }
        Decision::Compensate => {
            let Some(to) = before.other else { return false };
            let given = match is_own || to == observer {
                true => Card::from_index((code & 0xFF) as usize),
                // The giver alone knows it of the receiver, as long as the receiver has it.
                false => Some(after.known[to][chooser].without(after.known[to][observer]))
                    .filter(|held| held.len() == 1)
                    .and_then(Cards::lowest),
            };
            let Some(card) = given else { return false };
            if !take(&mut cards[to], Cards::one(card)) {
                return false;
            }
            cards[chooser] = cards[chooser].plus(Cards::one(card));
            if !is_own && to != observer {
                hidden.push(Action::Give(card));
            }
        }
        Decision::Turn | Decision::Convert | Decision::Source | Decision::Lay => {
            let laid = after.discard.without(before.discard);
            cards[chooser] = cards[chooser].plus(laid);
            if !is_own {
                list_laid(before, laid, hidden);
            }
        }
        Decision::Coronado | Decision::Sergio | Decision::Pirates | Decision::Store | Decision::GameOver => {
            return false;
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
            return false;
        }
        before.hand[seat] = cards[seat].minus(aside);
    }
    before.draw = after.draw;
    if !is_own && before.decision.sets_aside() {
        before.left = game.needed(before, chooser);
        if is_offer {
            hidden.extend(after.aside[chooser].iter().map(Action::Offer));
            if hidden.len() < usize::from(before.size) {
                hidden.push(Action::Done);
            }
        }
    }
    spread_gift(before, after, observer);
    true
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
    let held = after.known[to][from].without(after.known[to][observer]);
    before.known[to][from] = before.known[to][observer].plus(held);
    before.known[from][to] = before.known[from][observer].without(held);
}
