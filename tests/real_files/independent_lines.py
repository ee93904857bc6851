"""20 lines through a field by classical Runge-Kutta steps in binary64, for comparison with the program's.

Fields know the velocity at a place and throw Outside where there is none. The program takes the same steps, so that
both differ by rounding alone: it holds velocities and places in binary32.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import ocean_reference
from cells_reference import Outside

LINES, STEPS = 20, 100
CELLS_CROSSED = (4.0, 1.0, 0.25)  # about, by a line; fewer where too many lines leave a small grid
SECONDS_ON_EARTH = 86400.0


def usual(speeds: np.ndarray) -> float:
    """The median of those that move; 0 where not even a tenth do."""
    moving = speeds[np.isfinite(speeds) & (speeds > 0.0)]
    return float(np.median(moving)) if moving.size > speeds.size // 10 else 0.0


def rounded(place) -> list[float]:
    """As binary32 has it: the program's seeds are no finer."""
    return [float(x) for x in np.float32(place)]


@dataclass
class PlainLattice:
    """Trilinear between nodes. axes: x, y, z, ascending, z may be one; velocity: [z, y, x, 3]."""

    axes: list[np.ndarray]
    velocity: np.ndarray

    @staticmethod
    def of_plane(x, y, u, v, z) -> PlainLattice:
        order = (slice(None, None, -1 if y[0] > y[-1] else 1), slice(None, None, -1 if x[0] > x[-1] else 1))
        uv = np.stack([u[order], v[order], 0.0 * u], axis=-1)[None]
        return PlainLattice([np.sort(x), np.sort(y), np.array([z])], uv)

    def at(self, place: np.ndarray) -> np.ndarray:
        corner, share = [], []
        for axis, p in zip(self.axes, place):
            if axis.size == 1:
                corner.append(0)
                share.append(0.0)
                continue
            i = min(max(int(np.searchsorted(axis, p, side="right")) - 1, 0), axis.size - 2)
            s = (p - axis[i]) / (axis[i + 1] - axis[i])
            if not 0.0 <= s <= 1.0:
                raise Outside
            corner.append(i)
            share.append(s)
        total = np.zeros(3)
        for c in range(8):
            steps = [c >> a & 1 for a in range(3)]
            weight = np.prod([s if up else 1.0 - s for s, up in zip(share, steps)])
            if weight > 0.0:
                total += weight * self.velocity[tuple(i + up for i, up in zip(corner, steps))[::-1]]
        if not np.isfinite(total).all():
            raise Outside
        return total

    def seeds(self, random) -> np.ndarray:
        """In the middle of a cell."""
        place = []
        for axis in self.axes:
            i = random.integers(max(axis.size - 1, 1))
            place.append(axis[0] if axis.size == 1 else 0.5 * (axis[i] + axis[i + 1]))
        return np.array(rounded(place))

    def width(self) -> float:
        return min(float(np.median(np.diff(a))) for a in self.axes if a.size > 1)

    def usual_speed(self) -> float:
        of = np.linalg.norm(self.velocity, axis=-1)
        return usual(of)


@dataclass
class MeshField:
    """VTK's cells with their own interpolation (cells_reference.Mesh)."""

    mesh: object
    time: float | None = None

    def at(self, place: np.ndarray) -> np.ndarray:
        return self.mesh.at(place)

    def seeds(self, random) -> np.ndarray:
        cell = self.mesh.grid.GetCell(int(random.integers(self.mesh.grid.GetNumberOfCells())))
        middle, place = [0.0] * 3, [0.0] * 3
        cell.GetParametricCenter(middle)
        from vtk import reference

        cell.EvaluateLocation(reference(0), middle, place, [0.0] * 64)
        return np.array(rounded(place))

    def width(self) -> float:
        some = np.linspace(0, self.mesh.grid.GetNumberOfCells() - 1, 100).astype(int)
        return float(np.median([np.sqrt(self.mesh.grid.GetCell(int(c)).GetLength2() / 3.0) for c in some]))

    def usual_speed(self) -> float:
        of = np.linalg.norm(self.mesh.velocity, axis=1)
        return usual(of)


class LonLatField:
    """Eastward and northward components over degrees, on one level; places on the sphere (ocean_reference)."""

    def __init__(self, x, y, u, v, z):
        order = slice(None, None, -1 if y[0] > y[-1] else 1)
        self.x, self.y, self.z = x, y[order], z
        spacing = x[1] - x[0]
        self.around = abs(x[-1] - x[0] + spacing - 360.0) < 0.02 * spacing
        u, v = u[order, : x.size], v[order, : x.size]
        self.grid = ocean_reference.LatLon(x, self.y, [0.0], u[None], v[None])

    def velocity(self, place, t):
        lon, _ = ocean_reference.place(place)
        inside = (lon - self.x[0]) % 360.0 <= self.x[-1] - self.x[0]
        return self.grid.velocity(place, t) if self.around or inside else None

    def seed(self, random) -> list[float]:
        south, north = max(self.y[1], -70.0), min(self.y[-2], 70.0)
        return rounded([random.uniform(self.x[1], self.x[-2]), random.uniform(south, north)])


def line(field, seed: np.ndarray, step: float) -> tuple[np.ndarray, float]:
    """The end of a line, and its length. Throws Outside."""
    p, length = seed.copy(), 0.0
    for _ in range(STEPS):
        k1 = field.at(p)
        k2 = field.at(p + 0.5 * step * k1)
        k3 = field.at(p + 0.5 * step * k2)
        k4 = field.at(p + step * k3)
        way = step * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0
        p, length = p + way, length + float(np.linalg.norm(way))
    field.at(p)
    return p, length


def over_the_earth(field: LonLatField) -> dict:
    """Lengths in degrees of great circles."""
    random, step, found = np.random.default_rng(11), SECONDS_ON_EARTH / STEPS, []
    for _ in range(100 * LINES):
        seed = field.seed(random)
        lon, lat, way, ended = ocean_reference.trace(field, seed, 0.0, SECONDS_ON_EARTH, step)
        if ended >= SECONDS_ON_EARTH and way > 0.0:
            found.append({"seed": [*seed, field.z], "end": [lon, lat, field.z],
                          "length": float(np.degrees(way / ocean_reference.RADIUS))})
        if len(found) == LINES:
            break
    return {"sphere": True, "step": step, "steps": STEPS, "lines": found}


def lines_of(field, cells: float) -> dict:
    random, found = np.random.default_rng(11), []
    step = float(np.float32(cells * field.width() / field.usual_speed() / STEPS))
    for _ in range(20 * LINES):
        seed = field.seeds(random)
        try:
            end, length = line(field, seed, step)
        except Outside:
            continue
        if length > 0.0:
            found.append({"seed": seed.tolist(), "end": end.tolist(), "length": length})
        if len(found) == LINES:
            break
    time = getattr(field, "time", None)
    return {"sphere": False, "step": step, "steps": STEPS, **({} if time is None else {"time": time}), "lines": found}


def through(field) -> dict:
    if isinstance(field, LonLatField):
        return over_the_earth(field)
    found = {"lines": []}
    for cells in CELLS_CROSSED if field.usual_speed() > 0.0 else ():
        found = lines_of(field, cells)
        if len(found["lines"]) == LINES:
            break
    return found
