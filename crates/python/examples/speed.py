"""Measures our environments, and others' that are installed, on one thread of the same machine.

    python crates/python/examples/speed.py [--seconds S] [--only TEXT] [--update]

Every figure is decisions per second of CPU time (of this process), uniformly random legal actions, the median of five
turns; the turns of all candidates are interleaved, so that a busy machine slows all alike. `--update` writes the table
into results/python/speed.md. Others are measured if they can be imported: pettingzoo, open_spiel, fastcatan, riichienv.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

# One thread for everybody; libraries read this when they are imported.
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
import tradewinds  # noqa: E402

PAGE = Path(__file__).resolve().parents[3] / "results" / "python" / "speed.md"
BEGIN, END = "<!-- speed: begin -->\n", "<!-- speed: end -->\n"
TURNS = 5
GAMES = 1024

#: Name, what is counted, and a function that plays about this many seconds and returns decisions.
Candidate = tuple[str, str, Callable[[float], int]]


def vectors() -> list[Candidate]:
    found: list[Candidate] = []
    for game in tradewinds.games():
        for dtype, what in (
            ("float32", "observation and mask"),
            ("uint8", "observation as bytes, and mask"),
            ("packed", "observation packed, and mask"),
            (None, "mask only"),
        ):
            settings = {"want_obs": False} if dtype is None else {"dtype": dtype}
            env = tradewinds.VecEnv(game, 4, GAMES, seed=1, threads=1, **settings)
            env.reset()
            actions = np.zeros(GAMES, np.int64)
            # Games in a batch begin together; after these steps they are spread over all their phases.
            for _ in range(300):
                env.step(env.sample(actions))

            def play(seconds: float, env=env, actions=actions) -> int:
                steps, end = 0, time.process_time() + seconds
                while time.process_time() < end:
                    for _ in range(10):
                        env.step(env.sample(actions))
                    steps += 10 * GAMES
                return steps

            found.append((f"**Tradewinds** `VecEnv`, {game}, 4 players", f"{GAMES:,} games a call, {what}", play))
    return found


def aec(name: str, env, what: str) -> Candidate:
    """The loop of PettingZoo's own `performance_benchmark`."""

    def play(seconds: float) -> int:
        steps, end = 0, time.process_time() + seconds
        env.reset()
        while time.process_time() < end:
            for _ in env.agent_iter(500):
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    action = None
                else:
                    action = random.choice(np.flatnonzero(observation["action_mask"]).tolist())
                env.step(action)
                steps += 1
            env.reset()
        return steps

    return name, what, play


def aecs() -> list[Candidate]:
    try:
        version = metadata.version("pettingzoo")
    except metadata.PackageNotFoundError:
        return []
    what = "one game, observation and mask as dictionaries"
    found = [
        aec(f"**Tradewinds** AEC, {game}, 4 players", tradewinds.env(game, 4), what) for game in tradewinds.games()
    ]
    try:
        # Its classic games need pygame.
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return found
    return [*found, aec(f"PettingZoo {version} AEC, connect_four_v3", connect_four_v3.env(), what)]


def spiels() -> list[Candidate]:
    try:
        import pyspiel
    except ImportError:
        return []
    found: list[Candidate] = []
    for name in ("leduc_poker", "connect_four", "gin_rummy"):
        game = pyspiel.load_game(name)

        def play(seconds: float, game=game) -> int:
            steps, end = 0, time.process_time() + seconds
            while time.process_time() < end:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(random.choice(state.chance_outcomes())[0])
                    else:
                        state.apply_action(random.choice(state.legal_actions()))
                        steps += 1
            return steps

        version = metadata.version("open_spiel")
        found.append((f"OpenSpiel {version} from Python, {name}", "one game, legal actions, no observation", play))
    return found


def catan() -> list[Candidate]:
    try:
        import fastcatan
    except ImportError:
        return []
    env = fastcatan.BatchedEnv(GAMES, 1)
    env.reset()
    masks = np.zeros((GAMES, fastcatan.MASK_WORDS), np.uint64)
    done = np.zeros(GAMES, np.uint8)
    rng = np.random.default_rng(1)

    def choose() -> np.ndarray:
        """It draws no actions, so they are drawn here, and this is not counted."""
        legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
        return (rng.random(legal.shape, dtype=np.float32) * legal).argmax(axis=1).astype(np.uint32)

    env.write_masks(masks)

    def play(seconds: float) -> int:
        steps, spent = 0, 0.0
        while spent < seconds:
            actions = choose()
            begun = time.process_time()
            env.step_autoreset(actions, done)
            env.write_masks(masks)
            spent += time.process_time() - begun
            steps += GAMES
        play.spent = spent
        return steps

    play.own_time = True
    version = metadata.version("fastcatan")
    what = f"{GAMES:,} games a call, step and packed masks, no observation; choosing is not counted"
    return [(f"fastcatan {version} (C++), 4 players", what, play)]


def riichi() -> list[Candidate]:
    try:
        from riichienv import RiichiEnv
    except ImportError:
        return []

    def play(seconds: float) -> int:
        steps, end = 0, time.process_time() + seconds
        while time.process_time() < end:
            env = RiichiEnv()
            seen = env.reset()
            while not env.done():
                chosen = {player: random.choice(obs.legal_actions()) for player, obs in seen.items()}
                steps += len(chosen)
                seen = env.step(chosen)
        return steps

    version = metadata.version("riichienv")
    return [(f"RiichiEnv {version} (Rust), 4 players", "one game, an object per decision", play)]


def measure(seconds: float, only: str = "") -> list[tuple[str, str, float]]:
    candidates = [entry for entry in vectors() + aecs() + catan() + spiels() + riichi() if only in " ".join(entry[:2])]
    rates: list[list[float]] = [[] for _ in candidates]
    for turn in range(TURNS + 1):
        order = range(len(candidates)) if turn % 2 else reversed(range(len(candidates)))
        for index in order:
            play = candidates[index][2]
            begun = time.process_time()
            steps = play(seconds)
            spent = time.process_time() - begun
            # The first turn warms up.
            if turn > 0:
                rates[index].append(steps / (play.spent if getattr(play, "own_time", False) else spent))
    return [(name, what, statistics.median(found)) for (name, what, _), found in zip(candidates, rates)]


def table(rows: list[tuple[str, str, float]]) -> str:
    text = "|environment|what a call does|decisions per CPU second|\n|---|---|---|\n"
    for name, what, rate in rows:
        shown = f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.1f} k"
        text += f"|{name}|{what}|{shown}|\n"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a turn [default: 1]")
    parser.add_argument("--only", default="", help="candidates with this text in their names [default: all]")
    parser.add_argument("--update", action="store_true", help="write the table into results/python/speed.md")
    arguments = parser.parse_args()
    text = table(measure(arguments.seconds, arguments.only))
    text += (
        f"\nPython {platform.python_version()}, NumPy {np.__version__}, one thread of a shared machine; median of {TURNS} "
        f"turns of {arguments.seconds:g} s CPU time.\n"
    )
    print(text)
    if arguments.update:
        page = PAGE.read_text(encoding="utf-8")
        head, rest = page.split(BEGIN)
        PAGE.write_text(head + BEGIN + text + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
