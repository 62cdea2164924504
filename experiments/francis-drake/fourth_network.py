#!/usr/bin/env python3
"""Makes the network of Francis Drake's search: games with and without search, and fits to all of them.

    python3 experiments/francis-drake/fourth_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py. What the network is worth:
results/francis-drake/learned/README.md.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from fits import Steps  # noqa: E402

SECOND = HERE / "bots/second.network"
WARM = "width = 5\nlambda = 0.98\n"
GO_ON = "epochs = 2\nrate = 0.001\nlast_rate = 0.00001\n"


def main():
    steps = Steps(__doc__.split("\n")[0], "francis-drake", [4, 3, 5, 4], ["raider", "privateer", "merchant", "allrounder"], HERE / "bots/second-network.toml")
    bot = steps.preset("bot-searched", SECOND, priors=True)
    searched = steps.played("searched", 2028, bot, 10_000, priors=True, iterations=300, views=True)
    samples = [searched, steps.warm("warm-1", 2041, SECOND, 60_000, WARM + "keep = 0.12\n")]
    network = steps.fitted("fit-1", SECOND, f"{GO_ON}decay = 0.3\n", *samples)
    views = WARM + "keep = 0.08\nother_views = true\n"
    samples.append(steps.warm("warm-2", 2042, network, 80_000, views))
    network = steps.fitted("fit-2", "new", "units = 128\nsecond = 32\nepochs = 4\ndecay = 0.2\n", *samples)
    network = steps.fitted("fit-3", network, f"{GO_ON}decay = 0.2\n", *samples)
    samples.append(steps.warm("warm-3", 2043, network, 80_000, views))
    network = steps.fitted("fit-4", network, f"{GO_ON}decay = 0.2\n", *samples)
    # Games to see whether its win shares come true: those of the example `calibration`.
    equals = steps.preset("bot-equals", network, priors=True)
    print(network, steps.played("equals", 2053, equals, 1_500, mixed=0.0, priors=True, iterations=300, views=True))


if __name__ == "__main__":
    main()
