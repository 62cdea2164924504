//! Puerto Rico for 2 to 5 players, by `docs/rules/puerto-rico.md`.
//!
//! Everything but the order of the face-down plantations is public. The phases of play have a file
//! each, named after the role.

mod action;
mod builder;
mod captain;
mod counts;
mod craftsman;
mod evaluate;
mod hidden;
mod invariants;
mod mayor;
mod playout;
mod policy;
mod position;
mod record;
mod round;
mod rules;
mod score;
mod settler;
mod show;
mod staff;
mod state;
mod step;
mod study;
mod trader;
mod words;

use std::ops::RangeInclusive;

use serde_json::Value;

pub use action::Action;
pub use policy::WeightedPolicy;
pub use record::RoleRecorder;
pub use state::State;
pub use words::{Building, Good, Role, Tile};

use counts::{Counts, Kinds};
use rules::Rules;
use state::{Decision, Deck, EMPTY, Player, SEATS, SHIPS, Ship};
use tradewinds_game::{
    Actions, Advice, Broken, Dice, Facts, Game, InputError, Notation, Records, Schema, Scores, Seat, Study,
    Variant, Variants, WeightDoc, Weights,
};

/// The game's name.
const NAME: &str = "puerto-rico";

/// The rules of Puerto Rico for one number of players and one variant.
#[derive(Clone, PartialEq, Debug)]
pub struct PuertoRico {
    rules: Rules,
    /// A game that is set up but for the tiles: none is face up or face down.
    opening: State,
}

impl PuertoRico {
    fn with(rules: Rules) -> Self {
        let mut players = [Player::default(); SEATS];
        for (player, &(tile, doubloons)) in players.iter_mut().zip(&rules.start) {
            player.doubloons = u16::from(doubloons);
            player.tiles.add(tile.index(), 1);
        }
        let mut opening = State {
            players,
            deck: Deck::unknown(0),
            role_doubloons: [0; 8],
            picked: 0,
            supply: Counts::from_slice(&rules.goods),
            trading_house: Counts::default(),
            face_up: Counts::default(),
            discards: Counts::default(),
            sold_out: 0,
            shippable: Kinds::default(),
            rest: 0,
            pool: rules.victory_points,
            round: 1,
            ships: [Ship { kind: EMPTY, load: 0 }; SHIPS],
            picks: 0,
            taken: 0,
            colonist_ship: rules.colonists_on_ship,
            colonist_supply: rules.colonists - rules.colonists_on_ship,
            quarries: rules.tiles[Tile::Quarry.index()],
            governor: 0,
            chooser: 0,
            player: 0,
            decision: Decision::Role,
            detail: 0,
            circles: 0,
            later: 0,
            wharf_used: 0,
            passed: 0,
            captain_loaded: false,
            colonist_shortage: false,
            city_full: false,
        };
        let mut game = Self { rules, opening };
        for id in 0..Building::COUNT {
            game.mark_sold_out(&mut opening, id);
        }
        opening.shippable = game.shippable(&opening.ships);
        game.opening = opening;
        game
    }
}

