//! Buildings: printed VP, effects over the rest of the game, bonuses of the large ones.

use super::judge::{Gains, Judge};
use super::outlook::Phases;
use super::production::{Output, Works};
use crate::Action;
use crate::limits::{MAX_CIRCLES, SPACES};
use crate::player::Player;
use crate::words::{Building, Role, Tile};
use tradewinds_game::kit::{ByKey, KeySet};

/// A player that may build: what does not depend on the building.
pub(super) struct Buyer<'a> {
    works: &'a Works<'a>,
    /// Whether an occupied university staffs the building at once.
    university: bool,
    /// Further phases of each role in which the building is of use.
    uses: Phases,
    /// The chance that a circle of a building is filled, by the number of its circles, less one.
    shares: [f32; MAX_CIRCLES],
}

/// What the buildings are worth to a player that may build them in a builder phase, whichever seat picks it;
/// their prices are left out.
pub(super) struct Offers<'a> {
    player: &'a Player,
    worth: ByKey<Building, f32>,
}

/// Doubloons to spend, and what they are worth.
struct Wallet {
    doubloons: u16,
    purse: f32,
}

impl Buyer<'_> {
    /// Returns the chance that a circle of a building with as many is filled.
    #[inline]
    fn share(&self, circles: u8) -> f32 {
        self.shares[usize::from(circles) - 1]
    }
}

