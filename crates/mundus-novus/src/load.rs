//! Reading position files (12.3, 12.4 of the rules page) and completing their unknown parts (6.3).

use serde_json::Value;

use super::cards::{Card, Cards, Class};
use super::developments::{DevelopmentId, Developments, MAX_DEVELOPMENTS};
use super::hidden::Pool;
use super::position::{Decision, MadeWord, PlayerFile, PositionFile};
use super::rules::{MundusNovus, QUEUE};
use super::state::{DrawPile, Gift, Made, State, Step};
use super::trade::open_offers;
use tradewinds_game::{Dice, InputError, MAX_SEATS, PerSeat, Seat, Variant, Variants, parse_json, shuffle};

/// The most cards of one player, so that his counters hold.
const MOST_CARDS: usize = 60;
/// The most doubloons and rounds of a position, so that the fields hold what is added.
const MOST: u16 = 10_000;
/// How often a completion is drawn before a position counts as impossible.
const ATTEMPTS: usize = 20_000;

/// Refuses a field of a position.
fn refusal(field: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> InputError {
    InputError::new("position", field, found, allowed)
}

/// Cards of which some may be unknown.
#[derive(Clone, Copy, Default)]
struct Partly {
    cards: Cards,
    unknown: usize,
}

/// The places of a seat's secret cards.
#[derive(Clone, Copy, Default)]
struct Places {
    hand: Partly,
    /// Stored or set aside, as the step says.
    aside: Partly,
    /// What somebody knows to be among the cards.
    required: Cards,
    /// Committed cards are still counted into the hand, as a view does.
    merged: bool,
}

impl Places {
    fn unknown(&self) -> usize {
        self.hand.unknown + self.aside.unknown
    }

    fn known(&self) -> Cards {
        self.hand.cards.plus(self.aside.cards)
    }
}

/// A position file under reading.
struct Reader<'a> {
    rules: &'a MundusNovus,
    file: &'a PositionFile,
}

impl MundusNovus {
    /// Reads a position file; see [`load`](tradewinds_game::Notation::load).
    pub(super) fn read_position<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        if file.game != Self::NAME {
            return Err(refusal("game", format!("{:?}", file.game), format!("{:?}", Self::NAME)));
        }
        match &variant.rules {
            None => {}
            Some(toml::Value::Boolean(promo)) if *promo == file.promo => {}
            Some(other) => {
                let found = format!("{} with the variant {:?} of rules {other}", file.promo, variant.name);
                return Err(refusal("promo", found, "what the variant says"));
            }
        }
        if !Self::PLAYERS.contains(&file.players.len()) {
            return Err(refusal("players", file.players.len().to_string(), "2 to 6 players"));
        }
        let rules = Self::with_promo(file.players.len(), file.promo, variant)?;
        let state = Reader { rules: &rules, file: &file }.read(dice)?;
        Ok((rules, state))
    }
}

/// Reads a position file of these rules, and who decides there.
pub(super) fn read_table(rules: &MundusNovus, position: &Value) -> Result<(PositionFile, Seat), InputError> {
    let file: PositionFile = parse_json("position", position)?;
    let (found, players) = (file.players.len(), rules.players);
    if found != players {
        return Err(refusal("players", format!("{found} players"), format!("{players}")));
    }
    let state = Reader { rules, file: &file }.read_known()?.0;
    Ok((file, state.seat))
}

