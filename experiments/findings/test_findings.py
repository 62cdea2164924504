#!/usr/bin/env python3
"""Tests of the statistics behind the pages, with planted and null effects. `python3 test_findings.py` runs them."""

import importlib
import json
import pathlib
import random
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import buildings  # noqa: E402
import claims  # noqa: E402
import kingmaking  # noqa: E402
import run  # noqa: E402
import seat_price  # noqa: E402
import settlers_and_engines  # noqa: E402
import turn_order  # noqa: E402
from lib import chart, gifts, page, pricing  # noqa: E402
from lib.bids import difference, equal_bids  # noqa: E402
from lib.lab import POINT, Lab  # noqa: E402
from tradewinds.stats import ratio_and_error  # noqa: E402


def games(count, bonus, seed):
    """Makes games of four seats whose scores differ by chance and by a bonus."""
    rng = random.Random(seed)
    return [[POINT * (rng.randint(20, 60) + more) + rng.randint(0, 9) for more in bonus] for _ in range(count)]


class Bids(unittest.TestCase):
    def test_a_planted_bonus_is_the_price(self):
        bids, spread = equal_bids(games(2000, [0, 0, 4, 0], 4))
        for other in (0, 1, 3):
            price, error = difference(bids, spread, 2, other)
            self.assertLess(abs(price - 4), 3 * error)
            self.assertGreater(price, 3 * error)

    def test_equal_seats_have_no_price(self):
        bids, spread = equal_bids(games(2000, [0, 0, 0, 0], 5))
        self.assertTrue(all(abs(bid) < 3 * spread[i][i] ** 0.5 for i, bid in enumerate(bids)), bids)

    def test_the_interval_holds_the_price_in_95_of_100(self):
        inside = 0
        for seed in range(100):
            price, error = difference(*equal_bids(games(150, [0, 3, 0, 0], 1000 + seed)), 1, 0)
            inside += abs(price - 3) < 1.96 * error
        self.assertTrue(88 <= inside <= 100, inside)

    def test_a_bonus_for_all_changes_nothing(self):
        plain, _ = equal_bids(games(300, [0, 1, 2, 0], 6))
        more, _ = equal_bids([[points + 7 * POINT for points in game] for game in games(300, [0, 1, 2, 0], 6)])
        for a, b in zip(plain, more):
            self.assertAlmostEqual(a, b, places=5)


