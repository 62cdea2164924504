//! Hidden tile: face-down tiles, one of which one seat has seen.
//!
//! # Rules
//! 2 or 3 seats play two rounds. Three of the five tiles lie face down on the places left, middle and
//! right; the other two are out of the round, unseen. In turn each seat chooses a role: `trade`, which
//! rolls a die for coins, or `scout`, once a round. The scout may `look PLACE` at one tile. In turn
//! each seat may `bet PLACE` a coin. In turn each seat whose bet lies on a face-down tile may turn it
//! up with `open PLACE`, and every bet on it is paid the tile's number of coins; or it may `leave` and
//! take its coin back. Then all tiles are mixed and dealt again, and the next seat begins. Most coins
//! after the last round win.
//!
//! # What the others know
//! Everybody knows where the scout has looked, only the scout what lies there. All tiles are shown at
//! the end of the game.

use arrayvec::ArrayVec;
use serde::Deserialize;
use tradewinds_game::{
    Actions, Choices, Dice, Edge, Features, Game, InputError, PerSeat, Scores, Seat, Speech, Variant,
    Variants, overlaid, shuffle,
};

/// The maximum number of seats of the game.
pub const SEATS: usize = 3;
/// The places of the tiles.
pub const PLACES: [&str; 3] = ["left", "middle", "right"];
/// The maximum number of tiles of the game.
pub const TILES: usize = 6;

const DATA: &str = "tiles = [0, 0, 1, 3, 4]\ncoins = 2\ndie = 3\nrounds = 2\n";

/// The numbers of the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// The numbers on the tiles.
    pub tiles: Vec<u8>,
    /// Coins of each seat at the start.
    pub coins: u8,
    /// Sides of the die, from 1.
    pub die: u8,
    /// Rounds of the game.
    pub rounds: u8,
}

/// The kind of the next decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A seat becomes the scout or passes.
    Role,
    /// The scout looks at a tile.
    Look,
    /// A seat bets on a tile.
    Bet,
    /// A tile is opened.
    Open,
    /// The game is over.
    Over,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The numbers of the tiles, from the left.
    pub tiles: [u8; 3],
    /// The tiles that are face up.
    pub face_up: [bool; 3],
    /// The seat that is the scout.
    pub scout: Option<u8>,
    /// The place where the scout has looked.
    pub looked: Option<u8>,
    /// Coins of each seat.
    pub coins: [u8; SEATS],
    /// The place on which each seat bets.
    pub bets: [Option<u8>; SEATS],
    /// The seat that began the round.
    pub first: u8,
    /// The kind of the next decision.
    pub step: Phase,
    /// Seats that have finished the step; 0 at `Look` and `Over`.
    pub turn: u8,
    /// The round, from 1.
    pub round: u8,
}

const _: () = assert!(!std::mem::needs_drop::<State>() && size_of::<State>() <= 32);

/// One decision; places are indices of [`PLACES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Becomes the scout.
    Scout,
    /// Takes coins in place of a role.
    Trade,
    /// Looks at the tile of a place.
    Look(u8),
    /// Bets on a place.
    Bet(u8),
    /// Opens a tile.
    Open(u8),
    /// Opens no tile.
    Leave,
    /// Does not bet.
    Pass,
}

const _: () = assert!(size_of::<Action>() <= 4);

/// The rules.
#[derive(Clone, Debug)]
pub struct HiddenTile {
    /// The number of players.
    pub players: usize,
    /// The numbers of the rules.
    pub data: Data,
}

impl State {
    /// Returns whether a seat knows the tile of a place.
    pub fn knows(&self, seat: Seat, place: usize) -> bool {
        let looked = self.looked.map(usize::from) == Some(place);
        let scout = self.scout.map(usize::from) == Some(seat.index());
        self.step == Phase::Over || self.face_up[place] || (scout && looked)
    }
}

impl HiddenTile {
    /// Returns the seat that is to act.
    pub fn seat_in_turn(&self, state: &State) -> usize {
        (usize::from(state.first) + usize::from(state.turn)) % self.players
    }

