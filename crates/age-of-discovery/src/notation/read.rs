//! Reading the state of a position file; unknown parts are completed at once.

use std::fmt::Display;

use tradewinds_game::kit::{ByKey, Counts16, MaybeSeat};
use tradewinds_game::{Dice, InputError, Seat, counted};

use super::fields::{POSITION, demand, read_buildings, read_set};
use super::file::{ConflictKind, Named, PlayerFile, PositionFile};
use crate::AgeOfDiscovery;
use crate::limits::{
    LAST_TURN, MAX_BID, MAX_DISCOVERY, MAX_DOCK, MAX_ECONOMY, MAX_HAND, MAX_MONEY, MAX_ROW, MAX_SHIPPING,
    MAX_UNITS, MAX_VP_OF_TURNS,
};
use crate::packed::{Dock, Hand, Order, SeatList};
use crate::player::Player;
use crate::stacks::{shuffled_deck, shuffled_stack};
use crate::state::{State, regions};
use crate::words::{Building, Decision, Figure, Good, Region};

/// The unknown parts of a position file.
pub(crate) struct Unknown {
    /// The regions whose tile is unknown, one bit each.
    pub(crate) tiles: u16,
    pub(crate) stacks: [bool; 3],
    pub(crate) deck: bool,
}

impl Unknown {
    /// Lists the unknown parts of a file.
    pub(crate) fn of(file: &PositionFile) -> Self {
        let tiles = file.tiles.0.iter().filter(|(_, tile)| tile.is_none());
        let stack = |age: usize| file.building_stacks.as_ref().and_then(|stacks| stacks.get(age)?.as_ref());
        Self {
            tiles: tiles.fold(0, |set, (region, _)| set | 1 << region.index()),
            stacks: [0, 1, 2].map(|age| stack(age).is_none()),
            deck: file.deck.is_none(),
        }
    }
}

