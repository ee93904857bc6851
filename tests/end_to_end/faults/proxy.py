"""A port behind which a node seems to be, and connections through it that can be cut."""

from __future__ import annotations

import selectors
import socket
import struct
import threading
from typing import Any

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: closing resets the connection, and what is on its way is lost."""


class CuttingProxy:
    """Passes on what comes both ways. Connections are numbered from 0 as they are made."""

    def __init__(self, port: int) -> None:
        self._node_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._wake, waker = socket.socketpair()
        self._selector.register(waker, selectors.EVENT_READ, waker)
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._orders: list[int] = []
        self._done = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def connections(self) -> int:
        """How many there have been."""
        return len(self._pairs)

    def reset(self, *numbers: int) -> None:
        """Resets these connections at both ends, at once."""
        for number in numbers:
            with self._lock:
                self._orders.append(number)
            self._wake.send(b"x")
            self._done.acquire()

    def close(self) -> None:
        """Ends all of them."""
        self._wake.close()
        self._thread.join()

    def __enter__(self) -> CuttingProxy:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif isinstance(key.data, tuple):
                    self._pass_on(key.fileobj, *key.data)
                elif not key.data.recv(1):
                    for number in range(len(self._pairs)):
                        self._end(number)
                    self._listener.close()
                    return
                else:
                    self._obey()

    def _accept(self) -> None:
        viewer, _ = self._listener.accept()
        node = socket.create_connection(("127.0.0.1", self._node_port))
        number = len(self._pairs)
        self._pairs.append((viewer, node))
        self._selector.register(viewer, selectors.EVENT_READ, (node, number))
        self._selector.register(node, selectors.EVENT_READ, (viewer, number))

    def _pass_on(self, source: Any, target: socket.socket, number: int) -> None:
        if source.fileno() < 0:  # ended while it was being looked at
            return
        try:
            data = source.recv(1 << 16)
            target.sendall(data)
        except OSError:
            data = b""
        if not data:
            self._end(number)

    def _obey(self) -> None:
        with self._lock:
            number = self._orders.pop(0)
        for end in self._pairs[number]:
            if end.fileno() >= 0:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._end(number)
        self._done.release()

    def _end(self, number: int) -> None:
        for end in self._pairs[number]:
            if end.fileno() >= 0:
                self._selector.unregister(end)
                end.close()
