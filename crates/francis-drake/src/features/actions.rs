//! The groups that name an action to a network, by what the seat that decides knows, and those of the action indices.

use super::common::{Ability, OFFERS, RIVALS, offer, slots};
use crate::FrancisDrake;
use crate::action::Action;
use crate::items::Items;
use crate::limits::{DOCKSIDE, FORTS, GALLEONS, LOCATIONS, MAX_PLAYERS};
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, Item, Stop, destinations, discs,
};
use tradewinds_game::{ActionFeatures, Seat, index_groups};

/// The levels of items in hand, from 0.
const HAVE: usize = 8;
/// The levels of player discs left, from 0.
const PLAYER_DISCS: usize = 11;
/// The levels of what a destination brings, from 0 VP.
const PRIZES: usize = 16;
/// The levels of discs, from 0.
const DISCS: usize = 6;
/// A disc with something of the destination.
const BY_DISC: usize = Disc::COUNT * RIVALS;

index_groups! {
    /// The groups that name an action to a network.
    enum Part = ACTION;
    Stop "stop"[OFFERS * LOCATIONS + Stop::COUNT - LOCATIONS], "Stop here: 3 indices for a location, as in the seat's group ahead, then the investor, the dockside and the second discs.";
    Have "have"[HAVE * Item::COUNT], "Crew, guns, barrels or trade goods in hand, where the stop gives one of these most: 0 to 7 or more; 8 indices for an item.";
    Upgrade "upgrade"[2], "A stop that gives an own galleon, for a ship without one, with one.";
    Passed "passed"[12], "Open locations that the ship goes past: 0 to 11 or more; at a departure all those ahead.";
    Behind "behind"[MAX_PLAYERS], "Other ships in Plymouth that have not passed the location: 0 to 4.";
    Last "last"[1], "Whether the stop takes the last circle of a location.";
    Left "left"[PLAYER_DISCS], "Player discs that a stop at the investor or the dockside leaves: 0 to 10.";
    Depart "depart"[PLAYER_DISCS], "Depart with this number of player discs left: 0 to 10.";
    Dock "dock"[MAX_PLAYERS], "Depart to this outbound dock, from 0.";
    Tile "tile"[3 * (FORTS + GALLEONS)], "Place a tile with 0, 1, 2 here; 3 indices for a fort or galleon.";
    Sail "sail"[Destination::COUNT], "Lay a disc here.";
    Look "look"[Destination::COUNT], "Look here.";
    First "first"[Disc::COUNT], "Exchange this disc.";
    Pair "pair"[Disc::COUNT * Disc::COUNT], "Exchange the disc chosen before with this one: 6 indices for a disc chosen before.";
    Move "move"[Destination::COUNT], "Move the disc here.";
    Ability "ability"[Ability::COUNT * DestinationKind::COUNT], "Whether the ship can pay at the destination with what the discs on the map leave: not, for some tiles, for all; 3 indices for a type.";
    Rivals "rivals"[RIVALS * DestinationKind::COUNT], "Other ships that have a disc at the destination and can pay: 0 to 3 or more; 4 indices for a type.";
    Coming "coming"[MAX_PLAYERS], "Other ships that may still lay a disc at the destination and can pay, before the missions: 0 to 4.";
    Prize "prize"[PRIZES], "VP and unclaimed treasure at the destination, or the VP that the best commodity adds: 0 to 15 or more.";
    Fresh "fresh"[DestinationKind::COUNT], "The type of the destination, if the ship has neither a success nor another disc there in this voyage.";
    Slots "slots"[DISCS], "Discs in hand before this one: 0 to 5 or more.";
    Disc "disc"[BY_DISC], "Lay this disc: other ships at the destination that can pay, 0 to 3 or more; 4 indices for a disc.";
    DiscAbility "disc_ability"[Ability::COUNT * Disc::COUNT], "The same: whether the ship can pay, as above; 3 indices for a disc.";
    DiscPrize "disc_prize"[BY_DISC], "The same: VP and treasure in threes, 0 to 9 or more; 4 indices for a disc.";
    DiscKind "disc_kind"[Disc::COUNT * DestinationKind::COUNT], "The same: the type of the destination; 4 indices for a disc.";
    DiscRank "disc_rank"[Disc::COUNT * DISCS], "The same: discs in hand that come before it: 0 to 5; 6 indices for a disc.";
    Informer "informer"[4], "Do not use the informer, look at discs, look at a tile, keep the discs as they are.";
    Deed "deed"[5], "Attack, trade, decline, stay, return.";
    Cubes "cubes"[HAVE], "Crew, at galleons guns, that an attack leaves if the tile is the lowest: 0 to 7 or more.";
    Waiting "waiting"[DISCS], "Discs that wait after this: 0 to 5.";
    Treasure "treasure"[2], "Attack where the treasure is taken, is there.";
    Trade "trade"[Commodity::COUNT], "Trade for this commodity.";
    More "more"[Commodity::COUNT], "Kinds of which the ship has more, 0 to 3: the commodity adds 2, 6, 8 or 10 VP to the sets.";
    Hero "hero"[3], "VP for returning now: 0, 1, 2.";
    Next "next"[Ability::COUNT * DestinationKind::COUNT], "Stay for a mission that the ship can pay for, as in ability.";
}