impl AgeOfDiscovery {
    pub(crate) fn read_state(&self, file: &PositionFile, dice: &mut dyn Dice) -> Result<State, InputError> {
        let mut state = State::empty();
        state.turn = POSITION.number("turn", file.turn, 1..=LAST_TURN.into())?;
        state.decision = file.decision;
        state.ship_in_box = file.ship_in_box;
        state.university_used = file.university_used;
        let bidding = state.decision == Decision::Bid;
        for (field, there, wanted) in [
            ("to_move", file.to_move.is_some(), state.decision != Decision::Over),
            ("order", file.order.is_some(), !bidding),
            ("auction", file.auction.is_some(), bidding),
        ] {
            demand(field, there, wanted, state.decision)?;
        }
        for (seat, player) in file.players.iter().enumerate() {
            let scorings = state.scorings_done();
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
        if state.decision == Decision::Place {
            state.open = self.free_boxes(&state);
        }
        Ok(state)
    }

    fn read_player(&self, name: &str, file: &PlayerFile, scorings: usize) -> Result<Player, InputError> {
        let field = |part: &str| format!("{name}.{part}");
        let mut player = Player {
            money: POSITION.number(format_args!("{name}.money"), file.money, 0..=MAX_MONEY)?,
            shipping: POSITION.number(format_args!("{name}.shipping"), file.shipping, 0..=MAX_SHIPPING)?,
            ships: POSITION.number(format_args!("{name}.ships"), file.ships, 0..=self.rules.ships.into())?,
            turn_vp: POSITION.number(format_args!("{name}.turn_vp"), file.turn_vp, 0..=MAX_VP_OF_TURNS)?,
            economy: POSITION.number(format_args!("{name}.economy"), file.economy, 0..=MAX_ECONOMY)?,
            ..Player::default()
        };
        let mut hand = Hand::default();
        for &(figure, count) in &file.hand.0 {
            let count =
                POSITION.number(format_args!("{name}.hand.{}", figure.word()), count, 0..=MAX_HAND)?;
            hand.add(figure.index(), count);
        }
        player.hand = hand;
        let discovery = &file.discovery;
        for (place, word, count) in [
            (&mut player.captains, "captain", discovery.captain),
            (&mut player.explorers, "soldier", discovery.soldier),
            (&mut player.others, "other", discovery.other),
        ] {
            *place = POSITION.number(format_args!("{name}.discovery.{word}"), count, 0..=MAX_DISCOVERY)?;
        }
        for &(region, (plain, soldiers)) in &file.units.0 {
            let number = |found, most| {
                POSITION.number(format_args!("{name}.units.{}", region.word()), found, 0..=most)
            };
            let plain: u8 = number(plain, MAX_UNITS)?;
            let soldiers = number(soldiers, MAX_UNITS - u32::from(plain))?;
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
            let found = counted(file.region_vp.len(), "number");
            return Err(POSITION.refuse(
                field("region_vp"),
                found,
                format!("{scorings}, one a region scoring so far"),
            ));
        }
        let most = Region::COUNT as u32 * u32::from(self.rules.region_vp.first);
        for (scoring, &vp) in file.region_vp.iter().enumerate() {
            player.region_vp[scoring] =
                POSITION.number(format_args!("{name}.region_vp[{scoring}]"), vp, 0..=most)?;
        }
        Ok(player)
    }

    fn read_seat(&self, field: impl Display, seat: u32) -> Result<Seat, InputError> {
        POSITION.seat(field, seat, self.rules.players)
    }

    fn read_seats(&self, field: &str, seats: &[u32], most: u8) -> Result<SeatList, InputError> {
        // `check` compares it with the spaces of the box.
        if seats.len() > MAX_ROW {
            return Err(POSITION.refuse(field, counted(seats.len(), "figure"), format!("at most {most}")));
        }
        let mut list = SeatList::default();
        for (index, &seat) in seats.iter().enumerate() {
            list.push(self.read_seat(format_args!("{field}[{index}]"), seat)?);
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
                return Err(POSITION.refuse(
                    "order",
                    format!("{order:?}"),
                    format!("each seat of {players} once"),
                ));
            }
            for (place, &seat) in state.order.iter_mut().zip(order) {
                *place = Seat::new(seat as usize);
            }
        }
        if let Some(seat) = file.to_move {
            state.to_move = self.read_seat("to_move", seat)?;
            if state.decision.goes_round() {
                state.at = state.place_of(state.to_move) as u8;
            }
        }
        let Some(auction) = &file.auction else { return Ok(()) };
        if auction.bids.len() != players {
            let found = counted(auction.bids.len(), "bid");
            return Err(POSITION.refuse("auction.bids", found, format!("{players}")));
        }
        for (seat, &bid) in auction.bids.iter().enumerate() {
            state.bids[seat] =
                POSITION.number(format_args!("auction.bids[{seat}]"), bid, 0..=MAX_BID.into())?;
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
        if file.dock.len() > MAX_DOCK {
            let allowed = format!("at most {}", rules.dock_spaces);
            return Err(POSITION.refuse("dock", counted(file.dock.len(), "figure"), allowed));
        }
        let mut dock = Dock::default();
        for (index, &(seat, figure)) in file.dock.iter().enumerate() {
            if figure == Figure::Captain {
                let allowed = "colonist, merchant, missionary, soldier";
                return Err(POSITION.refuse(format!("dock[{index}][1]"), "\"captain\"", allowed));
            }
            dock.push(self.read_seat(format_args!("dock[{index}][0]"), seat)?, figure);
        }
        state.dock = dock;
        if let Some(seat) = file.dock_x {
            state.dock_x = MaybeSeat::some(self.read_seat("dock_x", seat)?);
        }
        if let Some(seat) = file.dock_y {
            state.dock_y = MaybeSeat::some(self.read_seat("dock_y", seat)?);
        }
        for &(slot, seat) in &file.specialists_box.0 {
            let owner = self.read_seat(format_args!("specialists_box.{}", slot.word()), seat)?;
            state.specialists[slot] = MaybeSeat::some(owner);
        }
        Ok(())
    }

    fn read_expedition(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let decision = state.decision;
        let number_step = matches!(
            decision,
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers
        );
        demand("expedition", file.expedition.is_some(), number_step, decision)?;
        let Some(expedition) = &file.expedition else { return Ok(()) };
        let (soldiers, captains) = (expedition.soldiers, expedition.captains);
        demand("expedition.soldiers", soldiers.is_some(), decision > Decision::ExploreSoldiers, decision)?;
        demand("expedition.captains", captains.is_some(), decision > Decision::ExploreCaptains, decision)?;
        state.expedition.target = expedition.target.0;
        // Each number must have been legal at its own decision.
        for (earlier, chosen) in
            [(Decision::ExploreSoldiers, soldiers), (Decision::ExploreCaptains, captains)]
        {
            let Some(chosen) = chosen else { continue };
            state.decision = earlier;
            let (least, most) = self.number_range(state);
            let name = if earlier == Decision::ExploreSoldiers { "soldiers" } else { "captains" };
            let chosen =
                POSITION.number(format_args!("expedition.{name}"), chosen, least.into()..=most.into())?;
            if earlier == Decision::ExploreSoldiers {
                state.expedition.soldiers = chosen;
            } else {
                state.expedition.captains = chosen;
            }
        }
        state.decision = decision;
        Ok(())
    }

    fn read_conflict(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        let decision = state.decision;
        let fighting = matches!(decision, Decision::AttackerKills | Decision::DefenderKills);
        demand("conflict", file.conflict.is_some(), fighting, decision)?;
        let Some(conflict) = &file.conflict else { return Ok(()) };
        let killed = conflict.soldiers_killed;
        demand("conflict.soldiers_killed", killed.is_some(), decision == Decision::DefenderKills, decision)?;
        state.conflict.war = matches!(conflict.kind, ConflictKind::War);
        state.conflict.opponent = self.read_seat("conflict.opponent", conflict.opponent)?;
        state.conflict.region = conflict.region as u8;
        let Some(killed) = killed else { return Ok(()) };
        if state.warfare_box.is_empty() {
            return Err(POSITION.refuse(
                "warfare_box",
                "nothing",
                format!("the attacker first at {:?}", decision.word()),
            ));
        }
        state.decision = Decision::AttackerKills;
        let (least, most) = self.kill_range(state);
        state.conflict.killed =
            POSITION.number("conflict.soldiers_killed", killed, least.into()..=most.into())?;
        state.decision = decision;
        Ok(())
    }

    fn read_goods(&self, file: &PositionFile, state: &mut State) -> Result<(), InputError> {
        state.market = self.read_counters("market", &file.market)?;
        state.region_goods = read_set("region_goods", &file.region_goods)? as u16;
        let mut there = ByKey::<Good, u8>::default();
        for region in regions(state.region_goods) {
            there[self.rules.region_good[region]] += 1;
        }
        for good in Good::ALL {
            let kind = good.index();
            let all = self.rules.counters.get(kind);
            let out = there[good]
                + state.market.get(kind)
                + state.players.iter().map(|player| player.goods.get(kind)).sum::<u8>();
            // With too many counters the pile is empty; `check` reports that they do not add up.
            state.pile.add(kind, all.saturating_sub(out));
        }
        Ok(())
    }

    fn read_counters(&self, field: &str, counters: &Named<Good, u32>) -> Result<Counts16, InputError> {
        let mut counts = Counts16::default();
        for &(good, count) in &counters.0 {
            let all = self.rules.counters.get(good.index());
            let count = POSITION.number(format_args!("{field}.{}", good.word()), count, 0..=all.into())?;
            counts.add(good.index(), count);
        }
        Ok(counts)
    }

    fn read_tiles(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut dyn Dice,
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
            return Err(POSITION.refuse(
                "tiles_seen",
                "a region whose tile is null",
                "regions whose tile is known",
            ));
        }
        let unknown_count: u32 = u16::count_ones(unknown);
        if unknown_count > used.count_zeros() {
            return Err(POSITION.refuse(
                "tiles",
                counted(unknown_count, "unknown tile"),
                "no more than are left",
            ));
        }
        self.deal_tiles(state, unknown, used, dice);
        Ok(())
    }

    fn read_stacks(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut dyn Dice,
    ) -> Result<(), InputError> {
        state.offer = read_buildings("offer", &file.offer)?;
        if let Some(stacks) = &file.building_stacks
            && stacks.len() != 3
        {
            return Err(POSITION.refuse("building_stacks", counted(stacks.len(), "stack"), "3 stacks"));
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
                return Err(POSITION.refuse(field, format!("{:?}", wrong.word()), allowed));
            }
            let numbers: Vec<u8> =
                stack.iter().map(|building| (building.index() - Building::AGES[age]) as u8).collect();
            state.stacks[age] = Order::from_slice(&numbers);
            state.stack_len[age] = numbers.len() as u8;
        }
        Ok(())
    }

    fn read_deck(
        &self,
        file: &PositionFile,
        state: &mut State,
        dice: &mut dyn Dice,
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
}
