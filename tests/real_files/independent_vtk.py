"""Files that VTK reads, by VTK's own readers, in binary64."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import netCDF4
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

from cells_reference import Mesh
from independent_lines import MeshField, PlainLattice


@dataclass
class Found:
    """values: speeds or scalars at nodes that have one. field: for lines, or none."""

    nodes: int
    values: np.ndarray
    field: object | None


XML = {"vti": vtk.vtkXMLImageDataReader, "vtr": vtk.vtkXMLRectilinearGridReader, "vts": vtk.vtkXMLStructuredGridReader,
       "vtu": vtk.vtkXMLUnstructuredGridReader, "vtp": vtk.vtkXMLPolyDataReader,
       "pvtu": vtk.vtkXMLPUnstructuredGridReader, "pvtr": vtk.vtkXMLPRectilinearGridReader,
       "mha": vtk.vtkMetaImageReader}


def output_of(files: list[Path], last: bool = False) -> vtk.vtkDataObject:
    """last: of EnSight's time steps the last, not the first."""
    name = files[0].name
    ending = name.rsplit(".", 1)[-1]
    if len(files) == 2:
        reader = vtk.vtkMultiBlockPLOT3DReader()
        reader.SetXYZFileName(str(files[0]))
        reader.SetQFileName(str(files[1]))
        reader.AutoDetectFormatOn()
        reader.AddFunction(202)  # momentum comes without being asked for
    elif ending == "series":  # the first step
        first = sorted(files[0].parent.glob("*_0/internal.vtu"))[0]
        return output_of([first])
    elif ending in ("case", "encas"):
        reader = vtk.vtkGenericEnSightReader()
        reader.SetCaseFileName(str(files[0]))
        if last:
            reader.UpdateInformation()
            times = reader.GetTimeSets().GetItem(0)
            reader.SetTimeValue(max(times.GetTuple1(i) for i in range(times.GetNumberOfTuples())))
    elif ending == "vtk":
        reader = vtk.vtkDataSetReader()
        reader.ReadAllVectorsOn()
        reader.ReadAllScalarsOn()
        reader.ReadAllFieldsOn()
        reader.SetFileName(str(files[0]))
    else:
        reader = XML[ending]()
        reader.SetFileName(str(files[0]))
    reader.Update()
    return reader.GetOutput()


def blocks_of(data: vtk.vtkDataObject) -> list[vtk.vtkDataSet]:
    """Those of the highest dimension."""
    if not isinstance(data, vtk.vtkCompositeDataSet):
        return [data]
    blocks, walk = [], data.NewIterator()
    while not walk.IsDoneWithTraversal():
        block = walk.GetCurrentDataObject()
        if block.GetNumberOfCells() > 0:
            blocks.append((block.GetCell(0).GetCellDimension(), block))
        walk.GoToNextItem()
    most = max(dimension for dimension, _ in blocks)
    return [block for dimension, block in blocks if dimension == most]


