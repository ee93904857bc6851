"""Calls that a node refuses, each with its code."""

from __future__ import annotations

import farfield_client as ff
from checks import Checks
from node import Node, viewing
from programs import ABC, MIDDLE_LINE, PARAMS, PARTICLE_COUNT, STEP


def test_a_wrong_call_is_refused_with_its_code(checks: Checks, node: Node) -> None:
    """Calls that must be refused, each with its code."""
    with viewing(node) as session:
        call, start = session.call, session.start
        bad = {**PARAMS, "max_age": 40}
        checks.refused("refused: an unknown setting", -32602, lambda: start(ABC, bad), "max_age")
        checks.refused("refused: an unknown parameter", -32602, lambda: start(ABC, PARAMS, burst=1), "burst")
        odd_rake = {"rakes": [{**MIDDLE_LINE, "colour": "red"}], "step": STEP}
        checks.refused("refused: an unknown part of a rake", -32602, lambda: start(ABC, odd_rake), "colour")
        checks.refused("refused: a parameter where none is", -32602, lambda: call("dataset.list", {"all": True}), "all")
        checks.refused("refused: rakes missing", -32602, lambda: start(ABC, {"step": STEP}), "rakes")
        checks.refused("refused: a step of 0", -32602, lambda: start(ABC, {**PARAMS, "step": 0}), "step")
        checks.refused("refused: an unknown method", -32601, lambda: call("program.rewind", {}))
        checks.refused("refused: an unknown stream", -32004, lambda: call("program.pause", {"stream": 4711}))
        checks.refused("refused: an unknown dataset", -32004, lambda: start("analytic:nowhere", PARAMS))
        small = 64 + 16 * PARTICLE_COUNT - 1
        error = checks.refused("refused: too small a slot", -32003, lambda: start(ABC, PARAMS, slot_bytes=small))
        limit = {"limit": "slot_bytes", "value": small, "asked": small + 1}
        checks.equal("refused: too small a slot, its data", error and error.data, limit)
        session.control.send(ff.CONTROL, b'{"jsonrpc":"2.0","id":')
        checks.refused("refused: a payload that is no JSON", -32700, lambda: session.call("dataset.list"))
        session.control.send(ff.CONTROL, b'{"jsonrpc":"2.0","id":77,"method":4}')
        checks.refused("refused: no request", -32600, lambda: session.caller.answer(77))
        checks.check("refused: the session goes on", call("dataset.list", timeout=2)["datasets"])
