#!/usr/bin/env python3
"""The velocities of files that others made, read in binary64 with VTK and netCDF4: writes velocity_reference.json.

Needs vtk, netCDF4 and numpy from PyPI, and the files:  python3 velocity_reference.py FOLDER
FOLDER holds vtk/can.vtu and so on (shared/data/foreign). Of each file: the vector that is a velocity, how many nodes
there are, the least and the greatest speed, and the velocity at some nodes. Which vector that is, is written down
here by hand, after its name and unit. Of latitude-longitude grids also the ends of 20 streamlines of the first time
step, by classical Runge-Kutta steps on a sphere of 6371 km, the components interpolated bilinearly.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import netCDF4
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

RADIUS_METRES = 6371000.0
LINES, STEP_SECONDS, STEPS = 20, 600.0, 100
NODES_SHOWN = 20


def summary(file: str, vector: str, velocity: np.ndarray, valid: np.ndarray | None = None) -> dict:
    """velocity: [nodes, 3]; valid: [nodes], where there is a value."""
    valid = np.isfinite(velocity).all(axis=1) if valid is None else valid
    speed = np.linalg.norm(velocity[valid], axis=1)
    shown = np.flatnonzero(valid)[:: max(1, int(valid.sum()) // NODES_SHOWN)][:NODES_SHOWN]
    return {"file": file, "vector": vector, "nodes": len(velocity), "speed": [speed.min(), speed.max()],
            "at": [[int(n), *velocity[n]] for n in shown]}


def read_vtk(reader, file: Path):
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput()


def array(attributes, name: str) -> np.ndarray:
    return vtk_to_numpy(attributes.GetArray(name)).astype(np.float64)


def structured_points(folder: Path) -> dict:
    data = read_vtk(vtk.vtkXMLStructuredGridReader(), folder / "vtk/StructuredGrid.vts").GetPointData()
    return summary("vtk/StructuredGrid.vts", "Momentum / Density", array(data, "Momentum") / array(data, "Density")[:, None])


def can(folder: Path) -> dict:
    grid = read_vtk(vtk.vtkXMLUnstructuredGridReader(), folder / "vtk/can.vtu")
    return summary("vtk/can.vtu", "VEL", array(grid.GetPointData(), "VEL"))


def blocks_of(data) -> list:
    if isinstance(data, vtk.vtkMultiBlockDataSet):
        return [b for i in range(data.GetNumberOfBlocks()) for b in blocks_of(data.GetBlock(i))]
    return [data] if data is not None else []


def cells_to_nodes(cells: np.ndarray, dims: tuple[int, int, int]) -> np.ndarray:
    """cells: [cells, 3] of a block of dims nodes, i fastest; the mean of those about each node."""
    n = [max(d - 1, 1) for d in dims]
    values = cells.reshape(n[2], n[1], n[0], 3)
    total, count = np.zeros((dims[2], dims[1], dims[0], 3)), np.zeros((dims[2], dims[1], dims[0], 1))
    for k in range(min(dims[2], 2)):
        for j in range(min(dims[1], 2)):
            for i in range(min(dims[0], 2)):
                at = np.s_[k:k + n[2], j:j + n[1], i:i + n[0]]
                total[at] += values
                count[at] += 1.0
    return (total / count).reshape(-1, 3)


def cgns(folder: Path) -> dict:
    reader = vtk.vtkCGNSReader()
    reader.SetFileName(str(folder / "cgns/sqnz_s.adf.cgns"))
    reader.UpdateInformation()
    reader.EnableAllBases()
    reader.EnableAllPointArrays()
    reader.EnableAllCellArrays()
    reader.Update()
    velocity = []
    for block in blocks_of(reader.GetOutput()):
        data = block.GetCellData()
        quotient = array(data, "Momentum") / array(data, "Density")[:, None]
        dims = [0, 0, 0]
        block.GetDimensions(dims)
        velocity.append(cells_to_nodes(quotient, tuple(dims)))
    return summary("cgns/sqnz_s.adf.cgns", "Momentum / Density", np.concatenate(velocity))


def on_plane(variable) -> np.ndarray:
    """The first time step, NaN where there is no value, [latitude][longitude]."""
    values = np.ma.filled(variable[:].astype(np.float64), np.nan)
    return values[0] if values.ndim == 3 else values


def streamlines(longitude: np.ndarray, latitude: np.ndarray, u: np.ndarray, v: np.ndarray) -> list:
    """Both axes ascend; seeds in middle latitudes; their lines stay where there are values."""

    def degrees_per_second(place: np.ndarray) -> np.ndarray:
        i = int(np.searchsorted(longitude, place[0])) - 1
        j = int(np.searchsorted(latitude, place[1])) - 1
        a = (place[0] - longitude[i]) / (longitude[i + 1] - longitude[i])
        b = (place[1] - latitude[j]) / (latitude[j + 1] - latitude[j])
        at = [(1 - a) * (1 - b) * f[j, i] + a * (1 - b) * f[j, i + 1] + (1 - a) * b * f[j + 1, i] + a * b * f[j + 1, i + 1]
              for f in (u, v)]
        return np.degrees(np.array([at[0] / np.cos(np.radians(place[1])), at[1]]) / RADIUS_METRES)

    random = np.random.default_rng(19)
    lines = []
    for _ in range(100 * LINES):
        seed = np.array([random.uniform(longitude[2], longitude[-3]), random.uniform(-45.0, 45.0)])
        place, path = seed.copy(), 0.0
        try:
            for _ in range(STEPS):
                k1 = degrees_per_second(place)
                k2 = degrees_per_second(place + 0.5 * STEP_SECONDS * k1)
                k3 = degrees_per_second(place + 0.5 * STEP_SECONDS * k2)
                k4 = degrees_per_second(place + STEP_SECONDS * k3)
                move = STEP_SECONDS * (k1 + 2 * k2 + 2 * k3 + k4) / 6.0
                path += float(np.linalg.norm(move))
                place = place + move
        except IndexError:
            continue
        inside = longitude[1] < place[0] < longitude[-2]
        if np.isfinite(place).all() and inside:
            lines.append({"seed": list(seed), "end": list(place), "path": path})
        if len(lines) == LINES:
            return lines
    return lines


def netcdf(folder: Path, files: list[str], names: tuple[str, str], axes: tuple[str, str] | None, metres: float = 1.0) -> dict:
    """axes: the coordinate variables along x and y; None: a curvilinear grid, of which no lines are traced here."""
    sets = [netCDF4.Dataset(folder / "netcdf" / file) for file in files]
    u, v = (metres * on_plane(d[name]) for d, name in zip((sets[0], sets[-1]), names))
    lines, closed = [], False
    if axes is not None:
        x, y = (np.asarray(sets[0][axis][:], dtype=np.float64) for axis in axes)
        if y[0] > y[-1]:
            y, u, v = y[::-1], u[::-1], v[::-1]
        lines = streamlines(x, y, u, v)
        closed = abs(x[-1] - x[0] - 360.0) <= 0.01 * (x[1] - x[0])
    if not closed:  # all of these go around the globe: the first column comes again at the end
        u, v = (np.concatenate([f, f[:, :1]], axis=1) for f in (u, v))
    velocity = np.stack([u.ravel(), v.ravel(), np.zeros(u.size)], axis=1)
    result = summary("+".join("netcdf/" + file for file in files), ",".join(names), velocity)
    return result | {"lines": lines, "step": STEP_SECONDS, "steps": STEPS}


def main() -> None:
    folder = Path(sys.argv[1])
    reference = [
        structured_points(folder),
        can(folder),
        cgns(folder),
        netcdf(folder, ["uv300.nc"], ("U", "V"), ("lon", "lat")),
        netcdf(folder, ["941110_UV.cdf"], ("u", "v"), ("lon", "lat")),
        netcdf(folder, ["coads_climatology.cdf"], ("UWND", "VWND"), ("COADSX", "COADSY")),
        netcdf(folder, ["uwnd_mean.nc", "vwnd_mean.nc"], ("uwnd", "vwnd"), ("longitude", "latitude")),
        netcdf(folder, ["pop.nc"], ("urot", "vrot"), None, 0.01),
    ]
    out = Path(__file__).with_suffix(".json")
    out.write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
