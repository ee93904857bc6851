"""Each case of the workload, and what traces it besides Farfield."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Callable, Iterable, NamedTuple

import numpy as np

from . import programs, reference, vtk_grids, workload
from .numba_tracer import NumbaTracer
from .vtk_tracers import ParticleTracer, StreamTracer


SEEDS = 46
"""Along each axis, of all cases."""


class Run(NamedTuple):
    rate: float
    """Million steps a second, of steps that were taken."""
    error: float | None
    """The largest distance from the reference, over all lines; none when the peer does not report where lines end."""


class Peer(NamedTuple):
    name: str
    run: Callable[[], Run]


class Case(NamedTuple):
    name: str
    """Farfield's name of it."""
    n: int
    """Nodes along each axis."""
    peers: Callable[[np.ndarray, int], Iterable[Peer]]
    """Makes the peers ready for seeds and a number of threads."""

    @property
    def is_uniform(self) -> bool:
        return self.name.startswith("trace.cell.")


def _step_length(seeds: np.ndarray) -> float:
    return workload.STEP * float(np.linalg.norm(workload.cell(seeds), axis=1).mean())


def _numba(nodes: np.ndarray, seeds: np.ndarray, threads: int) -> Peer:
    tracer = NumbaTracer(nodes, workload.EDGE, threads)
    true_ends = reference.sampled_ends(nodes[None], seeds, np.full(len(seeds), workload.STEP * workload.STEPS))

    def run() -> Run:
        begin = perf_counter()
        ends, taken = tracer.trace(seeds, workload.STEP, workload.STEPS)
        seconds = perf_counter() - begin
        return Run(taken.sum() / seconds / 1e6, reference.distance(ends, true_ends))

    return Peer("numba", run)


def _vtk(tracer: StreamTracer | ParticleTracer, true_ends: Callable, seeds: np.ndarray) -> Peer:
    """true_ends: of seeds after durations."""

    def run() -> Run:
        traced = tracer.trace(seeds)
        error = reference.distance(traced.ends, true_ends(traced.seeds, traced.durations))
        return Run(traced.steps / traced.seconds / 1e6, error)

    return Peer("vtk", run)


def prototype(program: Path, variant: int, case: Case, threads: int) -> Peer:
    """Of the uniform cases."""

    def run() -> Run:
        return Run(programs.prototype_rate(program, variant, case.n, SEEDS, threads), None)

    return Peer("prototype", run)


def _uniform(n: int) -> Callable[[np.ndarray, int], Iterable[Peer]]:
    def peers(seeds: np.ndarray, threads: int) -> Iterable[Peer]:
        nodes = workload.velocity_at_nodes(workload.lattice(n))
        yield _numba(nodes, seeds, threads)
        tracer = StreamTracer(vtk_grids.uniform(n, nodes), _step_length(seeds))
        yield _vtk(tracer, lambda s, t: reference.sampled_ends(nodes[None], s, t), seeds)

    return peers


def _bent(n: int, grid: Callable) -> Callable[[np.ndarray, int], Iterable[Peer]]:
    def peers(seeds: np.ndarray, _threads: int) -> Iterable[Peer]:
        points = workload.bent(workload.lattice(n))
        data = grid(points, workload.velocity_at_nodes(points))
        yield _vtk(StreamTracer(data, _step_length(seeds)), reference.exact_ends, seeds)

    return peers


def _unsteady(n: int) -> Callable[[np.ndarray, int], Iterable[Peer]]:
    def peers(seeds: np.ndarray, _threads: int) -> Iterable[Peer]:
        nodes = workload.lattice(n)
        slices = np.stack([workload.velocity_at_nodes(nodes, strength) for strength in workload.GUSTS])
        yield _vtk(ParticleTracer(n), lambda s, t: reference.sampled_ends(slices, s, t), seeds)

    return peers


CASES = [
    Case("trace.cell.128.97336", 128, _uniform(128)),
    Case("trace.cell.256.97336", 256, _uniform(256)),
    Case("trace.curvilinear.128.97336", 128, _bent(128, vtk_grids.curvilinear)),
    Case("trace.unsteady.64.97336", 64, _unsteady(64)),
    Case("trace.unstructured.64.97336", 64, _bent(64, vtk_grids.unstructured)),
    Case("trace.hexahedra.64.97336", 64, _bent(64, vtk_grids.hexahedra)),
]
