//! Decisions that are made as one: a number or a choice for each spot, in any order, and one button.

use maud::{Markup, html};
use tradewinds_game::{Joint, Pieces, Pile, Spot, plural, speech::capital};
use tradewinds_sitting::WholeAct;

/// Draws the choice of a run of decisions; `stood` has the pieces as they stood before it, `hint` what a bot would do.
pub(super) fn joint(joint: &Joint, stood: &Pieces, hint: Option<&WholeAct>) -> Markup {
    let hinted = |spot: &Spot| hint.and_then(|hint| hint.pieces.get(&spot.key)).copied().unwrap_or(0);
    let before = joint.within(stood);
    let is_choice = |pile: &Pile| stood.is_empty() && is_single(pile);
    let is_counted = joint.piles.iter().any(|pile| !is_choice(pile));
    let mut number = 0;
    html! {
        div.joint data-joint="" {
            @for (index, pile) in joint.piles.iter().enumerate() {
                fieldset data-least=(pile.least) data-most=(pile.most) data-noun=(pile.noun) data-nouns=(plural(pile.noun)) data-order=(order(pile)) {
                    @if is_choice(pile) {
                        legend { (capital(pile.noun)) }
                        @if pile.least == 0 { (choice(index, "", "none", true, false)) }
                        @for spot in &pile.spots { (choice(index, &spot.key, &spot.name, false, hinted(spot) > 0)) }
                    } @else {
                        legend { (bounds(pile)) output.left {} }
                        @for spot in &pile.spots {
                            ({ number += 1; "" })
                            (counter(spot, number, before[&spot.key], hinted(spot)))
                        }
                    }
                }
            }
            p.row {
                @if is_counted {
                    @if !stood.is_empty() { button.tool.scripted type="button" data-set="before" data-key="b" { kbd { "b" } " As before" } }
                    button.tool.scripted type="button" data-set="fill" data-key="f" { kbd { "f" } " Fill" }
                }
                button.big #done form="joint" data-key="d" { kbd { "d" } " Done" }
                @if hint.is_some() { button.tool #as-hinted form="hinted" data-key="a" { kbd { "a" } " Do as hinted" } }
            }
        }
    }
}

/// Returns whether one piece of a pile goes on one of its spots: where nothing stood, a spot is chosen, not a number.
fn is_single(pile: &Pile) -> bool {
    pile.most == 1 && pile.spots.len() > 1
}

/// Writes the order in which free pieces are put.
fn order(pile: &Pile) -> String {
    pile.filling().iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// Says how many pieces are to be put.
fn bounds(pile: &Pile) -> String {
    let (least, most, nouns) = (pile.least, pile.most, capital(&plural(pile.noun)));
    if least == most { format!("{nouns}: {most} in all") } else { format!("{nouns}: {least} to {most}") }
}

/// Says what a bot would do in the whole act.
pub(super) fn whole(joint: &Joint, hint: &WholeAct) -> String {
    let spots = joint.piles.iter().flat_map(|pile| pile.spots.iter().map(move |spot| (pile, spot)));
    let put = |(pile, spot): (&Pile, &Spot)| match hint.pieces.get(&spot.key) {
        None | Some(0) => None,
        Some(_) if pile.most == 1 => Some(spot.name.clone()),
        Some(count) => Some(format!("{count} × {}", spot.name)),
    };
    let parts: Vec<String> = spots.filter_map(put).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// Draws the form by which the hint for the whole act is played.
pub(super) fn hinted(version: &str, hint: &WholeAct) -> Markup {
    html! {
        form #hinted method="post" action="act" {
            input type="hidden" name="v" value=(version);
            @for action in &hint.actions { input type="hidden" name="a" value=(action); }
        }
    }
}

/// Draws the mark of what the hint puts on a spot.
fn mark(count: &str) -> Markup {
    html! { span.hinted { "hint" @if !count.is_empty() { " " (count) } } }
}

fn choice(pile: usize, key: &str, name: &str, is_chosen: bool, is_hinted: bool) -> Markup {
    html! {
        label.choice {
            input type="radio" form="joint" name={ "one." (pile) } value=(key) required checked[is_chosen];
            " " (capital(name)) @if is_hinted { " " (mark("")) }
        }
    }
}

fn counter(spot: &Spot, number: usize, before: u8, hinted: u8) -> Markup {
    html! {
        div.counter {
            label for={ "spot-" (number) } { @if number <= 9 { kbd.scripted { (number) } } " " (spot.name) @if hinted > 0 { " " (mark(&hinted.to_string())) } }
            button.step.scripted type="button" data-step="-1" aria-label={ (spot.name) ": one less" } tabindex="-1" { "−" }
            input #{ "spot-" (number) } type="number" form="joint" name={ "p." (spot.key) } data-at=(spot.key) data-before=(before)
                min="0" max=(spot.most) value=(before) inputmode="numeric";
            button.step.scripted type="button" data-step="1" aria-label={ (spot.name) ": one more" } tabindex="-1" { "+" }
            small { "of " (spot.most) }
        }
    }
}
