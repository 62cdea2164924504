//! Position files, whole or as a seat sees them: writing (rules page 14.3). Reading is in `read.rs`.

use serde_json::{Map, Value};
use tradewinds_game::kit::{Bits, MaybeSeat};
use tradewinds_game::{Seat, Variants};

use super::file::{
    AuctionFile, ConflictFile, ConflictKind, DiscoveryFile, ExpeditionFile, Named, PlayerFile, PositionFile,
    Target,
};
use crate::AgeOfDiscovery;
use crate::buildings;
use crate::packed::SeatList;
use crate::player::Player;
use crate::state::{State, regions};
use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot, TileId};

fn index(seat: Seat) -> u32 {
    seat.index() as u32
}

fn seats(list: SeatList) -> Vec<u32> {
    list.iter().map(index).collect()
}

fn owner(owner: MaybeSeat) -> Option<u32> {
    owner.get().map(index)
}

/// Names counts; those of 0 are left out.
fn counts<K: Copy>(keys: impl IntoIterator<Item = K>, count: impl Fn(K) -> u8) -> Named<K, u32> {
    let counts = keys.into_iter().map(|key| (key, count(key).into()));
    Named(counts.filter(|(_, count)| *count > 0).collect())
}

impl AgeOfDiscovery {
    /// Writes the position file; `hide` marks everything hidden as unknown.
    pub(crate) fn write(&self, state: &State, hide: bool) -> Value {
        let players = self.rules.players;
        let is_bidding = state.decision == Decision::Bid;
        let tile = |region: usize| {
            let known = !hide || state.seen >> region & 1 != 0;
            (Region::ALL[region], known.then(|| TileId::new(state.tile(region))))
        };
        let stack = |age: usize| {
            let stack = state.stacks[age].iter(state.stack_len[age]);
            Some(stack.map(|building| Building::ALL[Building::AGES[age] + building]).collect())
        };
        let slots = Slot::ALL.into_iter().filter_map(|slot| Some((slot, owner(state.specialists[slot])?)));
        let options = match self.rules.options.object() {
            Some(Value::Object(options)) => options,
            _ => Map::new(),
        };
        let scorings = state.scorings_done();
        let file = PositionFile {
            game: Self::NAME.to_owned(),
            options,
            turn: state.turn.into(),
            decision: state.decision,
            to_move: (state.decision != Decision::Over).then(|| index(state.to_move)),
            order: (!is_bidding).then(|| state.order[..players].iter().copied().map(index).collect()),
            auction: is_bidding.then(|| AuctionFile {
                bids: state.bids[..players].iter().copied().map(u32::from).collect(),
                passed: seats(state.passed),
            }),
            expedition: expedition(state),
            conflict: conflict(state),
            initiative_box: seats(state.initiative_box),
            dock: state.dock.iter().map(|(seat, figure)| (index(seat), figure)).collect(),
            dock_x: owner(state.dock_x),
            dock_y: owner(state.dock_y),
            goods_box: seats(state.goods_box),
            capital_box: seats(state.capital_box),
            warfare_box: seats(state.warfare_box),
            specialists_box: Named(slots.collect()),
            ship_in_box: state.ship_in_box,
            university_used: state.university_used,
            tiles: Named(Bits(state.undiscovered).map(tile).collect()),
            tiles_seen: regions(state.seen).collect(),
            region_goods: regions(state.region_goods).collect(),
            market: counts(Good::ALL, |good| state.market.get(good.index())),
            offer: buildings::list(state.offer).collect(),
            building_stacks: (!hide).then(|| (0..3).map(stack).collect()),
            deck: (!hide).then(|| state.deck.iter(state.deck_len).map(CardId::new).collect()),
            players: state.players[..players].iter().map(|player| write_player(player, scorings)).collect(),
        };
        serde_json::to_value(file).expect("a position has string keys and plain values")
    }
}

fn expedition(state: &State) -> Option<ExpeditionFile> {
    let decision = state.decision;
    let is_chosen =
        matches!(decision, Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers);
    let chosen = state.expedition;
    is_chosen.then(|| ExpeditionFile {
        target: Target(chosen.target),
        soldiers: (decision > Decision::ExploreSoldiers).then(|| chosen.soldiers.into()),
        captains: (decision > Decision::ExploreCaptains).then(|| chosen.captains.into()),
    })
}

fn conflict(state: &State) -> Option<ConflictFile> {
    let is_fought = matches!(state.decision, Decision::AttackerKills | Decision::DefenderKills);
    let fought = state.conflict;
    is_fought.then(|| ConflictFile {
        kind: if fought.war { ConflictKind::War } else { ConflictKind::Battle },
        opponent: index(fought.opponent),
        region: Region::ALL[usize::from(fought.region)],
        soldiers_killed: (state.decision == Decision::DefenderKills).then(|| fought.killed.into()),
    })
}

fn write_player(player: &Player, scorings: usize) -> PlayerFile {
    let units = regions(player.occupied).map(|region| {
        let [plain, soldiers] = [player.plain(region), player.soldiers(region)].map(u32::from);
        (region, (plain, soldiers))
    });
    PlayerFile {
        money: player.money.into(),
        hand: counts(Figure::ALL, |figure| player.hand(figure)),
        shipping: player.shipping.into(),
        discovery: DiscoveryFile {
            captain: player.captains.into(),
            soldier: player.explorers.into(),
            other: player.others.into(),
        },
        units: Named(units.collect()),
        goods: counts(Good::ALL, |good| player.goods.get(good.index())),
        ships: player.ships.into(),
        buildings: player.buildings().collect(),
        tiles: player.tiles().collect(),
        cards: player.cards().collect(),
        region_vp: player.region_vp[..scorings].iter().copied().map(u32::from).collect(),
        turn_vp: player.turn_vp.into(),
        economy: player.economy.into(),
    }
}
