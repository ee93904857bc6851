#!/usr/bin/env python3
"""Flows in files that others made, of formats with readers of their own: writes format_reference.json.

Needs numpy, netCDF4, h5py and vtk from PyPI, and the files:  python3 format_reference.py FOLDER
FOLDER holds grib/uv_on_different_levels.grib and so on (shared/data/foreign). Values are decoded here from the
formats' descriptions, or with libraries that the program does not use; the contents of each entry are those of
velocity_reference.py.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path

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


def main() -> None:
    folder = Path(sys.argv[1])
    reference = [grib(folder), ugrid(folder)]
    Path(__file__).with_suffix(".json").write_text(json.dumps(reference, indent=1) + "\n")


if __name__ == "__main__":
    main()
