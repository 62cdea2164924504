#!/usr/bin/env python3
"""Shows that count.py fails where it should."""

import tempfile
import unittest
from pathlib import Path

import count

COMMITTED = {("a-game", "iteration"): 30_000, ("another-game", "random game"): 1_000}


class Figures(unittest.TestCase):
    def is_good(self, changed: dict) -> bool:
        return count.table({**COMMITTED, **changed}, COMMITTED)[1]

    def test_four_percent_more_fails(self) -> None:
        for key, value in COMMITTED.items():
            self.assertFalse(self.is_good({key: value * 104 // 100}))
            self.assertIn("more than 3% above", count.table({key: value * 104 // 100}, {key: value})[0])

    def test_a_little_more_or_much_less_passes(self) -> None:
        self.assertTrue(self.is_good({}))
        for key, value in COMMITTED.items():
            self.assertTrue(self.is_good({key: value * 102 // 100}))
            self.assertTrue(self.is_good({key: value // 2}))

    def test_a_figure_that_is_missing_fails(self) -> None:
        self.assertFalse(count.table(COMMITTED, {})[1])
        self.assertFalse(count.table({}, COMMITTED)[1])

    def test_late_iterations_are_left_out_where_they_are_not_counted(self) -> None:
        late = {("a-game", kind[0]): 40_000 for kind in count.LONG_WORK}
        self.assertEqual(count.without({**COMMITTED, **late}, count.LONG_WORK), COMMITTED)
        self.assertFalse(count.table(COMMITTED, {**COMMITTED, **late})[1], "with --long they are not left out")

    def test_what_is_written_is_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "figures.csv"
            count.write(path, COMMITTED)
            self.assertEqual(count.read(path), COMMITTED)


if __name__ == "__main__":
    unittest.main()
