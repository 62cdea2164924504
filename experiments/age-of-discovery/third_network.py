#!/usr/bin/env python3
"""Makes the network of Age of Discovery's search: games with and without search, and fits to all of them.

    python3 experiments/age-of-discovery/third_network.py [--bin PROGRAM] [--fit PROGRAM] [--share S] OUT

The fits are those of the example `fit` of tradewinds-lab:

    cargo build --release -p tradewinds-lab --example fit

An interrupted run goes on where it stopped. --share 0.002 plays so few games that all steps take a minute, to try them; its network is
worth nothing. What the network is worth: results/age-of-discovery/learned/README.md.
"""

import argparse
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "experiments/age-of-discovery"
SECOND = HERE / "bots/second.network"
STUDY = """name = "{name}"
game = "age-of-discovery"
players = [4, 3, 5, 4, 2]
seed = {seed}
bot = "{bot}"
others = ["steady", "colonist", "merchant", "explorer", "builder"]
openers = ["steady", "colonist", "merchant", "explorer", "builder"]
priors = false
generations = {generations}
games = {games}
warm_games = {warm}
{variant}
[warm]
epsilon = 0.03
keep = 0.12
{way}
[play]
iterations = 400
quick_iterations = 60
mixed = {mixed}

[gate]
players = 4
deals = 2
iterations = 20
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/release/tradewinds", help="the program")
    parser.add_argument("--fit", type=pathlib.Path, default=ROOT / "target/release/examples/fit", help="the example")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the games")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT", help="the folder to write")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def preset(name, network, tree="own-moves"):
        """Writes the search with a network and returns its file."""
        file = options.out / f"{name}.toml"
        search = f'[search]\ntree = "{tree}"\n\n[value]\nnetwork = "{network.resolve()}"\n'
        file.write_text(f'name = "{name}"\ngame = "age-of-discovery"\nbase = "{HERE / "bots/one-tree.toml"}"\n\n{search}')
        return file.resolve()

    def played(name, seed, bot, games, warm=False, way="", mixed=0.4, variant=""):
        """Plays games and returns the folder of their samples."""
        folder, done = options.out / name, options.out / f"{name}.done"
        samples = folder / ("warm" if warm else "generation-1")
        if not done.exists():
            games = max(16, round(games * options.share))
            manifest = options.out / f"{name}-study.toml"
            counts = {"generations": 0, "games": 16, "warm": games} if warm else {"generations": 1, "games": games, "warm": 0}
            manifest.write_text(STUDY.format(name=name, seed=seed, bot=bot, way=way, mixed=mixed, variant=variant, **counts))
            subprocess.run([options.bin, "learn", manifest, "--out", folder, "-q"], check=True)
            done.touch()
        return samples

    def fitted(name, start, settings, *samples):
        """Fits a network and returns its file."""
        network, file = options.out / f"{name}.network", options.out / f"{name}-settings.toml"
        if not network.exists():
            file.write_text(settings)
            subprocess.run([options.fit, "age-of-discovery", start, file, network, *samples], check=True)
        return network

    own = preset("own", SECOND)
    shipped = preset("shipped", SECOND, tree="so-ismcts")
    searched = [
        played("searched", 2030, own, 10_000),
        played("searched-one-tree", 2030, shipped, 2_500),
        played("searched-auction", 2029, shipped, 6_000, variant='variant = "auction"\n'),
    ]
    warm = [played("warm-1", 2040, own, 40_000, warm=True, way="width = 4\nlambda = 0.99\n")]
    network = fitted("fit-1", SECOND, "epochs = 2\nrate = 0.001\nlast_rate = 0.00002\ndecay = 2.0\n", *searched, *warm)
    bot = preset("bot-1", network)
    warm.append(played("warm-2", 2041, bot, 80_000, warm=True, way="width = 5\nlambda = 0.98\n"))
    network = fitted("fit-2", network, "epochs = 2\nrate = 0.001\nlast_rate = 0.00001\ndecay = 2.0\n", *searched, *warm)
    equals = played("equals", 2052, preset("bot-2", network), 4_000, mixed=0.0)
    # From here on late samples learn the winner. The last fit only calibrates: its rate is next to 0, and half of the games are held out.
    network = fitted("fit-3", network, "epochs = 1\nrate = 0.001\nlast_rate = 0.00001\ndecay = 2.0\nends = 1.0\n", *searched, *warm)
    network = fitted("fit-4", network, "epochs = 1\nrate = 0.0001\nlast_rate = 0.00001\ndecay = 2.0\nends = 1.0\n", *searched)
    network = fitted("fit-5", network, "epochs = 1\nrate = 0.00000001\nlast_rate = 0.0\ndecay = 0.0\nheld_out = 0.5\n", equals)
    print(network)


if __name__ == "__main__":
    main()
