//! A position that somebody sets up: the game's own position file, changed field by field, and checked by the game's own
//! reader.

pub(crate) mod editor;
pub(crate) mod field;
pub(crate) mod vocabulary;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use tradewinds_arena::{Ruleset, find, game_names};
use tradewinds_game::{Dice as _, InputError, MAX_SEATS, Origin, Seat, Seed, Variant, from_one, read_json};
use tradewinds_sitting::{Session, Sitter, SittingSpec, words};

use super::desk::{Reader, Refusal, Scene};
use super::form::Fields;
use vocabulary::{Vocabulary, escaped, general, unescaped};

/// A position that is being set up.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) game: &'static str,
    pub(crate) variant: Option<Variant>,
    pub(crate) position: Value,
}

impl Draft {
    /// Begins with a deal; the usual number of players for 0.
    pub(crate) fn of_start(game: &str, players: usize) -> Result<Self, String> {
        let game = game_names().iter().copied().find(|name| *name == game).unwrap_or(game_names()[0]);
        let info = find(game).map_err(|error| error.to_string())?.info();
        let usual = 4.clamp(*info.players.start(), *info.players.end());
        let players = if players == 0 { usual } else { players };
        if !info.players.contains(&players) {
            let allowed: Vec<String> = info.players.clone().map(|players| players.to_string()).collect();
            return Err(format!(
                "players: found {players}; allowed for {}: {}",
                info.title,
                allowed.join(", ")
            ));
        }
        let spec = SittingSpec::new(game, None, bots(players), 1).map_err(|error| error.to_string())?;
        let start = spec.start().map_err(|error| error.to_string())?;
        Ok(Self { game, variant: None, position: start.position() })
    }

    /// Begins with what a screen of a table may see, as it is now or after this many moves that it saw.
    pub(crate) fn of_scene(scene: &Scene, screen: usize, seen: Option<usize>) -> Result<Self, Refusal> {
        let session = &scene.session;
        let node = match seen {
            Some(seen) => scene.seen_node(screen, seen)?,
            None => session.at(),
        };
        let shown = match scene.reader(screen) {
            Reader::Seat(seat) if !session.is_open() => Some(session.shown_at(node, seat)),
            Reader::Seat(_) | Reader::Everybody => session.open_at(node),
            Reader::Cover(_) | Reader::Nobody => None,
        };
        let none = || Refusal(409, "Nothing is shown here now.".to_owned());
        let position = shown.ok_or_else(none)?.position().clone();
        let game = session.info().name;
        Ok(Self { game, variant: session.spec().variant.clone(), position })
    }

    /// Reads a position that was pasted, with its rules.
    pub(crate) fn of_text(text: &str) -> Result<Self, String> {
        let mut position = parse(text)?;
        let named = position.get("game").and_then(Value::as_str).unwrap_or_default();
        let game = game_names().iter().copied().find(|name| *name == named);
        let game = game.ok_or_else(|| {
            format!(
                "The position names no game of {}: write it in the field \"game\".",
                game_names().join(", ")
            )
        })?;
        let variant = own_rules(&mut position, game)?;
        Ok(Self { game, variant, position })
    }

    /// Reads the form of a position, and does to it what the button asks for.
    pub(crate) fn of_form(fields: &Fields) -> Result<Self, String> {
        let game = game_names().iter().copied().find(|name| *name == fields.get("game"));
        let game = game.ok_or_else(|| "There is no such game.".to_owned())?;
        let mut position = parse(fields.get("base"))?;
        let variant = own_rules(&mut position, game)?;
        let mut draft = Self { game, variant, position };
        let act = fields.get("do");
        if act != "text" {
            for (name, text) in fields.all() {
                if let Some(place) = name.strip_prefix("v:").and_then(|at| draft.position.pointer_mut(at)) {
                    *place = scalar(place, text);
                }
            }
        }
        if let Some(at) = act.strip_prefix("drop:") {
            drop_at(&mut draft.position, at);
        }
        if let Some(at) = act.strip_prefix("add:") {
            let wanted = fields.get(&format!("new:{at}")).to_owned();
            let vocabulary = draft.vocabulary();
            add_at(&mut draft.position, at, &wanted, &vocabulary);
        }
        Ok(draft)
    }

