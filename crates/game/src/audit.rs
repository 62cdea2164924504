//! Broken invariants, all of one state.

/// A broken invariant: its name on the rules page and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("broken invariant: {name}: {found}")]
pub struct Broken {
    /// The invariant, by its name or number on the rules page.
    pub name: &'static str,
    /// The state's actual content.
    pub found: String,
}

/// Collects the broken invariants of a state that is being checked; while all hold it costs no heap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit(Vec<Broken>);

impl Audit {
    /// Records the invariant called `name` as broken unless it `holds`, and returns whether it does.
    #[inline]
    pub fn ensure(&mut self, holds: bool, name: &'static str, found: impl FnOnce() -> String) -> bool {
        if !holds {
            self.note(name, found());
        }
        holds
    }

    /// Records the invariant called `name` as broken.
    pub fn note(&mut self, name: &'static str, found: impl Into<String>) {
        self.0.push(Broken { name, found: found.into() });
    }

    /// Returns the recorded invariants, in this order.
    #[must_use]
    pub fn into_broken(self) -> Vec<Broken> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_broken_invariants_are_kept_in_order() {
        let mut audit = Audit::default();
        assert!(audit.ensure(true, "8.1 crew", || unreachable!("it holds")));
        assert!(!audit.ensure(false, "8.2 gold", || "13".to_owned()));
        assert!(!audit.ensure(false, "8.3 goods", || "4 indigo".to_owned()));
        let broken = audit.into_broken();
        let texts: Vec<String> = broken.iter().map(Broken::to_string).collect();
        assert_eq!(texts, ["broken invariant: 8.2 gold: 13", "broken invariant: 8.3 goods: 4 indigo"]);
    }
}
