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


def circle(
    centre: Sequence[float], normal: Sequence[float], radius: float, seeds: int, particles_per_seed: int = 1
) -> dict:
    """A rake of seeds on a circle."""
    ring = {"centre": list(centre), "normal": list(normal), "radius": radius}
    return {"kind": "circle", **ring, "seeds": seeds, "particles_per_seed": particles_per_seed}


def sphere(centre: Sequence[float], radius: float, seeds: int, **random: object) -> dict:
    """A rake of seeds on a sphere; `random`: `fill` and `random_seed`, where they are given."""
    return {"kind": "sphere", "centre": list(centre), "radius": radius, "seeds": seeds, "particles_per_seed": 1, **random}


def box(lo: Sequence[float], hi: Sequence[float], seeds: Sequence[int] | int, **random: object) -> dict:
    """A rake of seeds in a box; `random` as for a sphere."""
    corners = {"lo": list(lo), "hi": list(hi)}
    return {"kind": "box", **corners, "seeds": seeds, "particles_per_seed": 1, **random}


def seed_list(at: Sequence[Sequence[float]], particles_per_seed: int = 1) -> dict:
    """A rake of seeds one by one."""
    return {"kind": "list", "at": [list(place) for place in at], "particles_per_seed": particles_per_seed}


def slice_of(axis: str, position: float, seeds: Sequence[int], particles_per_seed: int = 1) -> dict:
    """A rake of seeds all over a slice of the dataset."""
    where = {"axis": axis, "position": position, "seeds": list(seeds)}
    return {"kind": "slice", **where, "particles_per_seed": particles_per_seed}


def isovalue(value: float, seeds: int, particles_per_seed: int = 1, **scalar: str) -> dict:
    """A rake of seeds where a scalar has a value."""
    return {"kind": "isovalue", "value": value, "seeds": seeds, "particles_per_seed": particles_per_seed, **scalar}


def fractions(count: int) -> list[float]:
    """Where the seeds lie along an edge: both ends included, one alone in the middle."""
    return [0.5] if count == 1 else [i / (count - 1) for i in range(count)]


def random_share(random_seed: int, number: int) -> float:
    """R(number) of the protocol: from 0 to below 1."""
    wrap = 2**64 - 1
    a = (random_seed + (number + 1) * 0x9E3779B97F4A7C15) & wrap
    b = ((a ^ (a >> 30)) * 0xBF58476D1CE4E5B9) & wrap
    c = ((b ^ (b >> 27)) * 0x94D049BB133111EB) & wrap
    return ((c ^ (c >> 31)) >> 11) / 2**53


def circle_seeds(rake: dict) -> Points:
    """Equally spaced, from the axis that is least parallel to the normal."""
    normal = np.array(rake["normal"], dtype=float)
    axis = np.eye(3)[int(np.argmin(np.abs(normal)))]
    normal /= np.linalg.norm(normal)
    u = axis - axis.dot(normal) * normal
    u /= np.linalg.norm(u)
    angles = 2 * np.pi * np.arange(rake["seeds"]) / rake["seeds"]
    ring = np.outer(np.cos(angles), u) + np.outer(np.sin(angles), np.cross(normal, u))
    return np.array(rake["centre"]) + rake["radius"] * ring


def sphere_seeds(rake: dict) -> Points:
    """On the Fibonacci lattice, or at random."""
    count = rake["seeds"]
    numbers = np.arange(count)
    if rake.get("fill") == "random":
        shares = [random_share(rake["random_seed"], number) for number in range(2 * count)]
        heights, turns = 1 - 2 * np.array(shares[0::2]), np.array(shares[1::2])
    else:
        heights, turns = 1 - (2 * numbers + 1) / count, numbers / ((1 + np.sqrt(5)) / 2) % 1
    widths = np.sqrt(1 - heights**2)
    unit = np.stack([widths * np.cos(2 * np.pi * turns), widths * np.sin(2 * np.pi * turns), heights], axis=1)
    return np.array(rake["centre"]) + rake["radius"] * unit


def box_seeds(rake: dict) -> Points:
    """On a lattice, x fastest, or at random."""
    lo, hi = np.array(rake["lo"], dtype=float), np.array(rake["hi"], dtype=float)
    if rake.get("fill") == "random":
        shares = [random_share(rake["random_seed"], number) for number in range(3 * rake["seeds"])]
        return lo + np.array(shares).reshape(-1, 3) * (hi - lo)
    x, y, z = (fractions(count) for count in rake["seeds"])
    return np.array([lo + np.array([fx, fy, fz]) * (hi - lo) for fz in z for fy in y for fx in x])


def plane_seeds(rake: dict) -> Points:
    """On a lattice, u fastest."""
    origin, u, v = (np.array(rake[name], dtype=float) for name in ("origin", "edge_u", "edge_v"))
    across, along = (fractions(count) for count in rake["seeds"])
    return np.array([origin + fu * u + fv * v for fv in along for fu in across])


def line_seeds(rake: dict) -> Points:
    """Equally spaced, both ends included."""
    start, end = np.array(rake["from"], dtype=float), np.array(rake["to"], dtype=float)
    return np.array([start + f * (end - start) for f in fractions(rake["seeds"])])


SEEDS = {
    "point": lambda rake: np.array([rake["at"]], dtype=float),
    "line": line_seeds,
    "plane": plane_seeds,
    "circle": circle_seeds,
    "sphere": sphere_seeds,
    "box": box_seeds,
    "list": lambda rake: np.array(rake["at"], dtype=float),
}


def seeds_of(rake: dict) -> Points:
    """A rake's seeds, in their order."""
    return SEEDS[rake["kind"]](rake)