index_groups! {
    /// The groups of the action indices.
    enum Index = INDEX;
    Stop "stop"[Stop::COUNT] of &Stop::WORDS, "Plymouth: a player disc on this stop.";
    Depart "depart"[1], "Plymouth: to the outbound dock.";
    Tile "tile"[Destination::COUNT] of &Destination::WORDS, "The next frigate or troop tile to this destination.";
    Sail "sail"[Destination::COUNT] of &Destination::WORDS, "The destination of the next mission disc.";
    Disc "disc"[Disc::COUNT] of &Disc::WORDS, "The mission disc for the destination just chosen.";
    Pass "pass"[1], "The informer is not used.";
    LookDiscs "look_discs"[1], "The informer looks at all discs at a destination.";
    LookTile "look_tile"[1], "The informer looks at a tile.";
    Look "look"[Destination::COUNT] of &Destination::WORDS, "The informer looks at this destination.";
    Keep "keep"[1], "The informer changes nothing.";
    Exchange "exchange"[Destination::COUNT] of &Destination::WORDS, "The first disc of an exchange.";
    With "with"[Destination::COUNT] of &Destination::WORDS, "The second disc of an exchange.";
    Move "move"[Destination::COUNT] of &Destination::WORDS, "The disc at the tile seen moves to this destination.";
    Attack "attack"[1], "Attack the city, fort or galleon.";
    Trade "trade"[Commodity::COUNT] of &Commodity::WORDS, "Buy this commodity for a trade good.";
    Decline "decline"[1], "Do nothing; the disc is taken back.";
    Stay "stay"[1], "The ship stays at sea.";
    Return "return"[1], "The ship goes home.";
}

/// Returns the index of an action.
#[inline]
pub(super) fn index_of(action: Action) -> usize {
    let (group, place) = match action {
        Action::Stop(stop) => (Index::Stop, stop.index()),
        Action::Depart => (Index::Depart, 0),
        // The value is that of the next tile, which is no choice.
        Action::Tile(_, destination) => (Index::Tile, destination.index()),
        Action::Sail(destination) => (Index::Sail, destination.index()),
        Action::Disc(disc) => (Index::Disc, disc.index()),
        Action::Pass => (Index::Pass, 0),
        Action::LookDiscs => (Index::LookDiscs, 0),
        Action::LookTile => (Index::LookTile, 0),
        Action::Look(destination) => (Index::Look, destination.index()),
        Action::Keep => (Index::Keep, 0),
        Action::Exchange(destination) => (Index::Exchange, destination.index()),
        Action::With(destination) => (Index::With, destination.index()),
        Action::Move(destination) => (Index::Move, destination.index()),
        Action::Attack => (Index::Attack, 0),
        Action::Trade(commodity) => (Index::Trade, commodity.index()),
        Action::Decline => (Index::Decline, 0),
        Action::Stay => (Index::Stay, 0),
        Action::Return => (Index::Return, 0),
    };
    group.at(place)
}

