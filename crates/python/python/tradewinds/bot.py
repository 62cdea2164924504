"""Bots written in Python, for tournaments.

A bot is a function that takes a `Decision` and returns one of its legal actions, or a class whose objects have such a
method `choose`; an object is made for each game. A tournament runs each in a process of its own, by

    python -m tradewinds.bot FILE.py:NAME

or `MODULE:NAME`. What a bot prints goes to standard error, since standard output speaks to the tournament.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Decision", "load", "serve"]


@dataclass
class Decision:
    """A decision of the bot's seat."""

    #: The game's name.
    game: str
    #: The number of players.
    players: int
    #: The bot's seat.
    seat: int
    #: What the seat knows, in the notation of the game's rules page.
    position: dict[str, Any]
    #: The legal actions, sorted; at least two.
    legal: list[str]
    #: Random numbers that repeat with the tournament.
    rng: random.Random = field(repr=False, default_factory=random.Random)

    def world(self, seed: int | None = None):
        """Returns a `State` that the seat cannot tell from the true one: the unknown parts are drawn."""
        from ._native import State

        return State.from_position(self.position, None, self.rng.getrandbits(53) if seed is None else seed)


def load(target: str):
    """Imports a bot by `FILE.py:NAME` or `MODULE:NAME`."""
    place, colon, name = target.rpartition(":")
    if not colon or not place or not name:
        raise ValueError(f"bot: found {target!r}; allowed: FILE.py:NAME or MODULE:NAME")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location("tradewinds_bot", Path(place))
        if spec is None or spec.loader is None or not Path(place).is_file():
            raise ValueError(f"bot: found {place!r}; allowed: a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.path.insert(0, str(Path(place).resolve().parent))
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, "")
        module = importlib.import_module(place)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    return found


def serve(bot, requests, answers) -> None:
    """Answers the requests of a tournament with a bot's choices."""
    start: dict[str, Any] = {}
    rng = random.Random()
    choose = None
    for line in requests:
        request = json.loads(line)
        command = request["cmd"]
        if command == "start":
            start = request
            rng.seed(request["seed"])
            choose = bot().choose if isinstance(bot, type) else getattr(bot, "choose", bot)
        elif command == "choose":
            position, legal = request["position"], request["legal"]
            decision = Decision(start["game"], start["players"], start["seat"], position, legal, rng)
            answers.write(json.dumps({"action": choose(decision)}) + "\n")
            answers.flush()
        elif command == "quit":
            break


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tradewinds.bot FILE.py:NAME")
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(load(sys.argv[1]), sys.stdin, answers)


if __name__ == "__main__":
    main()
