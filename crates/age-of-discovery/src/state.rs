//! The state: everything that changes in play, packed into eight cache lines (rules page 3.1).

use super::packed::{Bits, Counts, Hand, Order, SeatList};
use super::words::{Building, CardId, Figure, Good, Region, TileId};
use tradewinds_game::Seat;

/// The most seats of this game.
pub(super) const SEATS: usize = 5;
/// Nobody, where a seat is kept.
pub(super) const NOBODY: u8 = 7;
/// The bit of the second copy of Settlers in a set of buildings; the first 33 are those of [`Building`].
pub(super) const SECOND_SETTLERS: u64 = 1 << Building::COUNT;
/// All regions, a bit each.
pub(super) const ALL_REGIONS: u16 = (1 << Region::COUNT) - 1;
/// The target of an expedition against the deck; regions are their own numbers.
pub(super) const DECK: u8 = Region::COUNT as u8;
/// Where the seats in Initiative begin in [`State::open`].
pub(super) const INITIATIVE_SEATS: u32 = 16;
/// The most numbered dock spaces that hold figures: nine, and one moved there from X or Y.
pub(super) const MOST_DOCK: usize = 10;

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// Trade goods, by [`Good`].
    pub(super) goods: Counts,
    /// Figures to place, by [`Figure`].
    pub(super) hand: Hand,
    /// Owned buildings: bit = [`Building`], and [`SECOND_SETTLERS`].
    pub(super) owned: u64,
    /// Money in dollars.
    pub(super) money: u16,
    /// Won discovery tiles: bit = [`TileId`].
    pub(super) tiles: u16,
    /// Won discovery cards: bit = [`CardId`].
    pub(super) cards: u16,
    /// Regions with own units: derived, kept for speed.
    pub(super) occupied: u16,
    /// Regions with own soldiers: derived, kept for speed.
    pub(super) garrisoned: u16,
    /// Plain units, by [`Region`].
    pub(super) plain: [u8; Region::COUNT],
    /// Soldiers, by [`Region`].
    pub(super) soldiers: [u8; Region::COUNT],
    /// Captains in the Discovery box.
    pub(super) captains: u8,
    /// Soldiers in the Discovery box.
    pub(super) explorers: u8,
    /// Colonists, merchants and missionaries in the Discovery box.
    pub(super) others: u8,
    /// Value of the own figures in Merchant Shipping.
    pub(super) shipping: u8,
    /// Ships won.
    pub(super) ships: u8,
    /// Set income of phase C1 of turn 8; 0 before.
    pub(super) economy: u8,
    /// VP of the three region scorings; 0 where they are to come.
    pub(super) region_vp: [u8; 3],
}

impl Player {
    /// Returns the money in dollars.
    #[inline]
    #[must_use]
    pub const fn money(&self) -> u16 {
        self.money
    }

    /// Returns how many figures of a kind are in the hand.
    #[inline]
    #[must_use]
    pub const fn hand(&self, figure: Figure) -> u8 {
        self.hand.get(figure.index())
    }

    /// Returns how many figures are in the hand.
    #[inline]
    #[must_use]
    pub const fn hand_total(&self) -> u32 {
        self.hand.total()
    }

    /// Returns the plain units in a region.
    #[inline]
    #[must_use]
    pub const fn plain(&self, region: Region) -> u8 {
        self.plain[region.index()]
    }

    /// Returns the soldiers in a region.
    #[inline]
    #[must_use]
    pub const fn soldiers(&self, region: Region) -> u8 {
        self.soldiers[region.index()]
    }

    /// Returns all units in a region.
    #[inline]
    #[must_use]
    pub const fn units(&self, region: Region) -> u8 {
        self.units_at(region.index())
    }

    /// Returns all units in the New World.
    #[inline]
    #[must_use]
    pub fn all_units(&self) -> u32 {
        let sum = |units: &[u8]| units.iter().map(|&units| u32::from(units)).sum::<u32>();
        sum(&self.plain) + sum(&self.soldiers)
    }

