//! Presets, and a first decision of the bots they make. No program of the user's is started.

use tradewinds::arena::NAMES;
use tradewinds::bots::{BotKind, Preset};
use tradewinds::game::{Actions, CompleteGame, Dice, Purpose, Seed, Variant, View};

use super::all_games::{GameVisitor, with_game};
use super::{exercise, refusal};

pub fn attempt(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else { return 0 };
    let preset = match Preset::parse("preset.toml", text) {
        Ok(preset) => preset,
        Err(error) => {
            refusal::check(&error);
            return 0;
        }
    };
    NAMES.iter().map(|name| with_game(name, Build { input, preset: &preset }).unwrap()).sum()
}

struct Build<'a> {
    input: &'a [u8],
    preset: &'a Preset,
}

impl GameVisitor for Build<'_> {
    type Output = u64;

    fn visit<G: CompleteGame>(self) -> u64 {
        let mut rng = exercise::rng(self.input);
        let players = *G::PLAYERS.start() + rng.below(G::PLAYERS.count() as u32) as usize;
        let game = G::new(players, &Variant::standard()).unwrap();
        let seed = Seed(1).derive(Purpose::Bot, 0);
        if let Err(error) = self.preset.build(&game, seed) {
            refusal::check(&error);
            return 0;
        }
        let Some(cheap) = cheap(self.preset) else { return 1 };
        let mut bot = cheap.build(&game, seed).unwrap_or_else(|error| panic!("a cheaper preset: {error}"));
        let mut state = game.deal(&mut rng);
        for _ in 0..rng.below(60) {
            if game.to_act(&state).is_some() {
                game.play_random(&mut state, &mut rng);
            }
        }
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        if let (Some(seat), 2..) = (game.to_act(&state), actions.len()) {
            let chosen = bot.choose(&View::new(&game, &state, seat));
            assert!(actions.contains(&chosen), "{}: a bot plays {chosen:?} of {actions:?}", G::NAME);
        }
        1
    }
}

/// Takes what a preset's search spends down to a few milliseconds; `None` where a program would be asked.
fn cheap(preset: &Preset) -> Option<Preset> {
    let mut cheap = preset.clone();
    match &mut cheap.kind {
        BotKind::External(_) => return None,
        BotKind::Search { settings, .. } => {
            let less = settings.with(|new| {
                (new.iterations, new.time_ms) = (Some(new.iterations.unwrap_or(8).min(8)), None);
                new.workers = new.workers.min(3);
                new.determinizations = new.determinizations.min(3);
                new.max_nodes = Some(new.node_limit().min(5_000));
            });
            *settings = less.expect("less of what was checked");
        }
        _ => {}
    }
    Some(cheap)
}
