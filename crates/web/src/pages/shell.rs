//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

use crate::boards::icons;

/// Frames a page; `up` leads from the page to the folder of its link.
pub(crate) fn shell(title: &str, up: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ (up) "style.css" };
                script src={ (up) "script.js" } defer {}
            }
            body { (icons::sheet()) (body) }
        }
    }
    .into_string()
}
