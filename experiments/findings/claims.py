"""The rows that the findings have in the ledger of results, made from the tables of their pages."""

import csv
import io
import re
import subprocess
import sys
from dataclasses import dataclass, field

import fair_seats as fair
from lib.lab import ROOT, read_csv, short
from tradewinds.stats import Z

LEDGER = ROOT / "results/ledger.csv"
COLUMNS = "id date commit game rules players command bots games quantity unit value low high verdict page".split()
# The columns that the tables alone decide, whatever the commit.
FIGURES = "game players games quantity unit value low high verdict page".split()
PREFIX = {"puerto-rico": "pr", "mundus-novus": "mn", "age-of-discovery": "aod", "francis-drake": "fd"}
# The findings that read the games of another one.
NEEDS = {name: ["seat-price"] for name in ("opening-book", "second-round", "buildings")}
SHARE, LEAD = "%", "points of win share"


@dataclass
class Claim:
    """A published figure: `name` is its id without the game's prefix; `value`, `low` and `high` are in `unit`."""

    name: str
    table: str
    bots: list
    games: int
    quantity: str
    unit: str
    value: float
    low: float | None = None
    high: float | None = None
    verdict: str = ""
    players: int = 4
    rules: str = "standard"
    game: str = "puerto-rico"
    digits: int = field(default=1)

    def id(self):
        return f"{PREFIX[self.game]}-{self.name}"

    def figures(self, finding):
        """Returns the cells that the tables decide."""
        number = lambda value: "" if value is None else f"{round(value, self.digits) + 0.0:.{self.digits}f}"
        values = {"value": number(self.value), "low": number(self.low), "high": number(self.high)}
        names = ("game", "players", "games", "quantity", "unit", "verdict")
        cells = {name: getattr(self, name) for name in names}
        if self.verdict == "Not decided." and self.low is not None and self.low * self.high > 0:
            cells["verdict"] = "Not decided after Holm's correction."
        return {name: "" if cell is None else str(cell) for name, cell in cells.items()} | values | {"page": f"findings/{finding}/README.md"}

    def cells(self, finding):
        """Returns a whole row of the ledger; the commit is the one that published the table."""
        date, commit = published(ROOT / "results/findings" / finding / self.table)
        return self.figures(finding) | {
            "id": self.id(),
            "date": date,
            "commit": commit,
            "rules": f"{self.rules}@{rules_version(self.game, commit)}",
            "command": f"python3 experiments/findings/run.py {' '.join([*NEEDS.get(finding, []), finding])}",
            "bots": ";".join(f"{short(bot)}@{blob(bot, self.game, commit)}" for bot in self.bots),
        }


# Bots that stand in the manifest of their finding.
OWN = dict.fromkeys(("colonist-learned", "builder-learned"), ["experiments/findings/settlers-and-engines.toml"])
OWN["ismcts-125"] = ["experiments/findings/fair-seats-{game}.toml"]


def git(*args):
    return subprocess.run(["git", "-C", str(ROOT), *args], check=True, capture_output=True, text=True).stdout.strip()


def published(table):
    """Returns the day and the commit that made a table: the last one that changed it, or today's if it has just been made."""
    changed = git("status", "--porcelain", "--", str(table))
    return git("log", "-1", "--format=%cs %h", "--abbrev=8", *([] if changed else ["--", str(table)])).split()


def rules_version(game, commit):
    text = git("grep", "-hE", r"const RULES_VERSION: u32 = [0-9]+", commit, "--", f"crates/{game}/src")
    return re.search(r"= (\d+)", text)[1]


def blob(bot, game, commit):
    """Returns the hash of the file that has a preset at a commit: the game's own, one for all games, or a finding's manifest."""
    for path in [bot] if bot.endswith(".toml") else [f"bots/{game}.{bot}.toml", f"bots/{bot}.toml", f"experiments/findings/bots/{bot}.toml", *(path.format(game=game) for path in OWN.get(bot, []))]:
        if git("ls-tree", commit, "--", path):
            return git("rev-parse", f"{commit}:{path}")[:8]
    sys.exit(f"no preset {bot} of {game} at commit {commit}")


