//! Why something cannot be chosen now, in a few words, and what the others wait for.

use tradewinds_game::{Actions, Game, Phrase, Seat, counted};

use crate::action::{Action, Claim, OpenCard};
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::{MAX_RELICS, MAX_SET, MIN_DIFFERENT, MIN_SET};
use crate::play::most_different;
use crate::words::{Decision, Event, Made};
use crate::{MundusNovus, State};

/// Says what the seat that decides does.
pub(super) fn deed(state: &State) -> Phrase {
    match state.decision {
        Decision::Coronado => Phrase::new("decide", "whether Coronado buys an event"),
        Decision::Split => Phrase::new("divide", "caravels among two fleets"),
        Decision::Pick => Phrase::new("pick", "an open card"),
        Decision::Sergio => Phrase::new("decide", "whether Sergio buys a market card"),
        Decision::Pirates => Phrase::new("choose", "cards for the pirates"),
        Decision::Announce => Phrase::new("announce", "how many cards are offered"),
        Decision::Offer => Phrase::new("choose", "an offer"),
        Decision::Tie => Phrase::new("choose", "the new Trade Master"),
        Decision::Take => Phrase::new("take", "an offered card"),
        Decision::Swap => Phrase::new("keep", "the card, or swaps it"),
        Decision::Compensate => Phrase::new("choose", "a card to give"),
        Decision::FirstPlayer => Phrase::new("choose", "who begins"),
        Decision::Turn | Decision::Jokers | Decision::Convert | Decision::Source | Decision::Lay => {
            Phrase::new("lay", "cards")
        }
        Decision::Develop => Phrase::new("choose", "what the set wins"),
        Decision::Store => Phrase::new("store", "cards"),
        Decision::GameOver => Phrase::new("have", "finished"),
    }
}

/// Lists the actions of the decision's kind that are not legal, with the reason for the seat that decides.
pub(super) fn list(game: &MundusNovus, state: &State) -> Vec<(Action, String)> {
    let mut legal = Actions::new();
    game.legal(state, &mut legal);
    let all = match state.decision {
        Decision::Turn => turn(game, state),
        Decision::Develop => developments(game, state),
        Decision::Take => takes(state),
        Decision::Tie => Seat::all(game.rules.players)
            .map(|seat| (Action::Master(seat), "another offer has a higher sum".to_owned()))
            .collect(),
        Decision::Pick => of_each(state.supply, Action::Pick, |card| upwards(card, state.card, state.left)),
        Decision::Pirates => from_hand(state, Action::Discard),
        Decision::Offer => from_hand(state, Action::Offer),
        Decision::Store => from_hand(state, Action::Store),
        Decision::Source => {
            let good = game.good(state);
            of_each(state.hand[state.seat], Action::From, |card| match card {
                Card::RELIC => "a relic is no good".to_owned(),
                _ if card == good => format!("{} counts for the set as it is", good.word()),
                _ => upwards(card, state.aside[state.seat].highest(), state.left),
            })
        }
        Decision::Lay => of_each(state.hand[state.seat], Action::Lay, |card| lay_why(state, card)),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(action, _)| !legal.contains(action)).collect()
}

