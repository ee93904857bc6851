#!/usr/bin/env python3
"""Writes a made-up wind over the Alps about 8.5 E, 46.5 N: longitudes, latitudes and heights, as NetCDF.

A south-westerly that goes round an eddy, with an upward motion over its windward side. Formulas alone, not measured.
usage: make_wind.py FILE.nc
"""
import math
import struct
import sys

LONGITUDES = [7.9 + 0.03 * i for i in range(41)]
LATITUDES = [45.9 + 0.03 * j for j in range(41)]
HEIGHTS = [500.0 + 750.0 * k for k in range(9)]  # metres above the geoid
MIDDLE = (8.55, 46.45)  # of the eddy, degrees
EDDY_METRES = 14_000.0


def wind(longitude, latitude, height):
    """East, north and up, m/s."""
    x = (longitude - MIDDLE[0]) * 76_700.0
    y = (latitude - MIDDLE[1]) * 111_200.0
    near = math.exp(-(x * x + y * y) / (2.0 * EDDY_METRES**2))
    spin = 0.0022 * near
    fresh = 6.0 + 0.0015 * height
    u = fresh * (1.0 - 0.9 * near) - spin * y
    v = 0.45 * fresh * (1.0 - 0.9 * near) + spin * x
    w = 1.2 * near * math.sin(-x / EDDY_METRES)
    return u, v, w


def name(text):
    data = text.encode()
    return struct.pack(">i", len(data)) + data + b"\0" * (-len(data) % 4)


def attributes(pairs):
    if not pairs:
        return struct.pack(">ii", 0, 0)
    out = struct.pack(">ii", 12, len(pairs))
    for key, text in pairs:
        out += name(key) + struct.pack(">i", 2) + name(text)
    return out


def main():
    """NetCDF classic: a header, then the values of each variable (the NetCDF Classic Format Specification)."""
    dimensions = [("height", HEIGHTS), ("lat", LATITUDES), ("lon", LONGITUDES)]
    winds = [wind(x, y, z) for z in HEIGHTS for y in LATITUDES for x in LONGITUDES]
    variables = [
        ("height", [0], [("units", "m"), ("positive", "up"), ("standard_name", "height_above_geopotential_datum")], 6, HEIGHTS),
        ("lat", [1], [("units", "degrees_north")], 6, LATITUDES),
        ("lon", [2], [("units", "degrees_east")], 6, LONGITUDES),
        ("u", [0, 1, 2], [("units", "m s-1"), ("standard_name", "eastward_wind")], 5, [each[0] for each in winds]),
        ("v", [0, 1, 2], [("units", "m s-1"), ("standard_name", "northward_wind")], 5, [each[1] for each in winds]),
        ("w", [0, 1, 2], [("units", "m s-1"), ("standard_name", "upward_air_velocity")], 5, [each[2] for each in winds]),
    ]
    sizes = {5: ("f", 4), 6: ("d", 8)}

    def header(begins):
        out = b"CDF\x01" + struct.pack(">i", 0) + struct.pack(">ii", 10, len(dimensions))
        for key, values in dimensions:
            out += name(key) + struct.pack(">i", len(values))
        out += attributes([("Conventions", "CF-1.8")]) + struct.pack(">ii", 11, len(variables))
        for (key, ids, texts, kind, values), begin in zip(variables, begins):
            out += name(key) + struct.pack(">i", len(ids)) + struct.pack(f">{len(ids)}i", *ids)
            out += attributes(texts) + struct.pack(">iii", kind, sizes[kind][1] * len(values), begin)
        return out

    begins, at = [], len(header([0] * len(variables)))
    for _, _, _, kind, values in variables:
        begins.append(at)
        at += sizes[kind][1] * len(values)
    with open(sys.argv[1], "wb") as file:
        file.write(header(begins))
        for _, _, _, kind, values in variables:
            file.write(struct.pack(f">{len(values)}{sizes[kind][0]}", *values))


if __name__ == "__main__":
    main()