class Tables:
    """The tables of a finding."""

    def __init__(self, folder):
        self.folder = folder

    def rows(self, file, **cells):
        """Returns the rows of a table that have these cells."""
        return [row for row in read_csv(self.folder / file) if all(row[key] == cell for key, cell in cells.items())]

    def row(self, file, **cells):
        """Returns the one row of a table that has these cells."""
        found = self.rows(file, **cells)
        if len(found) != 1:
            sys.exit(f"{self.folder / file}: found {len(found)} rows with {cells}; wanted: 1")
        return found[0]


def share(row, value="win_share", low="low", high="high"):
    """Returns a share and its interval, in percent."""
    return 100 * row[value], 100 * row[low], 100 * row[high]


def spread(row, value="estimate", scale=100):
    """Returns an estimate and its interval, from its standard error."""
    middle, half = scale * row[value], scale * Z * row["error"]
    return middle, middle - half, middle + half


def surely(row, yes, no):
    """Returns one of two verdicts, by the test of a row after Holm's correction."""
    return yes if row["p_holm"] < 0.05 else no


def seat_price(tables):
    seats = lambda bot, seat: tables.row("seats.csv", bot=bot, players=4, variant="standard", seat=seat)
    for bot in ("learned", "ismcts"):
        for seat in (1, 2, 3, 4):
            row = seats(bot, seat)
            yield Claim(f"seat-{seat}-{bot}", "seats.csv", [bot], row["games"], f"win share of seat {seat} among {bot}", SHARE, *share(row))
    for name, test, quantity in (
        ("seat-price", "4 players, learned: price of seat 3 less seat 2", "price of seat 3 less that of seat 2"),
        ("seat-price-balanced", "4 players, learned: that price less the one under balanced", "part of that price which balanced takes away"),
    ):
        row = tables.row("tests.csv", test=test)
        verdict = surely(row, "As predicted.", "Not shown.")
        yield Claim(name, "tests.csv", ["learned"], seats("learned", 3)["games"], quantity, "points", *spread(row, scale=1), verdict)


def opening_book(tables):
    for players in (3, 4, 5):
        others = tables.rows("leads.csv", study="roles", players=players, choice="settler")
        # The other role that is worth most.
        row = min((row for row in others if row["p_holm"] != "NA"), key=lambda row: row["lead"])
        other = row["other"]
        verdict = surely(row, "Settler is surely worse when learned plays on.", "Not decided.")
        yield Claim(f"first-role-{players}", "leads.csv", ["learned"], row["deals"], f"lead of settler over {other} as the first role", LEAD, *spread(row, "lead"), verdict, players)
        chosen = tables.row("choices.csv", study="roles", players=players, choice="settler")
        yield Claim(f"first-role-{players}-search", "choices.csv", ["ismcts"], chosen["asked"], "games in which the search takes settler first", SHARE, 100 * chosen["judge_chooses"], players=players, digits=0)
        row = tables.row("leads.csv", study="tiles", players=players, choice="quarry", other="corn")
        verdict = "Quarry is surely better." if row["lead"] > 0 else "Corn is surely better."
        yield Claim(f"first-tile-{players}", "leads.csv", ["learned"], row["deals"], "lead of a quarry over corn as the first tile", LEAD, *spread(row, "lead"), surely(row, verdict, "Not decided."), players)


def second_round(tables):
    for players in (3, 4, 5):
        for name, test, quantity in (
            ("second-round", "second round: the role taken less the mean of the others", "the role that the search takes, less the mean of the others"),
            ("second-round-builder", "first pick of the second round: builder less settler", "builder less settler at the first pick of the second round"),
        ):
            row = tables.row("tests.csv", test=f"{players} players, {test}")
            yield Claim(f"{name}-{players}", "tests.csv", ["ismcts", "learned"], row["decisions"], quantity, LEAD, *spread(row), surely(row, "Decided.", "Not decided."), players)


