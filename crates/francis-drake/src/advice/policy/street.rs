//! Plymouth: the stops as a plan for the whole street, considering what the others are about to take.

use arrayvec::ArrayVec;

use super::chart::{ByTurns, Chart, LANES, Offer, Reach, TURNS, stop_load};
use super::judge::Judge;
use super::load::{Load, greatest, least};
use super::outfit::{BOUNDS, Outfits};
use super::stops::{Choice, Options, Plan, STOPS, groups};
use crate::action::Action;
use crate::limits::{DOCKSIDE, INVESTOR, MAX_PLAYERS};
use crate::words::{Commodity, DOCKSIDE_STOPS, DestinationKind, INVESTOR_STOPS, Stop, destinations};
use tradewinds_game::Seat;
use tradewinds_game::kit::{Bits, ByKey};

/// The gain of trades, by range and number.
type Trades = [[f32; 4]; 5];

/// A look at the street from one ship.
struct Street<'a> {
    judge: &'a Judge<'a>,
    outfits: &'a Outfits,
    order: usize,
    trades: Trades,
}

/// The stops of a plan in order, with the share of each that is expected.
type Planned = ArrayVec<(usize, f32), TURNS>;

/// Another ship that may come to a location first.
struct Ahead {
    /// Open locations that lie before it.
    passed: u32,
    galleon: bool,
}

/// The ships that may come to a location first.
type Aheads = ArrayVec<Ahead, MAX_PLAYERS>;

impl Street<'_> {
    /// Returns the worth of leaving Plymouth with a load.
    fn worth(&self, load: &Load) -> f32 {
        let items = load.split(BOUNDS);
        let [_, _, range, goods] = items.whole;
        let [_, _, more_range, more_goods] = items.rest;
        let max = (goods + usize::from(more_goods > 0.0)).min(3);
        let attacks = self.outfits.attacks(self.order, load, &items, max);
        let spare = least(load.crew(), 9.0)
            + least(load.guns(), 9.0)
            + least(load.barrels(), 4.0)
            + least(load.trade_goods(), 3.0);
        let spare = self.judge.weights.spare * spare;
        if max == 0 {
            // No trade brings nothing.
            return attacks[0] + 0.0 + load.extra() + spare;
        }
        // The gain of whole numbers of trades; the last number may be a part.
        let row = |range: usize| -> [f32; 4] {
            let mut row = self.trades[range];
            if goods < max {
                row[max] = row[goods] + more_goods * (row[max] - row[goods]);
            }
            row
        };
        let mut trades = row(range);
        if more_range > 0.0 {
            let far = row(range + 1);
            trades =
                std::array::from_fn(|number| trades[number] + more_range * (far[number] - trades[number]));
        }
        // Each trade takes the place of an attack.
        let sums: [f32; 4] = std::array::from_fn(|number| attacks[number] + trades[number]);
        let mut best = greatest(sums[1], sums[0]);
        if max > 1 {
            best = greatest(sums[2], best);
            if max > 2 {
                best = greatest(sums[3], best);
            }
        }
        best + load.extra() + spare
    }

    /// Computes what each stop adds to the worth of a plan, or what the plan loses without it. `loads` are those
    /// before each planned stop, and `whole` is that after all of them.
    fn add_worths(
        &self,
        options: &Options,
        planned: &Planned,
        loads: &[Load],
        whole: &Load,
        worths: &mut [f32; STOPS],
    ) {
        let all = self.worth(whole);
        let mut step = 0;
        for (index, (option, worth)) in options.iter().zip(worths).enumerate() {
            if let Some(&(stop, share)) = planned.get(step)
                && stop == index
            {
                step += 1;
                if share > 0.05 {
                    let mut rest = loads[step - 1];
                    for &(other, share) in &planned[step..] {
                        rest.add(&options[other].load, share);
                    }
                    *worth = (all - self.worth(&rest)) / share;
                    continue;
                }
            }
            let mut more = *whole;
            more.add(&option.load, 1.0);
            *worth = self.worth(&more) - all;
        }
    }
}

