"""farfield-node serve under mpirun: viewers see what they see of one process, and get an error when a rank dies.

    python3 serve_with_ranks.py MPIRUN NODE_EXECUTABLE
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Callable

from launch import have_ended, process_of_rank, seconds_of

sys.path.insert(0, str(Path(__file__).parent.parent / "peer"))
import test_changes  # noqa: E402
import test_datasets  # noqa: E402
import test_jobs  # noqa: E402
import test_particles  # noqa: E402
from checks import Checks  # noqa: E402
from node import Node, viewing  # noqa: E402
from programs import ABC, MIDDLE_LINE, PARAMS  # noqa: E402
from run import tests_of  # noqa: E402


def root_ended(checks: Checks, node: Node) -> None:
    """Rank 0, when it is ended, notifies viewers and ends the others."""
    ranks = [process_of_rank(node.process_number(), rank) for rank in (0, 1)]
    with viewing(node) as session:
        session.start(ABC, PARAMS)
        os.kill(ranks[0], signal.SIGTERM)
        session.notification("session.ended")
        checks.check("asked to end: session.ended", True)
    checks.equal("asked to end: the exit code", node.wait(20), 0)
    checks.check("asked to end: no process is left", have_ended(ranks))


def jobs_take_all_ranks(checks: Checks, node: Node) -> None:
    """A job's rays are traced by all ranks: rank 1 computes, and the result is that of one process."""
    worker = process_of_rank(node.process_number(), 1)
    before = seconds_of(worker)
    test_jobs.test_rays_run_from_source_to_receiver(checks, node)
    checks.check("a job: rank 1 has computed", seconds_of(worker) > before)


def launcher_ended(checks: Checks, node: Node) -> None:
    """mpirun, when it is ended, passes the signal on."""
    with viewing(node) as session:
        session.start(ABC, PARAMS)
        node.terminate()
        ended = session.notification("session.ended")
        checks.equal("mpirun asked to end: session.ended", ended["message"], "the node is shutting down")
    node.wait(20)


def rank_dies(checks: Checks, node: Node) -> None:
    """session.ended names the rank that died; the node ends by itself, with all its ranks."""
    ranks = [process_of_rank(node.process_number(), rank) for rank in (0, 1)]
    with viewing(node) as session:
        many = {**PARAMS, "rakes": [{**MIDDLE_LINE, "particles_per_seed": 20_000}], "steps_per_frame": 4}
        stream = session.start(ABC, many, slot_bytes=1 << 22)["stream"]  # so many that all ranks have some
        session.grant(stream, 1)
        session.next_frame(stream)
        session.grant(stream, 1000)
        os.kill(ranks[1], signal.SIGKILL)
        ended = session.notification("session.ended")
        checks.equal("a rank dies: session.ended", ended["message"], f"rank 1 of 2 died (process {ranks[1]} is gone)")
        session.control.wait_for_end()
        checks.check("a rank dies: the connection is closed", True)
    checks.check("a rank dies: the node ends", node.wait(20) != 0)
    checks.check("a rank dies: no process is left", have_ended(ranks))


def run_node(checks: Checks, command: list[str], sections: list[Callable[..., None]]) -> None:
    """Starts a node, runs the sections, stops it."""
    node = Node(command)
    try:
        node.wait_until_ready(60)
        for section in sections:
            with checks.section(section.__name__.replace("_", " ")):
                section(checks, node)
    finally:
        node.stop()


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    _, mpirun, executable = arguments
    command = [mpirun, "-n", "2", executable]
    checks = Checks()
    as_of_one_process = [test for _, test in tests_of([test_datasets, test_particles, test_changes])]
    run_node(checks, command, [*as_of_one_process, jobs_take_all_ranks, root_ended])
    run_node(checks, command, [launcher_ended])
    run_node(checks, command, [rank_dies])
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
