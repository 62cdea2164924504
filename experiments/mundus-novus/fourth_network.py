#!/usr/bin/env python3
"""Makes the fourth network of Mundus Novus: games with and without search, and fits to all of them.

    python3 experiments/mundus-novus/fourth_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py. What the network is worth:
results/mundus-novus/learned/README.md#the-fourth-network-against-the-second.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from fits import Steps  # noqa: E402

SECOND = HERE / "bots/second.network"
MORE = "opening = 300\nsharp_after = 120\nroot_value = 0.25\n\n[end]\npoints_scale = 8.0\n"
SHIPPED = "cutoff = 20\nprior_temperature = 1.0\nprior_uniform = 0.05\n"
WARM = "width = 5\nlambda = 0.98\nkeep = 0.08\nother_views = true\n"


def fourth(about):
    """Makes the fourth network; returns the steps, the games with search, those without, and the network."""
    strategies = ["developer", "peddler", "admiral", "collector"]
    steps = Steps(about, "mundus-novus", [4, 3, 5, 4, 2, 4, 6], strategies, HERE / "bots/own-moves.toml", MORE)
    searched = steps.played("searched", 2031, steps.preset("bot-searched", SECOND), 14_000, iterations=200, views=True)
    warm = [steps.warm("warm-1", 2041, SECOND, 60_000, WARM)]
    new = "units = 128\nsecond = 32\n"
    network = steps.fitted("fit-1", "new", f"{new}epochs = 4\ndecay = 0.2\n", searched, *warm)
    warm.append(steps.warm("warm-2", 2042, network, 80_000, WARM))
    # One pass: from the second one on a fit learns these games by heart.
    return steps, searched, warm, steps.fitted("fit-2", "new", f"{new}epochs = 1\ndecay = 0.5\n", searched, *warm)


def equals(steps, network):
    """Plays games to see whether a network's win shares come true: those of the example `calibration`."""
    bot = steps.preset("bot-equals", network, SHIPPED, priors=True)
    return steps.played("equals", 2053, bot, 1_500, mixed=0.0, iterations=300, views=True)


def main():
    steps, _, _, network = fourth(__doc__.split("\n")[0])
    print(network, equals(steps, network))


if __name__ == "__main__":
    main()
