"""Tutorials of OpenFOAM, run for a few steps: a mesh of Fluent's, a case in binary, a decomposed one, and what
OpenFOAM's own converters make of them."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

SETTINGS = os.environ | {"WM_PROJECT_DIR": "/usr/share/openfoam", "FOAM_SIGFPE": "false"}

# name, folder among the tutorials, entries of system/controlDict, commands
CASES = [
    ("elbow", "incompressible/icoFoam/elbow", {"endTime": "5"},
     ["fluentMeshToFoam elbow.msh", "icoFoam", "foamToVTK", "foamToVTK -legacy -ascii -name VTKL", "foamToEnsight"]),
    ("pitzDaily", "incompressible/simpleFoam/pitzDaily",
     {"endTime": "40", "writeInterval": "20", "writeFormat": "binary"}, ["blockMesh", "simpleFoam"]),
    ("damBreak", "multiphase/interFoam/laminar/damBreak/damBreak", {"endTime": "0.1"},
     ["blockMesh", "setFields", "interFoam", "decomposePar -time 0:"]),
]


def unpack(folder: Path) -> None:
    """Debian packs the larger files of its examples."""
    for packed in folder.rglob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()


def set_entries(file: Path, entries: dict[str, str]) -> None:
    text = file.read_text()
    for name, value in entries.items():
        text = re.sub(rf"^{name}\s.*$", f"{name} {value};", text, flags=re.M)
    file.write_text(text)


def run_all(tutorials: Path, out: Path, run) -> None:
    """run: a function that runs a command in a folder."""
    for name, origin, entries, commands in CASES:
        case = out / name
        shutil.copytree(tutorials / origin, case)
        unpack(case)
        if (case / "0.orig").is_dir() and not (case / "0").is_dir():
            shutil.copytree(case / "0.orig", case / "0")
        set_entries(case / "system/controlDict", entries)
        for command in commands:
            run(command.split(), case, SETTINGS)
        if any(case.glob("processor*")):  # the parts alone
            for time in case.iterdir():
                if re.fullmatch(r"[\d.]+", time.name):
                    shutil.rmtree(time)
