//! Games from which all chance and half of the detail was removed are completed, and what no deal allows is found.

use tradewinds_arena::{
    Completion, CompletionSettings, ForcedDecisions, GameLog, LogEntry, RecordedMove, Ruleset, ScheduledGame,
    Stuck, find,
};
use tradewinds_bots::Preset;
use tradewinds_game::{Dice as _, PerSeat, Seat, Seed, Variant, shuffle};

/// A game that bots played; its deal is not kept.
struct Played {
    name: &'static str,
    table: Box<dyn Ruleset>,
    actions: Vec<RecordedMove>,
    /// The kind of each decision.
    kinds: Vec<usize>,
    points: Vec<i32>,
    ranks: Vec<u8>,
}

impl Played {
    fn new(name: &'static str, players: usize, seed: u64) -> Self {
        let table = find(name).unwrap().table(players, &Variant::standard()).unwrap();
        let scheduled = ScheduledGame {
            game: 0,
            block: 0,
            seating: 0,
            deal_seed: Seed(seed),
            chance_seed: Seed(seed + 1000),
            bots: PerSeat::new(players),
            bots_seed: Seed(seed + 2000),
            position: None,
        };
        let bot = Preset::find("steady", name).unwrap();
        let (record, moves) = table.play_noted(&scheduled, &vec![&bot; players], false, &|| false).unwrap();
        let mut game = table.deal(Seed(seed), Seed(seed + 1000));
        let kind_and_play = |step: &RecordedMove| {
            let kind = game.decision_kind();
            game.play(&step.action).unwrap();
            kind
        };
        let kinds = moves.actions.iter().map(kind_and_play).collect();
        let points = record.seats.iter().map(|seat| seat.score).collect();
        let ranks = record.seats.iter().map(|seat| seat.rank).collect();
        Self { name, table, actions: moves.actions, kinds, points, ranks }
    }

    /// Removes all chance, and all but the kind of half of the decisions.
    fn log(&self, seed: u64) -> GameLog {
        let mut dice = Seed(seed).rng();
        let kinds = self.table.info().decision_kinds;
        let entry = |(step, kind): (&RecordedMove, &usize)| LogEntry {
            seat: Some(Seat::new(step.seat)),
            text: if dice.below(2) == 0 { step.action.clone() } else { format!("[{}]", kinds[*kind]) },
            group: 0,
        };
        GameLog {
            names: Seat::all(self.points.len()).map(|seat| format!("Seat {}", seat.number())).collect(),
            variant: Variant::standard(),
            entries: self.actions.iter().zip(&self.kinds).map(entry).collect(),
            forced: ForcedDecisions::All,
            ends: true,
            scores: Some(self.points.clone()),
            ranks: Some(self.ranks.clone()),
        }
    }

    fn complete(&self, log: &GameLog, tries: u64) -> Result<Completion, Box<Stuck>> {
        self.table.complete(log, &CompletionSettings { seed: Seed(1), tries }, &|| false)
    }

    /// Plays a completion by the rules, and compares its decisions and its result with the log.
    fn require(&self, log: &GameLog, found: &Completion) {
        let game = find(self.name).unwrap();
        let mut game = game.load(&found.initial, &Variant::standard(), Seed(0), Seed(0)).unwrap();
        game.show_dice(&found.throws, Seed(0));
        assert_eq!(found.actions.len(), log.entries.len());
        for ((step, entry), kind) in found.actions.iter().zip(&log.entries).zip(&self.kinds) {
            assert_eq!(game.to_act(), entry.seat);
            assert_eq!(game.decision_kind(), *kind);
            assert!(entry.text == step.action || entry.text.starts_with('['), "{entry:?}: {step:?}");
            game.play(&step.action).unwrap();
        }
        let scores = game.scores();
        assert_eq!(game.to_act(), None);
        assert_eq!((scores.points.as_slice(), scores.rank.as_slice()), (&self.points[..], &self.ranks[..]));
    }
}

