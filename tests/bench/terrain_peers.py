"""Views and viewsheds of terrain against Embree and GDAL, side by side in one run.

    python3 tests/bench/terrain_peers.py [--quick] [--json] [--posts N ...] [--modes M ...] [--runs N]

Needs a build (./dev build), g++, and the peers: apt-get install libembree-dev gdal-bin. A program that holds both sides
(peers/terrain_embree.cpp) casts the same exact views of the same terrain in turns: Farfield, then Embree, in tiles of
the same size on as many threads. It does so once for each of Embree's ways to build, trying single rays, packets of 8
and 16 and streams of them, all declared coherent. Of all those the fastest counts, for each view by itself.

A rate counts CPU seconds of one core, which other programs change little; .over_embree_wall is by the clock.

Figures, for a view such as 1024.1920x1080.low:
  terrain.farfield.VIEW .embree.VIEW       million rays per CPU second of one core
  terrain.over_embree.VIEW                 Farfield's rate over Embree's best in the same round
  terrain.over_embree.POSTS                the median of the views' medians
  terrain.over_embree_wall.POSTS           the same by the clock, on all threads
  terrain.differ.hits.VIEW .ranges.VIEW    part of the pixels where one sees ground and the other none, and where
                                           ranges are off by more than 0.003: Embree's triangles are not bilinear
  terrain.build_over_embree.POSTS          CPU seconds of Embree's build over Farfield's, and
  terrain.bytes_over_embree.POSTS          memory of tree and heights likewise: of the triangles with the fastest views
  terrain.build_over_embree.POSTS.MODE ..  the same of each mode
  terrain.gdal_viewshed.4096               seconds with file input and output; .viewshed.4096: Farfield's
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from peers import viewsheds
from peers.commands import PROGRAMS, ROOT, compiled, leave_out, output_of
from peers.figures import Figures

TRIANGLES = [f"triangles{q}{c}{r}" for q in ("", "-high") for c in ("", "-compact") for r in ("", "-robust")]
GRIDS = [f"grid{c}{r}" for c in ("", "-compact") for r in ("", "-robust")]
VIEWSHED_POSTS = 4096


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="1024 posts, two modes, one round: shows that all works")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--posts", type=int, nargs="+", default=[1024, 4096], help="along a side; 8192 takes 16 GB")
    parser.add_argument("--modes", nargs="+", default=TRIANGLES + GRIDS, help="Embree's (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="rounds of each mode (default %(default)s)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both sides (default all: %(default)s)")
    parser.add_argument("--node", type=Path, default=ROOT / "build/release/bin/farfield-node", help="the program")
    chosen = parser.parse_args()
    if not chosen.node.exists():
        parser.error(f"no node at '{chosen.node}'; expected a build there (./dev build), or --node")
    if not PROGRAMS["terrain_embree"].is_installed() or shutil.which("gdal_viewshed") is None:
        leave_out("Embree 3 or gdal_viewshed is not installed; try: apt-get install libembree-dev gdal-bin")
    if chosen.quick:
        chosen.posts, chosen.modes, chosen.runs = [1024], ["triangles", "grid"], 1
    return chosen


def ratios(view: dict, clock: str) -> tuple[str, list[float]]:
    """Embree's fastest way to cast a view, and Farfield's rates over it, round by round."""
    ours = view["ours"][clock]
    ways = {way: [a / b for a, b in zip(ours, rates[clock])] for way, rates in view["embree"].items()}
    best = min(ways, key=lambda way: median(ways[way]))
    return best, ways[best]


def add_views(posts: int, modes: dict[str, dict], figures: Figures) -> list[str]:
    """Adds the figures of all views; the modes that are the fastest of a view, a line each."""
    medians: dict[str, list[float]] = {"cpu": [], "wall": []}
    chosen = []
    for view in next(iter(modes.values()))["views"]:
        name = f"{posts}.{view}"
        for clock, over in (("cpu", "over_embree"), ("wall", "over_embree_wall")):
            mode = min(modes, key=lambda m: median(ratios(modes[m]["views"][view], clock)[1]))
            found = modes[mode]["views"][view]
            way, values = ratios(found, clock)
            medians[clock].append(median(values))
            for value in values:
                figures.add(f"terrain.{over}.{name}", "ratio", value)
            if clock == "wall":
                continue
            chosen.append(f"  {name}: {mode}, {way}")
            for rate in found["ours"]["cpu"]:
                figures.add(f"terrain.farfield.{name}", "Mrays/s", rate)
            for rate in found["embree"][way]["cpu"]:
                figures.add(f"terrain.embree.{name}", "Mrays/s", rate)
            for kind in ("hits", "ranges"):
                figures.add(f"terrain.differ.{kind}.{name}", "part", found["differ"][kind])
    figures.add(f"terrain.over_embree.{posts}", "ratio", median(medians["cpu"]))
    figures.add(f"terrain.over_embree_wall.{posts}", "ratio", median(medians["wall"]))
    return chosen


def add_builds(posts: int, modes: dict[str, dict], figures: Figures) -> None:
    def slowness(mode: str) -> float:
        return median(median(ratios(view, "cpu")[1]) for view in modes[mode]["views"].values())

    fastest = min((mode for mode in modes if not mode.startswith("grid")), key=slowness, default=None)
    for mode, found in modes.items():
        ours, theirs = found["ours"], found["embree"]
        figures.add(f"terrain.build.{posts}", "s CPU", ours["cpu"])
        figures.add(f"terrain.embree_build.{posts}.{mode}", "s CPU", theirs["cpu"])
        figures.add(f"terrain.embree_bytes_per_post.{posts}.{mode}", "bytes", theirs["bytes_per_post"])
        for end in [f".{mode}"] + ([""] if mode == fastest else []):
            figures.add(f"terrain.build_over_embree.{posts}{end}", "ratio", theirs["cpu"] / ours["cpu"])
            bytes_ratio = theirs["bytes_per_post"] / ours["bytes_per_post"]
            figures.add(f"terrain.bytes_over_embree.{posts}{end}", "ratio", bytes_ratio)


def measure(chosen: argparse.Namespace, folder: Path, figures: Figures) -> str:
    """Adds all figures, and returns the notes beside them."""
    program = compiled("terrain_embree", chosen.node.resolve().parents[1])
    notes = ["Embree's fastest modes:"]
    for posts in chosen.posts:
        modes = {}
        for mode in chosen.modes:
            print(f"{posts} posts, {mode} ...", file=sys.stderr, flush=True)
            command = [str(program), str(posts), mode, str(chosen.runs), str(chosen.threads)]
            modes[mode] = json.loads(output_of(command, OMP_WAIT_POLICY="passive"))
        notes += add_views(posts, modes, figures)
        add_builds(posts, modes, figures)
    viewsheds.measure(VIEWSHED_POSTS, chosen.node, chosen.runs, folder, figures)
    if not viewsheds.has_command(chosen.node):
        notes.append("farfield-node has no command 'viewshed': nothing to compare gdal_viewshed with")
    return "\n".join(notes)


def main() -> None:
    chosen = options()
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        notes = measure(chosen, Path(folder), figures)
    command = [str(chosen.node), "bench", "terrain", "--only", "terrain.bytes_per_post.1024", "--json"]
    machine = json.loads(output_of(command))["machine"] | {"threads": chosen.threads, "quick": chosen.quick}
    if chosen.json:
        print(json.dumps({"suite": "terrain_peers", "machine": machine, "results": figures.results()}, indent=2))
    else:
        print(f"terrain_peers: {machine}\n{figures.table()}\n{notes}")


if __name__ == "__main__":
    main()
