//! The turns of the Progress phase: S19 of the rules page (3.3.5, 4.4).

use std::ops::RangeInclusive;

use super::action::{Action, Claim};
use super::cards::{Card, Cards, Class, Types};
use super::developments::{Ability, DevelopmentId, Developments, Event};
use super::rules::{FEWEST_DIFFERENT, LARGEST_SET, MOST_RELICS, MundusNovus, SMALLEST_SET};
use super::state::{Made, State, Step};
use tradewinds_game::{Actions, Dice, Seat};

impl MundusNovus {
    /// Begins the Progress phase with this player.
    pub(super) fn begin_progress(&self, state: &mut State, first: Seat) {
        state.first = Some(first);
        self.begin_turn(state, first);
    }

    fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.seat = seat;
        state.used = [0; Class::COUNT];
        self.main_step(state, Made::Nothing);
    }

    fn main_step(&self, state: &mut State, made: Made) {
        state.step = Step::Turn;
        state.made = made;
        state.size = 0;
        state.card = None;
        state.jokers = 0;
        state.conversions = 0;
    }

    /// Returns the merchants of the seat in turn that can still convert, by class.
    #[inline]
    pub(super) fn free_merchants(&self, state: &State) -> [u8; Class::COUNT] {
        let owned = state.owned[state.seat.index()].and(self.all_merchants);
        let mut free = [0; Class::COUNT];
        if owned.is_empty() {
            return free;
        }
        // Most seats have one or two: counting them one by one takes fewer instructions than a
        // population count of each class.
        for id in owned.iter() {
            free[self.printed(id).class.index()] += 1;
        }
        std::array::from_fn(|class| free[class] - state.used[class])
    }

    #[inline]
    pub(super) fn legal_turn(&self, state: &State, actions: &mut Actions<Action>) {
        let hand = state.hand[state.seat.index()];
        let merchants = self.free_merchants(state);
        if self.may_set(state) {
            self.legal_sets(state, hand, merchants, actions);
        }
        if matches!(state.made, Made::Nothing | Made::Set) {
            let most = most_different(hand, merchants);
            actions.extend((FEWEST_DIFFERENT..most + 1).map(Action::Different));
            if usize::from(most) == Card::GOODS && hand.has(Card::RELIC) {
                actions.push(Action::Perfect);
            }
        }
        if state.made != Made::Relics {
            actions.extend((1..hand.count(Card::RELIC).min(MOST_RELICS) + 1).map(Action::Relics));
        }
        actions.push(Action::End);
    }

    /// Returns whether the seat in turn may make a set now, if it has the cards for it.
    #[inline]
    pub(super) fn may_set(&self, state: &State) -> bool {
        match state.made {
            Made::Nothing => true,
            Made::Set => self.event_for(state, state.seat) == Event::King,
            Made::Different | Made::Relics => false,
        }
    }

    /// Returns the largest set that wins anything (3.3.5, step 3): 0 if none does.
    pub(super) fn largest_winning_set(&self, state: &State) -> u8 {
        // A deck with cards left has a full queue in front of it, so Almagro adds nothing here.
        if !state.queue.is_empty() || !state.deck.is_empty() {
            LARGEST_SET
        } else if self.has(state, state.seat, Ability::Vicente) {
            SMALLEST_SET
        } else {
            0
        }
    }

    #[inline]
    fn legal_sets(&self, state: &State, hand: Cards, merchants: [u8; 3], actions: &mut Actions<Action>) {
        let sets = self.sets(state, hand, merchants);
        for good in sets.types() {
            let sizes = SMALLEST_SET..SMALLEST_SET + sets.count(good);
            actions.extend(sizes.map(|size| Action::Set(Claim::new(good, size))));
        }
    }

    /// Returns the sets that can be begun: each good as often as there are sizes of its sets, which are the
    /// smallest ones.
    #[inline]
    pub(super) fn sets(&self, state: &State, hand: Cards, merchants: [u8; Class::COUNT]) -> Cards {
        if self.set_candidates(hand, merchants, SMALLEST_SET).is_empty() {
            return Cards::NONE;
        }
        self.sets_of_all_sizes(state, hand, merchants)
    }

    /// [`Self::sets`] where there are some: not inlined, since most hands have none.
    #[inline(never)]
    fn sets_of_all_sizes(&self, state: &State, hand: Cards, merchants: [u8; Class::COUNT]) -> Cards {
        let goods = |size| self.set_candidates(hand, merchants, size).one_each();
        (SMALLEST_SET..=self.largest_winning_set(state)).map(goods).fold(Cards::NONE, Cards::plus)
    }

    /// Returns the goods of which a set of `size` cards can be made.
    #[inline]
    pub(super) fn set_candidates(&self, hand: Cards, merchants: [u8; Class::COUNT], size: u8) -> Types {
        let goods = hand.goods();
        // The real and converted cards that the set needs besides relics: one at least.
        let needed = size.saturating_sub(hand.count(Card::RELIC)).max(1);
        if merchants == [0; Class::COUNT] {
            goods.with(needed)
        } else if goods.len() >= usize::from(needed) {
            goods.goods_with(merchants.map(|free| needed.saturating_sub(free)))
        } else {
            Cards::NONE.types()
        }
    }

    #[inline]
    pub(super) fn play_set(&self, state: &mut State, claim: Claim) {
        state.step = Step::Jokers;
        state.made = Made::Nothing;
        state.card = Some(claim.good());
        state.size = claim.size();
    }

    /// Returns the good of the set under way.
    #[inline]
    pub(super) fn good(&self, state: &State) -> Card {
        state.card.expect("a set under way has a good")
    }

    /// Returns the cards of the seat in turn that count as the good of the set under way: those held, and
    /// the most that its merchants can convert.
    #[inline]
    fn held_and_convertible(&self, state: &State) -> (u8, u8) {
        let good = self.good(state);
        let hand = state.hand[state.seat.index()];
        let held = hand.count(good);
        let convertible = self.free_merchants(state)[good.class_index()].min(hand.goods().len() as u8 - held);
        (held, convertible)
    }

    /// Returns the fewest and most conversions of the set under way with `jokers` relics; an empty
    /// range if it cannot be completed (3.3.5, step 2).
    #[inline]
    pub(super) fn conversions(&self, state: &State, jokers: u8) -> RangeInclusive<u8> {
        let (held, convertible) = self.held_and_convertible(state);
        let real = state.size - jokers;
        real.saturating_sub(held)..=convertible.min(real)
    }

    /// Returns the fewest and most relics with which the set under way can be completed; an empty range
    /// if it cannot.
    ///
    /// Each relic replaces a card that need not be held or converted, so that more of them always do.
    #[inline]
    pub(super) fn jokers(&self, state: &State) -> RangeInclusive<u8> {
        let (held, convertible) = self.held_and_convertible(state);
        let most = state.hand[state.seat.index()].count(Card::RELIC).min(state.size - 1);
        state.size.saturating_sub(held + convertible)..=most
    }

    #[inline]
    pub(super) fn legal_jokers(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.jokers(state).map(Action::Jokers));
    }

    /// Tells whether the set under way can be completed with any number of relics.
    pub(super) fn can_complete(&self, state: &State) -> bool {
        !self.jokers(state).is_empty()
    }

    /// Tells whether the set under way can be completed with the relics chosen.
    pub(super) fn can_convert(&self, state: &State) -> bool {
        !self.conversions(state, state.jokers).is_empty()
    }

    #[inline]
    pub(super) fn play_jokers(&self, state: &mut State, jokers: u8) {
        state.step = Step::Convert;
        state.jokers = jokers;
    }

    #[inline]
    pub(super) fn legal_conversions(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.conversions(state, state.jokers).map(Action::Convert));
    }

    #[inline]
    pub(super) fn play_conversions(&self, state: &mut State, conversions: u8) {
        state.conversions = conversions;
        state.left = conversions;
        if conversions == 0 {
            self.lay_set(state);
        } else {
            state.step = Step::Source;
        }
    }

    #[inline]
    pub(super) fn legal_source(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.convertible(state).map(Action::From));
    }

    /// Returns the cards that may be converted next for the set under way.
    #[inline]
    pub(super) fn convertible(&self, state: &State) -> Types {
        self.ascending(state).goods().except(self.good(state)).choices(usize::from(state.left))
    }

    #[inline]
    pub(super) fn play_source(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left == 0 {
            self.lay_set(state);
        }
    }

    /// Lays the complete set; what it wins is chosen next.
    fn lay_set(&self, state: &mut State) {
        let seat = state.seat.index();
        let good = self.good(state);
        let held = Cards::of(good, state.size - state.jokers - state.conversions)
            .plus(Cards::of(Card::RELIC, state.jokers));
        state.hand[seat] = state.hand[seat].minus(held);
        let laid = held.plus(std::mem::take(&mut state.aside[seat]));
        self.discard_openly(state, laid);
        state.used[good.class_index()] += state.conversions;
        state.jokers = 0;
        state.conversions = 0;
        state.step = Step::Develop;
    }

    /// Puts cards that have left the hand of the seat in turn onto the discard pile, for all to see.
    fn discard_openly(&self, state: &mut State, cards: Cards) {
        state.lose(state.seat, cards);
        state.discard = state.discard.plus(cards);
    }

    /// Returns how many queue positions the set under way may choose from.
    pub(super) fn limit(&self, state: &State) -> u8 {
        let storm = self.event_for(state, state.seat) == Event::Storm;
        self.access(self.good(state).class_index(), state.size, storm).min(state.queue.len() as u8)
    }

    /// Returns whether the set under way may win the top of the deck: Almagro.
    #[inline]
    pub(super) fn may_take_top(&self, state: &State) -> bool {
        !state.deck.is_empty() && self.has(state, state.seat, Ability::Almagro)
    }

    /// Returns whether the set under way may be cashed: Vicente.
    #[inline]
    pub(super) fn may_cash(&self, state: &State) -> bool {
        state.size == SMALLEST_SET && self.has(state, state.seat, Ability::Vicente)
    }

    #[inline]
    pub(super) fn legal_development(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend((1..=self.limit(state)).map(Action::Develop));
        if self.may_take_top(state) {
            actions.push(Action::DevelopTop);
        }
        if self.may_cash(state) {
            actions.push(Action::Cash);
        }
    }

    /// Wins a queue card; the queue moves up and is refilled (4.4.2).
    #[inline]
    pub(super) fn play_develop(&self, state: &mut State, position: u8) {
        let id = state.queue.remove(usize::from(position) - 1);
        if let Some(top) = state.deck.pop() {
            state.queue.push(top);
        }
        self.win(state, id);
    }

    #[inline]
    pub(super) fn play_develop_top(&self, state: &mut State) {
        let id = state.deck.pop().expect("Almagro takes from a deck that is not empty");
        self.win(state, id);
    }

    fn win(&self, state: &mut State, id: DevelopmentId) {
        let owned = &mut state.owned[state.seat.index()];
        *owned = owned.plus(Developments::one(id));
        self.main_step(state, Made::Set);
    }

    #[inline]
    pub(super) fn play_cash(&self, state: &mut State) {
        let class = self.good(state).class_index();
        state.money[state.seat.index()] += self.effect.vicente_cash[class];
        self.main_step(state, Made::Set);
    }

    #[inline]
    pub(super) fn play_different(&self, state: &mut State, number: u8) {
        state.step = Step::Lay;
        state.made = Made::Nothing;
        state.size = number;
        state.left = number;
    }

    /// Returns the cards that may be laid next: those with which the combination can still be completed
    /// (3.3.5, step 4).
    #[inline]
    pub(super) fn layable(&self, state: &State) -> Types {
        let open = self.open_to_lay(state);
        if self.has_merchants(state) { self.completing(state, open) } else { open }
    }

    /// Returns whether the seat in turn owns a merchant.
    #[inline]
    pub(super) fn has_merchants(&self, state: &State) -> bool {
        state.owned[state.seat.index()].meets(self.all_merchants)
    }

    /// Returns the cards with enough others to lay after them; with merchants, which could convert those,
    /// some of them may still not complete the combination.
    #[inline]
    pub(super) fn open_to_lay(&self, state: &State) -> Types {
        let left = usize::from(state.left);
        if self.has_merchants(state) {
            return self.ascending(state).goods().choices(left);
        }
        // All goods are different ones.
        let seat = state.seat.index();
        state.hand[seat].goods().above_highest(state.aside[seat]).distinct().choices_of_few(left)
    }

    /// Returns those of the open cards with which the combination can be completed by merchants.
    #[inline(never)]
    pub(super) fn completing(&self, state: &State, open: Types) -> Types {
        let seat = state.seat.index();
        let (hand, laid) = (state.hand[seat].goods(), state.aside[seat]);
        layable(hand, laid.distinct(), open, state, self.free_merchants(state))
    }

    #[inline]
    pub(super) fn legal_lay(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.layable(state).map(Action::Lay));
    }

    #[inline]
    pub(super) fn play_lay(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left > 0 {
            return;
        }
        let seat = state.seat;
        let laid = std::mem::take(&mut state.aside[seat.index()]);
        self.discard_openly(state, laid);
        state.money[seat.index()] += self.different_payout(state, seat, state.size);
        self.main_step(state, Made::Different);
    }

    /// Returns the doubloons for so many different goods (4.4.3).
    pub(super) fn different_payout(&self, state: &State, seat: Seat, number: u8) -> u16 {
        let natives = self.event_for(state, seat) == Event::Natives;
        let table = if natives { &self.payout.natives } else { &self.payout.different };
        table[usize::from(number - FEWEST_DIFFERENT)]
    }

    #[inline]
    pub(super) fn play_perfect(&self, state: &mut State) {
        let seat = state.seat.index();
        let laid = perfect_cards(state.hand[seat]);
        state.hand[seat] = state.hand[seat].minus(laid);
        self.discard_openly(state, laid);
        state.perfect |= 1 << seat;
        self.main_step(state, Made::Different);
    }

    #[inline]
    pub(super) fn play_relics(&self, state: &mut State, number: u8) {
        let seat = state.seat.index();
        let sold = Cards::of(Card::RELIC, number);
        state.hand[seat] = state.hand[seat].minus(sold);
        self.discard_openly(state, sold);
        state.money[seat] += self.payout.relics[usize::from(number) - 1];
        self.main_step(state, Made::Relics);
    }

    /// Ends a turn; after the last one the round is closed.
    #[inline]
    pub(super) fn play_end<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let next = self.next(state.seat);
        state.used = [0; Class::COUNT];
        state.made = Made::Nothing;
        if Some(next) == state.first {
            self.end_of_progress(state, dice);
        } else {
            self.begin_turn(state, next);
        }
    }
}

