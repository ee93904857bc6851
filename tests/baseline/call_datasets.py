"""Calls about datasets and terrains: lists, descriptions, lines of sight, overlays, and how they are refused."""

from __future__ import annotations

from asking import Call

HILLS = "hills.asc"

BUILT_IN = ("cell", "abc:16", "taylor-green:8", "double-gyre:8", "tornado:24", "tornado")
WRONG_DATASETS = ("analytic:nowhere", "analytic:abc:1", "analytic:abc:513", "analytic:abc:x", "../secret.vtk", "/etc/passwd",
                  "nothing.case", "hills.asc", "seeds.csv", "a\0b", "")
WRONG_TERRAINS = ("fractal:1", "fractal:x", "fractal:99999999", "nothing.tif", "map.png", "seeds.csv", "../hills.asc",
                  "swirl.case")

LISTS = [
    Call("dataset.list"),
    Call("terrain.list"),
    Call("terrain.list", {"first": 1}),
    Call("dataset.list", {"after": 3}),
    Call("dataset.list", [1]),
    Call("dataset.list", {"after": "swirl.case"}),
    Call("terrain.list", {"after": "hills.asc"}),
    Call("dataset.rewind"),
    Call("session.open", {"protocol": [1]}),
    Call("session.attach", {"session": "x", "secret": "y"}),
]

DATASETS = [
    *(Call("dataset.open", {"dataset": f"analytic:{name}"}) for name in BUILT_IN),
    Call("dataset.open", {"dataset": "swirl.case"}),
    Call("dataset.open", {"dataset": "swirl.case", "velocity": "velocity"}),
    Call("dataset.open", {"dataset": "swirl.case", "velocity": "pressure,pressure"}),
    Call("dataset.open", {"dataset": "swirl.case", "velocity": "momentum"}),
    Call("dataset.open", {"dataset": "analytic:abc", "velocity": 1}),
    Call("dataset.open", {}),
    Call("dataset.open", {"dataset": 7}),
    Call("dataset.open", {"dataset": "analytic:abc", "time": 1}),
    *(Call("dataset.open", {"dataset": name}) for name in WRONG_DATASETS),
]

TERRAINS = [
    Call("terrain.open", {"terrain": HILLS}),
    Call("terrain.open", {"terrain": "fractal:129"}),
    Call("terrain.open", {"terrain": "fractal:65:3"}),
    *(Call("terrain.open", {"terrain": name}) for name in WRONG_TERRAINS),
    Call("terrain.open", {}),
]


def sight(start: list, targets: list, **options: object) -> Call:
    """Lines of sight over the hills, in their local frame."""
    return Call("terrain.sight", {"terrain": HILLS, "from": start, "to": targets, **options})


def viewshed_file(**options: object) -> Call:
    """A viewshed of the hills as a file."""
    return Call("terrain.viewshed_file", {"terrain": HILLS, "observer": [0, 0, 10], **options})


SIGHT = [
    sight([0, 0, 10], [[600, 500, 2], [-1000, -900, 5], [9000, 0, 1], [520, -530, 2], [10, 0, 0]]),
    sight([0, 0, 10], [[600, 500, 2], [-1000, -900, 5]], curved=True, refraction=0.25),
    sight([0, 0, 10], []),
    sight([9000, 0, 10], [[0, 0, 1]]),
    sight([0, 0, 10], [[0, 0]]),
    sight([0, 0, 10], [[0, 0, 1]] * 10_001),
    sight([0, 0, 10], [[0, 0, 1]], refraction=-1),
    Call("terrain.sight", {"terrain": HILLS, "from": [0, 0, 1]}),
    Call("terrain.overlay", {"terrain": HILLS, "file": "roads.geojson"}),
    Call("terrain.overlay", {"terrain": HILLS, "file": "roads.geojson", "part": 1}),
    Call("terrain.overlay", {"terrain": HILLS, "file": "none.geojson"}),
    Call("terrain.overlay", {"terrain": HILLS, "file": "map.png"}),
    Call("terrain.overlay", {"terrain": HILLS}),
    viewshed_file(radius=900, target=3),
    viewshed_file(sectors=[350, 80], curved=True),
    viewshed_file(part=1),
    viewshed_file(observer=[9000, 0, 1]),
    viewshed_file(radius=0),
]

FILES = {
    "dataset": (
        "plot3d/bluntfinxyz.bin+plot3d/bluntfinq.bin", "plot3d/multi-bin.xyz+plot3d/multi-bin.q", "ensight/cylinder_Re35.case",
        "nek5000/eddy_uv.nek5000", "ocean/moving_eddiesU.nc", "ocean/moving_eddiesU.nc+ocean/moving_eddiesV.nc",
        "ocean/roms/croco_his.nc", "vtk/office.binary.vtk",
        "vtk/carotid.vtk", "exodus/disk_out_ref.ex2", "atmos/AROME_MetCoOp_00_DEF_20160114_subset.nc",
        "ocean/globcurrent/20020*-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc",
    ),
    "terrain": ("SainteHelens.dem", "N46E008.tif", "N46E008_utm32_90m.tif", "n00_e006_3arc_v2.dt1", "N44W072.hgt"),
}
"""Real files, asked for where they are there, by what they are opened as."""
