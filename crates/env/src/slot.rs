//! One game of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tradewinds_bots::{Bot, Conduct, GameLoop, Halt, Pending, show};
use tradewinds_game::{Actions, CompleteGame, Dice as _, Purpose, Rng, Scores, Seat, Seed, Step};

use super::outputs::Outputs;
use super::packing::Packing;
use super::settings::Reward;

/// The bots of the seats that the caller leaves to them; empty if it decides for all seats.
pub(crate) type Bots<G> = Vec<Option<Box<dyn Bot<G>>>>;

/// Returns whether a seat's bot is in the list.
#[inline]
pub(crate) fn has_bot<G: CompleteGame>(bots: &Bots<G>, seat: Seat) -> bool {
    bots.get(seat.index()).is_some_and(Option::is_some)
}

/// What all games of a batch share.
pub(crate) struct Common<G> {
    pub(crate) game: Arc<G>,
    pub(crate) reward: Reward,
    pub(crate) skip_forced: bool,
    /// What the numbers of an observation are multiplied by; empty if they are left as they are.
    pub(crate) factors: Vec<f32>,
    /// The seats whose decisions are answered one by one, between steps of the others.
    pub(crate) answered: Vec<bool>,
    pub(crate) packing: Packing,
    pub(crate) features: usize,
    pub(crate) packed: usize,
    pub(crate) actions: usize,
    pub(crate) words: usize,
}

/// The call was stopped from outside.
pub(crate) struct Halted;

/// Those who play a game: bots, up to a decision of the caller's.
pub(crate) struct Players<'a, G: CompleteGame> {
    common: &'a Common<G>,
    shared: &'a mut Bots<G>,
    pub(crate) own: &'a mut Bots<G>,
    /// The seed of the bots' decisions.
    seed: Seed,
    /// Set to the seat of the caller's decision.
    seat: &'a mut Seat,
    played: &'a mut Vec<u8>,
    halted: &'a AtomicBool,
    /// Whether the game was stopped from outside.
    pub(crate) is_halted: bool,
}

impl<G: CompleteGame> Players<'_, G> {
    /// Asks the bot of the seat that decides; `None` if it was stopped from outside.
    pub(crate) fn ask(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        self.is_halted = self.halted.load(Ordering::Relaxed);
        if self.is_halted {
            return None;
        }
        let place = pending.seat.index();
        let shared = self.shared.get_mut(place).and_then(Option::as_mut);
        let bot = shared.or_else(|| self.own[place].as_mut()).expect("one of the two lists has the bot");
        // The bot may have played in other rows, and must not depend on them.
        bot.reseed(self.seed.derive(Purpose::Bot, pending.number.into()));
        Some(bot.choose(&pending.view()))
    }
}

impl<G: CompleteGame> Conduct<G> for Players<'_, G> {
    #[inline]
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        let (seat, forced) = (pending.seat, pending.forced());
        let is_bots = has_bot(self.shared, seat) || has_bot(self.own, seat);
        if forced.is_some() && (is_bots || self.common.skip_forced || self.common.answered[seat.index()]) {
            return forced;
        }
        if !is_bots {
            *self.seat = seat;
            return None;
        }
        self.ask(pending)
    }

    #[inline]
    fn is_attentive(&self) -> bool {
        !self.own.is_empty()
    }

    fn observe(&mut self, game: &G, step: &Step<'_, G>, _: bool) {
        let mut actions = Actions::new();
        game.legal(step.before, &mut actions);
        let place = actions.iter().position(|&legal| legal == step.action);
        self.played.push(place.expect("only legal actions are played") as u8);
        show(&mut *self.own, game, step);
    }
}

/// One game of a batch.
pub(crate) struct Slot<G: CompleteGame> {
    pub(crate) seed: Seed,
    /// Games begun with this seed.
    pub(crate) games: u64,
    /// The seed of the bots' decisions in this game.
    pub(crate) bots: Seed,
    pub(crate) state: G::State,
    pub(crate) chance: Rng,
    pub(crate) sampler: Rng,
    pub(crate) decisions: u32,
    /// The legal actions of the caller's decision.
    pub(crate) legal: Actions<G::Action>,
    /// The place in the list of the action to play.
    chosen: usize,
    /// The seat that decides.
    pub(crate) seat: Seat,
    /// The seat that decided in the last step.
    decided: Seat,
    /// Bots that remember the game, so that each game needs its own.
    pub(crate) own: Bots<G>,
    /// What has been played in this game, as places in the lists of legal actions, if there are such bots: they can
    /// only be restored by playing it again.
    pub(crate) played: Vec<u8>,
}

impl<G: CompleteGame> Slot<G> {
    /// Makes a slot that has to be [reset](Slot::reset) with a seed before it begins a game.
    pub(crate) fn new(game: &G, own: Bots<G>) -> Self {
        let seed = Seed(0);
        Self {
            seed,
            games: 0,
            bots: seed,
            state: game.deal(&mut seed.rng()),
            chance: seed.rng(),
            sampler: seed.rng(),
            decisions: 0,
            legal: Actions::new(),
            chosen: 0,
            seat: Seat::new(0),
            decided: Seat::new(0),
            own,
            played: Vec::new(),
        }
    }