    /// Returns all soldiers in the New World.
    #[inline]
    #[must_use]
    pub fn all_soldiers(&self) -> u32 {
        self.soldiers.iter().map(|&soldiers| u32::from(soldiers)).sum()
    }

    /// Returns the regions with own units, a bit each.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u16 {
        self.occupied
    }

    /// Returns the regions with own soldiers, a bit each.
    #[inline]
    #[must_use]
    pub const fn garrisoned(&self) -> u16 {
        self.garrisoned
    }

    /// Returns the captains, soldiers and other figures in the Discovery box.
    #[inline]
    #[must_use]
    pub const fn discovery(&self) -> [u8; 3] {
        [self.captains, self.explorers, self.others]
    }

    /// Returns the value of the own figures in Merchant Shipping.
    #[inline]
    #[must_use]
    pub const fn shipping(&self) -> u8 {
        self.shipping
    }

    /// Returns the ships won.
    #[inline]
    #[must_use]
    pub const fn ships(&self) -> u8 {
        self.ships
    }

    /// Returns the counters of a good.
    #[inline]
    #[must_use]
    pub const fn good(&self, good: Good) -> u8 {
        self.goods.get(good.index())
    }

    /// Returns the counters of all goods.
    #[inline]
    #[must_use]
    pub const fn good_total(&self) -> u32 {
        self.goods.total()
    }

    /// Tells whether the player owns a building.
    #[inline]
    #[must_use]
    pub const fn owns(&self, building: Building) -> bool {
        self.owned >> building.index() & 1 != 0
    }

    /// Returns how many capital buildings the player owns; both copies of Settlers count.
    #[inline]
    #[must_use]
    pub const fn building_count(&self) -> u32 {
        self.owned.count_ones()
    }

    /// Lists the owned buildings in table order, Settlers twice for both copies.
    pub fn buildings(&self) -> impl Iterator<Item = Building> {
        buildings(self.owned)
    }

    /// Lists the won discovery tiles in table order.
    pub fn tiles(&self) -> impl Iterator<Item = TileId> {
        Bits(self.tiles.into()).map(TileId::new)
    }

    /// Lists the won discovery cards in table order.
    pub fn cards(&self) -> impl Iterator<Item = CardId> {
        Bits(self.cards.into()).map(CardId::new)
    }

    /// Returns the VP of the three region scorings; 0 where they are to come.
    #[inline]
    #[must_use]
    pub const fn region_vp(&self) -> [u8; 3] {
        self.region_vp
    }

    #[inline]
    pub(super) const fn units_at(&self, region: usize) -> u8 {
        self.plain[region] + self.soldiers[region]
    }

    #[inline]
    pub(super) fn add_plain(&mut self, region: usize, units: u8) {
        self.plain[region] += units;
        self.occupied |= 1 << region;
    }

    #[inline]
    pub(super) fn add_soldiers(&mut self, region: usize, units: u8) {
        self.soldiers[region] += units;
        self.occupied |= 1 << region;
        self.garrisoned |= 1 << region;
    }

    /// Takes units from a region.
    #[inline]
    pub(super) fn remove(&mut self, region: usize, plain: u8, soldiers: u8) {
        self.plain[region] -= plain;
        self.soldiers[region] -= soldiers;
        let soldier = u16::from(self.soldiers[region] > 0);
        let any = soldier | u16::from(self.plain[region] > 0);
        self.occupied = self.occupied & !(1 << region) | any << region;
        self.garrisoned = self.garrisoned & !(1 << region) | soldier << region;
    }

    /// Tells whether the Discovery box holds a figure of the player.
    #[inline]
    pub(super) const fn explores(&self) -> bool {
        self.captains | self.explorers | self.others != 0
    }

    /// Adds a building, the second copy of Settlers at its own bit.
    #[inline]
    pub(super) fn own(&mut self, building: usize) {
        add_building(&mut self.owned, building);
    }
}

/// Adds a building to a set.
#[inline]
pub(super) const fn add_building(set: &mut u64, building: usize) {
    *set |= if *set >> building & 1 == 0 { 1 << building } else { SECOND_SETTLERS };
}

