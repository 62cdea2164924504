//! The groups that name an action to a network, and those of the action indices.

use tradewinds_game::features::places_to;
use tradewinds_game::kit::Bits;
use tradewinds_game::{ActionFeatures, Group, MAX_ACTIONS, Seat, index_groups};

use super::{KIND_WORDS, KINDS, halves};
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
/// Numbers of figures in one choice, from 0; the last index stands for this many or more.
const FIGURES: usize = 40;

index_groups! {
    /// The groups that name an action to a network.
    enum Part = ACTION;
    Nothing "nothing"[KINDS] of KIND_WORDS, "Pass, stay, keep or decline, by the kind of decision.";
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

index_groups! {
    /// The groups of the action indices; the sizes of the last two depend on the variant.
    enum Index = INDEX;
    Pass "pass"[1], "Make no further bid, buy nothing, or start no conflict.";
    TakeSpecialist "take_specialist"[Figure::COUNT] of &Figure::WORDS, "Take this free specialist after the auction.";
    Keep "keep"[1], "Keep the University for later.";
    Advance "advance"[1], "University: the Turn Order marker to the front.";
    AdvanceSpace "advance_space"[MAX_DOCK], "University: the figure on this space to the front, from 1.";
    AdvanceExtra "advance_extra"[2] of &["x", "y"], "University: the colonist on this dock space to the front.";
    Place "place"[Figure::COUNT * EventBox::COUNT], "Place a figure: 12 * figure + box.";
    Land "land"[Region::COUNT] of &Region::WORDS, "Land in this region.";
    TakeGood "take_good"[Good::COUNT] of &Good::WORDS, "Take this good from the market.";
    Buy "buy"[Building::COUNT] of &Building::WORDS, "Buy this building.";
    Discover "discover"[Region::COUNT] of &Region::WORDS, "Discover this region without risk.";
    Reinforce "reinforce"[Region::COUNT] of &Region::WORDS, "Two soldiers to this region.";
    Stay "stay"[1], "Send no expedition, or move no unit.";
    Explore "explore"[Region::COUNT] of &Region::WORDS, "Send an expedition to this region.";
    ExploreDeck "explore_deck"[1], "Send an expedition against the deck.";
    Soldiers "soldiers"[FIGURES], "Send this many soldiers, from 0.";
    Captains "captains"[FIGURES], "Send this many captains, from 0.";
    Others "others"[FIGURES], "Send this many colonists, merchants and missionaries, from 0.";
    Decline "decline"[1], "Train no specialist.";
    Train "train"[Figure::COUNT] of &Figure::WORDS, "Pay for this specialist.";
    Battle "battle"[Region::COUNT * SEATS], "A battle: 5 * region + places clockwise to the other seat.";
    War "war"[SEATS], "A war against the seat this many places clockwise.";
    Kill "kill_soldiers"[FIGURES], "This many of the victims are soldiers, from 0.";
    Move "move_soldier"[Region::COUNT * Region::COUNT], "Stable: 9 * from + to.";
    Migrate "migrate"[2 * Region::COUNT * Region::COUNT], "Migration: 81 * (units - 1) + 9 * from + to.";
    Bid "bid"[MAX_ACTIONS], "Auction: bid this many dollars, from 0.";
}

/// Returns the indices of the group "migrate".
fn migrations(game: &AgeOfDiscovery) -> usize {
    usize::from(game.rules.effects.migration) * Region::COUNT * Region::COUNT
}

/// Lists the groups of the action indices of a variant.
pub(super) fn index_groups(game: &AgeOfDiscovery) -> Vec<Group> {
    let of_variant = if game.rules.auction { INDEX } else { &INDEX[..Index::Bid as usize] };
    let mut groups = of_variant.to_vec();
    groups[Index::Migrate as usize].len = migrations(game);
    groups
}

/// Returns the index of an action that a seat may play.
#[inline]
pub(super) fn index_of(game: &AgeOfDiscovery, seat: Seat, action: Action) -> usize {
    let places = |to: Seat| places_to(seat, to, game.rules.players);
    let figures = |number: u8| usize::from(number).min(FIGURES - 1);
    let way = |from: Region, to: Region| Region::COUNT * from.index() + to.index();
    match action {
        Action::Pass => Index::Pass.at(0),
        Action::Bid(dollars) => {
            // Behind the migrations of the variant.
            Index::Migrate.at(migrations(game) + usize::from(dollars).min(MAX_ACTIONS - 1))
        }
        Action::TakeSpecialist(figure) => Index::TakeSpecialist.at(figure.index()),
        Action::Keep => Index::Keep.at(0),
        Action::Advance => Index::Advance.at(0),
        Action::AdvanceSpace(space) => Index::AdvanceSpace.at(usize::from(space) - 1),
        Action::AdvanceX => Index::AdvanceExtra.at(0),
        Action::AdvanceY => Index::AdvanceExtra.at(1),
        Action::Place(figure, place) => Index::Place.at(EventBox::COUNT * figure.index() + place.index()),
        Action::Land(region) => Index::Land.at(region.index()),
        Action::TakeGood(good) => Index::TakeGood.at(good.index()),
        Action::Buy(building) => Index::Buy.at(building.index()),
        Action::Discover(region) => Index::Discover.at(region.index()),
        Action::Reinforce(region) => Index::Reinforce.at(region.index()),
        Action::Stay => Index::Stay.at(0),
        Action::Explore(region) => Index::Explore.at(region.index()),
        Action::ExploreDeck => Index::ExploreDeck.at(0),
        Action::Soldiers(number) => Index::Soldiers.at(figures(number)),
        Action::Captains(number) => Index::Captains.at(figures(number)),
        Action::Others(number) => Index::Others.at(figures(number)),
        Action::Decline => Index::Decline.at(0),
        Action::Train(figure) => Index::Train.at(figure.index()),
        Action::Battle(region, to) => Index::Battle.at(SEATS * region.index() + places(to)),
        Action::War(to) => Index::War.at(places(to)),
        Action::KillSoldiers(number) => Index::Kill.at(figures(number)),
        Action::MoveSoldier(from, to) => Index::Move.at(way(from, to)),
        Action::Migrate(number, from, to) => {
            Index::Migrate.at(Region::COUNT * Region::COUNT * (usize::from(number) - 1) + way(from, to))
        }
    }
}

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
            Part::Nothing.push(writer.out, state.decision.kind());
        }
        Action::Bid(dollars) => {
            let highest = state.bids.iter().copied().max().unwrap_or(0);
            Part::Bid.push(writer.out, dollars.into());
            Part::Raise.push(writer.out, usize::from(dollars).saturating_sub(usize::from(highest) + 1));
        }
        Action::TakeSpecialist(figure) => Part::Specialist.push(writer.out, figure.index()),
        Action::Advance => Part::Advance.push(writer.out, state.decision.kind()),
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
            Part::Take.push(writer.out, good.index());
            Part::Counters.push(writer.out, state.current().good(good).into());
            Part::Theirs.push(writer.out, theirs.into());
        }
        Action::Buy(building) => writer.buy(building),
        Action::Explore(region) => writer.explore(region as u8),
        Action::ExploreDeck => writer.explore(DECK),
        Action::Soldiers(number) => writer.send(0, number),
        Action::Captains(number) => writer.send(1, number),
        Action::Others(number) => writer.send(2, number),
        Action::Train(figure) => Part::Train.push(writer.out, figure.index()),
        Action::Battle(region, other) => {
            Part::Battle.push(writer.out, region.index());
            writer.fight(other, 1 << region.index());
            Part::Lead.push(writer.out, writer.lead(region));
        }
        Action::War(other) => {
            let fields = state.battlefields(state.to_move, other);
            Part::War.push(writer.out, (fields.count_ones() as usize).saturating_sub(1));
            writer.fight(other, fields);
        }
        Action::KillSoldiers(number) => {
            let side = usize::from(state.decision == Decision::DefenderKills);
            Part::Kill.push(writer.out, 8 * side + usize::from(number).min(7));
        }
        Action::MoveSoldier(from, to) => writer.shift(0, from, to, 1),
        Action::Migrate(number, from, to) => writer.shift(number.into(), from, to, number),
    }
}

