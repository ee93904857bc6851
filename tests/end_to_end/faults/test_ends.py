"""Viewers and nodes that are killed, stopped or asked to end."""

from __future__ import annotations

import signal
import time
import unittest

from farfield_client import RpcError, Session
from processes import ABC, BUSY_S, FaultNode, Playing, long_or, rake, skip_if_overloaded, undisturbed_hash, until

NOT_FOUND = -32004


def frames_in(session: Session, stream: int, received: int, seconds: float) -> int:
    """How many frames come in that time; `received` came before."""
    begun, count = time.monotonic(), 0
    while time.monotonic() < begun + seconds:
        session.next_frame(stream)
        count += 1
        session.grant(stream, received + count + 4, received + count)
    return count


class Viewers(unittest.TestCase):
    def test_05_viewer_killed(self) -> None:
        """5: a viewer that is killed is noticed at once, and its session is kept."""
        node = self.enterContext(FaultNode())
        playing = self.enterContext(Playing(node))
        until("frames", lambda: node.frames_made() > 10)
        begun = time.monotonic()
        playing.signal(signal.SIGKILL)
        node.wait_for_log("kept for")
        self.assertLess(time.monotonic() - begun, 0.1 + BUSY_S)
        self.assertEqual([one["state"] for one in node.sessions()], ["kept"])

    def test_06_viewer_stopped(self) -> None:
        """6: a stopped viewer is noticed, others have the frames they had, and it goes on with its own when it runs again."""
        silence = 2
        node = self.enterContext(FaultNode(silence=silence))
        expected = undisturbed_hash(node)
        other = node.open()
        other.attach()
        stream = other.start(ABC, rake(100), policy="latest", rate=60)["stream"]
        other.grant(stream, 4)
        playing = self.enterContext(Playing(node))
        until("frames", lambda: node.frames_made() > 20)
        before = frames_in(other, stream, 0, 1)
        playing.signal(signal.SIGSTOP)
        playing.wait_until_stopped()
        begun = time.monotonic()
        meanwhile = frames_in(other, stream, before, 1)
        received = before + meanwhile
        while "kept for" not in node.log():
            received += frames_in(other, stream, received, 0.1)
            self.assertLess(time.monotonic() - begun, silence + 0.5 + BUSY_S)
        while time.monotonic() < begun + long_or(20, 0):
            received += frames_in(other, stream, received, 0.1)
        playing.signal(signal.SIGCONT)
        self.assertEqual(playing.report()["payload_hash"], expected)
        other.close()
        skip_if_overloaded()
        # How large the share is, is for a benchmark to say: here others compute, too.
        self.assertGreaterEqual(meanwhile, before / 2)


class Nodes(unittest.TestCase):
    def test_07_node_killed(self) -> None:
        """7: a viewer says at once that its node was killed; one that was started again says that it is another."""
        node = self.enterContext(FaultNode())
        session = node.open()
        playing = self.enterContext(Playing(node))
        until("frames", lambda: node.frames_made() > 10)
        begun = time.monotonic()
        node.signal(signal.SIGKILL)
        playing.wait_for_words("the session is kept")
        self.assertLess(time.monotonic() - begun, 0.1 + BUSY_S)
        self.assertEqual(playing.wait(), 1)
        again = self.enterContext(FaultNode(port=node.port))
        with self.assertRaises(RpcError) as refusal:
            session.resumed()
        self.assertEqual(refusal.exception.code, NOT_FOUND)
        self.assertEqual(refusal.exception.data["reason"], "another_node")
        self.assertNotEqual(refusal.exception.data["epoch"], session.welcome["epoch"])
        again.open().close()

    def test_08_node_ended(self) -> None:
        """8: a node that is asked to end says so to its viewers, ends the sessions that it keeps, and is through in 2 s."""
        node = self.enterContext(FaultNode())
        kept, session = node.open(), node.open()
        kept.attach()
        stream = kept.start(ABC, rake(1000), policy="every")["stream"]
        kept.grant(stream, 4)
        kept.next_frame(stream)
        kept.disconnect()
        node.wait_for_log("kept for")
        begun = time.monotonic()
        node.terminate()
        self.assertIn("shutting down", session.notification("session.ended")["message"])
        self.assertEqual(node.wait(10), 0)
        self.assertLess(time.monotonic() - begun, 2 + BUSY_S)
        self.assertRegex(node.log(), f"session {kept.welcome['session'][:8]} ended")


if __name__ == "__main__":
    unittest.main()
