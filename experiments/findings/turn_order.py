"""Turn order in Age of Discovery."""

import shutil
import tomllib
from pathlib import Path

from lib import chart, fairness, page
from lib.bids import equal_bids
from lib.lab import read_controls, read_csv, read_seats, write_controls, write_csv
from tradewinds.stats import Z, holm, mean_and_error, wilson, z_interval, z_test

NAME = "turn-order"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
# The double money alone: with `learned`, with searches, and with many deals.
AGAIN, SEARCHED, LARGER = (Path(__file__).with_name(f"{NAME}-{part}.toml") for part in ("double", "searched", "larger"))
SEARCH = Path(__file__).with_name("bots") / "ismcts-100-aod.toml"
# The deals of the full sizes, and those that say how strong the search is.
FULL, FULL_SEARCHED, STRENGTH, FULL_STRENGTH = 100_000, 4_000, 60, 500
DOUBLE, PLANTED, NULL = "extra-money-double", "extra-money-first-rich", "two-players-only-aod"
# The verdicts that were predicted for the larger study; the others were to stay undecided.
FORESEEN = {("steady", 3): ("fairer",), ("learned", 5): ("fairer",), ("learned", 4): ("not fairer", "no difference that matters")}
# How many standard errors two studies of the same shares may lie apart.
AGREE = 3
BOTS = ("steady", "learned", "ismcts-100")
VARIANTS = {
    "standard": "standard: 10, 11, 12 …",
    "extra-money-flat": "all have 10",
    DOUBLE: "double: 10, 12, 14 …",
    "extra-money-triple": "triple: 10, 13, 16 …",
    "auction": "auction",
    PLANTED: "control: the first has 25",
}


def in_order(folder):
    """Returns the seats of each game by starting place, which is not the seat."""
    return [sorted(game, key=lambda seat: int(seat.row["start_place"])) for game in read_seats(folder)]


