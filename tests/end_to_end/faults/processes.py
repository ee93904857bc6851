"""Nodes and viewers as processes of their own, and waits for what must become true."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any, Callable, Optional, Sequence

import networks
from farfield_client import Session
from node import SILENCE_SECONDS, Node
from played_script import script_text

NODE, VIEWER, IMPAIR = (os.environ.get(f"FARFIELD_{name}", "") for name in ("NODE", "VIEWER", "IMPAIR"))
"""The programs under test; run.py sets them."""

PATIENCE_S = 30.0
"""What comes later than this on a busy machine does not come."""

BUSY_S = 1.0
"""By how much something may be late on a machine that does other things too."""

TOKEN = "0123456789abcdef"

IS_LONG = bool(os.environ.get("FARFIELD_FAULTS_LONG"))
"""Whether cases with a duration take that of their fault."""

ABC = "analytic:abc"


def long_or(full: float, short: float) -> float:
    """How long a case with a duration of its own lasts, in seconds."""
    return full if IS_LONG else short


def skip_if_overloaded() -> None:
    """Ends a case here where other programs leave this machine so little that what follows says nothing."""
    if os.getloadavg()[0] > 2 * (os.cpu_count() or 1):
        raise unittest.SkipTest("this machine is too busy to measure that")


def until(what: str, holds: Callable[[], Any], patience: float = PATIENCE_S) -> Any:
    """Waits until this is true, and returns it."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience:g} s: {what}")
        time.sleep(0.005)
    return found


def rake(seeds: int, **more: Any) -> dict[str, Any]:
    """Settings of `particles` that release so many at once."""
    line = {"kind": "line", "from": [1, 1, 1], "to": [5, 5, 5], "seeds": seeds, "particles_per_seed": 1}
    return {"rakes": [line], **more}


class FaultNode(Node):
    """A node process, ready. What it logs is kept; its local socket is its own."""

    def __init__(
        self,
        *options: str,
        silence: int = SILENCE_SECONDS,
        far: Optional[networks.Networks] = None,
        command: Sequence[str] = (),
        port: int = 0,
    ) -> None:
        """`far`: it runs at the far end of that link, with a token. `command`: what starts it."""
        self._folder = tempfile.TemporaryDirectory()
        self._log = tempfile.TemporaryFile("w+")
        self.host = networks.FAR if far else "127.0.0.1"
        self.token_file = pathlib.Path(self._folder.name, "token")
        self.token_file.write_text(TOKEN + "\n")
        self.token_file.chmod(0o600)
        program = ["env", f"XDG_RUNTIME_DIR={self._folder.name}", *command, NODE]
        guarded = ["--bind", self.host, "--token-file", str(self.token_file)] if far else []
        placed = far.far_command(program) if far else program
        super().__init__(placed, [*options, *guarded], log=self._log, silence_seconds=silence, port=port)

    def __enter__(self) -> FaultNode:
        self.wait_until_ready(PATIENCE_S)
        return self

    def __exit__(self, *_: Any) -> None:
        if self.running():
            self.signal(signal.SIGCONT)
        self.stop()
        self._log.close()
        self._folder.cleanup()

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self.process_number(), number)

    def log(self) -> str:
        """What it has said so far."""
        return os.pread(self._log.fileno(), 1 << 24, 0).decode()

    def wait_for_log(self, words: str, times: int = 1) -> None:
        """Waits until it has said this."""
        until(f"'{words}' {times} times in its log", lambda: self.log().count(words) >= times)

    def open(self, **params: Any) -> Session:
        """A session of a client in Python that acknowledges its frames."""
        return Session(self.host, self.port, token=TOKEN, **{"acknowledge": True, **params})

    def local_socket(self) -> str:
        """The path of the socket for processes of this user, which needs no network."""
        return str(pathlib.Path(self._folder.name, "farfield", f"{self.process_number()}.sock"))

    def stats(self) -> dict[str, Any]:
        """node.stats, asked over the local socket by a session that ends with it."""
        session = Session(self.local_socket(), 0, client="asks")
        try:
            return session.call("node.stats")
        finally:
            session.close()

    def sessions(self) -> list[dict[str, Any]]:
        """Accounts of the sessions of others."""
        return [one for one in self.stats()["sessions"] if not one["client"].startswith("asks")]

    def frames_made(self) -> int:
        """By all streams of others."""
        return sum(stream["made"] for one in self.sessions() for stream in one["streams"])

    def resident_bytes(self) -> int:
        """Memory that it holds."""
        pages = int(pathlib.Path(f"/proc/{self.process_number()}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def descriptors(self) -> int:
        """Files and sockets that it has open."""
        return len(os.listdir(f"/proc/{self.process_number()}/fd"))

    def threads(self) -> int:
        """Its threads."""
        return len(os.listdir(f"/proc/{self.process_number()}/task"))


class Playing:
    """A `farfield play` process of policy `every`, at work."""

    def __init__(
        self,
        node: Optional[FaultNode],
        port: int = 0,
        frames: int = 90,
        rate: int = 60,
        seeds: int = 500,
        words: Sequence[str] = (),
        environment: Optional[dict[str, str]] = None,
    ) -> None:
        """`port`: of a proxy before the node. `words`: more of the command line; without a node they name one."""
        self._folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self._folder.name)
        self._report = folder / "report"
        script = folder / "script.toml"
        script.write_text(script_text(frames, rate, seeds))
        self._errors = (folder / "errors").open("w+")
        command = [VIEWER, "play", str(script), "--headless", "--report", str(self._report), *words]
        if node is not None:
            command += ["--node", f"{node.host}:{port or node.port}", "--token-file", str(node.token_file)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self._errors, env={**os.environ, **(environment or {})}
        )

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        os.kill(self._process.pid, number)

    def wait_until_stopped(self) -> None:
        """After SIGSTOP: until it stands still."""
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def errors(self) -> str:
        """What it has said so far."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode()

    def wait_for_words(self, words: str) -> None:
        """Waits until it has said this."""
        until(f"the viewer says '{words}', not {self.errors()!r}", lambda: words in self.errors())

    def wait(self) -> int:
        """Waits until it has ended by itself; returns its exit code."""
        return self._process.wait(2 * PATIENCE_S)

    def report(self) -> dict[str, Any]:
        """Waits until it has played to the end; returns its report."""
        if self.wait() != 0:
            raise AssertionError(f"the viewer ended with {self._process.returncode}: {self.errors()}")
        return json.loads((self._report / "report.json").read_text())

    def __enter__(self) -> Playing:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._errors.close()
        self._folder.cleanup()


def undisturbed_hash(node: FaultNode, **settings: int) -> str:
    """The hash of all frames of such a play that nothing disturbs."""
    with Playing(node, **settings) as playing:
        return playing.report()["payload_hash"]
