"""Strangers, few descriptors, many sessions, and a clock that jumps."""

from __future__ import annotations

import os
import pathlib
import re
import resource
import socket
import tempfile
import time
import unittest

from node import viewing
from processes import ABC, FaultNode, Playing, long_or, rake, until

MAGIC = b"FFLD\x01\x01\x00\x00"


class Strangers(unittest.TestCase):
    def test_12_strangers(self) -> None:
        """12: beside 10,000 idle connections, and beside some that send headers byte by byte, a viewer opens a session."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        node = self.enterContext(FaultNode())
        node.open().close()
        before = node.resident_bytes()
        strangers: list[socket.socket] = []
        self.addCleanup(lambda: [stranger.close() for stranger in strangers])
        for count in (64, min(10_000, hard - 200)):
            while len(strangers) < count:
                strangers.append(socket.create_connection((node.host, node.port)))
            node.open().close()
        for byte in MAGIC:
            for stranger in strangers[-8:]:
                stranger.send(bytes([byte]))
            node.open().close()
        self.assertLess(node.resident_bytes(), 1.1 * before + (1 << 20))

    def test_22_few_descriptors(self) -> None:
        """22: a node with 40 descriptors, all in use, says so; sessions live, and a stranger makes room for a viewer."""
        few = ["sh", "-c", 'ulimit -n 40 && exec "$0" "$@"']
        node = self.enterContext(FaultNode("--max-strangers", "64", command=few))
        session = node.open()
        session.attach()
        stream = session.start(ABC, rake(100), policy="latest", rate=30)["stream"]
        waiting: list[socket.socket] = []
        self.addCleanup(lambda: [one.close() for one in waiting])
        while "cannot accept" not in node.log():
            waiting.append(socket.create_connection((node.host, node.port)))
        node.open().close()
        for received in range(10):
            session.grant(stream, received + 1, received)
            session.next_frame(stream)
        for one in waiting:
            one.close()
        node.open().close()
        session.close()


class Many(unittest.TestCase):
    def test_23_nothing_left_over(self) -> None:
        """23: after 200 sessions and 50 resumes a node has the threads, descriptors and memory that it had before."""
        node = self.enterContext(FaultNode())
        self.run_sessions(node, 40)
        until("they have ended", lambda: not node.sessions())
        before = (node.threads(), node.descriptors(), node.resident_bytes())
        self.run_sessions(node, 200)
        self.run_resumes(node, 50)
        until("they have ended", lambda: not node.sessions())
        until("no thread more", lambda: node.threads() <= before[0])
        until("no descriptor more", lambda: node.descriptors() <= before[1])
        self.assertLess(node.resident_bytes(), 1.05 * before[2] + (1 << 20))

    def run_sessions(self, node: FaultNode, count: int) -> None:
        """So many, one after another, each with a stream."""
        for _ in range(count):
            with viewing(node) as session:
                stream = session.start(ABC, rake(100))["stream"]
                session.grant(stream, 1)
                session.next_frame(stream)

    def run_resumes(self, node: FaultNode, count: int) -> None:
        """So many of one session, with a stream that goes on."""
        session = node.open()
        session.attach()
        stream = session.start(ABC, rake(100), policy="every")["stream"]
        received = 0
        for _ in range(count):
            session.grant(stream, 2, received)
            for _ in range(2):
                self.assertEqual(session.next_frame(stream).header.sequence, received)
                received += 1
            session.disconnect()
            session = session.resumed()
            session.attach()
        session.close()
        session.disconnect()


class Clock(unittest.TestCase):
    def test_20_clock_jumps(self) -> None:
        """20: when a node's clock jumps back an hour nothing times out, and frames are stamped as if it had not."""
        shim = os.environ.get("FARFIELD_CLOCK_SHIM")
        if not shim:
            self.skipTest("FARFIELD_CLOCK_SHIM does not name the library of relay_faults/clock_offset.cpp")
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        offset = folder / "offset"
        offset.write_text("0")
        silence = 2
        clock = [f"LD_PRELOAD={shim}", f"FARFIELD_CLOCK_OFFSET={offset}"]
        node = self.enterContext(FaultNode(silence=silence, command=["env", *clock]))
        playing = self.enterContext(Playing(node, frames=60 * int(long_or(10, 4))))
        until("frames", lambda: node.frames_made() > 20)
        offset.write_text("-3600")
        report = playing.report()
        self.assertEqual(report["link"]["resumes"], 0)
        self.assertNotIn("kept for", node.log())
        self.assertAlmostEqual(report["link"]["clock_offset_ms"], 0, delta=1000)
        self.assertEqual(report["totals"]["network_clamped"], 0)
        self.assertGreaterEqual(min(times["min"] for times in report["statistics"].values()), 0)
        self.assertLess(report["statistics"]["total_ms"]["max"], 60_000)
        node.wait_for_log("ended: the client closed it")
        stamps = re.findall(r"^\d{4}-\d\d-\d\d \d\d:\d\d", node.log(), re.MULTILINE)
        self.assertLess(stamps[-1], stamps[0], "its clock has jumped")


if __name__ == "__main__":
    unittest.main()