class PriceList(unittest.TestCase):
    """Games in which a doubloon is worth 3 points of win share and the fair prices are known."""

    FAIR = {building: price + random.Random(building).uniform(-1.5, 3) for building, price in pricing.PRINTED.items()}

    def play(self, prices, rng, count=200, slope=0.03):
        decisions = []
        for game in range(count):
            luck = rng.random()
            bought = {name: (luck + slope * (self.FAIR[name] - price) + rng.gauss(0, 0.3), 0.0) for name, price in prices.items()}
            decisions.append(pricing.Decision(game, 1, {pricing.PASS: (luck, 0.0), **bought}, []))
        return decisions

    def test_a_walk_ends_at_the_fair_prices(self):
        rng = random.Random(8)
        for start in (pricing.PRINTED, dict.fromkeys(pricing.PRINTED, 6)):
            steps = pricing.walk(lambda _, prices: pricing.effects(self.play(prices, rng)), start, 0.03, 6, random.Random(9))
            *_, (_, _, ends, errors) = steps
            far = sum(abs(ends[name] - max(self.FAIR[name], 0)) > 1.96 * errors[name] for name in ends)
            # A start that is off by 10 doubloons is not forgotten after six rounds of at most 2.
            self.assertLess(far, 5 if start is pricing.PRINTED else 9)
            moved = [pricing.root_mean_square(after[name] - before[name] for name in after) for (*_, before, _), (*_, after, _) in zip(steps, steps[1:])]
            self.assertLess(moved[-1], 0.5)

    def test_the_interval_holds_the_fair_price_in_95_of_100(self):
        rng = random.Random(10)
        inside = count = 0
        for _ in range(8):
            near = {name: max(round(price), 0) for name, price in self.FAIR.items()}
            lists = [near, *pricing.moved(near, 2, rng)]
            doubloon, fair, _ = pricing.fair_prices([(prices, pricing.effects(self.play(prices, rng, 80))) for prices in lists])
            self.assertLess(abs(doubloon.mean - 0.03), 4 * doubloon.error)
            inside += sum(abs(fair[name].mean - self.FAIR[name]) < 1.96 * fair[name].error for name in fair)
            count += len(fair)
        self.assertTrue(0.9 < inside / count <= 1, inside / count)

    def test_effects_far_from_the_lines_widen_the_errors(self):
        rng = random.Random(15)
        near = {name: max(round(price), 0) for name, price in self.FAIR.items()}
        lists = [(prices, pricing.effects(self.play(prices, rng))) for prices in (near, *pricing.moved(near, 2, rng))]
        plain, fair, factor = pricing.fair_prices(lists)
        self.assertLess(factor, 1.4)
        # What all prices together do to one building: as much again as the noise, three times.
        shaken = [(prices, {name: effect._replace(mean=effect.mean + rng.gauss(0, 3 * effect.error)) for name, effect in found.items()}) for prices, found in lists]
        _, wide, larger = pricing.fair_prices(shaken)
        self.assertTrue(2.3 < larger < 4.2, larger)
        self.assertGreater(wide["wharf"].error, 2 * fair["wharf"].error)
        alone = pricing.at_one_list(near, lists[0][1], plain)
        inside = sum(abs(price - self.FAIR[name]) < 1.96 * error for name, (price, error) in alone.items())
        self.assertGreaterEqual(inside, 19)

    def test_prices_that_are_fair_are_neutral_and_others_are_found(self):
        rng = random.Random(11)
        free = dict.fromkeys(pricing.PRINTED, 0)
        fair = pricing.effects(self.play({**self.FAIR, "harbor": self.FAIR["harbor"] - 4}, rng))
        self.assertEqual([name for name, p in pricing.not_neutral(fair).items() if p < 0.05], ["harbor"])
        self.assertGreater(pricing.beyond_noise(pricing.effects(self.play(free, rng))), 0.1)

    def test_an_effect_counts_weights_and_decisions_with_both_choices(self):
        one = lambda game, weight, after: pricing.Decision(game, weight, {name: (share, 0.0) for name, share in after.items()}, [])
        rows = [one(game, 1, {"pass": 0.0, "wharf": 0.5}) for game in range(10)] + [one(10, 4, {"pass": 0.5, "wharf": 0.0}), one(11, 4, {"pass": 0.5}), one(12, 4, {"wharf": 1.0})]
        [(name, effect)] = pricing.effects(rows).items()
        self.assertEqual((name, effect.count), ("wharf", 11))
        self.assertAlmostEqual(effect.mean, (10 * 0.5 - 4 * 0.5) / 14)
        self.assertAlmostEqual(sum(effect.parts.values()), 0)

    def test_a_lottery_has_whole_prices_with_the_right_mean(self):
        rng = random.Random(12)
        drawn = [pricing.lottery({"a": 2.25, "b": 3, "c": 0.0}, rng) for _ in range(2000)]
        self.assertEqual({row["a"] for row in drawn}, {2, 3})
        self.assertAlmostEqual(sum(row["a"] for row in drawn) / 2000, 2.25, delta=0.04)
        self.assertEqual({(row["b"], row["c"]) for row in drawn}, {(3, 0)})

    def test_moved_lists_lie_on_either_side(self):
        one, other = pricing.moved(pricing.PRINTED, 2, random.Random(13))
        for name, price in pricing.PRINTED.items():
            self.assertEqual(sorted((one[name], other[name])), [max(price - 2, 0), price + 2])

    def test_an_exchange_turns_effects_round(self):
        [decision] = self.play(dict.fromkeys(pricing.PRINTED, 5), random.Random(14), 1)
        signs = set()
        for seed in range(20):
            turned = pricing.exchanged(decision, random.Random(seed))
            for name in pricing.PRINTED:
                plain, now = (row.after[name][0] - row.after["pass"][0] for row in (decision, turned))
                self.assertAlmostEqual(abs(plain), abs(now))
                signs.add(plain * now > 0)
        self.assertEqual(signs, {True, False})


