"""A relay: entities of a foreign sender, of JSON lines and of a session (section 18)."""

from __future__ import annotations

import json
import math
import socket
from io import BytesIO
from typing import Any

import farfield_client as ff
from checks import Checks
from farfield_client import Record, Session
from node import Node, viewing

LONGITUDE, LATITUDE, HEIGHT = -121.9, 36.6, 100.0

METRES_PER_DEGREE = math.pi / 180 * 6_378_137.0
"""Of latitude, within 1 %."""


def start_entities(session: Session, **params: Any) -> dict:
    """Starts the program `entities` with credits for many bundles."""
    started = session.start("", params, program="entities", policy="every", slot_bytes=1 << 18)
    session.grant(started["stream"], 1000)
    return started


def receive_records(session: Session, stream: int, count: int) -> list[Record]:
    """The next records, as many as these or more."""
    records: list[Record] = []
    while len(records) < count:
        records += session.next_bundle(stream).bundle.records
    return records


def send_datagram(port: int, data: bytes) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(data, ("127.0.0.1", port))


def foreign_state() -> bytes:
    """An Entity State PDU of opendis: the entity 17:23:1, its place by the formulas of opendis."""
    from opendis.DataOutputStream import DataOutputStream
    from opendis.dis7 import EntityStatePdu
    from opendis.RangeCoordinates import GPS

    pdu = EntityStatePdu()
    pdu.pduType, pdu.exerciseID, pdu.protocolFamily, pdu.length = 1, 1, 1, 144
    pdu.pduStatus = pdu.entityAppearance = pdu.capabilities = 0  # opendis has no numbers there
    pdu.entityID.siteID, pdu.entityID.applicationID, pdu.entityID.entityID = 17, 23, 1
    pdu.forceId = 1
    pdu.marking.setString("Igor3d")
    place = GPS().llarpy2ecef(math.radians(LATITUDE), math.radians(LONGITUDE), HEIGHT, 0, 0, 0)
    pdu.entityLocation.x, pdu.entityLocation.y, pdu.entityLocation.z = place[:3]
    pdu.entityOrientation.psi, pdu.entityOrientation.theta, pdu.entityOrientation.phi = place[3:]
    written = BytesIO()
    pdu.serialize(DataOutputStream(written))
    return written.getvalue()


def check_foreign_sender(checks: Checks, relay: Node, port: int) -> None:
    """Listed within 1 m; the record as it was sent, at a multiple of 8 bytes."""
    state = foreign_state()
    with viewing(relay) as session:
        stream = start_entities(session, sites=[17])["stream"]
        send_datagram(port, state)
        record = receive_records(session, stream, 1)[0]
        checks.equal("foreign sender: its source", record.source, 0x110017)
        checks.equal("foreign sender: a PDU at a multiple of 8 bytes", (record.kind, record.offset % 8), (ff.KIND_DIS, 0))
        checks.check("foreign sender: its bytes as they were sent", record.data == state)
        listed = session.call("entities.list", {"filter": {"sites": [17]}})["entities"]
        checks.equal("foreign sender: the entity is listed", [one["id"] for one in listed], ["17:23:1"])
        north = (listed[0]["lat"] - LATITUDE) * METRES_PER_DEGREE
        east = (listed[0]["lon"] - LONGITUDE) * METRES_PER_DEGREE * math.cos(math.radians(LATITUDE))
        distance = math.hypot(north, east, listed[0]["alt"] - HEIGHT)
        checks.check("foreign sender: within 1 m of its place", distance < 1, f"{distance:.9f} m")
        checks.equal("foreign sender: its marking", listed[0]["marking"], "Igor3d")
        details = session.call("entities.get", {"entity": "17:23:1"})
        checks.equal("foreign sender: the same bytes in entities.get", details["state"], state.hex())


def check_json_line(checks: Checks, relay: Node, port: int) -> None:
    """Three records: state, name and values."""
    line = {"id": "Boje é", "lon": 8, "lat": 54, "alt": 1, "force": "neutral", "temperature": 12.5}
    with viewing(relay) as session:
        stream = start_entities(session, sites=[65000])["stream"]
        send_datagram(port, json.dumps(line).encode())
        records = receive_records(session, stream, 3)
        kinds = [record.kind for record in records]
        checks.equal("JSON line: its records", kinds, [ff.KIND_DIS, ff.KIND_NAME, ff.KIND_VALUES])
        state, name, values = (record.data for record in records)
        checks.equal("JSON line: the state's type and force", (state[2], state[18], len(state)), (1, 3, 144))
        checks.check("JSON line: all of one entity", state[12:18] == name[:6] == values[:6])
        checks.equal("JSON line: its name", name[8:].decode(), "Boje é")
        checks.equal("JSON line: its values", json.loads(values[8:]), {"temperature": 12.5})


def check_publishing(checks: Checks, relay: Node) -> None:
    """The publisher has none of its own, and a session without the right is refused."""
    objects = [{"id": f"robot {n}", "x": n, "y": 0, "z": 0} for n in range(10)]
    with viewing(relay) as publisher, viewing(relay) as other:
        own = start_entities(publisher, history="none", publish=True)
        stream = start_entities(other, history="none")["stream"]
        call = {"publisher": own["publisher"], "objects": objects}
        checks.equal("publishing: all are taken", publisher.call("entities.publish", call), {"refused": [], "taken": 10})
        records = receive_records(other, stream, 20)
        flags = {record.flags for record in records if record.kind == ff.KIND_DIS}
        checks.equal("publishing: another one has states and names, in the scene's frame", (len(records), flags), (20, {32}))
        checks.equal("publishing: the publisher has none", receive_silence(publisher, own["stream"]), 0)
        without = {"publisher": "0" * 32, "objects": objects}
        checks.refused("publishing: without the right", -32001, lambda: other.call("entities.publish", without))


def receive_silence(session: Session, stream: int) -> int:
    """Records of the next bundle, which after a second of silence has none."""
    return len(session.next_bundle(stream).bundle.records)
