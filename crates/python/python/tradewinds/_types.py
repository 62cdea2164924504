"""Types for `mypy` and its like: some arguments, and the dictionaries that functions return."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

__all__ = ["ActionGroup", "Dtype", "Field", "Function", "Layout", "Reward", "Scores"]

Reward = Literal["win_share", "margin", "points"]
Dtype = Literal["float32", "uint8", "packed"]
#: A function of the caller's in a seat: (obs, mask, seat) to actions.
Function = Callable[[Any, Any, NDArray[np.uint8]], "NDArray[np.integer[Any]] | Sequence[int]"]


class Field(TypedDict):
    """A field of an observation, as `layout` lists it."""

    name: str
    seat: int | None
    offset: int
    length: int
    scale: float
    flags: bool
    words: list[str]
    meaning: str


class ActionGroup(TypedDict):
    """A group of action indices, as `layout` lists it."""

    name: str
    offset: int
    length: int
    words: list[str]
    meaning: str


class Layout(TypedDict):
    """What `layout` returns."""

    game: str
    players: int
    version: int
    rules_version: int
    features: int
    actions: int
    fields: list[Field]
    action_groups: list[ActionGroup]


class Scores(TypedDict):
    """What `State.scores` returns."""

    points: list[int]
    ties: list[list[int]]
    rank: list[int]
    win_share: list[float]
