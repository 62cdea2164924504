"""Packed observations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._messages import shown
from ._types import Layout

__all__ = ["unpack"]


def unpack(packed: NDArray[np.uint8], layout: Layout) -> NDArray[np.uint8]:
    """Unpacks observations of `dtype="packed"`: uint8 `[..., features]`, as `dtype="uint8"` writes them.

    packed: uint8 `[..., bytes]`: a byte for each number that is not a flag, then a bit for each flag (the fields whose
        `flags` is true), both in the order of the layout, the lowest bit of a byte first.
    layout: the layout of the game, `env.layout` or `tradewinds.layout(...)`.
    """
    try:
        flags = np.concatenate([np.full(field["length"], bool(field["flags"])) for field in layout["fields"]])
    except (KeyError, IndexError, TypeError, ValueError):
        raise ValueError(f"layout: found {shown(layout)}; allowed: env.layout or tradewinds.layout(...)") from None
    count = int(flags.sum())
    numbers = len(flags) - count
    size = numbers + -(-count // 8)
    if not isinstance(packed, np.ndarray) or packed.dtype != np.uint8 or packed.ndim < 1 or packed.shape[-1] != size:
        found = f"{packed.dtype} {list(packed.shape)}" if isinstance(packed, np.ndarray) else shown(packed)
        raise ValueError(f"packed: found {found}; allowed: an array of uint8 [..., {size}]")
    out = np.empty((*packed.shape[:-1], len(flags)), np.uint8)
    out[..., ~flags] = packed[..., :numbers]
    out[..., flags] = np.unpackbits(packed[..., numbers:], axis=-1, count=count, bitorder="little")
    return out
