"""Terrain: its description, and views."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing

TERRAIN = "fractal:64"
LOOK_DOWN = {"eye": [10.0, -20.0, 9000.0], "heading": 30.0, "pitch": -87.5, "hfov": 8.0, "size": [37, 21], "detail": 0}


def start(session, params: dict, **options) -> dict:
    """Starts a view."""
    return session.start(TERRAIN, params, program="terrain.view", **options)


def check_geometry(checks: Checks, name: str, view) -> None:
    """Range, elevation and the pixel's direction agree."""
    seen = ~np.isnan(view.range)
    checks.check(f"{name}: ground is seen", bool(seen.any()))
    checks.check(f"{name}: NaN in both or none", bool((np.isnan(view.elevation) == ~seen).all()))
    height = view.eye[2] + view.range * view.directions()[:, :, 2]
    worst = float(np.abs(height - view.elevation)[seen].max())
    checks.check(f"{name}: elevation is that of the ray at its range", worst < 2e-3, f"{worst}")


def test_terrain_list_and_terrain_open_agree(checks: Checks, node: Node) -> None:
    """Listed terrains can be opened."""
    with viewing(node) as session:
        answer = session.call("terrain.list", {})
        checks.equal("the list is complete", answer["complete"], True)
        listed = answer["terrains"]
        checks.check("a generated terrain is offered", any(entry["kind"] == "generated" for entry in listed))
        known = {"file", "generated", "overlay", "image", "other"}
        checks.check("kinds are known", all(entry["kind"] in known for entry in listed))
        checks.check("what is no terrain has a reason", all(entry.get("reason") for entry in listed if entry["kind"] == "other"))
        info = session.call("terrain.open", {"terrain": TERRAIN})
        checks.equal("posts", info["posts"], [64, 64])
        checks.equal("it is called as it was asked for", info["terrain"], TERRAIN)
        half = 63 * 30 / 2
        checks.equal("bounds", info["bounds"], {"min": [-half, -half], "max": [half, half]})
        checks.equal("metres", (info["metres_per_unit"], info["crs_unit"]), ([1, 1], 1))
        checks.check("heights", info["heights"][0] < info["heights"][1])
        checks.refused("no such terrain", -32004, lambda: session.call("terrain.open", {"terrain": "none.tif"}))
        checks.refused("outside the data folders", -32004, lambda: session.call("terrain.open", {"terrain": "../x.tif"}))
        checks.refused("an absolute path", -32004, lambda: session.call("terrain.open", {"terrain": "/etc/passwd"}))
        checks.refused("larger than memory", -32003, lambda: session.call("terrain.open", {"terrain": "fractal:262145"}), "max_dataset_bytes")
        checks.refused("larger than any", -32003, lambda: session.call("terrain.open", {"terrain": "fractal:262146"}), "max_terrain_tiles")
        checks.refused("no parameter", -32602, lambda: session.call("terrain.open", {}))


def test_a_view_is_sent_once_and_again_when_the_eye_moves(checks: Checks, node: Node) -> None:
    """With the interaction's number."""
    with viewing(node) as session:
        info = start(session, LOOK_DOWN, interaction=3)
        session.grant(info["stream"], 3)
        frame = session.next_view(info["stream"])
        checks.equal("its number", frame.header.interaction, 3)
        checks.equal("its bytes", frame.header.payload_bytes, info["frame_bytes"])
        checks.equal("its size", frame.view.range.shape, (21, 37))
        checks.equal("its pose", (list(frame.view.eye), frame.view.heading), (LOOK_DOWN["eye"], 30.0))
        check_geometry(checks, "from above", frame.view)
        checks.silent("a view is sent once", lambda timeout: session.next_view(info["stream"], timeout))
        session.call("program.update", {"stream": info["stream"], "interaction": 4, "params": {"eye": [10.0, -20.0, 7000.0], "roll": 20.0}})
        moved = session.next_view(info["stream"])
        checks.equal("its number", moved.header.interaction, 4)
        checks.equal("what did not change", moved.view.pitch, -87.5)
        check_geometry(checks, "moved", moved.view)
        checks.check("the ground is nearer", float(np.nanmin(moved.view.range)) < float(np.nanmin(frame.view.range)))


