//! An oracle over a game of Rust, which can be broken.

use tradewinds_foreign::{Answered, Oracle, PlayedOut};
use tradewinds_game::{Actions, Edge, Game, InputError, Origin, Seat, Seed};

/// A law that the oracle breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    Seat,
    NoAction,
    Twice,
    /// Every second deal has fewer actions.
    Chance,
    /// A determinization has its actions in another order.
    World,
    /// A determinization is another deal.
    Views,
    Scores,
    Nan,
    /// A playout has no decision.
    NoStep,
    /// A playout does not follow from its seed.
    Whim,
}

/// What a seat sees of a state.
type See<G> = fn(&<G as Game>::State, usize) -> Vec<u8>;

pub(crate) struct Native<G: Game> {
    game: G,
    /// The code of each action, in the order in which they were seen.
    codes: Vec<u32>,
    slip: Option<Slip>,
    plays_out: bool,
    see: Option<See<G>>,
    /// The requests so far, and the one from which on all fail.
    requests: u32,
    fails: Option<u32>,
}

impl<G: Game> Native<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { game, codes: Vec::new(), slip: None, plays_out: false, see: None, requests: 0, fails: None }
    }

    pub(crate) fn with(mut self, slip: Option<Slip>, see: See<G>) -> Self {
        (self.slip, self.see) = (slip, Some(see));
        self
    }

    pub(crate) fn playing_out(mut self) -> Self {
        self.plays_out = true;
        self
    }

    pub(crate) fn failing_after(mut self, requests: u32) -> Self {
        self.fails = Some(requests);
        self
    }

    pub(crate) fn heal(&mut self) {
        self.fails = None;
    }

    pub(crate) fn code(&self, number: u32) -> u32 {
        self.codes[number as usize]
    }

    /// Returns the number of the action with a code.
    pub(crate) fn number(&mut self, code: u32) -> u32 {
        let known = self.codes.iter().position(|known| *known == code);
        known.unwrap_or_else(|| {
            self.codes.push(code);
            self.codes.len() - 1
        }) as u32
    }

    fn actions(&self, state: &G::State) -> Actions<G::Action> {
        let mut actions = Actions::new();
        if self.game.to_act(state).is_some() {
            self.game.legal(state, &mut actions);
        }
        actions
    }

    pub(crate) fn look(&mut self, state: G::State) -> Answered<G::State> {
        let mut legal = Vec::new();
        for action in self.actions(&state) {
            legal.push(self.number(G::code(action)));
        }
        Answered { place: state, to_act: self.game.to_act(&state).map(Seat::index), legal, outcome: 0 }
    }

    fn request(&mut self, name: &str) -> Result<(), InputError> {
        self.requests += 1;
        match self.fails {
            Some(after) if self.requests > after => {
                let found = format!("request {name}");
                Err(self.refuse(InputError::new(Origin::Unnamed, "broken", found, "nothing")))
            }
            _ => Ok(()),
        }
    }
}

impl<G: Game> Oracle for Native<G> {
    type Place = G::State;
    type Fault = InputError;

    fn refuse(&self, error: InputError) -> InputError {
        error.with_origin(Origin::Other("native".to_owned()))
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn max_decisions(&self) -> u32 {
        self.game.max_decisions()
    }

    fn deal(&mut self, seed: u32) -> Result<Answered<G::State>, InputError> {
        self.request("deal")?;
        let state = self.game.deal(&mut Seed(seed.into()).rng());
        let mut found = self.look(state);
        match self.slip {
            Some(Slip::Seat) => found.to_act = Some(7),
            Some(Slip::NoAction) => found.legal.clear(),
            Some(Slip::Twice) => found.legal = vec![found.legal[0]; 2],
            Some(Slip::Chance) if self.requests.is_multiple_of(2) => found.legal.truncate(1),
            _ => {}
        }
        Ok(found)
    }

    fn play(&mut self, state: &G::State, action: u32, seed: u32) -> Result<Answered<G::State>, InputError> {
        self.request("play")?;
        let code = self.code(action);
        let action = self.actions(state).into_iter().find(|action| G::code(*action) == code).unwrap();
        let mut after = *state;
        self.game.play(&mut after, action, &mut Seed(seed.into()).rng());
        let edge = self.game.observe(state, action, &after, Seat::new(0));
        Ok(Answered { outcome: edge.map_or(0, Edge::outcome), ..self.look(after) })
    }

    fn determinize(
        &mut self,
        state: &G::State,
        seat: Seat,
        seed: u32,
    ) -> Result<Option<Answered<G::State>>, InputError> {
        self.request("determinize")?;
        let mut rng = Seed(seed.into()).rng();
        let mut world = *state;
        self.game.determinize(&mut world, seat, &mut rng);
        let other = self.game.deal(&mut rng);
        if self.slip == Some(Slip::Views) && self.game.to_act(&other) == self.game.to_act(&world) {
            world = other;
        }
        let mut found = self.look(world);
        if self.slip == Some(Slip::World) {
            found.legal.reverse();
        }
        Ok(Some(found))
    }

    fn playout(&mut self, state: &G::State, most: u32, seed: u32) -> Result<PlayedOut<Self>, InputError> {
        if !self.plays_out {
            return Ok(None);
        }
        self.request("playout")?;
        let whim = if self.slip == Some(Slip::Whim) { self.requests } else { 0 };
        let (mut rng, mut state, mut decisions) = (Seed(u64::from(seed) + u64::from(whim)).rng(), *state, 0);
        // Every playout stops once on its way, as one of a phase does.
        while decisions < most.min(3) && self.game.to_act(&state).is_some() {
            self.game.play_random(&mut state, &mut rng);
            decisions += 1;
        }
        let decisions = if self.slip == Some(Slip::NoStep) { 0 } else { decisions };
        Ok(Some((decisions, self.look(state))))
    }

    fn scores(&mut self, state: &G::State) -> Result<Vec<f64>, InputError> {
        self.request("scores")?;
        Ok(match self.slip {
            Some(Slip::Scores) => vec![1.0],
            Some(Slip::Nan) => vec![0.0, f64::NAN],
            _ => self.game.scores(state).points.iter().copied().map(f64::from).collect(),
        })
    }

    fn sees_same(
        &mut self,
        one: &G::State,
        other: &G::State,
        seat: Seat,
    ) -> Result<Option<bool>, InputError> {
        Ok(self.see.map(|see| see(one, seat.index()) == see(other, seat.index())))
    }

    fn action_text(&self, action: u32) -> String {
        self.code(action).to_string()
    }
}