/// Takes a building out of a set that has it, the second copy of Settlers first.
#[inline]
pub(super) const fn take_building(set: &mut u64, building: usize) {
    let second = building == Building::Settlers as usize && *set & SECOND_SETTLERS != 0;
    *set &= !(if second { SECOND_SETTLERS } else { 1 << building });
}

/// Lists a set of buildings in table order.
pub(super) fn buildings(set: u64) -> impl Iterator<Item = Building> {
    let copies = move |building: Building| {
        let second = building == Building::Settlers && set & SECOND_SETTLERS != 0;
        usize::from(set >> building.index() & 1 != 0) + usize::from(second)
    };
    Building::ALL.into_iter().flat_map(move |building| std::iter::repeat_n(building, copies(building)))
}

/// What is decided: the steps of rules page 14.2, in the order of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Step {
    /// Auction: a bid or a pass.
    Bid,
    /// Auction: the free specialist of position 2.
    AuctionSpecialist,
    /// UW1: the own Turn Order marker before the placement.
    UniversityOrder,
    /// A figure to an event box.
    Place,
    /// UW2: an own figure on the Colonist Dock.
    UniversityDock,
    /// A region for the figure that lands.
    Land,
    /// A good of the market.
    TakeGood,
    /// UW3: the own Turn Order marker before Merchant Shipping.
    UniversityShipping,
    /// UW4: an own figure in Capital Buildings.
    UniversityCapital,
    /// A building, or none.
    Buy,
    /// A region to discover without risk.
    Cartography,
    /// A region for two soldiers.
    IndianAllies,
    /// UW5: the own Turn Order marker before Discovery.
    UniversityDiscovery,
    /// Where an expedition goes, if anywhere.
    ExploreTarget,
    /// Its soldiers.
    ExploreSoldiers,
    /// Its captains.
    ExploreCaptains,
    /// Its other figures.
    ExploreOthers,
    /// The Training slot.
    Train,
    /// A battle, a war or nothing.
    Warfare,
    /// The attacker's victims.
    AttackerKills,
    /// The defender's victims.
    DefenderKills,
    /// A soldier to an adjacent region.
    Stable,
    /// Plain units to another region.
    Migration,
    /// The game is over.
    Over,
}

impl Step {
    /// All steps in order.
    pub(super) const ALL: [Self; 24] = [
        Self::Bid,
        Self::AuctionSpecialist,
        Self::UniversityOrder,
        Self::Place,
        Self::UniversityDock,
        Self::Land,
        Self::TakeGood,
        Self::UniversityShipping,
        Self::UniversityCapital,
        Self::Buy,
        Self::Cartography,
        Self::IndianAllies,
        Self::UniversityDiscovery,
        Self::ExploreTarget,
        Self::ExploreSoldiers,
        Self::ExploreCaptains,
        Self::ExploreOthers,
        Self::Train,
        Self::Warfare,
        Self::AttackerKills,
        Self::DefenderKills,
        Self::Stable,
        Self::Migration,
        Self::Over,
    ];

    /// The words of the position file, which also name the kinds of decision.
    pub const WORDS: [&'static str; 24] = [
        "bid",
        "auction_specialist",
        "university_order",
        "place",
        "university_dock",
        "land",
        "take_good",
        "university_shipping",
        "university_capital",
        "buy",
        "cartography",
        "indian_allies",
        "university_discovery",
        "explore_target",
        "explore_soldiers",
        "explore_captains",
        "explore_others",
        "train",
        "warfare",
        "attacker_kills",
        "defender_kills",
        "stable",
        "migration",
        "over",
    ];

    /// Returns the word of the position file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// The choices of the expedition being put together, 0 where they are to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Expedition {
    /// A region's number, or [`DECK`].
    pub(super) target: u8,
    pub(super) soldiers: u8,
    pub(super) captains: u8,
}

/// The battle being fought; all 0 outside of battles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Conflict {
    pub(super) war: bool,
    pub(super) opponent: u8,
    pub(super) region: u8,
    /// Soldiers among the attacker's victims; 0 until he has chosen.
    pub(super) killed: u8,
}