class Gifts(unittest.TestCase):
    """Reviews of games whose gifts are known."""

    def review(self, rng, count=40, effect=0.0, noise=0.0):
        """Makes a review of decisions by four seats in turn; the other candidate of each gives `effect` to the seat across."""
        steps, judged = [], []
        for number in range(count):
            seat = number % 4
            # The last seat is always ahead, the first always behind.
            before = [0.01, 0.2, 0.3, 0.49]
            change = [{"mean": (effect if other == (seat + 2) % 4 else 0.0) + rng.gauss(0, noise), "error": noise} for other in range(4)]
            given = [0.0] * 4
            given[seat], given[3 if seat != 3 else 2] = -0.02, 0.02
            steps.append({"seat": seat, "decision": number, "before": before, "by_decision": given})
            judged.append({"judged": {"decision": number, "seat": seat, "candidates": [{"change": []}, {"change": change}]}})
        matrix = [[{"mean": -0.1 if a == b else (0.1 if b == (a + 1) % 4 else 0.0)} for b in range(4)] for a in range(4)]
        return {"seats": [self.seat(rng) for _ in range(4)], "gifts": matrix, "steps": steps, "judged": judged}

    def seat(self, rng):
        """Makes a seat with an account in which the others' decisions are a fifth of the variance, seen through the error of playouts."""
        deal, own, others = rng.gauss(0, 0.1), rng.gauss(0, 0.2), rng.gauss(0, 0.5**0.5 / 10**0.5)
        luck, error = rng.gauss(0, 0.2**0.5 - 0.01), rng.gauss(0, 0.3)
        means = {"deal": deal, "luck": luck, "own": own, "others": others + error, "play": -error}
        return {"account": {part: {"mean": mean} for part, mean in means.items()}, "result": 0.25 + deal + own + others + luck}

    def test_a_game_that_was_cut_before_its_review_is_reviewed(self):
        # A program that refuses to replace a record, as the real one does.
        program = f"""#!{sys.executable}
import pathlib, sys
words = sys.argv[1:]
if words[0] == "review":
    print(pathlib.Path(__file__).with_name("review.json").read_text())
elif pathlib.Path(words[words.index("--out") + 1]).exists() and "--force" not in words:
    sys.exit("the record is there")
"""
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            (place / "review.json").write_text(json.dumps(self.review(random.Random(27))))
            (place / "program").write_text(program)
            (place / "program").chmod(0o755)
            lab = Lab(place / "program", None)
            lab.runs = place
            cut = place / "kingmaking/four-steady/game-0.json"
            cut.parent.mkdir(parents=True)
            cut.write_text("{}")
            manifest = {"players": 4, "game": "puerto-rico", "seed": 1, "review": {"iterations": 1}}
            found = kingmaking.reviews(lab, manifest, {"name": "four steady", "lineup": ["steady"] * 4, "games": 2})
            self.assertEqual(len(found), 2)

    def test_gifts_go_to_places_and_standings(self):
        game = gifts.Game(self.review(random.Random(20)))
        self.assertEqual([round(value, 9) for value in game.by_distance([1])], [0.1, 0.0, 0.0])
        self.assertEqual([round(value, 9) for value in game.by_distance(game.strong())], [0.4, 0.0, 0.0])
        # The first decision has none before it that says who is ahead.
        self.assertEqual([round(value, 9) for value in game.by_standing()], [round(39 * 0.02, 9), 0.0, 0.0])
        self.assertEqual(gifts.Game(self.review(random.Random(20)), 2).strong(), [0, 1, 3])

    def test_power_is_free_of_noise(self):
        rng = random.Random(21)
        for effect, noise in ((0.0, 0.2), (0.1, 0.2), (0.1, 0.0)):
            rows = [gifts.Game(self.review(rng, 100, effect, noise)).powers(-1, 0.05) for _ in range(200)]
            mean, error = ratio_and_error([sum(row) for row in rows], [len(row) for row in rows])
            # One of the three other seats has the effect.
            self.assertLessEqual(abs(mean - effect**2 / 3), 3 * error + 1e-12)

    def test_shares_add_up_and_playouts_do_not_bias_them(self):
        rng = random.Random(22)
        shares = gifts.explained([gifts.Game(self.review(rng, 2)) for _ in range(2000)])
        self.assertAlmostEqual(sum(shares), 1.0)
        total = 0.01 + 0.04 + 0.05 + (0.2**0.5 - 0.01) ** 2
        self.assertAlmostEqual(shares[3], 0.05 / total, delta=0.03)

    def test_a_ratio_has_the_error_of_its_blocks(self):
        rng = random.Random(23)
        inside = 0
        for _ in range(200):
            pairs = [(count * (0.3 + rng.gauss(0, 0.2)), count) for count in (rng.randint(1, 9) for _ in range(60))]
            mean, error = ratio_and_error(*zip(*pairs))
            inside += abs(mean - 0.3) < 1.96 * error
        self.assertTrue(180 <= inside <= 199, inside)


