"""Lines: every point of every line, against the reference."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing
from programs import ABC, STEP
from reference.fields import FIELDS
from reference.lines import streamline
from reference.rakes import line, plane, point, seeds_of

RAKES = [line([2.5, 2.75, 3.0], [3.5, 3.25, 3.75], seeds=7), plane([2.75, 2.5, 2.75], [0.75, 0.25, 0], [0, 0.5, 0.75], seeds=[3, 4])]
SEEDS = np.concatenate([seeds_of(rake) for rake in RAKES])
TOLERANCE = 2e-5
"""Of a position: the node computes in binary32."""


def parts_of_answer(session, stream: int, granted: int) -> list:
    """All parts of the answer that comes next; `granted` frames were granted before."""
    parts = []
    while not parts or parts[-1].polylines.part + 1 < parts[-1].polylines.parts:
        granted += 1
        session.grant(stream, granted)
        parts.append(session.next_lines(stream))
    return parts


def compare(checks: Checks, name: str, polylines, params: dict) -> None:
    """Every line of a part of streamlines."""
    worst = 0.0
    for number, record in enumerate(polylines.lines):
        points = polylines.points_of(number)
        step = -params["step"] if record["backward"] else params["step"]
        expected = streamline(FIELDS[ABC], SEEDS[record["seed"]], step, params["steps"])
        if len(points) != len(expected):
            checks.check(f"{name}: as many points", False, f"{len(points)} for {len(expected)}")
            return
        worst = max(worst, float(np.abs(points[:, :3] - expected).max()))
        times = step * np.arange(len(points))
        worst = max(worst, float(np.abs(polylines.elapsed_of(number) - times).max()))
    checks.check(f"{name}: every point", worst < TOLERANCE, f"{worst}")


def test_streamlines_run_where_the_reference_has_them(checks: Checks, node: Node) -> None:
    """Both directions, in one part."""
    params = {"rakes": RAKES, "step": STEP, "steps": 40, "direction": "both"}
    with viewing(node) as session:
        info = session.start(ABC, params, program="lines", policy="every", interaction=5)
        checks.equal("program.start: its answer", (info["lines"], info["parts"], info["seeds_outside"]), (2 * len(SEEDS), 1, 0))
        (frame,) = parts_of_answer(session, info["stream"], 0)
        polylines = frame.polylines
        checks.equal("the frame", (frame.header.sequence, frame.header.interaction, polylines.answer), (0, 5, 0))
        checks.equal("lines", len(polylines.lines), 2 * len(SEEDS))
        checks.equal("rakes", list(polylines.lines["rake"][: len(SEEDS)]), [0] * 7 + [1] * 12)
        checks.check("all ended by their steps", bool((polylines.lines["reason"] == 0).all()))
        compare(checks, "streamlines", polylines, params)
        session.grant(info["stream"], 2)
        checks.silent("an answer is given once", lambda timeout: session.next_lines(info["stream"], timeout))


def test_parts_are_dealt_coarse_first(checks: Checks, node: Node) -> None:
    """The seeds of each part, and that together they are the answer."""
    params = {"rakes": RAKES, "step": STEP, "steps": 10, "parts": 3}
    with viewing(node) as session:
        info = session.start(ABC, params, program="lines", policy="every")
        parts = parts_of_answer(session, info["stream"], 0)
        seeds = [list(frame.polylines.lines["seed"]) for frame in parts]
        n = len(SEEDS)
        checks.equal("seeds of the parts", seeds, [list(range(0, n, 4)), list(range(2, n, 4)), list(range(1, n, 2))])
        checks.equal("the parts", [frame.polylines.part for frame in parts], [0, 1, 2])
        for frame in parts:
            compare(checks, f"part {frame.polylines.part}", frame.polylines, params)


def test_an_update_is_answered_anew(checks: Checks, node: Node) -> None:
    """Interaction numbers and answers count on; unsent parts of the old answer are dropped."""
    params = {"rakes": RAKES, "step": STEP, "steps": 20, "parts": 4}
    with viewing(node) as session:
        stream = session.start(ABC, params, program="lines", policy="every", interaction=1)["stream"]
        session.grant(stream, 1)
        first = session.next_lines(stream)
        checks.equal("the first part", (first.polylines.answer, first.header.interaction), (0, 1))
        session.call("program.update", {"stream": stream, "interaction": 2, "params": {"steps": 30}})
        parts = parts_of_answer(session, stream, 1)
        stamps = [(frame.polylines.answer, frame.polylines.part, frame.header.interaction, frame.header.sequence) for frame in parts]
        checks.equal("the new answer", stamps, [(1, part, 2, 1 + part) for part in range(4)])
        compare(checks, "after the update", parts[0].polylines, {**params, "steps": 30})


def test_lines_end_on_the_faces_of_the_domain(checks: Checks, node: Node) -> None:
    """A seed near the face, and one outside."""
    params = {"rakes": [point([0.3, 6.0, 3.1]), point([-1, 2, 3])], "step": STEP, "steps": 2000}
    with viewing(node) as session:
        info = session.start(ABC, params, program="lines", policy="every", slot_bytes=1 << 20)
        checks.equal("seeds_outside", info["seeds_outside"], 1)
        polylines = parts_of_answer(session, info["stream"], 0)[0].polylines
        checks.equal("reasons", list(polylines.lines["reason"]), [3, 3])
        end = polylines.points_of(0)[-1, :3].astype(float)
        distance = float(min(np.abs(end).min(), np.abs(end - 2 * np.pi).min()))
        checks.check("the last point lies on a face", distance < 1e-5, f"{distance}")
        outside = polylines.points_of(1)
        is_seed = len(outside) == 1 and list(outside[0, :3]) == [-1, 2, 3] and bool(np.isnan(outside[0, 3]))
        checks.check("a seed outside: one point, s is NaN", is_seed, f"{outside}")


def test_in_a_steady_field_streaklines_and_timelines_lie_on_streamlines(checks: Checks, node: Node) -> None:
    """A streakline is the streamline of its seed; a timeline joins points of the same age."""
    params = {"rakes": RAKES, "step": STEP, "steps": 20, "release_steps": 5}
    along = [streamline(FIELDS[ABC], seed, STEP, 20) for seed in SEEDS]
    with viewing(node) as session:
        stream = session.start(ABC, {**params, "kind": "streakline"}, program="lines", policy="every")["stream"]
        streaks = parts_of_answer(session, stream, 0)[0].polylines
        checks.equal("streaklines: one a seed", list(streaks.lines["seed"]), list(range(len(SEEDS))))
        worst = max(float(np.abs(streaks.points_of(i)[:, :3] - along[i][::5]).max()) for i in range(len(SEEDS)))
        checks.check("streaklines: every fifth point of the streamline", worst < TOLERANCE, f"{worst}")
        stream = session.start(ABC, {**params, "kind": "timeline"}, program="lines", policy="every")["stream"]
        times = parts_of_answer(session, stream, 0)[0].polylines
        owners = list(zip(times.lines["rake"].tolist(), times.lines["seed"].tolist()))
        checks.equal("timelines: five a rake", owners, [(rake, release) for rake in (0, 1) for release in range(5)])
        worst = 0.0
        for number, (rake, release) in enumerate(owners):
            seeds = range(0, 7) if rake == 0 else range(7, 19)
            expected = np.array([along[seed][5 * release] for seed in seeds])
            worst = max(worst, float(np.abs(times.points_of(number)[:, :3] - expected).max()))
        checks.check("timelines: points of one age", worst < TOLERANCE, f"{worst}")


def test_what_lines_cannot_do_is_refused(checks: Checks, node: Node) -> None:
    """Bad settings and answers too large."""
    with viewing(node) as session:

        def start(**changes):
            options = {key: changes.pop(key) for key in list(changes) if key == "slot_bytes"}
            params = {"rakes": RAKES, "step": STEP, "steps": 20, **changes}
            return lambda: session.start(ABC, params, program="lines", policy="every", **options)

        for name, change in {
            "a step of nothing": {"step": 0},
            "a negative tolerance": {"absolute_tolerance": -1},
            "no such kind": {"kind": "stripe"},
            "a billion steps": {"steps": 1_000_000_000},
            "streaklines upstream": {"kind": "streakline", "direction": "backward"},
            "cells of an exact function": {"step_unit": "cell"},
            "no such parameter": {"stepp": 1},
            "no such scalar": {"scalar": "nothing"},
        }.items():
            checks.refused(f"refused: {name}", -32602 if name != "no such scalar" else -32602, start(**change))
        huge = [plane([1, 1, 1], [4, 0, 0], [0, 4, 0], seeds=[1000, 1000])]
        checks.refused("refused: an answer too large for the slot", -32003, start(rakes=huge, slot_bytes=1 << 16))
        nothing = [plane([1, 1, 1], [4, 0, 0], [0, 4, 0], seeds=[100_000, 10_000])]
        checks.refused("refused: a billion seeds", -32003, start(rakes=nothing))
