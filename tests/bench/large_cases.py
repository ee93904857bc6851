#!/usr/bin/env python3
"""How long large cases take to be listed, described and opened, and how much memory that takes.

    python3 tests/bench/large_cases.py build/release/bin/farfield-node [CASE ...] [--folder DIR]

Cases: `gigabyte` (one VTK file of 1 GB), `files` (a folder of 10,000 files), `times` (a case of OpenFOAM with 1,000
folders of times), `pieces` (a .pvtu of 256 pieces). They are made in a temporary folder, or in DIR, where they stay.
Each is described by `farfield-node info`, then listed and opened through a serving node by its calls dataset.list and
dataset.open. Peak memory is that of the process, with those that read files for it. Needs Debian's python3-numpy.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "peer"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from node import Node, viewing  # noqa: E402
from open_files import write_box  # noqa: E402

PATIENCE_S = 600.0


def write_legacy(path: Path, n: int) -> None:
    """n x n x n nodes with a vector each, binary, slab by slab."""
    with open(path, "wb") as out:
        out.write(f"# vtk DataFile Version 3.0\nbox\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS {n} {n} {n}\n"
                  f"ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA {n ** 3}\nVECTORS U float\n".encode())
        y, x = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n), indexing="ij")
        for k in range(n):
            out.write(np.stack([-y, x, np.full_like(x, 0.1 * k / n)], axis=-1).astype(">f4").tobytes())


def write_piece(path: Path, corner: tuple[int, int, int], n: int) -> None:
    """n x n x n hexahedra in text-free XML: appended raw arrays."""
    axis = [np.arange(n + 1) + c * n for c in corner]
    z, y, x = np.meshgrid(axis[2], axis[1], axis[0], indexing="ij")
    points = np.stack([x, y, z], axis=-1).reshape(-1, 3).astype("<f4")
    number = np.arange((n + 1) ** 3).reshape(n + 1, n + 1, n + 1)
    low, high = slice(0, n), slice(1, n + 1)
    corners = np.stack([number[k, j, i] for k, j, i in
                        ((low, low, low), (low, low, high), (low, high, high), (low, high, low),
                         (high, low, low), (high, low, high), (high, high, high), (high, high, low))], axis=-1)
    arrays = [points, corners.reshape(-1).astype("<i8"), np.arange(8, 8 * n ** 3 + 1, 8).astype("<i8"),
              np.full(n ** 3, 12, dtype="u1"), np.stack([-points[:, 1], points[:, 0], 0 * points[:, 0]], axis=-1)]
    arrays = [a.astype("<f4") if a.dtype.kind == "f" else a for a in arrays]
    offsets = np.cumsum([0] + [8 + a.nbytes for a in arrays])
    def tag(name: str, kind: str, at: int, components: int = 1) -> str:
        return (f'<DataArray type="{kind}" Name="{name}" NumberOfComponents="{components}" format="appended" '
                f'offset="{offsets[at]}"/>')
    with open(path, "wb") as out:
        out.write((f'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">'
                   f'<UnstructuredGrid><Piece NumberOfPoints="{len(points)}" NumberOfCells="{n ** 3}">'
                   f'<PointData Vectors="U">{tag("U", "Float32", 4, 3)}</PointData>'
                   f'<Points>{tag("Points", "Float32", 0, 3)}</Points><Cells>{tag("connectivity", "Int64", 1)}'
                   f'{tag("offsets", "Int64", 2)}{tag("types", "UInt8", 3)}</Cells></Piece></UnstructuredGrid>'
                   f'<AppendedData encoding="raw">_').encode())
        for a in arrays:
            out.write(np.uint64(a.nbytes).tobytes() + a.tobytes())
        out.write(b"</AppendedData></VTKFile>\n")


def make_gigabyte(folder: Path) -> None:
    write_legacy(folder / "box.vtk", 440)


def make_files(folder: Path) -> None:
    write_legacy(folder / "first.vtk", 4)
    content = (folder / "first.vtk").read_bytes()
    (folder / "first.vtk").unlink()
    for i in range(10_000):
        (folder / f"probe{i:05d}.vtk").write_bytes(content)


def make_times(folder: Path) -> None:
    write_box(folder / "case", 12)
    content = (folder / "case/0/U").read_bytes()
    for i in range(1, 1000):
        (folder / f"case/{i}").mkdir()
        (folder / f"case/{i}/U").write_bytes(content)


def make_pieces(folder: Path) -> None:
    (folder / "ranks").mkdir()
    names = [f"ranks/rank{r:03d}.vtu" for r in range(256)]
    for r, name in enumerate(names):
        write_piece(folder / name, (r % 8, r // 8 % 8, r // 64), 16)
    pieces = "".join(f'<Piece Source="{name}"/>' for name in names)
    (folder / "whole.pvtu").write_text(f'<VTKFile type="PUnstructuredGrid" version="1.0"><PUnstructuredGrid '
                                       f'GhostLevel="0">{pieces}</PUnstructuredGrid></VTKFile>\n')


DATASETS = {"gigabyte": "box.vtk", "files": "probe00000.vtk", "times": "case", "pieces": "whole.pvtu"}
CASES = {"gigabyte": make_gigabyte, "files": make_files, "times": make_times, "pieces": make_pieces}


class PeakMemory:
    """Of a process and of all below it, looked at every few milliseconds; in MB, the largest sum."""

    def __init__(self, process: int) -> None:
        self.process, self.peak, self.ended = process, 0.0, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self) -> None:
        while not self.ended.wait(0.02):
            self.peak = max(self.peak, sum(self.resident(p) for p in self.family(self.process)))

    def family(self, process: int) -> list[int]:
        try:
            below = [int(c) for t in Path(f"/proc/{process}/task").iterdir() for c in (t / "children").read_text().split()]
        except OSError:
            return []
        return [process] + [p for c in below for p in self.family(c)]

    def cores(self) -> float:
        """Seconds of the cores so far, of all that live, and of those below that have ended."""
        ticks = 0
        for process in self.family(self.process):
            try:
                ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
            except OSError:
                continue
        return ticks / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def resident(process: int) -> float:
        """Own and shared pages, each process's part of the shared ones."""
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1e3 for line in text.splitlines() if line.startswith("Pss:")), 0.0)

    def __enter__(self) -> "PeakMemory":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()


