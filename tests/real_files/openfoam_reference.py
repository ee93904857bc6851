#!/usr/bin/env python3
"""Velocities of cases of OpenFOAM, and of VTK's files that name others, by VTK's own readers: writes
openfoam_reference.json.

Needs vtk and numpy from PyPI, and the files:  python3 openfoam_reference.py FOLDER
FOLDER holds openfoam/cavity_case and so on (shared/data/foreign). Of each file at one time step: the name of the
velocity, how many nodes and time steps there are, the least and the greatest speed at nodes, and the place and
velocity of some nodes, in binary64. Where values are given in cells, those at a node are the mean of all cells around
it, over all pieces. A packed case that VTK does not read without a controlDict is read here, line by line.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

NODES_SHOWN = 20


def summary(file: str, step: int, steps: int, vector: str, places: np.ndarray, velocity: np.ndarray) -> dict:
    speed = np.linalg.norm(velocity, axis=1)
    shown = range(0, len(places), max(1, len(places) // NODES_SHOWN))
    return {"file": file, "step": step, "steps": steps, "vector": vector, "nodes": len(places),
            "speed": [speed.min(), speed.max()], "at": [[*places[n], *velocity[n]] for n in shown]}


def means_at_points(pieces: list[tuple[np.ndarray, list[np.ndarray], np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """pieces: places, points of each cell, and values in cells. Points at one place are one."""
    numbers: dict[tuple, int] = {}
    sums, counts = [], []
    for places, cells, values in pieces:
        of_point = [numbers.setdefault(tuple(p), len(numbers)) for p in places.tolist()]
        sums += [np.zeros(3)] * (len(numbers) - len(sums))
        counts += [0] * (len(numbers) - len(counts))
        for cell, value in zip(cells, values):
            for point in cell:
                n = of_point[point]
                sums[n] = sums[n] + value
                counts[n] += 1
    return np.array(list(numbers)), np.array(sums) / np.array(counts)[:, None]


def piece(grid: vtk.vtkUnstructuredGrid, name: str) -> tuple[np.ndarray, list[np.ndarray], np.ndarray]:
    cells = []
    for c in range(grid.GetNumberOfCells()):
        ids = grid.GetCell(c).GetPointIds()
        cells.append(np.array([ids.GetId(i) for i in range(ids.GetNumberOfIds())]))
    places = vtk_to_numpy(grid.GetPoints().GetData()).astype(np.float64)
    return places, cells, vtk_to_numpy(grid.GetCellData().GetArray(name)).astype(np.float64)


def openfoam(folder: Path, case: str, name: str, step: int) -> dict:
    reader = vtk.vtkOpenFOAMReader()
    reader.SetFileName(str(folder / name))
    reader.CreateCellToPointOff()
    reader.Use64BitFloatsOn()
    reader.SkipZeroTimeOff()
    reader.UpdateInformation()
    times = vtk_to_numpy(reader.GetTimeValues())
    reader.UpdateTimeStep(times[step])
    places, velocity = means_at_points([piece(reader.GetOutput().GetBlock(0), "U")])
    return summary(case, step, len(times), "U", places, velocity)


def numbers_in(file: Path) -> list[list[float]]:
    """Of the long list of a file: the numbers of each line of it."""
    text = (gzip.open if file.suffix == ".gz" else open)(file, "rt").read()
    body = re.search(r"\n\d+\s*\n\(\n(.*?)\n\)", text, re.S).group(1)
    return [[float(x) for x in re.findall(r"[-+.\deE]+", line)] for line in body.splitlines()]


def text_case(folder: Path, case: str, ending: str) -> dict:
    """ending: of its files, ".gz" where they are packed, else ""."""
    mesh = folder / case / "constant/polyMesh"
    places = np.array(numbers_in(mesh / f"points{ending}"))
    faces = [[int(p) for p in face[1:]] for face in numbers_in(mesh / f"faces{ending}")]
    values = np.array(numbers_in(folder / case / f"0/U{ending}"))
    points: list[set[int]] = [set() for _ in values]
    for owners in ("owner", "neighbour"):
        for face, (cell,) in zip(faces, numbers_in(mesh / f"{owners}{ending}")):
            points[int(cell)].update(face)
    places, velocity = means_at_points([(places, [np.array(sorted(p)) for p in points], values)])
    return summary(case, 0, 1, "U", places, velocity)


def read_mesh(file: Path) -> vtk.vtkUnstructuredGrid:
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput()


def blood_vessels(folder: Path) -> dict:
    file = "vtk/blood_vessels/T0000000500.pvtu"
    pieces = [piece(read_mesh(folder / f"vtk/blood_vessels/T0000000500/{n:03}.vtu"), "velocity") for n in range(4)]
    places, velocity = means_at_points(pieces)
    return summary(file, 0, 1, "velocity", places, velocity)


def cavity_series(folder: Path) -> dict:
    grid = read_mesh(folder / "openfoam/cavity_vtk/cavity_60/internal.vtu")
    places = vtk_to_numpy(grid.GetPoints().GetData()).astype(np.float64)
    velocity = vtk_to_numpy(grid.GetPointData().GetArray("U")).astype(np.float64)
    return summary("openfoam/cavity_vtk/cavity.vtm.series", 3, 6, "U", places, velocity)


def short(value):
    """Nine digits of each number, which binary32 needs."""
    if isinstance(value, dict):
        return {key: short(v) for key, v in value.items()}
    if isinstance(value, list):
        return [short(v) for v in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def main() -> None:
    folder = Path(sys.argv[1])
    floats = "openfoam/OpenFOAM/64BitFloats/case.foam"
    reference = [
        openfoam(folder, floats, floats, 0),
        openfoam(folder, "openfoam/OpenFOAM/cavity", "openfoam/OpenFOAM/cavity/case.foam", 5),
        openfoam(folder, "openfoam/cavity_case", "openfoam/cavity_case/system/controlDict", 3),
        text_case(folder, "openfoam/fluidfoam_asciigz", ".gz"),
        blood_vessels(folder),
        cavity_series(folder),
    ]
    out = Path(__file__).with_suffix(".json")
    out.write_text(json.dumps(short(reference)) + "\n")


if __name__ == "__main__":
    main()
