"""A link between two networks that is down for a while, or slow."""

from __future__ import annotations

import time
import unittest

import networks
from processes import BUSY_S, IMPAIR, FaultNode, Playing, long_or, rake, skip_if_overloaded, undisturbed_hash, until

SILENCE_S = 4
"""As the viewer has it, and the node unless it is asked for less."""


class Links(unittest.TestCase):
    def setUp(self) -> None:
        if not networks.inside():
            self.skipTest(networks.enter_if_possible())
        self.networks = self.enterContext(networks.Networks(IMPAIR))

    def test_03_link_down_without_a_word(self) -> None:
        """3: both sides notice a link that is down, nothing is computed meanwhile, and the session goes on when it is up."""
        node = self.enterContext(FaultNode(far=self.networks, silence=SILENCE_S))
        expected = undisturbed_hash(node)
        playing = self.enterContext(Playing(node))
        until("frames", lambda: node.frames_made() > 20)
        self.networks.down()
        begun = time.monotonic()
        node.wait_for_log("kept for")
        playing.wait_for_words("the session is kept")
        self.assertLess(time.monotonic() - begun, SILENCE_S + 0.5 + BUSY_S)
        made = node.frames_made()
        until("the outage is over", lambda: time.monotonic() > begun + long_or(30, SILENCE_S + 1))
        self.assertEqual(node.frames_made(), made)
        self.networks.up()
        report = playing.report()
        self.assertEqual(report["payload_hash"], expected)
        self.assertEqual(report["link"]["resumes"], 1)
        self.assertIn("resumed by", node.log())

    def test_04_link_down_longer_than_the_grace(self) -> None:
        """4: a session whose grace is over is freed, memory too, and its viewer hears why it cannot go on."""
        grace = 2
        node = self.enterContext(FaultNode("--grace", str(grace), far=self.networks, silence=2))
        undisturbed_hash(node)  # what is taken once is taken
        before = node.resident_bytes()
        session = node.open()
        session.attach()
        stream = session.start("analytic:abc", rake(100_000), policy="every", slot_bytes=1 << 24)["stream"]
        session.grant(stream, 1)
        session.next_frame(stream)
        taken = node.resident_bytes() - before
        self.assertGreater(taken, 8 << 20)
        self.networks.down()
        node.wait_for_log("kept for")
        begun = time.monotonic()
        node.wait_for_log(f"no viewer resumed it within {grace} s")
        self.assertLess(time.monotonic() - begun, grace + 1 + BUSY_S)
        # All but what the allocator may keep of it.
        until("its memory is free", lambda: node.resident_bytes() < before + taken / 2)
        self.networks.up()
        with self.assertRaisesRegex(Exception, "expired"):
            session.resumed()
        node.open().close()

    def test_21_calls_over_a_slow_link(self) -> None:
        """21: over 1 Mbit/s calls are answered within 250 ms on a single connection that carries frames of 16 MB."""
        self.networks.set(mbit=1, queue_kib=8, delay_ms=5)
        node = self.enterContext(FaultNode(far=self.networks))
        session = node.open(channel="single")
        stream = session.start("analytic:abc", rake(1_000_000), policy="latest", slot_bytes=1 << 25)["stream"]
        session.grant(stream, 100)
        until("a frame begins", lambda: session.call("node.stats") and session.control.parts.unfinished(stream))
        trips = []
        for _ in range(int(long_or(200, 30))):
            begun = time.monotonic()
            session.call("node.stats")
            trips.append(time.monotonic() - begun)
        self.assertGreater(session.control.parts.unfinished(stream), 0)
        skip_if_overloaded()
        self.assertLessEqual(sorted(trips)[int(0.99 * len(trips)) - 1], 0.250)

    def test_21_frames_over_a_slow_link(self) -> None:
        """21: over 1 Mbit/s a frame of policy `latest` is no older than two frames when it has come."""
        self.networks.set(mbit=1, queue_kib=8, delay_ms=5)
        node = self.enterContext(FaultNode(far=self.networks))
        session = node.open(channel="single")
        stream = session.start("analytic:abc", rake(5_000), policy="latest", slot_bytes=1 << 20)["stream"]
        ages, intervals, came_at = [], [], time.time_ns()
        session.grant(stream, 2)
        for received in range(1, 6):
            frame = session.next_frame(stream).particles
            now = time.time_ns()
            ages.append((now - frame.computed_at_ns) / 1e9)
            intervals.append((now - came_at) / 1e9)
            came_at = now
            session.grant(stream, 2 + received, received)
        skip_if_overloaded()
        self.assertLessEqual(max(ages[2:]), 2.1 * max(intervals[2:]))


if __name__ == "__main__":
    unittest.main()
