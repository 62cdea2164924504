//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

use crate::boards::icons;

/// Frames a page of the server; `up` leads from the page to the folder of its link.
pub(crate) fn shell(title: &str, up: &str, body: &Markup) -> String {
    frame(title, &head(up), body)
}

/// Frames a page that the script keeps up to date; a browser without the script loads it anew every few seconds.
pub(crate) fn shell_that_reloads(title: &str, up: &str, body: &Markup) -> String {
    let head = html! { (head(up)) noscript { meta http-equiv="refresh" content="3"; } };
    frame(title, &head, body)
}

fn head(up: &str) -> Markup {
    html! {
        link rel="icon" href="data:,";
        link rel="stylesheet" href={ (up) "style.css" };
        script src={ (up) "script.js" } defer {}
    }
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
