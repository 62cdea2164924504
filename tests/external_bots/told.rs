//! What a program is told: its seat's knowledge, and nothing that depends on the world besides.

use serde_json::{Value, json};
use tradewinds::bots::Bot;
use tradewinds::game::{Actions, Game, Purpose, Seat, Seed, Variant, View};
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

use super::program::Program;

/// Plays a game in which a program decides for every seat, and a twin of it is asked the same in worlds
/// that the seat cannot tell from the true one. Both read the same bytes, though the worlds differ.
fn told_only_what_the_seat_knows<G: Game>(players: usize) {
    let game = G::new(players, &Variant::standard()).unwrap();
    let seats = || -> Vec<Program> { (0..players).map(|_| Program::new("any")).collect() };
    let (programs, twins) = (seats(), seats());
    let seed = Seed(3);
    let make = |programs: &[Program]| -> Vec<_> {
        let bot = |(seat, program): (usize, &Program)| program.bot(seed.derive(Purpose::Bot, seat as u64));
        programs.iter().enumerate().map(bot).collect()
    };
    let (mut bots_of_seats, mut bots_of_twins) = (make(&programs), make(&twins));
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    let mut worlds = seed.derive(Purpose::Sample, 0).rng();
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
    let mut expected = vec![Vec::new(); players];
    let mut different = 0;
    for _ in 0..game.bound() {
        let Some(seat) = game.to_act(&state) else { break };
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let mut action = actions[0];
        if actions.len() > 1 {
            let mut world = state;
            game.determinize(&mut world, seat, &mut worlds);
            different += u32::from(game.position(&world) != game.position(&state));
            expected[seat.index()].push(request(&game, &state, seat, &actions));
            action = bots_of_seats[seat.index()].choose(&View::new(&game, &state, seat));
            assert_eq!(action, bots_of_twins[seat.index()].choose(&View::new(&game, &world, seat)));
        }
        game.play(&mut state, action, &mut chance);
    }
    assert!(different > 10, "{}: the worlds differ at {different} decisions", G::NAME);
    drop((bots_of_seats, bots_of_twins));
    for (seat, ((program, twin), expected)) in programs.iter().zip(&twins).zip(expected).enumerate() {
        let log = program.log();
        assert_eq!(log, twin.log(), "{}, seat {seat}", G::NAME);
        let mut lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.pop(), Some(json!({ "cmd": "quit" })));
        let start = lines.remove(0);
        let told = json!({
            "cmd": "start", "game": G::NAME, "players": players, "seat": seat, "seed": start["seed"],
            "rules_version": G::RULES_VERSION,
        });
        assert_eq!(start, told);
        assert!(start["seed"].as_u64().is_some_and(|seed| seed <= u64::from(u32::MAX)));
        assert_eq!(lines, expected, "{}, seat {seat}", G::NAME);
    }
}

/// The request for a decision as the documentation has it.
fn request<G: Game>(game: &G, state: &G::State, seat: Seat, actions: &[G::Action]) -> Value {
    let mut legal: Vec<String> = actions.iter().map(|&action| game.action_text(state, action)).collect();
    legal.sort_unstable();
    json!({ "cmd": "choose", "position": game.view(state, seat), "legal": legal })
}

#[test]
fn a_program_in_mundus_novus_is_told_only_what_its_seat_knows() {
    told_only_what_the_seat_knows::<MundusNovus>(3);
}

#[test]
fn a_program_in_francis_drake_is_told_only_what_its_seat_knows() {
    told_only_what_the_seat_knows::<FrancisDrake>(3);
}

#[test]
fn a_program_in_puerto_rico_is_told_only_what_its_seat_knows() {
    told_only_what_the_seat_knows::<PuertoRico>(3);
}

/// A process belongs to one seat in one game, and its seed to both.
#[test]
fn every_bot_has_a_seed_of_its_own() {
    let game = PuertoRico::new(2, &Variant::standard()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let seat = game.to_act(&state).unwrap();
    let seed = |seed: u64| -> Value {
        let program = Program::new("first");
        program.bot(Seed(seed)).choose(&View::new(&game, &state, seat));
        let log = program.log();
        let start: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        start["seed"].clone()
    };
    assert_eq!(seed(1), seed(1));
    assert_ne!(seed(1), seed(2));
}
