//! The state: everything that changes in play, packed into a few cache lines (rules page 3.1).
//!
//! The state is 256 bytes: counts of 4 bits each in one word, colonists on buildings with as many bits as the
//! largest number of circles needs, the order of the face-down tiles 4 bits each. A few derived fields
//! (`city`, `circles`, `room`, `colonists`, `sold_out`, `shippable`, `rest`, `later`) are kept for speed;
//! `check` compares them with what they are derived from. A deal stores the order of the face-down tiles. A
//! loaded position with `"deck": null` keeps it unknown and draws lazily; a determinization always gives an
//! order. Positions with more than 10,000 doubloons, 5,000 VP or 10,000 rounds are refused: the fields are 16
//! bits wide.

use crate::deck::Deck;
use crate::limits::{MAX_PLAYERS, MAX_SHIPS};
use crate::player::Player;
use crate::words::{Building, Decision, Good, Offer, Role};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, Counts8, KeySet, Kinds8};

/// The `kind` of an empty ship.
pub(crate) const EMPTY: u8 = Good::COUNT as u8;

/// A cargo ship: its load.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ship {
    /// The kind of good, [`EMPTY`] if none.
    pub(crate) kind: u8,
    /// Barrels, 0 to the ship's spaces.
    pub(crate) load: u8,
}

/// A position of Puerto Rico: at most 256 bytes for any number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) players: [Player; MAX_PLAYERS],
    pub(crate) deck: Deck,
    pub(crate) role_doubloons: ByKey<Role, u8>,
    /// Roles picked this round in order, 4 bits each from the lowest.
    pub(crate) picked: u32,
    /// Barrels in the supply.
    pub(crate) supply: Counts8,
    pub(crate) trading_house: Counts8,
    /// The face-up row.
    pub(crate) face_up: Counts8,
    /// Discarded plantations; no kind has more than 15.
    pub(crate) discards: Counts8,
    /// Buildings without a copy left.
    pub(crate) sold_out: KeySet<Building>,
    /// Kinds that some cargo ship takes: derived, kept for speed.
    pub(crate) shippable: Kinds8,
    /// `place`: the player's later slot types, one bit each; derived, kept for speed.
    pub(crate) rest: u32,
    /// VP chips left; below 0 for points noted on paper.
    pub(crate) pool: i16,
    pub(crate) round: u16,
    pub(crate) ships: [Ship; MAX_SHIPS],
    pub(crate) picks: u8,
    /// Roles taken this round.
    pub(crate) taken: KeySet<Role>,
    pub(crate) colonist_ship: u8,
    pub(crate) colonist_supply: u8,
    pub(crate) quarries: u8,
    pub(crate) governor: Seat,
    /// The seat whose role is resolved, or that picks.
    pub(crate) chooser: Seat,
    /// The seat that decides.
    pub(crate) player: Seat,
    pub(crate) decision: Decision,
    /// `hospice`: the tile just taken; `place`: the slot type; `university`: the building; `offer`: what is offered,
    /// with the kinds that the factory counts above it.
    pub(crate) detail: u8,
    /// `place`: circles of the slot type; derived, kept for speed.
    pub(crate) circles: u8,
    /// `place`: circles of the player's later slot types; derived, kept for speed.
    pub(crate) later: u8,
    /// Seats that have used their wharf in this captain phase.
    pub(crate) wharf_used: KeySet<Seat>,
    /// Seats that have declined their wharf in this captain phase; at an offer of colonists, goods or factory money
    /// those that have declined the colonists or the goods.
    pub(crate) passed: KeySet<Seat>,
    pub(crate) captain_loaded: bool,
    pub(crate) colonist_shortage: bool,
    /// Whether some city has no free space; derived, kept for speed.
    pub(crate) city_full: bool,
}

const _: () = assert!(size_of::<State>() <= 256, "a state fits in 256 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    /// Returns a state with nothing on the table and all players' boards empty, at the end of the game.
    pub(crate) fn blank() -> Self {
        Self {
            players: [Player::default(); MAX_PLAYERS],
            deck: Deck::unknown(0),
            role_doubloons: ByKey::default(),
            picked: 0,
            supply: Counts8::default(),
            trading_house: Counts8::default(),
            face_up: Counts8::default(),
            discards: Counts8::default(),
            sold_out: KeySet::EMPTY,
            shippable: Kinds8::default(),
            rest: 0,
            pool: 0,
            round: 1,
            ships: [Ship { kind: EMPTY, load: 0 }; MAX_SHIPS],
            picks: 0,
            taken: KeySet::EMPTY,
            colonist_ship: 0,
            colonist_supply: 0,
            quarries: 0,
            governor: Seat::new(0),
            chooser: Seat::new(0),
            player: Seat::new(0),
            decision: Decision::Over,
            detail: 0,
            circles: 0,
            later: 0,
            wharf_used: KeySet::EMPTY,
            passed: KeySet::EMPTY,
            captain_loaded: false,
            colonist_shortage: false,
            city_full: false,
        }
    }

    /// Returns whether one of the three end triggers has come up (rules page 5).
    #[inline]
    pub(crate) const fn end_flag(&self) -> bool {
        self.colonist_shortage || self.pool <= 0 || self.city_full
    }

    /// Returns the player who decides.
    #[inline]
    pub(crate) fn current(&self) -> &Player {
        &self.players[self.player.index()]
    }

    /// Returns the player who decides.
    #[inline]
    pub(crate) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[self.player.index()]
    }

    /// Asks `player` for a decision.
    #[inline]
    pub(crate) fn ask(&mut self, decision: Decision, player: Seat) {
        self.decision = decision;
        self.player = player;
    }

    /// Offers something to `player`; `kinds` are those that the factory counts.
    pub(crate) fn make_offer(&mut self, offer: Offer, kinds: u8, player: Seat) {
        self.detail = offer as u8 | kinds << 4;
        self.ask(Decision::Offer, player);
    }

    /// Returns what is offered.
    ///
    /// # Contract
    /// The decision at hand is an offer; otherwise the result is unspecified.
    pub(crate) const fn offer(&self) -> Offer {
        match Offer::from_index((self.detail & 15) as usize) {
            Some(offer) => offer,
            None => Offer::Colonists,
        }
    }

    /// Returns the kinds that the factory counts, where its money is offered.
    pub(crate) const fn offered_kinds(&self) -> u8 {
        self.detail >> 4
    }

    /// Returns the kind of decision as which learners and networks see the one at hand.
    #[inline]
    pub(crate) const fn seen_as(&self) -> Decision {
        match self.decision {
            Decision::Offer => self.offer().seen_as(),
            decision => decision,
        }
    }

    /// Takes a colonist from the supply, or from the ship if the supply is empty, for a player (hospice and
    /// university, table 2).
    pub(crate) fn take_colonist(&mut self, seat: Seat) {
        if self.colonist_supply > 0 {
            self.colonist_supply -= 1;
        } else {
            self.colonist_ship -= 1;
        }
        self.players[seat.index()].colonists += 1;
    }

    /// Returns the role picked last.
    #[inline]
    pub(crate) fn role(&self) -> Role {
        Role::ALL[(self.picked >> (4 * (self.picks - 1)) & 15) as usize]
    }

    /// Lists the roles picked this round, in order.
    pub(crate) fn picked_roles(&self) -> impl Iterator<Item = Role> {
        let picked = self.picked;
        (0..self.picks).map(move |pick| Role::ALL[(picked >> (4 * pick) & 15) as usize])
    }
}
