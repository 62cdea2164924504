//! Actions in words: as an order, as a report, and several of them as one sentence.

use super::text::capital;

/// An action as a verb and its objects, so that it can be an order ("Take the mayor") and a report ("Anna takes
/// the mayor").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    verb: &'static str,
    rest: String,
    /// What only an order says: "for 2 (of 5)".
    terms: String,
    /// Whether a sentence about several actions leaves this one out.
    is_quiet: bool,
}

impl Phrase {
    /// Makes a phrase of a verb in its base form and the rest of the sentence.
    pub fn new(verb: &'static str, rest: impl Into<String>) -> Self {
        Self { verb, rest: rest.into(), terms: String::new(), is_quiet: false }
    }

    /// Adds what the order says, and what a report does not repeat, since it lists what has changed.
    #[must_use]
    pub fn terms(self, terms: impl Into<String>) -> Self {
        Self { terms: terms.into(), ..self }
    }

    /// Marks an action that changes nothing: it is left out where others are told with it.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self { is_quiet: true, ..self }
    }

    /// Writes the phrase as an order: "Take the mayor".
    #[must_use]
    pub fn order(&self) -> String {
        capital(&join(&join(self.verb, &self.rest), &self.terms))
    }

    /// Writes the phrase as a report: "Anna takes the mayor", "You take the mayor".
    #[must_use]
    pub fn report(&self, name: &str) -> String {
        told(name, false, &[self])
    }
}

/// Tells several actions of a player in one sentence: "Anna puts 1 colonist on corn and 2 colonists on indigo". The name
/// may be that of several players.
#[must_use]
pub fn told(name: &str, is_plural: bool, phrases: &[&Phrase]) -> String {
    let mut said: Vec<&Phrase> = phrases.iter().copied().filter(|phrase| !phrase.is_quiet).collect();
    if said.is_empty() {
        said.extend(phrases.first());
    }
    // Each verb with its objects, and how often each of these comes.
    let mut clauses: Vec<(&str, Vec<(&str, usize)>)> = Vec::new();
    for phrase in said {
        match clauses.last_mut().filter(|(verb, _)| *verb == phrase.verb) {
            Some((_, objects)) => match objects.iter_mut().find(|(object, _)| *object == phrase.rest) {
                Some((_, count)) => *count += 1,
                None => objects.push((&phrase.rest, 1)),
            },
            None => clauses.push((phrase.verb, vec![(&phrase.rest, 1)])),
        }
    }
    let is_base = is_plural || name == "You";
    let clause = |(verb, objects): &(&str, Vec<(&str, usize)>)| {
        let verb = if is_base { (*verb).to_owned() } else { third_person(verb) };
        let times = |&(object, count): &(&str, usize)| match count {
            1 => object.to_owned(),
            _ => format!("{object} ×{count}").trim_start().to_owned(),
        };
        join(&verb, &joined(&objects.iter().map(times).collect::<Vec<_>>()))
    };
    let clauses: Vec<String> = clauses.iter().map(clause).collect();
    match clauses.split_last() {
        // The last "and" joins clauses, the others join objects.
        Some((last, rest)) if !rest.is_empty() && clauses.iter().any(|clause| clause.contains(" and ")) => {
            format!("{name} {}, and {last}", rest.join(", "))
        }
        _ => format!("{name} {}", joined(&clauses)),
    }
}

/// Joins the parts of a list in a sentence: "corn, indigo and sugar".
#[must_use]
pub fn joined<T: AsRef<str>>(parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn join(words: &str, rest: &str) -> String {
    if rest.is_empty() { words.to_owned() } else { format!("{words} {rest}") }
}

/// Returns the verb as it follows a name; a verb of several words changes its first.
fn third_person(verb: &str) -> String {
    let (first, more) = verb.split_once(' ').map_or((verb, ""), |(first, more)| (first, more));
    let changed = if first == "have" {
        "has".to_owned()
    } else if ["s", "sh", "ch", "x", "o"].iter().any(|end| first.ends_with(end)) {
        format!("{first}es")
    } else if first.ends_with('y') && !["ay", "oy", "uy"].iter().any(|end| first.ends_with(end)) {
        format!("{}ies", &first[..first.len() - 1])
    } else {
        format!("{first}s")
    };
    join(&changed, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_follow_a_name() {
        for (verb, third) in [
            ("take", "takes"),
            ("pass", "passes"),
            ("carry on", "carries on"),
            ("stay", "stays"),
            ("buy", "buys"),
            ("go", "goes"),
            ("have", "has"),
        ] {
            assert_eq!(third_person(verb), third);
        }
        let phrase = Phrase::new("take", "the mayor");
        assert_eq!(
            (phrase.order(), phrase.report("Anna")),
            ("Take the mayor".into(), "Anna takes the mayor".into())
        );
    }

    #[test]
    fn a_price_is_in_the_order_alone() {
        let phrase = Phrase::new("build", "the harbor").terms("for 6 (of 8)");
        assert_eq!(phrase.order(), "Build the harbor for 6 (of 8)");
        assert_eq!(phrase.report("You"), "You build the harbor");
    }

    #[test]
    fn several_actions_are_one_sentence() {
        let put = |rest: &str| Phrase::new("put", rest);
        let (corn, none) = (put("1 colonist on corn"), put("0 colonists on sugar").quiet());
        let indigo = put("2 colonists on indigo");
        assert_eq!(
            told("Anna", false, &[&corn, &none, &indigo]),
            "Anna puts 1 colonist on corn and 2 colonists on indigo"
        );
        assert_eq!(told("You", false, &[&none, &none]), "You put 0 colonists on sugar");
        let (cotton, wins) = (Phrase::new("offer", "cotton"), Phrase::new("win", "a caravel"));
        assert_eq!(
            told("Ben", false, &[&cotton, &cotton, &corn]),
            "Ben offers cotton ×2 and puts 1 colonist on corn"
        );
        assert_eq!(
            told("Ben", false, &[&cotton, &corn, &indigo, &wins]),
            "Ben offers cotton, puts 1 colonist on corn and 2 colonists on indigo, and wins a caravel"
        );
        assert_eq!(told("Anna and Ben", true, &[&Phrase::new("pass", "")]), "Anna and Ben pass");
    }
}
