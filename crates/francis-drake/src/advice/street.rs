//! Plymouth: the stops as a plan for the whole street, considering what the others are about to take.

use arrayvec::ArrayVec;

use super::judge::Judge;
use super::outfit::{Load, Outfits};
use crate::action::Action;
use crate::items::Items;
use crate::limits::{DOCKSIDE, INVESTOR, LOCATIONS, MAX_PLAYERS};
use crate::words::{DOCKSIDE_STOPS, DestinationKind, INVESTOR_STOPS, Item, Stop, destinations};
use tradewinds_game::Seat;
use tradewinds_game::kit::Bits;

/// Turns ahead that are distinguished.
const TURNS: usize = 10;
/// Stops on a street: the tiles, the investor, the dockside.
const STOPS: usize = LOCATIONS + 6;
/// Returns how likely a ship that comes by is to stop at a location.
fn want(location: Stop) -> f32 {
    match location {
        Stop::CrewA => 0.8,
        Stop::CrewB => 0.85,
        Stop::GunsA => 0.75,
        Stop::GunsB => 0.75,
        Stop::SuppliesA => 0.85,
        Stop::SuppliesB => 0.85,
        Stop::Trade => 0.6,
        Stop::Tavern => 0.5,
        Stop::Shipyard => 0.7,
        Stop::Pinnace => 0.45,
        Stop::Drake => 0.5,
        Stop::Queen => 0.9,
        Stop::Admiral => 0.35,
        Stop::Governor => 0.35,
        Stop::Informer => 0.45,
        Stop::GoldenHind => 0.7,
        // Every seat can stop at the investor and the dockside, and Drake's second disc is not a new stop.
        _ => 0.0,
    }
}

/// A stop that a plan may contain.
#[derive(Clone, Copy)]
struct Choice {
    stop: Stop,
    position: u8,
    /// Its gain now.
    load: Load,
    /// The share of it that is left after some turns.
    left: [f32; TURNS],
    /// Turns and discs that it takes.
    turns: usize,
    /// VP, by the current plan.
    worth: f32,
}

/// The options in the order of the street.
type Options = ArrayVec<Choice, STOPS>;

/// The gain of trades, by range and number.
type Trades = [[f32; 4]; 5];

/// A look at the street from one ship.
struct Street<'a> {
    judge: &'a Judge<'a>,
    outfits: &'a Outfits,
    order: usize,
    trades: Trades,
}

/// Mixes two values by the chance of the second.
fn mix(share: f32, without: f32, with: f32) -> f32 {
    if share <= 0.0 {
        without
    } else if share >= 1.0 {
        with
    } else {
        (1.0 - share) * without + share * with
    }
}

impl Street<'_> {
    /// Returns the worth of leaving Plymouth with a load.
    fn worth(&self, load: &Load) -> f32 {
        let trade_goods = load.trade_goods;
        let range = load.barrels.min(4.0);
        let max = (trade_goods.ceil() as usize).min(3);
        let low = range as usize;
        let more = range - low as f32;
        let trade = |number: f32| {
            let at = |range: usize| {
                let row = &self.trades[range];
                let whole = number as usize;
                let rest = number - whole as f32;
                if rest > 0.0 { row[whole] + rest * (row[whole + 1] - row[whole]) } else { row[whole] }
            };
            if more > 0.0 { at(low) + more * (at(low + 1) - at(low)) } else { at(low) }
        };
        let all = self.outfits.attacks(self.order, load);
        let mut best = f32::MIN;
        for number in 0..=max {
            let attacks = mix(load.golden_hind, all[4 - number], all[5 - number]);
            best = best.max(attacks + trade(trade_goods.min(number as f32)));
        }
        let spare: f32 =
            load.crew.min(9.0) + load.guns.min(9.0) + load.barrels.min(4.0) + trade_goods.min(3.0);
        best + load.extra + self.judge.weights.spare * spare
    }
}

