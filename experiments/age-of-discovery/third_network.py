#!/usr/bin/env python3
"""Makes the third network of Age of Discovery: games with and without search, and fits to all of them.

    python3 experiments/age-of-discovery/third_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py. What the network is worth:
results/age-of-discovery/learned/README.md.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from fits import Steps  # noqa: E402

SECOND = HERE / "bots/second.network"
OWN_MOVES = 'tree = "own-moves"\n'


def main():
    steps = Steps(__doc__.split("\n")[0], "age-of-discovery", [4, 3, 5, 4, 2], ["colonist", "merchant", "explorer", "builder"], HERE / "bots/one-tree.toml")
    own = steps.preset("own", SECOND, OWN_MOVES)
    shipped = steps.preset("shipped", SECOND)
    searched = [
        steps.played("searched", 2030, own, 10_000),
        steps.played("searched-one-tree", 2030, shipped, 2_500),
        steps.played("searched-auction", 2029, shipped, 6_000, variant='variant = "auction"\n'),
    ]
    warm = [steps.played("warm-1", 2040, own, 40_000, warm=True, way="keep = 0.12\nwidth = 4\nlambda = 0.99\n")]
    network = steps.fitted("fit-1", SECOND, "epochs = 2\nrate = 0.001\nlast_rate = 0.00002\ndecay = 2.0\n", *searched, *warm)
    bot = steps.preset("bot-1", network, OWN_MOVES)
    warm.append(steps.played("warm-2", 2041, bot, 80_000, warm=True, way="keep = 0.12\nwidth = 5\nlambda = 0.98\n"))
    network = steps.fitted("fit-2", network, "epochs = 2\nrate = 0.001\nlast_rate = 0.00001\ndecay = 2.0\n", *searched, *warm)
    equals = steps.played("equals", 2052, steps.preset("bot-2", network, OWN_MOVES), 4_000, mixed=0.0)
    # From here on late samples learn the winner. The last fit only calibrates: its rate is next to 0, and half of the games are held out.
    network = steps.fitted("fit-3", network, "epochs = 1\nrate = 0.001\nlast_rate = 0.00001\ndecay = 2.0\nends = 1.0\n", *searched, *warm)
    network = steps.fitted("fit-4", network, "epochs = 1\nrate = 0.0001\nlast_rate = 0.00001\ndecay = 2.0\nends = 1.0\n", *searched)
    network = steps.fitted("fit-5", network, "epochs = 1\nrate = 0.00000001\nlast_rate = 0.0\ndecay = 0.0\nheld_out = 0.5\n", equals)
    print(network)


if __name__ == "__main__":
    main()
