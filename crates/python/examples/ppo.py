"""Trains MaskablePPO on Puerto Rico with bots in the other seats, and measures it as it learns.

    pip install '.[examples]'
    python crates/python/examples/ppo.py [--game puerto-rico] [--minutes 5] [--threads 2] [--out FOLDER]

The learner meets `random` players, or those of `--opponents`. At every mark its win share against three
`random` and against three `steady` players is measured over whole games on seeds that training never sees, in
every seat. Time is CPU time per thread, so
that a busy machine changes nothing; these measurements do not count. It writes curve.csv and curve.svg.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from tradewinds import make_vec
from tradewinds.sb3 import Sb3VecEnv

PLAYERS = 4


def win_share(model: MaskablePPO, game: str, opponent: str, games: int) -> tuple[float, float]:
    """Returns the mean win share of the model over all seats, and its standard error."""
    shares: list[float] = []
    for seat in range(PLAYERS):
        count = games // PLAYERS
        env = make_vec(game, PLAYERS, count, opponents=opponent, seat=seat, seed=10_000 + seat)
        obs, info = env.reset()
        # The first game of each row counts, so that short games are not preferred.
        found = np.full(count, np.nan)
        while np.isnan(found).any():
            actions, _ = model.predict(obs, action_masks=info["action_mask"].astype(bool), deterministic=True)
            obs, reward, terminated, truncated, info = env.step(actions)
            first = (terminated | truncated) & np.isnan(found)
            # A game that was stopped at its bound pays nothing.
            found[first] = reward[first]
        shares += found.tolist()
    return float(np.mean(shares)), float(np.std(shares, ddof=1) / np.sqrt(len(shares)))


class Curve(BaseCallback):
    """Measures the model at marks of time, and stops it when the time is over."""

    def __init__(self, game: str, minutes: float, threads: int, marks: int, games: int):
        super().__init__()
        self.game, self.games, self.threads = game, games, threads
        self.marks = [minutes * 60 * mark / marks for mark in range(1, marks + 1)]
        self.rows: list[dict[str, float]] = []
        self.trained = 0.0
        self.begun = 0.0

    def clock(self) -> float:
        return time.process_time() / self.threads

    def _on_training_start(self) -> None:
        self.note()
        self.begun = self.clock()

    def note(self) -> None:
        row: dict[str, float] = {"seconds": round(self.trained, 1), "decisions": self.num_timesteps}
        for opponent in ("random", "steady"):
            mean, error = win_share(self.model, self.game, opponent, self.games)
            row[opponent], row[f"{opponent}_se"] = round(mean, 4), round(error, 4)
        self.rows.append(row)
        print(row, flush=True)

    def _on_rollout_start(self) -> None:
        now = self.clock()
        self.trained += now - self.begun
        if self.marks and self.trained >= self.marks[0]:
            while self.marks and self.trained >= self.marks[0]:
                self.marks.pop(0)
            self.note()
        self.begun = self.clock()

    def _on_step(self) -> bool:
        return bool(self.marks)


def draw(rows: list[dict[str, float]], game: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    seconds = [row["seconds"] for row in rows]
    for opponent in ("random", "steady"):
        means = np.array([row[opponent] for row in rows])
        errors = 1.96 * np.array([row[f"{opponent}_se"] for row in rows])
        axes.plot(seconds, means, marker="o", label=f"against three {opponent}")
        axes.fill_between(seconds, means - errors, means + errors, alpha=0.2)
    axes.axhline(1 / PLAYERS, color="grey", linewidth=0.8, label="chance level")
    axes.set(xlabel="seconds of training", ylabel="win share", ylim=(0, 1), title=f"MaskablePPO, {game}, 4 players")
    axes.legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="puerto-rico")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--marks", type=int, default=5)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--threads", type=int, default=2, help="threads of the games and of PyTorch")
    parser.add_argument("--opponents", default="random", help="the bots that it trains against")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results/python/ppo"))
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    env = Sb3VecEnv(
        arguments.game,
        PLAYERS,
        arguments.num_envs,
        opponents=arguments.opponents,
        reward="margin",
        seed=arguments.seed,
        threads=arguments.threads,
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=arguments.seed,
        device="cpu",
    )
    curve = Curve(arguments.game, arguments.minutes, arguments.threads, arguments.marks, arguments.games)
    model.learn(total_timesteps=1 << 40, callback=curve)
    arguments.out.mkdir(parents=True, exist_ok=True)
    with (arguments.out / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, curve.rows[0].keys())
        writer.writeheader()
        writer.writerows(curve.rows)
    draw(curve.rows, arguments.game, arguments.out / "curve.svg")
    model.save(arguments.out / "model.zip")


if __name__ == "__main__":
    main()
