//! Setting up (rules page 1.2).

use crate::rules::Rules;
use crate::words::{Building, Decision, Tile};
use crate::{PuertoRico, State};
use tradewinds_game::kit::Counts8;

impl PuertoRico {
    /// Makes the game of these rules, with all set up that needs no dice.
    pub(crate) fn with(rules: Rules) -> Self {
        let mut opening = State::blank();
        for (player, &(tile, doubloons)) in opening.players.iter_mut().zip(&rules.start) {
            player.doubloons = u16::from(doubloons);
            player.tiles.add(tile.index(), 1);
        }
        opening.supply = Counts8::from_slice(rules.goods.as_slice());
        opening.pool = rules.victory_points;
        opening.colonist_ship = rules.colonists_on_ship;
        opening.colonist_supply = rules.colonists - rules.colonists_on_ship;
        opening.quarries = rules.tiles[Tile::Quarry];
        opening.decision = Decision::Role;
        let mut game = Self { rules, opening };
        for building in Building::ALL {
            game.mark_sold_out(&mut opening, building);
        }
        opening.shippable = game.shippable(&opening.ships);
        game.opening = opening;
        game
    }
}
