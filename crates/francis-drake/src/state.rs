//! The state: everything that changes in play, packed into a few cache lines (rules page 12, 13.3).
//!
//! Fields marked "derived" follow from the others and are kept for speed; `check` compares them.
//!
//! While the admiral or the governor places tiles, others do not see whether none or one lies, so both are
//! drawn. A failed attack has outcome 1 on its edge. Discs taken back by an early return have no row in
//! `missions.csv`.

use crate::items::Items;
use crate::limits::{DOCKSIDE, INVESTOR, LOCATIONS, MAX_PLAYERS};
use crate::list::SeatList;
use crate::player::Player;
use crate::words::{
    Commodity, DOCKSIDE_STOPS, Decision, Destination, GalleonTile, Look, SECOND_DISCS, Stone, Stop,
};
use tradewinds_game::Seat;
use tradewinds_game::kit::{Bits, ByKey, KeySet};

/// A position of the game.
///
/// The accessors return public facts. Hidden ones (the numbers of discs, tiles) need an observer, see
/// [`FrancisDrake::known_tile`](crate::FrancisDrake::known_tile) and
/// [`FrancisDrake::known_disc`](crate::FrancisDrake::known_disc).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) players: [Player; MAX_PLAYERS],
    /// Derived: the supplies; all zero where they are unlimited.
    pub(crate) supply: Items,
    /// The street: bits `4i..4i+4` hold the location at position `i + 1`.
    pub(crate) street: u64,
    /// Derived, its inverse: bits `4i..4i+4` hold the position of location `i`, less 1.
    pub(crate) places: u64,
    /// Derived: visits, bits `4i..4i+4` for location `i`.
    pub(crate) visits: u64,
    /// Derived: the discs that wait from the reveal on: bit = 8 * round + place in the sailing order.
    /// The lowest bit is the disc that comes first.
    pub(crate) waiting: u64,
    /// Troop and frigate tiles: bits `4i..4i+4` for destination `i`; 0 where none lies.
    pub(crate) tiles: u64,
    /// Derived: attack successes, bits `2i..2i+2` for destination `i`.
    pub(crate) successes: u32,
    /// The seats in the order of the homebound dock at the start of the voyage.
    pub(crate) start: SeatList,
    /// Ships in the outbound dock.
    pub(crate) outbound: SeatList,
    /// Ships back from this voyage.
    pub(crate) homebound: SeatList,
    /// Derived: street positions with a free circle, position 1 in bit 0.
    pub(crate) open: u16,
    /// Destinations whose tile has been placed.
    pub(crate) tiled: u16,
    /// Destinations whose tile is face up.
    pub(crate) face_up: u16,
    /// Derived: destinations with a success.
    pub(crate) taken: u16,
    /// Derived: the commodities on their icons: bit = 4 * port + commodity.
    pub(crate) goods_left: u16,
    /// Galleon tiles: bits `2i..2i+2` for galleon `i`.
    pub(crate) galleon_tiles: u8,
    /// 1 to 3.
    pub(crate) voyage: u8,
    pub(crate) decision: Decision,
    /// The seat that decides; the first one when the game is over.
    pub(crate) seat: Seat,
    /// Derived: the seats in `outbound`.
    pub(crate) departed: KeySet<Seat>,
    /// Derived: the seats in `homebound`.
    pub(crate) at_home: KeySet<Seat>,
    /// Derived: the holder of the admiral.
    pub(crate) admiral: Option<Seat>,
    /// Derived: the holder of the governor.
    pub(crate) governor: Option<Seat>,
    /// Derived: the owner of the informer.
    pub(crate) informer: Option<Seat>,
    /// The objects that the informer's owner looks at or has looked at.
    pub(crate) look: Option<Look>,
    /// The destination that the informer's owner has looked at.
    pub(crate) looked_at: Option<Destination>,
    /// At [`Decision::Disc`] the destination, at [`Decision::ExchangeWith`] the first end.
    pub(crate) chosen: Option<Destination>,
}