def test_listed_poses_are_cast_one_after_the_other(checks: Checks, node: Node) -> None:
    """As the eye of a camera path."""
    with viewing(node) as session:
        poses = [[10.0, -20.0, 9000.0 - 500.0 * n, 30.0, -87.5, 0.0, 8.0] for n in range(4)]
        rest = {"size": [37, 21], "detail": 0}
        info = start(session, {"poses": poses, **rest}, policy="every")
        session.grant(info["stream"], 8)
        frames = [session.next_view(info["stream"]) for _ in poses]
        checks.equal("in order", [frame.view.eye[2] for frame in frames], [pose[2] for pose in poses])
        checks.silent("then nothing", lambda timeout: session.next_view(info["stream"], timeout))
        session.call("program.update", {"stream": info["stream"], "interaction": 1, "params": {"heading": 40.0}})
        last = session.next_view(info["stream"]).view
        checks.equal("an eye that turns stays where it was", (last.eye[2], last.heading), (7500.0, 40.0))
        for name, bad in {"six numbers": [[0.0] * 6], "no field of view": [[0.0] * 7], "words": ["north"], "no list": 3}.items():
            checks.refused(name, -32602, lambda bad=bad: start(session, {"poses": bad, **rest}), "poses")
        checks.refused("too many", -32003, lambda: start(session, {"poses": [poses[0]] * 4097, **rest}), "max_view_poses")


def test_the_same_view_has_the_same_bits(checks: Checks, node: Node) -> None:
    """Two sessions."""
    views = []
    for _ in range(2):
        with viewing(node) as session:
            info = start(session, LOOK_DOWN)
            session.grant(info["stream"], 1)
            views.append(session.next_view(info["stream"]).view)
    checks.equal("range", views[0].range.tobytes(), views[1].range.tobytes())
    checks.equal("elevation", views[0].elevation.tobytes(), views[1].elevation.tobytes())


def test_detail_is_off_by_about_a_pixel(checks: Checks, node: Node) -> None:
    """And says so."""
    views = []
    for detail in (0, 1):
        with viewing(node) as session:
            info = start(session, {**LOOK_DOWN, "pitch": -80.0, "hfov": 10.0, "eye": [0, -1200, 9000.0], "detail": detail})
            session.grant(info["stream"], 1)
            views.append(session.next_view(info["stream"]).view)
    checks.equal("said", (views[0].detail, views[1].detail), (0.0, 1.0))
    both = ~np.isnan(views[0].range) & ~np.isnan(views[1].range)
    off = np.abs(views[0].range - views[1].range)[both] / views[0].range[both]
    pixel = 2 * np.tan(np.radians(5)) / 37
    checks.check("half of the pixels are right to a pixel", float(np.median(off)) < pixel, f"{np.median(off)}")


def test_what_cannot_be_a_view_is_refused(checks: Checks, node: Node) -> None:
    """By name."""
    with viewing(node) as session:
        checks.refused("too many pixels", -32003, lambda: start(session, {"size": [16384, 16384]}), "max_view_pixels")
        checks.refused("too wide a view", -32003, lambda: start(session, {"size": [100000, 100000]}), "max_view_side")
        checks.refused("a slot that is too small", -32003, lambda: start(session, {"size": [1000, 1000]}), "slot_bytes")
        checks.refused("no pixels", -32602, lambda: start(session, {"size": [0, 10]}), "size")
        checks.refused("a field of view of half a circle", -32602, lambda: start(session, {"hfov": 180}), "hfov")
        checks.refused("an unknown setting", -32602, lambda: start(session, {"yaw": 1}), "yaw")
        checks.refused("a field", -32004, lambda: session.start("analytic:abc", {}, program="terrain.view"))
