"""The particles frame (section 5)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .messages import Header, ProtocolError

PARTICLES_HEADER = struct.Struct(">IIQQQd24s")


@dataclass(frozen=True)
class Particles:
    """The payload of a message of type 2."""

    alive: int
    frame: int
    compute_ns: int
    computed_at_ns: int
    time: float
    values: np.ndarray
    """n rows of x, y, z, s (float32); NaN where the particle is dead."""


class Frame(NamedTuple):
    """A particles frame as it arrived."""

    header: Header
    particles: Particles


def encode_particles(particles: Particles) -> bytes:
    """The payload of a frame."""
    preamble = PARTICLES_HEADER.pack(
        len(particles.values),
        particles.alive,
        particles.frame,
        particles.compute_ns,
        particles.computed_at_ns,
        particles.time,
        bytes(24),
    )
    return preamble + particles.values.astype(">f4").tobytes()


def decode_particles(payload: bytes) -> Particles:
    """Reads the payload of a frame; its length must fit its count, and the reserved bytes must be zero."""
    if len(payload) < PARTICLES_HEADER.size:
        raise ProtocolError(f"a frame of {len(payload)} bytes")
    count, alive, frame, compute_ns, computed_at_ns, seconds, reserved = PARTICLES_HEADER.unpack_from(payload)
    if len(payload) != PARTICLES_HEADER.size + 16 * count:
        raise ProtocolError(f"a frame of {len(payload)} bytes for {count} particles")
    if any(reserved):
        raise ProtocolError("reserved bytes of a frame are not zero")
    values = np.frombuffer(payload, ">f4", offset=PARTICLES_HEADER.size).reshape(count, 4).astype(np.float32)
    return Particles(alive, frame, compute_ns, computed_at_ns, seconds, values)
