"""Windows that are killed, and that cannot keep what they need to be resumed."""

from __future__ import annotations

import json
import pathlib
import tempfile
import unittest

from processes import ABC, FaultNode, until
from windows import Screen, Window, full_disk


class Windows(unittest.TestCase):
    def setUp(self) -> None:
        self.screen = self.enterContext(Screen())
        self.state = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.node = self.enterContext(FaultNode())
        self.address = f"{self.node.host}:{self.node.port}"

    def window(self, *arguments: str, command: list[str] = []) -> Window:
        """A window of this user's."""
        return self.enterContext(Window(self.screen, self.state, *arguments, command=command))

    def sent(self) -> int:
        """Frames, by the one stream of the one session."""
        (session,) = self.node.sessions()
        return sum(stream["sent"] for stream in session["streams"])

    def test_05_window_killed(self) -> None:
        """5: the session of a window that is killed is offered by the next one, and goes on with its programs."""
        first = self.window(self.address, "--dataset", ABC)
        until("frames", lambda: self.node.sessions() and self.sent() > 10)
        first.kill()
        self.node.wait_for_log("kept for")
        (kept,) = self.node.sessions()
        self.assertEqual(kept["state"], "kept")
        (file,) = (self.state / "farfield" / "sessions").iterdir()
        self.assertTrue(json.loads(file.read_text())["claim"]["session"].startswith(kept["session"]))

        second = self.window(self.address, "--dataset", ABC)
        second.wait_for_words("is still there")
        second.kill()

        self.window("sessions", self.address, "--resume", kept["session"])
        self.node.wait_for_log("resumed by")
        before = self.sent()
        until("more frames", lambda: self.sent() > before + 10)
        (session,) = self.node.sessions()
        self.assertEqual([one["stream"] for one in session["streams"]], [one["stream"] for one in kept["streams"]])

    def test_22_state_disk_full(self) -> None:
        """22: a window that has no disk for what it would be resumed with says so, and goes on without."""
        window = self.window(self.address, "--dataset", ABC, command=full_disk(self.state))
        until("frames", lambda: self.node.sessions() and self.sent() > 10)
        window.wait_for_words("cannot be resumed after a crash")
        self.assertIn("No space left on device", window.words())
        self.assertEqual(window.words().count("cannot be resumed"), 1)
        self.assertIsNone(window.exit_code())


if __name__ == "__main__":
    unittest.main()