    /// Makes the next game the first one of a seed.
    pub(crate) fn reset(&mut self, seed: Seed) {
        self.seed = seed;
        self.games = 0;
        self.sampler = seed.derive(Purpose::Sample, 0).rng();
    }

    /// Returns the position.
    pub(crate) fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns the number of legal actions.
    pub(crate) fn options(&self) -> usize {
        self.legal.len()
    }

    /// Draws a legal action uniformly.
    #[inline]
    pub(crate) fn sample(&mut self, common: &Common<G>) -> usize {
        let place = match self.legal.len() {
            1 => 0,
            n => self.sampler.below(n as u32) as usize,
        };
        common.game.action_index(self.seat, self.legal[place])
    }

    /// Notes the action to play; returns whether it is legal.
    #[inline]
    pub(crate) fn choose(&mut self, common: &Common<G>, action: i64) -> bool {
        let index = |&legal: &G::Action| common.game.action_index(self.seat, legal) as i64 == action;
        match self.legal.iter().position(index) {
            Some(place) => {
                self.chosen = place;
                true
            }
            None => false,
        }
    }

    /// Begins the next game, and lets the bots play to the caller's first decision.
    pub(crate) fn begin(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        halted: &AtomicBool,
    ) -> Result<(), Halted> {
        loop {
            self.deal(common, bots);
            self.games += 1;
            // A game without a decision of the caller's is followed by another one.
            if self.advance(common, bots, halted, None)? == Halt::Stopped {
                return Ok(());
            }
        }
    }

    /// Returns the seed of the bots' decisions in a game.
    pub(crate) fn bots_of(&self, game: u64) -> Seed {
        self.seed.derive(Purpose::Bot, game)
    }

    /// Deals the next game.
    pub(crate) fn deal(&mut self, common: &Common<G>, bots: &mut Bots<G>) {
        self.state = common.game.deal(&mut self.seed.derive(Purpose::Deal, self.games).rng());
        self.chance = self.seed.derive(Purpose::Chance, self.games).rng();
        self.bots = self.bots_of(self.games);
        self.decisions = 0;
        self.played.clear();
        for bots in [bots, &mut self.own] {
            for (bot, seat) in bots.iter_mut().zip(Seat::all(common.game.players())) {
                if let Some(bot) = bot {
                    bot.begin(self.games, seat);
                }
            }
        }
    }

    /// Plays the action chosen, lets the bots play to the caller's next decision, and writes what happened.
    #[inline]
    pub(crate) fn step(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        halted: &AtomicBool,
        row: usize,
        out: &mut Outputs<'_>,
    ) -> Result<(), Halted> {
        self.decided = self.seat;
        if !self.play_on(common, bots, halted, row, out)? {
            self.write_ongoing(common, row, out);
        }
        Ok(())
    }

    /// Plays the action chosen and lets the bots play to the caller's next decision; returns whether the game ended and
    /// the next one has begun. What this step has written so far stays, unless the game ends.
    #[inline]
    pub(crate) fn play_on(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        halted: &AtomicBool,
        row: usize,
        out: &mut Outputs<'_>,
    ) -> Result<bool, Halted> {
        let truncated = match self.advance(common, bots, halted, Some(self.chosen))? {
            Halt::Stopped => return Ok(false),
            Halt::Over => false,
            Halt::Bound => true,
        };
        self.write_end(common, row, out, truncated);
        self.begin(common, bots, halted)?;
        Ok(true)
    }

    /// Plays the action chosen, if one is, and lets the bots play to the caller's next decision, before which the game
    /// is stopped.
    #[inline]
    fn advance(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        halted: &AtomicBool,
        chosen: Option<usize>,
    ) -> Result<Halt, Halted> {
        let (mut game_loop, mut players) = self.parts(common, bots, halted);
        if let Some(place) = chosen {
            let (seat, action) = (*players.seat, game_loop.actions[place]);
            game_loop.play(seat, action, &mut players);
        }
        match game_loop.run(&mut players) {
            Halt::Stopped if players.is_halted => Err(Halted),
            halt => Ok(halt),
        }
    }

