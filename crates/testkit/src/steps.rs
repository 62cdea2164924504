//! Runs a game's step cases: position, legal list, action, next position; scores.

use serde_json::Value;
use tradewinds_game::{Actions, CompleteGame, CountingDice, Seed, Variant};

/// Runs every line of a step-case file and returns how many there were. A case of a shipped variant names it in
/// `variant`.
///
/// # Panics
/// If a case does not agree, with its line number.
pub fn run<G: CompleteGame>(text: &str) -> usize {
    let mut cases = 0;
    for (number, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        run_case::<G>(number + 1, &case);
        cases += 1;
    }
    cases
}

fn run_case<G: CompleteGame>(line: usize, case: &Value) {
    let mut rng = Seed(line as u64).rng();
    let variant = match case.get("variant").and_then(Value::as_str) {
        Some(name) => Variant::shipped(name, G::NAME, G::shipped_variants()).expect("a shipped variant"),
        None => Variant::standard(),
    };
    let (game, mut state) = G::load(&case["position"], &variant, &mut rng)
        .unwrap_or_else(|error| panic!("line {line}: {error}\n{}", case["position"]));
    assert_eq!(game.position(&state), case["position"], "line {line}: position");
    game.check(&state).unwrap_or_else(|broken| panic!("line {line}: {broken}"));
    if let Some(scores) = case.get("scores") {
        assert_eq!(game.result(&state).as_ref(), Some(scores), "line {line}: scores");
        return;
    }
    let mut actions = Actions::new();
    game.legal(&state, &mut actions);
    let mut legal: Vec<String> = actions.iter().map(|&action| game.action_text(&state, action)).collect();
    legal.sort();
    assert_eq!(Value::from(legal), case["legal"], "line {line}: legal in {}", case["position"]);
    let text = case["action"].as_str().expect("an action");
    let action = game.parse_action(&state, text).expect("a legal action");
    let mut dice = CountingDice::new(&mut rng);
    game.play(&mut state, action, &mut dice);
    let chance = dice.throws() > 0;
    assert_eq!(Value::from(chance), case["chance"], "line {line}: chance of {text} in {}", case["position"]);
    game.check(&state).unwrap_or_else(|broken| panic!("line {line}: after {text}: {broken}"));
    if !chance {
        assert_eq!(game.position(&state), case["next"], "line {line}: {text} in {}", case["position"]);
    }
}