impl Reader<'_> {
    fn read<D: Dice + ?Sized>(&self, dice: &mut D) -> Result<State, InputError> {
        let (state, mut places) = self.read_known()?;
        self.complete(state, &mut places, dice)
    }

    /// Reads what the file says; the unknown cards have places but are not drawn yet.
    fn read_known(&self) -> Result<(State, PerSeat<Places>), InputError> {
        let mut state = self.rules.empty();
        if self.file.round > MOST {
            return Err(refusal("round", self.file.round.to_string(), format!("1 to {MOST}")));
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
            if state.shown.total() > MOST_CARDS {
                let allowed = format!("at most {MOST_CARDS} cards");
                return Err(refusal("gift.shown", gift.shown.clone(), allowed));
            }
        }
        self.read_decision(&mut state)?;
        let mut places = PerSeat::<Places>::new(self.rules.players);
        for seat in Seat::all(self.rules.players) {
            self.read_player(&mut state, seat, &mut places[seat])?;
        }
        self.derive(&mut state)?;
        Ok((state, places))
    }

    fn seat(&self, field: &str, index: usize) -> Result<Seat, InputError> {
        if index < self.rules.players {
            Ok(Seat::new(index))
        } else {
            Err(refusal(field, index.to_string(), format!("a seat from 0 to {}", self.rules.players - 1)))
        }
    }

    fn optional_seat(&self, field: &str, index: Option<usize>) -> Result<Option<Seat>, InputError> {
        index.map(|index| self.seat(field, index)).transpose()
    }

    fn development(&self, field: &str, id: &str) -> Result<DevelopmentId, InputError> {
        self.rules.find(id).ok_or_else(|| {
            InputError::unknown_name(
                "position",
                field,
                id,
                self.rules.in_play.iter().map(|id| self.rules.id(id)),
            )
        })
    }

    fn read_developments(&self, state: &mut State) -> Result<(), InputError> {
        if self.file.queue.len() > QUEUE {
            return Err(refusal("queue", format!("{} cards", self.file.queue.len()), "at most 5"));
        }
        for (index, id) in self.file.queue.iter().enumerate() {
            state.queue.push(self.development(&format!("queue[{index}]"), id)?);
        }
        for (seat, player) in self.file.players.iter().enumerate() {
            let field = format!("players[{seat}].developments");
            let mut last = None;
            for id in &player.developments {
                let id = self.development(&field, id)?;
                if last >= Some(id) {
                    return Err(refusal(
                        field,
                        format!("{:?}", player.developments),
                        "the order of the table, each card once",
                    ));
                }
                last = Some(id);
                state.owned[seat] = state.owned[seat].plus(Developments::one(id));
            }
        }
        let deck = self.file.development_deck.as_deref().unwrap_or_default();
        if deck.len() > MAX_DEVELOPMENTS - QUEUE {
            return Err(refusal("development_deck", format!("{} cards", deck.len()), "at most 44"));
        }
        for (index, id) in deck.iter().enumerate().rev() {
            state.deck.push(self.development(&format!("development_deck[{index}]"), id)?);
        }
        Ok(())
    }

    fn read_split(&self, state: &mut State) -> Result<(), InputError> {
        let text = &self.file.split;
        if text.len() > 16 || text.chars().any(|letter| !matches!(letter, 'a' | 'b')) {
            return Err(refusal("split", format!("{text:?}"), "letters a and b, one a caravel"));
        }
        state.split_len = text.len() as u8;
        for (index, letter) in text.chars().enumerate() {
            state.split |= u16::from(letter == 'b') << index;
        }
        Ok(())
    }

    fn read_decision(&self, state: &mut State) -> Result<(), InputError> {
        let at = |field: &str| format!("decision.{field}");
        let mut merchants = "";
        let mut turn = (None, None);
        match &self.file.decision {
            Decision::Coronado {} => state.step = Step::Coronado,
            Decision::Split {} => state.step = Step::Split,
            Decision::Pick { last } => {
                state.step = Step::Pick;
                state.card = last.map(|letter| card(&at("last"), letter)).transpose()?;
            }
            Decision::Sergio {} => state.step = Step::Sergio,
            Decision::Pirates { seat } => {
                state.step = Step::Pirates;
                turn.0 = Some(*seat);
            }
            Decision::Announce {} => state.step = Step::Announce,
            Decision::Offer { seat, announced } => {
                state.step = Step::Offer;
                state.size = *announced;
                turn.0 = Some(*seat);
            }
            Decision::Tie {} => state.step = Step::Tie,
            Decision::Take { seat, last, previous } => {
                state.step = Step::Take;
                turn.0 = Some(*seat);
                state.last = self.optional_seat(&at("last"), *last)?;
                state.previous = self.optional_seat(&at("previous"), *previous)?;
            }
            Decision::Swap { seat, from, card: taken, last } => {
                state.step = Step::Swap;
                turn.0 = Some(*seat);
                state.other = Some(self.seat(&at("from"), *from)?);
                state.card = Some(card(&at("card"), *taken)?);
                state.last = self.optional_seat(&at("last"), *last)?;
            }
            Decision::Compensate { to } => {
                state.step = Step::Compensate;
                state.other = Some(self.seat(&at("to"), *to)?);
            }
            Decision::FirstPlayer {} => state.step = Step::FirstPlayer,
            Decision::Turn { seat, first_player, merchants_used, made } => {
                state.step = Step::Turn;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.made = match made {
                    None => Made::Nothing,
                    Some(MadeWord::Set) => Made::Set,
                    Some(MadeWord::Different) => Made::Different,
                    Some(MadeWord::Relics) => Made::Relics,
                };
            }
            Decision::Jokers { seat, first_player, merchants_used, good, size } => {
                state.step = Step::Jokers;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.card = Some(card(&at("good"), *good)?);
                state.size = *size;
            }
            Decision::Convert { seat, first_player, merchants_used, good, size, jokers } => {
                state.step = Step::Convert;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.card = Some(card(&at("good"), *good)?);
                (state.size, state.jokers) = (*size, *jokers);
            }
            Decision::Source { seat, first_player, merchants_used, good, size, jokers, conversions } => {
                state.step = Step::Source;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.card = Some(card(&at("good"), *good)?);
                (state.size, state.jokers, state.conversions) = (*size, *jokers, *conversions);
            }
            Decision::Develop { seat, first_player, merchants_used, good, size } => {
                state.step = Step::Develop;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.card = Some(card(&at("good"), *good)?);
                state.size = *size;
            }
            Decision::Lay { seat, first_player, merchants_used, size } => {
                state.step = Step::Lay;
                turn = (Some(*seat), Some(*first_player));
                merchants = merchants_used;
                state.size = *size;
            }
            Decision::Store { seat, first_player } => {
                state.step = Step::Store;
                turn = (Some(*seat), Some(*first_player));
            }
            Decision::GameOver {} => state.step = Step::GameOver,
        }
        state.seat = self.optional_seat(&at("seat"), turn.0)?.unwrap_or(state.trade_master);
        state.first = self.optional_seat(&at("first_player"), turn.1)?;
        let mut last = None;
        for letter in merchants.chars() {
            let class = Class::ALL.into_iter().find(|class| class.letter() == letter);
            match class {
                Some(class) if last <= Some(class) => state.used[class.index()] += 1,
                _ => {
                    return Err(refusal(
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
        if player.money > MOST {
            let allowed = format!("at most {MOST} doubloons");
            return Err(refusal(at("money"), player.money.to_string(), allowed));
        }
        state.money[index] = player.money;
        state.perfect |= u8::from(player.perfect) << index;
        let step = state.step;
        places.hand = partly(&at("hand"), &player.hand)?;
        for (field, text, allowed, steps) in [
            ("stored", &player.stored, step.stores(), "coronado and game_over"),
            ("set_aside", &player.set_aside, step.sets_aside(), "pirates, offer, store, source and lay"),
            ("offer", &player.offer, step.shows_offers(), "tie, take and swap"),
        ] {
            if allowed && field == "offer" {
                state.aside[index] = cards(&at(field), text)?;
            } else if allowed {
                places.aside = partly(&at(field), text)?;
            } else if !text.is_empty() {
                return Err(refusal(at(field), format!("{text:?}"), format!("cards only at {steps}")));
            }
        }
        let held = places.hand.cards.total() + places.aside.cards.total();
        let all = held + places.unknown() + state.aside[index].total();
        if all > MOST_CARDS {
            return Err(refusal(at("hand"), format!("{all} cards"), format!("at most {MOST_CARDS}")));
        }
        for card in Card::ALL {
            let number = places.hand.cards.count(card) + places.aside.cards.count(card);
            if number > Cards::MOST {
                let found = format!("{number} {} cards", card.word());
                return Err(refusal(at("hand"), found, "cards of the deck"));
            }
        }
        let Some(known_by) = &player.known_by else {
            return Ok(());
        };
        if known_by.len() != self.rules.players {
            return Err(refusal(
                at("known_by"),
                format!("{} entries", known_by.len()),
                format!("{}, one a seat", self.rules.players),
            ));
        }
        for (observer, text) in known_by.iter().enumerate() {
            if let Some(text) = text {
                state.known[index][observer] = cards(&format!("{}[{observer}]", at("known_by")), text)?;
            }
        }
        Ok(())
    }

    /// Fills in what follows from the other fields: deciders, choices left.
    fn derive(&self, state: &mut State) -> Result<(), InputError> {
        let rules = self.rules;
        let decider = match state.step {
            Step::Coronado => rules.buyer_of_event(state),
            Step::Split => rules.splitter(state),
            Step::Sergio => rules.buyer_of_card(state),
            Step::Pick => rules.derive_fleets(state).then_some(state.seat),
            _ => Some(state.seat),
        };
        if state.step.shows_offers() {
            state.open = open_offers(state);
        }
        if state.step == Step::Take {
            state.left = rules.victims(state);
        }
        let step = Step::WORDS.get(state.step as usize).copied().unwrap_or("game_over");
        state.seat = decider
            .ok_or_else(|| refusal("decision.step", format!("{step:?}"), "a step that somebody decides"))?;
        Ok(())
    }

    /// Draws all unknown parts, so that as few invariants are broken as can be.
    fn complete<D: Dice + ?Sized>(
        &self,
        state: State,
        places: &mut PerSeat<Places>,
        dice: &mut D,
    ) -> Result<State, InputError> {
        let rules = self.rules;
        let file = self.file;
        let mut unseen = rules.resources;
        // Of cards of which there are too many none is left; `check` finds that they do not add up.
        let mut place = |cards: Cards| unseen = unseen.without(cards);
        place(state.market);
        place(state.supply);
        place(state.discard);
        if state.step == Step::Swap {
            place(state.card.map_or(Cards::NONE, Cards::one));
        }
        for seat in Seat::all(rules.players) {
            place(state.aside[seat.index()]);
            place(places[seat].hand.cards);
            place(places[seat].aside.cards);
        }
        let mut state = state;
        if let Some(text) = &file.draw_pile {
            if text.len() > rules.resources.total() {
                let allowed = format!("at most {}", rules.resources.total());
                return Err(refusal("draw_pile", format!("{} cards", text.len()), allowed));
            }
            let mut pile = Vec::with_capacity(text.len());
            for letter in text.chars() {
                let top = card("draw_pile", letter)?;
                place(Cards::one(top));
                pile.push(top);
            }
            state.draw = DrawPile::new(&pile);
        }
        let hidden: usize = places.iter().map(Places::unknown).sum();
        if hidden > unseen.total() {
            let found = format!("{hidden} unknown cards");
            return Err(refusal("players", found, format!("the {} that lie nowhere else", unseen.total())));
        }
        self.require_known(&state, places);

        let certain = hidden == 0 && file.draw_pile.is_some() && file.development_deck.is_some();
        let mut refused = refusal("players", "unknown cards", "hands that can be completed");
        let mut best: Option<(usize, State)> = None;
        for _ in 0..if certain { 1 } else { ATTEMPTS } {
            let mut whole = state;
            match self.attempt(&mut whole, places, unseen, dice) {
                Err(error) => refused = error,
                Ok(()) => {
                    let broken = rules.broken_invariants(&whole).len();
                    if best.is_none_or(|(fewest, _)| broken < fewest) {
                        best = Some((broken, whole));
                    }
                    if broken == 0 {
                        break;
                    }
                }
            }
        }
        // What no attempt could mend is wrong with the position itself.
        best.map(|(_, whole)| whole).ok_or(refused)
    }

    /// Notes what somebody knows of hands with unknown cards, and which hands count committed cards.
    fn require_known(&self, state: &State, places: &mut PerSeat<Places>) {
        for seat in Seat::all(self.rules.players) {
            let known = &state.known[seat.index()];
            for observer in Seat::all(self.rules.players) {
                let bystander = state
                    .gift
                    .is_some_and(|gift| gift.from == seat && MundusNovus::is_bystander(gift, observer));
                if !bystander {
                    places[seat].required = places[seat].required.union(known[observer.index()]);
                }
            }
            places[seat].merged = places[seat].hand.unknown > 0
                && self.file.players[seat.index()].set_aside.is_empty()
                && self.rules.has_committed(state, seat);
        }
    }

    /// Draws the unknown parts once.
    fn attempt<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        places: &PerSeat<Places>,
        unseen: Cards,
        dice: &mut D,
    ) -> Result<(), InputError> {
        let rules = self.rules;
        let mut pool = unseen;
        let mut certain = PerSeat::<Cards>::new(rules.players);
        for seat in Seat::all(rules.players) {
            let named = places[seat].required.without(places[seat].known());
            if named.total() > places[seat].unknown() || !pool.contains(named) {
                let field = format!("players[{seat}].known_by");
                return Err(refusal(
                    field,
                    places[seat].required.to_string(),
                    "cards that the player can have",
                ));
            }
            certain[seat] = named;
            pool = pool.minus(named);
        }
        if let Some(gift) = state.gift {
            self.place_gift(state, gift, places, &mut certain, &mut pool, dice)?;
        }
        let mut pool = Pool::new(pool);
        for seat in Seat::all(rules.players) {
            let Places { hand, aside, merged, .. } = places[seat];
            let free = places[seat].unknown() - certain[seat].len();
            let drawn = certain[seat].plus(pool.cards(free, dice));
            let index = seat.index();
            if merged {
                rules.split(state, seat, hand.cards.plus(drawn), dice);
            } else if places[seat].unknown() > 0 {
                let held = Pool::new(drawn).cards(hand.unknown, dice);
                state.hand[index] = hand.cards.plus(held);
                if !state.step.shows_offers() {
                    state.aside[index] = aside.cards.plus(drawn.minus(held));
                }
            } else {
                state.hand[index] = hand.cards;
                if !state.step.shows_offers() {
                    state.aside[index] = aside.cards;
                }
            }
        }
        if self.file.draw_pile.is_none() {
            state.draw = pool.rest(dice);
        }
        if self.file.development_deck.is_none() {
            let mut seen = state.queue.set();
            for owned in &state.owned {
                seen = seen.plus(*owned);
            }
            let mut deck: Vec<DevelopmentId> = rules.in_play.without(seen).iter().collect();
            shuffle(&mut deck, dice);
            if deck.len() > MAX_DEVELOPMENTS - QUEUE {
                return Err(refusal(
                    "queue",
                    format!("{} cards", state.queue.len()),
                    "5 while the deck lasts",
                ));
            }
            deck.into_iter().for_each(|id| state.deck.push(id));
        }
        if state.step.sets_aside() {
            let needed = rules.needed(state, state.seat);
            let chosen = state.aside[state.seat.index()].len();
            state.left = usize::from(needed).saturating_sub(chosen) as u8;
        }
        Ok(())
    }

    /// Lets the giver and the receiver of a recorded gift have what the bystanders know of them.
    fn place_gift<D: Dice + ?Sized>(
        &self,
        state: &State,
        gift: Gift,
        places: &PerSeat<Places>,
        certain: &mut PerSeat<Cards>,
        pool: &mut Cards,
        dice: &mut D,
    ) -> Result<(), InputError> {
        let (from, to) = (gift.from, gift.to);
        let known = (0..MAX_SEATS)
            .filter(|&observer| MundusNovus::is_bystander(gift, Seat::new(observer)))
            .fold(Cards::NONE, |known, observer| known.union(state.known[from.index()][observer]))
            .without(places[from].known());
        if places[from].unknown() == 0 || known.is_empty() {
            return Ok(());
        }
        // The giver's certain cards may be among those that the bystanders know, too.
        *pool = pool.plus(certain[from]);
        let known = known.union(certain[from]);
        let (giver_len, free) = (places[from].unknown(), places[to].unknown() - certain[to].len());
        if known.total() > giver_len + 1 || known.without(*pool).total() > 1 {
            let field = format!("players[{from}].known_by");
            return Err(refusal(field, known.to_string(), "cards of the giver and the given card together"));
        }
        let drawn = MundusNovus::imagine_gift(known, giver_len, certain[to], free, state.shown, *pool, dice);
        (certain[from], certain[to]) = (drawn.giver, drawn.receiver);
        *pool = drawn.pool;
        Ok(())
    }
}

fn card(field: &str, letter: char) -> Result<Card, InputError> {
    Card::from_letter(letter)
        .ok_or_else(|| refusal(field, format!("{letter:?}"), "one of the characters 1 to 9 and R"))
}

/// Reads a sorted card string without unknown cards.
fn cards(field: &str, text: &str) -> Result<Cards, InputError> {
    let mut last = None;
    let mut total = [0_u8; Card::COUNT];
    for letter in text.chars() {
        let next = card(field, letter)?;
        if last > Some(next) {
            return Err(refusal(field, format!("{text:?}"), "a sorted card string, 1 first, R last"));
        }
        last = Some(next);
        total[next.index()] = total[next.index()].saturating_add(1);
    }
    let mut cards = Cards::NONE;
    for (card, number) in Card::ALL.into_iter().zip(total) {
        if number > Cards::MOST {
            return Err(refusal(field, format!("{number} {} cards", card.word()), "cards of the deck"));
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
