"""The payload of a Surface message (section 15)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IIQQQdIIIIdIII52s")

KINDS = ("isosurface", "plane", "faces", "no-slip", "walls", "outer", "land")


@dataclass(frozen=True)
class Surface:
    """The payload of a message of type 11."""

    answer: int
    compute_ns: int
    computed_at_ns: int
    time: float
    part: int
    parts: int
    surface: int
    level: int
    value: float
    kind: str
    block: int | None
    vertices: np.ndarray
    """[n, 4]: x, y, z, s."""
    normals: np.ndarray
    """[n, 2]: octahedral, i16."""
    elements: np.ndarray
    """[m, 2 or 3]: numbers of vertices."""

    def directions(self) -> np.ndarray:
        """The normals, of length 1; NaN where there is none."""
        a, b = (self.normals / 32767).T
        z = 1 - np.abs(a) - np.abs(b)
        sign = lambda number: np.where(number < 0, -1, 1)  # noqa: E731
        x, y = np.where(z < 0, (1 - np.abs(b)) * sign(a), a), np.where(z < 0, (1 - np.abs(a)) * sign(b), b)
        found = np.stack([x, y, z], axis=-1)
        found[(self.normals == -32768).all(axis=-1)] = np.nan
        return found / np.linalg.norm(found, axis=-1, keepdims=True)


class SurfaceFrame(NamedTuple):
    """A surface as it arrived."""

    header: Header
    surface: Surface


def decode_surface(payload: bytes) -> Surface:
    """Reads a payload. Its length and its indices must be right."""
    if len(payload) < PREAMBLE.size:
        raise ProtocolError("a surface of less than 128 bytes")
    n, m, *stamp, part, parts, surface, level, value, kind, corners, block, zeros = PREAMBLE.unpack_from(payload)
    if kind >= len(KINDS) or corners not in (2, 3) or part >= parts or any(zeros):
        raise ProtocolError(f"a surface of kind {kind} with elements of {corners} corners, part {part} of {parts}")
    if len(payload) != PREAMBLE.size + 20 * n + 4 * corners * m:
        raise ProtocolError(f"a surface of {n} vertices and {m} elements in {len(payload)} bytes")
    vertices = np.frombuffer(payload, ">f4", 4 * n, PREAMBLE.size).reshape(n, 4)
    normals = np.frombuffer(payload, ">i2", 2 * n, PREAMBLE.size + 16 * n).reshape(n, 2)
    elements = np.frombuffer(payload, ">u4", corners * m, PREAMBLE.size + 20 * n).reshape(m, corners)
    if m and elements.max() >= n:
        raise ProtocolError(f"a surface of {n} vertices with number {elements.max()}")
    of_block = None if block == 0xFFFFFFFF else block
    return Surface(*stamp, part, parts, surface, level, value, KINDS[kind], of_block, vertices, normals, elements)


def encode_surface(found: Surface) -> bytes:
    """The payload of a surface."""
    preamble = PREAMBLE.pack(
        len(found.vertices), len(found.elements), found.answer, found.compute_ns, found.computed_at_ns, found.time,
        found.part, found.parts, found.surface, found.level, found.value, KINDS.index(found.kind),
        found.elements.shape[1], 0xFFFFFFFF if found.block is None else found.block, bytes(52),
    )
    arrays = found.vertices.astype(">f4"), found.normals.astype(">i2"), found.elements.astype(">u4")
    return preamble + b"".join(array.tobytes() for array in arrays)
