"""Ports for programs under test."""

from __future__ import annotations

import random
import socket

FIRST, LAST = 20_000, 32_000
"""Below what the system gives to sockets by itself (ip(7), ip_local_port_range): it stays free for a while."""


def free_port() -> int:
    """Of TCP and UDP on the loopback interface, free a moment ago."""
    while True:
        port = random.randrange(FIRST, LAST)
        try:
            for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
                with socket.socket(socket.AF_INET, kind) as held:
                    held.bind(("127.0.0.1", port))
            return port
        except OSError:
            continue
