//! Facts that several groups of features need, found once for a position or for a seat.

use super::voyages::{Crowd, Voyage};
use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{DOCKSIDE, LOCATIONS, MAX_PLAYERS, ROUNDS};
use crate::player::Player;
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, Look, Stone, Stop, count, discs,
};
use tradewinds_game::Seat;

/// The kinds of offer of a location: its first, second and third circle, or one, two and three items.
pub(super) const OFFERS: usize = 3;
/// The numbers of able rivals that are distinguished at a destination.
pub(super) const RIVALS: usize = 4;
/// The kinds of destinations with races of their own: ports, cities and forts, galleons.
const RACES: usize = 3;
/// The indices of a race: kind of destination, round, rivals.
pub(super) const RACE: usize = RACES * ROUNDS * RIVALS;

/// How a ship can pay at a destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Ability {
    /// Not at all.
    None,
    /// For some of the tiles that may lie there.
    Some,
    /// For any of them.
    All,
}

impl Ability {
    pub(super) const COUNT: usize = 3;
}

/// The part of a voyage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The stops on the street.
    Plymouth,
    /// Placing tiles and discs on the map, until the reveal.
    Discs,
    /// Missions and returns.
    Missions,
}

impl Part {
    /// Returns the part of a decision; that of the end of the game is the last one.
    fn of(decision: Decision) -> Self {
        match decision {
            Decision::Plymouth => Self::Plymouth,
            decision if decision < Decision::Mission => Self::Discs,
            _ => Self::Missions,
        }
    }
}

/// Returns the number of discs in hand that count; a ship that is home has none.
pub(super) fn slots(state: &State, seat: Seat) -> usize {
    if state.is_home(seat) {
        return 0;
    }
    let player = state.player(seat);
    let discs = count((player.owned_discs() & !Disc::GhostShip.bit()).into());
    discs.saturating_sub(count(player.missions))
}

/// What all seats share.
pub(super) struct Common {
    pub(super) observer: Seat,
    /// Whether discs lie face down.
    pub(super) hidden: bool,
    pub(super) part: Part,
    /// The parts of all voyages before this one.
    pub(super) stage: usize,
    /// What the discs on the map are expected to leave and bring.
    pub(super) voyages: [Voyage; MAX_PLAYERS],
    /// VP that they bring, those for types of conquest alone.
    pub(super) types: [f32; MAX_PLAYERS],
    /// VP as if the game ended now.
    pub(super) points: [i32; MAX_PLAYERS],
    /// VP with those that the discs on the map are expected to bring.
    expected: [i32; MAX_PLAYERS],
    /// The highest and the second highest of them.
    best: [i32; 2],
    /// How many ships that can pay have a disc at each destination, while discs are placed.
    crowd: Crowd,
    /// The turns in Plymouth: discs used, then place in the starting order; the maximum for ships that have left.
    turns: [u8; MAX_PLAYERS],
    /// The offer of each open location to its next visitor.
    pub(super) offers: [u8; LOCATIONS],
    /// By street position: the open locations behind it, one bit each.
    ahead: [u16; DOCKSIDE as usize + 1],
    /// Unclaimed gold and silver.
    pub(super) unclaimed: [usize; 2],
    /// The destination that the seat to decide is dealing with.
    pub(super) chosen: Option<Destination>,
}

impl Common {
    pub(super) fn new(game: &FrancisDrake, state: &State, observer: Seat) -> Self {
        let players = game.rules.players;
        let part = Part::of(state.decision);
        let voyages = game.voyages(state);
        let unclaimed =
            [Stone::Gold, Stone::Silver].map(|stone| count(game.rules.with_stone(stone) & !state.taken));
        let chosen = match state.decision {
            Decision::Mission | Decision::Press => game.mission(state).map(|(_, place)| place),
            _ => state.chosen,
        };
        let mut common = Self {
            observer,
            hidden: state.discs_are_hidden(),
            part,
            stage: 3 * (usize::from(state.voyage) - 1) + part as usize,
            voyages,
            types: [0.0; MAX_PLAYERS],
            points: [0; MAX_PLAYERS],
            expected: [0; MAX_PLAYERS],
            best: [i32::MIN; 2],
            crowd: Crowd::default(),
            turns: [u8::MAX; MAX_PLAYERS],
            offers: [0; LOCATIONS],
            ahead: [0; DOCKSIDE as usize + 1],
            unclaimed,
            chosen,
        };
        for (seat, (player, voyage)) in state.players[..players].iter().zip(&voyages).enumerate() {
            let points: i32 = game.player_points(player).iter().sum();
            let types = if part == Part::Plymouth { 0.0 } else { game.types_worth(voyage) };
            common.points[seat] = points;
            common.types[seat] = types;
            let expected = points + (voyage.gain + types + 0.5) as i32;
            common.expected[seat] = expected;
            let [best, second] = common.best;
            common.best = [best.max(expected), best.min(expected).max(second)];
        }
        match part {
            Part::Plymouth => common.look_along_the_street(game, state),
            Part::Discs => common.crowd = game.crowd(state, &common.voyages),
            Part::Missions => {}
        }
        common
    }

