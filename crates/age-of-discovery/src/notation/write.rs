//! Position files, whole or as a seat sees them: writing (rules page 14.3). Reading is in `read.rs`.

use serde_json::{Map, Value, json};
use tradewinds_game::kit::{Bits, MaybeSeat};
use tradewinds_game::{Seat, Variants};

use crate::AgeOfDiscovery;
use crate::buildings;
use crate::packed::SeatList;
use crate::player::Player;
use crate::state::{DECK, State, regions};
use crate::words::{Building, CardId, Decision, Figure, Good, Region, Slot, TileId};

/// An object without the fields that are zero, empty, false or nobody.
#[derive(Default)]
struct Sparse(Map<String, Value>);

impl Sparse {
    fn always(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    fn number(&mut self, name: &str, number: u32) {
        if number > 0 {
            self.always(name, number);
        }
    }

    fn owner(&mut self, name: &str, owner: MaybeSeat) {
        if let Some(seat) = owner.get() {
            self.always(name, seat.index());
        }
    }

    fn list(&mut self, name: &str, items: impl Iterator<Item = Value>) {
        let items: Vec<Value> = items.collect();
        if !items.is_empty() {
            self.always(name, items);
        }
    }

    fn words(&mut self, name: &str, words: impl Iterator<Item = &'static str>) {
        self.list(name, words.map(Value::from));
    }

    fn seats(&mut self, name: &str, list: SeatList) {
        self.list(name, list.iter().map(|seat| seat.index().into()));
    }

    fn object(&mut self, name: &str, inner: Self) {
        if !inner.0.is_empty() {
            self.always(name, inner.0);
        }
    }

    fn goods(&mut self, name: &str, count: impl Fn(usize) -> u8) {
        let mut inner = Self::default();
        for good in Good::ALL {
            inner.number(good.word(), count(good.index()).into());
        }
        self.object(name, inner);
    }
}

impl AgeOfDiscovery {
    /// Writes the position file; `hide` marks everything hidden as unknown.
    pub(crate) fn write(&self, state: &State, hide: bool) -> Value {
        let rules = &self.rules;
        let mut file = Sparse::default();
        file.always("game", AgeOfDiscovery::NAME);
        if let Some(options) = rules.options.object() {
            file.always("options", options);
        }
        file.always("turn", state.turn);
        file.always("step", state.decision.word());
        if state.decision != Decision::Over {
            file.always("to_move", state.to_move.index());
        }
        if state.decision == Decision::Bid {
            let passed: Vec<usize> = state.passed.iter().map(Seat::index).collect();
            file.always("auction", json!({ "bids": state.bids[..rules.players], "passed": passed }));
        } else {
            file.always(
                "order",
                state.order[..rules.players].iter().map(|seat| seat.index()).collect::<Value>(),
            );
        }
        write_expedition(&mut file, state);
        write_conflict(&mut file, state);
        write_boxes(&mut file, state);
        if state.ship_in_box {
            file.always("ship_in_box", true);
        }
        if state.university_used {
            file.always("university_used", true);
        }
        let mut tiles = Sparse::default();
        for region in Bits(state.undiscovered) {
            let known = !hide || state.seen >> region & 1 != 0;
            let tile = if known { TileId::new(state.tile(region)).word().into() } else { Value::Null };
            tiles.always(Region::ALL[region].word(), tile);
        }
        file.object("tiles", tiles);
        file.words("tiles_seen", regions(state.seen).map(Region::word));
        file.words("region_goods", regions(state.region_goods).map(Region::word));
        file.goods("market", |good| state.market.get(good));
        file.words("offer", buildings::list(state.offer).map(Building::word));
        if hide {
            file.always("building_stacks", Value::Null);
            file.always("deck", Value::Null);
        } else {
            let stacks = (0..3).map(|age| {
                let stack = state.stacks[age].iter(state.stack_len[age]);
                stack.map(|building| Building::ALL[Building::AGES[age] + building].word()).collect::<Value>()
            });
            file.always("building_stacks", stacks.collect::<Value>());
            let deck = state.deck.iter(state.deck_len).map(|card| CardId::new(card).word());
            file.always("deck", deck.collect::<Value>());
        }
        let scorings = state.scorings_done();
        let players = state.players[..rules.players].iter().map(|player| player_object(player, scorings));
        file.always("players", players.collect::<Value>());
        file.0.into()
    }
}

fn write_expedition(file: &mut Sparse, state: &State) {
    if !matches!(
        state.decision,
        Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers
    ) {
        return;
    }
    let chosen = state.expedition;
    let target = if chosen.target == DECK { "deck" } else { Region::WORDS[usize::from(chosen.target)] };
    let mut expedition = Sparse::default();
    expedition.always("target", target);
    if state.decision > Decision::ExploreSoldiers {
        expedition.always("soldiers", chosen.soldiers);
    }
    if state.decision > Decision::ExploreCaptains {
        expedition.always("captains", chosen.captains);
    }
    file.object("expedition", expedition);
}

fn write_conflict(file: &mut Sparse, state: &State) {
    if !matches!(state.decision, Decision::AttackerKills | Decision::DefenderKills) {
        return;
    }
    let mut conflict = Sparse::default();
    conflict.always("kind", if state.conflict.war { "war" } else { "battle" });
    conflict.always("opponent", state.conflict.opponent.index());
    conflict.always("region", Region::WORDS[usize::from(state.conflict.region)]);
    if state.decision == Decision::DefenderKills {
        conflict.always("soldiers_killed", state.conflict.killed);
    }
    file.object("conflict", conflict);
}

fn write_boxes(file: &mut Sparse, state: &State) {
    file.seats("initiative_box", state.initiative_box);
    file.list("dock", state.dock.iter().map(|(seat, figure)| json!([seat.index(), figure.word()])));
    file.owner("dock_x", state.dock_x);
    file.owner("dock_y", state.dock_y);
    file.seats("goods_box", state.goods_box);
    file.seats("capital_box", state.capital_box);
    file.seats("warfare_box", state.warfare_box);
    let mut slots = Sparse::default();
    for slot in Slot::ALL {
        slots.owner(slot.word(), state.specialists[slot]);
    }
    file.object("specialists_box", slots);
}

fn player_object(player: &Player, scorings: usize) -> Value {
    let mut file = Sparse::default();
    file.number("money", player.money.into());
    let mut hand = Sparse::default();
    if !player.hand.is_empty() {
        for figure in Figure::ALL {
            hand.number(figure.word(), player.hand(figure).into());
        }
    }
    file.object("hand", hand);
    file.number("shipping", player.shipping.into());
    let mut discovery = Sparse::default();
    discovery.number("captain", player.captains.into());
    discovery.number("soldier", player.explorers.into());
    discovery.number("other", player.others.into());
    file.object("discovery", discovery);
    let mut units = Sparse::default();
    for region in regions(player.occupied) {
        units.always(region.word(), vec![player.plain(region), player.soldiers(region)]);
    }
    file.object("units", units);
    file.goods("goods", |good| player.goods.get(good));
    file.number("ships", player.ships.into());
    file.words("buildings", player.buildings().map(Building::word));
    file.words("tiles", player.tiles().map(TileId::word));
    file.words("cards", player.cards().map(CardId::word));
    file.list("region_vp", player.region_vp[..scorings].iter().copied().map(Value::from));
    file.number("turn_vp", player.turn_vp.into());
    file.number("economy", player.economy.into());
    file.0.into()
}