def buildings(tables):
    for building in ("guild hall", "city hall", "factory", "university"):
        row = tables.row("owners.csv", bot="learned", building=building)
        yield Claim(f"owners-{building.replace(' ', '-')}", "owners.csv", ["learned"], row["games"], f"win share of owners of the {building} above that of their seats", LEAD, *spread(row, "excess"))
    for bot in ("learned", "ismcts"):
        row = tables.row("sources.csv", bot=bot, source="chips less buildings")
        verdict = surely(row, "The builder wins." if row["ahead"] < 0 else "The shipper wins.", "Not decided.")
        row = row | {"ahead": -row["ahead"]}
        yield Claim(f"builder-{bot}", "sources.csv", [bot], row["games"], "lead of winners in points of buildings, less that in shipped points", "points", *spread(row, "ahead", 1), verdict)


def dead_buildings(tables):
    for building, kind, text in (
        ("factory", "never", "never builds a factory"),
        ("office", "always", "always builds an office"),
        ("university", "always", "always builds a university"),
        ("large market", "always", "always builds a large market"),
    ):
        for players in (3, 4, 5):
            row = tables.row("items.csv", bot="learned", players=players, building=building)
            ends = share(row, f"{kind}_loss", f"{kind}_loss_low", f"{kind}_loss_high")
            yield Claim(f"{kind}-{building.replace(' ', '-')}-{players}", "items.csv", ["learned"], row["deals"] * players, f"loss of a seat that {text}", LEAD, *ends, "Open." if row["verdict"] == "not decided" else verdict(row), players)


def price_list(tables):
    for building in ("guild hall", "small market", "factory", "university", "office"):
        row = tables.row("lists.csv", bot="learned", list="printed", building=building)
        verdict = surely(row, "Surely worth buying." if row["effect"] > 0 else "Surely not worth buying.", "Not decided.")
        yield Claim(f"buy-{building.replace(' ', '-')}", "lists.csv", ["learned"], row["decisions"], f"effect of buying the {building} at its printed price", LEAD, *spread(row, "effect"), verdict)
    for building in ("coffee roaster", "large market", "hacienda"):
        row = tables.row("fair.csv", bot="learned", building=building)
        verdict = surely(row, "Surely above print.", "Not decided.")
        yield Claim(f"fair-price-{building.replace(' ', '-')}", "fair.csv", ["learned"], None, f"fair price of the {building}", "doubloons", *spread(row, "fair", 1), verdict)
    row = tables.row("doubloon.csv", bot="learned")
    yield Claim("doubloon-of-price", "doubloon.csv", ["learned"], None, "worth of a doubloon of price", LEAD, *spread(row, "worth"))
    for which, name in (("printed", "printed prices"), ("fair", "the list found")):
        row = tables.row("sources.csv", bot="learned", list=which)
        row = row | {"builder": -row["chips_less_buildings"]}
        yield Claim(f"builder-at-{name.split()[-1]}", "sources.csv", ["learned"], row["games"], f"lead of winners in points of buildings, less that in shipped points, at {name}", "points", *spread(row, "builder", 1))


def change(row):
    """Returns how far seats became less equal, with its interval, in points of win share."""
    return share(row, "change", "change_low", "change_high")


def verdict(row):
    return row["verdict"].capitalize() + "."


def indigo_and_swap(tables):
    def claim(name, table, players, variant, text):
        row = tables.row(table, players=players, variant=variant, question="seats")
        return Claim(name, table, [row["table"]], row["deals"], f"change of unfairness: {text}, among {row['table']}", LEAD, *change(row), verdict(row), players, variant)

    swap, indigo = "factory 8 and university 7", "2 doubloons more for indigo"
    for players in (3, 4, 5):
        yield claim(f"indigo-{players}", "verdicts.csv", players, "indigo-doubloons-2", indigo)
        yield claim(f"swap-{players}", "verdicts.csv", players, "factory-university-swap", swap)
    yield claim("swap-larger", "verdicts-larger.csv", 4, "factory-university-swap", swap)
    yield claim("indigo-search", "verdicts-searched.csv", 4, "indigo-gets-two", indigo)
    yield claim("swap-search", "verdicts-searched.csv", 4, "factory-university-swap", swap)