    /// Finds who takes which turn, and what lies ahead.
    fn look_along_the_street(&mut self, game: &FrancisDrake, state: &State) {
        for (place, seat) in state.start.iter().enumerate() {
            if !state.has_departed(seat) {
                self.turns[seat.index()] = 8 * state.player(seat).stop_count + place as u8;
            }
        }
        let mut ahead = 0;
        for index in (0..LOCATIONS).rev() {
            if state.open >> index & 1 != 0 {
                let code = state.location(index);
                ahead |= 1 << code;
                self.offers[code] = offer(game, state, Stop::ALL[code]) as u8;
            }
            self.ahead[index] = ahead;
        }
    }
}

/// Returns what a location offers its next visitor: items less 1 where there are some for certain, otherwise
/// visitors.
pub(super) fn offer(game: &FrancisDrake, state: &State, stop: Stop) -> usize {
    let visits = state.visits(stop);
    let level = if stop <= Stop::Trade {
        let items = game.rules.stop_items(stop, visits);
        usize::from(items.crew() + items.guns() + items.barrels() + items.trade_goods()).max(1) - 1
    } else {
        usize::from(visits)
    };
    level.min(OFFERS - 1)
}

/// One seat, with what several groups need.
pub(super) struct Place<'a> {
    pub(super) seat: Seat,
    pub(super) player: &'a Player,
    pub(super) voyage: &'a Voyage,
    /// Whether the seat is the observer, and discs lie face down.
    pub(super) own: bool,
    pub(super) home: bool,
    /// The place in the outbound dock.
    pub(super) outbound: Option<usize>,
    /// Crew, guns and trade goods.
    pub(super) items: Items,
    pub(super) galleon: bool,
    pub(super) pinnace: bool,
    /// Discs in hand that count.
    pub(super) slots: usize,
    /// VP of the best missions for them.
    pub(super) plan: f32,
    /// VP ahead of the best other seat, with those that the discs on the map are expected to bring.
    pub(super) lead: i32,
}

impl<'a> Place<'a> {
    pub(super) fn new(game: &FrancisDrake, state: &'a State, common: &'a Common, seat: Seat) -> Self {
        let player = state.player(seat);
        let voyage = &common.voyages[seat.index()];
        let expected = common.expected[seat.index()];
        let [best, second] = common.best;
        let slots = if common.part == Part::Missions { 0 } else { slots(state, seat) };
        Self {
            seat,
            player,
            voyage,
            own: common.hidden && common.observer == seat,
            home: state.is_home(seat),
            outbound: state.outbound.find(seat),
            items: player.items,
            galleon: game.has_galleon(state, seat),
            pinnace: game.has_pinnace(state, seat),
            slots,
            plan: if slots > 0 {
                game.plan(state, player, [voyage.crew, voyage.guns, voyage.trade_goods], slots)
            } else {
                0.0
            },
            lead: expected - if expected == best { second } else { best },
        }
    }

    /// Returns whether the seat has any commodity.
    #[inline]
    pub(super) fn has_goods(&self) -> bool {
        self.player.goods.into_array() != [0; Commodity::COUNT]
    }

    /// Returns the number of ships whose turn in Plymouth comes before that of the seat.
    pub(super) fn turn(&self, common: &Common) -> usize {
        let own = common.turns[self.seat.index()];
        common.turns.iter().filter(|&&turn| turn < own).count()
    }

    /// Returns the open locations that the ship has not passed, one bit each.
    pub(super) fn ahead(&self, common: &Common) -> u16 {
        common.ahead[usize::from(self.player.position)]
    }

    /// Returns the destinations where the ship can lay a disc and pay, one bit each.
    pub(super) fn options(&self, game: &FrancisDrake) -> u16 {
        self.voyage.able & game.free_destinations(self.player)
    }

    /// Returns the races that the discs on the map take part in, one bit each, by the seat's own knowledge of
    /// their numbers; those that it cannot pay for are left out.
    pub(super) fn races(&self, game: &FrancisDrake, common: &Common) -> u64 {
        let able = self.voyage.able;
        let mut races = 0;
        for round in 0..ROUNDS {
            let place = self.player.disc(Disc::of_round(round)) as usize;
            let Some(place) = Destination::from_index(place) else { continue };
            if able & place.bit() != 0 {
                let kind = match game.rules.kind(place) {
                    DestinationKind::Port => 0,
                    DestinationKind::Galleon => 2,
                    _ => 1,
                };
                let rivals = (common.crowd.at(place) - 1).min(RIVALS - 1);
                races |= 1 << ((kind * ROUNDS + round) * RIVALS + rivals);
            }
        }
        races
    }

    /// Returns the discs of other ships that the seat has looked at and that still lie face down, one bit each.
    pub(super) fn seen(&self, state: &State, common: &Common) -> u8 {
        let (Some(Look::Discs), Some(place)) = (state.look, state.looked_at) else { return 0 };
        if !self.own || state.informer != Some(common.observer) {
            return 0;
        }
        let others = state.players.iter().enumerate().filter(|&(seat, _)| seat != self.seat.index());
        let seen = others.filter_map(|(_, player)| player.disc_at(place));
        seen.fold(0, |set, disc| set | disc.bit())
    }

    /// Returns the discs on the map as indices: a row of destinations for each disc.
    pub(super) fn discs(&self) -> impl Iterator<Item = usize> + use<> {
        let player = *self.player;
        discs(player.on_map).map(move |disc| Destination::COUNT * disc.index() + player.disc(disc) as usize)
    }
}
