"""Streamlines of exact fields in binary64: classical Runge-Kutta with a fixed step (section 9)."""

from __future__ import annotations

import numpy as np

from .fields import Field, Points


def rk4_step(field: Field, at: Points, step: float) -> Points:
    """One step from each point."""
    k1 = field.at(at)
    k2 = field.at(at + 0.5 * step * k1)
    k3 = field.at(at + 0.5 * step * k2)
    k4 = field.at(at + step * k3)
    return at + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def streamline(field: Field, seed: np.ndarray, step: float, steps: int) -> Points:
    """The points of a line that does not reach a face: the seed and one for each step."""
    points = [np.asarray(seed, dtype=np.float64).reshape(1, 3)]
    for _ in range(steps):
        points.append(rk4_step(field, points[-1], step))
    return np.concatenate(points)
