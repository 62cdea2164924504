"""The street of Francis Drake."""

import csv
import tomllib
from pathlib import Path

import chart
import page
import slopes
from lab import read_csv, read_seats, write_csv
from stats import Z, holm, interval, mean_error, p_above, p_two_sided, wilson

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
    places, rows, checks = [], [], []
    for players in manifest["players"]:
        seed = manifest["seeds"][str(players)]
        folder = lab.tournament(f"{NAME}/{manifest['bot']}-{players}", manifest["game"], players, seed, lab.size(manifest), [manifest["bot"]] * players)
        games = [sorted(game, key=lambda seat: int(seat.row["start_place"])) for game in read_seats(folder)]
        found = visits(folder)
        none = dict.fromkeys(COUNTED, 0)
        counts = [[found.get((seat.row["game"], seat.seat), none) for seat in game] for game in games]
        for place in range(players):
            share, error = mean_error(game[place].win_share for game in games)
            places.append([players, len(games), place + 1, share, *wilson(share, error, len(games))])
        for name in COUNTED:
            pairs = [[(seat.win_share, count[name]) for seat, count in zip(game, row)] for game, row in zip(games, counts)]
            mean = sum(number for game in pairs for _, number in game) / (len(pairs) * players)
            rows.append([players, len(games), name, mean, *slopes.slope(pairs)])
            if name == "stops" and players == 4:
                checks = slopes.controls(pairs[: manifest["checked"]], seed)
        share, error = mean_error(game[0].win_share + game[1].win_share for game in games)
        rows.append([players, len(games), "first two places", 2 / players, share - 2 / players, error])
    p = {i: p_above(row[4], row[5]) if row[2].startswith("first") else p_two_sided(row[4], row[5]) for i, row in enumerate(rows) if row[2] in TESTED or row[2].startswith("first")}
    corrected = dict(zip(p, holm(list(p.values()))))
    write_csv(out / "places.csv", ["players", "games", "place", "win_share", "low", "high"], places)
    write_csv(out / "slopes.csv", ["players", "games", "what", "mean", "estimate", "error", "p_holm"], [[*row, corrected.get(i, "NA")] for i, row in enumerate(rows)])
    write_csv(out / "controls.csv", ["control", "found", "wanted", "right"], checks)


def pages(out):
    places, rows, checks = (read_csv(out / f"{name}.csv") for name in ("places", "slopes", "controls"))
    of = lambda what: [row for row in rows if row["what"] == what]
    said = lambda what: ", ".join(f"{100 * row['estimate']:+.1f} ({page.percents(*interval(row['estimate'], row['error']))}) with {row['players']} players" for row in of(what))
    tests = [row for row in rows if row["p_holm"] != "NA"]
    right = {"stops": 1, "admiral": -1, "first two places": 1}
    predicted = [row for row in tests if row["what"] in right]
    came = [row for row in predicted if row["p_holm"] < 0.05 and row["estimate"] * right[row["what"]] > 0]
    blocks = {}
    blocks["answer"] = (
        f"**Answer.** Each further stop goes with {said('stops')} points of win share among `steady` bots; each visit to the admiral with {said('admiral')}. "
        f"Of the {len(predicted)} predicted signs {len(came)} are surely as predicted."
    )
    blocks["control-verdict"] = page.control_verdict(checks)
    table = []
    for row in rows:
        if row["what"].startswith("first"):
            continue
        p = page.p_text(row["p_holm"]) if row["p_holm"] != "NA" else ""
        table.append([row["what"], row["players"], f"{row['mean']:.2f}", f"{100 * row['estimate']:+.1f} ± {100 * Z * row['error']:.1f}", p])
    blocks["slopes"] = page.table(["number", "players", "mean of a seat and game", "points of win share for one more", "p (Holm)"], sorted(table, key=lambda row: (list(COUNTED).index(row[0]), row[1])))
    table = []
    for players in (3, 4, 5):
        cell = [row for row in places if row["players"] == players]
        first = next(row for row in rows if row["players"] == players and row["what"].startswith("first"))
        shares = [f"{100 * row['win_share']:.1f} ({page.percents(row['low'], row['high'], 0)})" for row in cell]
        table.append([players, *shares, *[""] * (5 - players), f"{100 * first['estimate']:+.1f} ± {100 * Z * first['error']:.1f}", page.p_text(first["p_holm"])])
    blocks["places"] = page.table(["players", "place 1", "2", "3", "4", "5", "places 1 and 2 above their share", "p (Holm)"], table)
    blocks["controls"] = page.control_table(checks)
    groups = []
    for name in COUNTED:
        points = []
        for row in of(name):
            low, high = interval(row["estimate"], row["error"])
            points.append(chart.Point(f"{row['players']} players", 100 * row["estimate"], 100 * low, 100 * high))
        groups.append((name if name == "stops" else f"visits: {name}", points))
    return blocks, {"slopes.svg": chart.dots("Francis Drake: what goes with winning", groups, "points of win share for one more", "", (0, "no effect"))}
