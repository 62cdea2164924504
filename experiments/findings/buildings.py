"""Which buildings win in Puerto Rico, and the builder against the shipper."""

import random
import sys
import tomllib
from pathlib import Path

from lib import chart, page
from lib.lab import read_controls, read_csv, read_seats, write_controls, write_csv
from tradewinds.stats import Z, holm, mean_and_error, ratio_and_error, z_interval, z_test

NAME = "buildings"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
VIOLET = [
    "small market", "hacienda", "construction hut", "small warehouse", "hospice", "office", "large market", "large warehouse", "factory",
    "university", "harbor", "wharf", "guild hall", "residence", "fortress", "customs house", "city hall",
]  # fmt: skip
BUILT = ("buildings_vp", "guild_hall", "residence", "fortress", "customs_house", "city_hall")
# Fewer owners than this say nothing; the page is about games of four.
FEW, PLAYERS = 10, 4
# What the prediction says: these win, these do not.
WIN, DEAD = ("factory", "harbor", "wharf"), ("hospice", "office", "large warehouse")


def excess(games, owns):
    """Returns the win share of owners less the mean of all seats of the same starting place, its standard error over
    games (of a ratio, linearized), and the share of seats that own."""
    players = len(games[0])
    means = [sum(game[seat].win_share for game in games) / len(games) for seat in range(players)]
    sums = [
        (sum(seat.win_share - means[seat.seat] for seat in game if owns(seat)), sum(1 for seat in game if owns(seat)))
        for game in games
    ]
    owned = sum(count for _, count in sums)
    if owned == 0:
        return None
    return *ratio_and_error(*zip(*sums)), owned / (len(games) * players)


def ahead(game):
    """Returns how far the winners are ahead of their table's mean in chips, and in points of buildings."""
    chips = [int(seat.row["chips"]) for seat in game]
    built = [sum(int(seat.row[column]) for column in BUILT) for seat in game]
    over = lambda values: sum(seat.win_share * value for seat, value in zip(game, values)) - sum(values) / len(values)
    return over(chips), over(built)


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    rows, sources, shares = [], [], []
    for bot in manifest["bots"]:
        folder = lab.runs / f"seat-price/{bot}-{manifest['players']}-{manifest['variant']}"
        if not (folder / "seats.csv").exists():
            sys.exit(f"{folder}: no games; play `seat-price` first")
        games = read_seats(folder)
        for building in VIOLET:
            found = excess(games, lambda seat: building in seat.row["building_list"].split(";"))
            rows.append([bot, building, len(games), *(found or ("NA", "NA", 0.0))])
        both = [ahead(game) for game in games]
        for name, values in (
            ("chips", [chips for chips, _ in both]),
            ("buildings", [built for _, built in both]),
            ("chips less buildings", [chips - built for chips, built in both]),
        ):
            sources.append([bot, name, len(games), *mean_and_error(values)])
        total = sum(seat.score for game in games for seat in game)
        shares.append([bot, len(games), sum(int(seat.row["chips"]) for game in games for seat in game) / total])
    tests = [i for i, row in enumerate(rows) if row[0] == "learned" and row[3] != "NA"]
    differences = [i for i, row in enumerate(sources) if row[1] == "chips less buildings"]
    plain = [z_test(rows[i][3], rows[i][4]) for i in tests] + [z_test(sources[i][3], sources[i][4]) for i in differences]
    corrected = holm(plain)
    p = dict(zip(tests, corrected))
    q = dict(zip(differences, corrected[len(tests) :]))
    write_csv(out / "owners.csv", ["bot", "building", "games", "excess", "error", "owned", "p_holm"], [[*row, p.get(i, "NA")] for i, row in enumerate(rows)])
    write_csv(out / "sources.csv", ["bot", "source", "games", "ahead", "error", "p_holm"], [[*row, q.get(i, "NA")] for i, row in enumerate(sources)])
    write_csv(out / "points.csv", ["bot", "games", "share_of_chips"], shares)
    write_controls(out, controls(read_seats(lab.runs / "seat-price/learned-4-standard")[:1000], manifest))


def controls(games, manifest):
    """Gives a building that nobody has to seats at random, and twice as often to winners."""
    rate, times = manifest["random_rate"], manifest["random_times"]
    rng = random.Random(manifest["seed"])

    def significant(of_winners):
        owners = {(id(game), seat.seat) for game in games for seat in game if rng.random() < (of_winners if seat.win_share > 0 else rate)}
        ratio, error, _ = excess([[Owned(seat, (id(game), seat.seat) in owners) for seat in game] for game in games], lambda seat: seat.owned)
        return z_test(ratio, error) < 0.05

    by_chance = sum(significant(rate) for _ in range(times)) / times
    return [
        [f"given at random to seats, {times} times: called an effect in", by_chance, "at most 0.1", by_chance <= 0.1],
        ["given to winners twice as often: found", (planted := significant(2 * rate)), True, planted],
    ]


