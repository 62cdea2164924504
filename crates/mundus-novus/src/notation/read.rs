//! Reading position files (12.3, 12.4 of the rules page).

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::DevelopmentId;
use crate::limits::{MAX_DEVELOPMENTS, MAX_HAND, MAX_IN_FILE, QUEUE};
use crate::notation::file::{DecisionFile, PlayerFile, PositionFile};
use crate::play::open_offers;
use crate::state::{Gift, State};
use crate::words::{Class, Decision};
use tradewinds_game::kit::{ByKey, Fields};
use tradewinds_game::{InputError, MAX_SEATS, PerSeat, Seat, counted};

/// Cards of which some can be unknown.
#[derive(Clone, Copy, Default)]
pub(super) struct Partly {
    pub(super) cards: Cards,
    pub(super) unknown: usize,
}

/// The places of a seat's secret cards.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    pub(super) hand: Partly,
    /// Stored or set aside, depending on the decision.
    pub(super) aside: Partly,
    /// The cards that another seat knows to be among them.
    pub(super) required: Cards,
    /// Committed cards are still counted into the hand, as a view does.
    pub(super) merged: bool,
}

impl Places {
    pub(super) fn unknown(&self) -> usize {
        self.hand.unknown + self.aside.unknown
    }

    pub(super) fn known(&self) -> Cards {
        self.hand.cards.plus(self.aside.cards)
    }
}

/// A position file under reading.
pub(super) struct Reader<'a> {
    pub(super) game: &'a MundusNovus,
    pub(super) file: &'a PositionFile,
}

