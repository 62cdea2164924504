"""What is the least change that makes the seats fair with four players, for three levels of play?"""

from pathlib import Path

from lib import chart, fairness, page
from lib.lab import read_controls, read_csv, write_controls, write_csv

NAME = "fair-seats"
GAMES = {"puerto-rico": "Puerto Rico", "age-of-discovery": "Age of Discovery"}
# The two entries: rules that are fair among `learned`, and those that are fair by two levels at once.
MANIFESTS = {entry: {game: Path(__file__).with_name(f"{entry}-{game}.toml") for game in GAMES} for entry in (NAME, f"{NAME}-levels")}
ONE, ALL = MANIFESTS
TABLES = {ONE: ("seats.csv", "fair.csv"), ALL: ("levels.csv", "levels-fair.csv")}
ASKED = {ONE: "`learned`", ALL: "`learned` and `ismcts-125`"}
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


def play(lab, out, entry):
    """Plays the studies of an entry and writes their tables; returns their folders by game."""
    seats, fair, folders = [], [], {}
    for game, manifest in MANIFESTS[entry].items():
        folders[game] = folder = lab.study("balance", manifest, f"{entry}/{game}", FULL)
        rows = [row for row in read_csv(folder / "metrics.csv") if row["metric"] in ("seat_spread", "win_share_place")]
        seats += [[game, *(row[key] for key in SEATS)] for row in rows]
        fair += [[game, *(row[key] for key in ALTERNATIVES)] for row in read_csv(folder / "fair.csv")]
    write_csv(out / TABLES[entry][0], ["game", *SEATS], seats)
    write_csv(out / TABLES[entry][1], ["game", *ALTERNATIVES], fair)
    return folders


def measure(lab, out):
    verdicts, checks = [], []
    for game, folder in play(lab, out, ONE).items():
        own = [row for row in read_csv(folder / "verdicts.csv") if row["question"] == "seats"]
        verdicts += [[game, *(row[key] for key in VERDICTS)] for row in own]
        key = ("learned", PLANTED[game], "seat_spread")
        planted = next(row for row in read_csv(folder / "metrics.csv") if (row["table"], row["variant"], row["metric"]) == key)
        checks.append([f"{GAMES[game]}: low end of the spread with {PLANTED[game]}", planted["low"], f"above {FAIR**2:g}", planted["low"] > FAIR**2])
        same = {row["verdict"] for row in own if row["variant"] == NULL[game]}
        checks.append([f"{GAMES[game]}: {NULL[game]}", ", ".join(sorted(same)), fairness.SAME[0], len(same) == 1 and same <= set(fairness.SAME)])
    play(lab, out, ALL)
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


class Entry:
    """What the studies of an entry found."""

    def __init__(self, out, entry):
        self.entry = entry
        self.seats, self.fair = Seats(read_csv(out / TABLES[entry][0])), read_csv(out / TABLES[entry][1])

    def found(self, game):
        """Returns a row of each alternative of a game, the first one first."""
        rows = {}
        for row in self.fair:
            if row["game"] == game and row["rank"] != "":
                rows.setdefault(row["variant"], row)
        return list(rows.values())

    def rules(self, game):
        """Returns the rules that played, with their names."""
        others = [SWAP, CORN] if (self.entry, game) == (ONE, "puerto-rico") else []
        return {name: NAMES[name] for name in ["standard"]} | {row["variant"]: row["changes"] for row in self.found(game)} | {name: NAMES[name] for name in others}

    def calls(self, game, levels):
        """Returns what the first alternative is called at some levels of play."""
        first = self.found(game)[:1]
        return [self.seats.call(game, level, first[0]["variant"]) if first else "no alternative" for level in levels]


def quoted(levels):
    return page.listing([f"`{level}`" for level in levels])


