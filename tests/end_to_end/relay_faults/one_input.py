"""Cases of a relay with one input and a sender for it."""

from __future__ import annotations

import contextlib
import unittest

from pdus import Sender
from ports import free_port
from relay import Relay


class OneInput(unittest.TestCase):
    """What a case starts ends with it."""

    def setUp(self) -> None:
        self.port = free_port()
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)

    def start(self, *options: str) -> tuple[Relay, Sender]:
        """A relay with one input, and a sender for it."""
        relay = self.stack.enter_context(Relay("--in", f"dis:127.0.0.1:{self.port}", *options))
        return relay, self.stack.enter_context(Sender(self.port))
