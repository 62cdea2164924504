//! Clocks for whole games.

use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{Actions, Game as _, Seat, Seed, Variant, Variants as _, View};
use tradewinds_testkit::toys::Lights;

fn preset(rest: &str) -> Result<Preset, String> {
    let text = format!("name = \"clocked\"\ngame = \"any\"\nkind = \"search\"\n{rest}");
    Preset::parse("clocked.toml", &text).map_err(|error| error.to_string())
}

/// Returns the iterations that the bot has made in its game.
fn iterations(bot: &dyn Bot<Lights>) -> u64 {
    bot.cost().and_then(|cost| cost.search).map_or(0, |search| search.iterations)
}

/// Plays a game of two seats, the second of which presses at random; returns the iterations of each decision of the
/// first.
fn spent(bot: &mut dyn Bot<Lights>, number: u64) -> Vec<u64> {
    let game = Lights::new(2, &Variant::standard()).unwrap();
    let mut dice = Seed(number).rng();
    let mut state = game.deal(&mut dice);
    let (mut actions, mut spent) = (Actions::new(), Vec::new());
    bot.begin(number, Seat::new(0));
    while let Some(seat) = game.to_act(&state) {
        game.legal(&state, &mut actions);
        let mut action = actions[0];
        if seat == Seat::new(0) {
            let before = iterations(bot);
            action = bot.choose(&View::new(&game, &state, seat));
            spent.push(iterations(bot) - before);
        }
        game.play(&mut state, action, &mut dice);
    }
    assert_eq!(spent.len(), 6);
    spent
}

fn bot(rest: &str) -> Box<dyn Bot<Lights>> {
    let game = Lights::new(2, &Variant::standard()).unwrap();
    preset(rest).unwrap().build(&game, Seed(7)).unwrap()
}

#[test]
fn a_game_spends_its_clock_and_no_more() {
    for (clock, whole) in [
        ("game_iterations = 1_200", 1_200),
        ("game_iterations = 600\nincrement_iterations = 100", 600 + 6 * 100),
    ] {
        let rest = format!("[search]\nexploration = 5.0\n[clock]\n{clock}\n");
        let first = spent(&mut *bot(&rest), 1);
        let sum: u64 = first.iter().sum();
        assert!(sum <= whole && sum * 10 > whole * 9, "{clock}: {first:?}");
        // The same clock runs alike again, and each game begins with a whole one.
        let mut twice = bot(&rest);
        assert_eq!(spent(&mut *twice, 1), first);
        twice.reseed(Seed(7));
        assert_eq!(spent(&mut *twice, 1), first);
    }
}

#[test]
fn what_a_settled_decision_leaves_goes_to_later_ones() {
    let clock = "[clock]\ngame_iterations = 1_200\n";
    let open = spent(&mut *bot(&format!("[search]\nexploration = 5.0\n{clock}")), 1);
    let settled = spent(&mut *bot(&format!("[search]\nexploration = 0.1\n{clock}")), 1);
    assert!(settled[0] < open[0], "{settled:?} {open:?}");
    assert!(settled[5] > open[5], "{settled:?} {open:?}");
}

#[test]
fn a_decision_keeps_to_its_own_bound_and_makes_one_iteration_at_least() {
    let bounded = spent(&mut *bot("[search]\niterations = 50\n[clock]\ngame_iterations = 1_200\n"), 1);
    assert!(bounded.iter().all(|&spent| spent <= 50), "{bounded:?}");
    let poor = spent(&mut *bot("[search]\n[clock]\ngame_iterations = 1\n"), 1);
    assert_eq!(poor, [1; 6]);
}

#[test]
fn wrong_clocks_are_refused() {
    for (rest, part) in [
        (
            "[search]\n[clock]\n",
            "clocked.toml: clock.game_ms: found no clock; allowed: game_ms or game_iterations",
        ),
        (
            "[search]\n[clock]\ngame_ms = 5\ngame_iterations = 5\n",
            "clock.game_iterations: found 5; allowed: only",
        ),
        ("[search]\n[clock]\ngame_ms = 5\nincrement_iterations = 3\n", "clock.increment_iterations: found 3"),
        (
            "[search]\n[clock]\ngame_iterations = 5\nincrement_ms = 3\n",
            "clock.increment_ms: found 3; allowed",
        ),
        ("[search]\n[clock]\ngame_ms = 0\n", "clock.game_ms: found 0; allowed: 1 to 86400000"),
        ("[search]\n[clock]\nms = 1\n", "ms"),
        ("[search]\n", "search.iterations: found no budget; allowed: iterations, time_ms or both"),
        ("[clock]\ngame_ms = 5\n", "search"),
    ] {
        let message = preset(rest).unwrap_err();
        assert!(message.contains(part), "{rest}: {message}");
    }
    let random = "name = \"r\"\ngame = \"any\"\nkind = \"random\"\n[clock]\ngame_ms = 5\n";
    let message = Preset::parse("r.toml", random).unwrap_err().to_string();
    assert!(
        message.contains("clock: found a table; allowed: only with kind = \"search\" or \"external\""),
        "{message}"
    );
}

#[test]
fn a_clock_of_time_depends_on_the_machine() {
    let timed = preset("[search]\n[clock]\ngame_ms = 60_000\nincrement_ms = 500\n").unwrap();
    let counted = preset("[search]\n[clock]\ngame_iterations = 60_000\n").unwrap();
    assert!(!timed.is_reproducible() && counted.is_reproducible());
}
