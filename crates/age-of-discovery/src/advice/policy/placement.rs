//! Phase A: which figure goes into which box.

use tradewinds_game::Seat;
use tradewinds_game::kit::{Bits, ByKey, Counts16};

use super::judge::Judge;
use crate::action::Action;
use crate::limits::LAST_TURN;
use crate::words::{Building, EventBox, Figure, Region, Slot};

/// The worth of the boxes to the deciding seat.
struct Boxes {
    /// Where all figures count the same.
    plain: ByKey<EventBox, f32>,
    /// By figure.
    dock: ByKey<Figure, f32>,
    shipping: ByKey<Figure, f32>,
    discovery: ByKey<Figure, f32>,
}

/// What landings of the deciding seat are worth, once asked for: a placement asks for the same ones over and
/// over, for each figure on the dock and in hand.
#[derive(Default)]
struct Landings {
    /// By region; the numbers of units that land with a missionary and with other figures.
    worths: [[Option<(u8, f32)>; 2]; Region::COUNT],
}

impl Landings {
    /// Returns the worth of units in a region.
    fn landing(&mut self, judge: &Judge<'_>, region: usize, units: u8) -> f32 {
        let known = &mut self.worths[region][usize::from(units > 1)];
        match *known {
            Some((of, worth)) if of == units => worth,
            _ => {
                let worth = judge.landing(judge.seat, region, units);
                *known = Some((units, worth));
                worth
            }
        }
    }

    /// Forgets a region whose units have changed.
    fn forget(&mut self, region: usize) {
        self.worths[region] = [None; 2];
    }
}

