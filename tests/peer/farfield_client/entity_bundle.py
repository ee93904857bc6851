"""Bundles of entity messages (section 18)."""

from __future__ import annotations

import struct
import time
from typing import NamedTuple

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IBBHQQQQQIIQ")
ENTRY = struct.Struct(">IHBBII")

KIND_DIS = 1
KIND_ADDRESSED = 2
KIND_DEPARTURE = 3
KIND_NAME = 5
KIND_VALUES = 6


class Record(NamedTuple):
    """A message of a bundle, byte for byte as it came to the relay."""

    offset: int
    kind: int
    flags: int
    source: int
    arrival_us: int
    data: bytes


class EntityBundle(NamedTuple):
    """The payload of a message of type 6."""

    number: int
    level: int
    messages_before: int
    oldest_ns: int
    """When the oldest message came to the relay."""
    records: list[Record]


class BundleFrame(NamedTuple):
    """A message of type 6."""

    header: Header
    bundle: EntityBundle


def decode_entity_bundle(payload: bytes) -> EntityBundle:
    """Raises ProtocolError where a record is not where it may be."""
    count, level, _, _, number, _, _, before, _, record_bytes, _, oldest_ns = PREAMBLE.unpack_from(payload)
    end = PREAMBLE.size + ENTRY.size * count
    if end + record_bytes != len(payload):
        raise ProtocolError(f"a bundle of {len(payload)} bytes, expected {end + record_bytes}")
    records = []
    for index in range(count):
        offset, length, kind, flags, source, arrival_us = ENTRY.unpack_from(payload, PREAMBLE.size + ENTRY.size * index)
        if offset % 8 or offset < end or offset + length > len(payload):
            raise ProtocolError(f"record {index} at {offset} with {length} bytes of {len(payload)}")
        records.append(Record(offset, kind, flags, source, arrival_us, payload[offset : offset + length]))
        end = offset + length
    return EntityBundle(number, level, before, oldest_ns, records)


def encode_entity_bundle(number: int, records: list[Record], before: int = 0) -> bytes:
    """A bundle that was closed now: of a record kind, flags, source and data count."""
    closed_ns = time.time_ns()
    begin = end = PREAMBLE.size + ENTRY.size * len(records)
    index = body = b""
    for record in records:
        index += ENTRY.pack(end, len(record.data), record.kind, record.flags, record.source, 0)
        body += record.data + bytes(-len(record.data) % 8)
        end = begin + len(body)
    preamble = PREAMBLE.pack(len(records), 0, 0, 0, number, 0, closed_ns, before, 0, len(body), 0, closed_ns)
    return preamble + index + body