    /// Returns the loop in which the game is played, and those who play it.
    #[inline]
    pub(crate) fn parts<'a>(
        &'a mut self,
        common: &'a Common<G>,
        shared: &'a mut Bots<G>,
        halted: &'a AtomicBool,
    ) -> (GameLoop<'a, G>, Players<'a, G>) {
        let Self { bots, state, chance, decisions, legal, seat, own, played, .. } = self;
        (
            GameLoop { game: &*common.game, state, dice: chance, decisions, actions: legal },
            Players { common, shared, own, seed: *bots, seat, played, halted, is_halted: false },
        )
    }

    /// Writes that the game goes on.
    #[inline]
    fn write_ongoing(&self, common: &Common<G>, row: usize, out: &mut Outputs<'_>) {
        let players = common.game.players();
        if let Some(reward) = &mut out.reward {
            reward[row * players..][..players].fill(0.0);
        }
        if let Some(done) = &mut out.done {
            done[row] = 0;
        }
        if let Some(truncated) = &mut out.truncated {
            truncated[row] = 0;
        }
    }

    /// Writes the results of a game that ended.
    #[cold]
    fn write_end(&self, common: &Common<G>, row: usize, out: &mut Outputs<'_>, stopped: bool) {
        let (game, players) = (&*common.game, common.game.players());
        let scores: Scores = game.scores(&self.state);
        let place = |seat: Seat| row * players + seat.index();
        for seat in Seat::all(players) {
            if let Some(reward) = &mut out.reward {
                // A game without an end has no result, so nobody is paid for one.
                reward[place(seat)] =
                    if stopped { 0.0 } else { common.reward.of(&scores, seat, G::CLEAR_LEAD) };
            }
            if let Some(points) = &mut out.final_points {
                points[place(seat)] = scores.points[seat] as f32;
            }
            if let Some(rank) = &mut out.final_rank {
                rank[place(seat)] = scores.rank[seat];
            }
            if let Some(share) = &mut out.final_share {
                share[place(seat)] = scores.win_share[seat];
            }
        }
        if let Some(done) = &mut out.done {
            done[row] = 1;
        }
        if let Some(truncated) = &mut out.truncated {
            truncated[row] = stopped.into();
        }
        if let Some(decisions) = &mut out.final_decisions {
            decisions[row] = self.decisions;
        }
        if let Some(obs) = &mut out.final_obs {
            self.write_obs(common, self.decided, &mut obs[row * common.features..][..common.features]);
        }
        if let Some(obs) = &mut out.final_bytes {
            let obs = &mut obs[row * common.features..][..common.features];
            game.write_observation(&self.state, self.decided, obs);
        }
        if let Some(obs) = &mut out.final_packed {
            self.write_packed(common, self.decided, &mut obs[row * common.packed..][..common.packed]);
        }
    }

    fn write_packed(&self, common: &Common<G>, observer: Seat, out: &mut [u8]) {
        common.packing.write(out, |numbers| common.game.write_observation(&self.state, observer, numbers));
    }

    #[inline]
    fn write_obs(&self, common: &Common<G>, observer: Seat, out: &mut [f32]) {
        common.game.write_observation(&self.state, observer, out);
        for (number, factor) in out.iter_mut().zip(&common.factors) {
            *number *= factor;
        }
    }

    /// Writes the caller's decision.
    #[inline]
    pub(crate) fn write_decision(&self, common: &Common<G>, row: usize, out: &mut Outputs<'_>) {
        if let Some(obs) = &mut out.obs {
            self.write_obs(common, self.seat, &mut obs[row * common.features..][..common.features]);
        }
        if let Some(obs) = &mut out.obs_bytes {
            let obs = &mut obs[row * common.features..][..common.features];
            common.game.write_observation(&self.state, self.seat, obs);
        }
        if let Some(obs) = &mut out.obs_packed {
            self.write_packed(common, self.seat, &mut obs[row * common.packed..][..common.packed]);
        }
        let index = |&action: &G::Action| common.game.action_index(self.seat, action);
        if let Some(mask) = &mut out.mask {
            let mask = &mut mask[row * common.actions..][..common.actions];
            mask.fill(0);
            self.legal.iter().for_each(|action| mask[index(action)] = 1);
        }
        if let Some(bits) = &mut out.bits {
            let bits = &mut bits[row * common.words..][..common.words];
            bits.fill(0);
            for index in self.legal.iter().map(index) {
                bits[index / 64] |= 1 << (index % 64);
            }
        }
        if let Some(seat) = &mut out.seat {
            seat[row] = self.seat.index() as u8;
        }
    }

    /// Writes that nothing has happened yet.
    pub(crate) fn write_begun(&self, common: &Common<G>, row: usize, out: &mut Outputs<'_>) {
        self.write_ongoing(common, row, out);
        let players = common.game.players();
        if let Some(points) = &mut out.final_points {
            points[row * players..][..players].fill(0.0);
        }
        if let Some(rank) = &mut out.final_rank {
            rank[row * players..][..players].fill(0);
        }
        if let Some(share) = &mut out.final_share {
            share[row * players..][..players].fill(0.0);
        }
        if let Some(decisions) = &mut out.final_decisions {
            decisions[row] = 0;
        }
        if let Some(obs) = &mut out.final_obs {
            obs[row * common.features..][..common.features].fill(0.0);
        }
        if let Some(obs) = &mut out.final_bytes {
            obs[row * common.features..][..common.features].fill(0);
        }
        if let Some(obs) = &mut out.final_packed {
            obs[row * common.packed..][..common.packed].fill(0);
        }
        self.write_decision(common, row, out);
    }
}
