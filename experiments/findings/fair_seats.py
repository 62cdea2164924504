"""What is the least change that makes the seats fair with four players, for three levels of play?"""

from pathlib import Path

from lib import chart, fairness, page
from lib.lab import read_controls, read_csv, write_controls, write_csv

NAME = "fair-seats"
GAMES = {"puerto-rico": "Puerto Rico", "age-of-discovery": "Age of Discovery"}
MANIFESTS = {game: Path(__file__).with_name(f"{NAME}-{game}.toml") for game in GAMES}
LEVELS = ("learned", "ismcts-125", "ismcts")
FAIR = 0.02
SWAP, CORN = "factory-university-swap", "corn-handicap"
PLANTED = {"puerto-rico": "corn-gets-four", "age-of-discovery": "extra-money-first-rich"}
NULL = {"puerto-rico": "two-players-only", "age-of-discovery": "two-players-only-aod"}
# The columns of the tables.
SEATS = "table variant metric item games blocks estimate low high".split()
VERDICTS = "table variant verdict baseline unfairness change change_low change_high deals".split()
ALTERNATIVES = "rank file variant changes numbers cost target verdict value low high rounds decided_early waiting smallest".split()
# The deals of the full size.
FULL = 60_000
NAMES = {
    "standard": "standard",
    SWAP: "factory 8, university 7",
    CORN: "corn handicap",
    "corn-gets-four": "control: corn has 4 more",
    "extra-money-first-rich": "control: the first seat is rich",
}


def measure(lab, out):
    seats, fair, verdicts, checks = [], [], [], []
    for game, manifest in MANIFESTS.items():
        folder = lab.study("balance", manifest, f"{NAME}/{game}", FULL)
        rows = [row for row in read_csv(folder / "metrics.csv") if row["metric"] in ("seat_spread", "win_share_place")]
        seats += [[game, *(row[key] for key in SEATS)] for row in rows]
        fair += [[game, *(row[key] for key in ALTERNATIVES)] for row in read_csv(folder / "fair.csv")]
        own = read_csv(folder / "verdicts.csv")
        verdicts += [[game, *(row[key] for key in VERDICTS)] for row in own if row["question"] == "seats"]
        planted = next(row for row in rows if (row["table"], row["variant"], row["metric"]) == ("learned", PLANTED[game], "seat_spread"))
        checks.append([f"{GAMES[game]}: low end of the spread with {PLANTED[game]}", planted["low"], f"above {FAIR**2:g}", planted["low"] > FAIR**2])
        same = {row["verdict"] for row in own if row["variant"] == NULL[game]}
        checks.append([f"{GAMES[game]}: {NULL[game]}", ", ".join(sorted(same)), fairness.SAME[0], same == {fairness.SAME[0]}])
    write_csv(out / "seats.csv", ["game", *SEATS], seats)
    write_csv(out / "fair.csv", ["game", *ALTERNATIVES], fair)
    write_csv(out / "verdicts.csv", ["game", *VERDICTS], verdicts)
    write_controls(out, checks)


def root(square):
    """Returns the root of a spread of win shares, with its sign."""
    return abs(square) ** 0.5 * (1 if square >= 0 else -1)


class Seats:
    """The win shares of the seats by game, level of play and rules."""

    def __init__(self, rows):
        self.rows = rows

    def spread(self, game, level, variant):
        """Returns the unfairness with its interval, in win shares; None where too few games were played."""
        for row in self.rows:
            if (row["game"], row["table"], row["variant"], row["metric"]) == (game, level, variant, "seat_spread"):
                found = [row[key] for key in ("estimate", "low", "high")]
                return None if "" in found else [root(square) for square in found]
        return None

    def call(self, game, level, variant):
        """Says whether seats are shown to be fair or not."""
        found = self.spread(game, level, variant)
        if found is None:
            return "not played"
        return "fair" if found[2] < FAIR else "not fair" if found[1] > FAIR else "not decided"

    def shares(self, game, level, variant):
        """Returns the rows of the starting places."""
        return [row for row in self.rows if (row["game"], row["table"], row["variant"], row["metric"]) == (game, level, variant, "win_share_place")]


def points(found):
    """Returns a figure with its interval, in points."""
    if found is None:
        return "not known"
    middle, low, high = (100 * max(end, 0.0) for end in found)
    return f"{middle:.1f} ({low:.1f} to {high:.1f})"