impl Writer<'_> {
    fn advance(&mut self, space: usize) {
        Part::Advance.push(self.out, self.state.decision.kind());
        Part::Space.push(self.out, space);
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
        Part::Place.push(self.out, EventBox::COUNT * figure.index() + place.index());
        Part::Fill.push(self.out, FILL * place.index() + fill.min(FILL - 1));
        Part::Mine.push(self.out, 4 * place.index() + mine.min(3));
        Part::Rush.push(self.out, SEATS * place.index() + rivals);
        match place {
            EventBox::Initiative => {
                let space = state.initiative_box.len().min(rules.initiative_money.len() - 1);
                let with = own.money + u16::from(rules.initiative_money[space]);
                Part::Short.push(self.out, usize::from(own.money < price) + usize::from(with < price));
            }
            EventBox::Dock => {
                let units = self.units_of(figure);
                let open = Bits(u64::from(state.discovered()));
                let gains = open.map(|region| landing(self.game, state, region, units));
                Part::Gain.push(self.out, halves(gains.fold(0.0, f32::max)));
            }
            EventBox::Goods => Part::Step.push(
                self.out,
                match best_step(state, own) {
                    0.0 => 0,
                    ..0.5 => 1,
                    ..2.0 => 2,
                    _ => 3,
                },
            ),
            EventBox::Shipping => Part::Race.push(self.out, self.race(figure)),
            EventBox::Capital => Part::Afford.push(self.out, self.afforded(price * mine as u16, price)),
            EventBox::Discovery => {
                let [captain, soldier, other] = rules.discovery.map(usize::from);
                let more = match figure {
                    Figure::Captain => captain,
                    Figure::Soldier => soldier,
                    _ => other,
                };
                Part::Find.push(self.out, usize::from(expedition_value(self.game, own)) + more);
            }
            EventBox::Training => {
                Part::Fee.push(self.out, usize::from(own.money >= self.game.training_fee()));
            }
            EventBox::Warfare => {
                let occupied = others().fold(0, |all, other| all | state.player(other).occupied);
                Part::Front.push(self.out, usize::from(own.garrisoned & occupied != 0));
            }
            _ => {}
        }
    }

    /// Returns the level of a race for the merchant ship, with one more figure of the seat that decides.
    fn race(&self, figure: Figure) -> usize {
        let (state, rules, seat) = (self.state, &self.game.rules, self.state.to_move);
        if !state.ship_in_box {
            return RACE - 1;
        }
        let value = 2 * i32::from(state.current().shipping + rules.shipping[figure]);
        // A tie for the ship goes to the seat that is earlier in turn order.
        let rival = |other: Seat| {
            let tie = if state.place_of(other) < usize::from(state.at) { 1 } else { -1 };
            2 * i32::from(state.player(other).shipping) + tie
        };
        let others = Seat::all(rules.players).filter(|&other| other != seat);
        let lead = value - others.map(rival).max().unwrap_or(0);
        (lead.clamp(-6, 6) + 6) as usize
    }

    /// Returns the level of the money that is left of what the seat has and will get, in quarters of a price.
    fn afforded(&self, spent: u16, price: u16) -> usize {
        let (state, rules, seat) = (self.state, &self.game.rules, self.state.to_move);
        let mut money = state.current().money;
        if let Some(space) = state.initiative_box.iter().position(|owner| owner == seat) {
            money += u16::from(rules.initiative_money[space]);
        }
        let docked = state.dock.iter().filter(|&(owner, _)| owner == seat);
        money += docked.map(|(_, figure)| u16::from(rules.landing_money[figure])).sum::<u16>();
        money.checked_sub(spent).map_or(8, |rest| quarters(rest, price).min(7))
    }

    fn land(&mut self, kind: usize, region: Region, units: u8) {
        Part::Land.push(self.out, Region::COUNT * kind + region.index());
        if self.state.has_good(region) {
            let good = self.game.region_good(region);
            Part::Counters.push(self.out, self.state.current().good(good).into());
        }
        if kind == 1
            && let Some(tile) = self.state.seen_tile(region)
        {
            Part::Tile.push(self.out, self.game.tile(tile).vp.into());
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
        Part::Buy.push(self.out, building.index());
        Part::Worth.push(self.out, worth as usize);
        Part::Left.push(self.out, quarters(own.money.saturating_sub(price), price));
        Part::Buyers.push(self.out, able);
    }

    fn explore(&mut self, target: u8) {
        let value = expedition_value(self.game, self.state.current());
        Part::Explore.push(self.out, target.into());
        if let Some(tile) = Region::from_index(target.into()).and_then(|region| self.state.seen_tile(region))
        {
            Part::Tile.push(self.out, self.game.tile(tile).vp.into());
        }
        Part::Could.push(self.out, self.spare(value.into(), target));
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
        Part::Sent.push(self.out, SENT * kind + usize::from(number).min(SENT - 1));
        Part::Stay.push(self.out, 4 * kind + usize::from(stay).min(3));
        Part::Reach.push(self.out, self.spare(value(sent), state.expedition.target));
        Part::Could.push(self.out, self.spare(value(most), state.expedition.target));
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
        Part::Against.push(self.out, places);
        Part::Rank.push(self.out, ahead);
        Part::Killed.push(self.out, killed);
        Part::Lost.push(self.out, lost);
    }

    fn shift(&mut self, kind: usize, from: Region, to: Region, number: u8) {
        Part::Move.push(self.out, kind);
        Part::From.push(self.out, from.index());
        Part::To.push(self.out, to.index());
        Part::FromLead.push(self.out, self.lead(from));
        self.arrive(to, number);
    }

    /// Writes what units in a region find there, and bring.
    fn arrive(&mut self, region: Region, units: u8) {
        Part::Lead.push(self.out, self.lead(region));
        Part::Held.push(self.out, self.state.current().units(region).into());
        Part::Gain.push(self.out, halves(landing(self.game, self.state, region.index(), units)));
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
