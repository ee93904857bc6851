"""A node started for the tests, and connections and sessions with it."""

from __future__ import annotations

import re
import select
import subprocess
from contextlib import contextmanager
from typing import IO, Iterator, Optional, Sequence

from farfield_client import Connection, Session


SILENCE_SECONDS = 30


class Node:
    """A node or relay program, started for this test on a free port."""

    def __init__(
        self,
        command: list[str],
        options: Sequence[str] = (),
        verb: str = "serve",
        log: Optional[IO] = None,
        silence_seconds: int = SILENCE_SECONDS,
        port: int = 0,
    ) -> None:
        """`verb` may be `replay`; what the node says goes to `log`, by default to this program's standard error."""
        self.command = command
        # These clients send no Echoes while they think.
        silence = ["--silence", str(silence_seconds)] if "farfield-node" in command[-1] else []
        arguments = [*command, verb, "--port", str(port), *silence, *options]
        self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log, text=True)
        self._signalled = False
        self.ready_line = ""
        self.port = 0

    def wait_until_ready(self, timeout: float = 10.0) -> None:
        """Reads the line that names the port."""
        assert self._process.stdout is not None
        if select.select([self._process.stdout], [], [], timeout)[0]:
            self.ready_line = self._process.stdout.readline().rstrip("\n")
        match = re.match(r"farfield-(?:node|relay) ready host=[\d.]+ port=(\d+) protocol=1\b", self.ready_line)
        if not match:
            raise RuntimeError(f"the node is not ready: {self.ready_line!r}")
        self.port = int(match[1])

    def process_number(self) -> int:
        """Of the program that was started here."""
        return self._process.pid

    def wait(self, timeout: float) -> int:
        """Waits until the program has ended by itself; returns its exit code."""
        return self._process.wait(timeout)

    def running(self) -> bool:
        """Whether the program still runs."""
        return self._process.poll() is None

    def terminate(self) -> None:
        """Ends the program that was started here, with one signal: a second signal might cut its farewell short."""
        if not self._signalled:
            self._process.terminate()
        self._signalled = True

    def stop(self) -> int:
        """Ends the program that was started here, if it has not ended; returns its exit code."""
        self.terminate()
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(timeout=5)


@contextmanager
def viewing(node: Node) -> Iterator[Session]:
    """A session with an attached data connection; disconnected at the end."""
    session = Session("127.0.0.1", node.port)
    try:
        session.attach()
        yield session
    finally:
        session.disconnect()


@contextmanager
def connected(node: Node) -> Iterator[Connection]:
    """A bare connection."""
    connection = Connection("127.0.0.1", node.port)
    try:
        yield connection
    finally:
        connection.close()