/// The figures on the numbered dock spaces, the next one to land lowest: 3 bits for the figure, 3 for
/// the seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Dock {
    entries: u64,
    len: u8,
}

impl Dock {
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(super) fn push(&mut self, seat: u8, figure: Figure) {
        debug_assert!(self.len() < MOST_DOCK, "a dock holds ten figures");
        self.entries |= (figure as u64 | u64::from(seat) << 3) << (6 * self.len);
        self.len += 1;
    }

    /// Puts a figure before all others.
    pub(super) fn push_front(&mut self, seat: u8, figure: Figure) {
        debug_assert!(self.len() < MOST_DOCK, "a dock holds ten figures");
        self.entries = self.entries << 6 | figure as u64 | u64::from(seat) << 3;
        self.len += 1;
    }

    /// Returns the seat and the number of the figure on a space, counted from 0.
    #[inline]
    pub(super) const fn get(&self, space: usize) -> (u8, usize) {
        let entry = self.entries >> (6 * space);
        ((entry >> 3 & 7) as u8, (entry & 7) as usize)
    }

    #[inline]
    pub(super) fn pop_front(&mut self) {
        self.entries >>= 6;
        self.len -= 1;
    }

    /// Moves the figure on a space, counted from 0, before all others.
    pub(super) fn advance(&mut self, space: usize) {
        let below = (1 << (6 * space)) - 1;
        let entry = self.entries >> (6 * space) & 63;
        let beyond = self.entries >> (6 * space) >> 6 << (6 * space) << 6;
        self.entries = beyond | (self.entries & below) << 6 | entry;
    }

    /// Lists seats and figures, the next one to land first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, Figure)> {
        let dock = *self;
        (0..dock.len()).map(move |space| {
            let (seat, figure) = dock.get(space);
            (seat, Figure::ALL[figure])
        })
    }
}

/// A position of Age of Discovery: at most 512 bytes for any number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) players: [Player; SEATS],
    /// Face-up goods.
    pub(super) market: Counts,
    /// Face-down goods: derived, kept for speed.
    pub(super) pile: Counts,
    /// The tile of each undiscovered region, 4 bits a region; 0 where there is none.
    pub(super) tiles: u64,
    /// The stacks of the three ages: numbers within the age (both Settlers are 0), the next one lowest.
    pub(super) stacks: [Order; 3],
    /// The discovery cards, the next one lowest.
    pub(super) deck: Order,
    /// Buildings on offer, as in [`Player::owned`].
    pub(super) offer: u64,
    pub(super) dock: Dock,
    pub(super) initiative_box: SeatList,
    pub(super) goods_box: SeatList,
    pub(super) capital_box: SeatList,
    pub(super) warfare_box: SeatList,
    /// Auction: seats in the order of passing.
    pub(super) passed: SeatList,
    /// At `place` the boxes with a free space, a bit each, and from bit [`INITIATIVE_SEATS`] the seats in
    /// Initiative; 0 at other steps: derived, kept for speed.
    pub(super) open: u32,
    /// Regions with a tile, a bit each.
    pub(super) undiscovered: u16,
    /// Undiscovered regions whose tile everybody has seen.
    pub(super) seen: u16,
    /// Regions whose own good is not claimed yet.
    pub(super) region_goods: u16,
    pub(super) stack_len: [u8; 3],
    pub(super) deck_len: u8,
    /// Seats in turn order; all 0 during the auction.
    pub(super) order: [u8; SEATS],
    /// Auction: the last bid of each seat, 0 for none.
    pub(super) bids: [u8; SEATS],
    /// Owners of the figures on the slots of Specialists, or [`NOBODY`].
    pub(super) specialists: [u8; 5],
    /// Owners of the colonists on the dock spaces X and Y, or [`NOBODY`].
    pub(super) dock_x: u8,
    pub(super) dock_y: u8,
    /// Owner of the University while it is unused, otherwise [`NOBODY`]: derived, kept for speed.
    pub(super) university: u8,
    pub(super) university_used: bool,
    pub(super) ship_in_box: bool,
    pub(super) turn: u8,
    pub(super) step: Step,
    /// The seat that decides; 0 when the game is over.
    pub(super) to_move: u8,
    /// The place of that seat in the order, at steps that go round in it, otherwise 0: derived.
    pub(super) at: u8,
    pub(super) expedition: Expedition,
    pub(super) conflict: Conflict,
}

