"""A session: two connections, heartbeats and credits (sections 1, 3, 4, 6, 7 and 13)."""

from __future__ import annotations

import time
from typing import Any, Callable, Optional

from .blocks import receive_blocks, send_blocks
from .calls import Caller
from .connection import DEFAULT_TIMEOUT_S, Connection
from .entity_bundle import BundleFrame, Record, decode_entity_bundle, encode_entity_bundle
from .messages import CREDIT, ENTITY_BUNDLE, PARTICLES, POLYLINES, SLICE, SURFACE, TERRAIN_TILE, TERRAIN_VIEW, VERSION
from .particles import Frame, decode_particles
from .polylines import LineFrame, decode_polylines
from .slice import SliceFrame, decode_slice
from .surface import SurfaceFrame, decode_surface
from .terrain_tile import TileFrame, decode_terrain_tile
from .terrain_view import ViewFrame, decode_terrain_view


class Session:
    """A viewer's session with a node."""

    def __init__(
        self,
        host: str,
        port: int,
        client: str = "farfield_client",
        token: Optional[str] = None,
        *,
        last_id: int = 0,
        **params: Any,
    ) -> None:
        """`params`: of `session.open`. `last_id`: of the calls before, where it resumes a session."""
        self._address = (host, port)
        self._params: dict[str, Any] = {"client": client, "token": token, **params}
        self.control = Connection(host, port)
        self.data: Optional[Connection] = self.control if params.get("channel") == "single" else None
        self._slot_bytes = 0
        self.caller = Caller(self.control, last_id)
        given = {name: value for name, value in self._params.items() if value is not None}
        self.welcome = self.call("session.open", {"protocol": [VERSION], **given})

    def resumed(self, heard: int = 0, **params: Any) -> Session:
        """The session on a new control connection; `params` replace those it was opened with (section 3, Resume)."""
        last_id = self.caller.next_id()
        resume = {
            "session": self.welcome["session"],
            "secret": self.welcome["secret"],
            "heard": heard,
            "answered": last_id - 1,
        }
        session = Session(*self._address, last_id=last_id, **{**self._params, "resume": resume, **params})
        session.slot_bytes(self._slot_bytes)
        return session

    def slot_bytes(self, size: int) -> None:
        """There is room for frames of this size."""
        self._slot_bytes = max(self._slot_bytes, size)
        if self.data is not None:
            self.data.slot_bytes = self._slot_bytes

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

    def call_patiently(self, method: str, params: dict, timeout: float) -> Any:
        """Calls a method that may take longer than the session's heartbeat."""
        call_id = self.caller.next_id()
        self.caller.send(method, params, call_id)
        return self._patiently(lambda seconds: self.caller.answer(call_id, seconds), timeout)

    def call_with_bytes(self, method: str, params: dict, data: bytes = b"", **options: Any) -> tuple[Any, bytes]:
        """Calls a method with bytes, which may be none. Returns the result and its bytes (section 13)."""
        assert self.data is not None
        call_id = self.caller.next_id()
        if data:
            params = {**params, "bytes": len(data)}
        self.caller.send(method, params, call_id)
        send_blocks(self.data, call_id, data)
        result = self.caller.answer(call_id, **options)
        return result, receive_blocks(self.data, call_id, result["bytes"]) if "bytes" in result else b""

    def listed(self, method: str, member: str) -> list[dict]:
        """All entries of `dataset.list` or `terrain.list`, page by page; `member` is theirs in an answer."""
        page = self.call(method)
        entries = list(page[member])
        while "next" in page:
            page = self.call(method, {"after": page["next"]})
            entries += page[member]
        return entries

    def notification(self, method: str, timeout: float = DEFAULT_TIMEOUT_S) -> dict:
        """The next notification of this name."""
        return self._patiently(lambda seconds: self.caller.notification(method, seconds), timeout)

    def start(self, dataset: str, params: dict, *, call_id: Any = None, **options: Any) -> dict:
        """Starts the program `particles`, unless `options` name another; they are those of `program.start`."""
        request = {"program": "particles", "dataset": dataset, "slot_bytes": 1 << 20, "params": params, **options}
        self.slot_bytes(request["slot_bytes"])
        return self.call("program.start", request, call_id=call_id)

    def grant(self, stream: int, total: int, received: int = 0, subscription: int = 0) -> None:
        """Grants frames: `total` counts all that were granted to the stream on this data connection. `received`: those
        that have come whole since the subscription began, of a session that acknowledges them. `subscription`: its
        number; 0: it has none in credits and frames."""
        assert self.data is not None
        self.data.send(CREDIT, stream=stream, sequence=total, interaction=received, flags=subscription)

    def granted(self, stream: int, least: int = 1, timeout: float = DEFAULT_TIMEOUT_S) -> int:
        """How many bundles the relay has granted for this stream to send, once there are so many (section 18)."""
        data = self.data
        assert data is not None
        message = self._patiently(
            lambda seconds: data.wait_for(
                lambda m: m.header.type == CREDIT and m.header.stream == stream and m.header.sequence >= least, seconds
            ),
            timeout,
        )
        return message.header.sequence

    def send_bundle(self, stream: int, sequence: int, records: list[Record], before: int = 0) -> None:
        """Sends a bundle upstream: its number, and how many messages came before it (section 18)."""
        self.send_payload(stream, sequence, encode_entity_bundle(sequence, records, before))

    def send_payload(self, stream: int, sequence: int, payload: bytes) -> None:
        """The same, of bytes that may be no bundle."""
        assert self.data is not None
        self.data.send(ENTITY_BUNDLE, payload, stream=stream, sequence=sequence)

    def next_frame(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> Frame:
        """The next frame of a stream."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == PARTICLES and m.header.stream == stream, timeout)
        return Frame(message.header, decode_particles(message.payload))

    def next_lines(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> LineFrame:
        """The next part of an answer of a stream of `lines`."""
        assert self.data is not None
        self.keep_alive()
        data = self.data
        message = self._patiently(
            lambda seconds: data.wait_for(lambda m: m.header.type == POLYLINES and m.header.stream == stream, seconds),
            timeout,
        )
        return LineFrame(message.header, decode_polylines(message.payload))

    def next_view(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> ViewFrame:
        """The next frame of a stream of `terrain.view`."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == TERRAIN_VIEW and m.header.stream == stream, timeout)
        return ViewFrame(message.header, decode_terrain_view(message.payload))

    def next_tile(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> TileFrame:
        """The next frame of a stream of tiles of terrain."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == TERRAIN_TILE and m.header.stream == stream, timeout)
        return TileFrame(message.header, decode_terrain_tile(message.payload))

    def next_slice(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> SliceFrame:
        """The next frame of a stream of `slice`."""
        assert self.data is not None
        self.keep_alive()
        data = self.data
        message = self._patiently(
            lambda seconds: data.wait_for(lambda m: m.header.type == SLICE and m.header.stream == stream, seconds), timeout
        )
        return SliceFrame(message.header, decode_slice(message.payload))

    def next_surface(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> SurfaceFrame:
        """The next part of an answer of a stream of `isosurface` or `boundary`."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == SURFACE and m.header.stream == stream, timeout)
        return SurfaceFrame(message.header, decode_surface(message.payload))

    def next_bundle(self, stream: int, timeout: float = DEFAULT_TIMEOUT_S) -> BundleFrame:
        """The next bundle of a stream of `entities`."""
        assert self.data is not None
        self.keep_alive()
        message = self.data.wait_for(lambda m: m.header.type == ENTITY_BUNDLE and m.header.stream == stream, timeout)
        return BundleFrame(message.header, decode_entity_bundle(message.payload))

    def _patiently(self, wait: Callable[[float], Any], timeout: float) -> Any:
        """Waits so many seconds at most, in pieces between which the session is kept alive."""
        deadline = time.monotonic() + timeout
        while True:
            try:
                return wait(min(self.welcome["heartbeat_ms"] / 2000, deadline - time.monotonic()))
            except TimeoutError:
                if time.monotonic() >= deadline:
                    raise
            self.keep_alive()

    def keep_alive(self) -> None:
        """Sends an Echo on each connection that had its last one half the heartbeat's interval ago."""
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
