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
FOLDER = Path(__file__).resolve().parent
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
    """A program of this folder."""

    libraries: list[str]
    has_terrain: bool = False
    """Whether Farfield's terrain is in it."""
    header: str = ""
    """Of the peer, below /usr/include."""
    package: str = ""
    """Which has the header."""

    def is_installed(self) -> bool:
        """Whether the peer's library is."""
        return Path("/usr/include", self.header).exists()


PROGRAMS = {
    "terrain_embree": Program(["-lhwy", "-lfmt", "-lembree3"], True, "embree3/rtcore.h", "libembree-dev"),
    "write_heights": Program(["-lhwy", "-lfmt"], True),
    "zmq_flow": Program(["-lzmq"], False, "zmq.h", "libzmq3-dev"),
}


def compiled(name: str, build: Path, folder: Path) -> Path:
    """One of PROGRAMS, as optimised as it can be, with the archives of a build folder."""
    program = PROGRAMS[name]
    files = [FOLDER / f"{name}.cpp"]
    if program.has_terrain:
        files += [ROOT / "bench/node/terrain_views.cpp", build / "compute_node/terrain/libfarfield_terrain.a",
                  build / "compute_node/libfarfield_compute.a", build / "model/libfarfield_model.a"]
    flags = ["-std=c++20", "-O3", "-march=native", "-fopenmp", f"-I{ROOT}"]
    output_of([os.environ.get("CXX", "g++"), *flags, *map(str, files), *program.libraries, "-o", str(folder / name)])
    return folder / name