const _: () = assert!(size_of::<State>() <= 512, "a state fits in 512 bytes");
const _: () = assert!(!std::mem::needs_drop::<State>(), "a state is plain data");

impl State {
    /// Returns what a seat has.
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

    /// Returns what is decided.
    #[inline]
    #[must_use]
    pub const fn step(&self) -> Step {
        self.step
    }

    /// Returns the seats in turn order; nobody has a place during the auction.
    #[inline]
    #[must_use]
    pub const fn order(&self) -> &[u8; SEATS] {
        &self.order
    }

    /// Returns the regions that are open, a bit each.
    #[inline]
    #[must_use]
    pub const fn discovered(&self) -> u16 {
        ALL_REGIONS & !self.undiscovered
    }

    /// Returns the tile of an undiscovered region if everybody has seen it.
    #[inline]
    #[must_use]
    pub fn seen_tile(&self, region: Region) -> Option<TileId> {
        let index = region.index();
        (self.seen >> index & 1 != 0).then(|| TileId::new(self.tile(index)))
    }

    /// Tells whether a region's own good is still there.
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
        buildings(self.offer)
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

    /// Tells whether a ship lies in Merchant Shipping.
    #[inline]
    #[must_use]
    pub const fn ship_in_box(&self) -> bool {
        self.ship_in_box
    }

    /// Lists the figures on the numbered dock spaces with their owners, the next one to land first.
    pub fn dock(&self) -> impl Iterator<Item = (Seat, Figure)> {
        self.dock.iter().map(|(seat, figure)| (Seat::new(seat.into()), figure))
    }

    /// Returns the owners of the colonists on the dock spaces X and Y.
    #[must_use]
    pub fn dock_extra(&self) -> [Option<Seat>; 2] {
        [self.dock_x, self.dock_y].map(|seat| (seat != NOBODY).then(|| Seat::new(seat.into())))
    }

    /// Lists the owners of the figures in Initiative, space 1 first.
    pub fn initiative_box(&self) -> impl Iterator<Item = Seat> {
        seats(self.initiative_box)
    }

    /// Lists the owners of the figures in Trade Goods that are still to take, the next one first.
    pub fn goods_box(&self) -> impl Iterator<Item = Seat> {
        seats(self.goods_box)
    }

    /// Lists the owners of the figures in Capital Buildings whose turn is not over, the next one first.
    pub fn capital_box(&self) -> impl Iterator<Item = Seat> {
        seats(self.capital_box)
    }

    /// Lists the owners of the figures in Warfare whose turn is not over, the next one first.
    pub fn warfare_box(&self) -> impl Iterator<Item = Seat> {
        seats(self.warfare_box)
    }

    /// Returns the owner of the figure on a slot of Specialists, by the order of the slots.
    #[must_use]
    pub fn specialist_slot(&self, slot: usize) -> Option<Seat> {
        let seat = self.specialists[slot];
        (seat != NOBODY).then(|| Seat::new(seat.into()))
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
        let region = Region::ALL[usize::from(self.conflict.region)];
        (region, Seat::new(self.conflict.opponent.into()))
    }

    /// Returns the age under way, 0 to 2.
    #[inline]
    #[must_use]
    pub const fn age(&self) -> usize {
        (self.turn > 3) as usize + (self.turn > 6) as usize
    }

    /// Returns the regions in which two seats can fight (4.10), a bit each: both have a unit there and
    /// one of them is a soldier.
    #[inline]
    #[must_use]
    pub const fn battlefields(&self, attacker: Seat, defender: Seat) -> u16 {
        let (a, d) = (&self.players[attacker.index()], &self.players[defender.index()]);
        a.occupied & d.occupied & (a.garrisoned | d.garrisoned)
    }

