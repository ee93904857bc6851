"""Overlays of a terrain: lines and points of files, and pictures."""

from __future__ import annotations

import json
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np

from checks import Checks
from node import Node, viewing

TERRAIN = "fractal:101"
"""3 km wide; its coordinates begin at its south-west corner, those of the local frame in its middle."""
HALF = 1500.0


def feature(kind: str, coordinates: list, **properties: object) -> dict:
    """Of GeoJSON."""
    return {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}


def write_geojson(path: Path, *features: dict) -> None:
    """A file of features."""
    path.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)}), encoding="utf-8")


def write_png(path: Path, pixels: np.ndarray, world: list) -> None:
    """A picture of colours, and the file beside it that says where it lies: x step, 0, 0, y step, x, y of the first pixel."""
    height, width, _ = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + row.tobytes() for row in pixels.astype(np.uint8))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))
    path.with_suffix(".pgw").write_text("\n".join(str(number) for number in world))


def test_what_is_laid_on_a_terrain(checks: Checks, node: Node) -> None:
    """With a node of its own, that has data."""
    with tempfile.TemporaryDirectory() as name:
        all_files = Path(name)
        data = all_files / "data"
        data.mkdir()
        write_files(all_files, data)
        served = Node(node.command, ["--data", str(data)])
        try:
            served.wait_until_ready()
            check_list(checks, served)
            check_lines(checks, served)
            check_parts(checks, served)
            check_file_that_changes(checks, served, data / "many.geojson")
            check_refused_overlays(checks, served)
            check_picture(checks, served)
            check_refused_pictures(checks, served)
        finally:
            served.stop()


def write_files(all_files: Path, data: Path) -> None:
    """What the checks read, and what they must not."""
    write_geojson(
        data / "roads.geojson",
        feature("LineString", [[0, 1500], [3000, 1500], [9000, 1500], [9000, 300], [2700, 300]]),
        feature("Point", [1530, 1560, 99], name="Mitte"),
        feature("Point", [-5, 5], name="outside"),
        feature("Polygon", [[[300, 300], [600, 300], [600, 600], [300, 300]]]),
    )
    write_geojson(data / "many.geojson", *[feature("LineString", [[0, 30 * n], [3000, 30 * n]]) for n in range(1, 99)] * 12)
    write_geojson(data / "most.geojson", feature("LineString", [[n % 3000, n % 2999] for n in range(200_001)]))
    write_geojson(all_files / "secret.geojson", feature("Point", [1, 1]))
    (data / "link.geojson").symlink_to(all_files / "secret.geojson")
    (data / "text.geojson").write_text("no GeoJSON")
    (data / "far.geojson").write_text(
        '{"type": "FeatureCollection", "crs": {"type": "link", "properties": {"href": "http://127.0.0.1:9/crs"}}, "features": []}'
    )
    (data / "cut.geojson").write_text('{"type": "FeatureCollection", "features": [{"type": "Feature"')
    (data / "other.vrt").write_text(
        f"<OGRVRTDataSource><OGRVRTLayer name='secret'><SrcDataSource>{all_files}/secret.geojson</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"
    )
    picture = np.zeros((60, 60, 3))
    picture[:30, :, 0] = 200  # red in the north
    picture[:, :30, 2] = 100  # blue in the west
    write_png(data / "map.png", picture, [50, 0, 0, -50, 25, 2975])
    write_png(all_files / "secret.png", picture, [50, 0, 0, -50, 25, 2975])
    (data / "link.png").symlink_to(all_files / "secret.png")


def overlay(session, file: str, **options) -> dict:
    """The answer."""
    return session.call("terrain.overlay", {"terrain": TERRAIN, "file": file, **options})


