//! Decisions that are made as one: a number or a choice for each spot, in any order, and one button.

use maud::{Markup, html};
use tradewinds_game::{Joint, Pieces, Pile, Spot, speech::capital};

/// Draws the choice of a run of decisions; `stood` has the pieces as they stood before it.
pub(super) fn joint(joint: &Joint, stood: &Pieces) -> Markup {
    let before = joint.within(stood);
    let is_choice = |pile: &Pile| stood.is_empty() && is_single(pile);
    let is_counted = joint.piles.iter().any(|pile| !is_choice(pile));
    let mut number = 0;
    html! {
        div.joint data-joint="" {
            @for (index, pile) in joint.piles.iter().enumerate() {
                fieldset data-least=(pile.least) data-most=(pile.most) data-noun=(pile.noun) data-order=(order(pile)) {
                    @if is_choice(pile) {
                        legend { (capital(pile.noun)) }
                        @if pile.least == 0 { (choice(index, "", "none", true)) }
                        @for spot in &pile.spots { (choice(index, &spot.key, &spot.name, false)) }
                    } @else {
                        legend { (bounds(pile)) output.left {} }
                        @for spot in &pile.spots {
                            ({ number += 1; "" })
                            (counter(spot, number, before[&spot.key]))
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
    let (least, most) = (pile.least, pile.most);
    match least {
        _ if least == most => format!("{}s: {most} in all", capital(pile.noun)),
        _ => format!("{}s: {least} to {most}", capital(pile.noun)),
    }
}

fn choice(pile: usize, key: &str, name: &str, is_chosen: bool) -> Markup {
    html! {
        label.choice {
            input type="radio" form="joint" name={ "one." (pile) } value=(key) required checked[is_chosen];
            " " (capital(name))
        }
    }
}

fn counter(spot: &Spot, number: usize, before: u8) -> Markup {
    html! {
        div.counter {
            label for={ "spot-" (number) } { @if number <= 9 { kbd.scripted { (number) } } " " (spot.name) }
            button.step.scripted type="button" data-step="-1" aria-label={ (spot.name) ": one less" } tabindex="-1" { "−" }
            input #{ "spot-" (number) } type="number" form="joint" name={ "p." (spot.key) } data-at=(spot.key) data-before=(before)
                min="0" max=(spot.most) value=(before) inputmode="numeric";
            button.step.scripted type="button" data-step="1" aria-label={ (spot.name) ": one more" } tabindex="-1" { "+" }
            small { "of " (spot.most) }
        }
    }
}
