#!/usr/bin/env python3
"""Where lines through meshes end by VTK's own interpolation in their cells, in binary64: writes cells_reference.json.

Needs vtk and numpy from PyPI, and the files:  python3 cells_reference.py FOLDER
FOLDER holds foreign/vtk/can.vtu, fields/exodus/disk_out_ref.ex2 and so on (shared/data). Of each file: the ends of 20
lines from the middle of cells, by classical Runge-Kutta steps. Of each kind of cell that VTK and Farfield know also a
single bent cell with its points and velocities, and 20 lines within it.

Of VTK are the shape functions and where they take a place; a place is found by Newton's method with differences of that,
to the last digit, since VTK stops at a thousandth of a cell. VTK's own search is not used: as of 9.7 it takes every
place between 0 and 1 to be in a quadratic tetrahedron, most of which are not.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy

LINES, STEPS = 20, 200

KINDS = {
    "triangles": vtk.vtkTriangle,
    "quads": vtk.vtkQuad,
    "quadratic triangles": vtk.vtkQuadraticTriangle,
    "quadratic quads": vtk.vtkQuadraticQuad,
    "biquadratic quads": vtk.vtkBiQuadraticQuad,
    "tetrahedra": vtk.vtkTetra,
    "pyramids": vtk.vtkPyramid,
    "wedges": vtk.vtkWedge,
    "hexahedra": vtk.vtkHexahedron,
    "quadratic tetrahedra": vtk.vtkQuadraticTetra,
    "quadratic pyramids": vtk.vtkQuadraticPyramid,
    "quadratic wedges": vtk.vtkQuadraticWedge,
    "biquadratic wedges": vtk.vtkBiQuadraticQuadraticWedge,
    "quadratic hexahedra": vtk.vtkQuadraticHexahedron,
    "triquadratic hexahedra": vtk.vtkTriQuadraticHexahedron,
}


SIMPLICES = {vtk.VTK_TRIANGLE, vtk.VTK_QUADRATIC_TRIANGLE, vtk.VTK_TETRA, vtk.VTK_QUADRATIC_TETRA}
WEDGES = {vtk.VTK_WEDGE, vtk.VTK_QUADRATIC_WEDGE, vtk.VTK_BIQUADRATIC_QUADRATIC_WEDGE}


def beyond(place: np.ndarray, cell: vtk.vtkCell) -> float:
    """How far a place lies outside a cell, in the cell's own coordinates."""
    inner = place[: cell.GetCellDimension()]
    upper = list(inner)
    if cell.GetCellType() in SIMPLICES:
        upper = [inner.sum()]
    if cell.GetCellType() in WEDGES:
        upper = [inner[0] + inner[1], inner[2]]
    return max(0.0, max(upper) - 1.0, -min(inner))


class Outside(Exception):
    """A position that is in no cell."""


