#!/usr/bin/env python3
"""Makes the network of Mundus Novus's search: games by the search with the fourth one, and a fit that learns more of their policy.

    python3 experiments/mundus-novus/fifth_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

How it goes on after an interruption, and what it needs: experiments/fits.py; an OUT of fourth_network.py saves its steps. What the
network is worth: results/mundus-novus/learned/README.md.
"""

from fourth_network import SHIPPED, equals, fourth


def main():
    steps, searched, warm, network = fourth(__doc__.split("\n")[0])
    bot = steps.preset("bot-more", network, SHIPPED, priors=True)
    more = steps.played("more", 2046, bot, 18_000, iterations=120, quick=40, views=True)
    # Games without search teach no policy: those with it come three times, and their policy weighs more.
    settings = "units = 128\nsecond = 32\nepochs = 1\ndecay = 0.5\npolicy = 10.0\n"
    network = steps.fitted("fit-3", "new", settings, *[searched, more] * 3, *warm)
    print(network, equals(steps, network))


if __name__ == "__main__":
    main()
