//! Reading position files (rules page 14.3); unknown parts are completed at once.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::hidden::{shuffled_deck, shuffled_stack};
use super::packed::{Counts, Hand, Order, SeatList};
use super::rules::{Options, Rules};
use super::setup::all_of_age;
use super::state::{Dock, MOST_DOCK, Player, SEATS, SECOND_SETTLERS, State, Step, add_building};
use super::turn::{LAST_TURN, scorings_before};
use super::words::{Building, CardId, Figure, Good, Region, Slot, TileId, Word, read_word};
use super::{AgeOfDiscovery, NAME};
use tradewinds_game::{Dice, InputError, Seed, Variant, parse_json};

/// The most dollars of a player in a position file.
const MOST_MONEY: u32 = 10_000;
/// The most figures of a kind in a hand.
const MOST_HAND: u32 = 20;
/// The most figures of a kind of a player in the Discovery box.
const MOST_DISCOVERY: u32 = 100;
/// The greatest value of a player in Merchant Shipping.
const MOST_SHIPPING: u32 = 50;
/// The most units of a kind of a player in a region: all his figures in the box.
const MOST_UNITS: u32 = 60;
/// The greatest set income.
const MOST_ECONOMY: u32 = 250;

/// Named values, in the order of the file.
struct Named<K, V>(Vec<(K, V)>);

impl<K, V> Default for Named<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Named<K, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = Named<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or(0));
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }

        from.deserialize_map(Entries(PhantomData))
    }
}

/// Reads a field that may be left out but, unlike an `Option` as such, not be `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_word(from)
    }
}

impl Word for Step {
    const WORDS: &'static [&'static str] = &Self::WORDS;

    fn place(self) -> usize {
        self as usize
    }

    fn at(place: usize) -> Option<Self> {
        Self::ALL.get(place).copied()
    }
}

/// The target of an expedition: a region's number or `DECK`.
#[derive(Clone, Copy)]
struct Target(u8);

