"""Running other programs, and compiling those of this folder that are written in C++."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[3]
SKIPPED = 77
"""The exit code of a script whose peers are not installed."""


def leave_out(reason: str) -> NoReturn:
    """Ends the script, which cannot compare anything."""
    print(f"skipped: {reason}", file=sys.stderr)
    raise SystemExit(SKIPPED)


def output_of(command: list[str], **environment: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env=os.environ | environment)
    if done.returncode != 0:
        raise SystemExit(f"'{' '.join(command)}' ended with {done.returncode}")
    return done.stdout


def seconds_of(command: list[str]) -> float:
    """On the wall, of the whole process."""
    begin = time.monotonic()
    output_of(command)
    return time.monotonic() - begin


@dataclass(frozen=True)
class Program:
    """A program of this folder, which CMakeLists.txt has as peer_NAME."""

    header: str = ""
    """Of the peer, below /usr/include."""
    package: str = ""
    """Which has the header."""

    def is_installed(self) -> bool:
        """True when the peer's library is there."""
        return Path("/usr/include", self.header).exists()


PROGRAMS = {
    "terrain_embree": Program("embree3/rtcore.h", "libembree-dev"),
    "write_heights": Program(),
    "zmq_flow": Program("zmq.h", "libzmq3-dev"),
}


def compiled(name: str, build: Path) -> Path:
    """One of PROGRAMS, compiled in a build folder."""
    output_of(["cmake", "--build", str(build), "--target", f"peer_{name}"])
    return build / "bin" / f"peer_{name}"
