"""A relay: its calls, notifications, and bundles that a session sends (section 18)."""

from __future__ import annotations

import json
import pathlib
import struct
import time
from typing import Any, Iterable

import farfield_client as ff
from checks import Checks
from farfield_client import Record, Session
from node import Node, viewing
from ports import free_port
from test_relay import receive_records, send_datagram, start_entities

ENDINGS = ["delivered", "own", "filtered", "conflated", "policy", "late", "waiting"]

PATIENCE_S = 20.0


def line(number: int, **more: Any) -> bytes:
    """A JSON line of an entity with its number in its id and place."""
    return json.dumps({"id": f"buoy {number}", "lon": number / 10, "lat": 54, "alt": 0, **more}).encode()


def addressed(address: int, text: bytes) -> Record:
    """An addressed message: a u16 address comes first."""
    return Record(0, ff.KIND_ADDRESSED, 0, address, 0, struct.pack(">H", address) + text)


def sums_up(account: dict, endings: Iterable[str] = ENDINGS) -> bool:
    """Whether each message that was offered has ended under one name."""
    return account["offered"] == sum(account.get(name, 0) for name in endings)


def until(session: Session, method: str, wanted: Any, **params: Any) -> dict:
    """The result of a call once this is true of it."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        result = session.call(method, params)
        if wanted(result) or time.monotonic() > deadline:
            return result
        session.keep_alive()


def check_info(checks: Checks, relay: Node, inputs: list[str]) -> None:
    """Members of relay.info; without files the clock is live."""
    with viewing(relay) as session:
        info = session.call("relay.info")
        checks.equal("relay.info: its id", info["relay"], 0)
        checks.equal("relay.info: the clock", info["clock"], {"state": "live", "rate": 1})
        checks.equal("relay.info: the inputs", [(one["input"], one["state"]) for one in info["inputs"]], [(one, "up") for one in inputs])
        checks.check("relay.info: their ports", all(one["input"].endswith(f":{one['port']}") for one in info["inputs"]))
        checks.check("relay.info: no outputs, no UDP hosts", "outputs" not in info and "hosts" not in info)
        # The sessions before this one have ended, and their streams soon after.
        interest = until(session, "relay.interest", lambda result: result["interest"] == [], relay=9)["interest"]
        checks.equal("relay.interest: nothing is wanted", interest, [])
        start_entities(session, interest=[{"circle": [8, 54, 10]}])
        notice = session.notification("relay.interest", PATIENCE_S)["interest"]
        checks.equal("relay.interest: a notification when it changes", notice, [{"circle": [8, 54, 10]}])


def check_stats(checks: Checks, relay: Node, port: int) -> None:
    """The sums of relay.stats, also of a subscriber that has ended."""
    with viewing(relay) as session:
        before = session.call("relay.stats")
        stream = start_entities(session, history="none", interest=[{"box": [0, 50, 0.45, 60]}])
        for number in range(10):
            send_datagram(port, line(number))
        receive_records(session, stream["stream"], 10)  # states and names of five
        stats = until(session, "relay.stats", lambda one: one["taken"] >= before["taken"] + 20, sources=1)
        checks.equal("relay.stats: what was taken", stats["taken"] - before["taken"], 20)
        [own] = [one for one in stats["subscribers"] if one["subscriber"] == stream["subscriber"]]
        checks.check("relay.stats: a subscriber's sum", sums_up(own), own)
        checks.equal("relay.stats: delivered and filtered", (own["delivered"], own["filtered"]), (10, 10))
        inputs = [one["received"] == one["malformed"] + one["ring"] + one["core"] for one in stats["inputs"]]
        checks.check("relay.stats: the inputs' sums", all(inputs))
        [source] = stats["sources"]
        checks.equal("relay.stats: the busiest source", source["source"], "65000:1")
        checks.check("relay.stats: its sum", sums_up(source), source)
        ended_before = stats.get("ended", {"subscribers": 0, "delivered": 0})
        session.call("program.stop", {"stream": stream["stream"]})
        ended = until(session, "relay.stats", lambda one: one.get("ended", {}).get("subscribers", 0) > ended_before["subscribers"])["ended"]
        checks.check("relay.stats: the sum of those that ended", sums_up(ended), ended)
        checks.equal("relay.stats: what it had counts there", ended["delivered"] - ended_before["delivered"], 10)


def check_entities(checks: Checks, relay: Node, port: int) -> None:
    """Pages and filters of entities.list, and entities.get."""
    with viewing(relay) as session:
        for number in range(10):
            send_datagram(port, line(number, force="friendly", kind="surface", speed=2, heading=90, salinity=33.5))
        wanted = {"filter": {"text": "BUOY"}}
        until(session, "entities.list", lambda page: sum(one["force"] == 1 for one in page["entities"]) >= 10, **wanted)
        pages, after = [], {}
        while True:
            page = session.call("entities.list", {**wanted, "limit": 4, **after})
            pages.append([one["id"] for one in page["entities"]])
            if "next" not in page:
                break
            after = {"after": page["next"]}
        ids = [one for page in pages for one in page]
        checks.equal("entities.list: pages of at most four", [len(page) for page in pages], [4, 4, 2])
        checks.equal("entities.list: in the order of ids", ids, sorted(ids, key=lambda one: [int(n) for n in one.split(":")]))
        inside = session.call("entities.list", {"filter": {"interest": [{"box": [0.05, 53, 0.25, 55]}], "forces": [1]}})["entities"]
        checks.equal("entities.list: by place and force", [one["name"] for one in inside], ["buoy 1", "buoy 2"])
        checks.refused("entities.list: more than a page", -32003, lambda: session.call("entities.list", {"limit": 1001}), "max_listed_entities")
        one = inside[0]
        checks.equal("entities.list: place", (round(one["lon"], 7), round(one["lat"], 7), round(one["alt"], 3)), (0.1, 54, 0))
        checks.equal("entities.list: speed, domain, stale", (round(one["speed"], 3), one["domain"], one["stale"]), (2, 3, False))
        details = session.call("entities.get", {"entity": one["id"]})
        checks.equal("entities.get: heading", round(details["heading"], 3), 90)
        checks.equal("entities.get: values", details["values"], {"salinity": 33.5})
        checks.equal("entities.get: the state's length", len(details["state"]) // 2, 144)
        checks.check("entities.get: it came here first", "origin" not in details and "hops" not in details)
        checks.check("entities.get: arrivals", details["first_ns"] <= details["last_ns"] and details["messages"] >= 1)
        checks.refused("entities.get: one that there is not", -32004, lambda: session.call("entities.get", {"entity": "1:2:3"}), "1:2:3")


def check_congestion(checks: Checks, relay: Node, port: int) -> None:
    """A stream that is granted nothing gets a notification that it falls behind."""
    with viewing(relay) as session:
        started = session.start("", {"history": "none"}, program="entities", policy="every", slot_bytes=1 << 18)
        send_datagram(port, line(1))
        notice = session.notification("entities.congestion", PATIENCE_S)
        checks.equal("entities.congestion: members", sorted(notice), ["dropped", "level", "reason", "stream"])
        checks.equal("entities.congestion: of which stream, and why", (notice["stream"], notice["reason"]), (started["stream"], "receiver"))
        checks.check("entities.congestion: the level", notice["level"] in (1, 2, 3), notice["level"])
        session.grant(started["stream"], 1000)
        while notice["level"] > 0:
            notice = session.notification("entities.congestion", PATIENCE_S)
        checks.equal("entities.congestion: it is over", notice["reason"], "none")


def check_upstream(checks: Checks, relay: Node) -> None:
    """Bundles that a session sends, as many as it is granted."""
    with viewing(relay) as publisher, viewing(relay) as other:
        own = start_entities(publisher, history="none", publish=True)
        stream = start_entities(other, history="none")["stream"]
        records = [addressed(33, b"first"), addressed(34, b"second")]
        checks.equal("upstream: what is granted at first", publisher.granted(own["stream"]), 4)
        for sequence in range(8):
            other.keep_alive()
            if sequence >= 4:
                publisher.granted(own["stream"], sequence + 1)
            publisher.send_bundle(own["stream"], sequence, records, 2 * sequence)
        found = receive_records(other, stream, 16)
        checks.equal("upstream: all come, byte for byte", [one.data for one in found], [one.data for one in records] * 8)
        checks.equal("upstream: addresses as sources, the lowest bit for priority", [(one.source, one.flags & 1) for one in found[:2]], [(33, 1), (34, 0)])
        [account] = [one for one in publisher.call("relay.stats")["publishers"] if one["publisher"] == "session"]
        checks.equal("upstream: its account", (account["received"], account["core"], account["lost"]), (16, 16, 0))


def check_malformed_upstream(checks: Checks, relay: Node) -> None:
    """A bundle with an index that lies ends the session that sent it, and no other."""
    with viewing(relay) as publisher, viewing(relay) as other:
        own = start_entities(publisher, history="none", publish=True)
        publisher.granted(own["stream"])
        payload = bytearray(ff.encode_entity_bundle(0, [addressed(34, b"text")]))
        payload[64:68] = struct.pack(">I", len(payload))  # the record's offset
        publisher.send_payload(own["stream"], 0, bytes(payload))
        notice = publisher.notification("session.ended", PATIENCE_S)
        checks.check("malformed upstream: session.ended says so", "malformed" in notice["message"], notice["message"])
        checks.check("malformed upstream: another session goes on", "inputs" in other.call("relay.info"))


def check_recorded_clock(checks: Checks, program: str, folder: str) -> None:
    """The clock of a relay that plays what another one has recorded."""
    file = pathlib.Path(folder) / "exercise.ffr"
    port = free_port()
    first = Node([program], ["--in", f"json:udp:{port}", "--record", str(file)])
    try:
        first.wait_until_ready()
        with viewing(first) as session:
            for number in range(2):
                before = session.call("relay.stats")["recorder"]["recorded"]
                send_datagram(port, line(0, speed=number))
                until(session, "relay.stats", lambda one, n=before: one["recorder"]["recorded"] > n)
    finally:
        first.stop()
    second = Node([program], ["--in", f"ffr:{file},loop,speed=0.5"])
    try:
        second.wait_until_ready()
        with viewing(second) as session:
            clock = session.call("relay.info")["clock"]
            checks.equal("recorded clock: its state", clock["state"], "recorded")
            notice = session.notification("relay.clock", PATIENCE_S)
            checks.equal("recorded clock: a notification when it begins again", (notice["state"], notice["rate"]), ("recorded", 0.5))
            checks.check("recorded clock: from the recording's beginning", notice["time_ns"] < notice["at_ns"])
    finally:
        second.stop()
