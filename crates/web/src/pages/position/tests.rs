//! Marks of the boards of all games: what they name is in position files, and clicks do what they say.

use std::collections::BTreeSet;

use serde_json::Value;
use tradewinds_arena::{find, game_names};
use tradewinds_game::{InputErrorKind, Seed, Variant};

use super::board;
use crate::form::Fields;
use crate::position::Draft;
use crate::position::editor::Editor;
use crate::position::field::{Field, Part, items};
use crate::position::vocabulary::{Vocabulary, general};

/// Lists the marks of the board of a position.
fn marks(draft: &Draft) -> Vec<String> {
    let page = board(&draft.session().unwrap()).into_string();
    let marks = page.split("data-mark=\"").skip(1).map(|part| part.split('"').next().unwrap());
    marks.map(|mark| mark.replace("&quot;", "\"").replace("&amp;", "&")).collect()
}

/// Returns positions of random games.
fn positions(game: &str, players: usize, games: u64) -> Vec<Draft> {
    let table = find(game).unwrap().table(players, &Variant::standard()).unwrap();
    (0..games)
        .map(|seed| Draft {
            position: table.random(Seed(seed), None).0.position(),
            ..Draft::of_start(game, players).unwrap()
        })
        .collect()
}

/// Checks that each field of a mark has a number that goes up and down again, or is shown as a choice or a group.
fn check(mark: &str, draft: &Draft, vocabulary: &Vocabulary) -> bool {
    let found = items(mark, 1);
    assert!(!found.is_empty(), "{mark}");
    for item in &found {
        let field = &item.field;
        let Some(count) = field.count(&draft.position) else { continue };
        // What is left out and is no number is a group, or a choice of seats, that other positions have.
        let place = general(&draft.position, &field.pointer);
        let blank = vocabulary.blank(&place);
        let is_number = blank.as_ref().is_none_or(Value::is_number)
            && !vocabulary.values(&place).contains(&Value::from(0));
        let is_out = draft.position.pointer(&field.pointer).is_none_or(Value::is_null);
        if field.part == Part::Whole && is_out && !is_number {
            assert!(blank.is_some(), "{mark}: no position has {}", field.pointer);
            continue;
        }
        let is_switch =
            count == 1 && (matches!(field.part, Part::Is(_)) || count_stays(field, draft, vocabulary));
        if is_switch {
            continue;
        }
        let mut position = draft.position.clone();
        field.change(&mut position, 1, vocabulary);
        assert_eq!(field.count(&position), Some(count + 1), "{mark}: {position}");
        let error = Draft { position: position.clone(), ..draft.clone() }.session().err();
        assert!(
            error.is_none_or(|error| error.kind() != InputErrorKind::UnknownName),
            "{mark}: {}",
            field.pointer
        );
        if matches!(field.part, Part::Is(_)) {
            continue;
        }
        field.change(&mut position, -1, vocabulary);
        assert_eq!(position, draft.position, "{mark}: there and back");
    }
    let clicked = sent(&Editor::new(draft.clone()), &format!("press:{mark}"), &[("seat", "1")]);
    // The game may refuse the position, but not its form.
    if let Err(error) = &clicked.session {
        use InputErrorKind::{Missing, UnknownName, WrongType};
        assert!(!matches!(error.kind(), UnknownName | WrongType | Missing), "{mark}: {error}");
        return false;
    }
    clicked.draft.position != draft.position
}

/// Returns whether one more is no more: a yes, or a key that is there.
fn count_stays(field: &Field, draft: &Draft, vocabulary: &Vocabulary) -> bool {
    let mut position = draft.position.clone();
    field.change(&mut position, 1, vocabulary);
    field.count(&position) == field.count(&draft.position)
}

#[test]
fn what_is_marked_on_a_board_is_in_the_position_file() {
    for game in game_names() {
        let info = find(game).unwrap().info();
        let (mut seen, mut taken) = (BTreeSet::new(), 0);
        for players in [*info.players.start(), *info.players.end()] {
            let vocabulary = Draft::of_start(game, players).unwrap().vocabulary();
            for draft in positions(game, players, 4) {
                for mark in marks(&draft) {
                    // Players have the same things.
                    if seen.insert(mark.clone()) {
                        taken += usize::from(check(&mark, &draft, &vocabulary));
                    }
                }
            }
        }
        assert!(seen.len() > 60 && taken > 20, "{game}: {} marks, {taken} taken", seen.len());
    }
}

