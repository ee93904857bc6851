"""A node that is ended by a signal; it serves no test after this one."""

from __future__ import annotations

from checks import Checks
from farfield_client.messages import CONTROL, encode_json
from node import Node, viewing
from programs import ABC, PARAMS


def test_a_node_told_to_end_gives_up_the_terrain_that_it_reads(checks: Checks, node: Node) -> None:
    """One that takes longer to read than a node may take to end."""
    reading = Node(node.command)
    try:
        reading.wait_until_ready()
        with viewing(reading) as session:
            call = {"jsonrpc": "2.0", "id": 99, "method": "terrain.open", "params": {"terrain": "fractal:12000"}}
            session.control.send(CONTROL, encode_json(call))
            checks.refused("a call after it is answered at once", -32004, lambda: session.call("program.stop", {"stream": 1}))
            reading.terminate()
            session.notification("session.ended")
        checks.equal("the node's exit code", reading.stop(), 0)
    finally:
        reading.stop()


def test_a_node_told_to_end_says_so_to_its_sessions(checks: Checks, node: Node) -> None:
    """session.ended, when the node is ended; this must be the last section."""
    with viewing(node) as session:
        session.start(ABC, PARAMS)
        node.terminate()
        ended = session.notification("session.ended")
        checks.check("session.ended: a message", isinstance(ended["message"], str), ended["message"])
        session.control.wait_for_end()
        session.data.wait_for_end()
        checks.check("session.ended: both connections are closed", True)
    checks.equal("the node's exit code", node.stop(), 0)
