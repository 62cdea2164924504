//! The invariants of every position (section 8, 12.3, 12.4 of the rules page).

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::Developments;
use crate::limits::{MARKET, MAX_SET, MIN_DIFFERENT, MIN_SET, QUEUE};
use crate::play::open_offers;
use crate::state::{Gift, State};
use crate::words::{Ability, Decision, Event, Made};
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{Audit, MAX_SEATS, Seat, counted};

impl MundusNovus {
    /// Conservation of resources and the size of the market (invariants 1, 2).
    pub(super) fn check_cards(&self, state: &State, audit: &mut Audit) {
        let taken = if state.decision == Decision::Swap { state.card } else { None };
        let mut total = ByKey::<Card, usize>::default();
        let piles = [state.supply, state.market, state.discard];
        for cards in state.hand.values().chain(state.aside.values()).chain(&piles) {
            for card in Card::ALL {
                total[card] += usize::from(cards.count(card));
            }
        }
        for card in state.draw.iter().chain(taken) {
            total[card] += 1;
        }
        for card in Card::ALL {
            let copies = usize::from(self.rules.resources().count(card));
            audit.ensure(total[card] == copies, "resource conservation", || {
                format!("{} {} cards of {copies}", total[card], card.word())
            });
        }
        audit.ensure(state.market.total() == MARKET, "market of three cards", || {
            counted(state.market.total(), "card")
        });
    }

    /// Cards outside the piles during Supply, so that draws never fail (invariant 7).
    pub(super) fn check_supply(&self, state: &State, audit: &mut Audit) {
        let decision = state.decision;
        if !matches!(decision, Decision::Split | Decision::Pick | Decision::Sergio | Decision::Pirates) {
            return;
        }
        let seats = || Seat::all(self.rules.players);
        let dealt = self.rules.players * usize::from(self.rules.setup.dealt);
        let slots: usize = seats().map(|seat| self.rules.slots(state.owned[seat])).sum();
        let is_bought =
            decision == Decision::Pirates && seats().any(|seat| self.has(state, seat, Ability::Sergio));
        let most = dealt + self.caravels_in_play(state) + slots + usize::from(is_bought);
        let held = seats().map(|seat| state.hand[seat].len() + state.aside[seat].len()).sum::<usize>();
        let outside = held + state.supply.total();
        audit.ensure(outside <= most, "cards dealt, stored and brought by caravels", || {
            format!("{outside} cards in hands and open supply, {most} at most, at {decision:?}")
        });
    }

    /// Conservation of developments and the length of the queue (invariants 3, 4).
    pub(super) fn check_developments(&self, state: &State, audit: &mut Audit) {
        let listed =
            state.queue.as_slice().iter().chain(state.deck.as_slice()).map(|&id| Developments::one(id));
        let (mut all, mut twice) = (Developments::EMPTY, Developments::EMPTY);
        for cards in listed.chain(state.owned) {
            twice |= all & cards;
            all |= cards;
        }
        for (set, what) in [
            (twice, "more than once"),
            (self.rules.in_play - all, "nowhere"),
            (all - self.rules.in_play, "not in play"),
        ] {
            audit.ensure(set == Developments::EMPTY, "development conservation", || {
                format!("{} {what}", set.iter().map(|id| self.rules.id(id)).collect::<Vec<_>>().join(", "))
            });
        }
        audit.ensure(
            state.queue.len() == QUEUE || state.deck.is_empty(),
            "full queue while the deck lasts",
            || {
                format!(
                    "{} in the queue, {} in the deck",
                    counted(state.queue.len(), "card"),
                    state.deck.len()
                )
            },
        );
    }

