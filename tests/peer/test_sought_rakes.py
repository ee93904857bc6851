"""Rakes with seeds that the node finds in the dataset: slices and isovalues."""

from __future__ import annotations

import numpy as np

from checks import Checks
from node import Node, viewing
from programs import ABC, STEP
from reference.fields import FIELDS
from reference.rakes import box, isovalue, point, seed_list, seeds_of, slice_of

SAMPLED = "analytic:abc:32"


def first_frame(session, dataset: str, rakes: list[dict]) -> tuple[dict, np.ndarray]:
    """What program.start answers, and the particles of frame 0."""
    info = session.start(dataset, {"rakes": rakes, "step": STEP}, policy="every", slot_bytes=1 << 20)
    session.grant(info["stream"], 1)
    frame = session.next_frame(info["stream"])
    session.call("program.stop", {"stream": info["stream"]})
    return info, frame.particles.values


def test_a_slice_has_a_lattice_of_seeds_over_the_whole_domain(checks: Checks, node: Node) -> None:
    """The same seeds as a box of one layer, in the same order, and their number in the answer."""
    top = 2 * np.pi
    lattices = {
        "x": ([1.5, 0, 0], [1.5, top, top], [1, 4, 3]),
        "y": ([0, 1.5, 0], [top, 1.5, top], [4, 1, 3]),
        "z": ([0, 0, 1.5], [top, top, 1.5], [4, 3, 1]),
    }
    with viewing(node) as session:
        for axis, (lo, hi, counts) in lattices.items():
            info, found = first_frame(session, ABC, [point([1, 1, 1]), slice_of(axis, 1.5, [4, 3])])
            checks.equal(f"slice across {axis}: seeds in the answer", info["seeds"], [1, 12])
            worst = float(np.abs(found[1:, :3] - seeds_of(box(lo, hi, counts))).max())
            checks.check(f"slice across {axis}: every seed", worst < 1e-6, f"{worst}")


def test_an_isovalue_has_its_seeds_where_the_scalar_has_the_value(checks: Checks, node: Node) -> None:
    """As many as asked for, or as there are; the same ones every time."""
    with viewing(node) as session:
        info, found = first_frame(session, SAMPLED, [isovalue(2.0, 200)])
        checks.equal("isovalue: seeds in the answer", info["seeds"], [200])
        speeds = np.linalg.norm(FIELDS[ABC].at(found[:, :3].astype(float)), axis=1)
        worst = float(np.abs(speeds - 2.0).max())
        checks.check("isovalue: the exact speed there", worst < 0.05, f"{worst}")
        _, again = first_frame(session, SAMPLED, [isovalue(2.0, 200, scalar="speed")])
        checks.equal("isovalue: the same seeds again", found.tobytes(), again.tobytes())
        info, found = first_frame(session, SAMPLED, [isovalue(0.05, 100000)])
        checks.check("isovalue: no more than there are", 0 < info["seeds"][0] < 100000, f"{info['seeds']}")
        checks.equal("isovalue: particles", (info["particles"], len(found)), (info["seeds"][0], info["seeds"][0]))


def test_what_cannot_be_found_is_refused(checks: Checks, node: Node) -> None:
    """Nowhere in the data, no such scalar, too many."""
    with viewing(node) as session:

        def start(rakes: list[dict]) -> None:
            session.start(SAMPLED, {"rakes": rakes, "step": STEP}, slot_bytes=1 << 20)

        checks.refused("a slice beside the data", -32602, lambda: start([slice_of("z", 7, [4, 4])]), "rake 0")
        checks.refused("a value that is nowhere", -32602, lambda: start([isovalue(-1, 4)]), "rake 0")
        checks.refused("a scalar that is not there", -32602, lambda: start([isovalue(1, 4, scalar="salt")]), "salt")
        error = checks.refused("a slice of a billion", -32003, lambda: start([slice_of("z", 1, [10**5, 10**4])]))
        limit = {"limit": "max_seeds_per_rake", "value": 1048576, "asked": 10**9}
        checks.equal("a slice of a billion, its data", error and error.data, limit)
        error = checks.refused("65 isovalues", -32003, lambda: start([isovalue(1, 4)] * 65))
        limit = {"limit": "max_sought_rakes", "value": 64, "asked": 65}
        checks.equal("65 isovalues, their data", error and error.data, limit)
        error = checks.refused("64 slices of a million", -32003, lambda: start([slice_of("z", 1, [1024, 1024])] * 64))
        limit = {"limit": "max_particles", "value": 8000000, "asked": 8 * 1024 * 1024}
        checks.equal("64 slices of a million, their data", error and error.data, limit)
        untimed = {**seed_list([[1, 1, 1], [2, 2, 2]]), "times": [0.5]}
        checks.refused("times that are too few", -32602, lambda: start([untimed]), "times")
