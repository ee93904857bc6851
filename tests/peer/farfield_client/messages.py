"""Messages as bytes (section 2)."""

from __future__ import annotations

import json
import struct
import time
from typing import NamedTuple, Optional

MAGIC = 0x46464C44
VERSION = 1

CONTROL = 1
PARTICLES = 2
POLYLINES = 3
TERRAIN_VIEW = 4
TERRAIN_TILE = 5
ENTITY_BUNDLE = 6
SLICE = 7
SURFACE = 11
ECHO = 8
CREDIT = 9
BLOCK = 10
PART = 12

FLAG_REPLY = 1
FLAG_LAST = 1
FLAG_FIRST = 1
FLAG_LAST_PART = 2

MAX_CONTROL_BYTES = 1_048_576
MAX_ECHO_BYTES = 65_536
MAX_SKIPPED_BYTES = 1_048_576
MAX_BLOCK_BYTES = 1_048_576

HEADER = struct.Struct(">IBBHIIQQQ")


class ProtocolError(Exception):
    """The other side sent something that the protocol does not allow."""


class Header(NamedTuple):
    """The 40 bytes before each payload, without the magic."""

    version: int
    type: int
    flags: int
    stream: int
    interaction: int
    sequence: int
    time_ns: int
    payload_bytes: int


class Message(NamedTuple):
    """A header and its payload."""

    header: Header
    payload: bytes


def encode_message(
    type: int,
    payload: bytes = b"",
    *,
    flags: int = 0,
    stream: int = 0,
    interaction: int = 0,
    sequence: int = 0,
    time_ns: Optional[int] = None,
) -> bytes:
    """The bytes of one message; `time_ns` is now unless given."""
    if time_ns is None:
        time_ns = time.time_ns()
    header = HEADER.pack(MAGIC, VERSION, type, flags, stream, interaction, sequence, time_ns, len(payload))
    return header + payload


def decode_header(data: bytes) -> Header:
    """Reads a header; raises ProtocolError for a bad magic or another version."""
    magic, *fields = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ProtocolError(f"bad magic 0x{magic:08x}")
    header = Header(*fields)
    if header.version != VERSION:
        raise ProtocolError(f"version {header.version} of the protocol")
    return header


def encode_json(value: dict) -> bytes:
    """JSON without spaces, UTF-8; NaN and infinity are refused."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode()