impl Judge<'_> {
    /// Scores the stops and the departure.
    pub(super) fn plymouth(&self, outfits: &Outfits, actions: &[Action], scores: &mut [f32]) {
        let state = self.state;
        let player = state.current();
        let seat = state.seat;
        let street = self.street(outfits, seat);
        let now = self.load(seat);
        let mut options = self.options_ahead(seat);
        if player.owes_drake() {
            for (score, &action) in scores.iter_mut().zip(actions) {
                let Action::Stop(stop) = action else { continue };
                let mut load = now;
                load.add(&items_load(self.rules.stop_items(stop, 0)), 1.0);
                let plan = self.plan_street(&street, &mut options, &load, 1);
                plan.follow(&options, 0, 1, &mut load);
                *score = street.worth(&load);
            }
            return;
        }
        let plan = self.plan_street(&street, &mut options, &now, 0);
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Stop(stop) => {
                    let Some(index) = options.iter().position(|option| option.stop == stop) else { continue };
                    let mut load = now;
                    load.add(&options[index].load, 1.0);
                    plan.follow(&options, plan.next[index], options[index].turns, &mut load);
                    street.worth(&load)
                }
                _ => street.worth(&now),
            };
        }
    }

    /// Plans the stops: first by fixed prices, then by what each stop adds to the load at the end of the plan.
    /// `turns` are already taken.
    fn plan_street(&self, street: &Street<'_>, options: &mut Options, now: &Load, turns: usize) -> Plan {
        let state = self.state;
        let player = state.current();
        let discs = usize::from(self.rules.player_discs.saturating_sub(player.stop_count)).min(TURNS);
        let w = self.weights;
        let missing = (4.0 - now.barrels).max(0.0);
        for option in options.iter_mut() {
            let load = &option.load;
            option.worth = w.crew_price * load.crew
                + w.gun_price * load.guns
                + w.barrel_price * load.barrels.min(missing)
                + w.trade_price * load.trade_goods
                + w.ship_price * load.galleon * (1.0 - now.galleon)
                + w.pinnace_price * load.pinnace
                + w.ship_price * load.golden_hind
                + load.extra;
        }
        let mut plan = Plan::new(options, discs);
        plan.solve(options);
        for _ in 0..2 {
            let mut whole = *now;
            let taken = plan.follow(options, 0, turns, &mut whole);
            let all = street.worth(&whole);
            for index in 0..options.len() {
                let share = taken[index];
                let worth = if share > 0.05 {
                    // The loss of the plan without it.
                    let mut rest = *now;
                    for (other, option) in options.iter().enumerate() {
                        if other != index && taken[other] > 0.0 {
                            rest.add(&option.load, taken[other]);
                        }
                    }
                    (all - street.worth(&rest)) / share
                } else {
                    let mut more = whole;
                    more.add(&options[index].load, 1.0);
                    street.worth(&more) - all
                };
                options[index].worth = 0.5 * (options[index].worth + worth);
            }
            plan.solve(options);
        }
        plan
    }

    fn street<'a>(&'a self, outfits: &'a Outfits, seat: Seat) -> Street<'a> {
        let mut trades = [[0.0; 4]; 5];
        let player = self.state.player(seat);
        let ports = self.rules.of_kind(DestinationKind::Port);
        for range in 1..trades.len() {
            let near = self.rules.within(range as u16) & ports;
            if near == self.rules.within(range as u16 - 1) & ports {
                trades[range] = trades[range - 1];
                continue;
            }
            let mut goods = player.goods;
            let mut free = near;
            for number in 1..4 {
                let mut best = (0.0, None);
                for port in destinations(free) {
                    for good in self.rules.commodities_at(port) {
                        let value = self.good_value(&goods, good);
                        if value > best.0 {
                            best = (value, Some((port, good)));
                        }
                    }
                }
                let gain = self.weights.port * self.weights.trade_chance * best.0;
                trades[range][number] = trades[range][number - 1] + gain;
                if let (_, Some((port, good))) = best {
                    free &= !port.bit();
                    goods[good] += 1;
                }
            }
        }
        Street { judge: self, outfits, order: Outfits::order(self.state), trades }
    }

    /// Returns what a ship carries now.
    fn load(&self, seat: Seat) -> Load {
        let player = self.state.player(seat);
        let mut load = items_load(player.items);
        let has = |stops: u32| if player.stops & stops != 0 { 1.0 } else { 0.0 };
        load.galleon = has(self.rules.galleon_stops);
        load.pinnace = has(self.rules.pinnace_stops);
        load.golden_hind = has(Stop::GoldenHind.bit());
        load
    }

    /// Returns what a stop gives its next visitor.
    fn stop_load(&self, stop: Stop) -> Load {
        let visits = self.state.visits(stop);
        let mut items = self.rules.stop_items(stop, visits);
        if self.rules.flags.pools_limited {
            items = items.least(self.state.supply);
        }
        let mut load = items_load(items);
        let w = self.weights;
        match stop {
            Stop::Tavern => {
                let (crew, ghost) = self.rules.tavern_mean(visits == 0);
                load.crew += crew;
                load.extra += ghost * w.ghost_ship;
            }
            Stop::Drake => {
                load.crew += 2.5;
                load.guns += 2.5;
            }
            Stop::Admiral => load.extra += w.admiral,
            Stop::Governor => load.extra += w.governor,
            Stop::Informer => load.extra += w.informer,
            Stop::GoldenHind => {
                load.golden_hind = 1.0;
                load.extra += w.golden_hind;
            }
            _ => {}
        }
        if self.rules.galleon_stops & stop.bit() != 0 {
            load.galleon = 1.0;
        }
        if self.rules.pinnace_stops & stop.bit() != 0 {
            load.pinnace = 1.0;
        }
        if stop.bit() & INVESTOR_STOPS != 0 {
            load.extra -= f32::from(self.rules.investor_cost) + w.investor_later * self.voyages_left;
        }
        load.extra -= w.tempo;
        load
    }

    /// Lists the stops that a ship may still make, in the order of the street.
    fn options_ahead(&self, seat: Seat) -> Options {
        let state = self.state;
        let player = state.player(seat);
        let mut options = Options::new();
        if state.has_departed(seat) || player.position >= DOCKSIDE {
            return options;
        }
        for index in usize::from(player.position)..LOCATIONS {
            let stop = Stop::ALL[state.location(index)];
            if state.open >> index & 1 == 0 {
                continue;
            }
            let load = self.stop_load(stop);
            let turns = if stop == Stop::Drake { 2 } else { 1 };
            let left = self.left(seat, stop, index);
            options.push(Choice { stop, position: index as u8 + 1, load, left, turns, worth: 0.0 });
        }
        let mut others = DOCKSIDE_STOPS;
        if player.position < INVESTOR && player.investor_tile {
            others |= INVESTOR_STOPS;
            if player.stops & self.rules.galleon_stops != 0 {
                others &= !(INVESTOR_STOPS & self.rules.galleon_stops);
            }
        }
        for code in Bits(others) {
            let stop = Stop::ALL[code];
            let position = state.position_of(stop);
            let load = self.stop_load(stop);
            options.push(Choice { stop, position, load, left: [1.0; TURNS], turns: 1, worth: 0.0 });
        }
        options
    }

    /// Returns the share of a location's goods that is left after each number of turns.
    fn left(&self, seat: Seat, stop: Stop, index: usize) -> [f32; TURNS] {
        let state = self.state;
        let mut left = [1.0; TURNS];
        let visits = state.visits(stop);
        let free = usize::from(self.rules.circles[stop.index()].saturating_sub(visits)).min(MAX_PLAYERS);
        // The gain of a visitor after a number of others, as a share of the next one's gain.
        let mut shares = [0.0; MAX_PLAYERS];
        let total = |visits: u8| {
            let items = self.rules.location_items[stop.index()].get(usize::from(visits)).copied();
            Item::ALL.into_iter().map(|item| f32::from(items.unwrap_or_default().get(item))).sum::<f32>()
        };
        let goods = matches!(stop.index(), 0..=6);
        let now = total(visits);
        for (others, share) in shares.iter_mut().enumerate().take(free) {
            *share = if goods && now > 0.0 { total(visits + others as u8) / now } else { 1.0 };
        }
        let galleon = self.rules.galleon_stops & stop.bit() != 0;
        let mut ahead = [(1.0, 0.0); MAX_PLAYERS];
        let mut number = 0;
        for (other, player) in Seat::all(self.rules.players).zip(&state.players) {
            if other == seat || state.has_departed(other) || usize::from(player.position) > index {
                continue;
            }
            let between = (u32::from(state.open) & ((1 << index) - 1)) >> player.position;
            let useless = galleon && player.stops & self.rules.galleon_stops != 0;
            let want = want(stop) * self.weights.want * if useless { 0.2 } else { 1.0 };
            ahead[number] = ((between.count_ones() + 1) as f32, want);
            number += 1;
        }
        if number == 0 {
            return left;
        }
        for (turns, left) in left.iter_mut().enumerate().skip(1) {
            let mut taken = [0.0; MAX_PLAYERS + 1];
            taken[0] = 1.0;
            for &(distance, want) in &ahead[..number] {
                let reach = (turns as f32 * self.weights.pace / distance).min(1.0);
                let chance = (want * reach * reach.sqrt()).min(0.97);
                for others in (1..=MAX_PLAYERS).rev() {
                    taken[others] = taken[others] * (1.0 - chance) + taken[others - 1] * chance;
                }
                taken[0] *= 1.0 - chance;
            }
            *left = shares.iter().zip(taken).map(|(share, chance)| share * chance).sum();
        }
        left
    }
}

