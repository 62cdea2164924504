"""Doubloons for indigo and the designer's swap, with the learned bot, in Puerto Rico."""

import shutil
from pathlib import Path

from lib import fairness
from lib.lab import read_csv

NAME = "indigo-and-swap"
MANIFEST = Path(__file__).with_name(f"{NAME}.toml")
SEARCHED, LARGER = (Path(__file__).with_name(f"{NAME}-{part}.toml") for part in ("searched", "larger"))
# The deals of the full sizes.
FULL, FULL_SEARCHED = 100_000, 4_000
SWAP, PLANTED, NULL = "factory-university-swap", "corn-gets-four", "two-players-only"
VARIANTS = {
    "standard": "standard",
    "indigo-doubloons-1": "indigo has 1 more",
    "indigo-doubloons-2": "indigo has 2 more",
    "indigo-doubloons-3": "indigo has 3 more",
    "indigo-gets-two": "indigo has 2 more",
    SWAP: "factory 8, university 7",
    PLANTED: "control: corn has 4 more",
}


def measure(lab, out):
    out.mkdir(parents=True, exist_ok=True)
    for manifest, full, suffix in ((MANIFEST, FULL, ""), (SEARCHED, FULL_SEARCHED, "-searched"), (LARGER, FULL, "-larger")):
        folder = lab.study("balance", manifest, f"{NAME}/study{suffix}", full)
        for table in ("verdicts",) if suffix == "-larger" else ("verdicts", "metrics"):
            shutil.copy(folder / f"{table}.csv", out / f"{table}{suffix}.csv")


def pages(out):
    verdicts, larger = (read_csv(out / f"verdicts{suffix}.csv") for suffix in ("", "-larger"))
    both = [*verdicts, *read_csv(out / "verdicts-searched.csv")]
    metrics = [*read_csv(out / "metrics.csv"), *read_csv(out / "metrics-searched.csv")]
    of = lambda variant: {players: fairness.verdict(verdicts, "learned", players, variant)["verdict"] for players in (3, 4, 5)}
    searched = lambda variant: fairness.verdict(both, "ismcts", 4, variant)["verdict"]
    two, swap, again = of("indigo-doubloons-2"), of(SWAP), fairness.verdict(larger, "learned", 4, SWAP)
    listed = lambda found: ", ".join(f"*{verdict}* with {players} players" for players, verdict in found.items())
    blocks = {}
    against = sum(verdict in ("not fairer", "less fair", "no difference that matters") for verdict in swap.values())
    where = "in the first study" if against == len(swap) else "in the first study; elsewhere it is not decided"
    blocks["answer"] = (
        f"**Answer.** Among `learned` bots, two doubloons more for the seats that start with indigo are {listed(two)}; the swap of factory and university is {listed({**swap, 4: again['verdict']})}. "
        f"The prediction that the doubloons are fairer came true with {sum(verdict == 'fairer' for verdict in two.values())} of 3 numbers of players, and that the swap is not with "
        f"{against} of 3 ({where}). That the swap is no difference that matters with 4 players, in a second study with {again['deals']:,} deals, {'came true' if again['verdict'] == 'no difference that matters' else 'is not decided' if again['verdict'] == 'not decided' else 'failed'}. "
        f"Among `ismcts` with 4 players the doubloons are *{searched('indigo-gets-two')}* and the swap *{searched(SWAP)}*, with few deals."
    )
    blocks["control-verdict"] = fairness.controls(verdicts, "learned", PLANTED, NULL)
    blocks["verdicts"] = fairness.verdict_table([*verdicts, *larger, *read_csv(out / "verdicts-searched.csv")], VARIANTS)
    blocks["shares"] = fairness.seat_table(metrics, [("learned", 3), ("learned", 4), ("learned", 5), ("ismcts", 4)], VARIANTS)
    drawn = {variant: name for variant, name in VARIANTS.items() if variant != PLANTED}
    picture = fairness.seat_chart("Puerto Rico: win share of each seat under each rule, learned bots", metrics, "learned", drawn)
    return blocks, {"seats.svg": picture}