const _: () = assert!(size_of::<State>() <= 512, "a state of five players has at most 512 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    #[inline]
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Returns the player that decides.
    #[inline]
    pub(crate) fn current(&self) -> &Player {
        self.player(self.seat)
    }

    /// Returns the player that decides.
    #[inline]
    pub(crate) fn current_mut(&mut self) -> &mut Player {
        self.player_mut(self.seat)
    }

    /// Returns the voyage, 1 to 3.
    #[must_use]
    pub fn voyage(&self) -> u8 {
        self.voyage
    }

    /// Returns the kind of decision.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Returns a player's VP on the score track.
    #[must_use]
    pub fn vp(&self, seat: Seat) -> i16 {
        self.player(seat).vp
    }

    /// Returns a player's crew, guns, barrels and trade goods.
    #[must_use]
    pub fn items(&self, seat: Seat) -> Items {
        self.player(seat).items
    }

    /// Returns the supply of crew, guns, barrels and trade goods; all zero where it is unlimited.
    #[must_use]
    pub fn supply(&self) -> Items {
        self.supply
    }

    /// Returns a player's commodities.
    #[must_use]
    pub fn goods(&self, seat: Seat) -> ByKey<Commodity, u8> {
        self.player(seat).goods
    }

    /// Returns a player's treasure.
    #[must_use]
    pub fn chest(&self, seat: Seat) -> ByKey<Stone, u8> {
        self.player(seat).chest
    }

    /// Returns a player's stops of this voyage, one bit each, see [`Stop::bit`].
    #[must_use]
    pub fn stops(&self, seat: Seat) -> u32 {
        self.player(seat).stops
    }

    /// Returns the number of player discs that a player has on the street.
    #[must_use]
    pub fn discs_used(&self, seat: Seat) -> u8 {
        self.player(seat).stop_count
    }

    /// Returns the street position of a player's last stop, 1 to 18; 0 before the first.
    #[must_use]
    pub fn position(&self, seat: Seat) -> u8 {
        self.player(seat).position
    }

    /// Returns the street position of a stop, 1 to 18.
    #[inline]
    #[must_use]
    pub fn position_of(&self, stop: Stop) -> u8 {
        let code = stop.index();
        let location = match code {
            0..LOCATIONS => code,
            _ if stop.bit() & SECOND_DISCS != 0 => Stop::Drake.index(),
            _ if stop.bit() & DOCKSIDE_STOPS != 0 => return DOCKSIDE,
            _ => return INVESTOR,
        };
        (self.places >> (4 * location) & 0xf) as u8 + 1
    }

    /// Returns the number of players that have stopped at a location tile; 0 for other stops.
    #[inline]
    #[must_use]
    pub fn visits(&self, stop: Stop) -> u8 {
        if stop.is_location() { (self.visits >> (4 * stop.index()) & 0xf) as u8 } else { 0 }
    }

    /// Returns whether a location tile has a free circle.
    #[must_use]
    pub fn is_open(&self, stop: Stop) -> bool {
        stop.is_location() && self.open >> (self.position_of(stop) - 1) & 1 != 0
    }

    /// Returns the seats in the order in which they make their first stops in this voyage.
    pub fn starting_order(&self) -> impl Iterator<Item = Seat> {
        self.start.iter()
    }

    /// Returns the ships in the outbound dock: those departed, from sailing on in the sailing order.
    pub fn outbound(&self) -> impl Iterator<Item = Seat> {
        self.outbound.iter()
    }

    /// Returns whether a ship has left Plymouth.
    #[inline]
    #[must_use]
    pub fn has_departed(&self, seat: Seat) -> bool {
        self.departed.has(seat)
    }

    /// Returns the ships back from this voyage, homebound dock 1 first.
    pub fn homebound(&self) -> impl Iterator<Item = Seat> {
        self.homebound.iter()
    }

    /// Returns whether a ship is back from this voyage.
    #[inline]
    #[must_use]
    pub fn is_home(&self, seat: Seat) -> bool {
        self.at_home.has(seat)
    }

    /// Returns the holder of the admiral.
    #[must_use]
    pub fn admiral(&self) -> Option<Seat> {
        self.admiral
    }

    /// Returns the holder of the governor.
    #[must_use]
    pub fn governor(&self) -> Option<Seat> {
        self.governor
    }

    /// Returns the owner of the informer.
    #[must_use]
    pub fn informer(&self) -> Option<Seat> {
        self.informer
    }

    /// Returns what the informer's owner has looked at in this voyage.
    #[must_use]
    pub fn looked(&self) -> Option<(Look, Destination)> {
        self.look.zip(self.looked_at)
    }

    /// Returns the destination just chosen for a disc, or the first end of an exchange under way.
    #[must_use]
    pub fn chosen(&self) -> Option<Destination> {
        self.chosen
    }

    /// Returns the destinations where a player has a waiting disc, one bit each.
    #[must_use]
    pub fn missions(&self, seat: Seat) -> u16 {
        self.player(seat).missions
    }

    /// Returns the destinations that a player has attacked with success in this voyage, one bit each.
    #[must_use]
    pub fn attacked(&self, seat: Seat) -> u16 {
        self.player(seat).attacked
    }

    /// Returns the successes at a destination in this voyage.
    #[inline]
    #[must_use]
    pub fn successes(&self, destination: Destination) -> u8 {
        (self.successes >> (2 * destination.index()) & 3) as u8
    }

    /// Returns the destinations with a success in this voyage, one bit each: their treasure is gone.
    #[must_use]
    pub fn taken(&self) -> u16 {
        self.taken
    }

    /// Returns the destinations whose tile is face up, one bit each.
    #[must_use]
    pub fn face_up(&self) -> u16 {
        self.face_up
    }

    /// Returns the value of a destination's tile if it is face up.
    #[inline]
    #[must_use]
    pub fn open_tile(&self, destination: Destination) -> Option<u8> {
        (self.face_up & destination.bit() != 0).then(|| self.tile(destination))
    }

    /// Returns the galleon tile at a galleon by its place among the galleons, 0 to 2.
    #[inline]
    #[must_use]
    pub fn galleon_tile(&self, place: usize) -> GalleonTile {
        GalleonTile::ALL[usize::from(self.galleon_tiles >> (2 * place) & 3)]
    }

    /// Returns the value of a tile, hidden or not; 0 where none lies.
    #[inline]
    pub(crate) fn tile(&self, destination: Destination) -> u8 {
        (self.tiles >> (4 * destination.index()) & 0xf) as u8
    }

    /// Places a tile.
    #[inline]
    pub(crate) fn set_tile(&mut self, destination: Destination, value: u8) {
        let shift = 4 * destination.index();
        self.tiles = self.tiles & !(0xf << shift) | u64::from(value) << shift;
        self.tiled |= destination.bit();
    }

    /// Returns the location at a street position, counted from 0.
    #[inline]
    pub(crate) fn location(&self, index: usize) -> usize {
        (self.street >> (4 * index) & 0xf) as usize
    }

    /// Lays out the street and opens all its circles.
    pub(crate) fn lay_out(&mut self, order: impl IntoIterator<Item = usize>) {
        (self.street, self.places) = (0, 0);
        for (position, location) in order.into_iter().enumerate() {
            self.street |= (location as u64) << (4 * position);
            self.places |= (position as u64) << (4 * location);
        }
        self.visits = 0;
        self.open = u16::MAX;
    }

    /// Returns the stops of a player in order.
    pub(crate) fn stops_in_order(&self, seat: Seat) -> impl Iterator<Item = Stop> + '_ {
        let stops = self.player(seat).stops;
        let tiles = (0..LOCATIONS).map(|position| Stop::ALL[self.location(position)]);
        let tiles = tiles.filter(move |stop| stops & stop.bit() != 0).flat_map(move |stop| {
            let second = if stop == Stop::Drake { stops & SECOND_DISCS } else { 0 };
            std::iter::once(stop).chain(Bits(second).map(|code| Stop::ALL[code]))
        });
        let rest = stops >> LOCATIONS << LOCATIONS & !SECOND_DISCS;
        tiles.chain(Bits(rest).map(|code| Stop::ALL[code]))
    }
}