/// The best stops from each option on after each number of turns.
struct Plan {
    /// The first option behind each option on the street.
    next: [usize; STOPS],
    /// Player discs left.
    discs: usize,
    /// Bit `n`: whether the option is taken after `n` turns.
    take: [u16; STOPS],
}

impl Plan {
    fn new(options: &Options, discs: usize) -> Self {
        let mut next = [options.len(); STOPS];
        for (index, option) in options.iter().enumerate() {
            let behind = options[index..].iter().position(|other| other.position > option.position);
            next[index] = behind.map_or(options.len(), |behind| index + behind);
        }
        Self { next, discs, take: [0; STOPS] }
    }

    /// Finds the best stops by what each is worth at the moment.
    fn solve(&mut self, options: &Options) {
        let mut best = [[0.0; TURNS + 1]; STOPS + 1];
        for (index, option) in options.iter().enumerate().rev() {
            self.take[index] = 0;
            for turns in 0..=TURNS {
                let skipped = best[index + 1][turns];
                best[index][turns] = skipped;
                if turns + option.turns <= self.discs {
                    let share = option.left[turns.min(TURNS - 1)];
                    let taken = share * option.worth + best[self.next[index]][turns + option.turns];
                    if taken > skipped {
                        best[index][turns] = taken;
                        self.take[index] |= 1 << turns;
                    }
                }
            }
        }
    }

    /// Adds the planned stops from an option on to a load; returns the share of each that is expected.
    fn follow(&self, options: &Options, from: usize, turns: usize, load: &mut Load) -> [f32; STOPS] {
        let mut shares = [0.0; STOPS];
        let (mut index, mut turns) = (from, turns);
        while index < options.len() {
            if self.take[index] >> turns & 1 == 0 {
                index += 1;
                continue;
            }
            let option = &options[index];
            let share = option.left[turns.min(TURNS - 1)];
            load.add(&option.load, share);
            shares[index] = share;
            turns += option.turns;
            index = self.next[index];
        }
        shares
    }
}

/// Returns items as a load.
fn items_load(items: Items) -> Load {
    Load {
        crew: items.crew().into(),
        guns: items.guns().into(),
        barrels: items.barrels().into(),
        trade_goods: items.trade_goods().into(),
        ..Load::default()
    }
}
