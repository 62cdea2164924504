//! `docs/external-bots.md` says what happens.

use std::fs;

use serde_json::{Value, json};
use tradewinds::bots::{Bot, Preset};
use tradewinds::game::{Actions, Game, Notation, Seat, Seed, Variant, Variants, View};
use tradewinds::games::puerto_rico::PuertoRico;

use super::program::Program;

/// The blocks of a language in the page.
fn blocks(language: &str) -> Vec<String> {
    let page = fs::read_to_string("docs/external-bots.md").unwrap();
    let start = format!("```{language}\n");
    page.split(&start).skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

/// The messages in the lines of a transcript that are marked so; long ones are broken into several lines.
fn messages(transcript: &str, mark: &str) -> Vec<Value> {
    let text: String = transcript.lines().filter_map(|line| line.strip_prefix(mark)).collect();
    serde_json::Deserializer::from_str(&text).into_iter().map(Result::unwrap).collect()
}

/// The first two decisions of a seat that plays the first action; the other seat does so too.
#[test]
fn the_conversation_of_the_page_takes_place() {
    let game = PuertoRico::new(2, &Variant::standard()).unwrap();
    let mut state = game.deal(&mut Seed(7).rng());
    let program = Program::new("first");
    let mut bot = program.bot();
    let mut answers = Vec::new();
    while answers.len() < 2 {
        let seat = game.to_act(&state).unwrap();
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let mut action = actions[0];
        if seat == Seat::new(0) && actions.len() > 1 {
            action = bot.choose(&View::new(&game, &state, seat));
            answers.push(json!({ "action": game.action_text(&state, action) }));
        }
        game.play(&mut state, action, &mut Seed(8).rng());
    }
    drop(bot);
    let blocks = blocks("transcript");
    let [transcript] = blocks.as_slice() else { panic!("one conversation") };
    let asked: Vec<Value> = program.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(messages(transcript, "> "), asked);
    assert_eq!(messages(transcript, "< "), answers);
}

#[test]
fn the_preset_of_the_page_is_the_shipped_one() {
    let blocks = blocks("toml");
    let [preset] = blocks.as_slice() else { panic!("one preset") };
    let parse = |text: &str| Preset::parse("preset", text).unwrap();
    let shipped = fs::read_to_string("experiments/external/bot.toml").unwrap();
    assert_eq!(parse(preset), parse(&shipped));
}

#[test]
fn the_program_of_the_page_is_the_shipped_one() {
    let program = fs::read_to_string("experiments/external/bot.py").unwrap();
    let blocks = blocks("python");
    let [quoted] = blocks.as_slice() else { panic!("one program") };
    assert!(program.contains(quoted.trim_end()), "the loop of bot.py");
}
