"""Compiles the peers' programs, and runs each comparison with its peers once: shows that all of them work.

    python3 tests/bench/check_peers.py FOLDER [--fetch] [--only NAME ...]

FOLDER has farfield-node and farfield-relay, in a build folder (build/release/bin). --fetch: also comparisons whose
peers come from PyPI. What is not installed is skipped, with the package that is missing. A figure means nothing here:
each script runs with --quick, beside whatever else the machine does.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from peers.commands import PROGRAMS, SKIPPED, compiled

HERE = Path(__file__).resolve().parent
MOST_SECONDS = 1200


class Comparison(NamedTuple):
    program: str
    """The option that takes Farfield's, farfield-PROGRAM."""
    from_pypi: bool


COMPARISONS = {
    "ray_peers": Comparison("node", False),
    "relay_peers": Comparison("relay", False),
    "terrain_peers": Comparison("node", False),
    "tomography_peers": Comparison("node", True),
    "trace_peers": Comparison("node", True),
    "volume_peers": Comparison("node", True),
}


def compile_program(name: str, build: Path) -> str:
    """How it went: 'works', 'failed' or 'skipped', and why."""
    program = PROGRAMS[name]
    if not program.is_installed():
        return f"skipped: {program.package} is not installed"
    try:
        compiled(name, build)
    except SystemExit as failure:
        return f"failed: {failure}"
    return "works"


def run_comparison(name: str, binaries: Path, fetch: bool) -> str:
    """As compile_program."""
    comparison = COMPARISONS[name]
    if comparison.from_pypi and not fetch:
        return "skipped: its peers come from PyPI, and --fetch is not given"
    command = [sys.executable, str(HERE / f"{name}.py"), "--quick",
               f"--{comparison.program}", str(binaries / f"farfield-{comparison.program}")]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return f"failed: not at its end after {MOST_SECONDS} s"
    said = done.stdout.strip().splitlines()
    if done.returncode == SKIPPED:
        return said[-1]
    left_out = "".join(f"; {line}" for line in said if line.startswith("left out: "))
    return f"works{left_out}" if done.returncode == 0 else "failed: " + "\n  ".join(said[-30:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=Path, metavar="FOLDER", help="the programs, in a build folder")
    parser.add_argument("--fetch", action="store_true", help="peers may be fetched from PyPI")
    parser.add_argument("--only", nargs="+", choices=[*PROGRAMS, *COMPARISONS], metavar="NAME", help="these")
    chosen = parser.parse_args()
    failed = False
    for name in chosen.only or [*PROGRAMS, *COMPARISONS]:
        begin = time.monotonic()
        if name in PROGRAMS:
            outcome = compile_program(name, chosen.binaries.resolve().parent)
        else:
            outcome = run_comparison(name, chosen.binaries.resolve(), chosen.fetch)
        print(f"{name} ({time.monotonic() - begin:.0f} s): {outcome}", flush=True)
        failed = failed or outcome.startswith("failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
