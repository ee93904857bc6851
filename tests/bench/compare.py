"""The node's benchmarks of this working tree and of an earlier commit in turns: finds what became slower.

    python3 tests/bench/compare.py COMMIT [FIGURE ...] [--rounds N] [--node PROGRAM]

FIGURE is what names of figures begin with, such as trace, terrain.view or trace.cell.128; without any, all figures of
`farfield-node bench` are compared, which takes hours. COMMIT is built in build/compare/, whatever it takes, once. Each
round runs both programs; which of them begins changes from round to round. A ratio is of one round, above 1 where the
working tree is better: of rates its own over the commit's, of times and bytes the commit's over its own.

Printed are the medians of both, the median of the ratios, and their spread: between the quartiles, so that one round
in four that something else disturbed changes nothing. A figure is worse when all of the spread is below 0.95. The exit
code is then 1; it is 2 where nothing could be compared. Let nothing else run beside it.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from statistics import median, quantiles
from typing import Callable, Iterable, NamedTuple

from peers.commands import ROOT, output_of

LEAST_RATIO = 0.95
LEAST_ROUNDS = 5
BUILD_OPTIONS = ["-DBUILD_TESTING=OFF", "-DFARFIELD_BUILD_APP=OFF", "-DFARFIELD_WARNINGS_AS_ERRORS=OFF"]

Samples = dict[str, list[float]]
"""Of each figure, what each round found."""


class Side(NamedTuple):
    """What was found of one program."""

    samples: Samples
    units: dict[str, str]


class Row(NamedTuple):
    """A figure of both programs."""

    name: str
    unit: str
    then: float
    now: float
    ratio: float
    spread: tuple[float, float]

    @property
    def is_worse(self) -> bool:
        return self.spread[1] < LEAST_RATIO


def ratio_of(unit: str, then: float, now: float) -> float | None:
    """Above 1 where now is better; none where the unit does not tell which is better, or something is 0."""
    if not (then > 0.0 and now > 0.0):
        return None
    if unit.endswith("/s"):
        return now / then
    return then / now if unit.split()[0] in ("s", "ms", "us", "bytes") else None


def row_of(name: str, unit: str, then: list[float], now: list[float]) -> Row | None:
    ratios = [ratio_of(unit, *sides) for sides in zip(then, now, strict=True)]
    if None in ratios:
        return None
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    return Row(name, unit, median(then), median(now), median(ratios), (low, high))


def compared(then: Side, now: Side) -> tuple[list[Row], list[str]]:
    """The figures that both have, and why others are left out, a line each kind."""
    rows, unclear = [], []
    for name in (name for name in now.samples if name in then.samples):
        row = row_of(name, now.units[name], then.samples[name], now.samples[name])
        rows.append(row) if row else unclear.append(f"{name} ({now.units[name]})")
    left_out = {
        "the commit has no such figure": [name for name in now.samples if name not in then.samples],
        "the working tree has no such figure": [name for name in then.samples if name not in now.samples],
        "it is 0, or neither more nor less is better": unclear,
    }
    return rows, [f"left out, for {reason}: {', '.join(names)}" for reason, names in left_out.items() if names]


def in_turns(runs: tuple[Callable[[], dict], Callable[[], dict]], rounds: int) -> tuple[Side, Side]:
    """Runs both so many times; each returns {name: (unit, value)}."""
    sides = Side({}, {}), Side({}, {})
    for round_number in range(rounds):
        print(f"round {round_number + 1} of {rounds} ...", file=sys.stderr, flush=True)
        for side in (0, 1) if round_number % 2 == 0 else (1, 0):
            for name, (unit, value) in runs[side]().items():
                sides[side].units[name] = unit
                sides[side].samples.setdefault(name, []).append(value)
    return sides


def suites_of(node: Path) -> list[str]:
    found = re.search(r"SUITE[^{\n]*\{([a-z,]+)\}", output_of([str(node), "bench", "--help"]))
    if found is None:
        raise SystemExit(f"'{node} bench --help' names no suites")
    return found.group(1).split(",")


def bench(node: Path, beginnings: Iterable[str]) -> tuple[dict[str, tuple[str, float]], dict]:
    """Unit and median of the figures whose names begin so, of suites that the program has; and its machine."""
    figures, machine, suites = {}, {}, suites_of(node)
    for beginning in beginnings:
        suite = beginning.split(".")[0]
        if suite not in suites:
            continue
        # Suites that take no --only are filtered here.
        document = json.loads(output_of([str(node), "bench", suite, "--only", beginning, "--json"]))
        machine = document["machine"]
        for result in document["results"]:
            if result["name"].startswith(beginning):
                figures[result["name"]] = (result["unit"], result["median"])
    return figures, machine


def hash_of(commit: str) -> str:
    return output_of(["git", "-C", str(ROOT), "rev-parse", "--verify", "--short=12", f"{commit}^{{commit}}"]).strip()


def built(commit_hash: str) -> Path:
    """The commit's node."""
    source = ROOT / "build/compare" / commit_hash
    if not (source / "CMakeLists.txt").exists():
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", commit_hash], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(source)
    print(f"building {commit_hash} in {source} ...", file=sys.stderr, flush=True)
    log = source / "build.log"
    with open(log, "w") as out:
        for command in (["cmake", "--preset", "release", *BUILD_OPTIONS],
                        ["cmake", "--build", "--preset", "release", "--target", "farfield-node"]):
            if subprocess.run(command, cwd=source, stdout=out, stderr=subprocess.STDOUT, check=False).returncode != 0:
                raise SystemExit(f"'{' '.join(command)}' failed; see {log}")
    return source / "build/release/bin/farfield-node"


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", metavar="COMMIT", help="which the working tree is compared with")
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help="what names begin with (default: all)")
    parser.add_argument("--rounds", type=int, default=LEAST_ROUNDS, help="%(default)s, the least, or more")
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the working tree's")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    if chosen.rounds < LEAST_ROUNDS:
        parser.error(f"--rounds: expected {LEAST_ROUNDS} or more, found {chosen.rounds}")
    suites = suites_of(chosen.node)
    if unknown := [figure for figure in chosen.figures if figure.split(".")[0] not in suites]:
        parser.error(f"no figures begin with '{unknown[0]}'; suites are {', '.join(suites)}")
    chosen.figures = chosen.figures or suites
    return chosen


