"""Surfaces and slices against VTK's fastest filters, side by side in one run, one thread each.

    python3 tests/bench/volume_peers.py [--quick] [--json] [--runs N] [--only surface|slice]

Needs a build (./dev build) and PyPI's vtk: where it is absent it is installed into a folder of its own. Each round
measures `farfield-node bench volume` and then VTK on the same nodes; of the runs of a round the fastest counts on both
sides, for other programs can only slow them down.

Figures, for |v| = 0.8 of the flow `cell`, with normals:
  volume.surface.cell.N, .vtk                ms: farfield-node's, and vtkFlyingEdges3D
  volume.surface.curvilinear.128, .vtk       ms: and vtkContourFilter
  volume.surface.tets.64, .vtk               ms: and the faster of vtkContour3DLinearGrid and vtkContourFilter
  volume.surface_over_vtk.GRID               how many times as fast in the same round
and for 512 x 512 values of |v|, across z and obliquely:
  volume.slice.KIND.N, .vtk                  ms: farfield-node's, and vtkImageReslice, linear
  volume.slice_over_reslice.KIND.N           how many times as fast in the same round
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from peers.commands import leave_out
from peers.figures import Figures

ROOT = Path(__file__).resolve().parents[2]
VTK = "vtk==9.7.2"
VALUE = 0.8
RUNS_A_ROUND = 9  # as farfield-node's
SIDE = 512
EDGE = 2 * np.pi


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round: shows that all works")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--runs", type=int, default=3, help="rounds (default %(default)s)")
    parser.add_argument("--only", choices=["surface", "slice"], help="the figures of one kind (default: both)")
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the program")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    if chosen.quick:
        chosen.runs = 1
    return chosen


def provide_vtk(folder: str) -> None:
    """Installs VTK where Python does not find it."""
    if importlib.util.find_spec("vtkmodules") is None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, VTK]
        if subprocess.run(command, check=False).returncode != 0:
            leave_out(f"{VTK} could not be installed from PyPI")
        sys.path.insert(0, folder)


def speeds(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Places and |v| of the flow `cell` at the nodes of a cube, x fastest."""
    axis = np.linspace(0, 2 * np.pi, n)
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    places = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    x, y, z = places.T
    v = [np.sin(a) * (np.cos(b) - np.cos(c)) for a, b, c in ((x, y, z), (y, z, x), (z, x, y))]
    return places, np.linalg.norm(v, axis=0).astype(np.float32)


def with_scalars(grid, values: np.ndarray):
    from vtkmodules.util.numpy_support import numpy_to_vtk

    array = numpy_to_vtk(values, deep=True)
    array.SetName("speed")
    grid.GetPointData().SetScalars(array)
    return grid


def vtk_points(places: np.ndarray):
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonCore import vtkPoints

    points = vtkPoints()
    points.SetData(numpy_to_vtk(places.astype(np.float32), deep=True))
    return points


def image(n: int):
    from vtkmodules.vtkCommonDataModel import vtkImageData

    grid = vtkImageData()
    grid.SetDimensions(n, n, n)
    grid.SetSpacing(*[2 * np.pi / (n - 1)] * 3)
    return with_scalars(grid, speeds(n)[1])


def curvilinear(n: int):
    from vtkmodules.vtkCommonDataModel import vtkStructuredGrid

    places, values = speeds(n)
    grid = vtkStructuredGrid()
    grid.SetDimensions(n, n, n)
    grid.SetPoints(vtk_points(places + 0.05 * np.sin(places[:, [1, 2, 0]])))
    return with_scalars(grid, values)


