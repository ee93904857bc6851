"""(c) Answers to calls: texts as they come over the wire, with the session's own values masked."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import call_datasets
import call_programs
from asking import ANSWER_TIMEOUT_S, Asking, Call
from built import Built
from farfield_client import CONTROL, Connection, encode_json, encode_message
from items import Items, below
from node import Node

MEBIBYTE = 1 << 20
LIMITS = {
    "--max-dataset-bytes": 2048 * MEBIBYTE,
    "--max-buffer-bytes": 64 * MEBIBYTE,
    "--max-call-bytes": 256 * MEBIBYTE,
    "--max-program-bytes": 64 * MEBIBYTE,
    "--max-terrain-bytes": 1024 * MEBIBYTE,
}
"""Those that would else depend on the machine's memory, and show in errors."""


def opening(method: str, params: Any = None, **members: Any) -> bytes:
    """A first call."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, **({} if params is None else {"params": params}), **members}
    return encode_message(CONTROL, encode_json(request))


def broken(**fields: int) -> bytes:
    """A header that is wrong in one field of section 2, and no payload."""
    header = bytearray(encode_message(CONTROL))
    for name, (offset, form) in {"magic": (0, ">I"), "version": (4, ">B"), "payload_bytes": (32, ">Q")}.items():
        if name in fields:
            struct.pack_into(form, header, offset, fields[name])
    return bytes(header)


OPENINGS = {
    "good": opening("session.open", {"protocol": [1], "client": "baseline"}),
    "several versions": opening("session.open", {"protocol": [7, 1]}, id="a text"),
    "another version": opening("session.open", {"protocol": [2]}),
    "no version": opening("session.open", {"protocol": []}),
    "version a text": opening("session.open", {"protocol": ["1"]}),
    "no parameters": opening("session.open"),
    "unknown parameter": opening("session.open", {"protocol": [1], "colour": "red"}),
    "another call": opening("dataset.list"),
    "unknown session": opening("session.attach", {"session": "x", "secret": "y"}),
    "attach without parameters": opening("session.attach", {}),
    "no method": encode_message(CONTROL, b'{"jsonrpc":"2.0","id":1}'),
    "id a list": opening("session.open", {"protocol": [1]}, id=[1]),
    "id too long": opening("session.open", {"protocol": [1]}, id="x" * 300),
    "another JSON-RPC": opening("session.open", {"protocol": [1]}, jsonrpc="1.0"),
    "no JSON": encode_message(CONTROL, b'{"jsonrpc":'),
    "no UTF-8": encode_message(CONTROL, b'{"jsonrpc":"2.0","id":1,"method":"\xff"}'),
    "a batch": encode_message(CONTROL, b"[]"),
    "nested too deep": encode_message(CONTROL, b"[" * 40 + b"]" * 40),
    "bad magic": broken(magic=0x47455420),
    "wire version": broken(version=9),
    "too long": broken(payload_bytes=1 << 30),
    "too long for a stranger": broken(payload_bytes=65_537),
}
"""First messages on a new connection, by what they are."""

GROUPS = {
    "lists": call_datasets.LISTS,
    "datasets": call_datasets.DATASETS,
    "terrains": call_datasets.TERRAINS,
    "sight": call_datasets.SIGHT,
    "particles": call_programs.PARTICLES,
    "lines": call_programs.LINES,
    "wrong starts": call_programs.WRONG_STARTS,
    "changes": call_programs.CHANGES,
    "terrain programs": call_programs.TERRAIN,
}


def record(built: Built) -> Items:
    """Each group in a session of its own, so that numbers of streams do not depend on other groups."""
    limits = [argument for name, value in LIMITS.items() for argument in (name, str(value))]
    items: Items = {}
    with built.node("--data", str(built.generated), *limits) as node:
        items |= below("calls/opening", openings(node))
        for name, calls in GROUPS.items():
            items |= below(f"calls/{name}", answers(node, calls))
    with built.serving_data(*limits) as node:
        items |= below("calls/files", answers(node, calls_of_files(built)))
        file = record_for_replay(built, node)
    with built.node(str(file), verb="replay") as node:
        items |= below("calls/replay", answers(node, call_programs.REPLAY))
    return items


def answers(node: Node, calls: list[Call]) -> Items:
    """Of one session."""
    asking = Asking(node)
    try:
        found = asking.items(calls)
        return found | {"session.close": asking.ask("session.close", {})}
    finally:
        asking.session.disconnect()


def calls_of_files(built: Built) -> list[Call]:
    """About the real files that are there."""
    there = {member: [name for name in names if built.has(name)] for member, names in call_datasets.FILES.items()}
    missing = sum(map(len, call_datasets.FILES.values())) - sum(map(len, there.values()))
    if missing:
        built.skipped.append(f"calls: {missing} files are not there")
    return [Call(f"{member}.open", {member: name}) for member, names in there.items() for name in names]


def record_for_replay(built: Built, node: Node) -> Path:
    """A recording of four frames."""
    script = Path(__file__).parent / "scripts/rakes.toml"
    file = built.work / "replayed.ffr"
    address = f"127.0.0.1:{node.port}"
    built.run("farfield", "record", str(script), "--out", str(file), "--frames", "4", "--node", address)
    return file


def openings(node: Node) -> Items:
    """Answers to strangers, each on a connection of its own; the node closes those that it refuses."""
    items: Items = {}
    for name, data in OPENINGS.items():
        connection = Connection("127.0.0.1", node.port)
        try:
            connection.send_bytes(data)
            message = connection.wait_for(lambda m: m.header.type == CONTROL, ANSWER_TIMEOUT_S)
            items[name] = without_secrets(json.loads(message.payload), message.payload.decode())
            if '"error"' in items[name]:
                connection.wait_for_end(ANSWER_TIMEOUT_S)
        finally:
            connection.close()
    return items


def without_secrets(body: dict, text: str) -> str:
    """Answers to first calls have values of their own each time: the session's, and the start of the node's."""
    for members in (body.get("result", {}), body.get("error", {}).get("data", {})):
        for name in ("session", "secret", "epoch"):
            value = members.get(name) if isinstance(members, dict) else None
            text = text.replace(value, name.upper()) if value else text
    return text
