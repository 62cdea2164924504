"""Stable-Baselines3: the same vector as its own kind of vector, with masks for MaskablePPO."""

from __future__ import annotations

import time
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv as Sb3Base

from .gym import GymVectorEnv

__all__ = ["Sb3VecEnv"]


class Sb3VecEnv(Sb3Base):
    """A vector of games for Stable-Baselines3 and MaskablePPO.

    game, players, num_envs and all other arguments are those of `GymVectorEnv`, which is the attribute `vector`. A row
    that ended has in `infos` its `terminal_observation`, the learner's `win_share` and `points`, and an `episode` as the
    Monitor writes it: `r`, what the learner was paid; `l`, its steps; `t`, the seconds since the start.
    """

    def __init__(self, game: str, players: int | None = None, num_envs: int = 1, **settings: Any):
        self.vector = GymVectorEnv(game, players, num_envs, **settings)
        self.render_mode = None
        single = self.vector.single_observation_space
        super().__init__(num_envs, single, self.vector.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._seed: int | None = None
        self._start = time.time()

    def reset(self) -> np.ndarray:
        seed, self._seed = self._seed, None
        return self.vector.reset(seed=seed)[0]

    def seed(self, seed: int | None = None) -> list[int | None]:
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        obs, reward, terminated, truncated, found = self.vector.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(terminated | truncated):
            final = found["final_info"]
            infos[game] = {
                "terminal_observation": found["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game]),
                "win_share": float(final["win_share"][game]),
                "points": float(final["points"][game]),
                # As its Monitor writes it: what the learner was paid, its steps, and the seconds since the start.
                "episode": {
                    "r": float(reward[game]),
                    "l": int(final["decisions"][game]),
                    "t": round(time.time() - self._start, 6),
                },
            }
        return obs, reward.astype(np.float32), terminated | truncated, infos

    def action_masks(self) -> np.ndarray:
        return self.vector.action_masks()

    def close(self) -> None:
        pass

    def __copy__(self) -> Sb3VecEnv:
        """A copy has games of its own, as a deep copy has."""
        return deepcopy(self)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name, None)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in self._get_indices(indices)]
        raise AttributeError(f"method: found {method_name!r}; allowed: 'action_masks'")

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: Any = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self, attr_name)