def check_list(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        kinds = {entry["name"]: entry["kind"] for entry in session.call("terrain.list", {})["terrains"]}
        checks.equal("lines are listed", kinds.get("roads.geojson"), "overlay")
        checks.equal("pictures are listed", kinds.get("map.png"), "image")
        checks.check("links are not listed", "link.geojson" not in kinds)


def check_lines(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        found = overlay(session, "roads.geojson")
        checks.equal("one part", (found["part"], found["parts"]), (0, 1))
        lines = [np.array(line) for line in found["lines"]]
        checks.equal("cut at the map's edge, and areas closed", len(lines), 3)
        checks.equal("begins at its first vertex", lines[0][0, :2].tolist(), [-1500, 0])
        checks.equal("ends at the edge", lines[0][-1, :2].tolist(), [1500, 0])
        checks.equal("goes on from the edge", [lines[1][0, :2].tolist(), lines[1][-1, :2].tolist()], [[1500, -1200], [1200, -1200]])
        steps = np.abs(np.diff(lines[0][:, :2], axis=0)).max()
        checks.check("vertices are at most four posts apart", steps <= 120.01, steps)
        checks.equal("a ring is closed", lines[2][0].tolist(), lines[2][-1].tolist())
        checks.equal("points on the map", [(p["at"][:2], p["name"]) for p in found["points"]], [([30, 60], "Mitte")])
        info = session.start(TERRAIN, {"tiles": [[0, 0, 0]]}, program="terrain.tiles")
        session.grant(info["stream"], 1)
        tile = session.next_tile(info["stream"]).tile
        at = found["points"][0]["at"]
        column, row = int(np.argmin(abs(tile.columns() - at[0]))), int(np.argmin(abs(tile.rows() - at[1])))
        if (tile.columns()[column], tile.rows()[row]) == tuple(at[:2]):
            checks.check("its height is that of the ground", abs(float(tile.values[row, column]) - at[2]) < 0.006)
        else:
            checks.check("the point is on a post", False, at)


def check_parts(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        first = overlay(session, "many.geojson")
        checks.check("several parts", first["parts"] > 1, first["parts"])
        parts = [first] + [overlay(session, "many.geojson", part=n) for n in range(1, first["parts"])]
        checks.equal("their numbers", [part["part"] for part in parts], list(range(first["parts"])))
        lines = [line for part in parts for line in part["lines"]]
        checks.check("all lines are there", len(lines) >= 98 * 12)
        whole = sum(np.abs(np.diff(np.array(line)[:, 0])).sum() for line in lines)
        checks.check("from end to end", abs(whole - 98 * 12 * 3000) < 1, whole)
        checks.refused("one part more", -32602, lambda: overlay(session, "many.geojson", part=first["parts"]), "'part'")


def check_file_that_changes(checks: Checks, node: Node, many: Path) -> None:
    with viewing(node) as session, viewing(node) as other:
        first = overlay(session, many.name)
        write_geojson(many, feature("Point", [1530, 1560]))
        checks.equal("another session has the file as it is now", overlay(other, many.name)["parts"], 1)
        parts = [overlay(session, many.name, part=n) for n in range(1, first["parts"])]
        checks.equal("a file that changes has as many parts", {part["parts"] for part in parts}, {first["parts"]})
        lines = sum(len(part["lines"]) for part in [first, *parts])
        checks.check("and all lines are there", lines >= 98 * 12, lines)
        checks.equal("asked for again it is as it is now", overlay(session, many.name)["parts"], 1)


def check_refused_overlays(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        checks.refused("a link that leads outside", -32000, lambda: overlay(session, "link.geojson"), "in the data folders")
        checks.refused("a path that does", -32004, lambda: overlay(session, "../secret.geojson"))
        checks.refused("an absolute path", -32004, lambda: overlay(session, "/etc/passwd"))
        checks.refused("a name with a zero", -32004, lambda: overlay(session, "roads.geojson\0"))
        checks.refused("a connection", -32004, lambda: overlay(session, "PG:dbname=x"))
        checks.refused("JSON for a name", -32004, lambda: overlay(session, '{"type": "Point", "coordinates": [1, 1]}'))
        checks.refused("text", -32000, lambda: overlay(session, "text.geojson"), "text.geojson")
        checks.refused("what would have to be fetched", -32000, lambda: overlay(session, "far.geojson"), "127.0.0.1:9/crs")
        checks.refused("half a file", -32000, lambda: overlay(session, "cut.geojson"), "cut.geojson")
        checks.refused("a picture", -32000, lambda: overlay(session, "map.png"), "expected points, lines or areas")
        checks.refused("a file that names others", -32000, lambda: overlay(session, "other.vrt"), "expected points, lines or areas")
        checks.refused("too many vertices", -32003, lambda: overlay(session, "most.geojson"), "max_overlay_vertices")
        checks.refused("no file", -32602, lambda: session.call("terrain.overlay", {"terrain": TERRAIN}), "'file'")


def start(session, file: str, **params) -> dict:
    """A picture on the terrain."""
    return session.start(TERRAIN, {"file": file, **params}, program="terrain.image", slot_bytes=1 << 24)


def check_picture(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        info = start(session, "map.png", max_side=301)
        session.grant(info["stream"], 1)
        frame = session.next_tile(info["stream"])
        tile = frame.tile
        checks.equal("its bytes", frame.header.payload_bytes, info["frame_bytes"])
        checks.equal("its kind and sides", (tile.kind, tile.values.shape), (2, (301, 301, 4)))
        checks.equal("from the first post to the last", (tile.x, tile.y), ((-HALF, HALF, 10.0), (HALF, -HALF, -10.0)))
        corners = [tile.values[j, i].tolist() for j, i in ((2, 2), (2, -3), (-3, 2), (-3, -3))]
        checks.equal("its colours", corners, [[200, 0, 100, 255], [200, 0, 0, 255], [0, 0, 100, 255], [0, 0, 0, 255]])
        checks.silent("sent once", lambda timeout: session.next_tile(info["stream"], timeout))
        session.call("program.update", {"stream": info["stream"], "interaction": 2, "params": {"max_side": 11}})
        session.grant(info["stream"], 2)
        smaller = session.next_tile(info["stream"])
        checks.equal("an update", (smaller.header.interaction, smaller.tile.values.shape), (2, (11, 11, 4)))


def check_refused_pictures(checks: Checks, node: Node) -> None:
    with viewing(node) as session:
        checks.refused("a link that leads outside", -32000, lambda: start(session, "link.png"), "in the data folders")
        checks.refused("a path that does", -32004, lambda: start(session, "../secret.png"))
        checks.refused("lines", -32000, lambda: start(session, "roads.geojson"))
        checks.refused("none named", -32602, lambda: session.start(TERRAIN, {}, program="terrain.image"), "'file'")
        checks.refused("one side", -32602, lambda: start(session, "map.png", max_side=1), "'max_side'")
        checks.refused("a large one", -32003, lambda: start(session, "map.png", max_side=16384), "slot_bytes")