    /// Writes the position as a file, with its rules if they are not the standard ones.
    pub(crate) fn text(&self) -> String {
        let mut file = self.position.clone();
        let variant = self.variant.as_ref().and_then(|variant| serde_json::to_value(variant).ok());
        if let (Some(fields), Some(variant)) = (file.as_object_mut(), variant) {
            fields.insert("variant".to_owned(), variant);
        }
        format!("{file:#}\n")
    }

    /// Returns the number of players that the position has.
    pub(crate) fn players(&self) -> usize {
        self.position["players"].as_array().map_or(0, Vec::len)
    }

    /// Returns a session that begins with the position, at a table of bots: the game's reader has checked it. What is
    /// unknown in it is completed at random.
    pub(crate) fn session(&self) -> Result<Session, InputError> {
        self.session_of(bots(self.players()))
    }

    /// Returns the same at a table of people, who have the numbers of their seats as names.
    pub(crate) fn named_session(&self) -> Result<Session, InputError> {
        let name = |index| Sitter::Here { name: format!("Seat {}", from_one(index)) };
        self.session_of((0..self.players()).map(name).collect())
    }

    fn session_of(&self, seats: Vec<Sitter>) -> Result<Session, InputError> {
        let spec = SittingSpec::new(self.game, self.variant.clone(), seats, 1)?;
        let named = |error: InputError| {
            if *error.origin() == Origin::Position { error.in_file("the position") } else { error }
        };
        Session::new(SittingSpec { initial: Some(self.position.clone()), ..spec }).map_err(named)
    }

    /// Collects what positions of the game have at their places, from games that are played at random.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        // Of the standard rules it is kept.
        static KEPT: Mutex<BTreeMap<(&str, usize), Vocabulary>> = Mutex::new(BTreeMap::new());
        let standard = Variant::standard();
        let table = find(self.game)
            .and_then(|game| game.table(self.players(), self.variant.as_ref().unwrap_or(&standard)));
        let mut vocabulary = match (table, &self.variant) {
            (Err(_), _) => Vocabulary::default(),
            (Ok(table), Some(_)) => learned(&*table),
            (Ok(table), None) => {
                let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
                kept.entry((self.game, self.players())).or_insert_with(|| learned(&*table)).clone()
            }
        };
        vocabulary.learn("", &self.position);
        vocabulary
    }

    /// Returns the title of the game.
    pub(crate) fn title(&self) -> &'static str {
        words::title(self.game)
    }

    /// Returns the seat that decides, if the position can be played.
    pub(crate) fn to_act(session: &Session) -> Option<usize> {
        session.to_act().map(Seat::index)
    }
}

/// Learns what positions of a table have at their places.
fn learned(table: &dyn Ruleset) -> Vocabulary {
    const GAMES: u64 = 8;
    const STEP: usize = 5;
    let mut vocabulary = Vocabulary::default();
    for seed in 0..GAMES {
        let mut rng = Seed(seed).rng();
        let (mut game, _, _) = table.random(Seed(seed), Some(0));
        for decision in 0.. {
            if decision % STEP == 0 || game.to_act().is_none() {
                vocabulary.learn("", &game.position());
            }
            let legal = game.legal();
            let chosen = legal.get(rng.below(legal.len().max(1) as u32) as usize);
            if chosen.is_none_or(|action| game.play(action).is_err()) {
                break;
            }
        }
    }
    vocabulary
}

fn bots(players: usize) -> Vec<Sitter> {
    vec![Sitter::Bot { preset: "random".to_owned() }; players]
}

