"""Calls about programs: each setting, each shape of rake, changes on the way, and how they are refused."""

from __future__ import annotations

from typing import Any

from asking import LAST, SLOT_BYTES, Call
from call_datasets import HILLS

ABC = "analytic:abc:16"
LINE = {"kind": "line", "from": [1, 1, 1], "to": [5, 4, 3], "seeds": 9, "particles_per_seed": 3}
POINT = {"kind": "point", "at": [1, 2, 3]}
CIRCLE = {"kind": "circle", "centre": [3, 3, 3], "normal": [0, 0, 1], "radius": 2, "seeds": 4}
SPHERE = {"kind": "sphere", "centre": [3, 3, 3], "radius": 1, "seeds": 5}
BOX = {"kind": "box", "lo": [0, 0, 0], "hi": [2, 4, 6], "seeds": [3, 2, 2]}
PLANE = {"kind": "plane", "origin": [1, 1, 1], "edge_u": [0, 2, 0], "edge_v": [0, 0, 2], "seeds": [3, 3]}
LIST = {"kind": "list", "at": [[1, 2, 3], [4, 5, 6]], "times": [0, 0.5]}
SLICE = {"kind": "slice", "axis": "z", "position": 1.5, "seeds": [5, 4]}
ISOVALUE = {"kind": "isovalue", "scalar": "vorticity", "value": 2.0, "seeds": 20}


def start(
    program: str, dataset: str, params: Any, *, frames: int = 0, stop: bool = True, limit: int = 0, **options: Any
) -> Call:
    """`program.start`; `options` are its parameters. With a `limit` the program ends by itself after so many frames."""
    request = {"program": program, "dataset": dataset, "slot_bytes": SLOT_BYTES, "params": params, **options}
    if limit:
        request["frames"] = limit
    return Call("program.start", request, frames, limit > 0, stop)


def particles(*rakes: dict, dataset: str = ABC, **params: Any) -> Call:
    """Particles from rakes, two frames of them."""
    return start("particles", dataset, {"rakes": list(rakes), **params}, frames=2)


def refused_particles(*rakes: dict, **params: Any) -> Call:
    """What must not start."""
    return start("particles", ABC, {"rakes": list(rakes), **params})


def lines(**params: Any) -> Call:
    """Lines from one rake, in two parts."""
    return start("lines", "swirl.case", {"rakes": [LINE], "steps": 30, "parts": 2, **params}, frames=2)


def refused_lines(**params: Any) -> Call:
    """What must not start."""
    return start("lines", ABC, {"rakes": [LINE], **params})


def about(method: str, frames: int = 0, **params: Any) -> Call:
    """A call about the stream that runs."""
    return Call(f"program.{method}", {"stream": LAST, **params}, frames)


PARTICLES = [
    particles(POINT, LINE, CIRCLE, SPHERE, BOX, PLANE, LIST),
    particles(SLICE, ISOVALUE, {**SPHERE, "fill": "random", "random_seed": 7}, {**BOX, "seeds": 9, "fill": "random"}),
    particles({**LINE, "inject_start": 0.1, "inject_end": 1, "inject_interval": 0.05}, developed=True, step=-0.05),
    particles(LINE, dataset="swirl.case", scalar="helicity", time={"start": 0.5, "loop": False}, steps_per_frame=2),
    particles(LINE, dataset="analytic:double-gyre", developed=True, max_age_frames=20),
]

WRONG_RAKES = [
    {}, {"kind": "cone"}, {**POINT, "at": [1, 2]}, {**POINT, "colour": "red"}, {**LINE, "seeds": 0}, {**LINE, "seeds": 2.5},
    {**CIRCLE, "normal": [0, 0, 0]}, {**CIRCLE, "radius": -1}, {**SPHERE, "seeds": 10**9}, {**SPHERE, "random_seed": 1},
    {**BOX, "seeds": 5}, {**BOX, "fill": "full"}, {**LIST, "times": [1]}, {"kind": "list", "at": []}, {**SLICE, "axis": "w"},
    {**SLICE, "position": 99}, {**ISOVALUE, "value": 1e6}, {**ISOVALUE, "scalar": "salt"}, {**LINE, "inject_start": -1},
    {**LINE, "inject_start": 2, "inject_end": 1}, {**LINE, "inject_interval": 0}, {**LINE, "particles_per_seed": 4294967295},
]

