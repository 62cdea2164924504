//! Writing position files and views (12.3 to 12.5 of the rules page).

use serde_json::Value;

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::{DevelopmentId, Developments};
use crate::notation::file::{DecisionFile, GiftFile, PlayerFile, PositionFile};
use crate::state::State;
use crate::words::{Class, Decision};
use tradewinds_game::{Seat, Variants};

/// Writes as many unknown cards.
fn unknown(cards: Cards) -> String {
    "?".repeat(cards.len())
}

impl MundusNovus {
    fn ids<'a>(&self, ids: impl IntoIterator<Item = &'a DevelopmentId>) -> Vec<String> {
        ids.into_iter().map(|&id| self.rules.id(id).to_owned()).collect()
    }

    fn owned_ids(&self, owned: Developments) -> Vec<String> {
        owned.iter().map(|id| self.rules.id(id).to_owned()).collect()
    }

    /// Writes the position: whole, or as `viewer` sees it.
    pub(super) fn write_position(&self, state: &State, viewer: Option<Seat>) -> Value {
        let hidden = viewer.is_some();
        let file = PositionFile {
            game: Self::NAME.to_owned(),
            promo: self.rules.promo,
            rules: self.rules.named.iter().map(|&name| name.to_owned()).collect(),
            round: state.round,
            event: state.event,
            trade_master: state.trade_master.index(),
            queue: self.ids(state.queue.as_slice()),
            development_deck: (!hidden).then(|| self.ids(state.deck.as_slice().iter().rev())),
            market: state.market.to_string(),
            draw_pile: (!hidden).then(|| state.draw.iter().map(Card::letter).collect()),
            discard_pile: state.discard.to_string(),
            supply: state.supply.to_string(),
            split: (0..state.split_len)
                .map(|at| if state.split >> at & 1 == 1 { 'b' } else { 'a' })
                .collect(),
            gift: state.gift.map(|gift| GiftFile {
                from: gift.from.index(),
                to: gift.to.index(),
                shown: state.shown.to_string(),
            }),
            players: Seat::all(self.rules.players)
                .map(|seat| self.write_player(state, seat, viewer))
                .collect(),
            decision: self.write_decision(state),
        };
        serde_json::to_value(file).expect("a position has string keys and plain values")
    }

    fn write_player(&self, state: &State, seat: Seat, viewer: Option<Seat>) -> PlayerFile {
        let (hand, aside, decision) = (state.hand[seat], state.aside[seat], state.decision);
        let at = |holds: bool| if holds { aside } else { Cards::NONE };
        let (stored, set_aside, offer) =
            (at(decision.stores()), at(decision.sets_aside()), at(decision.shows_offers()));
        let known = Seat::all(self.rules.players).map(|observer| state.known[seat][observer].to_string());
        let (hand, stored, set_aside, known_by) = match viewer {
            Some(viewer) if viewer != seat => (
                // The number of cards set aside is not public before all seats have chosen (12.5).
                unknown(hand.plus(set_aside)),
                unknown(stored),
                String::new(),
                known.enumerate().map(|(by, cards)| (by == viewer.index()).then_some(cards)).collect(),
            ),
            _ => (hand.to_string(), stored.to_string(), set_aside.to_string(), known.map(Some).collect()),
        };
        PlayerFile {
            money: state.money[seat],
            developments: self.owned_ids(state.owned[seat]),
            hand,
            stored,
            set_aside,
            offer: offer.to_string(),
            known_by: Some(known_by),
            perfect: state.is_perfect(seat),
        }
    }

    fn write_decision(&self, state: &State) -> DecisionFile {
        let seat = state.seat.index();
        let first_player = state.first.map_or(0, Seat::index);
        let merchants_used: String = Class::ALL
            .into_iter()
            .flat_map(|class| std::iter::repeat_n(class.letter(), usize::from(state.used[class])))
            .collect();
        let letter = || state.card.map_or('?', Card::letter);
        let (size, jokers, conversions) = (state.size, state.jokers, state.conversions);
        let other = state.other.map_or(0, Seat::index);
        let last = state.last.map(Seat::index);
        match state.decision {
            Decision::Coronado => DecisionFile::Coronado {},
            Decision::Split => DecisionFile::Split {},
            Decision::Pick => DecisionFile::Pick { last: state.card.map(Card::letter) },
            Decision::Sergio => DecisionFile::Sergio {},
            Decision::Pirates => DecisionFile::Pirates { seat },
            Decision::Announce => DecisionFile::Announce {},
            Decision::Offer => DecisionFile::Offer { seat, announced: size },
            Decision::Tie => DecisionFile::Tie {},
            Decision::Take => DecisionFile::Take { seat, last, previous: state.previous.map(Seat::index) },
            Decision::Swap => DecisionFile::Swap { seat, from: other, card: letter(), last },
            Decision::Compensate => DecisionFile::Compensate { to: other },
            Decision::FirstPlayer => DecisionFile::FirstPlayer {},
            Decision::Turn => {
                let made = state.made;
                DecisionFile::Turn { seat, first_player, merchants_used, made }
            }
            Decision::Jokers => {
                DecisionFile::Jokers { seat, first_player, merchants_used, good: letter(), size }
            }
            Decision::Convert => {
                DecisionFile::Convert { seat, first_player, merchants_used, good: letter(), size, jokers }
            }
            Decision::Source => DecisionFile::Source {
                seat,
                first_player,
                merchants_used,
                good: letter(),
                size,
                jokers,
                conversions,
            },
            Decision::Develop => {
                DecisionFile::Develop { seat, first_player, merchants_used, good: letter(), size }
            }
            Decision::Lay => DecisionFile::Lay { seat, first_player, merchants_used, size },
            Decision::Store => DecisionFile::Store { seat, first_player },
            Decision::GameOver => DecisionFile::GameOver {},
        }
    }
}
