//! Icons of our own: drawn once a page, used by name.

use maud::{Markup, PreEscaped, html};

use super::pieces::{piece, symbols};

/// The icons: name and content, in a square of 24 units.
const ICONS: [(&str, &str); 23] = [
    (
        "coin",
        r#"<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="5.5" fill="none" stroke="var(--paper)" stroke-width="1.6"/>"#,
    ),
    ("vp", r#"<path d="M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2 5.9 20.6l1.4-6.8L2.2 9.1l6.9-.8z"/>"#),
    ("person", r#"<circle cx="12" cy="6.5" r="4.2"/><path d="M4.5 21c0-5.5 3-9 7.5-9s7.5 3.5 7.5 9z"/>"#),
    (
        "barrel",
        r#"<path d="M7 3h10c2.2 5.6 2.2 12.4 0 18H7C4.800 15.4 4.800 8.600 7 3z"/><path d="M5.600 8.500h12.800M5.600 15.500h12.800" stroke="rgb(0 0 0 / 25%)" stroke-width="1.300" fill="none"/>"#,
    ),
    (
        "ship",
        r#"<path d="M2 15h20l-3.500 6H5.500zM11 2h2v11h-2z"/><path d="M14 3.500c4 1.500 6 5 6 8.500h-6zM10 5c-3 1-5 4-5.500 7H10z"/>"#,
    ),
    ("house", r#"<path d="M12 2.500L22 11h-3v10h-5v-6h-4v6H5V11H2z"/>"#),
    (
        "leaf",
        r#"<path d="M20 3C9 3 4 8 4 14c0 2 .6 3.600 1.400 4.800L3.500 21 5 22.300l2.100-2.200c1 .6 2.300.9 3.900.9C18 21 21 14 20 3zM8 17c2-4 5-6.500 8-8-2.500 2.500-4.500 5-6 8.500z"/>"#,
    ),
    ("rock", r#"<path d="M3 20l3-9 5-2 3-5 5 5 2 11z"/>"#),
    ("card", r#"<rect x="5" y="2.500" width="14" height="19" rx="2"/>"#),
    ("crown", r#"<path d="M3 19V7l5 4 4-7 4 7 5-4v12z"/>"#),
    ("gun", r#"<path d="M2 10l17-4 1.500 5L9 14.200zM5 15a4 4 0 108 0 4 4 0 00-8 0z"/>"#),
    ("flag", r#"<path d="M4 2h2v20H4zM7 3h13l-4 4.500L20 12H7z"/>"#),
    ("gem", r#"<path d="M7 4h10l5 6-10 11L2 10z"/>"#),
    (
        "anchor",
        r#"<path d="M12 2a3 3 0 011.200 5.750V10H17v2.200h-3.800v6.600c2.600-.4 4.600-2 5.300-4.300L17 14.800l3.500-4 1.900 5-1.600-.4C19.700 19.400 16.300 22 12 22s-7.700-2.600-8.800-6.600l-1.600.4 1.900-5 3.500 4-1.500-.3c.7 2.300 2.700 3.900 5.300 4.300v-6.600H7V10h3.800V7.750A3 3 0 0112 2z"/>"#,
    ),
    ("sword", r#"<path d="M20 2l2 2-11 12 2 2-2 2-2.500-2.500L5 21l-2-2 3.500-3.500L4 13l2-2 2 2z"/>"#),
    ("cross", r#"<path d="M10 2h4v5h5v4h-5v11h-4V11H5V7h5z"/>"#),
    (
        "scales",
        r#"<path d="M11 2h2v3l7 1-.3 2H19l3 6.500c-1 2-6 2-7 0L18 8l-5-.8V19h4v2.500H7V19h4V7.200L6 8l3 6.500c-1 2-6 2-7 0L5 8h-.7L4 6l7-1z"/>"#,
    ),
    (
        "compass",
        r#"<path d="M12 1.500A10.500 10.500 0 1012 22.500 10.500 10.500 0 0012 1.500zm0 2.500a8 8 0 110 16 8 8 0 010-16zm5 3l-6.500 3.500L7 17l6.500-3.500z"/>"#,
    ),
    ("hammer", r#"<path d="M4 3h9l4 4-2 2-2-1.500L10 10l11 9.500-2 2L9 11 6.500 8.500 3 7z"/>"#),
    (
        "wheat",
        r#"<path d="M11 22V9c-3 0-5-2-5-5 3 0 5 1.500 6 4 1-2.500 3-4 6-4 0 3-2 5-5 5v3c1-1.700 2.700-2.600 5-2.600 0 3-2 5-5 5V22z"/>"#,
    ),
    (
        "mask",
        r#"<path d="M2 8c6 1.500 14 1.500 20 0 0 6-2.500 9-5.500 9-2 0-3-2-4.500-2s-2.500 2-4.500 2C4.500 17 2 14 2 8zm3.500 3.500c1 2 3.500 2 4.500.3zm13 0c-1 2-3.500 2-4.500.3z"/>"#,
    ),
    (
        "pick",
        r#"<path d="M4 5.500C9 1.500 16 2 21 7.500l1 3.500C17 6.500 12 5 7 7.500zM13 6.500l2.200 2.100L5.500 21.500l-2.400-2.200z"/>"#,
    ),
    (
        "unknown",
        r#"<path d="M12 2a6 6 0 00-6 6h3.500a2.500 2.500 0 114 2c-2 1.400-3.300 2.500-3.300 5.500h3.400c0-1.700.9-2.300 2-3.200A5.800 5.800 0 0012 2zm-2 16h4v4h-4z"/>"#,
    ),
];

/// Draws the sheet that holds all icons and pieces; it is not seen itself.
pub(crate) fn sheet() -> Markup {
    html! {
        svg.sheet width="0" height="0" aria-hidden="true" focusable="false" {
            @for (name, content) in ICONS { symbol id={ "i-" (name) } viewBox="0 0 24 24" { (PreEscaped(content)) } }
            (symbols())
        }
    }
}

/// Draws an icon.
pub(crate) fn icon(name: &str) -> Markup {
    html! { svg.icon aria-hidden="true" focusable="false" { use href={ "#i-" (name) } {} } }
}

/// Draws a good: its colour, its shape and its first letters, so that no colour has to be told from another.
pub(crate) fn good(kind: &str, shape: &str) -> Markup {
    html! { span class={ "good g-" (kind) } title=(kind) { (shape_of(shape)) (letters(kind)) } }
}

/// Draws a barrel of a good; `at` says where it lies, so that it moves from there or to there.
pub(crate) fn barrel(kind: &str, at: &str) -> Markup {
    barrels(kind, at, None)
}

/// Draws barrels of a good one beside the other, or a heap of them if they are many.
pub(crate) fn stack(kind: &str, at: &str, count: u32) -> Markup {
    html! {
        @if count > 0 {
            span.stack role="img" aria-label={ (count) " " (kind) } title={ (count) " " (kind) } {
                @if count > MAX_DRAWN { (heap(kind, at, count)) } @else { @for _ in 0..count { (barrel(kind, at)) } }
            }
        }
    }
}

/// The maximum number of barrels that are drawn one by one.
const MAX_DRAWN: u32 = 4;

/// Draws a heap of barrels of a good, as one barrel and their number.
pub(crate) fn heap(kind: &str, at: &str, count: u32) -> Markup {
    html! { span.goods { (barrels(kind, at, Some(count))) b.times { (count) } } }
}

fn barrels(kind: &str, at: &str, count: Option<u32>) -> Markup {
    html! {
        span class={ "good g-" (kind) } data-piece=(kind) data-at=(at) data-heap=[count] {
            (shape_of("barrel")) (letters(kind))
        }
    }
}

fn shape_of(shape: &str) -> Markup {
    html! { @if shape == "barrel" { (piece(shape)) } @else { (icon(shape)) } }
}

/// Writes the first two letters of a good, but for kinds that share them.
fn letters(kind: &str) -> Markup {
    let letters = match kind {
        "corn" => "cn",
        "coffee" => "cf",
        "cocoa" => "cc",
        "quarry" => "qy",
        _ => kind.get(..2).unwrap_or(kind),
    };
    html! { span.letters aria-hidden="true" { (letters) } span.sr { (kind) } }
}
