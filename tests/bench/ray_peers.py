"""The historical ray-trace benchmark against a plain loop in C, side by side in one run.

    python3 tests/bench/ray_peers.py [--quick] [--json] [--runs N]

Needs a build (./dev build) and gcc, or another compiler in CC. Each round measures `farfield-node bench ray` and then
the loop of peers/plain_ray.c, compiled with -O3 and with -O3 -march=native; the next round does so again. Of the runs
of a round the fastest counts on both sides, for other programs can only slow them down.

Figures, for one thread and all:
  ray.raster.threadsN ...                 seconds: farfield-node's forms, and .plain and .plain_native
  ray.raster_over_plain.threadsN ...      how many times as fast as the plain loop in the same round
  ray.raster_over_plain_native.threadsN
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from peers.figures import Figures

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).resolve().parent / "peers/plain_ray.c"
BUILDS = {"plain": ["-O3"], "plain_native": ["-O3", "-march=native"]}
RUNS_A_ROUND = 15  # as farfield-node's


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round: shows that all works")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--runs", type=int, default=9, help="rounds (default %(default)s)")
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the program")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    if chosen.quick:
        chosen.runs = 1
    return chosen


def output_of(command: list[str]) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"ray_peers: '{' '.join(command)}' ended with {done.returncode}")
    return done.stdout


def compile_loops(folder: Path) -> dict[str, Path]:
    programs = {name: folder / name for name in BUILDS}
    for name, flags in BUILDS.items():
        output_of([os.environ.get("CC", "gcc"), *flags, "-fopenmp", str(SOURCE), "-o", str(programs[name])])
    return programs


def measure_round(node: Path, loops: dict[str, Path], figures: Figures) -> dict:
    """Adds a round's figures, and returns what the node says of the machine."""
    document = json.loads(output_of([str(node), "bench", "ray", "--json"]))
    ours = {result["name"]: result["min"] for result in document["results"] if result["unit"] == "s"}
    for name, seconds in ours.items():
        figures.add(name, "s", seconds)
    for threads in sorted({1, document["machine"]["cores"]}):
        for name, program in loops.items():
            seconds = float(output_of([str(program), str(threads), str(RUNS_A_ROUND)]))
            figures.add(f"ray.{name}.threads{threads}", "s", seconds)
            for form in ("raster", "vector"):
                ratio = seconds / ours[f"ray.{form}.threads{threads}"]
                figures.add(f"ray.{form}_over_{name}.threads{threads}", "ratio", ratio)
    return document["machine"]


def main() -> None:
    chosen = options()
    figures, machine = Figures(), {}
    with tempfile.TemporaryDirectory() as folder:
        loops = compile_loops(Path(folder))
        for _ in range(chosen.runs):
            machine = measure_round(chosen.node, loops, figures)
    if chosen.json:
        print(json.dumps({"suite": "ray_peers", "machine": machine, "results": figures.results()}, indent=2))
    else:
        print(f"ray_peers: {machine}\n{figures.table()}")


if __name__ == "__main__":
    main()
