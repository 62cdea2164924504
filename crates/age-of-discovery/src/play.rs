//! Play: the walk through the decisions of a game. Each event box and phase has its own file.

mod auction;
mod benefits;
mod capital;
mod discovery;
mod dock;
mod goods;
mod income;
mod one_step;
mod placement;
mod quick;
mod specialists;
mod turn;
mod university;
mod warfare;

use tradewinds_game::{Actions, Dice, Edge, Game, PerSeat, Scores, Seat, shuffle};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::buildings::all_of_age;
use crate::stacks::{shuffled_deck, shuffled_stack};
use crate::state::{ALL_REGIONS, State};
use crate::words::{Decision, Figure, Region, TileId, university};

impl Game for AgeOfDiscovery {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 15.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    /// Sets up a game in the order of section 1.3.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let rules = &self.rules;
        let mut state = State::empty();
        let mut tiles: [u8; TileId::COUNT] = std::array::from_fn(|tile| tile as u8);
        shuffle(&mut tiles, dice);
        for (region, &tile) in Region::ALL.into_iter().zip(&tiles) {
            if region != rules.home || rules.auction {
                state.undiscovered |= 1 << region.index();
                state.set_tile(region.index(), tile.into());
            }
        }
        state.pile = rules.counters;
        state.region_goods = ALL_REGIONS;
        for good in rules.region_good {
            state.pile.take(good.index(), 1);
        }
        for age in 0..3 {
            let (stack, len) = shuffled_stack(age, all_of_age(age), dice);
            state.stacks[age] = stack;
            state.stack_len[age] = len;
        }
        self.fill_offer(&mut state, 0);
        self.fill_market(&mut state, dice);
        state.ship_in_box = true;
        (state.deck, state.deck_len) = shuffled_deck(0, dice);
        if rules.auction {
            for player in &mut state.players[..rules.players] {
                player.money = rules.auction_money.into();
            }
            state.ask(Decision::Bid, Seat::new(0));
            return state;
        }
        for (place, seat) in state.order.iter_mut().zip(Seat::all(rules.players)) {
            *place = seat;
        }
        shuffle(&mut state.order[..rules.players], dice);
        for at in 0..rules.players {
            state.players[state.order[at].index()].money = rules.start_money[at].into();
        }
        self.deal_colonists(&mut state);
        self.begin_turn(&mut state, dice);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.decision != Decision::Over).then_some(state.to_move)
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.decision {
            Decision::Bid => self.legal_bids(state, actions),
            Decision::AuctionSpecialist => actions.extend(Figure::SPECIALISTS.map(Action::TakeSpecialist)),
            Decision::UniversityOrder
            | Decision::UniversityShipping
            | Decision::UniversityDiscovery
            | Decision::UniversityBenefits => actions.extend([Action::Keep, Action::Advance]),
            Decision::UniversityInitiative | Decision::UniversityReorder => {
                self.legal_initiative_advances(state, actions);
            }
            Decision::Place => self.legal_placements(state, actions),
            Decision::UniversityDock => self.legal_dock_advances(state, actions),
            Decision::Land => self.legal_landings(state, actions),
            Decision::TakeGood => self.legal_goods(state, actions),
            Decision::UniversityCapital => self.legal_capital_advances(state, actions),
            Decision::Buy => self.legal_purchases(state, actions),
            Decision::Cartography => self.legal_discoveries(state, actions),
            Decision::IndianAllies => self.legal_reinforcements(state, actions),
            Decision::ExploreTarget => self.legal_targets(state, actions),
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => {
                self.legal_numbers(state, actions);
            }
            Decision::Train => self.legal_trainings(state, actions),
            Decision::Warfare => self.legal_conflicts(state, actions),
            Decision::AttackerKills | Decision::DefenderKills => self.legal_kills(state, actions),
            Decision::Stable => self.legal_soldier_moves(state, actions),
            Decision::Migration => self.legal_migrations(state, actions),
            Decision::Over => {}
        }
    }

    #[inline(always)] // The loop of a playout.
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        quick::play_random(self, state, dice);
    }

    /// Placements are played in a loop.
    #[inline(always)]
    fn play_several_random<D: Dice + ?Sized>(&self, state: &mut State, most: u32, dice: &mut D) -> u32 {
        quick::play_several_random(self, state, most, dice)
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match state.decision {
            Decision::Bid => self.play_bid(state, action, dice),
            Decision::AuctionSpecialist => self.play_auction_specialist(state, action, dice),
            university!() => self.play_university(state, action, dice),
            Decision::Place => self.play_placement(state, action, dice),
            Decision::Land => self.play_landing(state, action, dice),
            Decision::TakeGood => self.play_good(state, action, dice),
            Decision::Buy => self.play_purchase(state, action, dice),
            Decision::Cartography => self.play_cartography(state, action, dice),
            Decision::IndianAllies => self.play_indian_allies(state, action, dice),
            Decision::ExploreTarget => self.play_target(state, action, dice),
            Decision::ExploreSoldiers | Decision::ExploreCaptains | Decision::ExploreOthers => {
                self.play_number(state, action, dice);
            }
            Decision::Train => self.play_training(state, action, dice),
            Decision::Warfare => self.play_conflict(state, action, dice),
            Decision::AttackerKills | Decision::DefenderKills => self.play_kills(state, action, dice),
            Decision::Stable => self.play_stable(state, action, dice),
            Decision::Migration => self.play_migration(state, action, dice),
            Decision::Over => debug_assert!(false, "{action:?} is played after the end"),
        }
    }

    /// Ranks the players by points, VP of the last region scoring, money and goods (5.3).
    fn scores(&self, state: &State) -> Scores {
        let points =
            PerSeat::from_fn(self.rules.players, |seat| self.points(state.player(seat)).total() as i32);
        let ties = PerSeat::from_fn(self.rules.players, |seat| {
            let player = state.player(seat);
            [player.region_vp[2].into(), player.money.into(), player.good_total() as i32]
        });
        Scores::ranked(points, ties)
    }

    /// The rules guarantee the end after turn 8: every figure leads to a handful of decisions, and no
    /// player gets more than 19 figures per turn.
    fn max_decisions(&self) -> u32 {
        5_000
    }

    /// Draws everything hidden again from public information; all seats have the same knowledge.
    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, _: Seat, dice: &mut D) {
        let hidden = state.undiscovered & !state.seen;
        let placed = self.known_tiles(state, state.seen);
        self.deal_tiles(state, hidden, placed, dice);
        for age in state.age()..3 {
            let left = self.stack_of(state, age);
            (state.stacks[age], state.stack_len[age]) = shuffled_stack(age, left, dice);
        }
        (state.deck, state.deck_len) = shuffled_deck(self.won_cards(state), dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.determinize(state, Seat::new(0), dice);
    }

    fn permute_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let hidden = state.undiscovered & !state.seen;
        let known = self.known_tiles(state, state.seen);
        Self::permute_tiles(state, hidden, known, dice);
        for age in state.age()..3 {
            state.stacks[age] = state.stacks[age].permuted(state.stack_len[age], dice);
        }
        state.deck = state.deck.permuted(state.deck_len, dice);
    }

    #[inline]
    fn code(action: Action) -> u32 {
        action.code()
    }

    /// Everything is played openly. The outcome of an expedition is part of its edge: 1 for a success,
    /// 2 for a failure.
    fn observe(&self, before: &State, action: Action, after: &State, _: Seat) -> Option<Edge> {
        let edge = Edge::new(action.code());
        if before.decision != Decision::ExploreOthers {
            return Some(edge);
        }
        let success = match before.expedition_target() {
            Some(region) => after.undiscovered >> region.index() & 1 == 0,
            None => after.deck_len < before.deck_len,
        };
        Some(edge.with_outcome(if success { 1 } else { 2 }))
    }
}
