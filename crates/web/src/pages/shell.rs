//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

use crate::boards::icons;

/// Frames a page of the server; `up` leads from the page to the folder of its link.
pub(crate) fn shell(title: &str, up: &str, body: &Markup) -> String {
    let head = html! {
        link rel="icon" href="data:,";
        link rel="stylesheet" href={ (up) "style.css" };
        script src={ (up) "script.js" } defer {}
    };
    frame(title, &head, body)
}

/// Frames a page; `head` is what its head has beside the title.
pub(crate) fn frame(title: &str, head: &Markup, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                (head)
            }
            body { (icons::sheet()) (body) }
        }
    }
    .into_string()
}
