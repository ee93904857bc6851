"""farfield-node serve under mpirun: views of terrain are cast by all ranks, and are those of one process.

    python3 views_with_ranks.py MPIRUN NODE_EXECUTABLE
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from launch import have_ended, process_of_rank

sys.path.insert(0, str(Path(__file__).parent.parent / "peer"))
import test_terrain  # noqa: E402
import test_terrain_sight  # noqa: E402
import test_terrain_tiles  # noqa: E402
from checks import Checks  # noqa: E402
from farfield_client import Session  # noqa: E402
from node import Node, viewing  # noqa: E402
from run import tests_of  # noqa: E402

TERRAIN = "fractal:256"
SLOT_BYTES = 1 << 27
POSES = [[0.0, -1000.0, 2500.0, 30.0, -15.0, 0.0, 60.0], [500.0, 300.0, 4000.0, 200.0, -60.0, 20.0, 90.0],
         [0.0, 0.0, 9000.0, 0.0, 30.0, 0.0, 40.0]]  # the last sees sky alone
SIZES = [[320, 200], [31, 97]]
LARGE = {"eye": [0.0, -1000.0, 2500.0], "heading": 10.0, "pitch": -20.0, "size": [4096, 3072], "detail": 0}
SMALL = {"size": [64, 48]}

Bits = list[bytes]


def start(session: Session, params: dict) -> int:
    """The stream of a view."""
    return session.start(TERRAIN, params, program="terrain.view", slot_bytes=SLOT_BYTES, policy="every")["stream"]


def views(session: Session) -> Bits:
    """Views from some places, exact and with a pixel's detail."""
    bits: Bits = []
    for size in SIZES:
        for detail in (0, 1):
            stream = start(session, {"poses": POSES, "size": size, "detail": detail, "curved": True})
            session.grant(stream, len(POSES))
            for _ in POSES:
                view = session.next_view(stream).view
                bits += [view.range.tobytes(), view.elevation.tobytes()]
            session.call("program.stop", {"stream": stream})
    return bits


def check_interrupt(checks: Checks, session: Session, name: str) -> None:
    """An update that comes while a large view is cast is answered with its own view."""
    stream = start(session, LARGE)
    session.grant(stream, 100)
    for n in range(20):
        session.call("program.update", {"stream": stream, "interaction": n + 1, "params": {"heading": 10.0 * n}})
    session.call("program.update", {"stream": stream, "interaction": 99, "params": SMALL})
    frame = session.next_view(stream)
    while frame.header.interaction != 99:
        frame = session.next_view(stream)
    interrupted = frame.view
    session.call("program.stop", {"stream": stream})
    stream = start(session, {**LARGE, "heading": 190.0, **SMALL})
    session.grant(stream, 1)
    checks.equal(f"{name}: the view after interrupts is that of its pose", interrupted.range.tobytes(),
                 session.next_view(stream).view.range.tobytes())


def run_node(checks: Checks, launch: list[str], name: str) -> Bits:
    """What a node of so many ranks answers."""
    bits: Bits = []
    node = Node(launch, ["--threads", "1"])
    try:
        node.wait_until_ready(60)
        with checks.section(name), viewing(node) as session:
            bits = views(session)
            check_interrupt(checks, session, name)
    finally:
        node.stop()
    return bits


def check_same_views(checks: Checks, mpirun: str, executable: str) -> None:
    """For any number of ranks."""
    alone = run_node(checks, [executable], "one process")
    checks.check("views were sent", len(alone) == 24 and len(set(alone)) > 12)
    for ranks in ("1", "2", "3"):
        found = run_node(checks, [mpirun, "-n", ranks, executable], f"{ranks} ranks")
        checks.check(f"{ranks} ranks: the same bits", found == alone)


def check_as_of_one_process(checks: Checks, mpirun: str, executable: str) -> None:
    """The calls that any node answers."""
    node = Node([mpirun, "-n", "2", executable])
    try:
        node.wait_until_ready(60)
        for name, test in tests_of([test_terrain, test_terrain_tiles, test_terrain_sight]):
            with checks.section(name):
                test(checks, node)
    finally:
        node.stop()


def check_death(checks: Checks, mpirun: str, executable: str) -> None:
    """A rank that is killed while a view is cast."""
    node = Node([mpirun, "-n", "2", executable], ["--threads", "1"])
    try:
        node.wait_until_ready(60)
        ranks = [process_of_rank(node.process_number(), rank) for rank in (0, 1)]
        with viewing(node) as session:
            stream = start(session, {**LARGE, **SMALL})
            session.grant(stream, 1)
            session.next_view(stream)  # the ranks have the terrain
            session.grant(stream, 1000)
            session.call("program.update", {"stream": stream, "interaction": 1, "params": {"size": LARGE["size"]}})
            os.kill(ranks[1], signal.SIGKILL)
            ended = session.notification("session.ended")
            checks.equal("a rank dies: session.ended", ended["message"], f"rank 1 of 2 died (process {ranks[1]} is gone)")
            session.control.wait_for_end()
            checks.check("a rank dies: the connection is closed", True)
        checks.check("a rank dies: the node ends", node.wait(20) != 0)
        checks.check("a rank dies: no process is left", have_ended(ranks))
    finally:
        node.stop()


def check_commands_of_one_rank(checks: Checks, mpirun: str, executable: str) -> None:
    """Commands that several ranks would carry out several times."""
    terrain = ["fractal:64"]
    commands = {"view": [*terrain, "--eye", "0,0,9000", "--out", "never.tif"], "cast": [*terrain, "--rays", "r.csv", "--out", "never.csv"],
                "sight": [*terrain, "--pairs", "p.csv", "--out", "never.csv"],
                "viewshed": [*terrain, "--observer", "900,900,2", "--out", "never.tif"]}
    for command, arguments in commands.items():
        done = subprocess.run([mpirun, "-n", "2", executable, command, *arguments], capture_output=True, text=True,
                              timeout=60, check=False)
        checks.equal(f"{command} of two ranks: the exit code", done.returncode, 2)
        said = [line for line in done.stderr.splitlines() if line.startswith("farfield-node: ")]
        checks.check(f"{command} of two ranks: said in one line", len(said) == 1 and "runs on one rank" in said[0], said)


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    _, mpirun, executable = arguments
    checks = Checks()
    for part in (check_same_views, check_as_of_one_process, check_death, check_commands_of_one_rank):
        with checks.section(part.__doc__ or ""):
            part(checks, mpirun, executable)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
