//! The turns of the Progress phase: S19 of the rules page (3.3.5, 4.4).

use crate::MundusNovus;
use crate::action::Action;
use crate::card::Card;
use crate::cards::{Cards, Types};
use crate::limits::{MAX_RELICS, MIN_DIFFERENT};
use crate::state::State;
use crate::words::{Class, Decision, Event, Made};
use tradewinds_game::kit::ByKey;
use tradewinds_game::{Actions, Dice, Seat};

impl MundusNovus {
    /// Begins the Progress phase with this player.
    pub(crate) fn begin_progress(&self, state: &mut State, first: Seat) {
        state.first = Some(first);
        self.begin_turn(state, first);
    }

    pub(super) fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.seat = seat;
        state.used = ByKey::default();
        self.main_step(state, None);
    }

    pub(super) fn main_step(&self, state: &mut State, made: Option<Made>) {
        state.decision = Decision::Turn;
        state.made = made;
        state.size = 0;
        state.card = None;
        state.jokers = 0;
        state.conversions = 0;
    }

    /// Returns the merchants of the seat in turn that can still convert, by class.
    #[inline]
    pub(crate) fn free_merchants(&self, state: &State) -> ByKey<Class, u8> {
        let owned = state.owned[state.seat] & self.rules.all_merchants;
        let mut free = ByKey::default();
        if owned.is_empty() {
            return free;
        }
        // Most seats have one or two: counting them one by one takes fewer instructions than a
        // population count of each class.
        for id in owned {
            free[self.rules.printed(id).class] += 1;
        }
        ByKey::from_fn(|class| free[class] - state.used[class])
    }

    #[inline(never)]
    pub(crate) fn legal_turn(&self, state: &State, actions: &mut Actions<Action>) {
        let hand = state.hand[state.seat];
        let merchants = self.free_merchants(state);
        if self.may_set(state) {
            self.legal_sets(state, hand, merchants, actions);
        }
        if matches!(state.made, None | Some(Made::Set)) {
            let most = most_different(hand, merchants);
            actions.extend((MIN_DIFFERENT..most + 1).map(Action::Different));
            if usize::from(most) == Card::GOODS && hand.has(Card::RELIC) {
                actions.push(Action::Perfect);
            }
        }
        if self.owes_combination(state) {
            return;
        }
        if state.made != Some(Made::Relics) {
            actions.extend((1..hand.count(Card::RELIC).min(MAX_RELICS) + 1).map(Action::Relics));
        }
        actions.push(Action::End);
    }

    /// Returns whether the seat in turn has to make a combination before it ends the turn, where those that can be made
    /// have to be (J1): a first one, and a different one after sets. More sets under King's Aid may be made.
    pub(crate) fn owes_combination(&self, state: &State) -> bool {
        if !self.rules.flags.combinations_required || !matches!(state.made, None | Some(Made::Set)) {
            return false;
        }
        let (hand, merchants) = (state.hand[state.seat], self.free_merchants(state));
        most_different(hand, merchants) >= MIN_DIFFERENT
            || state.made.is_none() && !self.sets(state, hand, merchants).is_empty()
    }

    #[inline]
    pub(crate) fn play_different(&self, state: &mut State, number: u8) {
        state.decision = Decision::Lay;
        state.made = None;
        state.size = number;
        state.left = number;
    }

    /// Returns the cards that may be laid next: those with which the combination can still be
    /// completed (3.3.5, step 4).
    #[inline]
    pub(crate) fn layable(&self, state: &State) -> Types {
        let open = self.open_to_lay(state);
        if self.has_merchants(state) { self.completing(state, open) } else { open }
    }

    /// Returns whether the seat in turn owns a merchant.
    #[inline]
    pub(crate) fn has_merchants(&self, state: &State) -> bool {
        state.owned[state.seat].meets(self.rules.all_merchants)
    }

    /// Returns the cards with enough others to lay after them; with merchants, which could convert
    /// those, some of them may still not complete the combination.
    #[inline]
    pub(crate) fn open_to_lay(&self, state: &State) -> Types {
        let left = usize::from(state.left);
        if self.has_merchants(state) {
            return self.ascending(state).goods().choices(left);
        }
        self.different_to_lay(state).choices_of_few(left)
    }

    /// Returns one card of each good that may be laid without merchants: all are different ones.
    #[inline]
    pub(crate) fn different_to_lay(&self, state: &State) -> Cards {
        let seat = state.seat;
        state.hand[seat].goods().above_highest(state.aside[seat]).distinct()
    }

    /// Returns the card that has to be laid next if that can be seen without merchants: as a rule all different
    /// goods are to be laid, and the lowest is the only choice.
    #[inline]
    pub(crate) fn only_to_lay(&self, state: &State) -> Option<Card> {
        if self.has_merchants(state) {
            return None;
        }
        let types = self.different_to_lay(state).types();
        (types.len() == usize::from(state.left)).then(|| types.get(0))
    }

    /// Returns those of the open cards with which the combination can be completed by merchants.
    #[inline(never)]
    pub(crate) fn completing(&self, state: &State, open: Types) -> Types {
        let seat = state.seat;
        let (hand, laid) = (state.hand[seat].goods(), state.aside[seat]);
        layable(hand, laid.distinct(), open, state, self.free_merchants(state))
    }

    #[inline(never)]
    pub(crate) fn legal_lay(&self, state: &State, actions: &mut Actions<Action>) {
        actions.extend(self.layable(state).map(Action::Lay));
    }

    #[inline]
    pub(crate) fn play_lay(&self, state: &mut State, card: Card) {
        self.set_aside(state, card);
        if state.left == 0 {
            self.finish_different(state);
        }
    }

    /// Pays for a different combination that is laid completely: not inlined, so that the cards before
    /// the last need not save its registers.
    #[inline(never)]
    fn finish_different(&self, state: &mut State) {
        let seat = state.seat;
        let laid = std::mem::take(&mut state.aside[seat]);
        self.discard_openly(state, laid);
        state.money[seat] += self.different_payout(state, seat, state.size);
        self.main_step(state, Some(Made::Different));
    }

    /// Returns the doubloons for `number` different goods (4.4.3).
    pub(crate) fn different_payout(&self, state: &State, seat: Seat, number: u8) -> u16 {
        let natives = self.event_for(state, seat) == Event::Natives;
        let table = if natives { &self.rules.payout.natives } else { &self.rules.payout.different };
        table[usize::from(number - MIN_DIFFERENT)]
    }

    #[inline(never)]
    pub(crate) fn play_perfect(&self, state: &mut State) {
        let seat = state.seat;
        let laid = perfect_cards(state.hand[seat]);
        state.hand[seat] = state.hand[seat].minus(laid);
        self.discard_openly(state, laid);
        state.perfect.insert(seat);
        self.main_step(state, Some(Made::Different));
    }

    #[inline(never)]
    pub(crate) fn play_relics(&self, state: &mut State, number: u8) {
        let seat = state.seat;
        let sold = Cards::of(Card::RELIC, number);
        state.hand[seat] = state.hand[seat].minus(sold);
        self.discard_openly(state, sold);
        state.money[seat] += self.rules.payout.relics[usize::from(number) - 1];
        self.main_step(state, Some(Made::Relics));
    }

    /// Ends a turn; after the last one the round is closed.
    #[inline]
    pub(crate) fn play_end<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let next = self.rules.next(state.seat);
        state.used = ByKey::default();
        state.made = None;
        if Some(next) == state.first {
            self.end_of_progress(state, dice);
        } else {
            self.begin_turn(state, next);
        }
    }
}

