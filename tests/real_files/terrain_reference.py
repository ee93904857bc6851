#!/usr/bin/env python3
"""Writes terrain_reference.json: what netCDF4 and numpy read of files of elevation that others made.

Usage: terrain_reference.py FOLDER, with the folder of foreign files ("foreign"). Needs python3-netcdf4.
"""
import json
import pathlib
import sys

import netCDF4
import numpy


def elevation(folder: pathlib.Path, name: str, variable: str) -> dict:
    """Posts by row from the north, longitudes and latitudes in degrees, heights in the file's unit."""
    with netCDF4.Dataset(folder / name) as file:
        field = file[variable]
        y, x = (numpy.asarray(file[d][:], dtype=float) for d in field.dimensions[-2:])
        heights = numpy.ma.filled(numpy.squeeze(field[:]).astype(float), numpy.nan)
    if y[0] < y[-1]:
        y, heights = y[::-1], heights[::-1]
    places = [(0, 0), (0, 359), (17, 100), (90, 200), (133, 7), (179, 359)]
    return {
        "file": name,
        "columns": len(x),
        "rows": len(y),
        "first": [x[0], y[0]],
        "last": [x[-1], y[-1]],
        "lowest": float(numpy.nanmin(heights)),
        "highest": float(numpy.nanmax(heights)),
        "posts": [{"row": r, "column": c, "height": float(heights[r, c])} for r, c in places],
    }


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    reference = {"elevation": [elevation(folder, "terrain/etopo60.cdf", "ROSE")]}
    target = pathlib.Path(__file__).with_suffix(".json")
    target.write_text(json.dumps(reference, indent=1) + "\n", encoding="utf-8")


main()