/// Lists what events and market cards cost the seat that decides, and what it gets for goods and relics.
pub(super) fn prices(game: &MundusNovus, state: &State) -> Vec<(Action, i64)> {
    let effect = &game.rules.effect;
    match state.decision {
        Decision::Coronado => Event::BOUGHT
            .into_iter()
            .map(|event| (Action::Event(event), effect.coronado_cost.into()))
            .collect(),
        Decision::Sergio => {
            state.market.types().map(|card| (Action::Buy(card), effect.sergio_cost.into())).collect()
        }
        Decision::Turn => {
            let different = |number| {
                let paid = game.different_payout(state, state.seat, number);
                (Action::Different(number), -i64::from(paid))
            };
            let relics = (1..).zip(game.rules.payout.relics);
            (MIN_DIFFERENT..=Card::GOODS as u8)
                .map(different)
                .chain(relics.map(|(number, paid)| (Action::Relics(number), -i64::from(paid))))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn of_each(
    cards: Cards,
    action: impl Fn(Card) -> Action,
    why: impl Fn(Card) -> String,
) -> Vec<(Action, String)> {
    cards.types().map(|card| (action(card), why(card))).collect()
}

/// Lists the cards of the hand, of which some are chosen in ascending order.
fn from_hand(state: &State, action: impl Fn(Card) -> Action) -> Vec<(Action, String)> {
    let chosen = state.aside[state.seat].highest();
    of_each(state.hand[state.seat], action, |card| upwards(card, chosen, state.left))
}

/// Says why a card cannot be chosen next where several are chosen in ascending order, the last one of them `chosen`.
fn upwards(card: Card, chosen: Option<Card>, left: u8) -> String {
    match chosen.filter(|&chosen| card < chosen) {
        Some(chosen) => format!("cards are chosen upwards, and {} is chosen already", chosen.word()),
        None if left == 0 => "no more cards are chosen".to_owned(),
        None => {
            let left = counted(left, "card");
            format!("cards are chosen upwards, and with {left} to choose there are too few from here on")
        }
    }
}

fn lay_why(state: &State, card: Card) -> String {
    let laid = state.aside[state.seat];
    if card == Card::RELIC {
        "a relic is no good".to_owned()
    } else if laid.has(card) {
        format!("{} is laid already", card.word())
    } else {
        upwards(card, laid.highest(), state.left)
    }
}

/// Lists the open cards that the due player may not take.
fn takes(state: &State) -> Vec<(Action, String)> {
    let mut takes = Vec::new();
    for from in state.open {
        let why = if from == state.seat {
            "this is your own offer"
        } else {
            "no third take in a row between the same two players"
        };
        let cards = state.aside[from].types();
        takes.extend(cards.map(|card| (Action::Take(OpenCard::new(card, from)), why.to_owned())));
    }
    takes
}

fn developments(game: &MundusNovus, state: &State) -> Vec<(Action, String)> {
    let (limit, set) = (game.limit(state), format!("a set of {} {}", state.size, game.good(state).word()));
    let storm = game.event_for(state, state.seat) == Event::Storm;
    let why = match limit {
        0 => format!("{set} wins none of them"),
        1 => format!("{set} wins place 1 only"),
        _ => format!("{set} wins places 1 to {limit} only"),
    };
    let why = if storm { format!("{why}, in the storm") } else { why };
    (1..=state.queue.len() as u8).map(|place| (Action::Develop(place), why.clone())).collect()
}

/// Lists everything that can be done in a turn.
fn turn(game: &MundusNovus, state: &State) -> Vec<(Action, String)> {
    let mut all = Vec::new();
    for good in (0..Card::GOODS).filter_map(Card::from_index) {
        for size in MIN_SET..=MAX_SET {
            all.push((Action::Set(Claim::new(good, size)), set_why(game, state, good, size)));
        }
    }
    let (hand, merchants) = (state.hand[state.seat], game.free_merchants(state));
    let (goods, relics) = (most_different(hand, merchants), hand.count(Card::RELIC));
    let helped = if goods as usize > hand.goods().distinct_len() { ", merchants included" } else { "" };
    let have = format!("you have {goods} different{helped}");
    let order = match state.made {
        Some(Made::Different) => Some("different goods are laid once in a turn"),
        Some(Made::Relics) => Some("relics are sold last in a turn"),
        _ => None,
    };
    for number in MIN_DIFFERENT..=Card::GOODS as u8 {
        let why = order.map_or_else(|| format!("needs {number} different goods, {have}"), str::to_owned);
        all.push((Action::Different(number), why));
    }
    let perfect = match relics {
        0 => format!("needs {} different goods and a relic, {have}, and no relic", Card::GOODS),
        _ => format!("needs {} different goods and a relic, {have}", Card::GOODS),
    };
    all.push((Action::Perfect, order.map_or(perfect, str::to_owned)));
    let owed = "a combination that you can lay has to be laid first";
    for number in 1..=MAX_RELICS {
        let why = match state.made {
            _ if game.owes_combination(state) => owed.to_owned(),
            Some(Made::Relics) => "relics are sold once in a turn".to_owned(),
            _ => format!("needs {}, you have {relics}", counted(number, "relic")),
        };
        all.push((Action::Relics(number), why));
    }
    all.push((Action::End, owed.to_owned()));
    all
}

/// Says why a set of this good and size cannot be laid now.
fn set_why(game: &MundusNovus, state: &State, good: Card, size: u8) -> String {
    if !game.may_set(state) {
        let why = match state.made {
            Some(Made::Set) if state.event == Event::King => {
                "a second set in a turn needs King's Aid without de la Cosa"
            }
            Some(Made::Set) => "a second set in a turn needs King's Aid",
            Some(Made::Relics) => "sets are laid before relics are sold",
            _ => "sets are laid before different goods",
        };
        return why.to_owned();
    }
    let largest = game.largest_winning_set(state);
    if size > largest {
        return match largest {
            0 => "no development is left to win".to_owned(),
            _ => format!("no development is left to win, and only a set of {largest} is paid for"),
        };
    }
    let hand = state.hand[state.seat];
    let (held, relics) = (hand.count(good), hand.count(Card::RELIC));
    let changed = game.free_merchants(state)[good.class()].min(hand.goods().len() as u8 - held);
    if held + changed == 0 && relics >= size {
        return format!("you have no {}, and relics alone are no set", good.word());
    }
    let mut parts = vec![format!("{held} {}", good.word())];
    if relics > 0 {
        parts.push(counted(relics, "relic"));
    }
    if changed > 0 {
        parts.push(format!("{} that merchants change", counted(changed, "card")));
    }
    format!("needs {size}, you have {}", parts.join(" and "))
}
