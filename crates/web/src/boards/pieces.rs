//! The pieces of all boards: drawn once a page as symbols, laid by name.
//!
//! A board writes `(piece("barrel").of("g-corn").lies("corn", "ship 5"))`. What the parts are for:
//!
//! | part | meaning |
//! |---|---|
//! | `piece(SHAPE)` | a drawn thing, as high as `--p` (the class `small`, `tall`, `grand` or the board's own rule sets it) |
//! | `.of(CLASS)` | its colour: `g-GOOD`, `seatN` or `colour-NAME`; also any class of the board's own |
//! | `.lies(KIND, AT)` | alike pieces have one KIND; when the page changes, a piece flies from the AT that has fewer of its kind to the AT that has more (`motion.js`) |
//! | `.times(N)` | this one drawing stands for a heap of N |
//! | `.about(WORDS)` | what screen readers say of it; a piece without words is silent |
//!
//! A barrel with the letters of its good is `icons::barrel(GOOD, AT)`, a heap of them `icons::heap(GOOD, AT, N)`.
//!
//! Wooden and round pieces take their colour: `barrel`, `disc`, `pawn`, `cube`, `ship`, `boat`, `sails`, `bar`, `gem`, `crate`, `cannon`.
//! The others have their own: `coin`, `chip`, fields (`corn`, `indigo`, `sugar`, `tobacco`, `coffee`, `quarry`, `pile`), and
//! places of a map (`fort`, `town`, `port`, `galleon`, `chest`, `tent`, `waves`).
//!
//! Style classes of a board (`assets/boards.css`): `.spaces` is a grid of places, `.lot` an empty place, `.shelf` a row of
//! pieces, `.ring` the round place of one piece, `.plank` a wooden tile, `.water`, `.meadow`, `.street-stone`, `.parchment`
//! grounds, `.times` the number of a heap, `.cost` a price on a coin, `.worth` VP on a shield.

use maud::{Markup, PreEscaped, Render, html};

use super::figures::FIGURES;

