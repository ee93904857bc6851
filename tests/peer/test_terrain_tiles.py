"""Tiles of a terrain's heights: which there are, in which order they come, what they hold."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing

TERRAIN = "fractal:200"
SPACING = 30.0
LAST = 199


def start(session, tiles: list, **options) -> dict:
    """Starts the program on the landscape."""
    return session.start(TERRAIN, {"tiles": tiles}, program="terrain.tiles", **options)


def fetch(session, tiles: list) -> list:
    """These tiles, by a program of their own."""
    info = start(session, tiles)
    session.grant(info["stream"], len(tiles))
    found = [session.next_tile(info["stream"]).tile for _ in tiles]
    session.call("program.stop", {"stream": info["stream"]})
    return found


def posts_of(level: int, number: int) -> np.ndarray:
    """The posts along one axis of a tile: every 2^level-th, and the last."""
    step = 2**level
    begin, end = number * 64 * step, min((number + 1) * 64 * step, LAST)
    return np.append(np.arange(begin, end, step), end)


def whole(session) -> np.ndarray:
    """All heights, put together from the tiles of level 0."""
    heights = np.full((LAST + 1, LAST + 1), -np.inf, dtype=np.float32)
    addresses = [[0, column, row] for row in range(4) for column in range(4)]
    for tile in fetch(session, addresses):
        heights[np.ix_(posts_of(0, tile.row), posts_of(0, tile.column))] = tile.values
    return heights


def test_tiles_come_in_the_order_they_were_asked_for(checks: Checks, node: Node) -> None:
    """Once each, with credits, and then nothing."""
    with viewing(node) as session:
        addresses = [[0, 3, 1], [2, 0, 0], [0, 1, 1], [0, 3, 1]]
        info = start(session, addresses, interaction=5)
        session.grant(info["stream"], 3)
        frames = [session.next_tile(info["stream"]) for _ in range(3)]
        checks.silent("no more than were granted", lambda timeout: session.next_tile(info["stream"], timeout))
        session.grant(info["stream"], 9)
        frames.append(session.next_tile(info["stream"]))
        checks.silent("each is sent once", lambda timeout: session.next_tile(info["stream"], timeout))
        checks.equal("their order", [[f.tile.level, f.tile.column, f.tile.row] for f in frames], addresses)
        checks.equal("their numbers", [f.tile.frame for f in frames], [0, 1, 2, 3])
        checks.equal("the interaction", {f.header.interaction for f in frames}, {5})
        checks.equal("the largest has frame_bytes", max(f.header.payload_bytes for f in frames), info["frame_bytes"])
        checks.equal("the same tile has the same bits", frames[0].tile.values.tobytes(), frames[3].tile.values.tobytes())


def test_tiles_of_all_levels_fit_together(checks: Checks, node: Node) -> None:
    """Coarser ones hold every second post of the finer ones; places are those of the posts."""
    with viewing(node) as session:
        heights = whole(session)
        checks.check("level 0 covers all posts", bool(np.isfinite(heights).all()))
        info = session.call("terrain.open", {"terrain": TERRAIN})
        checks.equal("with the heights that were said", [float(heights.min()), float(heights.max())], info["heights"])
        addresses = [[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1], [2, 0, 0]]
        for address, tile in zip(addresses, fetch(session, addresses)):
            columns, rows = posts_of(address[0], address[1]), posts_of(address[0], address[2])
            checks.equal(f"heights of {address}", tile.values.tobytes(), heights[np.ix_(rows, columns)].astype(">f4").tobytes())
            checks.check(f"x of {address}", np.allclose(tile.columns(), SPACING * (columns - LAST / 2), atol=1e-6))
            checks.check(f"y of {address}", np.allclose(tile.rows(), -SPACING * (rows - LAST / 2), atol=1e-6))
        checks.equal("no observer", tile.observer, (0.0, 0.0, 0.0))


def test_an_update_replaces_the_list(checks: Checks, node: Node) -> None:
    """Tiles requested before and not sent are dropped."""
    with viewing(node) as session:
        info = start(session, [])
        stream = info["stream"]
        session.grant(stream, 2)
        checks.silent("none is asked for", lambda timeout: session.next_tile(stream, timeout))
        session.call("program.update", {"stream": stream, "params": {"tiles": [[0, 0, 0]] * 4096}})
        for _ in range(2):
            session.next_tile(stream)
        session.call("program.update", {"stream": stream, "interaction": 8, "params": {"tiles": [[2, 0, 0]]}})
        session.grant(stream, 100)
        frame = session.next_tile(stream)
        checks.equal("the next is of the new list", (frame.tile.level, frame.header.interaction, frame.header.sequence), (2, 8, 2))
        checks.silent("and the only one", lambda timeout: session.next_tile(stream, timeout))
        session.call("program.update", {"stream": stream, "params": {}})
        checks.equal("an update without a list sends it again", session.next_tile(stream).tile.level, 2)


def test_tiles_that_are_not_there_are_refused(checks: Checks, node: Node) -> None:
    """With those that are."""
    with viewing(node) as session:
        checks.refused("a column too far", -32602, lambda: start(session, [[0, 0, 0], [1, 2, 0]]), "a column from 0 to 1")
        checks.refused("a level too high", -32602, lambda: start(session, [[3, 0, 0]]), "a level from 0 to 2")
        checks.refused("a level of 2^32 - 1", -32602, lambda: start(session, [[2**32 - 1, 0, 0]]), "level")
        checks.refused("a level of 2^32", -32602, lambda: start(session, [[2**32, 0, 0]]), "tiles[0][0]")
        checks.refused("a number less", -32602, lambda: start(session, [[0, 0]]), "tiles[0]")
        checks.refused("no numbers", -32602, lambda: start(session, [["0", "0", "0"]]), "tiles[0][0]")
        checks.refused("too many", -32003, lambda: start(session, [[0, 0, 0]] * 4097), "max_listed_tiles")
        checks.refused("a slot that is too small", -32003, lambda: start(session, [], slot_bytes=1000), "slot_bytes")
        checks.refused("an unknown setting", -32602, lambda: session.start(TERRAIN, {"tile": []}, program="terrain.tiles"), "'tile'")
        checks.refused("no terrain", -32004, lambda: session.start("analytic:abc", {}, program="terrain.tiles"))
        info = start(session, [[0, 0, 0]])
        checks.refused(
            "in an update", -32602, lambda: session.call("program.update", {"stream": info["stream"], "params": {"tiles": [[9, 9, 9]]}})
        )
        session.grant(info["stream"], 2)
        checks.equal("what was asked for before is sent", session.next_tile(info["stream"]).tile.level, 0)


def test_tiny_terrains_have_one_tile(checks: Checks, node: Node) -> None:
    """Down to two by two posts."""
    with viewing(node) as session:
        info = session.start("fractal:2", {"tiles": [[0, 0, 0]]}, program="terrain.tiles")
        session.grant(info["stream"], 1)
        checks.equal("its sides", session.next_tile(info["stream"]).tile.values.shape, (2, 2))
