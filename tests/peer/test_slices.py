"""The program slice (section 14)."""

from __future__ import annotations

import numpy as np

from checks import Checks
from farfield_client import Session
from farfield_client.slice import Slice
from node import Node, viewing
from reference.fields import abc

EXACT, SAMPLED = "analytic:abc", "analytic:abc:24"


def cut(session: Session, dataset: str, axis: str, position: float, **params) -> Slice:
    """One slice."""
    info = session.start(dataset, {"planes": [{"axis": axis, "position": position}], **params}, program="slice")
    session.grant(info["stream"], 1)
    frame = session.next_slice(info["stream"])
    session.call("program.stop", {"stream": info["stream"]})
    return frame.slice


def speed_at(places: np.ndarray) -> np.ndarray:
    return np.linalg.norm(np.stack(abc(*np.moveaxis(places, -1, 0)), axis=-1), axis=-1)


def test_values_of_a_slice_are_those_of_the_field(checks: Checks, node: Node) -> None:
    """Across each axis, of an exact function and of its samples, with square pixels."""
    with viewing(node) as session:
        for axis in "xyz":
            for dataset, tolerance in ((EXACT, 1e-5), (SAMPLED, 0.1)):
                found = cut(session, dataset, axis, 1.25, size=[50, 70])
                name = f"slice: {dataset} across {axis}"
                checks.equal(f"{name}: counts", found.values.shape, (50, 50))
                checks.equal(f"{name}: on the plane", set(found.places()[..., "xyz".index(axis)].ravel()), {1.25})
                worst = float(np.abs(found.values - speed_at(found.places())).max())
                checks.check(f"{name}: speeds", worst < tolerance, worst)
        outside = cut(session, EXACT, "z", 6.5, size=[8, 8])
        checks.check("slice: nothing outside", np.isnan(outside.values).all())


def test_a_slice_follows_its_updates(checks: Checks, node: Node) -> None:
    """One frame for each change; with repeat one after the other."""
    with viewing(node) as session:
        params = {"planes": [{"axis": "z", "position": 2.0}], "size": [16, 16]}
        info = session.start(EXACT, params, program="slice")
        stream = info["stream"]
        checks.equal("slice: frame_bytes", info["frame_bytes"], 192 + 4 * 256)
        checks.equal("slice: its scalar", info["scalar"]["name"], "speed")
        session.grant(stream, 10)
        first = session.next_slice(stream)
        checks.equal("slice: the first frame", (first.header.sequence, first.slice.result, first.slice.time), (0, 0, 0))
        checks.equal("slice: one part, one plane", (first.slice.part, first.slice.parts, first.slice.plane), (0, 1, 0))
        checks.silent("slice: silent until a change", lambda timeout: session.next_slice(stream, timeout))
        change = {"planes": [{"axis": "x", "position": 3.0}]}
        session.call("program.update", {"stream": stream, "interaction": 5, "params": change})
        second = session.next_slice(stream)
        checks.equal("slice: the change", (second.header.interaction, second.slice.result), (5, 1))
        checks.equal("slice: where it is", second.slice.origin.tolist()[0], 3.0)
        session.call("program.update", {"stream": stream, "params": {"repeat": True, "time": 1, "time_step": 0.5}})
        times = [session.next_slice(stream).slice.time for _ in range(3)]
        checks.equal("slice: repeated", times, [1, 1.5, 2])
        session.call("program.stop", {"stream": stream})