    /// Returns the tiles that lie on no place but the given ones, in ascending order.
    pub fn others(&self, shown: &[Option<u8>; 3]) -> Result<ArrayVec<u8, TILES>, u8> {
        let mut tiles: ArrayVec<u8, TILES> = self.data.tiles.iter().copied().collect();
        tiles.sort_unstable();
        for &tile in shown.iter().flatten() {
            let at = tiles.iter().position(|&other| other == tile).ok_or(tile)?;
            tiles.remove(at);
        }
        Ok(tiles)
    }

    /// Fills the places whose tiles are not given, uniformly.
    pub fn lay<D: Dice + ?Sized>(&self, state: &mut State, shown: &[Option<u8>; 3], dice: &mut D) {
        let mut others = self.others(shown).expect("the tiles shown are tiles of the game");
        shuffle(&mut others, dice);
        let mut others = others.into_iter();
        for (tile, shown) in state.tiles.iter_mut().zip(shown) {
            *tile = shown.or_else(|| others.next()).expect("there are at least three tiles");
        }
    }

    fn begin_round<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.face_up = [false; 3];
        state.scout = None;
        state.looked = None;
        state.bets = [None; SEATS];
        state.step = Phase::Role;
        state.turn = 0;
        self.lay(state, &[None; 3], dice);
    }

    /// Advances to the next decision.
    fn advance<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        state.turn += 1;
        loop {
            let all_done = usize::from(state.turn) == self.players;
            match state.step {
                Phase::Role if all_done => {
                    state.turn = 0;
                    state.step = if state.scout.is_some() { Phase::Look } else { Phase::Bet };
                    return;
                }
                Phase::Look => {
                    state.turn = 0;
                    state.step = Phase::Bet;
                    return;
                }
                Phase::Bet if all_done => {
                    state.turn = 0;
                    state.step = Phase::Open;
                }
                Phase::Open if all_done => {
                    state.turn = 0;
                    if state.round == self.data.rounds {
                        state.step = Phase::Over;
                    } else {
                        state.round += 1;
                        state.first = (state.first + 1) % self.players as u8;
                        self.begin_round(state, dice);
                    }
                    return;
                }
                Phase::Open if state.bets[self.seat_in_turn(state)].is_none() => state.turn += 1,
                _ => return,
            }
        }
    }
}

impl Game for HiddenTile {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = false;
    const CLEAR_LEAD: f32 = 4.0;

    fn players(&self) -> usize {
        self.players
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let mut state = State {
            tiles: [0; 3],
            face_up: [false; 3],
            scout: None,
            looked: None,
            coins: [0; SEATS],
            bets: [None; SEATS],
            first: dice.below(self.players as u32) as u8,
            step: Phase::Role,
            turn: 0,
            round: 1,
        };
        state.coins[..self.players].fill(self.data.coins);
        self.begin_round(&mut state, dice);
        state
    }