def report(rows: list[Row], left_out: list[str]) -> int:
    """Prints all, and returns the exit code."""
    print(f"  {'':<44}{'then':>10}{'now':>10}  {'unit':<10}{'ratio':>6}  spread")
    for row in rows:
        print(f"  {row.name:<44}{row.then:>10.4g}{row.now:>10.4g}  {row.unit:<10}{row.ratio:>6.3f}"
              f"  {row.spread[0]:.3f} {row.spread[1]:.3f}{'  worse' if row.is_worse else ''}")
    print(*left_out, sep="\n")
    if not rows:
        print("nothing could be compared")
        return 2
    worse = sum(row.is_worse for row in rows)
    print(f"{worse} of {len(rows)} figures are worse than {LEAST_RATIO}, beyond their spread")
    return 1 if worse else 0


def main() -> int:
    chosen = options()
    commit_hash = hash_of(chosen.commit)
    machines = [{}, {}]

    def run(side: int, node: Path) -> dict[str, tuple[str, float]]:
        figures, machine = bench(node, chosen.figures)
        machines[side] = machine or machines[side]
        return figures

    earlier = built(commit_hash)
    then, now = in_turns((lambda: run(0, earlier), lambda: run(1, chosen.node)), chosen.rounds)
    print(f"then {commit_hash}, now the working tree, {chosen.rounds} rounds, load {os.getloadavg()[0]:.2f}: {machines[1]}")
    if machines[0] and machines[0] != machines[1]:
        print(f"the commit's program says: {machines[0]}")
    return report(*compared(then, now))


if __name__ == "__main__":
    sys.exit(main())
