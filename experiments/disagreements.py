#!/usr/bin/env python3
"""Says in which decisions strong play disagrees with the choice made, and what each disagreement costs.

    python3 experiments/disagreements.py RUN [--pairs 12] [--csv FILE]

RUN is the folder of a study of choices whose judge is strong play, such as one of
`tradewinds choices experiments/puerto-rico/disagreements.toml`. Two tables are printed: kinds of
decision, and pairs "made X where strong play chooses Y", where X or Y may be any choice, both by what
they cost a seat in a game; --csv writes all rows of both. A cost is the mean win share after strong
play's choice less the one after the choice made, in paired playouts; in a game it is multiplied by the
number of such disagreements of a seat, as if they added up. Pairs found fewer than 8 times are not printed.
Intervals have 95 %, by the bootstrap over games. Needs the Python package of this repository (`pip install .`).
"""

import argparse
import collections
import csv
import math
import pathlib

from lib import stats

REPLICATES = 1000
SEED = 2026
# A row with fewer disagreements has no interval.
FEWEST = 8
ANY = "(any)"
COLUMNS = (
    "kind", "made", "strong", "decisions", "disagreements", "rate", "rate_low", "rate_high", "cost", "cost_low",
    "cost_high", "per_game", "per_game_low", "per_game_high",
)


def read(path):
    """Reads a CSV file with a header."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def disagreements(rows):
    """Returns for each sampled decision its game, kind, the choice made, strong play's, the weight and the cost."""
    samples = collections.defaultdict(list)
    for row in rows:
        samples[row["sample"]].append(row)
    found = []
    for choices in samples.values():
        made, strong = (next(row for row in choices if row[which] == "1") for which in ("made", "strong"))
        weight = int(made["weight"])
        # A decision that was given up counts 0 times in costs, whatever its four playouts say.
        cost = float(strong["win_share"]) - float(made["win_share"]) if weight and made is not strong else 0.0
        found.append((made["game"], made["kind"], made["choice"], strong["choice"], weight, cost))
    return found


def offered(choices):
    """Counts the decisions of each kind in all games: each choice was made in one of them."""
    counts = collections.Counter()
    for row in choices:
        if row["condition"] == "all":
            counts[row["kind"]] += int(row["chosen"])
    return counts


def matches(entry, key):
    """Returns whether a decision is a disagreement of this pair of choices, either of which may be any."""
    return entry[2] != entry[3] and key[0] in (ANY, entry[2]) and key[1] in (ANY, entry[3])


def figures(entries, key, per_game):
    """Works out rate, cost of a disagreement and cost in a game; `entries` are decisions of one kind.

    `key` is the pair of choices that counts as a disagreement; `per_game` is the number of decisions
    of the kind that a seat has in a game. Decisions given up count 0 times and those played out
    nevertheless 4 times, so that costs are unbiased; rates count each decision once.
    """
    hits = weight = hit_weight = cost = 0
    for entry in entries:
        times, loss = entry[4:]
        weight += times
        if matches(entry, key):
            hits += 1
            hit_weight += times
            cost += times * loss
    return (
        hits / len(entries) if entries else None,
        cost / hit_weight if hit_weight else None,
        per_game * cost / weight if weight else None,
    )


def with_ends(entries, key, per_game):
    """Returns the figures of a row, each with the ends of its interval, by the bootstrap over games."""
    value = figures(entries, key, per_game)
    games = collections.defaultdict(list)
    for entry in entries:
        games[entry[0]].append(entry)
    if sum(matches(entry, key) for entry in entries) < FEWEST or len(games) < 2:
        return [(one, None, None) for one in value]
    statistic = lambda drawn: figures([entry for game in drawn for entry in game], key, per_game)
    lows, highs, _ = stats.bootstrap(list(games.values()), statistic, REPLICATES, SEED)
    return [(one, *(None if math.isnan(end) else float(end) for end in ends)) for one, *ends in zip(value, lows, highs)]


def table(decisions, chosen, seats):
    """Lists the rows of all kinds, then those of all pairs, each by what they cost a seat in a game.

    `chosen` counts the decisions of each kind in all games, `seats` the seats of all games.
    """
    kinds, pairs = [], []
    for kind in sorted({entry[1] for entry in decisions}):
        entries = [entry for entry in decisions if entry[1] == kind]
        found = sorted({(entry[2], entry[3]) for entry in entries if entry[2] != entry[3]})
        made = {(one[0], ANY) for one in found}
        strong = {(ANY, one[1]) for one in found}
        for key in [(ANY, ANY), *found, *sorted(made), *sorted(strong)]:
            hits = sum(matches(entry, key) for entry in entries)
            ends = with_ends(entries, key, chosen[kind] / seats)
            (kinds if key == (ANY, ANY) else pairs).append((kind, *key, len(entries), hits, ends))
    by_cost = lambda row: -(row[5][2][0] or 0.0)
    return sorted(kinds, key=by_cost), sorted(pairs, key=by_cost)


def decimal(value, places):
    """Writes a number, or NA for none."""
    if value is None:
        return "NA"
    text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def shown(ends, places=3):
    """Writes a figure with its interval."""
    value, low, high = ends
    if value is None:
        return "NA"
    bounds = "NA" if low is None else f"{decimal(low, places)} to {decimal(high, places)}"
    return f"{decimal(value, places)} [{bounds}]"


def lines(header, rows):
    """Aligns a table: the first column to the left, others to the right."""
    widths = [max(len(row[place]) for row in [header, *rows]) for place in range(len(header))]
    for row in [header, *rows]:
        cells = [cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(zip(row, widths))]
        yield "  ".join(cells).rstrip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", type=pathlib.Path, help="the folder of a study of choices")
    parser.add_argument("--pairs", type=int, default=12, help="the number of pairs that are printed")
    parser.add_argument("--csv", help="a file for all rows")
    options = parser.parse_args()
    decisions = disagreements(read(options.run / "decisions.csv"))
    seats = sum(int(game["players"]) for game in read(options.run / "games" / "games.csv"))
    kinds, pairs = table(decisions, offered(read(options.run / "choices.csv")), seats)
    often = [row for row in pairs if row[4] >= FEWEST]
    head = ("disagrees", "cost of one", "cost to a seat in a game")
    print("\n".join(lines(
        ("kind", "n", *head),
        [(row[0], str(row[3]), *(shown(ends) for ends in row[5])) for row in kinds],
    )))
    print()
    print("\n".join(lines(
        ("kind: made, and strong play's choice", "times", *head[1:]),
        [(f"{row[0]}: {row[1]}, {row[2]}", str(row[4]), *(shown(ends) for ends in row[5][1:])) for row in often[: options.pairs]],
    )))
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(COLUMNS)
            for kind, made, strong, count, hits, ends in kinds + pairs:
                out.writerow([kind, made, strong, count, hits, *(decimal(one, 6) for three in ends for one in three)])


if __name__ == "__main__":
    main()
