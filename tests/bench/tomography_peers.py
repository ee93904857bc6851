"""First-arrival times against the solvers that Python programs use, side by side in one run.

    python3 tests/bench/tomography_peers.py [--node PROGRAM] [--quick] [--runs 3]

Needs a build (./dev build) and a network for PyPI: the peers (scikit-fmm, eikonalfm, fteikpy, pykonal) are installed
into a virtual environment that is removed afterwards; a peer that cannot be installed is left out. All solve the same
medium, v = 2000 + 2 z m/s in a cube of 1 km, source a third along each axis. Errors are against the closed form.
Each round runs Farfield on one thread, then each peer; a ratio is of one round.

Figures:
  tomography.eikonal.NAME           seconds a source, .error: rms, s
  tomography.eikonal_over_NAME.N    the peer's time over Farfield's, median of the rounds
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from statistics import median

from peers.commands import ROOT, leave_out

# Runs in the virtual environment: prints seconds and the rms error of one peer.
PEER = r'''
import json, sys, time
import numpy as np
name, n = sys.argv[1], int(sys.argv[2])
h, m = 1000.0 / (n - 1), n // 3
z = np.arange(n) * h
velocity = np.ascontiguousarray(np.broadcast_to(2000.0 + 2.0 * z, (n, n, n)))
x = z[:, None, None]; y = z[None, :, None]; zz = z[None, None, :]; s = m * h
r2 = (x - s) ** 2 + (y - s) ** 2 + (zz - s) ** 2
exact = np.arccosh(1 + 4 * r2 / (2 * (2000 + 2 * s) * (2000 + 2 * zz))) / 2

def scikit_fmm():
    import skfmm
    return skfmm.travel_time(np.sqrt(r2) - 1.5 * h, velocity, dx=h, order=2)

def eikonalfm():
    import eikonalfm
    tau = eikonalfm.factored_fast_marching(velocity, (m, m, m), (h, h, h), 2)
    return tau * eikonalfm.distance(velocity.shape, (h, h, h), (m, m, m), indexing="ij")

def fteikpy():
    from fteikpy import Eikonal3D
    # Velocities of cells, the first axis z; times of nodes.
    cells = np.ascontiguousarray(np.broadcast_to((2000.0 + 2.0 * (z[:-1] + h / 2))[:, None, None], (n - 1,) * 3))
    grid = Eikonal3D(cells, gridsize=(h, h, h)).solve((s, s, s), nsweep=2).grid
    return np.moveaxis(grid, 0, 2)

def pykonal():
    import pykonal
    solver = pykonal.EikonalSolver(coord_sys="cartesian")
    solver.velocity.min_coords = 0, 0, 0
    solver.velocity.node_intervals = h, h, h
    solver.velocity.npts = n, n, n
    solver.velocity.values = velocity
    solver.traveltime.values[m, m, m] = 0
    solver.unknown[m, m, m] = False
    solver.trial.push(m, m, m)
    solver.solve()
    return solver.traveltime.values

solve = globals()[name]
solve()
begin = time.process_time()
times = np.asarray(solve())
seconds = time.process_time() - begin
if name == "scikit_fmm":
    times = np.where(np.sqrt(r2) < 1.5 * h, exact, times + 1.5 * h / (2000 + 2 * s))
print(json.dumps([seconds, float(np.sqrt(np.mean((times - exact) ** 2)))]))
'''
PACKAGES = {"scikit_fmm": "scikit-fmm", "eikonalfm": "eikonalfm", "fteikpy": "fteikpy", "pykonal": "pykonal"}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the program")
    parser.add_argument("--quick", action="store_true", help="one round: shows that all works")
    parser.add_argument("--runs", type=int, default=3, help="rounds (default %(default)s)")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    if chosen.quick:
        chosen.runs = 1
    return chosen


def installed(python: str) -> list[str]:
    """The peers that could be installed."""
    names = []
    if subprocess.run([python, "-m", "pip", "-q", "install", "numpy", "scipy"], check=False).returncode != 0:
        leave_out("numpy and scipy could not be installed from PyPI")
    for name, package in PACKAGES.items():
        done = subprocess.run([python, "-m", "pip", "-q", "install", package], capture_output=True, text=True)
        if done.returncode == 0:
            names.append(name)
        else:
            print(f"left out: {package} could not be installed", file=sys.stderr)
    return names


def farfield(node: Path) -> list[float]:
    command = [node, "bench", "tomography", "--only", "tomography.eikonal.128.sources16.threads1", "--json"]
    figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["results"]
    return [figure["median"] for figure in figures]


def peer(python: str, name: str) -> list[float] | None:
    done = subprocess.run([python, "-c", PEER, name, "128"], capture_output=True, text=True)
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    print(f"left out: {name}: {done.stderr.splitlines()[-1] if done.stderr else 'no result'}", file=sys.stderr)
    return None


def main() -> None:
    chosen = options()
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = f"{folder}/bin/python"
        rounds: dict[str, list[list[float]]] = {}
        names = installed(python)
        for _ in range(chosen.runs):
            own = farfield(chosen.node)
            rounds.setdefault("farfield", []).append([*own, 1.0])
            for name in names:
                if (found := peer(python, name)) is not None:
                    rounds.setdefault(name, []).append([*found, found[0] / own[0]])
    for name, rows in rounds.items():
        seconds, error, ratio = (median(column) for column in zip(*rows))
        print(f"tomography.eikonal.{name:12} {seconds:9.4f} s  error {error * 1e6:9.2f} us"
              f"  tomography.eikonal_over_{name}.128 {ratio:7.2f}")


if __name__ == "__main__":
    main()
