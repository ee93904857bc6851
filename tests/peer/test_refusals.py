"""Calls that a node refuses, each with its code."""

from __future__ import annotations

import farfield_client as ff
from checks import Checks
from node import Node, viewing
from programs import ABC, MIDDLE_LINE, PARAMS, PARTICLE_COUNT, STEP
from reference.rakes import box, circle, seed_list, sphere


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


def test_a_billion_seeds_are_refused_by_the_name_of_the_limit(checks: Checks, node: Node) -> None:
    """Every kind of rake that can ask for so many, and lists longer than a message."""
    billion, one = 10**9, [1, 1, 1]
    rakes = [
        circle(one, one, 1, billion),
        sphere(one, 1, billion),
        sphere(one, 1, billion, fill="random", random_seed=1),
        box([0, 0, 0], one, [1000, 1000, 1000]),
        box([0, 0, 0], one, billion, fill="random", random_seed=1),
    ]
    limit = {"limit": "max_seeds_per_rake", "value": 1048576, "asked": billion}
    with viewing(node) as session:
        for rake in rakes:
            name = f"a billion seeds: {rake['kind']} {rake.get('fill', 'lattice')}"
            params = {"rakes": [rake], "step": STEP}
            error = checks.refused(name, -32003, lambda: session.start(ABC, params, slot_bytes=2**20))
            checks.equal(f"{name}, its data", error and error.data, limit)
        halves = {"rakes": [seed_list([one] * 6000), seed_list([one] * 4001)], "step": STEP}
        error = checks.refused("too long lists", -32003, lambda: session.start(ABC, halves, slot_bytes=2**20))
        limit = {"limit": "max_listed_seeds", "value": 10000, "asked": 10001}
        checks.equal("too long lists, its data", error and error.data, limit)
