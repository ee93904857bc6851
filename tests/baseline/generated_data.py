"""Files that the programs read, made from formulas: the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import built  # noqa: F401  (makes tests/peer known)
from test_terrain_overlay import feature, write_geojson, write_png

NODES = (13, 11, 9)
"""Of the flow's block along x, y and z, half a unit apart."""
TIMES = (0.0, 0.5, 1.0, 2.0)

COLUMNS, ROWS, POST_METRES = 90, 70, 30
"""Of the hills; their south-western post is at (0, 0)."""

CASE = f"""FORMAT
type: ensight gold
GEOMETRY
model: swirl.geo
VARIABLE
scalar per node: 1 pressure swirl.p**
vector per node: 1 velocity swirl.vel**
TIME
time set: 1
number of steps: {len(TIMES)}
filename start number: 0
filename increment: 1
time values: {" ".join(map(str, TIMES))}
"""


def write_all(folder: Path) -> None:
    """Everything, into a new folder."""
    folder.mkdir(parents=True)
    write_swirl(folder)
    write_hills(folder / "hills.asc")
    write_laid_on_hills(folder)
    write_tables(folder)


def write_swirl(folder: Path) -> None:
    """A swirl whose axis wanders and whose strength pulses: EnSight Gold, a bent block, several time steps."""
    k, j, i = np.meshgrid(*(np.arange(n) for n in reversed(NODES)), indexing="ij")
    x, y, z = 0.5 * i + 0.02 * j * k / 8, 0.5 * j, 0.5 * k
    (folder / "swirl.case").write_text(CASE)
    head = "a swirl\nthat wanders\nnode id off\nelement id off\npart\n1\nbox\nblock\n"
    (folder / "swirl.geo").write_text(head + " ".join(map(str, NODES)) + "\n" + columns(x, y, z))
    for step, time in enumerate(TIMES):
        strength, centre = 1 + 0.5 * np.sin(time), 3 + 0.4 * time
        velocity = (-strength * (y - 2.5), strength * (x - centre), 0.3 + 0.1 * np.cos(x))
        (folder / f"swirl.vel{step:02}").write_text("velocity\npart\n1\nblock\n" + columns(*velocity))
        (folder / f"swirl.p{step:02}").write_text("pressure\npart\n1\nblock\n" + columns(x * y - time * z))


def columns(*arrays: np.ndarray) -> str:
    """Numbers as EnSight's text files have them: one a line, array after array."""
    return "".join(f"{number:12.5e}\n" for array in arrays for number in np.ravel(array + 0 * arrays[0]))


def write_hills(file: Path) -> None:
    """Two hills and a slope, with a hole, as an Arc ASCII grid."""
    column, row = np.meshgrid(np.arange(COLUMNS), np.arange(ROWS))
    hill = 300 * np.exp(-((column - 30) ** 2 + (row - 40) ** 2) / 120.0)
    peak = 500 * np.exp(-((column - 65) ** 2 + (row - 25) ** 2) / 60.0)
    heights = np.round(200 + 2 * row + hill + peak, 2)
    heights[50:54, 60:66] = -9999
    head = f"ncols {COLUMNS}\nnrows {ROWS}\nxllcenter 0\nyllcenter 0\ncellsize {POST_METRES}\nNODATA_value -9999\n"
    file.write_text(head + "\n".join(" ".join(f"{height:.2f}" for height in line) for line in heights) + "\n")


def write_laid_on_hills(folder: Path) -> None:
    """Lines, an area and a place with a name; a picture."""
    write_geojson(
        folder / "roads.geojson",
        feature("LineString", [[-100, 900], [1200, 1000], [2900, 300]]),
        feature("Polygon", [[[300, 300], [600, 300], [600, 600], [300, 300]]]),
        feature("Point", [1530, 1260], name="Mitte"),
    )
    picture = np.zeros((40, 50, 3))
    picture[:20, :, 0] = 200
    picture[:, :25, 2] = 100
    write_png(folder / "map.png", picture, [50, 0, 0, -50, 25, 1975])


def write_tables(folder: Path) -> None:
    """Seeds, rays, pairs and targets, as commands read them."""
    tables = {
        "seeds.csv": "x,y,z\n1,1,1\n2,3,1.5\n4,1,2\n5,4,3\n-9,0,0\n",
        "seeds_with_times.csv": "x,y,z,t\n1,1,1,0\n2,3,1.5,0.25\n4,1,2,1\n",
        "rays.csv": "ex,ey,ez,dx,dy,dz\n" + "".join(f"{300 + 97 * n},{200 + 51 * n},900,{n - 9},7,-3\n" for n in range(18)),
        "pairs.csv": "ox,oy,oh,tx,ty,th\n" + "".join(f"300,400,2,{150 * n},{100 * n + 50},5\n" for n in range(20)),
        "targets.csv": "tx,ty,th\n" + "".join(f"{140 * n + 10},{90 * n + 40},3\n" for n in range(20)),
    }
    for name, text in tables.items():
        (folder / name).write_text(text)
