//! Bots that never make some choices, or always make some.

use tradewinds_bots::{Bot, GameLoop, Pending, Preset, ask, show};
use tradewinds_game::{Actions, Game as _, Seat, Seed, Step, Variant, Variants};
use tradewinds_testkit::toys::Lights;

const NEVER: &str = "[never]\nbutton = [\"press 2\", \"press 3\"]\n";
const ALWAYS: &str = "[always]\nbutton = [\"press 1\"]\n";

fn preset(kind: &str, restriction: &str) -> Preset {
    let search = if kind == "search" { "[search]\niterations = 30\n" } else { "" };
    let text = format!("name = \"own\"\ngame = \"lights\"\nkind = {kind:?}\n{search}{restriction}");
    Preset::parse("own.toml", &text).unwrap()
}

/// What seat 0 of some games presses.
struct Pressed<'a> {
    bots: Vec<Box<dyn Bot<Lights> + 'a>>,
    pressed: Vec<u8>,
}

impl tradewinds_bots::Conduct<Lights> for Pressed<'_> {
    fn choose(&mut self, pending: &Pending<'_, Lights>) -> Option<u8> {
        let action = ask(&mut self.bots, pending, &|| false)?;
        if pending.seat == Seat::new(0) {
            self.pressed.push(action);
        }
        Some(action)
    }

    fn observe(&mut self, game: &Lights, step: &Step<'_, Lights>, _: bool) {
        show(&mut self.bots, game, step);
    }
}

fn pressed(preset: &Preset) -> Vec<u8> {
    let game = Lights::new(2, &Variant::standard()).unwrap();
    let mut dice = Seed(3).rng();
    let mut state = game.deal(&mut dice);
    let bots = (0..2).map(|seat| preset.build(&game, Seed(seat)).unwrap()).collect();
    let mut conduct = Pressed { bots, pressed: Vec::new() };
    let (mut decisions, mut actions) = (0, Actions::new());
    let mut game = GameLoop {
        game: &game,
        state: &mut state,
        dice: &mut dice,
        decisions: &mut decisions,
        actions: &mut actions,
    };
    game.run(&mut conduct);
    conduct.pressed
}

#[test]
fn all_kinds_of_bot_keep_to_it() {
    for kind in ["random", "heuristic", "search"] {
        let free = pressed(&preset(kind, ""));
        assert_eq!(free.len(), 6);
        let never = pressed(&preset(kind, NEVER));
        assert!(never.iter().all(|&button| button < 2), "{kind}: {never:?}");
        let always = pressed(&preset(kind, ALWAYS));
        assert!(always.iter().all(|&button| button == 1), "{kind}: {always:?}");
    }
    assert!(pressed(&preset("search", "")).iter().any(|&button| button > 1));
}

#[test]
fn a_wrong_kind_of_decision_gets_a_hint() {
    let game = Lights::new(2, &Variant::standard()).unwrap();
    let wrong = preset("random", "[never]\nbuton = [\"press 2\"]\n");
    let error = wrong.build(&game, Seed(1)).err().unwrap().to_string();
    assert!(error.contains("never") && error.contains("did you mean button?"), "{error}");
}

#[test]
fn a_preset_takes_the_restriction_of_its_base() {
    let base = "name = \"base\"\ngame = \"lights\"\nkind = \"random\"\n";
    let own = "name = \"own\"\ngame = \"lights\"\nbase = \"base\"\n[always]\nbutton = [\"press 1\"]\n";
    let whole = format!("{base}{NEVER}");
    let text =
        Preset::text_on_base("own.toml", own, &Preset::parse("base.toml", &whole).unwrap(), &whole).unwrap();
    let preset = Preset::parse("own.toml", &text).unwrap();
    assert_eq!((preset.restriction.never.len(), preset.restriction.always.len()), (1, 1), "{text}");
    assert!(preset.check_free().unwrap_err().to_string().contains("never, always"));
}