def lattice_corners(dims: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    points = np.arange(np.prod(dims)).reshape(dims[::-1])
    sizes = [max(d - 1, 1) for d in dims[::-1]]
    ends = [range(min(d, 2)) for d in dims[::-1]]
    of_cells = [points[k : k + sizes[0], j : j + sizes[1], i : i + sizes[2]].ravel()
                for k in ends[0] for j in ends[1] for i in ends[2]]
    return np.concatenate(of_cells), np.tile(np.arange(np.prod(sizes)), len(of_cells))


def corners(block: vtk.vtkDataSet) -> tuple[np.ndarray, np.ndarray]:
    """The points of all cells one after another, and of each the cell."""
    if isinstance(block, vtk.vtkUnstructuredGrid):
        offsets = vtk_to_numpy(block.GetCells().GetOffsetsArray())
        points = vtk_to_numpy(block.GetCells().GetConnectivityArray())
        return points, np.repeat(np.arange(offsets.size - 1), np.diff(offsets))
    if hasattr(block, "GetDimensions"):
        return lattice_corners(block.GetDimensions())
    points, cells, ids = [], [], vtk.vtkIdList()
    for c in range(block.GetNumberOfCells()):
        block.GetCellPoints(c, ids)
        points += [ids.GetId(i) for i in range(ids.GetNumberOfIds())]
        cells += [c] * ids.GetNumberOfIds()
    return np.array(points), np.array(cells)


def places_of(block: vtk.vtkDataSet) -> np.ndarray:
    if isinstance(block, vtk.vtkPointSet):
        return vtk_to_numpy(block.GetPoints().GetData()).astype(np.float64)
    return np.array([block.GetPoint(i) for i in range(block.GetNumberOfPoints())])


def node_means(blocks: list[vtk.vtkDataSet], values: list[np.ndarray], joined: bool) -> tuple[int, np.ndarray]:
    """The mean of the cells about each node; joined: points at one place are one, as of a mesh in pieces."""
    places = [places_of(b) for b in blocks] if joined else []
    _, number = np.unique(np.concatenate(places), axis=0, return_inverse=True) if joined else (None, None)
    first, total, count = 0, None, None
    nodes = number.max() + 1 if joined else sum(b.GetNumberOfPoints() for b in blocks)
    total, count = np.zeros((nodes, values[0].shape[1])), np.zeros(nodes)
    for block, of_cells in zip(blocks, values):
        points, cells = corners(block)
        at = number.ravel()[first + points] if joined else first + points
        np.add.at(total, at, of_cells[cells])
        np.add.at(count, at, 1.0)
        first += block.GetNumberOfPoints()
    return nodes, (total / np.maximum(count, 1.0)[:, None])[count > 0]


def array(attributes, name: str) -> np.ndarray:
    values = vtk_to_numpy(attributes.GetArray(name)).astype(np.float64)
    return values.reshape(values.shape[0], -1)


def quantity(block: vtk.vtkDataSet, where: str, name: str) -> np.ndarray:
    """name: an array's, with ~ for spaces; A/B is a quotient; A,B,C are components."""
    attributes = block.GetPointData() if where == "points" else block.GetCellData()
    name = name.replace("~", " ")
    if "/" in name:
        above, below = name.split("/")
        return array(attributes, above) / array(attributes, below)
    return np.concatenate([array(attributes, part) for part in name.split(",")], axis=1)


def field_of(block: vtk.vtkDataSet, velocity: np.ndarray) -> object | None:
    if velocity.shape[1] != 3:
        return None
    if isinstance(block, vtk.vtkImageData):
        axes = [block.GetOrigin()[a] + block.GetSpacing()[a] * (np.arange(n) + block.GetExtent()[2 * a])
                for a, n in enumerate(block.GetDimensions())]
        return PlainLattice(axes, velocity.reshape(*block.GetDimensions()[::-1], 3))
    if isinstance(block, vtk.vtkRectilinearGrid):
        axes = [vtk_to_numpy(a).astype(np.float64) for a in
                (block.GetXCoordinates(), block.GetYCoordinates(), block.GetZCoordinates())]
        return PlainLattice(axes, velocity.reshape(*block.GetDimensions()[::-1], 3))
    kinds = vtk.vtkCellTypes()
    block.GetCellTypes(kinds)
    shapes = (vtk.VTK_POLYHEDRON, vtk.VTK_POLYGON, vtk.VTK_CONVEX_POINT_SET)
    if any(kinds.IsType(k) for k in shapes) or block.GetCell(0).GetCellDimension() < 3:
        return None
    return MeshField(Mesh(block, velocity))


def from_vtk(files: list[Path], where: str, name: str, *more: str) -> Found:
    """where: points or cells. more: joined; last; no-lines, where a mesh is not one that both sides take alike."""
    blocks = blocks_of(output_of(files, "last" in more))
    values = [quantity(block, where, name) for block in blocks]
    if where == "cells":
        nodes, of_nodes = node_means(blocks, values, "joined" in more)
    else:
        nodes, of_nodes = sum(b.GetNumberOfPoints() for b in blocks), np.concatenate(values)
    field = field_of(blocks[0], of_nodes) if len(blocks) == 1 and "no-lines" not in more else None
    shown = np.linalg.norm(of_nodes, axis=1) if of_nodes.shape[1] > 1 else of_nodes[:, 0]
    return Found(nodes, shown, field)


def exodus(files: list[Path], name: str) -> Found:
    reader = vtk.vtkExodusIIReader()
    reader.SetFileName(str(files[0]))
    reader.UpdateInformation()
    reader.SetPointResultArrayStatus(name, 1)
    reader.Update()
    append = vtk.vtkAppendFilter()
    for block in blocks_of(reader.GetOutput()):
        append.AddInputData(block)
    append.Update()
    grid = append.GetOutput()
    velocity = array(grid.GetPointData(), name)
    nodes = len(netCDF4.Dataset(files[0]).dimensions["num_nodes"])
    return Found(nodes, np.linalg.norm(velocity, axis=1), MeshField(Mesh(grid, velocity)))


def foam_reader(case: Path, region: str | None = None) -> vtk.vtkOpenFOAMReader:
    reader = vtk.vtkOpenFOAMReader()
    reader.SetFileName(str(case / "system/controlDict"))
    reader.CreateCellToPointOff()
    reader.DecomposePolyhedraOff()
    reader.Use64BitFloatsOn()
    reader.SkipZeroTimeOff()
    reader.UpdateInformation()
    if region is not None:  # "/topAir/internalMesh"
        reader.DisableAllPatchArrays()
        reader.SetPatchArrayStatus(region, 1)
    return reader


def foam_blocks(case: Path, step: int, region: str | None = None) -> tuple[float, list[vtk.vtkDataSet]]:
    reader = foam_reader(case, region)
    time = vtk_to_numpy(reader.GetTimeValues())[step]
    reader.UpdateTimeStep(time)
    return float(time), blocks_of(reader.GetOutput())


def decomposed_blocks(case: Path, step: int) -> list[vtk.vtkDataSet]:
    """A time step of each processor's part, read as a case of its own."""
    blocks = []
    for part in sorted(case.glob("processor*")):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(part, folder, dirs_exist_ok=True, ignore_dangling_symlinks=True)
            shutil.copytree(case / "system", Path(folder) / "system")
            blocks += foam_blocks(Path(folder), step)[1]
    return blocks


def openfoam(files: list[Path], name: str, *more: str) -> Found:
    """Range of the first time step, or the last one; lines through the last. more: last; decomposed; no-lines; of=CASE,
    beside it, which is the same from its second time on; regions=A,B."""

    def means(blocks: list[vtk.vtkDataSet]) -> tuple[int, np.ndarray]:
        return node_means(blocks, [quantity(b, "cells", name) for b in blocks], "decomposed" in more)

    given = dict(word.split("=") for word in more if "=" in word)
    case = files[0].with_name(given.get("of", files[0].name))
    begins, shown = 1 if "of" in given else 0, -1 if "last" in more else 1 if "of" in given else 0
    if "decomposed" in more:
        first = decomposed_blocks(case, shown)
    elif "regions" in given:
        first = [b for r in given["regions"].split(",") for b in foam_blocks(case, shown, f"/{r}/internalMesh")[1]]
    else:
        first = foam_blocks(case, shown)[1]
    nodes, of_nodes = means(first)
    field = None
    if not {"no-lines", "decomposed"}.intersection(more) and "regions" not in given:
        time, blocks = foam_blocks(case, -1)
        field = field_of(blocks[0], means(blocks)[1]) if len(blocks) == 1 else None
        if field is not None:
            field.time = time - float(vtk_to_numpy(foam_reader(case).GetTimeValues())[begins])
    return Found(nodes, np.linalg.norm(of_nodes, axis=1), field)
