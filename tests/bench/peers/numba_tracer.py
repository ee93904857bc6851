"""The kernel that a user of numba would write: binary32, a particle a turn of a parallel loop, all inlined."""

from __future__ import annotations

import numba
import numpy as np
from numba import njit, prange


@njit(fastmath=True, inline="always")
def _velocity(nodes, per_unit, x, y, z):
    n = nodes.shape[0]
    qx, qy, qz = x * per_unit, y * per_unit, z * per_unit
    i = min(max(np.int32(qx), 0), n - 2)
    j = min(max(np.int32(qy), 0), n - 2)
    k = min(max(np.int32(qz), 0), n - 2)
    fx, fy, fz = qx - np.float32(i), qy - np.float32(j), qz - np.float32(k)
    one = np.float32(1.0)
    gx, gy, gz = one - fx, one - fy, one - fz
    w000, w100, w010, w110 = gz * gy * gx, gz * gy * fx, gz * fy * gx, gz * fy * fx
    w001, w101, w011, w111 = fz * gy * gx, fz * gy * fx, fz * fy * gx, fz * fy * fx
    u = v = w = np.float32(0.0)
    u = (w000 * nodes[k, j, i, 0] + w100 * nodes[k, j, i + 1, 0] + w010 * nodes[k, j + 1, i, 0]
         + w110 * nodes[k, j + 1, i + 1, 0] + w001 * nodes[k + 1, j, i, 0] + w101 * nodes[k + 1, j, i + 1, 0]
         + w011 * nodes[k + 1, j + 1, i, 0] + w111 * nodes[k + 1, j + 1, i + 1, 0])
    v = (w000 * nodes[k, j, i, 1] + w100 * nodes[k, j, i + 1, 1] + w010 * nodes[k, j + 1, i, 1]
         + w110 * nodes[k, j + 1, i + 1, 1] + w001 * nodes[k + 1, j, i, 1] + w101 * nodes[k + 1, j, i + 1, 1]
         + w011 * nodes[k + 1, j + 1, i, 1] + w111 * nodes[k + 1, j + 1, i + 1, 1])
    w = (w000 * nodes[k, j, i, 2] + w100 * nodes[k, j, i + 1, 2] + w010 * nodes[k, j + 1, i, 2]
         + w110 * nodes[k, j + 1, i + 1, 2] + w001 * nodes[k + 1, j, i, 2] + w101 * nodes[k + 1, j, i + 1, 2]
         + w011 * nodes[k + 1, j + 1, i, 2] + w111 * nodes[k + 1, j + 1, i + 1, 2])
    return u, v, w


@njit(fastmath=True, inline="always")
def _inside(x, y, z, edge):
    return x >= 0 and y >= 0 and z >= 0 and x <= edge and y <= edge and z <= edge


@njit(parallel=True, fastmath=True, boundscheck=False)
def _trace(nodes, per_unit, edge, seeds, ends, taken, h, steps):
    half, sixth, two = np.float32(0.5) * h, h / np.float32(6.0), np.float32(2.0)
    for p in prange(seeds.shape[0]):
        x, y, z = seeds[p, 0], seeds[p, 1], seeds[p, 2]
        n = 0
        while n < steps:
            u1, v1, w1 = _velocity(nodes, per_unit, x, y, z)
            u2, v2, w2 = _velocity(nodes, per_unit, x + half * u1, y + half * v1, z + half * w1)
            u3, v3, w3 = _velocity(nodes, per_unit, x + half * u2, y + half * v2, z + half * w2)
            u4, v4, w4 = _velocity(nodes, per_unit, x + h * u3, y + h * v3, z + h * w3)
            nx = x + sixth * (u1 + two * (u2 + u3) + u4)
            ny = y + sixth * (v1 + two * (v2 + v3) + v4)
            nz = z + sixth * (w1 + two * (w2 + w3) + w4)
            if not _inside(nx, ny, nz, edge):
                break
            x, y, z = nx, ny, nz
            n += 1
        ends[p, 0], ends[p, 1], ends[p, 2] = x, y, z
        taken[p] = n


class NumbaTracer:
    """Traces a steady field on the uniform grid. Compiled before the first trace()."""

    def __init__(self, nodes: np.ndarray, edge: float, threads: int) -> None:
        numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))
        self._nodes = np.ascontiguousarray(nodes, np.float32)
        self._edge = np.float32(edge)
        self._per_unit = np.float32((nodes.shape[0] - 1) / edge)
        self.trace(np.zeros((1, 3)), 0.01, 1)

    def trace(self, seeds: np.ndarray, step: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
        """The ends, and how many steps each line took."""
        seeds = seeds.astype(np.float32)
        ends, taken = np.empty_like(seeds), np.empty(len(seeds), np.int64)
        _trace(self._nodes, self._per_unit, self._edge, seeds, ends, taken, np.float32(step), steps)
        return ends, taken
