//! What is behind the links of *Design*.

use tradewinds_sitting::Sitter;

use super::queue::{Designs, Study};
use super::rules::{Numbers, changed, rules_of, unknown};
use super::{ASKS, BOTS, DesignQuestion, SIZES};
use crate::form::Fields;
use crate::house::{House, NewTable, PACE_MS};
use crate::message::{Method, Reply, Request};
use crate::pages::{DesignPage, StudyPage};
use crate::token::Token;

/// Answers a request to the lobby, if it is one of these: it takes the lobby's secret.
pub(crate) fn answer(house: &House, designs: &Designs, request: &Request) -> Option<Reply> {
    let (token, rest) = request.path.strip_prefix('/')?.split_once('/')?;
    if !house.key.is(&Token::parse(token)?) {
        return None;
    }
    let below = match rest.strip_prefix("design") {
        Some("") => None,
        Some(below) => Some(below.strip_prefix('/')?),
        None => return None,
    };
    let fields = Fields::read(&request.body);
    Some(match (request.method, below) {
        (Method::Get, None) => {
            let query = Fields::read(request.query.as_bytes());
            Reply::html(200, DesignPage::of(&query, designs.list()).page(unknown(&query).as_deref()))
        }
        (Method::Post, None) => match asked(&fields).and_then(|question| designs.ask(question)) {
            Ok(id) => Reply::Elsewhere(format!("design/{id}")),
            Err(why) => Reply::html(400, DesignPage::of(&fields, designs.list()).page(Some(&why))),
        },
        (method, Some(below)) => {
            let (id, part) = below.split_once('/').unwrap_or((below, ""));
            let study = designs.find(id)?;
            match method {
                Method::Get => shown(designs, &study, part, request.from_script)?,
                Method::Post => done(house, designs, &study, part)?,
            }
        }
    })
}

/// Reads a question from the form.
fn asked(fields: &Fields) -> Result<DesignQuestion, String> {
    if let Some(why) = unknown(fields) {
        return Err(why);
    }
    let least = fields.get("ask") == ASKS[1].0;
    let variant = if least { rules_of(fields)? } else { changed(fields)? };
    let one_of = |name: &str, known: &[&str]| match fields.get(name) {
        given if known.contains(&given) => Ok(given.to_owned()),
        given => Err(format!("{name}: found {:?}; allowed: {}", given, known.join(", "))),
    };
    let bot = one_of("bot", &BOTS.map(|(name, _)| name))?;
    let sizes = SIZES.map(|(deals, _)| deals.to_string());
    let deals = one_of("deals", &sizes.each_ref().map(String::as_str))?;
    let numbers = Numbers::of(fields)?;
    if least && numbers.numbers.is_empty() {
        return Err(
            "This game does not say which of its numbers may change: ask whether rules of yours are fairer."
                .to_owned(),
        );
    }
    let deals = deals.parse().map_err(|_| "deals: a whole number is missing".to_owned())?;
    Ok(DesignQuestion { game: variant.game.clone(), players: numbers.players, variant, bot, deals, least })
}

/// Shows a study, or gives out one of its files.
fn shown(designs: &Designs, study: &Study, part: &str, from_script: bool) -> Option<Reply> {
    let page = StudyPage { study };
    Some(match part {
        "" if from_script => Reply::html(200, page.part()),
        "" => Reply::html(200, page.page()),
        "variant.toml" => Reply::Whole {
            status: 200,
            kind: "application/toml",
            body: toml::to_string(&study.question.variant).ok()?.into_bytes(),
            file_name: Some(format!("{}.toml", study.question.variant.name)),
        },
        "report.html" => Reply::Report(designs.file_of(study, part)?),
        "metrics.csv" | "verdicts.csv" | "fair.csv" | "balance.toml" => Reply::Whole {
            status: 200,
            kind: "text/plain; charset=utf-8",
            body: designs.file_of(study, part)?.into_bytes(),
            file_name: Some(part.to_owned()),
        },
        _ => return None,
    })
}

/// Stops a study, lets it go on, deletes it, or opens a table by its rules.
fn done(house: &House, designs: &Designs, study: &Study, part: &str) -> Option<Reply> {
    let id = &study.id;
    let (result, place) = match part {
        "stop" => (designs.stop(id), format!("../{id}")),
        "go" => (designs.go_on(id), format!("../{id}")),
        "delete" => (designs.delete(id), "../../design".to_owned()),
        "play" => match house.open_table(table_of(&study.question)) {
            Ok(link) => (Ok(()), format!("/{link}/")),
            Err(error) => (Err(error.to_string()), String::new()),
        },
        _ => return None,
    };
    Some(match result {
        Ok(()) => Reply::Elsewhere(place),
        Err(why) => Reply::text(409, &format!("{why}\n")),
    })
}

/// Returns a table at which somebody plays against bots by the rules of a question.
fn table_of(question: &DesignQuestion) -> NewTable {
    let sitter = |seat: usize| match seat {
        0 => Sitter::Here { name: "You".to_owned() },
        _ => Sitter::Bot { preset: "ismcts".to_owned() },
    };
    NewTable {
        game: question.game.clone(),
        variant: Some(question.variant.clone()),
        seats: (0..question.players).map(sitter).collect(),
        seed: None,
        friendly: true,
        guide: false,
        pace_ms: PACE_MS,
    }
}
