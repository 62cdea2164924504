"""`tradewinds.stats` against published values, SciPy and choix."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import tradewinds
from tradewinds import stats

FIXTURES = json.loads((Path(__file__).resolve().parents[2] / "stats" / "fixtures.json").read_text())
#: Michelson's first ten trials of 1879; they are Rust's, too.
LIGHT = [850, 740, 900, 1070, 930, 850, 950, 980, 980, 880]


def test_a_mean_has_its_standard_error():
    mean, error = stats.mean_and_error(LIGHT)
    assert (mean, error) == (pytest.approx(913), pytest.approx(math.sqrt(74_410 / 90)))
    for values in (np.array(LIGHT), np.array(LIGHT, np.uint16), tuple(LIGHT), iter(LIGHT), np.array([LIGHT, LIGHT]).T[:, 1]):
        assert stats.mean_and_error(values) == (mean, error)
    assert error == pytest.approx(pytest.importorskip("scipy.stats").sem(LIGHT))


def test_a_ratio_is_linearized():
    ratio, error = stats.ratio_and_error([0, 1, 1, 0, 1], [2, 4, 6, 3, 5])
    # Residuals -0.3, 0.4, 0.1, -0.45, 0.25, their squares 0.525.
    assert (ratio, error) == (pytest.approx(0.15), pytest.approx(math.sqrt(0.525 / 20) / 4))
    # Blocks of one size: the mean.
    assert stats.ratio_and_error(LIGHT, [4] * 10) == pytest.approx([part / 4 for part in stats.mean_and_error(LIGHT)])


def test_normal_intervals_and_tests_have_the_tabled_values():
    assert stats.Z == pytest.approx(1.959963984540054, abs=1e-12)
    assert stats.z_interval(3, 2) == pytest.approx((3 - 2 * stats.Z, 3 + 2 * stats.Z))
    assert stats.z_interval(0, 1, confidence=0.9) == pytest.approx((-1.644853627, 1.644853627))
    assert stats.z_test(1.5, 0.5, 1.0) == pytest.approx(0.3173105, abs=1e-7)
    assert stats.z_test(1.5, 0.5, 1.0, "greater") == pytest.approx(0.1586553, abs=1e-7)
    assert stats.z_test(1.5, 0.5, null=1.0, alternative="less") == pytest.approx(0.8413447, abs=1e-7)
    assert [stats.z_test(value, 0, 0.25) for value in (0.25, 0.3)] == [1, 0]
    norm = pytest.importorskip("scipy.stats").norm
    for z in (0.0, 0.3, 2.5, 9.0):
        assert stats.z_test(-z, 1) == pytest.approx(2 * norm.sf(z), rel=1e-9)


def test_wilson_gives_the_published_intervals():
    # Newcombe (1998), table I, method 3.
    for count, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)):
        assert stats.wilson(count / n, n) == pytest.approx((low, high), abs=5e-5)
    # Twice the error of independent trials makes one of four.
    assert stats.wilson(0.3, 400, 2 * math.sqrt(0.3 * 0.7 / 400)) == pytest.approx(stats.wilson(0.3, 100))
    assert stats.wilson(0.0, 20, 0.0) == stats.wilson(0.0, 20)
    # Blocks that agree, but for rounding.
    share, error = stats.mean_and_error([1 / 3] * 16)
    assert stats.wilson(share, 16, error) == pytest.approx(stats.wilson(1 / 3, 16))
    binomtest = pytest.importorskip("scipy.stats").binomtest
    for confidence in (0.8, 0.95, 0.99):
        found = binomtest(7, 50).proportion_ci(confidence, "wilson")
        assert stats.wilson(7 / 50, 50, confidence=confidence) == pytest.approx((found.low, found.high))


def test_holm_gives_the_values_of_r():
    found = stats.holm([0.01, 0.02, 0.03, 0.04, 0.05])
    assert found.dtype == np.float64 and found == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert stats.holm(np.array([0.9, 0.04, 0.6])) == pytest.approx([1.0, 0.12, 1.0])
    assert stats.holm([]).shape == (0,)


def test_wald_is_neymans_statistic_and_hotellings_test():
    # One winner a game: 50, 30 and 20 wins of three seats, as in Rust.
    wins = np.repeat(np.eye(3), [50, 30, 20], axis=0)
    statistic, p = stats.wald(wins[:, :2], 1 / 3)
    assert statistic == pytest.approx(0.99 * sum((count - 100 / 3) ** 2 / count for count in (50, 30, 20)))
    # The tail of F(2, d) is (1 + 2 x / d)^(-d / 2).
    assert p == pytest.approx((1 + statistic / 99) ** -49)
    rng = np.random.default_rng(4)
    values = rng.normal(0.2, 1, (30, 4))
    mean = values.mean(axis=0)
    expected = 30 * mean @ np.linalg.solve(np.cov(values.T), mean)
    statistic, p = stats.wald(values.tolist())
    assert statistic == pytest.approx(expected)
    f = pytest.importorskip("scipy.stats").f
    assert p == pytest.approx(f.sf(expected * 26 / (29 * 4), 4, 26))


def test_equal_seats_are_refused_in_five_of_a_hundred_and_a_planted_one_is_found():
    rng = np.random.default_rng(1)
    of = lambda odds, games: np.eye(4)[rng.choice(4, games, p=np.array(odds) / sum(odds))]
    refused = sum(stats.wald(of([1, 1, 1, 1], 200)[:, 1:], 0.25)[1] < 0.05 for _ in range(1000)) / 1000
    assert 0.03 < refused < 0.075
    assert stats.wald(of([1.8, 1, 1, 1], 400)[:, 1:], 0.25)[1] < 0.05


def test_ratings_are_those_of_choix_and_of_baseball():
    cases = FIXTURES["plackett_luce"]
    assert len(cases) >= 8
    for case in cases:
        seats = max(map(len, case["games"]))
        items, ranks = np.full((len(case["games"]), seats), -1), np.zeros((len(case["games"]), seats), int)
        for row, game in enumerate(case["games"]):
            items[row, : len(game)], ranks[row, : len(game)] = zip(*game)
        found = stats.plackett_luce(items, ranks)
        assert found == pytest.approx(400 / math.log(10) * np.array(case["strengths"]), abs=1e-3), case["by"]
    # 7 wins to 2, and an item that never plays.
    found = stats.plackett_luce([[0, 2]] * 9, [[1, 2]] * 7 + [[2, 1]] * 2)
    assert found[0] - found[2] == pytest.approx(400 * math.log10(3.5)) and np.isnan(found[1])


def test_a_tournament_has_the_same_figures(tmp_path):
    pytest.importorskip("pandas")
    lineup = ["steady", "builder", "shipper", "trader"]
    manifest = {"name": "x", "game": "puerto-rico", "players": 4, "seed": 1, "deals": 40, "format": "table", "lineup": lineup, "seating": "rotations"}
    run = tradewinds.tournament(manifest, out=tmp_path / "run")
    seats, standings = run.table("seats"), run.standings().set_index("bot")
    bots = list(standings.index)
    items = seats.bot.map(bots.index).to_numpy().reshape(-1, 4)
    assert stats.plackett_luce(items, seats["rank"].to_numpy().reshape(-1, 4)) == pytest.approx(standings.rating, abs=0.01)
    for bot in bots:
        mine = seats[seats.bot == bot]
        shares = mine.groupby(mine.game // 4).win_share.mean()
        row = standings.loc[bot]
        found = stats.share_over_blocks(shares, len(mine))
        assert found == pytest.approx((row.win_share, row.win_share_low, row.win_share_high), abs=1e-5)
        assert stats.mean_and_error(shares)[0] == pytest.approx(found[0])
        low, high, error = stats.bootstrap(mine.groupby(mine.game // 4).score.mean(), np.mean)
        width = row.mean_score_high - row.mean_score_low
        assert (low, high) == pytest.approx((row.mean_score_low, row.mean_score_high), abs=0.1 * width)
        assert error == pytest.approx(row.mean_score_error, rel=0.1)


def test_the_bootstrap_agrees_with_scipy_and_repeats_itself():
    fixture = FIXTURES["bootstrap"]["large"]
    blocks = np.array([fixture["first"], fixture["second"]]).T
    statistic = lambda rows: [rows[:, 0].mean(), rows[:, 0].sum() / rows[:, 1].sum(), rows[:, 0].std()]
    found = stats.bootstrap(blocks, statistic, replicates=4000)
    for low, high, error, name in zip(*found, ("mean", "ratio", "deviation")):
        width = fixture[name][1] - fixture[name][0]
        assert max(abs(low - fixture[name][0]), abs(high - fixture[name][1])) < 0.08 * width, name
        assert error == pytest.approx(width / (2 * stats.Z), rel=0.08)
    assert found[2][1] == pytest.approx(stats.ratio_and_error(*blocks.T)[1], rel=0.08)
    # A list of blocks, of whatever kind, and a statistic of one number.
    listed = [{"value": value} for value in LIGHT]
    mean = lambda blocks: sum(block["value"] for block in blocks) / len(blocks)
    low, high, error = stats.bootstrap(listed, mean, 500, seed=3)
    assert (low, high, error) == stats.bootstrap(np.array(LIGHT), np.mean, 500, 3) != stats.bootstrap(listed, mean, 500)
    assert low < 913 < high and error == pytest.approx(stats.mean_and_error(LIGHT)[1], rel=0.15)


def test_what_is_often_missing_has_no_interval():
    of = lambda blocks: [None if len(set(blocks)) < 4 else 1.0, 2.0]
    low, high, error = stats.bootstrap(range(5), of)
    assert np.isnan([low[0], high[0], error[0]]).all() and error[1] == 0.0


def test_few_blocks_and_those_that_agree_have_no_interval():
    for blocks, is_known in ((range(8), False), (range(9), True), ([1.0] * 20, False)):
        low, high, error = stats.bootstrap(blocks, np.mean)
        assert np.isfinite([low, high]).all() == is_known and np.isfinite(error), blocks


def test_what_a_statistic_raises_comes_through():
    def broken(_):
        raise KeyError("x")

    with pytest.raises(KeyError):
        stats.bootstrap(LIGHT, broken)
    with pytest.raises(ZeroDivisionError):
        stats.bootstrap(LIGHT, lambda blocks: (1 / 0 for _ in blocks))
    with pytest.raises(ZeroDivisionError):
        stats.bootstrap((1 / (3 - number) for number in range(9)), sum)


def test_a_table_is_resampled_by_its_rows():
    pandas = pytest.importorskip("pandas")
    rows = np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0]] * 3)
    first = lambda rows: rows[:, 0].mean()
    of_rows = stats.bootstrap(rows, first)
    assert np.isfinite(of_rows).all() and stats.bootstrap(pandas.DataFrame(rows), first) == of_rows
    assert stats.bootstrap(pandas.DataFrame(rows, columns=["a", "b", "c"]), first) == of_rows
    found = stats.bootstrap(rows, lambda rows: list(rows.mean(axis=0)))
    assert isinstance(found, tuple) and found[2][2] == 0.0


def test_blocks_that_agree_are_not_certain():
    # Wilson's interval of no win in 8 games, which are as many fewer as the quantile of Student's t with 1 degree of
    # freedom is larger.
    games = 8 * (stats.Z / 12.7062) ** 2
    assert stats.share_over_blocks([0, 0], 8)[1:] == pytest.approx((0, stats.Z**2 / (games + stats.Z**2)), abs=1e-5)
    share, low, high = stats.share_over_blocks([0, 0.5], 8, confidence=0.8)
    assert share == 0.25 and low < 0.25 < high < stats.share_over_blocks([0, 0.5], 8)[2]


def test_who_never_met_another_has_no_rating():
    for items, count in (([[0]], 1), ([[0, 0]], 1), ([[-1, -1]], 0), ([[0], [2]], 3)):
        found = stats.plackett_luce(items, np.zeros_like(items))
        assert len(found) == count and np.isnan(found).all()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: stats.mean_and_error([1]), "values: found a list of 1; allowed: a list or an array of 2 or more finite numbers"),
        (lambda: stats.mean_and_error([1, math.nan]), "values: found NaN among the numbers"),
        (lambda: stats.mean_and_error([[1, 2]]), "values: found [[1, 2]]; allowed: a list"),
        (lambda: stats.ratio_and_error([1, 2], [1, 2, 3]), "denominators: found 3; allowed: 2 numbers, one per block"),
        (lambda: stats.ratio_and_error([1, 2], [0, 0]), "denominators: found a sum that is not above 0"),
        (lambda: stats.z_interval(0, -1), "error: found -1; allowed: a number from 0"),
        (lambda: stats.z_interval(0, 1, 95), "confidence: found 95; allowed: a number above 0 and below 1"),
        (lambda: stats.z_test(0, 1, alternative="larger"), 'alternative: found "larger"; allowed: two-sided, greater, less'),
        (lambda: stats.wilson(1.2, 5), "share: found 1.2; allowed: a number from 0 to 1"),
        (lambda: stats.wilson(0.5, 10, 1e155), "error: found 1e+155; allowed: a number from 0 to 1"),
        (lambda: stats.mean_and_error(["1", "2"]), "values: found ['1', '2']; allowed: a list"),
        (lambda: stats.mean_and_error(b"12"), "values: found b'12'; allowed: a list"),
        (lambda: stats.share_over_blocks([0.5], 9), "shares: found a list of 1; allowed"),
        (lambda: stats.share_over_blocks([0.5, 2], 9), "shares: found 2; allowed: numbers from 0 to 1"),
        (lambda: stats.share_over_blocks([0.5, 1], 1), "games: found 1; allowed: a whole number from 2"),
        (lambda: stats.bootstrap({1: 2, 3: 4}, sum), "blocks: found {1: 2, 3: 4}; allowed: a list"),
        (lambda: stats.bootstrap({1, 2}, sum), "blocks: found {1, 2}; allowed: a list"),
        (lambda: stats.bootstrap("ab", sum), "blocks: found 'ab'; allowed: a list"),
        (lambda: stats.wilson(0.2, 0), "n: found 0; allowed: a number from 1"),
        (lambda: stats.holm([0.1, 2]), "p_values: found 2; allowed: numbers from 0 to 1"),
        (lambda: stats.wald([[1, 2], [2, 1]]), "values: found [2, 2]; allowed: an array [n, k]"),
        (lambda: stats.wald([[0, 1], [1, 0], [0, 1]], 0.5), "values: found a quantity that follows from the others"),
        (lambda: stats.plackett_luce([[0, 1.5]], [[1, 2]]), "items: found 1.5; allowed: an array [games, seats]"),
        (lambda: stats.plackett_luce([[0, 1]], [[1, 2], [2, 1]]), "ranks: found [2, 2]; allowed: an array of the same shape"),
        (lambda: stats.plackett_luce([[0, 1]], [[1, -2]]), "ranks: found -2; allowed: an array of the same shape"),
        (lambda: stats.plackett_luce([[0] * 17], [[1] * 17]), "items: found 17 seats; allowed"),
        (lambda: stats.plackett_luce([[0, 1]], [[1, 2]]), "items: found games in which some items were never behind"),
        (lambda: stats.bootstrap([1], sum), "blocks: found a list of 1; allowed: a list or an array of 2 or more blocks"),
        (lambda: stats.bootstrap(3, sum), "blocks: found 3; allowed"),
        (lambda: stats.bootstrap(np.array(3), sum), "blocks: found"),
        (lambda: stats.bootstrap([1, 2], sum, replicates=0), "replicates: found 0; allowed: a whole number from 2"),
        (lambda: stats.bootstrap([1, 2], sum, seed=-1), "seed: found -1; allowed"),
        (lambda: stats.bootstrap([1, 2], str), "statistic: found"),
        (lambda: stats.bootstrap([1, 2, 3], set), "statistic: found"),
        (lambda: stats.bootstrap([1, 2], 3), "statistic: found 3; allowed: a function"),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(call, message):
    with pytest.raises(ValueError) as refused:
        call()
    assert message in str(refused.value) and "\n" not in str(refused.value)