class Mesh:
    """velocity: [points, 3]."""

    def __init__(self, grid: vtk.vtkUnstructuredGrid, velocity: np.ndarray) -> None:
        self.grid = grid
        self.velocity = velocity
        self.locator = vtk.vtkCellLocator()
        self.locator.SetDataSet(grid)
        self.locator.BuildLocator()
        self.cell = vtk.vtkGenericCell()
        self.last = 0
        self.weights = [0.0] * 27

    def at(self, position: np.ndarray) -> np.ndarray:
        """The velocity at a position."""
        place = self._find(position)
        self.cell.InterpolateFunctions(place, self.weights)
        ids = [self.cell.GetPointId(i) for i in range(self.cell.GetNumberOfPoints())]
        return np.array(self.weights[: len(ids)]) @ self.velocity[ids]

    def _find(self, position: np.ndarray) -> np.ndarray:
        """Where in its cell a position is; leaves the cell: the last one, or the one that it is most within."""
        near = vtk.vtkIdList()
        place, distance = self._place_in(self.last, position)
        if distance == 0.0:
            return place
        self.locator.FindCellsWithinBounds([x for p in position for x in (p, p)], near)
        found = [(self._place_in(near.GetId(i), position)[1], near.GetId(i)) for i in range(near.GetNumberOfIds())]
        if not found or min(found)[0] > 1e-9:
            raise Outside
        self.last = min(found)[1]
        return self._place_in(self.last, position)[0]

    def _place_in(self, cell: int, position: np.ndarray) -> tuple[np.ndarray, float]:
        """In the cell's own coordinates, and how far outside."""
        self.grid.GetCell(cell, self.cell)
        place = [0.0, 0.0, 0.0]
        self.cell.EvaluatePosition(position, [0.0] * 3, vtk.reference(0), place, vtk.reference(0.0), self.weights)
        settled = self._settle(np.array(place), position)
        return settled, beyond(settled, self.cell)

    def _mapped(self, place: np.ndarray) -> np.ndarray:
        position = [0.0, 0.0, 0.0]
        self.cell.EvaluateLocation(vtk.reference(0), place, position, self.weights)
        return np.array(position)

    def _settle(self, place: np.ndarray, position: np.ndarray) -> np.ndarray:
        dimension, h = self.cell.GetCellDimension(), 1e-5
        for _ in range(4):
            slopes = np.stack([(self._mapped(place + step) - self._mapped(place - step)) / (2.0 * h)
                               for step in h * np.eye(3)[:dimension]], axis=1)
            place[:dimension] -= np.linalg.lstsq(slopes, self._mapped(place) - position, rcond=None)[0]
            if not (np.abs(place) < 10.0).all():  # far from the cell
                return np.full(3, 10.0)
        return place

    def line(self, seed: np.ndarray, step: float) -> tuple[np.ndarray, float]:
        """The end of a line, and its length."""
        p, length = seed.copy(), 0.0
        for _ in range(STEPS):
            k1 = self.at(p)
            k2 = self.at(p + 0.5 * step * k1)
            k3 = self.at(p + 0.5 * step * k2)
            k4 = self.at(p + step * k3)
            way = step * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0
            p, length = p + way, length + float(np.linalg.norm(way))
        self.at(p)
        return p, length


def lines_through(mesh: Mesh, seeds: list[np.ndarray], step: float) -> list[dict]:
    """Of the seeds that stay within the mesh, the first 20."""
    lines = []
    for seed in seeds:
        try:
            end, length = mesh.line(seed, step)
        except Outside:
            continue
        lines.append({"seed": list(seed), "end": list(end), "length": length})
        if len(lines) == LINES:
            break
    return lines


def middle_of(cell: vtk.vtkCell) -> np.ndarray:
    place, position = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    cell.GetParametricCenter(place)
    cell.EvaluateLocation(vtk.reference(0), place, position, [0.0] * 27)
    return np.float32(position).astype(np.float64)


def through_file(file: str, grid: vtk.vtkUnstructuredGrid, name: str, cells_crossed: float = 8.0) -> dict:
    """name: of the velocity. cells_crossed: about how many a line does."""
    mesh = Mesh(grid, vtk_to_numpy(grid.GetPointData().GetArray(name)).astype(np.float64))
    random = np.random.default_rng(7)
    cells = [int(c) for c in random.integers(grid.GetNumberOfCells(), size=10 * LINES)]
    width = float(np.median([np.sqrt(grid.GetCell(c).GetLength2() / 3.0) for c in cells]))
    speed = float(np.median(np.linalg.norm(mesh.velocity, axis=1)))
    step = float(np.float32(cells_crossed * width / speed / STEPS))
    seeds = [middle_of(grid.GetCell(c)) for c in cells]
    return {"file": file, "step": step, "steps": STEPS, "lines": lines_through(mesh, seeds, step)}


def bent(p: np.ndarray) -> np.ndarray:
    """p: [points, 3]. In a plane z stays 0."""
    x, y, z = p.T
    return np.stack([x + 0.15 * y * y + 0.1 * x * z, y + 0.2 * x * y - 0.1 * z * x, z * (1.0 + 0.2 * x - 0.1 * y)], axis=1)


