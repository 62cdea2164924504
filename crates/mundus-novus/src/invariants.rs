//! What holds in every position (section 8, 12.3, 12.4 of the rules page).

use super::cards::{Card, Cards};
use super::developments::{Ability, DevelopmentList, Developments, Event};
use super::rules::{FEWEST_DIFFERENT, LARGEST_SET, MARKET, MundusNovus, QUEUE, SMALLEST_SET};
use super::state::{DrawPile, Gift, Made, State, Step};
use super::trade::open_offers;
use tradewinds_game::{Audit, Broken, MAX_SEATS, Seat};

impl MundusNovus {
    /// Returns a state without any card.
    pub(super) fn empty(&self) -> State {
        State {
            known: [[Cards::NONE; MAX_SEATS]; MAX_SEATS],
            hand: [Cards::NONE; MAX_SEATS],
            aside: [Cards::NONE; MAX_SEATS],
            owned: [Developments::NONE; MAX_SEATS],
            supply: Cards::NONE,
            market: Cards::NONE,
            discard: Cards::NONE,
            shown: Cards::NONE,
            draw: DrawPile::EMPTY,
            deck: DevelopmentList::EMPTY,
            queue: DevelopmentList::EMPTY,
            fleets: 0,
            money: [0; MAX_SEATS],
            round: 0,
            split: 0,
            split_len: 0,
            event: Event::None,
            trade_master: Seat::new(0),
            step: Step::GameOver,
            seat: Seat::new(0),
            left: 0,
            size: 0,
            card: None,
            jokers: 0,
            conversions: 0,
            used: [0; 3],
            made: Made::Nothing,
            first: None,
            last: None,
            previous: None,
            open: 0,
            other: None,
            gift: None,
            perfect: 0,
        }
    }

    /// Lists all broken invariants, the broadest first.
    pub(super) fn broken_invariants(&self, state: &State) -> Vec<Broken> {
        let mut audit = Audit::default();
        self.check_cards(state, &mut audit);
        self.check_developments(state, &mut audit);
        self.check_places(state, &mut audit);
        self.check_round(state, &mut audit);
        self.check_step(state, &mut audit);
        self.check_knowledge(state, &mut audit);
        self.check_gift(state, &mut audit);
        audit.into_broken()
    }

    /// Conservation of resources and the size of the market (invariants 1, 2).
    fn check_cards(&self, state: &State, audit: &mut Audit) {
        let taken = if state.step == Step::Swap { state.card } else { None };
        let mut total = [0_usize; Card::COUNT];
        let piles = [state.supply, state.market, state.discard];
        for cards in state.hand.iter().chain(&state.aside).chain(&piles) {
            for card in Card::ALL {
                total[card.index()] += usize::from(cards.count(card));
            }
        }
        for card in state.draw.iter().chain(taken) {
            total[card.index()] += 1;
        }
        for card in Card::ALL {
            let copies = usize::from(self.resources.count(card));
            audit.ensure(total[card.index()] == copies, "resource conservation", || {
                format!("{} {} cards of {copies}", total[card.index()], card.word())
            });
        }
        audit.ensure(state.market.total() == MARKET, "market of three cards", || {
            format!("{} cards", state.market.total())
        });
    }

    /// Conservation of developments and the length of the queue (invariants 3, 4).
    fn check_developments(&self, state: &State, audit: &mut Audit) {
        let listed =
            state.queue.as_slice().iter().chain(state.deck.as_slice()).map(|&id| Developments::one(id));
        let (mut all, mut twice) = (Developments::NONE, Developments::NONE);
        for cards in listed.chain(state.owned) {
            twice = twice.plus(all.and(cards));
            all = all.plus(cards);
        }
        for (set, what) in [
            (twice, "more than once"),
            (self.in_play.without(all), "nowhere"),
            (all.without(self.in_play), "not in play"),
        ] {
            audit.ensure(set == Developments::NONE, "development conservation", || {
                format!("{} {what}", set.iter().map(|id| self.id(id)).collect::<Vec<_>>().join(", "))
            });
        }
        audit.ensure(
            state.queue.len() == QUEUE || state.deck.is_empty(),
            "full queue while the deck lasts",
            || format!("{} cards in the queue, {} in the deck", state.queue.len(), state.deck.len()),
        );
    }

