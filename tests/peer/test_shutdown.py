"""A node that is told to end; it serves no test after this one."""

from __future__ import annotations

from checks import Checks
from node import Node, viewing
from programs import ABC, PARAMS


def test_a_node_told_to_end_says_so_to_its_sessions(checks: Checks, node: Node) -> None:
    """session.ended, when the node is told to end; this must be the last section."""
    with viewing(node) as session:
        session.start(ABC, PARAMS)
        node.terminate()
        ended = session.notification("session.ended")
        checks.check("session.ended: a message", isinstance(ended["message"], str), ended["message"])
        session.control.wait_for_end()
        session.data.wait_for_end()
        checks.check("session.ended: both connections are closed", True)
    checks.equal("the node's exit code", node.stop(), 0)
