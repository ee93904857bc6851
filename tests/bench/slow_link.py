"""A slow way to a node or a relay: takes connections at one port of the loopback interface and passes their bytes on to
another, so many bits a second in each direction and so many seconds later.

    python3 slow_link.py PORT TARGET_PORT BITS_PER_SECOND SECONDS_ONE_WAY

It holds back what comes too fast, with a queue of 50 ms, as a router would. It ends by SIGINT or SIGTERM.
"""

from __future__ import annotations

import asyncio
import collections
import socket
import sys
import time

QUEUE_S = 0.05
SEGMENT = 1448
BUFFER = 16384


class Direction:
    """One direction of the link, which all connections share."""

    def __init__(self, bits_per_second: float, delay: float) -> None:
        self.bytes_per_second = bits_per_second / 8
        self.delay = delay
        self.busy_until = 0.0

    def depart(self, size: int) -> float:
        """When the last of so many bytes, which come now, is on its way."""
        self.busy_until = max(time.monotonic(), self.busy_until) + size / self.bytes_per_second
        return self.busy_until


async def deliver(queue: collections.deque, news: asyncio.Event, writer: asyncio.StreamWriter) -> None:
    """Writes what is in the queue at its times; None ends it."""
    while True:
        while not queue:
            news.clear()
            await news.wait()
        at, data = queue.popleft()
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if data is None:
            writer.close()
            return
        writer.write(data)
        await writer.drain()


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: Direction) -> None:
    """One direction of one connection."""
    queue: collections.deque = collections.deque()
    news = asyncio.Event()
    delivery = asyncio.create_task(deliver(queue, news, writer))
    data: bytes | None = b""
    while data is not None:
        data = await reader.read(SEGMENT) or None
        departs = direction.depart(len(data or b""))
        queue.append((departs + direction.delay, data))
        news.set()
        await asyncio.sleep(max(0.0, departs - time.monotonic() - QUEUE_S))
    await delivery


async def main(port: int, target: int, bits_per_second: float, delay: float) -> None:
    """Serves until it is cancelled."""
    there, back = Direction(bits_per_second, delay), Direction(bits_per_second, delay)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward = socket.socket()
        onward.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        onward.setblocking(False)
        await asyncio.get_running_loop().sock_connect(onward, ("127.0.0.1", target))
        onward.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        from_target, to_target = await asyncio.open_connection(sock=onward, limit=BUFFER // 4)
        await asyncio.gather(
            carry(reader, to_target, there), carry(from_target, writer, back), return_exceptions=True
        )

    server = await asyncio.start_server(connect, "127.0.0.1", port, limit=BUFFER // 4)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])))
