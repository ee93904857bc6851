"""The built-in fields, and how far a path in one may be off when it is computed in binary32."""

from __future__ import annotations

from typing import Callable, NamedTuple, Sequence

import numpy as np

EPSILON = 2.0**-24
"""Half a unit in the last place of 1 in binary32: the relative error of one rounding."""

Points = np.ndarray
"""m rows of x, y, z in binary64."""


class Field(NamedTuple):
    """A built-in field and what bounds the effect of binary32 on a path in it."""

    velocity: Callable[[np.ndarray, np.ndarray, np.ndarray], Sequence[np.ndarray]]
    upper: tuple[float, float, float]
    """The domain is [0, upper]."""
    lipschitz: float
    """No less than the norm of the velocity's Jacobian (in the Frobenius norm, from its entries' bounds)."""
    fastest: float
    """No less than the speed."""

    def at(self, points: Points) -> Points:
        """The velocity at each point."""
        return np.stack(np.broadcast_arrays(*self.velocity(*points.T)), axis=1)

    def face_distance(self, points: Points) -> np.ndarray:
        """How far each point is from the nearest face; negative outside."""
        return np.minimum(points, np.array(self.upper) - points).min(axis=1)

    def position_error(self) -> float:
        """Of a position that is rounded to binary32: half a unit in the last place of each of three components."""
        return float(np.sqrt(3)) * max(self.upper) * EPSILON

    def velocity_error(self) -> float:
        """Of a velocity computed in binary32 at a position rounded to binary32.

        The position's rounding moves it by lipschitz * position_error; sines, products and sums of a formula cost a
        few roundings of terms no larger than `fastest` each: 32 is generous.
        """
        return self.lipschitz * self.position_error() + 32 * self.fastest * EPSILON

    def step_error(self, step: float) -> float:
        """What one Runge-Kutta step in binary32 adds: the new position's rounding, and the velocities'."""
        return self.position_error() + abs(step) * self.velocity_error()


def cell(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    return (
        np.sin(x) * (np.cos(y) - np.cos(z)),
        np.sin(y) * (np.cos(z) - np.cos(x)),
        np.sin(z) * (np.cos(x) - np.cos(y)),
    )


def abc(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    a, b, c = np.sqrt(3), np.sqrt(2), 1.0
    return a * np.sin(z) + c * np.cos(y), b * np.sin(x) + a * np.cos(z), c * np.sin(y) + b * np.cos(x)


def taylor_green(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    return np.sin(x) * np.cos(y) * np.cos(z), -np.cos(x) * np.sin(y) * np.cos(z), np.zeros_like(x)


def double_gyre(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    pi = np.pi
    return (
        -0.1 * pi * np.sin(pi * x) * np.cos(pi * y),
        0.1 * pi * np.cos(pi * x) * np.sin(pi * y),
        np.zeros_like(x),
    )


def tornado(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Sequence[np.ndarray]:
    a = x - (0.5 + 0.1 * np.sin(10 * z))
    b = y - (0.5 + 0.1 * np.cos(3 * z))
    d = np.sqrt(a * a + b * b)
    radius = 0.1 + 0.4 * z * z + 0.1 * z * np.sin(8 * z)
    thickness = 0.2 + 0.1 * z
    m = np.abs(radius - d)
    m = np.where(m > thickness, 0.8 - m, 1.0)
    h = np.maximum(0.0, 0.1 * (0.1 - d * z))
    e = np.sqrt(d * d + h * h)
    f = (radius + thickness - e) * m / ((e + 1e-11) * (1 + z))
    return f * b + 0.1 * a, -f * a + 0.1 * b, f * h


TWO_PI = 2 * np.pi
PERIOD = (TWO_PI, TWO_PI, TWO_PI)

FIELDS = {
    # Jacobians: six entries of at most 1 and three of at most 2.
    "analytic:cell": Field(cell, PERIOD, 18**0.5, 12**0.5),
    # The squares of its Jacobian's entries add up to A^2 + B^2 + C^2 = 6 everywhere.
    "analytic:abc": Field(abc, PERIOD, 6**0.5, 3 + 2**0.5),
    # Six entries of at most 1.
    "analytic:taylor-green": Field(taylor_green, PERIOD, 6**0.5, 2**0.5),
    # Four entries of at most 0.1 pi^2.
    "analytic:double-gyre": Field(double_gyre, (2.0, 1.0, 1.0), 0.2 * np.pi**2, 0.1 * np.pi * 2**0.5),
    # By sampling (2.3 and 0.25), away from the axis and from the jump at m = T: only for seeds that stay there.
    "analytic:tornado": Field(tornado, (1.0, 1.0, 1.0), 4.0, 0.5),
}