def came_true(seats, fair, verdicts):
    """Returns the predictions in words, each with what was found and whether it came true."""
    least = {game: next((row for row in fair if row["game"] == game and row["rank"] == 1), None) for game in GAMES}
    for game, title in GAMES.items():
        first = least[game]
        found = f"{first['verdict']}, {first['numbers']} changed" if first else "no alternative"
        right = first is not None and first["verdict"] == "fair" and first["numbers"] <= 3
        yield f"{title}: the first alternative among `learned`", "fair, at most 3 numbers", found, right
        levels = LEVELS[1:] if game == "puerto-rico" else LEVELS[1:2]
        calls = [seats.call(game, level, first["variant"]) if first else "not played" for level in levels]
        wanted = "not shown to be unfair"
        yield f"{title}: that alternative by {page.listing([f'`{level}`' for level in levels])}", wanted, ", ".join(calls), all(call in ("fair", "not decided") for call in calls)
    change = next(row["verdict"] for row in verdicts if (row["game"], row["table"], row["variant"]) == ("puerto-rico", "learned", CORN))
    call = seats.call("puerto-rico", "learned", CORN)
    yield "the corn handicap among `learned`", "fairer, and not fair", f"{change}, {call}", change == "fairer" and call != "fair"
    calls = [seats.call("puerto-rico", level, SWAP) for level in LEVELS]
    yield "the swap at the three levels", "fair at none", ", ".join(calls), "fair" not in calls


def pages(out):
    seats, fair, verdicts = Seats(read_csv(out / "seats.csv")), read_csv(out / "fair.csv"), read_csv(out / "verdicts.csv")
    checks, blocks = read_controls(out), {}
    found = [row for row in fair if row["rank"] != ""]
    rules = {game: {"standard": NAMES["standard"]} | {row["variant"]: NAMES.get(row["variant"], row["changes"]) for row in found if row["game"] == game} for game in GAMES}
    predictions = list(came_true(seats, fair, verdicts))
    blocks["came-true"] = f"Of the {len(predictions)} predictions {sum(right for *_, right in predictions)} came true."
    blocks["control-verdict"] = page.control_verdict(checks)
    rows = []
    for game, title in GAMES.items():
        others = {SWAP: NAMES[SWAP], CORN: NAMES[CORN]} if game == "puerto-rico" else {}
        for variant, name in (rules[game] | others).items():
            rows.append([title, name, *(f"{points(seats.spread(game, level, variant))}, {seats.call(game, level, variant)}" for level in LEVELS)])
    blocks["levels"] = page.table(["game", "rules", *(f"`{level}`" for level in LEVELS)], rows)
    rows = [
        [GAMES[row["game"]], row["changes"], row["cost"], row["verdict"], points([row["value"], row["low"], row["high"]]), f"{row['rounds']:+.2f}", f"{100 * row['decided_early']:+.1f}", f"{row['waiting']:+.1f}"]
        for row in found
    ]
    blocks["alternatives"] = page.table(["game", "change", "steps", "among `learned`", "unfairness", "rounds", "games decided early, points", "waiting, decisions"], rows)
    rows = [[words, wanted, was, "yes" if right else "**no**"] for words, wanted, was, right in predictions]
    blocks["tests"] = page.table(["prediction", "said", "found", "came true"], rows)
    blocks["controls"] = page.control_table(checks)
    rows = []
    for game, title in GAMES.items():
        for level in LEVELS:
            for variant in dict.fromkeys(row["variant"] for row in seats.rows if row["game"] == game and row["table"] == level):
                shares = [f"{100 * row['estimate']:.1f} ({page.percents(row['low'], row['high'], 0)})" for row in seats.shares(game, level, variant)]
                rows.append([title, NAMES.get(variant, rules[game].get(variant, variant)), f"`{level}`", *shares])
    blocks["shares"] = page.table(["game", "rules", "bots", "seat 1", "2", "3", "4"], rows)
    groups = []
    for game, title in GAMES.items():
        for variant in list(rules[game])[:2]:
            drawn = []
            for level in LEVELS:
                spread = seats.spread(game, level, variant) or []
                drawn += [chart.Point(level, *(100 * max(end, 0.0) for end in spread))] if spread else []
            groups.append((f"{title}: {'standard' if variant == 'standard' else 'changed'}", drawn))
    picture = chart.dots("Unfairness of the seats at three levels of play", groups, "points of win share", "", (100 * FAIR, "fair"))
    return blocks, {"levels.svg": picture}
