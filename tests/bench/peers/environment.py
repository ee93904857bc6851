"""A virtual environment with the peers, from PyPI."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

from peers.commands import leave_out

PACKAGES = ["numpy", "numba", "vtk"]
"""Viskores is not among them: PyPI has no wheel of it."""

FOLDER = Path(__file__).resolve().parents[3] / "build" / "peers"


def enter() -> None:
    """Goes on in the environment, which is made and filled when it is not there: this call then does not return."""
    python = FOLDER / "bin" / "python"
    if Path(sys.prefix).resolve() == FOLDER:
        return
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
    print(f"peers: {', '.join(PACKAGES)} from PyPI in {FOLDER}", file=sys.stderr)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(command, check=False).returncode != 0:
        leave_out(f"{', '.join(PACKAGES)} could not be installed from PyPI")
    os.execv(python, [str(python), *sys.argv])
