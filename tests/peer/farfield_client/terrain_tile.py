"""The payload of a TerrainTile message (section 11)."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IIQQQIIII6d3d8s")
"""width, height, frame, compute_ns, computed_at_ns, kind, level, column, row, both firsts, lasts and steps, observer, zeros."""

HEIGHTS, VISIBILITY, COLOURS = 0, 1, 2

MAX_SIDE = 16384
MAX_LEVEL = 24


class TerrainTile(NamedTuple):
    """Values on a grid of places."""

    frame: int
    compute_ns: int
    computed_at_ns: int
    kind: int
    level: int
    column: int
    row: int
    x: tuple[float, float, float]
    """First, last, step."""
    y: tuple[float, float, float]
    observer: tuple[float, float, float]
    values: np.ndarray
    """Rows by columns: binary32, one byte, or four bytes."""

    def columns(self) -> np.ndarray:
        """x of each column."""
        return places(self.x, self.values.shape[1])

    def rows(self) -> np.ndarray:
        """y of each row."""
        return places(self.y, self.values.shape[0])


class TileFrame(NamedTuple):
    """A message with a terrain tile."""

    header: Header
    tile: TerrainTile


def places(axis: tuple[float, float, float], count: int) -> np.ndarray:
    """Where the columns, or rows, lie."""
    first, last, step = axis
    found = first + step * np.arange(count)
    found[-1] = last
    return found


def check_axis(axis: tuple[float, float, float], count: int) -> None:
    """Each lies beyond the one before it, the last no further than a step."""
    first, last, step = axis
    if not np.isfinite(axis).all() or step == 0 or not count - 2 < (last - first) / step < count - 1 + 1e-6 * count:
        raise ProtocolError(f"{count} columns or rows cannot lie from {first} to {last} in steps of {step}")


def decode_terrain_tile(payload: bytes) -> TerrainTile:
    """Checks what it decodes."""
    width, height, frame, compute_ns, computed_at_ns, kind, level, column, row, *numbers, zeros = PREAMBLE.unpack_from(payload)
    if kind > COLOURS or not 2 <= width <= MAX_SIDE or not 2 <= height <= MAX_SIDE or level > MAX_LEVEL:
        raise ProtocolError(f"a tile of kind {kind}, level {level}, {width} x {height} values")
    value_bytes = 1 if kind == VISIBILITY else 4
    if len(payload) != PREAMBLE.size + width * height * value_bytes or any(zeros):
        raise ProtocolError(f"a tile of {width} x {height} values of kind {kind} in {len(payload)} bytes")
    x, y = (numbers[0], numbers[2], numbers[4]), (numbers[1], numbers[3], numbers[5])
    check_axis(x, width)
    check_axis(y, height)
    values = np.frombuffer(payload, ">f4" if kind == HEIGHTS else "u1", offset=PREAMBLE.size)
    shape = (height, width, 4) if kind == COLOURS else (height, width)
    return TerrainTile(frame, compute_ns, computed_at_ns, kind, level, column, row, x, y, tuple(numbers[6:]), values.reshape(shape))


def encode_terrain_tile(tile: TerrainTile) -> bytes:
    """The payload of a tile."""
    height, width = tile.values.shape[:2]
    places_of_both = [number for pair in zip(tile.x, tile.y) for number in pair]
    preamble = PREAMBLE.pack(
        width, height, tile.frame, tile.compute_ns, tile.computed_at_ns, tile.kind, tile.level, tile.column, tile.row,
        *places_of_both, *tile.observer, bytes(8),
    )
    return preamble + tile.values.tobytes()