    /// Which places may hold cards at this decision, and how many (invariants 6, 14; 12.3).
    pub(super) fn check_places(&self, state: &State, audit: &mut Audit) {
        let decision = state.decision;
        let supplied = matches!(decision, Decision::Split | Decision::Pick);
        audit.ensure(state.supply.is_empty() != supplied, "open supply at split and pick only", || {
            format!("{:?} at {decision:?}", state.supply)
        });
        for seat in Seat::all(self.rules.players) {
            let (hand, aside) = (state.hand[seat], state.aside[seat]);
            let found = || format!("{}: hand {hand}, besides it {aside} at {decision:?}", seat.in_file());
            if decision.stores() {
                audit.ensure(hand.is_empty(), "empty hands at the end of a round", found);
                let slots = usize::from(self.usable_slots(state, seat));
                audit.ensure(aside.len() <= slots, "stored cards in slots", found);
            } else if decision.sets_aside() {
                let needed = usize::from(self.needed(state, seat));
                let committed = self.has_committed(state, seat);
                let free = decision == Decision::Store
                    || decision == Decision::Offer && self.has(state, seat, Ability::Casas);
                let right = if seat == state.seat {
                    needed > 0 && aside.len() + usize::from(state.left) == needed && aside.len() < needed
                } else if committed {
                    aside.len() == needed || aside.len() < needed && free
                } else {
                    aside.is_empty()
                };
                audit.ensure(right, "cards set aside as chosen so far", found);
            } else if decision.shows_offers() {
                audit.ensure(state.open == open_offers(state), "seats with open offers", found);
                // Hands of five and more offered four cards at most.
                audit.ensure(!hand.is_empty(), "cards in hand during the trade", found);
                let most = usize::from(self.rules.trade.most_offered);
                audit.ensure(aside.len() <= most, "offers of the announced size", found);
            } else {
                audit.ensure(aside.is_empty(), "no cards set aside, offered or stored", found);
            }
            if decision == Decision::Announce {
                audit.ensure(
                    hand.len() >= usize::from(self.rules.setup.dealt),
                    "full hands at the announcement",
                    found,
                );
            }
            // A card stays in the hand when all offers are complete.
            if decision == Decision::Offer {
                let cards = hand.len() + aside.len();
                audit.ensure(cards > usize::from(state.size), "cards for the offer and the hand", found);
            }
        }
    }

    /// The fields of the round.
    pub(super) fn check_round(&self, state: &State, audit: &mut Audit) {
        let decision = state.decision;
        audit.ensure(state.round >= 1, "round counter", || state.round.to_string());
        audit.ensure(state.trade_master.index() < self.rules.players, "Trade Master", || {
            state.trade_master.index().to_string()
        });
        let no_event = state.round == 1 || decision == Decision::Coronado;
        audit.ensure(state.event == Event::None || !no_event, "no event yet", || {
            format!("{:?} in round {} at {decision:?}", state.event, state.round)
        });
        let may_be_perfect = decision.is_progress() || decision == Decision::GameOver;
        let seats = KeySet::lowest(self.rules.players);
        audit.ensure(
            seats.contains(state.perfect) && (state.perfect.is_empty() || may_be_perfect),
            "perfect in Progress",
            || format!("{:b} at {decision:?}", state.perfect.bits()),
        );
        for seat in Seat::all(self.rules.players).filter(|&seat| state.perfect.has(seat)) {
            audit.ensure(self.may_be_perfect(state, seat), "perfect after a different combination", || {
                format!("{} at {decision:?} of {}", seat.in_file(), state.seat.in_file())
            });
        }
        // Nobody is paid between the end of a round and the first take (invariant 15).
        let before_takes = (decision as u8) < Decision::Take as u8;
        let is_over = state.round > 1 && before_takes && self.end(state).is_some();
        audit.ensure(!is_over, "the end of the game with its round", || {
            format!("round {} at {decision:?}", state.round)
        });
        let caravels = self.splitter(state).map_or(0, |seat| self.caravels_of(state, seat).len());
        let given = usize::from(state.split_len);
        let right = match decision {
            Decision::Split => 1 <= given && given < caravels,
            Decision::Pick | Decision::Sergio | Decision::Pirates => given == caravels,
            _ => given == 0,
        };
        audit.ensure(
            right && state.split & 1 == 0 && u32::from(state.split) >> given == 0,
            "split of the fleets",
            || format!("{} for {caravels} caravels at {decision:?}", counted(given, "letter")),
        );
    }

