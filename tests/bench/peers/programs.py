"""Farfield and the prototype: programs that measure themselves."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path


def _json_of(command: list[str]) -> dict:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"trace_peers: '{' '.join(command)}' ended with {done.returncode}")
    return json.loads(done.stdout)


def farfield_rate(node: Path, case: str, threads: int) -> float:
    """The median of its runs, in million particle-steps a second."""
    figure = f"{case}.threads{threads}"
    results = _json_of([str(node), "bench", "trace", "--only", figure, "--json"])["results"]
    found = [result["median"] for result in results if result["name"] == figure]
    if not found:
        raise SystemExit(f"trace_peers: '{node} bench trace' gave no figure '{figure}'; it has 1, 2 and all threads")
    return found[0]


def farfield_error(node: Path, case: str) -> float:
    figure = f"{case}.error"
    return _json_of([str(node), "bench", "trace", "--only", figure, "--json"])["results"][0]["median"]


def machine_of(node: Path) -> dict:
    """As the node names it."""
    return _json_of([str(node), "bench", "trace", "--only", "trace.cell.128.10648.error", "--json"])["machine"]


def prototype_rate(prototype: Path, variant: int, n: int, m: int, threads: int) -> float:
    """VARIANT GRID M THREADS traj lat RUNS; the median of its runs."""
    command = [str(prototype), str(variant), str(n), str(m), str(threads), "traj", "lat", "5"]
    return _json_of(command)["Msteps_per_s"]
