//! The auction for the starting order (section 6).

use tradewinds_game::{Actions, Dice, MAX_ACTIONS, Seat};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::Decision;

impl AgeOfDiscovery {
    /// Returns the minimum and maximum bid that the player to move may make; the minimum is above
    /// the maximum if only a pass is legal.
    #[inline]
    pub(crate) fn bid_range(&self, state: &State) -> (u8, u8) {
        let least = state.bids.iter().fold(0, |highest, &bid| bid.max(highest)) + 1;
        // No more than a list of actions holds; the page's auction has eleven at most.
        let most = u16::from(least) + MAX_ACTIONS as u16 - 2;
        (least, state.current().money.min(most).min(250) as u8)
    }

    pub(crate) fn legal_bids(&self, state: &State, actions: &mut Actions<Action>) {
        let (least, most) = self.bid_range(state);
        actions.push(Action::Pass);
        actions.extend((least..=most).map(Action::Bid));
    }

    pub(crate) fn play_bid<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let players = self.rules.players;
        match action {
            Action::Bid(dollars) => state.bids[state.to_move.index()] = dollars,
            _ => state.passed.push(state.to_move),
        }
        let mut seat = state.to_move.next(players);
        while state.passed.contains(seat) {
            seat = seat.next(players);
        }
        if state.passed.len() + 1 < players {
            state.ask(Decision::Bid, seat);
        } else {
            self.end_auction(state, seat, dice);
        }
    }

    /// Gives each player a position, takes the payments and has the winner discover the open region.
    fn end_auction<D: Dice + ?Sized>(&self, state: &mut State, winner: Seat, dice: &mut D) {
        let players = self.rules.players;
        for place in 0..players - 1 {
            state.order[players - 1 - place] = state.passed.get(place);
        }
        state.order[0] = winner;
        let [first_bid, second_bid] = [0, 1].map(|place| state.bids[state.order[place].index()]);
        state.bids = Default::default();
        state.passed = Default::default();
        let second = state.order[1];
        state.players[second.index()].money -= u16::from(second_bid.div_ceil(2));
        state.players[winner.index()].money -= u16::from(first_bid);
        self.discover(state, winner, self.rules.home, 0);
        if second_bid >= self.rules.auction_specialist_bid {
            state.ask(Decision::AuctionSpecialist, second);
        } else {
            self.end_setup(state, dice);
        }
    }

    pub(crate) fn play_auction_specialist<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut D,
    ) {
        if let Action::TakeSpecialist(figure) = action {
            state.current_mut().hand.add(figure.index(), 1);
        }
        self.end_setup(state, dice);
    }

    fn end_setup<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.deal_colonists(state);
        self.begin_turn(state, dice);
    }
}
