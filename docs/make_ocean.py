#!/usr/bin/env python3
"""Writes a made-up current round the island of Sao Tome (6.6 E, 0.2 N): longitudes, latitudes and depths, as NetCDF.

From the south past the island, which is a cone on the sea's floor, with two eddies behind it, slower with depth.
Formulas alone, not measured.
usage: make_ocean.py FILE.nc
"""
import math
import sys

from classic_netcdf import DOUBLE, FLOAT, write

LONGITUDES = [6.1 + 0.01 * i for i in range(91)]
LATITUDES = [0.0 + 0.01 * j for j in range(91)]
DEPTHS = [0.0, 25.0, 50.0, 100.0, 200.0, 350.0, 500.0, 750.0, 1000.0, 1500.0]
ISLAND = (6.605, 0.215)  # its middle, degrees
SHORE_METRES = 24_000.0  # from there
METRES_OF_SLOPE = 5.0  # outwards for each of depth
METRES_OF_DEGREE = 111_200.0
SPEED, WAY = 0.45, math.radians(80.0)  # m/s, from east towards north
EDDIES = [(38_000.0, 14_000.0, -1.0), (47_000.0, -16_000.0, 1.0)]  # along and beside the way, and which way they turn
EDDY_METRES = 9_000.0
MISSING = 1e30


def current(longitude, latitude, depth):
    """East, north, and degrees Celsius; MISSING in the island."""
    east = (longitude - ISLAND[0]) * METRES_OF_DEGREE
    north = (latitude - ISLAND[1]) * METRES_OF_DEGREE
    along = east * math.cos(WAY) + north * math.sin(WAY)
    beside = north * math.cos(WAY) - east * math.sin(WAY)
    radius = SHORE_METRES + METRES_OF_SLOPE * depth
    square = along * along + beside * beside
    if square < radius * radius:
        return MISSING, MISSING, MISSING
    # Round a cylinder (Lamb, "Hydrodynamics", article 68).
    part = (radius * radius) / (square * square)
    fast = SPEED * (1.0 - part * (along * along - beside * beside))
    aside = -SPEED * part * 2.0 * along * beside
    warm = 0.0
    for x, y, turn in EDDIES:
        dx, dy = along - x, beside - y
        near = math.exp(-(dx * dx + dy * dy) / (2.0 * EDDY_METRES**2))
        spin = turn * 1.1 * SPEED * near / EDDY_METRES
        fast -= spin * dy
        aside += spin * dx
        warm += 1.5 * turn * near
    weaker = math.exp(-depth / 700.0)
    fast, aside = fast * weaker, aside * weaker
    celsius = 5.0 + 22.0 * math.exp(-depth / 260.0) + warm * weaker
    return fast * math.cos(WAY) - aside * math.sin(WAY), fast * math.sin(WAY) + aside * math.cos(WAY), celsius


def main():
    currents = [current(x, y, z) for z in DEPTHS for y in LATITUDES for x in LONGITUDES]
    dimensions = [("depth", len(DEPTHS)), ("lat", len(LATITUDES)), ("lon", len(LONGITUDES))]
    values = [("u", "m s-1", "eastward_sea_water_velocity"), ("v", "m s-1", "northward_sea_water_velocity"),
              ("temperature", "degree_Celsius", "sea_water_temperature")]
    write(sys.argv[1], dimensions, [
        ("depth", [0], [("units", "m"), ("positive", "down"), ("standard_name", "depth")], DOUBLE, DEPTHS),
        ("lat", [1], [("units", "degrees_north")], DOUBLE, LATITUDES),
        ("lon", [2], [("units", "degrees_east")], DOUBLE, LONGITUDES),
    ] + [(key, [0, 1, 2], [("units", units), ("standard_name", meaning), ("_FillValue", MISSING)], FLOAT,
          [each[i] for each in currents]) for i, (key, units, meaning) in enumerate(values)])


if __name__ == "__main__":
    main()
