//! Reading a player of a position file.

use tradewinds_game::InputError;

use super::fields::{number, read_buildings, read_set, refuse};
use super::file::PlayerFile;
use crate::AgeOfDiscovery;
use crate::limits::{MAX_DISCOVERY, MAX_ECONOMY, MAX_HAND, MAX_MONEY, MAX_SHIPPING, MAX_UNITS};
use crate::packed::Hand;
use crate::player::Player;
use crate::words::Region;

impl AgeOfDiscovery {
    pub(crate) fn read_player(
        &self,
        name: &str,
        file: &PlayerFile,
        scorings: usize,
    ) -> Result<Player, InputError> {
        let field = |part: &str| format!("{name}.{part}");
        let mut player = Player {
            money: number(|| field("money"), file.money, 0, MAX_MONEY)? as u16,
            shipping: number(|| field("shipping"), file.shipping, 0, MAX_SHIPPING)? as u8,
            ships: number(|| field("ships"), file.ships, 0, self.rules.ships.into())? as u8,
            economy: number(|| field("economy"), file.economy, 0, MAX_ECONOMY)? as u8,
            ..Player::default()
        };
        let mut hand = Hand::default();
        for &(figure, count) in &file.hand.0 {
            let field = || format!("{name}.hand.{}", figure.word());
            hand.add(figure.index(), number(field, count, 0, MAX_HAND)? as u8);
        }
        player.hand = hand;
        let discovery = &file.discovery;
        for (place, word, count) in [
            (&mut player.captains, "captain", discovery.captain),
            (&mut player.explorers, "soldier", discovery.soldier),
            (&mut player.others, "other", discovery.other),
        ] {
            *place = number(|| format!("{name}.discovery.{word}"), count, 0, MAX_DISCOVERY)? as u8;
        }
        for &(region, (plain, soldiers)) in &file.units.0 {
            let field = || format!("{name}.units.{}", region.word());
            let plain = number(field, plain, 0, MAX_UNITS)? as u8;
            let soldiers = number(field, soldiers, 0, MAX_UNITS)? as u8;
            if plain > 0 {
                player.add_plain(region.index(), plain);
            }
            if soldiers > 0 {
                player.add_soldiers(region.index(), soldiers);
            }
        }
        player.goods = self.read_counters(&field("goods"), &file.goods)?;
        player.owned = read_buildings(&field("buildings"), &file.buildings)?;
        player.tiles = read_set(&field("tiles"), &file.tiles)? as u16;
        player.cards = read_set(&field("cards"), &file.cards)? as u16;
        if file.region_vp.len() != scorings {
            let found = format!("{} numbers", file.region_vp.len());
            return Err(refuse(
                field("region_vp"),
                found,
                format!("{scorings}, one a region scoring so far"),
            ));
        }
        let most = Region::COUNT as u32 * u32::from(self.rules.region_vp.first);
        for (scoring, &vp) in file.region_vp.iter().enumerate() {
            let vp = number(|| format!("{name}.region_vp[{scoring}]"), vp, 0, most)?;
            player.region_vp[scoring] = vp as u8;
        }
        Ok(player)
    }
}