impl Word for Target {
    const WORDS: &'static [&'static str] = &{
        let mut words = ["deck"; Region::COUNT + 1];
        let mut region = 0;
        while region < Region::COUNT {
            words[region] = Region::WORDS[region];
            region += 1;
        }
        words
    };

    fn place(self) -> usize {
        self.0.into()
    }

    fn at(place: usize) -> Option<Self> {
        Some(Self(place as u8))
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_word(from)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConflictKind {
    Battle,
    War,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StartKind {
    Auction,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    game: String,
    #[serde(default)]
    options: OptionsFile,
    turn: u32,
    step: Step,
    #[serde(default, deserialize_with = "present")]
    to_move: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    order: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "present")]
    auction: Option<AuctionFile>,
    #[serde(default, deserialize_with = "present")]
    expedition: Option<ExpeditionFile>,
    #[serde(default, deserialize_with = "present")]
    conflict: Option<ConflictFile>,
    #[serde(default)]
    initiative_box: Vec<u32>,
    #[serde(default)]
    dock: Vec<(u32, Figure)>,
    #[serde(default, deserialize_with = "present")]
    dock_x: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    dock_y: Option<u32>,
    #[serde(default)]
    goods_box: Vec<u32>,
    #[serde(default)]
    capital_box: Vec<u32>,
    #[serde(default)]
    warfare_box: Vec<u32>,
    #[serde(default)]
    specialists_box: Named<Slot, u32>,
    #[serde(default)]
    ship_in_box: bool,
    #[serde(default)]
    university_used: bool,
    #[serde(default)]
    tiles: Named<Region, Option<TileId>>,
    #[serde(default)]
    tiles_seen: Vec<Region>,
    #[serde(default)]
    region_goods: Vec<Region>,
    #[serde(default)]
    market: Named<Good, u32>,
    #[serde(default)]
    offer: Vec<Building>,
    // `null` is a value of its own; the fields are required all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    building_stacks: Option<Vec<Option<Vec<Building>>>>,
    #[serde(deserialize_with = "Option::deserialize")]
    deck: Option<Vec<CardId>>,
    players: Vec<PlayerFile>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct OptionsFile {
    #[serde(default, deserialize_with = "present")]
    start: Option<StartKind>,
    #[serde(default, deserialize_with = "present")]
    navy_vp: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AuctionFile {
    bids: Vec<u32>,
    passed: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpeditionFile {
    target: Target,
    #[serde(default, deserialize_with = "present")]
    soldiers: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    captains: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConflictFile {
    kind: ConflictKind,
    opponent: u32,
    region: Region,
    #[serde(default, deserialize_with = "present")]
    soldiers_killed: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    #[serde(default)]
    money: u32,
    #[serde(default)]
    hand: Named<Figure, u32>,
    #[serde(default)]
    shipping: u32,
    #[serde(default)]
    discovery: DiscoveryFile,
    #[serde(default)]
    units: Named<Region, (u32, u32)>,
    #[serde(default)]
    goods: Named<Good, u32>,
    #[serde(default)]
    ships: u32,
    #[serde(default)]
    buildings: Vec<Building>,
    #[serde(default)]
    tiles: Vec<TileId>,
    #[serde(default)]
    cards: Vec<CardId>,
    #[serde(default)]
    region_vp: Vec<u32>,
    #[serde(default)]
    economy: u32,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct DiscoveryFile {
    #[serde(default)]
    captain: u32,
    #[serde(default)]
    soldier: u32,
    #[serde(default)]
    other: u32,
}

fn refuse(field: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> InputError {
    InputError::new("position", field, found, allowed)
}

/// Checks a number; the field is only named for a refusal.
fn number(field: impl FnOnce() -> String, found: u32, low: u32, high: u32) -> Result<u32, InputError> {
    if (low..=high).contains(&found) {
        Ok(found)
    } else {
        Err(refuse(field(), found.to_string(), format!("{low}..={high}")))
    }
}

/// What a position file leaves unknown.
pub(super) struct Unknown {
    /// The regions whose tile is unknown, a bit each.
    pub(super) tiles: u16,
    pub(super) stacks: [bool; 3],
    pub(super) deck: bool,
}

impl AgeOfDiscovery {
    /// Reads the state of a position file of these rules, and which parts of it are unknown; the state
    /// holds one of their completions.
    pub(super) fn read_table(&self, position: &Value) -> Result<(State, Unknown), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        let (found, players) = (file.players.len(), self.rules.players);
        if found != players {
            return Err(refuse("players", format!("{found} players"), format!("{players}")));
        }
        let tiles = file.tiles.0.iter().filter(|(_, tile)| tile.is_none());
        let stack = |age: usize| file.building_stacks.as_ref().and_then(|stacks| stacks.get(age)?.as_ref());
        let unknown = Unknown {
            tiles: tiles.fold(0, |set, (region, _)| set | 1 << region.index()),
            stacks: [0, 1, 2].map(|age| stack(age).is_none()),
            deck: file.deck.is_none(),
        };
        let state = self.read_state(&file, &mut Seed(0).rng())?;
        Ok((state, unknown))
    }

    /// Reads a position file and draws what it leaves unknown.
    pub(super) fn read_position<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, State), InputError> {
        let file: PositionFile = parse_json("position", position)?;
        if file.game != NAME {
            return Err(refuse("game", format!("{:?}", file.game), format!("{NAME:?}")));
        }
        let players = file.players.len();
        if !(2..=SEATS).contains(&players) {
            return Err(refuse("players", format!("{players} players"), "2 to 5"));
        }
        if let Some(vp) = file.options.navy_vp {
            number(|| "options.navy_vp".to_owned(), vp, 3, 3)?;
        }
        let options =
            Options { auction: file.options.start.is_some(), navy_3: file.options.navy_vp.is_some() };
        let game = Self { rules: Rules::named(players, options, variant)? };
        let state = game.read_state(&file, dice)?;
        Ok((game, state))
    }

    fn read_state<D: Dice + ?Sized>(&self, file: &PositionFile, dice: &mut D) -> Result<State, InputError> {
        let mut state = self.empty();
        state.turn = number(|| "turn".to_owned(), file.turn, 1, LAST_TURN.into())? as u8;
        state.step = file.step;
        state.ship_in_box = file.ship_in_box;
        state.university_used = file.university_used;
        let bidding = state.step == Step::Bid;
        for (field, there, wanted) in [
            ("to_move", file.to_move.is_some(), state.step != Step::Over),
            ("order", file.order.is_some(), !bidding),
            ("auction", file.auction.is_some(), bidding),
        ] {
            demand(field, there, wanted, state.step)?;
        }
        for (seat, player) in file.players.iter().enumerate() {
            let scorings = scorings_before(state.turn, state.step);
            state.players[seat] = self.read_player(&format!("players[{seat}]"), player, scorings)?;
        }
        self.read_order(file, &mut state)?;
        self.read_boxes(file, &mut state)?;
        self.read_expedition(file, &mut state)?;
        self.read_conflict(file, &mut state)?;
        self.read_goods(file, &mut state)?;
        self.read_tiles(file, &mut state, dice)?;
        self.read_stacks(file, &mut state, dice)?;
        self.read_deck(file, &mut state, dice)?;
        state.university = self.university_owner(&state);
        if state.step == Step::Place {
            state.open = self.free_boxes(&state);
        }
        Ok(state)
    }

    fn read_seat(&self, field: impl FnOnce() -> String, seat: u32) -> Result<u8, InputError> {
        number(field, seat, 0, self.rules.players as u32 - 1).map(|seat| seat as u8)
    }

    fn read_seats(&self, field: &str, seats: &[u32], most: u8) -> Result<SeatList, InputError> {
        // `check` compares it with the spaces of the box.
        if seats.len() > SeatList::MOST {
            return Err(refuse(field, format!("{} figures", seats.len()), format!("at most {most}")));
        }
        let mut list = SeatList::default();
        for (index, &seat) in seats.iter().enumerate() {
            list.push(self.read_seat(|| format!("{field}[{index}]"), seat)?);
        }
        Ok(list)
    }

    fn read_order(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let players = self.rules.players;
        if let Some(order) = &file.order {
            let mut seen = 0_u32;
            for &seat in order {
                seen |= 1_u32.checked_shl(seat).unwrap_or(0);
            }
            if order.len() != players || seen != (1 << players) - 1 {
                return Err(refuse("order", format!("{order:?}"), format!("each seat of {players} once")));
            }
            for (place, &seat) in state.order.iter_mut().zip(order) {
                *place = seat as u8;
            }
        }
        if let Some(seat) = file.to_move {
            state.to_move = self.read_seat(|| "to_move".to_owned(), seat)?;
            if state.step.goes_round() {
                state.at = state.place_of(state.to_move) as u8;
            }
        }
        let Some(auction) = &file.auction else { return Ok(()) };
        if auction.bids.len() != players {
            let found = format!("{} bids", auction.bids.len());
            return Err(refuse("auction.bids", found, format!("{players}")));
        }
        for (seat, &bid) in auction.bids.iter().enumerate() {
            state.bids[seat] = number(|| format!("auction.bids[{seat}]"), bid, 0, 250)? as u8;
        }
        state.passed = self.read_seats("auction.passed", &auction.passed, players as u8)?;
        Ok(())
    }

    fn read_boxes(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let rules = &self.rules;
        state.initiative_box =
            self.read_seats("initiative_box", &file.initiative_box, rules.initiative_spaces)?;
        state.goods_box = self.read_seats("goods_box", &file.goods_box, rules.goods_spaces)?;
        state.capital_box = self.read_seats("capital_box", &file.capital_box, rules.capital_spaces)?;
        state.warfare_box = self.read_seats("warfare_box", &file.warfare_box, rules.warfare_spaces)?;
        if file.dock.len() > MOST_DOCK {
            let allowed = format!("at most {}", rules.dock_spaces);
            return Err(refuse("dock", format!("{} figures", file.dock.len()), allowed));
        }
        let mut dock = Dock::default();
        for (index, &(seat, figure)) in file.dock.iter().enumerate() {
            if figure == Figure::Captain {
                let allowed = "colonist, merchant, missionary, soldier";
                return Err(refuse(format!("dock[{index}][1]"), "\"captain\"", allowed));
            }
            dock.push(self.read_seat(|| format!("dock[{index}][0]"), seat)?, figure);
        }
        state.dock = dock;
        if let Some(seat) = file.dock_x {
            state.dock_x = self.read_seat(|| "dock_x".to_owned(), seat)?;
        }
        if let Some(seat) = file.dock_y {
            state.dock_y = self.read_seat(|| "dock_y".to_owned(), seat)?;
        }
        for &(slot, seat) in &file.specialists_box.0 {
            let field = || format!("specialists_box.{}", slot.word());
            state.specialists[slot.index()] = self.read_seat(field, seat)?;
        }
        Ok(())
    }

    fn read_expedition(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let step = state.step;
        let number_step = matches!(step, Step::ExploreSoldiers | Step::ExploreCaptains | Step::ExploreOthers);
        demand("expedition", file.expedition.is_some(), number_step, step)?;
        let Some(expedition) = &file.expedition else { return Ok(()) };
        let (soldiers, captains) = (expedition.soldiers, expedition.captains);
        demand("expedition.soldiers", soldiers.is_some(), step > Step::ExploreSoldiers, step)?;
        demand("expedition.captains", captains.is_some(), step > Step::ExploreCaptains, step)?;
        state.expedition.target = expedition.target.0;
        // Each number is one that its own step allowed.
        for (earlier, chosen) in [(Step::ExploreSoldiers, soldiers), (Step::ExploreCaptains, captains)] {
            let Some(chosen) = chosen else { continue };
            state.step = earlier;
            let (least, most) = self.number_range(state);
            let name = if earlier == Step::ExploreSoldiers { "soldiers" } else { "captains" };
            let chosen = number(|| format!("expedition.{name}"), chosen, least.into(), most.into())? as u8;
            if earlier == Step::ExploreSoldiers {
                state.expedition.soldiers = chosen;
            } else {
                state.expedition.captains = chosen;
            }
        }
        state.step = step;
        Ok(())
    }

    fn read_conflict(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let step = state.step;
        let fighting = matches!(step, Step::AttackerKills | Step::DefenderKills);
        demand("conflict", file.conflict.is_some(), fighting, step)?;
        let Some(conflict) = &file.conflict else { return Ok(()) };
        let killed = conflict.soldiers_killed;
        demand("conflict.soldiers_killed", killed.is_some(), step == Step::DefenderKills, step)?;
        state.conflict.war = matches!(conflict.kind, ConflictKind::War);
        state.conflict.opponent = self.read_seat(|| "conflict.opponent".to_owned(), conflict.opponent)?;
        state.conflict.region = conflict.region as u8;
        let Some(killed) = killed else { return Ok(()) };
        if state.warfare_box.is_empty() {
            return Err(refuse("warfare_box", "nothing", format!("the attacker first at {:?}", step.word())));
        }
        state.step = Step::AttackerKills;
        let (least, most) = self.kill_range(state);
        let field = || "conflict.soldiers_killed".to_owned();
        state.conflict.killed = number(field, killed, least.into(), most.into())? as u8;
        state.step = step;
        Ok(())
    }

    fn read_goods(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        state.market = self.read_counters("market", &file.market)?;
        state.region_goods = read_set("region_goods", &file.region_goods)? as u16;
        let mut there = [0; Good::COUNT];
        for region in super::turn::regions(state.region_goods) {
            there[usize::from(self.rules.region_good[region.index()])] += 1;
        }
        for good in Good::ALL {
            let kind = good.index();
            let all = self.rules.counters.get(kind);
            let out = there[kind]
                + state.market.get(kind)
                + state.players.iter().map(|player| player.goods.get(kind)).sum::<u8>();
            // Where there are too many the pile is empty; `check` finds that they do not add up.
            state.pile.add(kind, all.saturating_sub(out));
        }
        Ok(())
    }

    fn read_counters(&self, field: &str, counters: &Named<Good, u32>) -> Result<Counts, InputError> {
        let mut counts = Counts::default();
        for &(good, count) in &counters.0 {
            let all = self.rules.counters.get(good.index());
            let field = || format!("{field}.{}", good.word());
            counts.add(good.index(), number(field, count, 0, all.into())? as u8);
        }
        Ok(counts)
    }

    fn read_tiles<D: Dice + ?Sized>(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut D,
    ) -> Result<(), InputError> {
        let (mut used, mut unknown) = (self.known_tiles(state, 0), 0);
        for &(region, tile) in &file.tiles.0 {
            let index = region.index();
            state.undiscovered |= 1 << index;
            match tile {
                Some(tile) => {
                    used |= 1 << tile.index();
                    state.set_tile(index, tile.index());
                }
                None => unknown |= 1 << index,
            }
        }
        state.seen = read_set("tiles_seen", &file.tiles_seen)? as u16;
        if state.seen & unknown != 0 {
            return Err(refuse("tiles_seen", "a region whose tile is null", "regions whose tile is known"));
        }
        let unknown_count: u32 = u16::count_ones(unknown);
        if unknown_count > used.count_zeros() {
            return Err(refuse("tiles", format!("{unknown_count} unknown tiles"), "no more than are left"));
        }
        self.deal_tiles(state, unknown, used, dice);
        Ok(())
    }

    fn read_stacks<D: Dice + ?Sized>(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut D,
    ) -> Result<(), InputError> {
        state.offer = read_buildings("offer", &file.offer)?;
        if let Some(stacks) = &file.building_stacks
            && stacks.len() != 3
        {
            return Err(refuse("building_stacks", format!("{} stacks", stacks.len()), "3 stacks"));
        }
        let current = state.age();
        for age in 0..3 {
            let listed = file.building_stacks.as_ref().and_then(|stacks| stacks[age].as_ref());
            let Some(stack) = listed else {
                if age >= current {
                    let left = self.stack_of(state, age);
                    (state.stacks[age], state.stack_len[age]) = shuffled_stack(age, left, dice);
                }
                continue;
            };
            let field = format!("building_stacks[{age}]");
            read_buildings(&field, stack)?;
            if let Some(wrong) = stack.iter().find(|building| building.age() != age) {
                let allowed = format!("buildings of age {}", ["I", "II", "III"][age]);
                return Err(refuse(field, format!("{:?}", wrong.word()), allowed));
            }
            let numbers: Vec<u8> =
                stack.iter().map(|building| (building.index() - Building::AGES[age]) as u8).collect();
            state.stacks[age] = Order::from_slice(&numbers);
            state.stack_len[age] = numbers.len() as u8;
        }
        Ok(())
    }

    fn read_deck<D: Dice + ?Sized>(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut D,
    ) -> Result<(), InputError> {
        let Some(deck) = &file.deck else {
            (state.deck, state.deck_len) = shuffled_deck(self.won_cards(state), dice);
            return Ok(());
        };
        read_set("deck", deck)?;
        let numbers: Vec<u8> = deck.iter().map(|card| card.index() as u8).collect();
        state.deck = Order::from_slice(&numbers);
        state.deck_len = numbers.len() as u8;
        Ok(())
    }

    fn read_player(&self, name: &str, file: &PlayerFile, scorings: usize) -> Result<Player, InputError> {
        let field = |part: &str| format!("{name}.{part}");
        let mut player = Player {
            money: number(|| field("money"), file.money, 0, MOST_MONEY)? as u16,
            shipping: number(|| field("shipping"), file.shipping, 0, MOST_SHIPPING)? as u8,
            ships: number(|| field("ships"), file.ships, 0, self.rules.ships.into())? as u8,
            economy: number(|| field("economy"), file.economy, 0, MOST_ECONOMY)? as u8,
            ..Player::default()
        };
        let mut hand = Hand::default();
        for &(figure, count) in &file.hand.0 {
            let field = || format!("{name}.hand.{}", figure.word());
            hand.add(figure.index(), number(field, count, 0, MOST_HAND)? as u8);
        }
        player.hand = hand;
        let discovery = &file.discovery;
        for (place, word, count) in [
            (&mut player.captains, "captain", discovery.captain),
            (&mut player.explorers, "soldier", discovery.soldier),
            (&mut player.others, "other", discovery.other),
        ] {
            *place = number(|| format!("{name}.discovery.{word}"), count, 0, MOST_DISCOVERY)? as u8;
        }
        for &(region, (plain, soldiers)) in &file.units.0 {
            let field = || format!("{name}.units.{}", region.word());
            let plain = number(field, plain, 0, MOST_UNITS)? as u8;
            let soldiers = number(field, soldiers, 0, MOST_UNITS)? as u8;
            if plain > 0 {
                player.add_plain(region.index(), plain);
            }
            if soldiers > 0 {
                player.add_soldiers(region.index(), soldiers);
            }
        }
        player.goods = self.read_counters(&field("goods"), &file.goods)?;
        player.owned = read_buildings(&field("buildings"), &file.buildings)?;
        player.tiles = read_set(&field("tiles"), &file.tiles)? as u16;
        player.cards = read_set(&field("cards"), &file.cards)? as u16;
        if file.region_vp.len() != scorings {
            let found = format!("{} numbers", file.region_vp.len());
            return Err(refuse(
                field("region_vp"),
                found,
                format!("{scorings}, one a region scoring so far"),
            ));
        }
        let most = Region::COUNT as u32 * u32::from(self.rules.region_vp.first);
        for (scoring, &vp) in file.region_vp.iter().enumerate() {
            let vp = number(|| format!("{name}.region_vp[{scoring}]"), vp, 0, most)?;
            player.region_vp[scoring] = vp as u8;
        }
        Ok(player)
    }
}

/// Refuses a field that is missing where it is wanted, or there where it is not.
fn demand(field: &str, there: bool, wanted: bool, step: Step) -> Result<(), InputError> {
    if there == wanted {
        return Ok(());
    }
    let (found, allowed) = if there { ("the field", "no such field") } else { ("nothing", "the field") };
    Err(refuse(field, found, format!("{allowed} at {:?}", step.word())))
}

/// Reads a set of names, a bit each; none may be there twice.
fn read_set<W: Word>(field: &str, names: &[W]) -> Result<u32, InputError> {
    let mut set = 0_u32;
    for (index, name) in names.iter().enumerate() {
        let bit = 1 << name.place();
        if set & bit != 0 {
            let found = format!("{:?} again", W::WORDS[name.place()]);
            return Err(refuse(format!("{field}[{index}]"), found, "different names"));
        }
        set |= bit;
    }
    Ok(set)
}

/// Reads a set of buildings; only Settlers may be there twice.
fn read_buildings(field: &str, names: &[Building]) -> Result<u64, InputError> {
    let mut set = 0;
    for (index, building) in names.iter().enumerate() {
        let copies = if *building == Building::Settlers { SECOND_SETTLERS } else { 1 << building.index() };
        if set & copies != 0 && set >> building.index() & 1 != 0 {
            let found = format!("{:?} again", building.word());
            return Err(refuse(
                format!("{field}[{index}]"),
                found,
                "different names, settlers twice at most",
            ));
        }
        add_building(&mut set, building.index());
    }
    Ok(set)
}

const _: () = assert!(MOST_DISCOVERY + 3 * MOST_HAND < 256 - 8 * 11, "the Discovery box never overflows");

/// Returns whether a set holds only buildings of an age.
pub(super) fn is_of_age(set: u64, age: usize) -> bool {
    set & !all_of_age(age) == 0
}
