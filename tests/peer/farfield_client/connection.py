"""One connection: messages in the order of arrival, and Echoes (section 4)."""

from __future__ import annotations

import socket
import time
from collections import deque
from typing import Callable, NamedTuple

from .messages import (
    BLOCK,
    CONTROL,
    CREDIT,
    ECHO,
    ENTITY_BUNDLE,
    FLAG_REPLY,
    HEADER,
    MAX_BLOCK_BYTES,
    MAX_CONTROL_BYTES,
    MAX_ECHO_BYTES,
    MAX_SKIPPED_BYTES,
    PART,
    PARTICLES,
    POLYLINES,
    SLICE,
    SURFACE,
    TERRAIN_TILE,
    TERRAIN_VIEW,
    Message,
    ProtocolError,
    decode_header,
    encode_message,
)
from .parts import PartReader

DEFAULT_TIMEOUT_S = 30.0

FRAMES = (PARTICLES, POLYLINES, TERRAIN_VIEW, TERRAIN_TILE, ENTITY_BUNDLE, SLICE, SURFACE)


class RoundTrip(NamedTuple):
    """The result of an Echo and its reply."""

    round_trip_ns: int
    clock_ahead_ns: int
    """How far the node's clock is ahead, wrong by at most half the round trip."""
    reply: Message


class Connection:
    """A TCP connection that carries messages.

    It answers the node's Echoes, skips messages of unknown type, and hands out the others in the order of arrival.
    `slot_bytes` must be set before frames arrive.
    """

    def __init__(self, host: str, port: int, timeout: float = DEFAULT_TIMEOUT_S) -> None:
        """A `host` with a slash is the path of a node's local socket."""
        if "/" in host:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.connect(host)
        else:
            self._socket = socket.create_connection((host, port), timeout=timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()
        self.parts = PartReader()
        self._pending: deque[Message] = deque()
        self._last_echo = 0
        self._awaited_echoes: set[int] = set()
        self._heartbeats: set[int] = set()
        self.slot_bytes = 0
        """The largest frame that there is room for."""
        self.skipped = 0
        """Messages of unknown type that were skipped."""
        self.stray_replies = 0
        """Replies to no Echo of ours."""
        self.last_echo_at = time.monotonic()

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()

    def send_bytes(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self._socket.settimeout(DEFAULT_TIMEOUT_S)
        self._socket.sendall(data)

    def send(self, type: int, payload: bytes = b"", **fields: int) -> None:
        """Sends one message; `fields` are those of `encode_message`."""
        self.send_bytes(encode_message(type, payload, **fields))

    def wait_for(self, wanted: Callable[[Message], bool], timeout: float = DEFAULT_TIMEOUT_S) -> Message:
        """The first message that is wanted; those before it are kept for later. Raises TimeoutError."""
        for index, message in enumerate(self._pending):
            if wanted(message):
                del self._pending[index]
                return message
        deadline = time.monotonic() + timeout
        while True:
            message = self._receive(deadline)
            if wanted(message):
                return message
            self._pending.append(message)

    def echo(self, payload: bytes = b"", stream: int = 0, interaction: int = 0) -> RoundTrip:
        """Sends an Echo and waits for its reply (section 4)."""
        number = self._last_echo + 1
        self._awaited_echoes.add(number)
        sent = time.time_ns()
        self._send_echo(payload, time_ns=sent, stream=stream, interaction=interaction)
        reply = self.wait_for(lambda m: m.header.type == ECHO and m.header.sequence == number)
        received = time.time_ns()
        self._awaited_echoes.discard(number)
        return RoundTrip(received - sent, reply.header.time_ns - (sent + received) // 2, reply)

    def heartbeat(self) -> None:
        """Sends an Echo without waiting for its reply: it keeps the connection alive."""
        self._heartbeats.add(self._last_echo + 1)
        self._send_echo(b"")

    def wait_for_end(self, timeout: float = DEFAULT_TIMEOUT_S) -> None:
        """Returns once the other side has closed; messages before that are dropped. Raises TimeoutError."""
        deadline = time.monotonic() + timeout
        try:
            while True:
                self._receive(deadline)
        except ConnectionError:
            return

    def _send_echo(self, payload: bytes, **fields: int) -> None:
        """Sends the next Echo."""
        self._last_echo += 1
        self.last_echo_at = time.monotonic()
        self.send(ECHO, payload, sequence=self._last_echo, **fields)

    def _receive(self, deadline: float) -> Message:
        """The next message that is not handled here."""
        while True:
            message = self._receive_any(deadline)
            header = message.header
            if header.type == ECHO and not header.flags & FLAG_REPLY:
                self.send(
                    ECHO,
                    message.payload,
                    flags=FLAG_REPLY,
                    stream=header.stream,
                    interaction=header.interaction,
                    sequence=header.sequence,
                )
            elif header.type == ECHO:
                if header.sequence in self._awaited_echoes:
                    return message
                self.stray_replies += header.sequence not in self._heartbeats
                self._heartbeats.discard(header.sequence)
            elif header.type == PART:
                if (whole := self.parts.take(message)) is not None:
                    return whole
            elif header.type in (CONTROL, BLOCK, CREDIT, *FRAMES):
                return message
            else:
                self.skipped += 1

    def _receive_any(self, deadline: float) -> Message:
        """The next message. What arrived of an unfinished one is kept when the time is over."""
        self._fill(HEADER.size, deadline)
        header = decode_header(self._received)
        limit = self._limit(header.type)
        if header.payload_bytes > limit:
            raise ProtocolError(f"type {header.type}: {header.payload_bytes} bytes exceed the limit {limit}")
        end = HEADER.size + header.payload_bytes
        self._fill(end, deadline)
        payload = bytes(self._received[HEADER.size : end])
        del self._received[:end]
        return Message(header, payload)

    def _limit(self, type: int) -> int:
        """The largest payload that a message of this type may have."""
        frames = dict.fromkeys(FRAMES, self.slot_bytes)
        limits = {CONTROL: MAX_CONTROL_BYTES, ECHO: MAX_ECHO_BYTES, BLOCK: MAX_BLOCK_BYTES, **frames}
        return limits.get(type, MAX_SKIPPED_BYTES)

    def _fill(self, size: int, deadline: float) -> None:
        """Reads until `size` bytes of the stream are in the buffer."""
        while len(self._received) < size:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise TimeoutError("nothing came in time")
            self._socket.settimeout(remaining)
            data = self._socket.recv(1 << 16)
            if not data:
                raise ConnectionError("the node closed the connection")
            self._received += data