def test_slices_that_cannot_be_are_refused(checks: Checks, node: Node) -> None:
    """Parameters, limits, and scalars that there are not."""
    plane = {"axis": "z", "position": 1}
    with viewing(node) as session:

        def refused(what: str, code: int, params: dict, says: str, **options) -> None:
            error = checks.refused(
                f"slice: {what}", code, lambda: session.start(EXACT, params, program="slice", **options),
                says if code != -32003 else "",
            )
            if code == -32003:
                checks.equal(f"slice: {what}: the limit", error and error.data["limit"], says)

        refused("no plane", -32602, {}, "'planes'")
        refused("an empty list", -32602, {"planes": []}, "at least one plane")
        refused("too many planes", -32003, {"planes": [plane] * 17}, "max_slices")
        refused("a plane of two forms", -32602, {"planes": [{**plane, "normal": [0, 0, 1]}]}, "'planes[0].normal'")
        refused("a plane beside the box", -32602, {"planes": [{"origin": [9, 0, 0], "normal": [1, 0, 0]}]}, "the box")
        refused("a level too far", -32602, {"planes": [plane], "level": 9}, "'level'")
        refused("nodes of a function", -32602, {"planes": [plane], "size": "nodes"}, "'size'")
        refused("an unknown axis", -32602, {"planes": [{**plane, "axis": "w"}]}, "'planes[0].axis'")
        refused("a plane without a place", -32602, {"planes": [{"axis": "z"}]}, "'planes[0].position'")
        refused("a side of none", -32602, {"planes": [plane], "size": [0, 4]}, "'size[0]'")
        refused("a side too long", -32003, {"planes": [plane], "size": [8193, 1]}, "max_slice_side")
        refused("too many pixels", -32003, {"planes": [plane], "size": [8192, 8192]}, "max_slice_pixels")
        refused("slots too small", -32003, {"planes": [plane]}, "slot_bytes", slot_bytes=1 << 16)
        refused("an unknown scalar", -32602, {"planes": [plane], "scalar": "salt"}, "salt")
        refused("an unknown parameter", -32602, {"planes": [plane], "colour": 1}, "'colour'")
        refused("a time beyond binary32", -32602, {"planes": [plane], "time": 1e300}, "'time'")


def test_a_result_has_a_part_for_each_plane(checks: Checks, node: Node) -> None:
    """Planes of all three forms, each at its place."""
    planes = [
        {"axis": "y", "position": 2.0},
        {"origin": [1.0, 1.0, 1.0], "edge_u": [2.0, 0.0, 1.0], "edge_v": [0.0, 3.0, 0.0]},
        {"origin": [3.0, 3.0, 3.0], "normal": [1.0, 1.0, 1.0]},
    ]
    with viewing(node) as session:
        info = session.start(EXACT, {"planes": planes, "size": [20, 30]}, program="slice")
        session.grant(info["stream"], 3)
        for number in range(3):
            found = session.next_slice(info["stream"]).slice
            name = f"slice: plane {number}"
            checks.equal(f"{name}: its part", (found.result, found.part, found.parts, found.plane), (0, number, 3, number))
            inside = ~np.isnan(found.values)
            worst = float(np.abs(found.values - speed_at(found.places()))[inside].max())
            checks.check(f"{name}: speeds", worst < 1e-5 and inside.mean() > 0.5, (worst, inside.mean()))
            if number == 1:
                checks.equal("slice: a parallelogram's size is exact", found.values.shape, (30, 20))
            if number == 2:
                sums = found.places().sum(axis=-1)
                checks.check("slice: a normal plane lies across it", np.allclose(sums, 9.0), sums)


def test_glyphs_are_vectors_with_a_scalar(checks: Checks, node: Node) -> None:
    """Arrows of an exact function, and their number."""
    plane = {"axis": "z", "position": 1.25}
    with viewing(node) as session:
        info = session.start(EXACT, {"planes": [plane], "size": [8, 6]}, program="glyphs")
        session.grant(info["stream"], 1)
        found = session.next_slice(info["stream"]).slice
        checks.equal("glyphs: four components", found.values.shape, (6, 6, 4))
        expected = np.stack(abc(*np.moveaxis(found.places(), -1, 0)), axis=-1)
        worst = float(np.abs(found.values[..., :3] - expected).max())
        checks.check("glyphs: vectors", worst < 1e-5, worst)
        worst = float(np.abs(found.values[..., 3] - speed_at(found.places())).max())
        checks.check("glyphs: the speed is their scalar", worst < 1e-5, worst)
        many = {"planes": [plane], "size": [257, 256]}
        error = checks.refused("glyphs: too many", -32003, lambda: session.start(EXACT, many, program="glyphs"))
        checks.equal("glyphs: the limit's name", error and error.data["limit"], "max_glyphs")