/// Tiles that nobody knows until an attack turns them up decide whether it succeeds, and with that who is first next.
#[test]
fn tiles_that_no_seat_knows_are_found() {
    let played = Played::new("francis-drake", 3, 1);
    let mut log = played.log(1);
    let whole = log.entries.iter_mut().zip(&played.actions);
    whole.for_each(|(entry, step)| entry.text.clone_from(&step.action));
    let found = played.complete(&log, 150_000).unwrap();
    played.require(&log, &found);
}

#[test]
fn games_without_chance_and_half_of_the_detail_are_completed() {
    for (name, players, seed) in [("puerto-rico", 3, 1), ("puerto-rico", 4, 2), ("age-of-discovery", 2, 0)] {
        let played = Played::new(name, players, seed);
        let log = played.log(seed);
        let found = played.complete(&log, 1_000_000).unwrap();
        played.require(&log, &found);
        assert_ne!(found.initial, played.table.deal(Seed(seed), Seed(0)).position(), "the deal was removed");
    }
}

/// Decisions of one seat whose order is unknown are all made, in some order, and so are those that the log leaves out.
#[test]
fn an_unknown_order_and_forced_decisions_are_completed() {
    let played = Played::new("puerto-rico", 3, 3);
    let mut log = played.log(3);
    let mut group = 0;
    for at in 0..log.entries.len() {
        let is_same = |at: usize| (played.actions[at].seat, played.kinds[at]);
        group += usize::from(at == 0 || is_same(at) != is_same(at - 1));
        log.entries[at].group = group;
        log.entries[at].text = played.actions[at].action.clone();
    }
    log.entries
        .chunk_by_mut(|one, other| one.group == other.group)
        .for_each(|run| shuffle(run, &mut Seed(3).rng()));
    let sorted = |actions: &[RecordedMove]| {
        let mut texts: Vec<(usize, String)> =
            actions.iter().map(|step| (step.seat, step.action.clone())).collect();
        texts.sort();
        texts
    };
    let found = played.complete(&log, 1_000_000).unwrap();
    assert_eq!(sorted(&found.actions), sorted(&played.actions));

    let mut log = played.log(3);
    let mut game = played.table.deal(Seed(3), Seed(1003));
    let mut entries = Vec::new();
    for (step, entry) in played.actions.iter().zip(&log.entries) {
        if game.options() > 1 {
            entries.push(LogEntry { text: step.action.clone(), ..entry.clone() });
        }
        game.play(&step.action).unwrap();
    }
    assert!(entries.len() < log.entries.len());
    (log.entries, log.forced) = (entries, ForcedDecisions::None);
    let found = played.complete(&log, 1_000_000).unwrap();
    assert_eq!(sorted(&found.actions), sorted(&played.actions));
}

#[test]
fn what_no_deal_allows_is_found() {
    let played = Played::new("puerto-rico", 3, 4);
    let mut log = played.log(4);
    // The first decision is a role of the first seat.
    log.entries[0].seat = Some(Seat::new(1));
    let stuck = played.complete(&log, 1_000_000).unwrap_err();
    assert_eq!((stuck.entry, stuck.seat, stuck.is_certain), (0, Some(Seat::new(0)), true));
    assert!(stuck.legal.iter().any(|action| action == "settler") && stuck.tries < 1_000, "{stuck:?}");

    let mut log = played.log(4);
    log.entries.push(log.entries[0].clone());
    let stuck = played.complete(&log, 300_000).unwrap_err();
    assert_eq!((stuck.entry, stuck.seat), (played.actions.len(), None));

    let mut log = played.log(4);
    log.scores = Some(vec![1, 2, 3]);
    let stuck = played.complete(&log, 300_000).unwrap_err();
    assert_eq!((stuck.entry, stuck.is_certain), (played.actions.len(), false));
    assert!(stuck.is_cut && (300_000..301_000).contains(&stuck.tries), "{stuck:?}");

    // An effort that is too small for a true log is kept to.
    let stuck = played.complete(&played.log(4), 1_000).unwrap_err();
    assert!(stuck.is_cut && !stuck.is_certain && (1_000..1_050).contains(&stuck.tries), "{stuck:?}");
}
