//! The state: everything that changes in play, packed into a few cache lines (rules page 12, 13.3).
//!
//! Fields marked "derived" follow from the others and are kept for speed; `check` compares them.

use super::items::Items;
use super::player::{Nibbles, Player};
use super::words::{
    Bits, Commodity, DOCKSIDE_STOPS, Destination, GalleonTile, LOCATIONS, Look, SECOND_DISCS, Step, Stone,
    Stop,
};
use tradewinds_game::Seat;

/// The most seats of this game.
pub(super) const SEATS: usize = 5;
/// No seat: the role is not taken.
pub(super) const NOBODY: u8 = 0xf;

/// A position of the game.
///
/// The accessors tell public facts; what is hidden (the numbers of discs, tiles) is asked for with an
/// observer, see [`super::FrancisDrake::known_tile`] and [`super::FrancisDrake::known_disc`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) players: [Player; SEATS],
    /// Derived: the supplies; all zero where they are unlimited.
    pub(super) supply: Items,
    /// The street: bits `4i..4i+4` hold the location at position `i + 1`.
    pub(super) street: u64,
    /// Derived, its inverse: bits `4i..4i+4` hold the position of location `i`, less 1.
    pub(super) places: u64,
    /// Derived: visits, bits `4i..4i+4` for location `i`.
    pub(super) visits: u64,
    /// Derived: the discs that wait from the reveal on: bit = 8 * round + place in the sailing order,
    /// so that the lowest bit is the disc that comes first.
    pub(super) waiting: u64,
    /// Troop and frigate tiles: bits `4i..4i+4` for destination `i`; 0 where none lies.
    pub(super) tiles: u64,
    /// Derived: attack successes, bits `2i..2i+2` for destination `i`.
    pub(super) successes: u32,
    /// The seats in the order of the homebound dock at the start of the voyage.
    pub(super) start: Nibbles,
    /// Ships in the outbound dock.
    pub(super) outbound: Nibbles,
    /// Ships back from this voyage.
    pub(super) homebound: Nibbles,
    /// Derived: street positions with a free circle, position 1 in bit 0.
    pub(super) open: u16,
    /// Destinations whose tile has been placed.
    pub(super) tiled: u16,
    /// Destinations whose tile is face up.
    pub(super) face_up: u16,
    /// Derived: destinations with a success.
    pub(super) taken: u16,
    /// Derived: the commodities on their icons: bit = 4 * port + commodity.
    pub(super) goods_left: u16,
    /// Galleon tiles: bits `2i..2i+2` for galleon `i`.
    pub(super) galleon_tiles: u8,
    /// 1 to 3.
    pub(super) voyage: u8,
    pub(super) step: Step,
    /// Who decides; 0 when the game is over.
    pub(super) seat: u8,
    /// Derived: the seats in `outbound`.
    pub(super) departed: u8,
    /// Derived: the seats in `homebound`.
    pub(super) at_home: u8,
    /// Derived: the holder of the admiral, or [`NOBODY`].
    pub(super) admiral: u8,
    /// Derived: the holder of the governor, or [`NOBODY`].
    pub(super) governor: u8,
    /// Derived: the owner of the informer, or [`NOBODY`].
    pub(super) informer: u8,
    /// What the informer's owner looks at or has looked at.
    pub(super) look: Option<Look>,
    /// Where he has looked.
    pub(super) looked_at: Option<Destination>,
    /// At [`Step::Disc`] the destination, at [`Step::ExchangeWith`] the first end.
    pub(super) chosen: Option<Destination>,
}