/// Returns the most goods that cards can count as, all different (4.4.4).
#[inline]
pub(super) fn most_different(hand: Cards, merchants: [u8; Class::COUNT]) -> u8 {
    let goods = hand.goods();
    let distinct = goods.distinct_len() as u8;
    let spare = goods.len() as u8 - distinct;
    if spare == 0 || merchants == [0; Class::COUNT] {
        return distinct;
    }
    let held = goods.distinct().types_by_class();
    let converted: u8 = (0..Class::COUNT).map(|class| merchants[class].min(3 - held[class])).sum();
    distinct + spare.min(converted)
}

/// Returns those types of `open` with which the cards laid can be completed from `hand`.
///
/// `open` holds types of `hand`, none below the cards laid, with enough cards of their own type or
/// above; `laid` holds each type laid once. With the set D of different goods laid, a combination can have at most the sum over the
/// classes of min(D in the class + merchants, 3) cards. Another new good never lowers that sum, so
/// the best completion takes new goods first, those of classes with room.
fn layable(hand: Cards, laid: Cards, open: Types, state: &State, merchants: [u8; Class::COUNT]) -> Types {
    let types = hand.distinct();
    let mut result = Cards::NONE.types();
    for card in open {
        let one = Cards::one(card);
        let held = laid.union_of_types(one).types_by_class();
        let new = types.from(card).minus(one).types_by_class();
        let (mut most, mut room) = (0, 0);
        for class in 0..Class::COUNT {
            let reached = (held[class] + merchants[class]).min(3);
            most += reached;
            room += new[class].min(3 - reached);
        }
        if most + room.min(state.left - 1) >= state.size {
            result = result.with(card);
        }
    }
    result
}

/// Returns the cards of a perfect combination: each good held, for the missing ones the lowest surplus
/// copies, and a relic (3.3.5, step 5).
pub(super) fn perfect_cards(hand: Cards) -> Cards {
    let goods = hand.goods();
    let distinct = goods.distinct();
    let missing = Card::GOODS - distinct.len();
    let surplus: Cards = goods.minus(distinct).iter().take(missing).collect();
    distinct.plus(surplus).plus(Cards::one(Card::RELIC))
}
