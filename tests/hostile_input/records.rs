//! Records: reading, replaying and verifying.

use tradewinds::arena::playable;
use tradewinds::game::{CompleteGame, InputError, Variant};
use tradewinds::tournament::{MoveRecord, Replay};

use super::all_games::{GameVisitor, with_game};
use super::{exercise, refusal};

pub fn attempt(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else { return 0 };
    let read = MoveRecord::parse("record", text);
    // With its checksum mended a changed record gets past the first door.
    let mended = serde_json::from_str(text).ok().map(|record| mend(record).to_json());
    let read = [Some(read), mended.map(|text| MoveRecord::parse("mended", &text))];
    let verify = |read: Result<MoveRecord, InputError>| match read {
        Ok(record) => {
            assert_eq!(MoveRecord::parse("written", &record.to_json()).as_ref(), Ok(&record));
            with_game(&record.game, Verify(&record)).unwrap_or(0)
        }
        Err(error) => {
            refusal::check(&error);
            0
        }
    };
    read.into_iter().flatten().map(verify).max().unwrap_or(0)
}

/// Puts the right checksum.
pub(crate) fn mend(mut record: MoveRecord) -> MoveRecord {
    record.crc = None;
    record.crc = Some(crc32fast::hash(serde_json::to_string(&record).unwrap().as_bytes()));
    record
}

struct Verify<'a>(&'a MoveRecord);

impl GameVisitor for Verify<'_> {
    type Output = u64;

    fn visit<G: CompleteGame>(self) -> u64 {
        let mut replay = match Replay::new(playable::<G>(), self.0) {
            Ok(replay) => replay,
            Err(error) => {
                refusal::check(&error);
                return 0;
            }
        };
        let half = replay.decisions() / 2;
        let halfway = replay.play_to(half);
        assert!(replay.played() <= half);
        let mut whole = Replay::new(playable::<G>(), self.0).unwrap();
        let verified = whole.verify();
        if let Err(error) = &verified {
            refusal::check_text(&error.to_string());
        }
        assert!(
            halfway.is_ok() || verified.is_err(),
            "half a record is wrong, but not the whole: {halfway:?}"
        );
        let standard = Variant::standard();
        let variant = self.0.variant.as_ref().unwrap_or(&standard);
        let mut rng = exercise::rng(self.0.to_json().as_bytes());
        let (game, state) = G::load(&whole.game().position(), variant, &mut rng).unwrap();
        exercise::ask(&game, &state, variant, &mut rng);
        verified.is_ok().into()
    }
}
