//! The style and the script of the pages.

use crate::message::Reply;

/// The style, the script and the icons.
pub(crate) struct Assets;

impl Assets {
    pub(crate) const STYLE: &str = include_str!("../assets/style.css");
    pub(crate) const SCRIPT: &str = include_str!("../assets/script.js");
    pub(crate) const VIEWER: &str = include_str!("../assets/viewer.js");

    /// Returns the asset of this name. Browsers do not keep it, so that it is that of the program.
    pub(crate) fn find(name: &str) -> Option<Reply> {
        let (kind, body) = match name {
            "style.css" => ("text/css; charset=utf-8", Self::STYLE),
            "script.js" => ("text/javascript; charset=utf-8", Self::SCRIPT),
            _ => return None,
        };
        let body = body.as_bytes().to_vec();
        Some(Reply::Whole { status: 200, kind, body, file_name: None })
    }
}
