"""The polylines frame (section 9)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

POLYLINES_HEADER = struct.Struct(">IIQQQdII16s")
LINE = np.dtype([("seed", ">u4"), ("first", ">u4"), ("points", ">u4"), ("reason", "u1"), ("backward", "u1"), ("rake", ">u2")])


@dataclass(frozen=True)
class Polylines:
    """The payload of a message of type 3."""

    answer: int
    compute_ns: int
    computed_at_ns: int
    time: float
    part: int
    parts: int
    values: np.ndarray
    """m rows of x, y, z, s (float32); a row of NaNs after each line."""
    elapsed: np.ndarray
    """m times (float32)."""
    lines: np.ndarray
    """n records of LINE."""

    def points_of(self, line: int) -> np.ndarray:
        """x, y, z, s of one line."""
        first = int(self.lines["first"][line])
        return self.values[first : first + int(self.lines["points"][line])]

    def elapsed_of(self, line: int) -> np.ndarray:
        """The times of one line's points."""
        first = int(self.lines["first"][line])
        return self.elapsed[first : first + int(self.lines["points"][line])]


class LineFrame(NamedTuple):
    """A polylines frame as it arrived."""

    header: Header
    polylines: Polylines


def encode_polylines(frame: Polylines) -> bytes:
    """The payload of a frame."""
    preamble = POLYLINES_HEADER.pack(
        len(frame.lines),
        len(frame.values),
        frame.answer,
        frame.compute_ns,
        frame.computed_at_ns,
        frame.time,
        frame.part,
        frame.parts,
        bytes(16),
    )
    arrays = (frame.values.astype(">f4"), frame.elapsed.astype(">f4"), frame.lines.astype(LINE))
    return preamble + b"".join(array.tobytes() for array in arrays)


def decode_polylines(payload: bytes) -> Polylines:
    """Reads the payload of a frame; its length must fit its counts, and its lines must lie one after the other."""
    if len(payload) < POLYLINES_HEADER.size:
        raise ProtocolError(f"a frame of {len(payload)} bytes")
    n, m, answer, compute_ns, computed_at_ns, seconds, part, parts, reserved = POLYLINES_HEADER.unpack_from(payload)
    if len(payload) != POLYLINES_HEADER.size + 20 * m + 16 * n:
        raise ProtocolError(f"a frame of {len(payload)} bytes for {n} lines and {m} points")
    if any(reserved) or part >= parts:
        raise ProtocolError(f"part {part} of {parts}, reserved bytes {reserved!r}")
    at = POLYLINES_HEADER.size
    values = np.frombuffer(payload, ">f4", 4 * m, at).reshape(m, 4).astype(np.float32)
    elapsed = np.frombuffer(payload, ">f4", m, at + 16 * m).astype(np.float32)
    lines = np.frombuffer(payload, LINE, n, at + 20 * m)
    ends = lines["first"].astype(np.int64) + lines["points"]
    if not np.array_equal(np.cumsum(lines["points"].astype(np.int64) + 1) - 1, ends):
        raise ProtocolError("lines do not lie one after the other")
    if not (np.isnan(values[ends]).all() and np.isnan(elapsed[ends]).all()):
        raise ProtocolError("a line is not ended by NaN")
    return Polylines(answer, compute_ns, computed_at_ns, seconds, part, parts, values, elapsed, lines)
