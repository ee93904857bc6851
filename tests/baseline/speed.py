"""Old and new programs in turns: medians of figures, and whether they agree."""

from __future__ import annotations

import statistics
from typing import Iterator

from built import Built
from figures import bench

RUNS = 7
TOLERANCE = 0.05

SUITES = {
    "encode": ("farfield-node", "bench", "encode"),
    "ingest": ("farfield", "bench", "ingest"),
    "stream": ("farfield", "bench", "stream"),
    "trace": ("farfield-node", "bench", "trace"),
    "terrain": ("farfield-node", "bench", "terrain", "--only", "terrain.view.1024"),
    "answer": ("farfield", "bench", "NODE", "answer"),
}

Medians = dict[str, list[float]]
"""Of each figure, the median that each run found."""


def slower_or_faster(old: Built, new: Built, suites: list[str]) -> Iterator[str]:
    """A line for each figure that differs by more than TOLERANCE and by more than the old programs differ from
    themselves. Old and new take turns, so that what else the machine does meets both."""
    for suite in suites:
        before, now = in_turns(old, new, suite)
        for name in sorted(before.keys() | now.keys()):
            if name not in before or name not in now:
                yield f"speed/{name}: {'gone' if name in before else 'new'}"
            elif not agree(before[name], now[name]):
                yield f"speed/{name}: recorded {described(before[name])}, found {described(now[name])}"


def in_turns(old: Built, new: Built, suite: str) -> tuple[Medians, Medians]:
    """RUNS runs of each; which of both begins changes from run to run."""
    medians: tuple[Medians, Medians] = ({}, {})
    for run in range(RUNS):
        for side in (0, 1) if run % 2 == 0 else (1, 0):
            for name, median in one_run((old, new)[side], suite).items():
                medians[side].setdefault(name, []).append(median)
    return medians


def one_run(built: Built, suite: str) -> dict[str, float]:
    """The medians of one run; `answer` asks a node of the same side."""
    program, *arguments = SUITES[suite]
    if "NODE" not in arguments:
        return medians_of(bench(built, program, arguments))
    with built.node() as node:
        address = f"127.0.0.1:{node.port}"
        return medians_of(bench(built, program, [address if word == "NODE" else word for word in arguments]))


def medians_of(document: dict) -> dict[str, float]:
    """Each figure's; memory is not speed, but of interest as well."""
    return {figure["name"]: figure["median"] for figure in document["results"]}


def agree(before: list[float], now: list[float]) -> bool:
    """Whether the medians of both sides are as close as they can be expected to be."""
    middle = statistics.median(before)
    spread = (max(before) - min(before)) / 2
    return abs(statistics.median(now) - middle) <= max(TOLERANCE * abs(middle), spread)


def described(values: list[float]) -> str:
    """Median, and between which values."""
    return f"{statistics.median(values):.4g} ({min(values):.4g} to {max(values):.4g})"
