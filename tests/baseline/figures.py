"""(f) Names and units of what the benchmarks measure, in their order; not what they found."""

from __future__ import annotations

import json

from built import Built
from items import Items

TERRAIN_FIGURES = ("terrain.build.1024", "terrain.bytes_per_post.1024", "terrain.frames.1024", "terrain.view.1024")
"""The suite `terrain` takes minutes over terrains of 1024 and of 4096 posts, whose figures have the same names but for
that number. The views of a picture a frame differ, so that `terrain.frames.4096` is run, too."""

RUNS = {
    "encode": ("farfield-node", "bench", "encode"),
    "ray": ("farfield-node", "bench", "ray"),
    "open": ("farfield-node", "bench", "open"),
    "trace": ("farfield-node", "bench", "trace"),
    **{name: ("farfield-node", "bench", "terrain", "--only", name) for name in (*TERRAIN_FIGURES, "terrain.frames.4096")},
    "ingest": ("farfield", "bench", "ingest"),
    "stream": ("farfield", "bench", "stream"),
    "display": ("farfield", "bench", "display"),
    "link": ("farfield", "bench", "NODE", "link"),
    "answer": ("farfield", "bench", "NODE", "answer"),
}
"""Each suite whole, but for `terrain`."""


def record(built: Built) -> Items:
    """Runs the suites, one after the other."""
    items: Items = {}
    with built.node() as node:
        for name, (program, *arguments) in RUNS.items():
            document = bench(built, program, [f"127.0.0.1:{node.port}" if word == "NODE" else word for word in arguments])
            path = f"figures/{name}"
            for index, figure in enumerate(document["results"]):
                items[f"{path}/{index:02}"] = f"{figure['name']} {figure['unit']}"
            items[f"{path}/members"] = sorted({member for figure in document["results"] for member in figure})
            items[f"{path}/machine"] = sorted(document["machine"])
            items[f"{path}/suite"] = document["suite"]
    return items


def bench(built: Built, program: str, arguments: list[str]) -> dict:
    """The document of one run."""
    done = built.run(program, *arguments, "--json")
    if done.code != 0:
        raise RuntimeError(f"{program} {' '.join(arguments)}: exit code {done.code}: {done.err}")
    return json.loads(done.out)
