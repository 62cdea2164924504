//! An estimate of the win shares, for rollouts that are cut off.

use super::network::{Inputs, NETWORK};
use super::policy::rounds_left;
use super::terms::{TURN, Term};
use crate::player::Player;
use crate::words::{Building, Decision, Good, Role, Tile};
use crate::{PuertoRico, State};
use tradewinds_game::kit::{Counts8, KeySet, Kinds8};
use tradewinds_game::{Game, PerSeat, Seat};

/// The values that all seats share.
struct Common {
    /// Barrels of each good that one ship has room for, as far as a player can have as many.
    room: Counts8,
    /// Roles that are free for the next pick.
    free: KeySet<Role>,
    /// Highest number of doubloons on a free card.
    card: u8,
    /// The seat that picks next.
    next: Seat,
    /// The steps of [`Term::Turn`] from seat to seat.
    turn: u16,
    /// Seats that are still to act in the phase under way, the one that decides included.
    to_act: KeySet<Seat>,
}

/// Estimates each seat's win share: a softmax of the strengths. When the game is over it is the win
/// share itself. See [`tradewinds_game::Policy::evaluate`].
pub(super) fn evaluate(game: &PuertoRico, state: &State) -> PerSeat<f32> {
    if state.decision == Decision::Over {
        return game.scores(state).win_share;
    }
    let table = game.table(state);
    let mut inputs = Inputs::new(game.rules.players);
    for seat in Seat::all(game.rules.players) {
        game.terms(state, &table, seat, &mut inputs);
        inputs.end_seat(seat);
    }
    NETWORK.strengths(rounds_left(&game.rules, state), &inputs).softmax()
}

impl PuertoRico {
    /// Reads what all seats share.
    fn table(&self, state: &State) -> Common {
        let rules = &self.rules;
        let room = self.room(state);
        let room = Counts8::from_slice(&room.into_array().map(|room| room.min(Counts8::MAX)));
        let (next, taken) = self.next_pick(state);
        let mut card = 0;
        for (role, &doubloons) in state.role_doubloons.iter() {
            if !taken.has(role) {
                card = card.max(doubloons);
            }
        }
        let to_act = self.still_to_act(state);
        let turn = TURN / (rules.players - 1) as u16;
        Common { room, free: !taken, card, next, turn, to_act }
    }

    /// Adds the terms of a seat, in order.
    #[inline]
    fn terms(&self, state: &State, table: &Common, seat: Seat, inputs: &mut Inputs) {
        let rules = &self.rules;
        let player = &state.players[seat.index()];
        let points = self.points(player);
        inputs.add(Term::Points, points.total());
        inputs.add(Term::Chips, points.chips);
        inputs.add(Term::Pending, self.pending(player));
        let doubloons = player.doubloons;
        inputs.add(Term::Purse, doubloons.min(4));
        inputs.add(Term::Savings, doubloons.saturating_sub(4).min(6));
        inputs.add(Term::Riches, doubloons.saturating_sub(10).min(10));
        inputs.add(Term::Barrels, player.goods.total().into());

        let output = player.production();
        let circles = player.room.makers();
        let potential = player.tiles.min(circles);
        inputs.add_counts(Term::Corn, output);
        inputs.add_counts(Term::IdleCorn, potential.less(potential.min(output)));
        inputs.add(Term::Kinds, output.kinds().count() as u16);
        let quarry = Tile::Quarry.index();
        let (quarries, filled) = (player.occupied.get(quarry), player.tiles.total());
        let plantations = filled - player.tiles.get(quarry);
        inputs.add(Term::LoneTiles, (plantations - potential.total()).into());
        // The flags of the goods, without one for corn, come right after the term before them.
        let lone = circles.less(potential).kinds().without(Kinds8::one(Good::Corn.index()));
        inputs.add_counts(Term::LoneTiles, lone.into());
        inputs.add(Term::Quarries, quarries.min(4).into());
        inputs.add(Term::IdleQuarries, player.tiles.get(quarry).saturating_sub(quarries).into());

        inputs.add_flags(Term::SmallMarket, (player.owned & Building::VIOLET).bits() >> Building::PRODUCTION);
        inputs.add(Term::Violets, player.occupied_violets().into());
        let empty =
            u16::from(player.all_circles().saturating_sub(player.colonists.saturating_sub(player.san_juan)));
        inputs.add(Term::Colonists, player.colonists.into());
        inputs.add(Term::SanJuan, player.san_juan.into());
        inputs.add(Term::Empty, empty);
        inputs.add(Term::City, player.city.into());
        inputs.add(Term::Tiles, filled.into());

        let players = rules.players;
        let wait = seat.after(players - table.next.index(), players).index();
        inputs.add(Term::Next, u16::from(wait == 0));
        inputs.add(Term::Turn, table.turn * (players - 1 - wait) as u16);
        let loads = u16::from(player.goods.min(table.room).total());
        let sale = self.best_sale(state, player);
        let spendable = doubloons.min(12);
        let free = |role: Role| u16::from(table.free.has(role));
        inputs.add(Term::Loads, loads);
        inputs.add(Term::CaptainFree, free(Role::Captain) * loads);
        inputs.add(Term::TraderFree, free(Role::Trader) * sale);
        inputs.add(Term::BuilderFree, free(Role::Builder) * spendable);
        inputs.add(Term::CraftsmanFree, free(Role::Craftsman) * u16::from(output.total()));
        inputs.add(Term::MayorFree, free(Role::Mayor) * empty.min(4));
        inputs.add(Term::Card, if wait == 0 { table.card.into() } else { 0 });
        if state.decision == Decision::Load {
            inputs.add(Term::Loading, loads);
        }
        if table.to_act.has(seat) {
            match state.decision {
                Decision::Build => inputs.add(Term::Building, spendable),
                Decision::Sell => inputs.add(Term::Selling, sale),
                Decision::Hacienda | Decision::Tile | Decision::Hospice => inputs.add(Term::Settling, 1),
                Decision::Place => inputs.add(Term::Placing, player.san_juan.into()),
                _ => {}
            }
        }
    }

