"""A client for the Farfield wire protocol, version 1, in plain Python.

Written from docs/protocol.md alone; section numbers below are those of that document. Nothing here depends on the
rest of the repository, so that this file can serve as a worked example for a client in another language.

Read it from the top: messages as bytes (section 2), the particles frame (section 5), one connection, then a session
of two connections with calls (section 3), heartbeats (section 4) and credits (section 6).
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections import deque
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Optional

import numpy as np

# ---------------------------------------------------------------------------------------------------------------------
# Messages (section 2)

MAGIC = 0x46464C44
VERSION = 1

CONTROL = 1
PARTICLES = 2
ECHO = 8
CREDIT = 9

FLAG_REPLY = 1

MAX_CONTROL_BYTES = 1_048_576
MAX_ECHO_BYTES = 65_536
MAX_SKIPPED_BYTES = 1_048_576

HEADER = struct.Struct(">IBBHIIQQQ")
PARTICLES_HEADER = struct.Struct(">IIQQQd24s")

DEFAULT_TIMEOUT_S = 5.0


class ProtocolError(Exception):
    """The other side sent something that the protocol does not allow."""


class RpcError(Exception):
    """The node answered a call with an error."""

    def __init__(self, error: dict, call_id: Any = None) -> None:
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data: Any = error.get("data")
        self.call_id = call_id
        super().__init__(f"{self.code}: {self.message} {self.data if self.data is not None else ''}".rstrip())


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


# ---------------------------------------------------------------------------------------------------------------------
# The particles frame (section 5)


@dataclass(frozen=True)
class Particles:
    """The payload of a message of type 2."""

    alive: int
    frame: int
    compute_ns: int
    computed_at_ns: int
    time: float
    values: np.ndarray
    """n rows of x, y, z, s (float32); NaN where the particle is dead."""


class Frame(NamedTuple):
    """A particles frame as it arrived."""

    header: Header
    particles: Particles


def encode_particles(particles: Particles) -> bytes:
    """The payload of a frame."""
    preamble = PARTICLES_HEADER.pack(
        len(particles.values),
        particles.alive,
        particles.frame,
        particles.compute_ns,
        particles.computed_at_ns,
        particles.time,
        bytes(24),
    )
    return preamble + particles.values.astype(">f4").tobytes()


def decode_particles(payload: bytes) -> Particles:
    """Reads the payload of a frame; its length must fit its count, and the reserved bytes must be zero."""
    if len(payload) < PARTICLES_HEADER.size:
        raise ProtocolError(f"a frame of {len(payload)} bytes")
    count, alive, frame, compute_ns, computed_at_ns, seconds, reserved = PARTICLES_HEADER.unpack_from(payload)
    if len(payload) != PARTICLES_HEADER.size + 16 * count:
        raise ProtocolError(f"a frame of {len(payload)} bytes for {count} particles")
    if any(reserved):
        raise ProtocolError("reserved bytes of a frame are not zero")
    values = np.frombuffer(payload, ">f4", offset=PARTICLES_HEADER.size).reshape(count, 4).astype(np.float32)
    return Particles(alive, frame, compute_ns, computed_at_ns, seconds, values)


# ---------------------------------------------------------------------------------------------------------------------
# One connection


class Connection:
    """A TCP connection that carries messages.

    It answers the node's Echoes, skips messages of unknown type, and hands out the others in the order of arrival.
    `slot_bytes` must be set before frames arrive.
    """

    def __init__(self, host: str, port: int, timeout: float = DEFAULT_TIMEOUT_S) -> None:
        self._socket = socket.create_connection((host, port), timeout=timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()
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

    def echo(self, payload: bytes = b"", stream: int = 0, interaction: int = 0) -> "RoundTrip":
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
        """Sends an Echo whose reply nobody waits for: it keeps the connection alive."""
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
        """The next message that is not dealt with here."""
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
            elif header.type in (CONTROL, PARTICLES):
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
        limits = {CONTROL: MAX_CONTROL_BYTES, ECHO: MAX_ECHO_BYTES, PARTICLES: self.slot_bytes}
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


class RoundTrip(NamedTuple):
    """What an Echo and its reply tell."""

    round_trip_ns: int
    clock_ahead_ns: int
    """How far the node's clock is ahead, wrong by at most half the round trip."""
    reply: Message


# ---------------------------------------------------------------------------------------------------------------------
# Calls (section 3)


