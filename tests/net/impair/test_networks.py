"""The link between two networks does to frames what it is asked to.

    python3 test_networks.py FARFIELD_IMPAIR [unittest's arguments]
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
import time
import unittest

import networks

PORT = 5000
SEED = 7
PATIENCE_S = 20.0


def on_the_way(counts: dict[str, int]) -> int:
    """Frames that have not come out of the link yet."""
    dropped = counts["lost"] + counts["cut"] + counts["overflowed"]
    return counts["offered"] + counts["duplicated"] - dropped - counts["delivered"]


class Link(unittest.TestCase):
    def setUp(self) -> None:
        self.networks = networks.Networks(os.environ["FARFIELD_IMPAIR"], SEED)
        self.addCleanup(self.networks.close)
        self.near = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.far = self.networks.far_socket(socket.SOCK_DGRAM)
        for end, address in ((self.near, networks.NEAR), (self.far, networks.FAR)):
            end.bind((address, PORT))
            end.settimeout(PATIENCE_S)
            self.addCleanup(end.close)

    def send(self, number: int) -> None:
        """A datagram with a number, from near to far."""
        self.near.sendto(struct.pack(">I", number) + bytes(96), (networks.FAR, PORT))

    def received(self) -> int:
        """The number of the next datagram that comes to the far end."""
        return struct.unpack_from(">I", self.far.recv(200))[0]

    def send_all(self, count: int) -> list[int]:
        """Sends so many, and then one over a perfect link. Returns the numbers that came before that one."""
        found: list[int] = []
        for number in range(count):
            self.send(number)
            if number % 50 == 49:
                found += self.received_of(number + 1)
        self.networks.set(loss=0, duplicate=0, reorder=0, up=1)
        self.send(count)
        while (number := self.received()) != count:
            found.append(number)
        return found

    def received_of(self, sent: int) -> list[int]:
        """The numbers that have come once nothing of so many is on its way: the far end's buffer is small."""
        found: list[int] = []
        while (counts := self.counts())["offered"] < sent or on_the_way(counts):
            pass
        while select.select([self.far], [], [], 0)[0]:
            found.append(self.received())
        return found

    def counts(self) -> dict[str, int]:
        """Of frames from near to far."""
        return self.networks.counts()[0]

    def round_trip(self) -> float:
        """Seconds for a datagram to the far end and back."""
        begun = time.monotonic()
        self.send(0)
        self.received()
        self.far.sendto(b"back", (networks.NEAR, PORT))
        self.near.recv(200)
        return time.monotonic() - begun

    def test_delay(self) -> None:
        """A delay of 20 ms makes a round trip of 40 ms, which changes while the link is in use."""
        self.networks.set(delay_ms=20)
        trips = [self.round_trip() for _ in range(10)]
        self.assertGreaterEqual(min(trips), 0.040)
        self.assertLess(min(trips), 0.060)
        self.networks.set(delay_ms=0)
        self.assertLess(min(self.round_trip() for _ in range(10)), 0.020)

    def test_jitter(self) -> None:
        """Jitter makes delays differ, and keeps the order of frames."""
        self.networks.set(delay_ms=1, jitter_ms=20)
        trips = [self.round_trip() for _ in range(20)]
        self.assertGreater(max(trips) - min(trips), 0.005)
        self.assertEqual(self.send_all(200), list(range(200)))

    def test_loss(self) -> None:
        """A loss of 0.2 loses one frame of five, others come once and in order."""
        self.networks.set(loss=0.2)
        found = self.send_all(2000)
        self.assertEqual(found, sorted(set(found)))
        self.assertAlmostEqual(len(found) / 2000, 0.8, delta=4 * (0.2 * 0.8 / 2000) ** 0.5)
        self.assertEqual(self.counts()["lost"], 2000 - len(found))

    def test_duplicates(self) -> None:
        """Frames come twice as often as asked for."""
        self.networks.set(duplicate=0.1)
        found = self.send_all(1000)
        self.assertEqual(sorted(set(found)), list(range(1000)))
        self.assertEqual(len(found) - 1000, self.counts()["duplicated"])
        self.assertAlmostEqual(len(found) / 1000, 1.1, delta=4 * (0.1 * 0.9 / 1000) ** 0.5)

    def test_reordering(self) -> None:
        """Frames that are reordered overtake others, and none is lost."""
        self.networks.set(delay_ms=5, reorder=0.1)
        found = self.send_all(1000)
        self.assertEqual(sorted(found), list(range(1000)))
        self.assertNotEqual(found, sorted(found))

    def test_down(self) -> None:
        """While the link is down nothing passes, and afterwards all does."""
        self.networks.down()
        self.assertEqual(self.send_all(100), [])
        self.assertEqual(self.counts()["cut"], 100)
        self.assertEqual(self.send_all(100), list(range(100)))

    def test_rate(self) -> None:
        """Through 8 Mbit/s half a megabyte of TCP takes half a second, and comes whole over a link that loses."""
        self.networks.set(mbit=8, loss=0.01)
        data = os.urandom(500_000)
        listener = self.networks.far_socket()
        self.addCleanup(listener.close)
        listener.bind((networks.FAR, PORT))
        listener.listen()
        with socket.create_connection((networks.FAR, PORT)) as sender, listener.accept()[0] as receiver:
            receiver.settimeout(PATIENCE_S)
            begun = time.monotonic()
            sender.setblocking(False)
            sent, found = 0, b""
            while len(found) < len(data):
                try:
                    sent += sender.send(data[sent : sent + 65536])
                except BlockingIOError:
                    pass
                found += receiver.recv(65536)
            self.assertGreaterEqual(time.monotonic() - begun, 0.5)
        self.assertEqual(found, data)


if __name__ == "__main__":
    networks.enter()
    os.environ["FARFIELD_IMPAIR"] = sys.argv.pop(1)
    unittest.main(verbosity=2)
