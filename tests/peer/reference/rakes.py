"""Rakes as a call names them, and the seeds of each."""

from __future__ import annotations

from typing import Sequence

import numpy as np

from .fields import Points


def point(at: Sequence[float], particles_per_seed: int = 1) -> dict:
    """A rake of one seed."""
    return {"kind": "point", "at": list(at), "particles_per_seed": particles_per_seed}


def line(start: Sequence[float], end: Sequence[float], seeds: int, particles_per_seed: int = 1) -> dict:
    """A rake of seeds on a line."""
    ends = {"from": list(start), "to": list(end)}
    return {"kind": "line", **ends, "seeds": seeds, "particles_per_seed": particles_per_seed}


def plane(
    origin: Sequence[float],
    edge_u: Sequence[float],
    edge_v: Sequence[float],
    seeds: Sequence[int],
    particles_per_seed: int = 1,
) -> dict:
    """A rake of seeds on a parallelogram."""
    edges = {"origin": list(origin), "edge_u": list(edge_u), "edge_v": list(edge_v)}
    return {"kind": "plane", **edges, "seeds": list(seeds), "particles_per_seed": particles_per_seed}


def fractions(count: int) -> list[float]:
    """Where the seeds lie along an edge: both ends included, one alone in the middle."""
    return [0.5] if count == 1 else [i / (count - 1) for i in range(count)]


def seeds_of(rake: dict) -> Points:
    """A rake's seeds, in their order."""
    if rake["kind"] == "point":
        return np.array([rake["at"]], dtype=float)
    if rake["kind"] == "line":
        start, end = np.array(rake["from"], dtype=float), np.array(rake["to"], dtype=float)
        return np.array([start + f * (end - start) for f in fractions(rake["seeds"])])
    origin, u, v = (np.array(rake[name], dtype=float) for name in ("origin", "edge_u", "edge_v"))
    across, along = (fractions(count) for count in rake["seeds"])
    return np.array([origin + fu * u + fv * v for fv in along for fu in across])
