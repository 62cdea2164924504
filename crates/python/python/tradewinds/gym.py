"""Gymnasium: many games of one learner, with bots in the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from ._native import VecEnv, layout

__all__ = ["GymVectorEnv", "make_vec"]


class GymVectorEnv(gymnasium.vector.VectorEnv):
    """A vector of games in which one seat learns and bots play the others.

    Observations are the seat's; `infos["action_mask"]` and `action_masks()` say what is legal. A game that ends is
    followed by another one in the same step: `infos["final_obs"]` is the last observation of the game that ended,
    `infos["final_info"]` its results, in the rows where `infos["_final_obs"]` holds: `decisions` are those that the
    learner was asked for, which is the episode's length in steps, and `game_decisions` those of all seats.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        *,
        opponents: str | Mapping[int, str] = "random",
        seat: int = 0,
        variant: str | None = None,
        seed: int = 0,
        reward: str = "win_share",
        skip_forced: bool = True,
        scaled: bool = True,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
    ):
        # A wrong game, number of players or variant is named here.
        sizes = layout(game, players, variant)
        count = sizes["players"]
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise ValueError(f"num_envs: found {num_envs!r}; allowed: a whole number from 1")
        num_envs = int(num_envs)
        if seat not in range(count):
            raise ValueError(f"seat: found {seat!r}; allowed: 0 to {count - 1}")
        if isinstance(opponents, str):
            opponents = {other: opponents for other in range(count) if other != seat}
        if not isinstance(opponents, Mapping):
            raise ValueError(f"opponents: found {opponents!r}; allowed: a bot's name, or one per seat in a dictionary")
        missing = [other for other in range(count) if other != seat and other not in opponents]
        if missing or seat in opponents:
            raise ValueError(
                f"opponents: found the seats {list(opponents)}; allowed: all seats but {seat}, which learns"
            )
        self.envs = VecEnv(
            game,
            players,
            num_envs,
            variant,
            seed,
            dict(opponents),
            reward=reward,
            skip_forced=skip_forced,
            scaled=scaled,
            threads=threads,
            want_final_obs=True,
        )
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = render_mode
        self._copy = copy
        self._steps = np.zeros(num_envs, np.int64)
        space = gymnasium.spaces.Box(-np.inf, np.inf, (sizes["features"],), np.float32)
        self.single_observation_space = space
        self.single_action_space = gymnasium.spaces.Discrete(sizes["actions"])
        self.observation_space = gymnasium.vector.utils.batch_space(space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def _own(self, array):
        return array.copy() if self._copy else array

    def action_masks(self) -> np.ndarray:
        """Returns what is legal: bool `[num_envs, actions]`."""
        return self.envs.mask.view(np.bool_)

    def sample(self) -> np.ndarray:
        """Draws legal actions uniformly."""
        return self.envs.sample()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        obs, mask, _ = self.envs.reset(seed)
        self._steps[:] = 0
        return self._own(obs), {"action_mask": self._own(mask)}

    def step(self, actions):
        obs, mask, _, reward, done = self.envs.step(actions)
        self._steps += 1
        truncated = self.envs.truncated.astype(np.bool_)
        ended = done.astype(np.bool_)
        infos: dict[str, Any] = {"action_mask": self._own(mask)}
        if ended.any():
            infos["final_obs"] = self._own(self.envs.final_obs)
            infos["_final_obs"] = ended
            infos["final_info"] = {
                "win_share": self.envs.final_share[:, self.seat].copy(),
                "points": self.envs.final_points[:, self.seat].copy(),
                "rank": self.envs.final_rank[:, self.seat].copy(),
                "decisions": self._steps.copy(),
                "game_decisions": self.envs.final_decisions.copy(),
            }
            infos["_final_info"] = ended
            self._steps[ended] = 0
        return self._own(obs), reward[:, self.seat].copy(), ended & ~truncated, truncated, infos

    def render(self):
        if self.render_mode != "ansi":
            return None
        return tuple(self.envs.state(game).show(self.seat) for game in range(self.num_envs))


def make_vec(game: str, players: int | None = None, num_envs: int = 1, **settings: Any) -> GymVectorEnv:
    """Makes a Gymnasium vector of a game; see `GymVectorEnv` for the settings."""
    return GymVectorEnv(game, players, num_envs, **settings)
