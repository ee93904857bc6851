"""Runs a node and checks it, over the wire, against docs/protocol.md.

    python3 run.py NODE_EXECUTABLE

Prints one line per check and, last, how many passed and failed. The exit code is 1 when any failed.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Callable, Iterator

import test_array_sum
import test_bad_messages
import test_blocks
import test_changes
import test_credits
import test_datasets
import test_echo
import test_examples
import test_jobs
import test_lines
import test_origin
import test_particles
import test_readers
import test_refusals
import test_session
import test_shutdown
import test_slices
import test_surfaces
import test_sought_rakes
import test_terrain
import test_terrain_overlay
import test_terrain_sight
import test_terrain_tiles
from checks import Checks
from node import Node

WITHOUT_NODE = [test_examples]

WITH_NODE = [
    test_session,
    test_datasets,
    test_particles,
    test_sought_rakes,
    test_lines,
    test_slices,
    test_surfaces,
    test_jobs,
    test_origin,
    test_terrain,
    test_terrain_tiles,
    test_terrain_sight,
    test_terrain_overlay,
    test_readers,
    test_changes,
    test_credits,
    test_echo,
    test_refusals,
    test_bad_messages,
    test_blocks,
    test_array_sum,
    test_shutdown,  # the last: it ends the node
]


def tests_of(modules: list[ModuleType]) -> Iterator[tuple[str, Callable[..., None]]]:
    """The tests of these files in the order of their definition, each with its name as a sentence."""
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("test_"):
                yield name.removeprefix("test_").replace("_", " "), value


def run_without_node(checks: Checks) -> None:
    """Runs the tests that need no node."""
    for sentence, test in tests_of(WITHOUT_NODE):
        with checks.section(sentence):
            test(checks)


def run_with_node(checks: Checks, executable: str) -> None:
    """Starts a node, runs the tests that need one, stops it."""
    node = Node([executable])
    try:
        with checks.section("the node says when it is ready"):
            node.wait_until_ready()
            checks.check("the node is ready", True, node.ready_line)
        for sentence, test in tests_of(WITH_NODE):
            if not node.running():
                checks.check(f"{sentence}: the node runs", False)
            elif node.port:
                with checks.section(sentence):
                    test(checks, node)
    finally:
        node.stop()


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    checks = Checks()
    run_without_node(checks)
    run_with_node(checks, arguments[1])
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
