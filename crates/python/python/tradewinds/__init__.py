"""Eurogames with exact rules for learners: batches in NumPy arrays, information sets, search, tournaments.

`VecEnv` plays many games at once, `State` is one game, `Network` a trained network, `env` is a PettingZoo environment, `make_vec` a Gymnasium
vector, `gymnasium.make("tradewinds/puerto-rico-v2")` a Gymnasium environment, `tournament` plays bots against each
other. The documentation is docs/python.md of the repository.
"""

import sys as _sys
from importlib import import_module as _import_module

# Names are imported when they are used: a bot's process needs none of them, and starts at once.
_HOMES = {
    "VecEnv": "_native",
    "State": "_native",
    "SearchResult": "_native",
    "Network": "_native",
    "__version__": "_native",
    "games": "_native",
    "bots": "_native",
    "variants": "_native",
    "layout": "_native",
    "layout_markdown": "_native",
    "unpack": "packing",
    "env": "aec",
    "raw_env": "aec",
    "make_vec": "gym",
    "GymEnv": "gym",
    "GymVectorEnv": "gym",
    "tournament": "tournaments",
    "merge": "tournaments",
    "Run": "tournaments",
    "Decision": "bot",
    "ActionGroup": "_types",
    "Field": "_types",
    "Layout": "_types",
    "Scores": "_types",
}

_MODULES = ("foreign", "stats")

__all__ = sorted(_HOMES)


def __getattr__(name):
    if name in _MODULES:
        return _import_module(f".{name}", __name__)
    if name in _HOMES:
        try:
            value = getattr(_import_module(f".{_HOMES[name]}", __name__), name)
        except ModuleNotFoundError as error:
            if error.name not in ("gymnasium", "pettingzoo"):
                raise
            return _missing(name, error.name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, *_MODULES])


def _missing(name, package):
    """Returns what stands for a name that needs a package: it says so when it is used, not when it is looked at."""
    extra = "pettingzoo" if _HOMES[name] == "aec" else "gymnasium"
    allowed = f"once it is installed: pip install {package} (the extra {extra!r} of tradewinds)"
    text = f"{name}: found no package {package!r}; allowed: {allowed}"

    def missing(*arguments, **settings):
        raise ModuleNotFoundError(text, name=package)

    missing.__name__ = missing.__qualname__ = name
    missing.__doc__ = text
    return missing


def _register():
    """Registers the games with Gymnasium."""
    from gymnasium.envs.registration import register

    from ._native import games, layout

    for game in games():
        register(
            f"tradewinds/{game}-v{layout(game)['version']}",
            entry_point="tradewinds.gym:GymEnv",
            vector_entry_point="tradewinds.gym:GymVectorEnv",
            kwargs={"game": game},
        )


class _Registers:
    """Registers the games as soon as Gymnasium is imported: it is large, and many programs have no use for it."""

    def find_spec(self, name, path=None, target=None):
        if name != "gymnasium":
            return None
        # A program that only looks for Gymnasium leaves this in place.
        others = (finder.find_spec(name, path, target) for finder in _sys.meta_path if finder is not self)
        spec = next((spec for spec in others if spec is not None), None)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            _register()

        spec.loader.exec_module = exec_module
        return spec


if "gymnasium" in _sys.modules:
    _register()
else:
    _sys.meta_path.insert(0, _Registers())
