"""The programs isosurface and boundary (section 15)."""

from __future__ import annotations

import numpy as np

from checks import Checks
from farfield_client import Session
from farfield_client.surface import Surface
from node import Node, viewing
from reference.fields import abc

EXACT, SAMPLED = "analytic:abc", "analytic:abc:48"


def answer(session: Session, stream: int) -> list[Surface]:
    """All parts of the next answer."""
    parts = [session.next_surface(stream).surface]
    while len(parts) < parts[0].parts:
        parts.append(session.next_surface(stream).surface)
    return parts


def surfaces(session: Session, dataset: str, params: dict, program: str = "isosurface") -> list[Surface]:
    """All parts of one answer."""
    info = session.start(dataset, params, program=program, slot_bytes=1 << 22)
    session.grant(info["stream"], 64)
    parts = answer(session, info["stream"])
    session.call("program.stop", {"stream": info["stream"]})
    return parts


def corners(parts: list[Surface]) -> np.ndarray:
    """The places of all triangles' corners: triangles, corners, x y z."""
    return np.concatenate([part.vertices[:, :3].astype(float)[part.elements] for part in parts])


def edges(parts: list[Surface]) -> np.ndarray:
    """How many triangles have each edge, once places are one where their bits are."""
    _, numbers = np.unique(corners(parts).reshape(-1, 3), axis=0, return_inverse=True)
    triangles = numbers.reshape(-1, 3)
    pairs = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    return np.unique(pairs, axis=0, return_counts=True)[1]


def test_isosurface_lies_where_the_field_has_the_value(checks: Checks, node: Node) -> None:
    """In one part and in several; normals point to where the speed falls, and triangles face that way."""
    with viewing(node) as session:
        for parts in (1, 8):
            found = surfaces(session, SAMPLED, {"values": [1.5], "parts": parts, "level": 0, "coarse_first": False})
            name = f"surface in {len(found)} parts"
            checks.equal(f"{name}: numbers", [part.part for part in found], list(range(len(found))))
            at = np.concatenate([part.vertices for part in found]).astype(float)
            speed = np.linalg.norm(np.stack(abc(*at[:, :3].T), axis=-1), axis=-1)
            checks.check(f"{name}: its value", np.abs(speed - 1.5).max() < 0.02, np.abs(speed - 1.5).max())
            checks.equal(f"{name}: s is the value", np.unique(at[:, 3]).tolist(), [1.5])
            normals = np.concatenate([part.directions() for part in found])
            lower = at[:, :3] + 0.02 * normals
            falls = np.linalg.norm(np.stack(abc(*lower.T), axis=-1), axis=-1) < speed
            checks.check(f"{name}: normals", falls.mean() > 0.99, falls.mean())
            places, facing = corners(found), np.concatenate([part.directions()[part.elements] for part in found])
            own = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0])
            agree = (own * facing.sum(axis=1)).sum(axis=1)[np.linalg.norm(own, axis=1) > 1e-7] > 0
            checks.check(f"{name}: triangles", agree.mean() > 0.99, agree.mean())
            open_edges = edges(found)
            inner = open_edges[open_edges > 1]
            checks.equal(f"{name}: no edge with more than two triangles but where corners meet", inner.max(), 2)


def test_isosurfaces_follow_their_updates(checks: Checks, node: Node) -> None:
    """An answer for each change; one part at least for each value; coarse levels; refusals that change nothing."""
    with viewing(node) as session:
        params = {"values": [1.5], "coarse_first": False}
        info = session.start(SAMPLED, params, program="isosurface", slot_bytes=1 << 22)
        stream = info["stream"]
        checks.equal("surface: its scalar", info["scalar"]["name"], "speed")
        session.grant(stream, 100)
        first = answer(session, stream)
        checks.equal("surface: the first answer", {part.answer for part in first}, {0})
        checks.silent("surface: silent until a change", lambda timeout: session.next_surface(stream, timeout))
        change = {"values": [1.0, 2.0], "level": 1}
        answered = session.call("program.update", {"stream": stream, "interaction": 9, "params": change})
        second = answer(session, stream)
        checks.equal("surface: both values", sorted({part.surface for part in second}), [0, 1])
        checks.equal("surface: of the second answer", {(part.answer, part.level) for part in second}, {(1, 1)})
        triangles = sum(len(part.elements) for part in second)
        checks.equal("surface: counted before", (answered["level"], answered["elements"]), (1, triangles))
        tight = {"stream": stream, "params": {"level": 0, "max_bytes": 1000}}
        error = checks.refused("surface: too large", -32003, lambda: session.call("program.update", tight), "")
        checks.equal("surface: the limit", error and error.data["limit"], "max_surface_bytes")
        session.call("program.update", {"stream": stream, "params": {"values": [99.0]}})
        empty = answer(session, stream)
        checks.equal("surface: none", [(len(p.vertices), len(p.elements)) for p in empty], [(0, 0)])
        session.call("program.stop", {"stream": stream})


def test_surfaces_that_cannot_be_are_refused(checks: Checks, node: Node) -> None:
    """Parameters, limits, scalars that there are not, and functions without nodes."""
    with viewing(node) as session:

        def refused(what: str, code: int, params: dict, says: str, dataset: str = SAMPLED, **options) -> None:
            error = checks.refused(
                f"surface: {what}", code,
                lambda: session.start(dataset, params, **{"program": "isosurface", **options}),
                says if code != -32003 else "",
            )
            if code == -32003:
                checks.equal(f"surface: {what}: the limit", error and error.data["limit"], says)

        refused("no value", -32602, {}, "'values'")
        refused("too many values", -32003, {"values": [1.0] * 17}, "max_isovalues")
        refused("an exact function", -32602, {"values": [1]}, "analytic:abc:64", dataset=EXACT)
        refused("an unknown scalar", -32602, {"values": [1], "scalar": "salt"}, "no scalar 'salt'; there are 'speed'")
        refused("an unknown colour", -32602, {"values": [1], "colour": "salt"}, "no scalar 'salt'")
        refused("a level beyond the grid's", -32602, {"values": [1], "level": 8}, "'level'")
        refused("a value beyond binary32", -32602, {"values": [1e300]}, "'values[0]'")
        refused("a region inside out", -32602, {"values": [1], "region": {"lo": [1, 1, 1], "hi": [0, 2, 2]}}, "region")
        refused("too large", -32003, {"values": [1.5], "level": 0, "max_bytes": 500}, "max_surface_bytes")
