"""Echoes: round trip and clock offset."""

from __future__ import annotations

import farfield_client as ff
from checks import Checks
from node import Node, viewing


def test_an_echo_comes_back_on_both_connections(checks: Checks, node: Node) -> None:
    """Round trip and clock offset, on both connections."""
    with viewing(node) as session:
        for name, connection in (("control", session.control), ("data", session.data)):
            payload = bytes(range(256)) * 256
            trip = connection.echo(payload, stream=11, interaction=12)
            header = trip.reply.header
            fields = (header.flags, header.stream, header.interaction, len(trip.reply.payload))
            checks.equal(f"Echo on {name}: flags, stream, interaction, length", fields, (1, 11, 12, 65_536))
            checks.check(f"Echo on {name}: the payload comes back", trip.reply.payload == payload)
            good = abs(trip.clock_ahead_ns) <= trip.round_trip_ns / 2 + 1000
            detail = f"round trip {trip.round_trip_ns / 1e3:.0f} us, ahead {trip.clock_ahead_ns / 1e3:.0f} us"
            checks.check(f"Echo on {name}: one clock, no offset beyond half the round trip", good, detail)
            connection.send(ff.ECHO, flags=ff.FLAG_REPLY, sequence=99_999)
            connection.echo()
            checks.equal(f"Echo on {name}: a reply is not answered", connection.stray_replies, 0)