    /// Which places may hold cards at this step, and how many (invariants 6, 14; 12.3).
    fn check_places(&self, state: &State, audit: &mut Audit) {
        let step = state.step;
        let supplied = matches!(step, Step::Split | Step::Pick);
        audit.ensure(state.supply.is_empty() != supplied, "open supply at split and pick only", || {
            format!("{:?} at {step:?}", state.supply)
        });
        for seat in Seat::all(self.players) {
            let (hand, aside) = (state.hand[seat.index()], state.aside[seat.index()]);
            let found = || format!("seat {seat}: hand {hand}, besides it {aside} at {step:?}");
            if step.stores() {
                audit.ensure(hand.is_empty(), "empty hands at the end of a round", found);
                let slots = usize::from(self.usable_slots(state, seat));
                audit.ensure(aside.len() <= slots, "stored cards in slots", found);
            } else if step.sets_aside() {
                let needed = usize::from(self.needed(state, seat));
                let committed = self.has_committed(state, seat);
                let free =
                    step == Step::Store || step == Step::Offer && self.has(state, seat, Ability::Casas);
                let right = if seat == state.seat {
                    needed > 0 && aside.len() + usize::from(state.left) == needed && aside.len() < needed
                } else if committed {
                    aside.len() == needed || aside.len() < needed && free
                } else {
                    aside.is_empty()
                };
                audit.ensure(right, "cards set aside as chosen so far", found);
            } else if step.shows_offers() {
                audit.ensure(state.open == open_offers(state), "seats with open offers", found);
                // Hands of five and more offered four cards at most.
                audit.ensure(!hand.is_empty(), "cards in hand during the trade", found);
                let most = usize::from(self.trade.most_offered);
                audit.ensure(aside.len() <= most, "offers of the announced size", found);
            } else {
                audit.ensure(aside.is_empty(), "no cards set aside, offered or stored", found);
            }
            if step == Step::Announce {
                audit.ensure(
                    hand.len() >= usize::from(self.setup.dealt),
                    "full hands at the announcement",
                    found,
                );
            }
            // A card stays in the hand when all offers are complete.
            if step == Step::Offer {
                let cards = hand.len() + aside.len();
                audit.ensure(cards > usize::from(state.size), "cards for the offer and the hand", found);
            }
        }
    }

    /// The fields of the round.
    fn check_round(&self, state: &State, audit: &mut Audit) {
        let step = state.step;
        audit.ensure(state.round >= 1, "round counter", || state.round.to_string());
        audit.ensure(state.trade_master.index() < self.players, "Trade Master", || {
            state.trade_master.to_string()
        });
        let no_event = state.round == 1 || step == Step::Coronado;
        audit.ensure(state.event == Event::None || !no_event, "no event yet", || {
            format!("{:?} in round {} at {step:?}", state.event, state.round)
        });
        let may_be_perfect = step.is_progress() || step == Step::GameOver;
        let seats = 1_u8 << self.players;
        audit.ensure(
            state.perfect < seats && (state.perfect == 0 || may_be_perfect),
            "perfect in Progress",
            || format!("{:b} at {step:?}", state.perfect),
        );
        let caravels = self.splitter(state).map_or(0, |seat| self.caravels_of(state, seat).len());
        let given = usize::from(state.split_len);
        let right = match step {
            Step::Split => 1 <= given && given < caravels,
            Step::Pick | Step::Sergio | Step::Pirates => given == caravels,
            _ => given == 0,
        };
        audit.ensure(
            right && state.split & 1 == 0 && u32::from(state.split) >> given == 0,
            "split of the fleets",
            || format!("{given} letters for {caravels} caravels at {step:?}"),
        );
    }