class Verdicts(unittest.TestCase):
    def test_settlers_and_engines_in_all_nine_ways(self):
        row = lambda way: {"players": 4, "win_share": 0.25 + 0.1 * way, "p_holm": 0.01 if way else 0.2}
        said = lambda settler, engine: settlers_and_engines.verdict(row(settler), row(engine))
        self.assertEqual(said(1, 1), "a circle: each beats a table of the other")
        self.assertEqual(said(1, -1), "settlers beat engines, and not the other way round")
        self.assertEqual(said(-1, 1), "engines beat settlers, and not the other way round")
        self.assertEqual(said(-1, -1), "the rare side loses")
        self.assertEqual(said(0, 0), "no circle, and no order")
        for way, verb in ((1, "gain where they are rare, and the others do not surely lose"), (-1, "lose where they are rare, and the others do not surely gain")):
            self.assertEqual(said(way, 0), f"settlers {verb} there")
            self.assertEqual(said(0, way), f"engines {verb} there")

    def test_a_prediction_of_more_equal_seats_comes_true_only_surely(self):
        came = lambda low, high: turn_order.came({"change_low": low, "change_high": high})
        self.assertEqual([came(-2, -1), came(1, 2), came(-1, 1)], ["came true", "failed", "is not decided"])


    def test_seats_are_level_where_intervals_overlap(self):
        row = lambda seat, low, share, high: {"seat": seat, "low": low, "win_share": share, "high": high}
        rows = [row(1, 0.1, 0.2, 0.31), row(2, 0.3, 0.4, 0.5), row(3, 0.05, 0.1, 0.29), row(4, 0.25, 0.35, 0.45)]
        self.assertEqual(seat_price.level(rows), [1, 4])
        self.assertEqual([seat_price.in_words(seats) for seats in ([3], [1, 4], [1, 3, 4])], ["seat 3", "seats 1 and 4", "seats 1, 3 and 4"])

    def test_a_lead_is_in_the_points_that_are_further_ahead(self):
        self.assertEqual(buildings.lead(1.5, -0.5, 3.5), "1.5 points more in shipped points than in points of buildings (-0.5 to 3.5)")
        self.assertEqual(buildings.lead(-1.5, -3.5, 0.5), "1.5 points more in points of buildings than in shipped points (-0.5 to 3.5)")


