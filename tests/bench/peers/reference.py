"""Where lines truly end, in binary64: against it, a wrong result shows however fast it was."""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from . import workload

SUBSTEPS = 2
"""Of a step of the workload. The reference's own error, of fourth order, is then below 1e-9."""


@njit(inline="always")
def _trilinear(nodes, x, y, z):
    n = nodes.shape[1]
    per_unit = (n - 1) / (2.0 * np.pi)
    qx, qy, qz = x * per_unit, y * per_unit, z * per_unit
    i = min(max(int(np.floor(qx)), 0), n - 2)
    j = min(max(int(np.floor(qy)), 0), n - 2)
    k = min(max(int(np.floor(qz)), 0), n - 2)
    fx, fy, fz = qx - i, qy - j, qz - k
    u = v = w = 0.0
    for corner in range(8):
        a, b, c = corner & 1, corner >> 1 & 1, corner >> 2
        weight = (fx if a else 1.0 - fx) * (fy if b else 1.0 - fy) * (fz if c else 1.0 - fz)
        node = nodes[k + c, j + b, i + a]
        u += weight * np.float64(node[0])
        v += weight * np.float64(node[1])
        w += weight * np.float64(node[2])
    return u, v, w


@njit(inline="always")
def _sampled(slices, times, x, y, z, t):
    """The velocity at a place and time: trilinear, and linear between slices. One slice holds at all times."""
    if len(times) == 1:
        return _trilinear(slices[0], x, y, z)
    s = min(max(np.searchsorted(times, t) - 1, 0), len(times) - 2)
    f = (t - times[s]) / (times[s + 1] - times[s])
    u0, v0, w0 = _trilinear(slices[s], x, y, z)
    u1, v1, w1 = _trilinear(slices[s + 1], x, y, z)
    return u0 + f * (u1 - u0), v0 + f * (v1 - v0), w0 + f * (w1 - w0)


@njit(inline="always")
def _exact(_slices, _times, x, y, z, _t):
    cx, cy, cz = np.cos(x), np.cos(y), np.cos(z)
    return np.sin(x) * (cy - cz), np.sin(y) * (cz - cx), np.sin(z) * (cx - cy)


def _tracer(velocity):
    @njit(parallel=True)
    def trace(slices, times, seeds, durations, steps):
        ends = seeds.copy()
        for p in prange(len(seeds)):
            x, y, z = seeds[p]
            h = durations[p] / steps
            for n in range(steps):
                t = n * h
                u1, v1, w1 = velocity(slices, times, x, y, z, t)
                m = t + 0.5 * h
                u2, v2, w2 = velocity(slices, times, x + 0.5 * h * u1, y + 0.5 * h * v1, z + 0.5 * h * w1, m)
                u3, v3, w3 = velocity(slices, times, x + 0.5 * h * u2, y + 0.5 * h * v2, z + 0.5 * h * w2, m)
                u4, v4, w4 = velocity(slices, times, x + h * u3, y + h * v3, z + h * w3, t + h)
                x += h / 6.0 * (u1 + 2.0 * u2 + 2.0 * u3 + u4)
                y += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4)
                z += h / 6.0 * (w1 + 2.0 * w2 + 2.0 * w3 + w4)
            ends[p] = x, y, z
        return ends

    return trace


_trace_sampled = _tracer(_sampled)
_trace_exact = _tracer(_exact)
_STEPS = SUBSTEPS * workload.STEPS


def distance(ends: np.ndarray, true_ends: np.ndarray) -> float:
    """The largest, over all lines; NaN where a line has no end."""
    return float(np.linalg.norm(ends - true_ends, axis=1).max())


def sampled_ends(slices: np.ndarray, seeds: np.ndarray, durations: np.ndarray) -> np.ndarray:
    """In a field on the uniform grid, [slices, z, y, x, component]: where each seed is after its duration."""
    times = workload.SLICE_TIMES if len(slices) > 1 else np.zeros(1)
    return _trace_sampled(slices, times, seeds, durations, _STEPS)


def exact_ends(seeds: np.ndarray, durations: np.ndarray) -> np.ndarray:
    """In the flow itself: a peer's distance from it holds what its grid is too coarse for."""
    return _trace_exact(np.zeros((1, 2, 2, 2, 3), np.float32), np.zeros(1), seeds, durations, _STEPS)
