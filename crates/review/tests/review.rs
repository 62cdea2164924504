//! Reviews of whole games, small ones.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::sync::atomic::{AtomicBool, Ordering};

use tradewinds_arena::{NAMES, find};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seat, Seed, Variant};
use tradewinds_review::{
    AccountStep, Judged, Judgement, Passage, Review, ReviewSettings, Reviewer, Solution, page,
};
use tradewinds_sitting::{Session, Sitter, SittingSpec, to_record};
use tradewinds_tournament::{MoveRecord, Replay, threads::pool};

/// Sets a game of policies up.
fn session(game: &str, players: usize, seed: u64) -> Session {
    let seats = vec![Sitter::Bot { preset: "steady".to_owned() }; players];
    Session::new(SittingSpec::new(game, None, seats, seed).unwrap()).unwrap()
}

/// Plays the decision at hand as the policy does.
fn play_on(session: &mut Session) {
    let bot = Preset::find("steady", &session.spec().game).unwrap();
    let seed = Seed(0).derive(Purpose::Bot, session.decisions() as u64);
    let choice = session.game().choose(&bot, seed).unwrap();
    let action = session.game().legal().swap_remove(choice);
    session.play(&action).unwrap();
}

/// The record of a game of a policy, or of its first decisions.
fn record(game: &str, players: usize, decisions: usize) -> MoveRecord {
    let mut session = session(game, players, 5);
    while session.to_act().is_some() && session.decisions() < decisions {
        play_on(&mut session);
    }
    to_record(&session, "test")
}

fn reviewer(record: MoveRecord, settings: ReviewSettings) -> Reviewer {
    let preset = |name: &str| Preset::find(name, &record.game).unwrap();
    let (bot, playout_bot) = (preset("ismcts"), preset("steady"));
    Reviewer::new(record, settings, bot, vec![playout_bot]).unwrap()
}

/// Settings that need little time.
fn quick() -> ReviewSettings {
    let settings = ReviewSettings::default();
    ReviewSettings {
        iterations: 40,
        worlds: 2,
        candidates: 2,
        playouts: 8,
        compared: 16,
        events: 8,
        ..settings
    }
}

