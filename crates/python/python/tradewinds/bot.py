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
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._messages import shown

__all__ = ["Decision", "load", "serve"]


@dataclass
class Decision:
    """A decision of the bot's seat.

    game: the name of the game.
    players: the number of players.
    seat: the bot's seat, from 0.
    position: what the seat knows, in the notation of the game's rules page.
    legal: the legal actions in words, sorted; at least two.
    rng: random numbers that repeat with the tournament.
    """

    game: str
    players: int
    seat: int
    position: dict[str, Any]
    legal: list[str]
    rng: random.Random = field(repr=False, default_factory=random.Random)

    def world(self, seed: int | None = None):
        """Returns a `State` that the seat cannot tell from the true one: the unknown parts are drawn.

        seed: they follow from it; None for the next number of `rng`.
        """
        from ._native import State

        return State.from_position(self.position, None, self.rng.getrandbits(53) if seed is None else seed)


def load(target: str):
    """Imports a bot.

    target: `FILE.py:NAME` or `MODULE:NAME`.
    """
    place, colon, name = target.rpartition(":")
    if not colon or not place or not name:
        raise ValueError(f"bot: found {shown(target)}; allowed: FILE.py:NAME or MODULE:NAME")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location("tradewinds_bot", Path(place))
        if spec is None or spec.loader is None or not Path(place).is_file():
            raise ValueError(f"bot: found {shown(place)}; allowed: a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.path.insert(0, str(Path(place).resolve().parent))
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, "")
        module = importlib.import_module(place)
    found: Any = module
    for part in name.split("."):
        inside = found
        found = getattr(inside, part, None)
        if found is None:
            names = [name for name, value in vars(inside).items() if callable(value) and not name.startswith("_")]
            allowed = ", ".join(sorted(names)) or "a function or class, of which there is none"
            raise ValueError(f"bot: found no {part!r} in {place}; allowed: {allowed}")
    if not callable(getattr(found, "choose", None) if isinstance(found, type) else getattr(found, "choose", found)):
        raise ValueError(f"bot: found {shown(found)}; allowed: a function, or a class with a method 'choose'")
    return found


def check(name: str, target: str) -> None:
    """Imports a bot in a process of its own, as a tournament does, and raises `ValueError` if that fails."""
    command = [sys.executable, "-m", __name__, "--check", target]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = (done.stderr.strip() or "it ended without a word").splitlines()[-1]
        raise ValueError(f"bots[{name!r}]: found {target!r}, which cannot be imported ({reason})")


def serve(bot, requests, answers) -> None:
    """Answers the requests of a tournament with a bot's choices.

    bot: a function, or a class with a method `choose`.
    requests, answers: the streams of lines that docs/external-bots.md explains.
    """
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
    is_check = len(sys.argv) == 3 and sys.argv[1] == "--check"
    if len(sys.argv) != 2 and not is_check:
        sys.exit("usage: python -m tradewinds.bot [--check] FILE.py:NAME")
    if is_check:
        try:
            load(sys.argv[2])
        except Exception as error:
            text = " ".join(str(error).split())
            sys.exit(text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}")
        return
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(load(sys.argv[1]), sys.stdin, answers)


if __name__ == "__main__":
    main()
