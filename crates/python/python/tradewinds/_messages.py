"""What messages show of a caller's values."""

from __future__ import annotations

import operator
from typing import Any


def shown(value: Any) -> str:
    """Writes a value in one short line, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # its own repr fails, or it is nested too deeply for one
        text = f"a {type(value).__name__}"
    return text if len(text) <= 300 else f"{text[:297]}..."


def whole(name: str, value: Any, numbers: range, allowed: str) -> int:
    """Reads a whole number of any type, such as NumPy's, and refuses all else."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or number not in numbers or isinstance(value, bool):
        raise ValueError(f"{name}: found {shown(value)}; allowed: {allowed}")
    return number
