"""Sessions: opening, attaching a data connection, closing."""

from __future__ import annotations

import farfield_client as ff
from checks import Checks
from comparison import Comparison, take
from farfield_client import RpcError
from node import SILENCE_SECONDS, Node, connected, viewing
from programs import ABC, PARAMS
from reference.program import ReferenceProgram


def test_session_open_tells_the_version_the_limits_and_the_times(checks: Checks, node: Node) -> None:
    """session.open and session.attach."""
    with viewing(node) as session:
        welcome = session.welcome
        checks.equal("session.open: protocol", welcome["protocol"], 1)
        strings = all(isinstance(welcome[name], str) for name in ("session", "secret", "node"))
        checks.check("session.open: session, secret and node are strings", strings)
        checks.check("session.open: node names itself", welcome["node"].startswith("farfield-node "), welcome["node"])
        times = (welcome["heartbeat_ms"], welcome["timeout_ms"])
        checks.equal("session.open: heartbeat and timeout", times, (1000, 1000 * SILENCE_SECONDS))
        names = {"max_frame_bytes", "max_particles", "max_streams"}
        checks.check("session.open: limits", names <= set(welcome["limits"]), welcome["limits"])


def test_session_open_comes_first_and_agrees_on_a_version(checks: Checks, node: Node) -> None:
    """session.open with other versions."""
    with connected(node) as connection:
        request = {"protocol": [2, 3]}
        caller = ff.Caller(connection)
        error = checks.refused("session.open: other versions", -32002, lambda: caller.call("session.open", request))
        checks.equal("session.open: other versions, data", error and error.data, {"supported": [1]})
    with connected(node) as connection:
        opened = ff.Caller(connection).call("session.open", {"protocol": [1, 2]})
        checks.equal("session.open: one of several versions", opened["protocol"], 1)
    with connected(node) as connection:
        caller = ff.Caller(connection)
        try:
            caller.call("dataset.list")
            checks.check("another call before session.open is refused", False)
        except (RpcError, ConnectionError) as error:
            checks.check("another call before session.open is refused", True, error)


def test_session_list_and_end_need_no_session(checks: Checks, node: Node) -> None:
    """session.list and session.end as the one call of a connection."""
    with viewing(node) as session:
        name = session.welcome["session"][:8]
        with connected(node) as connection:
            listed = ff.Caller(connection).call("session.list")
            checks.equal("session.list: epoch", listed["epoch"], session.welcome["epoch"])
            states = {one["session"]: one["state"] for one in listed["sessions"]}
            checks.equal("session.list: state of the session", states.get(name), "open")
            connection.wait_for_end()
        with connected(node) as connection:
            checks.equal("session.end: answer", ff.Caller(connection).call("session.end", {"session": name}), {})
        ended = session.notification("session.ended")
        checks.check("session.end: its viewer hears of it", "has ended it" in ended["message"], ended)


def test_session_attach_needs_the_secret_and_replaces_a_lost_connection(checks: Checks, node: Node) -> None:
    """The data connection: a wrong secret, a wrong session, a new one after a loss."""
    with viewing(node) as session:
        name, secret = session.welcome["session"], session.welcome["secret"]
        for what, code, params in (
            ("wrong secret", -32001, {"session": name, "secret": secret[::-1] + "x"}),
            ("unknown session", -32004, {"session": name + "x", "secret": secret}),
        ):
            with connected(node) as connection:
                caller = ff.Caller(connection)
                checks.refused(f"session.attach: {what}", code, lambda: caller.call("session.attach", params))
        info = session.start(ABC, PARAMS, policy="every")
        stream = info["stream"]
        reference = ReferenceProgram(ABC, PARAMS)
        comparison = Comparison(stream, reference, info["frame_bytes"])
        take(session, comparison, stream, 0, 10)
        session.attach()
        checks.silent("session.attach again: no credit, no frame", lambda t: session.next_frame(stream, t))
        take(session, comparison, stream, 0, 10)
        comparison.report(checks, "session.attach again")


def test_node_stats_tells_what_a_session_has_used(checks: Checks, node: Node) -> None:
    """node.stats: turns, processor time, frames and bytes, also of a stream that was stopped."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every")
        session.grant(info["stream"], 10)
        received = [session.next_frame(info["stream"]) for _ in range(10)]
        session.call("program.stop", {"stream": info["stream"]})
        name = session.welcome["session"][:8]
        own = next(one for one in session.call("node.stats")["sessions"] if one["session"] == name)
        usage = own["usage"]
        checks.equal("node.stats: frames encoded", usage["encoded"], 10)
        sent = sum(ff.HEADER.size + frame.header.payload_bytes for frame in received)
        checks.equal("node.stats: bytes", usage["bytes"], sent)
        checks.check("node.stats: turns", 1 <= usage["turns"] <= 10, usage)
        checks.check("node.stats: times", usage["cpu_ms"] > 0 and usage["waited_ms"] >= 0, usage)
        checks.equal("node.stats: streams", own["streams"], [])


def test_session_close_ends_both_connections_and_the_session(checks: Checks, node: Node) -> None:
    """session.close."""
    with viewing(node) as session:
        checks.equal("session.close: its answer", session.call("session.close"), {})
        session.control.wait_for_end()
        session.data.wait_for_end()
        checks.check("session.close: both connections are closed", True)
        with connected(node) as connection:
            params = {"session": session.welcome["session"], "secret": session.welcome["secret"]}
            caller = ff.Caller(connection)
            checks.refused("session.close: the session is gone", -32004, lambda: caller.call("session.attach", params))