/// The pieces: name, size, and content.
const PIECES: [(&str, &str, &str); 29] = [
    (
        "barrel",
        "0 0 24 28",
        r##"<ellipse cx="12" cy="25.500" rx="9" ry="2" fill="#000" opacity=".2"/><path d="M5.500 4.500C2.500 10 2.500 18.500 5.500 24c3 1.800 10 1.800 13 0 3-5.500 3-14 0-19.500z" stroke="#000" stroke-opacity=".55" stroke-width=".9"/><path d="M5.500 4.500C2.500 10 2.500 18.500 5.500 24l2.500.9C6 18 6 11 8 5z" fill="#fff" opacity=".35"/><path d="M16 5c2 6 2 13.500 0 19.900l2.500-.9c3-5.500 3-14 0-19.500z" fill="#000" opacity=".22"/><path d="M3.800 9.800c5 2 11.400 2 16.400 0M3.800 18.600c5 2 11.400 2 16.400 0" stroke="#2b1c10" stroke-opacity=".6" stroke-width="1.500" fill="none"/><ellipse cx="12" cy="4.500" rx="6.500" ry="2.300" stroke="#000" stroke-opacity=".55" stroke-width=".9"/><ellipse cx="12" cy="4.500" rx="5.200" ry="1.500" fill="#000" opacity=".25"/>"##,
    ),
    (
        "disc",
        "0 0 24 22",
        r##"<path d="M2 9v5c0 3.600 4.500 6.500 10 6.500s10-2.900 10-6.500V9z" stroke="#000" stroke-opacity=".55" stroke-width=".9"/><path d="M2 9v5c0 3.600 4.500 6.500 10 6.500s10-2.900 10-6.500V9z" fill="#000" opacity=".32"/><ellipse cx="12" cy="8.500" rx="10" ry="6.700" stroke="#000" stroke-opacity=".5" stroke-width=".9"/><path d="M3.500 7.500C4.500 4.600 8 2.900 12 2.900c3 0 5.500.8 7 2.200C16 4 8 4 3.500 7.500z" fill="#fff" opacity=".45"/>"##,
    ),
    (
        "pawn",
        "0 0 24 28",
        r##"<ellipse cx="12" cy="25.500" rx="9" ry="2" fill="#000" opacity=".2"/><path d="M12 2a4.800 4.800 0 00-3 8.500c-.3 4.500-2 8.500-4.800 11.500-.6 3.500 2.500 4.500 7.800 4.500s8.400-1 7.800-4.500c-2.800-3-4.500-7-4.800-11.500A4.800 4.800 0 0012 2z" stroke="#000" stroke-opacity=".55" stroke-width=".9"/><path d="M9.500 4c-1.500 1.500-1.500 4 0 6-.3 5-2 9-4.300 12 .3-3.500 3-6.500 3.300-11.500C7 8 7.500 5 9.500 4z" fill="#fff" opacity=".4"/><path d="M15 10.500c.3 4.500 2 8.500 4.800 11.500.6 3.500-2.500 4.500-7.800 4.500 4-2 4.500-8 3-16z" fill="#000" opacity=".22"/>"##,
    ),
    (
        "cube",
        "0 0 24 26",
        r##"<path d="M12 1.500l10 5.200v12L12 24.500 2 18.700v-12z" stroke="#000" stroke-opacity=".55" stroke-width="1" stroke-linejoin="round"/><path d="M12 1.500l10 5.200-10 5.300L2 6.700z" fill="#fff" opacity=".38"/><path d="M12 12l10-5.300v12L12 24.500z" fill="#000" opacity=".28"/>"##,
    ),
    (
        "ship",
        "0 0 52 44",
        r##"<path d="M2 28h46c-1 7-5 12-9 14H12C7 40 3 35 2 28z" stroke="#000" stroke-opacity=".55"/><path d="M2 28h46l-.6 3H2.500z" fill="#fff" opacity=".35"/><path d="M4 35c12 2 30 2 42 0M8 39.500c10 1.500 24 1.500 34 0" stroke="#000" stroke-opacity=".3" fill="none"/><path d="M25 3h2v26h-2zM12 10h1.600v18H12zM38.500 11h1.600v17h-1.600z" fill="#6b4a2b"/><path d="M17 5c6 3 14 3 19 0 2 5 2 11 0 16-6-3-13-3-19 0 2-6 2-11 0-16zM7 13c4 1.500 8 1.500 12 0 1.200 4 1.200 8 0 11-4-1.500-8-1.500-12 0 1.200-4 1.200-7 0-11zM34 14c3.500 1.200 7 1.200 11 0 1 3.500 1 7 0 10-4-1.300-7.500-1.300-11 0 1-4 1-7 0-10z" fill="#fbf3dc" stroke="#8d7a55" stroke-width=".8"/><path d="M27 2h9l-3 2.200 3 2.300h-9z"/>"##,
    ),
    (
        "sails",
        "0 0 100 34",
        r##"<path d="M30 0h2v34h-2zM66 2h2v32h-2z" fill="#6b4a2b"/><path d="M10 4c14 3 28 3 42 0 4 8 4 18 0 26-14-4-28-4-42 0 4-8 4-18 0-26zM56 7c7 2 15 2 24 0 3 7 3 16 0 23-8-3-16-3-24 0 3-7 3-16 0-23z" fill="#fbf3dc" stroke="#8d7a55"/><path d="M14 16c12 2 24 2 36 0M59 18c6 1.500 13 1.500 19 0" stroke="#d8c89f" fill="none"/><path d="M68 1h11l-3 2.500 3 2.500H68z" fill="#a8321f"/><path d="M82 30L97 15l1 2-13 15z" fill="#6b4a2b"/>"##,
    ),
    (
        "boat",
        "0 0 44 36",
        r##"<path d="M2 24h40c-1 5-4 8-8 10H10C6 32 3 29 2 24z" stroke="#000" stroke-opacity=".55"/><path d="M2 24h40l-.6 3H2.500z" fill="#fff" opacity=".35"/><path d="M20 2h1.800v22H20z" fill="#6b4a2b"/><path d="M23 4c8 4 12 10 13 17H23zM18 7c-5 3-8 8-9 14h9z" fill="#fbf3dc" stroke="#8d7a55" stroke-width=".8"/>"##,
    ),
    (
        "bar",
        "0 0 28 18",
        r##"<path d="M7 3h14l6 12H1z" stroke="#000" stroke-opacity=".5" stroke-linejoin="round"/><path d="M7 3h14l2 4H5z" fill="#fff" opacity=".55"/><path d="M1 15L5 7h18l4 8z" fill="#000" opacity=".1"/>"##,
    ),
    (
        "gem",
        "0 0 26 24",
        r##"<path d="M6.500 2h13l5.500 7-12 13.500L1 9z" stroke="#000" stroke-opacity=".55" stroke-linejoin="round"/><path d="M6.500 2L1 9h8zM19.500 2L17 9h8z" fill="#fff" opacity=".25"/><path d="M6.500 2h13L17 9H9z" fill="#fff" opacity=".5"/><path d="M17 9h8L13 22.500z" fill="#000" opacity=".25"/>"##,
    ),
    (
        "crate",
        "0 0 26 26",
        r##"<path d="M2 7l11-5 11 5v13l-11 5-11-5z" stroke="#000" stroke-opacity=".55" stroke-linejoin="round"/><path d="M2 7l11-5 11 5-11 5z" fill="#fff" opacity=".35"/><path d="M13 12l11-5v13l-11 5z" fill="#000" opacity=".22"/><path d="M7.500 4.500l11 5v13.200M2 13.500l11 5 11-5" stroke="#000" stroke-opacity=".4" stroke-width="1.400" fill="none"/>"##,
    ),
    (
        "cannon",
        "0 0 34 24",
        r##"<path d="M3 9.500c0-2 1.500-3.500 3.500-3.700L29 3.500l.5 10L8 14c-3 0-5-2-5-4.500z" stroke="#000" stroke-opacity=".6"/><path d="M5 8c1-1 2-1.300 3-1.400L29 4.500v2z" fill="#fff" opacity=".45"/><path d="M28 2.500h3.500v12H28zM19 4h2.200v10H19z" stroke="#000" stroke-opacity=".5" stroke-width=".7"/><path d="M5 13h19l-2 5H6z" fill="#7a5230"/><circle cx="12" cy="17" r="6" fill="#8a5f38" stroke="#3a2714"/><path d="M12 11v12M6 17h12M7.800 12.800l8.400 8.400M16.200 12.800l-8.400 8.400" stroke="#3a2714" stroke-width=".9"/><circle cx="12" cy="17" r="1.600" fill="#3a2714"/>"##,
    ),
    (
        "coin",
        "0 0 24 24",
        r##"<circle cx="12" cy="12.800" r="10" fill="#8a6412"/><circle cx="12" cy="11.500" r="10" fill="#e9bd3f" stroke="#7a570d" stroke-width=".9"/><circle cx="12" cy="11.500" r="7.200" fill="#f6d877" stroke="#b5862a" stroke-width=".9"/><path d="M12 6.500v10M9.300 9.200l5.400 4.600M14.700 9.200l-5.400 4.600" stroke="#a87a1c" stroke-width="1.500" stroke-linecap="round"/>"##,
    ),
    (
        "chip",
        "0 0 24 24",
        r##"<path d="M7.500 1.500h9l6 6v9l-6 6h-9l-6-6v-9z" fill="#7e2f24" stroke="#431510" stroke-width=".9"/><path d="M8.300 3.800h7.400l4.500 4.500v7.400l-4.500 4.500H8.300l-4.500-4.500V8.300z" fill="#a5483a"/><path d="M12 5l2 4.500 4.900.5-3.700 3.300 1.100 4.800L12 15.600l-4.300 2.500 1.100-4.800L5.100 10l4.900-.5z" fill="#f7e3b0"/>"##,
    ),
    (
        "corn",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#c9bb62"/><path d="M0 30l40-9v19H0z" fill="#a99a45"/><path d="M9 36C8 26 8 20 10 10M20 37c-1-10 0-18 0-28M31 36c1-10 1-16-1-26" stroke="#5c7a2b" stroke-width="2" fill="none"/><path d="M10 28c-4-1-6-4-7-8 4 0 7 3 7 8zm1-3c4-1 6-4 6-8-4 1-6 4-6 8zm9 5c-4-1-6-4-7-8 4 0 7 3 7 8zm0-4c4-1 6-4 7-8-4 0-7 3-7 8zm11 4c4-1 6-4 6-8-4 0-6 3-6 8z" fill="#6f9134"/><path d="M10 6c3 2 3 9 0 12-3-3-3-10 0-12zM20 4c3 2 3 10 0 13-3-3-3-11 0-13zM30 6c3 2 3 9 0 12-3-3-3-10 0-12z" fill="#ffd94a" stroke="#b98b12" stroke-width=".8"/>"##,
    ),
    (
        "indigo",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#7f9a63"/><path d="M0 29l40-8v19H0z" fill="#678350"/><path d="M8 37c1-8 1-12 0-20M20 38c-1-10 1-16 0-24M32 37c-1-8 0-13 1-20" stroke="#33532b" stroke-width="1.800" fill="none"/><g fill="#4a6fe0" stroke="#23398f" stroke-width=".7"><circle cx="8" cy="15" r="4"/><circle cx="4.500" cy="20" r="3"/><circle cx="12" cy="20" r="3"/><circle cx="20" cy="10" r="4.500"/><circle cx="16" cy="16" r="3.200"/><circle cx="24.500" cy="16" r="3.200"/><circle cx="33" cy="14" r="4"/><circle cx="29" cy="20" r="3"/><circle cx="36" cy="20" r="3"/></g>"##,
    ),
    (
        "sugar",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#b4c99a"/><path d="M0 31l40-6v15H0z" fill="#93ac79"/><path d="M7 38V8M14 38V5M21 38V7M28 38V4M35 38V9" stroke="#f4f6e6" stroke-width="3.600"/><path d="M7 38V8M14 38V5M21 38V7M28 38V4M35 38V9" stroke="#7d9560" stroke-width="3.600" stroke-dasharray="1 7"/><path d="M7 9C4 7 3 5 3 2c3 1 4 4 4 7zm7-3c3-1 5-3 5-5-3 0-5 2-5 5zm7 2c-3-1-4-4-4-6 3 1 4 3 4 6zm7-3c3-1 5-2 6-4-4 0-6 1-6 4zm7 5c-2-2-3-3-3-6 2 1 3 3 3 6z" fill="#4f7a35"/>"##,
    ),
    (
        "tobacco",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#d6a876"/><path d="M0 30l40-8v18H0z" fill="#b98653"/><path d="M20 38C19 28 20 18 20 8" stroke="#5f4a1f" stroke-width="1.800" fill="none"/><path d="M20 32C10 33 4 28 2 20c9-1 16 4 18 12zm0 0c10 1 16-4 18-12-9-1-16 4-18 12zm0-11c-7 0-11-5-12-12 7 0 11 5 12 12zm0 0c7 0 11-5 12-12-7 0-11 5-12 12z" fill="#7c8a35" stroke="#4d5a1c" stroke-width=".8"/><path d="M20 32C13 30 8 26 4 21M20 32c7-2 12-6 16-11M20 21c-5-2-8-6-11-11M20 21c5-2 8-6 11-11" stroke="#4d5a1c" stroke-width=".7" fill="none"/>"##,
    ),
    (
        "coffee",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#8d8a5a"/><path d="M0 30l40-7v17H0z" fill="#6f6c42"/><path d="M20 38V6M20 28L8 18M20 22l12-10M20 34l12-10" stroke="#4a3320" stroke-width="1.600" fill="none"/><path d="M8 18C3 16 2 11 4 6c5 2 7 7 4 12zm24-6c-1-5 2-9 6-10 1 5-1 9-6 10zm-12-6c-3-2-3-4-1-6 3 1 3 4 1 6zm12 18c3-3 6-3 8-1-2 3-5 4-8 1z" fill="#3f6b33"/><g stroke="#2b170d" stroke-width=".8"><ellipse cx="12" cy="24" rx="4.500" ry="3.500" fill="#5b3522"/><ellipse cx="26" cy="19" rx="4.500" ry="3.500" fill="#6d402a"/><ellipse cx="27" cy="32" rx="4.500" ry="3.500" fill="#5b3522"/><ellipse cx="14" cy="12" rx="4" ry="3" fill="#6d402a"/></g><path d="M9 25c2-2 4-2 6-2M23 20c2-2 4-2 6-2M24 33c2-2 4-2 6-2" stroke="#d9b08c" stroke-width=".8" fill="none"/>"##,
    ),
    (
        "quarry",
        "0 0 40 40",
        r##"<rect width="40" height="40" rx="4" fill="#a9a595"/><path d="M0 28l14-6 12 3 14-7v22H0z" fill="#86826f"/><path d="M5 26l2-8 7-3 5 5-1 8-8 3zM20 20l3-9 9-2 4 7-3 7-8 2zM14 36l2-8 9-3 6 4-2 8z" fill="#c9cacb" stroke="#5d5f61" stroke-width=".9" stroke-linejoin="round"/><path d="M7 18l6 4 6-2M13 22l-3 9M23 11l6 4 7 1M29 15l-4 10M16 28l7 3 8-2M23 31l-2 6" stroke="#7d8083" stroke-width=".8" fill="none"/>"##,
    ),
    (
        "pile",
        "0 0 40 40",
        r##"<rect x="3" y="3" width="37" height="37" rx="4" fill="#3f5226"/><rect x="1.500" y="1.500" width="37" height="37" rx="4" fill="#55702f" stroke="#2f3f1b"/><rect width="37" height="37" rx="4" fill="#6f8d3f" stroke="#3a4c20"/><path d="M18.500 7C10 10 8 18 10 28c8 0 16-6 17-21-3 0-6 0-8.500 0zm-8 22c3-8 7-13 12-17" fill="#8fae57" stroke="#3a4c20" stroke-width="1"/>"##,
    ),
    (
        "fort",
        "0 0 60 44",
        r##"<path d="M2 43c6-6 50-6 56 0z" fill="#7f9a5a"/><path d="M6 40V18h5v-4h4v4h4v-4h4v4h14v-4h4v4h4v-4h4v4h5v22z" fill="#c9b48f" stroke="#5b482c"/><path d="M20 40V10h4V6h4v4h4V6h4v4h4v30z" fill="#ddcaa6" stroke="#5b482c"/><path d="M26 40v-9c0-5 8-5 8 0v9z" fill="#4b3622"/><path d="M11 25h4v5h-4zM45 25h4v5h-4zM24 17h4v5h-4zM32 17h4v5h-4z" fill="#4b3622"/><path d="M29.300 0h1.500v8h-1.500z" fill="#4b3622"/><path d="M31 0h11l-3 2.500 3 2.500H31z" fill="#c22f23"/><path d="M31 1.700h9.500v1.700H31z" fill="#f2c230"/>"##,
    ),
    (
        "town",
        "0 0 60 44",
        r##"<path d="M2 43c6-6 50-6 56 0z" fill="#7f9a5a"/><path d="M5 40V24h14v16zM41 40V24h14v16z" fill="#f0e2c4" stroke="#6b4a2b"/><path d="M3 25l9-8 9 8zM39 25l9-8 9 8z" fill="#b5532f" stroke="#6b2d16"/><path d="M19 40V18h22v22z" fill="#fbf0d6" stroke="#6b4a2b"/><path d="M16 19l14-10 14 10z" fill="#c7623a" stroke="#6b2d16"/><path d="M26 40v-8c0-5 8-5 8 0v8z" fill="#5f3f26"/><path d="M22 23h4v5h-4zM34 23h4v5h-4zM9 29h5v5H9zM46 29h5v5h-5z" fill="#7b95a6"/><path d="M29 2h2v8h-2zM26.500 4h7v2h-7z" fill="#6b4a2b"/>"##,
    ),
    (
        "port",
        "0 0 60 44",
        r##"<path d="M0 34h60v10H0z" fill="#5d9db3"/><path d="M2 33c8-5 26-7 34-3v6H2z" fill="#7f9a5a"/><path d="M6 31V17h20v14z" fill="#f0e2c4" stroke="#6b4a2b"/><path d="M3 18l13-9 13 9z" fill="#4f7f8d" stroke="#25464f"/><path d="M13 31v-8h6v8z" fill="#5f3f26"/><path d="M28 32h29v4H28z" fill="#a5743f" stroke="#5c3c1b"/><path d="M32 36v6M42 36v6M52 36v6" stroke="#5c3c1b" stroke-width="2"/><path d="M34 31h7v-7h-7z" fill="#8b5cae" stroke="#4c2a69"/><path d="M43 31h7v-7h-7zM38.500 24h7v-7h-7z" fill="#a97f4b" stroke="#5c3c1b"/><path d="M4 40c3-2 5-2 8 0s5 2 8 0M44 41c3-2 5-2 8 0" stroke="#e3f4f8" fill="none"/>"##,
    ),
    (
        "galleon",
        "0 0 60 44",
        r##"<path d="M0 36h60v8H0z" fill="#4b8ba3"/><path d="M4 20h5l2 8h30l3-6h13c-1 10-6 15-12 17H15C8 37 5 28 4 20z" fill="#8a4a26" stroke="#3f1f0d"/><path d="M11 28h31M9.500 33c12 1.500 30 1.500 44-1" stroke="#e3b03a" fill="none"/><path d="M17 31h3v2.500h-3zM25 31h3v2.500h-3zM33 31h3v2.500h-3z" fill="#23120a"/><path d="M18 6h1.500v22H18zM31 1h1.500v27H31zM45 8h1.500v15H45z" fill="#4b3622"/><path d="M12 9c4 2 9 2 13 0 1.500 5 1.500 10 0 15-4-2-9-2-13 0 1.500-5 1.500-10 0-15zM25 4c5 2 9 2 14 0 1.800 7 1.800 14 0 20-5-2-9-2-14 0 1.800-7 1.800-13 0-20zM41 10c3 1.300 6 1.300 9 0 1 3 1 7 0 10-3-1.300-6-1.300-9 0 1-3 1-7 0-10z" fill="#f7ecd2" stroke="#8d7a55"/><path d="M32 8v12M27.500 13h9.500" stroke="#c22f23" stroke-width="2"/><path d="M2 40c4-2 7-2 11 0s7 2 11 0 7-2 11 0 7 2 11 0 7-2 11 0" stroke="#e3f4f8" fill="none"/>"##,
    ),
    (
        "chest",
        "0 0 34 26",
        r##"<path d="M2 11C2 4 6 2 10 2h14c4 0 8 2 8 9z" fill="#9a6231" stroke="#3f250d"/><path d="M2 11h30v13H2z" fill="#84501f" stroke="#3f250d"/><path d="M2 11h30v3H2zM7 2.500h3V24H7zM24 2.500h3V24h-3z" fill="#d9a838"/><rect x="14" y="9" width="6" height="8" rx="1" fill="#f0cf6d" stroke="#6e4c0c"/><circle cx="17" cy="12.500" r="1.200" fill="#3f250d"/>"##,
    ),
    (
        "tent",
        "0 0 40 32",
        r##"<path d="M2 30h36z" stroke="#000"/><path d="M20 2L3 29h34z" fill="#e6d3ab" stroke="#6b4a2b"/><path d="M20 2l-5 27h10z" fill="#6b4a2b"/><path d="M20 2L3 29h5L20 6z" fill="#fff" opacity=".5"/>"##,
    ),
    (
        "tavern",
        "0 0 40 40",
        r##"<path d="M8 12h20v22c0 2-20 2-20 0z" fill="#b77b3c" stroke="#5c3714"/><path d="M28 16c8-1 9 13 0 13" fill="none" stroke="#5c3714" stroke-width="3"/><path d="M8 18h20M8 29h20" stroke="#5c3714" stroke-width="1.600"/><path d="M6 12c-1-5 5-6 6-4 2-4 8-3 9 0 4-2 9 0 8 4-1 3-3 2-4 4-2 3-4-1-6-1s-5 3-7 0c-1-2-5 0-6-3z" fill="#fff6df" stroke="#a58c58"/>"##,
    ),
    (
        "queen",
        "0 0 40 40",
        r##"<path d="M5 33V12l8 8 7-14 7 14 8-8v21z" fill="#f0c64a" stroke="#7a570d" stroke-linejoin="round"/><path d="M5 29h30v5H5z" fill="#d9a72c" stroke="#7a570d"/><g stroke="#5b1d17" stroke-width=".7"><circle cx="20" cy="24" r="2.600" fill="#c8372a"/><circle cx="11" cy="26" r="1.900" fill="#3a62b5"/><circle cx="29" cy="26" r="1.900" fill="#3a62b5"/></g><circle cx="5" cy="11" r="2.200" fill="#f7e3b0" stroke="#7a570d"/><circle cx="20" cy="5" r="2.200" fill="#f7e3b0" stroke="#7a570d"/><circle cx="35" cy="11" r="2.200" fill="#f7e3b0" stroke="#7a570d"/>"##,
    ),
    (
        "hat",
        "0 0 40 40",
        r##"<path d="M2 26c3-3 7-1 9-6 2-6 6-9 10-9 5 0 8 4 9 9 1 4 5 3 8 6-4 6-11 6-18 6S6 32 2 26z" fill="#2f3e57" stroke="#131b2a"/><path d="M2 26c6 4 12 3 18 3s12 1 18-3" fill="none" stroke="#e0b64a" stroke-width="1.800"/><path d="M28 17c-2-8 2-13 8-14-1 6-2 11-8 14z" fill="#fff" stroke="#9aa2ae"/><circle cx="20" cy="20" r="2.600" fill="#e0b64a"/>"##,
    ),
];

