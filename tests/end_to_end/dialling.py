"""A node that connects to its viewer: real farfield-node and farfield play processes.

    python3 dialling.py NODE VIEWER

NODE and VIEWER are the programs farfield-node and farfield. It prints a line for each case; the exit code is 1 when one
failed.
"""

from __future__ import annotations

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from lines import Lines
from played_script import script_text

PATIENCE_S = 60.0
"""What comes later than this on a busy machine does not come."""


def free_port() -> int:
    """A port where nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Dialling(unittest.TestCase):
    def setUp(self) -> None:
        """A port for the viewer, the token of both, and another one."""
        self.port = free_port()
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.token = self.token_file("token", "7d1f0c55e2b94a08")
        self.other_token = self.token_file("other", "0000000000000000")

    def token_file(self, name: str, token: str) -> str:
        """A file with this token, which its owner alone can read."""
        file = self.folder / name
        file.write_text(token + "\n")
        file.chmod(0o600)
        return str(file)

    def start(self, words: list[str], log: str) -> subprocess.Popen:
        """A process that is ended with the test; what it says is in a file of that name."""
        errors = self.enterContext((self.folder / log).open("w"))
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.folder)}
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.kill)
        return process

    def node(self, token: str, log: str = "node") -> subprocess.Popen:
        """A node that connects to the viewer."""
        to = f"127.0.0.1:{self.port}"
        return self.start([NODE, "serve", "--dial", to, "--dial-token-file", token], log)

    def viewer(self, name: str, frames: int = 30, rate: int = 0) -> subprocess.Popen:
        """A viewer that listens, and plays so many frames."""
        script = self.folder / f"{name}.toml"
        script.write_text(script_text(frames, rate, 50))
        words = [VIEWER, "play", str(script), "--headless", "--listen", str(self.port), "--token-file", self.token]
        return self.start([*words, "--report", str(self.folder / f"{name}_report")], name)

    def log(self, name: str) -> str:
        """What that process has said."""
        return (self.folder / name).read_text()

    def wait_for(self, log: str, words: str) -> None:
        """Waits until that process has said this."""
        deadline = time.monotonic() + PATIENCE_S
        while words not in self.log(log):
            self.assertLess(time.monotonic(), deadline, f"not said: '{words}', but {self.log(log)!r}")
            time.sleep(0.01)

    def expect_played(self, viewer: subprocess.Popen, name: str, frames: int) -> None:
        """Waits for its end; it has drawn them all."""
        self.assertEqual(viewer.wait(PATIENCE_S), 0, self.log(name))
        report = json.loads((self.folder / f"{name}_report" / "report.json").read_text())
        self.assertEqual(report["totals"]["frames_drawn"], frames)

    def test_frames_of_a_node_that_connects(self) -> None:
        """A node that connects to a listening viewer has 30 frames of analytic:abc drawn."""
        viewer = self.viewer("viewer")
        self.node(self.token)
        self.expect_played(viewer, "viewer", 30)

    def test_another_token(self) -> None:
        """A node with another token is refused, and the one with the right token is taken."""
        self.node(self.other_token, "wrong")
        viewer = self.viewer("viewer")
        self.wait_for("viewer", f"waiting for a node at 127.0.0.1:{self.port} (farfield-node serve --dial")
        self.wait_for("viewer", "has it another token?")
        self.wait_for("wrong", "it has another token")
        self.assertIsNone(viewer.poll())
        self.node(self.token)
        self.expect_played(viewer, "viewer", 30)
        self.assertNotIn("opened", self.log("wrong"))

    def test_viewer_that_is_started_again(self) -> None:
        """A node connects again to a viewer that was killed and is started again, and to the next."""
        self.node(self.token)
        killed = self.viewer("killed", frames=100_000, rate=30)
        self.wait_for("node", "stream 1")
        killed.send_signal(signal.SIGKILL)
        killed.wait(10)
        for name in ("second", "third"):
            self.expect_played(self.viewer(name), name, 30)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__)
        sys.exit(2)
    NODE, VIEWER = (str(pathlib.Path(program).resolve()) for program in sys.argv[1:3])
    result = Lines()
    unittest.defaultTestLoader.loadTestsFromTestCase(Dialling).run(result)
    print(f"{result.testsRun} cases, {len(result.failures) + len(result.errors)} failed")
    sys.exit(0 if result.wasSuccessful() else 1)
