//! Making the tables of the rules from `data.toml`, and refusing data that play cannot take.

use std::collections::BTreeMap;

use super::data::{DATA, Data, DestinationData, Flags, ItemWord, LocationData, RANGES};
use super::tables::{CUBES, Rules};
use crate::items::Items;
use crate::limits::{FORTS, GALLEONS, LOCATIONS, MAX_PLAYERS, MAX_PORTS, VOYAGES};
use crate::words::{Commodity, Destination, DestinationKind, GalleonTile, INVESTOR_STOPS, Item, Stone, Stop};
use tradewinds_game::kit::{ByKey, Fields, KeySet};
use tradewinds_game::{InputError, RuleBlock, Variant, counted, overlaid};

impl Rules {
    /// Makes the rules for `players`: the data with the variant and the flags of a position laid over it.
    pub(super) fn make(
        players: usize,
        named: Option<&BTreeMap<String, bool>>,
        variant: &Variant,
    ) -> Result<Self, InputError> {
        let base: Data = overlaid(DATA, [])?;
        let mut data: Data = overlaid(DATA, [variant])?;
        read_variant_flags(&mut data.flags, variant)?;
        let of_variant = differing(&data.flags, &base.flags);
        if let Some(named) = named {
            for (name, &value) in named {
                let Some(flag) = data.flags.by_name(name) else {
                    let field = format!("rules.{name}");
                    return Err(InputError::unknown_name("position", field, name, Flags::NAMES));
                };
                *flag = value;
            }
            let all = differing(&data.flags, &base.flags);
            for (name, &value) in named {
                if !all.iter().any(|(known, _)| known == name) {
                    let allowed = format!("{}: only flags that differ from the data file", !value);
                    return Err(InputError::new(
                        "position",
                        format!("rules.{name}"),
                        value.to_string(),
                        allowed,
                    ));
                }
            }
            for (name, value) in &of_variant {
                if named.get(*name) != Some(value) {
                    let allowed = format!("{value}, as the variant {:?} says", variant.name);
                    return Err(InputError::new("position", format!("rules.{name}"), "nothing", allowed));
                }
            }
        }
        let named = differing(&data.flags, &base.flags);
        let block = RANGES.declared().block(players, [variant]);
        Ok(Self { block, ..Self::from_data(players, named, &data)? })
    }