/// Returns whether there is no merchant; comparing arrays of bytes would take more instructions.
#[inline]
pub(crate) fn has_none(merchants: ByKey<Class, u8>) -> bool {
    merchants.values().fold(0, |all, free| all | free) == 0
}

/// Returns the maximum number of different goods that cards can count as (4.4.4).
#[inline]
pub(crate) fn most_different(hand: Cards, merchants: ByKey<Class, u8>) -> u8 {
    let goods = hand.goods();
    let distinct = goods.distinct_len() as u8;
    let spare = goods.len() as u8 - distinct;
    if spare == 0 || has_none(merchants) {
        return distinct;
    }
    let held = goods.distinct().types_by_class();
    let converted: u8 = Class::ALL.into_iter().map(|class| merchants[class].min(3 - held[class])).sum();
    distinct + spare.min(converted)
}

/// Returns those types of `open` with which the cards laid can be completed from `hand`.
///
/// `open` holds types of `hand`, none below the cards laid, with enough cards of their own type or
/// above; `laid` holds each type laid once. With the set D of different goods laid, a combination
/// can have at most the sum over the classes of min(D in the class + merchants, 3) cards. Another
/// new good never lowers that sum, so the best completion takes new goods first, those of classes
/// with room.
fn layable(hand: Cards, laid: Cards, open: Types, state: &State, merchants: ByKey<Class, u8>) -> Types {
    let types = hand.distinct();
    let mut result = Cards::NONE.types();
    for card in open {
        let one = Cards::one(card);
        let held = laid.union_of_types(one).types_by_class();
        let new = types.from(card).minus(one).types_by_class();
        let (mut most, mut room) = (0, 0);
        for class in Class::ALL {
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

/// Returns the cards of a perfect combination: each good held, for the missing ones the lowest
/// surplus copies, and a relic (3.3.5, step 5).
pub(crate) fn perfect_cards(hand: Cards) -> Cards {
    let goods = hand.goods();
    let distinct = goods.distinct();
    let missing = Card::GOODS - distinct.len();
    let surplus: Cards = goods.minus(distinct).iter().take(missing).collect();
    distinct.plus(surplus).plus(Cards::one(Card::RELIC))
}
