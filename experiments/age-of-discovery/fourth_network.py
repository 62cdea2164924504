#!/usr/bin/env python3
"""Makes the network of Age of Discovery's search: games with and without search, and fits to all of them.

    python3 experiments/age-of-discovery/fourth_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py. What the network is worth:
results/age-of-discovery/learned/README.md.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from fits import Steps  # noqa: E402

THIRD = HERE / "bots/third.network"
# This game's features are the same for every observer, so `other_views` gives each sample twice.
WARM = "width = 5\nlambda = 0.98\nkeep = 0.08\nother_views = true\n"
SHIPPED = "cutoff = 1\nexploration_base = 2_000\n"
# One pass: from the second one on a fit learns these games by heart.
NEW = "units = 128\nsecond = 32\nepochs = 1\ndecay = 0.5\n"


def main():
    steps = Steps(__doc__.split("\n")[0], "age-of-discovery", [4, 3, 5, 4, 2], ["colonist", "merchant", "explorer", "builder"], HERE / "bots/third-network.toml")
    searched = steps.preset("bot-searched", THIRD, priors=True)
    samples = [
        steps.played("searched", 2032, searched, 14_000, priors=True, views=True),
        steps.played("searched-auction", 2033, searched, 3_000, variant='variant = "auction"\n', priors=True, views=True),
        steps.warm("warm-1", 2043, THIRD, 60_000, WARM),
    ]
    network = steps.fitted("fit-1", "new", NEW, *samples)
    samples.append(steps.warm("warm-2", 2044, network, 200_000, WARM))
    network = steps.fitted("fit-2", "new", NEW, *samples)
    # The last fit only calibrates, on half of these games: its rate is next to 0.
    shipped = steps.preset("bot-2", network, SHIPPED, priors=True)
    games = steps.played("calibrating", 2055, shipped, 2_500, mixed=0.0, priors=True, iterations=300)
    network = steps.fitted("fit-3", network, "epochs = 1\nrate = 0.00000001\nlast_rate = 0.0\ndecay = 0.0\nheld_out = 0.5\n", games)
    # Games to see whether its win shares come true: those of the example `calibration`.
    equals = steps.preset("bot-equals", network, SHIPPED, priors=True)
    print(network, steps.played("equals", 2054, equals, 1_500, mixed=0.0, priors=True, iterations=300, views=True))


if __name__ == "__main__":
    main()