/// Takes the rules out of a position that brings them.
fn own_rules(position: &mut Value, game: &str) -> Result<Option<Variant>, String> {
    let own = position.as_object_mut().and_then(|fields| fields.remove("variant"));
    own.map(|own| Variant::from_json(&own, game).map_err(|error| error.to_string())).transpose()
}

fn parse(text: &str) -> Result<Value, String> {
    let value = read_json(text.as_bytes()).map_err(|error| format!("The text is not JSON: {error}"))?;
    if !value.is_object() {
        return Err("The text is no position: it has no fields.".to_owned());
    }
    // The form of a position without end would be a page without end.
    match value["players"].as_array().map_or(0, Vec::len) {
        players if players > MAX_SEATS => {
            Err(format!("players: found {players} of them; allowed: at most {MAX_SEATS}"))
        }
        _ => Ok(value),
    }
}

/// Reads what was typed in the place of a value; what does not fit stays a text, which the game's reader refuses.
fn scalar(before: &Value, text: &str) -> Value {
    let text = text.trim();
    let is_text = matches!(before, Value::String(_));
    match text {
        "" if before.is_null() => Value::Null,
        _ if is_text => Value::String(text.to_owned()),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => text.parse::<i64>().map_or_else(|_| Value::String(text.to_owned()), Value::from),
    }
}

/// Takes a key or an element out.
fn drop_at(position: &mut Value, at: &str) {
    let Some((above, last)) = at.rsplit_once('/') else { return };
    match position.pointer_mut(above) {
        Some(Value::Object(fields)) => {
            fields.remove(&unescaped(last));
        }
        Some(Value::Array(list)) => {
            if let Ok(index) = last.parse::<usize>()
                && index < list.len()
            {
                list.remove(index);
            }
        }
        _ => {}
    }
}

/// Adds a key, or an element at the end.
fn add_at(position: &mut Value, at: &str, wanted: &str, vocabulary: &Vocabulary) {
    let place = general(position, at);
    match position.pointer_mut(at) {
        Some(Value::Object(fields)) if !wanted.is_empty() => {
            let example = vocabulary.example(&format!("{place}/{}", escaped(wanted))).cloned();
            fields.entry(wanted.to_owned()).or_insert_with(|| example.unwrap_or(Value::from(1)));
        }
        Some(Value::Array(list)) => {
            let example = vocabulary.example(&format!("{place}/*")).cloned();
            let new = match example {
                Some(Value::Number(_)) => wanted.parse::<i64>().map_or(Value::from(0), Value::from),
                Some(Value::String(first)) => {
                    Value::String(if wanted.is_empty() { first } else { wanted.to_owned() })
                }
                Some(other) => other,
                None => Value::String(wanted.to_owned()),
            };
            list.push(new);
        }
        _ => {}
    }
}

/// Returns a pointer as refusals name it: `players[0].doubloons`.
pub(crate) fn field_of(at: &str) -> String {
    let mut field = String::new();
    for part in at.split('/').skip(1) {
        match part.parse::<usize>() {
            Ok(index) => field += &format!("[{index}]"),
            Err(_) if field.is_empty() => field += &unescaped(part),
            Err(_) => field += &format!(".{}", unescaped(part)),
        }
    }
    field
}

#[cfg(test)]
mod tests {
    use tradewinds_arena::NAMES;

    use super::*;

    fn form(draft: &Draft, more: &[(&str, &str)]) -> Fields {
        let base = draft.text();
        let mut all = vec![("game", draft.game), ("base", &base)];
        all.extend_from_slice(more);
        Fields::of(&all)
    }

