//! One game with one external bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tradewinds::arena::{GameRecord, play_game};
use tradewinds::bots::{Bot, Faults, RandomBot};
use tradewinds::game::{CompleteGame, Seat, Variant, Variants, View};
use tradewinds::games::puerto_rico::PuertoRico;
use tradewinds::tournament::{Manifest, Schedule};

/// The seat of the bot at test; the others play at random.
const SEAT: usize = 1;

/// Counts what its bot is asked.
struct Counted<B> {
    bot: B,
    asked: Arc<AtomicU64>,
}

impl<G: CompleteGame, B: Bot<G>> Bot<G> for Counted<B> {
    fn begin(&mut self, game: u64, seat: Seat) {
        self.bot.begin(game, seat);
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.bot.choose(view)
    }

    fn faults(&self) -> Option<Faults> {
        self.bot.faults()
    }
}

/// A finished game.
pub(crate) struct Played {
    /// Its record, without the faults.
    pub(crate) record: GameRecord,
    /// How often the bot was asked.
    pub(crate) asked: u64,
    /// The faults in the record.
    pub(crate) faults: Option<Faults>,
}

/// Plays Puerto Rico among three with a bot.
pub(crate) fn play<B: Bot<PuertoRico> + 'static>(bot: B) -> Played {
    let manifest = "name = \"t\"\ngame = \"puerto-rico\"\nplayers = 3\nseed = 11\ndeals = 1\n\
                    format = \"table\"\nlineup = [\"a\", \"b\", \"c\"]\n";
    let schedule = Schedule::new(&Manifest::parse("m.toml", manifest).unwrap(), &[0, 1, 2]).unwrap();
    let scheduled = schedule.game(0);
    let game = PuertoRico::new(3, &Variant::standard()).unwrap();
    let asked = Arc::new(AtomicU64::new(0));
    let mut bots: Vec<Box<dyn Bot<PuertoRico>>> = Vec::new();
    for seat in [0, 2] {
        bots.push(Box::new(RandomBot::new(scheduled.bot_seed(Seat::new(seat)))));
    }
    let bot = Counted { bot, asked: Arc::clone(&asked) };
    bots.insert(SEAT, Box::new(bot));
    let mut record = play_game(&game, &scheduled, &mut bots, &AtomicBool::new(false)).unwrap();
    let faults = record.seats[SEAT].faults.take();
    assert!(record.seats.iter().all(|seat| seat.faults.is_none()), "the others cannot fail");
    Played { record, asked: asked.load(Ordering::Relaxed), faults }
}
