//! Reading a player of a position file.

use tradewinds_game::{InputError, counted};

use super::fields::{POSITION, read_buildings, read_set};
use super::file::PlayerFile;
use crate::AgeOfDiscovery;
use crate::limits::{
    MAX_DISCOVERY, MAX_ECONOMY, MAX_HAND, MAX_MONEY, MAX_SHIPPING, MAX_UNITS, MAX_VP_OF_TURNS,
};
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
            money: POSITION.number(format_args!("{name}.money"), file.money, 0..=MAX_MONEY)?,
            shipping: POSITION.number(format_args!("{name}.shipping"), file.shipping, 0..=MAX_SHIPPING)?,
            ships: POSITION.number(format_args!("{name}.ships"), file.ships, 0..=self.rules.ships.into())?,
            turn_vp: POSITION.number(format_args!("{name}.turn_vp"), file.turn_vp, 0..=MAX_VP_OF_TURNS)?,
            economy: POSITION.number(format_args!("{name}.economy"), file.economy, 0..=MAX_ECONOMY)?,
            ..Player::default()
        };
        let mut hand = Hand::default();
        for &(figure, count) in &file.hand.0 {
            let count =
                POSITION.number(format_args!("{name}.hand.{}", figure.word()), count, 0..=MAX_HAND)?;
            hand.add(figure.index(), count);
        }
        player.hand = hand;
        let discovery = &file.discovery;
        for (place, word, count) in [
            (&mut player.captains, "captain", discovery.captain),
            (&mut player.explorers, "soldier", discovery.soldier),
            (&mut player.others, "other", discovery.other),
        ] {
            *place = POSITION.number(format_args!("{name}.discovery.{word}"), count, 0..=MAX_DISCOVERY)?;
        }
        for &(region, (plain, soldiers)) in &file.units.0 {
            let number =
                |found| POSITION.number(format_args!("{name}.units.{}", region.word()), found, 0..=MAX_UNITS);
            let (plain, soldiers) = (number(plain)?, number(soldiers)?);
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
            let found = counted(file.region_vp.len(), "number");
            return Err(POSITION.refuse(
                field("region_vp"),
                found,
                format!("{scorings}, one a region scoring so far"),
            ));
        }
        let most = Region::COUNT as u32 * u32::from(self.rules.region_vp.first);
        for (scoring, &vp) in file.region_vp.iter().enumerate() {
            player.region_vp[scoring] =
                POSITION.number(format_args!("{name}.region_vp[{scoring}]"), vp, 0..=most)?;
        }
        Ok(player)
    }
}
