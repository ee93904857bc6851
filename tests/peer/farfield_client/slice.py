"""The payload of a Slice message (section 14)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IIQQQdIIIII4s9d56s")
COMPONENTS = (1, 4)  # of slice, and of glyphs

MAX_SIDE = 8192


@dataclass(frozen=True)
class Slice:
    """The payload of a message of type 7."""

    result: int
    compute_ns: int
    computed_at_ns: int
    time: float
    part: int
    parts: int
    plane: int
    level: int
    origin: np.ndarray
    edge_u: np.ndarray
    edge_v: np.ndarray
    values: np.ndarray
    """Rows along edge_v of values along edge_u, of glyphs with four components; NaN where there is nothing."""

    def places(self) -> np.ndarray:
        """Where each value lies: rows, columns, x y z."""
        rows, columns = self.values.shape[:2]
        u = (np.arange(columns) + 0.5) / columns
        v = (np.arange(rows) + 0.5) / rows
        return self.origin + u[None, :, None] * self.edge_u + v[:, None, None] * self.edge_v


class SliceFrame(NamedTuple):
    """A slice as it arrived."""

    header: Header
    slice: Slice


def decode_slice(payload: bytes) -> Slice:
    """Reads a payload. Its length must be right."""
    if len(payload) < PREAMBLE.size:
        raise ProtocolError("a slice of less than 192 bytes")
    width, height, *numbers = PREAMBLE.unpack_from(payload)
    *stamp, part, parts, plane, level, components, zeros = numbers[:10]
    if not 1 <= width <= MAX_SIDE or not 1 <= height <= MAX_SIDE or components not in COMPONENTS:
        raise ProtocolError(f"a slice of {width} x {height} values with {components} components")
    if len(payload) != PREAMBLE.size + 4 * components * width * height or any(zeros) or any(numbers[-1]):
        raise ProtocolError(f"a slice of {width} x {height} values in {len(payload)} bytes")
    origin, edge_u, edge_v = np.array(numbers[10:19]).reshape(3, 3)
    values = np.frombuffer(payload, ">f4", offset=PREAMBLE.size).reshape(height, width, components)
    values = values[..., 0] if components == 1 else values
    return Slice(*stamp, part, parts, plane, level, origin, edge_u, edge_v, values)


def encode_slice(found: Slice) -> bytes:
    """The payload of a slice."""
    height, width = found.values.shape[:2]
    preamble = PREAMBLE.pack(
        width, height, found.result, found.compute_ns, found.computed_at_ns, found.time,
        found.part, found.parts, found.plane, found.level, found.values[0, 0].size, bytes(4),
        *found.origin, *found.edge_u, *found.edge_v, bytes(56),
    )
    return preamble + found.values.astype(">f4").tobytes()