    /// Returns whether a seat can have made a different combination in this round: its turn is over, or has one.
    fn may_be_perfect(&self, state: &State, seat: Seat) -> bool {
        match state.decision {
            Decision::Store | Decision::GameOver => true,
            Decision::Turn if seat == state.seat => {
                matches!(state.made, Some(Made::Different | Made::Relics))
            }
            _ => seat != state.seat && self.has_begun(state, seat),
        }
    }

    /// Returns whether the turn of a seat has begun in this round, at a decision in a turn.
    fn has_begun(&self, state: &State, seat: Seat) -> bool {
        let before = state.first.into_iter().flat_map(|first| self.rules.clockwise(first));
        seat == state.seat || before.take_while(|&known| known != state.seat).any(|known| known == seat)
    }

    /// The decider and the partial choices (12.1, 12.4).
    pub(super) fn check_decision(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "decision";
        let seat = state.seat;
        let decision = state.decision;
        let found = || format!("{decision:?} of {}", seat.in_file());
        if !audit.ensure(seat.index() < self.rules.players, NAME, found) {
            return;
        }
        let is_progress = decision.is_progress();
        audit.ensure(state.first.is_some() == is_progress, NAME, || {
            format!("{decision:?}, first player {:?}", state.first)
        });
        if let Some(first) = state.first {
            audit.ensure(first.index() < self.rules.players, NAME, || {
                format!("first player {}", first.index())
            });
        }
        let owned = state.owned[seat];
        for (class, &merchants) in self.rules.merchants.iter() {
            let merchants = (owned & merchants).len();
            audit.ensure(usize::from(state.used[class]) <= merchants, "merchants used", || {
                format!("{} of {merchants}", state.used[class])
            });
        }
        let right = self.is_occasion(state);
        // `check_places` names a choice that has gone too far; there is nothing left to check here.
        let chosen = state.aside[seat].len();
        let goes_on = !decision.sets_aside() || chosen < usize::from(self.needed(state, seat));
        audit.ensure(right && (!goes_on || self.is_possible(state)), NAME, found);
    }

    /// Returns whether the decision can come up, and its partial choices with it.
    fn is_occasion(&self, state: &State) -> bool {
        let (seat, decision) = (state.seat, state.decision);
        match decision {
            Decision::Coronado => self.buyer_of_event(state) == Some(seat),
            Decision::Split => {
                self.splitter(state) == Some(seat) && state.supply.total() == self.caravels_in_play(state)
            }
            Decision::Pick => {
                let mut derived = *state;
                self.derive_fleets(&mut derived)
                    && derived == *state
                    && state.card.is_none_or(|last| state.hand[seat].has(last))
            }
            Decision::Sergio => self.buyer_of_card(state) == Some(seat),
            Decision::Announce
            | Decision::Compensate
            | Decision::FirstPlayer
            | Decision::GameOver
            | Decision::Tie
                if seat != state.trade_master =>
            {
                false
            }
            Decision::Announce | Decision::FirstPlayer => true,
            Decision::GameOver => self.end(state).is_some(),
            Decision::Tie => {
                let highest = self.highest_offers(state);
                highest.len() >= 2 && !highest.has(seat) && self.are_equal_offers(state)
            }
            Decision::Offer => {
                (self.rules.trade.fewest_offered..=self.rules.trade.most_offered).contains(&state.size)
            }
            Decision::Take | Decision::Swap => self.is_chain(state),
            Decision::Compensate => {
                !state.hand[seat].is_empty() && state.other.is_some_and(|due| due != seat)
            }
            Decision::Turn => state.made.is_some() || state.used == ByKey::default(),
            Decision::Jokers | Decision::Convert | Decision::Source => {
                self.is_set(state)
                    && (state.used == ByKey::default() || self.event_for(state, seat) == Event::King)
                    && state.jokers < state.size
                    && state.conversions <= state.size - state.jokers
                    && usize::from(self.free_merchants(state)[self.good(state).class()])
                        >= usize::from(state.conversions)
            }
            Decision::Develop => self.is_set(state),
            Decision::Lay => (MIN_DIFFERENT..=Card::GOODS as u8).contains(&state.size),
            Decision::Pirates | Decision::Store => true,
        }
    }

