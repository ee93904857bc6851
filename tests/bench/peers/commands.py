"""Running other programs, and compiling those of this folder."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(__file__).resolve().parent


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


def compile_with_terrain(source: str, build: Path, program: Path, libraries: list[str]) -> None:
    """A program of this folder with Farfield's terrain in it, as optimised as it can be."""
    sources = [FOLDER / source, ROOT / "compute_node/bench/terrain_views.cpp"]
    archives = [build / "compute_node/terrain/libfarfield_terrain.a", build / "compute_node/libfarfield_compute.a"]
    flags = ["-std=c++20", "-O3", "-march=native", "-fopenmp", f"-I{ROOT}"]
    output_of([os.environ.get("CXX", "g++"), *flags, *map(str, sources + archives), *libraries, "-o", str(program)])