class Owned:
    """A seat with or without a planted building."""

    def __init__(self, seat, owned):
        self.seat, self.win_share, self.owned = seat.seat, seat.win_share, owned


def lead(value, low, high):
    """Says in which of the two kinds of points winners are further ahead; below 0 it is those of buildings."""
    more, less = "shipped points", "points of buildings"
    if value < 0:
        value, low, high, more, less = -value, -high, -low, less, more
    return f"{value:.1f} points more in {more} than in {less} ({low:.1f} to {high:.1f})"


def pages(out):
    owners, sources = read_csv(out / "owners.csv"), read_csv(out / "sources.csv")
    checks, points = read_controls(out), read_csv(out / "points.csv")
    learned = {row["building"]: row for row in owners if row["bot"] == "learned"}
    searched = {row["building"]: row for row in owners if row["bot"] == "ismcts"}
    better = lambda row: row["p_holm"] != "NA" and row["p_holm"] < 0.05 and row["excess"] > 0
    worse = lambda row: row["p_holm"] != "NA" and row["p_holm"] < 0.05 and row["excess"] < 0
    ranked = sorted((row for row in learned.values() if row["excess"] != "NA"), key=lambda row: -row["excess"])
    best = [row["building"] for row in ranked if better(row)]
    difference = next(row for row in sources if (row["bot"], row["source"]) == ("learned", "chips less buildings"))
    low, high = z_interval(difference["ahead"], difference["error"])
    named = lambda low, high: "the shipper wins" if low > 0 else "the builder wins" if high < 0 else "neither surely wins"
    other = next(row for row in sources if (row["bot"], row["source"]) == ("ismcts", "chips less buildings"))
    searched_ends = z_interval(other["ahead"], other["error"])
    right = sum(better(learned[name]) for name in WIN) + sum(not better(learned[name]) for name in DEAD)
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** Among `learned` bots owners of {', '.join(best[:4]) or 'no building'} win most above what their seat wins. Builder or shipper: among `learned` {named(low, high)}, winners being ahead of their table by "
        f"{lead(difference['ahead'], low, high)}; among `ismcts`, which plays better, {named(*searched_ends)}: {lead(other['ahead'], *searched_ends)}. "
        f"Of the predictions about six buildings {right} came true."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    few = lambda row: row["excess"] == "NA" or row["owned"] * row["games"] * PLAYERS < FEW
    said = lambda row: "few" if few(row) else f"{100 * row['excess']:+.1f} ± {100 * Z * row['error']:.1f}"
    for row in ranked + [row for row in learned.values() if row["excess"] == "NA"]:
        other = searched[row["building"]]
        p = page.p_text(row["p_holm"]) if row["p_holm"] != "NA" else "NA"
        rows.append([row["building"], page.percent(row["owned"], 0), said(row), p, page.percent(other["owned"], 0), said(other)])
    blocks["owners"] = page.table(["building", "owned, `learned`", "excess", "p (Holm)", "owned, `ismcts`", "excess"], rows)
    rows = []
    for row in sources:
        p = page.p_text(row["p_holm"]) if row["p_holm"] != "NA" else ""
        rows.append([f"`{row['bot']}`, {row['source']}", row["games"], f"{row['ahead']:+.1f} ± {Z * row['error']:.1f}", p])
    blocks["sources"] = page.table(["", "games", "winner ahead of the table's mean by", "p (Holm)"], rows)
    blocks["points"] = "Of all points, chips are " + " and ".join(f"{page.percent(row['share_of_chips'], 0)} among `{row['bot']}`" for row in points) + "."
    blocks["controls"] = page.control_table(checks)
    groups = []
    for row in ranked:
        drawn = []
        for name, bot in (("learned", row), ("ismcts, 1,000", searched[row["building"]])):
            if bot["excess"] != "NA" and bot["owned"] >= 0.02:
                low, high = z_interval(bot["excess"], bot["error"])
                drawn.append(chart.Point(name, 100 * bot["excess"], 100 * low, 100 * high))
        if drawn:
            groups.append((row["building"], drawn))
    picture = chart.dots("Win share of a building's owners above what their seats win", groups, "points of win share", "", (0, "no excess"))
    return blocks, {"owners.svg": picture}
