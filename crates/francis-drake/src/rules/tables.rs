//! The numbers of one game as tables that play looks up.

use std::collections::BTreeMap;

use super::data::Flags;
use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{FORTS, GALLEONS, LOCATIONS, MAX_PLAYERS};
use crate::words::{Commodity, Destination, DestinationKind, GalleonTile, Stone, Stop, destinations};
use tradewinds_game::kit::{ByKey, KeySet};
use tradewinds_game::{InputError, Memo, RuleBlock, Variant};

/// The numbers of crew or guns that tables distinguish, from 0: more than any destination costs.
pub(super) const CUBES: usize = 128;

/// The rules of one game as tables. Nothing here changes in play.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    pub(crate) players: usize,
    /// The block of rules.
    pub(crate) block: RuleBlock,
    pub(crate) dataset: String,
    pub(crate) flags: Flags,
    /// The flags that differ from the data file, for positions.
    pub(crate) named: Vec<(&'static str, bool)>,
    pub(crate) start_vp: i16,
    pub(crate) player_discs: u8,
    pub(crate) max_range: u16,
    pub(crate) investor_cost: i16,
    /// The start equipment of the last player of the first voyage.
    pub(crate) compensation: Items,
    pub(crate) conquest_vp: [u8; 4],
    pub(crate) hero_bonus: [u8; 2],
    pub(crate) goods_set_vp: [u8; 5],
    pub(crate) frigate_tiles: [u8; GALLEONS],
    pub(crate) troop_tiles: [u8; FORTS],
    /// Crew by the result of the tavern, 1 to 7.
    pub(crate) tavern_crew: [Items; 8],
    pub(crate) tavern_ghost_up_to: u8,
    pub(crate) tavern_bonus: u8,
    pub(crate) successes: u8,
    /// The locations of the printed street.
    pub(crate) printed_order: [Stop; LOCATIONS],
    pub(crate) treasure_vp: ByKey<Stone, u8>,
    pub(crate) pools: Items,
    pub(crate) stones: ByKey<Stone, u8>,
    pub(crate) commodities: ByKey<Commodity, u8>,
    /// The number of players that can stop at each location.
    pub(crate) circles: [u8; LOCATIONS],
    /// The gains of the visitors of each location, by order of arrival.
    pub(crate) location_items: [[Items; MAX_PLAYERS]; LOCATIONS],
    /// The gain of a stop at the investor, the dockside or with Drake's second disc.
    pub(crate) choice_items: ByKey<Stop, Items>,
    /// The stops that give an own galleon.
    pub(crate) galleon_stops: u32,
    /// The stops that give a pinnace.
    pub(crate) pinnace_stops: u32,
    pub(crate) kinds: ByKey<Destination, DestinationKind>,
    pub(crate) zones: ByKey<Destination, u8>,
    pub(crate) troops: ByKey<Destination, u8>,
    pub(crate) guns: ByKey<Destination, u8>,
    pub(crate) vp: ByKey<Destination, u8>,
    pub(crate) stone: ByKey<Destination, Option<Stone>>,
    /// The destinations where a number of crew is enough, those that need none included; a fort with the
    /// [usual tile](Rules::usual_tile).
    pub(crate) for_crew: [u16; CUBES],
    /// The destinations where a number of guns is enough, galleons always included.
    pub(crate) for_guns: [u16; CUBES],
    /// The place of a port among the ports, of a galleon among the galleons.
    pub(crate) place: ByKey<Destination, u8>,
    pub(crate) of_kind: ByKey<DestinationKind, u16>,
    /// The destinations with a stone of each kind.
    pub(crate) with_stone: ByKey<Stone, u16>,
    /// The destinations up to each range.
    pub(crate) within: [u16; 16],
    /// By range: the commodities of the ports within it.
    pub(crate) commodities_within: [KeySet<Commodity>; 16],
    pub(crate) galleon_guns: ByKey<GalleonTile, u8>,
    pub(crate) galleon_vp: ByKey<GalleonTile, u8>,
    /// The commodity icons of all ports: bit = 4 * port + commodity.
    pub(crate) icons: u16,
}

