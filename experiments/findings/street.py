"""The street of Francis Drake."""

import csv
import tomllib
from pathlib import Path

from lib import chart, page, slopes
from lib.lab import read_controls, read_csv, read_seats, write_controls, write_csv
from tradewinds.stats import Z, holm, mean_and_error, wilson, z_interval, z_test

NAME = "street"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# What is counted: the name, and the stops that count; those of all locations for the first.
COUNTED = {"stops": "", "admiral": "admiral", "queen": "queen", "governor": "governor", "dockside": "dockside", "informer": "informer", "investor": "investor", "tavern": "tavern", "shipyard": "shipyard"}
TESTED = ("stops", "admiral", "queen")


def visits(folder):
    """Returns the number of each kind of stop, by game and seat."""
    found = {}
    with open(folder / "stops.csv", newline="") as file:
        for row in csv.DictReader(file):
            counts = found.setdefault((row["game"], int(row["seat"])), dict.fromkeys(COUNTED, 0))
            for name, first in COUNTED.items():
                counts[name] += row["stop"].startswith(first)
    return found


def measure(lab, out):
    manifest = tomllib.loads(MANIFEST.read_text())
    places, slopes_found, checks = [], [], []
    for play in manifest["play"]:
        rows = []
        for players in manifest["players"]:
            bot, seed = play["bot"], play["seeds"][str(players)]
            folder = lab.tournament(f"{NAME}/{bot}-{players}", manifest["game"], players, seed, lab.size(manifest), [bot] * players)
            games = [sorted(game, key=lambda seat: int(seat.row["start_place"])) for game in read_seats(folder)]
            found = visits(folder)
            none = dict.fromkeys(COUNTED, 0)
            counts = [[found.get((seat.row["game"], seat.seat), none) for seat in game] for game in games]
            for place in range(players):
                share, error = mean_and_error(game[place].win_share for game in games)
                places.append([bot, players, len(games), place + 1, share, *wilson(share, len(games), error)])
            for name in COUNTED:
                pairs = [[(seat.win_share, count[name]) for seat, count in zip(game, row)] for game, row in zip(games, counts)]
                mean = sum(number for game in pairs for _, number in game) / (len(pairs) * players)
                rows.append([bot, players, len(games), name, mean, *slopes.slope(pairs)])
                if name == "stops" and players == 4:
                    checks += [[f"`{bot}`: {check[0]}", *check[1:]] for check in slopes.controls(pairs[: manifest["checked"]], seed)]
            share, error = mean_and_error(game[0].win_share + game[1].win_share for game in games)
            rows.append([bot, players, len(games), "first two places", 2 / players, share - 2 / players, error])
        # The tests of each bot are a family.
        p = {i: z_test(row[5], row[6], alternative="greater" if row[3].startswith("first") else "two-sided") for i, row in enumerate(rows) if row[3] in TESTED or row[3].startswith("first")}
        corrected = dict(zip(p, holm(list(p.values()))))
        slopes_found += [[*row, corrected.get(i, "NA")] for i, row in enumerate(rows)]
    write_csv(out / "places.csv", ["bot", "players", "games", "place", "win_share", "low", "high"], places)
    write_csv(out / "slopes.csv", ["bot", "players", "games", "what", "mean", "estimate", "error", "p_holm"], slopes_found)
    write_controls(out, checks)


def pages(out):
    places, rows, checks = *(read_csv(out / f"{name}.csv") for name in ("places", "slopes")), read_controls(out)
    bots = list(dict.fromkeys(row["bot"] for row in rows))
    of = lambda bot, what: [row for row in rows if (row["bot"], row["what"]) == (bot, what)]
    said = lambda bot, what: ", ".join(f"{100 * row['estimate']:+.1f} ({page.percents(*z_interval(row['estimate'], row['error']))}) with {row['players']} players" for row in of(bot, what))
    sign = {"stops": 1, "admiral": -1, "first two places": 1}
    predicted = lambda bot: [row for row in rows if row["bot"] == bot and row["what"] in sign]
    came = lambda bot: [row for row in predicted(bot) if row["p_holm"] < 0.05 and row["estimate"] * sign[row["what"]] > 0]
    surely = lambda row: (row["estimate"] > 0) - (row["estimate"] < 0) if row["p_holm"] < 0.05 else 0
    pairs = [(row, other) for row, other in zip(*(predicted(bot) for bot in bots))]
    turned = [row for row, other in pairs if surely(row) * surely(other) < 0]
    blocks = {"reconstructed": page.reconstructed("single stops of the street", "francis-drake")}
    blocks["answer"] = (
        "**Answer.** "
        + " ".join(f"Among `{bot}` bots each further stop goes with {said(bot, 'stops')} points of win share, and each visit to the admiral with {said(bot, 'admiral')}." for bot in bots)
        + " Of the predicted signs "
        + " and ".join(f"{len(came(bot))} of {len(predicted(bot))} are surely as predicted among `{bot}`" for bot in bots)
        + f". With skill, {len(turned)} of the {len(pairs)} signs surely turned."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    table = []
    for name in COUNTED:
        for players in (3, 4, 5):
            line = [name, players]
            for bot in bots:
                row = next(row for row in of(bot, name) if row["players"] == players)
                p = page.p_text(row["p_holm"]) if row["p_holm"] != "NA" else ""
                line += [f"{row['mean']:.2f}", f"{100 * row['estimate']:+.1f} ± {100 * Z * row['error']:.1f}", p]
            table.append(line)
    columns = [column for bot in bots for column in (f"mean of a seat and game, `{bot}`", "points of win share for one more", "p (Holm)")]
    blocks["slopes"] = page.table(["number", "players", *columns], table)
    table = []
    for bot in bots:
        for first in of(bot, "first two places"):
            players = first["players"]
            cell = [row for row in places if (row["bot"], row["players"]) == (bot, players)]
            shares = [f"{100 * row['win_share']:.1f} ({page.percents(row['low'], row['high'], 0)})" for row in cell]
            table.append([f"`{bot}`", players, *shares, *[""] * (5 - players), f"{100 * first['estimate']:+.1f} ± {100 * Z * first['error']:.1f}", page.p_text(first["p_holm"])])
    blocks["places"] = page.table(["bots", "players", "place 1", "2", "3", "4", "5", "places 1 and 2 above their share", "p (Holm)"], table)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for name in COUNTED:
        points = []
        for bot in bots:
            for row in of(bot, name):
                low, high = z_interval(row["estimate"], row["error"])
                points.append(chart.Point(f"{row['players']} players, {bot}", 100 * row["estimate"], 100 * low, 100 * high))
        groups.append((name if name == "stops" else f"visits: {name}", points))
    return blocks, {"slopes.svg": chart.dots("Francis Drake: what goes with winning", groups, "points of win share for one more", "", (0, "no effect"))}