    fn from_data(players: usize, named: Vec<(&'static str, bool)>, data: &Data) -> Result<Self, InputError> {
        check_numbers(data)?;
        let pools = &data.pools;
        let lanes =
            Items::new(pools.crew.into(), pools.guns.into(), pools.barrels.into(), pools.trade_goods.into());
        let mut tavern_crew = [Items::NONE; 8];
        for (result, &crew) in data.tavern_crew.iter().enumerate() {
            tavern_crew[result + 1] = Items::of(Item::Crew, crew.into());
        }
        let (mut frigate_tiles, mut troop_tiles) = (data.frigate_tiles, data.troop_tiles);
        frigate_tiles.sort_unstable();
        troop_tiles.sort_unstable();
        let mut rules = Self {
            players,
            block: RuleBlock::default(),
            dataset: data.dataset.clone(),
            flags: data.flags,
            named,
            start_vp: data.start_vp.into(),
            player_discs: data.player_discs,
            max_range: data.max_range.into(),
            investor_cost: data.investor_cost.into(),
            compensation: Items::of(Item::Guns, data.first_voyage_last_player_guns.into()).least(lanes),
            conquest_vp: data.conquest_vp,
            hero_bonus: data.hero_bonus,
            goods_set_vp: data.goods_set_vp,
            frigate_tiles,
            troop_tiles,
            tavern_crew,
            tavern_ghost_up_to: data.tavern_ghost_up_to,
            tavern_bonus: data.tavern_first_visitor_bonus,
            successes: data.successes_per_attack_destination,
            printed_order: printed_order(&data.printed_order)?,
            treasure_vp: data.treasure_vp,
            pools: lanes,
            stones: ByKey::new([pools.gold, pools.silver, pools.jewels]),
            commodities: ByKey::new([pools.indigo, pools.sugar, pools.coffee, pools.tobacco]),
            circles: [0; LOCATIONS],
            location_items: [[Items::NONE; MAX_PLAYERS]; LOCATIONS],
            choice_items: ByKey::default(),
            galleon_stops: 0,
            pinnace_stops: 0,
            kinds: ByKey::filled(DestinationKind::Port),
            zones: ByKey::default(),
            troops: ByKey::default(),
            guns: ByKey::default(),
            vp: ByKey::default(),
            stone: ByKey::default(),
            place: ByKey::default(),
            of_kind: ByKey::default(),
            with_stone: ByKey::default(),
            for_crew: [0; CUBES],
            for_guns: [0; CUBES],
            within: [0; 16],
            commodities_within: [KeySet::EMPTY; 16],
            galleon_guns: ByKey::default(),
            galleon_vp: ByKey::default(),
            icons: 0,
        };
        rules.read_locations(&data.locations, pools.pinnaces)?;
        rules.read_destinations(&data.destinations)?;
        for tile in GalleonTile::ALL {
            let entry = data.galleon_tiles.get(tile.word()).ok_or_else(|| {
                Fields::DATA.refuse(format!("galleon_tiles.{}", tile.word()), "nothing", "the tile")
            })?;
            rules.galleon_guns[tile] = entry.guns;
            rules.galleon_vp[tile] = entry.vp;
        }
        rules.sum_up_costs();
        check_names("galleon_tiles", data.galleon_tiles.keys(), &GalleonTile::WORDS)?;
        rules.check_stones()?;
        Ok(rules)
    }

    /// Lists the destinations by the crew and the guns that they cost.
    fn sum_up_costs(&mut self) {
        for place in Destination::ALL {
            let crew = usize::from(self.troops[place] + self.usual_tile(self.kinds[place]));
            // At galleons the tile costs guns.
            let crew = if self.kinds[place] == DestinationKind::Galleon { 0 } else { crew };
            self.for_crew[crew..].iter_mut().for_each(|places| *places |= place.bit());
            self.for_guns[self.guns[place].into()..].iter_mut().for_each(|places| *places |= place.bit());
        }
    }

    fn read_locations(
        &mut self,
        locations: &BTreeMap<String, LocationData>,
        pinnaces: u8,
    ) -> Result<(), InputError> {
        let ids = Stop::ALL[..LOCATIONS].iter().map(|stop| stop.word()).chain(["investor", "dockside"]);
        let ids: Vec<String> = ids.map(|word| word.replace(' ', "_")).collect();
        let known: Vec<&str> = ids.iter().map(String::as_str).collect();
        check_names("locations", locations.keys(), &known)?;
        for (location, id) in ids.iter().enumerate() {
            let field = |name: &str| format!("locations.{id}.{name}");
            let entry = locations
                .get(id)
                .ok_or_else(|| Fields::DATA.refuse(format!("locations.{id}"), "nothing", ""))?;
            let gain = entry.gain.items();
            let (stops, choices): (&[Stop], usize) = match id.as_str() {
                "drake" => (&[Stop::DrakeCrew, Stop::DrakeGun], 2),
                "investor" => (&[Stop::InvestorGuns, Stop::InvestorCrew, Stop::InvestorGalleon], 3),
                "dockside" => (&[Stop::DocksideCrew, Stop::DocksideGun, Stop::DocksideBarrel], 3),
                _ => (&[], 0),
            };
            if entry.choice.len() != choices {
                return Err(Fields::DATA.refuse(
                    field("choice"),
                    counted(entry.choice.len(), "choice"),
                    format!("{choices}"),
                ));
            }
            for (&stop, choice) in stops.iter().zip(&entry.choice) {
                self.choice_items[stop] = gain.plus(choice.items());
                if choice.galleon > 0 {
                    self.galleon_stops |= stop.bit();
                }
            }
            let discs = if id == "drake" { 2 } else { 1 };
            if entry.discs != discs {
                return Err(Fields::DATA.refuse(field("discs"), entry.discs.to_string(), discs.to_string()));
            }
            if location >= LOCATIONS {
                if entry.visitors != Some(0) {
                    return Err(Fields::DATA.refuse(field("visitors"), "a limit", "0: everybody"));
                }
                continue;
            }
            let stop = Stop::ALL[location];
            self.galleon_stops |= if entry.galleon { stop.bit() } else { 0 };
            self.pinnace_stops |= if entry.pinnace { stop.bit() } else { 0 };
            let circles = self.circles_of(&field, entry)?;
            let max = match stop {
                Stop::Drake | Stop::Admiral | Stop::Governor | Stop::Informer | Stop::GoldenHind => 1,
                Stop::Pinnace => MAX_PLAYERS.min(pinnaces.into()),
                _ => MAX_PLAYERS,
            };
            if !(1..=max).contains(&circles.len()) {
                return Err(Fields::DATA.refuse(
                    format!("locations.{id}"),
                    counted(circles.len(), "circle"),
                    if max == 1 { "1".to_owned() } else { format!("1 to {max}") },
                ));
            }
            self.circles[location] = circles.len() as u8;
            for (visitor, items) in circles.into_iter().enumerate() {
                let bonus = if visitor == 0 { entry.first_bonus.items() } else { Items::NONE };
                let gain = if stop == Stop::Drake { Items::NONE } else { gain };
                self.location_items[location][visitor] = items.plus(gain).plus(bonus);
            }
        }
        if self.galleon_stops & INVESTOR_STOPS & !Stop::InvestorGalleon.bit() != 0 {
            return Err(Fields::DATA.refuse(
                "locations.investor.choice",
                "another galleon",
                "the galleon as third choice",
            ));
        }
        Ok(())
    }

    fn circles_of(
        &self,
        field: &impl Fn(&str) -> String,
        entry: &LocationData,
    ) -> Result<Vec<Items>, InputError> {
        match (&entry.circles, entry.item, entry.visitors) {
            (Some(circles), Some(item), None) => {
                let item = match item {
                    ItemWord::Crew => Item::Crew,
                    ItemWord::Guns => Item::Guns,
                    ItemWord::Barrels => Item::Barrels,
                    ItemWord::TradeGoods => Item::TradeGoods,
                };
                let numbers = circles.get(&self.players.to_string()).ok_or_else(|| {
                    Fields::DATA.refuse(
                        field("circles"),
                        "nothing",
                        format!("circles for {} players", self.players),
                    )
                })?;
                Ok(numbers.iter().map(|&number| Items::of(item, number.into())).collect())
            }
            (None, None, Some(visitors)) => Ok(vec![Items::NONE; visitors.into()]),
            _ => Err(Fields::DATA.refuse(
                field("circles"),
                "both or neither",
                "circles with item, or visitors",
            )),
        }
    }

    fn read_destinations(&mut self, entries: &BTreeMap<String, DestinationData>) -> Result<(), InputError> {
        let ids = Destination::WORDS.map(|word| word.replace(' ', "_"));
        check_names("destinations", entries.keys(), &ids.each_ref().map(String::as_str))?;
        for (destination, id) in Destination::ALL.into_iter().zip(&ids) {
            let entry = entries
                .get(id)
                .ok_or_else(|| Fields::DATA.refuse(format!("destinations.{id}"), "nothing", ""))?;
            let field = |name: &str| format!("destinations.{id}.{name}");
            let kind = entry.kind;
            let port = kind == DestinationKind::Port;
            let circles = if port { entry.goods.len() as u8 } else { self.successes };
            let limits = [
                ("zone", entry.zone, 1, 15),
                ("circles", entry.circles, circles, circles),
                ("guns", entry.guns, 0, if kind == DestinationKind::Fort { 100 } else { 0 }),
                (
                    "troops",
                    entry.troops,
                    0,
                    if matches!(kind, DestinationKind::City | DestinationKind::Fort) { 100 } else { 0 },
                ),
            ];
            for (name, found, low, high) in limits {
                if !(low..=high).contains(&found) {
                    let allowed = if low == high { low.to_string() } else { format!("{low} to {high}") };
                    return Err(Fields::DATA.refuse(field(name), found.to_string(), allowed));
                }
            }
            if port != entry.treasure.is_none() || port == entry.goods.is_empty() {
                let found = "treasure or goods that its type has not";
                return Err(Fields::DATA.refuse(
                    field("treasure"),
                    found,
                    "goods at a port, treasure elsewhere",
                ));
            }
            self.place[destination] = self.of_kind[kind].count_ones() as u8;
            self.of_kind[kind] |= destination.bit();
            self.kinds[destination] = kind;
            self.zones[destination] = entry.zone;
            self.troops[destination] = entry.troops;
            self.guns[destination] = entry.guns;
            self.vp[destination] = entry.vp;
            self.stone[destination] = entry.treasure;
            if let Some(stone) = entry.treasure {
                self.with_stone[stone] |= destination.bit();
            }
            for range in usize::from(entry.zone)..self.within.len() {
                self.within[range] |= destination.bit();
            }
            if port {
                if usize::from(self.place[destination]) >= MAX_PORTS {
                    return Err(Fields::DATA.refuse(
                        field("type"),
                        "one more port",
                        format!("at most {MAX_PORTS} ports"),
                    ));
                }
                self.read_goods(destination, entry).map_err(|found| {
                    Fields::DATA.refuse(field("goods"), found.word(), "different commodities")
                })?;
            }
        }
        for (kind, number) in [(DestinationKind::Fort, FORTS), (DestinationKind::Galleon, GALLEONS)] {
            let found = self.of_kind[kind].count_ones() as usize;
            if found != number {
                let found = format!("{found} destinations of type {}", kind.word());
                return Err(Fields::DATA.refuse("destinations", found, format!("{number}: one a tile")));
            }
        }
        Ok(())
    }

    /// Notes the commodities of a port. The error is one that it has twice.
    fn read_goods(&mut self, port: Destination, entry: &DestinationData) -> Result<(), Commodity> {
        for &commodity in &entry.goods {
            let icon = 1 << (4 * u16::from(self.place[port]) + commodity as u16);
            if self.icons & icon != 0 {
                return Err(commodity);
            }
            self.icons |= icon;
            for near in &mut self.commodities_within[usize::from(entry.zone)..] {
                near.insert(commodity);
            }
        }
        Ok(())
    }

    /// Checks that the map never needs more stones and commodities than exist.
    fn check_stones(&self) -> Result<(), InputError> {
        for stone in Stone::ALL {
            let needed = self.with_stone[stone].count_ones();
            if u32::from(self.stones[stone]) < needed * u32::from(VOYAGES) {
                let found = self.stones[stone].to_string();
                let allowed = format!("at least {}: {needed} a voyage", needed * u32::from(VOYAGES));
                return Err(Fields::DATA.refuse(format!("pools ({})", stone.word()), found, allowed));
            }
        }
        for commodity in Commodity::ALL {
            let icons = (self.icons >> commodity.index() & 0x1111).count_ones();
            if u32::from(self.commodities[commodity]) < icons * u32::from(VOYAGES) {
                let found = self.commodities[commodity].to_string();
                let allowed = format!("at least {}: {icons} a voyage", icons * u32::from(VOYAGES));
                return Err(Fields::DATA.refuse(format!("pools.{}", commodity.word()), found, allowed));
            }
        }
        Ok(())
    }
}

fn check_names<'a>(
    table: &str,
    found: impl Iterator<Item = &'a String>,
    known: &[&str],
) -> Result<(), InputError> {
    for name in found {
        if !known.contains(&name.as_str()) {
            let field = format!("{table}.{name}");
            return Err(Fields::DATA.unknown(field, name, known.iter().copied()));
        }
    }
    Ok(())
}

