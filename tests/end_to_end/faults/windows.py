"""Viewers with a window, on an X server of their own."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest
from typing import Any, Optional, Sequence

from processes import VIEWER, until


class Screen:
    """An X server without a screen. Skips the test where there is none."""

    def __init__(self) -> None:
        server = shutil.which("Xvfb")
        if server is None:
            raise unittest.SkipTest("Xvfb is not installed")
        reading, writing = os.pipe()
        command = [server, "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
        self._process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.display = ":" + number.readline().strip()

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: Any) -> None:
        self._process.terminate()
        self._process.wait()


class Window:
    """A `farfield` process with a window. `state`: its $XDG_STATE_HOME. `command`: what starts it."""

    def __init__(self, screen: Screen, state: pathlib.Path, *arguments: str, command: Sequence[str] = ()) -> None:
        self._errors = tempfile.TemporaryFile("w+")
        own = {
            "DISPLAY": screen.display,
            "QT_QPA_PLATFORM": "xcb",
            "QT_FORCE_STDERR_LOGGING": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "XDG_STATE_HOME": str(state),
        }
        self._process = subprocess.Popen(
            [*command, VIEWER, *arguments], stdout=subprocess.DEVNULL, stderr=self._errors, env={**os.environ, **own}
        )

    def words(self) -> str:
        """What it has said so far."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode()

    def wait_for_words(self, words: str) -> None:
        """Waits until it has said this."""
        until(f"the viewer says '{words}', not {self.words()!r}", lambda: words in self.words())

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Ends it, and waits for that."""
        if self._process.poll() is None:
            self._process.send_signal(number)
        self._process.wait()

    def exit_code(self) -> Optional[int]:
        """None: it runs."""
        return self._process.poll()

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: Any) -> None:
        self.kill()
        self._errors.close()


def full_disk(folder: pathlib.Path) -> list[str]:
    """What starts a program for which this folder is a disk that is full. Skips the test where a user cannot have one."""
    script = 'mount -t tmpfs -o size=4k tmpfs "$0" && head -c 4096 /dev/zero > "$0/all" && exec "$@"'
    command = ["unshare", "-Urm", "sh", "-c", script, str(folder)]
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode != 0:
        raise unittest.SkipTest("this system permits no disks of a user's own")
    return command