fn judge_all(reviewer: &Reviewer, threads: usize) -> Vec<Option<Passage>> {
    reviewer.run(&pool(threads).unwrap(), None, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The text of a review without line breaks.
fn in_one_line(review: &Review) -> String {
    review.to_string().split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The reason for the best choice quotes the points of its candidates, and a puzzle takes what the interval allows.
fn check_words(review: &Review, judged: &Judged) {
    assert_eq!(judged.why.is_some(), judged.made != judged.reference);
    let names: Vec<String> = review.seats.iter().map(|seat| seat.name.clone()).collect();
    if let Some(points) = judged.why.as_ref().and_then(|why| why.points) {
        let of = |index: usize| judged.candidates[index].points[judged.seat];
        let quoted = [(points.with, of(judged.reference)), (points.without, of(judged.made))];
        assert!(quoted.iter().all(|(quoted, found)| (quoted - found).abs() < 1e-9), "{points:?}");
        let text = judged.why.as_ref().unwrap().sentences(&names, "Round");
        assert!(text.contains(&format!("{:.1} points against {:.1}", points.with, points.without)), "{text}");
        let made = &judged.candidates[judged.made].order;
        assert!(text.contains(made) && text.matches(". ").count() <= 1, "{text}");
    }
    for (index, candidate) in judged.candidates.iter().enumerate() {
        let wanted = match judged.loss_of(index) {
            _ if index == judged.reference => Solution::Best,
            Some(loss) if loss.low <= 0.0 => Solution::AsGood(loss),
            Some(loss) => Solution::Worse(loss),
            None => Solution::Unmeasured,
        };
        let found = Solution::of(judged, &candidate.action);
        assert_eq!(found, wanted);
        assert_eq!(found.sentence(judged).starts_with("Right: "), found.is_right());
    }
    assert_eq!(Solution::of(judged, "no action"), Solution::Unmeasured);
}

/// What every review has to be, whatever its figures are.
fn check_sums(review: &Review) {
    for (seat, of_seat) in review.seats.iter().enumerate() {
        assert_eq!(of_seat.account.is_some(), review.complete, "seat {seat}: an account is of all decisions");
        if let Some(account) = &of_seat.account {
            let parts = [account.deal, account.luck, account.own, account.others, account.play];
            let sum: f64 = account.start + parts.iter().map(|part| part.mean).sum::<f64>();
            assert!((sum - of_seat.result).abs() < 1e-9, "seat {seat}: {account:?}");
            // Step by step it is the same.
            let first = review.steps[0].before[seat];
            let change =
                |step: &AccountStep| step.by_decision[seat] + step.by_luck[seat] + step.by_play[seat];
            let changes: f64 = review.steps.iter().map(change).sum();
            assert!((first + changes - of_seat.result).abs() < 1e-9, "seat {seat}");
            let luck: f64 = review.steps.iter().map(|step| step.by_luck[seat]).sum();
            assert!((luck - account.luck.mean).abs() < 1e-9, "seat {seat}: {luck}, {account:?}");
        }
        let kinds: f64 = of_seat.kinds.iter().map(|kind| kind.loss.mean).sum();
        let loss = of_seat.loss.map_or(0.0, |loss| loss.mean * of_seat.decisions as f64);
        assert!((kinds - loss).abs() < 1e-9, "seat {seat}: {kinds}, {loss}");
        assert_eq!(of_seat.kinds.iter().map(|kind| kind.decisions).sum::<usize>(), of_seat.decisions);
        assert_eq!(of_seat.accuracy, review.accuracy_with(seat, Review::LOSS_SCALE));
        let own = || review.judged.iter().filter(|reviewed| reviewed.judged.seat == seat);
        assert_eq!(of_seat.accuracy.is_some(), own().any(|reviewed| reviewed.judged.is_at_stake()));
        // A loss of at most a fifth of a point is still 100 %, and a very large one 0 % with any scale.
        let lost = own().any(|reviewed| reviewed.loss.is_some_and(|loss| (0.01..0.1).contains(&loss.mean)));
        let unscaled = review.accuracy_with(seat, 1.0);
        assert!(if lost { of_seat.accuracy < unscaled } else { of_seat.accuracy <= unscaled }, "seat {seat}");
    }
    assert_eq!(review.gifts.is_empty(), !review.complete);
    for row in &review.gifts {
        assert!(row.iter().map(|gift| gift.mean).sum::<f64>().abs() < 1e-9, "{row:?}");
    }
    for reviewed in &review.judged {
        let judged = &reviewed.judged;
        for candidate in judged.candidates.iter().filter(|candidate| candidate.playouts > 0) {
            assert!((candidate.wins.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{candidate:?}");
            assert!(!candidate.order.is_empty());
        }
        assert_eq!(reviewed.loss.is_some(), judged.made != judged.reference);
        check_words(review, judged);
        if let Some(flag) = reviewed.flag {
            let loss = reviewed.loss.unwrap();
            assert!(loss.low > 0.0 && loss.mean >= review.limits[0], "{flag:?}: {loss:?}");
        }
    }
}

#[test]
fn a_part_of_a_review_says_what_it_is() {
    for name in NAMES {
        let record = record(name, 3, usize::MAX);
        let points: Vec<i32> = record.seats.iter().map(|seat| seat.score).collect();
        // A part of the game is enough: a review of some decisions adds up as well.
        let reviewer = reviewer(record, quick());
        let judged: Vec<Option<Passage>> = (0..reviewer.unforced())
            .map(|place| if place % 9 == 0 { reviewer.judge(place, &|| false) } else { None })
            .collect();
        let review = reviewer.review(&judged);
        assert!(!review.complete && review.judged.len() > 5, "{name}");
        check_sums(&review);
        assert_eq!(review.seats.iter().map(|seat| seat.points).collect::<Vec<i32>>(), points);
        let text = in_one_line(&review);
        // A part of the decisions says nothing of luck, skill and gifts, nor of a seat of which none was judged.
        assert!(text.contains("This review is partial") && text.contains("of those judged so far"), "{text}");
        assert!(
            ["Gifts (", "Luck and skill (", "had no choice"].iter().all(|word| !text.contains(word)),
            "{text}"
        );
        let one = reviewer.review(&judged[..1]);
        let (sentences, html_of_one) = (in_one_line(&one), page(&one).to_html());
        assert_eq!(sentences.matches("No decision of ").count(), 2, "{sentences}");
        assert!(
            !sentences.contains("had no choice") && !html_of_one.contains("had no choice"),
            "{sentences}"
        );
        let read: Review = serde_json::from_str(&review.to_json()).unwrap();
        assert_eq!(read, review, "{name}");
        let html = page(&review).to_html();
        assert!(html.len() < 300_000 && !html.contains("Who paid for whose decisions"), "{name}");
        assert!(
            !html.contains("NaN")
                && html.matches("<script").count() == 1
                && !html.contains(" src=")
                && !html.contains("http"),
            "{name}"
        );
    }
}

/// Every change is a decision, luck or other play; and luck is exactly 0 where the game turns nothing up: in Puerto
/// Rico everywhere but where tiles are drawn.
#[test]
fn luck_is_only_where_something_is_turned_up() {
    for name in NAMES {
        // Puerto Rico to its end, where all tiles have been turned up; of the others a part has both kinds of steps.
        let record = record(name, 3, if *name == "puerto-rico" { usize::MAX } else { 80 });
        let actions: Vec<String> = record.actions.iter().map(|step| step.action.clone()).collect();
        let settings = ReviewSettings { worlds: 0, candidates: 1, ..quick() };
        let reviewer = reviewer(record.clone(), settings);
        let judged = judge_all(&reviewer, 2);
        let review = reviewer.review(&judged);
        assert!(review.complete, "{name}");
        check_sums(&review);
        let (luckless, lucky): (Vec<&AccountStep>, Vec<&AccountStep>) =
            review.steps.iter().partition(|step| step.by_luck.iter().all(|&luck| luck == 0.0));
        assert!(luckless.len() > lucky.len() && !review.events.is_empty(), "{name}");
        if **name != *"puerto-rico" {
            continue;
        }
        // The game says where tiles are drawn: the row, or a draw of the hacienda.
        let mut replay = Replay::new(find(name).unwrap(), &record).unwrap();
        let mut drawn = Vec::new();
        for (decision, action) in actions.iter().enumerate() {
            let row = replay.game().position()["face_up"].clone();
            replay.play_to(decision + 1).unwrap();
            let turned = replay.game().position()["face_up"].clone();
            let grew = |good: &str| turned[good].as_u64() > row[good].as_u64();
            let more = ["corn", "indigo", "sugar", "tobacco", "coffee"].into_iter().any(grew);
            if action == "draw" || more {
                drawn.push(decision);
            }
        }
        let events: Vec<usize> = review.events.iter().map(|event| event.decision).collect();
        assert!(events.iter().all(|decision| drawn.contains(decision)), "{events:?} of {drawn:?}");
        assert!(events.len() + 2 > drawn.len(), "{events:?} of {drawn:?}");
        let text = in_one_line(&review);
        for part in ["other play than expected", "What chance changed most", "Gifts ("] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn a_loss_in_doubt_is_measured_again_with_twice_as_many_playouts() {
    let settings = ReviewSettings { compared: 64, ..quick() };
    let reviewer = reviewer(record("age-of-discovery", 3, 120), settings.clone());
    let judged = judge_all(&reviewer, 2);
    let compared: Vec<(u32, f64, f64)> = judged
        .iter()
        .flatten()
        .filter_map(|Passage { judged, .. }| judged.loss().map(|loss| (judged.playouts, loss.mean, loss.p)))
        .collect();
    // What was measured once is certain, is likely luck, or is no loss.
    for &(playouts, mean, p) in compared.iter().filter(|(playouts, ..)| *playouts == settings.compared) {
        assert!(mean <= 0.0 || !(1e-5..0.05).contains(&p), "{playouts} playouts, {mean}, p {p}");
    }
    let again = compared.iter().filter(|(playouts, ..)| *playouts == 2 * settings.compared).count();
    assert!(again > 0 && again < compared.len() / 2, "{again} of {}", compared.len());
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let record = record("mundus-novus", 3, 40);
    let reviewer = reviewer(record.clone(), quick());
    let whole = judge_all(&reviewer, 1);
    assert!(whole.iter().all(Option::is_some) && whole.len() > 8, "{}", whole.len());
    assert_eq!(judge_all(&reviewer, 3), whole);
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("game.review");
    let (pool, stop) = (pool(2).unwrap(), AtomicBool::new(false));
    let some = reviewer
        .run(&pool, Some(&journal), &stop, &mut |found| {
            stop.store(found.iter().flatten().count() >= 3, Ordering::Relaxed);
        })
        .unwrap();
    let done = some.iter().flatten().count();
    assert!((3..=whole.len()).contains(&done), "{done} of {}", whole.len());
    check_sums(&reviewer.review(&some));
    // It goes on where it was: the first call has all that were judged.
    let mut first = None;
    let all = reviewer
        .run(&pool, Some(&journal), &AtomicBool::new(false), &mut |found| {
            first.get_or_insert_with(|| found.iter().flatten().count());
        })
        .unwrap();
    assert_eq!((all, first), (whole, Some(done)));
    // A journal of other settings is refused and stays as it is.
    let text = std::fs::read(&journal).unwrap();
    let other = self::reviewer(record, ReviewSettings { seed: 1, ..quick() });
    let refused = other.run(&pool, Some(&journal), &AtomicBool::new(false), &mut |_| {});
    assert!(refused.is_err());
    assert_eq!(std::fs::read(&journal).unwrap(), text);
}

/// A decision is judged the same in every world that its seat holds possible: nothing hidden is read.
#[test]
fn only_what_the_seat_knew_counts() {
    for name in NAMES {
        let mut hidden = 0;
        for decisions in [40, 90] {
            let table = find(name).unwrap().table(4, &Variant::standard()).unwrap();
            let (game, _, _) = table.random(Seed(3), Some(decisions));
            let Some(seat) = game.to_act() else { continue };
            let world = game.determinize(seat, Seed(8));
            hidden += u32::from(world != game.position());
            let judged = [game.position(), world].map(|position| judge_at(name, seat, position));
            assert_eq!(judged[0], judged[1], "{name}, decision {decisions}");
        }
        assert!(hidden > 0, "{name}: nothing is hidden in these positions");
    }
}

/// Judges a game that begins with a position: its first decision, if it is a choice.
fn judge_at(game: &str, seat: Seat, position: serde_json::Value) -> Option<Judged> {
    let spec = SittingSpec { initial: Some(position), ..session(game, 4, 5).spec().clone() };
    let mut session = Session::new(spec).unwrap();
    assert_eq!(session.to_act(), Some(seat));
    let action = session.game().legal().remove(0);
    session.play(&action).unwrap();
    let reviewer = reviewer(to_record(&session, "test"), quick());
    (reviewer.unforced() > 0).then(|| reviewer.judge(0, &|| false).unwrap().judged)
}

fn goods(view: &serde_json::Value, seat: usize) -> u64 {
    let goods = view["players"][seat]["goods"].as_object().unwrap();
    goods.values().filter_map(serde_json::Value::as_u64).sum()
}

/// Plays games until somebody may take the captain with nothing to ship while others have five goods or more, in the
/// middle of the game.
fn captain_with_nothing() -> Session {
    for seed in 0..100 {
        let mut session = session("puerto-rico", 4, seed);
        while let Some(seat) = session.to_act() {
            if session.kind() == "role" && (3..=10).contains(&session.game().round()) {
                let view = session.game().position();
                let own = goods(&view, seat.index());
                let all: u64 = (0..4).map(|seat| goods(&view, seat)).sum();
                let may = session.game().legal().iter().any(|action| action == "captain");
                if may && own == 0 && all >= 5 {
                    session.play("captain").unwrap();
                    return session;
                }
            }
            play_on(&mut session);
        }
    }
    panic!("somebody has a chance to blunder");
}

#[test]
fn a_planted_blunder_is_flagged() {
    let session = captain_with_nothing();
    let settings = ReviewSettings { worlds: 0, ..ReviewSettings::default() };
    let reviewer = reviewer(to_record(&session, "test"), settings);
    let last = reviewer.unforced() - 1;
    let mut judged = vec![None; last];
    judged.push(reviewer.judge(last, &|| false));
    let review = reviewer.review(&judged);
    let reviewed = &review.judged[0];
    assert_eq!(reviewed.judged.candidates[reviewed.judged.made].action, "captain");
    assert!(reviewed.flag >= Some(Judgement::Inaccuracy), "{reviewed:?}");
    // What the seat gives away, the others get.
    assert!(reviewed.judged.gift(reviewed.judged.seat).mean < 0.0);
}
