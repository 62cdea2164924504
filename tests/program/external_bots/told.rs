//! The messages that a program receives: its seat's knowledge, and nothing that depends on the world besides.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use tradewinds::arena::playable;
use tradewinds::bots::{Bot, Preset};
use tradewinds::game::{Actions, CompleteGame, Game, Purpose, Seat, Seed, Variant, Variants, View};
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;
use tradewinds::tournament::{Manifest, Tournament};

use super::program::Program;

/// Plays a game in which a program decides for every seat, and a twin of it is asked the same in worlds
/// that the seat cannot tell from the true one. Both read the same bytes, though the worlds differ.
fn told_only_what_the_seat_knows<G: CompleteGame>(players: usize) {
    let game = G::new(players, &Variant::standard()).unwrap();
    let seats = || -> Vec<Program> { (0..players).map(|_| Program::new("any")).collect() };
    let (programs, twins) = (seats(), seats());
    let seed = Seed(3);
    let make = |programs: &[Program]| -> Vec<_> {
        let bot = |(seat, program): (usize, &Program)| {
            let mut bot = program.bot();
            Bot::<G>::begin(&mut bot, 5, Seat::new(seat));
            bot
        };
        programs.iter().enumerate().map(bot).collect()
    };
    let (mut bots_of_seats, mut bots_of_twins) = (make(&programs), make(&twins));
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    let mut worlds = seed.derive(Purpose::Sample, 0).rng();
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
    let mut expected = vec![Vec::new(); players];
    let mut different = 0;
    for _ in 0..game.max_decisions() {
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
fn request<G: CompleteGame>(game: &G, state: &G::State, seat: Seat, actions: &[G::Action]) -> Value {
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

/// The seeds of all processes of a run of two games, by the manifest's seed: which program reads them, of which seat.
fn seeds_of_run(seed: u64) -> Vec<(u64, u64)> {
    let programs = [Program::new("first"), Program::new("first")];
    let folder = tempfile::tempdir().unwrap();
    for (name, program) in ["a", "b"].iter().zip(&programs) {
        fs::write(folder.path().join(format!("{name}.toml")), program.preset(name)).unwrap();
    }
    let text = format!(
        "name = \"t\"\ngame = \"mundus-novus\"\nplayers = 2\nseed = {seed}\ndeals = 1\nformat = \"table\"\n\
         lineup = [\"a.toml\", \"b.toml\"]\n"
    );
    let manifest = Manifest::parse("m.toml", &text).unwrap();
    let tournament =
        Tournament::new(playable::<MundusNovus>(), manifest, &folder.path().join("m.toml")).unwrap();
    for game in 0..2 {
        tournament.play(game, &AtomicBool::new(false)).unwrap();
    }
    let starts = programs.iter().flat_map(|program| {
        let lines: Vec<Value> =
            program.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.into_iter().filter(|line| line["cmd"] == "start").collect::<Vec<_>>()
    });
    starts.map(|start| (start["seat"].as_u64().unwrap(), start["seed"].as_u64().unwrap())).collect()
}

/// A process belongs to one seat in one game, and its seed to both; the manifest's seed has no part in it, so that
/// nobody finds that by trying.
#[test]
fn the_seed_of_a_program_says_nothing_of_the_manifests() {
    let seeds = seeds_of_run(1);
    assert_eq!(seeds, seeds_of_run(2));
    assert_eq!(seeds, seeds_of_run(7_782_411_579_686_104_467));
    let different: BTreeSet<u64> = seeds.iter().map(|(_, seed)| *seed).collect();
    assert_eq!((seeds.len(), different.len()), (4, 4), "one for each seat of each game: {seeds:?}");
}

/// Any table is sent as JSON; without one the field is not there, as the other tests show.
#[test]
fn the_options_of_a_preset_come_with_start() {
    let program = Program::new("first")
        .with_keys("[options]\ndepth = 7\nshare = 0.25\nopen = true\nbooks = [\"a\", { b = 1 }]\n");
    let game = PuertoRico::new(2, &Variant::standard()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    program.bot().choose(&View::new(&game, &state, game.to_act(&state).unwrap()));
    let start: Value = serde_json::from_str(program.log().lines().next().unwrap()).unwrap();
    assert_eq!(
        start["options"],
        json!({ "depth": 7, "share": 0.25, "open": true, "books": ["a", { "b": 1 }] })
    );
}

/// What is played for a program that gives no legal answer is seen by it, and says nothing of the manifest either.
#[test]
fn the_actions_played_for_a_program_say_nothing_of_the_manifests_seed() {
    let game = PuertoRico::new(2, &Variant::standard()).unwrap();
    let state = game.deal(&mut Seed(1).rng());
    let seat = game.to_act(&state).unwrap();
    let program = Program::new("first").with_command(&["./no/such/program"]);
    let preset = Preset::parse("x.toml", &program.preset("x")).unwrap();
    let played = |manifest: u64, number: u64| {
        let mut bot = preset.build(&game, Seed(manifest)).unwrap();
        bot.begin(number, seat);
        (0..20).map(|_| bot.choose(&View::new(&game, &state, seat))).collect::<Vec<_>>()
    };
    assert_eq!(played(1, 0), played(2, 0));
    assert_ne!(played(1, 0), played(1, 1));
}