class Pages(unittest.TestCase):
    def test_words_are_joined_to_a_list(self):
        self.assertEqual([page.listing(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])], ["none", "a", "a and b", "a, b and c"])

    def test_blocks_are_replaced_on_page_and_appendix_and_missing_ones_refused(self):
        text = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n"
        ledger = "<!-- begin ledger -->\nof the gallery\n<!-- end ledger -->\n"
        new = text.replace("old", "new")
        self.assertEqual(page.filled({"p": text + ledger, "q": text, "r": "c"}, {"x": "new"}), {"p": new + ledger, "q": new, "r": "c"})
        template = "a\n\n{{x}}\n\n{{y}} in a line is text, and so is {{x}}.\n"
        self.assertEqual(page.filled({"p": text, "q": template}, {"x": "new\n\\1"})["q"], template.replace("{{x}}\n", "new\n\\1\n", 1))
        for wrong, blocks in (("{{x}}\n", {}), ("{{x}}\n{{z}}\n", {"x": ""}), (text, {}), (text, {"x": "", "y": ""}), (text + text, {"x": ""}), (text.replace("end x", "end z"), {"x": ""})):
            with self.assertRaises(SystemExit):
                page.filled({"p": wrong}, blocks)

    def test_each_appendix_in_git_is_a_template_and_the_whole_one_has_its_tables(self):
        for name in run.PAGES:
            template = (run.ROOT / "experiments/findings" / f"{name}.md").read_text()
            places = page.PLACE.findall(template)
            self.assertGreater(len(places), 2, name)
            self.assertEqual(page.BEGIN.findall(template), [], name)
            self.assertIn(f"run.py --appendices DIR {name}`", template)
            _, whole = run.written(name, importlib.import_module(name.replace("-", "_")), run.ROOT / "results/findings" / name)
            self.assertEqual(page.PLACE.findall(whole), [], name)
            self.assertGreater(whole.count("\n|"), template.count("\n|") + 10, name)

    def test_every_finding_claims_rows_of_its_tables(self):
        names = [name for name, module in ((name, name.replace("-", "_")) for name in run.PAGES) if importlib.import_module(module).NAME == name]
        self.assertEqual(names, run.PAGES)
        found = [claim for name in names for claim in claims.claims(name, claims.ROOT / "results/findings" / name)]
        self.assertEqual(len({claim.id() for claim in found}), len(found))
        self.assertGreaterEqual(len(found), 3 * len(names))
        for claim in found:
            self.assertTrue(claim.low is None or claim.low <= claim.value <= claim.high, claim)

    def test_a_changed_figure_of_the_ledger_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            claims.LEDGER, published = pathlib.Path(folder) / "ledger.csv", claims.LEDGER
            try:
                rows = claims.printed(["announcing"])
                claims.LEDGER.write_text(rows)
                self.assertEqual(claims.stale("announcing"), [])
                claims.LEDGER.write_text(rows.replace(",1.1,0.5,1.6,", ",1.2,0.5,1.6,"))
                self.assertEqual(claims.stale("announcing"), ["mn-trade-master-steady"])
            finally:
                claims.LEDGER = published

    def test_a_chart_is_well_formed_and_inside_its_frame(self):
        rows = [("a < b", [chart.Point("one", -3.25, -4.0, 8.1), chart.Point("two", 7.0)]), ("c", [chart.Point("one", 0.0)])]
        root = xml.fromstring(chart.dots("title", rows, "axis", " %", (0, "chance")))
        circles = root.findall("{http://www.w3.org/2000/svg}circle")
        self.assertEqual(len(circles), 3 + 2)
        self.assertTrue(all(chart.LEFT <= float(c.get("cx")) <= chart.WIDTH for c in circles))


if __name__ == "__main__":
    unittest.main()