/// Writes the features of an action.
pub(super) fn write_action(game: &FrancisDrake, state: &State, action: Action, out: &mut ActionFeatures) {
    let mut writer = Writer { game, state, out };
    match action {
        Action::Stop(stop) => writer.stop(stop),
        Action::Depart => writer.departure(),
        Action::Tile(value, place) => {
            let guarded = game.rules.guarded();
            let before = (guarded & (place.bit() - 1)).count_ones() as usize;
            Part::Tile.push(writer.out, 3 * before + usize::from(value).min(2));
            writer.destination(place, Look::Whole);
        }
        Action::Sail(place) => {
            Part::Sail.push(writer.out, place.index());
            writer.destination(place, Look::Whole);
            writer.fresh(place);
            Part::Slots.push(writer.out, state.current().hand().count_ones() as usize);
        }
        Action::Disc(disc) => writer.disc(disc),
        Action::Pass => Part::Informer.push(writer.out, 0),
        Action::LookDiscs => Part::Informer.push(writer.out, 1),
        Action::LookTile => Part::Informer.push(writer.out, 2),
        Action::Keep => Part::Informer.push(writer.out, 3),
        Action::Look(place) => {
            Part::Look.push(writer.out, place.index());
            writer.destination(place, Look::Whole);
        }
        Action::Exchange(place) => {
            if let Some(disc) = state.current().disc_at(place) {
                Part::First.push(writer.out, disc.index());
            }
            writer.destination(place, Look::Whole);
        }
        Action::With(place) => {
            let of = |place: Option<Destination>| place.and_then(|place| state.current().disc_at(place));
            if let (Some(first), Some(second)) = (of(state.chosen), of(Some(place))) {
                Part::Pair.push(writer.out, Disc::COUNT * first.index() + second.index());
            }
            writer.destination(place, Look::Whole);
        }
        Action::Move(place) => {
            Part::Move.push(writer.out, place.index());
            writer.destination(place, Look::Whole);
            writer.fresh(place);
        }
        Action::Attack => writer.attack(),
        Action::Trade(commodity) => {
            let goods = &state.current().goods;
            let more = goods.values().filter(|&&number| number > goods[commodity]).count();
            Part::Deed.push(writer.out, 1);
            writer.waiting(1);
            Part::Trade.push(writer.out, commodity.index());
            Part::More.push(writer.out, more);
        }
        Action::Decline => {
            if let Some((_, place)) = game.mission(state) {
                writer.destination(place, Look::Ability);
            }
            Part::Deed.push(writer.out, 2);
            writer.waiting(1);
        }
        Action::Stay => {
            Part::Deed.push(writer.out, 3);
            writer.waiting(0);
            writer.next();
        }
        Action::Return => {
            Part::Deed.push(writer.out, 4);
            writer.waiting(0);
            Part::Hero.push(writer.out, usize::try_from(game.hero_bonus(state, state.seat)).unwrap_or(0));
        }
    }
}

/// How much of a destination is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Ability,
    Whole,
}

struct Writer<'a> {
    game: &'a FrancisDrake,
    state: &'a State,
    out: &'a mut ActionFeatures,
}

