"""Announcing in Mundus Novus."""

import csv
import random
import tomllib
from pathlib import Path

from lib import chart, page, slopes
from lib.lab import read_controls, read_csv, read_seats, write_controls, write_csv
from tradewinds.stats import Z, holm, mean_and_error, ratio_and_error, wilson, z_interval, z_test

NAME = "announcing"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
PAIRS = ((2, 3), (2, 4), (3, 4))
# The claims: a difference that matters, and a share of games.
MATTERS, RARE = 0.01, 0.05


def forced(lab, manifest, play):
    """Plays the study of announcements and returns for each deal its decisions: the win share after each number."""
    decisions = manifest["full_decisions"] if lab.full else manifest["decisions"]
    deals = max(manifest["forced_deals"], decisions // 2)
    text = (
        f'name = "announcements"\ngame = "{manifest["game"]}"\nplayers = {manifest["players"]}\nseed = {play["seed"]}\ndeals = {deals}\nformat = "table"\n'
        f'lineup = {[play["bot"]] * manifest["players"]}\nkinds = ["announce"]\n\n'
        f'[worth]\ndecisions = {decisions}\nplayouts = {manifest["playouts"]}\nbot = "{play["bot"]}"\n'
    ).replace("'", '"')
    folder = lab.run("choices", f"{NAME}/announcements-{play['bot']}", text)
    found = {}
    with open(folder / "decisions.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["win_share"] not in ("", "NA") and int(row["weight"]) > 0:
                decision = found.setdefault(row["game"], {}).setdefault(row["sample"], ({}, int(row["weight"])))
                decision[0][int(row["choice"].split()[-1])] = float(row["win_share"])
    return [list(decisions.values()) for decisions in found.values()]


def difference(deals, one, other):
    """Returns the mean difference between two announcements and its standard error over deals; decisions count as often
    as their weight says."""
    sums = [
        (sum(weight * (shares[one] - shares[other]) for shares, weight in deal if one in shares and other in shares), sum(weight for shares, weight in deal if one in shares and other in shares))
        for deal in deals
    ]
    return ratio_and_error(*zip(*sums))


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    tests, ten, checks = [], [], []
    for play in manifest["play"]:
        bot, players, seed = play["bot"], manifest["players"], play["seed"]
        deals = forced(lab, manifest, play)
        folder = lab.tournament(f"{NAME}/{bot}", manifest["game"], players, seed, lab.size(manifest), [bot] * players)
        games = [sorted(game, key=lambda seat: int(seat.row["start_place"])) for game in read_seats(folder)]
        masters = {}
        with open(folder / "offers.csv", newline="") as file:
            for row in csv.DictReader(file):
                key = (row["game"], int(row["seat"]))
                masters[key] = masters.get(key, 0) + int(row["became_master"])
        pairs = [[(seat.win_share, masters.get((seat.row["game"], seat.seat), 0)) for seat in game] for game in games]
        rows = [[bot, f"announce {one} less announce {other}", sum(map(len, deals)), *difference(deals, one, other)] for one, other in PAIRS]
        rows.append([bot, "one more time as trade master", len(games), *slopes.slope(pairs)])
        # The tests of each bot are a family.
        tests += [[*row, c] for row, c in zip(rows, holm([z_test(*row[3:]) for row in rows]))]
        had = [any(seat.row["perfect"] == "1" for seat in game) for game in games]
        won = [sum(seat.win_share for seat in game if seat.row["perfect"] == "1") for game in games]
        for name, values in (("games with ten different goods in the last round", had), ("games that a seat with them wins", won)):
            share, error = mean_and_error(float(value) for value in values)
            ten.append([bot, name, len(games), share, *wilson(share, len(games), error)])
        rng = random.Random(seed)
        called = 0
        for _ in range(slopes.CHECKS):
            mixed = [[(dict(zip(shares, rng.sample(list(shares.values()), len(shares)))), weight) for shares, weight in deal] for deal in deals]
            called += z_test(*difference(mixed, 2, 4)) < 0.05
        found = [f"announcements exchanged at random, {slopes.CHECKS} times: called different in", called / slopes.CHECKS, "at most 0.1", called <= 0.1 * slopes.CHECKS]
        checks += [[f"`{bot}`: {check[0]}", *check[1:]] for check in (found, *slopes.controls(pairs[: manifest["checked"]], seed))]
    write_csv(out / "tests.csv", ["bot", "what", "count", "estimate", "error", "p_holm"], tests)
    write_csv(out / "ten.csv", ["bot", "what", "games", "share", "low", "high"], ten)
    write_controls(out, checks)


def pages(out):
    tests, ten, checks = *(read_csv(out / f"{name}.csv") for name in ("tests", "ten")), read_controls(out)
    said, came = [], {}
    for bot in dict.fromkeys(row["bot"] for row in tests):
        mine = [row for row in tests if row["bot"] == bot]
        two_four, master, won = mine[1], mine[3], [row for row in ten if row["bot"] == bot][1]
        low, high = z_interval(two_four["estimate"], two_four["error"])
        came[bot] = sum([-MATTERS < low and high < MATTERS, master["p_holm"] < 0.05 and master["estimate"] > 0, won["high"] < RARE])
        said.append(
            f"Among `{bot}` bots, to announce 2 cards rather than 4 changes the win share by {100 * two_four['estimate']:+.1f} points ({page.percents(low, high)}); each time as trade master goes with "
            f"{100 * master['estimate']:+.1f} points ({page.percents(*z_interval(master['estimate'], master['error']))}); ten different goods win {page.percent(won['share'])} of the games ({page.percents(won['low'], won['high'])})."
        )
    blocks = {"reconstructed": page.reconstructed("what the offers of resources buy, development cards among it", "mundus-novus")}
    blocks["answer"] = "**Answer.** " + " ".join(said) + f" Of the 3 predictions {' and '.join(f'{count} came true among `{bot}`' for bot, count in came.items())}."
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = [[f"`{row['bot']}`: {row['what']}", row["count"], f"{100 * row['estimate']:+.2f} ± {100 * Z * row['error']:.2f}", page.p_text(row["p_holm"])] for row in tests]
    blocks["tests"] = page.table(["what", "decisions, or games", "points of win share", "p (Holm)"], rows)
    blocks["ten"] = page.table(["", "games", "share", "interval"], [[f"`{row['bot']}`: {row['what']}", row["games"], page.percent(row["share"], 2), page.percents(row["low"], row["high"], 2)] for row in ten])
    blocks["controls"] = page.control_table(checks)
    groups = {}
    for row in tests:
        low, high = z_interval(row["estimate"], row["error"])
        groups.setdefault(row["what"], []).append(chart.Point(row["bot"], 100 * row["estimate"], 100 * low, 100 * high))
    return blocks, {"announcing.svg": chart.dots("Mundus Novus: announcing, and being trade master", list(groups.items()), "points of win share", "", (0, "no effect"))}