def measure(lab, out):
    out.mkdir(parents=True, exist_ok=True)
    again = lab.study("balance", AGAIN, f"{NAME}/study-double", FULL)
    folder = lab.study("balance", MANIFEST, f"{NAME}/study", FULL)
    searched = lab.study("balance", SEARCHED, f"{NAME}/study-searched", FULL_SEARCHED)
    larger = lab.study("balance", LARGER, f"{NAME}/study-larger", FULL)
    for study, suffix in ((folder, ""), (again, "-double"), (searched, "-searched"), (larger, "-larger")):
        for table in ("verdicts",) if suffix == "-larger" else ("verdicts", "metrics"):
            shutil.copy(study / f"{table}.csv", out / f"{table}{suffix}.csv")
    seed, deals = tomllib.loads(SEARCHED.read_text())["seed"], FULL_STRENGTH if lab.full else STRENGTH
    blocks = {}
    for game in read_seats(lab.tournament(f"{NAME}/strength", "age-of-discovery", 4, seed, deals, [str(SEARCH), *["steady"] * 3])):
        blocks.setdefault(int(game[0].row["game"]) // 4, []).append(sum(seat.win_share for seat in game if seat.bot == BOTS[-1]))
    share, error = mean_and_error(sum(block) / len(block) for block in blocks.values())
    write_csv(out / "strength.csv", ["bot", "games", "win_share", "low", "high"], [[BOTS[-1], 4 * len(blocks), share, *wilson(share, len(blocks), error)]])
    prices, tests = [], []
    for players in (3, 4, 5):
        for variant in VARIANTS:
            if variant in ("auction", PLANTED):
                continue
            games = in_order(folder / f"steady-{players}" / variant)
            bids, spread = equal_bids([[seat.points for seat in game] for game in games])
            for place in range(players):
                prices.append([players, variant, len(games), place + 1, bids[place], *z_interval(bids[place], max(spread[place][place], 0.0) ** 0.5)])
    # The tests of each bot are a family.
    for bot, study in zip(BOTS, (folder, again, searched)):
        family = [[bot, players, *mean_and_error(game[0].win_share for game in in_order(study / f"{bot}-{players}" / "standard")), 1 / players] for players in (3, 4, 5)]
        plain = [z_test(*row[2:], "greater") for row in family]
        tests += [[*row, p, c] for row, p, c in zip(family, plain, holm(plain))]
    checks = []
    for bot in BOTS[:2]:
        for players in (3, 4, 5):
            (one, a), (two, b) = (mean_and_error(game[0].win_share for game in in_order(study / f"{bot}-{players}" / "standard")) for study in (again, larger))
            apart = abs(one - two) / (a * a + b * b) ** 0.5
            checks.append([f"`{bot}`, {players} players: the first position in other deals, standard errors apart", apart, f"at most {AGREE}", apart <= AGREE])
    write_controls(out, checks)
    write_csv(out / "prices.csv", ["players", "variant", "games", "position", "price", "price_low", "price_high"], prices)
    write_csv(out / "tests.csv", ["bot", "players", "estimate", "error", "bound", "p", "p_holm"], tests)


def pages(out):
    suffixes = dict(zip(BOTS, ("", "-double", "-searched")))
    verdicts, again, searched, larger = (read_csv(out / f"verdicts{suffix}.csv") for suffix in (*suffixes.values(), "-larger"))
    metrics = {bot: read_csv(out / f"metrics{suffix}.csv") for bot, suffix in suffixes.items()}
    prices, tests, [strength] = (read_csv(out / f"{name}.csv") for name in ("prices", "tests", "strength"))
    checks = read_controls(out)
    of = lambda study, bot: [fairness.verdict(study, bot, players, DOUBLE) for players in (3, 4, 5)]
    # The answer is that of the most deals; predictions are judged by the study that they were written for.
    double = {bot: of(searched if bot == BOTS[-1] else larger, bot) for bot in BOTS}
    small = {bot: of(searched if bot == BOTS[-1] else again, bot) for bot in BOTS}
    first = {(row["bot"], row["players"]): row for row in tests}
    blocks = {"answer": answer(first, double)}
    blocks["control-verdict"] = fairness.controls([*verdicts, *(row for row in again if row["variant"] == NULL)], "steady", PLANTED, NULL)
    apart = [row for row in checks if row["right"] != "True"]
    blocks["control-verdict"] += f" The first position's shares in two studies with other deals agree in {len(checks) - len(apart)} of {len(checks)} cases." + (" **A control went wrong: do not trust this page.**" if apart else "")
    blocks["verdicts"] = fairness.verdict_table(verdicts, VARIANTS)
    blocks["double"] = fairness.verdict_table([*again, *larger, *searched], VARIANTS)
    blocks["shares"] = fairness.seat_table(metrics["steady"], [("steady", players) for players in (3, 4, 5)], VARIANTS, "position")
    both = {variant: VARIANTS[variant] for variant in ("standard", DOUBLE)}
    rows = [row for bot in BOTS[1:] for row in metrics[bot]]
    blocks["skill"] = fairness.seat_table(rows, [(bot, players) for players in (3, 4, 5) for bot in BOTS[1:]], both, "position")
    steps = list(zip(BOTS, BOTS[1:]))
    columns = ["players", *(f"`{after}` less `{before}`, points" for before, after in steps)]
    blocks["moves"] = page.table(columns, [[players, *(less(first[after, players], first[before, players]) for before, after in steps)] for players in (3, 4, 5)])
    blocks["predictions"] = predictions(small, double)
    blocks["strength"] = f"`{strength['bot']}` wins {page.percent(strength['win_share'], 0)} against three `steady` ({page.percents(strength['low'], strength['high'], 0)}, {strength['games']} games), where chance is 25 %."
    rows = []
    for players in (3, 4, 5):
        for variant, name in VARIANTS.items():
            cell = [row for row in prices if (row["players"], row["variant"]) == (players, variant)]
            if cell:
                rows.append([name, players, *[f"{row['price']:+.1f} ± {(row['price_high'] - row['price_low']) / 2:.1f}" for row in cell], *[""] * (5 - players)])
    blocks["prices"] = page.table(["rules", "players", "position 1", "2", "3", "4", "5"], rows)
    rows = [
        [f"`{row['bot']}`, {row['players']} players: win share of position 1", f"{row['estimate']:.3f} ± {Z * row['error']:.3f}", f"above {row['bound']:.3f}", page.p_text(row["p_holm"]), "holds" if row["p_holm"] < 0.05 else "not shown"]
        for row in tests
    ]
    blocks["tests"] = page.table(["test", "estimate", "predicted", "p (Holm)", ""], rows)
    groups = []
    for players in (3, 4, 5):
        for bot in BOTS:
            cells = enumerate(fairness.seats(metrics[bot], bot, players, "standard"), 1)
            groups.append((f"{players} players: {bot}", [chart.Point(f"position {place}", *(100 * row[column] for column in ("estimate", "low", "high"))) for place, row in cells]))
    return blocks, {"skill.svg": chart.dots("Age of Discovery: win share of each position under the standard rules, by bot", groups, "win share", " %")}


def answer(first, double):
    """Says what came out: of the first position's share, and of twice the money in the study with the most deals."""
    holds = sum(row["p_holm"] < 0.05 for row in first.values())
    share = lambda row: f"{page.percent(row['estimate'])} among `{row['bot']}` ({page.percents(*z_interval(row['estimate'], row['error']))})"
    # Surely more equal, by however little; the verdicts ask for 2 points.
    equal = {bot: [str(row["players"]) for row in double[bot] if row["change_high"] < 0] for bot in BOTS}
    verdict = lambda *kinds: [f"with {row['players']} players among `{bot}`" for kind in kinds for bot in BOTS for row in double[bot] if row["verdict"] == kind]
    listed = lambda rows: ", ".join(rows) if rows else "none"
    said = lambda bot: f"among `{bot}` with {page.listing(equal[bot]) if equal[bot] else 'no number of'} players"
    return (
        f"**Answer.** The first position surely wins more than its share in {holds} of {len(first)} tests: "
        + "; ".join(f"with {players} players {', '.join(share(first[bot, players]) for bot in BOTS)}" for players in (3, 4, 5))
        + ". Twice the extra money for later positions makes the seats surely more equal "
        + ", ".join(map(said, BOTS))
        + f". Surely by 2 points of win share or more (*fairer*): {listed(verdict('fairer'))}; surely not by that much: {listed(verdict('not fairer', 'no difference that matters', 'less fair'))}; the others are not decided."
    )


def predictions(small, double):
    """Says which predictions came true: those for the study with fewer deals, and the verdicts of the one with more."""
    alike = [row for bot in BOTS[:2] for row in small[bot] if row["verdict"] == "fairer" and row["unfairness"] < 0.02]
    three, four = ([came(small[bot][index]) for bot in BOTS] for index in (0, 1))
    found = [row["verdict"] in FORESEEN.get((bot, row["players"]), ("not decided",)) for bot in BOTS[:2] for row in double[bot]]
    return (
        "Of the predictions, that the double money makes the seats more equal "
        + ", ".join(f"{three[i]} with 3 players and {four[i]} with 4 players among `{bot}`" for i, bot in enumerate(BOTS[:2]))
        + f" (4,000 deals), and {three[2]} with 3 players among `{BOTS[2]}`. That it makes them with no number of players both *fairer* and less than 2 points unfair {'failed' if alike else 'came true'} among `steady` and `learned`."
        + f" Of the {len(found)} verdicts that were predicted for {double['steady'][0]['deals']:,} deals, {sum(found)} came out."
    )


def came(row):
    """Says whether the prediction that the seats are more equal came true."""
    return "came true" if row["change_high"] < 0 else "failed" if row["change_low"] > 0 else "is not decided"


def less(after, before):
    """Returns the difference of two shares that were counted in different games."""
    return f"{100 * (after['estimate'] - before['estimate']):+.1f} ± {100 * Z * (after['error'] ** 2 + before['error'] ** 2) ** 0.5:.1f}"
