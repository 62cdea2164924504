"""Steps of the scripts that make a network from games with and without search: games are played, and networks are fitted to them.

A study here is played for its samples; the small network that it fits is not used. The fits are those of the example `fit` of tradewinds-lab:

    cargo build --release -p tradewinds-lab --example fit

An interrupted script goes on where it stopped. --share 0.002 plays so few games that all steps take a minute, to try them; the network
is worth nothing then.
"""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
STUDY = """name = "{name}"
game = "{game}"
players = {players}
seed = {seed}
bot = "{bot}"
others = {rivals}
openers = {rivals}
priors = {priors}
generations = {generations}
games = {games}
warm_games = {warm}
{variant}
[warm]
epsilon = 0.03
{way}
[play]
iterations = {iterations}
quick_iterations = {quick}
mixed = {mixed}
other_views = {views}
{more}

[fit]
units = 32
epochs = 1

[gate]
players = 4
deals = 2
iterations = 20
"""


class Steps:
    """The steps for one game; files go to the folder OUT of the command line.

    `players` are the numbers of players at the tables, in turn; `rivals` the strategies that sit at some seats; `base` is the file of the
    search that all bots here are like but for what is said; `more` has further lines of the studies, after those of their table `[play]`.
    """

    def __init__(self, about, game, players, rivals, base, more=""):
        parser = argparse.ArgumentParser(description=about)
        parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "target/release/tradewinds", help="the program")
        parser.add_argument("--fit", type=pathlib.Path, default=ROOT / "target/release/examples/fit", help="the example")
        parser.add_argument("--share", type=float, default=1.0, help="the share of the games")
        parser.add_argument("out", type=pathlib.Path, metavar="OUT", help="the folder to write")
        self.options = parser.parse_args()
        self.options.out.mkdir(parents=True, exist_ok=True)
        self.game, self.players, self.rivals = game, players, ["steady", *rivals]
        self.base, self.more = base, more

    def preset(self, name, network, search="", priors=False):
        """Writes a search with a network, which corrects its `priors` or not, and with more lines of `[search]`; returns its file."""
        file = self.options.out / f"{name}.toml"
        corrects = "priors = true\n" if priors else ""
        value = f'[value]\nnetwork = "{network.resolve()}"\n{corrects}'
        file.write_text(f'name = "{name}"\ngame = "{self.game}"\nbase = "{self.base}"\n\n[search]\n{search}\n{value}')
        return file.resolve()

    def played(self, name, seed, bot, games, *, warm=False, way="", mixed=0.4, variant="", priors=False, iterations=400, quick=60, views=False):
        """Plays games, without search if they are `warm`, and returns the folder of their samples.

        `way` has more lines of the study's table `[warm]`; `mixed`, `iterations`, `quick` (`quick_iterations`) and `views`
        (`other_views`) are keys of `[play]`.
        """
        folder, done = self.options.out / name, self.options.out / f"{name}.done"
        if not done.exists():
            games = max(16, round(games * self.options.share))
            counts = {"generations": 0, "games": 16, "warm": games} if warm else {"generations": 1, "games": games, "warm": 0}
            table = {"players": self.players, "rivals": json.dumps(self.rivals), "variant": variant, "more": self.more}
            play = {"mixed": mixed, "iterations": iterations, "quick": quick, "priors": json.dumps(priors), "views": json.dumps(views)}
            study = STUDY.format(name=name, game=self.game, seed=seed, bot=bot, way=way, **counts, **table, **play)
            manifest = self.options.out / f"{name}-study.toml"
            manifest.write_text(study)
            subprocess.run([self.options.bin, "learn", manifest, "--out", folder, "-q"], check=True)
            done.touch()
        return folder / ("warm" if warm else "generation-1")

    def warm(self, name, seed, network, games, way):
        """Plays games without search by the policy of a network; see `played`."""
        bot = self.preset(f"bot-{name}", network, priors=True)
        return self.played(name, seed, bot, games, warm=True, priors=True, way=way)

    def fitted(self, name, start, settings, *samples):
        """Fits a network, going on from the file `start` or from random weights (`new`), and returns its file."""
        network, file = self.options.out / f"{name}.network", self.options.out / f"{name}-settings.toml"
        if not network.exists():
            file.write_text(settings)
            subprocess.run([self.options.fit, self.game, start, file, network, *samples], check=True)
        return network
