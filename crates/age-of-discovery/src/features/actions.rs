//! The features of an action.

use tradewinds_game::features::Measure;
use tradewinds_game::kit::Bits;
use tradewinds_game::{ActionFeatures, Group, Seat};

use super::halves;
use super::place::KINDS;
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::advice::{best_step, expedition_value, landing, natives};
use crate::limits::{MAX_DOCK, SEATS};
use crate::state::{DECK, State};
use crate::words::{Building, Decision, EventBox, Figure, Good, Region};

/// The levels of figures in a box.
const FILL: usize = 8;
/// The levels of a lead in units, from -3.
const LEADS: usize = 7;
/// The levels of the lead for the ship in halves, from -6; the last index is for a box without a ship.
const RACE: usize = 14;
/// The levels of the value of an expedition above what it needs, from -5.
const SPARE: usize = 10;
/// The levels of figures that go on an expedition, from 0.
const SENT: usize = 24;

/// Declares the groups of an action, ascending.
macro_rules! parts {
    ($($part:ident $name:literal[$size:expr], $meaning:literal;)*) => {
        /// The groups of [`ACTION`].
        #[derive(Clone, Copy)]
        enum Part { $($part,)* }

        /// The features of an action.
        pub(super) const ACTION: &[Group] = &[$(
            Group { name: $name, meaning: $meaning, size: $size as u16, measure: Measure::Active },
        )*];
    };
}

parts! {
    Nothing "nothing"[KINDS], "Pass, stay, keep or decline, by the kind of decision.";
    Bid "bid"[40], "Bid: dollars, from 0 to 39 or more.";
    Raise "raise"[8], "Bid: dollars above the least that beats the highest bid, from 0 to 7 or more.";
    Specialist "specialist"[Figure::COUNT], "Take this free specialist.";
    Advance "advance"[KINDS], "Use the University, by the kind of decision.";
    Space "space"[MAX_DOCK + 2], "The space of the figure that advances: 1 to 10, X, Y.";
    Place "place"[EventBox::COUNT * Figure::COUNT], "Put a figure into a box; 12 indices for a figure.";
    Fill "fill"[FILL * EventBox::COUNT], "Figures in that box, from 0 to 7 or more; of the dock its free spaces; 8 indices for a box.";
    Mine "mine"[4 * EventBox::COUNT], "Own figures in that box, in Merchant Shipping their value: 0 to 3 or more; 4 indices for a box.";
    Rush "rush"[SEATS * EventBox::COUNT], "Other seats with figures in hand, from 0; 5 indices for a box.";
    Short "short"[3], "Initiative: the seat has the price of a building; has it with the money of the space; has not.";
    Step "step"[4], "Trade Goods: the best good of the market now: none; of a new kind or the fifth of one; the second or sixth; the third or fourth.";
    Race "race"[RACE], "Merchant Shipping: the lead for the ship after the placement in halves, from -6 or less to 6 or more; then one for a box without a ship.";
    Afford "afford"[9], "Capital Buildings: dollars, with those that are sure, less a price for each own figure there, in quarters of the price, from 0 to 7 or more; the last index without any.";
    Find "find"[10], "Discovery: the value of the own figures after the placement, from 0 to 9 or more.";
    Fee "fee"[2], "Training: whether the seat has the fee, no and yes.";
    Front "front"[2], "Warfare: whether the seat has soldiers beside units of others, no and yes.";
    Land "land"[3 * Region::COUNT], "Units to this region: landing, by discovery without risk, from Indian Allies; 9 indices for a kind.";
    Take "take"[Good::COUNT], "Take this good.";
    Counters "counters"[7], "Own counters of that good, or of the region's, while it is unclaimed: 0 to 6.";
    Theirs "theirs"[7], "The most counters of that good of another seat: 0 to 6.";
    Buy "buy"[Building::COUNT], "Buy this building.";
    Worth "worth"[14], "VP that it scores now, from 0 to 13 or more.";
    Left "left"[10], "Dollars left after the purchase in quarters of the price, from 0 to 9 or more.";
    Buyers "buyers"[4], "Figures of others in Capital Buildings that can pay: 0 to 3 or more.";
    Explore "explore"[Region::COUNT + 1], "Send an expedition to this region, or against the deck.";
    Tile "tile"[9], "VP of the tile that all know there, from 0 to 8 or more.";
    Sent "sent"[3 * SENT], "Send this many soldiers, captains, others, from 0 to 23 or more; 24 indices for a kind.";
    Stay "stay"[3 * 4], "Figures of that kind that stay: 0 to 3 or more; 4 indices for a kind.";
    Reach "reach"[SPARE], "The value sent with them above the natives to reckon with, from -5 or less to 4 or more.";
    Could "could"[SPARE], "The same with all figures that can still be sent.";
    Train "train"[Figure::COUNT], "Pay for this specialist.";
    Battle "battle"[Region::COUNT], "A battle in this region.";
    War "war"[Region::COUNT], "A war; battles in it, from 1.";
    Against "against"[SEATS], "Places clockwise to the seat that is attacked.";
    Rank "rank"[SEATS], "Seats with more points than that seat now, from 0.";
    Killed "killed"[6], "Units that it loses: 0 to 5 or more.";
    Lost "lost"[6], "Units that the attacker loses: 0 to 5 or more.";
    Kill "kill"[2 * 8], "This many of the victims are soldiers, from 0 to 7 or more: for the attacker, for the defender.";
    Move "move"[3], "Move a soldier, one plain unit, two or more.";
    From "from"[Region::COUNT], "Out of this region.";
    To "to"[Region::COUNT], "Into this region.";
    FromLead "from_lead"[LEADS], "Lead over the most units of another seat in the region that is left, from -3 or less to 3 or more.";
    Lead "lead"[LEADS], "The same in the region where units come to, or where the battle is.";
    Held "held"[6], "Own units there: 0 to 5 or more.";
    Gain "gain"[14], "VP that the units are expected to bring there, in halves from 0 to 13 or more.";
}

