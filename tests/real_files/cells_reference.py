#!/usr/bin/env python3
"""Streamlines through cells, and the weights of their points, by VTK in binary64: writes cells_reference.json.

Needs vtk and numpy from PyPI, and the files:  python3 cells_reference.py FOLDER
FOLDER holds fields/exodus/disk_out_ref.ex2, foreign/vtk/can.vtu and so on (shared/data). Of each file: the ends of 20
streamlines by classical Runge-Kutta steps, each position found with vtkStaticCellLocator and the velocity blended by
the cell's own weights (vtkCell::EvaluatePosition). Of each kind of cell: the weights at some places of the cell
(vtkCell::InterpolateFunctions).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

LINES, STEPS = 20, 800
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


class Flow:
    """A velocity at the points of an unstructured grid."""

    def __init__(self, grid, vector: str) -> None:
        self.grid = grid
        self.velocity = vtk_to_numpy(grid.GetPointData().GetArray(vector)).astype(np.float64)
        self.locator = vtk.vtkStaticCellLocator()
        self.locator.SetDataSet(grid)
        self.locator.BuildLocator()
        self.cell, self.weights, self.local = vtk.vtkGenericCell(), [0.0] * 64, [0.0] * 3

    def at(self, position: np.ndarray) -> np.ndarray | None:
        """Nothing outside of all cells."""
        found = self.locator.FindCell(position, 0.0, self.cell, self.local, self.weights)
        if found < 0:
            return None
        ids = [self.cell.GetPointId(i) for i in range(self.cell.GetNumberOfPoints())]
        return np.asarray(self.weights[: len(ids)]) @ self.velocity[ids]

    def step(self, position: np.ndarray, dt: float) -> np.ndarray | None:
        k1 = self.at(position)
        k2 = None if k1 is None else self.at(position + 0.5 * dt * k1)
        k3 = None if k2 is None else self.at(position + 0.5 * dt * k2)
        k4 = None if k3 is None else self.at(position + dt * k3)
        return None if k4 is None else position + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    def line(self, seed: np.ndarray, dt: float) -> tuple[np.ndarray, float] | None:
        """Its end and its length; nothing where it leaves the grid."""
        position, length = seed, 0.0
        for _ in range(STEPS):
            after = self.step(position, dt)
            if after is None:
                return None
            length += float(np.linalg.norm(after - position))
            position = after
        return position, length


def lines_of(name: str, grid, vector: str, cells_crossed: float) -> dict:
    """Lines from points at random that stay inside for as long as a fast one takes to cross so many cells."""
    flow = Flow(grid, vector)
    box = np.asarray(grid.GetBounds()).reshape(3, 2)
    size = (np.prod(box[:, 1] - box[:, 0]) / grid.GetNumberOfCells()) ** (1.0 / 3.0)
    seconds = cells_crossed * size / float(np.quantile(np.linalg.norm(flow.velocity, axis=1), 0.9))
    random, lines = np.random.default_rng(7), []
    while len(lines) < LINES:
        seed = np.float32(box[:, 0] + random.random(3) * (box[:, 1] - box[:, 0])).astype(np.float64)
        end = flow.line(seed, seconds / STEPS)
        if end is not None and end[1] > size:
            lines.append({"seed": list(seed), "end": list(end[0]), "length": end[1]})
    return {"file": name, "vector": vector, "seconds": seconds, "lines": lines}


def disk(folder: Path) -> dict:
    reader = vtk.vtkExodusIIReader()
    reader.SetFileName(str(folder / "fields/exodus/disk_out_ref.ex2"))
    reader.UpdateInformation()
    reader.SetAllArrayStatus(reader.NODAL, 1)
    reader.Update()
    return lines_of("fields/exodus/disk_out_ref.ex2", reader.GetOutput().GetBlock(0).GetBlock(0), "V", 10.0)


def can(folder: Path) -> dict:
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(folder / "foreign/vtk/can.vtu"))
    reader.Update()
    return lines_of("foreign/vtk/can.vtu", reader.GetOutput(), "VEL", 4.0)


def cylinder(folder: Path) -> dict:
    reader = vtk.vtkUnstructuredGridReader()
    reader.SetFileName(str(folder / "foreign/vtk/CylinderQuadratic.vtk"))
    reader.ReadAllVectorsOn()
    reader.Update()
    return lines_of("foreign/vtk/CylinderQuadratic.vtk", reader.GetOutput(), "velocity", 10.0)


def weights_of(kind: str) -> dict:
    """At places well inside, whatever the kind."""
    cell = KINDS[kind]()
    random, places = np.random.default_rng(11), []
    for _ in range(8):
        place = np.float32(random.random(3) * [0.45, 0.45, 0.1 if "tetra" in kind else 0.95]).astype(np.float64)
        weights = [0.0] * cell.GetNumberOfPoints()
        cell.InterpolateFunctions(place, weights)
        places.append({"local": list(place), "weights": list(weights)})
    return {"kind": kind, "places": places}


def main() -> None:
    folder = Path(sys.argv[1])
    reference = {"lines": [disk(folder), can(folder), cylinder(folder)], "weights": [weights_of(kind) for kind in KINDS]}
    Path(__file__).with_suffix(".json").write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