impl Judge<'_> {
    /// Scores the placements: the worth of a figure in a box above the fallback, of which a share still
    /// to be had in the next round does not count.
    pub(crate) fn placements(&self, actions: &[Action], scores: &mut [f32]) {
        let boxes = self.boxes(actions);
        let player = self.state.current();
        let fallback = self.weights.fallback * boxes.discovery[Figure::Colonist].max(0.0);
        let left = player.hand_total();
        let rivals = self.active_rivals();
        let patience = if left > 1 && rivals > 0 { self.weights.patience } else { 0.0 };
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Place(figure, place) = action else { continue };
            let worth = match place {
                EventBox::Dock => boxes.dock[figure],
                EventBox::Shipping => boxes.shipping[figure],
                EventBox::Discovery => boxes.discovery[figure],
                _ => boxes.plain[place],
            };
            let gain = worth - self.extra(figure) - fallback;
            *score =
                if gain > 0.0 { gain * (1.0 - patience * (1.0 - self.rush(place, rivals))) } else { gain };
        }
    }

    /// Returns how many other players still have figures to place.
    fn active_rivals(&self) -> usize {
        let players = self.state.players[..self.rules.players].iter();
        players
            .enumerate()
            .filter(|&(seat, player)| seat != self.seat.index() && !player.hand.is_empty())
            .count()
    }

    /// Returns the chance that a box is worth less in the next round.
    fn rush(&self, place: EventBox, rivals: usize) -> f32 {
        let (weights, state) = (self.weights, self.state);
        let active = rivals as f32 / self.others();
        match place {
            EventBox::Initiative => weights.rush_initiative * active,
            EventBox::Dock => {
                let free = usize::from(self.rules.dock_spaces) - state.dock.len();
                weights.rush_dock * (rivals as f32 / free.max(1) as f32).min(1.0)
            }
            EventBox::Goods => weights.rush_goods * active,
            EventBox::Shipping => weights.rush_shipping * active,
            EventBox::Capital => weights.rush_capital * active,
            EventBox::Discovery => 0.0,
            EventBox::Warfare => 0.1 * active,
            _ => weights.rush_specialist * active,
        }
    }

    /// Returns the worth of the boxes; those that no action names stay at 0.
    fn boxes(&self, actions: &[Action]) -> Boxes {
        let mut open = 0_u16;
        for action in actions {
            if let Action::Place(_, place) = action {
                open |= 1 << place.index();
            }
        }
        let (weights, seat) = (self.weights, self.seat);
        let is_open = |place: EventBox| open >> place.index() & 1 != 0;
        let mut boxes = Boxes {
            plain: ByKey::default(),
            dock: ByKey::default(),
            shipping: ByKey::default(),
            discovery: ByKey::default(),
        };
        if is_open(EventBox::Dock) {
            boxes.dock = self.dock_box().map(|worth| weights.dock_box * worth);
        }
        if is_open(EventBox::Goods) {
            boxes.plain[EventBox::Goods] = weights.goods_box * self.goods_box();
        }
        if is_open(EventBox::Initiative) {
            boxes.plain[EventBox::Initiative] = weights.initiative_box * self.initiative();
        }
        if is_open(EventBox::Capital) {
            boxes.plain[EventBox::Capital] = weights.capital_box * self.capital();
        }
        if is_open(EventBox::Warfare) {
            boxes.plain[EventBox::Warfare] = weights.warfare_box * self.warfare();
        }
        boxes.shipping = self.shipping_box().map(|worth| weights.shipping_box * worth);
        boxes.discovery = self.discovery_box().map(|worth| weights.discovery_box * worth);
        if self.state.turn < LAST_TURN {
            for slot in [Slot::Captain, Slot::Merchant, Slot::Missionary, Slot::Soldier, Slot::Training] {
                let place = EventBox::of_slot(slot);
                if is_open(place) {
                    boxes.plain[place] = weights.specialists_box * self.slot(slot, seat);
                }
            }
        }
        boxes
    }

    /// Returns the worth of the figure of a slot.
    fn slot(&self, slot: Slot, seat: Seat) -> f32 {
        match slot {
            Slot::Captain => self.figure(Figure::Captain),
            Slot::Merchant => self.figure(Figure::Merchant),
            Slot::Missionary => self.figure(Figure::Missionary),
            Slot::Soldier => self.figure(Figure::Soldier),
            Slot::Training => {
                let best = Figure::SPECIALISTS.map(|figure| self.figure(figure));
                let fee = f32::from(self.game.training_fee());
                let money = f32::from(self.state.players[seat.index()].money);
                // The money of an Age building is not there any more.
                let spent = f32::from(self.game.price(self.state))
                    * self.state.capital_box.iter().filter(|&other| other == seat).count() as f32;
                if money < fee {
                    return 0.0;
                }
                let sure = if money - spent < fee { 0.3 } else { 1.0 };
                sure * (best.into_iter().fold(0.0, f32::max) + self.income(seat, -fee)).max(0.0)
            }
        }
    }

    /// Returns what one more figure on the dock brings, by figure, after the seat's figures there
    /// have landed.
    fn dock_box(&self) -> ByKey<Figure, f32> {
        let (state, seat) = (self.state, self.seat);
        let open = state.discovered();
        let mut later = Judge { map: self.map.clone(), ..*self };
        let mut known = Landings::default();
        let own = state.dock.iter().filter(|&(owner, _)| owner == seat);
        let extra = [state.dock_x, state.dock_y].into_iter().filter(|owner| owner.is(seat));
        for figure in own.map(|(_, figure)| figure).chain(extra.map(|_| Figure::Colonist)) {
            let units = self.landing_units(figure);
            let gains = Bits(open).map(|region| (region, known.landing(&later, region, units)));
            if let Some((region, _)) = gains.max_by(|a, b| a.1.total_cmp(&b.1)) {
                later.map.units[region][seat.index()] += units;
                known.forget(region);
            }
        }
        let hand = &state.current().hand;
        let mut best = |units: u8| {
            let gains = Bits(open).map(|region| known.landing(&later, region, units));
            gains.fold(f32::MIN, f32::max)
        };
        let one = best(1);
        ByKey::from_fn(|figure: Figure| {
            if hand.get(figure.index()) == 0 {
                return 0.0;
            }
            let units = self.landing_units(figure);
            let worth = if units > 1 { best(units) } else { one };
            let money = f32::from(self.rules.landing_money[figure]);
            let soldier = if figure == Figure::Soldier { self.soldier_extra(seat) } else { 0.0 };
            let soldier = match figure {
                Figure::Soldier if self.at_war() => {
                    soldier + (self.best_landed_battle(seat, 1) - self.best_conflict(seat)).max(0.0)
                }
                _ => soldier,
            };
            worth + soldier + if money > 0.0 { self.income(seat, money) } else { 0.0 }
        })
    }

    /// Returns how many units land with a figure of the deciding seat.
    pub(crate) fn landing_units(&self, figure: Figure) -> u8 {
        if figure == Figure::Missionary {
            let cathedral = self.state.players[self.seat.index()].owns(Building::Cathedral);
            1 + self.rules.missionary_units[usize::from(cathedral)]
        } else {
            1
        }
    }

    /// Returns what a figure behind those in Trade Goods gets, if each player takes the best good
    /// for itself.
    fn goods_box(&self) -> f32 {
        let state = self.state;
        let mut market = state.market;
        let mut goods = state.players.map(|player| player.goods);
        let best = |market: Counts16, seat: Seat, goods: Counts16| {
            let (rates, mut player) = (self.rates(seat), state.players[seat.index()]);
            player.goods = goods;
            let before = self.stock(&rates, &player);
            market
                .kinds()
                .map(|good| {
                    player.goods = goods;
                    player.goods.add(good, 1);
                    (good, self.stock(&rates, &player) - before)
                })
                .max_by(|a, b| a.1.total_cmp(&b.1))
        };
        for seat in state.goods_box.iter() {
            let goods = &mut goods[seat.index()];
            if let Some((good, _)) = best(market, seat, *goods) {
                market.take(good, 1);
                goods.add(good, 1);
            }
        }
        best(market, self.seat, goods[self.seat.index()]).map_or(0.0, |(_, worth)| worth)
    }

    /// Returns what a figure in Initiative brings: money, and places in the order of the next turn.
    fn initiative(&self) -> f32 {
        let state = self.state;
        let space = state.initiative_box.len();
        let money = f32::from(self.rules.initiative_money[space]);
        let mut worth = self.income(self.seat, money);
        if state.turn < LAST_TURN {
            let last = self.others();
            let without = 0.5 * (last + f32::from(state.at)).max(2.0 * space as f32);
            worth += self.weights.order * (without - space as f32);
        }
        let price = self.game.price(state);
        let own = f32::from(state.players[self.seat.index()].money);
        let short = own < f32::from(price) && own + money >= f32::from(price);
        let placed = state.capital_box.contains(self.seat);
        if short { worth + if placed { 3.0 } else { 1.0 } } else { worth }
    }

    /// Returns what a figure in Capital Buildings brings, money to come before it counted in.
    fn capital(&self) -> f32 {
        let (state, seat) = (self.state, self.seat);
        let own = f32::from(state.players[seat.index()].money);
        let mut sure = 0.0;
        if let Some(space) = state.initiative_box.iter().position(|other| other == seat) {
            sure += f32::from(self.rules.initiative_money[space]);
        }
        let merchant = f32::from(self.rules.landing_money[Figure::Merchant]);
        let landing =
            state.dock.iter().filter(|&(owner, figure)| owner == seat && figure == Figure::Merchant).count();
        sure += merchant * landing as f32;
        let worth = self.last_purchase(seat, sure);
        let price = f32::from(self.game.price(state));
        if worth > 0.0 || own + sure >= price || state.capital_box.contains(seat) {
            return worth;
        }
        let mut hope = 0.0;
        if !state.initiative_box.contains(seat) {
            hope += f32::from(self.rules.initiative_money[state.initiative_box.len()]);
        }
        let merchants = state.players[seat.index()].hand.get(Figure::Merchant.index());
        let free = usize::from(self.rules.dock_spaces) - state.dock.len();
        hope += merchant * f32::from(merchants).min(free as f32);
        if own + sure + hope < price { 0.0 } else { 0.5 * self.last_purchase(seat, sure + hope) }
    }

    /// Returns what a figure in Warfare brings: the best conflict, counting the seat's soldiers
    /// that will land.
    fn warfare(&self) -> f32 {
        let own = |&(owner, figure): &(Seat, Figure)| owner == self.seat && figure == Figure::Soldier;
        let landing = self.state.dock.iter().filter(own).count() as u8;
        let best = self.best_conflict(self.seat);
        if landing == 0 { best } else { best.max(self.best_landed_battle(self.seat, landing)) }
    }

    /// Returns what a figure in Merchant Shipping brings, by figure: its share of the ship's worth.
    fn shipping_box(&self) -> ByKey<Figure, f32> {
        let (state, seat) = (self.state, self.seat);
        if !state.ship_in_box {
            return ByKey::default();
        }
        let ship = self.ship_gain(seat);
        let own = state.players[seat.index()].shipping;
        let before = self.ship_chance(own);
        let hand = state.current().hand;
        let left = hand.total() as f32;
        let worth_of = |value: u8| {
            let rise = self.ship_chance(own + value) - before;
            // More figures of the hand can follow.
            let follow = if left > 1.0 { 0.45 * (self.ship_chance(own + value + 1) - before) } else { 0.0 };
            ship * rise.max(follow)
        };
        // Only figures in hand are asked for, and those of one value are worth the same: the chances cost most
        // of the time.
        let mut worths = ByKey::default();
        for kind in Bits(hand.kinds()) {
            let figure = Figure::ALL[kind / 8];
            let value = self.rules.shipping[figure];
            let mut earlier = Bits(hand.kinds()).take_while(|&other| other < kind);
            let equal = earlier.find(|other| self.rules.shipping[Figure::ALL[other / 8]] == value);
            worths[figure] = match equal {
                Some(other) => worths[Figure::ALL[other / 8]],
                None => worth_of(value),
            };
        }
        worths
    }

    /// Returns the chance that a shipping value of the deciding seat wins the ship.
    fn ship_chance(&self, value: u8) -> f32 {
        if value == 0 {
            return 0.0;
        }
        let state = self.state;
        let mut chance = 1.0;
        for other in self.opponents(self.seat) {
            let rival = &state.players[other.index()];
            let earlier = state.place_of(other) < state.place_of(self.seat);
            let lead = f32::from(value) - f32::from(rival.shipping) - if earlier { 0.5 } else { -0.5 };
            let held = rival.hand.total() as f32;
            if held == 0.0 {
                if lead < 0.0 {
                    return 0.0;
                }
                continue;
            }
            // A rival with figures there adds more of them more often than one without.
            let eager = if rival.shipping > 0 { 1.0 } else { 0.5 };
            let reach = self.weights.contest * eager * libm::sqrtf(held) * 0.6 + 0.2;
            chance *= 1.0 / (1.0 + libm::expf(-(lead - 0.3 * reach) / reach * 1.5));
        }
        chance
    }

    /// Returns what a figure more in the Discovery box brings, by figure.
    fn discovery_box(&self) -> ByKey<Figure, f32> {
        let seat = self.seat;
        let player = &self.state.players[seat.index()];
        let odds = self.odds();
        let opening = self.opening(seat);
        let party = [player.captains, player.explorers, player.others];
        let before = self.party(seat, &odds, opening, party);
        let with = |index: usize| {
            let mut party = party;
            party[index] += 1;
            self.party(seat, &odds, opening, party) - before
        };
        let other = with(2);
        let hand = player.hand;
        let worth =
            |figure: Figure, index: usize| if hand.get(figure.index()) > 0 { with(index) } else { 0.0 };
        ByKey::new([other, worth(Figure::Captain, 0), other, other, worth(Figure::Soldier, 1)])
    }
}
