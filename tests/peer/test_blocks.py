"""Bytes of calls (section 13), whatever the call; test_array_sum has one that takes them."""

from __future__ import annotations

import farfield_client as ff
from checks import Checks
from node import Node, viewing
from test_bad_messages import check_error_and_end

UNKNOWN = "example.sum"
"""A call that the node does not have: it is answered once its bytes are there."""


def test_a_call_waits_for_its_bytes(checks: Checks, node: Node) -> None:
    """Bytes before, after and around their call; other calls do not wait for them."""
    with viewing(node) as session:
        data = bytes(range(256)) * 5000
        checks.refused("bytes: after their call", -32601, lambda: session.call_with_bytes(UNKNOWN, {}, data))
        call_id = session.caller.next_id()
        ff.send_blocks(session.data, call_id, data)
        session.data.echo()
        session.caller.send(UNKNOWN, {"bytes": len(data)}, call_id)
        checks.refused("bytes: before their call", -32601, lambda: session.caller.answer(call_id))
        call_id = session.caller.next_id()
        session.data.send(ff.BLOCK, data[:1000], stream=call_id)
        session.data.echo()
        session.caller.send(UNKNOWN, {"bytes": 1500}, call_id)
        checks.check("bytes: other calls do not wait", session.call("dataset.list")["datasets"])
        session.data.send(ff.BLOCK, data[1000:1500], stream=call_id, sequence=1000, flags=ff.FLAG_LAST)
        checks.refused("bytes: around their call", -32601, lambda: session.caller.answer(call_id))


def test_a_call_with_bytes_is_refused(checks: Checks, node: Node) -> None:
    """Ids that Blocks cannot have, numbers that are none, bytes beyond the limit, no data connection."""
    with viewing(node) as session:
        for call_id in ("seven", 0, 1 << 32):
            session.caller.send(UNKNOWN, {"bytes": 5}, call_id)
            checks.refused(f"bytes: id {call_id!r}", -32600, lambda i=call_id: session.caller.answer(i))
        for number in (0, -1, 1.5, "5"):
            checks.refused(f"bytes: {number!r} of them", -32602, lambda n=number: session.call(UNKNOWN, {"bytes": n}))
        limit = session.welcome["limits"]["max_frame_bytes"]
        error = checks.refused("bytes: beyond the limit", -32003, lambda: session.call(UNKNOWN, {"bytes": limit + 1}))
        checks.equal("bytes: the limit's name", error and error.data["limit"], "max_frame_bytes")
        call_id = session.caller.next_id()
        ff.send_blocks(session.data, call_id, b"four")
        session.data.echo()
        session.caller.send(UNKNOWN, {"bytes": 5}, call_id)
        checks.refused("bytes: another number than came", -32602, lambda: session.caller.answer(call_id))
    session = ff.Session("127.0.0.1", node.port)
    checks.refused("bytes: no data connection", -32600, lambda: session.call(UNKNOWN, {"bytes": 5}))
    session.close()


def test_bytes_are_interrupted(checks: Checks, node: Node) -> None:
    """A Block out of order ends the data connection, and the error of the call states how many bytes came."""
    with viewing(node) as session:
        call_id = session.caller.next_id()
        session.caller.send(UNKNOWN, {"bytes": 100}, call_id)
        session.call("dataset.list")
        session.data.send(ff.BLOCK, bytes(60), stream=call_id)
        session.data.send(ff.BLOCK, bytes(39), stream=call_id, sequence=61, flags=ff.FLAG_LAST)
        check_error_and_end(checks, "a Block out of order", -32005, session.data)
        session.attach()
        says = "interrupted after 60 of 100 bytes"
        checks.refused("bytes: interrupted", -32000, lambda: session.caller.answer(call_id), says)
        checks.refused("bytes: on the next one", -32601, lambda: session.call_with_bytes(UNKNOWN, {}, bytes(100)))
