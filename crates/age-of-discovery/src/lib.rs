//! Age of Discovery (Age of Empires III, 2007) for 2 to 5 players, by `docs/rules/age-of-discovery.md`,
//! "the rules page"; section numbers (4.10), nodes (UW3) and rulings (A17) in comments are those of that page.
//!
//! All players know the same: everything but the tiles of regions nobody has explored, the order of the
//! building stacks and that of the discovery cards. The boxes and phases have a file each.

mod action;
mod auction;
mod benefits;
mod capital;
mod discovery;
mod dock;
mod evaluate;
mod goods;
mod hidden;
mod income;
mod invariants;
mod load;
mod packed;
mod placement;
mod playout;
mod policy;
mod position;
mod record;
mod rules;
mod score;
mod setup;
mod show;
mod specialists;
mod state;
mod study;
mod turn;
mod university;
mod warfare;
mod words;

use std::ops::RangeInclusive;

use serde_json::Value;

pub use action::Action;
pub use policy::WeightedPolicy;
pub use record::GameRecorder;
pub use rules::Find;
pub use state::{Player, State, Step};
pub use words::{Building, CardId, EventBox, Figure, Good, Region, Slot, TileId};

use rules::Rules;
use state::SEATS;
use tradewinds_game::{
    Actions, Advice, Broken, Dice, Edge, Facts, Game, IllegalAction, InputError, Notation, Records, Schema,
    Scores, Seat, Study, Variant, Variants, WeightDoc, Weights,
};

/// The game's name.
const NAME: &str = "age-of-discovery";

/// The rules of Age of Discovery for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct AgeOfDiscovery {
    rules: Rules,
}

impl AgeOfDiscovery {
    /// Returns what a discovery tile brings.
    #[must_use]
    pub fn tile(&self, tile: TileId) -> Find {
        self.rules.tiles[tile.index()]
    }

    /// Returns what a discovery card brings.
    #[must_use]
    pub fn card(&self, card: CardId) -> Find {
        self.rules.cards[card.index()]
    }

    /// Returns the price of a building in dollars: that of the age under way.
    #[must_use]
    pub fn price(&self, state: &State) -> u16 {
        self.rules.prices[state.age()].into()
    }

    /// Returns the fee of the Training slot in dollars.
    #[must_use]
    pub fn training_fee(&self) -> u16 {
        self.rules.training_fee.into()
    }

    /// Returns the fee of a war in dollars.
    #[must_use]
    pub fn war_fee(&self) -> u16 {
        self.rules.war_fee.into()
    }

    /// Returns the number of dock spaces that the ship leaves open.
    #[must_use]
    pub fn dock_spaces(&self) -> usize {
        self.rules.dock_spaces.into()
    }

    /// Returns a region's own good.
    #[must_use]
    pub fn region_good(&self, region: Region) -> Good {
        Good::ALL[usize::from(self.rules.region_good[region.index()])]
    }

    /// Returns the regions adjacent to a region, a bit each.
    #[must_use]
    pub fn adjacent(&self, region: Region) -> u16 {
        self.rules.adjacent[region.index()]
    }

    /// Returns the value of a figure in Merchant Shipping.
    #[must_use]
    pub fn shipping_value(&self, figure: Figure) -> u8 {
        self.rules.shipping[figure.index()]
    }

    /// Returns the values of a captain, a soldier and another figure on an expedition.
    #[must_use]
    pub fn discovery_values(&self) -> [u8; 3] {
        self.rules.discovery
    }

    /// Returns the units of one player that claim a region's good and let a region score.
    #[must_use]
    pub fn claim_units(&self) -> u8 {
        self.rules.claim_units
    }
}