def came_true(one, every, verdicts):
    """Returns the predictions in words, each with what was found and whether it came true."""
    for game, title in GAMES.items():
        first = next(iter(one.found(game)), None)
        found = f"{first['verdict']}, {first['numbers']} changed" if first else "no alternative"
        right = first is not None and first["verdict"] == "fair" and first["numbers"] <= 3
        yield f"{title}: the first alternative among `learned`", "fair, at most 3 numbers", found, right
        levels = LEVELS[1:] if game == "puerto-rico" else LEVELS[1:2]
        calls = one.calls(game, levels)
        yield f"{title}: that alternative by {quoted(levels)}", "not shown to be unfair", ", ".join(calls), all(call in ("fair", "not decided") for call in calls)
    change = next(row["verdict"] for row in verdicts if (row["game"], row["table"], row["variant"]) == ("puerto-rico", "learned", CORN))
    call = one.seats.call("puerto-rico", "learned", CORN)
    yield "the corn handicap among `learned`", "fairer, and not fair", f"{change}, {call}", change == "fairer" and call != "fair"
    calls = [one.seats.call("puerto-rico", level, SWAP) for level in LEVELS]
    yield "the swap at the three levels", "fair at none", ", ".join(calls), "fair" not in calls
    for game, title in GAMES.items():
        for levels in (LEVELS[:2], LEVELS[2:]):
            calls = every.calls(game, levels)
            yield f"{title}: the alternative for all levels by {quoted(levels)}", "fair", ", ".join(calls), all(call == "fair" for call in calls)


def pages(out):
    entries, verdicts = [Entry(out, entry) for entry in MANIFESTS], read_csv(out / "verdicts.csv")
    checks, blocks = read_controls(out), {}
    predictions = list(came_true(*entries, verdicts))
    blocks["came-true"] = f"Of the {len(predictions)} predictions {sum(right for *_, right in predictions)} came true."
    blocks["control-verdict"] = page.control_verdict(checks)
    rows, shares, groups, breaks = [], [], [], []
    for entry in entries:
        asked, seats = ASKED[entry.entry], entry.seats
        for game, title in GAMES.items():
            for variant, name in entry.rules(game).items():
                rows.append([title, asked, name, *(f"{points(seats.spread(game, level, variant))}, {seats.call(game, level, variant)}" for level in LEVELS)])
            for row in entry.found(game):
                figures = [f"{row['rounds']:+.2f}", f"{100 * row['decided_early']:+.1f}", f"{row['waiting']:+.1f}"]
                breaks.append([title, asked, row["changes"], row["cost"], *figures])
            for level in LEVELS:
                for variant in dict.fromkeys(row["variant"] for row in seats.rows if row["game"] == game and row["table"] == level):
                    name = NAMES.get(variant, entry.rules(game).get(variant, variant))
                    own = [f"{100 * row['estimate']:.1f} ({page.percents(row['low'], row['high'], 0)})" for row in seats.shares(game, level, variant)]
                    shares.append([title, asked, name, f"`{level}`", *own])
    blocks["levels"] = page.table(["game", "asked for at", "rules", *(f"`{level}`" for level in LEVELS)], rows)
    blocks["alternatives"] = page.table(["game", "asked for at", "change", "steps", "rounds", "games decided early, points", "waiting, decisions"], breaks)
    rows = [[words, wanted, was, "yes" if right else "**no**"] for words, wanted, was, right in predictions]
    blocks["tests"] = page.table(["prediction", "said", "found", "came true"], rows)
    blocks["controls"] = page.control_table(checks)
    blocks["shares"] = page.table(["game", "asked for at", "rules", "bots", "seat 1", "2", "3", "4"], shares)
    for game, title in GAMES.items():
        drawn = [("standard", entries[1], "standard")] + [(words, entry, row["variant"]) for words, entry in zip(("changed", "all levels"), entries) for row in entry.found(game)[:1]]
        for words, entry, variant in drawn:
            spreads = [(level, entry.seats.spread(game, level, variant)) for level in LEVELS]
            groups.append((f"{title}: {words}", [chart.Point(level, *(100 * max(end, 0.0) for end in spread)) for level, spread in spreads if spread]))
    picture = chart.dots("Unfairness of the seats at three levels of play", groups, "points of win share", "", (100 * FAIR, "fair"))
    return blocks, {"levels.svg": picture}
