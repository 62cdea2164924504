//! The memory that the samples of a study may take.

use tradewinds_game::{InputError, Origin};

/// The limits of the memory for samples, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The manifest's limit.
    allowed: u64,
    /// All memory of the machine; `None` where the system does not tell it.
    machine: Option<u64>,
}

impl Memory {
    /// Takes the manifest's limit, in MiB.
    pub(super) fn new(allowed_mib: u32) -> Self {
        Self { allowed: u64::from(allowed_mib) << 20, machine: of_machine() }
    }

    /// Refuses samples that need more bytes than there are.
    pub(super) fn check(self, bytes: u64) -> Result<(), InputError> {
        let mib = |bytes: u64| bytes >> 20;
        let refuse = |field: &str, found: String, allowed: String| {
            Err(InputError::out_of_range(Origin::Manifest, field, found, allowed))
        };
        let less = "fewer games, a smaller window or a smaller keep";
        match self.machine {
            Some(machine) if bytes > machine => {
                let found = format!("games for some {} MiB of samples", mib(bytes));
                let allowed = format!("what fits in the {} MiB of this machine: {less}", mib(machine));
                refuse("games", found, allowed)
            }
            _ if bytes > self.allowed => {
                let found = format!("{} MiB, for some {} MiB of samples", mib(self.allowed), mib(bytes));
                refuse("memory_mib", found, format!("enough for them; or {less}"))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the bytes of memory of the machine, where the system reports it.
#[cfg(target_os = "linux")]
fn of_machine() -> Option<u64> {
    nix::sys::sysinfo::sysinfo().ok().map(|system| system.ram_total())
}

/// Returns the bytes of memory of the machine, where the system reports it.
#[cfg(not(target_os = "linux"))]
const fn of_machine() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_fit_in_the_limit_and_in_the_machine() {
        let gib = 1 << 30;
        let small = Memory { allowed: gib, machine: Some(8 * gib) };
        assert_eq!(small.check(gib), Ok(()));
        let error = small.check(2 * gib).unwrap_err().to_string();
        let expected = "manifest: memory_mib: found 1024 MiB, for some 2048 MiB of samples; allowed: enough for them; \
                        or fewer games, a smaller window or a smaller keep";
        assert_eq!(error, expected);
        // A limit above what there is helps nothing.
        let bold = Memory { allowed: 100 * gib, ..small };
        let error = bold.check(9 * gib).unwrap_err().to_string();
        let expected = "manifest: games: found games for some 9216 MiB of samples; allowed: what fits in the 8192 MiB of \
                        this machine: fewer games, a smaller window or a smaller keep";
        assert_eq!(error, expected);
        assert_eq!(Memory { machine: None, ..bold }.check(9 * gib), Ok(()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_the_memory_of_the_machine() {
        assert!(of_machine().is_some_and(|bytes| bytes > 1 << 26));
    }
}
