#!/usr/bin/env python3
"""How long files take to open, beside VTK's own readers, and how fast OpenFOAM's binary files are read.

    python3 tests/bench/open_files.py build/release/bin/farfield-node [--files] [--openfoam]

--files: 20 files of the table (tests/real_files), each by a fresh process on either side, the best of three: the times
and all of the first time step. Counted is what the reader takes, not the start of the process: the time of the cores, which
other load does not change, and the time on the clock. VTK's readers give their arrays; the program's also averages
values in cells to the nodes and joins pieces. --openfoam: a case of hexahedra in
binary of 300 MB or more, made in a temporary folder; the megabytes a second that two threads read of its mesh and
fields. Without either, both. Needs Debian's python3-vtk9 and python3-numpy.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "real_files"))
RUNS = 3

FILES = [
    "carotid.vtk", "office.binary.vtk", "CylinderQuadratic.vtk", "RectGrid2.vtk", "SampleStructGrid.vtk",
    "rectilinear.vtk", "channels.vti", "heart.vti", "RectilinearGridCompressed.vtr", "StructuredGrid.vts", "can.vtu",
    "motorBike_vtk/internal.vtu", "fire_ug.vtu", "T0000000500.pvtu", "cylinder_Re35.case", "office_ascii.case",
    "disk_out_ref.ex2", "combxyz.bin", "plot3d/postxyz.bin", "cases/pitzDaily",
]


def vtk_once(row_name: str) -> None:
    """In a process of its own: prints the seconds that VTK's reader takes."""
    import independent_vtk
    import table
    import vtk
    from fetch import folder_of

    row = next(r for r in table.rows() if r.name == row_name)
    files = row.files(folder_of(table.sources()[row.source], may_fetch=False))
    begin, cpu = time.perf_counter(), time.process_time()
    if row.format.startswith("OpenFOAM"):
        reader = vtk.vtkOpenFOAMReader()
        reader.SetFileName(str(files[0] / "system/controlDict"))
        reader.CreateCellToPointOff()
        reader.SkipZeroTimeOff()
        reader.Update()
    elif row.format == "Exodus II":
        reader = vtk.vtkExodusIIReader()
        reader.SetFileName(str(files[0]))
        reader.UpdateInformation()
        reader.SetAllArrayStatus(reader.NODAL, 1)
        reader.Update()
    else:
        independent_vtk.output_of(files)
    print(time.perf_counter() - begin, time.process_time() - cpu)


def ours_once(program: str, dataset: str) -> tuple[float, float]:
    """Seconds on the clock, and of the cores."""
    # Threads that wait sleep: spinning would count as the cores' time. The rest as a node's readers have it.
    environment = os.environ | {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "LD_BIND_NOW": "1",
                                "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
                                                  "glibc.malloc.trim_threshold=134217728:glibc.malloc.top_pad=2097152"}
    out = subprocess.run([program, "bench", "open", "--file", dataset, "--json"], capture_output=True, text=True,
                         check=True, env=environment).stdout
    found = {figure["name"]: figure["median"] / 1000.0 for figure in json.loads(out)["results"]}
    return found["open.file"], found["open.file.cpu"]


def compare_files(program: str) -> None:
    import table
    from fetch import Missing, folder_of

    ratios, walls = [], []
    print(f"{'file':42s} {'MB':>8s} {'program':>10s} {'VTK':>10s} {'ratio':>7s} {'on clock':>9s}")
    for part in FILES:
        row = next(r for r in table.rows() if part in r.path)
        try:
            files = row.files(folder_of(table.sources()[row.source], may_fetch=False))
        except Missing as reason:
            print(f"{part:42s} skipped: {reason}")
            continue
        dataset = "+".join(map(str, files))
        ours, theirs = [], []
        for _ in range(RUNS):
            ours.append(ours_once(program, dataset))
            said = subprocess.run([sys.executable, __file__, program, "--vtk-row", row.name], check=True,
                                  capture_output=True, text=True).stdout.split()
            theirs.append((float(said[-2]), float(said[-1])))
        (wall, cpu), (their_wall, their_cpu) = (map(min, zip(*side)) for side in (ours, theirs))
        ratios.append(cpu / their_cpu)
        walls.append(wall / their_wall)
        size = sum(f.stat().st_size for top in files for f in (top.rglob("*") if top.is_dir() else [top]) if f.is_file())
        print(f"{part:42s} {size / 1e6:8.2f} {1e3 * cpu:7.1f} ms {1e3 * their_cpu:7.1f} ms {ratios[-1]:7.2f} "
              f"{walls[-1]:9.2f}", flush=True)
    print(f"median of {len(ratios)} ratios {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f} "
          f"(wanted: at most 1.3); on the clock {statistics.median(walls):.2f}; load {os.getloadavg()[0]:.1f}")


def foam_file(path: Path, kind: str, name: str, body: list[bytes]) -> None:
    head = (f"FoamFile\n{{\n    version     2.0;\n    format      binary;\n    class       {kind};\n"
            f'    arch        "LSB;label=32;scalar=64";\n    location    "";\n    object      {name};\n}}\n\n')
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as out:
        out.write(head.encode())
        for part in body:
            out.write(part)


