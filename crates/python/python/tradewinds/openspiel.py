"""OpenSpiel: the games as Python games.

Importing this module registers `python_tradewinds_puerto_rico` and so on; OpenSpiel lists Python games only after
their module has been imported:

    import pyspiel, tradewinds.openspiel
    game = pyspiel.load_game("python_tradewinds_puerto_rico(players=4)")

The first node is chance: it draws one of `deals` deals, from which all random events of the game follow. So a history
replays, and a plain copy of a state throws the same dice: a search must not use copies. `resample_from_infostate`
draws a world that the player cannot tell from the true one, with dice of its own; OpenSpiel's IS-MCTS runs on it.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._native import State, games, layout

__all__ = ["Game", "GameState", "NAMES"]

#: Our name of each game: its name in OpenSpiel.
NAMES = {name: f"python_tradewinds_{name.replace('-', '_')}" for name in games()}
_DEALS = 4096


def _game_type(name: str) -> pyspiel.GameType:
    least, most = games()[name]
    return pyspiel.GameType(
        short_name=NAMES[name],
        long_name=f"Tradewinds {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 4, "deals": _DEALS, "seed": 0},
    )


class Rules:
    """What the states of a game share. They hold no game: the Python half of one that was unpickled does not live on."""

    def __init__(self, first: State, deals: int, seed: int):
        #: Some game by the same rules.
        self.first = first
        self.deals = deals
        self.seed = seed
        self.players: int = first.players
        self.features: int = first.features
        #: The count of numbers of an information state: those of an observation, then three for each decision.
        self.information_state_size: int = first.features + 3 * first.max_decisions


class Game(pyspiel.Game):
    """A game of Tradewinds; a subclass for each is registered.

    params: `players`, their number; `deals`, the number of deals that the chance node draws from; `seed`, which says
    which deals these are.
    """

    tradewinds_name = ""

    def __init__(self, params=None):
        params = {"players": 4, "deals": _DEALS, "seed": 0, **(params or {})}
        deals = int(params["deals"])
        if not 1 <= deals <= 1 << 20:
            raise ValueError(f"deals: found {deals}; allowed: 1 to {1 << 20}")
        first = State(self.tradewinds_name, int(params["players"]), seed=0)
        self.rules = Rules(first, deals, int(params["seed"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=first.actions,
            max_chance_outcomes=deals,
            num_players=first.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=first.max_decisions + 1,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self):
        return GameState(self, self.rules)

    def make_py_observer(self, iig_obs_type=None, params=None):
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.rules, recalls, params)


class GameState(pyspiel.State):
    """A position; `state.tradewinds` is the game itself, `None` before the deal.

    It can be cloned, deep-copied, pickled and serialized.
    """

    def __init__(
        self, game: pyspiel.Game, rules: Rules, tradewinds: State | None = None, before: np.ndarray | None = None
    ):
        super().__init__(game)
        self._rules = rules
        self.tradewinds = tradewinds
        #: What the player of a resampled world has seen before it was drawn.
        self._before = np.zeros((0, 3), np.int64) if before is None else before

    def current_player(self):
        if self.tradewinds is None:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return self.tradewinds.to_move

    def is_terminal(self):
        state = self.tradewinds
        return state is not None and (state.is_over or state.decisions >= state.max_decisions)

    def _legal_actions(self, player):
        state = self.tradewinds
        if state is None or player != state.to_move:
            return []
        return sorted(state.legal_actions())

    def chance_outcomes(self):
        share = 1.0 / self._rules.deals
        return [(outcome, share) for outcome in range(self._rules.deals)]

    def _apply_action(self, action):
        if self.tradewinds is None:
            self.tradewinds = self._rules.first.copy()
            self.tradewinds.deal(self._rules.seed * (1 << 20) + int(action))
        else:
            self.tradewinds.advance(int(action))

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._rules.first.action_name(action) if self.tradewinds is None else self._text(action)

    def _text(self, action):
        state = self.tradewinds
        if action in state.legal_actions():
            return state.action_text(action)
        return state.action_name(action)

    def returns(self):
        state = self.tradewinds
        if state is None or not self.is_terminal():
            return [0.0] * self._rules.players
        if not state.is_over:
            # Stopped at its bound: nobody has won.
            return [1.0 / state.players] * state.players
        return [float(share) for share in state.scores()["win_share"]]

    def information_state_string(self, player=None):
        if self.tradewinds is None:
            return ""
        return self.tradewinds.view_text(self.current_player() if player is None else player)

    def observation_string(self, player=None):
        return self.information_state_string(player)

    def observation_tensor(self, player=None):
        if self.tradewinds is None:
            return np.zeros(self._rules.features, np.float32)
        return self.tradewinds.observation(self.current_player() if player is None else player)

    def _seen(self, player):
        return np.concatenate([self._before, self.tradewinds.seen(player)])

    def information_state_tensor(self, player=None):
        """What the player knows and has seen: the observation, then three numbers for each decision that it noticed.

        They are 1 + the places clockwise from the player to the seat that decided, the move, and its public outcome;
        0 for decisions to come. `State.seen` explains move and outcome.
        """
        found = np.zeros(self._rules.information_state_size, np.float32)
        if self.tradewinds is None:
            return found
        player = self.current_player() if player is None else player
        features, seen = self._rules.features, self._seen(player)
        found[:features] = self.tradewinds.observation(player)
        seen[:, 0] = (seen[:, 0] - player) % self._rules.players + 1
        found[features : features + seen.size] = seen.ravel()
        return found

    def resample_from_infostate(self, player_id, probability_sampler):
        """Returns a world that the player cannot tell from this one; all seats have seen there what the player has."""
        draw = probability_sampler() if callable(probability_sampler) else np.random.random()
        seed = int(draw * (1 << 53))
        world = self.tradewinds.determinize(player_id, seed)
        return GameState(self.get_game(), self._rules, world, self._seen(player_id))

    def clone(self):
        return self.__deepcopy__({})

    def __deepcopy__(self, memo):
        copy = super().clone()
        copy.tradewinds = None if self.tradewinds is None else self.tradewinds.copy()
        return copy

    def __reduce__(self):
        return _deserialize, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self):
        return "before the deal" if self.tradewinds is None else self.tradewinds.show()


def _deserialize(text: str) -> GameState:
    return pyspiel.deserialize_game_and_state(text)[1]


class Observer:
    """The observation of a player, or what it knows and has seen, as a tensor and as text."""

    def __init__(self, rules: Rules, recalls: bool, params):
        if params:
            raise ValueError(f"observation parameters: found {params}; allowed: none")
        self._recalls = recalls
        name, size = ("info_state", rules.information_state_size) if recalls else ("observation", rules.features)
        self.tensor = np.zeros(size, np.float32)
        self.dict = {name: self.tensor}

    def set_from(self, state, player):
        tensor = state.information_state_tensor if self._recalls else state.observation_tensor
        self.tensor[:] = tensor(player)

    def string_from(self, state, player):
        return state.information_state_string(player)


def _register(name: str) -> None:
    class_name = "".join(word.capitalize() for word in name.split("-")) + "Game"
    game = type(class_name, (Game,), {"tradewinds_name": name, "game_type": _game_type(name)})
    globals()[class_name] = game
    pyspiel.register_game(game.game_type, game)


for _name in NAMES:
    _register(_name)