impl FrancisDrake {
    /// Returns the numbers of the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Rules {
    /// Makes the rules for `players` with a variant laid over the data.
    pub(crate) fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Self::make(players, None, variant)
    }

    /// Makes the rules that a position file names, with a variant laid over them; recent ones are kept.
    pub(crate) fn named(
        players: usize,
        rules: &BTreeMap<String, bool>,
        variant: &Variant,
    ) -> Result<Self, InputError> {
        static MADE: Memo<(usize, BTreeMap<String, bool>, Variant), Rules> = Memo::new();
        MADE.get_or_make((players, rules.clone(), variant.clone()), |_| {
            Self::make(players, Some(rules), variant)
        })
    }

    /// Returns the number of players, 3 to 5.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the type of a destination.
    #[inline]
    #[must_use]
    pub fn kind(&self, destination: Destination) -> DestinationKind {
        self.kinds[destination]
    }

    /// Returns the zone of a destination: the range that reaches it.
    #[must_use]
    pub fn zone(&self, destination: Destination) -> u8 {
        self.zones[destination]
    }

    /// Returns the printed troops of a city or fort; elsewhere 0.
    #[inline]
    #[must_use]
    pub fn printed_troops(&self, destination: Destination) -> u16 {
        self.troops[destination].into()
    }

    /// Returns the printed guns of a fort; elsewhere 0.
    #[inline]
    #[must_use]
    pub fn printed_guns(&self, destination: Destination) -> u16 {
        self.guns[destination].into()
    }

    /// Returns the VP of a city or fort; at galleons the tile has them.
    #[inline]
    #[must_use]
    pub fn printed_vp(&self, destination: Destination) -> i16 {
        self.vp[destination].into()
    }

    /// Returns the stone that the first success takes; ports have none.
    #[inline]
    #[must_use]
    pub fn stone(&self, destination: Destination) -> Option<Stone> {
        self.stone[destination]
    }

    /// Returns the VP of a stone at the end.
    #[must_use]
    pub fn stone_vp(&self, stone: Stone) -> u8 {
        self.treasure_vp[stone]
    }

    /// Returns the destinations of a type, one bit each.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, kind: DestinationKind) -> u16 {
        self.of_kind[kind]
    }

    /// Returns the destinations with a stone of this kind, one bit each.
    #[inline]
    #[must_use]
    pub fn with_stone(&self, stone: Stone) -> u16 {
        self.with_stone[stone]
    }

    /// Returns the destinations that can be attacked, one bit each.
    #[inline]
    #[must_use]
    pub fn attackable(&self) -> u16 {
        self.of_kind(DestinationKind::City) | self.guarded()
    }

    /// Returns the destinations with a troop or frigate tile, one bit each.
    #[inline]
    #[must_use]
    pub fn guarded(&self) -> u16 {
        self.of_kind(DestinationKind::Fort) | self.of_kind(DestinationKind::Galleon)
    }

    /// Returns the destinations within a range, one bit each.
    #[inline]
    #[must_use]
    pub fn within(&self, range: u16) -> u16 {
        self.within[usize::from(range & 15)]
    }

    /// Returns the commodities of the ports within a range.
    #[inline]
    pub(crate) fn commodities_within(&self, range: u16) -> KeySet<Commodity> {
        self.commodities_within[usize::from(range & 15)]
    }

    /// Returns the place of a port among the ports, or of a galleon among the galleons.
    #[inline]
    #[must_use]
    pub fn place(&self, destination: Destination) -> usize {
        self.place[destination].into()
    }

    /// Returns the bit of a port's commodity icon in the set of all icons.
    #[inline]
    #[must_use]
    pub fn icon(&self, port: Destination, commodity: Commodity) -> u16 {
        1 << (4 * self.place(port) + commodity.index())
    }

    /// Returns the commodities printed at a port.
    #[inline]
    #[must_use]
    pub fn commodities_at(&self, port: Destination) -> KeySet<Commodity> {
        KeySet::from_bits((self.icons >> (4 * self.place(port)) & 0xf) as u8)
    }

    /// Returns the guns of a galleon tile, the frigate tile not counted.
    #[inline]
    #[must_use]
    pub fn galleon_guns(&self, tile: GalleonTile) -> u16 {
        self.galleon_guns[tile].into()
    }

    /// Returns the destinations where crew and guns are enough, galleons left out; forts with the
    /// [usual tile](Rules::usual_tile).
    #[inline]
    pub(crate) fn payable(&self, crew: u16, guns: u16, pinnace: bool) -> u16 {
        let row = |number: u16| usize::from(number).min(CUBES - 1);
        let guns = if pinnace { u16::MAX } else { self.for_guns[row(guns)] };
        self.for_crew[row(crew)] & guns & !self.of_kind(DestinationKind::Galleon)
    }

    /// Returns the VP of a galleon tile.
    #[inline]
    #[must_use]
    pub fn galleon_vp(&self, tile: GalleonTile) -> i16 {
        self.galleon_vp[tile].into()
    }

    /// Returns the player discs that each player has in a voyage.
    #[must_use]
    pub fn player_discs(&self) -> u8 {
        self.player_discs
    }

    /// Returns the number of players that can stop at a location tile.
    ///
    /// # Panics
    /// If `stop` is not a location tile.
    #[must_use]
    pub fn circles(&self, stop: Stop) -> u8 {
        self.circles[stop.index()]
    }

    /// Returns what a stop gives at least (the tavern's crew and Drake's discs aside): at a location
    /// tile to its next visitor after `visits` others.
    #[must_use]
    pub fn stop_items(&self, stop: Stop, visits: u8) -> Items {
        match self.location_items.get(stop.index()) {
            Some(items) => items.get(usize::from(visits)).copied().unwrap_or_default(),
            None => self.choice_items[stop],
        }
    }

    /// Returns the result of a roll in the tavern: a first visitor adds the bonus (R8).
    #[inline]
    pub(crate) fn tavern_result(&self, die: u8, first: bool) -> u8 {
        let ghost = self.flags.ghost_by_die && die <= self.tavern_ghost_up_to;
        die + if first && !ghost { self.tavern_bonus } else { 0 }
    }

    /// Returns the mean crew of the tavern and the chance of the ghost ship, for a first visitor or not.
    #[must_use]
    pub fn tavern_mean(&self, first: bool) -> (f32, f32) {
        let results = (1..=6).map(|die| self.tavern_result(die, first));
        let crew: u16 = results.clone().map(|result| self.tavern_crew[usize::from(result)].crew()).sum();
        let ghosts = results.filter(|result| *result <= self.tavern_ghost_up_to).count();
        (f32::from(crew) / 6.0, ghosts as f32 / 6.0)
    }

    /// Returns the VP that a stop at the investor costs.
    #[must_use]
    pub fn investor_cost(&self) -> i16 {
        self.investor_cost
    }

    /// Returns whether a stop gives an own galleon.
    #[must_use]
    pub fn gives_galleon(&self, stop: Stop) -> bool {
        self.galleon_stops & stop.bit() != 0
    }

    /// Returns the VP for attacking a number of different types in a voyage, 0 to 3.
    ///
    /// # Panics
    /// If there are more than 3 types.
    #[must_use]
    pub fn conquest_vp(&self, types: usize) -> i16 {
        self.conquest_vp[types].into()
    }

    /// Returns the value of commodities at the end: sets of different kinds, each as large as possible
    /// (section 5).
    #[must_use]
    pub fn goods_vp(&self, goods: ByKey<Commodity, u8>) -> i32 {
        // In ascending order, the k-th smallest holding closes the sets of 5 - k kinds.
        let mut sorted = goods.into_array();
        sorted.sort_unstable();
        let mut before = 0;
        let mut vp = 0;
        for (index, number) in sorted.into_iter().enumerate() {
            vp += i32::from(number - before) * i32::from(self.goods_set_vp[Commodity::COUNT - index]);
            before = number;
        }
        vp
    }

    /// Returns what one more commodity adds to the value of the sets: it goes to the set of those kinds of
    /// which there are more.
    #[inline]
    pub(crate) fn goods_gain(&self, goods: &ByKey<Commodity, u8>, good: Commodity) -> i32 {
        let number = goods[good];
        let kinds = goods.values().filter(|&&other| other > number).count();
        i32::from(self.goods_set_vp[kinds + 1]) - i32::from(self.goods_set_vp[kinds])
    }

    /// Returns the VP of stones at the end, by [`Stone`].
    #[must_use]
    pub fn chest_vp(&self, chest: ByKey<Stone, u8>) -> i32 {
        chest.iter().map(|(stone, &number)| i32::from(number) * i32::from(self.treasure_vp[stone])).sum()
    }

    /// Returns the tile up to which more than three in ten of those for a type lie; 0 if there are none.
    pub(crate) fn usual_tile(&self, kind: DestinationKind) -> u8 {
        match kind {
            DestinationKind::Fort | DestinationKind::Galleon => {
                let (_, tiles) = self.tiled(kind);
                tiles[3 * tiles.len() / 10]
            }
            _ => 0,
        }
    }

    /// Lists the forts or the galleons in table order, with the tiles for them.
    pub(crate) fn tiled(&self, kind: DestinationKind) -> (impl Iterator<Item = Destination> + use<>, &[u8]) {
        let tiles: &[u8] =
            if kind == DestinationKind::Fort { &self.troop_tiles } else { &self.frigate_tiles };
        (destinations(self.of_kind(kind)), tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T36.
    #[test]
    fn the_data_agree_with_the_components() {
        let rules = Rules::new(5, &Variant::standard()).unwrap();
        let items = |stop: Stop| {
            (0..rules.circles(stop)).fold(Items::NONE, |sum, visit| sum.plus(rules.stop_items(stop, visit)))
        };
        assert_eq!(items(Stop::SuppliesA).plus(items(Stop::SuppliesB)), Items::new(0, 0, 16, 0));
        assert_eq!(items(Stop::Trade), Items::new(0, 0, 0, 6));
        let kinds = DestinationKind::ALL.map(|kind| rules.of_kind(kind).count_ones());
        assert_eq!(kinds, [4, 4, 3, 3]);
        for stone in [Stone::Silver, Stone::Gold] {
            let places = rules.with_stone(stone);
            for kind in [DestinationKind::City, DestinationKind::Fort] {
                assert_eq!((places & rules.of_kind(kind)).count_ones(), 2, "{stone:?} {kind:?}");
            }
        }
        let icons = Commodity::ALL.map(|kind| (rules.icons >> kind.index() & 0x1111).count_ones());
        assert_eq!(icons, [1, 2, 2, 2]);
        assert_eq!([1, 2, 3, 4].map(|range| rules.within(range).count_ones()), [3, 7, 11, 14]);
    }

    /// T37, T38 and example 14.
    #[test]
    fn goods_and_stones_have_their_values() {
        let rules = Rules::new(4, &Variant::standard()).unwrap();
        for (goods, vp) in [
            ([0, 2, 1, 3], 26),
            ([1, 1, 1, 1], 26),
            ([2, 1, 1, 1], 28),
            ([0, 2, 2, 2], 32),
            ([3, 1, 0, 0], 12),
            ([1, 2, 1, 0], 18),
            ([3, 6, 6, 6], 126),
            ([0; 4], 0),
        ] {
            let goods = ByKey::new(goods);
            assert_eq!(rules.goods_vp(goods), vp, "{goods:?}");
            for good in Commodity::ALL {
                let mut more = goods;
                more[good] += 1;
                assert_eq!(rules.goods_gain(&goods, good), rules.goods_vp(more) - vp, "{goods:?} {good:?}");
            }
        }
        assert_eq!(rules.chest_vp(ByKey::new([2, 3, 1])), 22);
    }
}