    /// Returns the tile of an undiscovered region.
    #[inline]
    pub(super) const fn tile(&self, region: usize) -> usize {
        (self.tiles >> (4 * region) & 15) as usize
    }

    #[inline]
    pub(super) fn set_tile(&mut self, region: usize, tile: usize) {
        self.tiles = self.tiles & !(15 << (4 * region)) | (tile as u64) << (4 * region);
    }

    /// Returns the player who decides.
    #[inline]
    pub(super) fn current(&self) -> &Player {
        &self.players[usize::from(self.to_move)]
    }

    /// Returns the player who decides.
    #[inline]
    pub(super) fn current_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.to_move)]
    }

    /// Asks a seat for a decision.
    #[inline]
    pub(super) fn ask(&mut self, step: Step, seat: u8) {
        self.step = step;
        self.to_move = seat;
        self.at = 0;
    }

    /// Asks the seat at a place of the turn order for a decision.
    #[inline]
    pub(super) fn ask_at(&mut self, step: Step, at: usize) {
        self.step = step;
        self.to_move = self.order[at];
        self.at = at as u8;
    }

    /// Returns the place of a seat in the turn order.
    #[inline]
    pub(super) fn place_of(&self, seat: u8) -> usize {
        self.order.iter().position(|&other| other == seat).unwrap_or(0)
    }

    /// Returns the ships that lie in the supply.
    pub(super) fn ship_supply(&self, ships: u8) -> u8 {
        let out: u8 = self.players.iter().map(|player| player.ships).sum();
        ships.saturating_sub(out + u8::from(self.ship_in_box))
    }
}

impl Step {
    /// Tells whether a step goes round in turn order, so that the place in it matters.
    pub(super) const fn goes_round(self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::ExploreTarget
                | Self::ExploreSoldiers
                | Self::ExploreCaptains
                | Self::ExploreOthers
                | Self::Stable
                | Self::Migration
        )
    }
}

fn seats(list: SeatList) -> impl Iterator<Item = Seat> {
    list.iter().map(|seat| Seat::new(seat.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dock_moves_figures_to_the_front() {
        let mut dock = Dock::default();
        for (seat, figure) in
            [(0, Figure::Colonist), (4, Figure::Soldier), (1, Figure::Merchant), (3, Figure::Missionary)]
        {
            dock.push(seat, figure);
        }
        dock.advance(2);
        dock.push_front(2, Figure::Colonist);
        let seats: Vec<u8> = dock.iter().map(|(seat, _)| seat).collect();
        assert_eq!(seats, [2, 1, 0, 4, 3]);
        dock.pop_front();
        assert_eq!(dock.get(0), (1, Figure::Merchant.index()));
        for _ in 0..4 {
            dock.pop_front();
        }
        assert_eq!(dock, Dock::default());
    }

    #[test]
    fn the_last_of_ten_figures_moves_to_the_front() {
        let mut dock = Dock::default();
        for seat in 0..10 {
            dock.push(seat % 5, Figure::ALL[usize::from(seat) / 5]);
        }
        dock.advance(9);
        let seats: Vec<u8> = dock.iter().map(|(seat, _)| seat).collect();
        assert_eq!(seats, [4, 0, 1, 2, 3, 4, 0, 1, 2, 3]);
    }

    #[test]
    fn both_copies_of_settlers_are_kept() {
        let mut set = 0;
        add_building(&mut set, Building::Settlers.index());
        add_building(&mut set, Building::Factory.index());
        add_building(&mut set, Building::Settlers.index());
        assert_eq!(
            buildings(set).collect::<Vec<_>>(),
            [Building::Settlers, Building::Settlers, Building::Factory]
        );
        take_building(&mut set, Building::Settlers.index());
        assert_eq!(set, 1 | 1 << Building::Factory.index());
    }

    #[test]
    fn units_keep_the_sets_of_regions() {
        let mut player = Player::default();
        player.add_plain(4, 2);
        player.add_soldiers(4, 1);
        player.add_soldiers(8, 1);
        player.remove(4, 0, 1);
        player.remove(8, 0, 1);
        assert_eq!((player.occupied, player.garrisoned), (1 << 4, 0));
    }
}