    fn to_act(&self, state: &State) -> Option<Seat> {
        match state.step {
            Phase::Over => None,
            Phase::Look => state.scout.map(|seat| Seat::new(usize::from(seat))),
            Phase::Role | Phase::Bet | Phase::Open => Some(Seat::new(self.seat_in_turn(state))),
        }
    }

    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        actions.clear();
        let Some(seat) = self.to_act(state).map(Seat::index) else { return };
        match state.step {
            Phase::Role => {
                if state.scout.is_none() {
                    actions.push(Action::Scout);
                }
                actions.push(Action::Trade);
            }
            Phase::Look => {
                actions.extend((0..3).map(Action::Look));
                actions.push(Action::Pass);
            }
            Phase::Bet => {
                if state.coins[seat] > 0 {
                    actions.extend((0..3).map(Action::Bet));
                }
                actions.push(Action::Pass);
            }
            Phase::Open => {
                actions.extend(state.bets[seat].map(Action::Open));
                actions.push(Action::Leave);
            }
            Phase::Over => {}
        }
    }

    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        let seat = self.to_act(state).expect("the game goes on").index();
        match action {
            Action::Scout => state.scout = Some(seat as u8),
            Action::Trade => state.coins[seat] += 1 + dice.below(u32::from(self.data.die)) as u8,
            Action::Look(place) => state.looked = Some(place),
            Action::Bet(place) => {
                state.coins[seat] -= 1;
                state.bets[seat] = Some(place);
            }
            Action::Open(place) => {
                state.face_up[usize::from(place)] = true;
                for (bet, coins) in state.bets.iter_mut().zip(&mut state.coins) {
                    if *bet == Some(place) {
                        *bet = None;
                        *coins += state.tiles[usize::from(place)];
                    }
                }
            }
            Action::Leave => {
                state.bets[seat] = None;
                state.coins[seat] += 1;
            }
            Action::Pass => {}
        }
        self.advance(state, dice);
    }

    fn scores(&self, state: &State) -> Scores {
        let points = PerSeat::from_fn(self.players, |seat| i32::from(state.coins[seat.index()]));
        Scores::ranked(points, PerSeat::new(self.players))
    }

    fn max_decisions(&self) -> u32 {
        u32::from(self.data.rounds) * (3 * self.players as u32 + 1) + 1
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        let shown = std::array::from_fn(|place| state.knows(observer, place).then_some(state.tiles[place]));
        self.lay(state, &shown, dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let seen = |place| Seat::all(self.players()).any(|seat| state.knows(seat, place));
        let shown = std::array::from_fn(|place| seen(place).then_some(state.tiles[place]));
        self.lay(state, &shown, dice);
    }

    fn code(action: Action) -> u32 {
        match action {
            Action::Pass => 0,
            Action::Scout => 1,
            Action::Trade => 2,
            Action::Leave => 3,
            Action::Look(place) => 4 + u32::from(place),
            Action::Bet(place) => 7 + u32::from(place),
            Action::Open(place) => 10 + u32::from(place),
        }
    }

    /// Lists depend on coins, but not on tiles.
    fn is_public_step(&self, _: &State, action: Action, _: &State) -> bool {
        !matches!(action, Action::Trade | Action::Open(_))
    }

    fn observe(&self, before: &State, action: Action, _: &State, _: Seat) -> Option<Edge> {
        let edge = Edge::new(Self::code(action));
        Some(match action {
            Action::Open(place) => edge.with_outcome(before.tiles[usize::from(place)] + 1),
            _ => edge,
        })
    }
}

impl Variants for HiddenTile {
    const NAME: &'static str = "hidden-tile";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=SEATS;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        if !Self::PLAYERS.contains(&players) {
            return Err(InputError::new(Self::NAME, "players", players.to_string(), "2 or 3"));
        }
        let data: Data = overlaid(DATA, [variant])?;
        let tiles = (3..=TILES).contains(&data.tiles.len()) && data.tiles.iter().all(|&tile| tile < 10);
        if !tiles || data.die == 0 || data.rounds == 0 || data.rounds > 9 || data.coins > 9 || data.die > 9 {
            return Err(InputError::new(
                Self::NAME,
                "",
                format!("{data:?}"),
                "3 to 6 tiles, numbers below 10",
            ));
        }
        Ok(Self { players, data })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[(
            "six-tiles",
            "name = \"six-tiles\"\ngame = \"hidden-tile\"\n[set]\ntiles = [0, 1, 2, 2, 3, 5]\nrounds = 3\n",
        )]
    }
}

impl Features for HiddenTile {}

impl Speech for HiddenTile {}

impl Choices for HiddenTile {
    const DECISION_KINDS: &'static [&'static str] = &["role", "look", "bet", "open"];

    fn start_place(&self, state: &State, seat: Seat) -> usize {
        let rounds_done = usize::from(state.round) - 1;
        let first = (usize::from(state.first) + self.players * rounds_done - rounds_done) % self.players;
        (seat.index() + self.players - first) % self.players
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn decision_kind(&self, state: &State) -> usize {
        state.step as usize
    }
}
