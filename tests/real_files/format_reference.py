#!/usr/bin/env python3
"""Flows in files that others made, of formats with readers of their own: writes format_reference.json.

Needs numpy, netCDF4, h5py and (for what it imports) vtk from PyPI, and the files:  python3 format_reference.py FOLDER
FOLDER holds grib/uv_on_different_levels.grib and so on (shared/data/foreign). Values are decoded here from the
formats' descriptions, or with libraries that the program does not use; the contents of each entry are those of
velocity_reference.py.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path

import h5py
import netCDF4
import numpy as np

from velocity_reference import summary


def grib_1_fields(data: bytes):
    """WMO, Manual on Codes, FM 92 GRIB edition 1, simple packing: (parameter, level, hours, values [rows, columns])."""
    at = 0
    while at + 8 < len(data):
        assert data[at : at + 4] == b"GRIB" and data[at + 7] == 1
        length = int.from_bytes(data[at + 4 : at + 7], "big")
        product = data[at + 8 :]
        grid = product[int.from_bytes(product[:3], "big") :]
        packed = grid[int.from_bytes(grid[:3], "big") :]
        assert product[7] == 0x80 and packed[3] & 0xF0 == 0, "no bitmap, grid points, simple packing, floats"

        def signed(raw: bytes) -> int:
            value = int.from_bytes(raw, "big")
            sign = 1 << (8 * len(raw) - 1)
            return -(value - sign) if value >= sign else value

        reference = int.from_bytes(packed[6:10], "big")
        least = (reference & 0xFFFFFF) * 16.0 ** ((reference >> 24 & 0x7F) - 70) * (-1 if reference >> 31 else 1)
        columns, rows = struct.unpack(">HH", grid[6:10])
        bits = packed[10]
        size = int.from_bytes(packed[:3], "big")
        numbers = np.unpackbits(np.frombuffer(packed[11:size], np.uint8))[: columns * rows * bits]
        numbers = numbers.reshape(-1, bits).astype(np.float64) @ 2.0 ** np.arange(bits - 1, -1, -1)
        values = (least + numbers * 2.0 ** signed(packed[4:6])) / 10.0 ** signed(product[26:28])
        yield product[8], int.from_bytes(product[10:12], "big"), product[18], values.reshape(rows, columns)
        at += length


def grib(folder: Path) -> dict:
    """The levels that both components have, at the first time; rows from the south on; the first column again."""
    file = "grib/uv_on_different_levels.grib"
    fields = {(p, level, hours): v for p, level, hours, v in grib_1_fields((folder / file).read_bytes())}
    parameters = sorted({p for p, _, _ in fields})
    first = min(hours for _, _, hours in fields)
    levels = sorted(level for p, level, hours in fields if p == parameters[1] and hours == first)
    u, v = (np.stack([fields[p, level, first][::-1] for level in levels]) for p in parameters)
    u, v = (np.concatenate([f, f[:, :, :1]], axis=2) for f in (u, v))
    return summary(file, "u,v", np.stack([u.ravel(), v.ravel(), np.zeros(u.size)], axis=1))


def ugrid(folder: Path) -> dict:
    data = netCDF4.Dataset(folder / "ugrid/tri_ring.nc")
    u, v = (np.asarray(data[name][:], np.float64) for name in "uv")
    return summary("ugrid/tri_ring.nc", "u,v", np.stack([u, v, 0.0 * u], axis=1))


def tecplot(folder: Path) -> dict:
    """One zone of triangles, nodes row by row: X Y P U V."""
    lines = (folder / "tecplot/flow.tec").read_text().splitlines()
    nodes = int(lines[2].split("N=")[1].split(",")[0])
    rows = np.array([[float(word) for word in line.split()] for line in lines[3 : 3 + nodes]])
    return summary("tecplot/flow.tec", "U,V", np.column_stack([rows[:, 3:5], np.zeros(nodes)]))


def momentum_over_density(q: np.ndarray) -> np.ndarray:
    """q: [components, nodes], of a plane without the third momentum."""
    velocity = q[1 : q.shape[0] - 1] / q[0]
    return np.vstack([velocity, np.zeros((3 - velocity.shape[0], q.shape[1]))]).T


def plot3d_ascii(folder: Path) -> dict:
    numbers = [float(word) for word in (folder / "plot3d/multi-ascii.q").read_text().split()]
    blocks, at, velocities = int(numbers[0]), 1 + 3 * int(numbers[0]), []
    for b in range(blocks):
        nodes = int(np.prod(numbers[1 + 3 * b : 4 + 3 * b]))
        velocities.append(momentum_over_density(np.array(numbers[at + 4 : at + 4 + 5 * nodes]).reshape(5, nodes)))
        at += 4 + 5 * nodes
    assert at == len(numbers)
    return summary("plot3d/multi-ascii.xyz+plot3d/multi-ascii.q", "Momentum / Density", np.concatenate(velocities))


def plot3d_plane(folder: Path) -> dict:
    data = (folder / "plot3d/multi-bin-2D.q").read_bytes()
    (blocks,) = struct.unpack("<i", data[:4])
    dims, at, velocities = np.frombuffer(data[4 : 4 + 8 * blocks], "<i4").reshape(-1, 2), 4 + 8 * blocks, []
    for nodes in dims.prod(axis=1):
        q = np.frombuffer(data[at + 32 : at + 32 + 32 * nodes], "<f8").reshape(4, nodes)
        velocities.append(momentum_over_density(q))
        at += 32 + 32 * nodes
    assert at == len(data)
    file = "plot3d/multi-bin-2D.xyz+plot3d/multi-bin-2D.q"
    return summary(file, "Momentum / Density", np.concatenate(velocities))


def fortran_records(data: bytes, order: str) -> list[bytes]:
    records, at = [], 0
    while at < len(data):
        (size,) = struct.unpack(order + "i", data[at : at + 4])
        records.append(data[at + 4 : at + 4 + size])
        assert data[at : at + 4] == data[at + 4 + size : at + 8 + size]
        at += 8 + size
    return records


def plot3d_overflow(folder: Path) -> dict:
    """The number of blocks; their sizes, NQ and NQC; of each block its conditions, and NQ numbers a node."""
    data = (folder / "plot3d/multi-bin-oflow.q").read_bytes()
    order = "<" if data[0] == 4 else ">"
    records = fortran_records(data, order)
    sizes = np.frombuffer(records[1], order + "i4")
    q = [np.frombuffer(record, order + "f8").reshape(sizes[-2], -1)[:5] for record in records[3::2]]
    file = "plot3d/multi-bin.xyz+plot3d/multi-bin-oflow.q"
    return summary(file, "Momentum / Density", np.concatenate([momentum_over_density(block) for block in q]))


def fluent(folder: Path) -> dict:
    """Means of the cells around each node; a cell's nodes are those of its faces."""
    mesh = h5py.File(folder / "fluent/room.cas.h5")["meshes/1"]
    results = h5py.File(folder / "fluent/room.dat.h5")["results/1/phase-1/cells"]
    nodes, cells = int(mesh.attrs["nodeCount"][0]), int(mesh.attrs["cellCount"][0])
    of_faces = mesh["faces/nodes/1/nodes"][:].reshape(-1, 2).astype(np.int64) - 1
    touches = np.zeros((nodes, cells), dtype=bool)
    for side in ("c0", "c1"):
        for section in mesh[f"faces/{side}"].values():
            first = int(section.attrs["minId"][0]) - 1
            for face, cell in enumerate(section[:].astype(np.int64), start=first):
                if cell > 0:
                    touches[of_faces[face], cell - 1] = True
    weights = touches / touches.sum(axis=1, keepdims=True)
    u, v = (weights @ results[f"{name}/1"][:].astype(np.float64) for name in ("SV_U", "SV_V"))
    return summary("fluent/room.cas.h5", "Velocity", np.column_stack([u, v, 0.0 * u]))


def main() -> None:
    folder = Path(sys.argv[1])
    reference = [grib(folder), ugrid(folder), tecplot(folder), plot3d_ascii(folder), plot3d_plane(folder),
                 plot3d_overflow(folder), fluent(folder)]
    Path(__file__).with_suffix(".json").write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