impl Reader<'_> {
    /// Reads the content of the file; the unknown cards have places but are not drawn yet.
    pub(super) fn read_known(&self) -> Result<(State, PerSeat<Places>), InputError> {
        let mut state = State::EMPTY;
        if self.file.round > MAX_IN_FILE {
            return Err(Fields::POSITION.refuse(
                "round",
                self.file.round.to_string(),
                format!("1 to {MAX_IN_FILE}"),
            ));
        }
        state.round = self.file.round;
        state.event = self.file.event;
        state.trade_master = self.seat("trade_master", self.file.trade_master)?;
        self.read_developments(&mut state)?;
        state.market = cards("market", &self.file.market)?;
        state.discard = cards("discard_pile", &self.file.discard_pile)?;
        state.supply = cards("supply", &self.file.supply)?;
        self.read_split(&mut state)?;
        if let Some(gift) = &self.file.gift {
            let from = self.seat("gift.from", gift.from)?;
            state.gift = Some(Gift { from, to: self.seat("gift.to", gift.to)? });
            state.shown = cards("gift.shown", &gift.shown)?;
            if state.shown.total() > MAX_HAND {
                let allowed = format!("at most {MAX_HAND} cards");
                return Err(Fields::POSITION.refuse("gift.shown", gift.shown.clone(), allowed));
            }
        }
        self.read_decision(&mut state)?;
        let mut places = PerSeat::<Places>::new(self.game.rules.players);
        for seat in Seat::all(self.game.rules.players) {
            self.read_player(&mut state, seat, &mut places[seat])?;
        }
        self.derive(&mut state)?;
        Ok((state, places))
    }

    fn seat(&self, field: &str, index: usize) -> Result<Seat, InputError> {
        if index < self.game.rules.players {
            Ok(Seat::new(index))
        } else {
            Err(Fields::POSITION.refuse(
                field,
                index.to_string(),
                format!("a seat from 0 to {}", self.game.rules.players - 1),
            ))
        }
    }

    fn optional_seat(&self, field: &str, index: Option<usize>) -> Result<Option<Seat>, InputError> {
        index.map(|index| self.seat(field, index)).transpose()
    }

    fn development(&self, field: &str, id: &str) -> Result<DevelopmentId, InputError> {
        self.game.rules.find(id).ok_or_else(|| {
            Fields::POSITION.unknown(
                field,
                id,
                self.game.rules.in_play.iter().map(|id| self.game.rules.id(id)),
            )
        })
    }

    fn read_developments(&self, state: &mut State) -> Result<(), InputError> {
        if self.file.queue.len() > QUEUE {
            return Err(Fields::POSITION.refuse(
                "queue",
                counted(self.file.queue.len(), "card"),
                "at most 5",
            ));
        }
        for (index, id) in self.file.queue.iter().enumerate() {
            state.queue.push(self.development(&format!("queue[{index}]"), id)?);
        }
        for (seat, player) in Seat::all(MAX_SEATS).zip(&self.file.players) {
            let field = format!("{}.developments", seat.in_file());
            let mut last = None;
            for id in &player.developments {
                let id = self.development(&field, id)?;
                if last >= Some(id) {
                    return Err(Fields::POSITION.refuse(
                        field,
                        format!("{:?}", player.developments),
                        "the order of the table, each card once",
                    ));
                }
                last = Some(id);
                state.owned[seat].insert(id);
            }
        }
        let deck = self.file.development_deck.as_deref().unwrap_or_default();
        if deck.len() > MAX_DEVELOPMENTS - QUEUE {
            return Err(Fields::POSITION.refuse(
                "development_deck",
                counted(deck.len(), "card"),
                "at most 44",
            ));
        }
        for (index, id) in deck.iter().enumerate().rev() {
            state.deck.push(self.development(&format!("development_deck[{index}]"), id)?);
        }
        Ok(())
    }

    fn read_split(&self, state: &mut State) -> Result<(), InputError> {
        let text = &self.file.split;
        if text.len() > 16 || text.chars().any(|letter| !matches!(letter, 'a' | 'b')) {
            return Err(Fields::POSITION.refuse(
                "split",
                format!("{text:?}"),
                "letters a and b, one a caravel",
            ));
        }
        state.split_len = text.len() as u8;
        for (index, letter) in text.chars().enumerate() {
            state.split |= u16::from(letter == 'b') << index;
        }
        Ok(())
    }

    fn read_decision(&self, state: &mut State) -> Result<(), InputError> {
        let at = |field: &str| format!("decision.{field}");
        state.decision = self.file.decision.decision();
        match &self.file.decision {
            DecisionFile::Pick { last } => {
                state.card = last.map(|letter| card(&at("last"), letter)).transpose()?;
            }
            DecisionFile::Offer { announced: size, .. } | DecisionFile::Lay { size, .. } => {
                state.size = *size;
            }
            DecisionFile::Take { last, previous, .. } => {
                state.last = self.optional_seat(&at("last"), *last)?;
                state.previous = self.optional_seat(&at("previous"), *previous)?;
            }
            DecisionFile::Swap { from, card: taken, last, .. } => {
                state.other = Some(self.seat(&at("from"), *from)?);
                state.card = Some(card(&at("card"), *taken)?);
                state.last = self.optional_seat(&at("last"), *last)?;
            }
            DecisionFile::Compensate { to } => state.other = Some(self.seat(&at("to"), *to)?),
            DecisionFile::Turn { made, .. } => state.made = *made,
            DecisionFile::Jokers { good, size, .. } | DecisionFile::Develop { good, size, .. } => {
                state.card = Some(card(&at("good"), *good)?);
                state.size = *size;
            }
            DecisionFile::Convert { good, size, jokers, .. } => {
                state.card = Some(card(&at("good"), *good)?);
                (state.size, state.jokers) = (*size, *jokers);
            }
            DecisionFile::Source { good, size, jokers, conversions, .. } => {
                state.card = Some(card(&at("good"), *good)?);
                (state.size, state.jokers, state.conversions) = (*size, *jokers, *conversions);
            }
            _ => {}
        }
        let (seat, first, merchants) = self.file.decision.turn();
        state.seat = self.optional_seat(&at("seat"), seat)?.unwrap_or(state.trade_master);
        state.first = self.optional_seat(&at("first_player"), first)?;
        let mut last = None;
        for letter in merchants.chars() {
            let class = Class::ALL.into_iter().find(|class| class.letter() == letter);
            match class {
                Some(class) if last <= Some(class) && state.used[class] < u8::MAX => state.used[class] += 1,
                _ => {
                    return Err(Fields::POSITION.refuse(
                        at("merchants_used"),
                        format!("{merchants:?}"),
                        "letters of C, U, R in this order",
                    ));
                }
            }
            last = class;
        }
        Ok(())
    }

    fn read_player(&self, state: &mut State, seat: Seat, places: &mut Places) -> Result<(), InputError> {
        let index = seat.index();
        let player: &PlayerFile = &self.file.players[index];
        let at = |field: &str| format!("players[{index}].{field}");
        if player.money > MAX_IN_FILE {
            let allowed = format!("at most {MAX_IN_FILE} doubloons");
            return Err(Fields::POSITION.refuse(at("money"), player.money.to_string(), allowed));
        }
        state.money[seat] = player.money;
        if player.perfect {
            state.perfect.insert(seat);
        }
        let decision = state.decision;
        places.hand = partly(&at("hand"), &player.hand)?;
        for (field, text, allowed, steps) in [
            ("stored", &player.stored, decision.stores(), "coronado and game_over"),
            ("set_aside", &player.set_aside, decision.sets_aside(), "pirates, offer, store, source and lay"),
            ("offer", &player.offer, decision.shows_offers(), "tie, take and swap"),
        ] {
            if allowed && field == "offer" {
                state.aside[seat] = cards(&at(field), text)?;
            } else if allowed {
                places.aside = partly(&at(field), text)?;
            } else if !text.is_empty() {
                return Err(Fields::POSITION.refuse(
                    at(field),
                    format!("{text:?}"),
                    format!("cards only at {steps}"),
                ));
            }
        }
        let held = places.hand.cards.total() + places.aside.cards.total();
        let all = held + places.unknown() + state.aside[seat].total();
        if all > MAX_HAND {
            return Err(Fields::POSITION.refuse(
                at("hand"),
                counted(all, "card"),
                format!("at most {MAX_HAND}"),
            ));
        }
        for card in Card::ALL {
            let number = places.hand.cards.count(card) + places.aside.cards.count(card);
            if number > Cards::MAX {
                let found = format!("{number} {} cards", card.word());
                return Err(Fields::POSITION.refuse(at("hand"), found, "cards of the deck"));
            }
        }
        let Some(known_by) = &player.known_by else {
            return Ok(());
        };
        if known_by.len() != self.game.rules.players {
            return Err(Fields::POSITION.refuse(
                at("known_by"),
                counted(known_by.len(), "entry"),
                format!("{}, one a seat", self.game.rules.players),
            ));
        }
        for (observer, text) in Seat::all(MAX_SEATS).zip(known_by) {
            if let Some(text) = text {
                state.known[seat][observer] =
                    cards(&format!("{}[{}]", at("known_by"), observer.index()), text)?;
            }
        }
        Ok(())
    }

    /// Fills in what follows from the other fields: deciders, choices left.
    fn derive(&self, state: &mut State) -> Result<(), InputError> {
        let game = self.game;
        let decider = match state.decision {
            Decision::Coronado => game.buyer_of_event(state),
            Decision::Split => game.splitter(state),
            Decision::Sergio => game.buyer_of_card(state),
            Decision::Pick => game.derive_fleets(state).then_some(state.seat),
            _ => Some(state.seat),
        };
        if state.decision.shows_offers() {
            state.open = open_offers(state);
        }
        if state.decision == Decision::Take {
            state.victims = game.victims(state);
        }
        let word = state.decision.word();
        state.seat = decider.ok_or_else(|| {
            Fields::POSITION.refuse("decision.step", format!("{word:?}"), "a step that somebody decides")
        })?;
        Ok(())
    }
}