/// Reads the printed order; the investor and the dockside are always its end.
fn printed_order(ids: &[String]) -> Result<[Stop; LOCATIONS], InputError> {
    let known = Stop::ALL[..LOCATIONS].iter();
    let known: Vec<(String, Stop)> = known.map(|&stop| (stop.word().replace(' ', "_"), stop)).collect();
    let wrong = || {
        Fields::DATA.refuse(
            "printed_order",
            format!("{ids:?}"),
            "the 16 tiles in any order, then investor and dockside",
        )
    };
    if ids.len() != LOCATIONS + 2 || ids[LOCATIONS] != "investor" || ids[LOCATIONS + 1] != "dockside" {
        return Err(wrong());
    }
    let mut order = [Stop::CrewA; LOCATIONS];
    let mut seen = 0;
    for (place, id) in order.iter_mut().zip(ids) {
        let (_, stop) = known.iter().find(|(known, _)| known == id).ok_or_else(wrong)?;
        *place = *stop;
        seen |= stop.bit();
    }
    if seen.count_ones() as usize == LOCATIONS { Ok(order) } else { Err(wrong()) }
}

/// Checks the bounds that the packed state relies on.
fn check_numbers(data: &Data) -> Result<(), InputError> {
    let largest = |tiles: &[u8]| tiles.iter().copied().max().unwrap_or_default();
    let limits = [
        ("schema", data.schema, 1, 1),
        ("player_discs", data.player_discs.into(), 2, 10),
        ("max_range", data.max_range.into(), 0, 15),
        ("investor_cost", data.investor_cost.into(), 0, data.start_vp.into()),
        ("successes_per_attack_destination", data.successes_per_attack_destination.into(), 1, 3),
        ("tavern_first_visitor_bonus", data.tavern_first_visitor_bonus.into(), 0, 1),
        ("frigate_tiles", largest(&data.frigate_tiles).into(), 0, 15),
        ("troop_tiles", largest(&data.troop_tiles).into(), 0, 15),
        ("dataset (characters)", data.dataset.len() as u32, 1, 100),
    ];
    for (field, found, low, high) in limits {
        if !(low..=high).contains(&found) {
            return Err(Fields::DATA.refuse(field, found.to_string(), format!("{low} to {high}")));
        }
    }
    for (field, tiles) in [("frigate_tiles", &data.frigate_tiles[..]), ("troop_tiles", &data.troop_tiles)] {
        let min = tiles.iter().min();
        let mut above: Vec<&u8> = tiles.iter().filter(|tile| Some(*tile) != min).collect();
        above.sort_unstable();
        if !above.is_sorted_by(|a, b| a < b) {
            return Err(Fields::DATA.refuse(
                field,
                format!("{tiles:?}"),
                "different values but for the smallest",
            ));
        }
    }
    Ok(())
}