def single_cell(name: str) -> dict:
    cell = KINDS[name]()
    place = np.array(cell.GetParametricCoords()).reshape(-1, 3)[: cell.GetNumberOfPoints()]
    if "pyramid" in name:  # all of t = 1 is the tip
        place[:, :2] += place[:, 2:] * (0.5 - place[:, :2])
    position = bent(place).astype(np.float32)
    velocity = np.random.default_rng(len(name)).uniform(-1.0, 1.0, position.shape).astype(np.float32)
    if cell.GetCellDimension() == 2:
        velocity[:, 2] = 0.0
    grid = vtk.vtkUnstructuredGrid()
    points = vtk.vtkPoints()
    points.SetDataTypeToDouble()
    points.SetData(numpy_to_vtk(position.astype(np.float64), deep=True))
    grid.SetPoints(points)
    grid.InsertNextCell(cell.GetCellType(), len(place), list(range(len(place))))
    mesh = Mesh(grid, velocity.astype(np.float64))
    middle = middle_of(grid.GetCell(0))
    share = np.random.default_rng(3).uniform(0.2, 0.5, (10 * LINES, 1))
    seeds = np.float32(middle + share * (position[np.arange(10 * LINES) % len(place)] - middle)).astype(np.float64)
    step = 0.2 / STEPS
    return {"kind": name, "points": position.tolist(), "velocity": velocity.tolist(), "step": step, "steps": STEPS,
            "lines": lines_through(mesh, list(seeds), step)}


def read(reader: vtk.vtkAlgorithm, file: Path) -> vtk.vtkDataObject:
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput()


def merged(data: vtk.vtkMultiBlockDataSet, dimension: int) -> vtk.vtkUnstructuredGrid:
    """The blocks with cells of a dimension, as one grid."""
    append = vtk.vtkAppendFilter()
    blocks = data.NewIterator()
    while not blocks.IsDoneWithTraversal():
        block = blocks.GetCurrentDataObject()
        if block.GetNumberOfCells() > 0 and block.GetCell(0).GetCellDimension() == dimension:
            append.AddInputData(block)
        blocks.GoToNextItem()
    append.Update()
    return append.GetOutput()


def exodus(file: Path, name: str) -> vtk.vtkUnstructuredGrid:
    reader = vtk.vtkExodusIIReader()
    reader.SetFileName(str(file))
    reader.UpdateInformation()
    reader.SetPointResultArrayStatus(name, 1)
    reader.Update()
    return merged(reader.GetOutput(), 3)


def ensight(file: Path) -> vtk.vtkUnstructuredGrid:
    reader = vtk.vtkGenericEnSightReader()
    reader.SetCaseFileName(str(file))
    reader.Update()
    return merged(reader.GetOutput(), 2)


def short(value):
    """Nine digits of each number, which binary32 needs."""
    if isinstance(value, dict):
        return {key: short(v) for key, v in value.items()}
    if isinstance(value, list):
        return [short(v) for v in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def main() -> None:
    folder = Path(sys.argv[1])
    disk, can = "fields/exodus/disk_out_ref.ex2", "foreign/vtk/can.vtu"
    quadratic, cylinder = "foreign/vtk/CylinderQuadratic.vtk", "fields/ensight/cylinder_Re35.case"
    reference = {
        "files": [
            through_file(disk, exodus(folder / disk, "V"), "V"),
            through_file(can, read(vtk.vtkXMLUnstructuredGridReader(), folder / can), "VEL", 1.0),
            through_file(quadratic, read(vtk.vtkUnstructuredGridReader(), folder / quadratic), "velocity"),
            through_file(cylinder, ensight(folder / cylinder), "velocity"),
        ],
        "cells": [single_cell(name) for name in KINDS],
    }
    out = Path(__file__).with_suffix(".json")
    out.write_text(json.dumps(short(reference)) + "\n")


if __name__ == "__main__":
    main()
