#!/usr/bin/env python3
"""Reads every file of the table with the program, and compares with what independent readers found (table.py).

    python3 check.py PROGRAM [--small] [--fetch] [--only PART]...

PROGRAM is farfield-node. --small: the few rows that pass with the other tests; --fetch: sources that are not here are
fetched (fetch.py). Needs Python and numpy alone. Files that are not here are skipped, with the reason; exit 77 where
all are.

Compared are the vector or scalar that is shown, the number of nodes, the range, the ends of 20 lines, and whether a
remark has the words that are wanted. Tolerances:
the program holds values in binary32 (6e-8), and means over cells are sums of up to some dozens of these: ranges within
2e-5 of the largest value. Lines take the same steps as those of the reference, in binary32 as to velocities, from
places with an error of a few roundings of the coordinates; where a bent face is crossed, the step may end in the
neighbouring cell, which only agrees to first order. So half of the lines must end within 1e-4 of their length, and all
within 5e-3, beside 16 roundings of the coordinates.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import fetch
import table

RANGE, HALF_OF_LINES, EACH_LINE, ROUNDINGS = 2e-5, 1e-4, 5e-3, 16 * 2.0**-24
SKIPPED = 77
SECONDS = 300


class Wrong(Exception):
    """What differs."""


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        raise Wrong((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
    return done.stdout


def shown(info: dict) -> dict:
    """The array that the program shows."""
    name = info["velocity"] or info["scalar"]
    return next(a for a in info["arrays"] if a["name"] == name and (not info["velocity"] or a["components"] > 1))


def tips_of_polyhedra(remarks: list[str]) -> int:
    """Nodes that the program adds, one inside each polyhedron."""
    return sum(int(remark.split()[0]) for remark in remarks if " polyhedra were cut into " in remark)


def check_remarks(row: table.Row, remarks: list[str]) -> None:
    for words in filter(None, row.said.split("|")):
        if not any(words in remark for remark in remarks):
            raise Wrong(f"expected a remark with '{words}', found {remarks}")


def check_info(row: table.Row, info: dict) -> None:
    name = info["velocity"] if row.kind == "vector" else info["scalar"]
    if name != row.quantity or bool(info["velocity"]) != (row.kind == "vector"):
        raise Wrong(f"expected the {row.kind} '{row.quantity}', found velocity '{info['velocity']}', "
                    f"scalar '{info['scalar']}'")
    nodes = info["nodes"] - tips_of_polyhedra(info["remarks"])
    if nodes != int(row.nodes):
        raise Wrong(f"expected {row.nodes} nodes, found {nodes}")
    found, expected = shown(info)["range"], [float(row.least), float(row.greatest)]
    if max(abs(f - e) for f, e in zip(found, expected)) > RANGE * max(map(abs, expected)):
        raise Wrong(f"expected a range of {expected[0]:.7g} to {expected[1]:.7g}, found {found[0]:.7g} to {found[1]:.7g}")
    check_remarks(row, info["remarks"])


def traced(program: str, dataset: str, reference: dict) -> np.ndarray:
    with tempfile.TemporaryDirectory() as folder:
        seeds, ends = Path(folder) / "seeds.csv", Path(folder) / "ends.csv"
        time = [reference["time"]] if "time" in reference else []
        rows = [",".join("xyzt"[: 3 + len(time)])]
        rows += [",".join(repr(x) for x in [*line["seed"], *time]) for line in reference["lines"]]
        seeds.write_text("\n".join(rows) + "\n")
        run([program, "trace", dataset, "--seeds", str(seeds), "--out", str(ends), "--ends", "--kind", "streamline",
             "--step", repr(reference["step"]), "--step-unit", "time", "--steps", str(reference["steps"])])
        with open(ends, newline="") as text:
            return np.array([[float(r[c]) for c in "xyz"] for r in csv.DictReader(text)])


def misses(reference: dict, ends: np.ndarray) -> np.ndarray:
    """Of each line, how far its end is from the reference's, by the length of the line, beside roundings."""
    expected = np.array([line["end"] for line in reference["lines"]])
    away = ends - expected
    if reference["sphere"]:
        away[:, 0] = ((away[:, 0] + 180.0) % 360.0 - 180.0) * np.cos(np.radians(expected[:, 1]))
    distance = np.linalg.norm(away, axis=1) - ROUNDINGS * np.abs(expected).max()
    return np.maximum(distance, 0.0) / np.array([line["length"] for line in reference["lines"]])


def check_lines(program: str, dataset: str, reference: dict) -> str:
    miss = misses(reference, traced(program, dataset, reference))
    if np.median(miss) > HALF_OF_LINES or miss.max() > EACH_LINE:
        raise Wrong(f"ends of lines are {np.median(miss):.2g} of their length away (median), at most {miss.max():.2g}")
    return f", ends of {miss.size} lines within {miss.max():.1e}"


def check(program: str, row: table.Row, folder: Path, lines: dict) -> str:
    if not row.nodes:
        raise Wrong("the table has no reference; write_reference.py makes it")
    files = row.files(folder)
    absent = [str(f) for f in files if not f.exists()]
    if absent:
        raise fetch.Missing(f"no {absent[0]}")
    dataset = "+".join(map(str, files))
    info = json.loads(run([program, "info", "--json", dataset]))
    if row.is_last:
        info = json.loads(run([program, "info", "--json", "--time-step", str(info["time_steps"]), dataset]))
    check_info(row, info)
    said = f"{row.nodes} nodes, {row.quantity[:40]} {float(row.least):.4g} to {float(row.greatest):.4g}"
    return said + (check_lines(program, dataset, lines[row.name]) if row.name in lines else "")


def main() -> int:
    parser = argparse.ArgumentParser(description="compares what the program reads with independent readers")
    parser.add_argument("program")
    parser.add_argument("--small", action="store_true", help="only the few rows that pass with the other tests")
    parser.add_argument("--fetch", action="store_true", help="fetch what is not here")
    parser.add_argument("--only", action="append", default=[], metavar="PART", help="rows with this in their name")
    arguments = parser.parse_args()
    rows = [r for r in table.rows() if r.small or not arguments.small]
    rows = [r for r in rows if not arguments.only or any(part in r.name for part in arguments.only)]
    sources, lines, folders, absent = table.sources(), table.lines(), {}, {}
    passed, failed, skipped = 0, 0, 0
    for number, row in enumerate(rows, start=1):
        try:
            if row.source in absent:
                raise fetch.Missing(absent[row.source])
            if row.source not in folders:
                folders[row.source] = fetch.folder_of(sources[row.source], arguments.fetch)
            said, passed = "ok    " + check(arguments.program, row, folders[row.source], lines), passed + 1
        except fetch.Missing as reason:
            if row.source not in folders:
                absent[row.source] = str(reason)
            said, skipped = f"skipped: {reason}", skipped + 1
        except (Wrong, subprocess.TimeoutExpired) as difference:
            said, failed = f"WRONG {difference}", failed + 1
        print(f"[{number:3d}/{len(rows)}] {row.format:22s} {row.source}:{row.path[-60:]}: {said}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0 if passed else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
