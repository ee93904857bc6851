"""Datasets far from 0: places in JSON are absolute, positions in frames count from the dataset's origin."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from checks import Checks
from node import Node, viewing

NODES = 11
CELL = 0.25
CORNER = np.array([500000.1, 5000000.3, 300.7])
MIDDLE = CORNER + 0.5 * CELL * (NODES - 1)
STEP = 0.01
STEPS = 100


def write_turning_box(path: Path) -> None:
    """A box of a few metres at coordinates of a map, which turns about its middle once in 2 pi seconds."""
    k, j, i = np.meshgrid(*[np.arange(NODES)] * 3, indexing="ij")
    arm = CORNER + CELL * np.stack([i, j, k], axis=-1).reshape(-1, 3) - MIDDLE
    velocity = np.stack([-arm[:, 1], arm[:, 0], 0 * arm[:, 0]], axis=-1)
    header = [
        "# vtk DataFile Version 3.0", "a box that turns", "ASCII", "DATASET STRUCTURED_POINTS",
        f"DIMENSIONS {NODES} {NODES} {NODES}", "ORIGIN " + " ".join(repr(float(x)) for x in CORNER),
        f"SPACING {CELL} {CELL} {CELL}", f"POINT_DATA {NODES**3}", "VECTORS velocity double",
    ]
    rows = [" ".join(repr(float(x)) for x in row) for row in velocity]
    path.write_text("\n".join(header + rows) + "\n", encoding="ascii")


def turned(seed: np.ndarray) -> np.ndarray:
    """Where a particle from there is after all steps, by the formula."""
    arm, angle = seed - MIDDLE, STEP * STEPS
    x, y = np.cos(angle) * arm[0] - np.sin(angle) * arm[1], np.sin(angle) * arm[0] + np.cos(angle) * arm[1]
    return MIDDLE + np.array([x, y, arm[2]])


def test_datasets_far_from_zero_lose_nothing(checks: Checks, node: Node) -> None:
    """With a node of its own, that has data."""
    with tempfile.TemporaryDirectory() as name:
        write_turning_box(Path(name) / "box.vtk")
        served = Node(node.command, ["--data", name])
        try:
            served.wait_until_ready()
            with viewing(served) as session:
                origin = check_description(checks, session.call("dataset.open", {"dataset": "box.vtk"}))
                check_particles(checks, session, origin)
                check_lines(checks, session, origin)
                check_slice(checks, session, origin)
        finally:
            served.stop()


def check_description(checks: Checks, opened: dict) -> np.ndarray:
    """What dataset.open says, and the origin."""
    origin = np.array(opened["origin"])
    upper = CORNER + CELL * (NODES - 1)
    checks.check("origin: it lies in the dataset", bool(np.all((origin >= CORNER) & (origin <= upper))), origin)
    bounds = opened["bounds"]
    close = np.allclose(bounds["min"], CORNER, rtol=0, atol=1e-6) and np.allclose(bounds["max"], upper, rtol=0, atol=1e-6)
    checks.check("origin: bounds are absolute", close, bounds)
    (rake,) = opened["suggested"]["rakes"]
    ends = np.array([rake["from"], rake["to"]])
    checks.check("origin: suggested rakes are absolute", bool(np.all((ends >= CORNER - 1e-6) & (ends <= upper + 1e-6))), rake)
    return origin


def check_particles(checks: Checks, session, origin: np.ndarray) -> None:
    """A particle's positions are relative to the origin."""
    seed = MIDDLE + [0.6, 0.0, 0.1]
    params = {"rakes": [{"kind": "point", "at": list(seed)}], "step": STEP, "steps_per_frame": STEPS, "max_age_frames": 5}
    stream = session.start("box.vtk", params, policy="every")["stream"]
    session.grant(stream, 2)
    first, second = (session.next_frame(stream).particles.values[0, :3].astype(float) for _ in range(2))
    checks.check("origin: a particle begins at its seed", np.linalg.norm(origin + first - seed) < 1e-6, origin + first)
    miss = np.linalg.norm(origin + second - turned(seed))
    checks.check("origin: a particle is where the formula has it", miss < 5e-6, miss)
    session.call("program.stop", {"stream": stream})


def check_lines(checks: Checks, session, origin: np.ndarray) -> None:
    """So are points of lines."""
    seed = MIDDLE + [0.0, 0.5, -0.2]
    params = {"rakes": [{"kind": "list", "at": [list(seed)]}], "step": STEP, "steps": STEPS}
    stream = session.start("box.vtk", params, program="lines", policy="every")["stream"]
    session.grant(stream, 1)
    points = session.next_lines(stream).polylines.points_of(0)[:, :3].astype(float)
    miss = np.linalg.norm(origin + points[-1] - turned(seed))
    checks.check("origin: a line ends where the formula has it", miss < 5e-6, miss)
    session.call("program.stop", {"stream": stream})


def check_slice(checks: Checks, session, origin: np.ndarray) -> None:
    """A slice's position is absolute."""
    rake = {"kind": "slice", "axis": "y", "position": float(MIDDLE[1]), "seeds": [3, 3]}
    started = session.start("box.vtk", {"rakes": [rake], "step": STEP, "max_age_frames": 5}, policy="every")
    checks.equal("origin: a slice through the middle has all its seeds", started["seeds"], [9])
    session.grant(started["stream"], 1)
    places = origin + session.next_frame(started["stream"]).particles.values[:, :3].astype(float)
    checks.check("origin: they lie on it", bool(np.allclose(places[:, 1], MIDDLE[1], rtol=0, atol=1e-6)), places[:, 1])
    session.call("program.stop", {"stream": started["stream"]})
