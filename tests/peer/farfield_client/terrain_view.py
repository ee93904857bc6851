"""The terrain view frame (section 10)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IIQQQ9d24s")


@dataclass(frozen=True)
class TerrainView:
    """The payload of a message of type 4."""

    frame: int
    compute_ns: int
    computed_at_ns: int
    eye: np.ndarray
    heading: float
    pitch: float
    roll: float
    hfov: float
    detail: float
    curvature: float
    range: np.ndarray
    """Metres, rows of pixels from the top; NaN where no ground is seen."""
    elevation: np.ndarray

    def directions(self) -> np.ndarray:
        """East, north and up of each pixel's ray, of length 1."""
        rows, columns = self.range.shape
        h, p, q = np.radians([self.heading, self.pitch, self.roll])
        forward = np.array([np.cos(p) * np.sin(h), np.cos(p) * np.cos(h), np.sin(p)])
        level = np.array([np.cos(h), -np.sin(h), 0.0])
        upright = np.cross(level, forward)
        right = level * np.cos(q) - upright * np.sin(q)
        up = upright * np.cos(q) + level * np.sin(q)
        t = np.tan(np.radians(self.hfov) / 2)
        a = (2 * (np.arange(columns) + 0.5) / columns - 1) * t
        b = (1 - 2 * (np.arange(rows) + 0.5) / rows) * t * rows / columns
        rays = forward + a[None, :, None] * right + b[:, None, None] * up
        return rays / np.linalg.norm(rays, axis=2, keepdims=True)


class ViewFrame(NamedTuple):
    """A terrain view as it arrived."""

    header: Header
    view: TerrainView


def decode_terrain_view(payload: bytes) -> TerrainView:
    """Reads a payload. Its length must be right."""
    if len(payload) < PREAMBLE.size:
        raise ProtocolError("a terrain view of less than 128 bytes")
    width, height, frame, compute_ns, computed_at_ns, *numbers, zeros = PREAMBLE.unpack_from(payload)
    pixels = width * height
    elevations = (PREAMBLE.size + 4 * pixels + 63) // 64 * 64
    if len(payload) != elevations + 4 * pixels or any(zeros):
        raise ProtocolError(f"a terrain view of {width} x {height} pixels in {len(payload)} bytes")
    eye, others = np.array(numbers[:3]), numbers[3:]
    ranges = np.frombuffer(payload, ">f4", pixels, PREAMBLE.size).reshape(height, width)
    heights = np.frombuffer(payload, ">f4", pixels, elevations).reshape(height, width)
    return TerrainView(frame, compute_ns, computed_at_ns, eye, *others, ranges, heights)
