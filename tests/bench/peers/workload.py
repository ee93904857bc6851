"""The traced flow: `cell` on [0, 2 pi]^3 as each kind of grid holds it. The same as bench/node."""

from __future__ import annotations

import numpy as np

EDGE = 2.0 * np.pi
STEP = 0.01
STEPS = 200
SLICE_TIMES = np.array([0.0, 0.5, 1.0, 1.5, 2.0])
GUSTS = np.array([0.0, 1.0, 0.0, -1.0, 0.0])
"""Strength of the gust at each of the times; linear in between."""

# Corners of the six tetrahedra of a cell, all of which share the diagonal from corner 0 to corner 7: cut alike on both
# sides of a face. Bit 0 of a corner's number is its side along x, bit 1 along y, bit 2 along z.
TETRAHEDRA = [(0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7)]


def seeds(m: int) -> np.ndarray:
    """m^3 rows of x, y, z in binary64, x fastest."""
    i = np.arange(m)
    z, y, x = np.meshgrid((i + 0.73) / m, (i + 0.47) / m, (i + 0.31) / m, indexing="ij")
    return EDGE * np.stack([x, y, z], axis=-1).reshape(-1, 3)


def lattice(n: int) -> np.ndarray:
    """n^3 nodes [z, y, x, component], both faces included."""
    c = np.linspace(0.0, EDGE, n)
    z, y, x = np.meshgrid(c, c, c, indexing="ij")
    return np.stack([x, y, z], axis=-1)


def bent(points: np.ndarray) -> np.ndarray:
    """The inside of the box bent by up to a tenth of its edge."""
    x, y, z = np.moveaxis(points, -1, 0)
    bump = 0.4 * np.sin(x / 2) * np.sin(y / 2) * np.sin(z / 2)
    return points + bump[..., None] * np.stack([np.sin(y + z), np.sin(z + x), np.sin(x + y)], axis=-1)


def cell(points: np.ndarray) -> np.ndarray:
    """The flow at points, in binary64."""
    x, y, z = np.moveaxis(points, -1, 0)
    return np.stack(
        [
            np.sin(x) * (np.cos(y) - np.cos(z)),
            np.sin(y) * (np.cos(z) - np.cos(x)),
            np.sin(z) * (np.cos(x) - np.cos(y)),
        ],
        axis=-1,
    )


def gust(points: np.ndarray) -> np.ndarray:
    """The addition to the flow, times its strength."""
    x, y, z = np.moveaxis(points, -1, 0)
    return 0.5 * np.stack(
        [
            np.sin(x) * (np.cos(2 * y) - np.cos(2 * z)),
            np.sin(y) * (np.cos(2 * z) - np.cos(2 * x)),
            np.sin(z) * (np.cos(2 * x) - np.cos(2 * y)),
        ],
        axis=-1,
    )


def velocity_at_nodes(points: np.ndarray, strength: float = 0.0) -> np.ndarray:
    """As fields hold it: binary32."""
    return (cell(points) + strength * gust(points)).astype(np.float32)


def _cells(n: int) -> np.ndarray:
    """Rows of eight nodes, the cells of an n^3 lattice: bit 0 of a column is the side along x, bit 1 along y."""
    i = np.arange(n - 1)
    k, j, i = np.meshgrid(i, i, i, indexing="ij")
    corner = np.stack([(i + (c & 1)) + n * ((j + (c >> 1 & 1)) + n * (k + (c >> 2))) for c in range(8)], axis=-1)
    return corner.reshape(-1, 8)


def tetrahedra(n: int) -> np.ndarray:
    """Rows of four nodes: the cells of an n^3 lattice, each cut into six."""
    return _cells(n)[:, np.array(TETRAHEDRA)].reshape(-1, 4)


def hexahedra(n: int) -> np.ndarray:
    """Rows of eight nodes, in VTK's order: the cells of an n^3 lattice."""
    return _cells(n)[:, [0, 1, 3, 2, 4, 5, 7, 6]]
