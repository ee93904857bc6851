"""Viewsheds of the benchmarks' terrain, by gdal_viewshed and by Farfield where it has the command."""

from __future__ import annotations

from pathlib import Path

from peers.commands import compiled, output_of, seconds_of
from peers.figures import Figures

EYE_METRES = 20  # over the middle post; targets are on the ground, at any distance


def write_terrain(posts: int, build: Path, folder: Path) -> Path:
    """As a GeoTIFF, a metre between posts."""
    raw, tif = folder / "heights.bil", folder / "heights.tif"
    output_of([str(compiled("write_heights", build)), str(posts), str(raw)])
    raw.with_suffix(".hdr").write_text(
        f"ENVI\nsamples = {posts}\nlines = {posts}\nbands = 1\nheader offset = 0\n"
        "file type = ENVI Standard\ndata type = 4\ninterleave = bil\nbyte order = 0\n"
    )
    place = ["-a_srs", "EPSG:32633", "-a_ullr", "500000", str(posts), str(500000 + posts), "0"]
    output_of(["gdal_translate", "-q", *place, str(raw), str(tif)])
    raw.unlink()
    return tif


def has_command(node: Path) -> bool:
    return "viewshed" in output_of([str(node), "--help"])


def measure(posts: int, node: Path, rounds: int, folder: Path, figures: Figures) -> None:
    """Adds the figures, a sample a round, both programs with all that they read and write."""
    build = node.resolve().parents[1]
    dem = str(write_terrain(posts, build, folder))
    x, y = 500000 + posts // 2 + 0.5, posts - posts // 2 - 0.5
    gdal = ["gdal_viewshed", "-q", "-ox", str(x), "-oy", str(y), "-oz", str(EYE_METRES), "-cc", "0"]
    ours = [str(node), "viewshed", dem, "--observer", f"{x},{y},{EYE_METRES}", "--out", str(folder / "ours.tif")]
    with_ours = has_command(node)
    for _ in range(rounds):
        gdal_seconds = seconds_of([*gdal, dem, str(folder / "gdal.tif")])
        figures.add(f"terrain.gdal_viewshed.{posts}", "s", gdal_seconds)
        if with_ours:
            seconds = seconds_of(ours)
            figures.add(f"terrain.viewshed.{posts}", "s", seconds)
            figures.add(f"terrain.viewshed_over_gdal.{posts}", "ratio", gdal_seconds / seconds)