pub(super) fn card(field: &str, letter: char) -> Result<Card, InputError> {
    Card::from_letter(letter).ok_or_else(|| {
        Fields::POSITION.refuse(field, format!("{letter:?}"), "one of the characters 1 to 9 and R")
    })
}

/// Reads a sorted card string without unknown cards.
fn cards(field: &str, text: &str) -> Result<Cards, InputError> {
    let mut last = None;
    let mut total = ByKey::<Card, u8>::default();
    for letter in text.chars() {
        let next = card(field, letter)?;
        if last > Some(next) {
            return Err(Fields::POSITION.refuse(
                field,
                format!("{text:?}"),
                "a sorted card string, 1 first, R last",
            ));
        }
        last = Some(next);
        total[next] = total[next].saturating_add(1);
    }
    let mut cards = Cards::NONE;
    for (card, &number) in total.iter() {
        if number > Cards::MAX {
            return Err(Fields::POSITION.refuse(
                field,
                format!("{number} {} cards", card.word()),
                "cards of the deck",
            ));
        }
        cards = cards.plus(Cards::of(card, number));
    }
    Ok(cards)
}

/// Reads a sorted card string with unknown cards at its end.
fn partly(field: &str, text: &str) -> Result<Partly, InputError> {
    let known = text.trim_end_matches('?');
    Ok(Partly { cards: cards(field, known)?, unknown: text.len() - known.len() })
}
