//! The moves of a game as a list: to jump to one, by seat, kind of decision, flag and words.

use std::collections::BTreeMap;

use maud::{Markup, html};
use tradewinds_game::{counted, without_controls};

use super::shell::shell;
use crate::boards::badge;
use crate::desk::{Reader, Refusal, Scene};
use crate::form::Fields;
use crate::picture::Setting;

/// A decision in the list.
struct Move {
    /// Its number among those that the reader saw, from 0.
    seen: usize,
    /// Its number in the record.
    decision: usize,
    seat: usize,
    round: u32,
    /// The kind of decision; empty where the reader did not see the whole of it.
    kind: &'static str,
    text: String,
    /// The flag of the review.
    flag: Option<&'static str>,
    is_judged: bool,
}

/// What the reader looks for.
#[derive(Default)]
struct Wanted {
    seat: Option<usize>,
    kind: String,
    flagged: bool,
    words: String,
}

impl Wanted {
    fn of(fields: &Fields) -> Self {
        Self {
            seat: fields.number("seat"),
            kind: fields.get("kind").to_owned(),
            flagged: !fields.get("flagged").is_empty(),
            words: without_controls(fields.get("q")).trim().chars().take(80).collect(),
        }
    }

    fn has(&self, one: &Move) -> bool {
        let text = one.text.to_lowercase();
        self.seat.is_none_or(|seat| seat == one.seat)
            && (self.kind.is_empty() || self.kind == one.kind)
            && (!self.flagged || one.flag.is_some())
            && self.words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// The list of the moves that a screen saw.
pub(crate) struct MovesPage {
    setting: Setting,
    moves: Vec<Move>,
    wanted: Wanted,
    is_reviewed: bool,
}

impl MovesPage {
    /// Collects the moves that a screen saw, and what it looks for.
    pub(crate) fn of(scene: &Scene, screen: usize, fields: &Fields) -> Result<Self, Refusal> {
        let reader = match scene.reader(screen) {
            Reader::Seat(seat) => Some(seat),
            Reader::Everybody => None,
            Reader::Cover(_) | Reader::Nobody => {
                return Err(Refusal(409, "Nothing is shown here now.\n".to_owned()));
            }
        };
        let session = &scene.session;
        let review = scene.review_of_line().and_then(|found| found.review.clone());
        let judged: BTreeMap<usize, Option<&'static str>> = review
            .iter()
            .flat_map(|review| &review.judged)
            .map(|found| (found.judged.decision, found.flag.map(|flag| flag.word())))
            .collect();
        let one = |(seen, entry): (usize, tradewinds_sitting::SeenDecision<'_>)| {
            let decision = session.depth(entry.node).saturating_sub(1);
            Move {
                seen,
                decision,
                seat: entry.seat.index(),
                round: entry.round,
                kind: entry.kind,
                text: entry.line.to_owned(),
                flag: judged.get(&decision).copied().flatten(),
                is_judged: judged.contains_key(&decision),
            }
        };
        Ok(Self {
            setting: Setting::of(session),
            moves: session.log(reader).into_iter().enumerate().map(one).collect(),
            wanted: Wanted::of(fields),
            is_reviewed: review.is_some(),
        })
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Moves · Tradewinds", self.setting.title);
        let found: Vec<&Move> = self.moves.iter().filter(|one| self.wanted.has(one)).collect();
        let body = html! {
            main.moves {
                header.top { h1 { (self.setting.title) small { " moves" } } }
                nav.tools aria-label="Moves" {
                    a.tool href="./" { "Back to the table" }
                    @if self.is_reviewed { a.tool href="review" { "Review" } }
                }
                (self.filter())
                p role="status" { (counted(found.len(), "move")) " of " (self.moves.len()) }
                (self.list(&found))
            }
        };
        shell(&title, "", &body)
    }

    fn filter(&self) -> Markup {
        let mut kinds: Vec<&str> =
            self.moves.iter().map(|one| one.kind).filter(|kind| !kind.is_empty()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let wanted = &self.wanted;
        html! {
            form.filter method="get" action="moves" {
                label { "Words " input type="search" name="q" value=(wanted.words) maxlength="80"; }
                label { "Seat " select name="seat" {
                    option value="" { "all" }
                    @for (seat, name) in self.setting.names.iter().enumerate() {
                        option value=(seat) selected[wanted.seat == Some(seat)] { (name) }
                    }
                } }
                label { "Kind of decision " select name="kind" {
                    option value="" { "all" }
                    @for kind in kinds { option value=(kind) selected[wanted.kind == kind] { (kind.replace('_', " ")) } }
                } }
                @if self.is_reviewed {
                    label.check { input type="checkbox" name="flagged" value="1" checked[wanted.flagged]; " flagged only" }
                }
                button.tool { "Show" }
            }
        }
    }

    fn list(&self, found: &[&Move]) -> Markup {
        let mut round = 0;
        html! {
            ol.plain.movelist {
                @for one in found {
                    @if one.round != round { li.round { h2 { (self.setting.round) " " (one.round) } } }
                    ({ round = one.round; "" })
                    li class={ "seat" (one.seat) } {
                        a href={ "at/" (one.seen) } title="The table before this move" { (badge(one.seat)) " " (one.text) }
                        @if let Some(flag) = one.flag { " " b.flag { (flag) } }
                        @if one.is_judged { " " a.note href={ "review/" (one.decision) } { "review" span.sr { " of decision " (one.decision) } } }
                    }
                }
            }
        }
    }
}
