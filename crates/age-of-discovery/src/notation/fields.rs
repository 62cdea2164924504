//! Reading single fields: what is refused, and with which message.

use tradewinds_game::InputError;
use tradewinds_game::kit::{Fields, Word};

use crate::buildings::{self, SECOND_SETTLERS};
use crate::words::{Building, Decision};

/// Reads and refuses the fields of position files.
pub(crate) const POSITION: Fields<'_> = Fields::POSITION;

/// Refuses a field that is missing where it is required, or present where it is not allowed.
pub(crate) fn demand(field: &str, there: bool, wanted: bool, decision: Decision) -> Result<(), InputError> {
    if there == wanted {
        return Ok(());
    }
    let (found, allowed) = if there { ("the field", "no such field") } else { ("nothing", "the field") };
    Err(POSITION.refuse(field, found, format!("{allowed} at {:?}", decision.word())))
}

/// Reads a set of names, one bit each; no name may occur twice.
pub(crate) fn read_set<W: Word>(field: &str, names: &[W]) -> Result<u32, InputError> {
    let mut set = 0_u32;
    for (index, name) in names.iter().enumerate() {
        let bit = 1 << name.index();
        if set & bit != 0 {
            let found = format!("{:?} again", W::WORDS[name.index()]);
            return Err(POSITION.refuse(format_args!("{field}[{index}]"), found, "different names"));
        }
        set |= bit;
    }
    Ok(set)
}

/// Reads a set of buildings; only Settlers may occur twice.
pub(crate) fn read_buildings(field: &str, names: &[Building]) -> Result<u64, InputError> {
    let mut set = 0;
    for (index, building) in names.iter().enumerate() {
        let copies = if *building == Building::Settlers { SECOND_SETTLERS } else { 1 << building.index() };
        if set & copies != 0 && set >> building.index() & 1 != 0 {
            let found = format!("{:?} again", building.word());
            return Err(POSITION.refuse(
                format_args!("{field}[{index}]"),
                found,
                "different names, settlers twice at most",
            ));
        }
        buildings::add(&mut set, building.index());
    }
    Ok(set)
}