WRONG_STARTS = [
    *(refused_particles(rake) for rake in WRONG_RAKES),
    *(refused_particles(LINE, **{name: value}) for name, value in (
        ("step", 0), ("step", "x"), ("steps_per_frame", 1001), ("max_age_frames", 0), ("scalar", "salt"), ("developed", 1),
        ("time", {"from": 0}), ("burst", 1))),
    start("particles", ABC, {"step": 0.1}),
    start("particles", ABC, {"rakes": [LINE] * 1025}),
    start("particles", ABC, {"rakes": [SLICE] * 65}),
    start("particles", ABC, [1]),
    start("smoke", ABC, {}),
    start("particles", "analytic:nowhere", {"rakes": [LINE]}),
    *(start("particles", ABC, {"rakes": [LINE]}, **{name: value}) for name, value in (
        ("policy", "all"), ("slot_bytes", 100), ("slot_bytes", 1 << 40), ("rate", -1),
        ("interaction", "x"), ("paused", 1), ("velocity", "none"), ("colour", "red"))),
    *(start("particles", ABC, {"rakes": [LINE]}, limit=limit) for limit in (-1, 2.5)),
    *(refused_lines(**{name: value}) for name, value in (
        ("kind", "arrow"), ("direction", "up"), ("integrator", "euler"), ("step", 0), ("step_unit", "mile"), ("max_step", 0),
        ("absolute_tolerance", 0), ("relative_tolerance", -1), ("steps", 0), ("steps", 100_001), ("max_time", 0),
        ("max_length", -2), ("stagnant_speed", -1), ("release_steps", 0), ("scalar", "salt"), ("time_step", "x"), ("parts", 17), ("repeat", 1))),
    refused_lines(kind="streakline", direction="both"),
    refused_lines(kind="timeline", step_unit="cell"),
]

LINES = [
    lines(),
    lines(kind="pathline", direction="both", integrator="dopri5", scalar="age", time=0.5),
    lines(kind="streakline", release_steps=2, scalar="pressure"),
    lines(kind="timeline", release_steps=10, time=1.5),
    lines(rakes=[LIST, SLICE, {**ISOVALUE, "value": 2.5}], step_unit="length", step=0.1, max_length=2, scalar="divergence"),
]

CHANGES = [
    start("particles", ABC, {"rakes": [LINE, POINT]}, stop=False, frames=3, policy="every", interaction=1),
    about("update", 2, interaction=2, params={"rakes": [LINE, {**POINT, "at": [2, 2, 2]}]}),
    about("update", 2, params={"step": 0.02, "scalar": "vorticity"}),
    about("update", params={"rakes": [], "step": 0}),
    about("step"),
    about("pause"),
    Call("program.step", {"stream": LAST, "frames": 2}, 2),
    about("resume", 1),
    about("pause", reason="tea"),
    about("stop"),
    about("stop"),
    Call("program.update", {"stream": -1}),
    start("particles", ABC, {"rakes": [LINE]}, frames=3, policy="every", limit=3),
]

POSES = [[0, -900, 900, 10, -20, 5, 50], [0, 0, 900, 90, -30, 0, 70]]

TERRAIN = [
    start("terrain.view", HILLS, {"size": [64, 36]}, frames=1),
    start("terrain.view", HILLS, {"size": [32, 18], "detail": 0, "curved": True, "poses": POSES}, frames=2),
    start("terrain.tiles", HILLS, {"tiles": [[0, 0, 0], [0, 1, 1], [1, 0, 0]]}, frames=3),
    start("terrain.viewshed", HILLS, {"observer": [0, 0, 10], "radius": 800, "sectors": [300, 120]}, frames=1),
    start("terrain.viewshed", HILLS, {"observer": [0, 0, 10], "max_side": 20, "curved": True, "target": 2}, frames=1),
    start("terrain.image", HILLS, {"file": "map.png", "max_side": 61}, frames=1),
    *(start("terrain.view", HILLS, {name: value}) for name, value in (
        ("size", [0, 1]), ("size", [20_000, 10]), ("hfov", 180), ("detail", -1), ("poses", [[1, 2]]), ("eye", [0, 0]), ("fog", 1))),
    *(start("terrain.tiles", HILLS, {"tiles": tiles}) for tiles in ([[0, 9, 9]], [[0, 0]], [[0, 0, 0]] * 4097, 3)),
    *(start("terrain.viewshed", HILLS, params) for params in (
        {}, {"observer": [9e6, 0, 1]}, {"observer": [0, 0, -1]}, {"observer": [0, 0, 1], "sectors": [5, 5]})),
    *(start("terrain.image", HILLS, params) for params in (
        {}, {"file": "none.png"}, {"file": "roads.geojson"}, {"file": "map.png", "max_side": 1},
        {"file": "map.png", "max_side": 16_384})),
    start("terrain.view", "nothing.tif", {}),
]

REPLAY = [
    Call("dataset.list"),
    Call("terrain.list"),
    Call("dataset.open", {"dataset": "analytic:abc:32"}),
    Call("dataset.open", {"dataset": "analytic:cell"}),
    start("particles", "analytic:abc:32", {}, frames=4, policy="every", limit=4),
    start("particles", "analytic:abc:32", {"rakes": [POINT]}, frames=2, stop=False),
    about("update", 1, interaction=3, params={"step": 0.5}),
    about("update", params={"step": 0}),
    about("stop"),
    start("lines", "analytic:abc:32", {}),
    start("particles", "analytic:abc:32", {}, slot_bytes=100),
]
"""To a node that serves a recording."""
