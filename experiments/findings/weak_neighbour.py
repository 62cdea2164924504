"""The neighbour of a weak player in Puerto Rico."""

import random
import tomllib
from pathlib import Path

from lib import chart, page
from lib.lab import POINT, read_csv, read_seats, short, write_csv
from tradewinds.stats import holm, mean_and_error, wilson, z_interval, z_test

NAME = "weak-neighbour"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The points that are planted at distance 1.
PLANTED = 2
# How often, and in how many deals, strong seats are dealt out to the distances at random.
RELABELLED, RELABELLED_DEALS = 200, 250


def cells():
    """Yields the tables of bots: strong, weak, players, seed and the manifest's entry."""
    manifest = tomllib.loads(MANIFEST.read_text())
    for play in manifest["play"]:
        for players in play["players"]:
            yield play["strong"], play["weak"], players, manifest["seeds"][str(players)], play


def by_distance(games, players, weak, bonus=0):
    """Returns for each deal its games, each as the win shares and the points by distance from the weak seat, itself
    first. With `bonus` points for distance 1 the winners are found again."""
    deals = {}
    for game in games:
        at = next(seat.seat for seat in game if seat.bot == weak)
        points = [seat.points + (bonus * POINT if (seat.seat - at) % players == 1 else 0) for seat in game]
        best = max(points)
        won = points.count(best)
        shares, scores = [0.0] * players, [0.0] * players
        for seat, value in zip(game, points):
            distance = (seat.seat - at) % players
            shares[distance] = 1 / won if value == best else 0.0
            scores[distance] = seat.score
        deals.setdefault(int(game[0].row["game"]) // players, []).append((shares, scores))
    return [deal for deal in deals.values() if len(deal) == players]


def blocks(deals, part=0):
    """Returns for each deal the mean over its games of the win shares (part 0) or the points (part 1)."""
    return [[sum(game[part][i] for game in deal) / len(deal) for i in range(len(deal))] for deal in deals]


def found_by_chance(deals, seed):
    """Deals the strong seats of each game out to the distances at random, and returns how often a lead is called."""
    rng = random.Random(seed)
    found = 0
    for _ in range(RELABELLED):
        shuffled = [[([game[0][0], *rng.sample(game[0][1:], len(game[0]) - 1)], None) for game in deal] for deal in deals]
        found += z_test(*mean_and_error(lead(blocks(shuffled)))) < 0.05
    return found / RELABELLED


def lead(shares):
    """Returns for each deal the share at distance 1 less the mean of the other strong seats."""
    return [row[1] - sum(row[2:]) / len(row[2:]) for row in shares]


def measure(lab, out):
    rows, tests = [], []
    for strong, weak, players, seed, entry in cells():
        name = f"{NAME}/{short(weak)}-among-{short(strong)}-{players}"
        lineup = [weak] + [strong] * (players - 1)
        folder = lab.tournament(name, "puerto-rico", players, seed, lab.size(entry), lineup, bots=tomllib.loads(MANIFEST.read_text())["bots"])
        games = read_seats(folder)
        deals = by_distance(games, players, short(weak))
        shares, scores = blocks(deals), blocks(deals, 1)
        cell = [short(strong), short(weak), players, len(shares)]
        for distance in range(players):
            share, error = mean_and_error(row[distance] for row in shares)
            low, high = wilson(share, len(shares), error)
            points, points_error = mean_and_error(row[distance] for row in scores)
            rows.append([*cell, distance, share, low, high, points, points_error])
        twin = short(weak).startswith("twin")
        kind = "null" if twin else "test" if weak == "random" and strong != "ismcts" else "beside"
        tests.append([kind, *cell, *mean_and_error(lead(shares))])
        if weak == "twin-of-learned":
            shares = blocks(by_distance(games, players, short(weak), PLANTED))
            tests.append(["planted", *cell, *mean_and_error(lead(shares))])
        if (strong, weak, players) == ("learned", "random", 4):
            by_chance = found_by_chance(deals[:RELABELLED_DEALS], seed)
    plain = [z_test(test[5], test[6]) for test in tests]
    # The tests of the page are one family, and each control is judged alone.
    family = [i for i, test in enumerate(tests) if test[0] == "test"]
    corrected = dict(zip(family, holm([plain[i] for i in family])))
    columns = ["strong", "weak", "players", "deals", "distance", "win_share", "low", "high", "score", "score_error"]
    write_csv(out / "distances.csv", columns, rows)
    columns = ["kind", "strong", "weak", "players", "deals", "lead", "error", "p", "p_holm"]
    rows = [[*test, plain[i], corrected.get(i, "NA")] for i, test in enumerate(tests)]
    write_csv(out / "leads.csv", columns, rows)
    write_csv(out / "by-chance.csv", ["relabelled", "called"], [[RELABELLED, by_chance]])


def pages(out):
    distances, leads = read_csv(out / "distances.csv"), read_csv(out / "leads.csv")
    tests = [row for row in leads if row["kind"] == "test"]
    gains = [row for row in tests if row["p_holm"] < 0.05 and row["lead"] > 0]
    losses = [row for row in tests if row["p_holm"] < 0.05 and row["lead"] < 0]
    of = lambda rows: ", ".join(f"{row['players']} {row['strong']}" for row in rows) or "none"
    middle = next(row for row in tests if (row["strong"], row["players"]) == ("learned", 4))
    low, high = z_interval(middle["lead"], middle["error"])
    verdict = {
        (True, False): "more",
        (False, True): "less",
    }.get((middle in gains, middle in losses), "not decidedly more or less")
    answer = (
        f"**Answer.** With one `random` among three `learned` bots, the seat after the weak one wins {verdict} than the other strong seats: by "
        f"{page.signed(100 * middle['lead'])} points of win share ({page.percents(low, high)}). "
        f"Of the {len(tests)} tests, it wins more in {len(gains)} (players and strong bot: {of(gains)}), less in {len(losses)} ({of(losses)}); corrected by Holm."
    )
    blocks = {"answer": answer}

    def lead_rows(kinds):
        rows = []
        for row in leads:
            if row["kind"] in kinds:
                low, high = z_interval(row["lead"], row["error"])
                p = row["p_holm"] if row["kind"] == "test" else row["p"]
                rows.append(
                    [
                        f"`{row['weak']}` among `{row['strong']}`",
                        row["players"],
                        row["deals"] * row["players"],
                        page.signed(100 * row["lead"]),
                        page.percents(low, high),
                        page.p_text(p),
                    ]
                )
        return rows

    columns = ["weak player", "players", "games", "lead", "interval", "p"]
    blocks["leads"] = page.table(columns, lead_rows(["test", "beside"]))
    blocks["controls"] = page.table(columns, lead_rows(["null", "planted"]))
    nulls = [row for row in leads if row["kind"] == "null"]
    planted = [row for row in leads if row["kind"] == "planted"]
    wrong = sum(p < 0.05 for p in holm([row["p"] for row in nulls]))
    found = sum(row["p"] < 0.05 and row["lead"] > 0 for row in planted)
    [chance] = read_csv(out / "by-chance.csv")
    right = wrong == 0 and found == len(planted) and chance["called"] <= 0.1
    blocks["verdict"] = (
        f"A weak player who is not weak shows a difference in {wrong} of {len(nulls)} cells (after Holm), {PLANTED} points planted at distance 1 are found in {found} of {len(planted)}, "
        f"and with the strong seats dealt out to the distances at random, {chance['relabelled']} times, a lead is called in {page.percent(chance['called'])}."
        + ("" if right else " **A control went wrong: do not trust this page.**")
    )
    rows = []
    for row in distances:
        if not row["weak"].startswith("twin") and row["distance"] > 0:
            rows.append(
                [
                    f"`{row['weak']}` among `{row['strong']}`",
                    row["players"],
                    row["distance"],
                    page.percent(row["win_share"]),
                    page.percents(row["low"], row["high"]),
                    f"{row['score']:.1f}",
                ]
            )
    blocks["distances"] = page.table(["weak player", "players", "distance", "win share", "interval", "points"], rows)
    groups = []
    for players in (3, 4, 5):
        for distance in range(1, players):
            points = [
                chart.Point(f"{row['weak']} among {row['strong']}", 100 * row["win_share"], 100 * row["low"], 100 * row["high"])
                for row in distances
                if row["players"] == players and row["distance"] == distance and not row["weak"].startswith("twin")
            ]
            groups.append((f"{players} players, distance {distance}", points))
    picture = chart.dots("Win share by distance from the weak player", groups, "win share", " %")
    return blocks, {"distances.svg": picture}