/// Sends the form of a page with more fields.
fn sent(editor: &Editor, act: &str, more: &[(&str, &str)]) -> Editor {
    let (base, past): (String, Vec<String>) =
        (editor.draft.position.to_string(), editor.past.iter().map(Value::to_string).collect());
    let valid = editor.last().map(Value::to_string);
    let mut all = vec![
        ("game", editor.draft.game),
        ("base", &base),
        ("now", &base),
        ("do", act),
        ("mark", &editor.mark),
    ];
    all.extend(past.iter().map(|past| ("past", past.as_str())));
    all.extend(valid.iter().map(|valid| ("valid", valid.as_str())));
    all.extend(more);
    Editor::of_form(&Fields::of(&all)).unwrap()
}

#[test]
fn a_position_that_breaks_a_rule_keeps_its_board_and_is_mended_or_undone() {
    for game in game_names() {
        let start = Editor::new(Draft::of_start(game, 3).unwrap());
        let field = match *game {
            "mundus-novus" => "trade_master",
            "age-of-discovery" => "turn",
            "francis-drake" => "voyage",
            _ => "colonist_ship",
        };
        let wrong = sent(&start, &format!("change:+200/{field}"), &[]);
        let error = wrong.session.as_ref().map(drop).unwrap_err().to_string();
        assert!(!error.contains('\n') && !error.is_empty(), "{game}: {error}");
        let (board, is_now) = wrong.board().unwrap();
        assert!(!is_now && wrong.last() == Some(&start.draft.position), "{game}");
        assert_eq!(board.open().unwrap().position(), &start.draft.position, "{game}");
        // More can be changed before it is right again.
        let more = sent(&wrong, &format!("change:+1/{field}"), &[]);
        assert!(
            more.session.is_err() && more.last() == Some(&start.draft.position) && more.past.len() == 2,
            "{game}"
        );
        let back = sent(&sent(&more, "undo", &[]), "undo", &[]);
        assert!(back.session.is_ok() && back.past.is_empty() && back.last().is_none(), "{game}");
        assert_eq!(back.draft.position, start.draft.position, "{game}");
    }
}

#[test]
fn a_click_puts_takes_or_shows_for_the_seat_in_hand() {
    let start = Editor::new(Draft::of_start("puerto-rico", 3).unwrap());
    let press = "press:~/players/@/buildings#factory";
    let owns = |editor: &Editor, seat: usize| {
        editor.draft.position["players"][seat]["buildings"].get("factory").is_some()
    };
    let built = sent(&start, press, &[("seat", "2")]);
    assert!(owns(&built, 2) && !owns(&built, 0) && built.session.is_ok());
    assert_eq!(built.shown().len(), 1);
    let looked = sent(&built, press, &[("seat", "0"), ("does", "look")]);
    assert_eq!(looked.draft.position, built.draft.position);
    assert!(!owns(&sent(&built, press, &[("seat", "2"), ("does", "take")]), 2));
    assert!(!owns(&sent(&built, press, &[("seat", "2")]), 2), "a second click takes it back");
    // The heading of a player takes his seat in hand.
    assert_eq!(sent(&built, "press:/players/1", &[("seat", "2")]).seat, 1);
    // A seat that is not there, and marks that name nothing.
    for act in [
        "press:",
        "press:;;",
        "change:+/nothing/at/all#x",
        "press:~/players/9/buildings#factory",
        "set:/round",
        "change:+-/round",
    ] {
        let editor = sent(&built, act, &[("seat", "77")]);
        assert!(editor.seat == 0 && owns(&editor, 2), "{act}");
    }
}

/// What lies face down is drawn anew where a change takes from it.
#[test]
fn a_card_comes_from_the_face_down_pile() {
    let start = Editor::new(Draft::of_start("mundus-novus", 3).unwrap());
    let richer = sent(&start, "press:+/players/0/hand#R", &[]);
    assert!(richer.session.is_ok() && richer.is_drawn_anew, "{:?}", richer.session.as_ref().map(drop));
    assert!(richer.draft.position["draw_pile"].is_null());
    assert_eq!(sent(&richer, "undo", &[]).draft.position, start.draft.position);
}