def tetrahedra(n: int):
    from vtkmodules.util.numpy_support import numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonDataModel import VTK_TETRA, vtkCellArray, vtkUnstructuredGrid

    places, values = speeds(n)
    corner = np.arange(n**3).reshape(n, n, n)[:-1, :-1, :-1].ravel()
    offsets = np.array([c % 2 + n * (c // 2 % 2 + n * (c // 4)) for c in range(8)])
    cut = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7]
    cells = (corner[:, None] + offsets[cut]).reshape(-1, 4)
    array = vtkCellArray()
    array.SetData(4, numpy_to_vtkIdTypeArray(cells.ravel().astype(np.int64), deep=True))
    grid = vtkUnstructuredGrid()
    grid.SetPoints(vtk_points(places))
    grid.SetCells(VTK_TETRA, array)
    return with_scalars(grid, values)


def fastest_ms(make_filter, grid) -> tuple[float, int]:
    """The fastest of some runs of a filter, and its triangles."""
    best, triangles = float("inf"), 0
    for _ in range(RUNS_A_ROUND):
        cutter = make_filter()
        cutter.SetInputData(grid)
        cutter.SetValue(0, VALUE)
        begin = time.perf_counter()
        cutter.Update()
        best = min(best, 1000 * (time.perf_counter() - begin))
        triangles = cutter.GetOutput().GetNumberOfPolys()
    return best, triangles


def vtk_filters() -> dict[str, list]:
    from vtkmodules.vtkFiltersCore import vtkContour3DLinearGrid, vtkContourFilter, vtkFlyingEdges3D

    def with_normals(kind):
        def make():
            cutter = kind()
            cutter.ComputeNormalsOn()
            return cutter

        return make

    def linear_grid():
        cutter = vtkContour3DLinearGrid()
        cutter.SetComputeNormals(True)
        return cutter

    return {
        "cell": [with_normals(vtkFlyingEdges3D)],
        "curvilinear": [with_normals(vtkContourFilter)],
        "tets": [linear_grid, with_normals(vtkContourFilter)],
    }


def rectangle(kind: str) -> tuple[np.ndarray, ...]:
    """Corner, u, v and normal of farfield-node's slice, and its width and height (docs/protocol.md, section 14)."""
    if kind == "axis":
        return np.array([0, 0, 3.0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), np.array([0, 0, 1.0]), np.array([EDGE, EDGE])
    middle, normal = np.full(3, 3.0), np.array([0.3, 0.5, 0.8])
    normal /= np.linalg.norm(normal)
    v = np.array([0, 0, 1.0]) - normal[2] * normal
    v /= np.linalg.norm(v)
    u = np.cross(v, normal)
    corners = EDGE * np.array([[c & 1, c >> 1 & 1, c >> 2] for c in range(8)], dtype=float)
    cuts = []
    for a in range(8):
        for b in (a | 1, a | 2, a | 4):
            begin, end = (corners[a] - middle) @ normal, (corners[b] - middle) @ normal
            if b != a and begin * end < 0:
                cuts.append(corners[a] + begin / (begin - end) * (corners[b] - corners[a]))
    flat = (np.array(cuts) - middle) @ np.stack([u, v], axis=1)
    lo, hi = flat.min(axis=0), flat.max(axis=0)
    return middle + lo[0] * u + lo[1] * v, u, v, normal, hi - lo


def fastest_slice_ms(kind: str, grid) -> float:
    """The fastest of some runs of vtkImageReslice, with square pixels as farfield-node's."""
    from vtkmodules.vtkImagingCore import vtkImageReslice

    corner, u, v, normal, sides = rectangle(kind)
    pixel = sides.max() / SIDE
    width, height = (int(np.ceil(side / pixel * (1 - 1e-9))) for side in sides)
    best = float("inf")
    for _ in range(RUNS_A_ROUND):
        reslice = vtkImageReslice()
        reslice.SetInputData(grid)
        reslice.SetEnableSMP(False)
        reslice.SetNumberOfThreads(1)
        reslice.SetInterpolationModeToLinear()
        reslice.SetOutputDimensionality(2)
        reslice.SetResliceAxesDirectionCosines(*u, *v, *normal)
        reslice.SetResliceAxesOrigin(*(corner + 0.5 * pixel * (u + v)))
        reslice.SetOutputOrigin(0, 0, 0)
        reslice.SetOutputSpacing(pixel, pixel, 1)
        reslice.SetOutputExtent(0, width - 1, 0, height - 1, 0, 0)
        begin = time.perf_counter()
        reslice.Update()
        best = min(best, 1000 * (time.perf_counter() - begin))
    return best


def measure_surfaces(figures: Figures, grids: dict, ours: dict[str, float]) -> None:
    for name, grid in grids.items():
        own = ours[f"volume.surface.{name}.threads1"]
        theirs = min(fastest_ms(make, grid)[0] for make in vtk_filters()[name.split(".")[0]])
        figures.add(f"volume.surface.{name}", "ms", own)
        figures.add(f"volume.surface.{name}.vtk", "ms", theirs)
        figures.add(f"volume.surface_over_vtk.{name}", "ratio", theirs / own)


def measure_slices(figures: Figures, grids: dict, ours: dict[str, float]) -> None:
    for kind in ("oblique", "axis"):
        for n in (128, 256):
            own = ours[f"volume.slice.{kind}.{n}.512x512.threads1"]
            theirs = fastest_slice_ms(kind, grids[f"cell.{n}"])
            figures.add(f"volume.slice.{kind}.{n}", "ms", own)
            figures.add(f"volume.slice.{kind}.{n}.vtk", "ms", theirs)
            figures.add(f"volume.slice_over_reslice.{kind}.{n}", "ratio", theirs / own)


def main() -> None:
    chosen = options()
    with tempfile.TemporaryDirectory() as folder:
        provide_vtk(folder)
        from vtkmodules.vtkCommonCore import vtkSMPTools

        vtkSMPTools.Initialize(1)
        kinds = [chosen.only] if chosen.only else ["surface", "slice"]
        grids = {"cell.128": image(128), "cell.256": image(256)}
        if "surface" in kinds:
            grids |= {"curvilinear.128": curvilinear(128), "tets.64": tetrahedra(64)}
        figures, machine = Figures(), {}
        for _ in range(chosen.runs):
            for kind in kinds:
                command = [str(chosen.node), "bench", "volume", "--only", f"volume.{kind}", "--json"]
                document = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
                machine, ours = document["machine"], {result["name"]: result["min"] for result in document["results"]}
                (measure_surfaces if kind == "surface" else measure_slices)(figures, grids, ours)
        if chosen.json:
            print(json.dumps({"suite": "volume_peers", "machine": machine, "results": figures.results()}, indent=2))
        else:
            print(f"volume_peers: {machine}\n{figures.table()}")


if __name__ == "__main__":
    main()