    #[test]
    fn a_position_of_every_game_is_checked_by_its_own_reader() {
        for game in NAMES {
            let draft = Draft::of_start(game, 3).unwrap();
            assert_eq!((draft.game, draft.players()), (*game, 3));
            draft.session().unwrap();
            let same = Draft::of_form(&form(&draft, &[("do", "check")])).unwrap();
            assert_eq!(same.position, draft.position, "{game}");
            assert_eq!(Draft::of_text(&draft.text()).unwrap().position, draft.position);
            // No game has that many players.
            let mut wrong = draft.clone();
            drop_at(&mut wrong.position, "/players/2");
            drop_at(&mut wrong.position, "/players/1");
            assert!(wrong.session().is_err(), "{game}");
        }
    }

    /// A position is saved and pasted with the rules by which it was played.
    #[test]
    fn a_position_brings_its_rules() {
        let text = "name = \"dear\"\ngame = \"puerto-rico\"\n[set]\n\"building.factory.cost\" = 9\n";
        let variant = Variant::parse("dear.toml", text, "puerto-rico").unwrap();
        let draft = Draft { variant: Some(variant), ..Draft::of_start("puerto-rico", 3).unwrap() };
        for again in [Draft::of_text(&draft.text()), Draft::of_form(&form(&draft, &[("do", "text")]))] {
            let again = again.unwrap();
            assert_eq!((&again.position, &again.variant), (&draft.position, &draft.variant));
            again.session().unwrap();
        }
        assert!(Draft::of_start("francis-drake", 2).is_err());
    }

    #[test]
    fn fields_are_changed_added_and_taken_out() {
        let draft = Draft::of_start("puerto-rico", 3).unwrap();
        let changed = |more: &[(&str, &str)]| Draft::of_form(&form(&draft, more)).unwrap();
        let rich = changed(&[("v:/players/1/doubloons", "9"), ("do", "check")]);
        assert_eq!(rich.position["players"][1]["doubloons"], 9);
        rich.session().unwrap();
        let factory = changed(&[("do", "add:/players/0/buildings"), ("new:/players/0/buildings", "factory")]);
        assert!(factory.position["players"][0]["buildings"]["factory"].is_number());
        let gone = changed(&[("do", "drop:/players/0/doubloons")]);
        assert!(gone.position["players"][0].get("doubloons").is_none());
        // What is wrong is named by the game's reader.
        let wrong = changed(&[("v:/players/1/doubloons", "many"), ("do", "check")]);
        let error = wrong.session().map(drop).unwrap_err();
        assert_eq!(error.field(), field_of("/players/1/doubloons"), "{error}");
        // A place that is not there is left out, and text alone counts where it was typed.
        assert_eq!(changed(&[("v:/players/9/doubloons", "1")]).position, draft.position);
        assert_eq!(changed(&[("v:/players/1/doubloons", "9"), ("do", "text")]).position, draft.position);
        for (text, part) in [("{", "is not JSON"), ("[]", "is no position")] {
            let fields = Fields::of(&[("game", "puerto-rico"), ("base", text)]);
            let Err(why) = Draft::of_form(&fields) else { panic!("{text} is refused") };
            assert!(why.contains(part), "{why}");
        }
        assert!(Draft::of_form(&Fields::of(&[("game", "chess")])).is_err());
    }

    #[test]
    fn the_vocabulary_knows_what_positions_can_have() {
        let draft = Draft::of_start("puerto-rico", 3).unwrap();
        let vocabulary = draft.vocabulary();
        assert!(vocabulary.optional("/players/*/buildings").contains("factory"));
        assert!(vocabulary.is_open("/deck") && !vocabulary.is_open("/players"));
        assert!(vocabulary.texts("/deck/*").contains("coffee"));
        assert_eq!(general(&draft.position, "/players/0/tiles/a1"), "/players/*/tiles/a1");
        assert_eq!(
            (general(&draft.position, "/ships/5/corn"), escaped("a/b~")),
            ("/ships/5/corn".into(), "a~1b~0".into())
        );
        assert_eq!(field_of("/players/0/goods/corn"), "players[0].goods.corn");
    }
}