class Caller:
    """JSON-RPC calls on one connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._last_id = 0

    def call(
        self,
        method: str,
        params: Optional[dict] = None,
        *,
        call_id: Any = None,
        timeout: float = DEFAULT_TIMEOUT_S,
    ) -> Any:
        """Calls a method and returns its result; raises RpcError. A given `call_id` lets a call be sent again."""
        if call_id is None:
            self._last_id += 1
            call_id = self._last_id
        request = {"jsonrpc": "2.0", "id": call_id, "method": method}
        if params is not None:
            request["params"] = params
        self.connection.send(CONTROL, encode_json(request))
        return self.answer(call_id, timeout)

    def answer(self, call_id: Any, timeout: float = DEFAULT_TIMEOUT_S) -> Any:
        """The result of the call with this id. An error whose id is null ends the wait as well."""
        found = self._take(lambda body: "method" not in body and body.get("id") in (call_id, None), timeout)
        if found.get("jsonrpc") != "2.0":
            raise ProtocolError(f"not an answer of JSON-RPC 2.0: {found}")
        if "error" in found:
            raise RpcError(found["error"], found.get("id"))
        return found["result"]

    def notification(self, method: str, timeout: float = DEFAULT_TIMEOUT_S) -> dict:
        """The parameters of the next notification of this name."""
        return self._take(lambda body: body.get("method") == method, timeout)["params"]

    def _take(self, wanted: Callable[[dict], bool], timeout: float) -> dict:
        """The body of the first Control message that is wanted."""
        message = self.connection.wait_for(
            lambda m: m.header.type == CONTROL and wanted(json.loads(m.payload)), timeout
        )
        return json.loads(message.payload)


# ---------------------------------------------------------------------------------------------------------------------
# A session: two connections (sections 1, 3, 6 and 7)


class Session:
    """A viewer's session with a node."""

    def __init__(self, host: str, port: int, client: str = "farfield_client.py", token: Optional[str] = None) -> None:
        self._address = (host, port)
        self.control = Connection(host, port)
        self.data: Optional[Connection] = None
        self._slot_bytes = 0
        self.caller = Caller(self.control)
        params: dict[str, Any] = {"protocol": [VERSION], "client": client}
        if token is not None:
            params["token"] = token
        self.welcome = self.call("session.open", params)

    def attach(self) -> None:
        """Opens the data connection, or a new one when the old one was lost."""
        if self.data is not None:
            self.data.close()
        self.data = Connection(*self._address)
        self.data.slot_bytes = self._slot_bytes
        params = {"session": self.welcome["session"], "secret": self.welcome["secret"]}
        Caller(self.data).call("session.attach", params)

    def call(self, method: str, params: Optional[dict] = None, **options: Any) -> Any:
        """Calls a method on the control connection; see `Caller.call`."""
        return self.caller.call(method, params, **options)

    def notification(self, method: str, timeout: float = DEFAULT_TIMEOUT_S) -> dict:
        """The next notification of this name."""
        return self.caller.notification(method, timeout)

    def start(self, dataset: str, params: dict, *, call_id: Any = None, **options: Any) -> dict:
        """Starts the program `particles`; `options` are the other parameters of `program.start`."""
        request = {"program": "particles", "dataset": dataset, "slot_bytes": 1 << 20, "params": params, **options}
        self._slot_bytes = max(self._slot_bytes, request["slot_bytes"])
        if self.data is not None:
            self.data.slot_bytes = self._slot_bytes
        return self.call("program.start", request, call_id=call_id)

    def grant(self, stream: int, total: int) -> None:
        """Grants frames: `total` counts all that were granted to the stream on this data connection."""
        assert self.data is not None
        self.data.send(CREDIT, stream=stream, sequence=total)

    def next_frame(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> Frame:
        """The next frame of a stream."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == PARTICLES and m.header.stream == stream, timeout)
        return Frame(message.header, decode_particles(message.payload))

    def keep_alive(self) -> None:
        """Sends an Echo on each connection whose last one is half the heartbeat's interval ago."""
        for connection in (self.control, self.data):
            if connection is None:
                continue
            since_ms = 1000 * (time.monotonic() - connection.last_echo_at)
            if since_ms > self.welcome["heartbeat_ms"] / 2:
                connection.heartbeat()

    def close(self) -> None:
        """Ends the session."""
        self.call("session.close")
        self.disconnect()

    def disconnect(self) -> None:
        """Closes both connections without a word."""
        self.control.close()
        if self.data is not None:
            self.data.close()