impl Game for AgeOfDiscovery {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 15.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        self.set_up(dice)
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.step != Step::Over).then(|| Seat::new(usize::from(state.to_move)))
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.step {
            Step::Bid => self.legal_bids(state, actions),
            Step::AuctionSpecialist => actions.extend(Figure::SPECIALISTS.map(Action::TakeSpecialist)),
            Step::UniversityOrder | Step::UniversityShipping | Step::UniversityDiscovery => {
                actions.extend([Action::Keep, Action::Advance]);
            }
            Step::Place => self.legal_placements(state, actions),
            Step::UniversityDock => self.legal_dock_advances(state, actions),
            Step::Land => self.legal_landings(state, actions),
            Step::TakeGood => self.legal_goods(state, actions),
            Step::UniversityCapital => self.legal_capital_advances(state, actions),
            Step::Buy => self.legal_purchases(state, actions),
            Step::Cartography => self.legal_discoveries(state, actions),
            Step::IndianAllies => self.legal_reinforcements(state, actions),
            Step::ExploreTarget => self.legal_targets(state, actions),
            Step::ExploreSoldiers | Step::ExploreCaptains | Step::ExploreOthers => {
                self.legal_numbers(state, actions);
            }
            Step::Train => self.legal_trainings(state, actions),
            Step::Warfare => self.legal_conflicts(state, actions),
            Step::AttackerKills | Step::DefenderKills => self.legal_kills(state, actions),
            Step::Stable => self.legal_soldier_moves(state, actions),
            Step::Migration => self.legal_migrations(state, actions),
            Step::Over => {}
        }
    }

    #[inline(always)] // The loop of a playout.
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.playout_step(state, dice);
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match state.step {
            Step::Bid => self.play_bid(state, action, dice),
            Step::AuctionSpecialist => self.play_auction_specialist(state, action, dice),
            Step::UniversityOrder
            | Step::UniversityDock
            | Step::UniversityShipping
            | Step::UniversityCapital
            | Step::UniversityDiscovery => self.play_university(state, action, dice),
            Step::Place => self.play_placement(state, action, dice),
            Step::Land => self.play_landing(state, action, dice),
            Step::TakeGood => self.play_good(state, action, dice),
            Step::Buy => self.play_purchase(state, action, dice),
            Step::Cartography => self.play_cartography(state, action, dice),
            Step::IndianAllies => self.play_indian_allies(state, action, dice),
            Step::ExploreTarget => self.play_target(state, action, dice),
            Step::ExploreSoldiers | Step::ExploreCaptains | Step::ExploreOthers => {
                self.play_number(state, action, dice);
            }
            Step::Train => self.play_training(state, action, dice),
            Step::Warfare => self.play_conflict(state, action, dice),
            Step::AttackerKills | Step::DefenderKills => self.play_kills(state, action, dice),
            Step::Stable => self.play_stable(state, action, dice),
            Step::Migration => self.play_migration(state, action, dice),
            Step::Over => debug_assert!(false, "{action:?} is played after the end"),
        }
    }

    fn scores(&self, state: &State) -> Scores {
        self.standing(state)
    }

    /// The rules guarantee the end after turn 8: every figure leads to a handful of decisions, and nobody
    /// gets more than 19 figures a turn.
    fn max_decisions(&self) -> u32 {
        5_000
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, _: Seat, dice: &mut D) {
        self.resample(state, dice);
    }

    fn code(action: Action) -> u32 {
        action.code()
    }

    /// Everything is played openly. The outcome of an expedition is part of its edge: 1 for a success,
    /// 2 for a failure.
    fn observe(&self, before: &State, action: Action, after: &State, _: Seat) -> Option<Edge> {
        let edge = Edge::new(action.code());
        if before.step != Step::ExploreOthers {
            return Some(edge);
        }
        let success = match before.expedition_target() {
            Some(region) => after.undiscovered >> region.index() & 1 == 0,
            None => after.deck_len < before.deck_len,
        };
        Some(edge.with_outcome(if success { 1 } else { 2 }))
    }
}

impl Notation for AgeOfDiscovery {
    fn violations(&self, state: &State) -> Vec<Broken> {
        self.broken_invariants(state)
    }

    fn action_text(&self, _: &State, action: Action) -> String {
        action.text()
    }

    /// Compares the text with those of the legal actions, without a string for each of them.
    fn parse_action(&self, state: &State, text: &str) -> Result<Action, IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        let mut legal = String::new();
        for &action in &actions {
            let start = legal.len();
            action.write(&mut legal);
            if &legal[start..] == text {
                return Ok(action);
            }
            legal.push_str(", ");
        }
        let reason = match legal.strip_suffix(", ") {
            Some(legal) => format!("legal here: {legal}"),
            None => "the game is over".to_owned(),
        };
        Err(IllegalAction { action: text.to_owned(), reason })
    }

    fn position(&self, state: &State) -> Value {
        self.position_object(state, false)
    }

    fn view(&self, state: &State, _: Seat) -> Value {
        self.position_object(state, true)
    }

    fn read<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        dice: &mut D,
    ) -> Result<(Self, State), InputError> {
        Self::read_position(position, variant, dice)
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        self.show_position(position)
    }

    fn result(&self, state: &State) -> Option<Value> {
        (state.step == Step::Over).then(|| self.result_object(state))
    }

    fn end_reason(&self, state: &State) -> String {
        if state.step == Step::Over { "turns".to_owned() } else { String::new() }
    }
}

impl Variants for AgeOfDiscovery {
    const NAME: &'static str = NAME;
    const PLAYERS: RangeInclusive<usize> = 2..=SEATS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self { rules: Rules::new(players, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        rules::VARIANTS
    }

    fn data() -> &'static str {
        rules::DATA
    }
}

impl Advice for AgeOfDiscovery {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}

impl Study for AgeOfDiscovery {
    const DECISION_KINDS: &'static [&'static str] = &Step::WORDS;

    /// The place in the order of the state, which is the first one for the state that was dealt. Under
    /// auction nobody has a place before it is over; the first to decide go round in seat order from
    /// seat 0, the youngest player (section 6), so that is their order.
    fn start_place(&self, state: &State, seat: Seat) -> usize {
        if state.step == Step::Bid { seat.index() } else { state.place_of(seat.index() as u8) }
    }

    fn round(&self, state: &State) -> u32 {
        state.turn.into()
    }

    /// The kinds are the steps of 14.2.
    fn decision_kind(&self, state: &State) -> usize {
        state.step as usize
    }

    fn choice(&self, state: &State, action: Action) -> String {
        self.choice_name(state, action)
    }

    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        self.note_circumstances(state, action, facts);
    }
}

impl Records for AgeOfDiscovery {
    type Recorder = GameRecorder;

    fn schema() -> &'static Schema {
        &record::SCHEMA
    }

    fn recorder(&self, _: &State) -> GameRecorder {
        GameRecorder::default()
    }
}
