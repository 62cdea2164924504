//! B6: Discovery (4.7). An expedition is a target, then soldiers, captains and other figures.

use tradewinds_game::{Actions, Dice, MAX_ACTIONS, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::stacks::shuffled_deck;
use crate::state::{DECK, Expedition, State, regions};
use crate::words::{Decision, Region};

impl AgeOfDiscovery {
    /// Has the next player in turn order, from place `from`, that has figures in the box decide.
    #[inline]
    pub(crate) fn next_explorer<D: Dice + ?Sized>(&self, state: &mut State, from: usize, dice: &mut D) {
        for at in from..self.rules.players {
            if state.players[state.order[at].index()].explores() {
                state.ask_at(Decision::ExploreTarget, at);
                if self.rules.university_one_step {
                    self.offers_step(state, Decision::UniversityDiscovery, at);
                }
                return;
            }
        }
        self.resolve_specialists(state, dice);
    }

    /// Returns whether the deck is the target: no region is left, but cards are.
    #[inline]
    pub(crate) fn deck_is_open(&self, state: &State) -> bool {
        state.undiscovered == 0 && state.deck_len > 0
    }

    pub(crate) fn legal_targets(&self, state: &State, actions: &mut Actions<Action>) {
        actions.push(Action::Stay);
        actions.extend(regions(state.undiscovered).map(Action::Explore));
        if self.deck_is_open(state) {
            actions.push(Action::ExploreDeck);
        }
    }

    #[inline]
    pub(crate) fn play_target<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let at = usize::from(state.at);
        let target = match action {
            Action::Explore(region) => region as u8,
            Action::ExploreDeck => DECK,
            _ => {
                self.next_explorer(state, at + 1, dice);
                return;
            }
        };
        state.expedition.target = target;
        state.decision = Decision::ExploreSoldiers;
    }

    /// Returns the minimum and maximum at a number step of an expedition. The minima make
    /// sure that at least one figure goes. More than a list of actions holds are not offered; the rules
    /// do not give a player half as many.
    #[inline]
    pub(crate) fn number_range(&self, state: &State) -> (u8, u8) {
        let (player, chosen) = (state.current(), state.expedition);
        let (least, most) = match state.decision {
            Decision::ExploreSoldiers => (player.captains | player.others == 0, player.explorers),
            Decision::ExploreCaptains => (chosen.soldiers | player.others == 0, player.captains),
            _ => (chosen.soldiers | chosen.captains == 0, player.others),
        };
        (least.into(), most.min(MAX_ACTIONS as u8 - 1))
    }

    #[inline]
    pub(crate) fn number_action(decision: Decision, number: u8) -> Action {
        match decision {
            Decision::ExploreSoldiers => Action::Soldiers(number),
            Decision::ExploreCaptains => Action::Captains(number),
            _ => Action::Others(number),
        }
    }

    pub(crate) fn legal_numbers(&self, state: &State, actions: &mut Actions<Action>) {
        let (least, most) = self.number_range(state);
        actions.extend((least..=most).map(|number| Self::number_action(state.decision, number)));
    }

    #[inline]
    pub(crate) fn play_number<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match action {
            Action::Soldiers(number) => {
                state.expedition.soldiers = number;
                state.decision = Decision::ExploreCaptains;
            }
            Action::Captains(number) => {
                state.expedition.captains = number;
                state.decision = Decision::ExploreOthers;
            }
            Action::Others(number) => self.explore(state, number, dice),
            _ => debug_assert!(false, "{action:?} is no number of figures"),
        }
    }

    /// Sends the expedition out: its figures leave the box in any case.
    fn explore<D: Dice + ?Sized>(&self, state: &mut State, others: u8, dice: &mut D) {
        let Expedition { target, soldiers, captains } = state.expedition;
        state.expedition = Expedition::default();
        let (seat, at) = (state.to_move, usize::from(state.at));
        let player = &mut state.players[seat.index()];
        player.captains -= captains;
        player.explorers -= soldiers;
        player.others -= others;
        let each = self.rules.discovery.map(u32::from);
        let value =
            each[0] * u32::from(captains) + each[1] * u32::from(soldiers) + each[2] * u32::from(others);
        if target == DECK {
            self.draw_card(state, seat, value, soldiers, dice);
        } else {
            let region = Region::ALL[usize::from(target)];
            if value >= self.rules.tiles[state.tile(region.index())].natives.into() {
                self.discover(state, seat, region, soldiers);
            } else {
                state.seen |= 1 << region.index();
            }
        }
        self.next_explorer(state, at + 1, dice);
    }

    /// Draws a card: won, or shuffled back into the deck.
    fn draw_card<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        seat: Seat,
        value: u32,
        soldiers: u8,
        dice: &mut D,
    ) {
        let card = state.deck.get(0);
        let find = self.rules.cards[card];
        if value >= find.natives.into() {
            state.deck.pop_front();
            state.deck_len -= 1;
            let player = &mut state.players[seat.index()];
            player.money += u16::from(find.money) + u16::from(find.plunder) * u16::from(soldiers);
            player.cards |= 1 << card;
        } else {
            (state.deck, state.deck_len) = shuffled_deck(self.won_cards(state), dice);
        }
    }
}

const _: () = assert!(Region::COUNT < 16, "a target fits in a byte");
