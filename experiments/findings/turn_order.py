"""Turn order in Age of Discovery."""

import shutil
from pathlib import Path

import fairness
import page
from bids import equal_bids
from lab import read_csv, read_seats, write_csv
from stats import Z, holm, interval, mean_error, p_above

NAME = "turn-order"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
FULL = 100_000
DOUBLE, PLANTED, NULL = "extra-money-double", "extra-money-first-rich", "two-players-only-aod"
VARIANTS = {
    "standard": "standard: 10, 11, 12 …",
    "extra-money-flat": "all have 10",
    DOUBLE: "double: 10, 12, 14 …",
    "extra-money-triple": "triple: 10, 13, 16 …",
    "auction": "auction",
    PLANTED: "control: the first has 25",
}


def measure(lab, out):
    folder = lab.study("balance", MANIFEST, f"{NAME}/study", FULL)
    out.mkdir(parents=True, exist_ok=True)
    for table in ("verdicts", "metrics"):
        shutil.copy(folder / f"{table}.csv", out / f"{table}.csv")
    prices, tests = [], []
    for players in (3, 4, 5):
        for variant in VARIANTS:
            if variant in ("auction", PLANTED):
                continue
            # By starting place, which is not the seat.
            games = [sorted(game, key=lambda seat: int(seat.row["start_place"])) for game in read_seats(folder / f"steady-{players}" / variant)]
            bids, spread = equal_bids([[seat.points for seat in game] for game in games])
            for place in range(players):
                prices.append([players, variant, len(games), place + 1, bids[place], *interval(bids[place], max(spread[place][place], 0.0) ** 0.5)])
            if variant == "standard":
                tests.append([f"{players} players: win share of position 1", *mean_error(game[0].win_share for game in games), 1 / players])
    plain = [p_above(*row[1:]) for row in tests]
    write_csv(out / "prices.csv", ["players", "variant", "games", "position", "price", "price_low", "price_high"], prices)
    write_csv(out / "tests.csv", ["test", "estimate", "error", "bound", "p", "p_holm"], [[*row, p, c] for row, p, c in zip(tests, plain, holm(plain))])


def pages(out):
    verdicts, metrics = read_csv(out / "verdicts.csv"), read_csv(out / "metrics.csv")
    prices, tests = read_csv(out / "prices.csv"), read_csv(out / "tests.csv")
    double = {players: fairness.verdict(verdicts, "steady", players, DOUBLE)["verdict"] for players in (3, 4, 5)}
    first = {players: fairness.seats(metrics, "steady", players, "standard")[0] for players in (3, 4, 5)}
    holds = [row["p_holm"] < 0.05 for row in tests]
    blocks = {}
    shares = ", ".join(f"{page.percent(row['estimate'])} with {players} players ({page.percents(row['low'], row['high'])})" for players, row in first.items())
    blocks["answer"] = (
        f"**Answer.** Among `steady` bots the first position wins {shares}. Twice the extra money for later positions is "
        + ", ".join(f"*{verdict}* with {players}" for players, verdict in double.items())
        + f". Of the predictions, the first position is above its share with {sum(holds)} of 3 numbers of players, and that the double money is not fairer is confirmed with "
        f"{sum(double[players] in ('not fairer', 'less fair', 'no difference that matters') for players in (4, 5))} of 2."
    )
    blocks["control-verdict"] = fairness.controls(verdicts, "steady", PLANTED, NULL)
    blocks["verdicts"] = fairness.verdict_table(verdicts, VARIANTS)
    blocks["shares"] = fairness.seat_table(metrics, [("steady", players) for players in (3, 4, 5)], VARIANTS, "position")
    rows = []
    for players in (3, 4, 5):
        for variant, name in VARIANTS.items():
            cell = [row for row in prices if (row["players"], row["variant"]) == (players, variant)]
            if cell:
                rows.append([name, players, *[f"{row['price']:+.1f} ± {(row['price_high'] - row['price_low']) / 2:.1f}" for row in cell], *[""] * (5 - players)])
    blocks["prices"] = page.table(["rules", "players", "position 1", "2", "3", "4", "5"], rows)
    rows = [[row["test"], f"{row['estimate']:.3f} ± {Z * row['error']:.3f}", f"above {row['bound']:.3f}", page.p_text(row["p_holm"]), "holds" if hold else "not shown"] for row, hold in zip(tests, holds)]
    blocks["tests"] = page.table(["test", "estimate", "predicted", "p (Holm)", ""], rows)
    drawn = {variant: name for variant, name in VARIANTS.items() if variant != PLANTED}
    return blocks, {"positions.svg": fairness.seat_chart("Age of Discovery: win share of each position, steady bots", metrics, "steady", drawn, "position")}
