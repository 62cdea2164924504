#!/usr/bin/env python3
"""Makes the network of Puerto Rico's search: games with and without search, and fits to all of them.

    python3 experiments/puerto-rico/third_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py. What the network is worth:
results/puerto-rico/learned/README.md.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from fits import Steps  # noqa: E402

SECOND = HERE / "bots/second.network"
WARM = "width = 5\nlambda = 0.98\nkeep = 0.12\n"
OWN = 'tree = "own-moves"\n'
THIRD = f"{OWN}prior_temperature = 1.0\nprior_uniform = 0.05\nexploration = 0.35\n"
# One pass, as in Mundus Novus and Age of Discovery.
NEW = "units = 128\nsecond = 32\nepochs = 1\ndecay = 0.5\n"


def main():
    steps = Steps(__doc__.split("\n")[0], "puerto-rico", [4, 3, 5, 4, 2], ["shipper", "builder", "trader", "factory"], HERE / "bots/second-network.toml")
    searched = steps.played("searched", 2032, steps.preset("bot-searched", SECOND, OWN), 14_000)
    first = steps.warm("warm-1", 2043, SECOND, 60_000, WARM)
    network = steps.fitted("fit-1", "new", NEW, searched, first)
    more = steps.warm("warm-2", 2044, network, 200_000, WARM)
    # Games without search teach no policy: those with it come four times, and their policy weighs more.
    network = steps.fitted("fit-2", "new", f"{NEW}policy = 10.0\n", *[searched] * 4, first, more)
    # Games to see whether its win shares come true: those of the example `calibration`.
    bot = steps.preset("bot-equals", network, THIRD, priors=True)
    print(network, steps.played("equals", 2054, bot, 1_500, mixed=0.0, iterations=300))


if __name__ == "__main__":
    main()
