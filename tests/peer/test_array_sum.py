"""The call array.sum, whose bytes travel both ways (sections 3 and 13)."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing


def big_endian(vectors: np.ndarray) -> bytes:
    return vectors.astype(">f8").tobytes()


def test_vectors_are_added_by_the_node(checks: Checks, node: Node) -> None:
    """Small ones, one alone, and more than fits a Block in either direction."""
    random = np.random.default_rng(7)
    with viewing(node) as session:
        for count, number in ((2, 1), (3, 16), (300_000, 3)):
            vectors = random.normal(size=(number, count))
            params = {"vectors": number, "count": count}
            result, data = session.call_with_bytes("array.sum", params, big_endian(vectors))
            expected = vectors[0].copy()
            for vector in vectors[1:]:
                expected += vector
            checks.equal(f"array.sum: {number} of {count}, its result", result, {"bytes": 8 * count})
            checks.check(f"array.sum: {number} of {count}, bit for bit", data == big_endian(expected))


def test_bytes_that_do_not_fit_are_refused(checks: Checks, node: Node) -> None:
    """Too few, none, too many for the session, and parameters out of range."""
    data = big_endian(np.ones(5))

    def refused(what: str, code: int, params: dict, says: str, sent: bytes = data):
        return checks.refused(
            f"array.sum: {what}", code, lambda: session.call_with_bytes("array.sum", params, sent), says
        )

    with viewing(node) as session:
        refused("a number too few", -32602, {"vectors": 2, "count": 3}, "expected 48, 2 vectors of 3 numbers, found 40")
        refused("a number too many", -32602, {"vectors": 2, "count": 2}, "expected 32, 2 vectors of 2 numbers, found 40")
        refused("no bytes", -32602, {"vectors": 1, "count": 5}, "found 0", b"")
        refused("no vector", -32602, {"vectors": 0, "count": 5}, "from 1 to 16")
        refused("17 vectors", -32602, {"vectors": 17, "count": 5}, "from 1 to 16")
        refused("no numbers", -32602, {"vectors": 1, "count": 0}, "'count'")
        refused("no count", -32602, {"vectors": 1}, "'count'")
        limit = session.welcome["limits"]["max_frame_bytes"]
        params = {"vectors": 2, "count": limit // 8, "bytes": 2 * (limit // 8) * 8}
        error = checks.refused(
            "array.sum: more numbers than the limit allows", -32003, lambda: session.call("array.sum", params)
        )
        checks.equal("array.sum: the limit's name", error and error.data["limit"], "max_frame_bytes")
        result, _ = session.call_with_bytes("array.sum", {"vectors": 5, "count": 1}, data)
        checks.equal("array.sum: the session goes on", result, {"bytes": 8})