    /// Returns the bonus of the player's large buildings that are not occupied yet.
    pub(crate) fn pending(&self, player: &Player) -> u16 {
        let large = (player.owned & Building::LARGE).iter();
        let mut waiting = large.filter(|&building| !player.occupies(building)).peekable();
        if waiting.peek().is_none() {
            return 0;
        }
        let mut occupied = *player;
        for building in waiting {
            occupied.set_staff(building.index(), 1);
        }
        self.points(&occupied).total() - self.points(player).total()
    }

    /// Returns the price of the dearest barrel that the player can sell, and a half, counted in halves; 0
    /// without one.
    pub(crate) fn best_sale(&self, state: &State, player: &Player) -> u16 {
        let held = player.goods.kinds();
        let sellable =
            if player.occupies(Building::Office) { held } else { held.without(state.trading_house.kinds()) };
        let prices = sellable.filter_map(Good::from_index).map(|good| self.rules.prices[good]);
        prices.map(|price| 2 * u16::from(price) + 1).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::{Seed, Variant, Variants};

    /// Late estimates name the winner far more often than chance, and the last one is the result.
    #[test]
    fn late_estimates_find_the_winner() {
        let game = PuertoRico::new(4, &Variant::standard()).unwrap();
        let mut share = 0.0;
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut state = game.deal(&mut rng);
            let mut late = None;
            while game.to_act(&state).is_some() {
                if late.is_none() && state.colonist_supply < 10 {
                    late = Some(evaluate(&game, &state));
                }
                game.play_random(&mut state, &mut rng);
            }
            let result = game.scores(&state).win_share;
            assert_eq!(evaluate(&game, &state), result);
            if let Some(estimate) = late {
                let best = Seat::all(4).max_by(|&a, &b| estimate[a].total_cmp(&estimate[b])).unwrap();
                share += result[best];
            }
        }
        assert!(share > 0.5 * 200.0, "{share} of 200 games won by the seat with the best estimate");
    }

    /// Estimates are shares of one win at every decision, for any number of players.
    #[test]
    fn estimates_are_shares() {
        for players in 2..=5 {
            let game = PuertoRico::new(players, &Variant::standard()).unwrap();
            for seed in 0..20 {
                let mut rng = Seed(seed).rng();
                let mut state = game.deal(&mut rng);
                while game.to_act(&state).is_some() {
                    let estimate = evaluate(&game, &state);
                    assert!(estimate.iter().all(|share| (0.0..=1.0).contains(share)), "{estimate:?}");
                    assert!((estimate.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{estimate:?}");
                    game.play_random(&mut state, &mut rng);
                }
            }
        }
    }
}
