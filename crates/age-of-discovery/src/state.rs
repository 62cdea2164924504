//! The state: everything that changes in play, packed into eight cache lines (rules page 3.1).
//!
//! Starting places under the auction are the seats, since the place is asked of the dealt state, before the
//! order is bid for. The set of open boxes is kept for speed; `check` compares it with what it is derived
//! from. An expedition's last action has a public outcome on its edge: 1 for success, 2 for failure. The best
//! set income has a closed formula, exact while a four pays twice a three and a three at least three mixed
//! sets; other data are refused.

use tradewinds_game::Seat;
use tradewinds_game::kit::{Bits, ByKey, Counts16, MaybeSeat};

use crate::buildings;
use crate::limits::SEATS;
use crate::packed::{Dock, Order, SeatList};
use crate::player::Player;
use crate::words::{Building, Decision, Figure, Good, Region, Slot, TileId};

/// All regions, one bit each.
pub(crate) const ALL_REGIONS: u16 = (1 << Region::COUNT) - 1;
/// The target of an expedition against the deck; regions are their own numbers.
pub(crate) const DECK: u8 = Region::COUNT as u8;
/// The first bit of the seats in Initiative in [`State::open`].
pub(crate) const INITIATIVE_SEATS: u32 = 16;

/// The choices of the expedition being put together, 0 where they are to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Expedition {
    /// A region's number, or [`DECK`].
    pub(crate) target: u8,
    pub(crate) soldiers: u8,
    pub(crate) captains: u8,
}

/// The battle being fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conflict {
    pub(crate) war: bool,
    pub(crate) opponent: Seat,
    pub(crate) region: u8,
    /// Soldiers among the attacker's victims; 0 until the attacker has chosen.
    pub(crate) killed: u8,
}

impl Conflict {
    /// The value outside of battles.
    pub(crate) const NONE: Self = Self { war: false, opponent: Seat::new(0), region: 0, killed: 0 };
}

/// A position of Age of Discovery: at most 512 bytes for any number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) players: [Player; SEATS],
    /// Face-up goods.
    pub(crate) market: Counts16,
    /// Face-down goods: derived from other fields, stored for speed.
    pub(crate) pile: Counts16,
    /// The tile of each undiscovered region, 4 bits per region; 0 if there is none.
    pub(crate) tiles: u64,
    /// The stacks of the three ages: numbers within the age (both Settlers are 0), the next one lowest.
    pub(crate) stacks: [Order; 3],
    /// The discovery cards, the next one lowest.
    pub(crate) deck: Order,
    /// Buildings on offer, as in [`Player::owned`].
    pub(crate) offer: u64,
    pub(crate) dock: Dock,
    pub(crate) initiative_box: SeatList,
    pub(crate) goods_box: SeatList,
    pub(crate) capital_box: SeatList,
    pub(crate) warfare_box: SeatList,
    /// Auction: seats in the order of passing.
    pub(crate) passed: SeatList,
    /// At `place` the boxes with a free space, one bit each, and from bit [`INITIATIVE_SEATS`] the seats in
    /// Initiative; 0 at other steps: derived from other fields, stored for speed.
    pub(crate) open: u32,
    /// Regions with a tile, one bit each.
    pub(crate) undiscovered: u16,
    /// Undiscovered regions whose tile has been revealed to all seats.
    pub(crate) seen: u16,
    /// Regions whose good is not claimed yet.
    pub(crate) region_goods: u16,
    pub(crate) stack_len: [u8; 3],
    pub(crate) deck_len: u8,
    /// Seats in turn order; all seat 0 during the auction.
    pub(crate) order: [Seat; SEATS],
    /// Auction: the last bid of each seat, 0 for none.
    pub(crate) bids: [u8; SEATS],
    /// Owners of the figures on the slots of Specialists, or nobody.
    pub(crate) specialists: ByKey<Slot, MaybeSeat>,
    /// Owners of the colonists on the dock spaces X and Y, or nobody.
    pub(crate) dock_x: MaybeSeat,
    pub(crate) dock_y: MaybeSeat,
    /// Owner of the University while it is unused, otherwise nobody: derived from other fields,
    /// stored for speed.
    pub(crate) university: MaybeSeat,
    pub(crate) university_used: bool,
    pub(crate) ship_in_box: bool,
    pub(crate) turn: u8,
    pub(crate) decision: Decision,
    /// The seat that decides; seat 0 when the game is over.
    pub(crate) to_move: Seat,
    /// The place of that seat in the order, at steps that go round in it, otherwise 0: derived.
    pub(crate) at: u8,
    pub(crate) expedition: Expedition,
    pub(crate) conflict: Conflict,
}