impl Game for PuertoRico {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 20.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    /// Sets up as section 1.2 says; seat 0 is the first governor.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let mut state = self.opening;
        state.deck = settler::shuffled_deck(&state.face_down(&self.rules), dice);
        state.face_up = self.turn_up(&mut state.deck);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        // The lesser of both is always the player; it spares the bound check of `Seat::new`.
        (state.decision != Decision::Over).then(|| Seat::new(usize::from(state.player).min(SEATS - 1)))
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        match state.decision {
            Decision::Role => self.legal_roles(state, actions),
            Decision::Hacienda => actions.extend([Action::Draw, Action::Pass]),
            Decision::Tile => self.legal_tiles(state, actions),
            Decision::Hospice | Decision::MayorBonus | Decision::University => {
                actions.extend([Action::TakeColonist, Action::Pass]);
            }
            Decision::Place => self.legal_places(state, actions),
            Decision::Build => self.legal_buildings(state, actions),
            Decision::CraftBonus => self.legal_bonus(state, actions),
            Decision::Sell => self.legal_sales(state, actions),
            Decision::Load => self.legal_loads(state, actions),
            Decision::Store => self.legal_stores(state, actions),
            Decision::Over => {}
        }
    }

    #[inline(always)] // The loop of a playout: saving registers at every step would cost 3 %.
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.playout_step(state, dice);
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match state.decision {
            Decision::Role => self.pick_role(state, action, dice),
            Decision::Hacienda => self.play_hacienda(state, action, dice),
            Decision::Tile => self.play_tile(state, action, dice),
            Decision::Hospice => self.play_hospice(state, action, dice),
            Decision::MayorBonus => self.play_mayor_bonus(state, action),
            Decision::Place => self.play_place(state, action),
            Decision::Build => self.play_build(state, action),
            Decision::University => self.play_university(state, action),
            Decision::CraftBonus => self.play_bonus(state, action),
            Decision::Sell => self.play_sale(state, action),
            Decision::Load => self.play_load(state, action),
            Decision::Store => self.play_store(state, action),
            Decision::Over => debug_assert!(false, "{action:?} is played after the end"),
        }
    }

    fn scores(&self, state: &State) -> Scores {
        self.standing(state)
    }

    /// The rules guarantee no end: 100 rounds (the page's `max_rounds`) of ordinary length.
    fn max_decisions(&self) -> u32 {
        100 * u32::from(self.rules.picks) * self.rules.players as u32 * 2
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, _: Seat, dice: &mut D) {
        self.resample_deck(state, dice);
    }

    fn is_open(&self, state: &State) -> bool {
        self.has_no_tile_to_come(state)
    }

    fn code(action: Action) -> u32 {
        action.code()
    }
}

impl Notation for PuertoRico {
    fn violations(&self, state: &State) -> Vec<Broken> {
        self.broken_invariants(state)
    }

    fn action_text(&self, state: &State, action: Action) -> String {
        action.text(&self.rules, state)
    }

    fn position(&self, state: &State) -> Value {
        self.position_object(state, false)
    }

    fn view(&self, state: &State, _: Seat) -> Value {
        self.position_object(state, true)
    }

    /// Reads a position file; an unknown order of the face-down tiles stays unknown.
    fn read<D: Dice + ?Sized>(
        position: &Value,
        variant: &Variant,
        _: &mut D,
    ) -> Result<(Self, State), InputError> {
        Self::read_position(position, variant)
    }

    fn show(&self, position: &Value) -> Result<String, InputError> {
        self.show_position(position)
    }

    fn result(&self, state: &State) -> Option<Value> {
        Some(self.score_object(state))
    }

    /// The end triggers that hold: `colonists`, `vp` and `city`, joined by `+`.
    fn end_reason(&self, state: &State) -> String {
        if state.decision != Decision::Over {
            return String::new();
        }
        let triggers =
            [("colonists", state.colonist_shortage), ("vp", state.pool <= 0), ("city", state.city_full)];
        let held: Vec<&str> = triggers.iter().filter(|(_, held)| *held).map(|(name, _)| *name).collect();
        held.join("+")
    }
}

impl Variants for PuertoRico {
    const NAME: &'static str = NAME;
    const PLAYERS: RangeInclusive<usize> = 2..=SEATS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self::with(Rules::new(players, variant)?))
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        rules::VARIANTS
    }

    fn data() -> &'static str {
        rules::DATA
    }
}

impl Advice for PuertoRico {
    type Policy = WeightedPolicy;

    fn weights() -> &'static [WeightDoc] {
        policy::DOCS
    }

    fn policy(&self, weights: &Weights) -> Result<WeightedPolicy, InputError> {
        WeightedPolicy::new(weights)
    }
}

impl Study for PuertoRico {
    const DECISION_KINDS: &'static [&'static str] = &Decision::WORDS;

    /// Seat 0 is the first governor.
    fn start_place(&self, _: &State, seat: Seat) -> usize {
        seat.index()
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }

    fn decision_kind(&self, state: &State) -> usize {
        state.decision as usize
    }

    fn circumstances(&self, state: &State, action: Action, facts: &mut Facts) {
        self.note_circumstances(state, action, facts);
    }
}

impl Records for PuertoRico {
    type Recorder = RoleRecorder;

    fn schema() -> &'static Schema {
        &record::SCHEMA
    }

    fn recorder(&self, state: &State) -> RoleRecorder {
        RoleRecorder::new(state)
    }
}