impl Judge<'_> {
    /// Returns the worth of an amount of doubloons.
    pub(super) fn purse(&self, doubloons: u16) -> f32 {
        let doubloons = f32::from(doubloons);
        let kept = doubloons.min(self.weights.pocket);
        (kept + (doubloons - kept) * self.weights.spare) * self.outlook.doubloon
    }

    /// Returns what the occupied building brings in `uses` phases of each role to a player with this output,
    /// the bonus of a large one and production left out.
    pub(super) fn effect(&self, output: impl Fn() -> Output, building: Building, uses: &Phases) -> f32 {
        let (weights, rules) = (self.weights, self.rules);
        let doubloon = self.outlook.doubloon;
        let early = self.outlook.early();
        let uses = |role: Role| uses[role];
        // Effects on barrels grow with the barrels; four a craftsman phase are ordinary.
        let volume = || (output().sum::<f32>() / 4.0).min(1.5);
        let kinds = || output().values().map(|amount| amount.min(1.0)).sum::<f32>();
        match building {
            Building::SmallMarket => {
                f32::from(rules.effects.small_market) * weights.small_market * doubloon * uses(Role::Trader)
            }
            Building::LargeMarket => {
                f32::from(rules.effects.large_market) * weights.large_market * doubloon * uses(Role::Trader)
            }
            Building::Office => weights.office * doubloon * uses(Role::Trader),
            Building::Hacienda => weights.hacienda * early * uses(Role::Settler),
            Building::ConstructionHut => weights.construction_hut * early * uses(Role::Settler),
            Building::Hospice => weights.hospice * early * uses(Role::Settler),
            Building::University => weights.university * early * uses(Role::Builder),
            Building::SmallWarehouse => weights.small_warehouse * volume() * uses(Role::Captain),
            Building::LargeWarehouse => weights.large_warehouse * volume() * uses(Role::Captain),
            Building::Factory => {
                let payout = interpolated(&rules.effects.factory, kinds());
                weights.factory * doubloon * payout * uses(Role::Craftsman)
            }
            Building::Harbor => {
                let loads = 0.5 + 0.5 * kinds();
                f32::from(rules.effects.harbor) * weights.harbor * loads * uses(Role::Captain)
            }
            Building::Wharf => weights.wharf * volume() * uses(Role::Captain),
            _ => 0.0,
        }
    }

    /// Returns the bonus that a large building is expected to score, occupied at the end.
    pub(super) fn bonus(&self, player: &Player, output: impl Fn() -> Output, building: Building) -> f32 {
        let (weights, effects, outlook) = (self.weights, &self.rules.effects, &self.outlook);
        // A player adds a building in about two of three builder phases.
        let growth = (0.6 * outlook.phases(Role::Builder)).min(f32::from(SPACES - player.city));
        match building {
            Building::GuildHall => {
                let small = (player.owned & Building::SMALL_PRODUCTION).len() as f32;
                let large = (player.owned & Building::LARGE_PRODUCTION).len() as f32;
                let missing = Building::PRODUCTION as f32 - small - large;
                let bonus =
                    small * f32::from(effects.guild_hall_small) + large * f32::from(effects.guild_hall_large);
                weights.guild_hall * (bonus + (0.4 * growth).min(missing) * 1.5)
            }
            Building::Residence => {
                let tiles = f32::from(player.tiles.total()) + 0.9 * outlook.phases(Role::Settler);
                weights.residence * interpolated(&effects.residence, tiles - 9.0)
            }
            Building::Fortress => {
                let colonists = f32::from(player.colonists) + outlook.phases(Role::Mayor);
                weights.fortress * colonists / f32::from(effects.fortress_colonists)
            }
            Building::CustomsHouse => {
                let volume: f32 = output().sum();
                let chips = f32::from(player.vp) + 0.7 * volume * outlook.phases(Role::Captain);
                weights.customs_house * chips / f32::from(effects.customs_house_vp)
            }
            Building::CityHall => {
                let own = usize::from(!player.owns(Building::CityHall));
                let violet = ((player.owned & Building::VIOLET).len() + own) as f32;
                weights.city_hall * (violet + 0.5 * growth) * f32::from(effects.city_hall)
            }
            _ => 0.0,
        }
    }

    /// Looks at what a player may build.
    fn buyer<'b>(&self, works: &'b Works<'b>) -> Buyer<'b> {
        let university = works.player.occupies(Building::University);
        // Without a university the building waits for a mayor.
        let wait = if university { 0.0 } else { 0.7 };
        Buyer {
            works,
            university,
            uses: self.outlook.ahead.map(|phases| (phases - wait).max(0.0)),
            shares: std::array::from_fn(|more| self.staffed_share(works.player, (more + 1) as f32)),
        }
    }

    /// Returns the worth of a building that a player does not own yet, its price left out.
    pub(super) fn building(&self, buyer: &Buyer<'_>, building: Building) -> f32 {
        let (rules, weights, outlook) = (self.rules, self.weights, &self.outlook);
        let Buyer { works, university, uses, .. } = buyer;
        let player = works.player;
        let id = building.index();
        let mut worth = weights.printed * f32::from(rules.vp[building]);
        if let Some(good) = building.good() {
            let share = buyer.share(rules.circles[building]);
            let more = self.more_of(works, good, player.tiles.get(good.index()), rules.circles[building]);
            worth += share * share * uses[Role::Craftsman] * more;
            if player.owns(Building::GuildHall) {
                let step = if id < Building::IndigoPlant.index() {
                    rules.effects.guild_hall_small
                } else {
                    rules.effects.guild_hall_large
                };
                worth += f32::from(step);
            }
        } else {
            if building.is_large() {
                let occupied = if *university { 1.0 } else { outlook.chance(Role::Mayor) };
                worth += occupied * self.bonus(player, || works.output, building);
            } else {
                let share = buyer.share(rules.circles[building]);
                worth += share * self.effect(|| works.output, building, uses);
            }
            if player.owns(Building::CityHall) {
                worth += f32::from(rules.effects.city_hall);
            }
        }
        worth
    }

    fn wallet(&self, doubloons: u16) -> Wallet {
        Wallet { doubloons, purse: self.purse(doubloons) }
    }

    /// Returns what a price is worth to a player.
    fn paid(&self, wallet: &Wallet, price: u8) -> f32 {
        wallet.purse - self.purse(wallet.doubloons.saturating_sub(u16::from(price)))
    }

    /// Scores the actions at `build`.
    pub(super) fn build(&self, actions: &[Action], scores: &mut [f32]) {
        let state = self.state;
        let player = state.current();
        let works = self.works(player);
        let (buyer, wallet) = (self.buyer(&works), self.wallet(player.doubloons));
        let discount = if state.player == state.chooser { self.rules.builder_discount } else { 0 };
        let quarries = player.occupied.get(Tile::Quarry.index());
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Build(building) = action else {
                *score = 0.0;
                continue;
            };
            let price = self.rules.price(building, quarries, discount);
            *score = self.building(&buyer, building) - self.paid(&wallet, price);
            if player.city + building.spaces() >= SPACES && !state.end_flag() {
                *score += self.weights.finish * self.lead(state.player);
            }
        }
    }

    /// Works out what a player may build in a builder phase, with the doubloons on the card or without.
    pub(super) fn offers<'b>(&self, works: &'b Works<'b>) -> Offers<'b> {
        let player = works.player;
        let card = u16::from(self.state.role_doubloons[Role::Builder]);
        let within = self.within_means(player, true, card) | self.within_means(player, false, 0);
        let buyer = self.buyer(works);
        let mut worth = ByKey::default();
        for building in within - self.state.sold_out {
            worth[building] = self.building(&buyer, building);
        }
        Offers { player, worth }
    }

    /// Returns the buildings that a player has space for and can pay, as the chooser or not, with `more`
    /// doubloons added to its own.
    fn within_means(&self, player: &Player, chooser: bool, more: u16) -> KeySet<Building> {
        let quarries = player.occupied.get(Tile::Quarry.index());
        let affordable = self.rules.affordable(chooser, quarries, player.doubloons + more);
        (affordable & player.fitting()) - player.owned
    }

    /// Returns the purchase with the highest worth above 0, for the chooser or another player, with
    /// `more` doubloons added to the player's own.
    fn best_purchase(
        &self,
        offers: &Offers<'_>,
        sold_out: KeySet<Building>,
        chooser: bool,
        more: u16,
    ) -> Option<(Building, f32)> {
        let player = offers.player;
        let quarries = player.occupied.get(Tile::Quarry.index());
        let discount = if chooser { self.rules.builder_discount } else { 0 };
        let wallet = self.wallet(player.doubloons + more);
        (self.within_means(player, chooser, more) - sold_out)
            .iter()
            .map(|building| {
                let price = self.rules.price(building, quarries, discount);
                (building, offers.worth[building] - self.paid(&wallet, price))
            })
            .filter(|&(_, worth)| worth > 0.0)
            .fold(None, |best, next| match best {
                Some((_, most)) if most >= next.1 => best,
                _ => Some(next),
            })
    }

    /// Fills in the worth of a builder phase to each seat without a privilege: in turn, each buys what
    /// is best for it. Returns whether a city is filled.
    pub(super) fn build_up(&self, offers: &[Offers<'_>], gains: &mut Gains) -> bool {
        let state = self.state;
        let mut sold_out = state.sold_out;
        let mut filled = false;
        let mut seat = state.player;
        for _ in 0..self.rules.players {
            let player = &state.players[seat.index()];
            if let Some((building, worth)) = self.best_purchase(&offers[seat.index()], sold_out, false, 0) {
                gains[seat.index()] = worth;
                let owners = state.players.iter().filter(|player| player.owns(building)).count();
                if owners + 1 >= usize::from(self.rules.copies[building]) {
                    sold_out.insert(building);
                }
                filled |= player.city + building.spaces() >= SPACES;
            }
            seat = self.rules.next_seat(seat);
        }
        filled
    }

    /// Returns the privilege of the builder: how much more its best purchase is worth with the
    /// discount and the doubloons on the card than otherwise.
    pub(super) fn builder_privilege(&self, offers: &Offers<'_>, otherwise: f32) -> f32 {
        let card = u16::from(self.state.role_doubloons[Role::Builder]);
        let best = self.best_purchase(offers, self.state.sold_out, true, card);
        (best.map_or(0.0, |(_, worth)| worth) - otherwise).max(0.0)
    }
}

/// Interpolates a table of whole numbers; outside the table its first and last number hold.
fn interpolated(table: &[u8], place: f32) -> f32 {
    let last = table.len() - 1;
    let place = place.clamp(0.0, last as f32);
    let low = (place as usize).min(last);
    let high = (low + 1).min(last);
    let (from, to) = (f32::from(table[low]), f32::from(table[high]));
    from + (to - from) * (place - low as f32)
}
