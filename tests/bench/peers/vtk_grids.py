"""VTK's data sets of the workload."""

from __future__ import annotations

import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

from . import workload


def _points(positions: np.ndarray) -> vtk.vtkPoints:
    points = vtk.vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(positions.reshape(-1, 3), np.float32), deep=True))
    return points


def _with_velocity(data: vtk.vtkDataSet, velocity: np.ndarray) -> vtk.vtkDataSet:
    array = numpy_to_vtk(np.ascontiguousarray(velocity.reshape(-1, 3), np.float32), deep=True)
    array.SetName("velocity")
    data.GetPointData().SetVectors(array)
    return data


def uniform(n: int, velocity: np.ndarray) -> vtk.vtkImageData:
    image = vtk.vtkImageData()
    image.SetDimensions(n, n, n)
    image.SetSpacing(*[workload.EDGE / (n - 1)] * 3)
    return _with_velocity(image, velocity)


def curvilinear(positions: np.ndarray, velocity: np.ndarray) -> vtk.vtkStructuredGrid:
    grid = vtk.vtkStructuredGrid()
    grid.SetDimensions(*positions.shape[2::-1])
    grid.SetPoints(_points(positions))
    return _with_velocity(grid, velocity)


def _mesh(positions: np.ndarray, velocity: np.ndarray, kind: int, corners: np.ndarray) -> vtk.vtkUnstructuredGrid:
    count, each = corners.shape
    cells = vtk.vtkCellArray()
    offsets = numpy_to_vtkIdTypeArray(np.arange(0, each * count + 1, each), deep=True)
    cells.SetData(offsets, numpy_to_vtkIdTypeArray(np.ascontiguousarray(corners).ravel(), deep=True))
    grid = vtk.vtkUnstructuredGrid()
    grid.SetPoints(_points(positions))
    grid.SetCells(kind, cells)
    return _with_velocity(grid, velocity)


def unstructured(positions: np.ndarray, velocity: np.ndarray) -> vtk.vtkUnstructuredGrid:
    return _mesh(positions, velocity, vtk.VTK_TETRA, workload.tetrahedra(len(positions)))


def hexahedra(positions: np.ndarray, velocity: np.ndarray) -> vtk.vtkUnstructuredGrid:
    return _mesh(positions, velocity, vtk.VTK_HEXAHEDRON, workload.hexahedra(len(positions)))


def seeds(positions: np.ndarray) -> vtk.vtkPolyData:
    data = vtk.vtkPolyData()
    data.SetPoints(_points(positions))
    return data
