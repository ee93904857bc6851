"""Farfield's tracer against its peers, side by side in one run.

    python3 tests/bench/trace_peers.py [--quick] [--json] [--runs N] [--prototype PATH]

Needs a build (./dev build) and PyPI: the peers, VTK and numba, are installed into build/peers/. Each round of a case
measures Farfield (`farfield-node bench trace`) and then every peer once; the next round does so again. A ratio is
Farfield's rate over the peer's in the same round. Rates are of steps that were taken, on all threads on both sides.

Figures, for a case such as trace.cell.128.97336:
  .farfield .vtk .numba .prototype   million particle-steps a second
  .over_vtk ...                      Farfield's rate over the peer's
  .vtk.error ...                     the largest distance from where the lines truly are, in binary64: from the same
                                     nodes on uniform grids, else from the flow itself, so that the grid's own error
                                     is in it (about 0.001 curvilinear, 0.01 unstructured)
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from peers import environment

if TYPE_CHECKING:  # all else of `peers` needs packages that may not be there yet
    from peers.cases import Case, Peer
    from peers.figures import Figures

ROOT = Path(__file__).resolve().parents[2]


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="peers trace 1000 seeds, once: shows that all works")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--runs", type=int, default=3, help="rounds of each case (default 3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both sides (default all: %(default)s)")
    parser.add_argument("--only", default="", help="cases whose names begin with this")
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the program")
    parser.add_argument("--prototype", type=Path, help="a program that traces the uniform cases as fast as may be")
    parser.add_argument("--prototype-variant", type=int, default=6, help="its fastest variant (default 6)")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    return chosen


def measure_case(case: Case, peers: list[Peer], chosen: argparse.Namespace, figures: Figures) -> None:
    from peers import programs

    for _ in range(1 if chosen.quick else chosen.runs):
        rate = programs.farfield_rate(chosen.node, case.name, chosen.threads)
        figures.add(f"{case.name}.farfield", "Msteps/s", rate)
        for peer in peers:
            run = peer.run()
            figures.add(f"{case.name}.{peer.name}", "Msteps/s", run.rate)
            figures.add(f"{case.name}.over_{peer.name}", "ratio", rate / run.rate)
            if run.error is not None:
                figures.add(f"{case.name}.{peer.name}.error", "length", run.error)
    if case.is_uniform:
        figures.add(f"{case.name}.farfield.error", "length", programs.farfield_error(chosen.node, case.name))


def measure(chosen: argparse.Namespace) -> Figures:
    from peers import cases
    from peers.figures import Figures
    from peers.workload import seeds

    figures = Figures()
    traced = seeds(10 if chosen.quick else cases.SEEDS)
    for case in cases.CASES:
        if not case.name.startswith(chosen.only):
            continue
        print(f"{case.name} ...", file=sys.stderr, flush=True)
        peers = list(case.peers(traced, chosen.threads))
        if chosen.prototype and case.is_uniform:
            peers.append(cases.prototype(chosen.prototype, chosen.prototype_variant, case, chosen.threads))
        measure_case(case, peers, chosen, figures)
    return figures


def main() -> None:
    chosen = options()
    environment.enter()
    import numba
    import vtk

    from peers import programs, vtk_tracers

    vtk_tracers.use_threads(chosen.threads)
    machine = programs.machine_of(chosen.node) | {
        "threads": chosen.threads,
        "peers": {
            "vtk": f"{vtk.vtkVersion().GetVTKVersion()}, {vtk_tracers.smp_backend()}",
            "numba": numba.__version__,
        },
        "quick": chosen.quick,
    }
    figures = measure(chosen)
    if chosen.json:
        print(json.dumps({"suite": "trace_peers", "machine": machine, "results": figures.results()}, indent=2))
    else:
        print(f"trace_peers: {machine}\n{figures.table()}")


if __name__ == "__main__":
    main()
