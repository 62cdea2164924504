//! Rules made once: positions of one game are loaded many times over.

use std::sync::{Mutex, PoisonError};

/// The last few values made, by key; for rules, which take longer to read than a position.
#[derive(Debug)]
pub struct Memo<K, V> {
    entries: Mutex<Vec<(K, V)>>,
}

impl<K: PartialEq, V: Clone> Memo<K, V> {
    /// The maximum number of entries; the oldest is dropped first.
    const CAPACITY: usize = 64;

    /// Makes an empty memo.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Mutex::new(Vec::new()) }
    }

    /// Returns the value of `key`, made by `make` if it is not there.
    ///
    /// # Errors
    /// The error of `make`; nothing is kept then.
    pub fn get_or_make<E>(&self, key: K, make: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        let lock = || self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = lock().iter().find(|(known, _)| *known == key) {
            return Ok(value.clone());
        }
        let value = make(&key)?;
        let mut entries = lock();
        if entries.len() == Self::CAPACITY {
            entries.remove(0);
        }
        entries.push((key, value.clone()));
        Ok(value)
    }
}

impl<K: PartialEq, V: Clone> Default for Memo<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once() {
        let memo: Memo<u32, u32> = Memo::new();
        for _ in 0..2 {
            assert_eq!(memo.get_or_make(1, |&key| Ok::<_, ()>(key + 1)), Ok(2));
        }
        assert_eq!(memo.get_or_make(2, |_| Err(())), Err(()));
        assert_eq!(memo.get_or_make(1, |_| Err(())), Ok(2));
        assert_eq!(memo.entries.lock().unwrap().len(), 1);
    }
}
