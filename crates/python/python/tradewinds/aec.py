"""PettingZoo: one game, agent by agent (AEC)."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._native import State
from ._messages import shown, whole

__all__ = ["env", "raw_env"]

_REWARDS = ("win_share", "points")
#: What `reset` begins, and is not there before.
_OF_A_GAME = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")


class raw_env(AECEnv):
    """A game as a PettingZoo environment: an agent per seat, `seat_0` and so on.

    game: the name of a game, one of `tradewinds.games()`.
    players: the number of players, 4 if None.
    variant: the name of a shipped variant, or its TOML file; None for the standard rules.
    reward: what an agent is paid at the end: "win_share" (1/m for each of m winners) or "points"; 0 before.
    render_mode: "ansi" for a text by `render`, or None.

    An observation is a dictionary: "observation", what the agent's seat knows (float32 `[features]`), and "action_mask",
    1 for each legal action index (int8 `[actions]`). An illegal action raises `ValueError` and changes nothing.
    `env.state_object` is the game itself. The environment can be copied and pickled in the middle of a game.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "tradewinds_v1"}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        *,
        reward: str = "win_share",
        render_mode: str | None = None,
    ):
        super().__init__()
        if reward not in _REWARDS:
            raise ValueError(f"reward: found {shown(reward)}; allowed: {', '.join(_REWARDS)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: found {shown(render_mode)}; allowed: 'ansi' or None")
        self._state = State(game, players, variant)
        self._reward = reward
        self.render_mode = render_mode
        layout = self._state.layout
        self.metadata = {**self.metadata, "name": f"tradewinds_{game.replace('-', '_')}_v{layout['version']}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self._state.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features, actions = self._state.features, self._state.actions
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (features,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed: int | None = None
        self._episode = 0

    @property
    def state_object(self) -> State:
        """The game, hidden parts included."""
        return self._state

    @property
    def seed(self) -> int | None:
        """The seed from which all games follow since `reset` last began with one; None before the first `reset`."""
        return self._seed

    def __getattr__(self, name: str) -> Any:
        if name in _OF_A_GAME:
            raise AttributeError(f"{name}: found no game; allowed: reset first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            allowed = ", ".join(self.possible_agents)
            raise ValueError(f"agent: found {shown(agent)}; allowed: {allowed}") from None

    def _selected(self) -> str:
        """Returns the agent that is asked next."""
        if "agents" not in vars(self):
            raise ValueError("agent: found no game; allowed: reset first")
        if not self.agents:
            raise ValueError("agent: found a game that is over, for all agents; allowed: reset first")
        return self.agent_selection

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Returns the agents, in the order in which they are asked.

        max_iter: the maximum number of them.
        """
        if "agents" not in vars(self):
            self._selected()
        return super().agent_iter(max_iter)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Returns the space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Returns the space of an agent's actions: all action indices."""
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals another game.

        seed: all games from now on follow from it, a whole number. Without one, the random numbers go on; the first
            time they are new ones.
        options: ignored.
        """
        if seed is not None:
            seed = whole("seed", seed, range(2**64), "a whole number from 0, below 2^64")
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(48) if seed is None else seed
            self._episode = 0
        # Neighbouring seeds give unrelated games.
        self._state.deal((self._seed * 0x9E3779B97F4A7C15 + self._episode) % (1 << 64))
        self._episode += 1
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[self._state.to_move]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns the observation of an agent; the mask is 0 unless the agent decides."""
        observation, mask = self._state.observe(self._seat(agent))
        return {"observation": observation, "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Returns observation, reward, termination, truncation and info of the agent that decides.

        observe: whether to return the observation, otherwise None.
        """
        agent = self._selected()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Plays an action of the agent that decides.

        action: a legal action index; None for an agent whose game is over.
        """
        agent = self._selected()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action: found None; allowed: a legal action of {agent}")
        seat = self._state.advance(action)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            return
        # Before the end nobody is paid, so there is nothing to add up.
        if seat == -1:
            rewards = self._state.scores()[self._reward]
            self.rewards = dict(zip(self.possible_agents, map(float, rewards)))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """Returns the table as text, hidden parts included, or None without a render mode."""
        return self._state.show() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __copy__(self) -> raw_env:
        """A copy is a game of its own, as a deep copy is."""
        return copy.deepcopy(self)


def env(game: str, players: int | None = None, variant: str | None = None, **settings: Any) -> raw_env:
    """Makes the PettingZoo environment of a game; `raw_env` explains all arguments."""
    return raw_env(game, players, variant, **settings)