def run_info(program: str, path: Path) -> tuple[float, float, float]:
    """Seconds on the clock and of the cores, and MB."""
    begin, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([program, "info", str(path)], stdout=subprocess.DEVNULL)
    with PeakMemory(process.pid) as memory:
        if process.wait(PATIENCE_S) != 0:
            sys.exit(f"farfield-node info {path} failed")
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    cores = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return time.perf_counter() - begin, cores, memory.peak


def run_node(program: str, folder: Path, dataset: str) -> tuple[list[float], list[float], float, int]:
    """Seconds on the clock and of the cores to list and to open, MB, and how many datasets are listed."""
    node = Node([program], ["--data", str(folder)], log=subprocess.DEVNULL)
    try:
        node.wait_until_ready(60.0)
        with viewing(node) as session, PeakMemory(node.process_number()) as memory:
            marks = [(time.perf_counter(), memory.cores())]
            listed = session.listed("dataset.list", "datasets")
            marks.append((time.perf_counter(), memory.cores()))
            session.call_patiently("dataset.open", {"dataset": dataset}, PATIENCE_S)
            marks.append((time.perf_counter(), memory.cores()))
        listing, opening = ([b - a for a, b in zip(*pair)] for pair in zip(marks, marks[1:]))
        return listing, opening, memory.peak, len(listed)
    finally:
        node.stop()


def measure(program: str, name: str, folder: Path) -> None:
    dataset = DATASETS[name]
    if not folder.exists():
        folder.mkdir(parents=True)
        CASES[name](folder)
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) / 1e6
    info_s, info_cores, info_mb = run_info(program, folder / dataset)
    listing, opening, open_mb, listed = run_node(program, folder, dataset)
    print(f"| `{name}` | {size:.0f} | {info_s:.2f} ({info_cores:.2f}) | {info_mb:.0f} | "
          f"{listing[0]:.2f} ({listing[1]:.2f}) of {listed} | {opening[0]:.2f} ({opening[1]:.2f}) | {open_mb:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="times and memory of large cases")
    parser.add_argument("program")
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], default=[])
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    print("Seconds on the clock, in brackets those of the cores:")
    print("| case | MB | info: s | its MB | list: s, of datasets | open: s | its MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as temporary:
        for name in arguments.cases or CASES:
            measure(arguments.program, name, (arguments.folder or Path(temporary)) / name)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
