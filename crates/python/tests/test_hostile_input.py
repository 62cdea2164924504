"""Whatever is passed where something else belongs, the answer is a `ValueError` of one line, or a result."""

import inspect

import numpy as np
import pytest

import tradewinds
from tradewinds import State, VecEnv, stats

NESTED: list = []
for _ in range(20_000):
    NESTED = [NESTED]
WEIRD = [
    NESTED,
    *(None, True, -1, 1 << 70, 1.5, float("nan"), "x", "", "\0", "a" * 1000, b"x", (), [], [1], {}, {"a": 1}),
    *(object(), range(3), print, np.zeros(2), np.int8(3), np.float32(2)),
]


def calls(game, value):
    """Names and calls that take the value as one of their arguments."""
    state, env = State(game, 4, seed=1), VecEnv(game, 4, 3, seed=1)
    env.reset()
    texts = ("name", "text", "index")
    for name in [*(f"action_{text}" for text in texts), "play", "advance", "observation", "observe", "view", "show"]:
        yield name, lambda name=name: getattr(state.copy(), name)(value)
    for name in ("deal", "reseed", "choose", "record", "determinize", "view_text"):
        yield name, lambda name=name: getattr(state.copy(), name)(value)
    yield "determinize", lambda: state.determinize(0, value)
    for argument in ("bot", "iterations", "seed", "time_ms"):
        if value is not None:
            few = {"bot": "ismcts", "iterations": 10, argument: value}
            yield f"search {argument}", lambda few=few: state.search(**few)
    for argument in ("game", "players", "variant", "seed"):
        yield f"State {argument}", lambda argument=argument: State(**{"game": game, argument: value})
    for name, saved in (("position", state.position()), ("record", state.record())):
        load = getattr(State, f"from_{name}")
        yield f"from_{name}", lambda load=load: load(value)
        yield f"from_{name} 2", lambda load=load, saved=saved: load(saved, value)
        for key in saved:
            yield f"{name} {key}", lambda load=load, saved=saved, key=key: load({**saved, key: value})
    for name in ("step", "sample", "state", "action_name", "reset"):
        yield f"VecEnv.{name}", lambda name=name: getattr(env, name)(value)
    yield "actions", lambda: env.step([value] * 3)
    yield "mask", lambda: env.reset(mask=value)
    yield "masks", lambda: env.reset(mask=[value] * 3)
    yield "seeds", lambda: env.reset([value] * 3)
    yield "state seed", lambda: env.state(0, value)
    yield "deserialize", lambda: State.deserialize(value)
    yield "__setstate__", lambda: env.__setstate__(value)
    yield "seen", lambda: state.seen(value)
    numbers, flags = ("players", "n", "seed", "threads"), ("skip_forced", "scaled", "copy", "want_obs", "want_final_obs")
    for argument in ("game", *numbers, "variant", "opponents", "reward", *flags, "buffers"):
        yield f"VecEnv {argument}", lambda argument=argument: VecEnv(**{"game": game, "n": 2, argument: value})
    yield "opponent", lambda: VecEnv(game, 4, 2, opponents={1: value})
    yield "buffer", lambda: VecEnv(game, 4, 2, buffers={"obs": value})
    for function in (tradewinds.bots, tradewinds.variants, tradewinds.layout):
        yield function.__name__, lambda function=function: function(value)
    yield "layout players", lambda: tradewinds.layout(game, value)


def adapter_calls(game, value):
    agents = tradewinds.env(game, 4)
    yield "reset", lambda: agents.reset(seed=value)
    yield "step", lambda: (agents.reset(seed=1), agents.step(value))
    yield "observe", lambda: (agents.reset(seed=1), agents.observe(value))
    for argument in ("game", "players", "variant", "reward", "render_mode"):
        yield f"env {argument}", lambda argument=argument: tradewinds.env(**{"game": game, argument: value})
    for argument in ("game", "players", "num_envs", "opponents", "seat", "variant", "seed", "reward", "threads"):
        few = {"game": game, "num_envs": 2, argument: value}
        yield f"make_vec {argument}", lambda few=few: tradewinds.make_vec(**few)


def tournament_calls(value, folder):
    for argument in ("manifest", "out", "bots", "threads", "shard"):
        arguments = {"manifest": {"name": "x"}, "out": folder, argument: value}
        yield f"tournament {argument}", lambda arguments=arguments: tradewinds.tournament(**arguments)
    for argument in ("manifest", "parts", "out"):
        arguments = {"manifest": {"name": "x"}, "parts": [folder], "out": folder, argument: value}
        yield f"merge {argument}", lambda arguments=arguments: tradewinds.merge(**arguments)


def stats_calls(value):
    for function, arguments in (
        (stats.mean_and_error, {"values": [1, 2]}),
        (stats.ratio_and_error, {"numerators": [1, 2], "denominators": [1, 2]}),
        (stats.z_interval, {"estimate": 1, "error": 1, "confidence": 0.9}),
        (stats.z_test, {"estimate": 1, "error": 1, "null": 0, "alternative": "less"}),
        (stats.wilson, {"share": 0.2, "n": 5, "error": 0.1, "confidence": 0.9}),
        (stats.holm, {"p_values": [0.1]}),
        (stats.wald, {"values": [[1], [2]], "null": 0}),
        (stats.plackett_luce, {"items": [[0, 1], [1, 0]], "ranks": [[1, 2], [1, 2]]}),
        (stats.bootstrap, {"blocks": [1, 2], "statistic": len, "replicates": 9, "seed": 1}),
    ):
        assert list(inspect.signature(function).parameters) == list(arguments)
        for name in arguments:
            given = {**arguments, name: value}
            yield f"{function.__name__} {name}", lambda function=function, given=given: function(**given)
    yield "statistic", lambda: stats.bootstrap([1, 2], lambda _: value)
    yield "values of wald", lambda: stats.wald([[value], [2]])
    yield "items of a game", lambda: stats.plackett_luce([[value, 1]], [[1, 2]])


def check(found, value):
    for name, call in found:
        try:
            call()
        except ValueError as error:
            assert "\n" not in str(error), (name, error)
        except BaseException as error:
            pytest.fail(f"{name}, with a {type(value).__name__}: {error!r}")


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: type(value).__name__)
def test_any_argument(value, game):
    check(calls(game, value), value)


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: type(value).__name__)
def test_any_argument_of_the_adapters(value, game):
    pytest.importorskip("pettingzoo")
    check(adapter_calls(game, value), value)


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: type(value).__name__)
def test_any_argument_of_tournaments(value, tmp_path):
    check(tournament_calls(value, tmp_path / "run"), value)


@pytest.mark.parametrize("value", WEIRD, ids=lambda value: type(value).__name__)
def test_any_argument_of_statistics(value):
    check(stats_calls(value), value)