def fair_seats(tables):
    nearest = {}
    for entry in (fair.ALL, fair.ONE):
        found = fair.Entry(tables.folder, entry)
        for game in fair.GAMES:
            first = next(iter(found.found(game)), None)
            # The entry that asks for all levels has more games by the standard rules.
            rules = {"standard": ("standard", "the standard rules")} if entry == fair.ALL else {}
            # Where both entries found the same change, the larger one has its figures.
            if first and not (entry == fair.ONE and first["changes"] == nearest.get(game)):
                rules[first["variant"]] = {fair.ALL: ("levels", "the nearest change for all levels"), fair.ONE: ("least", "the least change")}[entry]
            nearest.setdefault(game, first and first["changes"])
            others = {fair.SWAP: (fair.SWAP, "factory 8 and university 7"), fair.CORN: (fair.CORN, "the corn handicap")}
            if (entry, game) == (fair.ONE, "puerto-rico"):
                rules |= others
            for variant, (own, text) in rules.items():
                for bot in fair.LEVELS[:1] if variant in others else fair.LEVELS:
                    row = next(row for row in found.seats.rows if (row["game"], row["table"], row["variant"], row["metric"]) == (game, bot, variant, "seat_spread"))
                    # What is below 0 is noise.
                    ends = [100 * max(end, 0.0) for end in found.seats.spread(game, bot, variant)]
                    call = {"fair": "Fair.", "not fair": "Not fair.", "not decided": "Open."}[found.seats.call(game, bot, variant)]
                    yield Claim(f"seats-{own}-{bot}", fair.TABLES[entry][0], [bot], row["games"], f"seat unfairness by {text}, {bot}", LEAD, *ends, call, rules=variant, game=game)


def luck(tables):
    for game in PREFIX:
        for kind, text in (("ismcts", "searches of 200 iterations"), ("steady", "steady bots")):
            row = tables.row("shares.csv", kind=kind, game=game)
            yield Claim(f"luck-{kind}", "shares.csv", [kind], 4 * row["deals"], f"part of the wins that the deal explains, among {text} with habits", SHARE, *share(row, "deal", "deal_low", "deal_high"), game=game)


def weak_neighbour(tables):
    for strong, weak, sizes in (("learned", "random", (3, 4, 5)), ("steady", "random", (3, 4, 5)), ("learned", "shipper", (4,)), ("ismcts", "random", (4,))):
        for players in sizes:
            kind = "test" if weak == "random" and strong != "ismcts" else "beside"
            row = tables.row("leads.csv", kind=kind, strong=strong, weak=weak, players=players)
            name = f"neighbour-{strong}-{players}" if weak == "random" else f"neighbour-of-{weak}-{players}"
            text = f"lead of the seat after {weak} over the other strong seats, among {strong}"
            yield Claim(name, "leads.csv", [strong, weak], row["deals"] * players, text, LEAD, *spread(row, "lead"), "The next seat gains." if row["lead"] - Z * row["error"] > 0 else "Not decided.", players)


def kingmaking(tables):
    steady = {"games_of": "four steady"}
    for name, test, bots, quantity in (
        ("gifts-next", "random among steady: gifts of `random` to the next seat less the mean of the two others", ["random", "steady"], "gifts of random to the next seat, less those to another"),
        ("gifts-ahead", "four steady: gifts to the seat that is ahead less the mean of the two others", ["steady"], "gifts to the seat that is ahead, less those to another"),
    ):
        row = tables.row("tests.csv", test=test)
        games = tables.row("losses.csv", games_of=test.partition(":")[0], bot=bots[0])["games"]
        yield Claim(name, "tests.csv", bots, games, quantity, LEAD, *spread(row), surely(row, "Decided.", "Not decided."))
    row = tables.row("shares.csv", part="others", **steady)
    yield Claim("decided-by-others", "shares.csv", ["steady"], row["games"], "part of a seat's result that decisions of the others explain", SHARE, *spread(row, "share"))
    for name, band, text in (("power-lost", "at most 5 %", "can hardly win"), ("power-open", "5 to 50 %", "can win")):
        row = tables.row("powers.csv", band=band, **steady)
        ends = [100 * max(end, 0.0) ** 0.5 for end in spread(row, "power", 1)]
        yield Claim(name, "powers.csv", ["steady"], row["games"], f"typical change of others' win shares by a decision of a seat that {text}", LEAD, *ends)


