//! The New World as lines: each region's land in a square of 600 by 800 units, and what is drawn around the regions.

use maud::{Markup, PreEscaped, html};
use tradewinds_age_of_discovery::Region;

/// The land of a region; that of the Caribbean is its sea.
pub(super) const fn land(region: Region) -> &'static str {
    match region {
        Region::Canada => {
            "M40 66C62 40 108 28 150 44C190 26 236 28 262 42L296 58C300 96 328 116 354 120C374 108 362 76 386 54C420 38 \
             452 58 470 84C502 92 532 118 550 144C532 160 500 152 478 164C462 172 452 176 440 178L300 172L46 158C24 132 \
             22 92 40 66Z"
        }
        Region::NewEngland => {
            "M300 172L440 178C452 176 462 172 478 164C502 172 522 180 514 196C498 206 480 208 476 222C486 236 472 246 \
             460 252C446 262 438 270 432 280L266 274Z"
        }
        Region::Florida => {
            "M266 274L432 280C426 300 410 318 406 334C410 356 428 382 418 398C403 400 397 372 385 354C367 343 347 351 \
             331 347C314 353 296 351 258 358Z"
        }
        Region::NewSpain => {
            "M84 256L266 274L258 358C244 374 240 394 250 408C262 420 282 418 292 402C302 393 320 393 318 405C316 421 298 \
             427 294 435C312 440 328 446 338 460L316 474C296 462 262 462 234 448C204 438 176 424 160 404C150 386 138 372 \
             130 352C118 336 106 320 100 304C86 290 78 274 84 256Z"
        }
        Region::Caribbean => {
            "M440 318C452 268 522 246 570 268C602 288 602 420 576 454C534 470 478 452 450 438C430 420 442 372 440 318Z"
        }
        Region::NewGranada => {
            "M338 460C354 454 372 438 392 446C416 440 440 452 466 456C486 462 502 468 514 480L474 520L456 556L300 550C298 \
             530 306 514 318 500C322 490 312 484 316 474Z"
        }
        Region::Brazil => {
            "M514 480C532 488 542 498 554 506C576 514 594 530 596 548C592 574 568 598 562 624C554 648 528 656 512 668L496 \
             690L446 656L436 606L456 556L474 520Z"
        }
        Region::Peru => {
            "M300 550L456 556L436 606L446 656L350 662C330 644 314 630 304 608C292 588 286 570 300 550Z"
        }
        Region::Argentina => {
            "M350 662L446 656L496 690C486 706 474 712 462 720C446 730 446 746 432 756C424 770 430 784 420 794C402 798 \
             384 784 380 764C370 734 362 696 350 662Z"
        }
    }
}

/// Land of no region.
const WEST: &str = "M46 158L300 172L266 274L84 256C66 236 52 214 48 190Z";
const BAJA: &str = "M88 300C102 318 120 344 130 368C120 368 104 346 90 326Z";
const GREENLAND: &str = "M500 40C520 16 566 10 596 16L600 70C580 84 560 72 540 66C524 60 508 54 500 40Z";
const LAKES: &str = "M318 160C330 150 350 152 360 160C350 168 330 168 318 160ZM372 166C384 158 404 160 412 168C400 174 382 174 372 166Z";
const ISLANDS: &str = "M432 402C448 390 474 398 496 414C482 421 454 414 438 414ZM508 420C522 411 542 416 552 428C538 436 516 432 508 428ZM472 434C480 430 490 432 492 437C486 441 476 440 472 434ZM562 426C570 423 580 426 582 431C576 434 566 432 562 426ZM580 404a4 4 0 1 0 .1 0ZM586 388a3.500 3.500 0 1 0 .1 0ZM586 444a4 4 0 1 0 .1 0ZM450 376C456 372 460 376 458 382ZM466 384C472 382 476 386 474 390Z";
const MOUNTAINS: &str = "M70 226l9-16 9 16M92 214l10-18 10 18M116 232l9-16 9 16M112 196l8-14 8 14M104 338l8-13 8 13M146 396l8-13 8 13M316 520l7-13 7 13M306 566l7-12 7 12M312 596l8-14 8 14M330 632l8-14 8 14M364 690l8-14 8 14M370 722l8-14 8 14M62 116l9-15 9 15M80 132l8-13 8 13";
const TREES: &str = "M156 216v-12m-5 5l5-9 5 9M176 236v-12m-5 5l5-9 5 9M200 210v-12m-5 5l5-9 5 9M226 236v-12m-5 5l5-9 5 9M540 560v-12m-5 5l5-9 5 9M556 576v-12m-5 5l5-9 5 9M526 626v-12m-5 5l5-9 5 9M536 588v-12m-5 5l5-9 5 9";
const WAVES: &str = "M20 420q6-6 12 0t12 0M60 460q6-6 12 0t12 0M230 520q6-6 12 0t12 0M548 250q6-6 12 0t12 0M520 280q6-6 12 0t12 0M540 730q6-6 12 0t12 0M510 762q6-6 12 0t12 0M566 690q6-6 12 0t12 0M22 330q6-6 12 0t12 0M250 760q6-6 12 0t12 0";
/// Lines of a sea chart, from the compass rose.
const RHUMBS: &str = "M548 214L0 120M548 214L0 420M548 214L120 800M548 214L420 800M548 214L600 620M548 214L600 40M548 214L360 0";
const ROSE: &str = "M548 176l6 30 32 8-32 8-6 30-6-30-32-8 32-8z";

/// Draws the sea and all land; `is_known` says which regions are discovered.
pub(super) fn chart(is_known: impl Fn(Region) -> bool) -> Markup {
    html! {
        svg.chart viewBox="0 0 600 800" aria-hidden="true" focusable="false" {
            path.rhumbs d=(RHUMBS) {}
            path.waves d=(WAVES) {}
            path.terra d={ (WEST) (BAJA) (GREENLAND) } {}
            @for region in Region::ALL {
                path id={ "land-" (region) } class={ "land l-" (region) @if !is_known(region) { " fog" } } d=(land(region)) {}
            }
            path.islands d=(ISLANDS) {}
            path.lakes d=(LAKES) {}
            path.relief d={ (MOUNTAINS) (TREES) } {}
            path.rose d=(ROSE) {}
            circle.rose cx="548" cy="214" r="7" {}
            (PreEscaped(SHIP))
        }
    }
}

/// A galleon under sail in the Pacific.
const SHIP: &str = r#"<g class="sail" transform="translate(196 596)"><path class="hull" d="M0 40h70c2-6 6-10 10-12l-6 22c-4 8-12 10-18 10H16C6 58 0 50 0 40z"/><path class="cloth" d="M16 10c14-4 18 16 12 26H8c8-8 10-18 8-26zM38 0c18 0 24 22 18 36H34c6-12 8-24 4-36z"/><path class="mast" d="M24 6v34M46-4v44"/></g>"#;

/// Draws the land of a region once more, to be pointed at.
pub(super) fn shore(region: Region) -> Markup {
    html! { svg.shore viewBox="0 0 600 800" aria-hidden="true" focusable="false" { use href={ "#land-" (region) } {} } }
}