    /// Returns whether the take at hand follows from those before it.
    fn is_chain(&self, state: &State) -> bool {
        let (seat, decision) = (state.seat, state.decision);
        let chain = match (state.last, state.previous) {
            (None, None) => seat == state.trade_master,
            // The Trade Master made the first take. Before a swap the one before that is
            // unknown.
            (Some(last), None) => last != seat && (decision == Decision::Swap || last == state.trade_master),
            (Some(last), Some(previous)) => last != seat && previous != last,
            (None, Some(_)) => false,
        };
        chain
            && if decision == Decision::Take {
                !state.victims.is_empty() && state.victims == self.victims(state)
            } else {
                state.card.is_some() && state.other.is_some_and(|robbed| robbed != seat)
            }
    }

    /// Returns whether a set of goods is chosen that can be laid.
    fn is_set(&self, state: &State) -> bool {
        (MIN_SET..=MAX_SET).contains(&state.size)
            && state.card.is_some_and(Card::is_good)
            && self.largest_winning_set(state) >= state.size
    }

    /// Returns whether all open offers are of one size, as the Trade Master announced it; las Casas
    /// may have offered fewer cards (4.3.2).
    fn are_equal_offers(&self, state: &State) -> bool {
        let offers = || Seat::all(self.rules.players).map(|seat| (seat, state.aside[seat].len()));
        let announced = offers().map(|(_, len)| len).max().unwrap_or(0);
        announced >= usize::from(self.rules.trade.fewest_offered)
            && offers().all(|(seat, len)| len == announced || self.has(state, seat, Ability::Casas))
    }

    /// The known cards of a seat are among its cards (invariant 17).
    pub(super) fn check_knowledge(&self, state: &State, audit: &mut Audit) {
        let offers = state.decision.shows_offers();
        let hidden_cards =
            |owner: Seat| state.hand[owner].plus(if offers { Cards::NONE } else { state.aside[owner] });
        for owner in Seat::all(MAX_SEATS) {
            let hidden = hidden_cards(owner);
            for observer in Seat::all(MAX_SEATS) {
                let known = state.known[owner][observer];
                let gift = state.gift.filter(|&gift| gift.from == owner && gift.has_bystander(observer));
                let elsewhere = known.without(hidden);
                let right = if owner == observer || owner.max(observer).index() >= self.rules.players {
                    known.is_empty()
                } else if let Some(Gift { to, .. }) = gift {
                    // The given card is still with the receiver, or the receiver has shown it
                    // (6.2).
                    elsewhere.without(hidden_cards(to)).without(state.shown).is_empty()
                        && elsewhere.total() <= 1
                } else {
                    elsewhere.is_empty()
                };
                audit.ensure(right, "known cards", || {
                    format!("{} knows {known} of the {hidden} of {}", observer.in_file(), owner.in_file())
                });
            }
        }
    }

    /// A recorded gift fits what the bystanders know (6.2).
    pub(super) fn check_gift(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "gift";
        let Some(Gift { from, to }) = state.gift else {
            audit.ensure(state.shown.is_empty(), NAME, || format!("none, but {} shown", state.shown));
            return;
        };
        let found = || {
            let (from, to) = (from.in_file(), to.in_file());
            format!("from {from} to {to}, shown {} at {:?}", state.shown, state.decision)
        };
        let given = state.decision == Decision::FirstPlayer || state.decision.is_progress();
        audit.ensure(
            given && from == state.trade_master && from != to && to.index() < self.rules.players,
            NAME,
            found,
        );
        audit.ensure(state.discard.contains(state.shown), NAME, found);
        let may_show = match state.decision {
            Decision::FirstPlayer => false,
            Decision::Store | Decision::GameOver => true,
            Decision::Turn if to == state.seat => state.made.is_some(),
            _ => self.has_begun(state, to),
        };
        audit.ensure(may_show || state.shown.is_empty(), NAME, found);
    }
}
