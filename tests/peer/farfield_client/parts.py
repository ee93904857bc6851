"""Frames and Blocks in Parts, on a single connection (section 2)."""

from __future__ import annotations

from typing import Optional

from .messages import FLAG_FIRST, FLAG_LAST_PART, HEADER, Message, ProtocolError, decode_header


class PartReader:
    """Puts messages together again."""

    def __init__(self) -> None:
        self._begun: dict[int, bytearray] = {}

    def take(self, part: Message) -> Optional[Message]:
        """The message that ends with this Part, if one does. Raises ProtocolError."""
        header = part.header
        if not part.payload or bool(header.flags & FLAG_FIRST) == (header.stream in self._begun):
            raise ProtocolError(f"a Part of {len(part.payload)} bytes with flags {header.flags}")
        data = self._begun.setdefault(header.stream, bytearray())
        data += part.payload
        if not header.flags & FLAG_LAST_PART:
            return None
        del self._begun[header.stream]
        whole = decode_header(data)
        if HEADER.size + whole.payload_bytes != len(data):
            raise ProtocolError(f"{len(data)} bytes in Parts, expected {HEADER.size + whole.payload_bytes}")
        return Message(whole, bytes(data[HEADER.size :]))

    def unfinished(self, stream: int) -> int:
        """Bytes that have come of a message that has not ended."""
        return len(self._begun.get(stream, b""))