impl Judge<'_> {
    /// Scores the stops and the departure.
    pub(super) fn plymouth(&self, outfits: &Outfits, chart: &Chart, actions: &[Action], scores: &mut [f32]) {
        let state = self.state;
        let player = state.current();
        let seat = state.seat;
        let street = self.street(outfits, seat);
        let now = self.load(seat);
        let mut options = Options::new();
        self.options_ahead(chart, seat, &mut options);
        if player.owes_drake() {
            for (score, &action) in scores.iter_mut().zip(actions) {
                let Action::Stop(stop) = action else { continue };
                let mut load = now;
                load.add(&Load::of(self.rules.stop_items(stop, 0)), 1.0);
                let mut plan = Plan::new(&options, self.discs_left());
                self.plan_street(&street, &mut options, &load, 1, &mut plan);
                plan.add(&options, 0, 1, &mut load);
                *score = street.worth(&load);
            }
            return;
        }
        let mut plan = Plan::new(&options, self.discs_left());
        self.plan_street(&street, &mut options, &now, 0, &mut plan);
        // Actions and options are both in the order of the street.
        let mut ahead = options.iter().enumerate();
        for (score, &action) in scores.iter_mut().zip(actions) {
            *score = match action {
                Action::Stop(stop) => {
                    let Some((index, option)) = ahead.find(|(_, option)| option.stop == stop) else {
                        continue;
                    };
                    let mut load = now;
                    load.add(&option.load, 1.0);
                    plan.add(&options, plan.next[index], option.turns, &mut load);
                    street.worth(&load)
                }
                _ => street.worth(&now),
            };
        }
    }

    /// Returns the player discs of the ship to move that are left.
    fn discs_left(&self) -> usize {
        usize::from(self.rules.player_discs.saturating_sub(self.state.current().stop_count)).min(TURNS)
    }

    /// Plans the stops: first by fixed prices, then by what each stop adds to the load at the end of the plan.
    /// `turns` are already taken.
    fn plan_street(
        &self,
        street: &Street<'_>,
        options: &mut Options,
        now: &Load,
        turns: usize,
        plan: &mut Plan,
    ) {
        let w = self.weights;
        let missing = (4.0 - now.barrels()).max(0.0);
        for option in options.iter_mut() {
            let load = &option.load;
            option.worth = w.crew_price * load.crew()
                + w.gun_price * load.guns()
                + w.barrel_price * least(load.barrels(), missing)
                + w.trade_price * load.trade_goods()
                + w.ship_price * load.galleon() * (1.0 - now.galleon())
                + w.pinnace_price * load.pinnace()
                + w.ship_price * load.golden_hind()
                + load.extra();
        }
        plan.solve(options);
        let mut worths = [0.0; STOPS];
        let mut before = None;
        for _ in 0..2 {
            let mut whole = *now;
            let mut planned = Planned::new();
            let mut loads = ArrayVec::<Load, TURNS>::new();
            plan.follow(options, 0, turns, |index, share| {
                loads.push(whole);
                whole.add(&options[index].load, share);
                planned.push((index, share));
            });
            // What the stops add depends on the plan alone: where it is the same again, so are they.
            if before.as_ref() != Some(&planned) {
                street.add_worths(options, &planned, &loads, &whole, &mut worths);
                before = Some(planned);
            }
            for (option, worth) in options.iter_mut().zip(worths) {
                option.worth = 0.5 * (option.worth + worth);
            }
            plan.solve(options);
        }
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
                let values = ByKey::<Commodity, f32>::from_fn(|good| self.good_value(&goods, good));
                let mut best = (0.0, None);
                for port in destinations(free) {
                    for good in self.rules.commodities_at(port) {
                        if values[good] > best.0 {
                            best = (values[good], Some((port, good)));
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
        let mut load = Load::of(player.items);
        let has = |stops: u32| if player.stops & stops != 0 { 1.0 } else { 0.0 };
        *load.galleon_mut() = has(self.rules.galleon_stops);
        *load.pinnace_mut() = has(self.rules.pinnace_stops);
        *load.golden_hind_mut() = has(Stop::GoldenHind.bit());
        load
    }

    /// Returns what a stop gives its next visitor.
    #[inline]
    fn stop_load(&self, stop: Stop, visits: u8, offer: &Offer) -> Load {
        let mut load = offer.load;
        if self.rules.flags.pools_limited && !self.state.supply.contains(offer.items) {
            let items = offer.items.least(self.state.supply);
            load = stop_load(self.rules, self.weights, stop, visits == 0, items);
        }
        if stop.bit() & INVESTOR_STOPS != 0 {
            let extra = load.extra_mut();
            *extra -= f32::from(self.rules.investor_cost) + self.weights.investor_later * self.voyages_left;
            *extra -= self.weights.tempo;
        }
        load
    }

    /// Adds the stops that a ship may still make, in the order of the street.
    fn options_ahead(&self, chart: &Chart, seat: Seat, options: &mut Options) {
        let state = self.state;
        let player = state.player(seat);
        let discs = self.discs_left();
        if state.has_departed(seat) || player.position >= DOCKSIDE {
            return;
        }
        let open = u32::from(state.open);
        let before = |position: u8| (open & ((1 << position) - 1)).count_ones();
        let mut aheads = Aheads::new();
        for (other, player) in Seat::all(self.rules.players).zip(&state.players) {
            if other == seat || state.has_departed(other) {
                continue;
            }
            let galleon = player.stops & self.rules.galleon_stops != 0;
            aheads.push(Ahead { passed: before(player.position), galleon });
        }
        let ahead = Bits(open >> player.position << player.position);
        for (passed, index) in (before(player.position)..).zip(ahead) {
            let stop = Stop::ALL[state.location(index)];
            let visits = state.visits(stop);
            let offer = chart.offer(stop, visits);
            let load = self.stop_load(stop, visits, offer);
            let turns = if stop == Stop::Drake { 2 } else { 1 };
            let left = left(chart, &aheads, stop, offer, passed, groups(options.len(), discs));
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
            let load = self.stop_load(stop, 0, chart.offer(stop, 0));
            options.push(Choice { stop, position, load, left: [[1.0; 4]; LANES / 4], turns: 1, worth: 0.0 });
        }
    }
}

/// Another ship on its way to a location: how likely it stops, and how far it gets.
type Coming<'a> = ArrayVec<(f32, &'a Reach), MAX_PLAYERS>;

/// Returns the share of a location's goods that is left after each number of turns, in some groups of turns;
/// `passed` open locations lie before it.
fn left(
    chart: &Chart,
    aheads: &Aheads,
    stop: Stop,
    offer: &Offer,
    passed: u32,
    groups: usize,
) -> ByTurns<f32> {
    let mut left = [[1.0; 4]; LANES / 4];
    let mut coming = Coming::new();
    for ahead in aheads.iter().filter(|ahead| ahead.passed <= passed) {
        coming.push((chart.want(stop, ahead.galleon), chart.reach(passed - ahead.passed)));
    }
    if coming.is_empty() {
        return left;
    }
    let last = coming.len().min(offer.room.saturating_sub(1));
    for (group, left) in left.iter_mut().enumerate().take(groups) {
        // By the number of others that come first: the chance of it, as far as they leave anything.
        let mut taken = [[0.0; 4]; MAX_PLAYERS];
        taken[0] = [1.0; 4];
        for &(want, reach) in &coming {
            let (way, root) = (&reach.way[group], &reach.root[group]);
            let chance: [f32; 4] = std::array::from_fn(|turn| least(want * way[turn] * root[turn], 0.97));
            let mut fewer = [0.0; 4];
            for taken in &mut taken[..=last] {
                let before = *taken;
                *taken = std::array::from_fn(|turn| {
                    before[turn] * (1.0 - chance[turn]) + fewer[turn] * chance[turn]
                });
                fewer = before;
            }
        }
        *left = [0.0; 4];
        for (taken, share) in taken[..=last].iter().zip(&offer.shares) {
            *left = std::array::from_fn(|turn| left[turn] + share * taken[turn]);
        }
    }
    left
}
