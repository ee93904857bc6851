"""Unknown and broken messages: skipped, or the end of one connection."""

from __future__ import annotations

import time

import farfield_client as ff
from checks import Checks
from comparison import Comparison, take
from farfield_client import Connection, RpcError
from node import Node, connected, viewing
from programs import ABC, PARAMS
from reference.program import ReferenceProgram


def test_messages_of_unknown_type_are_skipped(checks: Checks, node: Node) -> None:
    """Messages of unknown type are skipped by their length, also before the session is open."""
    for size in (1000, 65536):
        with connected(node) as connection:
            connection.send(77, bytes(size))
            check_opens(checks, f"unknown type of {size} bytes skipped before session.open", connection)
    with viewing(node) as session:
        session.control.send(77, bytes(ff.MAX_SKIPPED_BYTES), stream=1, sequence=9)
        checks.check("unknown type skipped on control", session.call("dataset.list")["datasets"])
        session.data.send(200, b"whatever")
        session.data.send(3, b"reserved")
        checks.check("unknown type skipped on data", session.data.echo().reply)


def check_opens(checks: Checks, what: str, connection: Connection) -> None:
    """A session can be opened on this connection."""
    try:
        checks.check(what, ff.Caller(connection).call("session.open", {"protocol": [1]})["session"])
    except (RpcError, ConnectionError) as error:
        checks.check(what, False, error)


def test_a_broken_message_ends_its_own_connection_only(checks: Checks, node: Node) -> None:
    """Broken messages: an error, then the end of the connection, and other sessions are not affected."""
    header = ff.HEADER.pack
    now = time.time_ns()
    long_call = ff.encode_json(
        {"jsonrpc": "2.0", "id": 1, "method": "session.open", "params": {"protocol": [1], "client": "x" * 65_536}}
    )
    cases = [
        ("garbage", -32005, b"GET / HTTP/1.1\r\nHost: farfield.example\r\nAccept: */*\r\n\r\n"),
        ("version 2", -32002, header(ff.MAGIC, 2, ff.CONTROL, 0, 0, 0, 0, now, 2) + b"{}"),
        ("2^60 bytes of Control", -32005, header(ff.MAGIC, 1, ff.CONTROL, 0, 0, 0, 0, now, 1 << 60)),
        ("2^60 bytes of an unknown type", -32005, header(ff.MAGIC, 1, 99, 0, 0, 0, 0, now, 1 << 60)),
        ("an Echo of 65,537 bytes", -32005, header(ff.MAGIC, 1, ff.ECHO, 0, 0, 0, 0, now, 65_537)),
        ("a first call beyond 65,536 bytes", -32005, ff.encode_message(ff.CONTROL, long_call)),
    ]
    with viewing(node) as bystander:
        info = bystander.start(ABC, PARAMS, policy="every")
        comparison = Comparison(info["stream"], ReferenceProgram(ABC, PARAMS), info["frame_bytes"])
        granted = 0
        for what, code, data in cases:
            with connected(node) as connection:
                connection.send_bytes(data)
                check_error_and_end(checks, what, code, connection)
            granted = take(bystander, comparison, info["stream"], granted, 5)
        check_broken_in_session(checks, node)
        take(bystander, comparison, info["stream"], granted, 5)
        comparison.report(checks, "broken messages: another session")
        checks.check("broken messages: another session's calls", bystander.call("dataset.list"))
    checks.check("broken messages: the node goes on", node.running())


def test_parts_with_unknown_flags_end_a_single_connection(checks: Checks, node: Node) -> None:
    """Flags of a Part are 0 to 3; the same bytes with flag 1 are taken."""
    part = ff.HEADER.pack(ff.MAGIC, 1, ff.PARTICLES, 0, 1, 0, 0, time.time_ns(), 60) + bytes(20)
    for flags, is_taken in ((1, True), (0xFFFF, False), (5, False)):
        with connected(node) as connection:
            caller = ff.Caller(connection)
            caller.call("session.open", {"protocol": [1], "channel": "single"})
            connection.send(ff.PART, part, stream=1, flags=flags)
            if is_taken:
                checks.check("a Part with flags 1 is taken", "datasets" in caller.call("dataset.list"))
            else:
                check_error_and_end(checks, f"a Part with flags {flags}", -32005, connection)


def check_broken_in_session(checks: Checks, node: Node) -> None:
    """Broken messages on the connections of a session."""
    with viewing(node) as session:
        info = session.start(ABC, PARAMS, policy="every")
        session.grant(info["stream"], 1_000_001)
        check_error_and_end(checks, "a Credit too far ahead", -32005, session.data)
        session.attach()
        session.grant(info["stream"], 1)
        frame = session.next_frame(info["stream"])
        checks.equal("broken messages: the session can attach anew", frame.header.stream, info["stream"])
        session.control.send_bytes(bytes(40))
        check_error_and_end(checks, "40 bytes of zero on control", -32005, session.control)
        session.data.wait_for_end()
        checks.check("the data connection ends with the control connection", True)


def check_error_and_end(checks: Checks, what: str, code: int, connection: Connection) -> None:
    """An error with id null must come, then the end."""
    error = checks.refused(f"broken: {what}", code, lambda: ff.Caller(connection).answer("none"))
    checks.check(f"broken: {what}: the error's id is null", error is not None and error.call_id is None)
    if code == -32002:
        checks.equal(f"broken: {what}: data", error and error.data, {"supported": [1]})
    connection.wait_for_end()
    checks.check(f"broken: {what}: the connection is closed", True)
