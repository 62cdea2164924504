"""Eurogames with exact rules for learners: batches in NumPy arrays, information sets, search, tournaments.

`VecEnv` plays many games at once, `State` is one game, `env` is a PettingZoo environment, `make_vec` a Gymnasium
vector, `tournament` plays bots against each other. The documentation is docs/python.md of the repository.
"""

from importlib import import_module as _import_module

# Names are imported when they are used: a bot's process needs none of them, and starts at once.
_HOMES = {
    "VecEnv": "_native",
    "State": "_native",
    "SearchResult": "_native",
    "__version__": "_native",
    "games": "_native",
    "bots": "_native",
    "variants": "_native",
    "layout": "_native",
    "layout_markdown": "_native",
    "env": "aec",
    "raw_env": "aec",
    "make_vec": "gym",
    "GymVectorEnv": "gym",
    "tournament": "tournaments",
    "merge": "tournaments",
    "Run": "tournaments",
    "Decision": "bot",
}

__all__ = sorted(_HOMES)


def __getattr__(name):
    if name in _HOMES:
        value = getattr(_import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