/// Returns the flags that differ, in the order of their names.
fn differing(flags: &Flags, base: &Flags) -> Vec<(&'static str, bool)> {
    let values = flags.values().into_iter().zip(base.values());
    let named = Flags::NAMES.into_iter().zip(values);
    named.filter(|(_, (value, base))| value != base).map(|(name, (value, _))| (name, value)).collect()
}

/// Lays the rules of a variant, flags by name, over those of the data.
fn read_variant_flags(flags: &mut Flags, variant: &Variant) -> Result<(), InputError> {
    let Some(rules) = &variant.rules else { return Ok(()) };
    let source_name = format!("variant {:?}", variant.name);
    let Some(table) = rules.as_table() else {
        return Err(InputError::new(source_name, "rules", rules.to_string(), "a table of flags"));
    };
    for (name, value) in table {
        let field = format!("rules.{name}");
        let Some(flag) = flags.by_name(name) else {
            return Err(InputError::unknown_name(source_name, field, name, Flags::NAMES));
        };
        let Some(value) = value.as_bool() else {
            return Err(InputError::new(source_name, field, value.to_string(), "true or false"));
        };
        *flag = value;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::FrancisDrake;
    use tradewinds_game::Variants;

    use super::*;

    #[test]
    fn every_shipped_variant_is_one_flag_or_a_data_set() {
        let standard = Rules::new(4, &Variant::standard()).unwrap().dataset;
        for (name, _) in FrancisDrake::shipped_variants() {
            let variant =
                Variant::shipped(name, FrancisDrake::NAME, FrancisDrake::shipped_variants()).unwrap();
            for players in 3..=5 {
                let rules = Rules::new(players, &variant).unwrap();
                let data = usize::from(rules.dataset != standard);
                assert_eq!(rules.named.len() + data, 1, "{name}");
            }
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        for (set, part) in [
            ("[set]\n\"destinations.panama.zone\" = 0", "destinations.panama.zone"),
            ("[set]\n\"destinations.panama.type\" = \"city\"", "destinations.panama.guns"),
            ("[set]\n\"destinations.panama.treasur\" = \"city\"", "did you mean treasure?"),
            ("[set]\nplayer_discs = 11", "player_discs"),
            ("[set]\ntroop_tiles = [0, 1, 2, 2]", "troop_tiles"),
            ("[set]\n\"pools.gold\" = 11", "at least 12"),
            ("[set]\n\"locations.queen.visitors\" = 6", "1 to 5"),
            ("[set]\n\"locations.governor.visitors\" = 2", "allowed: 1"),
            ("rules = { pools_limted = false }", "did you mean pools_limited?"),
            ("rules = { pools_limited = 0 }", "true or false"),
            ("rules = [\"pools_limited\"]", "a table of flags"),
        ] {
            let text = format!("name = \"v\"\ngame = \"francis-drake\"\n{set}");
            let variant = Variant::parse("v.toml", &text, FrancisDrake::NAME).unwrap();
            let error = Rules::new(4, &variant).unwrap_err().to_string();
            assert!(error.contains(part), "{set}: {error}");
        }
    }
}