const _: () = assert!(size_of::<State>() <= 512, "a state of five players has at most 512 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    pub(super) fn player(&self, seat: usize) -> &Player {
        &self.players[seat]
    }

    #[inline]
    pub(super) fn current(&self) -> &Player {
        &self.players[usize::from(self.seat)]
    }

    #[inline]
    pub(super) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.seat)]
    }

    /// Returns the voyage, 1 to 3.
    #[must_use]
    pub fn voyage(&self) -> u8 {
        self.voyage
    }

    /// Returns what is decided.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Returns a player's VP on the score track.
    #[must_use]
    pub fn vp(&self, seat: Seat) -> i16 {
        self.player(seat.index()).vp
    }

    /// Returns a player's crew, guns, barrels and trade goods.
    #[must_use]
    pub fn items(&self, seat: Seat) -> Items {
        self.player(seat.index()).items
    }

    /// Returns the supply of crew, guns, barrels and trade goods; all zero where it is unlimited.
    #[must_use]
    pub fn supply(&self) -> Items {
        self.supply
    }

    /// Returns a player's commodities, by [`Commodity`].
    #[must_use]
    pub fn goods(&self, seat: Seat) -> [u8; Commodity::COUNT] {
        self.player(seat.index()).goods
    }

    /// Returns a player's treasure, by [`Stone`].
    #[must_use]
    pub fn chest(&self, seat: Seat) -> [u8; Stone::COUNT] {
        self.player(seat.index()).chest
    }

    /// Tells whether a player has made a stop in this voyage.
    #[must_use]
    pub fn has_stop(&self, seat: Seat, stop: Stop) -> bool {
        self.player(seat.index()).has(stop)
    }

    /// Returns a player's stops of this voyage, one bit each, see [`Stop::bit`].
    #[must_use]
    pub fn stops(&self, seat: Seat) -> u32 {
        self.player(seat.index()).stops
    }

    /// Returns how many player discs a player has on the street.
    #[must_use]
    pub fn discs_used(&self, seat: Seat) -> u8 {
        self.player(seat.index()).stop_count
    }

    /// Returns the street position of a player's last stop, 1 to 18; 0 before the first.
    #[must_use]
    pub fn position(&self, seat: Seat) -> u8 {
        self.player(seat.index()).position
    }

    /// Tells whether a player still has the investor tile.
    #[must_use]
    pub fn has_investor_tile(&self, seat: Seat) -> bool {
        self.player(seat.index()).investor_tile
    }

    /// Tells whether a player has the Ghost Ship disc in this voyage.
    #[must_use]
    pub fn has_ghost_ship(&self, seat: Seat) -> bool {
        self.player(seat.index()).ghost_ship
    }

    /// Returns the location at a street position.
    ///
    /// # Panics
    /// If the position is not 1 to 16.
    #[must_use]
    pub fn location_at(&self, position: u8) -> Stop {
        assert!((1..=LOCATIONS as u8).contains(&position), "a street position is 1 to 16");
        Stop::ALL[self.location(usize::from(position) - 1)]
    }

    /// Returns the street position of a stop, 1 to 18.
    #[inline]
    #[must_use]
    pub fn position_of(&self, stop: Stop) -> u8 {
        let code = stop.index();
        let location = match code {
            0..LOCATIONS => code,
            _ if stop.bit() & SECOND_DISCS != 0 => Stop::Drake.index(),
            _ if stop.bit() & DOCKSIDE_STOPS != 0 => return super::words::DOCKSIDE,
            _ => return super::words::INVESTOR,
        };
        (self.places >> (4 * location) & 0xf) as u8 + 1
    }

    /// Returns how many players have stopped at a location tile; 0 for other stops.
    #[inline]
    #[must_use]
    pub fn visits(&self, stop: Stop) -> u8 {
        if stop.is_location() { (self.visits >> (4 * stop.index()) & 0xf) as u8 } else { 0 }
    }

    /// Tells whether a location tile has a free circle.
    #[must_use]
    pub fn is_open(&self, stop: Stop) -> bool {
        stop.is_location() && self.open >> (self.position_of(stop) - 1) & 1 != 0
    }

    /// Returns the seats in the order in which they make their first stops in this voyage.
    pub fn starting_order(&self) -> impl Iterator<Item = Seat> {
        self.start.iter().map(Seat::new)
    }

    /// Returns the ships in the outbound dock: those departed, from sailing on in the sailing order.
    pub fn outbound(&self) -> impl Iterator<Item = Seat> {
        self.outbound.iter().map(Seat::new)
    }

    /// Tells whether a ship has left Plymouth.
    #[must_use]
    pub fn has_departed(&self, seat: Seat) -> bool {
        self.departed >> seat.index() & 1 != 0
    }

    /// Returns the ships back from this voyage, homebound dock 1 first.
    pub fn homebound(&self) -> impl Iterator<Item = Seat> {
        self.homebound.iter().map(Seat::new)
    }

    /// Tells whether a ship is back from this voyage.
    #[must_use]
    pub fn is_home(&self, seat: Seat) -> bool {
        self.at_home >> seat.index() & 1 != 0
    }

    /// Returns the holder of the admiral.
    #[must_use]
    pub fn admiral(&self) -> Option<Seat> {
        holder(self.admiral)
    }

    /// Returns the holder of the governor.
    #[must_use]
    pub fn governor(&self) -> Option<Seat> {
        holder(self.governor)
    }

    /// Returns the owner of the informer.
    #[must_use]
    pub fn informer(&self) -> Option<Seat> {
        holder(self.informer)
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
        self.player(seat.index()).missions
    }

    /// Returns how many mission discs a player has in this voyage, the ghost ship included.
    #[must_use]
    pub fn disc_count(&self, seat: Seat) -> u32 {
        self.player(seat.index()).owned_discs().count_ones()
    }

    /// Returns the destinations that a player has attacked with success in this voyage, one bit each.
    #[must_use]
    pub fn attacked(&self, seat: Seat) -> u16 {
        self.player(seat.index()).attacked
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
    pub(super) fn tile(&self, destination: Destination) -> u8 {
        (self.tiles >> (4 * destination.index()) & 0xf) as u8
    }

    /// Places a tile.
    #[inline]
    pub(super) fn set_tile(&mut self, destination: Destination, value: u8) {
        let shift = 4 * destination.index();
        self.tiles = self.tiles & !(0xf << shift) | u64::from(value) << shift;
        self.tiled |= destination.bit();
    }

    /// Returns the location at a street position, counted from 0.
    #[inline]
    pub(super) fn location(&self, index: usize) -> usize {
        (self.street >> (4 * index) & 0xf) as usize
    }

    /// Lays out the street and opens all its circles.
    pub(super) fn lay_out(&mut self, order: impl IntoIterator<Item = usize>) {
        (self.street, self.places) = (0, 0);
        for (position, location) in order.into_iter().enumerate() {
            self.street |= (location as u64) << (4 * position);
            self.places |= (position as u64) << (4 * location);
        }
        self.visits = 0;
        self.open = u16::MAX;
    }

    /// Returns the stops of a player in order.
    pub(super) fn stops_in_order(&self, seat: usize) -> impl Iterator<Item = Stop> + '_ {
        let stops = self.players[seat].stops;
        let tiles = (0..LOCATIONS).map(|position| Stop::ALL[self.location(position)]);
        let tiles = tiles.filter(move |stop| stops & stop.bit() != 0).flat_map(move |stop| {
            let second = if stop == Stop::Drake { stops & SECOND_DISCS } else { 0 };
            std::iter::once(stop).chain(Bits(second).map(|code| Stop::ALL[code]))
        });
        let rest = stops >> LOCATIONS << LOCATIONS & !SECOND_DISCS;
        tiles.chain(Bits(rest).map(|code| Stop::ALL[code]))
    }
}

fn holder(seat: u8) -> Option<Seat> {
    (seat != NOBODY).then(|| Seat::new(seat.into()))
}