    /// The decider and the partial choices (12.1, 12.4).
    fn check_step(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "decision";
        let seat = state.seat;
        let step = state.step;
        let found = || format!("{step:?} of seat {seat}");
        if !audit.ensure(seat.index() < self.players, NAME, found) {
            return;
        }
        let is_progress = step.is_progress();
        audit.ensure(state.first.is_some() == is_progress, NAME, || {
            format!("{step:?}, first player {:?}", state.first)
        });
        if let Some(first) = state.first {
            audit.ensure(first.index() < self.players, NAME, || format!("first player {first}"));
        }
        let owned = state.owned[seat.index()];
        for class in 0..self.merchants.len() {
            let merchants = owned.and(self.merchants[class]).len();
            audit.ensure(usize::from(state.used[class]) <= merchants, "merchants used", || {
                format!("{} of {merchants}", state.used[class])
            });
        }
        let set = SMALLEST_SET..=LARGEST_SET;
        let right = match step {
            Step::Coronado => self.buyer_of_event(state) == Some(seat),
            Step::Split => {
                self.splitter(state) == Some(seat) && state.supply.total() == self.caravels_in_play(state)
            }
            Step::Pick => {
                let mut derived = *state;
                self.derive_fleets(&mut derived)
                    && derived == *state
                    && state.card.is_none_or(|last| state.hand[seat.index()].has(last))
            }
            Step::Sergio => self.buyer_of_card(state) == Some(seat),
            Step::Announce | Step::Compensate | Step::FirstPlayer | Step::GameOver | Step::Tie
                if seat != state.trade_master =>
            {
                false
            }
            Step::Announce | Step::FirstPlayer => true,
            Step::GameOver => self.end(state).is_some(),
            Step::Tie => {
                let highest = self.highest_offers(state);
                highest.count_ones() >= 2 && highest >> seat.index() & 1 == 0 && self.are_equal_offers(state)
            }
            Step::Offer => (self.trade.fewest_offered..=self.trade.most_offered).contains(&state.size),
            Step::Take | Step::Swap => {
                let chain = match (state.last, state.previous) {
                    (None, None) => seat == state.trade_master,
                    // The Trade Master made the first take. Before a swap the one before that is unknown.
                    (Some(last), None) => last != seat && (step == Step::Swap || last == state.trade_master),
                    (Some(last), Some(previous)) => last != seat && previous != last,
                    (None, Some(_)) => false,
                };
                chain
                    && if step == Step::Take {
                        state.left != 0 && state.left == self.victims(state)
                    } else {
                        state.card.is_some() && state.other.is_some_and(|robbed| robbed != seat)
                    }
            }
            Step::Compensate => {
                !state.hand[seat.index()].is_empty() && state.other.is_some_and(|due| due != seat)
            }
            Step::Turn => state.made != Made::Nothing || state.used == [0; 3],
            Step::Jokers | Step::Convert | Step::Source => {
                set.contains(&state.size)
                    && state.card.is_some_and(Card::is_good)
                    && state.jokers < state.size
                    && state.conversions <= state.size - state.jokers
                    && self.largest_winning_set(state) >= state.size
                    && usize::from(self.free_merchants(state)[self.good(state).class_index()])
                        >= usize::from(state.conversions)
            }
            Step::Develop => {
                set.contains(&state.size)
                    && state.card.is_some_and(Card::is_good)
                    && self.largest_winning_set(state) >= state.size
            }
            Step::Lay => (FEWEST_DIFFERENT..=Card::GOODS as u8).contains(&state.size),
            Step::Pirates | Step::Store => true,
        };
        // A choice that has gone too far is named by `check_places`; nothing is left of it to look at.
        let chosen = state.aside[seat.index()].len();
        let goes_on = !step.sets_aside() || chosen < usize::from(self.needed(state, seat));
        audit.ensure(right && (!goes_on || self.is_possible(state)), NAME, found);
    }

    /// Tells whether all open offers are of one size, as the Trade Master announced it; las Casas may
    /// have offered fewer cards (4.3.2).
    fn are_equal_offers(&self, state: &State) -> bool {
        let offers = || Seat::all(self.players).map(|seat| (seat, state.aside[seat.index()].len()));
        let announced = offers().map(|(_, len)| len).max().unwrap_or(0);
        announced >= usize::from(self.trade.fewest_offered)
            && offers().all(|(seat, len)| len == announced || self.has(state, seat, Ability::Casas))
    }

    /// What is known of a seat's cards is among them (invariant 17).
    fn check_knowledge(&self, state: &State, audit: &mut Audit) {
        let offers = state.step.shows_offers();
        let hidden_cards =
            |owner: usize| state.hand[owner].plus(if offers { Cards::NONE } else { state.aside[owner] });
        for owner in 0..MAX_SEATS {
            let hidden = hidden_cards(owner);
            for observer in 0..MAX_SEATS {
                let known = state.known[owner][observer];
                let gift = state.gift.filter(|&gift| {
                    gift.from.index() == owner && Self::is_bystander(gift, Seat::new(observer))
                });
                let elsewhere = known.without(hidden);
                let right = if owner == observer || owner.max(observer) >= self.players {
                    known.is_empty()
                } else if let Some(Gift { to, .. }) = gift {
                    // The given card is still with the receiver, or he has shown it (6.2).
                    elsewhere.without(hidden_cards(to.index())).without(state.shown).is_empty()
                        && elsewhere.total() <= 1
                } else {
                    elsewhere.is_empty()
                };
                audit.ensure(right, "known cards", || {
                    format!("seat {observer} knows {known} of seat {owner}'s {hidden}")
                });
            }
        }
    }

    /// A recorded gift fits what the bystanders know (6.2).
    fn check_gift(&self, state: &State, audit: &mut Audit) {
        const NAME: &str = "gift";
        let Some(Gift { from, to }) = state.gift else {
            audit.ensure(state.shown.is_empty(), NAME, || format!("none, but {} shown", state.shown));
            return;
        };
        let found = || format!("from {from} to {to}, shown {} at {:?}", state.shown, state.step);
        let given = state.step == Step::FirstPlayer || state.step.is_progress();
        audit.ensure(
            given && from == state.trade_master && from != to && to.index() < self.players,
            NAME,
            found,
        );
        audit.ensure(state.discard.contains(state.shown), NAME, found);
    }
}