/// The first index of each group of [`ACTION`].
const START: [u16; ACTION.len()] = {
    let mut starts = [0; ACTION.len()];
    let mut index = 1;
    while index < ACTION.len() {
        starts[index] = starts[index - 1] + ACTION[index - 1].size;
        index += 1;
    }
    starts
};

/// Writes the groups of one action, ascending.
struct Writer<'a> {
    game: &'a AgeOfDiscovery,
    state: &'a State,
    out: &'a mut ActionFeatures,
}

/// Writes the features of an action of the seat that decides.
pub(super) fn write_action(game: &AgeOfDiscovery, state: &State, action: Action, out: &mut ActionFeatures) {
    let mut writer = Writer { game, state, out };
    match action {
        Action::Pass | Action::Keep | Action::Stay | Action::Decline => {
            writer.set(Part::Nothing, state.decision.kind());
        }
        Action::Bid(dollars) => {
            let highest = state.bids.iter().copied().max().unwrap_or(0);
            writer.set(Part::Bid, dollars.into());
            writer.set(Part::Raise, usize::from(dollars).saturating_sub(usize::from(highest) + 1));
        }
        Action::TakeSpecialist(figure) => writer.set(Part::Specialist, figure.index()),
        Action::Advance => writer.set(Part::Advance, state.decision.kind()),
        Action::AdvanceSpace(space) => writer.advance(usize::from(space.max(1)).min(MAX_DOCK) - 1),
        Action::AdvanceX => writer.advance(MAX_DOCK),
        Action::AdvanceY => writer.advance(MAX_DOCK + 1),
        Action::Place(figure, place) => writer.place(figure, place),
        Action::Land(region) => {
            let figure = game.landing_figure(state).map_or(Figure::Colonist, |(_, figure)| figure);
            writer.land(0, region, writer.units_of(figure));
        }
        Action::Discover(region) => writer.land(1, region, 1),
        Action::Reinforce(region) => writer.land(2, region, game.rules.effects.allied_soldiers),
        Action::TakeGood(good) => {
            let others = Seat::all(game.rules.players).filter(|&seat| seat != state.to_move);
            let theirs = others.map(|seat| state.player(seat).good(good)).max().unwrap_or(0);
            writer.set(Part::Take, good.index());
            writer.set(Part::Counters, state.current().good(good).into());
            writer.set(Part::Theirs, theirs.into());
        }
        Action::Buy(building) => writer.buy(building),
        Action::Explore(region) => writer.explore(region as u8),
        Action::ExploreDeck => writer.explore(DECK),
        Action::Soldiers(number) => writer.send(0, number),
        Action::Captains(number) => writer.send(1, number),
        Action::Others(number) => writer.send(2, number),
        Action::Train(figure) => writer.set(Part::Train, figure.index()),
        Action::Battle(region, other) => {
            writer.set(Part::Battle, region.index());
            writer.fight(other, 1 << region.index());
            writer.set(Part::Lead, writer.lead(region));
        }
        Action::War(other) => {
            let fields = state.battlefields(state.to_move, other);
            writer.set(Part::War, (fields.count_ones() as usize).saturating_sub(1));
            writer.fight(other, fields);
        }
        Action::KillSoldiers(number) => {
            let side = usize::from(state.decision == Decision::DefenderKills);
            writer.set(Part::Kill, 8 * side + usize::from(number).min(7));
        }
        Action::MoveSoldier(from, to) => writer.shift(0, from, to, 1),
        Action::Migrate(number, from, to) => writer.shift(number.into(), from, to, number),
    }
}