/// Draws the symbols of all pieces, as a part of the sheet that holds the icons, too.
pub(super) fn symbols() -> Markup {
    html! {
        @for (name, size, content) in PIECES.iter().chain(&FIGURES) {
            symbol id={ "p-" (name) } viewBox=(size) { (PreEscaped(content)) }
        }
    }
}

/// A piece on a board.
#[must_use]
pub(super) struct Piece<'a> {
    shape: &'a str,
    class: String,
    /// The kind of the piece, and where it lies.
    place: Option<(&'a str, &'a str)>,
    /// The number of pieces that this one stands for, where it is a heap.
    heap: Option<u32>,
    about: Option<&'a str>,
}

/// Lays a piece of this shape.
pub(super) const fn piece(shape: &str) -> Piece<'_> {
    Piece { shape, class: String::new(), place: None, heap: None, about: None }
}

impl<'a> Piece<'a> {
    /// Gives the piece its colour, or another class.
    pub(super) fn of(mut self, class: impl AsRef<str>) -> Self {
        self.class.push(' ');
        self.class.push_str(class.as_ref());
        self
    }

    /// Says which pieces it is alike, and where it lies, so that it moves when that changes.
    pub(super) const fn lies(mut self, kind: &'a str, at: &'a str) -> Self {
        self.place = Some((kind, at));
        self
    }

    /// Lets the piece stand for a heap.
    pub(super) const fn times(mut self, count: u32) -> Self {
        self.heap = Some(count);
        self
    }

    /// Says what the piece is.
    pub(super) const fn about(mut self, words: &'a str) -> Self {
        self.about = Some(words);
        self
    }
}

impl Render for Piece<'_> {
    fn render(&self) -> Markup {
        let (kind, at) = self.place.unzip();
        html! {
            svg class={ "piece p-" (self.shape) (self.class) } data-piece=[kind] data-at=[at] data-heap=[self.heap] aria-hidden="true" { use href={ "#p-" (self.shape) } {} }
            @if let Some(words) = self.about { span.sr { (words) } }
        }
    }
}
