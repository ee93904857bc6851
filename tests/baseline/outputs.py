"""(d) The output of the node's commands: files and texts, with measured values masked."""

from __future__ import annotations

import re
from typing import Iterator

from built import Built, Outcome
from items import Items

MEASURED = re.compile(r'("(?:computing|loading|writing|max|median|min|cores|memory_gib)": )[0-9.e+-]+')
"""Of documents (`--json`), members that are times, or made of times, or the machine's."""
MACHINE = re.compile(r'("(?:cpu|system)": )"[^"]*"')
"""The machine's that are texts; `simd`, which the bits may depend on, is kept."""

MEASURING = ("view", "viewshed")
"""The commands whose documents have such members."""

HELENS, ALPS = "terrain/SainteHelens.dem", "terrain/N46E008.tif"
FIN = ("fields/plot3d/bluntfinxyz.bin", "fields/plot3d/bluntfinq.bin")

GENERATED = """
info analytic:cell:16 analytic:tornado fractal:64 GENERATED/swirl.case GENERATED/hills.asc
info --json analytic:cell:16 analytic:tornado fractal:64 GENERATED/swirl.case GENERATED/hills.asc
trace analytic:cell:24 --seeds GENERATED/seeds.csv --step 0.02 --steps 90 --out OUT.csv
trace analytic:cell:24 --seeds GENERATED/seeds.csv --step 0.02 --steps 90 --scalar vorticity --out OUT.vtp
trace analytic:abc --seeds GENERATED/seeds.csv --integrator dopri5 --max-time 2 --backward --ends --out OUT.csv
trace analytic:cell:24 --seeds GENERATED/seeds.csv --step-unit length --step 0.1 --max-length 3 --stagnant-speed 0.01 --threads 1 --out OUT.csv
trace GENERATED/swirl.case --kind pathline --seeds GENERATED/seeds_with_times.csv --step 0.02 --steps 80 --scalar pressure --out OUT.vtp
trace GENERATED/swirl.case --kind streakline --seeds GENERATED/seeds.csv --step 0.02 --steps 50 --scalar age --out OUT.csv
trace GENERATED/swirl.case --kind pathline --seeds GENERATED/seeds.csv --step-unit cell --step 0.2 --max-step 0.1 --out OUT.csv --max-dataset-bytes 300000
view GENERATED/hills.asc --eye 300,-600,1200 --heading 25 --pitch -20 --size 160x90 --out OUT.tif
view GENERATED/hills.asc --eye 300,-600,1200 --heading 25 --pitch -20 --size 160x90 --haze 5000 --sun 200,30 --out OUT.png
view fractal:257:3 --eye 2000,2000,80 --above-ground --pitch -5 --roll 4 --hfov 80 --curvature --refraction 0.2 --detail 1 --size 160x90 --out OUT.tif
view fractal:257 --eye 1000,1000,60 --above-ground --size 64x36 --repeat 2 --threads 1 --json --out OUT.png
viewshed GENERATED/hills.asc --observer 900,800,10 --target-height 2 --out OUT.tif
viewshed GENERATED/hills.asc --observer 900,800,900 --absolute --radius 800 --sectors 300,120 --curvature --json --out OUT.tif
viewshed fractal:257 --observer 3000,3000,5 --vertical-scale 2 --out OUT.tif
cast GENERATED/hills.asc --rays GENERATED/rays.csv --out OUT.csv
cast fractal:257 --rays GENERATED/rays.csv --curvature --refraction 0.25 --out OUT.csv
sight GENERATED/hills.asc --pairs GENERATED/pairs.csv --clearance --out OUT.csv
sight GENERATED/hills.asc --observer 900,800,20 --targets GENERATED/targets.csv --curvature --out OUT.csv
sight fractal:257 --pairs GENERATED/pairs.csv --absolute --out OUT.csv
"""

REAL = f"""
info {' '.join(f'DATA/{name}' for name in FIN)} DATA/{HELENS} DATA/{ALPS}
info --json DATA/fields/ensight/cylinder_Re35.case DATA/fields/nek5000/eddy_uv.nek5000 DATA/fields/vtk/carotid.vtk
info --json DATA/fields/ocean/roms/croco_his.nc DATA/fields/exodus/disk_out_ref.ex2 DATA/{HELENS} DATA/{ALPS}
trace {' '.join(f'DATA/{name}' for name in FIN)} --seeds GENERATED/seeds.csv --step-unit cell --step 0.2 --steps 500 --out OUT.vtp
trace DATA/fields/nek5000/eddy_uv.nek5000 --kind pathline --seeds GENERATED/seeds.csv --step 0.02 --steps 200 --scalar vorticity --out OUT.csv
view DATA/{HELENS} --eye 565500,5122500,3600 --heading 200 --pitch -12 --size 320x180 --out OUT.tif
view DATA/{ALPS} --eye 8.0,46.5,4500 --heading 90 --pitch -12 --size 320x180 --haze 60000 --curvature --out OUT.png
viewshed DATA/{HELENS} --observer 562020,5115990,2 --radius 5000 --out OUT.tif
viewshed DATA/{ALPS} --observer 8.5,46.5,2 --radius 20000 --curvature --out OUT.tif
"""


def record(built: Built) -> Items:
    """Runs each command; an item's path has the command's number and name."""
    items: Items = {}
    for number, arguments in enumerate(commands(built)):
        out = next((built.work / f"output{number:02}{name[3:]}" for name in arguments if name.startswith("OUT.")), None)
        done = built.run("farfield-node", *(in_full(built, name, number) for name in arguments))
        path = f"output/{number:02} {arguments[0]}"
        items |= {f"{path}/command": " ".join(arguments), f"{path}/code": done.code} | said(path, done, arguments[0] in MEASURING)
        if out:
            items[f"{path}/file"] = built.hash_of(out.name, out)
    return items


def commands(built: Built) -> Iterator[list[str]]:
    """Those whose files are there, as lists of arguments."""
    for line in (GENERATED + REAL).split("\n"):
        arguments = line.split()
        named = [name for name in arguments if name.startswith("DATA/")]
        missing = [name for name in named if not (built.data and (built.data / name[5:]).exists())]
        if missing:
            built.skipped.append(f"{arguments[0]}: no {' '.join(missing)}")
        elif arguments:
            yield arguments


def in_full(built: Built, argument: str, number: int) -> str:
    """An argument with its folder."""
    if argument.startswith("OUT."):
        return f"output{number:02}{argument[3:]}"
    return argument.replace("GENERATED", str(built.generated)).replace("DATA", str(built.data))


def said(path: str, done: Outcome, measures: bool) -> Items:
    """Each line on either stream; where a command measures, what it measured is masked in its document."""
    lines: Items = {}
    for stream, text in (("out", done.out), ("err", done.err)):
        for number, line in enumerate(text.splitlines()):
            if measures:
                line = MACHINE.sub(r"\1(measured)", MEASURED.sub(r"\1(measured)", line))
            lines[f"{path}/{stream} {number:03}"] = line
    return lines
