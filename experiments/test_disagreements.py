#!/usr/bin/env python3
"""Tests of the table of disagreements, with planted costs. `python3 experiments/test_disagreements.py` runs them."""

import random
import unittest

import disagreements as table


def row(sample, game, choice, made, strong, win, weight=1):
    """Makes a row of decisions.csv."""
    values = (sample, game, "role", choice, int(made), int(strong), win, weight)
    names = ("sample", "game", "kind", "choice", "made", "strong", "win_share", "weight")
    return {name: str(value) for name, value in zip(names, values)}


class Disagreements(unittest.TestCase):
    def test_by_hand(self):
        rows = [
            row(0, 0, "mayor", True, False, 0.25), row(0, 0, "builder", False, True, 0.75),
            row(1, 0, "mayor", True, True, 0.5), row(1, 0, "trader", False, False, 0.9),
            # Given up: counts in the rate, not in the cost. An audit counts four times.
            row(2, 1, "mayor", True, False, 0.0, 0), row(2, 1, "builder", False, True, 1.0, 0),
            row(3, 1, "trader", True, False, 1.0, 4), row(3, 1, "builder", False, True, 1.0, 4),
        ]
        entries = table.disagreements(rows)
        any_pair = table.figures(entries, (table.ANY, table.ANY), 6.0)
        self.assertEqual(any_pair, (3 / 4, 0.5 / 5, 6 * 0.5 / 6))
        self.assertEqual(table.figures(entries, ("mayor", "builder"), 6.0), (2 / 4, 0.5, 0.5))
        self.assertEqual(table.figures(entries, ("mayor", table.ANY), 6.0), (2 / 4, 0.5, 0.5))
        self.assertEqual(table.figures(entries, (table.ANY, "trader"), 6.0), (0, None, 0))

    def test_intervals_hold_what_is_planted_and_few_have_none(self):
        rng = random.Random(1)
        rows = []
        for sample in range(400):
            wrong = rng.random() < 0.25
            loss = 0.1 + rng.gauss(0, 0.05) if wrong else 0.0
            rows.append(row(sample, sample % 100, "mayor", True, not wrong, 0.5 - loss))
            rows.append(row(sample, sample % 100, "builder", False, wrong, 0.5))
        entries = table.disagreements(rows)
        key = (table.ANY, table.ANY)
        rate, cost, per_game = table.with_ends(entries, key, 10.0)
        for found, planted in ((rate, 0.25), (cost, 0.1), (per_game, 0.25)):
            self.assertTrue(found[1] < planted < found[2], found)
        few = [entry for entry in entries if entry[2] != entry[3]][: table.FEWEST - 1]
        self.assertTrue(all(one[1] is None for one in table.with_ends(few, key, 10.0)))
        self.assertEqual(table.shown((0.1, None, None)), "0.100 [NA]")
        self.assertEqual(table.decimal(-0.0001, 3), "0.000")

    def test_decisions_of_a_kind(self):
        rows = [
            {"kind": "role", "condition": "all", "chosen": "3"}, {"kind": "role", "condition": "round", "chosen": "3"},
            {"kind": "role", "condition": "all", "chosen": "4"}, {"kind": "sell", "condition": "all", "chosen": "2"},
        ]
        self.assertEqual(table.offered(rows), {"role": 7, "sell": 2})


if __name__ == "__main__":
    unittest.main()