impl Writer<'_> {
    /// Makes the index of a level active, or the last one of the group if the level lies beyond.
    #[inline]
    fn set(&mut self, part: Part, level: usize) {
        let group = part as usize;
        let last = usize::from(ACTION[group].size) - 1;
        self.out.push(START[group] + level.min(last) as u16);
    }

    fn advance(&mut self, space: usize) {
        self.set(Part::Advance, self.state.decision.kind());
        self.set(Part::Space, space);
    }

    fn place(&mut self, figure: Figure, place: EventBox) {
        let (state, rules, seat) = (self.state, &self.game.rules, self.state.to_move);
        let own = state.current();
        let docked = || state.dock.iter().filter(|&(owner, _)| owner == seat);
        let (fill, mine) = match place {
            EventBox::Initiative => (state.initiative_box.len(), 0),
            EventBox::Dock => {
                (usize::from(rules.dock_spaces).saturating_sub(state.dock.len()), docked().count())
            }
            EventBox::Goods => (state.goods_box.len(), state.goods_box.count(seat) as usize),
            EventBox::Shipping => (0, own.shipping.into()),
            EventBox::Capital => (state.capital_box.len(), state.capital_box.count(seat) as usize),
            EventBox::Warfare => (state.warfare_box.len(), state.warfare_box.count(seat) as usize),
            _ => (0, 0),
        };
        let others = || Seat::all(rules.players).filter(|&other| other != seat);
        let rivals = others().filter(|&other| !state.player(other).hand.is_empty()).count();
        let price = self.game.price(state);
        self.set(Part::Place, EventBox::COUNT * figure.index() + place.index());
        self.set(Part::Fill, FILL * place.index() + fill.min(FILL - 1));
        self.set(Part::Mine, 4 * place.index() + mine.min(3));
        self.set(Part::Rush, SEATS * place.index() + rivals);
        match place {
            EventBox::Initiative => {
                let space = state.initiative_box.len().min(rules.initiative_money.len() - 1);
                let with = own.money + u16::from(rules.initiative_money[space]);
                self.set(Part::Short, usize::from(own.money < price) + usize::from(with < price));
            }
            EventBox::Dock => {
                let units = self.units_of(figure);
                let open = Bits(u64::from(state.discovered()));
                let gains = open.map(|region| landing(self.game, state, region, units));
                self.set(Part::Gain, halves(gains.fold(0.0, f32::max)));
            }
            EventBox::Goods => self.set(
                Part::Step,
                match best_step(state, own) {
                    0.0 => 0,
                    ..0.5 => 1,
                    ..2.0 => 2,
                    _ => 3,
                },
            ),
            EventBox::Shipping => {
                let value = 2 * i32::from(own.shipping + rules.shipping[figure]);
                // A tie for the ship goes to the seat that is earlier in turn order.
                let rival = |other: Seat| {
                    let tie = if state.place_of(other) < usize::from(state.at) { 1 } else { -1 };
                    2 * i32::from(state.player(other).shipping) + tie
                };
                let lead = value - others().map(rival).max().unwrap_or(0);
                let level = if state.ship_in_box { (lead.clamp(-6, 6) + 6) as usize } else { RACE - 1 };
                self.set(Part::Race, level);
            }
            EventBox::Capital => {
                let mut money = own.money;
                if let Some(space) = state.initiative_box.iter().position(|owner| owner == seat) {
                    money += u16::from(rules.initiative_money[space]);
                }
                money += docked().map(|(_, figure)| u16::from(rules.landing_money[figure])).sum::<u16>();
                let spent = price * mine as u16;
                let level = match money.checked_sub(spent) {
                    Some(rest) => quarters(rest, price).min(7),
                    None => 8,
                };
                self.set(Part::Afford, level);
            }
            EventBox::Discovery => {
                let [captain, soldier, other] = rules.discovery.map(usize::from);
                let more = match figure {
                    Figure::Captain => captain,
                    Figure::Soldier => soldier,
                    _ => other,
                };
                self.set(Part::Find, usize::from(expedition_value(self.game, own)) + more);
            }
            EventBox::Training => self.set(Part::Fee, usize::from(own.money >= self.game.training_fee())),
            EventBox::Warfare => {
                let occupied = others().fold(0, |all, other| all | state.player(other).occupied);
                self.set(Part::Front, usize::from(own.garrisoned & occupied != 0));
            }
            _ => {}
        }
    }

    fn land(&mut self, kind: usize, region: Region, units: u8) {
        self.set(Part::Land, Region::COUNT * kind + region.index());
        if self.state.has_good(region) {
            let good = self.game.region_good(region);
            self.set(Part::Counters, self.state.current().good(good).into());
        }
        if kind == 1
            && let Some(tile) = self.state.seen_tile(region)
        {
            self.set(Part::Tile, self.game.tile(tile).vp.into());
        }
        self.arrive(region, units);
    }

    fn buy(&mut self, building: Building) {
        let (game, state) = (self.game, self.state);
        let own = state.current();
        let price = game.price(state);
        let buyers = state.capital_box.iter().filter(|&other| other != state.to_move);
        let able = buyers.filter(|&other| state.player(other).money >= price).count();
        let worth = u32::from(game.rules.building_vp[building]) + game.formula_vp(own, building);
        self.set(Part::Buy, building.index());
        self.set(Part::Worth, worth as usize);
        self.set(Part::Left, quarters(own.money.saturating_sub(price), price));
        self.set(Part::Buyers, able);
    }

    fn explore(&mut self, target: u8) {
        let value = expedition_value(self.game, self.state.current());
        self.set(Part::Explore, target.into());
        if let Some(tile) = Region::from_index(target.into()).and_then(|region| self.state.seen_tile(region))
        {
            self.set(Part::Tile, self.game.tile(tile).vp.into());
        }
        self.set(Part::Could, self.spare(value.into(), target));
    }

    /// Writes the number of soldiers (0), captains (1) or others (2) of an expedition.
    fn send(&mut self, kind: usize, number: u8) {
        let state = self.state;
        let [captain, soldier, other] = self.game.rules.discovery.map(u32::from);
        let [captains, soldiers, others] = state.current().discovery();
        let stay = [soldiers, captains, others][kind].saturating_sub(number);
        let mut sent = [0; 3];
        sent[..2].copy_from_slice(&state.expedition_figures());
        sent[kind] = number;
        let mut most = [soldiers, captains, others];
        most[..=kind].copy_from_slice(&sent[..=kind]);
        let value = |figures: [u8; 3]| {
            let [soldiers, captains, others] = figures.map(u32::from);
            soldier * soldiers + captain * captains + other * others
        };
        self.set(Part::Sent, SENT * kind + usize::from(number).min(SENT - 1));
        self.set(Part::Stay, 4 * kind + usize::from(stay).min(3));
        self.set(Part::Reach, self.spare(value(sent), state.expedition.target));
        self.set(Part::Could, self.spare(value(most), state.expedition.target));
    }

    /// Writes what battles in these regions would bring against a seat.
    fn fight(&mut self, other: Seat, fields: u16) {
        let (game, state, players) = (self.game, self.state, self.game.rules.players);
        let (own, theirs) = (state.current(), state.player(other));
        let militia = if theirs.owns(Building::Militia) { game.rules.effects.militia } else { 0 };
        let (mut killed, mut lost) = (0, 0);
        for region in Bits(u64::from(fields)) {
            killed += usize::from(own.soldiers[region].min(theirs.units_at(region)));
            lost += usize::from(theirs.soldiers[region].saturating_add(militia).min(own.units_at(region)));
        }
        let points = |seat: Seat| game.points(state.player(seat)).total();
        let those = points(other);
        let ahead = Seat::all(players).filter(|&seat| points(seat) > those).count();
        let places = (other.index() + players - state.to_move.index()) % players;
        self.set(Part::Against, places);
        self.set(Part::Rank, ahead);
        self.set(Part::Killed, killed);
        self.set(Part::Lost, lost);
    }

    fn shift(&mut self, kind: usize, from: Region, to: Region, number: u8) {
        self.set(Part::Move, kind);
        self.set(Part::From, from.index());
        self.set(Part::To, to.index());
        self.set(Part::FromLead, self.lead(from));
        self.arrive(to, number);
    }

    /// Writes what units in a region find there, and bring.
    fn arrive(&mut self, region: Region, units: u8) {
        self.set(Part::Lead, self.lead(region));
        self.set(Part::Held, self.state.current().units(region).into());
        self.set(Part::Gain, halves(landing(self.game, self.state, region.index(), units)));
    }

    /// Returns the units that land with a figure.
    fn units_of(&self, figure: Figure) -> u8 {
        let cathedral = usize::from(self.state.current().owns(Building::Cathedral));
        1 + if figure == Figure::Missionary { self.game.rules.missionary_units[cathedral] } else { 0 }
    }

    /// Returns the level of the lead over the most units of another seat.
    fn lead(&self, region: Region) -> usize {
        let state = self.state;
        let others = Seat::all(self.game.rules.players).filter(|&seat| seat != state.to_move);
        let most = others.map(|seat| state.player(seat).units(region)).max().unwrap_or(0);
        let middle = LEADS / 2;
        (middle + usize::from(state.current().units(region))).saturating_sub(most.into())
    }

    /// Returns the level of the value of an expedition above the natives that it has to reckon with.
    fn spare(&self, value: u32, target: u8) -> usize {
        (value as usize + SPARE / 2).saturating_sub(natives(self.game, self.state, target).into())
    }
}

/// Returns dollars in quarters of a price.
fn quarters(dollars: u16, price: u16) -> usize {
    4 * usize::from(dollars) / usize::from(price.max(1))
}
