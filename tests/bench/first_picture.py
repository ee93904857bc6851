#!/usr/bin/env python3
"""How long `farfield FILE` takes to its first picture with particles, beside what reading the file takes.

    python3 tests/bench/first_picture.py build/release/bin [FILE ...]

Without files: some of the data folder (FARFIELD_DATA_DIR, or ../shared/data). Each is opened in a window on a virtual
display of its own (xvfb-run), which closes after its first frame (`--quit-after-frames 1`): counted is all of the
program's time, from its start to its end. Reading is what `farfield-node bench open --file` says, on the clock. The
best of three of each. Wanted: at most 1.5 s more than reading.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

RUNS = 3
FILES = ["carotid.vtk", "office.binary.vtk", "combxyz.bin+combq.bin", "disk_out_ref.ex2", "can.vtu",
         "20020101000000-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc"]


def data_folder() -> Path:
    return Path(os.environ.get("FARFIELD_DATA_DIR", Path(__file__).resolve().parents[3] / "shared/data"))


def found(name: str) -> list[Path] | None:
    paths = [next(iter(sorted(data_folder().rglob(part))), None) for part in name.split("+")]
    return None if None in paths else [p for p in paths if p]


def seconds_to_read(programs: Path, files: list[Path]) -> float:
    said = subprocess.run([programs / "farfield-node", "bench", "open", "--file", "+".join(map(str, files)), "--json"],
                          capture_output=True, text=True, check=True).stdout
    return next(f["median"] for f in json.loads(said)["results"] if f["name"] == "open.file") / 1000.0


def seconds_to_picture(programs: Path, files: list[Path]) -> tuple[float, float]:
    """On a display that runs already: on the clock, and of the cores, which other load does not change."""
    begin, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([programs / "farfield", *files, "--quit-after-frames", "1"], check=True, timeout=120,
                   stderr=subprocess.DEVNULL)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - begin, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime


def measure(programs: Path, files: list[Path]) -> None:
    reading = min(seconds_to_read(programs, files) for _ in range(RUNS))
    picture, cores = map(min, zip(*(seconds_to_picture(programs, files) for _ in range(RUNS))))
    size = sum(f.stat().st_size for f in files) / 1e6
    print(f"| `{'`, `'.join(f.name for f in files)}` | {size:.1f} | {reading:.2f} | {picture:.2f} | "
          f"{picture - reading:.2f} | {cores:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="time to the first picture")
    parser.add_argument("programs", type=Path, help="folder of farfield and farfield-node")
    parser.add_argument("files", nargs="*", help="files, or GRID+SOLUTION, found by name in the data folder")
    arguments = parser.parse_args()
    if "DISPLAY" not in os.environ:
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", sys.executable, *sys.argv]
        os.execvp(command[0], command)
    print("| file | MB | reading: s | to the first picture: s | more: s | of the cores: s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in arguments.files or FILES:
        files = [Path(p) for p in name.split("+")] if Path(name.split("+")[0]).exists() else found(name)
        if files is None:
            print(f"| `{name}` | not here | | | | |")
        else:
            measure(arguments.programs, files)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
