//! The style and the script of the pages.

use crate::message::Reply;

/// The style, the script and the icons.
pub(crate) struct Assets;

impl Assets {
    /// The frame of the pages, the pages for study, the parts of all boards, and a file for each board.
    pub(crate) const STYLE: &str = concat!(
        include_str!("../assets/style.css"),
        include_str!("../assets/study.css"),
        include_str!("../assets/learn.css"),
        include_str!("../assets/boards.css"),
        include_str!("../assets/boards/puerto_rico.css"),
        include_str!("../assets/boards/mundus_novus.css"),
        include_str!("../assets/boards/age_of_discovery.css"),
        include_str!("../assets/boards/francis_drake.css"),
        include_str!("../assets/position.css"),
    );
    /// Pieces that move, and what calls them.
    pub(crate) const SCRIPT: &str = concat!(
        include_str!("../assets/motion.js"),
        include_str!("../assets/script.js"),
        include_str!("../assets/lobby.js"),
        include_str!("../assets/explain.js"),
        include_str!("../assets/position.js"),
        include_str!("../assets/design.js"),
    );
    pub(crate) const VIEWER: &str =
        concat!(include_str!("../assets/motion.js"), include_str!("../assets/viewer.js"));

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