def turn_order(tables):
    game = "age-of-discovery"
    for players in (3, 4, 5):
        for bot in ("steady", "learned", "ismcts-100"):
            row = tables.row("tests.csv", bot=bot, players=players)
            shares = tables.row(
                {"steady": "metrics.csv", "learned": "metrics-double.csv", "ismcts-100": "metrics-searched.csv"}[bot],
                table=bot, players=players, variant="standard", metric="win_share_place", item=0,
            )
            preset = "experiments/findings/bots/ismcts-100-aod.toml" if bot == "ismcts-100" else bot
            yield Claim(f"first-position-{bot}-{players}", "tests.csv", [preset], shares["games"], f"win share of the first position among {bot}", SHARE, *share(shares, "estimate"), surely(row, "Above its share.", "Not shown."), players, game=game)
            if bot == "steady":
                continue
            table = "verdicts-searched.csv" if bot == "ismcts-100" else "verdicts-larger.csv"
            row = tables.row(table, table=bot, players=players, question="seats")
            yield Claim(f"double-money-{bot}-{players}", table, [preset], row["deals"], f"change of unfairness by twice the extra money, among {bot}", LEAD, *change(row), verdict(row), players, "extra-money-double", game)


def settlers_and_engines(tables):
    game = "age-of-discovery"
    for strength, name, bots in (
        ("by their strategy alone", "alone", ["colonist", "builder"]),
        ("corrected by the network", "learned", ["colonist-learned", "builder-learned"]),
    ):
        for alone, others in (("settler", "engines"), ("engine", "settlers")):
            row = tables.row("alone.csv", strength=strength, alone=alone, players=4)
            above = "Above an even share." if row["win_share"] > 0.25 else "Below an even share."
            yield Claim(f"{alone}-{name}", "alone.csv", bots, row["deals"] * 4, f"win share of one {alone} among {others}, {strength}", SHARE, *spread(row, "win_share"), surely(row, above, "Not decided."), game=game)


def street(tables):
    for bot in ("steady", "learned"):
        for players in (3, 4, 5):
            for what, text in (("stops", "one more stop"), ("admiral", "one more visit to the admiral")):
                row = tables.row("slopes.csv", bot=bot, players=players, what=what)
                sure = "Goes with winning." if row["estimate"] > 0 else "Goes with losing."
                yield Claim(f"{what}-{bot}-{players}", "slopes.csv", [bot], row["games"], f"win share that goes with {text}, among {bot}", LEAD, *spread(row), surely(row, sure, "Not decided."), players, game="francis-drake")


def announcing(tables):
    game = "mundus-novus"
    for bot in ("steady", "learned"):
        for name, what, text in (("announce", "announce 2 less announce 4", "announcing 2 cards rather than 4"), ("trade-master", "one more time as trade master", "win share that goes with one more time as trade master")):
            row = tables.row("tests.csv", bot=bot, what=what)
            yield Claim(f"{name}-{bot}", "tests.csv", [bot], row["count"], f"{text}, among {bot}", LEAD, *spread(row), surely(row, "Decided.", "Not decided."), game=game)
        row = tables.row("ten.csv", bot=bot, what="games that a seat with them wins")
        yield Claim(f"ten-goods-{bot}", "ten.csv", [bot], row["games"], f"games that ten different goods win, among {bot}", SHARE, *share(row, "share"), game=game)


FINDINGS = [
    seat_price, opening_book, second_round, buildings, dead_buildings, fair_seats, price_list, indigo_and_swap, luck, weak_neighbour, kingmaking, turn_order,
    settlers_and_engines, street, announcing,
]


def claims(finding, folder):
    """Returns the claims of a finding from the tables in a folder."""
    made = {function.__name__.replace("_", "-"): function for function in FINDINGS}
    return list(made[finding](Tables(folder)))


def printed(findings):
    """Returns the rows of findings, as a table in the ledger's form."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for finding in findings:
        writer.writerows(claim.cells(finding) for claim in claims(finding, ROOT / "results/findings" / finding))
    return out.getvalue()


def stale(finding):
    """Returns the ids whose rows in the ledger are not those that the tables make."""
    with open(LEDGER, newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    made = {claim.id(): claim.figures(finding) for claim in claims(finding, ROOT / "results/findings" / finding)}
    return [name for name, cells in made.items() if any(rows.get(name, {}).get(key) != cells[key] for key in FIGURES)]
