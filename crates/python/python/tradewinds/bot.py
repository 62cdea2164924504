"""Bots written in Python, for tournaments.

A bot is a function that takes a `Decision` and returns one of its legal actions, or a class whose objects have such a
method `choose`; an object is made for each game. A tournament runs each in a process of its own, by

    python -m tradewinds.bot FILE.py:NAME

or `MODULE:NAME`. What a bot prints goes to standard error, since standard output speaks to the tournament.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import json
import random
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ._messages import shown

if TYPE_CHECKING:
    from ._native import State

__all__ = ["Decision", "load", "serve"]

#: The name under which a bot's file is imported.
_FILE = "tradewinds_bot"


@dataclass
class Decision:
    """A decision of the bot's seat.

    game: the name of the game.
    players: the number of players.
    seat: the bot's seat, from 0.
    position: what the seat knows, in the notation of the game's rules page.
    legal: the legal actions in words, sorted; at least two.
    variant: the variant of the rules, as records have it; None for the standard rules.
    rng: random numbers that repeat with the tournament.
    """

    game: str
    players: int
    seat: int
    position: dict[str, Any]
    legal: list[str]
    variant: dict[str, Any] | None = None
    rng: random.Random = field(repr=False, default_factory=random.Random)

    def world(self, seed: int | None = None) -> State:
        """Returns a `State` that the seat cannot tell from the true one: the unknown parts are drawn.

        seed: they follow from it; None for the next number of `rng`.
        """
        from ._native import State

        return State.from_position(self.position, self.variant, self.rng.getrandbits(53) if seed is None else seed)


def load(target: str) -> Any:
    """Imports a bot.

    target: `FILE.py:NAME` or `MODULE:NAME`.
    """
    place, colon, name = target.rpartition(":")
    if not colon or not place or not name:
        raise ValueError(f"bot: found {shown(target)}; allowed: FILE.py:NAME or MODULE:NAME")
    if place.endswith(".py"):
        spec = importlib.util.spec_from_file_location(_FILE, Path(place))
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
    arguments = () if isinstance(found, type) else (None,)
    try:
        inspect.signature(getattr(found, "choose", found) if arguments else found).bind(*arguments)
    except TypeError as error:
        allowed = "a function of the decision alone, or a class that is made without arguments"
        raise ValueError(f"bot: found {shown(found)} ({error}); allowed: {allowed}") from error
    except ValueError:  # some of those that are not written in Python do not say what they take
        pass
    return found


def checksum(target: str) -> str:
    """Returns a checksum of the code of a bot that was loaded: its file, and those beside or below it that it imports."""
    place = target.rpartition(":")[0]
    file = getattr(sys.modules[_FILE if place.endswith(".py") else place], "__file__", None)
    found = hashlib.sha256()
    if file is not None:
        home = Path(file).resolve().parent
        files = [getattr(module, "__dict__", {}).get("__file__") for module in sys.modules.values()]
        for path in sorted({Path(file).resolve() for file in files if file}):
            if path.suffix == ".py" and path.is_relative_to(home):
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def is_bots_process() -> bool:
    """Returns whether this process is that of a bot."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec is not None and spec.name == "tradewinds.bot"


def check(name: str, target: str) -> str:
    """Imports a bot in a process of its own, as a tournament does, and returns the checksum of its code.

    If that fails, it raises `ValueError`.
    """
    command = [sys.executable, "-m", __name__, "--check", target]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout:
        reason = (done.stderr.strip() or "it ended without a word").splitlines()[-1]
        raise ValueError(f"bots[{name!r}]: found {target!r}, which cannot be imported ({reason})")
    return done.stdout.split()[-1]


def serve(bot: Any, requests: Iterable[str], answers: TextIO) -> None:
    """Answers the requests of a tournament with a bot's choices.

    bot: a function, or a class with a method `choose`.
    requests, answers: the streams of lines that docs/external-bots.md explains.
    """
    start: dict[str, Any] = {}
    rng = random.Random()
    choose: Any = None
    for line in requests:
        request = json.loads(line)
        command = request["cmd"]
        if command == "start":
            start = request
            rng.seed(request["seed"])
            choose = bot().choose if isinstance(bot, type) else getattr(bot, "choose", bot)
        elif command == "choose":
            position, legal = request["position"], request["legal"]
            variant = start.get("variant")
            decision = Decision(start["game"], start["players"], start["seat"], position, legal, variant, rng)
            answers.write(json.dumps({"action": choose(decision)}) + "\n")
            answers.flush()
        elif command == "quit":
            break


def main() -> None:
    is_check = len(sys.argv) == 3 and sys.argv[1] == "--check"
    if len(sys.argv) != 2 and not is_check:
        sys.exit("usage: python -m tradewinds.bot [--check] FILE.py:NAME")
    answers, sys.stdout = sys.stdout, sys.stderr
    if is_check:
        try:
            load(sys.argv[2])
            print(checksum(sys.argv[2]), file=answers)
        except Exception as error:
            text = " ".join(str(error).split())
            sys.exit(text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}")
        return
    serve(load(sys.argv[1]), sys.stdin, answers)


if __name__ == "__main__":
    main()
