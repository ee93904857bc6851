"""Bundles of entity messages (section 18)."""

from __future__ import annotations

import struct
from typing import NamedTuple

from .messages import Header, ProtocolError

PREAMBLE = struct.Struct(">IBBHQQQQQIIQ")
ENTRY = struct.Struct(">IHBBII")

KIND_DIS = 1
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