def listed(values: np.ndarray, count: int | None = None) -> list[bytes]:
    return [f"{len(values) if count is None else count}\n(".encode(), values.tobytes(), b")\n"]


def write_box(case: Path, n: int) -> None:
    """n x n x n hexahedra: faces between cells in the order of their owners, then those of the outside."""
    axis = np.linspace(0.0, 1.0, n + 1)
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    point = np.arange((n + 1) ** 3, dtype=np.int32).reshape(n + 1, n + 1, n + 1)
    cell = np.arange(n**3, dtype=np.int32).reshape(n, n, n)

    def quads(of: int, at) -> np.ndarray:
        """Corners of the faces across an axis (0: z, 1: y, 2: x) at one or several indices of it."""
        p = np.moveaxis(point, of, 0)[at]
        corners = np.stack([p[..., :-1, :-1], p[..., :-1, 1:], p[..., 1:, 1:], p[..., 1:, :-1]], axis=-1)
        return corners.reshape(-1, 4) if of != 1 else corners[..., ::-1].reshape(-1, 4)

    faces, owners, neighbours = [], [], []
    for of in range(3):
        c = np.moveaxis(cell, of, 0)
        faces.append(quads(of, slice(1, n)))
        owners.append(c[:-1].ravel())
        neighbours.append(c[1:].ravel())
    inner, owner, neighbour = np.concatenate(faces), np.concatenate(owners), np.concatenate(neighbours)
    order = np.lexsort((neighbour, owner))
    outside = [(quads(of, at)[:, ::-1] if at == 0 else quads(of, at), np.moveaxis(cell, of, 0)[-1 if at else 0].ravel())
               for of in range(3) for at in (0, n)]
    corners = np.concatenate([inner[order], *(q for q, _ in outside)]).astype(np.int32)
    owner = np.concatenate([owner[order], *(c for _, c in outside)]).astype(np.int32)
    mesh = case / "constant/polyMesh"
    foam_file(mesh / "points", "vectorField", "points", listed(np.stack([x, y, z], axis=-1).reshape(-1, 3)))
    starts = np.arange(0, 4 * len(corners) + 1, 4, dtype=np.int32)
    foam_file(mesh / "faces", "faceCompactList", "faces", listed(starts) + listed(corners.ravel()))
    foam_file(mesh / "owner", "labelList", "owner", listed(owner))
    foam_file(mesh / "neighbour", "labelList", "neighbour", listed(neighbour[order].astype(np.int32)))
    walls = f"1\n(\n    walls\n    {{\n        type wall;\n        nFaces {6 * n * n};\n        startFace {len(inner)};\n    }}\n)\n"
    foam_file(mesh / "boundary", "polyBoundaryMesh", "boundary", [walls.encode()])
    middle = 0.5 * (axis[1:] + axis[:-1])
    cz, cy, cx = np.meshgrid(middle, middle, middle, indexing="ij")
    u = np.stack([0.5 - cy, cx - 0.5, 0.1 * cz], axis=-1).reshape(-1, 3)
    ends = b";\n\nboundaryField\n{\n    walls\n    {\n        type zeroGradient;\n    }\n}\n"
    foam_file(case / "0/U", "volVectorField", "U",
              [b"dimensions [0 1 -1 0 0 0 0];\n\ninternalField nonuniform List<vector> ", *listed(u), ends])
    foam_file(case / "0/p", "volScalarField", "p",
              [b"dimensions [0 2 -2 0 0 0 0];\n\ninternalField nonuniform List<scalar> ", *listed(u[:, 0].copy()), ends])
    foam_file(case / "system/controlDict", "dictionary", "controlDict", [b"application none;\nwriteFormat binary;\n"])


def read_openfoam(program: str, n: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder) / "box"
        write_box(case, n)
        size = sum(f.stat().st_size for f in case.rglob("*") if f.is_file()) / 1e6
        wall, cpu = map(min, zip(*(ours_once(program, str(case)) for _ in range(RUNS))))
        print(f"OpenFOAM, binary: {n}^3 hexahedra, {size:.0f} MB, two threads, best of {RUNS}: {wall:.2f} s, "
              f"{size / wall:.0f} MB/s (wanted: at least 150); {cpu:.2f} s of the cores, {size / cpu:.0f} MB/s of one; "
              f"load {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="times to open files")
    parser.add_argument("program")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--openfoam", action="store_true")
    parser.add_argument("--cells", type=int, default=140, help="of the case of OpenFOAM along each axis")
    parser.add_argument("--vtk-row", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.vtk_row:
        vtk_once(arguments.vtk_row)
        return
    both = arguments.files == arguments.openfoam
    if arguments.files or both:
        compare_files(arguments.program)
    if arguments.openfoam or both:
        read_openfoam(arguments.program, arguments.cells)


if __name__ == "__main__":
    main()
