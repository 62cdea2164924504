"""What messages show of a caller's values."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """Writes a value in one short line, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # its own repr fails, or it is nested too deeply for one
        text = f"a {type(value).__name__}"
    return text if len(text) <= 300 else f"{text[:297]}..."