impl Writer<'_> {
    fn stop(&mut self, stop: Stop) {
        let (game, state) = (self.game, self.state);
        let player = state.current();
        let code = stop.index();
        let first = if stop.is_location() {
            OFFERS * code + offer(game, state, stop)
        } else {
            OFFERS * LOCATIONS + code - LOCATIONS
        };
        Part::Stop.push(self.out, first);
        if let Some(item) = main_item(stop) {
            let number = usize::from(player.items.get(item));
            Part::Have.push(self.out, HAVE * item.index() + number.min(HAVE - 1));
        }
        if game.rules.gives_galleon(stop) {
            Part::Upgrade.push(self.out, usize::from(game.has_galleon(state, state.seat)));
        }
        let position = state.position_of(stop);
        self.passed(position);
        if stop.is_location() {
            let others = Seat::all(game.rules.players).filter(|&seat| seat != state.seat);
            let behind =
                others.filter(|&seat| !state.has_departed(seat) && state.position(seat) < position).count();
            Part::Behind.push(self.out, behind);
            if state.visits(stop) + 1 == game.rules.circles(stop) {
                Part::Last.push(self.out, 0);
            }
        } else {
            let used = player.stop_count + 1;
            Part::Left.push(self.out, game.rules.player_discs.saturating_sub(used).into());
        }
    }

    fn departure(&mut self) {
        let left = self.game.rules.player_discs.saturating_sub(self.state.current().stop_count);
        self.passed(DOCKSIDE);
        Part::Depart.push(self.out, left.into());
        Part::Dock.push(self.out, self.state.outbound.len());
    }

    /// Writes the open locations between the ship and a street position.
    fn passed(&mut self, position: u8) {
        let open = u32::from(self.state.open) & ((1 << (position - 1)) - 1);
        let from = self.state.current().position;
        Part::Passed.push(self.out, (open >> from).count_ones() as usize);
    }

    /// Writes what the ship and others can do at a destination.
    fn destination(&mut self, place: Destination, look: Look) {
        let (game, state) = (self.game, self.state);
        let kind = game.rules.kind(place).index();
        let known = game.known_tiles(state, state.seat);
        let ability = ability(game, state, state.seat, self.spare(known), place, known);
        Part::Ability.push(self.out, Ability::COUNT * kind + ability as usize);
        if look == Look::Ability {
            return;
        }
        let (rivals, coming) = self.others(place, known);
        Part::Rivals.push(self.out, RIVALS * kind + rivals.min(RIVALS - 1));
        if state.decision < Decision::Mission {
            Part::Coming.push(self.out, coming);
        }
        Part::Prize.push(self.out, self.prize(place));
    }

    /// Returns what the ship has left if it attacks where its discs lie, wherever it can pay.
    fn spare(&self, known: u16) -> Items {
        let (game, state) = (self.game, self.state);
        let mut items = state.items(state.seat);
        if state.decision >= Decision::Mission {
            return items;
        }
        for place in destinations(state.missions(state.seat)) {
            let tile = if known & place.bit() != 0 { state.tile(place) } else { 0 };
            let cost = if game.rules.kind(place) == DestinationKind::Port {
                Items::of(Item::TradeGoods, 1)
            } else {
                game.attack_cost(state, state.seat, place, tile)
            };
            if items.contains(cost) {
                items = items.minus(cost);
            }
        }
        items
    }

    /// Counts the other ships that can pay at a destination: those with a disc there, and those that may still lay
    /// one.
    fn others(&self, place: Destination, known: u16) -> (usize, usize) {
        let (game, state) = (self.game, self.state);
        let (mut rivals, mut coming) = (0, 0);
        for seat in Seat::all(game.rules.players) {
            let player = state.player(seat);
            let there = player.missions & place.bit() != 0;
            if seat == state.seat || state.is_home(seat) {
                continue;
            }
            let sails = state.decision < Decision::Informer && slots(state, seat) > 0;
            let in_reach = there || sails && game.reach(player) & place.bit() != 0;
            if !in_reach {
                continue;
            }
            if ability(game, state, seat, player.items, place, known) != Ability::None {
                if there { rivals += 1 } else { coming += 1 }
            }
        }
        (rivals, coming)
    }

    /// Returns the VP at a destination.
    fn prize(&self, place: Destination) -> usize {
        let (game, state) = (self.game, self.state);
        let vp = if game.rules.kind(place) == DestinationKind::Port {
            let goods = &state.current().goods;
            let left = Commodity::ALL
                .into_iter()
                .filter(|good| game.goods_left(state, place) >> good.index() & 1 != 0);
            left.map(|good| game.rules.goods_gain(goods, good)).max().unwrap_or(0)
        } else {
            let treasure = state.taken & place.bit() == 0;
            let stone = game.rules.stone(place).filter(|_| treasure);
            i32::from(game.attack_vp(state, place))
                + stone.map_or(0, |stone| i32::from(game.rules.stone_vp(stone)))
        };
        usize::try_from(vp).unwrap_or(0)
    }

    /// Writes the type of a destination if the ship has no other disc and no success at one of the type.
    fn fresh(&mut self, place: Destination) {
        let player = self.state.current();
        let kind = self.game.rules.kind(place);
        let there = (player.missions | player.attacked) & !place.bit() & self.game.rules.of_kind(kind);
        if there == 0 {
            Part::Fresh.push(self.out, kind.index());
        }
    }

    fn disc(&mut self, disc: Disc) {
        let (game, state) = (self.game, self.state);
        let Some(place) = state.chosen else { return };
        let index = disc.index();
        let known = game.known_tiles(state, state.seat);
        let (rivals, _) = self.others(place, known);
        let ability = ability(game, state, state.seat, self.spare(known), place, known);
        let hand = state.current().hand();
        let rank = disc
            .round()
            .map_or(0, |round| discs(hand).filter_map(Disc::round).filter(|&other| other < round).count());
        Part::Disc.push(self.out, RIVALS * index + rivals.min(RIVALS - 1));
        Part::DiscAbility.push(self.out, Ability::COUNT * index + ability as usize);
        Part::DiscPrize.push(self.out, RIVALS * index + (self.prize(place) / 3).min(RIVALS - 1));
        Part::DiscKind.push(self.out, DestinationKind::COUNT * index + game.rules.kind(place).index());
        Part::DiscRank.push(self.out, DISCS * index + rank);
    }

    fn attack(&mut self) {
        let (game, state) = (self.game, self.state);
        let Some((_, place)) = game.mission(state) else { return };
        self.destination(place, Look::Whole);
        self.fresh(place);
        Part::Deed.push(self.out, 0);
        let known = game.known_tiles(state, state.seat);
        let tile = if known & place.bit() != 0 { state.tile(place) } else { 0 };
        let cost = game.attack_cost(state, state.seat, place, tile);
        let left = state.current().items.without(cost);
        let galleon = game.rules.kind(place) == DestinationKind::Galleon;
        Part::Cubes.push(self.out, if galleon { left.guns() } else { left.crew() }.into());
        self.waiting(1);
        Part::Treasure.push(self.out, usize::from(state.taken & place.bit() == 0));
    }

    /// Writes the discs that wait, without those that the action deals with.
    fn waiting(&mut self, dealt_with: usize) {
        let waiting = self.state.current().missions.count_ones() as usize;
        Part::Waiting.push(self.out, waiting.saturating_sub(dealt_with));
    }

    /// Writes whether the ship can pay for its next mission.
    fn next(&mut self) {
        let (game, state) = (self.game, self.state);
        let known = game.known_tiles(state, state.seat);
        let discs = [Disc::GoldenHind, Disc::One, Disc::Two, Disc::Three, Disc::Four];
        let mut places =
            discs.into_iter().filter_map(|disc| Destination::from_index(state.current().disc(disc) as usize));
        if let Some(place) = places.next() {
            let ability = ability(game, state, state.seat, state.items(state.seat), place, known);
            Part::Next.push(self.out, Ability::COUNT * game.rules.kind(place).index() + ability as usize);
        }
    }
}

