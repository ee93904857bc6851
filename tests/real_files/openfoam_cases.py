"""Tutorials of OpenFOAM, run for a few steps: a mesh of Fluent's, cases in binary, packed, decomposed and collated, of
polyhedra, of several regions, with a mesh that moves; and what OpenFOAM's own converters make of them."""

from __future__ import annotations

import gzip
import os
import re
import shlex
import shutil
from pathlib import Path

SETTINGS = os.environ | {"WM_PROJECT_DIR": "/usr/share/openfoam", "FOAM_SIGFPE": "false"}
ELBOW = "incompressible/icoFoam/elbow"

# name, folder among the tutorials, entries of system/controlDict, commands
CASES = [
    ("elbow", ELBOW, {"endTime": "5"},
     ["fluentMeshToFoam elbow.msh", "icoFoam", "foamToVTK", "foamToVTK -legacy -ascii -name VTKL", "foamToEnsight"]),
    ("elbow_collated", ELBOW, {"endTime": "5"},
     ["fluentMeshToFoam elbow.msh", "icoFoam", "decomposePar -fileHandler collated -time 1:"]),
    ("elbow_grouped", ELBOW, {"endTime": "5", "writeFormat": "binary"},
     ["fluentMeshToFoam elbow.msh", "icoFoam",
      "env 'FOAM_IORANKS=(0 2)' decomposePar -fileHandler hostCollated -time 1:"]),
    ("pitzDaily", "incompressible/simpleFoam/pitzDaily",
     {"endTime": "40", "writeInterval": "20", "writeFormat": "binary"}, ["blockMesh", "simpleFoam"]),
    ("pitzDaily_packed", "incompressible/simpleFoam/pitzDaily",
     {"endTime": "10", "writeInterval": "10", "writeCompression": "on"},
     ["blockMesh", "simpleFoam", "rm -r 0"]),
    ("squareBend_polyhedra", "incompressible/simpleFoam/squareBend", {"endTime": "4", "writeInterval": "2"},
     ["blockMesh", "polyDualMesh 75 -overwrite", "simpleFoam", "rm -r 0"]),
    ("movingCone", "incompressible/pimpleFoam/laminar/movingCone", {"endTime": "0.0004"},
     ["blockMesh", "pimpleFoam", "rm -r 0"]),
    ("multiRegionHeater", "heatTransfer/chtMultiRegionFoam/multiRegionHeater",
     {"endTime": "0.01", "writeInterval": "0.005"},
     ["blockMesh", "topoSet", "splitMeshRegions -cellZones -overwrite", *(
         f"changeDictionary -region {region}" for region in ("bottomWater", "topAir", "heater", "leftSolid", "rightSolid")),
      "chtMultiRegionFoam", "rm -r 0"]),
    ("damBreak", "multiphase/interFoam/laminar/damBreak/damBreak", {"endTime": "0.1"},
     ["blockMesh", "setFields", "interFoam", "decomposePar -time 0:"]),
]

PARTS = """FoamFile { version 2.0; format ascii; class dictionary; object decomposeParDict; }
numberOfSubdomains 4;
method simple;
coeffs { n (2 2 1); }
"""


def unpack(folder: Path) -> None:
    """Debian packs the larger files of its examples; of links it packs none, but names what it packed."""
    packed = {file: file.read_bytes() for file in folder.rglob("*.gz") if file.exists()}
    for file, data in packed.items():
        file.unlink()
        file.with_suffix("").write_bytes(gzip.decompress(data))


def set_entries(file: Path, entries: dict[str, str]) -> None:
    text = file.read_text()
    for name, value in entries.items():
        text = re.sub(rf"^{name}\s.*$", f"{name} {value};", text, flags=re.M)
    file.write_text(re.sub(r"^functions\s*\{.*?^\}", "", text, flags=re.M | re.S))


def run_all(tutorials: Path, out: Path, run) -> None:
    """run: a function that runs a command in a folder."""
    for name, origin, entries, commands in CASES:
        case = out / name
        shutil.copytree(tutorials / origin, case)
        unpack(case)
        for times in ("0.orig", "0.org"):
            if (case / times).is_dir() and not (case / "0").is_dir():
                shutil.copytree(case / times, case / "0")
        set_entries(case / "system/controlDict", entries)
        if not (case / "system/decomposeParDict").exists():
            (case / "system/decomposeParDict").write_text(PARTS)
        for command in commands:
            run(shlex.split(command), case, SETTINGS)
        if any(case.glob("processor*")):  # the parts alone
            for time in case.iterdir():
                if re.fullmatch(r"[\d.]+", time.name):
                    shutil.rmtree(time)