const _: () = assert!(size_of::<State>() <= 512, "a state fits in 512 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    /// Returns a position without anything in it.
    pub(crate) fn empty() -> Self {
        Self {
            players: [Player::default(); SEATS],
            market: Default::default(),
            pile: Default::default(),
            tiles: 0,
            stacks: Default::default(),
            deck: Default::default(),
            offer: 0,
            dock: Dock::default(),
            initiative_box: SeatList::default(),
            goods_box: SeatList::default(),
            capital_box: SeatList::default(),
            warfare_box: SeatList::default(),
            passed: SeatList::default(),
            open: 0,
            undiscovered: 0,
            seen: 0,
            region_goods: 0,
            stack_len: [0; 3],
            deck_len: 0,
            order: [Seat::new(0); SEATS],
            bids: [0; SEATS],
            specialists: ByKey::new([MaybeSeat::NOBODY; Slot::COUNT]),
            dock_x: MaybeSeat::NOBODY,
            dock_y: MaybeSeat::NOBODY,
            university: MaybeSeat::NOBODY,
            university_used: false,
            ship_in_box: false,
            turn: 1,
            decision: Decision::Over,
            to_move: Seat::new(0),
            at: 0,
            expedition: Expedition::default(),
            conflict: Conflict::NONE,
        }
    }

    /// Returns the player of a seat.
    #[inline]
    #[must_use]
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Returns the turn, 1 to 8.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Returns the kind of decision.
    #[inline]
    #[must_use]
    pub const fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns the seats in turn order; no seat has a place during the auction.
    #[inline]
    #[must_use]
    pub const fn order(&self) -> &[Seat; SEATS] {
        &self.order
    }

    /// Returns the regions that are open, one bit each.
    #[inline]
    #[must_use]
    pub const fn discovered(&self) -> u16 {
        ALL_REGIONS & !self.undiscovered
    }

    /// Returns the tile of an undiscovered region if all seats have seen it.
    #[inline]
    #[must_use]
    pub fn seen_tile(&self, region: Region) -> Option<TileId> {
        let index = region.index();
        (self.seen >> index & 1 != 0).then(|| TileId::new(self.tile(index)))
    }

    /// Returns whether a region's good is still unclaimed.
    #[inline]
    #[must_use]
    pub const fn has_good(&self, region: Region) -> bool {
        self.region_goods >> region.index() & 1 != 0
    }

    /// Returns the face-up counters of a good.
    #[inline]
    #[must_use]
    pub const fn market(&self, good: Good) -> u8 {
        self.market.get(good.index())
    }

    /// Lists the buildings on offer in table order.
    pub fn offer(&self) -> impl Iterator<Item = Building> {
        buildings::list(self.offer)
    }

    /// Returns how many buildings of the current age are still to be turned up.
    #[inline]
    #[must_use]
    pub const fn stack_len(&self) -> u8 {
        self.stack_len[self.age()]
    }

    /// Returns how many discovery cards are left.
    #[inline]
    #[must_use]
    pub const fn deck_len(&self) -> u8 {
        self.deck_len
    }

    /// Returns whether a ship lies in Merchant Shipping.
    #[inline]
    #[must_use]
    pub const fn ship_in_box(&self) -> bool {
        self.ship_in_box
    }

    /// Lists the figures on the numbered dock spaces with their owners, the next one to land first.
    pub fn dock(&self) -> impl Iterator<Item = (Seat, Figure)> {
        self.dock.iter()
    }

    /// Returns the owners of the colonists on the dock spaces X and Y.
    #[must_use]
    pub fn dock_extra(&self) -> [Option<Seat>; 2] {
        [self.dock_x, self.dock_y].map(MaybeSeat::get)
    }

    /// Lists the owners of the figures in Initiative, space 1 first.
    pub fn initiative_box(&self) -> impl Iterator<Item = Seat> {
        self.initiative_box.iter()
    }

    /// Lists the owners of the figures in Trade Goods that are still to take, the next one first.
    pub fn goods_box(&self) -> impl Iterator<Item = Seat> {
        self.goods_box.iter()
    }

    /// Lists the owners of the figures in Capital Buildings whose turn is not over, the next one first.
    pub fn capital_box(&self) -> impl Iterator<Item = Seat> {
        self.capital_box.iter()
    }

    /// Lists the owners of the figures in Warfare whose turn is not over, the next one first.
    pub fn warfare_box(&self) -> impl Iterator<Item = Seat> {
        self.warfare_box.iter()
    }

    /// Returns the target of the expedition being put together: a region, or `None` for the deck. Only
    /// its later steps have one.
    #[must_use]
    pub fn expedition_target(&self) -> Option<Region> {
        Region::from_index(self.expedition.target.into())
    }

    /// Returns the soldiers and captains chosen so far for the expedition being put together.
    #[must_use]
    pub const fn expedition_figures(&self) -> [u8; 2] {
        [self.expedition.soldiers, self.expedition.captains]
    }

    /// Returns the region of the battle being fought and the attacker's opponent.
    #[must_use]
    pub fn battle(&self) -> (Region, Seat) {
        (Region::ALL[usize::from(self.conflict.region)], self.conflict.opponent)
    }

    /// Returns the age under way, 0 to 2.
    #[inline]
    #[must_use]
    pub const fn age(&self) -> usize {
        age_of(self.turn)
    }

    /// Returns how many region scorings are over.
    #[inline]
    pub(crate) const fn scorings_done(&self) -> usize {
        match (self.decision, self.turn) {
            (Decision::Over, _) => 3,
            (_, ..=3) => 0,
            (_, 4..=6) => 1,
            _ => 2,
        }
    }

    /// Returns the regions in which two seats can fight (4.10), one bit each: both have a unit there and
    /// one of them is a soldier.
    #[inline]
    #[must_use]
    pub const fn battlefields(&self, attacker: Seat, defender: Seat) -> u16 {
        self.players[attacker.index()].battlefields(&self.players[defender.index()])
    }

    /// Returns the regions with units, one bit each.
    #[inline]
    pub(crate) fn held(&self) -> u16 {
        self.players.iter().fold(0, |held, player| held | player.occupied)
    }

    /// Returns the tile of an undiscovered region.
    #[inline]
    pub(crate) const fn tile(&self, region: usize) -> usize {
        (self.tiles >> (4 * region) & 15) as usize
    }

    #[inline]
    pub(crate) fn set_tile(&mut self, region: usize, tile: usize) {
        self.tiles = self.tiles & !(15 << (4 * region)) | (tile as u64) << (4 * region);
    }

    /// Returns the player who decides.
    #[inline]
    pub(crate) fn current(&self) -> &Player {
        &self.players[self.to_move.index()]
    }

    /// Returns the player who decides.
    #[inline]
    pub(crate) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[self.to_move.index()]
    }

    /// Asks a seat for a decision.
    #[inline]
    pub(crate) fn ask(&mut self, decision: Decision, seat: Seat) {
        self.decision = decision;
        self.to_move = seat;
        self.at = 0;
    }

    /// Asks the seat at a place of the turn order for a decision.
    #[inline]
    pub(crate) fn ask_at(&mut self, decision: Decision, at: usize) {
        self.decision = decision;
        self.to_move = self.order[at];
        self.at = at as u8;
    }

    /// Returns the place of a seat in the turn order.
    #[inline]
    pub(crate) fn place_of(&self, seat: Seat) -> usize {
        self.order.iter().position(|&other| other == seat).unwrap_or(0)
    }

    /// Returns the ships that lie in the supply.
    pub(crate) fn ship_supply(&self, ships: u8) -> u8 {
        let out: u8 = self.players.iter().map(|player| player.ships).sum();
        ships.saturating_sub(out + u8::from(self.ship_in_box))
    }
}

/// Returns the age of a turn, 0 to 2.
pub(crate) const fn age_of(turn: u8) -> usize {
    (turn > 3) as usize + (turn > 6) as usize
}

/// Lists the regions of a set.
pub(crate) fn regions(set: u16) -> impl Iterator<Item = Region> {
    // Bits of a wide word cost less to list than those of a `u16`.
    Bits(u64::from(set)).map(|region| Region::ALL[region])
}
