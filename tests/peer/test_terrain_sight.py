"""Lines of sight and viewsheds, against each other and a line of sight of the tests' own."""

from __future__ import annotations

import base64
import struct

import numpy as np

from checks import Checks
from node import Node, viewing

TERRAIN = "fractal:120"
LAST = 119
SPACING = 30.0
HALF = LAST / 2 * SPACING


def heights_of(session) -> np.ndarray:
    """All posts, from the tiles of level 0."""
    info = session.start(TERRAIN, {"tiles": [[0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]]}, program="terrain.tiles")
    session.grant(info["stream"], 4)
    heights = np.empty((LAST + 1, LAST + 1))
    for _ in range(4):
        tile = session.next_tile(info["stream"]).tile
        rows, columns = tile.values.shape
        heights[64 * tile.row : 64 * tile.row + rows, 64 * tile.column : 64 * tile.column + columns] = tile.values
    session.call("program.stop", {"stream": info["stream"]})
    return heights


def ground_at(heights: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The bilinear surface in the local frame, rows from north to south."""
    column, row = (x + HALF) / SPACING, (HALF - y) / SPACING
    i, j = np.clip(column.astype(int), 0, LAST - 1), np.clip(row.astype(int), 0, LAST - 1)
    u, v = column - i, row - j
    north = heights[j, i] * (1 - u) + heights[j, i + 1] * u
    south = heights[j + 1, i] * (1 - u) + heights[j + 1, i + 1] * u
    return north * (1 - v) + south * v


def lowest_clearance(heights: np.ndarray, start: list, end: list) -> float:
    """The line's least height above the ground, of 4000 places between its ends."""
    t = np.linspace(0, 1, 4002)[1:-1]
    x, y = (a + t * (b - a) for a, b in zip(start[:2], end[:2]))
    tops = [float(ground_at(heights, np.array([p[0]]), np.array([p[1]]))[0] + p[2]) for p in (start, end)]
    return float((tops[0] + t * (tops[1] - tops[0]) - ground_at(heights, x, y)).min())


def look(session, start: list, targets: list, **options) -> list:
    """The answer's lines."""
    return session.call("terrain.sight", {"terrain": TERRAIN, "from": start, "to": targets, **options})["lines"]


def viewshed(session, params: dict, **options):
    """One frame."""
    info = session.start(TERRAIN, params, program="terrain.viewshed", **options)
    session.grant(info["stream"], 1)
    frame = session.next_tile(info["stream"])
    session.call("program.stop", {"stream": info["stream"]})
    return frame.tile


def viewshed_file(session, params: dict) -> bytes:
    """All parts."""
    first = session.call("terrain.viewshed_file", {"terrain": TERRAIN, **params})
    parts = [first]
    for part in range(1, first["parts"]):
        parts.append(session.call("terrain.viewshed_file", {"terrain": TERRAIN, "part": part, **params}))
    return b"".join(base64.b64decode(part["bytes"], validate=True) for part in parts)


def unpacked_bits(packed: bytes) -> bytes:
    """PackBits: TIFF 6.0, section 9."""
    out, at = bytearray(), 0
    while at < len(packed):
        n = packed[at]
        if n < 128:
            out += packed[at + 1 : at + 2 + n]
            at += 2 + n
        else:
            out += packed[at + 1 : at + 2] * (257 - n if n > 128 else 0)
            at += 2 if n > 128 else 1
    return bytes(out)


def pixels_of(tiff: bytes) -> np.ndarray:
    """Of a little-endian TIFF of bytes in tiles under PackBits: TIFF 6.0, sections 2, 9 and 15."""
    magic, directory = struct.unpack_from("<4sI", tiff)
    assert magic == b"II*\0", magic
    tags = {}
    for n in range(struct.unpack_from("<H", tiff, directory)[0]):
        tag, kind, count, _ = struct.unpack_from("<HHII", tiff, directory + 2 + 12 * n)
        code, size = {3: ("H", 2), 4: ("I", 4)}.get(kind, ("", 0))
        if code:
            place = directory + 2 + 12 * n + 8
            offset = place if count * size <= 4 else struct.unpack_from("<I", tiff, place)[0]
            tags[tag] = struct.unpack_from(f"<{count}{code}", tiff, offset)
    width, height, across, down = (tags[tag][0] for tag in (256, 257, 322, 323))
    tiles = -(-width // across)
    image = np.zeros((-(-height // down) * down, tiles * across), np.uint8)
    for n, (offset, size) in enumerate(zip(tags[324], tags[325])):
        tile = np.frombuffer(unpacked_bits(tiff[offset : offset + size]), np.uint8).reshape(down, across)
        image[n // tiles * down : (n // tiles + 1) * down, n % tiles * across : (n % tiles + 1) * across] = tile
    return image[:height, :width]


def test_lines_of_sight_are_what_sampling_the_ground_says(checks: Checks, node: Node) -> None:
    """Where it is not a matter of millimetres."""
    with viewing(node) as session:
        heights = heights_of(session)
        start = [-300.0, 500.0, 3.0]
        random = np.random.default_rng(4)
        targets = [[float(x), float(y), 20.0] for x, y in random.uniform(-HALF, HALF, (300, 2))]
        wrong = clear = 0
        for target, line in zip(targets, look(session, start, targets)):
            clearance = lowest_clearance(heights, start, target)
            if abs(clearance) > 0.05:
                clear += 1
                wrong += line["visible"] != (clearance > 0)
                wrong += (line["blocked_at"] is None) != line["visible"]
        checks.check("lines of sight: most are clear cases", clear > 200, clear)
        checks.equal("lines of sight: wrong ones", wrong, 0)
        seen = {line["visible"] for line in look(session, start, targets)}
        checks.equal("lines of sight: some are seen, some are not", seen, {True, False})


def test_what_blocks_is_on_the_line_and_on_the_ground(checks: Checks, node: Node) -> None:
    """And its clearance is below zero."""
    with viewing(node) as session:
        heights = heights_of(session)
        targets = [[float(x), -1700.0, 1.0] for x in range(-1700, 1700, 50)]
        lines = [line for line in look(session, [0.0, 1700.0, 2.0], targets) if line["visible"] is False]
        checks.check("some are blocked", len(lines) > 5, len(lines))
        x, y, z = np.array([line["blocked_at"] for line in lines]).T
        worst = float(np.abs(ground_at(heights, x, y) - z).max())
        checks.check("blocked_at is on the ground", worst < 0.05, worst)
        checks.check("clearance is below zero", all(line["clearance"] < 0 for line in lines))


def test_lines_that_cannot_be_are_refused(checks: Checks, node: Node) -> None:
    """Or say why."""
    with viewing(node) as session:
        line = look(session, [0, 0, 2], [[5000, 0, 2]])[0]
        checks.equal("a target off the map", (line["visible"], line["reason"]), (None, "off-map"))
        checks.equal("no target", look(session, [0, 0, 2], []), [])
        checks.refused("an eye off the map", -32602, lambda: look(session, [5000, 0, 2], []), "'from': expected a place on the map")
        checks.refused("too many", -32003, lambda: look(session, [0, 0, 2], [[0, 0, 0]] * 10001), "max_sight_targets")
        checks.refused("two numbers", -32602, lambda: look(session, [0, 0, 2], [[0, 0]]), "to[0]")
        checks.refused("an unknown parameter", -32602, lambda: look(session, [0, 0, 2], [], radius=3), "'radius'")
        checks.refused(
            "no such terrain", -32004, lambda: session.call("terrain.sight", {"terrain": "none.tif", "from": [0, 0, 2], "to": []})
        )
        answer = look(session, [0, 0, 2], [[1e300, -1e300, 1e300]])[0]
        checks.equal("a place beyond all maps", answer["reason"], "off-map")


def test_a_viewshed_is_what_lines_of_sight_say(checks: Checks, node: Node) -> None:
    """Post by post."""
    with viewing(node) as session:
        observer = [15.0, -45.0, 6.0]
        tile = viewshed(session, {"observer": observer, "target": 1.5, "curved": True})
        checks.equal("all posts", tile.values.shape, (LAST + 1, LAST + 1))
        checks.equal("of whom it is", list(tile.observer), observer)
        checks.check("places", np.allclose(tile.columns(), np.arange(LAST + 1) * SPACING - HALF))
        targets = [[float(x), float(y), 1.5] for y in tile.rows() for x in tile.columns()]
        lines = look(session, observer, targets[:10000], curved=True) + look(session, observer, targets[10000:], curved=True)
        expected = np.array([line["visible"] for line in lines]).reshape(tile.values.shape)
        off = int((expected != tile.values).sum())
        checks.check("visible where a line of sight says so, but for touching", off <= 3, off)
        checks.check("some are, some are not", 0 < int(tile.values.sum()) < tile.values.size)


def test_a_viewshed_comes_as_a_file_too(checks: Checks, node: Node) -> None:
    """With the same posts."""
    with viewing(node) as session:
        params = {"observer": [105.0, 195.0, 30.0], "target": 1.5, "radius": 900.0, "sectors": [90, 300]}
        tile = viewshed(session, params)
        posts = pixels_of(viewshed_file(session, params))
        checks.equal("the file's size", posts.shape, tile.values.shape)
        checks.equal("what is visible", (posts == 255).tolist(), (tile.values == 1).tolist())
        checks.equal("what else there is", set(posts.flat), {0, 255})
        whole = pixels_of(viewshed_file(session, {"observer": params["observer"]}))
        checks.equal("all posts", whole.shape, (LAST + 1, LAST + 1))

        def refused(what: str, change: dict, word: str) -> None:
            call = {"terrain": TERRAIN, **params, **change}
            checks.refused(what, -32602, lambda: session.call("terrain.viewshed_file", call), word)

        refused("a part that there is none of", {"part": 7}, "'part'")
        refused("no whole posts", {"max_side": 64}, "'max_side'")
        refused("nobody off the map", {"observer": [1e7, 0, 2]}, "on the map")


def test_radius_sectors_and_max_side(checks: Checks, node: Node) -> None:
    """Posts that are not examined are 255."""
    with viewing(node) as session:
        observer = [105.0, 195.0, 30.0]
        whole = viewshed(session, {"observer": observer})
        near = viewshed(session, {"observer": observer, "radius": 640.0, "sectors": [90, 180]})
        x, y = np.meshgrid(near.columns() - observer[0], near.rows() - observer[1])
        inside = (np.hypot(x, y) <= 640) & (x >= 0) & (y <= 0)
        checks.check("not judged outside", bool(((near.values == 255) == ~inside).all()))
        columns = np.round((near.columns() + HALF) / SPACING).astype(int)
        rows = np.round((HALF - near.rows()) / SPACING).astype(int)
        checks.check("inside as without a radius", bool((near.values == whole.values[np.ix_(rows, columns)])[inside].all()))
        coarse = viewshed(session, {"observer": observer, "max_side": 50})
        checks.equal("every fourth post", (coarse.level, coarse.values.shape), (2, (31, 31)))
        checks.equal("with its own value", coarse.values[:30, :30].tobytes(), whole.values[::4, ::4].tobytes())
        checks.equal("the last ones, too", coarse.values[30, 30], whole.values[LAST, LAST])


def test_a_viewshed_follows_its_observer(checks: Checks, node: Node) -> None:
    """With the interaction's number, and only the newest."""
    with viewing(node) as session:
        info = session.start(TERRAIN, {"observer": [0, 0, 2]}, program="terrain.viewshed")
        stream = info["stream"]
        session.grant(stream, 1)
        first = session.next_tile(stream)
        checks.equal("its bytes", first.header.payload_bytes, info["frame_bytes"])
        checks.silent("sent once", lambda timeout: session.next_tile(stream, timeout))
        for step in range(1, 20):
            session.call("program.update", {"stream": stream, "interaction": step, "params": {"observer": [30.0 * step, 0, 2]}})
        session.grant(stream, 100)
        moved = session.next_tile(stream)
        checks.equal("the newest only", (moved.header.interaction, moved.tile.observer, moved.header.sequence), (19, (570.0, 0.0, 2.0), 1))
        checks.silent("and no other", lambda timeout: session.next_tile(stream, timeout))
        again = viewshed(session, {"observer": [570.0, 0, 2]})
        checks.equal("the same bits as one begun there", moved.tile.values.tobytes(), again.values.tobytes())


def test_viewsheds_that_cannot_be_are_refused(checks: Checks, node: Node) -> None:
    """By name."""
    with viewing(node) as session:
        def start(params: dict, **options) -> dict:
            return session.start(TERRAIN, params, program="terrain.viewshed", **options)

        checks.refused("nobody looks", -32602, lambda: start({}), "'observer'")
        checks.refused("off the map", -32602, lambda: start({"observer": [1e9, 0, 2]}), "a place on the map")
        checks.refused("below the ground", -32602, lambda: start({"observer": [0, 0, -1]}), "'observer[2]'")
        checks.refused("no width", -32602, lambda: start({"observer": [0, 0, 2], "sectors": [10, 10]}), "'sectors[1]'")
        checks.refused("no radius", -32602, lambda: start({"observer": [0, 0, 2], "radius": 0}), "'radius'")
        checks.refused("one side", -32602, lambda: start({"observer": [0, 0, 2], "max_side": 1}), "'max_side'")
        checks.refused("a slot that is too small", -32003, lambda: start({"observer": [0, 0, 2]}, slot_bytes=14000), "slot_bytes")
        checks.refused("an unknown setting", -32602, lambda: start({"observer": [0, 0, 2], "height": 2}), "'height'")