/// Returns how a ship with these items can pay at a destination, by the tiles that are known; successes are ignored.
fn ability(
    game: &FrancisDrake,
    state: &State,
    seat: Seat,
    items: Items,
    place: Destination,
    known: u16,
) -> Ability {
    let kind = game.rules.kind(place);
    let pays = |tile: u8| items.contains(game.attack_cost(state, seat, place, tile));
    let (lowest, highest) = match kind {
        DestinationKind::Port if items.trade_goods() > 0 => return Ability::All,
        DestinationKind::Port => return Ability::None,
        DestinationKind::Galleon if !game.has_galleon(state, seat) => return Ability::None,
        DestinationKind::City => (0, 0),
        _ if known & place.bit() != 0 => (state.tile(place), state.tile(place)),
        _ => (0, game.rules.tiled(kind).1.last().copied().unwrap_or(0)),
    };
    match (pays(lowest), pays(highest)) {
        (false, _) => Ability::None,
        (true, false) => Ability::Some,
        (true, true) => Ability::All,
    }
}

/// Returns the item that a stop gives most.
const fn main_item(stop: Stop) -> Option<Item> {
    Some(match stop {
        Stop::CrewA
        | Stop::CrewB
        | Stop::Tavern
        | Stop::InvestorCrew
        | Stop::DocksideCrew
        | Stop::DrakeCrew => Item::Crew,
        Stop::GunsA | Stop::GunsB | Stop::InvestorGuns | Stop::DocksideGun | Stop::DrakeGun => Item::Guns,
        Stop::SuppliesA | Stop::SuppliesB | Stop::DocksideBarrel => Item::Barrels,
        Stop::Trade | Stop::Informer => Item::TradeGoods,
        _ => return None,
    })
}
