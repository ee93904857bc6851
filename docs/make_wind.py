#!/usr/bin/env python3
"""Writes a made-up wind over the Alps about 8.5 E, 46.5 N: longitudes, latitudes and heights, as NetCDF.

A south-westerly that goes round an eddy, with an upward motion over its windward side. Formulas alone, not measured.
usage: make_wind.py FILE.nc
"""
import math
import sys

from classic_netcdf import DOUBLE, FLOAT, write

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


def main():
    winds = [wind(x, y, z) for z in HEIGHTS for y in LATITUDES for x in LONGITUDES]
    dimensions = [("height", len(HEIGHTS)), ("lat", len(LATITUDES)), ("lon", len(LONGITUDES))]
    up = [("units", "m"), ("positive", "up"), ("standard_name", "height_above_geopotential_datum")]
    components = [("u", "eastward_wind"), ("v", "northward_wind"), ("w", "upward_air_velocity")]
    write(sys.argv[1], dimensions, [
        ("height", [0], up, DOUBLE, HEIGHTS),
        ("lat", [1], [("units", "degrees_north")], DOUBLE, LATITUDES),
        ("lon", [2], [("units", "degrees_east")], DOUBLE, LONGITUDES),
    ] + [(key, [0, 1, 2], [("units", "m s-1"), ("standard_name", meaning)], FLOAT, [each[i] for each in winds])
         for i, (key, meaning) in enumerate(components)])


if __name__ == "__main__":
    main()
