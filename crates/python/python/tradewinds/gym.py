"""Gymnasium: one game or many games of one learner, with bots in the other seats.

`gymnasium.make("tradewinds/puerto-rico-v2", opponents="steady")` makes a `GymEnv`, `gymnasium.make_vec` and `make_vec` a
`GymVectorEnv`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ._native import State, VecEnv, layout
from ._messages import shown, whole
from ._types import Dtype, Reward

__all__ = ["GymEnv", "GymVectorEnv", "make_vec"]


class GymVectorEnv(gymnasium.vector.VectorEnv):
    """A vector of games in which one seat learns and bots play the others.

    game: the name of a game, one of `tradewinds.games()`.
    players: the number of players, 4 if None.
    num_envs: the number of games.
    opponents: the bot in all other seats, or a dictionary of seats and bots: names (`tradewinds.bots(game)`), TOML files
        or functions, as for `VecEnv`.
    seat: the seat that learns, from 0.
    variant: the name of a shipped variant, or its TOML file; None for the standard rules.
    seed: the random numbers until `reset` brings a seed, as for `VecEnv`; None for new ones.
    reward: "win_share", "margin" or "points", as for `VecEnv`; paid at the end of a game, 0 before.
    skip_forced: whether decisions with one legal action are played without asking.
    dtype: what observations are written as, as for `VecEnv`: "float32", "uint8" or "packed".
    scaled: whether each number of an observation is divided by its field's scale; True for float32 if None.
    threads: the number of threads, one per core if None or 0.
    copy: whether arrays are handed out as copies; otherwise they are views that the next step overwrites.
    render_mode: "ansi" for texts by `render`, or None.

    Observations are what the seat knows: `[num_envs, features]`. `infos["action_mask"]` (uint8) and
    `action_masks()` (bool) say what is legal: `[num_envs, actions]`. A game that ends is followed by another one in the
    same step: `infos["final_obs"]` is the last observation of the game that ended, `infos["final_info"]` its results, in
    the rows where `infos["_final_obs"]` holds: `win_share`, `points` and `rank` of the seat; `decisions`, those that the
    learner was asked for, which is the episode's length in steps; and `game_decisions`, those of all seats.

    The vector can be copied and pickled in the middle of its games.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        *,
        opponents: str | Callable[..., Any] | Mapping[int, str | Callable[..., Any]] = "random",
        seat: int = 0,
        variant: str | None = None,
        seed: int | None = None,
        reward: Reward = "win_share",
        skip_forced: bool = True,
        dtype: Dtype = "float32",
        scaled: bool | None = None,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
    ):
        # A wrong game, number of players or variant is named here.
        sizes = layout(game, players, variant)
        count = sizes["players"]
        num_envs = whole("num_envs", num_envs, range(1, 2**63), "a whole number from 1")
        seat = whole("seat", seat, range(count), f"0 to {count - 1}")
        if not isinstance(copy, (bool, np.bool_)):
            raise ValueError(f"copy: found {shown(copy)}; allowed: True or False")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: found {shown(render_mode)}; allowed: 'ansi' or None")
        if isinstance(opponents, str) or callable(opponents):
            opponents = {other: opponents for other in range(count) if other != seat}
        if not isinstance(opponents, Mapping):
            raise ValueError(f"opponents: found {shown(opponents)}; allowed: a bot's name, a function, or one per seat in a dictionary")
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
            dtype=dtype,
            scaled=dtype == "float32" if scaled is None else scaled,
            threads=threads,
            want_final_obs=True,
        )
        self.num_envs = num_envs
        self.seat = seat
        self.render_mode = render_mode
        self._copy = copy
        self._steps = np.zeros(num_envs, np.int64)
        if self.envs.dtype == "float32":
            space = gymnasium.spaces.Box(-np.inf, np.inf, (sizes["features"],), np.float32)
        else:
            space = gymnasium.spaces.Box(0, 255, self.envs.obs.shape[1:], np.uint8)
        self.single_observation_space = space
        self.single_action_space = gymnasium.spaces.Discrete(sizes["actions"])
        self.observation_space = gymnasium.vector.utils.batch_space(space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def _own(self, array: Any) -> NDArray[Any]:
        return array.copy() if self._copy else array

    @property
    def seed(self) -> int:
        """The seed that all rows began with, as for `VecEnv`."""
        return self.envs.seed

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns what is legal: bool `[num_envs, actions]`."""
        return self._own(self.envs.mask.view(np.bool_))

    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action of each game uniformly: int64 `[num_envs]`."""
        return self.envs.sample()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins other games; returns observations and infos.

        seed: without one, each row goes on with its random numbers. With one, all rows begin anew, bots included. A
            list has a seed for each row; a row whose seed is None goes on.
        options: `{"reset_mask": mask}` begins other games in the rows where the mask (bool `[num_envs]`) holds, and
            leaves the others as they are.
        """
        options = {} if options is None else options
        if not isinstance(options, Mapping):
            raise ValueError(f"options: found {shown(options)}; allowed: a dictionary with 'reset_mask', or None")
        unknown = [name for name in options if name != "reset_mask"]
        if unknown:
            raise ValueError(f"options: found {shown(unknown[0])}; allowed: 'reset_mask'")
        rows = options.get("reset_mask")
        obs, mask, _ = self.envs.reset(seed, rows)
        self._steps[slice(None) if rows is None else np.asarray(rows)] = 0
        return self._own(obs), {"action_mask": self._own(mask)}

    def step(
        self, actions: NDArray[np.integer[Any]] | Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each game; returns observations, rewards, terminations, truncations and infos.

        actions: a legal action index for each row, whole numbers `[num_envs]`.
        """
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

    def render(self) -> tuple[str, ...] | None:
        """Returns the table of each game as the learner sees it, or None without a render mode."""
        if self.render_mode != "ansi":
            return None
        return tuple(self.envs.state(game).show(self.seat) for game in range(self.num_envs))

    def __copy__(self) -> GymVectorEnv:
        """A copy has games of its own, as a deep copy has."""
        return deepcopy(self)


class GymEnv(gymnasium.Env):
    """One game in which one seat learns and bots play the others.

    game, players and all other arguments are those of `GymVectorEnv`, without `num_envs` and `copy`.

    An observation is what the seat knows: `[features]`. `info["action_mask"]` (uint8 `[actions]`) and
    `action_masks()` (bool) say what is legal; another action is a ValueError. At the end of a game, `info` has its
    `win_share`, `points`, `rank`, `decisions` and `game_decisions`. It can be copied and pickled in the middle of a game.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game: str, players: int | None = None, **settings: Any):
        wrong = next((name for name in ("num_envs", "copy") if name in settings), None)
        if wrong is not None:
            raise ValueError(f"{wrong}: found {shown(settings[wrong])}; allowed: only with a vector, see make_vec")
        self.vector = GymVectorEnv(game, players, 1, **settings)
        self.render_mode = self.vector.render_mode
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space
        #: Where the next game stands, if it has begun by itself.
        self._next: tuple[NDArray[Any], NDArray[Any]] | None = None
        #: The game at the learner's last decision, if there is a render mode.
        self._last: State | None = None

    @property
    def seed(self) -> int:
        """The seed that the games began with, as for `VecEnv`."""
        return self.vector.seed

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns what is legal: bool `[actions]`; nothing between two games."""
        masks = self.vector.action_masks()[0]
        return masks if self._next is None else np.zeros_like(masks)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins another game; returns the observation and the info.

        seed: as for `VecEnv.reset`, a whole number or None.
        options: none are known.
        """
        super().reset(seed=seed)
        if options:
            raise ValueError(f"options: found {shown(options)}; allowed: none")
        if self._next is not None and seed is None:
            (obs, mask), self._next = self._next, None
            return obs, {"action_mask": mask}
        self._next = None
        obs, infos = self.vector.reset(seed=seed)
        return obs[0], {"action_mask": infos["action_mask"][0]}

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action; returns observation, reward, terminated, truncated and info.

        action: a legal action index.
        """
        if self._next is not None:
            raise ValueError("action: found a step of a game that is over; allowed: reset first")
        before = None if self.render_mode is None else self.vector.envs.state(0)
        obs, reward, terminated, truncated, infos = self.vector.step([action])
        self._last = before
        mask = infos["action_mask"][0]
        if not (terminated[0] or truncated[0]):
            return obs[0], float(reward[0]), False, False, {"action_mask": mask}
        # The vector has begun the next game.
        self._next = (obs[0], mask)
        info = {name: found[0].item() for name, found in infos["final_info"].items()}
        info["action_mask"] = np.zeros_like(mask)
        return infos["final_obs"][0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self) -> str | None:
        """Returns the table as the learner sees it, or None without a render mode.

        At the end of a game, until `reset`, it is the table at the learner's last decision.
        """
        if self._next is not None and self._last is not None:
            return self._last.show(self.vector.seat)
        found = self.vector.render()
        return None if found is None else found[0]

    def __copy__(self) -> GymEnv:
        """A copy has a game of its own, as a deep copy has."""
        return deepcopy(self)


def make_vec(game: str, players: int | None = None, num_envs: int = 1, **settings: Any) -> GymVectorEnv:
    """Makes a Gymnasium vector of a game; `GymVectorEnv` explains all arguments."""
    return GymVectorEnv(game, players, num_envs, **settings)
